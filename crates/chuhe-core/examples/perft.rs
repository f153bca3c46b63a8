//! `cargo run --release -p chuhe-core --example perft -- DEPTH [FEN]`

use chuhe_core::Position;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let depth = args.next().and_then(|d| d.parse().ok()).unwrap_or(5);
    let fen = args.collect::<Vec<_>>().join(" ");
    let position = if fen.is_empty() {
        Position::start()
    } else {
        Position::from_fen(&fen).expect("a playable FEN")
    };
    let start = Instant::now();
    let nodes = position.perft(depth);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "perft {depth}: {nodes} nodes in {seconds:.3} s, {:.1} M nodes/s",
        nodes as f64 / seconds / 1e6
    );
}
