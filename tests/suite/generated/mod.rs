//! Generated windows, requests and summaries: small, and made of what the rules look at.

use anchorhold_rules::digest::Digest;
use anchorhold_rules::request::{
    Assertion, Budget, BuiltIndex, Episode, EvictionScore, IndexState, LossBound, PassMode, PinnedText, ProbeOutcome,
    Request, ToolTraits,
};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::window::{
    Answer, CallOutcome, CallProcess, Element, ElementKind, Marker, Standing, ToolCall, ToolResult, Traits, Window,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Texts that hold what the rules look for
const TEXTS: [&str; 20] = [
    "",
    "ok",
    "Never touch the `prod` namespace.",
    "Do not rotate the key before the replica catches up. Then restart.",
    "Charge order_17 with req_7c41e09b5d2f, exactly 118,000 cents.",
    "schema_version: 7\nmigration: 0042 applied",
    "{\"status\": \"running\", \"agent_id\": \"agt-5f02-k9\", \"count\": 412}",
    "Step 6 of 9 is done; next is the dedupe.",
    "- [x] one\n- [ ] two\n- [ ] three",
    "Which bucket do you mean, staging or prod?",
    "the staging one",
    "First fetch the snapshot, then change it, and upload it before Friday.",
    "ah:0123456789abcdef",
    "[anchorhold pass 3 covers 0000000000000000 body 0]",
    "## Summary of pass 2\nnothing",
    "fn main() {\n    println!(\"hello\");\n}\n",
    "请不要删除生产数据库。",
    "Bitte niemals ohne Rückfrage löschen.",
    "MQHHT6",
    "{}",
];

/// Tools of each kind: reads, writes, shells and unknown ones
const TOOLS: [(&str, &str); 8] = [
    ("Read", "{\"file_path\": \"src/main.rs\"}"),
    ("Edit", "{\"file_path\": \"src/main.rs\"}"),
    ("Bash", "{\"command\": \"git status\"}"),
    ("Bash", "{\"command\": \"rm -rf build && git push\"}"),
    ("charge_card", "{\"order\": 17, \"idempotency_key\": \"k1\"}"),
    ("get_user_details", "{\"user_id\": \"u1\"}"),
    ("frobnicate", "not json"),
    ("spawn_agent", "{\"label\": \"review\"}"),
];

/// What a summarizer may give, from good to hostile
pub fn summaries() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(select(&TEXTS[..]), 0..6).prop_map(|texts| texts.join("\n")),
        Just("The work goes on.".to_owned()),
        Just("Error generating summary: 503 upstream".to_owned()),
        "\\PC{0,200}",
        (1usize..4000).prop_map(|words| "word ".repeat(words)),
    ]
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![4 => Just(Answer::Unknown), 1 => Just(Answer::Yes), 1 => Just(Answer::No)]
}

fn standing() -> impl Strategy<Value = Standing> {
    select(vec![Standing::Active, Standing::Done, Standing::Superseded])
}

/// One generated element, before it has its place
#[derive(Clone, Debug)]
struct Sketch {
    kind: u8,
    text: &'static str,
    copies: usize,
    tool: usize,
    call: u8,
    traits: Traits,
    pin: Option<Standing>,
    flags: (bool, bool, bool),
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let traits = (answer(), answer(), answer()).prop_map(|(regenerable, idempotent, task_critical)| Traits {
        regenerable,
        idempotent,
        task_critical,
    });
    (
        (0u8..16, select(&TEXTS[..]), prop_oneof![2 => Just(1usize), 1 => 2usize..60]),
        (0..TOOLS.len(), 0u8..30, traits),
        (
            option::weighted(0.08, standing()),
            (proptest::bool::weighted(0.1), proptest::bool::weighted(0.1), any::<bool>()),
        ),
    )
        .prop_map(|((kind, text, copies), (tool, call, traits), (pin, flags))| Sketch {
            kind,
            text,
            copies,
            tool,
            call,
            traits,
            pin,
            flags,
        })
}

