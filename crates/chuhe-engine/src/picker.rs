//! The order in which a node tries its moves.

use crate::checks::Checks;
use crate::history::{Arrival, History};
use crate::score::Value;
use crate::see;
use chuhe_core::{Move, MoveList, Position};

/// What ordering needs to know about a node.
pub struct Hints<'a> {
    pub history: &'a History,
    /// Quiet moves that cut off in sister nodes.
    pub killers: [Move; 2],
    /// The arrivals one, two and four plies ago.
    pub before: [Option<Arrival>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeChecks,
    End,
}

const CAPACITY: usize = 128;

/// Hands out moves, the likely best ones first: the table's move, captures that do not lose,
/// quiet moves by history, captures that lose.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    moves: [(Move, i32); CAPACITY],
    /// `moves[next..end]` are still to come in this stage.
    next: usize,
    end: usize,
    /// `moves[..losing]` are captures put off.
    losing: usize,
    captures_only: bool,
    /// After the captures alone, quiet moves that give check.
    checks: bool,
    /// Quiet moves that give no check have been dropped.
    skipping: bool,
    /// Captures must win this much to come early (or, in quiescence, at all).
    threshold: Value,
}

impl Picker {
    /// All legal moves. `table_move` need not be legal.
    pub fn new(position: &Position, table_move: Option<Move>) -> Picker {
        Picker::with(position, table_move, false, 0)
    }

    /// Captures that win at least `threshold`.
    pub fn captures(position: &Position, table_move: Option<Move>, threshold: Value) -> Picker {
        let table_move = table_move.filter(|&m| position.is_capture(m));
        Picker::with(position, table_move, true, threshold)
    }

    /// Captures that lose nothing, then quiet moves that give check and lose nothing by it.
    pub fn captures_and_checks(position: &Position, table_move: Option<Move>) -> Picker {
        Picker { checks: true, ..Picker::captures(position, table_move, 0) }
    }

    fn with(
        position: &Position,
        table_move: Option<Move>,
        captures_only: bool,
        threshold: Value,
    ) -> Picker {
        let table_move = table_move.filter(|&m| position.is_legal(m));
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { Stage::MakeCaptures },
            table_move,
            moves: [(Move::NULL, 0); CAPACITY],
            next: 0,
            end: 0,
            losing: 0,
            captures_only,
            checks: false,
            skipping: false,
            threshold,
        }
    }

    /// No more quiet moves are wanted but those that give check.
    pub fn skip_quiets(&mut self, position: &Position, checks: &Checks) {
        if self.stage == Stage::Quiets && !self.skipping {
            self.skipping = true;
            let mut end = self.next;
            for i in self.next..self.end {
                if checks.given_by(position, self.moves[i].0) {
                    self.moves[end] = self.moves[i];
                    end += 1;
                }
            }
            self.end = end;
        }
    }

    fn begin_bad_captures(&mut self) {
        self.stage = Stage::BadCaptures;
        self.next = 0;
        self.end = self.losing;
    }

    fn fill(&mut self, list: &MoveList, mut score: impl FnMut(Move) -> i32) {
        for m in list {
            if Some(m) != self.table_move {
                self.moves[self.end] = (m, score(m));
                self.end += 1;
            }
        }
    }

    /// Takes the best of the moves of this stage, of equals the first.
    fn best(&mut self) -> Option<(Move, i32)> {
        let rest = &mut self.moves[self.next..self.end];
        let (mut best, mut most) = (0, rest.first()?.1);
        for (i, &(_, score)) in rest.iter().enumerate().skip(1) {
            if score > most {
                (best, most) = (i, score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The next move, or `None` after the last.
    pub fn next(&mut self, position: &Position, hints: &Hints) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    return self.table_move;
                }
                Stage::MakeCaptures => {
                    self.stage = Stage::GoodCaptures;
                    self.fill(&position.captures(), |m| capture_score(position, hints.history, m));
                }
                Stage::GoodCaptures => match self.best() {
                    Some((m, score)) => {
                        if see::wins_at_least(position, m, self.threshold) {
                            return Some(m);
                        }
                        if !self.captures_only {
                            self.moves[self.losing] = (m, score);
                            self.losing += 1;
                        }
                    }
                    None if self.checks => self.stage = Stage::MakeChecks,
                    None if self.captures_only => self.stage = Stage::End,
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.stage = Stage::Quiets;
                    self.next = self.losing;
                    self.end = self.losing;
                    let quiets = position.legal_moves_to(!position.occupied());
                    self.fill(&quiets, |m| quiet_score(position, hints, m));
                }
                Stage::Quiets => match self.best() {
                    Some((m, _)) => return Some(m),
                    None => self.begin_bad_captures(),
                },
                Stage::BadCaptures => match self.best() {
                    Some((m, _)) => return Some(m),
                    None => self.stage = Stage::End,
                },
                Stage::MakeChecks => {
                    self.stage = Stage::Quiets;
                    self.checks = false;
                    let checks = Checks::of(position);
                    let mut quiets = position.legal_moves_to(!position.occupied());
                    quiets.retain(|m| {
                        checks.given_by(position, m) && see::wins_at_least(position, m, 0)
                    });
                    self.fill(&quiets, |m| quiet_score(position, hints, m));
                }
                Stage::End => return None,
            }
        }
    }

    /// Whether the move just handed out was a losing capture.
    pub fn at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }
}

