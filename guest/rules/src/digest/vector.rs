//! Four words of 32 bits that are worked on at once: a vector of the component, four words elsewhere.

pub use kind::Words;

#[cfg(target_arch = "wasm32")]
mod kind {
    use core::arch::wasm32::{
        u32x4, u32x4_add, u32x4_extract_lane, u32x4_shl, u32x4_shr, u32x4_splat, v128, v128_and, v128_or, v128_xor,
    };

    /// Four words, one of each lane
    #[derive(Clone, Copy)]
    pub struct Words(v128);

    impl Words {
        #[inline(always)]
        pub fn new([one, two, three, four]: [u32; 4]) -> Words {
            Words(u32x4(one, two, three, four))
        }

        /// The same word in each lane
        #[inline(always)]
        pub fn all(word: u32) -> Words {
            Words(u32x4_splat(word))
        }

        #[inline(always)]
        pub fn each(self) -> [u32; 4] {
            let words = self.0;
            [
                u32x4_extract_lane::<0>(words),
                u32x4_extract_lane::<1>(words),
                u32x4_extract_lane::<2>(words),
                u32x4_extract_lane::<3>(words),
            ]
        }

        #[inline(always)]
        pub fn add(self, other: Words) -> Words {
            Words(u32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn xor(self, other: Words) -> Words {
            Words(v128_xor(self.0, other.0))
        }

        #[inline(always)]
        pub fn and(self, other: Words) -> Words {
            Words(v128_and(self.0, other.0))
        }

        #[inline(always)]
        pub fn shift_right(self, bits: u32) -> Words {
            Words(u32x4_shr(self.0, bits))
        }

        #[inline(always)]
        pub fn rotate_right(self, bits: u32) -> Words {
            Words(v128_or(u32x4_shr(self.0, bits), u32x4_shl(self.0, 32 - bits)))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod kind {
    /// Four words, one of each lane
    #[derive(Clone, Copy)]
    pub struct Words([u32; 4]);

    impl Words {
        pub fn new(words: [u32; 4]) -> Words {
            Words(words)
        }

        /// The same word in each lane
        pub fn all(word: u32) -> Words {
            Words([word; 4])
        }

        pub fn each(self) -> [u32; 4] {
            self.0
        }

        pub fn add(self, other: Words) -> Words {
            self.with(other, u32::wrapping_add)
        }

        pub fn xor(self, other: Words) -> Words {
            self.with(other, |one, other| one ^ other)
        }

        pub fn and(self, other: Words) -> Words {
            self.with(other, |one, other| one & other)
        }

        pub fn shift_right(self, bits: u32) -> Words {
            Words(self.0.map(|word| word >> bits))
        }

        pub fn rotate_right(self, bits: u32) -> Words {
            Words(self.0.map(|word| word.rotate_right(bits)))
        }

        fn with(self, other: Words, work: impl Fn(u32, u32) -> u32) -> Words {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Words([work(a, e), work(b, f), work(c, g), work(d, h)])
        }
    }
}
