//! Every way a game ends, from positions laid out by hand.

use chuhe_tiaoqi::search::{Limits, passed, race, think};
use chuhe_tiaoqi::{
    Cause, Game, GameError, Hop, Layout, Move, Point, Rules, Stalled, Standing, Stop, Win,
    parse_cell, parse_move, seats,
};

fn cells(text: &str) -> u128 {
    text.split_whitespace().map(|name| 1_u128 << parse_cell(name).unwrap()).sum()
}

fn two(south: &str, north: &str, turn: usize, rounds: [u16; 2], rules: Rules) -> Game {
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    layout.pieces[Point::S as usize] = cells(south);
    layout.pieces[Point::N as usize] = cells(north);
    Game::from_layout(layout, seats(2).unwrap(), turn, &rounds, rules).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(parse_move(text).unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Nine of ten at the north, the last a step before it.
const NEARLY: &str = "q1 p1 p2 o1 o2 o3 n1 n2 n3 m8";
const AWAY: &str = "a1 b1 b2 c1 c2 c3 d1 d2 d3 e7";

fn plain(hop: Hop) -> Rules {
    Rules { marks: Vec::new(), ..Rules::new(hop) }
}

#[test]
fn who_brings_the_last_piece_home_wins() {
    let mut game = two(NEARLY, AWAY, 0, [40, 40], plain(Hop::Adjacent));
    play(&mut game, "m8n4");
    let end = game.end().unwrap();
    assert_eq!(
        (end.cause, &end.places[..], &end.quarters[..]),
        (Cause::Arrived, &[1, 2][..], &[4, 0][..])
    );
    assert_eq!(game.play(parse_move("e7d4").unwrap()), Err(GameError::Over));
    assert!(game.legal().is_empty());
}

#[test]
fn a_target_that_is_full_is_enough_from_the_round_agreed() {
    // n4 is held by a piece that never left.
    let squatted = "n4 b1 b2 c1 c2 c3 d1 d2 d3 e7";
    let own = "q1 p1 p2 o1 o2 o3 n1 n2 m7 m4";
    for (rounds, win, over) in
        [(30, Win::AllOwn, true), (29, Win::AllOwn, false), (0, Win::FullOneOwn, true)]
    {
        let rules = Rules { win, ..plain(Hop::Adjacent) };
        let mut game = two(own, squatted, 0, [rounds, rounds], rules);
        play(&mut game, "m7n3");
        assert_eq!(game.end().map(|end| end.cause), over.then_some(Cause::Filled), "{rounds}");
    }
}

#[test]
fn the_last_piece_may_change_places_where_that_is_agreed() {
    let squatted = "n4 b1 b2 c1 c2 c3 d1 d2 d3 e7";
    let own = "q1 p1 p2 o1 o2 o3 n1 n2 n3 m8";
    let rules = Rules { swap: true, full_from: None, ..plain(Hop::Adjacent) };
    let mut game = two(own, squatted, 0, [5, 5], rules);
    let go = parse_move("m8n4").unwrap();
    assert!(game.legal().contains(&go));
    assert_eq!(game.layout().path(Point::S, go, game.rules()).unwrap().len(), 2);
    game.play(go).unwrap();
    assert_eq!(game.end().unwrap().cause, Cause::Arrived);
    assert_eq!(game.layout().of(Point::N).count_ones(), 10);
    assert!(game.layout().of(Point::N) & cells("m8") != 0);
}

#[test]
fn who_has_too_few_out_of_the_camp_at_a_mark_loses() {
    // 20th round: five must be out, four are after this move.
    let own = "a1 b1 b2 c1 c2 c3 d1 f5 f6 f7";
    for (out_now, lost) in [("d1e6", true), ("f5f4", true)] {
        let mut game =
            two(own, "q1 p1 p2 o1 o2 o3 n1 k3 k4 k5", 0, [19, 19], Rules::new(Hop::Equidistant));
        let mark = game.next_mark(0).unwrap();
        assert_eq!((mark.round, mark.need, mark.out, mark.moves_left), (20, 5, 3, 1));
        play(&mut game, out_now);
        assert_eq!(game.end().is_some(), lost);
        let out = if out_now == "d1e6" { 4 } else { 3 };
        assert_eq!(game.end().unwrap().cause, Cause::Camp { round: 20, out, need: 5 });
        assert_eq!(game.end().unwrap().places, [2, 1]);
    }
    // With one more out it goes on; and so it does at round 19.
    let more = "a1 b1 b2 c1 c2 c3 f4 f5 f6 f7";
    let mut game =
        two(more, "q1 p1 p2 o1 o2 o3 n1 k3 k4 k5", 0, [19, 18], Rules::new(Hop::Equidistant));
    play(&mut game, "c1d1");
    assert!(game.end().is_some(), "four of five");
    let mut game =
        two(more, "q1 p1 p2 o1 o2 o3 n1 k3 k4 k5", 0, [18, 18], Rules::new(Hop::Equidistant));
    play(&mut game, "c1d1");
    assert!(game.end().is_none());
}

#[test]
fn a_piece_that_came_back_counts_only_where_that_is_agreed() {
    let own = "a1 b1 b2 c1 c2 f3 f4 f5 f6 e6";
    let north = "k1 k2 k3 k4 k5 k6 k7 k8 k9 m8";
    for (cumulative, out) in [(false, 4), (true, 5)] {
        let marks = vec![(20, 6)];
        let rules = Rules { cumulative, marks, ..Rules::new(Hop::Adjacent) };
        let mut game = two(own, north, 0, [19, 19], rules);
        play(&mut game, "e6d1");
        assert_eq!(game.end().unwrap().cause, Cause::Camp { round: 20, out, need: 6 });
    }
}

#[test]
fn with_three_the_others_play_on_and_pieces_stay_or_go() {
    for remove_out in [false, true] {
        let rules = Rules { remove_out, ..Rules::new(Hop::Equidistant) };
        let points = seats(3).unwrap();
        let mut game =
            Game::from_layout(Layout::start(points, 10), points, 0, &[19, 0, 0], rules).unwrap();
        play(&mut game, "d1e5");
        assert!(matches!(game.seats()[0].standing, Standing::Out { .. }));
        assert!(game.end().is_none());
        assert_eq!(game.layout().of(Point::S) == 0, remove_out);
        assert_eq!(game.turn(), 1);
        game.retire(1, Cause::Resigned).unwrap();
        let end = game.end().unwrap();
        assert_eq!((end.cause, &end.places[..]), (Cause::Resigned, &[3, 2, 1][..]));
        assert_eq!(end.quarters, [0, 2, 4]);
    }
}

#[test]
fn a_position_may_not_stand_a_third_time() {
    let mut game = Game::new(2, 10, plain(Hop::Adjacent)).unwrap();
    play(&mut game, "d1e5 n1m5 e5d1 m5n1 d1e5 n1m5 e5d1");
    let back = parse_move("m5n1").unwrap();
    assert!(!game.legal().contains(&back));
    assert_eq!(game.play(back), Err(GameError::Repeats));
    play(&mut game, "n2m6");
    let rules = Rules { repetitions: 0, ..plain(Hop::Adjacent) };
    let mut free = Game::new(2, 10, rules).unwrap();
    play(&mut free, "d1e5 n1m5 e5d1 m5n1 d1e5 n1m5 e5d1 m5n1");
}

#[test]
fn nobody_nearer_for_ten_rounds_is_a_deadlock_that_the_nearer_wins_by_three_quarters() {
    for (stalled, quarters) in [(Stalled::Nearer, vec![3, 1]), (Stalled::Draw, vec![2, 2])] {
        let rules = Rules { stalled, repetitions: 0, ..plain(Hop::Adjacent) };
        // South is a step nearer than North.
        let mut game = Game::new(2, 10, rules).unwrap();
        play(&mut game, "d1e5 n1n1".split_once(' ').unwrap().0);
        let mut forth = ["n1m5", "e5f5", "m5n1", "f5e5"].iter().cycle();
        // North's step and South's second gain a last time; then nothing does.
        let mut moves = 0;
        while game.end().is_none() {
            play(&mut game, forth.next().unwrap());
            moves += 1;
            assert!(moves < 60);
        }
        let end = game.end().unwrap();
        assert_eq!(end.cause, Cause::Deadlock);
        assert_eq!(moves, 2 + 20, "two that gain, then ten rounds");
        let nearer = game.distance(0) < game.distance(1);
        assert!(nearer);
        assert_eq!(end.quarters, quarters);
    }
}

#[test]
fn the_last_round_ends_it_by_the_way_left() {
    let rules = Rules { cap: 2, ..plain(Hop::Adjacent) };
    let mut game = Game::new(2, 10, rules).unwrap();
    play(&mut game, "c1e5 n1m5 d2e6");
    assert!(game.end().is_none());
    play(&mut game, "n2m6");
    let end = game.end().unwrap();
    assert_eq!(
        (end.cause, &end.places[..], &end.quarters[..]),
        (Cause::Cap, &[1, 2][..], &[3, 1][..])
    );
}

#[test]
fn who_cannot_move_is_passed_over() {
    // South's only piece in a corner, shut in by pieces that touch in pairs.
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    layout.pieces[Point::S as usize] = cells("a1");
    layout.pieces[Point::N as usize] = cells("b1 b2 c1 c2 c3 q1");
    let mut game =
        Game::from_layout(layout, seats(2).unwrap(), 1, &[0, 0], plain(Hop::Adjacent)).unwrap();
    play(&mut game, "q1p1");
    assert_eq!(game.turn(), 1, "South is passed over");
    assert_eq!(game.seats()[0].rounds, 1);
}

#[test]
fn partners_win_together_and_lose_together() {
    let rules = Rules { partners: true, ..Rules::new(Hop::Equidistant) };
    let points = seats(4).unwrap();
    let mut game =
        Game::from_layout(Layout::start(points, 10), points, 0, &[19, 0, 0, 0], rules.clone())
            .unwrap();
    play(&mut game, "d1e5");
    let end = game.end().unwrap();
    assert_eq!((&end.places[..], &end.quarters[..]), (&[3, 1, 3, 1][..], &[0, 4, 0, 4][..]));
    assert_eq!(Game::new(3, 10, rules).err(), Some(GameError::NoPairs));
}

/// Three seats, some pieces each.
fn three(south: &str, west: &str, east: &str, rules: Rules) -> Game {
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    layout.pieces[Point::S as usize] = cells(south);
    layout.pieces[Point::NW as usize] = cells(west);
    layout.pieces[Point::NE as usize] = cells(east);
    Game::from_layout(layout, seats(3).unwrap(), 0, &[0, 0, 0], rules).unwrap()
}

#[test]
fn who_loses_his_moves_with_anothers_pieces_is_passed_over() {
    // South stands where nobody may stop; only over e3 there is a way out.
    for (remove_out, turn) in [(true, 2), (false, 0)] {
        let rules = Rules { remove_out, ..plain(Hop::Equidistant) };
        let mut game = three("e1", "e3 k9", "m10", rules);
        assert_eq!(game.legal(), [parse_move("e1e5").unwrap()]);
        game.retire(1, Cause::Resigned).unwrap();
        assert_eq!((game.turn(), game.end()), (turn, None));
        assert!(!game.legal().is_empty());
    }
}

#[test]
fn the_pieces_of_a_loser_stay_where_the_game_is_over() {
    let own = "a1 b1 b2 c1 c2 c3 d1 f5 f6 f7";
    let rules = Rules { remove_out: true, ..Rules::new(Hop::Equidistant) };
    let mut game = two(own, "q1 p1 p2 o1 o2 o3 n1 k3 k4 k5", 0, [19, 19], rules);
    play(&mut game, "f5f4");
    assert!(game.end().is_some());
    assert_eq!(game.layout().of(Point::S).count_ones(), 10);
}

#[test]
fn a_piece_that_was_changed_places_with_has_left_home() {
    let squatted = "n4 b1 b2 c1 c2 c3 d1 d2 d3 e7";
    let own = "q1 p1 p2 o1 o2 o3 n1 n2 n3 m8";
    let rules = Rules { swap: true, cumulative: true, ..plain(Hop::Adjacent) };
    let mut game = two(own, squatted, 0, [5, 5], rules);
    assert_eq!(game.out(1), 9);
    play(&mut game, "m8n4");
    assert_eq!(game.out(1), 10);
}

#[test]
fn a_change_of_places_keeps_the_other_rules_of_hops() {
    // Every move, that onto n4 too, has a way by the hops that are allowed.
    let squatted = "n4 m7 b1 b2 c1 c2 c3 d1 d2 e7";
    let own = "q1 p1 p2 o1 o2 o3 n1 n2 n3 l6";
    for stop in [Stop::Free, Stop::NoStop, Stop::NoStopNoLeave, Stop::NoEntry] {
        for start_occupied in [false, true] {
            for mixed in [false, true] {
                let swap = true;
                let rules = Rules { swap, stop, start_occupied, mixed, ..plain(Hop::Equidistant) };
                let game = two(own, squatted, 0, [5, 5], rules);
                for go in game.legal() {
                    let path = game.layout().path(Point::S, go, game.rules());
                    let path = path.unwrap_or_else(|| panic!("{go:?} {stop:?}"));
                    assert_eq!((path[0], *path.last().unwrap()), (go.from, go.to));
                }
            }
        }
    }
}

#[test]
fn the_cap_may_be_a_draw_and_the_first_arrival_the_end() {
    let rules = Rules { cap: 1, capped: Stalled::Draw, ..plain(Hop::Adjacent) };
    let mut game = Game::new(2, 10, rules).unwrap();
    play(&mut game, "c1e5 n1m5");
    let end = game.end().unwrap();
    assert_eq!(
        (end.cause, &end.places[..], &end.quarters[..]),
        (Cause::Cap, &[1, 1][..], &[2, 2][..])
    );
    for play_on in [true, false] {
        let rules = Rules { play_on, ..plain(Hop::Adjacent) };
        let mut layout = Layout::start(seats(3).unwrap(), 10);
        // South's last piece is a step before the north.
        layout.pieces[Point::S as usize] = cells(NEARLY);
        let mut game = Game::from_layout(layout, seats(3).unwrap(), 0, &[0; 3], rules).unwrap();
        play(&mut game, "m8n4");
        assert!(matches!(game.seats()[0].standing, Standing::Arrived { at: 1, .. }));
        let over = game.end().map(|end| (end.cause, end.places.clone()));
        assert_eq!(over, (!play_on).then(|| (Cause::Arrived, vec![1, 2, 2])));
        assert_eq!(game.turn() == 1, play_on);
    }
}

#[test]
fn a_partner_who_is_done_is_passed_over_until_the_other_is() {
    let rules = Rules { partners: true, ..plain(Hop::Adjacent) };
    let points = seats(4).unwrap();
    let mut layout = Layout::start(points, 10);
    layout.pieces[Point::S as usize] = cells(NEARLY);
    layout.pieces[Point::N as usize] = cells("a1 b1 b2 c1 c2 c3 d1 d2 e7 e8");
    let mut game = Game::from_layout(layout, points, 0, &[0; 4], rules).unwrap();
    play(&mut game, "m8n4");
    assert!(game.end().is_none(), "the partner plays on");
    let mut rounds = 0;
    let mut last = ["e8d4", "e7d3"].iter();
    while game.end().is_none() {
        assert_ne!(game.turn_point(), Point::S);
        if game.turn_point() == Point::N {
            play(&mut game, last.next().unwrap());
        } else {
            let go = game.legal()[0];
            game.play(go).unwrap();
        }
        rounds += 1;
        assert!(rounds < 10);
    }
    let end = game.end().unwrap();
    assert_eq!((end.cause, &end.places[..]), (Cause::Arrived, &[1, 3, 1, 3][..]));
    assert_eq!(end.quarters, [4, 0, 4, 0]);
}

#[test]
fn when_a_partner_gives_up_both_are_out_even_one_who_arrived() {
    let rules = Rules { partners: true, ..plain(Hop::Adjacent) };
    let points = seats(6).unwrap();
    let mut game = Game::from_layout(Layout::start(points, 10), points, 0, &[0; 6], rules).unwrap();
    game.retire(3, Cause::Time).unwrap();
    assert_eq!(game.turn(), 1, "South was to move and is out with North");
    assert!(game.end().is_none());
    game.retire(1, Cause::Resigned).unwrap();
    let end = game.end().unwrap();
    assert_eq!(end.places, [5, 3, 1, 5, 3, 1]);
    assert_eq!(end.quarters, [0, 2, 4, 0, 2, 4]);
}

#[test]
fn one_may_pass_where_it_is_agreed_and_both_passing_ends_it() {
    let rules = Rules { pass: true, repetitions: 0, ..plain(Hop::Adjacent) };
    let mut game = Game::new(2, 10, rules).unwrap();
    for _ in 0..19 {
        game.pass().unwrap();
    }
    assert!(game.end().is_none());
    game.pass().unwrap();
    assert_eq!(game.end().unwrap().cause, Cause::Deadlock);
    assert_eq!(game.end().unwrap().quarters, [2, 2]);
}

#[test]
fn what_cannot_be_a_game_is_refused() {
    let rules = || Rules::new(Hop::Adjacent);
    for (players, pieces) in [(1, 10), (7, 10), (3, 15), (2, 9)] {
        assert_eq!(Game::new(players, pieces, rules()).err(), Some(GameError::BadSetup));
    }
    let points = seats(2).unwrap();
    let mut both = Layout::start(points, 10);
    both.pieces[Point::N as usize] |= 1 << 120;
    assert!(Game::from_layout(both, points, 0, &[0, 0], rules()).is_err());
    let mut done = Layout::start(points, 10);
    done.pieces.swap(Point::S as usize, Point::N as usize);
    assert!(Game::from_layout(done, points, 0, &[0, 0], rules()).is_err());
    let points = seats(3).unwrap();
    let wide = Layout::start(points, 15);
    assert!(Game::from_layout(wide, points, 0, &[0; 3], rules()).is_err(), "fifteen with three");
    let mut game = Game::new(2, 10, rules()).unwrap();
    assert_eq!(game.play(Move { from: 200, to: 0 }), Err(GameError::NotYours));
    assert_eq!(game.play(parse_move("n1m5").unwrap()), Err(GameError::NotYours));
    assert_eq!(game.play(parse_move("d1g1").unwrap()), Err(GameError::Unreachable));
    assert_eq!(game.pass(), Err(GameError::NoPass));
}

#[test]
fn the_race_is_the_shortest_way() {
    let game = two("q1 p1 p2 o1 o2 o3 n1 m7 m8 l6", AWAY, 0, [40, 40], plain(Hop::Adjacent));
    assert!(passed(game.layout(), &[Point::S, Point::N], Point::S));
    let found = race(game.layout(), Point::S, game.rules(), 1_000_000).unwrap();
    assert!(found.exact);
    // Breadth first finds no shorter one.
    let mut tier = vec![*game.layout()];
    let mut moves = 0;
    let home = game.layout().target(Point::S);
    while !tier.iter().any(|at| at.of(Point::S) & !home == 0) {
        let mut next: Vec<Layout> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for at in &tier {
            for go in at.moves(Point::S, game.rules()) {
                let mut then = *at;
                then.play(Point::S, go);
                if seen.insert(then) {
                    next.push(then);
                }
            }
        }
        tier = next;
        moves += 1;
    }
    assert_eq!(found.way.len(), moves);
    let mut at = *game.layout();
    for go in &found.way {
        assert!(at.targets(Point::S, go.from, game.rules()) >> go.to & 1 == 1);
        at.play(Point::S, *go);
    }
    assert_eq!(at.of(Point::S) & !home, 0);
}

#[test]
fn games_between_levels_end_properly() {
    for hop in [Hop::Adjacent, Hop::Equidistant] {
        for players in [2, 3, 6] {
            let mut game = Game::new(players, 10, Rules::new(hop)).unwrap();
            while game.end().is_none() {
                let limits = Limits { time: None, ..Limits::level(2, 7) };
                let best = think(&game, limits, &|| false).best.unwrap();
                game.play(best).unwrap();
            }
            assert!(game.moves_made() < 200 * u32::from(players));
        }
    }
}
