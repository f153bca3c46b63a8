//! The trainer's gradient against the one that `gradients.py` finds by differences with numpy.

use chuhe_engine::nnue::features::{BUCKETS, COUNT};
use chuhe_train::model::{MOST, Params, Sample};

fn net() -> Params<8> {
    let mut net = Params::zero();
    for (i, value) in net.iter_mut().enumerate() {
        *value = (0.3 * (0.37 * i as f64 + 0.1).sin()) as f32;
    }
    net
}

fn sample(number: usize) -> Sample {
    let count = 12 + number;
    let feature = |j: usize, side: usize| (131 * number + 47 * j + 17 * side + 3) % COUNT;
    let mut seen = [[0; MOST]; 2];
    for (side, seen) in seen.iter_mut().enumerate() {
        (0..count).for_each(|j| seen[j] = feature(j, side) as u16);
    }
    let target = (0.1 + 0.15 * number as f64) as f32;
    Sample { seen, count, bucket: number % BUCKETS, target }
}

#[test]
fn the_gradient_is_what_differences_say() {
    let (net, mut gradient) = (net(), Params::zero());
    for number in 0..6 {
        net.learn(&sample(number), &mut gradient);
    }
    let mut expected = vec![0.0; Params::<8>::SIZE];
    let lines = include_str!("gradients.txt").lines();
    for (index, slope) in lines.filter_map(|line| line.split_once(' ')) {
        expected[index.parse::<usize>().unwrap()] = slope.parse::<f32>().unwrap();
    }
    assert!(expected.iter().filter(|&&slope| slope != 0.0).count() > 500);
    for (i, (&found, expected)) in gradient.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 2e-5 + 1e-3 * expected.abs(), "{i}: {found} {expected}");
    }
}
