//! Requests that the host makes itself, to see how a policy answers: windows of every kind of element, from a seed.

use anchorhold_runtime::wit::guard::{Candidate, Duty, PassPlan, Receipts};
use anchorhold_runtime::wit::types::{
    Answer, Budget, CallOutcome, CallProcess, Element, ElementKind, Episode, EvictionScore, IndexState, LossBound,
    Marker, PassMode, Request, Settings, Standing, ToolCall, ToolResult, Traits,
};

/// What the texts of a window are made of: a request, constraints, state, effects, ids, paths, numbers
const SENTENCES: [&str; 12] = [
    "Find out why the nightly import is slow and tell me what you would change.",
    "Never touch the namespace `prod`, and do not rotate the key before the replica catches up.",
    "The deploy of build 4.2.1 finished; schema_version: 41, status: healthy.",
    "I read src/importer/batch.rs and src/importer/index.rs; the index on batch_id is missing.",
    "{\"order\": \"ord_5512\", \"amount\": 118000, \"state\": \"captured\"}",
    "Step 3 of 7 is done; next is the dedupe.",
    "",
    "fn merge(rows: &[Row]) -> usize {\n    rows.len()\n}\n",
    "Bitte niemals ohne Rückfrage löschen.",
    "请不要删除生产数据库。",
    "Error: connection reset by peer (os error 104)",
    "Thanks. First the release note, then the tag.",
];

/// Tools of each kind, with arguments
const TOOLS: [(&str, &str); 6] = [
    ("read_file", "{\"path\":\"src/importer/batch.rs\"}"),
    ("bash", "{\"command\":\"git push origin importer-fix\"}"),
    ("bash", "{\"command\":\"rg batch_id src\"}"),
    ("charge_card", "{\"order\":\"ord_5512\",\"idempotency_key\":\"k-17\"}"),
    ("http_request", "{\"method\":\"GET\",\"url\":\"https://shop.example/orders/5512\"}"),
    ("frobnicate", "{\"count\":3}"),
];

/// Numbers that look random and are the same for the same seed (SplitMix64)
#[derive(Clone, Debug)]
struct Dice {
    state: u64,
}

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides.max(1)
    }

    fn pick<T: Copy>(&mut self, of: &[T], otherwise: T) -> T {
        let place = usize::try_from(self.roll(of.len() as u64)).unwrap_or(0);
        of.get(place).copied().unwrap_or(otherwise)
    }
}

/// A window that is the same for the same seed: a short session of requests, calls with results, replies and the rest
pub fn windows(seed: u64) -> Vec<Element> {
    let mut dice = Dice { state: seed };
    let mut window = vec![element("s0", ElementKind::SystemInstruction, "You are a careful engineer.")];
    let turns = 1 + dice.roll(12);
    for turn in 0..turns {
        let copies = if dice.roll(4) == 0 { 1 + dice.roll(40) } else { 1 };
        let text = dice.pick(&SENTENCES, "").repeat(usize::try_from(copies).unwrap_or(1));
        let id = format!("e{turn}");
        match dice.roll(10) {
            0 | 1 => window.push(element(&id, ElementKind::UserRequest, &text)),
            2 => window.push(element(&id, ElementKind::Reply, &text)),
            3 => window.push(element(&id, ElementKind::Reasoning, &text)),
            4 => window.push(element(&id, ElementKind::StateAssertion, "branch: topic/otter")),
            5 => window.push(element(&id, ElementKind::Notice, &text)),
            6 => {
                let marker = Marker { sequence: Some(1), covers: Some("0".repeat(64)), opaque: false };
                window.push(element(&id, ElementKind::Summary(marker), &text));
            }
            _ => window.extend(exchange(&id, dice.pick(&TOOLS, ("read_file", "{}")), &text)),
        }
        if let Some(last) = window.last_mut() {
            last.pin = (dice.roll(12) == 0).then_some(Standing::Active);
            last.externalized = dice.roll(12) == 0;
        }
    }
    window.push(element("now", ElementKind::UserRequest, "Good. Now write the release note for 4.2.1."));
    window
}

/// A window of about so many bytes, for how the work grows with the size
pub(crate) fn window_of(bytes: usize) -> Vec<Element> {
    let mut window = vec![element("s0", ElementKind::SystemInstruction, "You are a careful engineer.")];
    let mut sum = 0;
    for turn in 0.. {
        if sum >= bytes {
            break;
        }
        let text: String =
            (0..8).filter_map(|line| SENTENCES.get((turn * 5 + line) % SENTENCES.len())).copied().collect();
        sum += text.len();
        window.extend(exchange(&format!("e{turn}"), ("read_file", "{\"path\":\"src/importer/batch.rs\"}"), &text));
    }
    window.push(element("now", ElementKind::UserRequest, "Good. Now write the release note for 4.2.1."));
    window
}

/// An element of which nothing is known but what it is
pub fn element(id: &str, kind: ElementKind, text: &str) -> Element {
    Element {
        id: id.to_owned(),
        kind,
        text: text.to_owned(),
        tokens: None,
        size_bytes: None,
        digest: None,
        message: None,
        traits: Traits { regenerable: Answer::Unknown, idempotent: Answer::Unknown, task_critical: Answer::Unknown },
        effect: None,
        chain: None,
        pin: None,
        externalized: false,
        signed: false,
        source: None,
    }
}

/// A request about a window, in which nothing stands in the way of a pass
pub fn request(window: Vec<Element>, settings: Settings, limit_tokens: u32, mode: PassMode) -> Request {
    Request {
        window,
        mode,
        budget: Budget { limit_tokens, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None },
        settings,
        revision: 1,
        current_revision: 1,
        sequence: 2,
        current_epoch: 1,
        inference_in_flight: false,
        episode: Episode { passes: 0, accepted_above_margin: false },
        attempts: 0,
        refusal_streak: 0,
        index: IndexState::Absent,
        score: EvictionScore::Structural,
        loss_bound: LossBound::Undeclared,
        probes: Vec::new(),
        ledger: Vec::new(),
        plan: Vec::new(),
        state: Vec::new(),
        open_work: Vec::new(),
        pins: Vec::new(),
        installed: Vec::new(),
        external: Vec::new(),
        tools: Vec::new(),
        original: None,
        language: None,
    }
}

/// A summary of which nothing but its text is known
pub fn candidate(text: &str) -> Candidate {
    Candidate { text: text.to_owned(), finish_reason: None, tokens: None, carry_tokens: None, host_text: String::new() }
}

/// What a host that does all its duties can show
pub(crate) fn receipts(plan: &PassPlan) -> Receipts {
    let mut receipts = Receipts { window: Some(plan.window.clone()), archived: Vec::new(), ledgered: Vec::new() };
    for duty in &plan.duties {
        match duty {
            Duty::Archive(duty) => receipts.archived.push(duty.digest.clone()),
            Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
            Duty::Probe(_) => {}
        }
    }
    receipts
}

fn exchange(id: &str, (tool, arguments): (&str, &str), result: &str) -> [Element; 2] {
    let call_id = format!("call-{id}");
    let call = ToolCall {
        call_id: call_id.clone(),
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
        annotations: None,
        process: CallProcess::Dead,
    };
    let given = ToolResult { call_id, outcome: CallOutcome::Success };
    [
        element(&format!("{id}-call"), ElementKind::ToolCall(call), arguments),
        element(&format!("{id}-result"), ElementKind::ToolResult(given), result),
    ]
}
