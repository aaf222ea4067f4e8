//! Tables that read well in a terminal and are Markdown.

/// Rows under headings
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings and no rows yet
    pub fn new<const COLUMNS: usize>(headings: [&str; COLUMNS]) -> Table {
        Table::of(headings.map(str::to_owned).to_vec())
    }

    /// The same with as many columns as there turn out to be
    pub fn of(headings: Vec<String>) -> Table {
        Table { rows: vec![headings] }
    }

    /// Adds a row
    pub fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) {
        self.add(cells.to_vec());
    }

    /// Adds a row of a table made by `of`
    pub fn add(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as text
    pub fn text(&self) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for (place, row) in self.rows.iter().enumerate() {
            text += "|";
            for (cell, width) in row.iter().zip(&widths) {
                text += &format!(" {cell:<width$} |");
            }
            text += "\n";
            if place == 0 {
                text += "|";
                for width in &widths {
                    text += &format!("{:-<1$}|", "", width + 2);
                }
                text += "\n";
            }
        }
        text
    }
}
