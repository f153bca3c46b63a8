//! CHE, the records of QQ象棋: numbers, ten for each move.

use crate::branch::{Branches, square};
use crate::decode::Encoding;
use crate::game::Game;
use chuhe_core::Setup;

/// The game of a file. Of the ten numbers of a move the fourth to the seventh are the squares it
/// goes from and to, each as row and column; columns are counted from Red's right.
pub(crate) fn read(bytes: &[u8]) -> Game {
    let mut branches = Branches::new(Setup::start());
    let mut numbers = numbers(bytes);
    numbers.next();
    let count = numbers.next().map_or(0, |(_, count)| count);
    for _ in 0..count {
        let mut group = [(0, 0); 10];
        for number in &mut group {
            let Some(found) = numbers.next() else {
                branches.problem_here("record.cut_short", vec![], bytes.len());
                return branches.finish(Encoding::Utf8, 0);
            };
            *number = found;
        }
        let at = |row: usize| {
            let file = 8_u32.checked_sub(group[row + 1].1)?;
            square(file as u8, u8::try_from(group[row].1).ok()?)
        };
        branches.play(at(3), at(5), group[0].0);
    }
    branches.finish(Encoding::Utf8, 0)
}

/// The numbers of a text with their places; what is none counts as one that means nothing.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|b| !b.is_ascii_whitespace()) {
            at += 1;
        }
        let word = std::str::from_utf8(&bytes[start..at]).unwrap_or_default();
        (at > start).then(|| (start, word.parse().unwrap_or(u32::MAX)))
    })
}
