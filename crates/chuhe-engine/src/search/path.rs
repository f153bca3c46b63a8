//! The path to the position searched, and what the rule book says where it repeats.
//!
//! The rule book is the core's: it is asked with the plies of the cycle, as the arbiter would be.

use crate::score::MAX_PLY;
use Repeats::{AtFault, Not, Over};
use chuhe_core::judge::{quick_verdict, within};
use chuhe_core::{Board, Color, Move, Position, Repetition, Undo};
use std::collections::HashMap;
use std::time::Duration;

/// Slots of the filter that tells most positions that never stood before.
const SLOTS: usize = 1024;

/// Verdicts kept before the memory for them begins anew.
const MOST_KNOWN: usize = 1 << 12;

/// A position of the game or of the line searched.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    /// Whether the side to move stands in check.
    in_check: bool,
    /// What led here; `None` at the beginning and after a null move.
    by: Option<(Move, Undo)>,
}

/// What it means that a position has come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repeats {
    /// It is new, or has not stood often enough.
    Not,
    /// It decides the game: the winner, or `None` for a draw. It stood before at this ply of the
    /// line; what stood before the root has a negative one.
    Over(Option<Color>, i32),
    /// It has stood on this line, and if it went on so, this side would win. The other one will
    /// change, so that this is neither a draw nor lost yet: the rule book decides when the position
    /// has stood often enough.
    AtFault(Color),
}

/// The positions since the last capture of the game, then those of the line.
pub(super) struct Path {
    steps: Vec<Step>,
    /// Index in `steps` of the root.
    root: usize,
    /// Index in `steps` after the last null move of the line: no game was played across it.
    null_at: usize,
    /// How many steps share a slot.
    seen: Box<[u16; SLOTS]>,
    rules: Repetition,
    /// The winners of cycles judged before, by all their positions.
    known: HashMap<u64, Option<Color>>,
    /// The game of the cycle judged last; kept for its memory.
    cycle: Board,
    /// How often the rule book was asked: a book that plays exchanges out takes its time.
    pub asked: u64,
    /// How long it may take to answer, if it must not take as long as it wants.
    pub patience: Option<Duration>,
}

impl Path {
    /// The path of a game so far.
    pub fn of(board: &Board, rules: Repetition) -> Path {
        let mut past = board.clone();
        let mut moves: Vec<Move> =
            (0..board.reversible_plies()).filter_map(|_| past.pop()).collect();
        moves.reverse();
        let mut path = Path {
            steps: Vec::with_capacity(moves.len() + MAX_PLY + 8),
            root: moves.len(),
            null_at: 0,
            seen: Box::new([0; SLOTS]),
            rules,
            known: HashMap::with_capacity(MOST_KNOWN),
            cycle: Board::new(board.position().clone()),
            asked: 0,
            patience: None,
        };
        let mut position = past.position().clone();
        path.add(&position, position.in_check(), None);
        for m in moves {
            let undo = position.make(m);
            path.push(&position, m, undo, position.in_check());
        }
        path
    }

    #[inline(always)]
    const fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    #[inline(always)]
    fn add(&mut self, position: &Position, in_check: bool, by: Option<(Move, Undo)>) {
        let key = position.key();
        self.seen[Path::slot(key)] += 1;
        self.steps.push(Step { key, in_check, by });
    }

    /// A move has led to `position`, and given check or not.
    #[inline(always)]
    pub fn push(&mut self, position: &Position, m: Move, undo: Undo, gives_check: bool) {
        debug_assert_eq!(gives_check, position.in_check());
        self.add(position, gives_check, Some((m, undo)));
    }

