//! A fixed amount of work: its node count is the signature of the search.
//!
//! A change that is meant to change nothing but speed leaves the count as it is.

use crate::search::{Engine, Limits};
use chuhe_core::{Board, Position};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Positions of all phases: openings, middle games, endings, checks.
pub const POSITIONS: [&str; 16] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3",
    "r1bakabr1/9/1cn3n1c/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b - - 2 5",
    "2bakab1r/9/r1n1c1nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - - 0 7",
    "r2akab1r/9/2n1b1n2/p1p1p3p/5c3/2P3p2/P3P3P/N1C1C1N2/9/R1BAKAB1R w - - 0 9",
    "2bak4/4a4/4b4/p3p2Rp/2p6/6P2/P1P1P1n1P/4B1N2/4A4/2BAK2r1 w - - 4 21",
    "3akab2/4R4/n3b4/p1p1p3p/9/2P1P4/P5r1P/2N1B4/4A4/2BAK4 b - - 0 25",
    "4kab2/4a4/2n1b4/p3C3p/2p3P2/9/P3r4/4B4/4A4/2B1KAR2 w - - 1 28",
    "2ba1k3/4a4/4b4/2P5p/9/6R2/8P/4B3C/4A4/1r2KAB2 w - - 3 40",
    "4ka3/4a4/4b4/6N2/2b6/9/4P4/9/4A4/3K1A3 w - - 0 50",
    "3k5/4a4/3a5/9/9/2p6/4n4/4B4/4A4/2BK1A3 b - - 9 61",
    "5k3/4P4/4b4/9/9/9/9/4B4/4A4/4K1B1r b - - 0 70",
    "C1bak4/4a4/4b3n/p3p3p/5r3/2P3R2/P3P3P/2N1B4/4A4/2BAK4 w - - 2 22",
    "1rbakab2/9/2n1c1n2/p1p1p1p1p/7r1/2P4R1/P3P1P1P/N1C1C1N2/9/1RBAKAB2 w - - 6 12",
    "3k1ab2/4a4/4b4/9/9/4R4/9/4B4/3rA4/2B1KA3 w - - 0 33",
    "r3kabr1/4a4/1cn1b1n2/p3p1R1p/2p6/9/P1P1P3P/C1N1C1N2/9/R1BAKAB2 w - - 0 11",
];

/// Depth of the signature.
pub const DEPTH: i32 = 11;

/// What a run measured.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub nodes: u64,
    pub time: Duration,
}

/// Searches all positions from an empty table, one thread, and returns the sum.
pub fn measure(depth: i32, tell: &mut dyn FnMut(&str)) -> Report {
    let mut engine = Engine::new(32);
    let start = Instant::now();
    let mut nodes = 0;
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("the bench positions are sound");
        engine.new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let outcome =
            engine.search(&Board::new(position), &limits, &AtomicBool::new(false), &mut |_| {});
        nodes += outcome.nodes;
        let best = outcome.best.map_or("(none)".to_owned(), |m| m.to_string());
        tell(&format!("info string {fen}: {best} {} nodes", outcome.nodes));
    }
    Report { nodes, time: start.elapsed() }
}

/// The `bench` command: tells the node count and the speed.
pub fn run(tell: &mut dyn FnMut(&str)) {
    let report = measure(DEPTH, tell);
    let speed = report.nodes as f64 / report.time.as_secs_f64();
    tell(&format!("bench: {} nodes {:.0} nodes/second", report.nodes, speed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_repeats() {
        let first = measure(6, &mut |_| {});
        let second = measure(6, &mut |_| {});
        assert_eq!(first.nodes, second.nodes);
        assert!(first.nodes > 10_000);
    }
}
