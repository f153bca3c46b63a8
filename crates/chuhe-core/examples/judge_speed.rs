//! `cargo run --release -p chuhe-core --example judge_speed`: how long a ruling takes, over the
//! known repetitions.

use chuhe_core::judge::quick_verdict;
use chuhe_core::{Board, Repetition, Rules, Setup, judge};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The board after the moves of each case.
fn boards() -> Vec<Board> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/repetition/cases.tsv");
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let start = Setup::parse(fields[1]).unwrap().playable().unwrap();
            let mut board = Board::new(start);
            for m in fields[2].split(' ') {
                board.push(m.parse().unwrap()).unwrap();
            }
            board
        })
        .filter(|board| board.repetitions() >= 3)
        .collect()
}

/// The fastest of a few runs each, sorted.
fn times(boards: &[Board], runs: u32, look: impl Fn(&Board)) -> Vec<Duration> {
    let once = |board: &Board| {
        let start = Instant::now();
        look(board);
        start.elapsed()
    };
    let mut all: Vec<Duration> =
        boards.iter().map(|board| (0..runs).map(|_| once(board)).min().unwrap()).collect();
    all.sort_unstable();
    all
}

fn tell(name: &str, times: &[Duration]) {
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{name:<12} median {median:>10.1?}  worst {worst:>10.1?}");
}

fn main() {
    let boards = boards();
    println!("{} repetitions", boards.len());
    for name in ["axf", "engine", "cxa-2020", "club"] {
        let repetition = Repetition::named(name).expect("a known policy");
        let rules = Rules { repetition, natural_limit: None, dead_position: false };
        if !["cxa-2020", "club"].contains(&name) {
            let quick = times(&boards, 20, |board| {
                black_box(quick_verdict(board, &repetition));
            });
            tell(&format!("{name} quick"), &quick);
        }
        let full = times(&boards, 5, |board| {
            black_box(judge(board, &rules));
        });
        tell(name, &full);
    }
}
