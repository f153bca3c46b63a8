//! The word of warning before a repetition is lost.

use super::{Judgement, Rules, cycle, judge, quick_verdict, within};
use crate::board::Board;
use crate::types::{Color, Move};
use std::time::Duration;

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
    let next = next_moves(board, rules, None, &|| true);
    let after = |line: &[Move]| {
        let mut board = board.clone();
        line.iter().for_each(|&m| board.push_unchecked(m));
        cycle::judge(&board, &rules.repetition)
    };
    let standing = || {
        let mut sooner = rules.repetition;
        sooner.occurrences = sooner.occurrences.checked_sub(1).filter(|&n| n > 1)?;
        quick_verdict(board, &sooner)??;
        cycle::judge_repetition(board, &sooner)
    };
    let ruling = next.lost.and_then(|line| after(&line));
    let ruling = ruling.or_else(|| next.won.and_then(|m| after(&[m])));
    let judgement = ruling.or_else(standing)?;
    let loser = !judgement.winner?;
    let mut ways_out = board.position().legal_moves();
    ways_out.retain(|m| loser == us && !next.fatal.contains(&m));
    let ways_out = ways_out.into_iter().collect();
    Some(Warning { loser, judgement, fatal_moves: next.fatal, ways_out })
}

/// [`Warning::fatal_moves`] alone, or as many of them as are found while `go_on` says so: it is
/// asked before each ruling. A ruling that takes longer than `patience` is none: some rule books play
/// many exchanges out.
pub fn fatal_moves(
    board: &Board,
    rules: &Rules,
    patience: Option<Duration>,
    go_on: &dyn Fn() -> bool,
) -> Vec<Move> {
    let (end, _) = within(patience, || judge(board, rules));
    if end.is_some_and(|found| !found.claimable) {
        return Vec::new();
    }
    next_moves(board, rules, patience, go_on).fatal
}

/// What the next move may decide.
#[derive(Default)]
struct Next {
    /// The moves by which the side to move would lose.
    fatal: Vec<Move>,
    /// The first of them, with the other side's reply if that is what completes the cycle.
    lost: Option<Vec<Move>>,
    /// A move by which the other side would lose.
    won: Option<Move>,
}

fn next_moves(
    board: &Board,
    rules: &Rules,
    patience: Option<Duration>,
    go_on: &dyn Fn() -> bool,
) -> Next {
    let us = board.position().turn();
    let mut next = Next::default();
    let due = due_keys(board, rules);
    if due.is_empty() && !cycle::may_end_without_repetition(board, &rules.repetition) {
        return next;
    }
    // Quicker than with the evidence, for all but a few moves.
    let ask = |board: &Board| match quick_verdict(board, &rules.repetition) {
        Some(winner) => winner,
        None => cycle::judge(board, &rules.repetition).and_then(|ruling| ruling.winner),
    };
    let winner = |board: &Board| {
        let (winner, in_time) = within(patience, || ask(board));
        winner.filter(|_| in_time)
    };
    let mut board = board.clone();
    for m in board.position().legal_moves() {
        if !go_on() {
            break;
        }
        board.push_unchecked(m);
        if board.position().has_legal_move() {
            let won_by = winner(&board);
            let lost = if won_by == Some(!us) {
                Some(vec![m])
            } else {
                let mut replies = board.position().legal_moves();
                replies.retain(|reply| due.contains(&board.position().key_after(reply)));
                let lost = |&reply: &Move| {
                    board.push_unchecked(reply);
                    let lost = go_on() && winner(&board) == Some(!us);
                    board.pop();
                    lost
                };
                replies.into_iter().find(lost).map(|reply| vec![m, reply])
            };
            if won_by == Some(us) {
                next.won = next.won.or(Some(m));
            }
            if let Some(line) = lost {
                next.lost.get_or_insert(line);
                next.fatal.push(m);
            }
        }
        board.pop();
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
