//! Players made of silicon: which move to play.
//!
//! Two players: alpha-beta. Three to six: our own moves far ahead, the others answering greedily.
//! When a seat's pieces have passed everybody else's it runs a race, and its shortest way is
//! looked for alone.

mod duel;
mod eval;
mod many;
mod race;

use std::time::{Duration, Instant};

use crate::cells::Point;
use crate::game::{Game, Standing};
use crate::layout::{Layout, Move};

pub use race::{Race, passed, race};

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub depth: u8,
    pub nodes: u64,
    pub time: Option<Duration>,
    /// Hundredths of a step by which a move may be worse than the best and still be chosen.
    pub noise: u16,
    /// What the choice among such moves is drawn from.
    pub seed: u64,
}

/// Levels a person can choose: 1 plays greedily and carelessly, 6 as well as it can.
pub const LEVELS: u8 = 6;

impl Limits {
    /// The limits of a level; those beyond the ends are the ends.
    pub fn level(level: u8, seed: u64) -> Self {
        let (depth, nodes, millis, noise) = match level {
            0 | 1 => (1, 10_000, 200, 500),
            2 => (1, 10_000, 200, 0),
            3 => (2, 50_000, 500, 0),
            4 => (3, 200_000, 1000, 0),
            5 => (4, 600_000, 2000, 0),
            _ => (24, u64::MAX, 3000, 0),
        };
        Self { depth, nodes, time: Some(Duration::from_millis(millis)), noise, seed }
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// `None` if the game is over.
    pub best: Option<Move>,
    /// From the mover's side, in hundredths of a step; beyond 20 000 it has found the end.
    pub score: i32,
    pub depth: u8,
    pub nodes: u64,
    pub pv: Vec<Move>,
    /// In a race: the mover's shortest way.
    pub race: Option<Race>,
}

/// A score at or beyond this is a game won, less a point for each move until then.
pub const WON: i32 = 20_000;

/// When to stop.
pub(crate) struct Watch<'a> {
    pub nodes: u64,
    limits: Limits,
    begun: Instant,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Watch<'a> {
    fn new(limits: Limits, stop: &'a dyn Fn() -> bool) -> Self {
        Self { nodes: 0, limits, begun: Instant::now(), stopped: false, stop }
    }

    /// Count a node; whether to stop.
    fn visit(&mut self) -> bool {
        self.visit_each(256)
    }

    /// The same, looking at the clock every so many nodes.
    fn visit_each(&mut self, nodes: u64) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes % nodes == 0 {
            let late = self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.stopped |= late || (self.stop)();
        }
        self.stopped
    }

    /// A watch over a part of the work, which ends with the whole.
    fn part(&self, nodes: u64) -> Watch<'a> {
        let left = self.limits.nodes.saturating_sub(self.nodes);
        let limits = Limits { nodes: left.min(nodes), ..self.limits };
        Watch { nodes: 0, limits, begun: self.begun, stopped: self.stopped, stop: self.stop }
    }
}

/// Choose a move for the seat to move.
pub fn think(game: &Game, limits: Limits, stop: &dyn Fn() -> bool) -> Thought {
    let mut thought =
        Thought { best: None, score: 0, depth: 0, nodes: 0, pv: Vec::new(), race: None };
    let moves = game.legal();
    let Some(&first) = moves.first() else { return thought };
    thought.best = Some(first);
    let mut watch = Watch::new(limits, stop);
    let seat = &game.seats()[game.turn()];
    let playing = game.seats().iter().filter(|seat| seat.standing == Standing::Playing).count();
    let marked = game.next_mark(game.turn()).is_some_and(|_| at_home(game.layout(), seat.point));
    // The weak levels find home when all but two are there.
    let lacking = (game.layout().target(seat.point) & !game.layout().of(seat.point)).count_ones();
    let running = limits.depth > 1 && limits.noise == 0 || lacking <= 2;
    if running && !marked && passed(game.layout(), &game.points_playing(), seat.point) {
        let mut part = watch.part(RACE_NODES);
        let found = race::race_within(game.layout(), seat.point, game.rules(), &mut part);
        watch.nodes += part.nodes;
        if let Some(found) = found.filter(|found| moves.contains(&found.way[0])) {
            thought.best = Some(found.way[0]);
            thought.pv.clone_from(&found.way);
            thought.nodes = watch.nodes;
            thought.score = -100 * found.way.len() as i32;
            thought.race = Some(found);
            return thought;
        }
    }
    if playing == 2 && game.seats().len() == 2 {
        duel::think(game, &moves, &mut watch, &mut thought);
    } else {
        many::think(game, &moves, &mut watch, &mut thought);
    }
    thought.nodes = watch.nodes;
    thought
}

/// Of the moves sorted by score, one drawn by lot from those that are hardly worse than the best
/// and go forward, so that careless play gets home as well.
fn careless(
    scored: &[(i32, Move)],
    seat: Point,
    limits: &Limits,
    moves_made: u32,
) -> Option<(i32, Move)> {
    let best = scored.iter().map(|(score, _)| *score).max()?;
    let value = &eval::VALUE[seat as usize];
    let near: Vec<&(i32, Move)> = scored
        .iter()
        .filter(|(score, _)| *score >= best - i32::from(limits.noise))
        .filter(|(score, go)| {
            *score == best || value[usize::from(go.to)] > value[usize::from(go.from)]
        })
        .collect();
    let n = mixed(limits.seed ^ u64::from(moves_made)) as usize % near.len();
    Some(*near[n])
}

/// States looked at in a race.
pub const RACE_NODES: u64 = 100_000;

/// Whether a seat still has pieces in its home camp.
fn at_home(layout: &Layout, seat: Point) -> bool {
    layout.of(seat) & layout.home(seat) != 0
}

/// A number from another, well mixed.
pub(crate) const fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
