//! The words of a sentence in lower case, and which of them say nothing by themselves.

use crate::scan::{Kind, Span, Token, tokens};
use alloc::vec::Vec;

/// A word in lower case, cut off after [`Word::LONGEST`] bytes
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Where it stands
    pub span: Span,
    /// What it is
    pub kind: Kind,
    letters: [u8; Word::LONGEST],
    length: u8,
}

impl Word {
    /// As much as is kept of a word
    pub const LONGEST: usize = 22;

    /// The word that `token` is in `text`
    pub fn of(text: &str, token: Token) -> Word {
        let mut letters = [0; Word::LONGEST];
        let mut length = 0u8;
        for (place, byte) in letters.iter_mut().zip(token.of(text).bytes()) {
            *place = byte.to_ascii_lowercase();
            length = length.saturating_add(1);
        }
        Word { span: token.span, kind: token.kind, letters, length }
    }

    /// Its letters in lower case
    pub fn letters(&self) -> &[u8] {
        self.letters.get(..usize::from(self.length)).unwrap_or_default()
    }

    /// Whether it is `word`, which is in lower case
    #[inline]
    pub fn is(&self, word: &str) -> bool {
        // Length and first letter tell most words apart, without a call that compares the rest.
        let known = word.as_bytes();
        usize::from(self.length) == known.len() && self.letters.first() == known.first() && self.letters() == known
    }

