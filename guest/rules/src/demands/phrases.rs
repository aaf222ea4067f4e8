//! The phrases by which sentences bind, and what must hold beside them.

use super::constraint::Polarity::{self, Demands, Forbids, Limits};

/// What must hold beside the words of a cue
pub enum Condition {
    None,
    /// `I cannot …` tells something; `it cannot be …` rules it
    NotFirstPerson,
    /// One of these words follows within the next few
    Then(&'static [&'static str]),
    /// One of these words follows at once
    Next(&'static [&'static str]),
    /// It stands at the beginning of the sentence, or beside a verb such as `darf`
    Imperative,
    /// The sentence does not tell of the speaker or of the past
    NotTold,
}

use Condition::{Imperative, Next, NotFirstPerson, NotTold, Then};

const WITHOUT: &[&str] = &["without", "unless", "until", "except"];
const LEAVE: &[&str] = &["alone", "unchanged", "untouched", "as-is", "intact"];
const ONLY_AFTER: &[&str] = &[
    "if", "when", "after", "once", "with", "for", "from", "by", "under", "until", "on", "in", "to", "the", "those",
    "these", "use", "as",
];
const CONSENT: &[&str] = &[
    "asking",
    "my",
    "an",
    "explicit",
    "approval",
    "permission",
    "confirmation",
    "prior",
    "first",
    "confirming",
    "checking",
    "consent",
];

