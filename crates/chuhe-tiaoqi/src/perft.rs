//! Counting move sequences.

use crate::cells::Point;
use crate::layout::Layout;
use crate::rules::Rules;

/// How many sequences of moves of this length there are, by the stop and hop rules alone: no
/// marks, no end of the game.
///
/// # Panics
/// If there is no seat.
pub fn perft(layout: &Layout, seats: &[Point], turn: usize, depth: u32, rules: &Rules) -> u64 {
    let seat = seats[turn];
    match depth {
        0 => 1,
        1 => layout.count(seat, rules),
        _ => layout
            .moves(seat, rules)
            .into_iter()
            .map(|go| {
                let mut next = *layout;
                next.play(seat, go);
                perft(&next, seats, (turn + 1) % seats.len(), depth - 1, rules)
            })
            .sum(),
    }
}
