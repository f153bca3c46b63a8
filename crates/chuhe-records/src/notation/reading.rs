//! From what a text says to the moves it may mean, and from those to the one it means.

use super::Parsed;
use super::error::{Miss, NotationError, short};
use super::tandem::{Column, file_numbered, number_of_file};
use chuhe_core::{Color, IllegalReason, Move, Position, Role, Square};

/// The three directions of Chinese and WXF notation, seen by the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Advance,
    Retreat,
    Traverse,
}

/// Where the piece goes: a direction, and a number of steps or a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub direction: Direction,
    pub number: u8,
}

/// How much a reading of a text is worth; the lower the better.
pub(super) type Rank = u8;
/// What the text says by the notation's own rules.
pub(super) const STRICT: Rank = 0;
/// What it says under another convention in use.
pub(super) const OTHER: Rank = 1;
/// What it may mean if it was carelessly written.
pub(super) const LOOSE: Rank = 2;

/// The moves a text may mean, not yet asked whether they are legal.
pub(super) struct Candidates<'a> {
    pub position: &'a Position,
    pub color: Color,
    moves: [(Move, Rank); Candidates::MOST],
    len: usize,
    miss: Option<(Miss, Rank)>,
}

impl<'a> Candidates<'a> {
    /// SAN finds the most: five pawns in two ways to count ranks, and each only once.
    const MOST: usize = 24;

