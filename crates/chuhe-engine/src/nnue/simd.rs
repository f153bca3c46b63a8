//! The inner loops, compiled twice: plainly, and with AVX2 where the processor has it. Both do the
//! same sums of integers, so that they agree to the bit. (On ARM the plain code uses NEON.)

use super::net::{Net, Row};

/// Rows to add to the sums and rows to take from them, with the sums they change.
pub struct Change<'a> {
    pub plus: &'a [&'a Row],
    pub minus: &'a [&'a Row],
}

#[inline(always)]
fn apply_plain(from: &Row, to: &mut Row, change: &Change) {
    *to = *from;
    for row in change.plus {
        for (sum, weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for row in change.minus {
        for (sum, weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// One piece moves: one row in, one out, in one pass.
#[inline(always)]
fn moved_plain(from: &Row, to: &mut Row, plus: &Row, minus: &Row) {
    for (i, sum) in to.0.iter_mut().enumerate() {
        *sum = from.0[i].wrapping_add(plus.0[i]).wrapping_sub(minus.0[i]);
    }
}

/// One piece takes another: one row in, two out, in one pass.
#[inline(always)]
fn taken_plain(from: &Row, to: &mut Row, plus: &Row, minus: [&Row; 2]) {
    for (i, sum) in to.0.iter_mut().enumerate() {
        let gain = from.0[i].wrapping_add(plus.0[i]);
        *sum = gain.wrapping_sub(minus[0].0[i]).wrapping_sub(minus[1].0[i]);
    }
}

#[inline(always)]
fn change_plain(from: &Row, to: &mut Row, change: &Change) {
    match (change.plus, change.minus) {
        ([plus], [minus]) => moved_plain(from, to, plus, minus),
        ([plus], [first, second]) => taken_plain(from, to, plus, [first, second]),
        _ => apply_plain(from, to, change),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn change_avx2(from: &Row, to: &mut Row, change: &Change) {
    change_plain(from, to, change);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_avx2(net: &Net, own: &Row, other: &Row, bucket: usize) -> i32 {
    net.output(own, other, bucket)
}

/// Which code to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd {
    avx2: bool,
}

impl Simd {
    /// Code for any processor.
    #[cfg_attr(all(not(test), target_arch = "x86_64"), allow(dead_code))]
    pub const PLAIN: Simd = Simd { avx2: false };

    /// The best code that this processor can run.
    pub fn detect() -> Simd {
        #[cfg(target_arch = "x86_64")]
        return Simd { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        Simd::PLAIN
    }

    /// Writes `from` with the change to `to`.
    #[inline]
    pub fn change(self, from: &Row, to: &mut Row, change: &Change) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `detect` has found AVX2.
            return unsafe { change_avx2(from, to, change) };
        }
        change_plain(from, to, change);
    }

    /// [`Net::output`].
    #[inline]
    pub fn output(self, net: &Net, own: &Row, other: &Row, bucket: usize) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `detect` has found AVX2.
            return unsafe { output_avx2(net, own, other, bucket) };
        }
        net.output(own, other, bucket)
    }
}
