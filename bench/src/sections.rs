//! The parts of the report, one after another.

use crate::cold;
use crate::components::{Components, file};
use crate::decisions::{self, Decision, told};
use crate::measure::{Spread, Way, in_turns};
use crate::reference;
use crate::table::Table;
use crate::unbounded::records;
use crate::windows::Window;
use anchorhold_policy::desk;
use anchorhold_runtime::DeskFunction;
use anchorhold_runtime::wit::types::Preset;
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};

/// The two decisions about each window, in its order
pub type Decisions = Vec<(Decision, Decision)>;

/// Peak memory of the guest for each byte of input: of the typed plan, and of the desk's
pub type Memory = Vec<(f64, f64)>;

/// What the smallest things take
pub struct Small {
    /// To make an instance and let it go
    pub instance: Result<Spread, String>,
    /// A call that does nothing but answer
    pub call: Result<Spread, String>,
    /// A decision from a process that has just been started
    pub cold: Result<Spread, String>,
}

/// What this is, and on what it was measured
pub fn opening() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split(':').nth(1)?.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    format!(
        "# What decisions cost\n\n\
         `make bench` makes this page. Measured on {}, {cores} cores, {}.\n\n\
         Each cell is the median of 7 to 31 rounds, with the quartiles beside it, in processor time of the thread that does \
         the work (a new process: on the wall), so that a busy machine weighs little. The ways that stand in one row ran in \
         turns in one process. Read the ratios, and take the times as those of one machine on one day. Nothing here is a \
         test; no build fails because a machine was busy.\n\n\
         The windows are made by a seeded generator (`bench/src/windows.rs`): turns of a user, replies, calls, and their \
         results as JSON, code and logs. The budget is half of what a window comes to in tokens.\n",
        processor.unwrap_or_else(|| "an unknown processor".to_owned()),
        date(days),
    )
}

/// `plan` and `admit` by size
pub fn decisions(windows: &[Window], components: &Components) -> Result<(String, Decisions), String> {
    let mut table = Table::new([
        "window",
        "decision",
        "native",
        "component",
        "with limits",
        "limits ÷ native",
        "desk, native",
        "desk, with limits",
    ]);
    let mut decisions = Vec::new();
    for window in windows {
        let (planned, admitted) = decisions::verdicts(window)?;
        let planning = decisions::planning(window, components)?;
        let admitting = decisions::admitting(window, components)?;
        for (name, one) in [(format!("plan: {planned}"), &planning), (format!("admit: {admitted}"), &admitting)] {
            table.row([
                window.name.clone(),
                name,
                shown(&one.native),
                shown(&one.unbounded),
                shown(&one.bounded),
                ratio(&one.bounded, &one.native),
                shown(&one.desk_native),
                shown(&one.desk_bounded),
            ]);
        }
        decisions.push((planning, admitting));
    }
    let text = format!(
        "## Plan and admit\n\n\
         *Native* is the rules as a library. *Component* is the same code in wasmtime without limits, the window passed as \
         records; *with limits* it runs as `host/runtime` runs it, with fuel and the clock. *Desk* is the same as JSON \
         text, read and written. A component's time includes its instance and the passing of everything.\n\n{}",
        table.text()
    );
    Ok((text, decisions))
}

/// What each byte costs at each size
pub fn growth(windows: &[Window], decisions: &Decisions) -> String {
    let mut table = Table::new(["window", "decision", "native", "with limits", "desk, with limits", "fuel"]);
    for (window, (planning, admitting)) in windows.iter().zip(decisions) {
        for (name, one) in [("plan", planning), ("admit", admitting)] {
            let each = |spread: &Result<Spread, String>| {
                let nanoseconds = spread.as_ref().ok().map(|spread| spread.seconds() * 1e9 / window.bytes() as f64);
                nanoseconds.map_or_else(|| "failed".to_owned(), |each| format!("{each:.1} ns"))
            };
            table.row([
                window.name.clone(),
                name.to_owned(),
                each(&one.native),
                each(&one.bounded),
                each(&one.desk_bounded),
                format!("{:.0}", one.fuel as f64 / window.bytes() as f64),
            ]);
        }
    }
    format!(
        "## Growth\n\n\
         What each byte of the window costs. Where growth is linear, a column is the same from 256 KiB on; below that, the \
         instance and its memory weigh more. Fuel is about one unit an instruction, and the same on every machine.\n\n{}",
        table.text()
    )
}

