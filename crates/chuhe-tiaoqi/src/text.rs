//! Cells, moves and layouts as text.
//!
//! A cell is a letter for the row, `a` at the south tip to `q` at the north tip, and a number
//! counted from the left: `a1`, `e13`, `q1`. A move is two cells: `d1e5`, also written with a
//! dash. A layout is the rows from the north, each a run of letters and numbers: `A`–`F` for the
//! pieces of the seats S, SW, NW, N, NE, SE, a number for so many empty cells.

use std::fmt;

use crate::cells::{CELLS, Point, ROWS};
use crate::layout::{Layout, Move};

/// A text that is no layout, cell or move: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Characters before the fault.
    pub at: usize,
    pub code: &'static str,
    pub facts: Vec<(&'static str, String)>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {:?}", self.code, self.at, self.facts)
    }
}

impl std::error::Error for TextError {}

fn fault<T>(
    at: usize,
    code: &'static str,
    facts: Vec<(&'static str, String)>,
) -> Result<T, TextError> {
    Err(TextError { at, code, facts })
}

/// The number of the first cell of a row, counted from the north.
const fn first(row: usize) -> usize {
    let (mut at, mut cell) = (0, 0);
    while at < row {
        cell += ROWS[at] as usize;
        at += 1;
    }
    cell
}

/// `a1` … `q1`.
///
/// # Panics
/// If the number is beyond the board.
pub fn cell_name(cell: u8) -> String {
    let cell = usize::from(cell);
    assert!(cell < CELLS, "cell {cell}");
    let row = (0..17).rev().find(|&row| first(row) <= cell).unwrap_or(0);
    format!("{}{}", char::from(b'a' + 16 - row as u8), cell - first(row) + 1)
}

/// The cell of a name.
///
/// # Errors
/// `tiaoqi.cell` if there is no such cell.
pub fn parse_cell(text: &str) -> Result<u8, TextError> {
    let found = || {
        let letter = *text.as_bytes().first()?;
        let digits = text.get(1..)?;
        if !letter.is_ascii_lowercase()
            || letter > b'q'
            || digits.starts_with('0')
            || digits.len() > 2
        {
            return None;
        }
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let row = usize::from(b'q' - letter);
        let number: u8 = digits.parse().ok()?;
        (1..=ROWS[row]).contains(&number).then(|| (first(row) + usize::from(number) - 1) as u8)
    };
    found().map_or_else(|| fault(0, "tiaoqi.cell", vec![("text", short(text))]), Ok)
}

/// `d1e5`.
pub fn write_move(go: Move) -> String {
    cell_name(go.from) + &cell_name(go.to)
}

/// A move from its text: two cells, with or without a dash.
///
/// # Errors
/// `tiaoqi.move` if it is not two cells.
pub fn parse_move(text: &str) -> Result<Move, TextError> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
    let cells = second.and_then(|(at, _)| {
        let from = parse_cell(text[..at].trim_end_matches('-')).ok()?;
        Some(Move { from, to: parse_cell(&text[at..]).ok()? })
    });
    cells.map_or_else(|| fault(0, "tiaoqi.move", vec![("text", short(text))]), Ok)
}

/// The rows of a layout.
pub fn write_layout(layout: &Layout) -> String {
    let mut text = String::new();
    let mut cell = 0;
    for (row, &length) in ROWS.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for _ in 0..length {
            let owner = layout.pieces.iter().position(|some| some >> cell & 1 == 1);
            if let Some(owner) = owner {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(char::from(b'A' + owner as u8));
            } else {
                empty += 1;
            }
            cell += 1;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
    }
    text
}

/// A layout from its rows.
///
/// # Errors
/// `tiaoqi.rows`, `tiaoqi.row`, `tiaoqi.piece` with the place.
pub fn parse_layout(text: &str, camp: u8) -> Result<Layout, TextError> {
    let mut pieces = [0; 6];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS.len() {
        return fault(0, "tiaoqi.rows", vec![("rows", rows.len().to_string())]);
    }
    let (mut at, mut cell) = (0, 0);
    for (row, (said, &length)) in rows.iter().zip(&ROWS).enumerate() {
        let begun = at;
        let (mut filled, mut number) = (0_usize, 0_usize);
        for c in said.chars() {
            match c {
                '0'..='9' => number = (number * 10 + c as usize - '0' as usize).min(99),
                'A'..='F' => {
                    filled += number;
                    number = 0;
                    if filled < usize::from(length) {
                        pieces[c as usize - 'A' as usize] |= 1_u128 << (cell + filled);
                    }
                    filled += 1;
                }
                _ => return fault(at, "tiaoqi.piece", vec![("text", short(&c.to_string()))]),
            }
            at += 1;
        }
        filled += number;
        if filled != usize::from(length) {
            let name = char::from(b'q' - row as u8).to_string();
            let facts = vec![
                ("row", name),
                ("cells", filled.to_string()),
                ("expected", length.to_string()),
            ];
            return fault(begun, "tiaoqi.row", facts);
        }
        cell += usize::from(length);
        at += 1;
    }
    Ok(Layout { pieces, camp })
}

/// The letter of a seat in layouts.
pub fn seat_letter(seat: Point) -> char {
    char::from(b'A' + seat as u8)
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::seats;

    #[test]
    fn names_of_cells_are_read_back() {
        for cell in 0..CELLS as u8 {
            assert_eq!(parse_cell(&cell_name(cell)), Ok(cell));
        }
        assert_eq!(
            (cell_name(0), cell_name(120), cell_name(10)),
            ("q1".into(), "a1".into(), "m1".into())
        );
        for bad in ["", "a", "a0", "a2", "a01", "r1", "e14", "A1", "a1 ", "炮", "a+1"] {
            assert!(parse_cell(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_read_back() {
        for (from, to) in [(0, 1), (113, 102), (10, 120)] {
            let go = Move { from, to };
            assert_eq!(parse_move(&write_move(go)), Ok(go));
        }
        assert_eq!(parse_move("d1-e5"), Ok(Move { from: 111, to: 102 }));
        for bad in ["", "d1", "d1e14", "d1 e5", "xx", "中文"] {
            assert!(parse_move(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn layouts_are_read_back() {
        for players in [2, 3, 4, 5, 6] {
            let layout = Layout::start(seats(players).unwrap(), 10);
            assert_eq!(parse_layout(&write_layout(&layout), 10), Ok(layout));
        }
        let two = Layout::start(seats(2).unwrap(), 10);
        let text = "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A";
        assert_eq!(write_layout(&two), text);
        let bad = parse_layout(&text.replacen("13", "12", 1), 10).unwrap_err();
        assert_eq!((bad.code, bad.at), ("tiaoqi.row", 14));
        assert_eq!(parse_layout(&text.replacen("DDD/", "DxD/", 1), 10).unwrap_err().at, 6);
        assert_eq!(parse_layout("D/DD", 10).unwrap_err().code, "tiaoqi.rows");
    }
}
