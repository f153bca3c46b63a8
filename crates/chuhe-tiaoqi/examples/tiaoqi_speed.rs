//! Moves generated a second, on one core: `cargo run --release -p chuhe-tiaoqi --example tiaoqi_speed`.

use std::time::Instant;

use chuhe_tiaoqi::{Hop, Layout, Rules, Stop, perft, seats};

fn main() {
    for (players, depth, hop) in
        [(2, 5, Hop::Adjacent), (2, 4, Hop::Equidistant), (6, 4, Hop::Equidistant)]
    {
        let points = seats(players).expect("a number of players");
        let rules = Rules { stop: Stop::Free, ..Rules::new(hop) };
        let begun = Instant::now();
        let moves = perft(&Layout::start(points, 10), points, 0, depth, &rules);
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{players} players, {hop:?}, depth {depth}: {moves} in {seconds:.3} s, {:.1} M/s",
            moves as f64 / seconds / 1e6
        );
    }
}
