//! How a weaker player sees the board.
//!
//! People do not err by throwing dice over their moves: they do not *see* some of them. Which ones
//! is much the same for all: moves backward, long ones by rook and cannon, a cannon's leap, a
//! horse's, what guards do, and whatever happens far from where the last move was played. Checks,
//! taking back, and taking something big are seen. What a player has overlooked he overlooks
//! wherever it comes up while he thinks, be it his own move or the other side's: he plans without
//! it, and walks into it. At the next move he looks again.
//!
//! What a position is worth he judges by the pieces, by what he knows of the evaluation, and by an
//! odd liking for some pieces on some squares.

use crate::level::Level;
use crate::score::Value;
use crate::see;
use chuhe_core::{Board, Color, Move, Position, Role, Square};

const PIECES: usize = 14;
const SQUARES: usize = 90;

/// The legal moves of a position that is neither simple nor confusing.
const USUAL_MOVES: f64 = 36.0;
/// A move this much deeper is overlooked that much more easily, as a share.
const DEEPER: f64 = 0.15;
/// Own moves of so many plies back are in mind.
const IN_MIND: usize = 12;

/// What a player of some level sees during one search.
pub struct Sight {
    /// How much is overlooked in this position.
    blind: f64,
    /// Decides what, with the move.
    seed: u64,
    /// Of 256 parts of a judgement, how many come from the evaluation.
    knowledge: Value,
    /// What is added to a piece on a square, by piece and square.
    taste: Box<[[i16; SQUARES]; PIECES]>,
    /// The last move of the game.
    last: Option<Move>,
}

/// Mixes the bits of a number (splitmix64).
const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number from 0 up to 1 that depends on another.
fn unit(number: u64) -> f64 {
    (mix(number) >> 11) as f64 / (1u64 << 53) as f64
}

impl Sight {
    /// What a level sees of this game, if it does not see all; the seed decides what it overlooks.
    pub fn of(level: &Level, seed: u64, board: &Board) -> Option<Sight> {
        if level.sees_all() {
            return None;
        }
        let mut taste = Box::new([[0; SQUARES]; PIECES]);
        for (piece, row) in taste.iter_mut().enumerate() {
            for (square, points) in row.iter_mut().enumerate() {
                let at = mix(seed ^ 0x7a57e) ^ (piece * SQUARES + square) as u64;
                // The sum of three even numbers is nearly normal, and has the deviation one half.
                let odd: f64 = (0..3).map(|i| unit(at ^ (i << 32))).sum::<f64>() - 1.5;
                *points = (2.0 * odd * level.taste) as i16;
            }
        }
        let moves = board.position().legal_moves().len() as f64;
        Some(Sight {
            blind: level.blind * (moves / USUAL_MOVES).clamp(0.4, 1.4),
            seed,
            knowledge: (level.knowledge.clamp(0.0, 1.0) * 256.0) as Value,
            taste,
            last: board.moves().last().copied(),
        })
    }

    /// The moves of the position on the board that the player does not think of; never all.
    ///
    /// In check he looks at every way out, and a check of his own he sees, so that he plays a mate
    /// in one. What he has played lately he remembers.
    pub fn not_thought_of(&self, board: &Board, allowed: impl Fn(Move) -> bool) -> Vec<Move> {
        let position = board.position();
        if position.in_check() {
            return Vec::new();
        }
        let moves = board.moves();
        let lately = &moves[moves.len().saturating_sub(IN_MIND)..];
        let seen = |m: Move| {
            lately.contains(&m)
                || position.gives_check(m)
                || !self.overlooks(position, m, self.last, 0)
        };
        let (seen, unseen): (Vec<Move>, Vec<Move>) =
            position.legal_moves().into_iter().filter(|&m| allowed(m)).partition(|&m| seen(m));
        if seen.is_empty() { Vec::new() } else { unseen }
    }

    /// Whether a move so many plies ahead is overlooked, the last one before it being known.
    pub fn overlooks(&self, position: &Position, m: Move, last: Option<Move>, ply: usize) -> bool {
        let Some(piece) = position.piece_at(m.from()) else { return false };
        let name = (piece.index() * SQUARES + m.from().index()) * SQUARES + m.to().index();
        let chance = unit(self.seed ^ ((name as u64) << 20));
        // Most moves are not near the edge: the costly part is for those that are.
        let rate = self.blind * (1.0 + DEEPER * ply as f64);
        if chance >= 1.0 - (-rate * MOST_OBSCURE).exp() {
            return false;
        }
        chance < 1.0 - (-rate * obscurity(position, m, last, ply)).exp()
    }

    /// The last move of the game.
    pub const fn last(&self) -> Option<Move> {
        self.last
    }

    /// What the player holds a position to be worth, for the side to move, if it is `value`.
    pub fn judge(&self, position: &Position, value: Value) -> Value {
        let turn = position.turn();
        let (mut counted, mut liked) = (0, 0);
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let sign = if piece.color() == turn { 1 } else { -1 };
            liked += sign * Value::from(self.taste[piece.index()][square.index()]);
            if piece.role() != Role::King {
                counted += sign * see::VALUES[piece.role().index()];
            }
        }
        (self.knowledge * value + (256 - self.knowledge) * counted) / 256 + liked
    }
}

/// No move is harder to see than this.
const MOST_OBSCURE: f64 = 3.0;

