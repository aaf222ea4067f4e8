//! Services and packages of the operating system.

use super::super::deed::Deed;
use super::arguments::Arguments;
use super::build;

/// What the command does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    let mut operands = arguments.operands(&["-u", "-n", "-H", "-M", "-t", "-o"]);
    let verb = operands.next().unwrap_or("");
    match name {
        "systemctl" => Some(service(verb)),
        // `service NAME VERB`
        "service" => Some(service(operands.next().unwrap_or(""))),
        "launchctl" | "supervisorctl" | "pm2" | "rc-service" => Some(match verb {
            "list" | "ls" | "print" | "status" | "info" | "show" | "logs" | "describe" => Deed::LOOK,
            _ => Deed::WRITE,
        }),
        "apt" | "apt-get" | "apt-cache" | "dnf" | "yum" | "brew" | "apk" | "pacman" | "zypper" | "snap" | "dpkg"
        | "rpm" | "port" | "winget" | "choco" | "flatpak" => Some(package(name, verb, arguments)),
        "mise" if matches!(verb, "run" | "r") => Some(build::script(operands.next().unwrap_or(""))),
        "mise" | "asdf" | "nvm" | "rustup" | "pyenv" | "rbenv" | "volta" | "sdk" | "fnm" | "goenv" => {
            Some(toolchain(verb))
        }
        "sysctl" => Some(if arguments.has(&["-w", "-p"]) { Deed::SETTLE } else { Deed::LOOK }),
        "defaults" => Some(if verb == "read" { Deed::READ } else { Deed::SETTLE }),
        "modprobe" | "insmod" | "loginctl" | "timedatectl" | "hostnamectl" if verb.is_empty() || verb == "status" => {
            Some(Deed::LOOK)
        }
        _ => None,
    }
}

fn service(verb: &str) -> Deed {
    match verb {
        "status" | "is-active" | "is-enabled" | "is-failed" | "show" | "cat" | "list-units" | "list-unit-files"
        | "list-timers" | "list-dependencies" | "list-sockets" | "" => Deed::LOOK,
        "start" | "stop" | "enable" | "disable" | "mask" | "unmask" | "daemon-reload" | "set-default" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

fn package(name: &str, verb: &str, arguments: Arguments<'_>) -> Deed {
    if matches!(name, "dpkg" | "rpm" | "pacman") {
        // `-l`, `-L`, `-s` of dpkg, `-q…` of rpm, `-Q…` and `-Ss` of pacman
        let asks = ["-l", "-L", "-s", "-S", "-W", "-q", "-Q", "-Ss", "-Si"];
        let flag = arguments.texts().next().unwrap_or("");
        let queries = match name {
            "dpkg" => asks.contains(&flag),
            "rpm" => flag.starts_with("-q"),
            _ => flag.starts_with("-Q") || asks.iter().skip(7).any(|ask| *ask == flag),
        };
        return if queries { Deed::READ } else { Deed::SETTLE };
    }
    match verb {
        _ if arguments.has(&["-s", "--dry-run", "--simulate", "--just-print"]) => Deed::LOOK,
        "list" | "show" | "search" | "info" | "policy" | "depends" | "rdepends" | "madison" | "showpkg" | "leaves"
        | "deps" | "config" | "doctor" | "outdated" | "--prefix" | "check" | "provides" | "repolist" | "version"
        | "" => Deed::LOOK,
        // A package is there or it is not.
        "install" | "add" | "remove" | "del" | "purge" | "uninstall" | "update" | "clean" | "autoremove"
        | "autoclean" | "fetch" | "tap" | "link" | "cleanup" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

fn toolchain(verb: &str) -> Deed {
    match verb {
        "ls" | "list" | "current" | "which" | "where" | "show" | "version" | "versions" | "doctor" | "env"
        | "tasks" | "latest" | "ls-remote" | "settings" | "" => Deed::READ,
        "install" | "i" | "use" | "default" | "component" | "target" | "toolchain" | "override" | "trust" | "local"
        | "global" | "uninstall" | "reshim" | "plugin" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}
