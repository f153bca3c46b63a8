//! Examples near those of games, valued by the hand-made evaluation: positions that a search comes
//! to and good games do not. From them a net learns what pieces are worth at all.

use crate::numbers::Numbers;
use crate::record::{Packed, Record, UNKNOWN};
use chuhe_core::{Move, Position};
use chuhe_engine::{eval, psqt};

/// Most plies away from the position of a game.
const MOST_PLIES: usize = 5;

/// A position some random plies away; `None` if the way ends in check or at a dead end.
///
/// Half of the moves are captures, if there are any: that is what searches look at.
pub fn derive(packed: &Packed, numbers: &mut Numbers) -> Option<Packed> {
    let mut position = Record::unpack(packed)?.position;
    for _ in 0..=numbers.below(MOST_PLIES) {
        let captures = position.captures();
        let m = if numbers.below(2) == 0 && !captures.is_empty() {
            captures[numbers.below(captures.len())]
        } else {
            any(&position, numbers)?
        };
        position.make(m);
    }
    if position.in_check() || !position.has_legal_move() {
        return None;
    }
    let score = eval::evaluate(&position, psqt::sum(&position)) as i16;
    Some(Record { position, score, result: UNKNOWN, ply: 0 }.pack())
}

fn any(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() { None } else { Some(moves[numbers.below(moves.len())]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_derived_is_quiet_and_valued_by_hand() {
        let start = Record { position: Position::start(), score: 0, result: 1, ply: 0 }.pack();
        let mut numbers = Numbers(1);
        let found: Vec<_> = (0..500).filter_map(|_| derive(&start, &mut numbers)).collect();
        assert!(found.len() > 300);
        for packed in &found {
            let Record { position, score, result, .. } = Record::unpack(packed).unwrap();
            assert!(!position.in_check() && result == UNKNOWN);
            assert_eq!(i32::from(score), eval::evaluate(&position, psqt::sum(&position)));
        }
    }
}
