//! Large zeroed memory, on huge pages where the system has them.
//!
//! A table of positions is read all over the place. With pages of 4 kB nearly every look at it has
//! to find the page first, which costs as much as the look; with pages of 2 MB it seldom does.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::Deref;
use std::ptr::NonNull;

const HUGE_PAGE: usize = 2 << 20;

/// Types for which zero bytes are a sound value, and that threads may share.
///
/// # Safety
/// Both must be true. A value must need no dropping.
pub unsafe trait Zeroable: Sync + Send {}

/// A slice that begins as zeros.
pub struct Zeroed<T> {
    start: NonNull<T>,
    len: usize,
    /// What was allocated: more than is used, so that the slice can begin on a huge page.
    raw: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its memory, and `Zeroable` says that its values may be sent and shared.
unsafe impl<T: Zeroable> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Zeroable> Sync for Zeroed<T> {}

impl<T: Zeroable> Zeroed<T> {
    /// So many values; if there is not so much memory, the half, and so on.
    pub fn new(mut len: usize) -> Zeroed<T> {
        assert!(len > 0 && size_of::<T>() > 0 && align_of::<T>() <= HUGE_PAGE);
        loop {
            let bytes = len * size_of::<T>() + HUGE_PAGE;
            // An alignment of one lets the system hand out zeroed pages that nobody has to write.
            let layout = Layout::from_size_align(bytes, 1).expect("a table fits into memory");
            // SAFETY: the layout is not empty.
            if let Some(raw) = NonNull::new(unsafe { alloc_zeroed(layout) }) {
                let skip = raw.as_ptr().align_offset(HUGE_PAGE);
                assert!(skip <= HUGE_PAGE);
                // SAFETY: a huge page more was allocated than the values need.
                let start = unsafe { raw.add(skip) }.cast::<T>();
                prefer_huge_pages(start.cast(), len * size_of::<T>());
                return Zeroed { start, len, raw, layout };
            }
            if len == 1 {
                handle_alloc_error(layout);
            }
            len /= 2;
        }
    }
}

impl<T: Zeroable> Zeroed<T> {
    /// Writes zeros everywhere.
    pub fn clear(&mut self) {
        // SAFETY: so many values lie there, nobody else has them, and zeros are sound values.
        unsafe { std::ptr::write_bytes(self.start.as_ptr(), 0, self.len) }
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: so many values lie there, aligned; zeros are sound values, by `Zeroable`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout; the values need no dropping, by `Zeroable`.
        unsafe { dealloc(self.raw.as_ptr(), self.layout) }
    }
}

#[cfg(target_os = "linux")]
fn prefer_huge_pages(start: NonNull<u8>, bytes: usize) {
    use std::ffi::{c_int, c_void};
    const MADV_HUGEPAGE: c_int = 14;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    // SAFETY: the range belongs to us; the advice changes nothing but the speed, and if the system
    // does not take it, all goes on as before.
    unsafe {
        madvise(start.as_ptr().cast(), bytes, MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages(_: NonNull<u8>, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    // SAFETY: a plain number.
    unsafe impl Zeroable for AtomicU64 {}

    #[test]
    fn it_begins_as_zeros_on_a_huge_page_and_keeps_what_is_written_until_it_is_cleared() {
        for len in [1, 1000, 1 << 20] {
            let mut memory = Zeroed::<AtomicU64>::new(len);
            assert_eq!(memory.len(), len);
            assert_eq!(memory.as_ptr() as usize % HUGE_PAGE, 0);
            assert!(memory.iter().all(|word| word.load(Relaxed) == 0));
            memory[len - 1].store(7, Relaxed);
            assert_eq!(memory[len - 1].load(Relaxed), 7);
            memory.clear();
            assert!(memory.iter().all(|word| word.load(Relaxed) == 0));
        }
    }
}
