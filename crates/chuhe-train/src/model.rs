//! The net as the trainer knows it: in floating point, with the gradient of its loss.
//!
//! For each side: sums = bias + rows of the features seen; hidden = clip(sums, 0, 1)². The output
//! is a weighted sum of both hidden layers, by bucket, and stands for the logarithm of the odds of
//! winning. The loss of an example is (logistic(output) − target)².

use chuhe_engine::nnue::features::{BUCKETS, COUNT};

/// Most pieces of a position.
pub const MOST: usize = 32;

/// A position as the net sees it, and the share of the point that it should be worth.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Features seen by the side to move, then by the other side; `count` of each.
    pub seen: [[u16; MOST]; 2],
    pub count: usize,
    pub bucket: usize,
    pub target: f32,
}

impl Sample {
    /// The features seen by the side to move (0) or by the other (1).
    pub fn of(&self, side: usize) -> impl Iterator<Item = usize> + '_ {
        self.seen[side][..self.count].iter().map(|&f| usize::from(f))
    }
}

/// Numbers of a net, or a gradient: one for each number of the net.
#[derive(Clone, Debug, PartialEq)]
pub struct Params<const H: usize> {
    pub features: Vec<[f32; H]>,
    pub bias: [f32; H],
    /// By bucket: weights for the side to move, and for the other side.
    pub out: [[[f32; H]; 2]; BUCKETS],
    pub out_bias: [f32; BUCKETS],
}

impl<const H: usize> Params<H> {
    pub fn zero() -> Params<H> {
        Params {
            features: vec![[0.0; H]; COUNT],
            bias: [0.0; H],
            out: [[[0.0; H]; 2]; BUCKETS],
            out_bias: [0.0; BUCKETS],
        }
    }

    /// How many numbers there are.
    pub const SIZE: usize = H * (COUNT + 1 + 2 * BUCKETS) + BUCKETS;

    /// All numbers, in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = &f32> {
        let rows = self.features.iter().chain([&self.bias]).chain(self.out.iter().flatten());
        rows.flatten().chain(&self.out_bias)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.features.iter_mut().chain([&mut self.bias]);
        rows.chain(self.out.iter_mut().flatten()).flatten().chain(&mut self.out_bias)
    }

    /// Adds another gradient.
    pub fn add(&mut self, other: &Params<H>) {
        self.iter_mut().zip(other.iter()).for_each(|(a, b)| *a += b);
    }

    fn sums(&self, sample: &Sample, side: usize) -> [f32; H] {
        let mut sums = self.bias;
        for feature in sample.of(side) {
            let row = &self.features[feature];
            for i in 0..H {
                sums[i] += row[i];
            }
        }
        sums
    }

    /// The logarithm of the odds for the side to move.
    pub fn output(&self, sample: &Sample) -> f32 {
        let mut total = self.out_bias[sample.bucket];
        for side in 0..2 {
            let sums = self.sums(sample, side);
            total += weigh(&sums, &self.out[sample.bucket][side]);
        }
        total
    }

    /// The loss of an example; its gradient is added to `gradient`.
    pub fn learn(&self, sample: &Sample, gradient: &mut Params<H>) -> f32 {
        let sums = [self.sums(sample, 0), self.sums(sample, 1)];
        let out = &self.out[sample.bucket];
        let output =
            self.out_bias[sample.bucket] + weigh(&sums[0], &out[0]) + weigh(&sums[1], &out[1]);
        let chance = logistic(output);
        let error = chance - sample.target;
        let slope = 2.0 * error * chance * (1.0 - chance);
        gradient.out_bias[sample.bucket] += slope;
        for side in 0..2 {
            let mut back = [0.0; H];
            let towards = &mut gradient.out[sample.bucket][side];
            for i in 0..H {
                let clipped = sums[side][i].clamp(0.0, 1.0);
                towards[i] += slope * clipped * clipped;
                let inside = sums[side][i] == clipped;
                back[i] = if inside { 2.0 * slope * out[side][i] * clipped } else { 0.0 };
                gradient.bias[i] += back[i];
            }
            for feature in sample.of(side) {
                let row = &mut gradient.features[feature];
                for i in 0..H {
                    row[i] += back[i];
                }
            }
        }
        error * error
    }
}

/// Sixteen sums side by side, which processors add at once.
fn weigh<const H: usize>(sums: &[f32; H], weights: &[f32; H]) -> f32 {
    let mut lanes = [0.0; 16];
    for (sums, weights) in sums.chunks(16).zip(weights.chunks(16)) {
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
            let clipped = sum.clamp(0.0, 1.0);
            *lane += clipped * clipped * weight;
        }
    }
    lanes.iter().sum()
}

pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
