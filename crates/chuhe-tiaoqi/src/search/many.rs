//! Three to six players. Each opponent is taken to answer with the longest way forward he has,
//! one after another, so that we can look many of our own moves ahead; what they do to our
//! bridges and to the cells we go for is seen, that they might plot against us is not.

use std::collections::HashSet;

use super::eval::{VALUE_OF_MANY as VALUE, mark_cost, standing};
use super::{Thought, WON, Watch, careless};
use crate::cells::Point;
use crate::game::{Game, Standing};
use crate::layout::{Layout, Move};
use crate::rules::Rules;

/// Layouts kept after each of our moves; while there is time, ever more.
const WIDTHS: [usize; 3] = [24, 96, 384];
/// The most of our own moves ahead.
const DEEPEST: u8 = 8;

struct Many<'g, 'w, 's> {
    rules: &'g Rules,
    own: Point,
    /// In the order in which they will move.
    others: Vec<Point>,
    rounds: u16,
    watch: &'w mut Watch<'s>,
}

/// A layout after one of our moves.
#[derive(Clone, Copy)]
struct Node {
    /// What it is ranked by: what comes sooner is surer, so a little of the way there counts.
    score: i32,
    layout: Layout,
    go: Move,
    parent: usize,
}

pub(super) fn think(game: &Game, moves: &[Move], watch: &mut Watch<'_>, thought: &mut Thought) {
    let own = game.turn_point();
    let n = game.seats().len();
    let others = (1..n)
        .map(|step| &game.seats()[(game.turn() + step) % n])
        .filter(|seat| seat.standing == Standing::Playing)
        .map(|seat| seat.point)
        .collect();
    let rounds = game.seats()[game.turn()].rounds;
    let mut many = Many { rules: game.rules(), own, others, rounds, watch };
    let mut roots: Vec<Node> = moves
        .iter()
        .map(|&go| {
            let mut layout = *game.layout();
            layout.play(own, go);
            let score = many.value(&layout, 1);
            Node { score, layout, go, parent: 0 }
        })
        .collect();
    roots.sort_by_key(|node| (-node.score, node.go));
    many.watch.nodes += roots.len() as u64;
    (thought.best, thought.score, thought.depth) = (Some(roots[0].go), roots[0].score, 1);
    thought.pv = vec![roots[0].go];
    if many.watch.limits.noise > 0 {
        let scored: Vec<(i32, Move)> = roots.iter().map(|node| (node.score, node.go)).collect();
        let limits = many.watch.limits;
        if let Some((score, go)) = careless(&scored, own, &limits, game.moves_made()) {
            (thought.score, thought.best, thought.pv) = (score, Some(go), vec![go]);
        }
        return;
    }
    let depth = many.watch.limits.depth.min(DEEPEST);
    for width in WIDTHS {
        many.beam(&roots, width, depth, thought);
        if many.watch.stopped || many.watch.limits.depth <= DEEPEST || thought.score >= WON {
            return;
        }
    }
}

fn gain(seat: Point, go: Move) -> i32 {
    let value = &VALUE[seat as usize];
    value[usize::from(go.to)] - value[usize::from(go.from)]
}

impl Many<'_, '_, '_> {
    /// Look ahead with so many layouts after each move; what was found is kept in the thought,
    /// that of the deepest look.
    fn beam(&mut self, roots: &[Node], width: usize, depth: u8, thought: &mut Thought) {
        let mut tiers: Vec<Vec<Node>> = vec![roots.to_vec()];
        for made in 2..=depth {
            let before = &tiers[tiers.len() - 1];
            if before[0].score >= WON {
                break;
            }
            let mut next: Vec<Node> = Vec::new();
            let mut seen = HashSet::new();
            for (parent, node) in before.iter().enumerate() {
                if node.score <= -WON {
                    continue;
                }
                let at = self.answered(&node.layout);
                for go in at.moves(self.own, self.rules) {
                    if gain(self.own, go) < -150 {
                        continue;
                    }
                    let mut layout = at;
                    layout.play(self.own, go);
                    if !seen.insert(layout.pieces) {
                        continue;
                    }
                    let value = self.value(&layout, u16::from(made));
                    let score =
                        if value.abs() >= WON { value } else { (7 * value + node.score) / 8 };
                    next.push(Node { score, layout, go, parent });
                }
                if self.watch.visit_each(16) {
                    return;
                }
            }
            if next.is_empty() {
                break;
            }
            next.sort_by_key(|node| (-node.score, node.parent, node.go));
            next.truncate(width);
            tiers.push(next);
            if width == WIDTHS[0] {
                self.tell(&tiers, thought);
            }
        }
        self.tell(&tiers, thought);
    }

    /// The way to the best of the last layouts.
    fn tell(&self, tiers: &[Vec<Node>], thought: &mut Thought) {
        let mut at = 0;
        let mut line: Vec<Move> = Vec::new();
        for tier in tiers.iter().rev() {
            line.push(tier[at].go);
            at = tier[at].parent;
        }
        line.reverse();
        thought.best = Some(line[0]);
        thought.depth = tiers.len() as u8;
        thought.score = tiers[tiers.len() - 1][0].score;
        thought.pv = line;
    }

    /// The layout after the others' moves.
    fn answered(&self, at: &Layout) -> Layout {
        let mut then = *at;
        for &other in &self.others {
            let moves = then.moves(other, self.rules);
            if let Some(go) = moves.into_iter().max_by_key(|&go| (gain(other, go), go)) {
                then.play(other, go);
            }
        }
        then
    }

    /// Our value after so many of our moves.
    fn value(&self, at: &Layout, made: u16) -> i32 {
        let (own, target) = (at.of(self.own), at.target(self.own));
        let rounds = self.rounds + made;
        let late = self.rules.full_from.is_some_and(|from| rounds >= from);
        if own & !target == 0 || late && target & !at.occupied() == 0 && own & target != 0 {
            return WON + 1000 - i32::from(made);
        }
        let home = own & at.home(self.own);
        let out = u32::from(at.camp) - home.count_ones();
        let caught = |&(round, need): &(u16, u8)| round == rounds && out < u32::from(need);
        if self.rules.marks.iter().any(caught) {
            return -(WON + 1000 - i32::from(made));
        }
        let cost = mark_cost(home, self.own, at.camp, rounds, self.rules);
        let others: i32 =
            self.others.iter().map(|&other| standing(at.of(other), other, &VALUE)).sum();
        standing(own, self.own, &VALUE) - cost - others / (2 * self.others.len().max(1) as i32)
    }
}