    pub(super) fn new(position: &'a Position) -> Candidates<'a> {
        Candidates {
            position,
            color: position.turn(),
            moves: [(Move::NULL, 0); Candidates::MOST],
            len: 0,
            miss: None,
        }
    }

    pub(super) fn add(&mut self, m: Move, rank: Rank) {
        if let Some(known) = self.moves[..self.len].iter_mut().find(|(known, _)| *known == m) {
            known.1 = known.1.min(rank);
        } else if self.len < Candidates::MOST {
            self.moves[self.len] = (m, rank);
            self.len += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Remember why a reading gave no move, for when none does.
    pub(super) fn miss(&mut self, miss: Miss, rank: Rank) {
        if self.miss.is_none_or(|(_, known)| rank < known) {
            self.miss = Some((miss, rank));
        }
    }

    /// The piece on `from` goes where the tail says.
    pub(super) fn add_going(&mut self, from: Square, role: Role, tail: Tail, rank: Rank) {
        match target(self.color, from, role, tail) {
            Ok(to) => self.add(Move::new(from, to), rank),
            Err(miss) => self.miss(miss, rank),
        }
    }

    /// 炮二…: whatever stands on the file with this number.
    pub(super) fn add_on_file(&mut self, role: Role, number: u8, tail: Tail, rank: Rank) {
        let column = self.column(role, number);
        if column.len() == 0 {
            self.miss(Miss::NoneOnFile { role, file: number }, rank);
        }
        for from in column.squares() {
            self.add_going(from, role, tail, rank);
        }
    }

    /// One's pieces of a kind on the file with this number, from front to back.
    pub(super) fn column(&self, role: Role, number: u8) -> Column {
        let file = file_numbered(self.color, number);
        Column::on_file(self.position, self.color, role, file)
    }

    /// The one legal move among the candidates, or what is wrong.
    pub(super) fn decide(&self, text: &str) -> Result<Parsed, NotationError> {
        let candidates = &self.moves[..self.len];
        if let [(m, _)] = *candidates {
            if self.position.is_legal(m) {
                return Ok(Parsed { m, others: Vec::new() });
            }
        }
        let legal: Vec<(Move, Rank)> =
            candidates.iter().copied().filter(|(m, _)| self.position.is_legal(*m)).collect();
        let Some(best) = legal.iter().map(|(_, rank)| *rank).min() else {
            return Err(self.refuse(text));
        };
        let (chosen, others): (Vec<_>, Vec<_>) = legal.into_iter().partition(|(_, r)| *r == best);
        let others: Vec<Move> = others.into_iter().map(|(m, _)| m).collect();
        match *chosen {
            [(m, _)] => Ok(Parsed { m, others }),
            _ => Err(NotationError::Ambiguous {
                text: short(text),
                candidates: chosen.into_iter().map(|(m, _)| m).chain(others).collect(),
            }),
        }
    }

    /// Why no candidate is legal: the reason of the one that comes nearest to being so.
    fn refuse(&self, text: &str) -> NotationError {
        let nearest = self.moves[..self.len]
            .iter()
            .filter_map(|&(m, rank)| Some((m, rank, self.position.why_illegal(m)?)))
            .min_by_key(|(_, rank, reason)| (distance(reason), *rank));
        match (nearest, self.miss) {
            (Some((m, _, reason)), _) => NotationError::Illegal { text: short(text), m, reason },
            (None, Some((miss, _))) => {
                NotationError::Misses { text: short(text), color: self.color, miss }
            }
            (None, None) => NotationError::not_a_move(text),
        }
    }
}

/// How far from legal a move is: a piece that goes there but may not now is the likeliest meant.
fn distance(reason: &IllegalReason) -> u8 {
    match reason {
        IllegalReason::KingsFace | IllegalReason::KingInCheck { .. } => 0,
        IllegalReason::LegBlocked(_)
        | IllegalReason::EyeBlocked(_)
        | IllegalReason::PathBlocked { .. }
        | IllegalReason::NoScreen
        | IllegalReason::TooManyScreens(_)
        | IllegalReason::OwnPiece { .. }
        | IllegalReason::TakesKing(_) => 1,
        IllegalReason::LeavesPalace { .. }
        | IllegalReason::CrossesRiver { .. }
        | IllegalReason::PawnBackward { .. }
        | IllegalReason::PawnSideways { .. } => 2,
        IllegalReason::Geometry { .. } | IllegalReason::NotYourPiece { .. } => 3,
        IllegalReason::NoPiece(_) | IllegalReason::NoMovement(_) => 4,
    }
}

/// Where a piece gets by a tail, on the lines of its kind alone.
fn target(color: Color, from: Square, role: Role, tail: Tail) -> Result<Square, Miss> {
    let forward: i8 = match (color, tail.direction) {
        (_, Direction::Traverse) => 0,
        (Color::Red, Direction::Advance) | (Color::Black, Direction::Retreat) => 1,
        _ => -1,
    };
    let (file, rank) = (from.file() as i8, from.rank() as i8);
    let diagonal = matches!(role, Role::Advisor | Role::Elephant | Role::Horse);
    if !diagonal && forward != 0 {
        let ahead = rank + forward * tail.number as i8;
        return Square::try_new(file, ahead).ok_or(Miss::OffBoard { role });
    }
    let to_file = file_numbered(color, tail.number);
    let files = to_file.abs_diff(from.file());
    let ranks = match (role, files) {
        _ if diagonal && forward == 0 => return Err(Miss::Sideways { role }),
        (Role::Advisor, 1) => 1,
        (Role::Elephant, 2) => 2,
        (Role::Horse, 1) => 2,
        (Role::Horse, 2) => 1,
        _ if !diagonal && files > 0 => 0,
        _ => {
            return Err(Miss::FileOutOfReach { role, file: tail.number });
        }
    };
    Square::try_new(to_file as i8, rank + forward * ranks).ok_or(Miss::OffBoard { role })
}

/// A move's direction and number, the inverse of [`target`].
pub(super) fn tail_of(color: Color, role: Role, m: Move) -> Tail {
    let (from, to) = (m.from(), m.to());
    let direction = match to.rank_for(color).cmp(&from.rank_for(color)) {
        std::cmp::Ordering::Greater => Direction::Advance,
        std::cmp::Ordering::Less => Direction::Retreat,
        std::cmp::Ordering::Equal => Direction::Traverse,
    };
    let diagonal = matches!(role, Role::Advisor | Role::Elephant | Role::Horse);
    let number = if diagonal || direction == Direction::Traverse {
        number_of_file(color, to.file())
    } else {
        to.rank().abs_diff(from.rank())
    };
    Tail { direction, number }
}
