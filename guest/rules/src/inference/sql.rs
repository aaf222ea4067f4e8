//! SQL texts: the verb of each statement decides, and the worst statement of several.

use super::deed::Deed;
use super::tool_names;
use alloc::string::String;
use alloc::vec::Vec;

/// What an SQL text does
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The worst of its statements
    pub deed: Deed,
    /// Tables that it shows
    pub shown: Vec<String>,
    /// Tables that it writes
    pub written: Vec<String>,
}

/// Reads an SQL text of any number of statements
pub fn reading(text: &str) -> Reading {
    let mut reading = Reading { deed: Deed::READ, shown: Vec::new(), written: Vec::new() };
    let mut statement: Vec<Token<'_>> = Vec::new();
    let mut seen = false;
    for token in Tokens(text) {
        if token == Token::Mark(';') {
            seen |= reading.statement(&statement);
            statement.clear();
        } else {
            statement.push(token);
        }
    }
    seen |= reading.statement(&statement);
    if !seen {
        // A text without a statement is not SQL, or is cut off.
        reading.deed = Deed::WRITE;
    }
    reading
}

/// Whether a text begins like SQL
pub fn is_sql(text: &str) -> bool {
    let mut tokens = Tokens(text);
    let first = tokens.find(|token| !matches!(token, Token::Mark(_)));
    let Some(Token::Word(first)) = first else { return false };
    let verbs = [
        "select", "insert", "update", "delete", "with", "create", "drop", "alter", "explain", "show", "pragma",
        "merge", "truncate", "begin", "replace", "grant", "revoke", "call", "vacuum", "describe", "upsert",
    ];
    verbs.iter().any(|verb| first.eq_ignore_ascii_case(verb)) && tokens.next().is_some()
}

