//! Commands that are told by their name, at most with one flag.

use super::super::deed::Deed;
use super::arguments::Arguments;

/// What the command does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    let deed = match name {
        // Text and files
        "ls" | "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack" | "wc" | "uniq" | "cut" | "tr" | "diff"
        | "colordiff" | "delta" | "cmp" | "comm" | "file" | "stat" | "tree" | "du" | "strings" | "rev" | "fold"
        | "fmt" | "column" | "col" | "paste" | "join" | "expand" | "unexpand" | "md5" | "md5sum" | "sha1sum"
        | "sha256sum" | "sha512sum" | "shasum" | "cksum" | "b2sum" | "zcat" | "bzcat" | "xzcat" | "exa" | "eza"
        | "lsd" | "nm" | "objdump" | "readelf" | "size" | "ldd" | "otool" | "tokei" | "cloc" | "scc" | "ctags"
        | "pdftotext" | "exiftool" | "identify" | "ffprobe" | "glow" | "look" | "tsort" | "ast-grep" | "semgrep" => {
            Deed::READ
        }
        // The shell itself
        "echo" | "printf" | "true" | "false" | "test" | "[" | "[[" | ":" | "cd" | "pushd" | "popd" | "pwd"
        | "which" | "whereis" | "type" | "command" | "basename" | "dirname" | "realpath" | "readlink" | "export"
        | "set" | "unset" | "shopt" | "setopt" | "alias" | "unalias" | "local" | "declare" | "typeset" | "readonly"
        | "read" | "mapfile" | "readarray" | "shift" | "return" | "exit" | "break" | "continue" | "wait" | "sleep"
        | "trap" | "ulimit" | "umask" | "hash" | "let" | "getopts" | "jobs" | "xargs" | "env" | "printenv"
        | "nohup" | "time" | "seq" | "expr" | "bc" | "yes" | "numfmt" | "tput" | "clear" | "man" | "help" | "info"
        | "apropos" | "getconf" | "locale" | "nproc" | "arch" | "uname" | "id" | "whoami" | "groups" | "cal"
        | "getent" | "tty" | "stty" | "compgen" | "bind" | "history" | "fc" | "times" | "sync" => Deed::READ,
        // What answers otherwise the next time
        "date" if arguments.has(&["-s", "--set"]) => Deed::WRITE,
        "date" | "ps" | "top" | "htop" | "pgrep" | "pidof" | "uptime" | "free" | "vmstat" | "iostat" | "lsof"
        | "netstat" | "ss" | "ping" | "dig" | "nslookup" | "host" | "whois" | "traceroute" | "nvidia-smi" | "who"
        | "w" | "last" | "dmesg" | "df" | "lsblk" | "lscpu" | "lsmod" | "shuf" | "jot" | "uuidgen" | "nc"
        | "pstree" | "journalctl" | "sw_vers" | "ifconfig" | "arp" | "sensors" => Deed::LOOK,
        "hostname" | "mount" => if_bare(arguments, Deed::LOOK),
        // A flag tells
        "sort" | "jq" | "yq" | "iconv" | "xmllint" | "tidy" | "base64" | "xsltproc" | "pandoc" | "dot" => {
            // `yq -i` and `sort -o` write what they read.
            let output = arguments.has(&["-o", "--output", "--inplace", "--in-place"]);
            if output || (name == "yq" && arguments.has(&["-i"])) { Deed::SETTLE } else { Deed::READ }
        }
        "find" | "fd" | "fdfind" => {
            if arguments.has(&["-delete", "-fprint", "-fprintf", "-fls", "-exec", "-execdir", "-x", "-X", "--exec"]) {
                Deed::WRITE
            } else {
                Deed::READ
            }
        }
        "tar" | "bsdtar" => archive(arguments),
        "unzip" => {
            if arguments.has(&["-l", "-t", "-p", "-v", "-Z"]) {
                Deed::READ
            } else {
                Deed::SETTLE
            }
        }
        "zip" | "7z" => Deed::WRITE,
        "gzip" | "gunzip" | "bzip2" | "bunzip2" | "xz" | "unxz" | "zstd" | "unzstd" => {
            // Without `-c` the file itself is replaced.
            let shown = arguments.has_letter('c') || arguments.has_letter('l') || arguments.has_letter('t');
            if shown || arguments.operands(&[]).next().is_none() { Deed::READ } else { Deed::WRITE }
        }
        "crontab" => {
            if arguments.has(&["-l"]) {
                Deed::LOOK
            } else {
                Deed::WRITE
            }
        }
        "ip" => {
            if arguments.operands(&[]).any(|word| matches!(word, "add" | "del" | "set" | "flush" | "replace")) {
                Deed::WRITE
            } else {
                Deed::LOOK
            }
        }
        "tmux" | "screen" => {
            let looks = ["ls", "list-sessions", "list-windows", "list-panes", "capture-pane", "has-session"];
            if arguments.operands(&["-L", "-S"]).next().is_some_and(|verb| looks.contains(&verb)) {
                Deed::LOOK
            } else {
                Deed::WRITE
            }
        }
        "openssl" => {
            let looks = ["x509", "s_client", "version", "dgst", "verify", "asn1parse", "ciphers"];
            let verb = arguments.operands(&[]).next().unwrap_or("");
            if looks.contains(&verb) && !arguments.has(&["-out"]) { Deed::LOOK } else { Deed::WRITE }
        }
        _ => return cmdlet(name),
    };
    Some(deed)
}

fn if_bare(arguments: Arguments<'_>, deed: Deed) -> Deed {
    if arguments.operands(&["-t"]).next().is_none() { deed } else { Deed::WRITE }
}

fn archive(arguments: Arguments<'_>) -> Deed {
    // `tar xzf` and `tar -xzf` are the same.
    let first = arguments.texts().next().unwrap_or("").trim_start_matches('-');
    let mode =
        if arguments.has(&["--list"]) { Some('t') } else { first.chars().find(|letter| "tcxru".contains(*letter)) };
    match mode {
        Some('t') => Deed::READ,
        Some('x' | 'c') => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

/// `Get-ChildItem` and the other verbs of PowerShell
fn cmdlet(name: &str) -> Option<Deed> {
    let (verb, noun) = name.split_once('-')?;
    if !noun.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let deed = match verb.to_ascii_lowercase().as_str() {
        "get" | "select" | "where" | "foreach" | "test" | "measure" | "format" | "sort" | "group" | "compare"
        | "convertto" | "convertfrom" | "resolve" | "split" | "join" | "write" => Deed::READ,
        "find" | "search" | "show" => Deed::LOOK,
        "out" if matches!(noun, "String" | "Null" | "Host" | "Default") => Deed::READ,
        "set" | "out" | "enable" | "disable" => Deed::SETTLE,
        _ => Deed::WRITE,
    };
    Some(deed)
}
