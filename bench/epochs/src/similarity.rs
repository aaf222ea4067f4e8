//! The arm that was observed: what is least like the epoch's summary leaves, and the index is built again from what is left.

use crate::arm::{Arm, Pass};
use crate::index::Index;
use crate::session::size;
use crate::summary;
use crate::vectors::{Space, dot};
use anchorhold_rules::tokens::estimate;
use anchorhold_rules::window::{Element, ElementKind};

/// What the index is made of
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Indexed {
    /// What is left after each compaction
    Remains,
    /// Everything, as it stood before
    Originals,
}

/// Evicts by similarity alone
pub struct Similarity {
    budget: u32,
    seed: u64,
    indexed: Indexed,
    index: Index,
    kept: Vec<Element<'static>>,
}

impl Similarity {
    /// An empty window
    ///
    /// # Errors
    /// Where the index cannot be made.
    pub fn new(budget: u32, seed: u64, indexed: Indexed) -> Result<Similarity, String> {
        Ok(Similarity { budget, seed, indexed, index: Index::new()?, kept: Vec::new() })
    }

    fn tokens(&self) -> u32 {
        self.kept.iter().map(size).sum()
    }
}

impl Arm for Similarity {
    fn name(&self) -> &'static str {
        match self.indexed {
            Indexed::Remains => "similarity, index of what is left",
            Indexed::Originals => "similarity, index of the originals",
        }
    }

    fn end_epoch(&mut self, epoch: u32, brought: &[Element<'static>]) -> Result<Pass, String> {
        /// Of the budget: where guards and frameworks aim, and what the summary may take
        const AIM: f64 = 0.7;
        const ROOM: f64 = 0.1;
        self.kept.extend_from_slice(brought);
        if self.indexed == Indexed::Originals {
            brought.iter().try_for_each(|element| self.index.add(&element.id, &element.text))?;
        }
        let mut pass = Pass::default();
        if self.tokens() > self.budget {
            let texts: Vec<&str> = self.kept.iter().map(|element| element.text.as_ref()).collect();
            let space = Space::of(texts.iter().copied(), self.seed);
            let summary = summary::extract(&space, &texts, (f64::from(self.budget) * ROOM) as u32);
            let like = space.vector(&summary);
            let newest_request = self.kept.iter().rposition(|element| element.kind == ElementKind::UserRequest);
            let mut ranked: Vec<(usize, f64)> = self
                .kept
                .iter()
                .enumerate()
                .filter(|(place, element)| !element.kind.is_instruction() && Some(*place) != newest_request)
                .map(|(place, element)| (place, dot(&like, &space.vector(&element.text))))
                .collect();
            ranked.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
            let aim = (f64::from(self.budget) * AIM) as u32;
            let mut tokens = self.tokens() + estimate(&summary);
            let mut leaves = vec![false; self.kept.len()];
            for (place, _) in ranked {
                let (Some(element), Some(leaves)) = (self.kept.get(place), leaves.get_mut(place)) else { continue };
                if tokens <= aim {
                    break;
                }
                *leaves = true;
                tokens -= size(element);
                pass.left.push(element.id.to_string());
                pass.summarized_tokens += u64::from(size(element));
            }
            let mut leaves = leaves.into_iter();
            self.kept.retain(|_| !leaves.next().unwrap_or(false));
            // A summary of this epoch, made of whatever was in the window: earlier summaries too.
            let first = self.kept.iter().position(|element| !element.kind.is_instruction()).unwrap_or(self.kept.len());
            let mut element = Element::new(format!("summary-{epoch}"), ElementKind::Reasoning, summary);
            element.tokens = Some(estimate(&element.text));
            self.kept.insert(first, element);
        }
        if self.indexed == Indexed::Remains {
            self.index.clear()?;
            self.kept.iter().try_for_each(|element| self.index.add(&element.id, &element.text))?;
        }
        pass.tokens = u64::from(self.tokens());
        pass.is_over = self.tokens() > self.budget;
        Ok(pass)
    }

    fn window(&self) -> Vec<&str> {
        self.kept.iter().map(|element| element.text.as_ref()).collect()
    }

    fn search(&mut self, words: &str) -> Result<Vec<(String, String)>, String> {
        self.index.search(words)
    }

    fn stored_bytes(&self) -> Result<u64, String> {
        self.index.bytes()
    }
}
