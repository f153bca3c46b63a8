//! Playing strength by levels: how a beginner's, a club player's and the full engine differ.
//!
//! A weaker level looks less far and, among moves it believes to be nearly as good, does not
//! always choose the best. It never plays a move its own short look saw to lose at once beyond
//! the margin, so it errs as people do: by not seeing far, and by taste.

use crate::score::{MATE_BOUND, Value};

/// The weakest level.
pub const WEAKEST: u32 = 1;
/// Full strength.
pub const STRONGEST: u32 = 10;

/// What a level may do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Depth in plies, quiescence not counted.
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// How many moves to compare.
    pub lines: usize,
    /// A move this much worse than the best may still be played.
    pub margin: Value,
    /// How often it is: the chance falls by e for every so much.
    pub temperature: f64,
}

const fn weak(depth: i32, nodes: u64, lines: usize, margin: Value, temperature: f64) -> Level {
    Level { depth: Some(depth), nodes: Some(nodes), lines, margin, temperature }
}

const LEVELS: [Level; STRONGEST as usize] = [
    weak(1, 400, 12, 260, 110.0),
    weak(2, 1_000, 10, 180, 70.0),
    weak(2, 2_500, 8, 120, 45.0),
    weak(3, 6_000, 6, 90, 32.0),
    weak(4, 15_000, 5, 70, 24.0),
    weak(5, 40_000, 4, 50, 17.0),
    weak(6, 100_000, 3, 35, 12.0),
    weak(8, 300_000, 2, 22, 8.0),
    Level { depth: None, nodes: Some(1_000_000), lines: 1, margin: 0, temperature: 0.0 },
    Level { depth: None, nodes: None, lines: 1, margin: 0, temperature: 0.0 },
];

impl Level {
    /// The level of a number; beyond the ends, the nearest.
    pub fn of(number: u32) -> Level {
        LEVELS[(number.clamp(WEAKEST, STRONGEST) - WEAKEST) as usize]
    }

    /// Which of the moves with these values, best first, to play. `chance` is drawn from 0..1.
    ///
    /// A mate that was seen is played, and a move that was seen to be mated only if all are.
    pub fn choose(&self, values: &[Value], chance: f64) -> usize {
        let Some(&best) = values.first() else {
            return 0;
        };
        if self.temperature <= 0.0 || best > MATE_BOUND {
            return 0;
        }
        let weight = |&value: &Value| {
            let worse = best - value;
            let fits = worse <= self.margin && (value > -MATE_BOUND || best <= -MATE_BOUND);
            if fits { (-(worse as f64) / self.temperature).exp() } else { 0.0 }
        };
        let weights: Vec<f64> = values.iter().map(weight).collect();
        let mut rest = chance * weights.iter().sum::<f64>();
        for (i, weight) in weights.iter().enumerate() {
            rest -= weight;
            if rest < 0.0 {
                return i;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn a_higher_level_sees_more_and_errs_less() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].margin >= pair[1].margin);
            assert!(pair[0].nodes.unwrap() < pair[1].nodes.unwrap_or(u64::MAX));
            assert!(pair[0].depth.unwrap_or(99) <= pair[1].depth.unwrap_or(99));
        }
        assert_eq!(Level::of(0), Level::of(1));
        assert_eq!(Level::of(99), Level::of(10));
    }

    #[test]
    fn the_best_move_is_chosen_most_and_one_beyond_the_margin_never() {
        let level = Level::of(2);
        let values = [50, 40, -100, -900];
        let mut count = [0; 4];
        for i in 0..1000 {
            count[level.choose(&values, i as f64 / 1000.0)] += 1;
        }
        assert!(count[0] > count[1] && count[1] > count[2] && count[2] > 0, "{count:?}");
        assert_eq!(count[3], 0);
    }

    #[test]
    fn a_seen_mate_is_played_and_a_seen_loss_avoided() {
        let level = Level::of(1);
        assert_eq!(level.choose(&[MATE - 1, MATE - 3], 0.99), 0);
        assert_eq!(level.choose(&[-30_900, -31_990], 0.0), 0);
        assert_eq!(level.choose(&[], 0.5), 0);
    }
}
