//! The net: its numbers, and how a position's value comes from them.

use super::features::{BUCKETS, COUNT};
use std::sync::{Arc, LazyLock};

/// Sums of the hidden layer for each view.
pub const HIDDEN: usize = 128;
/// One, in the hidden layer.
pub const ONE: i32 = 255;
/// One, among the weights of the output.
pub const OUT_ONE: i32 = 64;

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"chuhenn1";
const HEADER: usize = 16;

static BUILT_IN: &[u8] = include_bytes!("../../nets/chuhe.nn");

/// A row of the hidden layer.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// The numbers of a net.
pub struct Net {
    /// What each feature adds to the hidden layer.
    pub features: Box<[Row]>,
    /// The hidden layer without any feature.
    pub bias: Row,
    /// For each bucket: weights for the view of the side to move, and of the other side.
    out: Box<[[Row; 2]; BUCKETS]>,
    out_bias: [i32; BUCKETS],
    /// Points for one unit of the output, which is the logarithm of the odds.
    scale: i32,
}

/// Bytes of a file with a hidden layer of so many sums.
pub const fn size(hidden: usize) -> usize {
    HEADER + 2 * hidden * (COUNT + 1 + 2 * BUCKETS) + 4 * BUCKETS
}

/// The header: magic, hidden sums, features, buckets, scale.
pub fn header(hidden: usize, scale: i32) -> Vec<u8> {
    let words = [hidden as u16, COUNT as u16, BUCKETS as u16, scale as u16];
    let mut bytes = MAGIC.to_vec();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("the size was looked at");
        self.0 = rest;
        *head
    }

    fn row(&mut self) -> Row {
        Row(std::array::from_fn(|_| i16::from_le_bytes(self.take())))
    }
}

impl Net {
    /// Reads a file. The error tells what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Net, String> {
        if bytes.len() != size(HIDDEN) {
            return Err(format!("expected {} bytes, got {}", size(HIDDEN), bytes.len()));
        }
        let scale = i32::from(u16::from_le_bytes([bytes[14], bytes[15]]));
        if bytes[..HEADER] != header(HIDDEN, scale) {
            return Err(format!("no net of {COUNT} features, {HIDDEN} sums, {BUCKETS} buckets"));
        }
        let mut reader = Reader(&bytes[HEADER..]);
        Ok(Net {
            features: (0..COUNT).map(|_| reader.row()).collect(),
            bias: reader.row(),
            out: Box::new(std::array::from_fn(|_| [reader.row(), reader.row()])),
            out_bias: std::array::from_fn(|_| i32::from_le_bytes(reader.take())),
            scale,
        })
    }

    /// The net that comes with the engine, read once.
    pub fn built_in() -> Arc<Net> {
        static NET: LazyLock<Arc<Net>> =
            LazyLock::new(|| Arc::new(Net::read(BUILT_IN).expect("the built-in net is sound")));
        Arc::clone(&NET)
    }

    /// The value in points, from the sums of the side to move and of the other side.
    #[inline(always)]
    pub fn output(&self, own: &Row, other: &Row, bucket: usize) -> i32 {
        let [first, second] = &self.out[bucket];
        let sum = i64::from(squared(own, first)) + i64::from(squared(other, second));
        let unit = i64::from(ONE * OUT_ONE);
        let value = sum / i64::from(ONE) + i64::from(self.out_bias[bucket]);
        (value * i64::from(self.scale) / unit) as i32
    }
}

#[cfg(test)]
impl Net {
    /// The value by its definition.
    pub fn by_definition(&self, own: &[i64], other: &[i64], bucket: usize) -> i64 {
        let sum: i64 = [own, other]
            .iter()
            .zip(&self.out[bucket])
            .flat_map(|(sums, weights)| sums.iter().zip(&weights.0))
            .map(|(&sum, &weight)| sum.clamp(0, ONE as i64).pow(2) * i64::from(weight))
            .sum();
        let value = sum / i64::from(ONE) + i64::from(self.out_bias[bucket]);
        value * i64::from(self.scale) / i64::from(ONE * OUT_ONE)
    }
}

/// The sum of weight times the square of the sum clipped to 0..=ONE. A weight times ONE fits into
/// 16 bits, which lets eight lanes or more be done at once.
#[inline(always)]
fn squared(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let clipped = sum.clamp(0, ONE as i16);
        let once = clipped.wrapping_mul(weight);
        total = total.wrapping_add(i32::from(once) * i32::from(clipped));
    }
    total
}
