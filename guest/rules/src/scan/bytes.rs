//! What each byte is to the scanner.

/// A byte that ends a chunk has no bit at all
pub const LOWER: u16 = 1;
/// `A` to `Z`
pub const UPPER: u16 = 2;
/// `0` to `9`
pub const DIGIT: u16 = 4;
/// `_`
pub const UNDER: u16 = 8;
/// `-`
pub const DASH: u16 = 16;
/// `.`
pub const DOT: u16 = 32;
/// `/`
pub const SLASH: u16 = 64;
/// A backslash
pub const BACK: u16 = 128;
/// `:`
pub const COLON: u16 = 256;
/// `@`
pub const AT: u16 = 512;
/// `#`, `$`, `%`, `+`, `~`
pub const SIGN: u16 = 1024;
/// A byte of a character outside ASCII
pub const HIGH: u16 = 2048;
/// `,`: part of a chunk between digits only
pub const COMMA: u16 = 4096;
/// `'`: part of a chunk between letters only
pub const APOSTROPHE: u16 = 8192;

/// Bytes that need a look at their neighbours
pub const SPECIAL: u16 = HIGH | COMMA | APOSTROPHE;
/// Any letter
pub const LETTER: u16 = LOWER | UPPER | HIGH;

const TABLE: [u16; 256] = table();

/// The class of a byte; 0 ends a chunk
#[inline(always)]
pub fn class(byte: u8) -> u16 {
    // The table has a place for every byte, so the check costs nothing.
    TABLE.get(usize::from(byte)).copied().unwrap_or(0)
}

/// All classes that occur in `bytes`
#[inline]
pub fn classes(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |mask, &byte| mask | class(byte))
}

/// How many bytes at the beginning belong to a chunk whatever stands beside them, and all their classes
#[inline(always)]
pub fn plain(bytes: &[u8]) -> (usize, u16) {
    let mut mask = 0;
    let mut length = 0usize;
    for &byte in bytes {
        let class = class(byte);
        // The special classes have the highest bits, and what ends a chunk has none.
        if class.wrapping_sub(1) >= HIGH - 1 {
            break;
        }
        mask |= class;
        length = length.wrapping_add(1);
    }
    (length, mask)
}

/// How many bytes at the beginning belong to no chunk; a star ends them too
#[inline(always)]
pub fn breaks(bytes: &[u8]) -> usize {
    let mut length = 0usize;
    for &byte in bytes {
        if class(byte) != 0 || byte == b'*' {
            break;
        }
        length = length.wrapping_add(1);
    }
    length
}

/// Whether every byte of a non-empty slice has one of the classes of `mask`
#[inline]
pub fn all(bytes: &[u8], mask: u16) -> bool {
    !bytes.is_empty() && bytes.iter().all(|&byte| class(byte) & mask != 0)
}

/// How many bytes at the beginning have one of the classes of `mask`
#[inline]
pub fn run(bytes: &[u8], mask: u16) -> usize {
    bytes.iter().take_while(|&&byte| class(byte) & mask != 0).count()
}

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling; a byte has a place in 256")]
const fn table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDER,
            b'-' => DASH,
            b'.' => DOT,
            b'/' => SLASH,
            b'\\' => BACK,
            b':' => COLON,
            b'@' => AT,
            b'#' | b'$' | b'%' | b'+' | b'~' => SIGN,
            b',' => COMMA,
            b'\'' => APOSTROPHE,
            0x80..=0xff => HIGH,
            _ => 0,
        };
        byte += 1;
    }
    table
}