fn element(place: usize, sketch: &Sketch) -> Element<'static> {
    let (tool, arguments) = TOOLS[sketch.tool];
    let call_id = format!("c{}", sketch.call);
    let kind = match sketch.kind {
        0 => ElementKind::SystemInstruction,
        1 | 2 => ElementKind::UserRequest,
        3 | 4 => ElementKind::Reply,
        5 => ElementKind::Reasoning,
        6..=8 => ElementKind::ToolCall(ToolCall {
            call_id: call_id.into(),
            tool: tool.into(),
            arguments: arguments.into(),
            annotations: None,
            process: if sketch.call == 0 { CallProcess::Alive } else { CallProcess::Dead },
        }),
        9..=11 => ElementKind::ToolResult(ToolResult {
            call_id: call_id.into(),
            outcome: if sketch.call == 1 { CallOutcome::Failure } else { CallOutcome::Success },
        }),
        12 => ElementKind::StateAssertion,
        13 => ElementKind::Summary(Marker {
            sequence: sketch.flags.2.then_some(1),
            covers: Some(Digest::of(b"covered")),
            opaque: false,
        }),
        14 => ElementKind::Notice,
        _ => ElementKind::Other("image".into()),
    };
    let text = match &kind {
        ElementKind::ToolCall(call) => call.arguments.to_string(),
        _ => vec![sketch.text; sketch.copies].join("\n"),
    };
    let mut element = Element::new(format!("e{place}"), kind, text);
    element.traits = sketch.traits;
    element.pin = sketch.pin;
    element.externalized = sketch.flags.0;
    element.signed = sketch.flags.1;
    element.message = sketch.flags.2.then(|| u32::try_from(place / 2).unwrap_or_default());
    element
}

/// Windows of up to 32 elements
pub fn windows() -> impl Strategy<Value = Window<'static>> {
    prop_oneof![1 => vec(sketch(), 0..6), 3 => vec(sketch(), 6..32)]
        .prop_map(|sketches| sketches.iter().enumerate().map(|(place, sketch)| element(place, sketch)).collect())
}

fn index() -> impl Strategy<Value = IndexState> {
    let built =
        (proptest::bool::weighted(0.1), option::of(0u32..6), proptest::bool::weighted(0.9), option::of(0u32..30));
    let built = built.prop_map(|(from_summaries, rebuilt_from_summaries, queries_logged, divergence)| {
        IndexState::Built(BuiltIndex { from_summaries, rebuilt_from_summaries, queries_logged, divergence })
    });
    prop_oneof![3 => Just(IndexState::Absent), 1 => built]
}

/// Requests in which everything varies that a rule looks at
pub fn requests() -> impl Strategy<Value = Request<'static>> {
    let host = (
        prop_oneof![1 => 200u32..1_000, 3 => 1_000u32..6_000, 1 => 6_000u32..50_000],
        proptest::bool::weighted(0.03),
        proptest::bool::weighted(0.03),
        proptest::bool::weighted(0.06),
        0u32..5,
    );
    let retrieval = (
        index(),
        prop_oneof![
            6 => Just(EvictionScore::Structural),
            2 => Just(EvictionScore::Mixed),
            1 => Just(EvictionScore::EmbeddingOnly),
        ],
        prop_oneof![
            10 => Just(LossBound::Undeclared),
            1 => (0u32..1000).prop_map(LossBound::PerChain),
            1 => (0u32..1000).prop_map(LossBound::PerEpoch),
        ],
        vec(any::<(proptest::sample::Index, bool)>(), 0..4),
        0u32..8,
    );
    let beside = (vec((select(&TEXTS[..]), standing()), 0..2), vec(select(&TEXTS[..]), 0..2), any::<bool>(), 1u64..5);
    (windows(), host, retrieval, beside).prop_map(|(window, host, retrieval, beside)| {
        let (limit_tokens, inference_in_flight, moved, above, refusal_streak) = host;
        let (index, score, loss_bound, probes, current_epoch) = retrieval;
        let (pins, open_work, tools, sequence) = beside;
        let budget = Budget { limit_tokens, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
        let probes = if window.is_empty() { Vec::new() } else { probes };
        let probes = probes
            .into_iter()
            .map(|(place, returned)| ProbeOutcome {
                element: window[place.index(window.len())].id.clone(),
                query: "q".into(),
                returned,
            })
            .collect();
        let mut request = Request::new(window, budget, Preset::Standard);
        request.mode = PassMode::Summarize;
        request.inference_in_flight = inference_in_flight;
        request.current_revision = u64::from(moved);
        request.episode = Episode { passes: u32::from(above), accepted_above_margin: above };
        request.refusal_streak = refusal_streak;
        request.index = index;
        request.score = score;
        request.loss_bound = loss_bound;
        request.probes = probes;
        request.current_epoch = current_epoch;
        request.pins = pins.into_iter().map(|(text, standing)| PinnedText { text: text.into(), standing }).collect();
        request.open_work = open_work.into_iter().map(Into::into).collect();
        request.state = vec![Assertion { key: "branch".into(), value: "topic/otter".into() }];
        request.sequence = sequence;
        if tools {
            let traits = Traits { regenerable: Answer::Yes, idempotent: Answer::Yes, task_critical: Answer::No };
            request.tools = vec![
                ToolTraits { tool: "frob*".into(), traits },
                ToolTraits { tool: "frobnicate".into(), traits: Traits { idempotent: Answer::No, ..traits } },
            ];
        }
        request
    })
}
