//! Elements as they leave windows of agents, made by a seeded generator.

use crate::dice::Dice;
use anchorhold_store::Leaving;
use std::fmt::Write;

/// Elements that leave with one pass
pub const ELEMENTS_A_PASS: usize = 10;
/// Passes of one session
pub const PASSES_A_SESSION: usize = 10;

/// One element
pub struct Made {
    pub name: String,
    pub kind: &'static str,
    pub tool: Option<&'static str>,
    pub arguments: String,
    pub text: String,
}

impl Made {
    /// As the index takes it
    pub fn leaving(&self) -> Leaving<'_> {
        Leaving {
            element: &self.name,
            kind: self.kind,
            tool: self.tool,
            arguments: self.tool.map(|_| self.arguments.as_str()),
            chain: "m1",
            is_anchor: self.tool.is_some(),
            text: &self.text,
        }
    }
}

/// The session of a pass, both from 1
pub fn session_of(pass: u64) -> String {
    format!("/home/agent/sessions/{:06}.jsonl", (pass - 1) / PASSES_A_SESSION as u64)
}

/// The order that element `number` is about, if it is about one: an identifier that stands nowhere else
pub fn order_of(number: usize) -> String {
    format!("ord_{:08x}", (number as u32).wrapping_mul(2_654_435_761))
}

/// The elements of a pass, from 1
pub fn of_pass(pass: u64) -> Vec<Made> {
    let first = (usize::try_from(pass).unwrap_or(usize::MAX) - 1) * ELEMENTS_A_PASS;
    (first..first + ELEMENTS_A_PASS).map(made).collect()
}

/// Element `number`
pub fn made(number: usize) -> Made {
    let mut dice = Dice::new(number as u64 + 1);
    let (kind, tool, text) = match number % ELEMENTS_A_PASS {
        0 => ("tool-result", Some("get_order"), order(number, &mut dice)),
        1 => ("tool-result", Some("run_migration"), {
            let version = dice.below(90);
            format!("migration {:04} applied, schema_version: {version}\n{}", number % 9999, sentence(&mut dice, 12))
        }),
        2 | 3 => ("tool-result", Some("read_file"), code(&mut dice)),
        4 | 5 => ("tool-result", Some("bash"), logs(&mut dice)),
        6 => ("user-request", None, sentence(&mut dice, 40)),
        7 => ("reasoning", None, sentence(&mut dice, 120)),
        _ => ("reply", None, sentence(&mut dice, 60)),
    };
    let arguments = match tool {
        Some("get_order") => format!("{{\"id\":\"{}\"}}", order_of(number)),
        Some(_) => format!("{{\"path\":\"src/{}/{}.rs\"}}", word(&mut dice), word(&mut dice)),
        None => String::new(),
    };
    Made { name: format!("m{number}"), kind, tool, arguments, text }
}

fn order(number: usize, dice: &mut Dice) -> String {
    let status = dice.pick(&["paid", "shipped", "refunded", "open", "cancelled"]);
    let (amount, customer) = (dice.below(900_000), dice.below(50_000));
    format!(
        "{{\"order_id\":\"{}\",\"status\":\"{status}\",\"amount\":{amount},\"customer\":\"c-{customer}\",\"note\":\"{}\"}}",
        order_of(number),
        sentence(dice, 10)
    )
}

fn code(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..12 {
        let (verb, noun, other) = (word(dice), word(dice), word(dice));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    let {noun} = {verb}_{noun}(&self.{other}, {})?;", dice.below(1000));
    }
    text
}

fn logs(dice: &mut Dice) -> String {
    let mut text = String::new();
    for second in 0..10 {
        let level = dice.pick(&["INFO", "INFO", "INFO", "WARN", "ERROR"]);
        let request = dice.hexadecimal(12);
        let _ = writeln!(
            text,
            "2026-11-07T10:21:{second:02}Z {level} {} request={request} {}",
            word(dice),
            sentence(dice, 6)
        );
    }
    text
}

fn sentence(dice: &mut Dice, words: usize) -> String {
    (0..words).map(|_| word(dice)).collect::<Vec<_>>().join(" ")
}

/// A word of a vocabulary of 60,000: the lower its number, the oftener it comes
fn word(dice: &mut Dice) -> String {
    const SYLLABLES: [&str; 40] = [
        "ba", "co", "di", "fu", "ge", "ha", "ji", "ko", "lu", "me", "na", "po", "qui", "ro", "sa", "te", "vu", "wi",
        "xe", "zo", "bra", "cle", "dro", "fli", "gru", "kne", "pla", "sto", "tri", "vle", "ar", "en", "il", "on", "ur",
        "as", "et", "im", "op", "us",
    ];
    const WORDS: f64 = 60_000.0;
    let chance = dice.below(1 << 24) as f64 / f64::from(1 << 24);
    let mut number = WORDS.powf(chance) as usize;
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES.get(number % SYLLABLES.len()).copied().unwrap_or_default());
        number /= SYLLABLES.len();
        if number == 0 {
            return word;
        }
    }
}
