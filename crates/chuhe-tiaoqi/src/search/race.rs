//! The end race: how fast a seat can come home when nobody is in its way.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::{Limits, Watch, eval, mixed};
use crate::cells::{Cells, Point, TO_TIP, each};
use crate::layout::{Layout, Move, foreign};
use crate::rules::{Rules, Stop};

/// The shortest way found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub way: Vec<Move>,
    /// No way has fewer moves than this.
    pub least: usize,
    /// Whether there is none shorter.
    pub exact: bool,
    pub nodes: u64,
}

/// Layouts kept at each step of the beams, tried one after the other.
const BEAMS: [usize; 2] = [12, 256];
const LONGEST: usize = 60;
/// States at one distance from an end, for the sake of memory.
const MOST_STATES: usize = 600_000;

/// Whether a seat's pieces are all past those of everybody who could stand in their way: each is
/// nearer to the target than any piece of another seat. A piece that still stands in the target
/// is in the way.
pub fn passed(layout: &Layout, seats: &[Point], seat: Point) -> bool {
    let table = &TO_TIP[seat.opposite() as usize];
    let last = each(layout.of(seat)).map(|cell| table[usize::from(cell)]).max().unwrap_or(0);
    seats
        .iter()
        .filter(|&&other| other != seat)
        .flat_map(|&other| each(layout.of(other)))
        .all(|cell| table[usize::from(cell)] > last)
}

/// The shortest way of a seat into its target, the others' pieces standing still: bridges where
/// they stand outside the target, blocks within it. Arrived is who holds all cells of the target
/// that the others leave.
///
/// Beam searches find a way. Then breadth-first searches from both of its ends meet at a shorter
/// one, or show that there is none, or the nodes are spent.
///
/// `None` if no way was found.
pub fn race(layout: &Layout, seat: Point, rules: &Rules, nodes: u64) -> Option<Race> {
    let limits = Limits { depth: 1, nodes, time: None, noise: 0, seed: 0 };
    race_within(layout, seat, rules, &mut Watch::new(limits, &|| false))
}

pub(super) fn race_within(
    layout: &Layout,
    seat: Point,
    rules: &Rules,
    watch: &mut Watch<'_>,
) -> Option<Race> {
    let goal = layout.target(seat) & !(layout.occupied() & !layout.of(seat));
    let run = Run { layout: *layout, seat, rules, goal };
    let start = layout.of(seat);
    if goal & !start == 0 {
        return None;
    }
    let mut best: Option<Vec<Cells>> = None;
    for width in BEAMS {
        let found = run.beam(start, width, watch);
        if let Some(way) = found
            && best.as_ref().is_none_or(|known| way.len() < known.len())
        {
            best = Some(way);
        }
        if watch.stopped {
            break;
        }
    }
    let mut best = best?;
    let mut least = run.missing(start);
    if best.len() - 1 > least && !watch.stopped {
        let (way, bound) = run.meet(start, best.len() - 1, watch);
        least = least.max(bound);
        best = way.unwrap_or(best);
    }
    let way: Vec<Move> = best.windows(2).map(|two| between(two[0], two[1])).collect();
    let exact = way.len() <= least;
    Some(Race { least: least.min(way.len()), way, exact, nodes: watch.nodes })
}

/// The move that leads from one set of pieces to another.
fn between(before: Cells, after: Cells) -> Move {
    let from = (before & !after).trailing_zeros() as u8;
    let to = (after & !before).trailing_zeros() as u8;
    Move { from, to }
}

/// One seat running alone. A state is where its pieces stand.
struct Run<'a> {
    layout: Layout,
    seat: Point,
    rules: &'a Rules,
    /// The cells to be filled.
    goal: Cells,
}

/// State → the state it was reached from.
type Seen = HashMap<Cells, Cells, BuildHasherDefault<Mixer>>;

/// A hash for sets of cells; the one of the library is slow and nobody attacks us here.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mixed(self.0 ^ u64::from(byte));
        }
    }

    fn write_u128(&mut self, n: u128) {
        self.0 = mixed(n as u64 ^ mixed((n >> 64) as u64));
    }
}