impl Reading {
    /// Reads one statement; `false` where it is empty
    fn statement(&mut self, tokens: &[Token<'_>]) -> bool {
        let start = tokens.iter().position(|token| matches!(token, Token::Word(_))).unwrap_or(tokens.len());
        let tokens = tokens.get(start..).unwrap_or(&[]);
        let Some(Token::Word(verb)) = tokens.first() else { return false };
        let deed = deed(verb, tokens);
        self.deed = self.deed.and(deed);
        self.tables(tokens);
        true
    }

    fn tables(&mut self, tokens: &[Token<'_>]) {
        for (place, token) in tokens.iter().enumerate() {
            let Token::Word(word) = token else { continue };
            let list = match () {
                () if is(word, &["from"]) && previous_is(tokens, place, "delete") => &mut self.written,
                () if is(word, &["from", "join"]) => &mut self.shown,
                () if is(word, &["into", "table"]) => &mut self.written,
                () if is(word, &["update"]) && !previous_is(tokens, place, "for") => &mut self.written,
                () => continue,
            };
            let name = tokens.get(place + 1..).unwrap_or(&[]).iter().find_map(|token| match token {
                Token::Word(word) if is(word, &["if", "not", "exists", "only", "lateral"]) => None,
                Token::Word(word) => Some(Some(*word)),
                Token::Quoted(name) => Some(Some(*name)),
                Token::Mark(_) | Token::Text => Some(None),
            });
            list.extend(name.flatten().map(|name| name.to_ascii_lowercase()));
        }
    }
}

fn deed(verb: &str, tokens: &[Token<'_>]) -> Deed {
    let has = |names: &[&str]| tokens.iter().any(|token| matches!(token, Token::Word(word) if is(word, names)));
    let sequence = |first: &str, second: &str| {
        tokens
            .windows(2)
            .any(|pair| matches!(pair, [Token::Word(a), Token::Word(b)] if is(a, &[first]) && is(b, &[second])))
    };
    match verb.to_ascii_lowercase().as_str() {
        "select" | "values" | "table" | "from" => query(tokens),
        "with" => {
            // A common table expression may itself insert, update or delete.
            let writes = tokens.windows(2).any(|pair| {
                matches!(pair, [Token::Mark('(' | ')'), Token::Word(word)]
                    if is(word, &["insert", "update", "delete", "merge", "replace"]))
            });
            if writes { Deed::WRITE } else { query(tokens) }
        }
        "explain" | "describe" | "desc" | "analyse" => {
            // `EXPLAIN ANALYZE` runs what it explains.
            let runs = has(&["analyze", "analyse"]) && !sequence("analyze", "false") && !sequence("analyze", "off");
            let inner = tokens.iter().position(|token| {
                matches!(token, Token::Word(word)
                    if is(word, &["select", "insert", "update", "delete", "merge", "with", "execute", "create", "replace"]))
            });
            match inner.and_then(|place| tokens.get(place..)) {
                Some(inner @ [Token::Word(verb), ..]) if runs => deed(verb, inner),
                _ => Deed::READ,
            }
        }
        "show" | "use" | "begin" | "start" | "commit" | "end" | "rollback" | "savepoint" | "release" | "abort"
        | "declare" | "fetch" | "close" | "set" | "reset" | "help" | "list" | "print" | "discard" | "deallocate" => {
            if has(&["global", "persist", "password"]) {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        "pragma" => {
            if tokens.contains(&Token::Mark('=')) {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        "vacuum" | "analyze" | "reindex" | "refresh" | "checkpoint" | "optimize" | "comment" | "grant" | "revoke"
        | "cluster" => Deed::SETTLE,
        "create" => {
            if has(&["exists"]) || sequence("or", "replace") {
                Deed::SETTLE
            } else {
                Deed::WRITE
            }
        }
        "drop" => {
            if has(&["exists"]) {
                Deed::SETTLE
            } else {
                Deed::WRITE
            }
        }
        "copy" | "unload" => {
            if sequence("to", "stdout") {
                query(tokens)
            } else {
                Deed::WRITE
            }
        }
        // A second time the rows that it meets are others.
        _ => Deed::WRITE,
    }
}

fn query(tokens: &[Token<'_>]) -> Deed {
    let mut deed = Deed::READ;
    for (place, token) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        let next = tokens.get(place + 1);
        match next {
            // A lock is held for what follows in the same transaction, and is taken anew each time.
            Some(Token::Word(next)) if is(word, &["for"]) && is(next, &["update", "share", "no", "key"]) => {
                return Deed::WRITE;
            }
            // `SELECT … INTO` makes a table or a file; into a variable it makes nothing.
            Some(Token::Mark('@' | ':')) if is(word, &["into"]) => {}
            Some(_) if is(word, &["into"]) => return Deed::WRITE,
            Some(Token::Mark('(')) => deed = deed.and(function(word)),
            _ => {}
        }
        if is(word, &["current_timestamp", "current_date", "current_time", "localtimestamp", "sysdate"]) {
            deed = deed.and(Deed::LOOK);
        }
    }
    deed
}

/// What a function does that a query calls
fn function(name: &str) -> Deed {
    let name = name.to_ascii_lowercase();
    let name = name.rsplit('.').next().unwrap_or(&name);
    match name {
        "now"
        | "random"
        | "rand"
        | "newid"
        | "uuid"
        | "gen_random_uuid"
        | "uuid_generate_v4"
        | "clock_timestamp"
        | "getdate"
        | "sysdate"
        | "statement_timestamp"
        | "pg_sleep"
        | "sleep"
        | "last_insert_rowid"
        | "changes"
        | "curdate"
        | "unix_timestamp" => Deed::LOOK,
        "nextval"
        | "setval"
        | "set_config"
        | "load_extension"
        | "writefile"
        | "lo_import"
        | "lo_export"
        | "lo_unlink"
        | "pg_terminate_backend"
        | "pg_cancel_backend"
        | "pg_reload_conf"
        | "pg_notify"
        | "get_lock"
        | "release_lock" => Deed::WRITE,
        name if name.starts_with("pg_advisory")
            || name.starts_with("pg_try_advisory")
            || name.starts_with("dblink") =>
        {
            Deed::WRITE
        }
        // Words of the language that stand before a bracket, and functions whose names look like a write.
        "in" | "exists" | "any" | "all" | "and" | "or" | "not" | "as" | "on" | "using" | "from" | "where" | "over"
        | "values" | "then" | "else" | "when" | "replace" | "insert" | "format" | "convert" | "cast" | "trim"
        | "date_add" | "date_sub" | "adddate" | "split_part" | "set" | "json_set" | "json_insert" | "json_remove"
        | "json_replace" | "jsonb_set" | "jsonb_insert" | "array_append" | "array_remove" | "array_replace"
        | "regexp_replace" | "make_date" | "make_interval" | "generate_series" | "group_concat" | "merge" => Deed::READ,
        name => {
            tool_names::deed(&tool_names::words(name)).filter(|deed| deed.writes).map_or(Deed::READ, |_| Deed::WRITE)
        }
    }
}

fn is(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

fn previous_is(tokens: &[Token<'_>], place: usize, name: &str) -> bool {
    place
        .checked_sub(1)
        .and_then(|before| tokens.get(before))
        .is_some_and(|token| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(name)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// A word or a number, with the schema before it
    Word(&'a str),
    /// A name in quotation marks or square brackets
    Quoted(&'a str),
    /// A text
    Text,
    /// Any other sign
    Mark(char),
}

/// The tokens of an SQL text; comments are left out
struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    /// Takes up to and including `end`, which is searched from the byte `from` on
    fn take_through(&mut self, from: usize, end: &str) -> &'a str {
        let body = self.0.get(from..).unwrap_or("");
        let length = body.find(end).unwrap_or(body.len());
        let taken = body.get(..length).unwrap_or("");
        self.0 = body.get(length + end.len()..).unwrap_or("");
        taken
    }

    fn word(&mut self) -> &'a str {
        let length = self.0.find(|sign: char| !is_word_sign(sign)).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at_checked(length).unwrap_or((self.0, ""));
        self.0 = rest;
        word
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.0 = self.0.trim_start();
            let first = self.0.chars().next()?;
            if self.0.starts_with("--") || first == '#' {
                self.take_through(0, "\n");
                continue;
            }
            if self.0.starts_with("/*") {
                self.take_through(2, "*/");
                continue;
            }
            return Some(match first {
                // A doubled mark inside gives two texts side by side, which changes nothing here.
                '\'' => {
                    self.take_through(1, "'");
                    Token::Text
                }
                '"' => Token::Quoted(self.take_through(1, "\"")),
                '`' => Token::Quoted(self.take_through(1, "`")),
                '$' => self.dollar(),
                sign if is_word_sign(sign) => Token::Word(self.word()),
                sign => {
                    self.0 = self.0.get(sign.len_utf8()..).unwrap_or("");
                    Token::Mark(sign)
                }
            });
        }
    }
}

impl<'a> Tokens<'a> {
    /// `$$ … $$`, `$tag$ … $tag$`, or the parameter `$1`
    fn dollar(&mut self) -> Token<'a> {
        let tag_length =
            self.0.get(1..).and_then(|rest| rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_'));
        let tag = tag_length.and_then(|length| self.0.get(..length + 2)).filter(|tag| tag.ends_with('$'));
        match tag {
            Some(tag) => {
                self.take_through(tag.len(), tag);
                Token::Text
            }
            None => {
                self.0 = self.0.get(1..).unwrap_or("");
                Token::Mark('$')
            }
        }
    }
}

fn is_word_sign(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '.')
}
