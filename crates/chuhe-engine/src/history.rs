//! What earlier moves of the same kind were worth: the memory that orders moves.

use crate::score::{EVAL_LIMIT, Value};
use chuhe_core::{Bitboard, Color, Move, Piece, Position, Role, Square};

/// Values stay between minus and plus this.
const LIMIT: i32 = 8192;
const PIECES: usize = 14;
const SQUARES: usize = 90;

/// Moves a learned value towards `bonus` with a pull back to zero, so that it never leaves ±LIMIT.
#[inline(always)]
fn learn(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *value += (bonus - *value as i32 * bonus.abs() / LIMIT) as i16;
}

/// A piece arriving on a square: the coordinates of a move in most tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival(u16);

impl Arrival {
    #[inline(always)]
    pub fn new(piece: Piece, m: Move) -> Arrival {
        Arrival((piece.index() * SQUARES + m.to().index()) as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.0 as usize
    }
}

const ARRIVALS: usize = PIECES * SQUARES;

/// How far the evaluation was off in positions with the same pawns, or the same pieces: a
/// running mean of the search's value less the evaluation.
struct Corrections(Box<[[i16; Corrections::SIZE]; 2]>);

impl Corrections {
    const SIZE: usize = 1 << 14;
    /// Steps of one point of the evaluation.
    const GRAIN: i32 = 128;
    /// The most points of correction that are kept.
    const MOST: i32 = 120;

    fn new() -> Corrections {
        Corrections(Box::new([[0; Corrections::SIZE]; 2]))
    }

    #[inline(always)]
    fn index(sets: Bitboard) -> usize {
        let folded = (sets.0 as u64) ^ ((sets.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (folded.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 50) as usize
    }

    #[inline(always)]
    fn get(&self, color: Color, index: usize) -> i32 {
        self.0[color.index()][index] as i32
    }

    fn learn(&mut self, color: Color, index: usize, error: i32, weight: i32) {
        let entry = &mut self.0[color.index()][index];
        let target = error.clamp(-Self::MOST, Self::MOST) * Self::GRAIN;
        *entry = ((*entry as i32 * (256 - weight) + target * weight) / 256) as i16;
    }
}

/// All learned tables of one search thread.
pub struct History {
    /// Quiet moves by colour, from and to.
    quiet: Box<[i16]>,
    /// Captures by arrival and captured role.
    capture: Box<[i16]>,
    /// Quiet moves by arrival, after an earlier arrival.
    continuation: Box<[i16]>,
    by_pawns: Corrections,
    by_pieces: Corrections,
}

/// The rows of [`History`] that hold all quiet moves of one piece.
pub struct QuietRows<'a> {
    quiet: &'a [i16; SQUARES],
    after: [&'a [i16; SQUARES]; 3],
}

#[inline(always)]
fn row_of(table: &[i16], start: usize) -> &[i16; SQUARES] {
    table[start..start + SQUARES].try_into().expect("a whole row")
}

static NOTHING: [i16; SQUARES] = [0; SQUARES];

impl QuietRows<'_> {
    /// The worth of moving to `to`.
    #[inline(always)]
    pub fn to(&self, to: Square) -> i32 {
        let to = to.index();
        let after = self.after.iter().map(|row| row[to] as i32).sum::<i32>();
        self.quiet[to] as i32 + after
    }
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: vec![0; 2 * SQUARES * SQUARES].into(),
            capture: vec![0; ARRIVALS * 7].into(),
            continuation: vec![0; ARRIVALS * ARRIVALS].into(),
            by_pawns: Corrections::new(),
            by_pieces: Corrections::new(),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.by_pawns = Corrections::new();
        self.by_pieces = Corrections::new();
    }

    /// Where the corrections of a position are kept: by pawns and guards, and by rooks, horses
    /// and cannons of both sides.
    #[inline(always)]
    fn correction_indices(position: &Position) -> (usize, usize) {
        let set = |role| position.by_role(role);
        let red = position.by_color(Color::Red);
        let slow = set(Role::Pawn) | set(Role::Advisor) | set(Role::Elephant);
        let fast = set(Role::Rook) | set(Role::Horse) | set(Role::Cannon);
        // The upper bits of the word are free: they keep the colours and the rooks apart.
        let mixed = |a: Bitboard, b: Bitboard| {
            Bitboard(a.0 ^ b.0.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15))
        };
        (
            Corrections::index(mixed(slow, slow & red)),
            Corrections::index(mixed(fast, mixed(fast & red, set(Role::Rook)))),
        )
    }

