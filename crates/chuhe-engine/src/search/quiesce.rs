//! Quiescence: captures until the position is quiet, evasions while in check.

use super::worker::{OF_POSITION, Worker};
use crate::checks::Checks;
use crate::picker::{Hints, Picker};
use crate::score::{INFINITE, MAX_PLY, RULE_BOUND, Value, is_rule_verdict, mated_in, to_table};
use crate::see;
use crate::tt::{Bound, Entry, NO_EVAL};
use chuhe_core::Move;

/// A capture must promise to bring the value this near to alpha.
const FUTILITY: Value = 180;

impl Worker<'_> {
    /// The value of the position once the captures are over.
    ///
    /// The first ply, `depth` 0, tries quiet checks too.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        self.since = OF_POSITION;
        if PV {
            self.lines.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.stopped {
            return 0;
        }
        let in_check = self.path.in_check();
        self.frames[ply].in_check = in_check;
        if let Some(value) = self.ending::<PV>(ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(ply) };
        }

        let key = self.position.key();
        let again = self.frames[ply].again;
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry.filter(|e| !PV && !again && e.depth >= depth.max(-1)) {
            if let Some(value) = entry.settles(ply, alpha, beta) {
                return value;
            }
        }
        let table_move = entry.and_then(|e| e.best);
        if let Some(m) = table_move {
            self.prefetch(m);
        }

        let mut best = -INFINITE;
        let mut raw = NO_EVAL;
        if !in_check {
            raw = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(ply),
            };
            best = self.corrected(raw);
            best = entry.and_then(|e| e.refines(ply, best)).unwrap_or(best);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        let hopeless = best + FUTILITY;
        let mut picker = if in_check {
            Picker::new(&self.position, table_move)
        } else if depth == 0 {
            Picker::captures_and_checks(&self.position, table_move)
        } else {
            Picker::captures(&self.position, table_move, 0)
        };
        let mut best_move: Option<Move> = None;
        let mut tried = 0;
        let mut best_since = OF_POSITION;
        let old_alpha = alpha;
        let mut checks = None;
        loop {
            let hints = Hints {
                table: self.shared.table,
                history: &*self.history,
                killers: self.frames[ply].killers,
                before: self.before(ply),
            };
            let Some(m) = picker.next(&self.position, &hints) else {
                break;
            };
            if self.overlooks(ply, m) {
                continue;
            }
            self.prefetch(m);
            tried += 1;
            if !in_check && best > -RULE_BOUND && self.position.is_capture(m) {
                let gain =
                    self.position.piece_at(m.to()).map_or(0, |p| see::VALUES[p.role().index()]);
                if hopeless + gain <= alpha && !see::wins_at_least(&self.position, m, 1) {
                    if hopeless + gain > best {
                        (best, best_since) = (hopeless + gain, OF_POSITION);
                    }
                    continue;
                }
            }
            // Evasions after the first are quiet moves that rarely help more than it did.
            if in_check && best > -RULE_BOUND && tried > 3 && !self.position.is_capture(m) {
                continue;
            }
            let gives_check = checks
                .get_or_insert_with(|| Checks::of(&self.position))
                .given_by(&self.position, m);
            let undo = self.make(ply, m, gives_check);
            let value = -self.quiesce::<PV>(ply + 1, -beta, -alpha, depth - 1);
            self.unmake(m, undo);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                best_since = self.since;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                    if PV {
                        self.lines.set(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.since = if best_since < ply as i32 { best_since } else { OF_POSITION };
        if in_check && tried == 0 {
            return mated_in(ply);
        }
        // Without captures to try, having no move at all is a loss too (困毙); it is looked for
        // only where it is likely.
        let few = self.position.by_color(self.position.turn()).count() <= 6;
        if !in_check && tried == 0 && few && !self.position.has_legal_move() {
            return mated_in(ply);
        }
        if !again && !is_rule_verdict(best) && self.since == OF_POSITION {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let value = to_table(best, ply);
            // Whoever tried no checks knows less.
            let depth = depth.max(-1);
            let entry = Entry { best: best_move, value, eval: raw, depth, bound, pv: PV };
            self.shared.table.store(key, entry);
        }
        best
    }
}
