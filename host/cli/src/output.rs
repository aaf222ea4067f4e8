//! Writes to standard output, in one piece.

use crate::exit;
use std::error::Error;
use std::io::{self, Write};

/// Writes a text. Its colours are left out where the terminal does not want them.
pub fn write(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes bytes as they are
pub fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Tells on standard error what went otherwise than it should, and did not stop anything
pub fn warn(message: &str) {
    // Where it cannot be written there is nobody to tell.
    let _ = writeln!(anstream::stderr(), "{}warning{}: {message}", exit::WARNING, exit::WARNING.render_reset());
}

/// An error with its causes
pub fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        // A wrapper that adds nothing says what it wraps.
        if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}
