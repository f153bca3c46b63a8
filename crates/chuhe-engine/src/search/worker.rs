//! One search thread: iterative deepening over the moves of the root.

use super::lines::{Lines, RootMove, best_first, line_of};
use super::path::{Path, Repeats};
use super::{Info, Limits, Outcome, Shared};
use crate::history::{Arrival, History};
use crate::psqt::{self, Tapered};
use crate::score::{
    INFINITE, MATE, MATE_BOUND, MAX_PLY, MUST_CHANGE, RULE_WIN, Score, Value, mated_in,
};
use crate::time::{Budget, stretch};
use crate::{endgame, eval, nnue, score};
use chuhe_core::{Board, Move, Position, Undo};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plies without a capture over which an evaluation loses half its worth: the usual natural limit.
const FADING: u32 = 120;

/// Whoever needs so long for a node, tens of times the usual, looks at the clock more often.
const SLOW: Duration = Duration::from_micros(20);

/// [`Worker::since`] of a value that has nothing to do with the way to the position.
pub(super) const OF_POSITION: i32 = i32::MAX;

/// [`Worker::since`] of a value that belongs to the whole game.
const BEFORE_ROOT: i32 = -1;

/// So many nodes of the first iteration are searched even after a stop: a few milliseconds, if
/// memory is not touched for the first time.
const FIRST_NODES: u64 = 4096;

/// So many plies before the natural limit what the table knows is not trusted any more.
pub(super) const NEAR_LIMIT: u32 = 20;

/// What a thread knows about a ply of the line it looks at.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The corrected evaluation, and as the evaluation gave it.
    pub eval: Value,
    pub raw: Value,
    pub in_check: bool,
    /// It has stood on this line, and somebody will have to change: what is found here belongs to
    /// the way here.
    pub again: bool,
    /// The move being tried here and how it arrived; `None` for a null move.
    pub played: Option<Arrival>,
    pub killers: [Move; 2],
    /// Not to be tried here: the search asks how good the others are.
    pub excluded: Option<Move>,
    /// Running sum of [`psqt::of`].
    pub squares: Tapered,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            eval: 0,
            raw: 0,
            in_check: false,
            again: false,
            played: None,
            killers: [Move::NULL; 2],
            excluded: None,
            squares: Tapered::default(),
        }
    }
}

