//! Writing a move in each notation.

use super::reading::{Direction, Tail, tail_of};
use super::san;
use super::style::{Script, Style, Tandem};
use super::tandem::{Column, doubled_files, number_of_file};
use chuhe_core::{Color, Move, Piece, Position, Role, Square};
use std::fmt::Write;

/// A legal move in words.
///
/// ```
/// use chuhe_core::Position;
/// use chuhe_records::notation::{Style, write};
///
/// let m = "h2e2".parse().unwrap();
/// assert_eq!(write(&Position::start(), m, Style::Wxf), "C2=5");
/// assert_eq!(write(&Position::start(), m, Style::from_name("zh").unwrap()), "炮二平五");
/// ```
pub fn write(position: &Position, m: Move, style: Style) -> String {
    let mut text = String::with_capacity(16);
    write_to(position, m, style, &mut text);
    text
}

/// As [`write`], at the end of a text one has already.
///
/// A move from an empty square is no move at all; it is written as coordinates.
pub fn write_to(position: &Position, m: Move, style: Style, out: &mut String) {
    let Some(piece) = position.piece_at(m.from()) else {
        return uci(m, out);
    };
    match style {
        Style::Chinese(script, tandem) => chinese(position, piece, m, script, tandem, out),
        Style::Wxf => wxf(position, piece, m, false, out),
        Style::WxfDigits => wxf(position, piece, m, true, out),
        Style::Iccs => iccs(m, out),
        Style::Uci => uci(m, out),
        Style::Uci10 => uci10(m, out),
        Style::San(ranks) => san::write_to(position, piece, m, ranks, out),
    }
}

fn uci(m: Move, out: &mut String) {
    for square in [m.from(), m.to()] {
        out.push((b'a' + square.file()) as char);
        out.push((b'0' + square.rank()) as char);
    }
}

fn uci10(m: Move, out: &mut String) {
    for square in [m.from(), m.to()] {
        let _ = write!(out, "{}{}", (b'a' + square.file()) as char, square.rank() + 1);
    }
}

fn iccs(m: Move, out: &mut String) {
    for square in [m.from(), m.to()] {
        if square == m.to() {
            out.push('-');
        }
        out.push((b'A' + square.file()) as char);
        out.push((b'0' + square.rank()) as char);
    }
}

/// Where a piece stands among its like.
enum Standing {
    /// Alone on its file, or of a kind whose direction tells the two apart.
    Alone,
    /// One of two or more: from the front, from 0; and whether another file is doubled as well.
    Tandem { column: Column, place: usize, files: usize },
}

fn standing(position: &Position, piece: Piece, square: Square) -> Standing {
    let (color, role) = (piece.color(), piece.role());
    if matches!(role, Role::King | Role::Advisor | Role::Elephant) {
        return Standing::Alone;
    }
    let column = Column::on_file(position, color, role, square.file());
    if column.len() < 2 {
        return Standing::Alone;
    }
    let files = if role == Role::Pawn { doubled_files(position, color, role).count() } else { 1 };
    Standing::Tandem { place: column.place_of(square), column, files }
}

#[rustfmt::skip]
const PIECES: [[[char; 7]; 2]; 2] = [
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']],
    [['帥', '仕', '相', '馬', '車', '炮', '兵'], ['將', '士', '象', '馬', '車', '炮', '卒']],
];
const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn chinese(
    position: &Position,
    piece: Piece,
    m: Move,
    script: Script,
    tandem: Tandem,
    out: &mut String,
) {
    let color = piece.color();
    let glyph = PIECES[script as usize][color.index()][piece.role().index()];
    let digit = |number: u8| match color {
        Color::Red => NUMBERS[number as usize - 1],
        Color::Black => (b'0' + number) as char,
    };
    let file = digit(number_of_file(color, m.from().file()));
    match standing(position, piece, m.from()) {
        Standing::Alone => out.extend([glyph, file]),
        Standing::Tandem { place, column, files } => {
            let word = place_word(place, column.len(), script);
            match tandem {
                Tandem::Filed if files > 1 => out.extend([word, file]),
                Tandem::Numbered if files > 1 || column.len() > 3 => {
                    let (all, _) = Column::numbered(position, color, piece.role());
                    // The number stands for 前 or 后: Chinese for both sides.
                    out.extend([NUMBERS[all.place_of(m.from())], glyph]);
                }
                _ => out.extend([word, glyph]),
            }
        }
    }
    let Tail { direction, number } = tail_of(color, piece.role(), m);
    out.push(match (direction, script) {
        (Direction::Advance, Script::Simplified) => '进',
        (Direction::Advance, Script::Traditional) => '進',
        (Direction::Retreat, _) => '退',
        (Direction::Traverse, _) => '平',
    });
    out.push(digit(number));
}

/// 前 后; 前 中 后; 前 二 三 后; 前 二 三 四 后.
fn place_word(place: usize, of: usize, script: Script) -> char {
    match (place, script) {
        (0, _) => '前',
        (_, Script::Simplified) if place == of - 1 => '后',
        (_, Script::Traditional) if place == of - 1 => '後',
        _ if of == 3 => '中',
        _ => NUMBERS[place],
    }
}

/// The letters of the World Xiangqi Federation: E and H, not B and N.
pub(super) const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];

fn wxf(position: &Position, piece: Piece, m: Move, digits: bool, out: &mut String) {
    let color = piece.color();
    let letter = LETTERS[piece.role().index()];
    let file = (b'0' + number_of_file(color, m.from().file())) as char;
    match standing(position, piece, m.from()) {
        Standing::Alone => out.extend([letter, file]),
        Standing::Tandem { place, column, files } => {
            let last = column.len() - 1;
            let sign = if place * 2 < last { '+' } else { '-' };
            let middle = place * 2 == last;
            if digits && (files > 1 || last > 1) {
                out.extend([(b'1' + place as u8) as char, file]);
            } else if last > 2 && (place == 0 || place == last) {
                out.extend([sign, sign]);
            } else {
                // The pawn in the middle is named by its file alone.
                out.extend([
                    if files > 1 { file } else { letter },
                    if middle { file } else { sign },
                ]);
            }
        }
    }
    let Tail { direction, number } = tail_of(color, piece.role(), m);
    out.push(match direction {
        Direction::Advance => '+',
        Direction::Retreat => '-',
        Direction::Traverse => '=',
    });
    out.push((b'0' + number) as char);
}
