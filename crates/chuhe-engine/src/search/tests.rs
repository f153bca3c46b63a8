//! What the table remembers of a search: nothing that belongs to the way to a position.

use super::{Engine, Limits};
use crate::score::Score;
use crate::time::Clock;
use crate::tt::Entry;
use chuhe_core::{Board, Position, Repetition};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Red is mated unless he checks for ever.
const CHECKS: &str = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1";

fn board(fen: &str, moves: &str) -> Board {
    let mut board = Board::new(Position::from_fen(fen).unwrap());
    for m in moves.split_whitespace() {
        board.push(m.parse().unwrap()).unwrap();
    }
    board
}

fn search(engine: &mut Engine, board: &Board, limits: Limits) -> i32 {
    let outcome = engine.search(board, &limits, &AtomicBool::new(false), &mut |_| {});
    match outcome.lines[0].score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => 30_000 * moves.signum(),
    }
}

fn stored(engine: &Engine, board: &Board) -> Option<Entry> {
    engine.table.probe(board.position().key())
}

#[test]
fn a_draw_by_what_was_played_before_is_not_remembered() {
    let mut engine = Engine::new(1);
    engine.set_repetition(Repetition::DRAW);
    let cycle = "i0i1 e9e8 i1i0 e8e9 i0i1 e9e8 i1i0";
    let played = board("4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1", cycle);
    let only = vec!["e8e9".parse().unwrap()];
    let limits = Limits { depth: Some(6), only, ..Limits::default() };
    assert_eq!(search(&mut engine, &played, limits), 0);
    assert!(stored(&engine, &played).is_none_or(|entry| entry.value != 0));
    // The same position, newly laid out, is lost for Black.
    let fresh = board(&played.position().fen(), "");
    let limits = Limits { depth: Some(6), ..Limits::default() };
    assert!(search(&mut engine, &fresh, limits) < -300);
}

#[test]
fn a_draw_by_a_repetition_of_the_line_is_remembered_where_it_began() {
    let mut engine = Engine::new(1);
    engine.set_repetition(Repetition::DRAW);
    let root = board(CHECKS, "");
    let limits = Limits { depth: Some(8), ..Limits::default() };
    assert_eq!(search(&mut engine, &root, limits), 0);
    assert_eq!(stored(&engine, &root).map(|entry| entry.value), Some(0));
}

#[test]
fn a_draw_by_the_natural_limit_is_not_remembered() {
    let mut engine = Engine::new(1);
    let late = board("4k4/9/9/9/9/9/9/9/3R5/R2K5 w - - 118 60", "");
    let limits = Limits { depth: Some(5), ..Limits::default() };
    assert_eq!(search(&mut engine, &late, limits.clone()), 0);
    assert!(stored(&engine, &late).is_none_or(|entry| entry.value != 0));
    let early = board("4k4/9/9/9/9/9/9/9/3R5/R2K5 w - - 0 1", "");
    assert!(search(&mut engine, &early, limits) > 1_000);
}

/// Without a move the side to move has lost, even if the natural limit is reached with it.
#[test]
fn stalemate_comes_before_the_natural_limit() {
    let mut engine = Engine::new(1);
    let board = board("3k5/9/7R1/9/9/9/9/9/9/4K4 w - - 119 90", "");
    let after = board.position().play("h7h8".parse().unwrap()).unwrap();
    assert!(after.is_stalemate());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(outcome.lines[0].score, Score::Mate(1));
}

/// 适情雅趣 344: a mate of fourteen moves, all checks, that a search of as many nodes does not see.
#[test]
fn a_long_mate_of_checks_is_told_of_at_once_and_to_the_end() {
    let mut engine = Engine::new(1);
    let root = board("1rC2k3/9/n1R6/9/4N4/9/R3c4/4C4/4rn3/3K5 w - - 0 1", "");
    let mut told = Vec::new();
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let outcome =
        engine.search(&root, &limits, &stop, &mut |info| told.push(info.score.mates_in()));
    assert_eq!(outcome.best, "c7f7".parse().ok());
    assert!(told.len() > 1 && told.iter().all(|&moves| moves <= 14), "{told:?}");
    assert!(outcome.nodes >= 200_000, "a shorter one is looked for");
    // On a clock it is enough; and who asks for a depth gets the search of this depth.
    let clock =
        Clock { left: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let outcome = engine.search(&root, &limits, &stop, &mut |_| {});
    assert!(outcome.lines[0].score.mates_in() <= 14 && outcome.nodes < 200_000);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    assert!(engine.search(&root, &limits, &stop, &mut |_| {}).nodes < 10_000);
}
