//! Adam, the usual way to go down a noisy gradient.

use crate::model::Params;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// No weight grows beyond this: it would not fit the integers of the engine.
pub const MOST: f32 = 1.98;

/// The memory of the method: running means of the gradient and of its square.
pub struct Adam<const H: usize> {
    pub mean: Params<H>,
    pub square: Params<H>,
    pub steps: u64,
}

impl<const H: usize> Adam<H> {
    pub fn new() -> Adam<H> {
        Adam { mean: Params::zero(), square: Params::zero(), steps: 0 }
    }

    /// One step against the gradient, which is that of a mean loss. Weights shrink by
    /// `rate * decay` of themselves.
    pub fn step(&mut self, params: &mut Params<H>, gradient: &Params<H>, rate: f32, decay: f32) {
        self.steps += 1;
        let warm_mean = 1.0 - MEAN.powi(self.steps.min(10_000) as i32);
        let warm_square = 1.0 - SQUARE.powi(self.steps.min(100_000) as i32);
        let moments = self.mean.iter_mut().zip(self.square.iter_mut());
        for ((param, gradient), (mean, square)) in
            params.iter_mut().zip(gradient.iter()).zip(moments)
        {
            *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
            let size = (*square / warm_square).sqrt() + LEAST;
            let change = rate * (*mean / warm_mean / size + decay * *param);
            *param = (*param - change).clamp(-MOST, MOST);
        }
    }
}

impl<const H: usize> Default for Adam<H> {
    fn default() -> Adam<H> {
        Adam::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_lead_to_the_bottom() {
        let mut params = Params::<1>::zero();
        let mut adam = Adam::new();
        for _ in 0..3000 {
            let mut gradient = Params::zero();
            gradient.bias[0] = 2.0 * (params.bias[0] - 0.7);
            adam.step(&mut params, &gradient, 0.01, 0.0);
        }
        assert!((params.bias[0] - 0.7).abs() < 0.01, "{}", params.bias[0]);
    }
}
