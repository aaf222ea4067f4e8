//! An estimate of how many tokens a model makes of a text.
//!
//! A tokenizer of the o200k kind first splits a text into words, runs of digits, runs of marks and white space, and then
//! joins what it knows. The estimate walks over the same splits with a small automaton: its state is what stands before
//! (the kind of run, how long it is, how many consonants stand in a row), and each byte has a price in that state. The
//! prices were fitted to the real counts of agent transcripts, source code, JSON, random ids, encoded bytes and a dozen
//! languages, so that of a text of two kilobytes and more the real count is hardly ever above the estimate.

use crate::window::TokenCount;

/// About how many tokens a tokenizer of the o200k kind makes of `text`; rarely less than the real number.
///
/// One pass over the bytes, in four walks side by side: each step of a walk waits for the one before it, so that one walk
/// alone would leave the processor idle. The price is the same as that of one walk.
pub fn estimate(text: &str) -> TokenCount {
    let [mut one, mut two, mut three, mut four] = walks(text.as_bytes());
    let together = one.bytes.len().min(two.bytes.len()).min(three.bytes.len()).min(four.bytes.len());
    let (first, second, third, fourth) =
        (one.head(together), two.head(together), three.head(together), four.head(together));
    for (((a, b), c), d) in first.iter().zip(second).zip(third).zip(fourth) {
        one.step(*a);
        two.step(*b);
        three.step(*c);
        four.step(*d);
    }
    let prices = [one, two, three, four].map(|walk| walk.finish(together));
    let price = prices.into_iter().fold(0, u64::wrapping_add);
    TokenCount::try_from(price.div_ceil(TOKEN)).unwrap_or(TokenCount::MAX)
}

/// The automaton on its way over some bytes
struct Walk<'t> {
    bytes: &'t [u8],
    state: u8,
    price: u64,
}

impl<'t> Walk<'t> {
    fn new(bytes: &'t [u8], state: u8) -> Walk<'t> {
        Walk { bytes, state, price: 0 }
    }

    fn head(&self, length: usize) -> &'t [u8] {
        self.bytes.get(..length).unwrap_or_default()
    }

    #[inline(always)]
    fn step(&mut self, byte: u8) {
        let class = class_of(byte);
        let place = usize::from(self.state).wrapping_mul(CLASS_COUNT).wrapping_add(usize::from(class));
        // The mask takes nothing away; it shows that every place is in the table.
        let step = STEPS.get(place & (STEPS.len() - 1)).copied().unwrap_or(0);
        self.price = self.price.wrapping_add(u64::from(step >> STATE_BITS));
        self.state = (step & STATE_MASK) as u8;
    }

    /// The price of all bytes, of which the first `done` were walked over already
    fn finish(mut self, done: usize) -> u64 {
        for byte in self.bytes.get(done..).unwrap_or_default() {
            self.step(*byte);
        }
        self.price
    }
}

/// A text in four parts of about the same length; in one, where it is short or has no place to be cut
fn walks(bytes: &[u8]) -> [Walk<'_>; 4] {
    let quarter = bytes.len() / 4;
    let cut = |quarters: usize| known_state(bytes, quarter.wrapping_mul(quarters));
    let cuts = if quarter < SEARCHED_BYTES { None } else { cut(1).zip(cut(2)).zip(cut(3)) };
    let Some((((first, in_two), (second, in_three)), (third, in_four))) = cuts else {
        return [bytes, &[], &[], &[]].map(|bytes| Walk::new(bytes, LINE));
    };
    let part = |start: usize, end: usize| bytes.get(start..end).unwrap_or_default();
    [
        Walk::new(part(0, first), LINE),
        Walk::new(part(first, second), in_two),
        Walk::new(part(second, third), in_three),
        Walk::new(part(third, bytes.len()), in_four),
    ]
}

/// How far a place is looked for where the state is known; parts are longer, so that they follow one another
const SEARCHED_BYTES: usize = 96;

/// The first place after `from` at which the state is known whatever stood before it, and that state: after a letter, white
/// space or a mark always leads to the same one
fn known_state(bytes: &[u8], from: usize) -> Option<(usize, u8)> {
    let near = bytes.get(from..)?.get(..SEARCHED_BYTES)?;
    near.windows(2).zip(from..).find_map(|(pair, place)| {
        let [before, byte] = pair else { return None };
        let state = match class_of(*byte) {
            SPACE => SPACES,
            BREAK => LINE,
            MARK => MARKS,
            _ => return None,
        };
        before.is_ascii_alphabetic().then_some((place.wrapping_add(2), state))
    })
}

