//! Texts as hashed vectors: the usual measure of likeness where no model is at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

const DIMENSIONS: usize = 512;

/// How texts become vectors: words are hashed with a seed, and weigh by how rare they are
pub struct Space {
    seed: u64,
    /// In how many texts a word stands
    texts_with: BTreeMap<String, usize>,
    texts: usize,
}

impl Space {
    /// Knows how rare words are in these texts
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>, seed: u64) -> Space {
        let mut space = Space { seed, texts_with: BTreeMap::new(), texts: 0 };
        for text in texts {
            space.texts += 1;
            for word in words(text).collect::<BTreeSet<String>>() {
                *space.texts_with.entry(word).or_default() += 1;
            }
        }
        space
    }

    /// The vector of a text, of length one
    pub fn vector(&self, text: &str) -> Vec<f64> {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        words(text).for_each(|word| *counts.entry(word).or_default() += 1.0);
        let mut vector = vec![0.0; DIMENSIONS];
        for (word, count) in counts {
            let mut hasher = DefaultHasher::new();
            (self.seed, &word).hash(&mut hasher);
            let hash = hasher.finish();
            let rare = ((1 + self.texts) as f64 / (1 + self.texts_with.get(&word).copied().unwrap_or(0)) as f64).ln();
            let sign = if hash >> 63 == 0 { 1.0 } else { -1.0 };
            let dimension = usize::try_from(hash % DIMENSIONS as u64).unwrap_or(0);
            if let Some(cell) = vector.get_mut(dimension) {
                *cell += sign * (1.0 + count.ln()) * rare;
            }
        }
        let length = dot(&vector, &vector).sqrt().max(f64::MIN_POSITIVE);
        vector.iter_mut().for_each(|cell| *cell /= length);
        vector
    }
}

/// The likeness of two vectors of length one: from -1 to 1
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|one: char| !one.is_alphanumeric()).filter(|word| word.len() > 1).map(str::to_lowercase)
}
