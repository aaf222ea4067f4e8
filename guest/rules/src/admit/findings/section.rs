//! What a part of a summary is about, told by its heading or label.

/// What a part of a summary is about
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Nothing says so
    Unknown,
    /// Goals and requests
    Requests,
    /// Constraints
    Constraints,
    /// What was done
    Done,
    /// What is still to be done
    Pending,
    /// Anything else with a heading
    Other,
}

/// What a heading opens; `None`: the line is no heading
pub fn heading(line: &str) -> Option<Section> {
    let line = line.trim();
    let marked = line.starts_with('#');
    let bold = line.starts_with("**") && (line.ends_with("**") || line.ends_with("**:") || line.ends_with(":**"));
    let ruled =
        line.len() <= 60 && line.ends_with(':') && line.split(' ').count() <= 5 && !line.starts_with(['-', '*', '>']);
    if !(marked || bold || ruled) {
        return bare(line);
    }
    Some(of_words(line))
}

/// What a line opens that is nothing but such a word or two, as `Pending` or `Next steps`
fn bare(line: &str) -> Option<Section> {
    let few = line.len() <= 24 && line.split(' ').count() <= 2 && line.starts_with(char::is_uppercase);
    let plain = line.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
    let section = if few && plain { of_words(line) } else { Section::Other };
    (section != Section::Other).then_some(section)
}

/// What the label at the beginning of a line says of it, and how many bytes the label has: `Pending: …`, `**Still open:** …`
pub fn label(line: &str) -> Option<(Section, usize)> {
    let start = line.trim_start_matches(['-', '*', ' ', '>', '#']);
    let (label, rest) = start.split_once(':')?;
    if label.len() > 40 || rest.trim().is_empty() || label.split(' ').count() > 5 {
        return None;
    }
    let rest = rest.trim_start_matches(['*', ' ']);
    match of_words(label) {
        Section::Other => None,
        section => Some((section, line.len().saturating_sub(rest.len()))),
    }
}

/// What the words of a heading or a label say of what follows
pub fn of_words(heading: &str) -> Section {
    const PENDING: [&str; 26] = [
        "pending",
        "next",
        "todo",
        "to do",
        "to-do",
        "remaining",
        "left to",
        "unfinished",
        "open",
        "outstanding",
        "still",
        "upcoming",
        "offen",
        "ausstehend",
        "nächste",
        "pendiente",
        "próximo",
        "siguiente",
        "pendente",
        "à faire",
        "reste",
        "待办",
        "下一步",
        "未完成",
        "残り",
        "次",
    ];
    const DONE: [&str; 16] = [
        "done",
        "completed",
        "finished",
        "progress",
        "accomplished",
        "erledigt",
        "hecho",
        "realizado",
        "fait",
        "feito",
        "已完成",
        "完了",
        "changes made",
        "checks made",
        "so far",
        "since then",
    ];
    const CONSTRAINTS: [&str; 18] = [
        "constraint",
        "must not",
        "rule",
        "limits",
        "binding",
        "decision",
        "guardrail",
        "do not",
        "preferences",
        "einschränkung",
        "regel",
        "restricci",
        "regla",
        "contrainte",
        "restriç",
        "约束",
        "制約",
        "禁止",
    ];
    const REQUESTS: [&str; 16] = [
        "goal",
        "request",
        "task",
        "objective",
        "intent",
        "user message",
        "ziel",
        "auftrag",
        "objetivo",
        "solicitud",
        "objectif",
        "demande",
        "目标",
        "目的",
        "需求",
        "要求",
    ];
    let contains = |words: &[&str]| words.iter().any(|word| contains_ignoring_case(heading, word));
    // `Pending tasks` is pending, `Tasks done so far` is done.
    if contains(&PENDING) {
        Section::Pending
    } else if contains(&DONE) {
        Section::Done
    } else if contains(&CONSTRAINTS) {
        Section::Constraints
    } else if contains(&REQUESTS) {
        Section::Requests
    } else {
        Section::Other
    }
}

fn contains_ignoring_case(text: &str, needle: &str) -> bool {
    text.as_bytes().windows(needle.len()).any(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings() {
        let cases = [
            ("## Pending / next", Some(Section::Pending)),
            ("## Done so far", Some(Section::Done)),
            ("**Constraints**", Some(Section::Constraints)),
            ("## 约束", Some(Section::Constraints)),
            ("Next steps:", Some(Section::Pending)),
            ("# Goal", Some(Section::Requests)),
            ("## Key facts", Some(Section::Other)),
            ("Next steps", Some(Section::Pending)),
            ("Cheers", None),
            ("The goal was reached and the rest is done.", None),
            ("- Note that this is no heading:", None),
        ];
        for (line, expected) in cases {
            assert_eq!(heading(line), expected, "{line}");
        }
        assert_eq!(label("**Still open:** the fetch"), Some((Section::Pending, 16)));
        assert_eq!(label("The answer: yes"), None);
    }
}
