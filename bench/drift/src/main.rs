//! How many lies in summaries are found, and how many true summaries are blocked, beside other guards. Prints tables,
//! and writes `docs/drift.md` with its picture and `docs/real-summaries.md`.

mod corpus;
mod measure;
mod others;
mod ours;
mod page;
mod pi;
mod picture;
mod share;
#[path = "../../src/table.rs"]
mod table;
mod written;

use corpus::{Corpus, repository};
use measure::Measured;

fn main() -> Result<(), String> {
    let corpus = Corpus::load()?;
    let measured = Measured::over(&corpus)?;
    let page = page::page(&corpus, &measured);
    println!("{page}");
    let written = written::page(&corpus)?;
    println!("{written}");
    write("docs/drift.md", &page)?;
    write("docs/drift.svg", &picture::draw(&measured).map_err(|error| format!("the picture: {error}"))?)?;
    write("docs/real-summaries.md", &written)
}

fn write(path: &str, text: &str) -> Result<(), String> {
    let path = repository().join(path);
    std::fs::write(&path, text).map_err(|error| format!("`{}`: {error}", path.display()))
}
