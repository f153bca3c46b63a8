//! What the search leaves out: nodes, moves and plies that are not worth their time, and the moves
//! worth more.

use super::worker::Worker;
use crate::checks::Checks;
use crate::picker::{Hints, Picker};
use crate::score::{EVAL_LIMIT, Value, from_table, is_rule_verdict, to_table};
use crate::see;
use crate::tt::{Bound, Entry};
use chuhe_core::Move;
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

/// What is the same for all moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub beta: Value,
    /// Another node expects this one to reach beta.
    pub cut: bool,
    /// The evaluation is better than two plies ago.
    pub improving: bool,
}

/// A move about to be tried.
pub(super) struct Candidate {
    pub m: Move,
    pub quiet: bool,
    pub gives_check: bool,
    /// What such moves were worth before.
    pub history: i32,
    /// Which move of the node it is, from 1.
    pub count: usize,
}

/// Whether to try a move.
pub(super) enum Pruned {
    No,
    /// Not this one.
    This,
    /// This one, but no quiet ones after it.
    LaterQuiets,
    /// Neither this nor other quiet ones.
    AllQuiets,
}

/// What the search without the table's move says about it.
pub(super) enum Singular {
    /// Search it so many plies deeper.
    Extend(i32),
    /// Several moves reach beta: this is the value of the node.
    Return(Value),
}

#[inline(always)]
fn base_reduction(depth: i32, count: usize) -> i32 {
    REDUCTIONS[depth.clamp(0, 63) as usize][count.min(63)]
}

impl Worker<'_> {
    /// Whether the node can be given up before a move is tried: so far above beta that even a
    /// pass keeps it there, or hopelessly below alpha.
    pub(super) fn prune_node(
        &mut self,
        node: &Node,
        alpha: Value,
        estimate: Value,
    ) -> Option<Value> {
        let Node { ply, depth, beta, cut, improving } = *node;
        if beta.abs() >= EVAL_LIMIT {
            return None;
        }
        if depth >= 3 && estimate >= beta {
            self.shared.table.prefetch(self.position.key_after_null());
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
        if let Some(value) = self.try_null(node, estimate) {
            return Some(value);
        }
        self.probe_cut(ply, beta, depth, cut)
    }

    /// Null move: let the other side move twice.
    fn try_null(&mut self, node: &Node, estimate: Value) -> Option<Value> {
        let Node { ply, depth, beta, cut, .. } = *node;
        let passed_before = ply > 0 && self.frames[ply - 1].played.is_none();
        if depth >= 3
            && estimate >= beta
            && self.frames[ply].eval + 22 * depth >= beta + 150
            && !passed_before
            && ply >= self.null_from
            && self.has_force()
        {
            let reduction = 3 + depth / 3 + ((estimate - beta) / 180).min(3);
            let undo = self.make_null(ply);
            let value = -self.search::<false>(ply + 1, -beta, -beta + 1, depth - reduction, !cut);
            self.unmake_null(undo);
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
        None
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
        let mut checks = None;
        loop {
            let hints = Hints {
                table: self.shared.table,
                history: &*self.history,
                killers: [Move::NULL; 2],
                before: [None; 3],
            };
            let m = picker.next(&self.position, &hints)?;
            if Some(m) == self.frames[ply].excluded || self.overlooks(ply, m) {
                continue;
            }
            self.prefetch(m);
            let gives_check = checks
                .get_or_insert_with(|| Checks::of(&self.position))
                .given_by(&self.position, m);
            let undo = self.make(ply, m, gives_check);
            let mut value = -self.quiesce::<false>(ply + 1, -bar, -bar + 1, -1);
            if value >= bar && !self.stopped {
                value = -self.search::<false>(ply + 1, -bar, -bar + 1, depth - 4, !cut);
            }
            self.unmake(m, undo);
            if self.stopped {
                return Some(0);
            }
            if value >= bar {
                if !is_rule_verdict(value) && self.since >= ply as i32 {
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

    /// Whether a move can be left out because it will hardly reach alpha. A move that gives check
    /// may be the beginning of a mate and is left out near the leaves only, if it costs much.
    pub(super) fn prune_move(&self, node: &Node, tried: &Candidate, alpha: Value) -> Pruned {
        let depth = node.depth;
        let loses = |most: Value| !see::wins_at_least(&self.position, tried.m, -most);
        if tried.gives_check {
            return if depth <= 4 && node.ply > 6 && loses(240 * depth) {
                Pruned::This
            } else {
                Pruned::No
            };
        }
        if !tried.quiet {
            return if depth <= 7 && loses(110 * depth) { Pruned::This } else { Pruned::No };
        }
        let frame = &self.frames[node.ply];
        let reduced = (depth - base_reduction(depth, tried.count) + tried.history / 6000).max(0);
        // Quiet moves cannot make up for so much.
        if !frame.in_check && reduced <= 6 && frame.eval + 110 + 95 * reduced <= alpha {
            return Pruned::AllQuiets;
        }
        let many = (4 + depth * depth) as usize / if node.improving { 1 } else { 2 };
        let enough = depth <= 8 && tried.count > many.max(3);
        let bad = reduced <= 3 && tried.history < -3200 * depth
            || reduced <= 7 && loses(28 * reduced * reduced);
        match (bad, enough) {
            (true, true) => Pruned::AllQuiets,
            (true, false) => Pruned::This,
            (false, true) => Pruned::LaterQuiets,
            (false, false) => Pruned::No,
        }
    }

    /// How many plies less deep to look at a late move.
    pub(super) fn reduction(&self, node: &Node, tried: &Candidate) -> i32 {
        let frame = &self.frames[node.ply];
        let mut plies = base_reduction(node.depth, tried.count);
        plies += node.cut as i32 + !node.improving as i32;
        plies -= tried.gives_check as i32 + frame.in_check as i32;
        plies -= frame.killers.contains(&tried.m) as i32;
        plies - if tried.quiet { tried.history / 5000 } else { 1 }
    }

    /// Whether the table's move stands alone: all others fail well below it.
    pub(super) fn singular(&mut self, node: &Node, m: Move, entry: Option<Entry>) -> Singular {
        let Node { ply, depth, beta, cut, .. } = *node;
        let sound = |e: &Entry| {
            e.depth >= depth - 3
                && matches!(e.bound, Bound::Lower | Bound::Exact)
                && e.value.abs() < EVAL_LIMIT
        };
        let Some(entry) = entry.filter(sound) else { return Singular::Extend(0) };
        if depth < 8 || ply >= 2 * self.root_depth as usize {
            return Singular::Extend(0);
        }
        let bar = entry.value - 2 * depth;
        let frame = self.frames[ply];
        self.frames[ply].excluded = Some(m);
        let others = self.search::<false>(ply, bar - 1, bar, (depth - 1) / 2, cut);
        // The inner search has used this ply's frame.
        let killers = self.frames[ply].killers;
        self.frames[ply] = super::worker::Frame { killers, ..frame };
        if self.stopped {
            Singular::Return(0)
        } else if others < bar {
            Singular::Extend(1)
        } else if bar >= beta {
            Singular::Return(bar)
        } else {
            Singular::Extend(-((entry.value >= beta) as i32))
        }
    }
}
