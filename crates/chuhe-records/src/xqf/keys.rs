//! The keys that shift what stands in an encrypted file.

use super::HEADER;

/// The shifts of an encrypted file; all nothing in one that is not.
pub(super) struct Keys {
    /// Since 1.1 the size of a comment stands only where there is one.
    pub flagged: bool,
    pub pieces: u8,
    pub from: u8,
    pub to: u8,
    pub size: u32,
    pub stream: [u8; 32],
    /// The slot that the first square in the file is for.
    pub first_slot: usize,
}

impl Keys {
    pub fn of(head: &[u8; HEADER]) -> Keys {
        let version = head[2];
        if version <= 10 {
            let (stream, first_slot) = ([0; 32], 0);
            return Keys { flagged: false, pieces: 0, from: 0, to: 0, size: 0, stream, first_slot };
        }
        let mix = |key: u8, by: u8| {
            let key = u32::from(key);
            ((54 * key * key + 221) * u32::from(by)) as u8
        };
        let pieces = mix(head[13], head[13]);
        let from = mix(head[14], pieces);
        let to = mix(head[15], from);
        let size = (u32::from(head[12]) * 256 + u32::from(head[13])) % 32000 + 767;
        let words = b"[(C) Copyright Mr. Dong Shiwei.]";
        let stream =
            std::array::from_fn(|i| ((head[12 + i % 4] & head[3]) | head[8 + i % 4]) & words[i]);
        let first_slot = if version >= 12 { (usize::from(pieces) + 1) % 32 } else { 0 };
        Keys { flagged: true, pieces, from, to, size, stream, first_slot }
    }
}

/// What keys of its own a file of version 1.8 has in its header, by a seed: none is nothing, and
/// the last makes the sum of four of them nothing, as those of XQStudio do.
pub(super) fn choose(head: &mut [u8; HEADER], seed: u64) {
    let (first, second) = (mixed(seed), mixed(seed.wrapping_add(1)));
    let mut bytes = first.to_le_bytes().into_iter().chain(second.to_le_bytes());
    let mut next = || bytes.next().expect("there are sixteen").max(1);
    for key in [3, 8, 9, 10, 11, 12, 13, 14] {
        head[key] = next();
    }
    let sum =
        |head: &[u8; HEADER]| head[12..15].iter().fold(0u8, |sum, key| sum.wrapping_add(*key));
    if sum(head) == 0 {
        head[12] = if head[12] == 1 { 2 } else { head[12] - 1 };
    }
    head[15] = sum(head).wrapping_neg();
}

/// A number that shows nothing of the one it comes from (splitmix64).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
