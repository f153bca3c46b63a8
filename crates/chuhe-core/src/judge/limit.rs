//! The natural limit 自然限着.

use super::{Judgement, Rules, Termination};
use crate::board::Board;
use crate::types::Color;

pub(crate) fn judge(board: &Board, rules: &Rules) -> Option<Judgement> {
    let limit = rules.natural_limit?;
    if board.position().halfmove() < limit.rounds.checked_mul(2)? {
        return None;
    }
    let [red, black] = Color::ALL.map(|color| counted_moves(board, color, limit.counted_checks));
    let reached = if limit.automatic {
        red + black >= 2 * limit.rounds
    } else {
        red.max(black) >= limit.rounds
    };
    reached.then(|| Judgement {
        claimable: !limit.automatic,
        ..Judgement::plain(None, Termination::NaturalLimit)
    })
}

/// A side's moves since the last capture, checks beyond the allowance left out.
///
/// Moves that a FEN's counter tells of, but that are not in the game, count as no checks.
fn counted_moves(board: &Board, color: Color, counted_checks: Option<u32>) -> u32 {
    let known = board.reversible_plies();
    let unseen = board.position().halfmove() - known as u32;
    // The last unseen move was made by the side that did not start.
    let unseen = if board.start().turn() == color { unseen / 2 } else { unseen.div_ceil(2) };
    let plies = board.ply() - known + 1..=board.ply();
    let own = plies.filter(|&ply| board.mover(ply) == color);
    let (mut moves, mut checks) = (unseen, 0);
    for ply in own {
        moves += 1;
        checks += u32::from(board.gave_check(ply));
    }
    moves - counted_checks.map_or(0, |most| checks.saturating_sub(most))
}
