//! `curl`, `wget` and other clients of HTTP: the method decides.

use super::super::deed::Deed;
use super::super::http;
use super::arguments::Arguments;

/// What the client does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    match name {
        "curl" => Some(curl(arguments)),
        "wget" => Some(wget(arguments)),
        "http" | "https" | "xh" | "xhs" => Some(httpie(arguments)),
        _ => None,
    }
}

fn curl(arguments: Arguments<'_>) -> Deed {
    let method = match arguments.value(&["-X", "--request"]) {
        Some(method) => method,
        None if arguments.has(&["-I", "--head"]) => "HEAD",
        None if arguments.has(&["-T", "--upload-file"]) => "PUT",
        // With `-G` what would be a body becomes a query.
        None if arguments.has(&["-G", "--get"]) => "GET",
        None if sends_body(arguments) => "POST",
        None => "GET",
    };
    let stores = arguments.has(&["--output", "--remote-name", "--output-dir", "--remote-name-all"])
        || arguments.value(&["-o"]).is_some_and(|file| !file.starts_with("/dev/"))
        || arguments.has_letter('O');
    let deed = http::method(method).unwrap_or(Deed::WRITE);
    if stores { deed.and(Deed::SETTLE) } else { deed }
}

fn sends_body(arguments: Arguments<'_>) -> bool {
    let long = [
        "--data",
        "--data-raw",
        "--data-binary",
        "--data-urlencode",
        "--data-ascii",
        "--form",
        "--form-string",
        "--json",
    ];
    arguments.has(&long) || arguments.texts().any(|text| text.starts_with("-d") || text.starts_with("-F"))
}

fn wget(arguments: Arguments<'_>) -> Deed {
    if let Some(method) = arguments.value(&["--method"]) {
        return http::method(method).unwrap_or(Deed::WRITE);
    }
    if arguments.has(&["--post-data", "--post-file"]) {
        return Deed::WRITE;
    }
    if arguments.has(&["--spider"]) {
        return Deed::LOOK;
    }
    let to_standard_output = arguments.value(&["-O", "--output-document"]) == Some("-")
        || arguments.texts().any(|text| text.starts_with('-') && text.ends_with("O-"));
    match () {
        () if to_standard_output => Deed::LOOK,
        // A file that has a name is written anew; one that has none gets a new name each time.
        () if arguments.has_letter('O') || arguments.has(&["--output-document", "-N", "-nc", "-c"]) => {
            Deed::SETTLE.elsewhere()
        }
        () => Deed::WRITE,
    }
}

fn httpie(arguments: Arguments<'_>) -> Deed {
    let mut operands = arguments.operands(&["-a", "--auth", "-o", "--output", "--session"]);
    let Some(first) = operands.next() else { return Deed::READ };
    if let Some(deed) = http::method(first) {
        return deed;
    }
    // Fields turn a request into a POST; `==` is a query and `:` a header.
    let fields = operands.any(|item| item.contains(":=") || (item.contains('=') && !item.contains("==")));
    if fields { Deed::WRITE } else { Deed::LOOK }
}
