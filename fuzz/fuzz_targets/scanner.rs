//! What the scanner and the demands find in any text; the laws stand in `fuzz/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| anchorhold_fuzz_laws::scanner(bytes));
