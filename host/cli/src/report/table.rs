//! Columns of text that line up in a terminal.

use super::report_columns;
use super::style::{FAINT, styled};
use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

const INDENT: usize = 2;
const GAP: usize = 2;

/// A table. Its last column takes the room that the others leave.
pub struct Table {
    head: Vec<&'static str>,
    is_right: Vec<bool>,
    rows: Vec<Vec<(String, Style)>>,
    is_wrapped: bool,
}

impl Table {
    /// A table with these columns; a `>` before a name puts its values to the right
    pub fn new<const COLUMNS: usize>(head: [&'static str; COLUMNS]) -> Table {
        Table {
            head: head.iter().map(|name| name.trim_start_matches('>')).collect(),
            is_right: head.iter().map(|name| name.starts_with('>')).collect(),
            rows: Vec::new(),
            is_wrapped: false,
        }
    }

    /// The same, but a text that does not fit its last column goes on in the next line instead of being cut off
    pub fn wrapped<const COLUMNS: usize>(head: [&'static str; COLUMNS]) -> Table {
        Table { is_wrapped: true, ..Table::new(head) }
    }

    /// Adds a row
    pub fn row<const COLUMNS: usize>(&mut self, cells: [(String, Style); COLUMNS]) {
        self.rows.push(cells.into());
    }

    /// The table as lines
    pub fn text(&self) -> String {
        let widths = self.widths();
        let head: Vec<(String, Style)> = self.head.iter().map(|name| ((*name).to_owned(), FAINT)).collect();
        std::iter::once(&head)
            .chain(&self.rows)
            .flat_map(|row| self.lines_of(row, &widths))
            .map(|row| self.line(&row, &widths))
            .collect()
    }

    /// A row as the lines that it takes
    fn lines_of(&self, row: &[(String, Style)], widths: &[usize]) -> Vec<Vec<(String, Style)>> {
        let (Some(((text, style), before)), Some(width), true) = (row.split_last(), widths.last(), self.is_wrapped)
        else {
            return vec![row.to_vec()];
        };
        let mut lines = Vec::new();
        for (number, part) in broken(text, *width).into_iter().enumerate() {
            let cell = |cell: &(String, Style)| if number == 0 { cell.clone() } else { (String::new(), cell.1) };
            lines.push(before.iter().map(cell).chain([(part, *style)]).collect());
        }
        lines
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|(text, _)| text.width());
            cells.chain(self.head.get(column).map(|name| name.width())).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..self.head.len()).map(widest).collect();
        let before: usize = widths.iter().rev().skip(1).map(|width| width + GAP).sum();
        if let Some(last) = widths.last_mut() {
            *last = report_columns().saturating_sub(INDENT + before).min(*last);
        }
        widths
    }

    fn line(&self, row: &[(String, Style)], widths: &[usize]) -> String {
        let mut line = " ".repeat(INDENT);
        for (place, (((text, style), width), is_right)) in row.iter().zip(widths).zip(&self.is_right).enumerate() {
            let text = shortened(text, *width);
            let padding = " ".repeat(width.saturating_sub(text.width()));
            let cell = styled(*style, &text);
            match (is_right, place + 1 == row.len()) {
                (true, _) => line.extend([padding.as_str(), &cell]),
                (false, true) => line.push_str(&cell),
                (false, false) => line.extend([cell.as_str(), &padding]),
            }
            if place + 1 < row.len() {
                line.push_str(&" ".repeat(GAP));
            }
        }
        line.push('\n');
        line
    }
}

/// A text in lines that are at most so wide, broken between words
pub fn broken(text: &str, width_max: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.width() + 1 + word.width() <= width_max => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text on one line that is at most so wide; what was cut off is told by `…`
pub fn shortened(text: &str, width_max: usize) -> String {
    let mut line = String::new();
    let mut width = 0;
    let mut is_space = true;
    let mut is_cut = false;
    for letter in text.trim_end().chars() {
        let letter = if letter.is_whitespace() || letter.is_control() { ' ' } else { letter };
        if letter == ' ' && is_space {
            continue;
        }
        is_space = letter == ' ';
        width += letter.width().unwrap_or(0);
        line.push(letter);
        is_cut = width > width_max;
        if is_cut {
            break;
        }
    }
    if !is_cut {
        return line;
    }
    while line.width() + 1 > width_max && line.pop().is_some() {}
    line.truncate(line.trim_end().len());
    line.push('…');
    line
}

/// The end of a path that is at most so wide
pub fn shortened_path(path: &str, width_max: usize) -> String {
    if path.width() <= width_max {
        return path.to_owned();
    }
    let mut end = path;
    while end.width() + 1 > width_max {
        end = end.char_indices().nth(1).and_then(|(second, _)| end.get(second..)).unwrap_or("");
    }
    format!("…{end}")
}

#[cfg(test)]
mod tests {
    use super::{broken, shortened, shortened_path};

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(broken("one two  three four", 9), ["one two", "three", "four"]);
        assert_eq!(broken("unbreakable", 3), ["unbreakable"]);
        assert_eq!(broken("", 3), [""]);
    }

    #[test]
    fn texts_fit_their_width() {
        for (text, width, expected) in [
            ("short", 5, "short"),
            ("longer", 5, "long…"),
            ("two\n\n  lines\t", 20, "two lines"),
            ("ends with space", 10, "ends with…"),
            ("ends with space", 9, "ends wit…"),
            ("请不要删除", 6, "请不…"),
            ("a\u{1b}[31mred", 20, "a [31mred"),
            ("", 3, ""),
            ("abc", 0, "…"),
        ] {
            assert_eq!(shortened(text, width), expected);
        }
        assert_eq!(shortened_path("/home/me/notes/session.jsonl", 14), "…session.jsonl");
    }
}
