//! The kinds of token.

/// What a token is
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A word of prose; contractions and hyphenated words are one
    Word,
    /// A run of a script that writes no spaces between words
    Ideographs,
    /// A UUID
    Uuid,
    /// A ULID
    Ulid,
    /// A hexadecimal digest or commit: seven digits and more
    Digest,
    /// An opaque id, such as `req_7c41e09b`, `FP-3317`, `HAT290`
    Code,
    /// An e-mail address
    Email,
    /// A host name, with or without port
    Host,
    /// An IP address, with or without port
    Address,
    /// A version, such as `v0.44.0`
    Version,
    /// A name in capitals with underscores, such as `API_KEY`
    Variable,
    /// A name of a program, such as `snake_case`, `CamelCase`, `a::b`, `x.y`
    Symbol,
    /// An option of a command, such as `--dry-run`
    Flag,
    /// A path on Unix or Windows, a file name, a branch
    Path,
    /// A URL
    Url,
    /// A plain number
    Number,
    /// A number with a currency
    Money,
    /// A number with a per cent sign
    Percent,
    /// A number with a unit written at it, such as `128GB`; durations too
    Measure,
    /// Two numbers with a stroke, such as `6/9`
    Ratio,
    /// A date, with or without time
    Date,
    /// A time of day
    Time,
    /// What a redactor leaves, such as `***` or `<redacted>`; names nothing
    Mask,
    /// Encoded bytes
    Blob,
}

/// What a token can be mistaken for
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Prose
    Prose,
    /// A name of one thing
    Identifier,
    /// A place: path, file or URL
    Path,
    /// A number, date or time
    Number,
    /// Nothing that could be named
    Opaque,
}

impl Kind {
    /// What it can be mistaken for
    pub fn family(self) -> Family {
        match self {
            Kind::Word | Kind::Ideographs => Family::Prose,
            Kind::Uuid
            | Kind::Ulid
            | Kind::Digest
            | Kind::Code
            | Kind::Email
            | Kind::Host
            | Kind::Address
            | Kind::Version
            | Kind::Variable
            | Kind::Symbol
            | Kind::Flag => Family::Identifier,
            Kind::Path | Kind::Url => Family::Path,
            Kind::Number | Kind::Money | Kind::Percent | Kind::Measure | Kind::Ratio | Kind::Date | Kind::Time => {
                Family::Number
            }
            Kind::Mask | Kind::Blob => Family::Opaque,
        }
    }
}
