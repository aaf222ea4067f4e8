//! Any text as a transcript: what is read is written back byte for byte.

use anchorhold_rules::admission::NextElement;
use anchorhold_rules::window::{CallProcess, Marker};
use anchorhold_transcripts::{Format, read};
use std::collections::BTreeSet;

/// The first byte says as what the rest is read. Where it can be read, its pieces cover it without a gap, no id stands
/// twice, and a window of which everything stays is the text that was read
///
/// # Panics
/// The law is broken.
pub fn transcripts(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let format = Format::ALL.get(usize::from(*first) % (Format::ALL.len() + 1)).copied();
    let Ok(transcript) = read(&text, format, CallProcess::Dead) else { return };
    let mut end = 0;
    for segment in &transcript.segments {
        assert_eq!(segment.range.start, end, "a gap, or a piece that stands twice");
        end = segment.range.end;
    }
    assert_eq!(end, text.len(), "the end is missing");
    let ids: BTreeSet<&str> = transcript.window.iter().map(|element| element.id.as_ref()).collect();
    assert_eq!(ids.len(), transcript.window.len(), "an id stands twice");
    let all: Vec<NextElement> = (0..transcript.window.len()).map(NextElement::Kept).collect();
    assert!(transcript.write(&all, &Marker::default()) == text, "what was read is not written back");
    let without_first: Vec<NextElement> = (1..transcript.window.len()).map(NextElement::Kept).collect();
    let _ = transcript.write(&without_first, &Marker::default());
}