impl Run<'_> {
    fn at(&self, own: Cells) -> Layout {
        let mut layout = self.layout;
        layout.pieces[self.seat as usize] = own;
        layout
    }

    /// Cells still to be filled: as many moves at least, for a move fills one.
    fn missing(&self, own: Cells) -> usize {
        (self.goal & !own).count_ones() as usize
    }

    fn after(&self, own: Cells, found: &mut Vec<Cells>) {
        found.clear();
        let layout = self.at(own);
        for from in each(own) {
            let rest = own & !(1 << from);
            let to = layout.targets(self.seat, from, self.rules);
            // A change of places would move somebody else's piece.
            found.extend(each(to & !layout.occupied()).map(|to| rest | 1 << to));
        }
    }

    /// The states one move before a state. Steps and chains of hops can be taken back, as the
    /// moving piece is no obstacle; only where a move may end depends on its direction.
    fn before(&self, own: Cells, start: Cells, free: &Rules, found: &mut Vec<Cells>) {
        found.clear();
        let layout = self.at(own);
        // In a foreign point nobody stands who was not there from the start.
        let foreign = if self.rules.stop == Stop::Free { 0 } else { foreign(self.seat) };
        let open = !foreign | start;
        for to in each(own) {
            let rest = own & !(1 << to);
            for from in each(layout.targets(self.seat, to, free) & open) {
                if layout.may_end(self.seat, from, self.rules) >> to & 1 == 1 {
                    found.push(rest | 1 << from);
                }
            }
        }
    }

    /// The states of a way, found by keeping the most advanced at each step.
    fn beam(&self, start: Cells, width: usize, watch: &mut Watch<'_>) -> Option<Vec<Cells>> {
        let mut tiers: Vec<Vec<(Cells, usize)>> = vec![vec![(start, 0)]];
        let mut seen: HashSet<Cells, BuildHasherDefault<Mixer>> = HashSet::default();
        seen.insert(start);
        let mut found = Vec::new();
        for _ in 0..LONGEST {
            let mut next: Vec<(i32, Cells, usize)> = Vec::new();
            for (parent, &(own, _)) in tiers.last()?.iter().enumerate() {
                if watch.visit_each(16) {
                    return None;
                }
                self.after(own, &mut found);
                for &then in &found {
                    if self.goal & !then == 0 {
                        return Some(traced(&tiers, parent, then));
                    }
                    if seen.insert(then) {
                        next.push((-eval::standing(then, self.seat, &eval::VALUE), then, parent));
                    }
                }
            }
            if next.len() > width {
                next.select_nth_unstable(width);
                next.truncate(width);
            }
            next.sort_unstable();
            if next.is_empty() {
                return None;
            }
            tiers.push(next.into_iter().map(|(_, own, parent)| (own, parent)).collect());
        }
        None
    }

    /// A way shorter than `known` moves if there is one and the nodes suffice; and a number of
    /// moves below which there is none.
    fn meet(
        &self,
        start: Cells,
        known: usize,
        watch: &mut Watch<'_>,
    ) -> (Option<Vec<Cells>>, usize) {
        let free = Rules { stop: Stop::Free, return_home: true, ..self.rules.clone() };
        let mut ahead = Front::new(start);
        // From the end we can search where it is but one state, and moves can be taken back.
        let whole = self.goal.count_ones() == start.count_ones();
        let plain =
            !self.rules.start_occupied && !self.rules.swap && self.rules.stop != Stop::NoEntry;
        let mut back = Front::new(self.goal);
        let mut found = Vec::new();
        while ahead.depth + back.depth + 1 < known {
            let forward = !(whole && plain) || ahead.edge.len() <= back.edge.len();
            let (mine, other) =
                if forward { (&mut ahead, &mut back) } else { (&mut back, &mut ahead) };
            let mut edge = Vec::new();
            for &own in &mine.edge {
                if watch.visit_each(64) || edge.len() > MOST_STATES {
                    return (None, ahead.depth + back.depth + 1);
                }
                if forward {
                    self.after(own, &mut found);
                } else {
                    self.before(own, start, &free, &mut found);
                }
                for &then in &found {
                    if mine.seen.contains_key(&then) {
                        continue;
                    }
                    if other.seen.contains_key(&then) || forward && self.missing(then) == 0 {
                        mine.seen.insert(then, own);
                        let mut way = ahead.line(then);
                        way.reverse();
                        way.extend(back.line(then).into_iter().skip(1));
                        let moves = way.len() - 1;
                        return (Some(way), moves);
                    }
                    // Each piece elsewhere than at the other end takes a move, and what the
                    // search from there has not reached lies beyond its edge.
                    let apart = if forward {
                        self.missing(then)
                    } else {
                        (then & !start).count_ones() as usize
                    };
                    if mine.depth + 1 + apart.max(other.depth + 1) < known {
                        mine.seen.insert(then, own);
                        edge.push(then);
                    }
                }
            }
            mine.depth += 1;
            mine.edge = edge;
            if mine.edge.is_empty() {
                return (None, known);
            }
        }
        (None, known)
    }
}

fn traced(tiers: &[Vec<(Cells, usize)>], mut parent: usize, last: Cells) -> Vec<Cells> {
    let mut way = vec![last];
    for tier in tiers.iter().rev() {
        let (own, before) = tier[parent];
        way.push(own);
        parent = before;
    }
    way.reverse();
    way
}

/// What a breadth-first search has reached from one end.
struct Front {
    seen: Seen,
    edge: Vec<Cells>,
    depth: usize,
}

impl Front {
    fn new(start: Cells) -> Self {
        let mut seen = Seen::default();
        seen.insert(start, start);
        Self { seen, edge: vec![start], depth: 0 }
    }

    /// The states from one back to the end the search began at; only itself if not reached.
    fn line(&self, mut state: Cells) -> Vec<Cells> {
        let mut line = vec![state];
        while let Some(&before) = self.seen.get(&state)
            && before != state
        {
            line.push(before);
            state = before;
        }
        line
    }
}
