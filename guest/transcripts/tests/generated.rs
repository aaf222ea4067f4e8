//! Transcripts that are made up at random: whatever leaves, the rest is read back as it stood.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    dead_code,
    reason = "a test may panic, and uses a part of what tests share"
)]

mod support;

use anchorhold_rules::window::CallProcess;
use anchorhold_transcripts::{Format, read};
use support::{check_compacted, check_whole};

const TRANSCRIPTS: u64 = 60;

const ROUNDS: u64 = 6;

#[test]
fn what_stays_is_read_back_as_it_stood() {
    for seed in 0..TRANSCRIPTS {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let text = match seed % 4 {
            0 => chat(&mut dice),
            1 => request(&mut dice),
            2 => session(&mut dice),
            _ => rollout(&mut dice),
        };
        let name = format!("seed {seed}");
        let format = Some(Format::ALL[(seed % 4) as usize]);
        let transcript =
            read(&text, format, CallProcess::Dead).unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}"));
        check_whole(&name, &text, &transcript);
        for round in 0..ROUNDS {
            let next = check_compacted(&name, &transcript, round);
            let again = read(&next, format, CallProcess::Dead).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            check_whole(&name, &next, &again);
            check_compacted(&name, &again, round + 1);
        }
    }
}

/// A sequence of numbers that looks like chance
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    fn words(&mut self) -> String {
        const WORDS: [&str; 8] =
            ["do not", "merge", "r\\u00e9sum\\u00e9", "7\\n", "\\\"x\\\"", "你好", "}]", "[anchorhold"];
        (0..=self.roll(4)).map(|_| WORDS[self.roll(8) as usize]).collect::<Vec<_>>().join(" ")
    }
}

fn chat(dice: &mut Dice) -> String {
    let mut messages = vec![format!("{{\"role\":\"system\",\"content\":\"{}\"}}", dice.words())];
    for turn in 0..=dice.roll(8) {
        messages.push(format!("{{\"role\": \"user\", \"content\": \"{}\", \"extra\": [1, {{}}]}}", dice.words()));
        let calls: Vec<String> = (0..dice.roll(3)).map(|call| format!("c{turn}-{call}")).collect();
        if !calls.is_empty() {
            let list = calls.iter().map(|id| {
                format!(
                    "{{\"id\":\"{id}\",\"type\":\"function\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}}"
                )
            });
            let list = list.collect::<Vec<_>>().join(",");
            messages.push(format!("{{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{list}]}}"));
            for id in calls {
                let text = dice.words();
                messages.push(format!("{{\"role\":\"tool\",\"tool_call_id\":\"{id}\",\"content\":\"{text}\"}}"));
            }
        }
        messages.push(format!("{{\"role\":\"assistant\",\"content\":\"{}\"}}", dice.words()));
    }
    match dice.roll(3) {
        0 => format!("[\n  {}\n]\n", messages.join(",\n  ")),
        1 => format!("{{\"model\":\"m\",\"messages\":[{}],\"tools\":[]}}", messages.join(",")),
        _ => format!("{}\n", messages.join("\n")),
    }
}

fn request(dice: &mut Dice) -> String {
    let mut messages = Vec::new();
    for turn in 0..=dice.roll(8) {
        messages.push(format!("{{\"role\":\"user\",\"content\":\"{}\"}}", dice.words()));
        if dice.roll(2) == 0 {
            let thinking = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"abc\"}";
            let call =
                format!("{{\"type\":\"tool_use\",\"id\":\"t{turn}\",\"name\":\"f\",\"input\":{{\"a\": [1 , 2]}}}}");
            messages.push(format!("{{\"role\":\"assistant\",\"content\":[{thinking},{call}]}}"));
            let text = dice.words();
            let result = format!("{{\"type\":\"tool_result\",\"tool_use_id\":\"t{turn}\",\"content\":\"{text}\"}}");
            messages.push(format!("{{\"role\":\"user\",\"content\":[{result}]}}"));
        }
        let text = dice.words();
        messages.push(format!("{{\"role\":\"assistant\",\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}"));
    }
    let messages = messages.join(", ");
    match dice.roll(4) {
        0 => format!("[{messages}]"),
        1 => format!("{{\"system\":\"{}\",\"messages\":[{messages}]}}", dice.words()),
        2 => format!("{{\"messages\":[{messages}],\"system\":[{{\"type\":\"text\",\"text\":\"{}\"}}]}}", dice.words()),
        _ => format!("{{\"max_tokens\":9,\"messages\":[{messages}]}}"),
    }
}

