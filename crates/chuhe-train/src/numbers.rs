//! A small repeatable source of numbers (splitmix64).

/// The state is the seed; equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next() as u128 * n as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub const fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut numbers = Numbers(1);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[numbers.below(7)] += 1;
            assert!((0.0..1.0).contains(&numbers.unit()));
        }
        assert!(seen.iter().all(|&n| n > 800), "{seen:?}");
    }
}
