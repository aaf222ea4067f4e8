//! What is compared: each arm keeps a window within a budget, epoch by epoch, and can be asked.

use anchorhold_rules::window::Element;

/// A way to keep a window small
pub trait Arm {
    /// Its name in tables
    fn name(&self) -> &'static str;

    /// Takes what an epoch brought, and compacts where that is more than the budget
    ///
    /// # Errors
    /// Where the arm's store fails.
    fn end_epoch(&mut self, epoch: u32, brought: &[Element<'static>]) -> Result<Pass, String>;

    /// The texts that the model reads now
    fn window(&self) -> Vec<&str>;

    /// The names and texts that the index returns for a question, the best first
    ///
    /// # Errors
    /// Where the arm's store fails.
    fn search(&mut self, words: &str) -> Result<Vec<(String, String)>, String>;

    /// What it keeps outside the window, in bytes on disk
    ///
    /// # Errors
    /// Where the arm's store fails.
    fn stored_bytes(&self) -> Result<u64, String>;
}

/// What the end of an epoch came to
#[derive(Default)]
pub struct Pass {
    /// The names of the elements that left
    pub left: Vec<String>,
    /// What was given to the summarizer, in tokens
    pub summarized_tokens: u64,
    /// What left with a pointer to its bytes and without a summary, in tokens
    pub set_aside_tokens: u64,
    /// The window after it, in tokens
    pub tokens: u64,
    /// Whether the budget had to be raised, since what must stay was larger
    pub is_over: bool,
}
