//! Pieces of one kind that share a file.

use chuhe_core::{Bitboard, Color, Position, Role, Square};

/// The file with this number, 1 to 9 from the mover's right, as 0 to 8 from a to i.
pub(super) const fn file_numbered(color: Color, number: u8) -> u8 {
    match color {
        Color::Red => 9 - number,
        Color::Black => number - 1,
    }
}

/// The number of a file, 1 to 9 from the mover's right.
pub(super) const fn number_of_file(color: Color, file: u8) -> u8 {
    match color {
        Color::Red => 9 - file,
        Color::Black => file + 1,
    }
}

/// Up to five squares in an order that counts.
#[derive(Clone, Copy)]
pub(super) struct Column {
    squares: [Square; 5],
    len: usize,
}

impl Column {
    const EMPTY: Column = Column { squares: [Square::from_index(0); 5], len: 0 };

    /// One's pieces of a kind on a file (0 to 8) from front to back: the front is nearest to the
    /// enemy's base line.
    pub(super) fn on_file(position: &Position, color: Color, role: Role, file: u8) -> Column {
        let mut column = Column::EMPTY;
        column.add(position.pieces(color, role) & Bitboard::file(file), color);
        column
    }

    /// All pawns on files that hold two or more, the mover's right file first, each from front
    /// to back, and how many such files there are.
    pub(super) fn numbered(position: &Position, color: Color, role: Role) -> (Column, usize) {
        let mut column = Column::EMPTY;
        let mut files = 0;
        for file in doubled_files(position, color, role) {
            column.add(position.pieces(color, role) & Bitboard::file(file), color);
            files += 1;
        }
        (column, files)
    }

    fn add(&mut self, squares: Bitboard, color: Color) {
        let start = self.len;
        for square in squares {
            if self.len < self.squares.len() {
                self.squares[self.len] = square;
                self.len += 1;
            }
        }
        // A bitboard counts ranks from Red's base line.
        if color == Color::Red {
            self.squares[start..self.len].reverse();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, place: usize) -> Option<Square> {
        self.squares[..self.len].get(place).copied()
    }

    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares[..self.len].iter().copied()
    }

    /// Where in the order a square stands, from 0.
    pub(super) fn place_of(&self, square: Square) -> usize {
        self.squares().position(|s| s == square).unwrap_or(0)
    }
}

/// The files (0 to 8) with two or more of one's pieces of a kind, from the mover's right.
pub(super) fn doubled_files(
    position: &Position,
    color: Color,
    role: Role,
) -> impl Iterator<Item = u8> + use<> {
    let pieces = position.pieces(color, role);
    (1..=9)
        .map(move |number| file_numbered(color, number))
        .filter(move |file| (pieces & Bitboard::file(*file)).is_many())
}
