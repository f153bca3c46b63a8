//! The end race: how fast a seat can come home when nobody is in its way.

use std::collections::{HashMap, HashSet};

use super::eval;
use crate::cells::{Cells, Point, TO_TIP, each};
use crate::layout::{Layout, Move};
use crate::rules::Rules;

/// The shortest way found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub way: Vec<Move>,
    /// Whether there is none shorter.
    pub exact: bool,
    pub nodes: u64,
}

/// Layouts kept at each step of the beam.
const BEAM: usize = 256;
const LONGEST: usize = 60;

/// Whether a seat's pieces are all past those of everybody who could stand in their way: each is
/// nearer to the target than any piece of another seat.
pub fn passed(layout: &Layout, seats: &[Point], seat: Point) -> bool {
    let table = &TO_TIP[seat.opposite() as usize];
    let last = each(layout.of(seat)).map(|cell| table[usize::from(cell)]).max().unwrap_or(0);
    seats
        .iter()
        .filter(|&&other| other != seat)
        .flat_map(|&other| each(layout.of(other)))
        .all(|cell| table[usize::from(cell)] > last)
}

/// The shortest way of a seat into its target, the others' pieces standing still.
///
/// A beam search finds a way; then ever longer ways are ruled out from the lower bound, one move
/// for each piece outside, until one is found, or the nodes are spent.
///
/// `None` if no way was found.
pub fn race(layout: &Layout, seat: Point, rules: &Rules, nodes: u64) -> Option<Race> {
    let mut spent = 0;
    let mut way = beam(layout, seat, rules, &mut spent)?;
    let least = outside(layout, seat) as usize;
    let mut exact = way.len() == least;
    let mut search =
        Shortest { seat, rules, budget: nodes, spent, failed: HashMap::new(), way: Vec::new() };
    for limit in least..way.len() {
        match search.within(layout, limit) {
            Some(true) => {
                way = search.way.iter().rev().copied().collect();
                exact = true;
                break;
            }
            Some(false) => exact = limit + 1 == way.len(),
            None => break,
        }
    }
    Some(Race { way, exact, nodes: search.spent })
}

/// Pieces not yet in the target.
fn outside(layout: &Layout, seat: Point) -> u32 {
    (layout.of(seat) & !layout.target(seat)).count_ones()
}

fn beam(layout: &Layout, seat: Point, rules: &Rules, spent: &mut u64) -> Option<Vec<Move>> {
    // Each layout with the layout before it and the move between.
    let mut tiers: Vec<Vec<(Layout, usize, Move)>> =
        vec![vec![(*layout, 0, Move { from: 0, to: 0 })]];
    let mut seen: HashSet<Cells> = HashSet::from([layout.of(seat)]);
    for _ in 0..LONGEST {
        let mut next: Vec<(i32, Layout, usize, Move)> = Vec::new();
        for (parent, (at, ..)) in tiers.last()?.iter().enumerate() {
            for go in at.moves(seat, rules) {
                let mut then = *at;
                then.play(seat, go);
                if outside(&then, seat) == 0 {
                    return Some(traced(&tiers, parent, go));
                }
                if seen.insert(then.of(seat)) {
                    *spent += 1;
                    next.push((eval::standing(then.of(seat), seat), then, parent, go));
                }
            }
        }
        next.sort_by_key(|(value, at, ..)| (-value, at.of(seat)));
        next.truncate(BEAM);
        if next.is_empty() {
            return None;
        }
        tiers.push(next.into_iter().map(|(_, at, parent, go)| (at, parent, go)).collect());
    }
    None
}

fn traced(tiers: &[Vec<(Layout, usize, Move)>], mut parent: usize, last: Move) -> Vec<Move> {
    let mut way = vec![last];
    for tier in tiers[1..].iter().rev() {
        let (_, before, go) = tier[parent];
        way.push(go);
        parent = before;
    }
    way.reverse();
    way
}

struct Shortest<'a> {
    seat: Point,
    rules: &'a Rules,
    budget: u64,
    spent: u64,
    /// Where the seat's pieces stood → moves in which it is known to be impossible.
    failed: HashMap<Cells, usize>,
    /// The way found, last move first.
    way: Vec<Move>,
}

impl Shortest<'_> {
    /// Whether there is a way of at most so many moves; `None` if the nodes are spent.
    fn within(&mut self, at: &Layout, limit: usize) -> Option<bool> {
        let out = outside(at, self.seat) as usize;
        if out == 0 {
            self.way.clear();
            return Some(true);
        }
        if out > limit || self.failed.get(&at.of(self.seat)).is_some_and(|&known| known >= limit) {
            return Some(false);
        }
        self.spent += 1;
        if self.spent >= self.budget {
            return None;
        }
        let target = at.target(self.seat);
        let mut moves = at.moves(self.seat, self.rules);
        if out == limit {
            // No move to spare: each must bring a piece in.
            moves.retain(|go| target >> go.from & 1 == 0 && target >> go.to & 1 == 1);
        }
        let value = &eval::VALUE[self.seat as usize];
        moves.sort_by_key(|go| value[usize::from(go.from)] - value[usize::from(go.to)]);
        for go in moves {
            let mut then = *at;
            then.play(self.seat, go);
            if self.within(&then, limit - 1)? {
                self.way.push(go);
                return Some(true);
            }
        }
        self.failed.insert(at.of(self.seat), limit);
        Some(false)
    }
}
