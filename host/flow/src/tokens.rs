//! Sizes in tokens of o200k.

use crate::answers::Element;

/// What a provider's template puts around each element: a role and its delimiters
const FRAME_TOKENS: u32 = 4;

/// The size of a text. The tables are read when this is first called, which takes some 60 ms.
pub fn count(text: &str) -> u32 {
    u32::try_from(bpe_openai::o200k_base().count(text)).unwrap_or(u32::MAX)
}

/// The size of an element: its text, the tool that it names, and its frame. `None`: the policy knows it better, as of
/// an image, whose text says nothing of its size.
pub(crate) fn size_of(element: &Element) -> Option<u32> {
    if element.tokens.is_some() {
        return None;
    }
    let tool = element.tool.as_deref().map_or(0, count);
    Some(count(&element.text).saturating_add(tool).saturating_add(FRAME_TOKENS))
}

/// The size of a window
pub(crate) fn sum_of(elements: &[Element]) -> u32 {
    let size = |element: &Element| size_of(element).or(element.tokens).unwrap_or(0);
    elements.iter().map(size).fold(0, u32::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn counts_are_those_of_the_published_tokenizer() {
        for (text, tokens) in [("", 0), ("hello world", 2), ("tiktoken is great!", 6), ("请不要删除", 3)] {
            assert_eq!(count(text), tokens, "{text}");
        }
    }
}
