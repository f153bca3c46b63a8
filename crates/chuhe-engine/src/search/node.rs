//! The inner search: principal variation search with its extensions, reductions and prunings.

use super::prune::{Candidate, Node, Pruned, Singular};
use super::worker::{Frame, NEAR_LIMIT, OF_POSITION, Worker};
use crate::checks::Checks;
use crate::history::bonus;
use crate::picker::{Hints, Picker};
use crate::score::{
    EVAL_LIMIT, INFINITE, MATE, MAX_PLY, RULE_BOUND, Value, is_rule_verdict, mated_in, to_table,
};
use crate::tt::{Bound, Entry, NO_EVAL};
use chuhe_core::{Move, Role};

/// The first moves tried in vain, for learning after a cutoff; on the stack, to cost nothing.
struct Tried {
    moves: [Move; Tried::CAPACITY],
    len: usize,
}

impl Tried {
    const CAPACITY: usize = 32;

    fn new() -> Tried {
        Tried { moves: [Move::NULL; Tried::CAPACITY], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        if self.len < Tried::CAPACITY {
            self.moves[self.len] = m;
            self.len += 1;
        }
    }

    fn get(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Worker<'_> {
    /// The value of the position `depth` plies deep, right if it lies between `alpha` and `beta`.
    ///
    /// `PV` nodes lie on lines that may become the principal variation; `cut` says that another
    /// node expects this one to reach beta.
    pub(super) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiesce::<PV>(ply, alpha, beta, 0);
        }
        self.since = OF_POSITION;
        if PV {
            self.lines.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.stopped {
            return 0;
        }
        let root = ply == 0;
        let in_check = self.path.in_check();
        self.frames[ply].in_check = in_check;
        if !root {
            if let Some(value) = self.ending::<PV>(ply) {
                return value;
            }
            if ply >= MAX_PLY {
                return if in_check { 0 } else { self.evaluate(ply) };
            }
            // A shorter mate is known already.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(MATE - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let Frame { excluded, again, .. } = self.frames[ply];
        let key = self.position.key();
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        let table_move = if root {
            Some(self.root_moves[self.root_first].m)
        } else {
            entry.and_then(|e| e.best)
        };
        if let Some(m) = table_move {
            self.prefetch(m);
        }
        let on_pv = PV || entry.is_some_and(|e| e.pv);
        if let Some(entry) = entry.filter(|e| !PV && e.depth >= depth && !again) {
            // Near the natural limit the way here counts: look again.
            let value = entry.settles(ply, alpha, beta);
            let idle = self.position.halfmove();
            if let Some(value) = value.filter(|_| idle + NEAR_LIMIT < self.shared.natural_limit) {
                return value;
            }
        }

        let (eval, estimate) = self.static_value(ply, entry, excluded.is_some());
        self.frames[ply + 1].killers = [Move::NULL; 2];
        let improving = !in_check && ply >= 2 && {
            let before = self.frames[ply - 2].eval;
            before != NO_EVAL && eval > before
        };
        let node = Node { ply, depth, beta, cut, improving };

        if !PV && !in_check && excluded.is_none() {
            if let Some(value) = self.prune_node(&node, alpha, estimate) {
                return value;
            }
            self.since = OF_POSITION;
        }

        // Without a move from the table, a shallower search finds one for the next time.
        if depth >= 4 && table_move.is_none() && (PV || cut) {
            depth -= 1;
        }
        let node = Node { depth, ..node };

        let checks = Checks::of(&self.position);
        let mut picker = Picker::new(&self.position, table_move);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut best_since = OF_POSITION;
        let mut legal = 0;
        let mut overlooked = false;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        let old_alpha = alpha;
        let before = self.before(ply);
        loop {
            let hints = Hints {
                table: self.shared.table,
                history: &*self.history,
                killers: self.frames[ply].killers,
                before,
            };
            let Some(m) = picker.next(&self.position, &hints) else {
                break;
            };
            if Some(m) == excluded
                || root && !self.root_moves[self.root_first..].iter().any(|r| r.m == m)
            {
                continue;
            }
            if !root && self.overlooks(ply, m) {
                overlooked = true;
                continue;
            }
            self.prefetch(m);
            legal += 1;
            let nodes_before = self.nodes;
            let piece = self.position.piece_at(m.from()).expect("a legal move moves a piece");
            let captured = self.position.piece_at(m.to()).map(|p| p.role());
            let quiet = captured.is_none();
            let history = match captured {
                None => self.history.quiet(piece, m, &before),
                Some(role) => self.history.capture(piece, m, role),
            };

            let mut extension = 0;
            if !root && Some(m) == table_move && excluded.is_none() {
                match self.singular(&node, m, entry) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Return(value) => return value,
                }
            }

            let gives_check = checks.given_by(&self.position, m);
            let tried = Candidate { m, quiet, gives_check, history, count: legal };
            if !root && best > -RULE_BOUND && (!PV || legal > 3) {
                match self.prune_move(&node, &tried, alpha) {
                    Pruned::No => {}
                    Pruned::This => continue,
                    Pruned::LaterQuiets => picker.skip_quiets(&self.position, &checks),
                    Pruned::AllQuiets => {
                        picker.skip_quiets(&self.position, &checks);
                        continue;
                    }
                }
            }

            let undo = self.make(ply, m, gives_check);
            if gives_check && extension == 0 && depth <= 14 && ply < 2 * self.root_depth as usize {
                // A check that costs nothing is followed one ply deeper.
                let safe = !picker.at_bad_captures();
                extension = (safe && (PV || legal <= 6)) as i32;
            }
            let new_depth = depth - 1 + extension;
            let mut value = 0;
            let mut full = PV && legal == 1;
            if depth >= 3
                && legal > 1 + 2 * root as usize
                && (quiet || picker.at_bad_captures() || cut)
            {
                let reduction = self.reduction(&node, &tried) - on_pv as i32;
                let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
                if value > alpha && reduced < new_depth {
                    value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, new_depth, !cut);
                }
                full = PV && value > alpha;
            } else if !full {
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, new_depth, !cut);
                full = PV && value > alpha;
            }
            if full && !self.stopped {
                value = -self.search::<true>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.unmake(m, undo);
            if self.stopped {
                return 0;
            }

            if root {
                let better = value > alpha;
                self.note_root(m, value, better, better || legal == 1, self.nodes - nodes_before);
            }
            if value > best {
                best = value;
                best_since = self.since;
                if value > alpha {
                    best_move = Some(m);
                    if PV {
                        self.lines.set(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            let tried = if quiet { &mut quiets } else { &mut captures };
            tried.push(m);
        }

        if legal == 0 && overlooked && excluded.is_none() {
            // There is something to play, though nothing comes to mind.
            return eval;
        }
        self.since = if best_since < ply as i32 { best_since } else { OF_POSITION };
        if legal == 0 {
            // Mated or without a move: both lose. With an excluded move there are others.
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if best >= beta {
            if let Some(m) = best_move {
                self.learn(ply, m, depth, quiets.get(), captures.get());
            }
        }
        let of_the_way_here = again || is_rule_verdict(best) || self.since != OF_POSITION;
        if excluded.is_none() && !of_the_way_here && !(root && self.root_first > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.correct_evaluation(&node, best, best_move, bound);
            let value = to_table(best, ply);
            let raw = self.frames[ply].raw;
            let entry = Entry { best: best_move, value, eval: raw, depth, bound, pv: on_pv };
            self.shared.table.store(key, entry);
        }
        best
    }

    /// The evaluation of the node, and the same made surer by what the table knows. In check
    /// there is none.
    #[inline(always)]
    fn static_value(&mut self, ply: usize, entry: Option<Entry>, again: bool) -> (Value, Value) {
        if again {
            // The search without the best move looks at the same node.
            let eval = self.frames[ply].eval;
            return (eval, eval);
        }
        let (mut raw, mut eval) = (NO_EVAL, NO_EVAL);
        if !self.frames[ply].in_check {
            raw = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(ply),
            };
            eval = self.corrected(raw);
        }
        self.frames[ply].raw = raw;
        self.frames[ply].eval = eval;
        (eval, entry.and_then(|e| e.refines(ply, eval)).unwrap_or(eval))
    }

    /// A quiet result teaches where the evaluation is wrong, if it says more than it.
    fn correct_evaluation(&mut self, node: &Node, best: Value, m: Option<Move>, bound: Bound) {
        let Frame { eval, in_check, .. } = self.frames[node.ply];
        let quiet = m.is_none_or(|m| !self.position.is_capture(m));
        let tells = match bound {
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
            _ => true,
        };
        if !in_check && quiet && tells && best.abs() < EVAL_LIMIT {
            self.history.learn_correction(&self.position, node.depth, best - eval);
        }
    }

    /// Notes what the search found about a root move: `known` if more than that others are better,
    /// `reached` if it is worth at least so much.
    fn note_root(&mut self, m: Move, value: Value, reached: bool, known: bool, nodes: u64) {
        let seldepth = self.seldepth;
        let line = self.lines.get(1);
        if let Some(root_move) = self.root_moves.iter_mut().find(|r| r.m == m) {
            root_move.nodes += nodes;
            root_move.reached = reached;
            if known {
                root_move.value = value;
                root_move.seldepth = seldepth;
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(line);
            } else {
                // Not better than the best: its place among the others stays as it is.
                root_move.value = -INFINITE;
            }
        }
    }

    /// Learns from a cutoff: `m` was good, the moves before it in vain.
    fn learn(&mut self, ply: usize, m: Move, depth: i32, quiets: &[Move], captures: &[Move]) {
        let plus = bonus(depth);
        let before = self.before(ply);
        let mover = |position: &chuhe_core::Position, m: Move| {
            position.piece_at(m.from()).expect("own piece")
        };
        match self.position.piece_at(m.to()).map(|p| p.role()) {
            None => {
                let frame = &mut self.frames[ply];
                if frame.killers[0] != m {
                    frame.killers = [m, frame.killers[0]];
                }
                self.history.learn_quiet(mover(&self.position, m), m, &before, plus);
                for &other in quiets {
                    self.history.learn_quiet(mover(&self.position, other), other, &before, -plus);
                }
            }
            Some(captured) => {
                self.history.learn_capture(mover(&self.position, m), m, captured, plus)
            }
        }
        for &other in captures {
            let captured = self.position.piece_at(other.to()).map_or(Role::Pawn, |p| p.role());
            self.history.learn_capture(mover(&self.position, other), other, captured, -plus);
        }
    }
}