    /// A null move has led to `position`. Returns what [`Path::pop_null`] needs.
    pub fn push_null(&mut self, position: &Position) -> usize {
        let before = std::mem::replace(&mut self.null_at, self.steps.len());
        self.add(position, false, None);
        before
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.seen[Path::slot(step.key)] -= 1;
        }
    }

    pub fn pop_null(&mut self, before: usize) {
        self.pop();
        self.null_at = before;
    }

    /// Whether the side to move stands in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.steps[self.steps.len() - 1].in_check
    }

    /// The move that led here since the last capture before the search; none after a null move.
    pub fn last(&self) -> Option<Move> {
        self.steps.last().and_then(|step| step.by).map(|(m, _)| m)
    }

    /// What it means that `position`, the last of the path, has come about.
    #[inline(always)]
    pub fn repeats(&mut self, position: &Position) -> Repeats {
        if self.seen[Path::slot(position.key())] < 2 { Not } else { self.look_back(position) }
    }

    #[inline(never)]
    fn look_back(&mut self, position: &Position) -> Repeats {
        let now = self.steps.len() - 1;
        let reach = (now - self.null_at).min(position.halfmove() as usize);
        let mut times = 1;
        let mut on_line = None;
        for back in (4..=reach).step_by(2) {
            if self.steps[now - back].key != position.key() {
                continue;
            }
            times += 1;
            if times == self.rules.occurrences {
                return match self.winner(position, back, times) {
                    // Checks are counted on, and will be too many.
                    Some(winner) if self.rules.check_series.is_some() => AtFault(winner),
                    winner => Over(winner, self.ply_of(now - back)),
                };
            }
            if now - back >= self.root {
                on_line = on_line.or(Some(back));
            }
        }
        match on_line.map(|back| (self.winner(position, back, 2), self.ply_of(now - back))) {
            None => Not,
            Some((None, since)) => Over(None, since),
            Some((Some(winner), _)) => AtFault(winner),
        }
    }

    const fn ply_of(&self, step: usize) -> i32 {
        step as i32 - self.root as i32
    }

    /// Who wins by the last `plies` plies, if they made a position stand for the time that decides.
    fn winner(&mut self, position: &Position, plies: usize, occurrences: u32) -> Option<Color> {
        let by = if self.rules.check_series.is_some() { Repetition::CHECKS } else { self.rules };
        if by.faults.is_empty() {
            return None;
        }
        let cycle = &self.steps[self.steps.len() - 1 - plies..];
        let name = cycle.iter().fold(u64::from(occurrences), |name, step| {
            (name ^ step.key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        if let Some(&winner) = self.known.get(&name) {
            return winner;
        }
        self.asked += 1;
        let rules = Repetition { occurrences, ..by };
        let winner = {
            replay(position, &cycle[1..], &mut self.cycle);
            // Without proof, nobody is at fault.
            let (verdict, in_time) = within(self.patience, || quick_verdict(&self.cycle, &rules));
            verdict.flatten().filter(|_| in_time)
        };
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(name, winner);
        winner
    }
}

/// Makes `board` a game of nothing but these plies, which took nothing and ended at `position`.
fn replay(position: &Position, cycle: &[Step], board: &mut Board) {
    let mut start = position.clone();
    for (m, undo) in cycle.iter().rev().filter_map(|step| step.by) {
        start.unmake(m, undo);
    }
    board.restart(&start);
    for (m, _) in cycle.iter().filter_map(|step| step.by) {
        board.push_unchecked(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rook pursues a cannon that nobody guards; Black steps to and fro.
    const CHASE: &str = "4k4/9/9/9/c8/9/9/1R7/9/3K5 w - - 0 1";

    fn walk(path: &mut Path, position: &mut Position, moves: &str) -> Vec<Repeats> {
        let mut told = Vec::new();
        for m in moves.split_whitespace().map(|m| m.parse::<Move>().unwrap()) {
            let undo = position.make(m);
            path.push(position, m, undo, position.in_check());
            told.push(path.repeats(position));
        }
        told
    }

    fn told(fen: &str, before: &str, line: &str, rules: Repetition) -> Vec<Repeats> {
        let mut board = Board::new(Position::from_fen(fen).unwrap());
        for m in before.split_whitespace() {
            board.push(m.parse().unwrap()).unwrap();
        }
        let mut path = Path::of(&board, rules);
        walk(&mut path, &mut board.position().clone(), line)
    }

    #[test]
    fn a_second_time_on_the_line_is_a_draw_unless_somebody_must_change() {
        let idle = told("4k4/9/9/9/9/9/9/9/9/3K4R w", "", "i0i1 e9e8 i1i0 e8e9", Repetition::ASIAN);
        assert_eq!(idle, [Not, Not, Not, Over(None, 0)]);
    }

    #[test]
    fn who_only_checks_is_at_fault_the_second_time_and_has_lost_the_third() {
        let cycle = "i8i9 e9e8 i9i8 e8e9 ";
        let fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w";
        for rules in [Repetition::CHECKS, Repetition::ASIAN, Repetition::ENGINE, Repetition::CLUB] {
            let found = told(fen, "", &cycle.repeat(2), rules);
            assert_eq!(found[..3], [Not; 3]);
            assert_eq!(found[3..7], [AtFault(Color::Black); 4]);
            assert_eq!(found[7], Over(Some(Color::Black), 0));
            // What was played before the root counts for the third time, not for the second.
            assert_eq!(told(fen, cycle, cycle, rules)[..3], [Not; 3]);
            assert_eq!(told(fen, cycle, cycle, rules)[3], Over(Some(Color::Black), -4));
        }
        // Where checks are counted, the series ends it, and not the third time.
        let counted = told(fen, "", &cycle.repeat(2), Repetition::COUNT);
        assert_eq!(counted[3..], [AtFault(Color::Black); 5]);
        assert_eq!(told(fen, "", cycle, Repetition::DRAW)[3], Over(None, 0));
        assert_eq!(told(fen, "", cycle, Repetition::OFF)[3], Over(None, 0));
    }

    #[test]
    fn a_chase_is_a_fault_where_the_book_says_so() {
        let cycle = "b2a2 a5b5 a2b2 b5a5 ";
        let last = |rules| told(CHASE, "", &cycle.repeat(2), rules)[7];
        assert_eq!(last(Repetition::ASIAN), Over(Some(Color::Black), 0));
        assert_eq!(last(Repetition::CHECKS), Over(None, 0));
        assert_eq!(told(CHASE, "", cycle, Repetition::ASIAN)[3], AtFault(Color::Black));
        assert_eq!(told(CHASE, "", cycle, Repetition::CHECKS)[3], Over(None, 0));
    }

    #[test]
    fn no_game_is_played_across_a_null_move() {
        let mut position = Position::from_fen("4k4/9/9/9/9/9/9/9/9/3K4R w").unwrap();
        let mut path = Path::of(&Board::new(position.clone()), Repetition::ASIAN);
        walk(&mut path, &mut position, "i0i1");
        position.make_null();
        let before = path.push_null(&position);
        // The rook steps back and Black passes too: the position of the beginning.
        walk(&mut path, &mut position, "i1i0");
        position.make_null();
        let inner = path.push_null(&position);
        assert_eq!(path.repeats(&position), Not);
        path.pop_null(inner);
        path.pop();
        path.pop_null(before);
        path.pop();
        assert_eq!(path.steps.len(), 1);
        assert!(path.seen.iter().map(|&n| usize::from(n)).sum::<usize>() == 1);
    }
}
