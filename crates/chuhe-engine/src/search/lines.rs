//! The moves at the root, and the lines that begin with them.

use crate::score::{MAX_PLY, Value};
use chuhe_core::Move;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub m: Move,
    pub value: Value,
    pub last_value: Value,
    /// Whether it is worth at least its value; at most so much otherwise.
    pub reached: bool,
    pub seldepth: usize,
    pub nodes: u64,
    pub line: Vec<Move>,
}

/// A line of one move, with room for the longest.
pub(super) fn line_of(m: Move) -> Vec<Move> {
    let mut line = Vec::with_capacity(MAX_PLY + 1);
    line.push(m);
    line
}

/// Sorts by value, equals staying in their order; unlike the library's sort, without memory.
pub(super) fn best_first(moves: &mut [RootMove]) {
    for end in 1..moves.len() {
        let mut at = end;
        while at > 0 && moves[at - 1].value < moves[at].value {
            moves.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The principal variations, one for each ply of the line.
pub(super) struct Lines {
    moves: Box<[[Move; MAX_PLY + 1]; MAX_PLY + 1]>,
    len: [usize; MAX_PLY + 1],
}

impl Lines {
    pub fn new() -> Lines {
        Lines { moves: Box::new([[Move::NULL; MAX_PLY + 1]; MAX_PLY + 1]), len: [0; MAX_PLY + 1] }
    }

    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.len[ply] = 0;
    }

    /// The line at `ply` is `m` and what follows it.
    pub fn set(&mut self, ply: usize, m: Move) {
        let rest = if ply < MAX_PLY { self.len[ply + 1].min(MAX_PLY) } else { 0 };
        let (head, tail) = self.moves.split_at_mut(ply + 1);
        head[ply][0] = m;
        if rest > 0 {
            head[ply][1..=rest].copy_from_slice(&tail[0][..rest]);
        }
        self.len[ply] = rest + 1;
    }

    pub fn get(&self, ply: usize) -> &[Move] {
        &self.moves[ply][..self.len[ply]]
    }
}
