//! How long to think: limits in, a soft and a hard span out.

use std::time::Duration;

/// One side's clock, as a program is told of it before its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left now.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more time is added; `None` when there is none to come.
    pub moves_to_go: Option<u32>,
}

/// Spans counted from the start of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration after this, stretched or shrunk by how settled the search is.
    pub soft: Duration,
    /// Stop at this, whatever the search is doing.
    pub hard: Duration,
}

/// The least span a search is given.
const LEAST: Duration = Duration::from_millis(1);
/// Kept back of a clock, or half of what is left: under books that play exchanges out, a ruling on
/// a repetition may take so long, and is not cut short.
const RESERVE: Duration = Duration::from_millis(40);
/// Moves a game is expected to go on for when nobody says.
const HORIZON: u32 = 36;

impl Budget {
    /// Divides a clock. `overhead` is lost between the programs with each move.
    pub fn of_clock(clock: &Clock, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let reserve = overhead + RESERVE.min(clock.left / 2);
        let left = clock.left.saturating_sub(reserve).max(LEAST);
        // Keep something back for the moves to come, unless this is the last one.
        let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.6) };
        let soft = left / moves + clock.increment.mul_f64(0.7);
        let hard = (soft * 4).min(most).max(LEAST);
        Budget { soft: soft.mul_f64(0.8).min(hard), hard }
    }

    /// A fixed time for the move, all of it to be used.
    pub fn of_move(time: Duration, overhead: Duration) -> Budget {
        let hard = time.saturating_sub(overhead).max(LEAST);
        Budget { soft: hard, hard }
    }
}

/// How much of the soft span to use, by how settled the search looks.
///
/// `stable` counts the iterations that kept the best move, `drop` is how much worse the value
/// has become, in hundredths of a pawn, and `share` the part of the nodes spent on the best move.
pub fn stretch(stable: u32, drop: i32, share: f64) -> f64 {
    let by_stability = [1.9, 1.35, 1.1, 0.95, 0.85][stable.min(4) as usize];
    let by_drop = 1.0 + drop.clamp(0, 100) as f64 / 125.0;
    let by_share = (1.7 - share).clamp(0.7, 1.5);
    by_stability * by_drop * by_share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: ms(left), increment: ms(increment), moves_to_go }
    }

    #[test]
    fn no_clock_is_ever_overstepped() {
        for left in [0, 1, 5, 20, 50, 200, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 100, 5_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = Budget::of_clock(&clock(left, increment, moves_to_go), ms(10));
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard <= ms(left.max(1)),
                        "{left} {increment} {moves_to_go:?} {budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_game_on_increment_alone_lasts() {
        let mut left = ms(1_000);
        for _ in 0..300 {
            let budget =
                Budget::of_clock(&Clock { left, increment: ms(100), moves_to_go: None }, ms(5));
            left = left.checked_sub(budget.hard.min(budget.soft * 2)).expect("time left") + ms(100);
        }
        assert!(left > ms(50));
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let budget = Budget::of_move(ms(200), ms(10));
        assert_eq!((budget.soft, budget.hard), (ms(190), ms(190)));
        assert_eq!(Budget::of_move(ms(0), ms(10)).hard, LEAST);
    }

    #[test]
    fn an_unsettled_search_gets_more_time() {
        assert!(stretch(0, 60, 0.3) > 2.0 * stretch(4, 0, 0.8));
    }
}
