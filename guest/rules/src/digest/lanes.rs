//! SHA-256 of many texts, four at a time: each lane of a vector works on a text of its own.
//!
//! A component has no instruction for SHA-256, and of one text each step needs the one before it. Four texts have nothing
//! to do with each other, and a window has hundreds.

use super::vector::Words;
use alloc::vec::Vec;

/// The digest of each of `texts`, in their order
pub fn digests(texts: &[&[u8]]) -> Vec<[u8; 32]> {
    let mut digests = alloc::vec![[0; 32]; texts.len()];
    let mut waiting = texts.iter().zip(&mut digests);
    let mut lanes = [(); 4].map(|()| Lane::next(&mut waiting));
    let mut state = START.map(Words::all);
    while lanes.iter().any(|lane| lane.digest.is_some()) {
        compress(&mut state, lanes.each_ref().map(Lane::block));
        for (place, lane) in lanes.iter_mut().enumerate() {
            lane.blocks_done = lane.blocks_done.saturating_add(1);
            if lane.blocks_done == blocks_of(lane.text) {
                lane.finish(&mut state, place);
                *lane = Lane::next(&mut waiting);
            }
        }
    }
    digests
}

/// A text that is worked on, and where its digest is to go; without the latter nothing is left to do
struct Lane<'t, 'd> {
    text: &'t [u8],
    blocks_done: usize,
    digest: Option<&'d mut [u8; 32]>,
}

impl<'t, 'd> Lane<'t, 'd> {
    fn next(waiting: &mut impl Iterator<Item = (&'d &'t [u8], &'d mut [u8; 32])>) -> Lane<'t, 'd>
    where
        't: 'd,
    {
        match waiting.next() {
            Some((text, digest)) => Lane { text, blocks_done: 0, digest: Some(digest) },
            None => Lane { text: &[], blocks_done: 0, digest: None },
        }
    }

    /// The next block: bytes of the text, then one bit, then zeroes, then the length of the text in bits
    #[inline(always)]
    fn block(&self) -> [u8; BLOCK_BYTES] {
        let rest = self.text.get(self.blocks_done.saturating_mul(BLOCK_BYTES)..);
        if let Some(whole) = rest.and_then(|rest| rest.first_chunk()) {
            return *whole;
        }
        let mut block = [0; BLOCK_BYTES];
        if let Some(rest) = rest {
            for (slot, byte) in block.iter_mut().zip(rest.iter().chain(&[0x80])) {
                *slot = *byte;
            }
        }
        if self.blocks_done.saturating_add(1) == blocks_of(self.text)
            && let Some(length) = block.last_chunk_mut()
        {
            *length = (self.text.len() as u64).wrapping_mul(8).to_be_bytes();
        }
        block
    }

    /// Takes the digest out of a lane of `state`, which then begins anew
    fn finish(&mut self, state: &mut [Words; 8], place: usize) {
        let mut bytes = [0; 32];
        for ((words, start), four) in state.iter_mut().zip(START).zip(bytes.as_chunks_mut().0) {
            let mut each = words.each();
            if let Some(word) = each.get_mut(place) {
                *four = word.to_be_bytes();
                *word = start;
            }
            *words = Words::new(each);
        }
        if let Some(digest) = self.digest.as_deref_mut() {
            *digest = bytes;
        }
    }
}

const BLOCK_BYTES: usize = 64;

/// One bit and the length, nine bytes, stand after the text
fn blocks_of(text: &[u8]) -> usize {
    text.len().saturating_add(9).div_ceil(BLOCK_BYTES)
}

/// The compression of FIPS 180-4, 6.2.2, on a block of each lane
#[allow(clippy::indexing_slicing, reason = "each place is below the length of its array, and the compiler sees it")]
#[inline(never)]
fn compress(state: &mut [Words; 8], blocks: [[u8; BLOCK_BYTES]; 4]) {
    let words = blocks.map(|block| {
        let mut words = [0; 16];
        for (word, four) in words.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*four);
        }
        words
    });
    let mut schedule = [Words::all(0); 16];
    for (place, slot) in schedule.iter_mut().enumerate() {
        *slot = Words::new([words[0][place], words[1][place], words[2][place], words[3][place]]);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (sixteen, constants) in ROUNDS.as_chunks::<16>().0.iter().enumerate() {
        for place in 0..16 {
            if sixteen > 0 {
                let near = schedule[(place + 1) & 15];
                let far = schedule[(place + 14) & 15];
                let near = near.rotate_right(7).xor(near.rotate_right(18)).xor(near.shift_right(3));
                let far = far.rotate_right(17).xor(far.rotate_right(19)).xor(far.shift_right(10));
                schedule[place] = schedule[place].add(near).add(schedule[(place + 9) & 15]).add(far);
            }
            let turned = e.rotate_right(6).xor(e.rotate_right(11)).xor(e.rotate_right(25));
            let chosen = g.xor(e.and(f.xor(g)));
            let one = h.add(turned).add(chosen).add(Words::all(constants[place])).add(schedule[place]);
            let turned = a.rotate_right(2).xor(a.rotate_right(13)).xor(a.rotate_right(22));
            let most = a.and(b.xor(c)).xor(b.and(c));
            (h, g, f, e) = (g, f, e, d.add(one));
            (d, c, b, a) = (c, b, a, one.add(turned).add(most));
        }
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.add(more);
    }
}

/// The first 32 bits behind the point of the square roots of the first 8 primes
const START: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// The first 32 bits behind the point of the cube roots of the first 64 primes
#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn the_same_as_the_library() {
        // Every length around the borders of a block, short ones among long ones, and fewer texts than lanes.
        let bytes: Vec<u8> = (0..1000u32).map(|place| (place.wrapping_mul(167) >> 3) as u8).collect();
        let lengths = (0..140).chain([500, 3, 1000, 0, 64, 999]);
        let texts: Vec<&[u8]> = lengths.filter_map(|length| bytes.get(..length)).collect();
        let of_library = |text: &&[u8]| <[u8; 32]>::from(Sha256::digest(text));
        for most in [0, 1, 3, texts.len()] {
            let some: Vec<&[u8]> = texts.iter().rev().take(most).copied().collect();
            assert_eq!(digests(&some), some.iter().map(of_library).collect::<Vec<_>>());
        }
    }
}
