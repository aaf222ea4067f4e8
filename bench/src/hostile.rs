//! Texts that somebody made to be slow, beside ordinary text.

use crate::windows::Window;
use std::fmt::Write as _;

/// What the tool answers in an ordinary window of this kind
pub fn ordinary() -> Window {
    let text: String = Window::of_size("", 1 << 20).pieces.into_iter().map(|piece| piece.text + "\n").collect();
    Window::around("ordinary text, 1 MiB", text)
}

/// The hostile ones
pub fn all() -> Vec<Window> {
    const MILLION: usize = 1_000_000;
    let nested = format!("{{\"path\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        Window::around("a million opening brackets", "[".repeat(MILLION)),
        Window::around("a million quotation marks", "\"".repeat(MILLION)),
        Window::around("a million line feeds", "\n".repeat(MILLION)),
        Window::around("one line of 10 MB", "the cache was read twice and nothing came of it ".repeat(MILLION / 5)),
        Window::around("one word of 1 MB", "0123456789abcdef".repeat(MILLION / 16)),
        Window::around("a thousand near-identical ids, often", near_identical_ids(MILLION)),
        Window::around("a hundred thousand keys", keys(100_000)),
        Window::around("a million words `not`", "do not ".repeat(MILLION / 7)),
        Window::of_call("JSON of depth 100,000 as arguments", nested.clone(), "done".to_owned()),
        Window::around("JSON of depth 100,000 as result", nested),
    ]
}

fn near_identical_ids(bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0_u32;
    while text.len() < bytes {
        let _ = write!(text, "req_7c41e09b{:03x} ", number % 1000);
        number = number.wrapping_add(7);
    }
    text
}

fn keys(count: u32) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "key_{number}: {}", number.wrapping_mul(2_654_435_761));
        text
    })
}
