//! What characters outside ASCII are to the scanner.

/// What a character outside ASCII is
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letter {
    /// A letter of a script that writes spaces between words
    Spaced,
    /// A letter of a script that writes none
    Unspaced,
    /// `€`, `£`, `¥`, `₹`: part of the number beside it
    Currency,
    /// `’` between letters
    Apostrophe,
    /// Anything else: ends what stands before it
    Break,
}

/// What `character` is
pub fn letter(character: char) -> Letter {
    match character {
        '\u{2019}' => Letter::Apostrophe,
        '€' | '£' | '¥' | '₹' => Letter::Currency,
        '×' | '÷' => Letter::Break,
        '\u{c0}'..='\u{24f}' | '\u{386}'..='\u{481}' | '\u{48a}'..='\u{556}' => Letter::Spaced,
        // Combining marks belong to the letter before them.
        '\u{300}'..='\u{36f}' => Letter::Spaced,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Letter::Unspaced,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' => Letter::Unspaced,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Letter::Unspaced,
        '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}' => Letter::Unspaced,
        other if other.is_alphabetic() => Letter::Spaced,
        _ => Letter::Break,
    }
}
