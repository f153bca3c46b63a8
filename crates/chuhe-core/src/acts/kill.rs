//! Mate by an unbroken series of checks 连将杀.

use crate::position::Position;
use crate::types::{Move, MoveList};

/// How many positions a question may still look at. Once it is used up the answer is "not
/// found", and the asker can tell that it is not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    left: u32,
    pub spent: bool,
}

impl Budget {
    pub const fn new(positions: u32) -> Budget {
        Budget { left: positions, spent: false }
    }

    /// Whether one more position may be looked at.
    pub const fn take(&mut self) -> bool {
        if self.left == 0 {
            self.spent = true;
            return false;
        }
        self.left -= 1;
        true
    }
}

pub(crate) fn checks(position: &Position) -> MoveList {
    let mut list = position.legal_moves();
    list.retain(|m| position.gives_check(m));
    list
}

/// The first move of a mate by at most `depth` checks in a row, the shortest found first.
pub(crate) fn mate_by_checks(position: &Position, depth: u32, budget: &mut Budget) -> Option<Move> {
    let first = checks(position);
    (1..=depth).find_map(|depth| first.iter().copied().find(|&m| mates(position, m, depth, budget)))
}

/// A mate by checks: its first move, and how many checks it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mate {
    pub first: Move,
    pub checks: u32,
}

/// The shortest mate, by a first move that is wanted; none if no shortest one begins so.
///
/// Series of up to `sure` checks are always looked at, and longer ones, up to `most`, while the
/// budget lasts. The second value tells whether not even the sure part could be finished.
pub(crate) fn mate_beginning_with(
    position: &Position,
    (sure, most): (u32, u32),
    budget: &mut Budget,
    wanted: impl Fn(Move) -> bool,
) -> (Option<Mate>, bool) {
    let list = checks(position);
    for depth in 1..=most {
        let mut found = list.clone();
        found.retain(|m| mates(position, m, depth, budget));
        if !found.is_empty() {
            let first = found.into_iter().find(|&m| wanted(m));
            return (first.map(|first| Mate { first, checks: depth }), false);
        }
        if budget.spent {
            return (None, depth <= sure);
        }
    }
    (None, false)
}

fn mates(position: &Position, m: Move, depth: u32, budget: &mut Budget) -> bool {
    if !budget.take() {
        return false;
    }
    let mut after = position.clone();
    after.make(m);
    if depth == 1 {
        return !after.has_legal_move();
    }
    after.legal_moves().into_iter().all(|reply| {
        let mut next = after.clone();
        next.make(reply);
        checks(&next).into_iter().any(|m| mates(&next, m, depth - 1, budget))
    })
}
