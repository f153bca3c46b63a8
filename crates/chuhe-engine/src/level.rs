//! Playing strength by levels: how a beginner's, a club player's and the full engine differ.
//!
//! A weaker level looks less far, overlooks what people overlook ([`crate::sight`]), knows less of
//! what a position is worth and has an odd liking for some squares. Nothing is left to a throw of
//! dice afterwards: among what it saw, it plays what it holds to be best.

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
    /// How much is overlooked: a quiet move, neither near nor far, with chance 1 − exp(−blind).
    pub blind: f64,
    /// How far off the worth of a piece on a square may be, in points.
    pub taste: f64,
    /// How much the evaluation counts, from 0 to 1; the rest is counting pieces.
    pub knowledge: f64,
}

impl Level {
    /// Nothing held back.
    pub const FULL: Level =
        Level { depth: None, nodes: None, blind: 0.0, taste: 0.0, knowledge: 1.0 };

    /// The level of a number; beyond the ends, the nearest.
    pub fn of(number: u32) -> Level {
        LEVELS[(number.clamp(WEAKEST, STRONGEST) - WEAKEST) as usize]
    }

    /// Whether everything that is looked at is seen as it is.
    pub fn sees_all(&self) -> bool {
        self.blind <= 0.0 && self.taste <= 0.0 && self.knowledge >= 1.0
    }
}

const fn weak(depth: i32, nodes: u64, blind: f64, taste: f64, knowledge: f64) -> Level {
    Level { depth: Some(depth), nodes: Some(nodes), blind, taste, knowledge }
}

const LEVELS: [Level; STRONGEST as usize] = [
    weak(1, 2_000, 2.2, 180.0, 0.0),
    weak(1, 2_000, 1.1, 90.0, 0.0),
    weak(2, 4_000, 0.62, 62.0, 0.3),
    weak(3, 8_000, 0.34, 40.0, 0.6),
    weak(4, 15_000, 0.16, 19.0, 0.95),
    weak(5, 20_000, 0.06, 7.0, 1.0),
    weak(6, 25_000, 0.03, 4.0, 1.0),
    weak(8, 25_000, 0.017, 3.0, 1.0),
    Level { nodes: Some(25_000), ..Level::FULL },
    Level::FULL,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_sees_more_and_knows_more() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].blind >= pair[1].blind);
            assert!(pair[0].taste >= pair[1].taste);
            assert!(pair[0].knowledge <= pair[1].knowledge);
            assert!(pair[0].nodes.unwrap() <= pair[1].nodes.unwrap_or(u64::MAX));
            assert!(pair[0].depth.unwrap_or(99) <= pair[1].depth.unwrap_or(99));
            assert!(pair[0] != pair[1]);
        }
        assert_eq!(Level::of(0), Level::of(1));
        assert_eq!(Level::of(99), Level::FULL);
        assert!(Level::of(STRONGEST).sees_all() && !Level::of(WEAKEST).sees_all());
    }
}
