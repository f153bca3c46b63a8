//! What holds of every level of strength.

use chuhe_core::{Board, Move, Position};
use chuhe_engine::level::{STRONGEST, WEAKEST};
use chuhe_engine::{Engine, Limits};
use std::sync::atomic::AtomicBool;

/// Few enough nodes for the stronger levels to be quick.
const FEW: u64 = 3_000;

fn limits() -> Limits {
    Limits { nodes: Some(FEW), ..Limits::default() }
}

fn play(engine: &mut Engine, level: u32, seed: u64, board: &Board, limits: &Limits) -> Move {
    (engine.level, engine.seed) = (level, seed);
    let found = engine.search(board, limits, &AtomicBool::new(false), &mut |_| {});
    found.best.expect("there is a legal move")
}

/// Games of random moves, a few plies long, longer and longer.
fn boards(count: usize) -> Vec<Board> {
    let mut number = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |n: usize| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        (number % n as u64) as usize
    };
    let (mut boards, mut tried) = (Vec::new(), 0);
    while boards.len() < count {
        tried += 1;
        let mut board = Board::start_position();
        for _ in 0..4 + 3 * (tried % 50) {
            let moves = board.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            board.push(moves[below(moves.len())]).expect("a legal move");
        }
        if board.position().has_legal_move() {
            boards.push(board);
        }
    }
    boards
}

fn ends(board: &Board, m: Move) -> bool {
    let mut after = board.clone();
    after.push(m).expect("a legal move");
    !after.position().has_legal_move()
}

#[test]
fn the_same_seed_plays_the_same_move_whatever_was_searched_before() {
    let mut used = Engine::new(1);
    for (i, board) in boards(12).iter().enumerate() {
        for level in WEAKEST..9 {
            let seed = 77 + i as u64;
            let first = play(&mut Engine::new(1), level, seed, board, &limits());
            assert_eq!(play(&mut used, level, seed, board, &limits()), first, "level {level}");
            play(&mut used, STRONGEST, seed, board, &limits());
        }
    }
}

#[test]
fn other_seeds_play_other_moves() {
    let board = Board::start_position();
    let mut engine = Engine::new(1);
    let mut moves: Vec<Move> =
        (0..20).map(|seed| play(&mut engine, WEAKEST, seed, &board, &limits())).collect();
    moves.sort();
    moves.dedup();
    assert!(moves.len() >= 4, "{moves:?}");
}

#[test]
fn every_level_plays_legal_moves_and_only_those_allowed() {
    let mut engine = Engine::new(1);
    for (i, board) in boards(30).iter().enumerate() {
        let legal = board.position().legal_moves();
        let only = vec![legal[i % legal.len()]];
        for level in WEAKEST..=STRONGEST {
            let m = play(&mut engine, level, i as u64, board, &limits());
            assert!(board.position().is_legal(m), "level {level}: {m}");
            let wish = Limits { only: only.clone(), ..limits() };
            assert_eq!(play(&mut engine, level, i as u64, board, &wish), only[0]);
        }
    }
}

#[test]
fn every_level_plays_a_mate_in_one() {
    let mut found: Vec<Board> = boards(400)
        .into_iter()
        .filter(|board| {
            let moves = board.position().legal_moves();
            moves.into_iter().any(|m| board.position().gives_check(m) && ends(board, m))
        })
        .take(20)
        .collect();
    assert!(found.len() >= 10, "{}", found.len());
    found.push(Board::new(Position::from_fen("3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w").unwrap()));
    let mut engine = Engine::new(1);
    for board in &found {
        for level in WEAKEST..=STRONGEST {
            for seed in 0..4 {
                let m = play(&mut engine, level, seed, board, &limits());
                assert!(ends(board, m), "level {level}: {m} in {}", board.position().fen());
            }
        }
    }
}

/// A rook that nobody guards, near the last move.
#[test]
fn what_hangs_is_mostly_taken() {
    let start = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/8r/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b";
    let mut board = Board::new(Position::from_fen(start).unwrap());
    board.push("i4g4".parse().unwrap()).unwrap();
    let take: Move = "g3g4".parse().unwrap();
    assert!(board.position().is_legal(take));
    let mut engine = Engine::new(1);
    for level in WEAKEST..=STRONGEST {
        let taken = (0..20).filter(|&s| play(&mut engine, level, s, &board, &limits()) == take);
        assert!(taken.count() >= 13, "level {level}");
    }
}
