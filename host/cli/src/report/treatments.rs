//! What becomes of the elements of a window, summed up.

use super::numbers::{counted, grouped};
use super::style::{FAINT, NAME, PLAIN, TITLE, styled};
use super::table::{Table, shortened, shortened_path};
use super::{report_columns, words};
use anchorhold_flow::{Demand, Element, PlanDetails, Treatment};
use std::collections::HashMap;
use std::path::Path;

const KEEP: &str = "keep";
const POINT: &str = "point";

/// Three tables: what leaves, what stays, what is carried
pub fn text(plan: &PlanDetails, elements: &[Element], is_done: bool) -> String {
    let by_id: HashMap<&str, &Element> = elements.iter().map(|element| (element.id.as_str(), element)).collect();
    let (staying, leaving): (Vec<&Treatment>, Vec<&Treatment>) =
        plan.treatments.iter().partition(|treatment| treatment.disposition == KEEP);
    let mut text = String::new();

    let kind = |treatment: &Treatment| by_id.get(treatment.element.as_str()).map_or("element", |element| &element.kind);
    let pointed = leaving.iter().filter(|treatment| treatment.disposition == POINT).count();
    let pointers = plan.carry.demands.iter().filter(|demand| demand.kind == "pointer").count();
    // One of the pointers is that to the whole window.
    let stand_in = |treatment: &Treatment| match treatment.disposition.as_str() {
        POINT if pointers <= pointed => words::SOME_ARE_POINTED_TO.to_owned(),
        disposition => words::stand_in(disposition),
    };
    let left = sums(&leaving, |treatment| (stand_in(treatment), words::several(kind(treatment))));
    if !left.is_empty() {
        let mut table =
            Table::new([if is_done { "what left" } else { "what leaves" }, ">elements", ">tokens", "instead"]);
        for Sum { key: (stand_in, kind), elements, tokens } in left {
            table.row([(kind, PLAIN), number(elements), number(tokens), (stand_in, FAINT)]);
        }
        text.push_str(&table.text());
        text.push('\n');
    }
    let stayed = sums(&staying, |treatment| (words::reason(treatment.reason.as_deref().unwrap_or("")), ()));
    if !stayed.is_empty() {
        let mut table = Table::new([if is_done { "what stayed" } else { "what stays" }, ">elements", ">tokens"]);
        for Sum { key: (reason, ()), elements, tokens } in stayed {
            table.row([(reason, PLAIN), number(elements), number(tokens)]);
        }
        text.push_str(&table.text());
        text.push('\n');
    }
    text.push_str(&carried(&plan.carry.demands));
    text
}

/// Every element, in order
pub fn each(plan: &PlanDetails, elements: &[Element]) -> String {
    let by_id: HashMap<&str, &Element> = elements.iter().map(|element| (element.id.as_str(), element)).collect();
    let mut table = Table::new(["element", "kind", "class", ">tokens", "becomes", "text"]);
    for Treatment { element, class, disposition, reason, tokens, .. } in &plan.treatments {
        let (kind, said) =
            by_id.get(element.as_str()).map_or(("", String::new()), |element| (&element.kind, said(element)));
        let becomes = match reason {
            Some(reason) => format!("{disposition}: {reason}"),
            None => disposition.clone(),
        };
        table.row([
            (shortened(element, 14), NAME),
            (kind.to_owned(), PLAIN),
            (class.clone(), PLAIN),
            number(u64::from(*tokens)),
            (becomes, if disposition == KEEP { TITLE } else { PLAIN }),
            (said, FAINT),
        ]);
    }
    table.text()
}

/// The first words of an element, after the tool that it calls
pub fn said(element: &Element) -> String {
    match &element.tool {
        Some(tool) => shortened(&format!("{tool} {}", element.text), 200),
        None => shortened(&element.text, 200),
    }
}

fn carried(demands: &[Demand]) -> String {
    if demands.is_empty() {
        return String::new();
    }
    let mut kinds: Vec<(&str, Vec<&Demand>)> = Vec::new();
    for demand in demands {
        match kinds.iter_mut().find(|(kind, _)| *kind == demand.kind) {
            Some((_, of_kind)) => of_kind.push(demand),
            None => kinds.push((&demand.kind, vec![demand])),
        }
    }
    let mut table = Table::new(["carried verbatim", ">count", "such as"]);
    for (kind, of_kind) in kinds {
        let example = of_kind.first().map(|demand| shortened(&demand.text, 200)).unwrap_or_default();
        table.row([(words::several(kind), PLAIN), number(of_kind.len() as u64), (example, FAINT)]);
    }
    table.text()
}

struct Sum<K> {
    key: K,
    elements: u64,
    tokens: u64,
}

/// Sums by a key, the largest first
fn sums<K: PartialEq>(treatments: &[&Treatment], key_of: impl Fn(&Treatment) -> K) -> Vec<Sum<K>> {
    let mut sums: Vec<Sum<K>> = Vec::new();
    for treatment in treatments {
        let (key, tokens) = (key_of(treatment), u64::from(treatment.tokens));
        match sums.iter_mut().find(|sum| sum.key == key) {
            Some(sum) => {
                sum.elements += 1;
                sum.tokens += tokens;
            }
            None => sums.push(Sum { key, elements: 1, tokens }),
        }
    }
    sums.sort_by_key(|sum| std::cmp::Reverse(sum.tokens));
    sums
}

fn number(number: u64) -> (String, anstyle::Style) {
    (grouped(number), PLAIN)
}

/// `…/session.jsonl  214 elements in claude-code`
pub fn title(transcript: &Path, elements: &[Element], format: &str) -> String {
    /// What the verdict before the name and the window after it take
    const BESIDE_COLUMNS: usize = 56;
    let name = shortened_path(&transcript.display().to_string(), report_columns() - BESIDE_COLUMNS);
    let window = format!("{} in {format}", counted(elements.len(), "element"));
    format!("{}  {}", styled(TITLE, &name), styled(FAINT, &window))
}
