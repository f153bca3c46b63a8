//! The transposition table: what was found out about a position, kept by its key.
//!
//! Threads read and write without locks. An entry is two words, the data and the key mixed with
//! the data; words torn apart by two writers do not fit together and are taken for another
//! position.

use crate::memory::{Zeroable, Zeroed};
use crate::score::{EVAL_LIMIT, Value, from_table};
use chuhe_core::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    None,
    Upper,
    Lower,
    Exact,
}

/// A stored result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub best: Option<Move>,
    pub value: Value,
    /// The static evaluation, or [`NO_EVAL`].
    pub eval: Value,
    pub depth: i32,
    pub bound: Bound,
    /// Lay on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// The stored value seen from `ply`, if it settles whether the true one reaches the window.
    #[inline(always)]
    pub fn settles(&self, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let value = from_table(self.value, ply);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
            Bound::None => false,
        };
        settled.then_some(value)
    }

    /// The stored value seen from `ply`, if it says more than an evaluation does.
    #[inline(always)]
    pub fn refines(&self, ply: usize, eval: Value) -> Option<Value> {
        self.settles(ply, eval - 1, eval + 1).filter(|value| value.abs() < EVAL_LIMIT)
    }
}

/// Stands for "the evaluation was not computed" (the side was in check).
pub const NO_EVAL: Value = -32_700;

/// Entries of one cache line.
const CLUSTER: usize = 4;
/// Depths from -8 to 247 fit into a byte.
const DEPTH_OFFSET: i32 = 8;
/// Searches count in five bits.
const AGE_MASK: u8 = 31;

/// Tables up to so many megabytes are cleared by writing zeros: some hundredths of a second.
const CLEARED_IN_PLACE: usize = 256;

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

// SAFETY: atomics, for which zero bytes are zeros.
unsafe impl Zeroable for Cluster {}

/// The table. Its size is fixed until [`Table::resize`].
pub struct Table {
    clusters: Zeroed<Cluster>,
    age: AtomicU8,
}

impl Table {
    /// A table of about `megabytes`, at least one.
    pub fn new(megabytes: usize) -> Table {
        let count = (megabytes.max(1) << 20) / size_of::<Cluster>();
        Table { clusters: Zeroed::new(count), age: AtomicU8::new(0) }
    }

    /// Forgets everything and takes another size.
    pub fn resize(&mut self, megabytes: usize) {
        self.clusters = Zeroed::new(1); // give the memory back first
        *self = Table::new(megabytes);
    }

    /// Forgets everything.
    ///
    /// New pages come quicker than zeros are written, but a search pays for each of them when it
    /// touches it first: up to a millisecond. Between games there is time, if the table is not huge.
    pub fn clear(&mut self) {
        let megabytes = (self.clusters.len() * size_of::<Cluster>()) >> 20;
        if megabytes > CLEARED_IN_PLACE {
            self.resize(megabytes);
        } else {
            self.clusters.clear();
            self.age = AtomicU8::new(0);
        }
    }

    /// Tells the table that a new search begins: what older ones stored is replaced first.
    pub fn begin_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) & AGE_MASK, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits choose the cluster: multiply and shift, so any size will do.
        let index = (key as u128 * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to bring the cluster of `key` near.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no effect on the program whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.cluster(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let fits = slot.check.load(Relaxed) ^ data == key && bound_of(data) != Bound::None;
            fits.then(|| unpack(data))
        })
    }

    /// Stores a result, in the place of the least valuable one of its cluster.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if bound_of(data) == Bound::None {
                worst = Some((slot, i32::MIN));
                break;
            }
            let old = unpack(data);
            if slot.check.load(Relaxed) ^ data == key {
                // Much shallower news about the same search do not replace what is known.
                let fresh = age_of(data) == age;
                if entry.bound != Bound::Exact && fresh && entry.depth + 4 < old.depth {
                    return;
                }
                entry.best = entry.best.or(old.best);
                worst = Some((slot, i32::MIN));
                break;
            }
            let years = age.wrapping_sub(age_of(data)) & AGE_MASK;
            let worth = old.depth - 8 * years as i32;
            if worst.is_none_or(|(_, least)| worth < least) {
                worst = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = worst {
            let data = pack(&entry, age);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// How full the table is, in thousandths, by a sample of entries of this search.
    pub fn fill(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| bound_of(data) != Bound::None && age_of(data) == age)
            .count();
        used * 1000 / (sample * CLUSTER)
    }
}

// Bits: move 0..14, pv 14, value 16..32, eval 32..48, depth 48..56, bound 56..58, age 58..63.

fn pack(entry: &Entry, age: u8) -> u64 {
    let best = entry.best.map_or(0, Move::raw) as u64;
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    best | (entry.pv as u64) << 14
        | (entry.value as i16 as u16 as u64) << 16
        | (entry.eval as i16 as u16 as u64) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | (age as u64) << 58
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: Move::from_raw((data & 0x3fff) as u16).filter(|&m| m != Move::NULL),
        value: (data >> 16) as i16 as Value,
        eval: (data >> 32) as i16 as Value,
        depth: (data >> 48 & 0xff) as i32 - DEPTH_OFFSET,
        bound: bound_of(data),
        pv: data >> 14 & 1 != 0,
    }
}

fn bound_of(data: u64) -> Bound {
    [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 56 & 3) as usize]
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8 & AGE_MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, value: Value) -> Entry {
        let best = "h2e2".parse().ok();
        Entry { best, value, eval: -17, depth, bound: Bound::Exact, pv: true }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1);
        for depth in -2i32..100 {
            let stored = entry(depth, -31_990 + depth);
            let key = ((depth + 9) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
        assert_eq!(table.probe(12345), None);
    }

    #[test]
    fn a_result_without_a_move_keeps_the_old_move() {
        let table = Table::new(1);
        table.store(7, entry(3, 10));
        table.store(7, Entry { best: None, ..entry(5, 20) });
        assert_eq!(table.probe(7).unwrap().best, "h2e2".parse().ok());
        assert_eq!(table.probe(7).unwrap().value, 20);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1);
        // Five keys of one cluster: the high bits choose it.
        table.store(1, entry(30, 1));
        for key in 2..=4 {
            table.store(key, entry(9, 1));
        }
        table.store(5, entry(1, 1));
        assert!(table.probe(1).is_some() && table.probe(5).is_some());
        for _ in 0..4 {
            table.begin_search();
        }
        for key in 6..=9 {
            table.store(key, entry(2, 1));
        }
        assert!(
            table.probe(1).is_none(),
            "four searches later depth 30 is worth less than depth 2"
        );
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = Table::new(1);
        table.store(99, entry(3, 10));
        assert!(table.fill() > 0 || table.probe(99).is_some());
        table.clear();
        assert_eq!(table.probe(99), None);
        assert_eq!(table.fill(), 0);
    }
}
