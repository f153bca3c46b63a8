//! What a search value means.

/// A value in hundredths of a pawn on its home side, from the view of the side to move.
pub type Value = i32;

/// Deepest line a search follows.
pub const MAX_PLY: usize = 120;
/// Beyond every real value.
pub const INFINITE: Value = 32_001;
/// Being mated now is `-MATE`; mating in `n` plies is `MATE - n`.
pub const MATE: Value = 32_000;
/// Values beyond this are mates.
pub const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// A repetition in which only the other side checked on every ply is worth this, less the ply.
/// It is no mate: how the game reached the cycle belongs to it.
pub const RULE_WIN: Value = 30_000;
/// What a cycle on the line counts for the side that does not have to change, less the ply, where
/// only a bound is asked for. No line is told of with this value.
pub const MUST_CHANGE: Value = 29_000;
/// Values beyond this come from a repetition (or a mate), never from the evaluation.
pub const RULE_BOUND: Value = MUST_CHANGE - 2 * MAX_PLY as Value;
/// No evaluation goes beyond this.
pub const EVAL_LIMIT: Value = 20_000;

/// Mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// Whether the value comes from a repetition and so depends on the path to it.
#[inline(always)]
pub const fn is_rule_verdict(value: Value) -> bool {
    let size = value.abs();
    size > RULE_BOUND && size <= RULE_WIN
}

/// A mate is stored as its distance from the stored position, not from the root.
#[inline(always)]
pub const fn to_table(value: Value, ply: usize) -> Value {
    if value > MATE_BOUND {
        value + ply as Value
    } else if value < -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The inverse of [`to_table`].
#[inline(always)]
pub const fn from_table(value: Value, ply: usize) -> Value {
    if value > MATE_BOUND {
        value - ply as Value
    } else if value < -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// A value as people and programs are told it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative when being mated.
    Mate(i32),
}

impl Score {
    /// Reads a search value.
    pub fn of(value: Value) -> Score {
        if value > MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value < -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }
}

impl Score {
    /// In how many moves the side to move mates, as far as is known; the greatest number if not.
    pub const fn mates_in(self) -> u32 {
        match self {
            Score::Mate(moves) if moves > 0 => moves as u32,
            _ => u32::MAX,
        }
    }
}

impl std::fmt::Display for Score {
    /// As UCI writes it: `cp 34`, `mate 3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Score::Centipawns(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::of(MATE - 1), Score::Mate(1));
        assert_eq!(Score::of(MATE - 3), Score::Mate(2));
        assert_eq!(Score::of(-MATE + 2), Score::Mate(-1));
        assert_eq!(Score::of(-MATE), Score::Mate(0));
        assert_eq!(Score::of(25), Score::Centipawns(25));
    }

    #[test]
    fn a_mate_keeps_its_distance_through_the_table() {
        for value in [MATE - 7, -MATE + 8, 120, RULE_WIN - 3, -RULE_WIN + 4] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(to_table(MATE - 7, 5), MATE - 2);
    }
}
