//! Games between two kinds of players:
//! `cargo run --release -p chuhe-tiaoqi --example tiaoqi_match -- PLAYERS HOP OURS THEIRS GAMES [MARKS] [PIECES]`.
//!
//! `OURS` sits on one seat, another in every game, `THEIRS` on all others. Each is a level 1 to 6,
//! `greedy` (the longest way forward, ties by lot) or `random`. A level is searched to its depth
//! and nodes without a clock, level 6 to 20 000 nodes or to as many as `6:NODES` says, so the
//! result is the same on every machine. Each player's first two moves are drawn by lot from those
//! that go forward, the same for every seat that `OURS` takes in turn; in every
//! game others where both are the same. `MARKS` is `on` or `off`.

use std::collections::BTreeMap;

use chuhe_tiaoqi::search::{Limits, think};
use chuhe_tiaoqi::{Game, Hop, Move, Rules, cells::TO_TIP};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |n: usize, default: &str| args.get(n).cloned().unwrap_or_else(|| default.into());
    let players: u8 = get(0, "2").parse().expect("players");
    let hop = if get(1, "adjacent") == "adjacent" { Hop::Adjacent } else { Hop::Equidistant };
    let (ours, theirs) = (get(2, "6"), get(3, "greedy"));
    let games: usize = get(4, "10").parse().expect("games");
    let pieces: u8 = get(6, "10").parse().expect("pieces");
    let mut rules = Rules::new(hop);
    if get(5, "on") == "off" {
        rules.marks.clear();
    }
    let (mut quarters, mut rounds) = (0_u32, 0_u32);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut places: BTreeMap<u8, u32> = BTreeMap::new();
    let mut caught = [0_u32; 2];
    for number in 0..games {
        let opening = if ours == theirs { number } else { number / usize::from(players) };
        let mut random = 88172645463325252_u64 ^ (opening as u64) << 20;
        let mut game = Game::new(players, pieces, rules.clone()).expect("a game");
        let seat = number % usize::from(players);
        while game.end().is_none() {
            let who = if game.turn() == seat { &ours } else { &theirs };
            let opening = game.moves_made() < 2 * u32::from(players);
            let go =
                if opening { forward(&game, &mut random) } else { choose(&game, who, &mut random) };
            game.play(go).expect("legal");
        }
        let end = game.end().expect("ended").clone();
        quarters += u32::from(end.quarters[seat]);
        rounds += u32::from(game.seats()[seat].rounds);
        for (n, known) in game.seats().iter().enumerate() {
            caught[usize::from(n != seat)] += u32::from(format!("{known:?}").contains("Camp"));
        }
        let mut cause = format!("{:?}", end.cause);
        cause.truncate(cause.find(' ').unwrap_or(cause.len()));
        *ends.entry(cause).or_default() += 1;
        *places.entry(end.places[seat]).or_default() += 1;
    }
    println!(
        "{players} {hop:?}: {ours} against {theirs}: {:.2} of {games}; places {places:?}; {ends:?}; \
         out by marks: ours {}, theirs {}; {:.1} rounds",
        f64::from(quarters) / 4.0,
        caught[0],
        caught[1],
        f64::from(rounds) / games as f64
    );
}

fn lot(random: &mut u64) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 8) as usize
}

/// Steps nearer to the tip of the target.
fn gain(game: &Game, go: Move) -> i32 {
    let tip = &TO_TIP[game.turn_point().opposite() as usize];
    i32::from(tip[usize::from(go.from)]) - i32::from(tip[usize::from(go.to)])
}

fn forward(game: &Game, random: &mut u64) -> Move {
    let mut moves = game.legal();
    moves.retain(|&go| gain(game, go) > 0);
    moves[lot(random) % moves.len()]
}

fn choose(game: &Game, who: &str, random: &mut u64) -> Move {
    let moves = game.legal();
    match who {
        "random" => moves[lot(random) % moves.len()],
        "greedy" => {
            let best = moves.iter().map(|&go| gain(game, go)).max().unwrap_or(0);
            let near: Vec<&Move> = moves.iter().filter(|go| gain(game, **go) == best).collect();
            *near[lot(random) % near.len()]
        }
        level => {
            let fallback = if level == "6" { "20000" } else { "600000" };
            let (level, nodes) = level.split_once(':').unwrap_or((level, fallback));
            let mut limits = Limits::level(level.parse().expect("a level"), lot(random) as u64);
            limits.time = None;
            limits.nodes = limits.nodes.min(nodes.parse().expect("nodes"));
            think(game, limits, &|| false).best.expect("a move")
        }
    }
}
