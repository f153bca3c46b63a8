//! The search as its callers see it: limits in, lines and a move out.

mod lines;
mod node;
mod path;
mod proof;
mod prune;
mod quiesce;
#[cfg(test)]
mod tests;
mod worker;

use crate::history::History;
use crate::level::{Level, STRONGEST};
use crate::nnue::Net;
use crate::score::Score;
use crate::sight::Sight;
use crate::time::{Budget, Clock};
use crate::tt::Table;
use crate::{eval, nnue, psqt};
use chuhe_core::{Board, Move, Position, Repetition, Rules, fatal_moves};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use worker::Worker;

/// Megabytes of the lower levels' table, which is emptied before each search.
const WEAKER_HASH_MB: usize = 4;

/// The usual ruling takes a fraction of a millisecond, but there are cycles that take a second.
const PATIENCE: Duration = Duration::from_millis(8);

/// When to stop, and what to look at. The default never stops by itself, short of the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// Time for this move, all to be used.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, to be divided over the game.
    pub clock: Option<Clock>,
    /// Stop when a mate in so many moves is found, or looked for deep enough in vain.
    pub mate: Option<u32>,
    /// Only these moves, if any are named.
    pub only: Vec<Move>,
    /// Not these moves.
    pub except: Vec<Move>,
    /// Lost with each move between the programs.
    pub overhead: Duration,
    /// When the time began to run; without it, when the search is called.
    pub start: Option<Instant>,
    /// Pondering: empty as long as the other side's time runs and ours means nothing, then when
    /// the expected move was played.
    pub hit: Option<Arc<OnceLock<Instant>>>,
}

impl Limits {
    fn is_pondering(&self) -> bool {
        self.hit.as_ref().is_some_and(|hit| hit.get().is_none())
    }

    /// How long a ruling on a repetition may take. Where nodes or plies are the limit it takes what it
    /// needs, so that the search is the same every time.
    fn patience(&self) -> Option<Duration> {
        (self.nodes.is_none() && self.depth.is_none()).then_some(PATIENCE)
    }

    fn allow(&self, m: Move) -> bool {
        (self.only.is_empty() || self.only.contains(&m)) && !self.except.contains(&m)
    }

    /// Takes out the moves that the rule book punishes with loss at once, or as soon as the other
    /// side has repeated its part, unless there is nothing else to play. Those found while `go_on`
    /// says so.
    fn leave_out_losing_repetitions(
        &mut self,
        board: &Board,
        repetition: Repetition,
        go_on: &dyn Fn() -> bool,
    ) {
        let rules = Rules { repetition, natural_limit: None, dead_position: false };
        let fatal = fatal_moves(board, &rules, self.patience(), go_on);
        let mut moves = board.position().legal_moves().into_iter().filter(|&m| self.allow(m));
        if moves.any(|m| !fatal.contains(&m)) {
            self.except.extend(fatal);
        }
    }
}

/// What is known of one line while searching.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: i32,
    /// Deepest ply reached.
    pub seldepth: usize,
    /// 1 is the best line.
    pub line: usize,
    pub score: Score,
    pub nodes: u64,
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    pub moves: Vec<Move>,
}

impl Info {
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `None` if there is no legal move, or none of those allowed.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last full set of lines, best first.
    pub lines: Vec<Info>,
    pub nodes: u64,
    pub time: Duration,
}

/// Stack of a thread that searches: some kilobytes for each ply.
pub(crate) const STACK: usize = 16 << 20;

/// What all threads of a search share.
struct Shared<'a> {
    table: &'a Table,
    net: Option<&'a Net>,
    /// What a weaker level sees.
    sight: Option<&'a Sight>,
    repetition: Repetition,
    /// Plies without a capture after which the game is drawn.
    natural_limit: u32,
    stop: &'a AtomicBool,
    /// Set when the first thread is done, to end the helpers.
    done: AtomicBool,
    nodes: AtomicU64,
    start: Instant,
}

impl Shared<'_> {
    #[inline(always)]
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed)
    }
}

/// An engine with its memory: a table of positions and what it learned about moves.
///
/// ```
/// use chuhe_core::Board;
/// use chuhe_engine::{Engine, Limits};
/// use std::sync::atomic::AtomicBool;
///
/// let mut engine = Engine::new(4);
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let outcome = engine.search(&Board::start_position(), &limits, &AtomicBool::new(false), &mut |_| {});
/// assert!(Board::start_position().position().is_legal(outcome.best.unwrap()));
/// ```
pub struct Engine {
    table: Table,
    hash_mb: usize,
    histories: Vec<History>,
    repetition: Repetition,
    natural_limit: Option<u32>,
    net: Option<Arc<Net>>,
    /// How many lines to report.
    pub lines: usize,
    /// 1 (beginner) to 10 (full strength).
    pub level: u32,
    /// Plays so instead of by `level`.
    pub manner: Option<Level>,
    /// Decides what the lower levels overlook; changes with each search.
    pub seed: u64,
    /// The memory of the lower levels, made when it is needed.
    weaker: Option<Box<(Table, History)>>,
}

impl Engine {
    /// An engine with a table of so many megabytes and one thread.
    pub fn new(hash_mb: usize) -> Engine {
        Engine {
            table: Table::new(hash_mb),
            hash_mb,
            histories: vec![History::default()],
            repetition: Repetition::ASIAN,
            natural_limit: Some(60),
            net: Some(Net::built_in()),
            lines: 1,
            level: STRONGEST,
            manner: None,
            seed: 0,
            weaker: None,
        }
    }

