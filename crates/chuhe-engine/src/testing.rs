//! Positions for the unit tests of this crate.

use chuhe_core::Position;

/// A small repeatable source of numbers (splitmix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Positions out of random games.
pub fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut numbers = Numbers(seed);
    let mut found = Vec::new();
    let mut position = Position::start();
    while found.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove() > 80 {
            position = Position::start();
            continue;
        }
        position.make(moves[numbers.below(moves.len())]);
        found.push(position.clone());
    }
    found
}
