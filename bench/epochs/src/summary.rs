//! A summary without a model: the sentences that are most like the whole. Every sentence is one of the originals.

use crate::vectors::{Space, dot};
use anchorhold_rules::tokens::estimate;

/// The sentences of `texts` that are most like all of them together, in their order, in at most `room_tokens`
pub fn extract(space: &Space, texts: &[&str], room_tokens: u32) -> String {
    /// Longer ones are code and logs
    const SENTENCE_BYTES: std::ops::RangeInclusive<usize> = 24..=400;
    let sentences: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.lines().flat_map(|line| line.split_inclusive(". ")))
        .map(str::trim)
        .filter(|sentence| SENTENCE_BYTES.contains(&sentence.len()))
        .collect();
    let middle = space.vector(&sentences.join(" "));
    let mut ranked: Vec<(usize, f64)> =
        sentences.iter().enumerate().map(|(place, sentence)| (place, dot(&middle, &space.vector(sentence)))).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let (mut taken, mut used): (Vec<usize>, u32) = (Vec::new(), 0);
    for (place, _) in ranked {
        let sentence = sentences.get(place).copied().unwrap_or_default();
        let size = estimate(sentence) + 1;
        if used + size > room_tokens {
            continue;
        }
        if taken.iter().all(|other| sentences.get(*other) != Some(&sentence)) {
            used += size;
            taken.push(place);
        }
    }
    taken.sort_unstable();
    taken.iter().filter_map(|place| sentences.get(*place).copied()).collect::<Vec<&str>>().join("\n")
}
