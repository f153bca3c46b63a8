//! Three to six players. Each opponent is taken to answer with the longest way forward he has,
//! one after another, so that we can look several of our own moves ahead; what they do to our
//! bridges is seen, that they might plot against us is not.

use super::eval::{VALUE, mark_cost, standing};
use super::{Thought, WON, Watch, mixed};
use crate::cells::Point;
use crate::game::{Game, Standing};
use crate::layout::{Layout, Move};
use crate::rules::Rules;

/// Moves looked at in a node, by the number of our moves before it.
const WIDTHS: [usize; 6] = [200, 20, 12, 8, 6, 6];

struct Many<'g, 'w, 's> {
    rules: &'g Rules,
    own: Point,
    /// In the order in which they will move.
    others: Vec<Point>,
    rounds: u16,
    watch: &'w mut Watch<'s>,
}

pub(super) fn think(game: &Game, moves: &[Move], watch: &mut Watch<'_>, thought: &mut Thought) {
    let own = game.turn_point();
    let n = game.seats().len();
    let others = (1..n)
        .map(|step| game.seats()[(game.turn() + step) % n].clone())
        .filter(|seat| seat.standing == Standing::Playing)
        .map(|seat| seat.point)
        .collect();
    let rounds = game.seats()[game.turn()].rounds;
    let mut many = Many { rules: game.rules(), own, others, rounds, watch };
    let mut scored: Vec<(i32, Move)> = moves.iter().map(|&go| (gain(own, go), go)).collect();
    scored.sort_by_key(|(gain, go)| (-gain, *go));
    thought.best = Some(scored[0].1);
    let noise = i32::from(many.watch.limits.noise);
    for depth in 1..=many.watch.limits.depth.min(WIDTHS.len() as u8) {
        let mut alpha = -i32::MAX;
        for n in 0..scored.len() {
            let go = scored[n].1;
            let mut then = *game.layout();
            then.play(own, go);
            let score = many.after_ours(&then, depth - 1, 1);
            if many.watch.stopped && (depth > 1 || n > 0) {
                break;
            }
            scored[n].0 = score;
            if score > alpha {
                alpha = score;
                scored[..=n].rotate_right(1);
                (thought.best, thought.score, thought.depth) = (Some(go), score, depth);
            }
        }
        if many.watch.stopped || alpha.abs() >= WON {
            break;
        }
    }
    if noise > 0 {
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let near: Vec<_> = scored.iter().filter(|(score, _)| *score >= best - noise).collect();
        let n = mixed(many.watch.limits.seed ^ u64::from(game.moves_made())) as usize % near.len();
        (thought.score, thought.best) = (near[n].0, Some(near[n].1));
    }
    thought.pv = thought.best.into_iter().collect();
}

fn gain(seat: Point, go: Move) -> i32 {
    let value = &VALUE[seat as usize];
    value[usize::from(go.to)] - value[usize::from(go.from)]
}

impl Many<'_, '_, '_> {
    /// Our value after our move number `made`, the others to answer.
    fn after_ours(&mut self, at: &Layout, depth: u8, made: u16) -> i32 {
        if let Some(score) = self.ended(at, made) {
            return score;
        }
        if depth == 0 || self.watch.visit() {
            return self.evaluate(at, made);
        }
        let mut then = *at;
        for &other in &self.others {
            let moves = then.moves(other, self.rules);
            if let Some(go) = moves.into_iter().max_by_key(|&go| (gain(other, go), go)) {
                then.play(other, go);
            }
        }
        let mut moves: Vec<(i32, Move)> = then
            .moves(self.own, self.rules)
            .into_iter()
            .map(|go| (gain(self.own, go), go))
            .collect();
        if moves.is_empty() {
            return self.evaluate(&then, made);
        }
        moves.sort_by_key(|(gain, go)| (-gain, *go));
        moves.truncate(WIDTHS[usize::from(made)]);
        let mut best = -i32::MAX;
        for (_, go) in moves {
            let mut next = then;
            next.play(self.own, go);
            best = best.max(self.after_ours(&next, depth - 1, made + 1));
            if self.watch.stopped {
                break;
            }
        }
        best
    }

    fn ended(&self, at: &Layout, made: u16) -> Option<i32> {
        let (own, target) = (at.of(self.own), at.target(self.own));
        let rounds = self.rounds + made;
        let late = self.rules.full_from.is_some_and(|from| rounds >= from);
        if own & !target == 0 || late && target & !at.occupied() == 0 && own & target != 0 {
            return Some(WON + 1000 - i32::from(made));
        }
        let out = u32::from(at.camp) - (own & at.home(self.own)).count_ones();
        let caught = |&(round, need): &(u16, u8)| round == rounds && out < u32::from(need);
        self.rules.marks.iter().any(caught).then_some(-(WON + 1000 - i32::from(made)))
    }

    /// Our way, and a little how far the others are.
    fn evaluate(&self, at: &Layout, made: u16) -> i32 {
        let home = (at.of(self.own) & at.home(self.own)).count_ones();
        let own = standing(at.of(self.own), self.own)
            - mark_cost(home, at.camp, self.rounds + made, self.rules);
        let others: i32 = self.others.iter().map(|&other| standing(at.of(other), other)).sum();
        own - others / (4 * self.others.len().max(1) as i32)
    }
}
