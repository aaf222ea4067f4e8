//! Writes to standard output, in one piece.

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
