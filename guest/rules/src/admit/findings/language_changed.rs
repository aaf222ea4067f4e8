//! The summary is in another language than the conversation.
//!
//! ## Why
//! From then on the agent answers in the language of the summary.
//!
//! ## What helps
//! Ask again in the language of the conversation. It only warns: names, quotations and headings in another language are
//! fine, and some users like it so.
//!
//! ## Example
//! The user writes Portuguese; the summary is in English.
//!
//! ## Source
//! reports from the field

use super::context::Context;
use super::items;
use super::language::{self, Language};
use crate::about::{Rule, RuleKind};
use crate::admission::{Finding, FindingCode, Severity};
use crate::window::ElementKind;
use alloc::string::String;
use alloc::vec::Vec;

/// The rule's entry in the list of rules
pub const RULE: Rule = Rule {
    code: "language-changed",
    kind: RuleKind::Finding,
    summary: "The summary is in another language than the conversation",
    source: "reports from the field",
};

/// The language of the summary where it is not that of the user
pub fn find(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if let Some((expected, found)) = change(context) {
        findings.push(Finding {
            code: FindingCode::LanguageChanged,
            severity: Severity::Warn,
            summary_text: Some(found.name().into()),
            window_text: Some(expected.name().into()),
            element: None,
        });
    }
}

/// The language of the user and that of the summary, where they are known and differ
pub fn change(context: &Context<'_, '_>) -> Option<(Language, Language)> {
    let stated = context.request.language.as_ref().and_then(|tag| Language::of_tag(tag));
    let expected = stated.or_else(|| of_user(context))?;
    let found = language::of_items(context.summary.text, &context.summary.items)?;
    (found != expected).then_some((expected, found))
}

/// The language of the user's turns together
fn of_user(context: &Context<'_, '_>) -> Option<Language> {
    const ENOUGH: usize = 16_384;
    let mut spoken = String::new();
    for element in context.request.window.iter().filter(|element| element.kind == ElementKind::UserRequest) {
        if spoken.len() >= ENOUGH {
            break;
        }
        for sentence in crate::demands::sentences::prose(&element.text) {
            spoken.push_str(sentence.of(&element.text));
            spoken.push('\n');
        }
    }
    let mut row = Vec::new();
    items::read_into(&spoken, &mut row);
    language::of_items(&spoken, &row)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Turn, blocking, warning};
    use super::*;

    #[test]
    fn languages() {
        let portuguese =
            [Turn::User("Por favor, responda sempre em português. Precisamos corrigir o leitor de códigos.")];
        assert_eq!(
            warning(&portuguese, "## Goal\nFix the barcode reader, it fails on the long codes."),
            [FindingCode::LanguageChanged]
        );
        assert_eq!(blocking(&portuguese, "## Goal\nFix the barcode reader, it fails on the long codes."), []);
        assert_eq!(warning(&portuguese, "## Goal\nCorrigir o leitor de códigos, que falha em alguns casos."), []);
        let chinese = [Turn::User("把发票模块改成按月汇总，编号不要动。完成以后请告诉我。")];
        assert_eq!(warning(&chinese, "## Goal\n发票模块按月汇总（已完成）。\n编号不要动。"), []);
    }
}
