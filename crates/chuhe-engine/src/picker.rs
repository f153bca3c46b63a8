//! The order in which a node tries its moves.

use crate::checks::Checks;
use crate::history::{Arrival, History, QuietRows};
use crate::score::Value;
use crate::see;
use crate::tt::Table;
use chuhe_core::{Danger, Move, MoveList, Piece, Position};
use std::mem::MaybeUninit;

/// What ordering needs to know about a node.
pub struct Hints<'a> {
    /// Where the positions after the moves will be looked for.
    pub table: &'a Table,
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

/// Moves with their scores, on the stack and not written before they are there.
struct Scored([MaybeUninit<(Move, i32)>; MoveList::CAPACITY]);

impl Scored {
    #[inline(always)]
    fn set(&mut self, at: usize, scored: (Move, i32)) {
        self.0[at].write(scored);
    }

    /// # Safety
    /// All before `end` must have been set.
    #[inline(always)]
    unsafe fn slice(&mut self, start: usize, end: usize) -> &mut [(Move, i32)] {
        // SAFETY: so it is, by the caller.
        unsafe { &mut *(&raw mut self.0[start..end] as *mut [(Move, i32)]) }
    }
}

/// Hands out moves, the likely best ones first: the table's move, captures that do not lose,
/// quiet moves by history, captures that lose.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// `moves[next..end]` are still to come in this stage. All before `end` have been set.
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
    danger: Option<Danger>,
    /// The best of `moves[next..end]` stands at `next` already.
    ready: bool,
    moves: Scored,
}

impl Picker {
    /// All legal moves. `table_move` need not be legal.
    #[inline(always)]
    pub fn new(position: &Position, table_move: Option<Move>) -> Picker {
        Picker::with(position, table_move, false, false, 0)
    }

    /// Captures that win at least `threshold`.
    #[inline(always)]
    pub fn captures(position: &Position, table_move: Option<Move>, threshold: Value) -> Picker {
        let table_move = table_move.filter(|&m| position.is_capture(m));
        Picker::with(position, table_move, true, false, threshold)
    }

    /// Captures that lose nothing, then quiet moves that give check and lose nothing by it.
    #[inline(always)]
    pub fn captures_and_checks(position: &Position, table_move: Option<Move>) -> Picker {
        let table_move = table_move.filter(|&m| position.is_capture(m));
        Picker::with(position, table_move, true, true, 0)
    }

