//! Numbers that look random and are the same in every run.

/// The xorshift generator of Marsaglia
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Equal seeds give equal numbers
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed ^ 0x9e37_79b9_7f4a_7c15 }
    }

    /// A number below `bound`; zero where that is zero
    pub fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 11).unwrap_or_default().checked_rem(bound).unwrap_or_default()
    }

    /// One of the words
    pub fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words.get(self.below(words.len())).copied().unwrap_or_default()
    }

    /// So many hexadecimal digits
    pub fn hexadecimal(&mut self, digits: usize) -> String {
        (0..digits).filter_map(|_| char::from_digit(u32::try_from(self.below(16)).ok()?, 16)).collect()
    }
}
