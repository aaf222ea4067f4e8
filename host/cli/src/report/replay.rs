//! The reports of `replay`.

use super::numbers::{counted, grouped};
use super::style::{BAD, CAREFUL, FAINT, GOOD, TITLE, styled};
use super::time::utc;
use anchorhold_flow::{Chain, FuelCompared, Replayed};
use serde_json::json;

/// A decision that was made once more
pub fn text(replayed: &Replayed) -> String {
    let made = &replayed.decision.decision;
    let fact = |name: &str, value: String| format!("  {} {value}\n", styled(FAINT, &format!("{name:<8}")));
    let title = format!("decision {}", replayed.decision.sequence);
    let mut text = format!(
        "\n  {} {}  {}\n\n",
        styled(TITLE, &title),
        made.call,
        styled(FAINT, &format!("{} UTC", utc(replayed.decision.at_ms)))
    );
    text.push_str(&fact("policy", made.policy.to_string()));
    text.push_str(&fact("request", format!("{}  {} bytes", made.request, grouped(replayed.request.len() as u64))));
    text.push_str(&fact("answer", format!("{}  {} bytes", made.answer, grouped(replayed.answer.len() as u64))));
    text.push_str(&match replayed.is_same_answer {
        true => format!("\n  {} the answer is the same, byte for byte\n", styled(GOOD, "✓")),
        false => format!("\n  {} the answer is another one\n", styled(BAD, "✗")),
    });
    let (then, now) = (grouped(made.fuel), grouped(replayed.fuel));
    text.push_str(&match replayed.fuel_compared {
        FuelCompared::Same => format!("  {} so is its fuel: {now}\n\n", styled(GOOD, "✓")),
        FuelCompared::Differs => format!("  {} its fuel is {now}, and was {then}\n\n", styled(BAD, "✗")),
        FuelCompared::OtherEngine => {
            format!("  {} its fuel is {now}; {then} were of another engine\n\n", styled(CAREFUL, "·"))
        }
    });
    text
}

/// The same as JSON
pub fn json(replayed: &Replayed) -> String {
    let made = &replayed.decision.decision;
    let compared = match replayed.fuel_compared {
        FuelCompared::Same => "same",
        FuelCompared::Differs => "differs",
        FuelCompared::OtherEngine => "other-engine",
    };
    let replayed = json!({
        "decision": replayed.decision.sequence,
        "call": made.call,
        "policy": made.policy.to_string(),
        "request": made.request.to_string(),
        "answer": made.answer.to_string(),
        "same_answer": replayed.is_same_answer,
        "fuel": {"then": made.fuel, "now": replayed.fuel, "compared": compared},
    });
    format!("{replayed}\n")
}

/// How the chain of decisions stands
pub fn chain(is_json: bool, chain: &Chain) -> String {
    let head = chain.head.map(|head| head.to_string());
    if is_json {
        let chain = json!({
            "sound": chain.is_sound(), "decisions": chain.decisions, "unchained": chain.unchained, "head": head,
            "broken_at": chain.broken_at, "passes_head": chain.passes_expected,
        });
        return format!("{chain}\n");
    }
    let decisions = counted(usize::try_from(chain.decisions).unwrap_or(usize::MAX), "decision");
    let mut text = match (chain.broken_at, chain.passes_expected) {
        (Some(sequence), _) => {
            let what = format!("decision {sequence} was changed, or one before it was left out or put in");
            format!("\n  {} {what}\n", styled(BAD, "✗"))
        }
        (None, Some(false)) => format!("\n  {} the chain never had the value that was given\n", styled(BAD, "✗")),
        (None, _) => format!("\n  {} {decisions}, each as it was added\n", styled(GOOD, "✓")),
    };
    if chain.unchained > 0 {
        let before = counted(usize::try_from(chain.unchained).unwrap_or(usize::MAX), "decision");
        text.push_str(&format!("  {} {before} of a time when there was no chain\n", styled(CAREFUL, "·")));
    }
    if let Some(head) = head {
        text.push_str(&format!("  {} {head}\n", styled(FAINT, "head")));
    }
    text + "\n"
}
