//! A line on the terminal that says what is being waited for. Where standard error is no terminal there is none.

use anchorhold_flow::{Asking, PassMode, Step};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// The line; it goes away when it is dropped
pub struct Progress(ProgressBar);

impl Progress {
    /// A line; hidden where the answer is for a machine
    pub fn new(is_hidden: bool) -> Progress {
        let target = if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed:.dim}");
        let line = ProgressBar::with_draw_target(None, target);
        let line = match style {
            Ok(style) => line.with_style(style.tick_chars("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ ")),
            Err(_) => line,
        };
        line.enable_steady_tick(Duration::from_millis(100));
        Progress(line)
    }

    /// Says which step is taken
    pub fn step(&self, step: Step) {
        self.say(match step {
            Step::Read => "reading and measuring the transcript".to_owned(),
            Step::Plan(PassMode::Summarize) => "planning".to_owned(),
            Step::Plan(PassMode::Spill) => "planning the spill".to_owned(),
            Step::Secure => "archiving, and reading back".to_owned(),
            Step::Summarize(Asking { attempt, part, parts }) => {
                let of_part = if parts > 1 { format!(", part {part} of {parts}") } else { String::new() };
                let again = match attempt {
                    0 => String::new(),
                    1 => ", sent back once".to_owned(),
                    times => format!(", sent back {times} times"),
                };
                format!("waiting for the summary{of_part}{again}")
            }
            Step::Pause(time) => format!("the summarizer is busy: asking again in {:.0} s", time.as_secs_f32()),
            Step::Admit => "having the next window admitted".to_owned(),
            Step::Write => "writing the next window".to_owned(),
        });
    }

    /// Says what is being waited for
    pub fn say(&self, message: String) {
        self.0.set_message(message);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
