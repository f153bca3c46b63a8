//! Players made of silicon: which move to play.
//!
//! Two players: alpha-beta. When the armies have passed each other it is a race, and each side's
//! shortest way is looked for alone. Three to six: best-reply search, in which the one opponent
//! whose move hurts most answers for all.

mod duel;
mod eval;
mod many;
mod race;

use std::time::{Duration, Instant};

use crate::game::{Game, Standing};
use crate::layout::Move;

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
            0 | 1 => (1, 10_000, 200, 150),
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

impl Watch<'_> {
    /// Count a node; whether to stop.
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes % 512 == 0 {
            let late = self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.stopped |= late || (self.stop)();
        }
        self.stopped
    }
}

/// Choose a move for the seat to move.
pub fn think(game: &Game, limits: Limits, stop: &dyn Fn() -> bool) -> Thought {
    let mut thought =
        Thought { best: None, score: 0, depth: 0, nodes: 0, pv: Vec::new(), race: None };
    let moves = game.legal();
    let Some(&first) = moves.first() else { return thought };
    thought.best = Some(first);
    let mut watch = Watch { nodes: 0, limits, begun: Instant::now(), stopped: false, stop };
    let playing = game.seats().iter().filter(|seat| seat.standing == Standing::Playing).count();
    if limits.depth > 1 && passed(game.layout(), &game.points_playing(), game.turn_point()) {
        let found = race(game.layout(), game.turn_point(), game.rules(), race_budget(&limits));
        if let Some(found) = found.filter(|found| moves.contains(&found.way[0])) {
            thought.best = Some(found.way[0]);
            thought.pv.clone_from(&found.way);
            thought.nodes = found.nodes;
            thought.score = -(found.way.len() as i32);
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

fn race_budget(limits: &Limits) -> u64 {
    limits.nodes.min(400_000)
}

/// A number from another, well mixed.
pub(crate) const fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
