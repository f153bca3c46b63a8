//! Move counts and moves that two independent generators and, for the adjacent rule, OpenSpiel
//! 2.0.2 agree on; `tests/data/tiaoqi/vectors.txt` says more.

use chuhe_tiaoqi::{Hop, Layout, Move, Point, Rules, Stop, perft, seats};

const VECTORS: &str = include_str!("../../../tests/data/tiaoqi/vectors.txt");

fn hop(text: &str) -> Hop {
    match text {
        "adjacent" => Hop::Adjacent,
        "equidistant" => Hop::Equidistant,
        _ => panic!("{text}"),
    }
}

fn stop(text: &str) -> Stop {
    match text {
        "free" => Stop::Free,
        "no_stop" => Stop::NoStop,
        "no_stop_no_leave" => Stop::NoStopNoLeave,
        _ => panic!("{text}"),
    }
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
}

/// `31.41;5.6` → the pieces of each seat.
fn pieces(text: &str, seats: &[Point]) -> Layout {
    let mut layout = Layout { pieces: [0; 6], camp: 10 };
    for (seat, cells) in seats.iter().zip(text.split(';')) {
        for cell in cells.split('.').filter(|cell| !cell.is_empty()) {
            layout.pieces[*seat as usize] |= 1_u128 << cell.parse::<u8>().unwrap();
        }
    }
    layout
}

#[test]
fn every_count_and_every_move_is_exact() {
    let mut checked = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        match fields[..] {
            ["start", players, camp, hop_rule, stop_rule, counts] => {
                let seats = seats(players.parse().unwrap()).unwrap();
                let layout = Layout::start(seats, camp.parse().unwrap());
                let rules = Rules { stop: stop(stop_rule), ..Rules::new(hop(hop_rule)) };
                for (depth, count) in (1..).zip(numbers(counts)) {
                    assert_eq!(
                        perft(&layout, seats, 0, depth, &rules),
                        count,
                        "{line} depth {depth}"
                    );
                }
            }
            ["position", players, turn, cells, hop_rule, counts, moves] => {
                let seats = seats(players.parse().unwrap()).unwrap();
                let turn: usize = turn.parse().unwrap();
                let layout = pieces(cells, seats);
                let rules = Rules { stop: Stop::Free, ..Rules::new(hop(hop_rule)) };
                for (depth, count) in (1..).zip(numbers(counts)) {
                    assert_eq!(perft(&layout, seats, turn, depth, &rules), count, "{line}");
                }
                let found = layout.moves(seats[turn], &rules);
                if moves != "-" {
                    let expected: Vec<Move> = moves
                        .split(',')
                        .map(|go| {
                            let (from, to) = go.split_once('-').unwrap();
                            Move { from: from.parse().unwrap(), to: to.parse().unwrap() }
                        })
                        .collect();
                    assert_eq!(found, expected, "{line}");
                }
                for go in found {
                    let path = layout.path(seats[turn], go, &rules).unwrap();
                    assert_eq!((path[0], *path.last().unwrap()), (go.from, go.to));
                }
            }
            _ => panic!("{line}"),
        }
        checked += 1;
    }
    assert!(checked > 60, "{checked}");
}
