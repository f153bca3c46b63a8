//! Two players: alpha-beta with iterative deepening and a table of positions.

use super::eval::{VALUE, mark_cost, standing};
use super::{Thought, WON, Watch, careless, mixed};
use crate::cells::{CELLS, Point};
use crate::game::Game;
use crate::layout::{Layout, Move};
use crate::rules::Rules;

const TABLE: usize = 1 << 18;
const MOST_PLY: usize = 64;
/// Moves looked at in a node that is not the root, the best first.
const WIDTH: usize = 28;
/// To have the move is worth half a good hop.
const TEMPO: i32 = 60;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    score: i32,
    depth: i8,
    bound: Bound,
    best: Option<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    None,
    Exact,
    Lower,
    Upper,
}

/// A position in the search. Side 0 is the first seat.
#[derive(Clone, Copy)]
struct Node {
    layout: Layout,
    turn: usize,
    rounds: [u16; 2],
    key: u64,
    value: [i32; 2],
}

struct Duel<'g, 'w, 's> {
    rules: &'g Rules,
    points: [Point; 2],
    table: Vec<Entry>,
    killers: [Option<Move>; MOST_PLY],
    /// Keys of the positions from the root to here, and of those that the game had.
    path: Vec<u64>,
    watch: &'w mut Watch<'s>,
}

const fn keys() -> [[u64; CELLS]; 6] {
    let mut all = [[0; CELLS]; 6];
    let mut n = 0;
    while n < 6 * CELLS {
        all[n / CELLS][n % CELLS] = mixed(n as u64);
        n += 1;
    }
    all
}
static KEYS: [[u64; CELLS]; 6] = keys();
const TURN: u64 = mixed(9999);

pub(super) fn think(game: &Game, moves: &[Move], watch: &mut Watch<'_>, thought: &mut Thought) {
    let points = [game.seats()[0].point, game.seats()[1].point];
    let root = Node::new(game, points);
    let empty = Entry { key: 0, score: 0, depth: -1, bound: Bound::None, best: None };
    let mut duel = Duel {
        rules: game.rules(),
        points,
        table: vec![empty; TABLE],
        killers: [None; MOST_PLY],
        path: vec![root.key],
        watch,
    };
    let mut scored: Vec<(i32, Move)> = moves.iter().map(|&go| (root.gain(&duel, go), go)).collect();
    scored.sort_by_key(|(gain, go)| (-gain, *go));
    thought.best = Some(scored[0].1);
    for depth in 1..=duel.watch.limits.depth.min(40) {
        let mut alpha = -i32::MAX;
        let noise = i32::from(duel.watch.limits.noise);
        for n in 0..scored.len() {
            let go = scored[n].1;
            let then = root.after(&duel, go);
            duel.path.push(then.key);
            let mut score = i32::MIN;
            if n > 0 && noise == 0 {
                score = -duel.search(&then, depth as i8 - 1, -alpha - 1, -alpha, 1);
            }
            if n == 0 || noise > 0 || score > alpha {
                let floor = if noise > 0 { -i32::MAX } else { alpha };
                score = -duel.search(&then, depth as i8 - 1, -i32::MAX, -floor, 1);
            }
            duel.path.pop();
            if duel.watch.stopped && (depth > 1 || n > 0) {
                break;
            }
            scored[n].0 = score;
            if score > alpha {
                alpha = score;
                // The best first: what was searched before it keeps its order behind it.
                scored[..=n].rotate_right(1);
                thought.best = Some(go);
                thought.score = score;
                thought.depth = depth;
            }
        }
        if duel.watch.stopped || alpha.abs() >= WON {
            break;
        }
    }
    if duel.watch.limits.noise > 0 {
        let limits = duel.watch.limits;
        if let Some((score, go)) = careless(&scored, points[root.turn], &limits, game.moves_made())
        {
            (thought.score, thought.best) = (score, Some(go));
        }
    }
    thought.pv = duel.line(&root, thought.best);
}

impl Node {
    fn new(game: &Game, points: [Point; 2]) -> Self {
        let layout = *game.layout();
        let turn = game.turn();
        let value = points.map(|point| standing(layout.of(point), point, &VALUE));
        let mut key = if turn == 1 { TURN } else { 0 };
        for point in points {
            for cell in crate::cells::each(layout.of(point)) {
                key ^= KEYS[point as usize][usize::from(cell)];
            }
        }
        let rounds = [game.seats()[0].rounds, game.seats()[1].rounds];
        Self { layout, turn, rounds, key, value }
    }

    fn gain(&self, duel: &Duel<'_, '_, '_>, go: Move) -> i32 {
        let value = &VALUE[duel.points[self.turn] as usize];
        value[usize::from(go.to)] - value[usize::from(go.from)]
    }

    fn after(&self, duel: &Duel<'_, '_, '_>, go: Move) -> Self {
        let mut then = *self;
        let point = duel.points[self.turn];
        let other = duel.points[1 - self.turn];
        if self.layout.of(other) >> go.to & 1 == 1 {
            // A change of places.
            let value = &VALUE[other as usize];
            then.value[1 - self.turn] += value[usize::from(go.from)] - value[usize::from(go.to)];
            let keys = &KEYS[other as usize];
            then.key ^= keys[usize::from(go.from)] ^ keys[usize::from(go.to)];
        }
        then.value[self.turn] += self.gain(duel, go);
        let keys = &KEYS[point as usize];
        then.key ^= keys[usize::from(go.from)] ^ keys[usize::from(go.to)] ^ TURN;
        then.layout.play(point, go);
        then.rounds[self.turn] += 1;
        then.turn = 1 - self.turn;
        then
    }
}

