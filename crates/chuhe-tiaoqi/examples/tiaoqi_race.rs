//! How good the race solver is: `cargo run --release -p chuhe-tiaoqi --example tiaoqi_race -- HOP GAMES`.
//!
//! Level 3 plays itself from openings drawn by lot. The first time that the mover's pieces are
//! past the other's, each once a game, the race is solved as the search does it and once more with
//! twenty times the states.

use std::time::Instant;

use chuhe_tiaoqi::search::{Limits, RACE_NODES, passed, race, think};
use chuhe_tiaoqi::{Game, Hop, Rules};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let hop = if args.first().is_some_and(|hop| hop == "adjacent") {
        Hop::Adjacent
    } else {
        Hop::Equidistant
    };
    let games: u64 = args.get(1).map_or(50, |n| n.parse().expect("games"));
    let (mut races, mut exact, mut moves, mut slowest) = (0, 0, 0, 0.0_f64);
    let (mut settled, mut longer, mut excess, mut open) = (0, 0, 0, 0);
    for number in 0..games {
        let mut game = Game::new(2, 10, Rules::new(hop)).expect("a game");
        let mut seen = [false; 2];
        while game.end().is_none() {
            let turn = game.turn();
            let point = game.turn_point();
            if !seen[turn] && passed(game.layout(), &game.points_playing(), point) {
                seen[turn] = true;
                let begun = Instant::now();
                let found = race(game.layout(), point, game.rules(), RACE_NODES).expect("a way");
                slowest = slowest.max(begun.elapsed().as_secs_f64());
                races += 1;
                moves += found.way.len();
                exact += usize::from(found.exact);
                if !found.exact {
                    let more =
                        race(game.layout(), point, game.rules(), 20 * RACE_NODES).expect("a way");
                    settled += usize::from(more.exact);
                    longer += usize::from(found.way.len() > more.way.len());
                    excess += found.way.len() - more.way.len();
                    open += more.way.len() - more.least;
                }
            }
            let level = if game.moves_made() < 6 { 1 } else { 3 };
            let mut limits = Limits::level(level, number);
            limits.time = None;
            let go = think(&game, limits, &|| false).best.expect("a move");
            game.play(go).expect("legal");
        }
    }
    println!(
        "{hop:?}: {races} races of {:.1} moves in {games} games, {exact} proved shortest, at most \
         {slowest:.2} s; of the others twenty times the states proved {settled}, and found a \
         shorter way in {longer} ({excess} moves in all); {open} moves in all stay between way and \
         bound",
        moves as f64 / f64::from(races)
    );
}