    /// Forgets everything and takes another table size.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.table.resize(megabytes);
        self.hash_mb = megabytes;
    }

    /// The table's size in megabytes.
    pub const fn hash(&self) -> usize {
        self.hash_mb
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, count: usize) {
        self.histories.resize_with(count.max(1), History::default);
    }

    pub fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Plays by these rules of repetition 棋例 from now on: the Asian ones, if nobody says so.
    ///
    /// What was found under other rules is forgotten.
    pub fn set_repetition(&mut self, rules: Repetition) {
        if self.repetition != rules {
            self.repetition = rules;
            self.table.clear();
        }
    }

    /// Takes the game for drawn after so many rounds without a capture; 60, if nobody says so.
    pub fn set_natural_limit(&mut self, rounds: Option<u32>) {
        if self.natural_limit != rounds {
            self.natural_limit = rounds;
            self.table.clear();
        }
    }

    /// Evaluates by this net from now on, or by hand.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.net = net;
        self.new_game();
    }

    /// The net that is used.
    pub const fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref()
    }

    /// What the evaluation says of a position, in points for the side to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        match self.net.as_deref().filter(|_| nnue::can_see(position)) {
            Some(net) => {
                eval::with_net(position, nnue::Sums::new(net, 1, position).evaluate(0, position))
            }
            None => eval::evaluate(position, psqt::sum(position)),
        }
    }

    pub const fn repetition(&self) -> &Repetition {
        &self.repetition
    }

    /// Forgets everything: a new game begins.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches the position on the board until a limit is met or `stop` becomes true.
    ///
    /// `tell` gets the lines found after each iteration.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let start = limits.start.unwrap_or_else(Instant::now);
        let level = self.manner.unwrap_or_else(|| Level::of(self.level));
        let mut limits = limits.clone();
        if let Some(depth) = level.depth {
            limits.depth = Some(limits.depth.map_or(depth, |d| d.min(depth)));
        }
        if let Some(nodes) = level.nodes {
            limits.nodes = Some(limits.nodes.map_or(nodes, |n| n.min(nodes)));
        }
        let budget = match (limits.move_time, &limits.clock) {
            (Some(time), _) => Some(Budget::of_move(time, limits.overhead)),
            (None, Some(clock)) => Some(Budget::of_clock(clock, limits.overhead)),
            (None, None) => None,
        };

        let until = budget.filter(|_| !limits.is_pondering()).map(|budget| budget.hard / 2);
        let in_time =
            || !stop.load(Ordering::Relaxed) && until.is_none_or(|until| start.elapsed() < until);
        limits.leave_out_losing_repetitions(board, self.repetition, &in_time);
        self.seed = next_seed(self.seed);
        let sight = Sight::of(&level, self.seed, board);
        let natural_limit = self.natural_limit.map_or(u32::MAX, |rounds| rounds.saturating_mul(2));
        let (mut mate, mut proved) = (None, 0);
        if sight.is_none() && self.lines == 1 {
            let look = proof::Look { board, budget: budget.as_ref(), natural_limit, start, stop };
            (mate, proved) = look.find(&mut limits);
            if let Some(mate) = &mate {
                tell(&mate.lines[0]);
            }
            // Whoever plays on a clock need not look for a shorter one.
            let enough = limits.mate.is_some() || limits.clock.is_some();
            if let Some(mate) = mate.take_if(|_| enough) {
                return mate;
            }
        }
        // Who sees less must not learn from who sees more, nor the other way round: the same seed
        // gives the same move, whatever was searched before.
        let (table, histories) = match &sight {
            None => (&self.table, &mut self.histories[..]),
            Some(sight) => {
                limits.except.extend(sight.not_thought_of(board, |m| limits.allow(m)));
                let (table, history) = &mut **self.weaker.get_or_insert_with(|| {
                    Box::new((Table::new(WEAKER_HASH_MB), History::default()))
                });
                table.clear();
                history.clear();
                (&*table, std::slice::from_mut(history))
            }
        };
        table.begin_search();
        let shared = Shared {
            table,
            net: self.net.as_deref(),
            sight: sight.as_ref(),
            repetition: self.repetition,
            natural_limit,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(proved),
            start,
        };
        let mut tell = |found: &Info| match &mate {
            Some(mate) => proof::tell_proved(&mate.lines[0], found, tell),
            None => tell(found),
        };
        let (first, helpers) = histories.split_first_mut().expect("at least one thread");
        let mut outcome = std::thread::scope(|scope| {
            for (i, history) in helpers.iter_mut().enumerate() {
                let (shared, limits) = (&shared, &limits);
                let help = move || {
                    Worker::new(shared, board, limits, None, history, i + 1).run(1, &mut |_| {});
                };
                // A system that has no thread left for us is no reason to fail.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
            }
            let outcome =
                Worker::new(&shared, board, &limits, budget, first, 0).run(self.lines, &mut tell);
            shared.done.store(true, Ordering::Relaxed);
            outcome
        });
        outcome.time = start.elapsed();
        match mate {
            Some(mate) if !outcome.mates_as_soon_as(&mate) => {
                Outcome { nodes: outcome.nodes, time: outcome.time, ..mate }
            }
            _ => outcome,
        }
    }
}

impl Outcome {
    fn mates_as_soon_as(&self, other: &Outcome) -> bool {
        let moves = |of: &Outcome| of.lines.first().map_or(u32::MAX, |line| line.score.mates_in());
        moves(self) <= moves(other)
    }
}

/// The seed of the next search.
const fn next_seed(seed: u64) -> u64 {
    seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}
