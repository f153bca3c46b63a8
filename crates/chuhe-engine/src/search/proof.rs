//! The look for a mate that was asked for, before the usual search: it proves one, or that there
//! is none.

use super::{Info, Limits, Outcome};
use crate::mate::{Answer, LONGEST, Memory, Question, Solver};
use crate::score::Score;
use crate::time::Budget;
use chuhe_core::{Board, Move};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// So many nodes at most, if no limit says otherwise.
const NODES: u64 = 20_000_000;
/// Memory for so many positions at most.
const POSITIONS: u64 = 1 << 20;
/// How deep the usual search still goes to name a move, once there is no such mate.
const DEPTH_WITHOUT: i32 = 8;

/// Looks for the mate that was asked for, within half of the nodes and the time there are: for one
/// of checks first, as most are.
///
/// Returns it, if there is one, and the nodes it took. What is left to the usual search is written
/// into `limits`.
pub(super) fn look(
    board: &Board,
    limits: &mut Limits,
    budget: Option<&Budget>,
    natural_limit: u32,
    start: Instant,
    stop: &AtomicBool,
) -> (Option<Outcome>, u64) {
    let position = board.position();
    // It must come before the natural limit, and no cycle shall be part of it.
    let room = natural_limit.saturating_sub(position.halfmove()) / 2;
    let Some(most) = limits.mate.filter(|&moves| moves <= room) else { return (None, 0) };
    if board.repetitions() > 1 {
        return (None, 0);
    }
    let nodes = limits.nodes.map_or(NODES, |nodes| (nodes / 2).min(NODES));
    let until = budget.map(|budget| budget.soft.min(budget.hard) / 2);
    let stopped =
        || stop.load(Ordering::Relaxed) || until.is_some_and(|until| start.elapsed() >= until);
    let first = |m: Move| {
        let mut after = position.clone();
        after.make(m);
        limits.allow(m) && !board.keys().contains(&after.key())
    };
    let mut memory = Memory::default();
    memory.reserve(nodes.min(POSITIONS).min(1 << (8 + 2 * most.min(6))) as usize);
    let mut solver = Solver::new(&mut memory, &stopped);
    let moves = most.min(LONGEST);
    let question = Question { moves, checks: true, first: &first, nodes: nodes / 2 };
    let mut answer = solver.find(position, &question);
    if !matches!(answer, Answer::Mate { .. }) {
        let nodes = nodes.saturating_sub(solver.nodes());
        answer = solver.find(position, &Question { checks: false, nodes, ..question });
    }
    let nodes = solver.nodes();
    if answer == Answer::None && most <= LONGEST && limits.has_no_other_than_mate() {
        limits.depth = Some(DEPTH_WITHOUT);
    }
    limits.nodes = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
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

impl Limits {
    fn has_no_other_than_mate(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
    }
}
