//! Examples read back from the files that `gen` wrote.

use crate::model::{MOST, Sample, logistic};
use crate::numbers::Numbers;
use crate::record::{self, Packed, SIZE, UNKNOWN};
use chuhe_core::{Color, Role, Square};
use chuhe_engine::nnue::features::{View, bucket_by};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// One file in so many is kept apart, to measure what was learned. Whole files: positions of one
/// game are too much alike.
const APART: usize = 25;

/// All examples.
#[derive(Default)]
pub struct Data {
    pub train: Vec<Packed>,
    pub validation: Vec<Packed>,
    pub files: usize,
}

impl Data {
    /// All examples of one folder.
    pub fn all(folder: &Path) -> io::Result<Vec<Packed>> {
        let data = Data::read(&[folder])?;
        Ok([data.train, data.validation].concat())
    }

    /// Reads all files of the folders.
    pub fn read(folders: &[&Path]) -> io::Result<Data> {
        let mut data = Data::default();
        for folder in folders {
            let mut paths: Vec<PathBuf> =
                fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<io::Result<_>>()?;
            paths.retain(|path| path.extension().is_some_and(|e| e == "bin"));
            paths.sort();
            for path in paths {
                let bytes = fs::read(&path)?;
                let records = bytes.chunks_exact(SIZE);
                if !records.remainder().is_empty() {
                    return Err(io::Error::other(format!("{}: cut short", path.display())));
                }
                let apart = data.files % APART == 0;
                let records = records.map(|r| Packed::try_from(r).expect("the size of a chunk"));
                if apart { &mut data.validation } else { &mut data.train }.extend(records);
                data.files += 1;
            }
        }
        Ok(data)
    }
}

/// How an example's target is made of what was found out.
#[derive(Clone, Copy, Debug)]
pub struct Blend {
    /// Points of the engine for one unit of the logarithm of the odds.
    pub scale: f32,
    /// The share of the score; the rest is the result's.
    pub of_score: f32,
}

/// The position as the net sees it, in a mirror or not.
pub fn sample(packed: &Packed, mirrored: bool, blend: Blend) -> Sample {
    let place = |square: usize| if mirrored { square + 8 - 2 * (square % 9) } else { square };
    let turn = record::turn(packed);
    let mut kings = [0; 2];
    let (mut rooks, mut minors) = (0, 0);
    for (square, piece) in record::pieces(packed) {
        match Role::ALL[usize::from(piece) % 7] {
            Role::King => kings[usize::from(piece) / 7] = place(square),
            Role::Rook => rooks += 1,
            Role::Horse | Role::Cannon => minors += 1,
            _ => {}
        }
    }
    let view = |color: Color| View::new(color, Square::from_index(kings[color.index()] as u8));
    let views = [view(turn), view(!turn)];
    let mut seen = [[0; MOST]; 2];
    let mut count = 0;
    for (square, piece) in record::pieces(packed) {
        for (side, view) in views.iter().enumerate() {
            let feature = view.feature(usize::from(piece), place(square));
            seen[side][count] = feature.expect("records hold sound positions") as u16;
        }
        count += 1;
    }
    let by_score = logistic(f32::from(record::score(packed)) / blend.scale);
    let of_score = if packed[30] == UNKNOWN { 1.0 } else { blend.of_score };
    let target = of_score * by_score + (1.0 - of_score) * f32::from(packed[30]) / 2.0;
    Sample { seen, count, bucket: bucket_by(rooks, minors), target }
}

/// The scale by which scores foretell results best, by squared error.
pub fn fit_scale(records: &[Packed]) -> f32 {
    let step = (records.len() / 200_000).max(1);
    let error = |scale: f32| -> f64 {
        let miss =
            |r: &Packed| logistic(f32::from(record::score(r)) / scale) - f32::from(r[30]) / 2.0;
        let known = records.iter().step_by(step).filter(|r| r[30] != UNKNOWN);
        known.map(|r| f64::from(miss(r).powi(2))).sum()
    };
    let (mut low, mut high) = (50.0, 1500.0);
    while high - low > 2.0 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

/// A random order of so many things.
pub fn shuffled(count: usize, numbers: &mut Numbers) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    for i in (1..count).rev() {
        order.swap(i, numbers.below(i + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use chuhe_core::Position;
    use chuhe_engine::nnue::features::bucket;

    const BLEND: Blend = Blend { scale: 300.0, of_score: 0.7 };

    #[test]
    fn a_sample_is_what_the_engine_sees() {
        let mut numbers = Numbers(8);
        let mut position = Position::start();
        for _ in 0..500 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::start();
                continue;
            }
            position.make(moves[numbers.below(moves.len())]);
            for mirrored in [false, true] {
                let packed =
                    Record { position: position.clone(), score: 90, result: 2, ply: 1 }.pack();
                let sample = sample(&packed, mirrored, BLEND);
                let shown = if mirrored { position.mirror_files() } else { position.clone() };
                for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
                    let view = View::of(&shown, color);
                    let mut expected: Vec<usize> = shown
                        .occupied()
                        .map(|s| {
                            view.feature(shown.piece_at(s).unwrap().index(), s.index()).unwrap()
                        })
                        .collect();
                    let mut got: Vec<usize> = sample.of(side).collect();
                    expected.sort_unstable();
                    got.sort_unstable();
                    assert_eq!(got, expected);
                }
                assert_eq!(sample.bucket, bucket(&position));
                assert!((sample.target - (0.7 * logistic(0.3) + 0.3)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn the_scale_is_found_again() {
        let mut numbers = Numbers(9);
        let records: Vec<Packed> = (0..100_000)
            .map(|_| {
                let score = numbers.below(1600) as i16 - 800;
                let won = numbers.unit() < logistic(f32::from(score) / 250.0);
                let position = Position::start();
                Record { position, score, result: 2 * u8::from(won), ply: 0 }.pack()
            })
            .collect();
        let scale = fit_scale(&records);
        assert!((235.0..265.0).contains(&scale), "{scale}");
    }

    #[test]
    fn a_shuffle_loses_nothing() {
        let mut order = shuffled(1000, &mut Numbers(1));
        assert_ne!(order[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(i, &n)| i == n as usize));
    }
}
