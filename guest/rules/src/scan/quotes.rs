//! Quoted spans.

use super::Span;
use alloc::vec::Vec;

/// The spans between quotation marks in `text`, without the marks, in order.
///
/// Pairs of one line alone; at most 2,000 bytes long; `'` counts only at the borders of words, so that an apostrophe opens
/// nothing. Spans in backticks are left out: they are names, not words of somebody.
pub fn find(text: &str) -> Vec<Span> {
    const LONGEST: usize = 2000;
    let mut found = Vec::new();
    let mut open: Option<(char, usize)> = None;
    let mut before = ' ';
    let mut ticked = false;
    for (at, mark) in text.char_indices() {
        if mark == '\n' {
            open = None;
            ticked = false;
        }
        if mark == '`' && open.is_none() {
            ticked = !ticked;
        }
        if !ticked {
            match open {
                Some((close, start)) if mark == close && closes(close, text, at) => {
                    if start < at && at.saturating_sub(start) <= LONGEST {
                        found.push(Span { start, end: at });
                    }
                    open = None;
                }
                Some(_) => {}
                None => {
                    if let Some(close) = closing(mark)
                        && opens(mark, before)
                    {
                        open = Some((close, at.saturating_add(mark.len_utf8())));
                    }
                }
            }
        }
        before = mark;
    }
    found
}

fn closing(mark: char) -> Option<char> {
    Some(match mark {
        '"' => '"',
        '\'' => '\'',
        '“' => '”',
        '„' => '“',
        '‘' => '’',
        '‚' => '‘',
        '«' => '»',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

fn opens(mark: char, before: char) -> bool {
    !matches!(mark, '\'' | '‘') || !before.is_alphanumeric()
}

fn closes(close: char, text: &str, at: usize) -> bool {
    if !matches!(close, '\'' | '’' | '‘') {
        return true;
    }
    let after = text.get(at.saturating_add(close.len_utf8())..).and_then(|rest| rest.chars().next());
    !after.is_some_and(char::is_alphanumeric)
}