    #[inline(always)]
    fn with(
        position: &Position,
        table_move: Option<Move>,
        captures_only: bool,
        checks: bool,
        threshold: Value,
    ) -> Picker {
        let table_move = table_move.filter(|&m| position.is_legal(m));
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { Stage::MakeCaptures },
            table_move,
            next: 0,
            end: 0,
            losing: 0,
            captures_only,
            checks,
            skipping: false,
            threshold,
            danger: None,
            ready: false,
            moves: Scored([const { MaybeUninit::uninit() }; MoveList::CAPACITY]),
        }
    }

    /// The moves still to come in this stage.
    #[inline(always)]
    fn rest(&mut self) -> &mut [(Move, i32)] {
        // SAFETY: all before `end` have been set.
        unsafe { self.moves.slice(self.next, self.end) }
    }

    /// No more quiet moves are wanted but those that give check.
    pub fn skip_quiets(&mut self, position: &Position, checks: &Checks) {
        if self.stage == Stage::Quiets && !self.skipping {
            self.skipping = true;
            self.ready = false;
            let rest = self.rest();
            let mut kept = 0;
            for i in 0..rest.len() {
                if checks.given_by(position, rest[i].0) {
                    rest[kept] = rest[i];
                    kept += 1;
                }
            }
            self.end = self.next + kept;
        }
    }

    fn begin_bad_captures(&mut self) {
        self.stage = Stage::BadCaptures;
        self.next = 0;
        self.end = self.losing;
    }

    #[inline(always)]
    fn add(&mut self, m: Move, score: i32) {
        if Some(m) != self.table_move {
            self.moves.set(self.end, (m, score));
            self.end += 1;
        }
    }

    #[inline(never)]
    fn make_captures(&mut self, position: &Position, hints: &Hints) {
        let danger = Danger::of(position);
        position.for_each_piece(&danger, position.by_color(!position.turn()), |from, targets| {
            let piece = position.piece_at(from).expect("a piece that moves");
            for to in targets {
                let m = Move::new(from, to);
                // Nearly all good captures are played soon: fetch what is known of them meanwhile.
                hints.table.prefetch(position.key_after(m));
                self.add(m, capture_score(position, hints.history, piece, m));
            }
        });
        self.danger = Some(danger);
    }

    #[inline(never)]
    fn make_quiets(&mut self, position: &Position, hints: &Hints) {
        self.next = self.losing;
        self.end = self.losing;
        let danger = self.danger.take().unwrap_or_else(|| Danger::of(position));
        // The best so far is fetched already, unless history speaks against it.
        let mut most = -2000;
        position.for_each_piece(&danger, !position.occupied(), |from, targets| {
            let piece = position.piece_at(from).expect("a piece that moves");
            let rows = hints.history.quiets_of(piece, from, &hints.before);
            for to in targets {
                let m = Move::new(from, to);
                let score = quiet_score(hints, &rows, m);
                if score > most {
                    most = score;
                    hints.table.prefetch(position.key_after(m));
                }
                self.add(m, score);
            }
        });
    }

    #[inline(never)]
    fn make_checks(&mut self, position: &Position, hints: &Hints) {
        let danger = self.danger.take().unwrap_or_else(|| Danger::of(position));
        let checks = Checks::of(position);
        position.for_each_piece(&danger, !position.occupied(), |from, targets| {
            let targets = checks.among(position, from, targets);
            if targets.is_empty() {
                return;
            }
            let piece = position.piece_at(from).expect("a piece that moves");
            let rows = hints.history.quiets_of(piece, from, &hints.before);
            for to in targets {
                let m = Move::new(from, to);
                if see::wins_at_least(position, m, 0) {
                    self.add(m, quiet_score(hints, &rows, m));
                }
            }
        });
    }

    /// Puts the best of the moves of this stage first, of equals the first.
    #[inline(always)]
    fn bring_up(&mut self) -> Option<(Move, i32)> {
        let rest = self.rest();
        let (mut best, mut most) = (0, rest.first()?.1);
        for (i, &(_, score)) in rest.iter().enumerate().skip(1) {
            if score > most {
                (best, most) = (i, score);
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }

    /// Takes the best of the moves of this stage.
    #[inline(always)]
    fn best(&mut self) -> Option<(Move, i32)> {
        let ready = std::mem::take(&mut self.ready);
        let found = if ready { self.rest().first().copied() } else { self.bring_up() }?;
        self.next += 1;
        Some(found)
    }

    /// Finds the quiet move after this one, and fetches what is known of it while this one is tried.
    #[inline(always)]
    fn look_ahead(&mut self, position: &Position, hints: &Hints) {
        if let Some((m, _)) = self.bring_up() {
            self.ready = true;
            hints.table.prefetch(position.key_after(m));
        }
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
                    self.make_captures(position, hints);
                }
                Stage::GoodCaptures => match self.best() {
                    Some((m, score)) => {
                        if see::wins_at_least(position, m, self.threshold) {
                            return Some(m);
                        }
                        if !self.captures_only {
                            self.moves.set(self.losing, (m, score));
                            self.losing += 1;
                        }
                    }
                    None if self.checks => self.stage = Stage::MakeChecks,
                    None if self.captures_only => self.stage = Stage::End,
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.stage = Stage::Quiets;
                    self.make_quiets(position, hints);
                }
                Stage::Quiets => match self.best() {
                    Some((m, _)) => {
                        self.look_ahead(position, hints);
                        return Some(m);
                    }
                    None => self.begin_bad_captures(),
                },
                Stage::BadCaptures => match self.best() {
                    Some((m, _)) => return Some(m),
                    None => self.stage = Stage::End,
                },
                Stage::MakeChecks => {
                    self.stage = Stage::Quiets;
                    self.make_checks(position, hints);
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

#[inline(always)]
fn capture_score(position: &Position, history: &History, piece: Piece, m: Move) -> i32 {
    let Some(captured) = position.piece_at(m.to()) else { return 0 };
    let captured = captured.role();
    let victim = see::VALUES[captured.index()];
    let mover = see::VALUES[piece.role().index()];
    64 * victim - mover + 2 * history.capture(piece, m, captured)
}

#[inline(always)]
fn quiet_score(hints: &Hints, rows: &QuietRows, m: Move) -> i32 {
    const KILLER: i32 = 1 << 20;
    if m == hints.killers[0] {
        return KILLER + 1;
    }
    if m == hints.killers[1] {
        return KILLER;
    }
    rows.to(m.to())
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
            let hints = Hints {
                table: &Table::new(1),
                history: &history,
                killers: [killer, Move::NULL],
                before: [None; 3],
            };
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
        let hints = Hints {
            table: &Table::new(1),
            history: &history,
            killers: [Move::NULL; 2],
            before: [None; 3],
        };
        let mut picker = Picker::new(&position, "a0a9".parse().ok());
        let first = picker.next(&position, &hints).unwrap();
        assert!(position.is_legal(first));
    }

    #[test]
    fn quiescence_gets_no_losing_capture() {
        // The rook can take a protected pawn or a loose horse.
        let position = Position::from_fen("3kr4/9/9/9/4p4/9/9/n3R4/9/5K3 w - - 0 1").unwrap();
        let history = History::default();
        let hints = Hints {
            table: &Table::new(1),
            history: &history,
            killers: [Move::NULL; 2],
            before: [None; 3],
        };
        let mut picker = Picker::captures(&position, None, 0);
        assert_eq!(picker.next(&position, &hints), "e2a2".parse().ok());
        assert_eq!(picker.next(&position, &hints), None);
    }
}
