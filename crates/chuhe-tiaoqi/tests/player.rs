//! The players: races against a breadth-first search of our own, limits, and what levels do.

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Duration;

use chuhe_tiaoqi::cells::each;
use chuhe_tiaoqi::search::{Limits, passed, race, think};
use chuhe_tiaoqi::{Cause, Cells, Game, Hop, Layout, Point, Rules, Standing, Stop};

fn lot(random: &mut u64, n: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 8) as usize % n
}

/// Fewest moves until the free cells of the target are filled, by sets of reached layouts.
fn breadth_first(layout: &Layout, seat: Point, rules: &Rules) -> usize {
    let goal = layout.target(seat) & !(layout.occupied() & !layout.of(seat));
    let (mut tier, mut seen, mut moves) = (vec![*layout], HashSet::from([layout.of(seat)]), 0);
    while !tier.iter().any(|at| goal & !at.of(seat) == 0) {
        let mut next = Vec::new();
        for at in &tier {
            for go in at.moves(seat, rules) {
                let mut then = *at;
                then.play(seat, go);
                if seen.insert(then.of(seat)) {
                    next.push(then);
                }
            }
        }
        assert!(!next.is_empty());
        tier = next;
        moves += 1;
    }
    moves
}

/// Mostly home: some pieces of the south moved out of the north camp by random moves of anybody's
/// rules, and strangers standing about.
fn nearly_home(random: &mut u64, moves: usize, blocks: usize, rules: &Rules) -> Layout {
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    let target = Point::N.camp(10);
    layout.pieces[Point::S as usize] = target;
    let free = Rules { stop: Stop::Free, ..rules.clone() };
    for _ in 0..moves {
        let all = layout.moves(Point::S, &free);
        let out: Vec<_> = all.iter().filter(|go| go.to > go.from && go.to < 65).collect();
        layout.play(Point::S, *out[lot(random, out.len())]);
    }
    let mut strangers: Cells = 0;
    for n in 0..blocks + 3 {
        let among = if n < blocks { target } else { !target & ((1 << 111) - (1 << 46)) };
        let open: Vec<u8> = each(among & !layout.occupied() & !strangers).collect();
        if !open.is_empty() {
            strangers |= 1 << open[lot(random, open.len())];
        }
    }
    layout.pieces[Point::N as usize] = strangers;
    layout
}

#[test]
fn races_take_as_many_moves_as_breadth_first_finds() {
    let mut random = 4711;
    for hop in [Hop::Adjacent, Hop::Equidistant] {
        for (stop, occupied) in [
            (Stop::NoStopNoLeave, false),
            (Stop::Free, false),
            (Stop::NoEntry, false),
            (Stop::NoStop, true),
        ] {
            let rules = Rules { stop, start_occupied: occupied, ..Rules::new(hop) };
            for n in 0..12 {
                let layout = nearly_home(&mut random, 2 + n % 2, n % 3, &rules);
                let target = layout.target(Point::S) & !layout.of(Point::N);
                if target & !layout.of(Point::S) == 0 {
                    continue;
                }
                let found = race(&layout, Point::S, &rules, 1_000_000).expect("a way");
                assert!(found.exact, "{hop:?} {stop:?} {n}");
                assert_eq!(found.way.len(), breadth_first(&layout, Point::S, &rules));
                assert_eq!(found.least, found.way.len());
                let mut at = layout;
                for go in found.way {
                    assert!(at.targets(Point::S, go.from, &rules) >> go.to & 1 == 1);
                    at.play(Point::S, go);
                }
                assert_eq!(target & !at.of(Point::S), 0);
            }
        }
    }
}

#[test]
fn a_bound_is_never_above_the_shortest_way() {
    let mut random = 99;
    let rules = Rules::new(Hop::Adjacent);
    for n in 0..8 {
        let layout = nearly_home(&mut random, 5, 0, &rules);
        let exact = race(&layout, Point::S, &rules, 1_000_000).expect("a way");
        assert!(exact.exact);
        let rough = race(&layout, Point::S, &rules, 300 + 200 * n).expect("a way");
        assert!(rough.least <= exact.way.len() && exact.way.len() <= rough.way.len());
    }
}

#[test]
fn an_enemy_in_the_target_has_not_been_passed() {
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    layout.pieces[Point::S as usize] = Point::N.camp(10) ^ 0b11 | 1 << 40 | 1 << 41;
    layout.pieces[Point::N as usize] = Point::S.camp(10);
    let both = [Point::S, Point::N];
    assert!(passed(&layout, &both, Point::S));
    layout.pieces[Point::N as usize] ^= 1 << 120 | 1 << 0;
    assert!(!passed(&layout, &both, Point::S));
}

/// A game some moves on, each chosen carelessly.
fn midgame(players: u8, hop: Hop, moves: u32) -> Game {
    let mut game = Game::new(players, 10, Rules::new(hop)).unwrap();
    while game.moves_made() < moves {
        let limits = Limits { time: None, ..Limits::level(1, 5) };
        game.play(think(&game, limits, &|| false).best.unwrap()).unwrap();
    }
    game
}

#[test]
fn the_same_limits_find_the_same() {
    for (players, moves) in [(2, 10), (2, 40), (2, 58), (3, 20), (6, 40)] {
        let game = midgame(players, Hop::Equidistant, moves);
        for nodes in [1, 50, 3000] {
            let limits = Limits { depth: 30, nodes, time: None, noise: 0, seed: 3 };
            let one = think(&game, limits, &|| false);
            assert_eq!(one, think(&game, limits, &|| false));
            assert!(game.legal().contains(&one.best.unwrap()));
            // The root's own moves are counted whatever the limit says.
            assert!(one.nodes <= nodes + 200, "{} of {nodes}", one.nodes);
        }
    }
}

#[test]
fn who_is_told_to_stop_stops() {
    for (players, moves) in [(2, 10), (6, 40)] {
        let game = midgame(players, Hop::Adjacent, moves);
        let asked = Cell::new(0);
        let limits = Limits { depth: 30, nodes: u64::MAX, time: None, noise: 0, seed: 0 };
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        let thought = think(&game, limits, &stop);
        assert!(game.legal().contains(&thought.best.unwrap()));
        assert!(asked.get() < 10);
        let no_time = Limits { time: Some(Duration::ZERO), ..limits };
        assert!(think(&game, no_time, &|| false).best.is_some());
    }
}

#[test]
fn the_third_level_is_not_caught_by_the_marks() {
    for seed in 0..6 {
        let mut game = midgame(2, Hop::Adjacent, 4 + seed % 2);
        while game.end().is_none() {
            let limits = Limits { time: None, ..Limits::level(3, u64::from(seed)) };
            game.play(think(&game, limits, &|| false).best.unwrap()).unwrap();
        }
        for seat in game.seats() {
            assert!(!matches!(seat.standing, Standing::Out { cause: Cause::Camp { .. }, .. }));
        }
    }
}

#[test]
fn careless_players_get_home() {
    for hop in [Hop::Adjacent, Hop::Equidistant] {
        for seed in 0..4 {
            let mut game = Game::new(2, 10, Rules { marks: vec![], ..Rules::new(hop) }).unwrap();
            while game.end().is_none() {
                let limits = Limits { time: None, ..Limits::level(1, seed) };
                game.play(think(&game, limits, &|| false).best.unwrap()).unwrap();
            }
            let cause = game.end().unwrap().cause;
            assert!(matches!(cause, Cause::Arrived | Cause::Filled), "{cause:?}");
        }
    }
}
