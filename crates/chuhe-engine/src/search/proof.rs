//! The look for a mate before the usual search: for one that was asked for, which it proves or
//! refutes, and for a forced one of checks, which proof numbers see much deeper. Where checks are
//! few, that is soon done.

use super::{Info, Limits, Outcome};
use crate::mate::{Answer, LONGEST, Memory, Question, Solver};
use crate::score::Score;
use crate::time::Budget;
use chuhe_core::{Board, Move};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// So many nodes at most, if no limit says otherwise.
const NODES: u64 = 20_000_000;
/// The share of nodes and of time that checks may take if no mate was asked for.
const SHARE: u32 = 16;
/// And so many nodes at most.
const NODES_OF_CHECKS: u64 = 300_000;
/// Memory for so many positions at most.
const POSITIONS: u64 = 1 << 20;
const POSITIONS_OF_CHECKS: u64 = 1 << 15;
/// How deep the usual search still goes to name a move, once there is no such mate.
const DEPTH_WITHOUT: i32 = 8;

/// The board, and what bounds a look for a mate.
pub(super) struct Look<'a> {
    pub board: &'a Board,
    pub budget: Option<&'a Budget>,
    pub natural_limit: u32,
    pub start: Instant,
    pub stop: &'a AtomicBool,
}

impl Look<'_> {
    /// Looks for the mate that was asked for, within half of the nodes and the time there are: for
    /// one of checks first, as most are. If none was asked for, for one of checks within a small share,
    /// unless a depth says what is to be searched.
    ///
    /// Returns it, if there is one, and the nodes it took, which count among those of the search. Once
    /// it is known that there is none, `limits` say how deep to search for another move.
    pub fn find(&self, limits: &mut Limits) -> (Option<Outcome>, u64) {
        let Look { board, natural_limit, start, .. } = *self;
        let position = board.position();
        // It must come before the natural limit, and no cycle shall be part of it.
        let room = natural_limit.saturating_sub(position.halfmove()) / 2;
        let asked = limits.mate.is_some();
        let most = limits.mate.unwrap_or(LONGEST.min(room));
        let glance = limits.depth.is_none() && !limits.is_pondering();
        if most > room || most == 0 || board.repetitions() > 1 || !asked && !glance {
            return (None, 0);
        }
        let (share, allowance, positions) = match asked {
            true => (2, NODES, POSITIONS.min(1 << (8 + 2 * most.min(6)))),
            false => (SHARE, NODES_OF_CHECKS, POSITIONS_OF_CHECKS),
        };
        let nodes = limits.nodes.map_or(allowance, |nodes| (nodes / share as u64).min(allowance));
        let until = self.budget.map(|budget| budget.soft.min(budget.hard) / share);
        let stopped = || {
            self.stop.load(Ordering::Relaxed) || until.is_some_and(|until| start.elapsed() >= until)
        };
        let first = |m: Move| {
            let mut after = position.clone();
            after.make(m);
            limits.allow(m) && !board.keys().contains(&after.key())
        };
        let mut memory = Memory::default();
        memory.reserve(nodes.min(positions) as usize);
        let mut solver = Solver::new(&mut memory, &stopped);
        let moves = most.min(LONGEST);
        let of_checks = if asked { nodes / 2 } else { nodes };
        let question = Question { moves, checks: true, first: &first, nodes: of_checks };
        let mut answer = solver.find(position, &question);
        if asked && !matches!(answer, Answer::Mate { .. }) {
            let nodes = nodes.saturating_sub(solver.nodes());
            answer = solver.find(position, &Question { checks: false, nodes, ..question });
        }
        let nodes = solver.nodes();
        if asked && answer == Answer::None && most <= LONGEST && limits.has_no_other_than_mate() {
            limits.depth = Some(DEPTH_WITHOUT);
        }
        let Answer::Mate { moves, line } = answer else { return (None, nodes) };
        let info = Info {
            depth: 2 * moves as i32 - 1,
            seldepth: 2 * moves as usize - 1,
            line: 1,
            score: Score::Mate(moves as i32),
            nodes,
            time: start.elapsed(),
            hashfull: 0,
            moves: line,
        };
        let mate = Outcome {
            best: info.moves.first().copied(),
            ponder: info.moves.get(1).copied(),
            nodes,
            time: info.time,
            lines: vec![info],
        };
        (Some(mate), nodes)
    }
}

/// Tells what was proved as long as the usual search knows of no mate that is as short.
pub(super) fn tell_proved(proved: &Info, found: &Info, tell: &mut dyn FnMut(&Info)) {
    if found.score.mates_in() <= proved.score.mates_in() {
        return tell(found);
    }
    let Info { nodes, time, hashfull, .. } = *found;
    tell(&Info { nodes, time, hashfull, ..proved.clone() });
}

impl Limits {
    fn has_no_other_than_mate(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
    }
}