/// How hard a move so many plies ahead is to see; a plain quiet one is 1.
fn obscurity(position: &Position, m: Move, last: Option<Move>, ply: usize) -> f64 {
    let (Some(piece), captured) = (position.piece_at(m.from()), position.piece_at(m.to())) else {
        return 0.0;
    };
    if captured.is_some() && last.is_some_and(|last| last.to() == m.to()) {
        return 0.0;
    }
    let ahead = if piece.color() == Color::Red { 1 } else { -1 };
    let [files, ranks] = steps(m.from(), m.to());
    let far = files.abs().max(ranks.abs());
    let mut hard = if captured.is_some() { 0.5 } else { 1.0 };
    hard += match (piece.role(), captured.is_some()) {
        (Role::Rook, _) => 0.05 * f64::from((far - 4).max(0)),
        (Role::Cannon, taking) => 0.4 * f64::from(taking) + 0.05 * f64::from((far - 4).max(0)),
        (Role::Horse, _) => 0.3,
        (Role::Advisor | Role::Elephant | Role::King, taking) => 0.3 + 0.2 * f64::from(taking),
        (Role::Pawn, _) => 0.0,
    };
    if ranks * ahead < 0 {
        hard += 0.6;
    }
    if let Some(last) = last {
        let away = |square| {
            let [files, ranks] = steps(last.to(), square);
            files.abs().max(ranks.abs())
        };
        hard += 0.1 * f64::from((away(m.from()).min(away(m.to())) - 2).max(0));
    }
    if captured.is_some_and(|piece| see::VALUES[piece.role().index()] > 400) {
        hard *= 0.6;
    }
    if captured.is_some() && ply == 0 {
        // What can be taken now is looked for.
        hard *= 0.4;
    }
    if position.gives_check(m) {
        hard *= 0.5;
    }
    hard.min(MOST_OBSCURE)
}

/// Files and ranks from one square to another.
fn steps(from: Square, to: Square) -> [i32; 2] {
    [i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    const NOVICE: Level = Level { blind: 0.7, taste: 50.0, knowledge: 0.2, ..Level::FULL };

    fn board(fen: &str) -> Board {
        Board::new(Position::from_fen(fen).unwrap())
    }

    fn hard(position: &Position, m: &str, last: Option<&str>) -> f64 {
        let m: Move = m.parse().unwrap();
        assert!(position.is_legal(m), "{m}");
        obscurity(position, m, last.map(|last| last.parse().unwrap()), 1)
    }

    /// The share of all moves that a player overlooks.
    fn overlooked(level: &Level, ply: usize) -> f64 {
        let (mut all, mut missed) = (0, 0);
        for (seed, position) in positions(300, 4).into_iter().enumerate() {
            let board = Board::new(position);
            let sight = Sight::of(level, seed as u64, &board).unwrap();
            for m in board.position().legal_moves() {
                all += 1;
                missed += usize::from(sight.overlooks(board.position(), m, None, ply));
            }
        }
        missed as f64 / all as f64
    }

    #[test]
    fn who_is_blinder_overlooks_more_and_more_of_it_farther_ahead() {
        let keen = Level { blind: 0.1, ..NOVICE };
        let [few, many] = [keen, NOVICE].map(|level| overlooked(&level, 1));
        assert!(0.02 < few && few < 0.2 && many > 2.0 * few && many < 0.8, "{few} {many}");
        assert!(overlooked(&NOVICE, 4) > many);
        assert!(Sight::of(&Level::FULL, 1, &Board::start_position()).is_none());
    }

    #[test]
    fn moves_backward_and_far_from_the_fight_are_harder_to_see() {
        let open = board("3k5/9/9/9/4R4/9/9/2N6/9/5K3 w").position().clone();
        assert!(hard(&open, "c2d0", None) > hard(&open, "c2d4", None));
        assert!(hard(&open, "e5e2", None) > hard(&open, "e5e7", None));
        assert!(hard(&open, "e5i5", Some("a8a9")) > hard(&open, "e5i5", Some("i7i6")));
    }

    #[test]
    fn taking_checking_and_taking_back_are_easier() {
        let taken = board("3k5/9/9/9/4r4/9/9/4R4/9/5K3 w").position().clone();
        assert!(hard(&taken, "e2e5", None) < hard(&taken, "e2e4", None));
        assert_eq!(hard(&taken, "e2e5", Some("e8e5")), 0.0);
        assert!(hard(&taken, "e2d2", None) < hard(&taken, "e2c2", None));
    }

    #[test]
    fn what_is_overlooked_depends_on_the_seed_alone() {
        let board = Board::start_position();
        let missed =
            |seed| Sight::of(&NOVICE, seed, &board).unwrap().not_thought_of(&board, |_| true);
        assert_eq!(missed(5), missed(5));
        assert_ne!(missed(5), missed(6));
    }

    #[test]
    fn something_always_comes_to_mind_and_in_check_everything() {
        let blind = Level { blind: 50.0, ..NOVICE };
        for position in positions(300, 8) {
            let board = Board::new(position);
            let legal = board.position().legal_moves();
            let missed = Sight::of(&blind, 3, &board).unwrap().not_thought_of(&board, |_| true);
            assert!(missed.len() < legal.len().max(1), "{}", board.position().fen());
            assert!(!board.position().in_check() || missed.is_empty());
        }
    }

    #[test]
    fn a_judgement_is_the_same_for_both_sides() {
        for position in positions(200, 2).into_iter().filter(|p| !p.in_check()) {
            let sight = Sight::of(&NOVICE, 9, &Board::new(position.clone())).unwrap();
            let value = sight.judge(&position, 40);
            let mut passed = position.clone();
            passed.make_null();
            assert!((value + sight.judge(&passed, -40)).abs() <= 2);
        }
    }
}
