//! The terms of the summary: a table from a hash to a small number.

use alloc::vec;
use alloc::vec::Vec;

/// The number of a term
pub type Term = u32;

/// Numbers terms in the order in which they come. Open addressing over a power of two; never more than half full.
#[derive(Clone, Debug)]
pub struct Terms {
    slots: Vec<(u64, Term)>,
    count: Term,
    aliases: usize,
}

const FREE: Term = Term::MAX;

impl Terms {
    /// A table without terms
    pub fn new() -> Terms {
        Terms { slots: vec![(0, FREE); 64], count: 0, aliases: 0 }
    }

    /// How many terms there are
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The number of a term, if it has one
    #[inline]
    pub fn find(&self, hash: u64) -> Option<Term> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = spread(hash) & mask;
        loop {
            let (found, term) = *self.slots.get(place)?;
            if term == FREE {
                return None;
            }
            if found == hash {
                return Some(term);
            }
            place = place.wrapping_add(1) & mask;
        }
    }

    /// The number of a term, which gets one if it has none
    pub fn add(&mut self, hash: u64) -> Term {
        if let Some(term) = self.find(hash) {
            return term;
        }
        self.grow();
        let term = self.count;
        self.put(hash, term);
        self.count = self.count.saturating_add(1);
        term
    }

    /// Lets another hash stand for a term, if it stands for none yet
    pub fn alias(&mut self, hash: u64, term: Term) {
        if self.find(hash).is_none() {
            self.grow();
            self.put(hash, term);
            self.aliases = self.aliases.saturating_add(1);
        }
    }

    fn grow(&mut self) {
        if self.count().saturating_add(self.aliases).saturating_mul(2) < self.slots.len() {
            return;
        }
        let larger = vec![(0, FREE); self.slots.len().saturating_mul(2)];
        for (hash, term) in core::mem::replace(&mut self.slots, larger) {
            if term != FREE {
                self.put(hash, term);
            }
        }
    }

    fn put(&mut self, hash: u64, term: Term) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = spread(hash) & mask;
        while self.slots.get(place).is_some_and(|(_, term)| *term != FREE) {
            place = place.wrapping_add(1) & mask;
        }
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = (hash, term);
        }
    }
}

fn spread(hash: u64) -> usize {
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_keep_their_numbers() {
        let mut terms = Terms::new();
        for hash in 0..1000u64 {
            assert_eq!(terms.add(hash.wrapping_mul(7)), hash as Term);
        }
        for hash in 0..1000u64 {
            assert_eq!(terms.find(hash.wrapping_mul(7)), Some(hash as Term));
        }
        assert_eq!(terms.find(3), None);
        assert_eq!(terms.count(), 1000);
    }
}
