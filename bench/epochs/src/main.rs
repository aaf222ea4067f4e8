//! The epochs experiment: real sessions, compacted again and again, and asked for what later turns use.
//!
//! Writes `docs/epochs.md` and `docs/epochs.svg`.

mod arm;
mod guarded;
mod index;
mod pairs;
mod picture;
mod questions;
mod report;
mod run;
mod session;
mod similarity;
mod summary;
mod totals;
mod vectors;

use arm::Arm;
use guarded::{Guarded, Search};
use index::Index;
use indicatif::{ProgressBar, ProgressStyle};
use report::Setting;
use session::Session;
use similarity::{Indexed, Similarity};
use std::path::{Path, PathBuf};
use totals::Totals;

/// Into how many epochs a session is cut. The source saw failures from the sixth to the ninth on.
const EPOCHS: usize = 12;
const SEEDS: u64 = 5;
/// A session must have so many tokens and elements, so that an epoch has some of each.
const TOKENS_LEAST: u64 = 8_000;
const ELEMENTS_LEAST: usize = 40;

type Made = fn(u32, u64) -> Result<Box<dyn Arm>, String>;

const ARMS: [Made; 4] = [
    |budget, seed| Ok(Box::new(Similarity::new(budget, seed, Indexed::Remains)?)),
    |budget, seed| Ok(Box::new(Similarity::new(budget, seed, Indexed::Originals)?)),
    |budget, seed| Ok(Box::new(Guarded::new(budget, seed, Search::Same(Index::new()?))?)),
    |budget, seed| Ok(Box::new(Guarded::new(budget, seed, Search::Store)?)),
];

fn main() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, source) = match std::env::var_os("ANCHORHOLD_CORPUS") {
        Some(folder) => (PathBuf::from(folder).join("transcripts"), "of the corpus that `ANCHORHOLD_CORPUS` names"),
        None => (root.join("examples/transcripts"), "of `examples/transcripts`"),
    };
    let sessions = session::sessions(&folder, TOKENS_LEAST, ELEMENTS_LEAST);
    if sessions.is_empty() {
        return Err(format!("there is no session of {TOKENS_LEAST} tokens in `{}`", folder.display()));
    }
    let bar = ProgressBar::new(SEEDS * sessions.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos} of {len} sessions").map_err(|error| error.to_string())?,
    );
    let mut arms: Vec<(&str, Vec<Totals>)> = vec![("", Vec::new()); ARMS.len()];
    for seed in 1..=SEEDS {
        let mut totals = vec![Totals::default(); ARMS.len()];
        for session in &sessions {
            for (((name, _), total), made) in arms.iter_mut().zip(&mut totals).zip(ARMS) {
                let (arm, result) = through(session, seed, made)?;
                *name = arm;
                total.add(&result);
            }
            bar.inc(1);
        }
        arms.iter_mut().zip(totals).for_each(|((_, seeds), total)| seeds.push(total));
    }
    bar.finish_and_clear();

    let setting = Setting {
        sessions: sessions.len(),
        seeds: arms.first().map_or(0, |(_, seeds)| seeds.len()),
        epochs: EPOCHS,
        returned: index::RETURNED,
        source,
    };
    let page = report::page(&setting, &arms);
    println!("{page}");
    let documents = root.join("docs");
    picture::draw(&documents.join("epochs.svg"), &arms, EPOCHS).map_err(|error| error.to_string())?;
    std::fs::write(documents.join("epochs.md"), page).map_err(|error| error.to_string())
}

/// Runs a session through an arm; the budget is what always stays and two epochs
fn through(session: &Session, seed: u64, made: Made) -> Result<(&'static str, run::SessionResult), String> {
    let epochs = session.epochs(EPOCHS, &mut fastrand::Rng::with_seed(seed));
    let questions = questions::of(session, &epochs);
    let instructions = session.elements.iter().filter(|element| element.kind.is_instruction());
    let fixed: u64 = instructions.map(|element| u64::from(session::size(element))).sum();
    let budget = fixed + session.tokens.saturating_sub(fixed) * 2 / EPOCHS as u64;
    let budget = u32::try_from(budget).unwrap_or(u32::MAX);
    let mut arm = made(budget, seed)?;
    let result = run::run(arm.as_mut(), session, &epochs, &questions, budget)
        .map_err(|error| format!("{}, seed {seed}: {error}", session.name))?;
    Ok((arm.name(), result))
}
