//! The word of warning before a repetition is lost.

use super::{Judgement, Rules, cycle, judge, quick_verdict};
use crate::board::Board;
use crate::types::{Color, Move};

/// Somebody is about to lose by repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Who has to change.
    pub loser: Color,
    /// What the ruling would be.
    pub judgement: Judgement,
    /// Moves of the side to move that lose by repetition, at once or as soon as the other side
    /// repeats its part.
    pub fatal_moves: Vec<Move>,
    /// Its other moves, if it is the one that has to change.
    pub ways_out: Vec<Move>,
}

/// Whether the position on the board would be lost by repetition if it stood once more, or can
/// be by the next move. `None` if the game has ended.
pub fn warning(board: &Board, rules: &Rules) -> Option<Warning> {
    if judge(board, rules).is_some_and(|found| !found.claimable) {
        return None;
    }
    let us = board.position().turn();
    let next = next_moves(board, rules);
    let standing = || {
        let mut sooner = rules.repetition;
        sooner.occurrences = sooner.occurrences.checked_sub(1).filter(|&n| n > 1)?;
        quick_verdict(board, &sooner)??;
        cycle::judge_repetition(board, &sooner)
    };
    let judgement = next.of_fatal.or(next.of_other).or_else(standing)?;
    let loser = !judgement.winner?;
    let mut ways_out = board.position().legal_moves();
    ways_out.retain(|m| loser == us && !next.fatal.contains(&m));
    let ways_out = ways_out.into_iter().collect();
    Some(Warning { loser, judgement, fatal_moves: next.fatal, ways_out })
}

/// What the next move may decide.
#[derive(Default)]
struct Next {
    /// The moves by which the side to move would lose, and the ruling on the first of them.
    fatal: Vec<Move>,
    of_fatal: Option<Judgement>,
    /// The ruling on a move by which the other side would lose.
    of_other: Option<Judgement>,
}

fn next_moves(board: &Board, rules: &Rules) -> Next {
    let us = board.position().turn();
    let mut next = Next::default();
    let due = due_keys(board, rules);
    if due.is_empty() && !cycle::may_end_without_repetition(board, &rules.repetition) {
        return next;
    }
    let ruling = |board: &Board| cycle::judge(board, &rules.repetition);
    // All that is said of most moves, and quicker than with the evidence.
    let winner = |board: &Board| match quick_verdict(board, &rules.repetition) {
        Some(winner) => winner,
        None => ruling(board).and_then(|ruling| ruling.winner),
    };
    let mut board = board.clone();
    for m in board.position().legal_moves() {
        board.push_unchecked(m);
        if !board.position().has_legal_move() {
            board.pop();
            continue;
        }
        let won_by = winner(&board);
        let mut fatal = won_by == Some(!us);
        if fatal {
            next.of_fatal = next.of_fatal.take().or_else(|| ruling(&board));
        } else if won_by == Some(us) {
            next.of_other = next.of_other.take().or_else(|| ruling(&board));
        }
        if !fatal && !due.is_empty() {
            for reply in board.position().legal_moves() {
                board.push_unchecked(reply);
                if !fatal && due.contains(&board.position().key()) && winner(&board) == Some(!us) {
                    fatal = true;
                    next.of_fatal = next.of_fatal.take().or_else(|| ruling(&board));
                }
                board.pop();
            }
        }
        board.pop();
        if fatal {
            next.fatal.push(m);
        }
    }
    next
}

/// The positions that need only stand once more for the cycle to be complete.
fn due_keys(board: &Board, rules: &Rules) -> Vec<u64> {
    let occurrences = rules.repetition.occurrences as usize;
    if occurrences < 2 {
        return Vec::new();
    }
    let mut keys = board.keys()[board.ply() - board.reversible_plies()..].to_vec();
    keys.sort_unstable();
    let mut due: Vec<u64> = keys
        .chunk_by(|a, b| a == b)
        .filter(|run| run.len() + 1 >= occurrences)
        .map(|run| run[0])
        .collect();
    due.dedup();
    due
}
