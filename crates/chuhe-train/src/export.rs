//! From the trainer's numbers to the engine's integers, and the trainer's own files.

use crate::adam::Adam;
use crate::model::Params;
use chuhe_engine::nnue::net::{ONE, OUT_ONE, header};

/// The file that the engine reads. `scale`: points for one unit of the output.
pub fn quantised<const H: usize>(params: &Params<H>, scale: f32) -> Vec<u8> {
    let word = |value: f32, one: i32| (value * one as f32).round() as i16;
    let mut bytes = header(H, scale.round() as i32);
    for value in params.features.iter().chain([&params.bias]).flatten() {
        bytes.extend(word(*value, ONE).to_le_bytes());
    }
    for value in params.out.iter().flatten().flatten() {
        bytes.extend(word(*value, OUT_ONE).to_le_bytes());
    }
    for value in params.out_bias {
        bytes.extend(((value * (ONE * OUT_ONE) as f32).round() as i32).to_le_bytes());
    }
    bytes
}

/// Where training stands: epochs done, then steps, then all numbers of the net and of the method.
pub fn checkpoint<const H: usize>(epochs: u32, params: &Params<H>, adam: &Adam<H>) -> Vec<u8> {
    let mut bytes = epochs.to_le_bytes().to_vec();
    bytes.extend(adam.steps.to_le_bytes());
    for part in [params, &adam.mean, &adam.square] {
        bytes.extend(part.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes
}

/// Reads a checkpoint; `None` if it is none of this size.
pub fn resume<const H: usize>(bytes: &[u8]) -> Option<(u32, Params<H>, Adam<H>)> {
    let (epochs, rest) = bytes.split_first_chunk()?;
    let (steps, rest) = rest.split_first_chunk()?;
    if rest.len() != 4 * 3 * Params::<H>::SIZE {
        return None;
    }
    let mut values =
        rest.chunks_exact(4).map(|w| f32::from_le_bytes(w.try_into().expect("four bytes")));
    let mut part = || {
        let mut params = Params::zero();
        params.iter_mut().zip(&mut values).for_each(|(to, from)| *to = from);
        params
    };
    let (params, mean, square) = (part(), part(), part());
    let adam = Adam { mean, square, steps: u64::from_le_bytes(*steps) };
    Some((u32::from_le_bytes(*epochs), params, adam))
}