fn capture_score(position: &Position, history: &History, m: Move) -> i32 {
    let (Some(piece), Some(captured)) = (position.piece_at(m.from()), position.piece_at(m.to()))
    else {
        return 0;
    };
    let captured = captured.role();
    let victim = see::VALUES[captured.index()];
    let mover = see::VALUES[piece.role().index()];
    64 * victim - mover + 2 * history.capture(piece, m, captured)
}

fn quiet_score(position: &Position, hints: &Hints, m: Move) -> i32 {
    const KILLER: i32 = 1 << 20;
    if m == hints.killers[0] {
        return KILLER + 1;
    }
    if m == hints.killers[1] {
        return KILLER;
    }
    position.piece_at(m.from()).map_or(0, |piece| hints.history.quiet(piece, m, &hints.before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Numbers, positions};

    #[test]
    fn every_legal_move_comes_once() {
        let history = History::default();
        let mut numbers = Numbers(3);
        for position in positions(800, 9) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                continue;
            }
            let killer = legal[numbers.below(legal.len())];
            let table = legal[numbers.below(legal.len())];
            let hints =
                Hints { history: &history, killers: [killer, Move::NULL], before: [None; 3] };
            let mut picker = Picker::new(&position, Some(table));
            let mut picked = Vec::new();
            while let Some(m) = picker.next(&position, &hints) {
                picked.push(m);
            }
            assert_eq!(picked[0], table);
            picked.sort();
            let mut legal = legal.to_vec();
            legal.sort();
            assert_eq!(picked, legal, "{}", position.fen());
        }
    }

    #[test]
    fn an_illegal_table_move_is_passed_over() {
        let history = History::default();
        let position = Position::start();
        let hints = Hints { history: &history, killers: [Move::NULL; 2], before: [None; 3] };
        let mut picker = Picker::new(&position, "a0a9".parse().ok());
        let first = picker.next(&position, &hints).unwrap();
        assert!(position.is_legal(first));
    }

    #[test]
    fn quiescence_gets_no_losing_capture() {
        // The rook can take a protected pawn or a loose horse.
        let position = Position::from_fen("3kr4/9/9/9/4p4/9/9/n3R4/9/5K3 w - - 0 1").unwrap();
        let history = History::default();
        let hints = Hints { history: &history, killers: [Move::NULL; 2], before: [None; 3] };
        let mut picker = Picker::captures(&position, None, 0);
        assert_eq!(picker.next(&position, &hints), "e2a2".parse().ok());
        assert_eq!(picker.next(&position, &hints), None);
    }
}
