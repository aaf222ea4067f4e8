//! What decisions cost. Prints tables beside the aims, and writes the same as `docs/benchmarks.md`.
//!
//! Everything is measured in one run and, where it is compared, in turns: on another machine, or on this one an hour
//! later, the ratios hold and the times do not.
//!
//! With the names of windows as arguments (`16KiB`, `256KiB`, `1MiB`, `8MiB`) it prints what is decided about those alone
//! and writes nothing: a quick look while something is being made faster.

#![allow(
    clippy::duplicate_mod,
    reason = "`records` is compiled for the types of the runtime and for those without limits"
)]

mod aims;
mod bounded;
mod cold;
mod components;
mod decisions;
mod dice;
mod hostile;
mod measure;
mod piece;
mod reference;
mod sections;
mod table;
mod unbounded;
mod windows;

use components::{Components, file};
use windows::Window;

fn main() -> Result<(), String> {
    let components = Components::load()?;
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let windows: Vec<Window> = [("16 KiB", 16 << 10), ("256 KiB", 256 << 10), ("1 MiB", 1 << 20), ("8 MiB", 8 << 20)]
        .into_iter()
        .filter(|(name, _)| wanted.is_empty() || wanted.contains(&name.replace(' ', "")))
        .map(|(name, bytes)| Window::of_size(name, bytes))
        .collect();
    if !wanted.is_empty() {
        println!("{}", sections::decisions(&windows, &components)?.0);
        println!("{}", sections::memory(&windows, &components)?.0);
        println!("{}", sections::small(&components).0);
        println!("the component: {} bytes", components.size_bytes);
        return Ok(());
    }

    let mut report = String::new();
    let mut say = |text: String| {
        println!("{text}");
        report += &text;
        report += "\n";
    };
    say(sections::opening());
    let (text, decisions) = sections::decisions(&windows, &components)?;
    say(text);
    say(sections::growth(&windows, &decisions));
    let (text, memory) = sections::memory(&windows, &components)?;
    say(text);
    let (text, small) = sections::small(&components);
    say(text);
    say(hostile::section(&components)?);
    say(sections::transcripts(&components)?);
    say(sections::reference(windows.get(..3).unwrap_or_default(), &components)?);
    say(aims::section(&windows, &decisions, &memory, &small, components.size_bytes));

    let path = file("docs/benchmarks.md");
    std::fs::write(&path, report.trim_end().to_owned() + "\n").map_err(|error| format!("`{}`: {error}", path.display()))
}
