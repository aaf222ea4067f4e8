//! Commands on files whose names matter: what they show, and what they write.

use super::super::deed::Deed;
use super::arguments::Arguments;
use alloc::string::String;
use alloc::vec::Vec;

/// What the command does; the files that it shows and writes are added to the lists
pub fn deed(name: &str, arguments: Arguments<'_>, shown: &mut Vec<String>, written: &mut Vec<String>) -> Option<Deed> {
    let deed = match name {
        "cat" | "bat" | "nl" | "tac" | "less" | "more" | "xxd" | "hexdump" | "od" => {
            keep(shown, arguments.operands(&["-s", "-l", "-n", "-c", "-r", "--line-range"]));
            Deed::READ
        }
        "head" | "tail" => {
            keep(shown, arguments.operands(&["-n", "-c", "--lines", "--bytes"]));
            // What a file gains while one follows it is not to be had again in the same pieces.
            if arguments.has(&["-f", "-F", "--follow"]) { Deed::LOOK } else { Deed::READ }
        }
        "sed" | "gsed" => return Some(stream_editor(arguments, shown, written)),
        "awk" | "gawk" | "mawk" | "nawk" => return Some(awk(arguments)),
        "perl" | "ruby" => return Some(one_liner(arguments, written)),
        "tee" => {
            keep(written, arguments.operands(&[]));
            if arguments.has_letter('a') || arguments.has(&["--append"]) { Deed::WRITE } else { Deed::SETTLE }
        }
        "touch" => {
            keep(written, arguments.operands(&["-d", "-t", "-r"]));
            Deed::SETTLE
        }
        "rm" | "unlink" | "shred" | "trash" => {
            keep(written, arguments.operands(&[]));
            // With `-f` what is gone already is no fault, so the command settles a condition.
            let forced = arguments.has_letter('f') || arguments.has(&["--force"]);
            if name == "rm" && forced { Deed::SETTLE } else { Deed::WRITE }
        }
        "mkdir" => {
            if arguments.has_letter('p') || arguments.has(&["--parents"]) {
                Deed::SETTLE
            } else {
                Deed::WRITE
            }
        }
        "rmdir" => Deed::WRITE,
        "mv" => {
            keep(written, arguments.operands(&["-t", "-S"]));
            Deed::WRITE
        }
        "cp" => {
            keep(written, arguments.operands(&["-t", "-S"]).skip(1));
            // A folder that is copied a second time lands inside its first copy.
            let folders = arguments.has_letter('r') || arguments.has_letter('R') || arguments.has_letter('a');
            if folders || arguments.has(&["--recursive", "--archive"]) { Deed::WRITE } else { Deed::SETTLE }
        }
        "ln" => {
            if arguments.has_letter('f') || arguments.has(&["--force"]) {
                Deed::SETTLE
            } else {
                Deed::WRITE
            }
        }
        "chmod" | "chown" | "chgrp" | "setfacl" | "xattr" => Deed::SETTLE,
        "truncate" => {
            let relative = arguments.value(&["-s", "--size"]).is_some_and(|size| size.starts_with(['+', '-']));
            keep(written, arguments.operands(&["-s", "-r"]));
            if relative { Deed::WRITE } else { Deed::SETTLE }
        }
        "rsync" | "install" => match arguments.has(&["-n", "--dry-run"]) {
            true => Deed::READ,
            false if arguments.has(&["--remove-source-files", "--append"]) => Deed::WRITE,
            false => Deed::SETTLE,
        },
        "patch" => {
            keep(written, arguments.operands(&["-p", "-i", "-d"]));
            if arguments.has(&["--dry-run"]) { Deed::READ } else { Deed::WRITE }
        }
        // One temporary file more harms nobody.
        "mktemp" => Deed::SETTLE,
        "dd" | "split" | "csplit" | "mkfifo" | "mknod" => Deed::WRITE,
        _ => return None,
    };
    Some(deed)
}

fn keep<'w>(list: &mut Vec<String>, names: impl Iterator<Item = &'w str>) {
    list.extend(names.filter(|name| !matches!(*name, "-" | "")).map(String::from));
}

fn stream_editor(arguments: Arguments<'_>, shown: &mut Vec<String>, written: &mut Vec<String>) -> Deed {
    const VALUED: [&str; 6] = ["-e", "-f", "-l", "-s", "--expression", "--file"];
    let given_by_flag = arguments.has(&["-e", "--expression", "-f", "--file"]);
    let files = arguments.operands(&VALUED).skip(usize::from(!given_by_flag));
    let in_place = arguments.has(&["--in-place"])
        || arguments
            .texts()
            .any(|text| text.starts_with("-i") || (text.starts_with('-') && text.len() <= 4 && text.ends_with('i')));
    if in_place {
        // What a substitution meets the second time is its own output.
        // On BSD an empty word follows `-i`.
        let bsd = arguments.texts().any(str::is_empty);
        keep(written, files.skip(usize::from(bsd)));
        return Deed::WRITE;
    }
    keep(shown, files);
    let scripts = arguments.values(&["-e", "--expression"]).chain(arguments.operands(&VALUED).take(1));
    let writes = scripts.into_iter().any(|script| script.split([';', '\n', '}', '{']).any(editor_command_writes));
    if writes { Deed::WRITE } else { Deed::READ }
}

/// The commands `w` and `e` of the editor, and the flags of the same names after `s///`, write files and run programs.
fn editor_command_writes(command: &str) -> bool {
    let command =
        command.trim_start().trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, ',' | '$' | '!'));
    let command = match command.strip_prefix('/') {
        Some(address) => address.split_once('/').map_or("", |(_, rest)| rest).trim_start(),
        None => command,
    };
    let mut signs = command.chars();
    match (signs.next(), signs.next()) {
        (Some('w' | 'e'), None | Some(' ')) => true,
        (Some('s'), Some(mark)) => command.split(mark).nth(3).is_some_and(|flags| flags.contains(['w', 'e'])),
        _ => false,
    }
}

fn awk(arguments: Arguments<'_>) -> Deed {
    if arguments.has(&["-f", "--file"]) {
        return Deed::WRITE;
    }
    if arguments.texts().any(|text| text == "inplace" || text.contains("system(") || text.contains("| \"")) {
        return Deed::WRITE;
    }
    // `print > "file"` writes; `$1 > 5` compares.
    let program = arguments.operands(&["-F", "-v"]).next().unwrap_or("");
    let prints_to_file = program.contains("> \"") || program.contains(">\"") || program.contains(">> ");
    if prints_to_file { Deed::WRITE } else { Deed::READ }
}

/// `perl -ne 'print if /x/'` reads; everything else may do anything.
fn one_liner(arguments: Arguments<'_>, written: &mut Vec<String>) -> Deed {
    if arguments.has_letter('i') {
        keep(written, arguments.operands(&["-e"]));
        return Deed::WRITE;
    }
    let Some(program) = arguments.texts().skip_while(|text| !(text.starts_with('-') && text.ends_with('e'))).nth(1)
    else {
        return Deed::WRITE;
    };
    let filters = arguments.has_letter('n') || arguments.has_letter('p');
    let acts =
        ["system", "exec", "`", "open", "unlink", "rename", "mkdir", "rmdir", "qx", "fork", "require", "use ", "File"];
    if filters && !acts.iter().any(|act| program.contains(act)) { Deed::READ } else { Deed::WRITE }
}
