//! Mate by an unbroken series of checks 连将杀.

use crate::position::Position;
use crate::types::{Move, MoveList};
use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// When this thread gives up what it plays out.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Plays nothing out any longer than for this span: what `ask` asks of acts and verdicts is undecided
/// then. The second value tells whether it was done in time.
pub fn within<T>(span: Option<Duration>, ask: impl FnOnce() -> T) -> (T, bool) {
    let before = UNTIL.get();
    // A question within another has no longer than that one.
    let until = span.map(|span| Instant::now() + span).into_iter().chain(before).min();
    UNTIL.set(until);
    let answer = ask();
    UNTIL.set(before);
    (answer, until.is_none_or(|until| Instant::now() < until))
}

/// How many positions a question may still look at. Once it is used up, or the time of [`within`]
/// is, the answer is "not found", and the asker can tell that it is not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    left: u32,
    until: Option<Instant>,
    pub spent: bool,
}

impl Budget {
    /// So many positions are looked at between two looks at the clock: some tens of microseconds.
    const STRIDE: u32 = 32;

    pub fn new(positions: u32) -> Budget {
        Budget { left: positions, until: UNTIL.get(), spent: false }
    }

    /// Whether one more position may be looked at.
    #[inline]
    pub fn take(&mut self) -> bool {
        if self.left % Budget::STRIDE == 0
            && self.until.is_some_and(|until| Instant::now() >= until)
        {
            self.left = 0;
        }
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