    /// The evaluation, corrected by what searches of like positions found.
    #[inline]
    pub fn corrected(&self, position: &Position, eval: Value) -> Value {
        let (pawns, pieces) = Self::correction_indices(position);
        let turn = position.turn();
        let sum = self.by_pawns.get(turn, pawns) + self.by_pieces.get(turn, pieces);
        (eval + sum / (2 * Corrections::GRAIN)).clamp(-EVAL_LIMIT + 1, EVAL_LIMIT - 1)
    }

    /// Learns that a search `depth` plies deep found a value so far from the evaluation.
    pub fn learn_correction(&mut self, position: &Position, depth: i32, error: Value) {
        let (pawns, pieces) = Self::correction_indices(position);
        let weight = (1 + depth).min(16);
        self.by_pawns.learn(position.turn(), pawns, error, weight);
        self.by_pieces.learn(position.turn(), pieces, error, weight);
    }

    #[inline(always)]
    fn quiet_index(color: Color, m: Move) -> usize {
        (color.index() * SQUARES + m.from().index()) * SQUARES + m.to().index()
    }

    /// The worth of a quiet move after the arrivals one, two and four plies ago.
    #[inline(always)]
    pub fn quiet(&self, piece: Piece, m: Move, before: &[Option<Arrival>; 3]) -> i32 {
        let mut sum = self.quiet[Self::quiet_index(piece.color(), m)] as i32;
        let arrival = Arrival::new(piece, m).index();
        for earlier in before.iter().flatten() {
            sum += self.continuation[earlier.index() * ARRIVALS + arrival] as i32;
        }
        sum
    }

    /// The worth of all quiet moves of the piece on `from`: what [`History::quiet`] says of each.
    #[inline(always)]
    pub fn quiets_of(
        &self,
        piece: Piece,
        from: Square,
        before: &[Option<Arrival>; 3],
    ) -> QuietRows<'_> {
        let start = Self::quiet_index(piece.color(), Move::new(from, Square::from_index(0)));
        QuietRows {
            quiet: row_of(&self.quiet, start),
            after: before.map(|earlier| match earlier {
                None => &NOTHING,
                Some(earlier) => {
                    row_of(&self.continuation, earlier.index() * ARRIVALS + piece.index() * SQUARES)
                }
            }),
        }
    }

    /// The worth of a capture.
    #[inline(always)]
    pub fn capture(&self, piece: Piece, m: Move, captured: Role) -> i32 {
        self.capture[Arrival::new(piece, m).index() * 7 + captured.index()] as i32
    }

    /// Learns from a quiet move that was good (`bonus` > 0) or in vain.
    pub fn learn_quiet(
        &mut self,
        piece: Piece,
        m: Move,
        before: &[Option<Arrival>; 3],
        bonus: i32,
    ) {
        learn(&mut self.quiet[Self::quiet_index(piece.color(), m)], bonus);
        let arrival = Arrival::new(piece, m).index();
        for earlier in before.iter().flatten() {
            learn(&mut self.continuation[earlier.index() * ARRIVALS + arrival], bonus);
        }
    }

    /// Learns from a capture.
    pub fn learn_capture(&mut self, piece: Piece, m: Move, captured: Role, bonus: i32) {
        learn(&mut self.capture[Arrival::new(piece, m).index() * 7 + captured.index()], bonus);
    }
}

/// What a cutoff at `depth` teaches.
pub fn bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(0, 1600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_never_leaves_the_limits() {
        let mut value = 0;
        for _ in 0..1000 {
            learn(&mut value, 1600);
        }
        assert!(value > 7000 && (value as i32) <= LIMIT);
        for _ in 0..1000 {
            learn(&mut value, -100_000);
        }
        assert!((value as i32) >= -LIMIT);
    }

    #[test]
    fn a_rewarded_move_is_worth_more_after_the_same_arrival() {
        let mut history = History::default();
        let piece = Piece::new(Color::Red, Role::Horse);
        let m: Move = "b0c2".parse().unwrap();
        let cannon = Arrival::new(Piece::new(Color::Black, Role::Cannon), "h7e7".parse().unwrap());
        history.learn_quiet(piece, m, &[Some(cannon), None, None], bonus(5));
        let after = history.quiet(piece, m, &[Some(cannon), None, None]);
        let without = history.quiet(piece, m, &[None; 3]);
        assert!(after > without && without > 0);
    }
}
