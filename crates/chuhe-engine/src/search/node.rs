//! The inner search: principal variation search with its extensions, reductions and prunings.

use super::worker::Worker;
use crate::checks::Checks;
use crate::history::bonus;
use crate::picker::{Hints, Picker};
use crate::score::{
    EVAL_LIMIT, INFINITE, MATE, MATE_BOUND, MAX_PLY, Value, from_table, is_rule_verdict, mated_in,
    to_table,
};
use crate::see;
use crate::tt::{Bound, Entry, NO_EVAL};
use chuhe_core::{Move, Role};
use std::sync::LazyLock;

/// Reductions in plies by depth and by the number of moves tried before.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (tried, plies) in row.iter_mut().enumerate().skip(1) {
            *plies = (0.6 + (depth as f64).ln() * (tried as f64).ln() / 2.25) as i32;
        }
    }
    table
});

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
        self.count_node();
        if PV {
            self.lines.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.stopped {
            return 0;
        }
        let root = ply == 0;
        let in_check = self.keys[self.keys.len() - 1].1;
        self.frames[ply].in_check = in_check;
        if !root {
            if let Some(value) = self.ending(ply) {
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

        let excluded = self.frames[ply].excluded;
        let key = self.position.key();
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        let table_move = if root {
            Some(self.root_moves[self.root_first].m)
        } else {
            entry.and_then(|e| e.best)
        };
        let on_pv = PV || entry.is_some_and(|e| e.pv);
        if let Some(entry) = entry.filter(|e| !PV && e.depth >= depth) {
            let value = from_table(entry.value, ply);
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            };
            // Near the natural limit the way here counts: look again.
            if holds && self.position.halfmove() < 100 {
                return value;
            }
        }

        // The static evaluation, made surer by the table.
        let mut raw = NO_EVAL;
        let mut eval = NO_EVAL;
        let mut estimate = 0;
        if !in_check {
            if excluded.is_some() {
                eval = self.frames[ply].eval;
            } else {
                raw = match entry {
                    Some(entry) if entry.eval != NO_EVAL => entry.eval,
                    _ => self.evaluate(ply),
                };
                eval = self.corrected(raw);
            }
            estimate = eval;
            if let Some(entry) = entry {
                let value = from_table(entry.value, ply);
                let surer = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value > eval,
                    Bound::Upper => value < eval,
                    Bound::None => false,
                };
                if surer && value.abs() < EVAL_LIMIT {
                    estimate = value;
                }
            }
        }
        self.frames[ply].eval = eval;
        if excluded.is_none() {
            self.frames[ply].raw = raw;
        }
        self.frames[ply + 1].killers = [Move::NULL; 2];
        let improving = !in_check && ply >= 2 && {
            let before = self.frames[ply - 2].eval;
            before != NO_EVAL && eval > before
        };

        if !PV && !in_check && excluded.is_none() {
            if let Some(value) = self.prune_node(ply, alpha, beta, depth, estimate, improving, cut)
            {
                return value;
            }
        }

        // Without a move from the table, a shallower search finds one for the next time.
        if depth >= 4 && table_move.is_none() && (PV || cut) {
            depth -= 1;
        }

        let checks = Checks::of(&self.position);
        let mut picker = Picker::new(&self.position, table_move);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut legal = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        let old_alpha = alpha;
        let before = self.before(ply);
        let turn_in_check = in_check;
        loop {
            let hints =
                Hints { history: &*self.history, killers: self.frames[ply].killers, before };
            let Some(m) = picker.next(&self.position, &hints) else {
                break;
            };
            if Some(m) == excluded
                || root && !self.root_moves[self.root_first..].iter().any(|r| r.m == m)
            {
                continue;
            }
            legal += 1;
            let nodes_before = self.nodes;
            let piece = self.position.piece_at(m.from()).expect("a legal move moves a piece");
            let captured = self.position.piece_at(m.to()).map(|p| p.role());
            let quiet = captured.is_none();
            let history = match captured {
                None => self.history.quiet(piece, m, &before),
                Some(role) => self.history.capture(piece, m, role),
            };

            // Singular: the table's move stands alone if all others fail well below it.
            let mut extension = 0;
            if !root
                && Some(m) == table_move
                && depth >= 8
                && excluded.is_none()
                && ply < 2 * self.root_depth as usize
            {
                if let Some(entry) = entry.filter(|e| {
                    e.depth >= depth - 3
                        && matches!(e.bound, Bound::Lower | Bound::Exact)
                        && e.value.abs() < EVAL_LIMIT
                }) {
                    let bar = entry.value - 2 * depth;
                    self.frames[ply].excluded = Some(m);
                    let others = self.search::<false>(ply, bar - 1, bar, (depth - 1) / 2, cut);
                    self.frames[ply].excluded = None;
                    if self.stopped {
                        return 0;
                    }
                    if others < bar {
                        extension = 1;
                    } else if bar >= beta {
                        // Several moves reach beta.
                        return bar;
                    } else if entry.value >= beta {
                        extension = -1;
                    }
                    // The inner search has used this ply's frame.
                    self.frames[ply].in_check = in_check;
                    self.frames[ply].eval = eval;
                }
            }

            let gives_check = checks.given_by(&self.position, m);
            let reduction_base = REDUCTIONS[depth.clamp(0, 63) as usize][legal.min(63)];
            if !root && best > -MATE_BOUND && (!PV || legal > 3) {
                let lmr_depth = (depth - reduction_base + history / 6000).max(0);
                if gives_check {
                    // A sacrifice that checks may be the beginning of a mate.
                    if depth <= 4 && ply > 6 && !see::wins_at_least(&self.position, m, -240 * depth)
                    {
                        continue;
                    }
                } else if quiet {
                    let many = (4 + depth * depth) as usize / if improving { 1 } else { 2 };
                    if depth <= 8 && legal > many.max(3) {
                        picker.skip_quiets(&self.position, &checks);
                    }
                    if !turn_in_check && lmr_depth <= 6 && eval + 110 + 95 * lmr_depth <= alpha {
                        // Quiet moves cannot make up for so much, unless they give check.
                        picker.skip_quiets(&self.position, &checks);
                        continue;
                    }
                    if lmr_depth <= 3 && history < -3200 * depth {
                        continue;
                    }
                    if lmr_depth <= 7
                        && !see::wins_at_least(&self.position, m, -28 * lmr_depth * lmr_depth)
                    {
                        continue;
                    }
                } else if depth <= 7 && !see::wins_at_least(&self.position, m, -110 * depth) {
                    continue;
                }
            }

            let undo = self.make(ply, m);
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
                let mut reduction = reduction_base;
                reduction += cut as i32 + !improving as i32;
                reduction -= on_pv as i32 + gives_check as i32 + turn_in_check as i32;
                reduction -=
                    (m == self.frames[ply].killers[0] || m == self.frames[ply].killers[1]) as i32;
                reduction -= if quiet { history / 5000 } else { 1 };
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
                self.note_root(m, value, legal == 1 || value > alpha, self.nodes - nodes_before);
            }
            if value > best {
                best = value;
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

        if legal == 0 {
            // Mated or without a move: both lose. With an excluded move there are others.
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if best >= beta {
            if let Some(m) = best_move {
                self.learn(ply, m, depth, quiets.get(), captures.get());
            }
        }
        if excluded.is_none() && !is_rule_verdict(best) && !(root && self.root_first > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A quiet result teaches where the evaluation is wrong, if it says more than it.
            let quiet = best_move.is_none_or(|m| !self.position.is_capture(m));
            let tells = match bound {
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
                _ => true,
            };
            if !in_check && quiet && tells && best.abs() < EVAL_LIMIT {
                self.history.learn_correction(&self.position, depth, best - eval);
            }
            let value = to_table(best, ply);
            let entry = Entry { best: best_move, value, eval: raw, depth, bound, pv: on_pv };
            self.shared.table.store(key, entry);
        }
        best
    }

    /// Whether the node can be given up before a move is tried: so far above beta that even a
    /// pass keeps it there, or hopelessly below alpha.
    #[allow(clippy::too_many_arguments)]
    fn prune_node(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        estimate: Value,
        improving: bool,
        cut: bool,
    ) -> Option<Value> {
        if beta.abs() >= EVAL_LIMIT {
            return None;
        }
        // Razoring: only captures could help, so see what they give.
        if depth <= 3 && estimate + 220 + 190 * depth * depth <= alpha {
            let value = self.quiesce::<false>(ply, alpha, alpha + 1, 0);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: far enough above beta.
        if depth <= 8 && estimate - 85 * (depth - improving as i32) >= beta && estimate < EVAL_LIMIT
        {
            return Some((estimate + beta) / 2);
        }
        // Null move: let the other side move twice.
        let passed_before = ply > 0 && self.frames[ply - 1].played.is_none();
        if depth >= 3
            && estimate >= beta
            && self.frames[ply].eval + 22 * depth >= beta + 150
            && !passed_before
            && ply >= self.null_from
            && self.has_force()
        {
            let reduction = 3 + depth / 3 + ((estimate - beta) / 180).min(3);
            let undo = self.position.make_null();
            self.frames[ply].played = None;
            self.frames[ply + 1].squares = self.frames[ply].squares;
            self.keys.push((self.position.key(), false));
            let value = -self.search::<false>(ply + 1, -beta, -beta + 1, depth - reduction, !cut);
            self.keys.pop();
            self.position.unmake_null(undo);
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value > EVAL_LIMIT { beta } else { value };
                if depth < 12 || self.null_from > 0 {
                    return Some(value);
                }
                // At great depth, check it without null moves in the next plies.
                self.null_from = ply + 3 * (depth - reduction).max(1) as usize / 4;
                let sure = self.search::<false>(ply, beta - 1, beta, depth - reduction, false);
                self.null_from = 0;
                if sure >= beta || self.stopped {
                    return Some(value);
                }
            }
        }
        self.probe_cut(ply, beta, depth, cut)
    }

    /// ProbCut: a good capture that a shallow search sees well above beta is trusted.
    fn probe_cut(&mut self, ply: usize, beta: Value, depth: i32, cut: bool) -> Option<Value> {
        let bar = beta + 170;
        if depth < 5 || bar >= EVAL_LIMIT {
            return None;
        }
        let key = self.position.key();
        if let Some(entry) = self.shared.table.probe(key) {
            if entry.depth >= depth - 3 && from_table(entry.value, ply) < bar {
                return None;
            }
        }
        let threshold = bar - self.frames[ply].eval;
        let mut picker = Picker::captures(&self.position, None, threshold.max(0));
        let hints_killers = [Move::NULL; 2];
        loop {
            let hints =
                Hints { history: &*self.history, killers: hints_killers, before: [None; 3] };
            let m = picker.next(&self.position, &hints)?;
            if Some(m) == self.frames[ply].excluded {
                continue;
            }
            let undo = self.make(ply, m);
            let mut value = -self.quiesce::<false>(ply + 1, -bar, -bar + 1, -1);
            if value >= bar && !self.stopped {
                value = -self.search::<false>(ply + 1, -bar, -bar + 1, depth - 4, !cut);
            }
            self.unmake(m, undo);
            if self.stopped {
                return Some(0);
            }
            if value >= bar {
                if !is_rule_verdict(value) {
                    let eval = self.frames[ply].raw;
                    let stored = to_table(value, ply);
                    let entry = Entry {
                        best: Some(m),
                        value: stored,
                        eval,
                        depth: depth - 3,
                        bound: Bound::Lower,
                        pv: false,
                    };
                    self.shared.table.store(key, entry);
                }
                return Some(value.min(EVAL_LIMIT));
            }
        }
    }

    /// Notes what the search found about a root move.
    fn note_root(&mut self, m: Move, value: Value, trusted: bool, nodes: u64) {
        let seldepth = self.seldepth;
        let line = self.lines.get(1).to_vec();
        if let Some(root_move) = self.root_moves.iter_mut().find(|r| r.m == m) {
            root_move.nodes += nodes;
            if trusted {
                root_move.value = value;
                root_move.seldepth = seldepth;
                root_move.line.truncate(1);
                root_move.line.extend(line);
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
