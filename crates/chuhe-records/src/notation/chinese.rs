//! The grammar of Chinese notation: who (two or three glyphs), direction, number.

use super::error::Miss;
use super::glyphs::{ADVANCE, FRONT, MIDDLE, REAR, RETREAT, TRAVERSE, role};
use super::reading::{Candidates, Direction, OTHER, Rank, STRICT, Tail};
use super::style::Hint;
use super::tandem::{Column, doubled_files};
use chuhe_core::Role;

/// 前, 中 or 后 on a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Front,
    Middle,
    Rear,
}

/// Gathers the moves a text may mean; `false` if it is not of this notation.
pub(super) fn gather(candidates: &mut Candidates, text: &[u8], hint: Hint) -> bool {
    let Some((&last, rest)) = text.split_last() else {
        return false;
    };
    let Some(number) = digit(last) else {
        return false;
    };
    if let Some((&sign, who)) = rest.split_last() {
        if let Some(direction) = direction(sign) {
            return name(candidates, who, Tail { direction, number }, STRICT, hint);
        }
    }
    // 前马4, 炮25: on score sheets 平 is left out, and 进 退 become a stroke over or under the
    // number (rules of 2020, article 7.5).
    let directions =
        [(Direction::Traverse, STRICT), (Direction::Advance, OTHER), (Direction::Retreat, OTHER)];
    rest.len() == 2
        && directions.into_iter().fold(false, |known, (direction, rank)| {
            name(candidates, rest, Tail { direction, number }, rank, hint) || known
        })
}

/// The glyphs before the direction: which piece.
fn name(c: &mut Candidates, who: &[u8], tail: Tail, rank: Rank, hint: Hint) -> bool {
    match *who {
        [a, b] => match (role(a), role(b), digit(a), digit(b), place(a), place(b)) {
            (Some(role), _, _, Some(file), _, _) => c.add_on_file(role, file, tail, rank),
            (_, Some(role), _, _, Some(place), _) | (Some(role), _, _, _, _, Some(place)) => {
                add_placed(c, role, place, tail, rank);
            }
            (_, Some(Role::Pawn), Some(number), _, _, _) => {
                add_numbered(c, number, tail, rank, hint);
            }
            (_, _, _, Some(file), Some(place), _) => {
                add_placed_on(c, Role::Pawn, place, file, tail, rank);
            }
            (_, _, Some(number), Some(file), _, _) => add_nth_on(c, number, file, tail, rank),
            _ => return false,
        },
        // 前兵七进一, 兵前七进一, 兵七前进一; 二卒7平6
        [a, b, d] => match (role(a).or(role(b)), digit(d), digit(b), digit(a)) {
            (Some(role), Some(file), _, None) => match place(a).or(place(b)) {
                Some(place) => add_placed_on(c, role, place, file, tail, rank),
                None => return false,
            },
            (Some(role), None, Some(file), _) => match place(d) {
                Some(place) => add_placed_on(c, role, place, file, tail, rank),
                None => return false,
            },
            (Some(Role::Pawn), Some(file), _, Some(number)) => {
                add_nth_on(c, number, file, tail, rank);
            }
            _ => return false,
        },
        _ => return false,
    }
    true
}

/// 前炮…: on any file with two or more.
fn add_placed(c: &mut Candidates, role: Role, place: Place, tail: Tail, rank: Rank) {
    let mut found = false;
    for file in doubled_files(c.position, c.color, role) {
        let column = Column::on_file(c.position, c.color, role, file);
        found |= add_from(c, &column, role, place, tail, rank);
    }
    if !found {
        c.miss(Miss::NoTandem { role }, rank);
    }
}

/// 前七…: on this file.
fn add_placed_on(c: &mut Candidates, role: Role, place: Place, file: u8, tail: Tail, rank: Rank) {
    let column = c.column(role, file);
    if column.len() < 2 || !add_from(c, &column, role, place, tail, rank) {
        c.miss(Miss::NoTandem { role }, rank);
    }
}

fn add_from(
    c: &mut Candidates,
    column: &Column,
    role: Role,
    place: Place,
    tail: Tail,
    rank: Rank,
) -> bool {
    let last = column.len() - 1;
    let (low, high) = match place {
        Place::Front => (0, 0),
        Place::Rear => (last, last),
        Place::Middle if last < 2 => return false,
        // Of four, either of the inner two.
        Place::Middle => (last / 2, last.div_ceil(2)),
    };
    for square in (low..=high).filter_map(|place| column.get(place)) {
        c.add_going(square, role, tail, rank);
    }
    true
}

/// 三兵…: numbered through all such files; or else the third of its own file.
fn add_numbered(c: &mut Candidates, number: u8, tail: Tail, rank: Rank, hint: Hint) {
    let (all, files) = Column::numbered(c.position, c.color, Role::Pawn);
    let (through, own_file) = if hint.filed { (rank + OTHER, rank) } else { (rank, rank + OTHER) };
    let mut found = false;
    if let Some(from) = all.get(number as usize - 1) {
        found = true;
        c.add_going(from, Role::Pawn, tail, through);
    }
    if files > 1 {
        for file in doubled_files(c.position, c.color, Role::Pawn) {
            let column = Column::on_file(c.position, c.color, Role::Pawn, file);
            if let Some(from) = column.get(number as usize - 1) {
                found = true;
                c.add_going(from, Role::Pawn, tail, own_file);
            }
        }
    }
    if !found {
        c.miss(Miss::NoTandem { role: Role::Pawn }, rank);
    }
}

/// 二7…: the second pawn of file 7.
fn add_nth_on(c: &mut Candidates, number: u8, file: u8, tail: Tail, rank: Rank) {
    let column = c.column(Role::Pawn, file);
    match column.get(number as usize - 1).filter(|_| column.len() > 1) {
        Some(from) => c.add_going(from, Role::Pawn, tail, rank),
        None => c.miss(Miss::NoTandem { role: Role::Pawn }, rank),
    }
}

fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}

fn direction(byte: u8) -> Option<Direction> {
    match byte {
        ADVANCE | b'+' => Some(Direction::Advance),
        RETREAT | b'-' => Some(Direction::Retreat),
        TRAVERSE | b'=' | b'.' => Some(Direction::Traverse),
        _ => None,
    }
}

fn place(byte: u8) -> Option<Place> {
    match byte {
        FRONT => Some(Place::Front),
        MIDDLE => Some(Place::Middle),
        REAR => Some(Place::Rear),
        _ => None,
    }
}
