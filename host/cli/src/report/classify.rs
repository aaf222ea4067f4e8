//! The report of `classify`.

use super::style::{BAD, CAREFUL, FAINT, GOOD, NAME, PLAIN, TITLE, styled};
use super::table::{Table, shortened};
use super::treatments;
use anchorhold_flow::{Answered, Classification, Classifications, Element};
use anstyle::Style;
use std::collections::HashMap;
use std::path::Path;

/// The report
pub fn text(transcript: &Path, classified: &Answered<Classifications>) -> String {
    let elements = &classified.asked.elements;
    let by_id: HashMap<&str, &Element> = elements.iter().map(|element| (element.id.as_str(), element)).collect();
    let mut table = Table::new(["element", "kind", "class", "RIT", "decided by", "", "text"]);
    for classification in &classified.answer.classifications {
        let element = by_id.get(classification.element.as_str());
        let said = element.map(|element| treatments::said(element)).unwrap_or_default();
        let said = match &classification.effect {
            Some(effect) => format!("{} {} ({})", effect.action, effect.target, effect.status),
            None => said,
        };
        table.row([
            (shortened(&classification.element, 14), NAME),
            (element.map(|element| element.kind.clone()).unwrap_or_default(), PLAIN),
            (classification.class.clone(), style_of(&classification.class)),
            (traits(classification), PLAIN),
            (deciders(classification), FAINT),
            ((if classification.anchor { "⚓" } else { "" }).to_owned(), PLAIN),
            (said, if classification.effect.is_some() { TITLE } else { FAINT }),
        ]);
    }
    let legend = "RIT: regenerable, idempotent, task-critical (y yes, n no, ? unknown); ⚓ establishes state";
    let title = treatments::title(transcript, elements, &classified.asked.format);
    format!("\n  {title}\n\n{}\n  {}\n\n", table.text(), styled(FAINT, legend))
}

fn style_of(class: &str) -> Style {
    match class {
        "reclaim" => GOOD,
        "pin-effect" => BAD,
        "externalize" => CAREFUL,
        _ => PLAIN,
    }
}

fn traits(classification: &Classification) -> String {
    let traits = &classification.traits;
    [&traits.regenerable, &traits.idempotent, &traits.task_critical]
        .map(|answer| match answer.as_str() {
            "yes" => 'y',
            "no" => 'n',
            _ => '?',
        })
        .iter()
        .collect()
}

/// What decided, each once
fn deciders(classification: &Classification) -> String {
    let mut named: Vec<&str> = Vec::new();
    let Classification { regenerable_by, idempotent_by, task_critical_by, .. } = classification;
    for decider in [regenerable_by, idempotent_by, task_critical_by] {
        if !named.contains(&decider.as_str()) {
            named.push(decider);
        }
    }
    shortened(&named.join(", "), 28)
}
