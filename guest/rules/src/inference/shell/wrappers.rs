//! Commands that run other commands: `sudo`, `xargs`, `bash -c`, `ssh`, `find -exec`, `docker exec` and their like.

use super::arguments::Arguments;
use super::parser::Simple;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What a command runs besides itself
pub enum Wrapped<'w> {
    /// Nothing: it is to be judged by itself
    None,
    /// The command in these words
    Command(Arguments<'w>),
    /// These commands
    Several(Vec<Arguments<'w>>),
    /// A script
    Script(Cow<'w, str>),
    /// A command, on another machine or in a container
    Elsewhere(Arguments<'w>),
    /// A script, on another machine or in a container
    ScriptElsewhere(Cow<'w, str>),
}

/// What `name` runs
pub fn unwrap<'w>(name: &str, arguments: Arguments<'w>, simple: &'w Simple<'_>) -> Wrapped<'w> {
    match name {
        "sudo" => {
            command(arguments.after_flags(&["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-U", "--user", "--group"]))
        }
        "doas" => command(arguments.after_flags(&["-u", "-C"])),
        "env" => after_assignments(arguments.after_flags(&["-u", "-C", "-S", "--unset", "--chdir"])),
        "nice" => command(arguments.after_flags(&["-n"])),
        "ionice" => command(arguments.after_flags(&["-c", "-n"])),
        "stdbuf" => command(arguments.after_flags(&["-i", "-o", "-e"])),
        "time" | "nohup" | "setsid" | "exec" | "builtin" | "unbuffer" | "caffeinate" | "busybox" | "noglob" => {
            command(arguments.after_flags(&["-f", "-o", "-a"]))
        }
        "rtk" => match arguments.split_operand(&[]) {
            // `rtk proxy` and `rtk run` name the command after themselves.
            Some(("proxy" | "run", rest)) => command(rest),
            _ => command(arguments.after_flags(&[])),
        },
        "command" if !arguments.has(&["-v", "-V"]) => command(arguments.after_flags(&[])),
        "timeout" | "gtimeout" => command(arguments.after_flags(&["-k", "-s", "--signal", "--kill-after"]).skip(1)),
        "watch" => command(arguments.after_flags(&["-n", "--interval"])),
        "flock" => command(arguments.after_flags(&["-w", "-E", "--timeout"]).skip(1)),
        "xargs" | "parallel" => command(arguments.after_flags(&[
            "-n",
            "-I",
            "-L",
            "-P",
            "-d",
            "-s",
            "-E",
            "-a",
            "-j",
            "--max-args",
            "--max-procs",
            "--delimiter",
            "--jobs",
        ])),
        "bash" | "sh" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "pwsh" | "powershell" => shell(arguments, simple),
        "eval" => Wrapped::Script(joined(arguments)),
        "su" => match arguments.value(&["-c", "--command"]) {
            Some(script) => Wrapped::Script(Cow::Borrowed(script)),
            None => Wrapped::None,
        },
        "ssh" => remote(
            arguments.after_flags(&["-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-W", "-b", "-c", "-m"]),
        ),
        "find" | "fd" | "fdfind" => executed_by_find(arguments),
        "docker" | "podman" | "nerdctl" | "docker-compose" => executed_in_container(arguments),
        "kubectl" | "oc" | "k" => executed_in_pod(arguments),
        "uv" | "poetry" | "pipenv" | "rye" | "hatch" | "pdm" | "mise" | "direnv" | "asdf" | "bundle" | "pnpm"
        | "yarn" | "bun" | "npm" | "dotenv" | "op" | "doppler" | "nix" | "devbox" | "conda" | "volta" | "corepack" => {
            run_in_environment(name, arguments)
        }
        "npx" | "bunx" | "uvx" | "pnpx" | "pipx" => match arguments.split_operand(&[]) {
            Some(("run", rest)) if name == "pipx" => command(rest),
            Some(_) if name == "pipx" => Wrapped::None,
            _ => command(arguments.after_flags(&["-p", "--package", "--from", "--with", "-c", "--python"])),
        },
        "python" | "python3" | "py" | "python2" => match arguments.0 {
            [flag, module @ ..] if flag.text == "-m" => command(Arguments(module)),
            _ => Wrapped::None,
        },
        _ => Wrapped::None,
    }
}

fn command(inner: Arguments<'_>) -> Wrapped<'_> {
    if inner.0.is_empty() { Wrapped::None } else { Wrapped::Command(inner) }
}

fn after_assignments(inner: Arguments<'_>) -> Wrapped<'_> {
    let assignments = inner.texts().take_while(|text| text.contains('=')).count();
    command(inner.skip(assignments))
}

fn joined(arguments: Arguments<'_>) -> Cow<'_, str> {
    match arguments.0 {
        [only] => Cow::Borrowed(&only.text),
        words => {
            let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
            Cow::Owned(texts.join(" "))
        }
    }
}

fn shell<'w>(arguments: Arguments<'w>, simple: &'w Simple<'_>) -> Wrapped<'w> {
    let mut words = arguments.0;
    while let Some((word, after)) = words.split_first() {
        let Some(letters) = word.text.strip_prefix('-') else { break };
        words = after;
        // `-c`, alone or last among one-letter flags such as `-lc`.
        let is_command = !letters.starts_with('-') && letters.ends_with('c') || letters.eq_ignore_ascii_case("command");
        if is_command {
            return match after.first() {
                Some(script) => Wrapped::Script(Cow::Borrowed(&script.text)),
                None => Wrapped::None,
            };
        }
        if word.text == "-o" {
            words = words.get(1..).unwrap_or(&[]);
        }
    }
    match (&simple.input, words.is_empty()) {
        (Some(script), true) => Wrapped::Script(Cow::Borrowed(script)),
        _ => Wrapped::None,
    }
}

fn remote(host_and_command: Arguments<'_>) -> Wrapped<'_> {
    let inner = host_and_command.skip(1).after_flags(&[]);
    if inner.0.is_empty() { Wrapped::None } else { Wrapped::ScriptElsewhere(joined(inner)) }
}

fn executed_by_find(arguments: Arguments<'_>) -> Wrapped<'_> {
    let begins =
        |text: &str| matches!(text, "-exec" | "-execdir" | "-ok" | "-okdir" | "-x" | "-X" | "--exec" | "--exec-batch");
    let mut commands = Vec::new();
    let mut words = arguments.0;
    while let Some(place) = words.iter().position(|word| begins(&word.text)) {
        let after = words.get(place + 1..).unwrap_or(&[]);
        let length = after.iter().position(|word| matches!(&*word.text, ";" | "+")).unwrap_or(after.len());
        commands.push(Arguments(after.get(..length).unwrap_or(&[])));
        words = after.get(length..).unwrap_or(&[]);
    }
    let deletes = arguments.has(&["-delete", "-fprint", "-fprintf", "-fls"]);
    if commands.is_empty() || deletes { Wrapped::None } else { Wrapped::Several(commands) }
}

const CONTAINER_FLAGS: [&str; 13] =
    ["-u", "-w", "-e", "-f", "-p", "-H", "-c", "--user", "--workdir", "--env", "--file", "--env-file", "--index"];

fn executed_in_container(arguments: Arguments<'_>) -> Wrapped<'_> {
    match arguments.split_operand(&CONTAINER_FLAGS) {
        Some(("compose", rest)) => executed_in_container(rest),
        Some(("exec", rest)) => match rest.split_operand(&CONTAINER_FLAGS) {
            Some((_, inner)) if !inner.0.is_empty() => Wrapped::Elsewhere(inner),
            _ => Wrapped::None,
        },
        _ => Wrapped::None,
    }
}

fn executed_in_pod(arguments: Arguments<'_>) -> Wrapped<'_> {
    let Some(("exec", rest)) = arguments.split_operand(&["-n", "--namespace", "--context", "--kubeconfig"]) else {
        return Wrapped::None;
    };
    match rest.0.iter().position(|word| word.text == "--") {
        Some(place) if place + 1 < rest.0.len() => Wrapped::Elsewhere(rest.skip(place + 1)),
        _ => Wrapped::None,
    }
}

/// `uv run pytest`, `pnpm exec eslint .`, `mise exec -- go test`
fn run_in_environment<'w>(name: &str, arguments: Arguments<'w>) -> Wrapped<'w> {
    const VALUED: [&str; 12] =
        ["--with", "--python", "-p", "--env-file", "-C", "--dir", "--filter", "-F", "--directory", "-n", "--cwd", "-f"];
    let Some((verb, rest)) = arguments.split_operand(&VALUED) else { return Wrapped::None };
    match (name, verb) {
        ("npm" | "pnpm" | "yarn" | "bun", "exec" | "dlx" | "x")
        | (
            "uv" | "poetry" | "pipenv" | "rye" | "hatch" | "pdm" | "op" | "doppler" | "devbox" | "conda" | "volta",
            "run",
        )
        | ("mise" | "direnv" | "asdf" | "bundle", "exec" | "x") => {
            let inner = match rest.0.iter().position(|word| word.text == "--") {
                // What stands before `--` are versions of tools.
                Some(place) if matches!(name, "mise" | "op" | "doppler" | "npm") => rest.skip(place + 1),
                _ => rest.after_flags(&VALUED),
            };
            // `direnv exec .` names a folder first.
            command(if name == "direnv" { inner.skip(1) } else { inner })
        }
        ("dotenv", _) => command(arguments.after_flags(&VALUED)),
        _ => Wrapped::None,
    }
}
