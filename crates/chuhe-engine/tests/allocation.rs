//! The search asks for no memory while it goes on.

use chuhe_core::{Board, Position};
use chuhe_engine::bench::POSITIONS;
use chuhe_engine::{Engine, Limits};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Counts how often memory is asked for.
struct Counting;

static TIMES: AtomicU64 = AtomicU64::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TIMES.fetch_add(1, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        TIMES.fetch_add(1, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        TIMES.fetch_add(1, Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a search of so many nodes asked for memory after its first iteration had been told of,
/// and how many iterations were.
fn asked(fen: &str, by_net: bool, nodes: u64) -> (u64, u64) {
    let mut engine = Engine::new(8);
    if !by_net {
        engine.set_net(None);
    }
    let board = Board::new(Position::from_fen(fen).unwrap());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut begun, mut told) = (None, 0);
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {
        begun.get_or_insert_with(|| TIMES.load(Relaxed));
        told += 1;
    });
    assert!(outcome.nodes >= nodes);
    (TIMES.load(Relaxed) - begun.expect("at least one iteration"), told)
}

/// What is told of an iteration takes memory: the list and its line, once more at the end; and a few
/// lists grow to their size the first times that a cycle is judged.
#[test]
fn a_search_of_a_hundred_thousand_nodes_asks_for_memory_to_tell_of_its_iterations_only() {
    for fen in [POSITIONS[0], POSITIONS[7], POSITIONS[11]] {
        for by_net in [true, false] {
            let (times, told) = asked(fen, by_net, 100_000);
            println!("{times} {told} {fen}");
            assert!(times <= 4 * told + 40, "{times} times, {told} iterations of {fen}");
        }
    }
}
