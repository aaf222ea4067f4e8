//! Every small window, spelled in an alphabet of elements.

use anchorhold_rules::digest::Digest;
use anchorhold_rules::request::{Budget, Request};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::window::{
    Answer, CallOutcome, CallProcess, Element, ElementKind, Marker, Standing, ToolCall, ToolResult, Traits,
};

/// The size of each element, so that a few of them outweigh the carry block
const ELEMENT_TOKENS: u32 = 400;

/// Budgets, the smallest first: below what must stay, below the window, above it by less than the margin, and ample
pub const REGIMES: [u32; 4] = [150, 800, 1_300, 50_000];

/// What an element is, with a text that holds what the rules look for
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Instruction,
    Request,
    Reply,
    Read,
    Write,
    AwaitedWrite,
    Result,
    InterimResult,
    State,
    OwnSummary,
    ForeignSummary,
    Unknown,
}

const KINDS: [Kind; 12] = [
    Kind::Instruction,
    Kind::Request,
    Kind::Reply,
    Kind::Read,
    Kind::Write,
    Kind::AwaitedWrite,
    Kind::Result,
    Kind::InterimResult,
    Kind::State,
    Kind::OwnSummary,
    Kind::ForeignSummary,
    Kind::Unknown,
];

/// One element, before it has its place
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    kind: Kind,
    traits: Traits,
    mark: Mark,
}

/// What else the caller says of an element
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Plain,
    Pinned(Standing),
    Signed,
    Externalized,
}

/// How much varies
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alphabet {
    /// Nothing is stated, or what makes each class
    ByClass,
    /// Every combination of traits
    EveryTrait,
    /// The same with every mark
    EveryMark,
}

impl Alphabet {
    /// Its letters
    pub fn letters(self) -> Vec<Sketch> {
        let answers = [Answer::Unknown, Answer::Yes, Answer::No];
        let every = || {
            answers.into_iter().flat_map(move |regenerable| {
                answers.into_iter().flat_map(move |idempotent| {
                    answers.map(|task_critical| Traits { regenerable, idempotent, task_critical })
                })
            })
        };
        let traits: Vec<Traits> = match self {
            Alphabet::ByClass => classes().to_vec(),
            Alphabet::EveryTrait | Alphabet::EveryMark => every().collect(),
        };
        let marks: &[Mark] = match self {
            Alphabet::ByClass | Alphabet::EveryTrait => &[Mark::Plain],
            Alphabet::EveryMark => &[
                Mark::Plain,
                Mark::Pinned(Standing::Active),
                Mark::Pinned(Standing::Done),
                Mark::Pinned(Standing::Superseded),
                Mark::Signed,
                Mark::Externalized,
            ],
        };
        let with_traits =
            |kind: Kind| traits.iter().flat_map(move |traits| marks.iter().map(move |mark| (kind, *traits, *mark)));
        KINDS.into_iter().flat_map(with_traits).map(|(kind, traits, mark)| Sketch { kind, traits, mark }).collect()
    }
}

/// Nothing stated, and one statement for each class
fn classes() -> [Traits; 5] {
    let stated = |regenerable, idempotent, task_critical| Traits { regenerable, idempotent, task_critical };
    [
        Traits::default(),
        stated(Answer::Yes, Answer::Yes, Answer::No),
        stated(Answer::Yes, Answer::No, Answer::No),
        stated(Answer::No, Answer::Yes, Answer::Yes),
        stated(Answer::No, Answer::No, Answer::No),
    ]
}

/// The window with this number among all of this length
pub fn spelled(letters: &[Sketch], length: usize, number: usize) -> Vec<Sketch> {
    let mut rest = number;
    let mut sketches = Vec::with_capacity(length);
    for _ in 0..length {
        sketches.push(letters[rest % letters.len()]);
        rest /= letters.len();
    }
    sketches
}

/// A first pass over such a window
pub fn request(sketches: &[Sketch], limit_tokens: u32) -> Request<'static> {
    let window = sketches.iter().enumerate().map(|(place, sketch)| element(place, sketch)).collect();
    let budget = Budget { limit_tokens, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
    let mut request = Request::new(window, budget, Preset::Standard);
    request.sequence = 2;
    // The usual share of so few elements would hold none of them.
    request.settings.kept_tail = 700;
    request
}

/// The result of a call, or the call of a result: the nearest, as the rules pair them
pub fn partner(window: &[Element<'_>], place: usize) -> Option<usize> {
    let mut open: Option<usize> = None;
    let mut partners = vec![None; window.len()];
    for (at, element) in window.iter().enumerate() {
        match &element.kind {
            ElementKind::ToolCall(_) => open = Some(at),
            ElementKind::ToolResult(_) => {
                if let Some(call) = open {
                    partners[at] = Some(call);
                    partners[call] = Some(at);
                }
            }
            _ => {}
        }
    }
    partners[place]
}

fn element(place: usize, sketch: &Sketch) -> Element<'static> {
    let call = |tool: &'static str, arguments: &'static str, process| {
        let call = ToolCall {
            call_id: "c".into(),
            tool: tool.into(),
            arguments: arguments.into(),
            annotations: None,
            process,
        };
        (ElementKind::ToolCall(call), arguments)
    };
    let result = |outcome| ElementKind::ToolResult(ToolResult { call_id: "c".into(), outcome });
    let summary = |sequence| ElementKind::Summary(Marker { sequence, covers: Some(Digest::of(b"c")), opaque: false });
    let charge = "{\"order\":17,\"cents\":480}";
    let (kind, text) = match sketch.kind {
        Kind::Instruction => (ElementKind::SystemInstruction, "Never touch `prod`."),
        Kind::Request => (ElementKind::UserRequest, "Merge before you delete `topic/otter`. Do not ask again."),
        Kind::Reply => (ElementKind::Reply, "Step 2 of 3 is done. Which bucket?"),
        Kind::Read => call("Read", "{\"file_path\":\"a.rs\"}", CallProcess::Dead),
        Kind::Write => call("charge_card", charge, CallProcess::Dead),
        Kind::AwaitedWrite => call("charge_card", charge, CallProcess::Alive),
        Kind::Result => (result(CallOutcome::Success), "{\"id\":\"pay_881\",\"status\":\"paid\"}"),
        Kind::InterimResult => (result(CallOutcome::Interim), "{\"id\":\"pay_881\",\"status\":\"pending\"}"),
        Kind::State => (ElementKind::StateAssertion, "schema_version: 7"),
        Kind::OwnSummary => {
            (summary(Some(1)), "## Constraints, word for word\n- Never push.\n\n## Summary of pass 1\nIt was read.")
        }
        Kind::ForeignSummary => (summary(None), "The importer was rewritten. Do not drop the table."),
        Kind::Unknown => (ElementKind::Other("image".into()), ""),
    };
    let mut element = Element::new(format!("e{place}"), kind, text);
    element.tokens = Some(ELEMENT_TOKENS);
    element.traits = sketch.traits;
    match sketch.mark {
        Mark::Plain => {}
        Mark::Pinned(standing) => element.pin = Some(standing),
        Mark::Signed => element.signed = true,
        Mark::Externalized => element.externalized = true,
    }
    element
}