/// The peak of the guest's memory
pub fn memory(windows: &[Window], components: &Components) -> Result<(String, Memory), String> {
    let mut table = Table::new(["window", "records", "bytes for each byte", "desk", "bytes for each byte of the call"]);
    let mut memory = Vec::new();
    for window in windows {
        let request = records::request(window, components.unbounded.settings()?, false);
        let (_, typed) = components.unbounded.plan(&request)?;
        let call = decisions::desk_request(window).to_string();
        let (_, desk) = components.unbounded.desk_plan(&call)?;
        let each = (typed as f64 / window.bytes() as f64, desk as f64 / call.len() as f64);
        let mebibytes = |bytes: usize| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
        table.row([window.name.clone(), mebibytes(typed), times(each.0), mebibytes(desk), times(each.1)]);
        memory.push(each);
    }
    let text = format!(
        "## Memory of the guest\n\n\
         The largest linear memory of one `plan`, all of it: code's own tables and stack, the window as it was passed, and \
         what the rules make of it. A small window weighs little beside the stack and the tables.\n\n{}",
        table.text()
    );
    Ok((text, memory))
}

/// What the smallest things take
pub fn small(components: &Components) -> (String, Small) {
    let mut spreads = in_turns(&mut [
        Way::new(|| components.unbounded.instantiate()),
        Way::new(|| told(components.bounded.settings_of(Preset::Standard))),
    ])
    .into_iter();
    let mut next = || spreads.next().unwrap_or_else(|| Err("it was not timed".to_owned()));
    let small = Small { instance: next(), call: next(), cold: cold::decision() };
    let mut table = Table::new(["what", "time"]);
    for (what, spread) in [
        ("an instance is made and let go (pool, `InstancePre`)", &small.instance),
        ("`about.settings-of`, with limits: the smallest call", &small.call),
        ("`anchorhold batch` from its start to its end, one small plan, compiled code in the cache", &small.cold),
    ] {
        table.row([what.to_owned(), shown(spread)]);
    }
    (format!("## The smallest things\n\n{}", table.text()), small)
}

/// The real transcripts of the repository
pub fn transcripts(components: &Components) -> Result<String, String> {
    let mut table = Table::new(["transcript", "size", "plan, desk native", "with limits", "ratio"]);
    let folder = file("examples/transcripts");
    let mut paths: Vec<_> = told(std::fs::read_dir(&folder))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().matches('.').count() == 2))
        .collect();
    paths.sort();
    for path in paths {
        let text = told(std::fs::read_to_string(&path))?;
        let limit = (text.len() / 10).max(1000);
        let call = json!({"request": {"transcript": text, "budget": {"limit_tokens": limit}}}).to_string();
        let mut spreads = in_turns(&mut [
            Way::new(|| desk::plan(&call)),
            Way::new(|| told(components.bounded.call(DeskFunction::Plan, &call))?.answer),
        ])
        .into_iter();
        let mut next = || spreads.next().unwrap_or_else(|| Err("it was not timed".to_owned()));
        let (native, bounded) = (next(), next());
        table.row([
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            format!("{:.0} kB", text.len() as f64 / 1e3),
            shown(&native),
            shown(&bounded),
            ratio(&bounded, &native),
        ]);
    }
    Ok(format!("## Real transcripts\n\nRead in their own format, planned, answered as JSON.\n\n{}", table.text()))
}

/// The specs' reference functions on the same decisions
pub fn reference(windows: &[Window], components: &Components) -> Result<String, String> {
    let mut table =
        Table::new(["window", "question", "answers", "reference, Python", "component, with limits", "ratio"]);
    for one in reference::compare(windows, components)? {
        let component = one.component.as_ref().ok().map(Spread::seconds);
        table.row([
            one.window,
            one.question.to_owned(),
            one.answers,
            one.reference.shown(),
            shown(&one.component),
            component.map_or_else(String::new, |seconds| times(seconds / one.reference.seconds())),
        ]);
    }
    Ok(format!(
        "## Beside the reference functions\n\n\
         `bench/reference.py` holds the reference functions of the three documents that the rules come from, in Python; the \
         component answers the same questions about the same windows under the preset `literal`, all traits stated.\n\n{}\n\
         They are not equal work. The reference looks at three flags of each element and counts lengths, and takes what it \
         is given as true. The component is given the whole window across the border, hashes every byte of it, finds what \
         must be known verbatim, writes the carry block and the duties, and derives all of that again before it admits.\n",
        table.text()
    ))
}

/// The median and quartiles, or why there are none
pub fn shown(spread: &Result<Spread, String>) -> String {
    match spread {
        Ok(spread) => spread.shown(),
        Err(why) => format!("failed: {}", why.chars().take(60).collect::<String>()),
    }
}

fn ratio(of: &Result<Spread, String>, to: &Result<Spread, String>) -> String {
    match (of, to) {
        (Ok(of), Ok(to)) => times(of.seconds() / to.seconds()),
        _ => String::new(),
    }
}

/// A ratio as it is shown
pub fn times(ratio: f64) -> String {
    format!("{ratio:.1} ×")
}

/// A day, counted from 1970, in the Gregorian calendar
fn date(days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(is_leap(year)) {
        rest -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", rest + 1)
}
