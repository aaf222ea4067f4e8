//! The recipe of a request: its text without the transcript, which the archive holds anyway.

use crate::document::Document;
use anchorhold_store::Digest;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Recipe<'a> {
    /// The text before the transcript
    #[serde(borrow)]
    before: std::borrow::Cow<'a, str>,
    /// SHA-256 of the transcript, which stands there as a JSON string. `None`: it does not stand in the request.
    document: Option<String>,
    /// The text after it
    #[serde(borrow)]
    after: std::borrow::Cow<'a, str>,
}

/// The recipe of a request about a document, as the archive keeps it
pub(crate) fn of(request: &str, document: &Document) -> Vec<u8> {
    let quoted = serde_json::to_string(&document.text).unwrap_or_default();
    let recipe = match request.split_once(&quoted) {
        Some((before, after)) => {
            // Not that of the file: where originals are reloaded the text is that of no file.
            let digest = Digest::of(document.text.as_bytes()).to_string();
            Recipe { before: before.into(), document: Some(digest), after: after.into() }
        }
        None => Recipe { before: request.into(), document: None, after: "".into() },
    };
    // Plain texts always have a form in JSON.
    serde_json::to_vec(&recipe).unwrap_or_default()
}

/// The request of a recipe. `document` gives a document by its digest. `None`: it is no recipe, or the document is not to
/// be had.
pub(crate) fn request(recipe: &[u8], document: impl FnOnce(Digest) -> Option<String>) -> Option<String> {
    let Recipe { before, document: digest, after } = serde_json::from_slice(recipe).ok()?;
    let quoted = match digest {
        Some(digest) => serde_json::to_string(&document(digest.parse().ok()?)?).ok()?,
        None => String::new(),
    };
    Some([before.as_ref(), &quoted, after.as_ref()].concat())
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use crate::document::Document;
    use anchorhold_store::Digest;
    use serde_json::json;

    #[test]
    fn a_request_is_put_together_again_without_a_second_copy_of_the_document() {
        let text = "line one\n\"quoted\" \u{1f980} 不要\n".repeat(200);
        let document = Document { path: "x".into(), digest: Digest::of(text.as_bytes()), text };
        for request in [
            json!({"request": {"transcript": document.text, "budget": 5}}).to_string(),
            json!({"request": {"transcript": "another"}}).to_string(),
        ] {
            let recipe = super::of(&request, &document);
            assert!(recipe.len() < 200, "{} bytes", recipe.len());
            let restored = super::request(&recipe, |digest| (digest == document.digest).then(|| document.text.clone()));
            assert_eq!(restored, Some(request));
        }
        assert_eq!(super::request(b"{", |_| None), None);
    }
}