impl Duel<'_, '_, '_> {
    /// The value for the side to move.
    fn search(&mut self, node: &Node, depth: i8, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(score) = self.ended(node, ply) {
            return score;
        }
        // Twice the same in one line of play leads nowhere.
        if self.path[..self.path.len() - 1].contains(&node.key) {
            return -20;
        }
        if depth <= 0 || ply >= MOST_PLY {
            return self.evaluate(node);
        }
        if self.watch.visit() {
            return 0;
        }
        let slot = node.key as usize % TABLE;
        let known = self.table[slot];
        let mut first = None;
        if known.key == node.key {
            first = known.best;
            if known.depth >= depth {
                match known.bound {
                    Bound::Exact => return known.score,
                    Bound::Lower if known.score >= beta => return known.score,
                    Bound::Upper if known.score <= alpha => return known.score,
                    _ => {}
                }
            }
        }
        let moves = self.ordered(node, first, ply);
        if moves.is_empty() {
            // The turn passes.
            let mut then = *node;
            then.turn = 1 - node.turn;
            then.rounds[node.turn] += 1;
            then.key ^= TURN;
            return -self.search(&then, depth - 1, -beta, -alpha, ply + 1);
        }
        let (mut best, mut chosen, floor) = (-i32::MAX, None, alpha);
        for (n, &(gain, go)) in moves.iter().enumerate() {
            let then = node.after(self, go);
            self.path.push(then.key);
            let late =
                i8::from(n >= 6 && depth >= 3) + i8::from(n >= 14 && depth >= 4 && gain < 150);
            let mut score = if n == 0 {
                -self.search(&then, depth - 1, -beta, -alpha, ply + 1)
            } else {
                -self.search(&then, depth - 1 - late, -alpha - 1, -alpha, ply + 1)
            };
            if n > 0 && score > alpha && (late > 0 || score < beta) {
                score = -self.search(&then, depth - 1, -beta, -alpha, ply + 1);
            }
            self.path.pop();
            if self.watch.stopped {
                return 0;
            }
            if score > best {
                (best, chosen) = (score, Some(go));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.killers[ply] = Some(go);
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table[slot] = Entry { key: node.key, score: best, depth, bound, best: chosen };
        best
    }

    /// The game's end by the last move, from the side of who is to move now.
    fn ended(&self, node: &Node, ply: usize) -> Option<i32> {
        let mover = 1 - node.turn;
        let point = self.points[mover];
        let own = node.layout.of(point);
        let target = node.layout.target(point);
        let late = self.rules.full_from.is_some_and(|from| node.rounds[mover] >= from);
        let full = late && target & !node.layout.occupied() == 0 && own & target != 0;
        if own & !target == 0 || full {
            return Some(-(WON + 1000 - ply as i32));
        }
        let home = (own & node.layout.home(point)).count_ones();
        let caught = self.rules.marks.iter().any(|&(round, need)| {
            round == node.rounds[mover] && u32::from(node.layout.camp) - home < u32::from(need)
        });
        caught.then_some(WON + 1000 - ply as i32)
    }

    fn evaluate(&self, node: &Node) -> i32 {
        let (own, other) = (node.turn, 1 - node.turn);
        let cost = [0, 1].map(|side| {
            let point = self.points[side];
            let home = node.layout.of(point) & node.layout.home(point);
            mark_cost(home, point, node.layout.camp, node.rounds[side], self.rules)
        });
        node.value[own] - cost[own] - node.value[other] + cost[other] + TEMPO
    }

    /// The moves of a node, the most promising first: those that lose ground only if there are
    /// hardly others.
    fn ordered(&self, node: &Node, first: Option<Move>, ply: usize) -> Vec<(i32, Move)> {
        let point = self.points[node.turn];
        let mut moves: Vec<(i32, Move)> = node
            .layout
            .moves(point, self.rules)
            .into_iter()
            .map(|go| (node.gain(self, go), go))
            .collect();
        moves.sort_by_key(|&(gain, go)| {
            let urgent = Some(go) == first || Some(go) == self.killers[ply];
            (Some(go) != first, !urgent, -gain)
        });
        let good = moves.iter().filter(|(gain, _)| *gain > -60).count();
        if good >= 4 {
            moves.retain(|&(gain, go)| gain > -60 || Some(go) == first);
        }
        moves.truncate(WIDTH);
        moves
    }

    /// The line of play that the table knows.
    fn line(&self, root: &Node, best: Option<Move>) -> Vec<Move> {
        let (mut node, mut line, mut next) = (*root, Vec::new(), best);
        let mut seen = vec![root.key];
        while let Some(go) = next {
            if line.len() >= 12
                || node.layout.targets(self.points[node.turn], go.from, self.rules) >> go.to & 1
                    == 0
            {
                break;
            }
            line.push(go);
            node = node.after(self, go);
            if seen.contains(&node.key) {
                break;
            }
            seen.push(node.key);
            let known = self.table[node.key as usize % TABLE];
            next = if known.key == node.key { known.best } else { None };
        }
        line
    }
}
