//! Rollouts of Codex: one JSON object a line, in which a compaction replaces all that stands before it.

mod item;
mod outcome;
mod record;
mod write;

pub(crate) use write::{Piece, write};

use crate::builder::Builder;
use crate::json::{Label, Part, Place, Shape, Source, Take};
use crate::layout::Layout;
use crate::lines::lines;
use crate::segments::Segments;
use crate::{Format, SegmentRole, Transcript};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use anchorhold_rules::error::InputError;
use anchorhold_rules::marker;
use anchorhold_rules::window::{CallProcess, ElementKind, Text};
use item::{Item, Tools};
use record::{Record, RecordKind};

/// What is needed to write the next rollout
#[derive(Clone, Debug)]
pub(crate) struct Rollout<'a> {
    /// The lines
    pub(crate) records: Vec<Record<'a>>,
    /// Of each segment with elements, where it comes from
    pub(crate) origins: BTreeMap<usize, Origin<'a>>,
    /// The first line that is still in the window
    pub(crate) start: usize,
}

/// Where the elements of a segment come from
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    /// A line
    Line(usize),
    /// An item of the history of a compaction, as it stands
    History(&'a str),
}

const COMPACTED: Shape = &[("message", Take::Value), ("replacement_history", Take::Items)];

const SESSION: Shape = &[("base_instructions", Take::Value), ("text", Take::Value)];

/// Reads a rollout
pub(crate) fn read(text: &str, process: CallProcess) -> Result<Transcript<'_>, InputError> {
    let records = lines(text).map(|line| Record::read(text, line)).collect::<Result<Vec<_>, _>>()?;
    let Live { spots, start } = live(text, &records)?;
    let (segments, places) = cut(text, &records, &spots);
    let mut builder = Builder::new(process);
    let mut tools = Tools::new();
    let mut origins = BTreeMap::new();
    for (number, (spot, segment)) in (0u32..).zip(spots.into_iter().zip(places)) {
        builder.begin(segment, number);
        origins.insert(segment, spot.origin);
        match spot.content {
            SpotContent::Instructions(instructions) => {
                builder.add(None, ElementKind::SystemInstruction, instructions);
            }
            SpotContent::Summary(summary) => {
                let marker = marker::recognise(&summary).unwrap_or_default();
                builder.add(None, ElementKind::Summary(marker), summary);
            }
            SpotContent::Item(item) => item.add_to(&mut builder, &mut tools)?,
        }
    }
    let layout = Layout::Rollout(Rollout { records, origins, start });
    builder.finish(Format::CodexRollout, text, segments, layout)
}

/// What the window holds of a rollout
struct Live<'a> {
    spots: Vec<Spot<'a>>,
    /// The first line that is still in the window
    start: usize,
}

/// One message of the window
struct Spot<'a> {
    origin: Origin<'a>,
    content: SpotContent<'a>,
}

enum SpotContent<'a> {
    Instructions(Text<'a>),
    Summary(Text<'a>),
    Item(Item<'a>),
}

fn live<'a>(text: &'a str, records: &[Record<'a>]) -> Result<Live<'a>, InputError> {
    let mut spots = Vec::new();
    // A fork repeats the lines of its parent, the line of the session among them: the first is its own.
    let session = records.iter().enumerate().find(|(_, record)| record.kind == RecordKind::Session);
    if let Some((line, record)) = session
        && let Some(instructions) = instructions_of(&Source::new(text, record.payload, Label::Field("payload")))?
    {
        spots.push(Spot { origin: Origin::Line(line), content: SpotContent::Instructions(instructions) });
    }
    let fixed = spots.len();
    let mut start = 0usize;
    for (line, record) in records.iter().enumerate() {
        let source = Source::new(text, record.payload, Label::Field("payload"));
        match record.kind {
            RecordKind::Item => {
                let item = Item::read(source, false)?;
                if item.is_seen() {
                    spots.push(Spot { origin: Origin::Line(line), content: SpotContent::Item(item) });
                }
            }
            RecordKind::Compacted => {
                let mut payload = source.parse_object(COMPACTED)?;
                match payload.take("replacement_history") {
                    Part::Items(items) => {
                        spots.truncate(fixed);
                        start = line;
                        for (index, raw) in items.into_iter().enumerate() {
                            let source = source.other(raw, Label::Item("payload.replacement_history", index));
                            let content = SpotContent::Item(Item::read(source, true)?);
                            spots.push(Spot { origin: Origin::History(raw), content });
                        }
                    }
                    Part::Missing | Part::Null => {
                        spots.retain(outlives_compaction);
                        let summary = source.text(&mut payload, &Place::Root, "message")?;
                        spots.push(Spot { origin: Origin::Line(line), content: SpotContent::Summary(summary) });
                    }
                    _ => {
                        let at = Place::Field(&Place::Root, "replacement_history");
                        return Err(source.fault(&at, "an array of items"));
                    }
                }
            }
            RecordKind::RolledBack(turns) => {
                let mut begins = spots.iter().enumerate().skip(fixed).rev().filter(|(_, spot)| begins_turn(spot));
                let cut = turns.checked_sub(1).and_then(|turns| begins.nth(turns as usize)).map(|(place, _)| place);
                spots.truncate(cut.unwrap_or(if turns == 0 { spots.len() } else { fixed }));
            }
            RecordKind::Session | RecordKind::Turn | RecordKind::Other => {}
        }
    }
    Ok(Live { spots, start })
}

fn outlives_compaction(spot: &Spot<'_>) -> bool {
    match &spot.content {
        SpotContent::Instructions(_) => true,
        SpotContent::Summary(_) => false,
        SpotContent::Item(item) => item.outlives_compaction(),
    }
}

fn begins_turn(spot: &Spot<'_>) -> bool {
    matches!(&spot.content, SpotContent::Item(item) if item.begins_turn())
}

/// Cuts the text into its lines, and the line of the compaction that holds into its items; of each message the segment
fn cut<'a>(text: &'a str, records: &[Record<'a>], spots: &[Spot<'a>]) -> (Segments<'a>, Vec<usize>) {
    let mut segments = Segments::new(text);
    let mut of_lines = BTreeMap::new();
    let mut history = Vec::new();
    for (number, spot) in (0u32..).zip(spots) {
        match spot.origin {
            Origin::Line(line) => {
                of_lines.insert(line, number);
            }
            Origin::History(raw) => history.push((number, raw)),
        }
    }
    let mut places = alloc::vec![0usize; spots.len()];
    let mut put = |number: u32, segment: usize| {
        if let Some(place) = places.get_mut(number as usize) {
            *place = segment;
        }
    };
    let start = history.first().map(|(_, raw)| crate::json::offset_in(text, raw));
    for (line, record) in records.iter().enumerate() {
        if start.is_some_and(|start| record.range.contains(&start)) {
            for (number, raw) in &history {
                put(*number, segments.cut_piece(raw, SegmentRole::Window(*number)));
            }
        }
        match of_lines.get(&line) {
            Some(&number) => put(number, segments.cut(record.range.end, SegmentRole::Window(number))),
            None => {
                segments.cut(record.range.end, SegmentRole::Outside);
            }
        }
    }
    (segments, places)
}

fn instructions_of<'a>(source: &Source<'a>) -> Result<Option<Text<'a>>, InputError> {
    let mut session = source.parse_object(SESSION)?;
    let mut instructions = session.take("base_instructions");
    Ok(instructions.take_text("text").or_else(|| instructions.into_text()))
}
