//! Games between a level and simple players:
//! `cargo run --release -p chuhe-tiaoqi --example tiaoqi_match -- PLAYERS HOP OURS THEIRS GAMES [MARKS]`.
//! `OURS` and `THEIRS` are levels 1 to 6, `greedy` (the longest way forward, ties by lot) or
//! `random`. The seat changes from game to game; `MARKS` is `off` or `on`.

use std::collections::BTreeMap;

use chuhe_tiaoqi::search::{Limits, think};
use chuhe_tiaoqi::{Game, Hop, Move, Rules};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |n: usize, default: &str| args.get(n).cloned().unwrap_or_else(|| default.into());
    let players: u8 = get(0, "2").parse().expect("players");
    let hop = if get(1, "adjacent") == "adjacent" { Hop::Adjacent } else { Hop::Equidistant };
    let (ours, theirs) = (get(2, "6"), get(3, "greedy"));
    let games: usize = get(4, "10").parse().expect("games");
    let mut rules = Rules::new(hop);
    if get(5, "on") == "off" {
        rules.marks.clear();
    }
    let mut random = 88172645463325252_u64;
    let (mut quarters, mut rounds, mut plies) = (0_u32, 0_u32, 0_u32);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut places: BTreeMap<u8, u32> = BTreeMap::new();
    for number in 0..games {
        let mut game = Game::new(players, 10, rules.clone()).expect("a game");
        let seat = number % usize::from(players);
        while game.end().is_none() {
            let who = if game.turn() == seat { &ours } else { &theirs };
            let go = choose(&game, who, &mut random);
            game.play(go).expect("legal");
        }
        let end = game.end().expect("ended").clone();
        quarters += u32::from(end.quarters[seat]);
        rounds += u32::from(game.seats()[seat].rounds);
        plies += game.moves_made();
        let mut cause = format!("{:?}", end.cause);
        cause.truncate(cause.find(' ').unwrap_or(cause.len()));
        *ends.entry(cause).or_default() += 1;
        *places.entry(end.places[seat]).or_default() += 1;
        eprint!("\r{}/{games}", number + 1);
    }
    println!(
        "\n{players} {hop:?}: {ours} against {theirs}: {:.2} of {games}; places {places:?}; {ends:?}; {:.1} rounds",
        f64::from(quarters) / 4.0,
        f64::from(rounds) / games as f64
    );
    let _ = plies;
}

fn choose(game: &Game, who: &str, random: &mut u64) -> Move {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    let moves = game.legal();
    match who {
        "random" => moves[*random as usize % moves.len()],
        "greedy" => {
            let point = game.turn_point();
            let tip = chuhe_tiaoqi::cells::TO_TIP[point.opposite() as usize];
            let gain = |go: &Move| {
                i32::from(tip[usize::from(go.from)]) - i32::from(tip[usize::from(go.to)])
            };
            let best = moves.iter().map(gain).max().unwrap_or(0);
            let near: Vec<&Move> = moves.iter().filter(|go| gain(go) == best).collect();
            *near[*random as usize % near.len()]
        }
        level => {
            let mut limits = Limits::level(level.parse().expect("a level"), *random);
            limits.time = limits.time.map(|time| time / 10);
            think(game, limits, &|| false).best.expect("a move")
        }
    }
}
