//! What earlier moves of the same kind were worth: the memory that orders moves.

use chuhe_core::{Color, Move, Piece, Role};

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

/// All learned tables of one search thread.
pub struct History {
    /// Quiet moves by colour, from and to.
    quiet: Box<[i16]>,
    /// Captures by arrival and captured role.
    capture: Box<[i16]>,
    /// Quiet moves by arrival, after an earlier arrival.
    continuation: Box<[i16]>,
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: vec![0; 2 * SQUARES * SQUARES].into(),
            capture: vec![0; ARRIVALS * 7].into(),
            continuation: vec![0; ARRIVALS * ARRIVALS].into(),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
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
