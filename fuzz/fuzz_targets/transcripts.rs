//! Any text as a transcript; the laws stand in `fuzz/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| anchorhold_fuzz_laws::transcripts(bytes));