#[inline(always)]
fn class_of(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// The price of one token
const TOKEN: u64 = 128;
const STATE_BITS: u16 = 7;
const STATE_MASK: u16 = 127;

// The classes of bytes.
const CLASS_COUNT: usize = 16;
const SPACE: u8 = 0;
const BREAK: u8 = 1;
const LOWER_VOWEL: u8 = 2;
const LOWER_CONSONANT: u8 = 3;
const UPPER_VOWEL: u8 = 4;
const UPPER_CONSONANT: u8 = 5;
const DIGIT: u8 = 6;
const MARK: u8 = 7;
/// The first byte of a character outside ASCII: Latin, Greek to Arabic, Indic, signs, Chinese and Japanese, Korean, rest
const LEADS: u8 = 8;
/// The bytes after it
const CONTINUATION: u8 = 15;

// The states: what the last bytes were. Letters come first, by length, consonants in a row and case.
const LENGTHS: u8 = 10;
const CONSONANTS: u8 = 5;
const SPACES: u8 = 100;
const LINE: u8 = 103;
const DIGITS: u8 = 104;
const MARKS: u8 = 107;
const OTHERS: u8 = 110;

// Prices, in parts of TOKEN.
/// A word begins: after a space, after anything else, within a word by its capital, after a digit
const WORD: [u16; 4] = [77, 101, 133, 91];
/// One more capital, the second letter, the tenth
const CAPITAL: u16 = 39;
const SECOND_LETTER: u16 = 46;
const TENTH_LETTER: u16 = 122;
/// The fourth consonant in a row, and each after it: such words are no words
const CONSONANT: [u16; 2] = [119, 332];
/// Digits begin: after anything else, after a letter, after a space; and each third one
const NUMBER: [u16; 4] = [209, 216, 308, 122];
/// A mark: after anything else, after a space, the second, the third, each after it
const PUNCTUATION: [u16; 5] = [92, 80, 37, 0, 88];
/// A space after text, the second, each after it
const BLANK: [u16; 3] = [25, 110, 1];
/// A line end, each after it
const LINE_END: [u16; 2] = [87, 9];
/// Characters outside ASCII, by script: the first of a run, each after it
const SCRIPT: [[u16; 2]; 7] = [[2, 87], [77, 41], [1, 62], [99, 85], [210, 100], [108, 77], [250, 320]];

const CLASSES: [u8; 256] = classes();
const STEPS: [u16; 128 * CLASS_COUNT] = steps();

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling; a byte has a place in 256")]
const fn classes() -> [u8; 256] {
    let mut classes = [MARK; 256];
    let mut byte = 0usize;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' => SPACE,
            b'\n' | b'\r' | b'\t' => BREAK,
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' => LOWER_VOWEL,
            b'a'..=b'z' => LOWER_CONSONANT,
            b'A' | b'E' | b'I' | b'O' | b'U' | b'Y' => UPPER_VOWEL,
            b'A'..=b'Z' => UPPER_CONSONANT,
            b'0'..=b'9' => DIGIT,
            0x80..=0xbf => CONTINUATION,
            0xc0..=0xcd => LEADS,
            0xce..=0xdf => LEADS + 1,
            0xe0..=0xe1 => LEADS + 2,
            0xe2 => LEADS + 3,
            0xe3..=0xe9 => LEADS + 4,
            0xea..=0xed => LEADS + 5,
            0xee..=0xff | 0..=0x1f | 0x7f => LEADS + 6,
            _ => MARK,
        };
        byte += 1;
    }
    classes
}

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling; every state and class has its place")]
const fn steps() -> [u16; 128 * CLASS_COUNT] {
    let mut steps = [0; 128 * CLASS_COUNT];
    let mut state = 0u8;
    while state < 128 {
        let mut class = 0u8;
        while class < CLASS_COUNT as u8 {
            let (next, price) = step(state, class);
            steps[state as usize * CLASS_COUNT + class as usize] = price << STATE_BITS | next as u16;
            class += 1;
        }
        state += 1;
    }
    steps
}

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling")]
const fn step(state: u8, class: u8) -> (u8, u16) {
    let letters = state < SPACES;
    let spaces = state >= SPACES && state < LINE;
    let digits = state >= DIGITS && state < MARKS;
    let marks = state >= MARKS && state < OTHERS;
    match class {
        SPACE if spaces && state == SPACES => (SPACES + 1, BLANK[1]),
        SPACE if spaces => (SPACES + 2, BLANK[2]),
        SPACE => (SPACES, if state == LINE { 0 } else { BLANK[0] }),
        BREAK => (LINE, LINE_END[(state == LINE) as usize]),
        DIGIT if digits => (DIGITS + (state - DIGITS + 1) % 3, if state == DIGITS + 2 { NUMBER[3] } else { 0 }),
        DIGIT => (
            DIGITS,
            NUMBER[if letters {
                1
            } else if spaces {
                2
            } else {
                0
            }],
        ),
        MARK if marks && state == MARKS => (MARKS + 1, PUNCTUATION[2]),
        MARK if marks => (MARKS + 2, PUNCTUATION[if state == MARKS + 1 { 3 } else { 4 }]),
        MARK => (MARKS, PUNCTUATION[spaces as usize]),
        CONTINUATION => (state, 0),
        LOWER_VOWEL | LOWER_CONSONANT | UPPER_VOWEL | UPPER_CONSONANT => letter(state, class),
        _ => {
            let script = class - LEADS;
            let goes_on = state == OTHERS + script;
            (OTHERS + script, SCRIPT[script as usize][goes_on as usize])
        }
    }
}

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling")]
const fn letter(state: u8, class: u8) -> (u8, u16) {
    let is_upper = class == UPPER_VOWEL || class == UPPER_CONSONANT;
    let is_consonant = class == LOWER_CONSONANT || class == UPPER_CONSONANT;
    let after_letter = state < SPACES;
    let after_upper = after_letter && state % 2 == 1;
    let consonants_before = if after_letter { state / 2 % CONSONANTS } else { 0 };
    let length_before = if after_letter { state / 2 / CONSONANTS } else { 0 };
    let goes_on = after_letter && (after_upper || !is_upper);
    let mut price = 0;
    let mut length = 0;
    let mut consonants = 0;
    if goes_on {
        length = if length_before + 1 < LENGTHS { length_before + 1 } else { length_before };
        consonants = consonants_before;
        if length == 1 {
            price += SECOND_LETTER;
        }
        if length == LENGTHS - 1 && length_before < length {
            price += TENTH_LETTER;
        }
        if is_upper && after_upper {
            price += CAPITAL;
        }
    } else {
        let after_digit = state >= DIGITS && state < MARKS;
        let after_space = state >= SPACES && state < LINE;
        price += WORD[if after_space {
            0
        } else if after_letter {
            2
        } else if after_digit {
            3
        } else {
            1
        }];
    }
    if !is_consonant {
        consonants = 0;
    } else if consonants + 1 < CONSONANTS {
        consonants += 1;
        if consonants == CONSONANTS - 1 {
            price += CONSONANT[0];
        }
    } else {
        price += CONSONANT[1];
    }
    ((length * CONSONANTS + consonants) * 2 + is_upper as u8, price)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_the_real_count() {
        // The second figure is what o200k makes of the text.
        let cases = [
            ("", 0),
            ("The agent charged the card twice because the summary said that the payment was still to be made.", 19),
            ("fn main() {\n    let total: u32 = items.iter().map(|item| item.price).sum();\n}\n", 24),
            ("{\"id\":\"req_7c41e09b\",\"amount\":5382,\"ok\":true}", 21),
            ("把发票模块改成按月汇总，编号不要动。已改完汇总。", 21),
        ];
        for (text, real) in cases {
            let estimate = estimate(text);
            assert!(
                estimate >= real && estimate <= real.saturating_mul(3).div_ceil(2).saturating_add(2),
                "{text}: {estimate}"
            );
        }
    }

    #[test]
    fn four_walks_cost_what_one_costs() {
        let pieces = ["word", "Words", "a", " ", "  ", "\n", "12345", "(", ");", "ü", "编号", "—", "xkcdqz", "\0"];
        let mut dice = 7u64;
        for length in (0..3000).step_by(37) {
            let mut text = alloc::string::String::new();
            while text.len() < length {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces.get((dice >> 40) as usize % pieces.len()).copied().unwrap_or_default());
            }
            let one = Walk::new(text.as_bytes(), LINE).finish(0);
            assert_eq!(u64::from(estimate(&text)), one.div_ceil(TOKEN), "{text}");
        }
    }

    #[test]
    fn every_state_has_its_place() {
        let states = usize::from(OTHERS + 7);
        for step in STEPS.iter().take(states * CLASS_COUNT) {
            assert!(usize::from(step & STATE_MASK) < states);
        }
    }
}