    /// Whether it is one of `words`
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// The words and other tokens of `text`, in order
pub fn read(text: &str) -> Vec<Word> {
    tokens(text).map(|token| Word::of(text, token)).collect()
}

/// Whether `words` begin with the words of `phrase`, which stand in one string with single spaces between them
pub fn begins_with(words: &[Word], phrase: &str) -> Option<usize> {
    let mut rest = phrase.as_bytes();
    for (place, word) in words.iter().enumerate() {
        // Most phrases are told apart at their first letter, without a call that compares the rest.
        if word.letters().first() != rest.first() {
            return None;
        }
        rest = match rest.strip_prefix(word.letters())? {
            [] => return Some(place.saturating_add(1)),
            [b' ', rest @ ..] => rest,
            _ => return None,
        };
    }
    None
}

/// Whether a word in lower case says nothing by itself: articles, pronouns, auxiliaries, prepositions of six languages
pub fn is_empty_word(word: &[u8]) -> bool {
    word.len() <= 1 && word.iter().all(u8::is_ascii_alphabetic) || EMPTY.binary_search(&word).is_ok()
}

/// In the order of their bytes
#[rustfmt::skip]
const EMPTY: [&[u8]; 398] = [
    b"a", b"aber", b"about", b"above", b"after", b"again", b"al", b"all", b"alle", b"already", b"als", b"also",
    b"always", b"am", b"an", b"and", b"any", b"anything", b"ao", b"aqu\xc3\xad", b"are", b"aren't", b"as",
    b"as\xc3\xad", b"at", b"au", b"auch", b"auf", b"aus", b"aux", b"avec", b"be", b"because", b"been", b"before",
    b"bei", b"beim", b"being", b"below", b"between", b"bitte", b"both", b"but", b"by", b"cada", b"can", b"can't",
    b"cannot", b"ce", b"ces", b"cet", b"cette", b"com", b"como", b"con", b"could", b"cual", b"cuando", b"da", b"dann",
    b"dans", b"das", b"dass", b"de", b"dem", b"den", b"der", b"des", b"deux", b"did", b"die", b"do", b"doch", b"does",
    b"doesn't", b"don't", b"donde", b"don\xe2\x80\x99t", b"du", b"e", b"each", b"ein", b"eine", b"einem", b"einen",
    b"einer", b"either", b"el", b"ela", b"ele", b"eles", b"ella", b"ellas", b"elle", b"ellos", b"em", b"en", b"er",
    b"es", b"esse", b"est", b"esta", b"este", b"et", b"eux", b"even", b"ever", b"every", b"everything", b"foi", b"for",
    b"foram", b"from", b"fue", b"fueron", b"f\xc3\xbcr", b"get", b"gets", b"got", b"ha", b"habe", b"haben", b"had",
    b"han", b"has", b"hat", b"hatte", b"hatten", b"have", b"having", b"hay", b"he", b"he'd", b"he's", b"hence", b"her",
    b"here", b"herself", b"he\xe2\x80\x99s", b"hier", b"him", b"himself", b"his", b"how", b"however", b"i", b"i'll",
    b"i'm", b"i've", b"ich", b"if", b"ihm", b"ihn", b"ihnen", b"ihr", b"ihre", b"ihrem", b"ihren", b"il", b"im", b"in",
    b"into", b"is", b"isn't", b"ist", b"it", b"it's", b"its", b"itself", b"it\xe2\x80\x99s", b"i\xe2\x80\x99m",
    b"i\xe2\x80\x99ve", b"ja", b"je", b"just", b"kann", b"kein", b"keine", b"la", b"las", b"le", b"les", b"let",
    b"let's", b"leur", b"leurs", b"lhe", b"lhes", b"like", b"lo", b"los", b"lui", b"made", b"mais", b"make", b"mas",
    b"may", b"me", b"mehr", b"mein", b"meine", b"meu", b"might", b"mit", b"more", b"most", b"much", b"must", b"muy",
    b"my", b"myself", b"na", b"nach", b"ne", b"neither", b"never", b"ni", b"nicht", b"no", b"noch", b"non", b"nor",
    b"nos", b"not", b"nothing", b"notre", b"nous", b"now", b"nur", b"n\xc3\xa3o", b"o", b"oder", b"of", b"off", b"on",
    b"once", b"one", b"only", b"or", b"os", b"other", b"ou", b"our", b"out", b"over", b"own", b"o\xc3\xb9", b"para",
    b"pas", b"pela", b"pelo", b"pero", b"peut", b"please", b"plus", b"pode", b"por", b"pour", b"que", b"qui", b"s",
    b"same", b"schon", b"se", b"sehr", b"sein", b"ser", b"sera", b"seu", b"shall", b"she", b"she'd", b"she's",
    b"she\xe2\x80\x99s", b"should", b"si", b"sich", b"sido", b"sie", b"sin", b"since", b"sind", b"so", b"some",
    b"something", b"son", b"sont", b"sous", b"still", b"su", b"sua", b"such", b"sur", b"t", b"tambi\xc3\xa9n", b"than",
    b"that", b"that's", b"the", b"their", b"them", b"themselves", b"then", b"there", b"therefore", b"these", b"they",
    b"they'd", b"they're", b"they\xe2\x80\x99re", b"this", b"those", b"through", b"thus", b"to", b"toda", b"todo",
    b"too", b"tous", b"toute", b"tudo", b"um", b"uma", b"una", b"unas", b"und", b"under", b"une", b"uno", b"unos",
    b"uns", b"until", b"up", b"us", b"use", b"used", b"uses", b"using", b"vai", b"ve", b"very", b"via", b"vom", b"von",
    b"vor", b"vous", b"war", b"waren", b"was", b"wasn't", b"we", b"we'd", b"we're", b"we've", b"weil", b"well",
    b"wenn", b"werden", b"were", b"we\xe2\x80\x99re", b"what", b"when", b"where", b"which", b"while", b"who", b"who's",
    b"whose", b"why", b"wie", b"will", b"wir", b"wird", b"with", b"within", b"without", b"won't", b"worden", b"would",
    b"wurde", b"wurden", b"w\xc3\xa4re", b"y", b"ya", b"ya't", b"yet", b"you", b"you're", b"your", b"yourself", b"z",
    b"zu", b"zum", b"zur", b"\xc3\xa9tait", b"\xc3\xa9t\xc3\xa9", b"\xc3\xaatre", b"\xc3\xbcber",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_words_stand_in_order() {
        assert!(EMPTY.is_sorted());
        assert!(is_empty_word(b"the") && is_empty_word("für".as_bytes()) && !is_empty_word(b"merge"));
    }
}