pub type Phrase = (&'static str, Polarity, Condition);

/// By first letter; of one letter, the stronger and the longer phrase stands first
#[rustfmt::skip]
pub static PHRASES: [Phrase; 177] = [
    ("are not to", Forbids, Condition::None),
    ("avoid", Forbids, Imperative),
    ("at most", Limits, NotTold),
    ("always", Demands, NotTold),
    ("ask before", Demands, Condition::None),
    ("ask me before", Demands, Condition::None),
    ("ask me first", Demands, Condition::None),
    ("ask first", Demands, Condition::None),
    ("at least", Demands, NotTold),
    ("auf keinen fall", Forbids, Condition::None),
    ("ausschließlich", Limits, NotTold),
    ("außer", Limits, NotTold),
    ("anstatt", Limits, NotTold),
    ("au lieu de", Limits, NotTold),
    ("apenas", Limits, NotTold),
    ("a menos que", Limits, Condition::None),
    ("asegúrate", Demands, Condition::None),
    ("be sure to", Demands, Condition::None),
    ("bitte", Forbids, Then(&["nicht", "kein", "keine", "keinen", "nichts"])),
    ("cannot be", Forbids, NotFirstPerson),
    ("can not be", Forbids, NotFirstPerson),
    ("can't be", Forbids, NotFirstPerson),
    ("can’t be", Forbids, NotFirstPerson),
    ("cannot", Forbids, NotTold),
    ("check with me", Demands, Condition::None),
    ("do not", Forbids, NotFirstPerson),
    ("don't", Forbids, NotFirstPerson),
    ("don’t", Forbids, NotFirstPerson),
    ("dont", Forbids, Imperative),
    ("disallowed", Forbids, Condition::None),
    ("darf", Forbids, Then(&["nicht", "kein", "keine", "keinen", "nie", "nichts"])),
    ("dürfen", Forbids, Then(&["nicht", "kein", "keine", "keinen", "nie", "nichts"])),
    ("darfst", Forbids, Then(&["nicht", "kein", "keine", "keinen", "nie", "nichts"])),
    ("doit", Demands, NotTold),
    ("doivent", Demands, NotTold),
    ("devez", Demands, NotTold),
    ("debe", Demands, NotTold),
    ("deben", Demands, NotTold),
    ("deve", Demands, NotTold),
    ("devem", Demands, NotTold),
    ("except", Limits, Condition::None),
    ("exclusively", Limits, NotTold),
    ("ensure", Demands, NotTold),
    ("es sei denn", Limits, Condition::None),
    ("erst wenn", Limits, Condition::None),
    ("erst nach", Limits, NotTold),
    ("excepto", Limits, Condition::None),
    ("exceto", Limits, Condition::None),
    ("en lugar de", Limits, NotTold),
    ("en vez de", Limits, NotTold),
    ("em vez de", Limits, NotTold),
    ("forbidden", Forbids, Condition::None),
    ("forbids", Forbids, Condition::None),
    ("hands off", Forbids, Condition::None),
    ("hold off", Forbids, Condition::None),
    ("has to", Demands, NotTold),
    ("have to", Demands, NotTold),
    ("höchstens", Limits, NotTold),
    ("hay que", Demands, NotTold),
    ("is not to", Forbids, Condition::None),
    ("i reject", Forbids, Condition::None),
    ("instead of", Limits, NotTold),
    ("immer", Demands, NotTold),
    ("interdit", Forbids, Condition::None),
    ("interdite", Forbids, Condition::None),
    ("il faut", Demands, NotTold),
    ("jamais", Forbids, NotTold),
    ("jamás", Forbids, NotTold),
    ("keep away from", Forbids, Condition::None),
    ("keep", Forbids, Then(LEAVE)),
    ("keep", Forbids, Then(&["as"])),
    ("keinesfalls", Forbids, Condition::None),
    ("kein", Forbids, Then(&["ohne"])),
    ("keine", Forbids, Then(&["ohne"])),
    ("keinen", Forbids, Then(&["ohne"])),
    ("leave", Forbids, Then(LEAVE)),
    ("leave", Forbids, Then(&["as"])),
    ("must not", Forbids, Condition::None),
    ("must never", Forbids, Condition::None),
    ("mustn't", Forbids, Condition::None),
    ("mustn’t", Forbids, Condition::None),
    ("may not", Forbids, NotFirstPerson),
    ("may not exceed", Limits, Condition::None),
    ("must not exceed", Limits, Condition::None),
    ("must", Demands, Condition::None),
    ("make sure", Demands, Condition::None),
    ("mandatory", Demands, Condition::None),
    ("muss", Demands, NotTold),
    ("müssen", Demands, NotTold),
    ("never", Forbids, NotTold),
    ("not to", Forbids, NotTold),
    ("not allowed", Forbids, Condition::None),
    ("not permitted", Forbids, Condition::None),
    ("not approved", Forbids, Condition::None),
    ("not acceptable", Forbids, Condition::None),
    ("not without", Forbids, Condition::None),
    ("not until", Limits, Condition::None),
    ("not before", Limits, Condition::None),
    ("not unless", Limits, Condition::None),
    ("no more than", Limits, Condition::None),
    ("no later than", Limits, Condition::None),
    ("no less than", Limits, Condition::None),
    ("no", Forbids, Then(WITHOUT)),
    ("nothing may", Forbids, Condition::None),
    ("nothing must", Forbids, Condition::None),
    ("nobody may", Forbids, Condition::None),
    ("niemals", Forbids, Condition::None),
    ("nie", Forbids, NotTold),
    ("nicht", Forbids, NotTold),
    ("nur", Limits, NotTold),
    ("ne pas", Forbids, Condition::None),
    ("ne doit pas", Forbids, Condition::None),
    ("ne doivent pas", Forbids, Condition::None),
    ("ne peut pas", Forbids, Condition::None),
    ("ne peuvent pas", Forbids, Condition::None),
    ("ne", Forbids, Imperative),
    ("n'oubliez", Demands, Condition::None),
    ("nunca", Forbids, NotTold),
    ("no debe", Forbids, Condition::None),
    ("no deben", Forbids, Condition::None),
    ("no debes", Forbids, Condition::None),
    ("no se debe", Forbids, Condition::None),
    ("no se deben", Forbids, Condition::None),
    ("no se puede", Forbids, Condition::None),
    ("no se pueden", Forbids, Condition::None),
    ("no puede", Forbids, NotTold),
    ("no pueden", Forbids, NotTold),
    ("no", Forbids, Condition::Imperative),
    ("não deve", Forbids, Condition::None),
    ("não devem", Forbids, Condition::None),
    ("não pode", Forbids, NotTold),
    ("não podem", Forbids, NotTold),
    ("não", Forbids, Imperative),
    ("off-limits", Forbids, Condition::None),
    ("off limits", Forbids, Condition::None),
    ("only", Limits, Next(ONLY_AFTER)),
    ("only", Limits, Imperative),
    ("prohibited", Forbids, Condition::None),
    ("prohibido", Forbids, Condition::None),
    ("proibido", Forbids, Condition::None),
    ("refrain from", Forbids, Condition::None),
    ("refuse to", Forbids, Condition::None),
    ("rather than", Limits, NotTold),
    ("required", Demands, NotTold),
    ("requires", Demands, NotTold),
    ("shall not", Forbids, Condition::None),
    ("should not", Forbids, Condition::None),
    ("should never", Forbids, Condition::None),
    ("shouldn't", Forbids, Condition::None),
    ("shouldn’t", Forbids, Condition::None),
    ("stay away from", Forbids, Condition::None),
    ("solely", Limits, NotTold),
    ("should", Demands, NotTold),
    ("soll", Forbids, Then(&["nicht", "kein", "keine", "keinen"])),
    ("sollen", Forbids, Then(&["nicht", "kein", "keine", "keinen"])),
    ("stets", Demands, NotTold),
    ("seulement", Limits, NotTold),
    ("sauf", Limits, Condition::None),
    ("solo", Limits, NotTold),
    ("sólo", Limits, NotTold),
    ("solamente", Limits, NotTold),
    ("somente", Limits, NotTold),
    ("salvo", Limits, Condition::None),
    ("siempre", Demands, NotTold),
    ("sempre", Demands, NotTold),
    ("toujours", Demands, NotTold),
    ("under no circumstances", Forbids, Condition::None),
    ("unless", Limits, Condition::None),
    ("untersagt", Forbids, Condition::None),
    ("unbedingt", Demands, NotTold),
    ("uniquement", Limits, NotTold),
    ("verboten", Forbids, Condition::None),
    ("without", Forbids, Next(CONSENT)),
    ("wait for my", Demands, Condition::None),
    ("wait until", Demands, NotTold),
    ("à moins", Limits, Condition::None),
    ("únicamente", Limits, NotTold),
];

/// For each first byte, how many phrases begin with a smaller one
pub static INITIALS: [u16; 257] = initials();

#[allow(clippy::indexing_slicing, reason = "evaluated while compiling")]
const fn initials() -> [u16; 257] {
    let mut initials = [0u16; 257];
    let mut phrase = 0;
    while phrase < PHRASES.len() {
        initials[PHRASES[phrase].0.as_bytes()[0] as usize + 1] += 1;
        phrase += 1;
    }
    let mut byte = 0;
    while byte < 256 {
        initials[byte + 1] += initials[byte];
        byte += 1;
    }
    initials
}

/// The stronger phrase stands first
pub static UNSPACED: &[(&str, Polarity)] = &[
    ("不要", Forbids),
    ("不得", Forbids),
    ("不能", Forbids),
    ("不可", Forbids),
    ("不准", Forbids),
    ("不许", Forbids),
    ("不允许", Forbids),
    ("禁止", Forbids),
    ("切勿", Forbids),
    ("请勿", Forbids),
    ("绝不", Forbids),
    ("千万别", Forbids),
    ("请别", Forbids),
    ("ないでください", Forbids),
    ("ないで下さい", Forbids),
    ("しないこと", Forbids),
    ("ないように", Forbids),
    ("てはいけ", Forbids),
    ("てはなら", Forbids),
    ("しないで", Forbids),
    ("保持不变", Forbids),
    ("除非", Limits),
    ("除了", Limits),
    ("只能", Limits),
    ("仅限", Limits),
    ("只有", Limits),
    ("のみ", Limits),
    ("だけ", Limits),
    ("以外", Limits),
    ("限り", Limits),
    ("必须", Demands),
    ("务必", Demands),
    ("一定要", Demands),
    ("必ず", Demands),
    ("しなければなら", Demands),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_stand_by_their_first_letter() {
        assert!(PHRASES.is_sorted_by_key(|(phrase, _, _)| phrase.as_bytes().first()));
    }
}
