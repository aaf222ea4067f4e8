//! The arguments of a command: flags, the values of flags, and operands.

use super::token::Word;

/// The words after a command's name
#[derive(Clone, Copy)]
pub struct Arguments<'w>(pub &'w [Word<'w>]);

impl<'w> Arguments<'w> {
    /// The words as texts
    pub fn texts(self) -> impl Iterator<Item = &'w str> {
        self.0.iter().map(|word| &*word.text)
    }

    /// Whether one of the flags is given; a long flag also as `--flag=value`
    pub fn has(self, flags: &[&str]) -> bool {
        self.texts().any(|text| {
            flags.iter().any(|flag| {
                text.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || (flag.len() > 2 && rest.starts_with('=')))
            })
        })
    }

    /// Whether a one-letter flag is given, alone or among others as in `-rf`
    pub fn has_letter(self, letter: char) -> bool {
        self.texts().any(|text| {
            text.strip_prefix('-').is_some_and(|letters| !letters.starts_with('-') && letters.contains(letter))
        })
    }

    /// The value of the first of the flags: the next word, or what is written after it as in `--flag=value`, `-Xvalue`
    pub fn value(self, flags: &[&str]) -> Option<&'w str> {
        self.values(flags).next()
    }

    /// The values of every one of the flags
    pub fn values<'f>(self, flags: &'f [&'f str]) -> impl Iterator<Item = &'w str> + use<'w, 'f> {
        let mut texts = self.texts();
        core::iter::from_fn(move || {
            loop {
                let text = texts.next()?;
                let Some((flag, rest)) = flags.iter().find_map(|flag| Some((flag, text.strip_prefix(*flag)?))) else {
                    continue;
                };
                if rest.is_empty() {
                    return texts.next();
                }
                match rest.strip_prefix('=') {
                    Some(value) => return Some(value),
                    None if !flag.starts_with("--") => return Some(rest),
                    None => {}
                }
            }
        })
    }

    /// The words that are neither flags nor the values of the `valued` flags
    pub fn operands<'f>(self, valued: &'f [&'f str]) -> impl Iterator<Item = &'w str> + use<'w, 'f> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let (operand, after) = rest.split_operand(valued)?;
            rest = after;
            Some(operand)
        })
    }

    /// The first operand and all words after it: a sub-command and its arguments
    pub fn split_operand(self, valued: &[&str]) -> Option<(&'w str, Arguments<'w>)> {
        let mut words = self.0;
        let mut flags = true;
        while let Some((word, after)) = words.split_first() {
            words = after;
            if flags && word.text == "--" {
                flags = false;
            } else if flags && word.text.len() > 1 && word.text.starts_with('-') {
                if valued.contains(&&*word.text) {
                    words = words.get(1..).unwrap_or(&[]);
                }
            } else {
                return Some((&word.text, Arguments(words)));
            }
        }
        None
    }

    /// The words after the flags at the beginning: the command that a wrapper such as `sudo -u root` runs
    pub fn after_flags(self, valued: &[&str]) -> Arguments<'w> {
        let mut words = self.0;
        while let Some((word, after)) = words.split_first() {
            if word.text == "--" {
                return Arguments(after);
            }
            if word.text.len() < 2 || !word.text.starts_with('-') {
                break;
            }
            words = after;
            if valued.contains(&&*word.text) {
                words = words.get(1..).unwrap_or(&[]);
            }
        }
        Arguments(words)
    }

    /// Without the first `count` words
    pub fn skip(self, count: usize) -> Arguments<'w> {
        Arguments(self.0.get(count..).unwrap_or(&[]))
    }
}