/// A search thread with its own board and memory.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub history: &'a mut History,
    pub position: Position,
    /// How the game and the line came to `position`.
    pub path: Path,
    pub frames: Box<[Frame; MAX_PLY + 8]>,
    /// What the net needs, if one is used.
    sums: Option<nnue::Sums<'a>>,
    pub lines: Lines,
    pub root_moves: Vec<RootMove>,
    /// Root moves before this one belong to better lines already found.
    pub root_first: usize,
    pub root_depth: i32,
    pub nodes: u64,
    told_nodes: u64,
    looked_up: Instant,
    /// Nodes take long: memory touched for the first time, or a system with other work.
    slow: bool,
    pub seldepth: usize,
    pub stopped: bool,
    /// The value returned last comes from a repetition (or the natural limit): it holds for lines
    /// that come through this ply as this one does. [`OF_POSITION`] if it holds for the position.
    pub since: i32,
    /// No null move before this ply, while a null move's result is being checked.
    pub null_from: usize,
    limits: &'a Limits,
    budget: Option<Budget>,
    /// Found while pondering that what was seen would do: no more is wanted after a hit.
    enough_on_hit: bool,
    id: usize,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        board: &Board,
        limits: &'a Limits,
        budget: Option<Budget>,
        history: &'a mut History,
        id: usize,
    ) -> Worker<'a> {
        let position = board.position().clone();
        let root_moves = position
            .legal_moves()
            .into_iter()
            .filter(|&m| limits.allow(m))
            .map(|m| RootMove {
                m,
                value: -INFINITE,
                last_value: -INFINITE,
                reached: false,
                seldepth: 0,
                nodes: 0,
                line: line_of(m),
            })
            .collect();
        let mut frames = Box::new([Frame::default(); MAX_PLY + 8]);
        frames[0].squares = psqt::sum(&position);
        let mut path = Path::of(board, shared.repetition);
        path.patience = limits.patience();
        Worker {
            shared,
            history,
            path,
            sums: shared
                .net
                .filter(|_| nnue::can_see(&position))
                .map(|net| nnue::Sums::new(net, MAX_PLY + 8, &position)),
            position,
            frames,
            lines: Lines::new(),
            root_moves,
            root_first: 0,
            root_depth: 0,
            nodes: 0,
            told_nodes: 0,
            looked_up: Instant::now(),
            slow: true,
            seldepth: 0,
            stopped: false,
            since: OF_POSITION,
            null_from: 0,
            limits,
            budget,
            enough_on_hit: false,
            id,
        }
    }

    /// Searches deeper and deeper, and tells of `lines` lines after each depth.
    pub fn run(mut self, lines: usize, tell: &mut dyn FnMut(&Info)) -> Outcome {
        let lines = lines.min(self.root_moves.len());
        let for_mate = self.limits.mate.map(|moves| 4 * moves.min(100) as i32 + 8);
        let deepest = self.limits.depth.or(for_mate).unwrap_or(i32::MAX);
        let deepest = deepest.clamp(1, MAX_PLY as i32 - 8);
        let mut found: Vec<Info> = Vec::new();
        let mut told = 0;
        let mut stable = 0;
        if !self.root_moves.is_empty() {
            // What a search says that was stopped before it had seen anything.
            self.root_moves[0].value = self.evaluate(0);
        }
        let mut last_best = None;
        let mut last_value = None;
        for depth in 1..=deepest {
            if self.root_moves.is_empty() {
                break;
            }
            // Helpers skip some depths, so that the threads do not all do the same.
            if self.id > 0 && depth > 3 && (depth as usize + self.id) % 3 == 0 {
                continue;
            }
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.last_value = root_move.value;
            }
            for line in 0..lines {
                self.root_first = line;
                self.seldepth = 0;
                self.aspirate(depth, line);
                best_first(&mut self.root_moves[..=line]);
                if self.stopped {
                    break;
                }
            }
            if self.stopped && depth > 1 {
                // The first move may be a better one found before the search was cut short. Of the
                // old one, no more may be known than that it is worse than it seemed.
                if lines == 1 && self.root_moves[0].reached {
                    found = self.infos(lines, depth);
                }
                break;
            }
            found = self.infos(lines, depth);
            found.iter().for_each(&mut *tell);
            told = found.first().map_or(0, |info| info.nodes);
            if self.stopped || self.id > 0 && self.shared.stopped() {
                break;
            }

            let best = &self.root_moves[0];
            stable = if last_best == Some(best.m) { stable + 1 } else { 0 };
            let drop = last_value.map_or(0, |last: Value| last - best.value);
            last_best = Some(best.m);
            last_value = Some(best.value);
            if self.is_enough(depth, stable, drop) {
                break;
            }
        }
        self.share_nodes();
        if self.id == 0 && self.all_nodes() > told {
            // The last words, if there is more to count than was told: all nodes and all time.
            self.bring_up_to_date(&mut found);
            found.iter().for_each(&mut *tell);
        }
        let moves: &[Move] = found.first().map_or(&[], |info| &info.moves);
        Outcome {
            best: moves.first().copied(),
            ponder: moves.get(1).copied(),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            time: self.shared.start.elapsed(),
            lines: found,
        }
    }

    /// Whether another iteration is not worth it.
    fn is_enough(&mut self, depth: i32, stable: u32, drop: Value) -> bool {
        let best = &self.root_moves[0];
        if self.limits.mate.is_some_and(|moves| best.value.abs() >= MATE - 2 * moves as Value) {
            return true;
        }
        if self.limits.nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            return true;
        }
        let Some(budget) = self.budget else {
            return false;
        };
        let enough = self.is_time_up(budget, depth, stable, drop);
        if self.limits.is_pondering() {
            self.enough_on_hit = enough;
            return false;
        }
        enough
    }

    /// Whether the clock allows no further iteration, or a further one would tell nothing new.
    fn is_time_up(&self, budget: Budget, depth: i32, stable: u32, drop: Value) -> bool {
        let best = &self.root_moves[0];
        let elapsed = self.elapsed();
        if budget.soft == budget.hard {
            return elapsed >= budget.hard;
        }
        // One move only, or a mate that deeper search cannot shorten: play it.
        if self.root_moves.len() == 1 && depth >= 5 {
            return true;
        }
        if best.value.abs() > MATE_BOUND && depth > 2 * (MATE - best.value.abs()) {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        elapsed > budget.soft.mul_f64(stretch(stable, drop, share)).min(budget.hard)
    }

    /// One depth, in a window around the last value that is widened until the value lies inside.
    fn aspirate(&mut self, depth: i32, line: usize) {
        let last = self.root_moves[line].last_value;
        let mut width = 18;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && last.abs() < score::EVAL_LIMIT {
            (alpha, beta) = (last - width, last + width);
        }
        let mut reduced = 0;
        loop {
            let value = self.search::<true>(0, alpha, beta, (depth - reduced).max(1), false);
            // Ties keep their order, so that the move that failed low stays in front.
            best_first(&mut self.root_moves[line..]);
            if self.stopped {
                return;
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                reduced = 0;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            width += width / 2 + 4;
            if width > 1200 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn infos(&self, lines: usize, depth: i32) -> Vec<Info> {
        let nodes = self.all_nodes();
        let time = self.shared.start.elapsed();
        let known =
            |root_move: &&RootMove| root_move.value > -INFINITE || root_move.last_value > -INFINITE;
        self.root_moves[..lines]
            .iter()
            .take_while(known)
            .enumerate()
            .map(|(i, root_move)| {
                let searched = root_move.value > -INFINITE;
                Info {
                    depth: if searched { depth } else { depth - 1 },
                    seldepth: root_move.seldepth,
                    line: i + 1,
                    score: Score::of(if searched { root_move.value } else { root_move.last_value }),
                    nodes,
                    time,
                    hashfull: self.shared.table.fill(),
                    moves: root_move.line.clone(),
                }
            })
            .collect()
    }

    fn bring_up_to_date(&self, lines: &mut [Info]) {
        let (nodes, time) = (self.all_nodes(), self.shared.start.elapsed());
        let hashfull = self.shared.table.fill();
        for line in lines {
            *line = Info { nodes, time, hashfull, ..line.clone() };
        }
    }

    fn share_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told_nodes, Ordering::Relaxed);
        self.told_nodes = self.nodes;
    }

    /// Counts a node, which is a move played, and looks at the clock now and then.
    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes & 7 == 0
            && (self.slow || self.nodes & 511 == 0 || self.shared.stopped() && !self.stopped)
        {
            self.look_up();
        }
    }

    #[cold]
    fn look_up(&mut self) {
        let now = Instant::now();
        let per_node = (now - self.looked_up) / (self.nodes - self.told_nodes).max(1) as u32;
        self.slow = self.nodes < FIRST_NODES || per_node > SLOW;
        self.looked_up = now;
        self.share_nodes();
        // The first iteration is finished even if nobody waits for it, unless it takes long: a move
        // that was looked at is better than any.
        let quick = self.nodes < FIRST_NODES && per_node < SLOW;
        let must_move = self.id == 0 && self.root_depth == 1 && quick;
        self.stopped |= self.shared.stopped() && !must_move;
        // The first iteration is always finished: there must be a move.
        if self.root_depth > 1 {
            // Looked at in equal steps, so that a search by nodes is the same every time.
            let limit = self.limits.nodes.filter(|_| self.nodes & 511 == 0);
            self.stopped |= limit.is_some_and(|limit| self.all_nodes() >= limit);
            let budget = self.budget.filter(|_| self.id == 0);
            self.stopped |= budget.is_some_and(|budget| {
                !self.limits.is_pondering() && (self.enough_on_hit || self.elapsed() >= budget.hard)
            });
        }
    }

    /// The time used of the budget. A span for one move begins when pondering ends; for a whole
    /// game, what was thought before counts.
    fn elapsed(&self) -> Duration {
        let hit = self.limits.hit.as_ref().and_then(|hit| hit.get().copied());
        match hit.filter(|_| self.limits.move_time.is_some()) {
            Some(hit) => hit.elapsed(),
            None => self.shared.start.elapsed(),
        }
    }

    /// The nodes of all threads, as far as they have told.
    fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.told_nodes)
    }

    /// The position at `ply` by the evaluation.
    #[inline(always)]
    pub fn evaluate(&mut self, ply: usize) -> Value {
        let value = match &mut self.sums {
            Some(sums) => eval::with_net(&self.position, sums.evaluate(ply, &self.position)),
            None => eval::evaluate(&self.position, self.frames[ply].squares),
        };
        match self.shared.sight {
            Some(sight) => sight.judge(&self.position, value),
            None => value,
        }
    }

    /// Whether the player of a weaker level does not see this move. In check all are looked at.
    #[inline(always)]
    pub fn overlooks(&self, ply: usize, m: Move) -> bool {
        match self.shared.sight {
            Some(sight) if !self.frames[ply].in_check => {
                let last = if ply == 0 { sight.last() } else { self.path.last() };
                sight.overlooks(&self.position, m, last, ply)
            }
            _ => false,
        }
    }

    /// An evaluation made surer: corrected by experience, and drawn towards nothing as the
    /// natural limit comes near.
    #[inline(always)]
    pub fn corrected(&self, raw: Value) -> Value {
        let value = self.history.corrected(&self.position, raw);
        let idle = self.position.halfmove().min(FADING) as Value;
        value * (2 * FADING as Value - idle) / (2 * FADING as Value)
    }

    /// Asks the processor to bring near what is known of the position after a move.
    #[inline(always)]
    pub fn prefetch(&self, m: Move) {
        self.shared.table.prefetch(self.position.key_after(m));
    }

    /// Plays a move from `ply`, of which is known whether it gives check.
    #[inline(always)]
    pub fn make(&mut self, ply: usize, m: Move, gives_check: bool) -> Undo {
        self.count_node();
        let piece = self.position.piece_at(m.from()).expect("a legal move moves a piece");
        let mut squares = self.frames[ply].squares;
        squares -= psqt::of(piece, m.from());
        squares += psqt::of(piece, m.to());
        let captured = self.position.piece_at(m.to());
        if let Some(captured) = captured {
            squares -= psqt::of(captured, m.to());
        }
        if let Some(sums) = &mut self.sums {
            sums.push(ply, piece, m, captured);
        }
        let undo = self.position.make(m);
        self.frames[ply].played = Some(Arrival::new(piece, m));
        self.frames[ply + 1].squares = squares;
        self.path.push(&self.position, m, undo, gives_check);
        undo
    }

    /// Passes the turn at `ply`. Returns what [`Worker::unmake_null`] needs.
    pub fn make_null(&mut self, ply: usize) -> (Undo, usize) {
        let undo = self.position.make_null();
        self.frames[ply].played = None;
        self.frames[ply + 1].squares = self.frames[ply].squares;
        if let Some(sums) = &mut self.sums {
            sums.push_null(ply);
        }
        (undo, self.path.push_null(&self.position))
    }

    pub fn unmake_null(&mut self, (undo, null_before): (Undo, usize)) {
        self.path.pop_null(null_before);
        self.position.unmake_null(undo);
    }

    #[inline(always)]
    pub fn unmake(&mut self, m: Move, undo: Undo) {
        self.path.pop();
        self.position.unmake(m, undo);
    }

    /// The arrivals one, two and four plies before `ply`.
    #[inline(always)]
    pub fn before(&self, ply: usize) -> [Option<Arrival>; 3] {
        [1, 2, 4].map(|back| if ply >= back { self.frames[ply - back].played } else { None })
    }

    /// The verdict if the game ends here by repetition, the natural limit or for lack of
    /// pieces: `None` if it goes on.
    ///
    /// A position that has stood on the line is not played on if the cycle was nobody's fault. If
    /// it was one side's, that side might as well have done the first time what it must do the
    /// second, so that it has gained nothing. A line that may be told of is looked at all the same,
    /// until the rule book decides: nobody is said to win or lose by a second occurrence.
    pub fn ending<const PV: bool>(&mut self, ply: usize) -> Option<Value> {
        self.frames[ply].again = false;
        let over = self.position.halfmove() >= self.shared.natural_limit;
        if over || endgame::is_dead(&self.position) {
            // Mate and stalemate come first.
            self.since = if over { BEFORE_ROOT } else { OF_POSITION };
            return Some(if self.position.has_legal_move() { 0 } else { mated_in(ply) });
        }
        let asked = self.path.asked;
        let repeats = self.path.repeats(&self.position);
        if self.path.asked > asked {
            self.look_up();
        }
        let of_winner = |winner, value: Value| {
            let value = value - ply as Value;
            if winner == self.position.turn() { value } else { -value }
        };
        match repeats {
            Repeats::Not => None,
            Repeats::Over(None, since) => {
                self.since = since;
                Some(0)
            }
            Repeats::Over(Some(winner), _) => Some(of_winner(winner, RULE_WIN)),
            Repeats::AtFault(winner) if !PV => Some(of_winner(winner, MUST_CHANGE)),
            Repeats::AtFault(_) => {
                self.frames[ply].again = true;
                None
            }
        }
    }

    /// Whether the side to move has a piece that can hurt: without one, having to move can be a
    /// disadvantage and a pass proves nothing.
    #[inline(always)]
    pub fn has_force(&self) -> bool {
        use chuhe_core::Role::{Cannon, Horse, Rook};
        let own = self.position.by_color(self.position.turn());
        let strong = [Rook, Horse, Cannon].map(|role| self.position.by_role(role));
        !((strong[0] | strong[1] | strong[2]) & own).is_empty()
    }
}
