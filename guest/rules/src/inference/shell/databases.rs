//! Clients of databases, whose commands are SQL.

use super::super::deed::Deed;
use super::super::sql;
use super::arguments::Arguments;
use alloc::string::String;
use alloc::vec::Vec;

/// What a client of a database does; `input` is what it reads
pub fn deed(name: &str, arguments: Arguments<'_>, input: Option<&str>) -> Option<Deed> {
    let (flags, valued): (&[&str], &[&str]) = match name {
        "psql" | "pgcli" | "cockroach" => (
            &["-c", "--command", "-e", "--execute"],
            &["-h", "-p", "-U", "-d", "-f", "-v", "-o", "-F", "-P", "--host", "--port", "--username", "--dbname"],
        ),
        "mysql" | "mariadb" | "snowsql" | "clickhouse-client" => {
            (&["-e", "--execute", "-q", "--query"], &["-h", "-P", "-u", "-D", "--host", "--port", "--user"])
        }
        "sqlite3" | "duckdb" | "sqlite" => (&["-cmd", "-c"], &["-separator", "-nullvalue", "-init"]),
        _ => return None,
    };
    if arguments.has(&["-l", "--list"]) {
        return Some(Deed::LOOK);
    }
    if arguments.has(&["-f", "--file", "-init"]) {
        return Some(Deed::WRITE);
    }
    let mut texts: Vec<&str> = arguments.values(flags).collect();
    if matches!(name, "sqlite3" | "duckdb" | "sqlite") {
        texts.extend(arguments.operands(valued).skip(1));
    }
    texts.extend(input);
    // Without a text the client reads what nobody can see here.
    let deed = texts.into_iter().map(sql_or_meta_command).reduce(Deed::and).unwrap_or(Deed::WRITE);
    Some(deed)
}

fn sql_or_meta_command(text: &str) -> Deed {
    let mut deed = Deed::READ;
    let mut statements = String::new();
    for line in text.lines() {
        match line.trim_start().chars().next() {
            Some('\\') => deed = deed.and(meta_command(line.trim_start().trim_start_matches('\\'))),
            Some('.') => deed = deed.and(meta_command(line.trim_start().trim_start_matches('.'))),
            _ => {
                statements.push_str(line);
                statements.push('\n');
            }
        }
    }
    if statements.trim().is_empty() { deed } else { deed.and(sql::reading(&statements).deed) }
}

/// `\d` of psql, `.tables` of sqlite3 and their like
fn meta_command(text: &str) -> Deed {
    let word = text.split(|byte: char| !byte.is_ascii_alphanumeric()).next().unwrap_or("");
    match word {
        "tables" | "schema" | "indexes" | "indices" | "databases" | "mode" | "headers" | "header" | "dump" | "show"
        | "help" | "width" | "timer" | "fullschema" | "dbinfo" | "quit" | "exit" | "x" | "pset" | "timing"
        | "conninfo" | "l" | "c" | "q" | "echo" | "t" | "a" => Deed::READ,
        word if word.starts_with('d') => Deed::READ,
        _ => Deed::WRITE,
    }
}