/// A session with progress, titles, dead branches and parallel calls
fn session(dice: &mut Dice) -> String {
    let mut lines = vec!["{\"type\":\"summary\",\"summary\":\"a title\",\"leafUuid\":\"x\"}".to_string()];
    let mut tail = "null".to_string();
    let mut count = 0;
    let mut line = |kind: &str, rest: &str, parent: &str| {
        count += 1;
        let uuid = format!("\"u{count}\"");
        (format!("{{\"parentUuid\":{parent},\"type\":\"{kind}\",\"uuid\":{uuid},\"sessionId\":\"s\",{rest}}}"), uuid)
    };
    for turn in 0..=dice.roll(6) {
        let user = format!("\"message\":{{\"role\":\"user\",\"content\":\"{}\"}}", dice.words());
        if dice.roll(4) == 0 {
            let (dead, _) = line("user", &user, &tail);
            lines.push(dead);
        }
        let (request, uuid) = line("user", &user, &tail);
        lines.push(request);
        tail = uuid;
        let mut answers = Vec::new();
        for call in 0..dice.roll(3) {
            let block = format!("{{\"type\":\"tool_use\",\"id\":\"t{turn}-{call}\",\"name\":\"f\",\"input\":{{}}}}");
            let message = format!("\"message\":{{\"id\":\"m{turn}\",\"role\":\"assistant\",\"content\":[{block}]}}");
            let (line, uuid) = line("assistant", &message, &tail);
            lines.push(line);
            answers.push((format!("t{turn}-{call}"), uuid.clone()));
            tail = uuid;
        }
        for (id, parent) in answers {
            let block =
                format!("{{\"type\":\"tool_result\",\"tool_use_id\":\"{id}\",\"content\":\"{}\"}}", dice.words());
            let message = format!("\"message\":{{\"role\":\"user\",\"content\":[{block}]}}");
            let (line, uuid) = line("user", &message, &parent);
            lines.push(line);
            tail = uuid;
        }
        if dice.roll(2) == 0 {
            let (progress, uuid) = line("progress", "\"data\":{}", &tail);
            lines.push(progress);
            tail = uuid;
        }
        let text = format!("[{{\"type\":\"text\",\"text\":\"{}\"}}]", dice.words());
        let message = format!("\"message\":{{\"id\":\"r{turn}\",\"role\":\"assistant\",\"content\":{text}}}");
        let (reply, uuid) = line("assistant", &message, &tail);
        lines.push(reply);
        tail = uuid;
    }
    format!("{}\n", lines.join("\n"))
}

fn rollout(dice: &mut Dice) -> String {
    let item = |item: String| format!("{{\"timestamp\":\"t\",\"type\":\"response_item\",\"payload\":{item}}}");
    let message = |role: &str, text: String| {
        let kind = if role == "assistant" { "output_text" } else { "input_text" };
        format!(
            "{{\"type\":\"message\",\"role\":\"{role}\",\"content\":[{{\"type\":\"{kind}\",\"text\":\"{text}\"}}]}}"
        )
    };
    let mut lines = vec![
        "{\"timestamp\":\"t\",\"type\":\"session_meta\",\"payload\":{\"base_instructions\":{\"text\":\"be brief\"}}}"
            .into(),
        item(message("developer", dice.words())),
    ];
    for turn in 0..=dice.roll(8) {
        lines.push("{\"timestamp\":\"t\",\"type\":\"turn_context\",\"payload\":{\"model\":\"m\"}}".into());
        lines.push(item(message("user", dice.words())));
        if dice.roll(2) == 0 {
            let call =
                format!("{{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{{}}\",\"call_id\":\"c{turn}\"}}");
            lines.push(item(call));
            lines.push("{\"timestamp\":\"t\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\"}}".into());
            let text = dice.words();
            lines.push(item(format!(
                "{{\"type\":\"function_call_output\",\"call_id\":\"c{turn}\",\"output\":\"{text}\"}}"
            )));
        }
        lines.push(item(message("assistant", dice.words())));
        if dice.roll(6) == 0 {
            let history =
                [message("user", dice.words()), "{\"type\":\"compaction\",\"encrypted_content\":\"zz\"}".into()];
            let history = history.join(", ");
            let payload = format!("{{\"message\":\"\",\"replacement_history\":[ {history} ]}}");
            lines.push(format!("{{\"timestamp\":\"t\",\"type\":\"compacted\",\"payload\":{payload}}}"));
        }
    }
    lines.join("\n")
}
