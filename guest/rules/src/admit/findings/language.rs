//! The language of a text, told from its small words and its script.

use super::items::{Item, is_one_of};
use crate::scan::Kind;

/// A language that can be told
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Language {
    /// English
    English,
    /// German
    German,
    /// Spanish
    Spanish,
    /// French
    French,
    /// Portuguese
    Portuguese,
    /// Chinese
    Chinese,
    /// Japanese
    Japanese,
    /// A language in Cyrillic letters
    Cyrillic,
    /// Korean
    Korean,
}

impl Language {
    /// The language of a BCP 47 tag, if it is one of these
    pub fn of_tag(tag: &str) -> Option<Language> {
        let first = tag.split(['-', '_']).next()?;
        Some(match first {
            "en" => Language::English,
            "de" => Language::German,
            "es" => Language::Spanish,
            "fr" => Language::French,
            "pt" => Language::Portuguese,
            "zh" => Language::Chinese,
            "ja" => Language::Japanese,
            "ru" | "uk" | "bg" | "sr" => Language::Cyrillic,
            "ko" => Language::Korean,
            _ => return None,
        })
    }

    /// Its name, for a finding
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "German",
            Language::Spanish => "Spanish",
            Language::French => "French",
            Language::Portuguese => "Portuguese",
            Language::Chinese => "Chinese",
            Language::Japanese => "Japanese",
            Language::Cyrillic => "Cyrillic",
            Language::Korean => "Korean",
        }
    }
}

/// Whether no small word of another language stands among the items: only then are words that the window lacks lacking
/// indeed, and not translated
pub fn is_english(text: &str, items: &[Item]) -> bool {
    const FOREIGN: [&str; 18] = [
        "que", "der", "die", "und", "los", "las", "les", "des", "não", "uma", "nicht", "ein", "darf", "para", "pas",
        "el", "dürfen", "una",
    ];
    !items.iter().any(|item| item.kind == Kind::Ideographs || is_one_of(item.of_text(text), &FOREIGN))
}

/// The language in which most of the items are, if so many small words of one language stand among them that it can be
/// told. Names, numbers and code say nothing.
pub fn of_items(text: &str, items: &[Item]) -> Option<Language> {
    const SMALL: [(Language, &[&str]); 5] = [
        (
            Language::English,
            &[
                "the", "of", "and", "to", "is", "was", "that", "for", "with", "not", "this", "are", "it", "has", "be",
                "by", "on", "an", "been", "were", "so",
            ],
        ),
        (
            Language::German,
            &[
                "der", "die", "das", "und", "nicht", "ist", "mit", "für", "auf", "ein", "eine", "wurde", "den", "dem",
                "von", "zu", "sich", "auch", "wird", "werden", "im",
            ],
        ),
        (
            Language::Spanish,
            &[
                "el", "la", "los", "las", "de", "que", "y", "no", "se", "por", "para", "con", "una", "fue", "del",
                "es", "su", "al", "en", "lo", "ha",
            ],
        ),
        (
            Language::French,
            &[
                "le", "la", "les", "de", "des", "est", "pas", "une", "dans", "pour", "que", "sur", "et", "du", "au",
                "ce", "sont", "il", "ne", "été", "avec",
            ],
        ),
        (
            Language::Portuguese,
            &[
                "o", "os", "as", "de", "por", "sempre", "que", "não", "uma", "para", "com", "foi", "em", "do", "da",
                "e", "no", "na", "um", "ser", "ao", "dos", "é",
            ],
        ),
    ];
    let mut counts = [0u32; 5];
    let (mut ideographs, mut kana, mut cyrillic, mut hangul) = (0u32, 0u32, 0u32, 0u32);
    for item in items {
        let word = item.of_text(text);
        match item.kind {
            Kind::Ideographs => {
                let is_kana = word.chars().any(|letter| ('\u{3040}'..='\u{30ff}').contains(&letter));
                kana = kana.saturating_add(u32::from(is_kana));
                ideographs = ideographs.saturating_add(1);
            }
            Kind::Word => {
                match word.chars().next() {
                    Some('\u{400}'..='\u{4ff}') => cyrillic = cyrillic.saturating_add(1),
                    Some('\u{ac00}'..='\u{d7a3}') => hangul = hangul.saturating_add(1),
                    _ => {}
                }
                for (count, (_, words)) in counts.iter_mut().zip(&SMALL) {
                    if words.iter().any(|known| word.eq_ignore_ascii_case(known)) {
                        *count = count.saturating_add(1);
                    }
                }
            }
            _ => {}
        }
    }
    let (best, count) =
        counts.iter().zip(&SMALL).map(|(count, (language, _))| (*language, *count)).max_by_key(|(_, count)| *count)?;
    let second = counts
        .iter()
        .zip(&SMALL)
        .filter(|(_, (language, _))| *language != best)
        .map(|(count, _)| *count)
        .max()
        .unwrap_or(0);
    let scripts = [
        (
            if kana.saturating_mul(3) > ideographs { Language::Japanese } else { Language::Chinese },
            ideographs.saturating_mul(2),
        ),
        (Language::Cyrillic, cyrillic),
        (Language::Korean, hangul),
    ];
    let (script, letters) = scripts.into_iter().max_by_key(|(_, letters)| *letters)?;
    if letters >= 3 && letters > count {
        return Some(script);
    }
    (count >= 3 && count > second.saturating_add(second / 2)).then_some(best)
}
