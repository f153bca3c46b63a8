//! What the engine must at least be able to do, at full strength and at its levels.

use chuhe_core::{Board, Color, NaturalLimit, Position, Repetition, Rules, judge};
use chuhe_engine::{Engine, Limits, Score};
use std::sync::atomic::{AtomicBool, Ordering};

/// A small repeatable source of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// What engine matches are played by.
const RULES: Rules = Rules {
    repetition: Repetition::CHECKS,
    natural_limit: Some(NaturalLimit { rounds: 60, counted_checks: None, automatic: true }),
    dead_position: true,
};

enum Player<'a> {
    Random,
    Engine(&'a mut Engine, Limits),
}

impl Player<'_> {
    fn play(&mut self, board: &mut Board, numbers: &mut Numbers) {
        let m = match self {
            Player::Random => {
                let moves = board.position().legal_moves();
                moves[numbers.below(moves.len())]
            }
            Player::Engine(engine, limits) => {
                let outcome = engine.search(board, limits, &AtomicBool::new(false), &mut |_| {});
                outcome.best.expect("there is a legal move")
            }
        };
        board.push(m).unwrap_or_else(|_| panic!("{m} in {}", board.position().fen()));
    }
}

/// The winner of a game, if there is one.
fn game(red: &mut Player, black: &mut Player, seed: u64) -> Option<Color> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut board = Board::start_position();
    while board.ply() < 400 {
        if let Some(judgement) = judge(&board, &RULES) {
            return judgement.winner;
        }
        match board.position().turn() {
            Color::Red => red.play(&mut board, &mut numbers),
            Color::Black => black.play(&mut board, &mut numbers),
        }
    }
    None
}

/// Wins and losses of an engine over some games, colours changing.
fn score(engine: &mut Engine, limits: &Limits, other: &mut Player, games: u64) -> (u32, u32) {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..games {
        engine.new_game();
        engine.seed = seed;
        let mut player = Player::Engine(engine, limits.clone());
        let own = if seed % 2 == 0 { Color::Red } else { Color::Black };
        let winner = if own == Color::Red {
            game(&mut player, other, seed + 1)
        } else {
            game(other, &mut player, seed + 1)
        };
        match winner {
            Some(color) if color == own => wins += 1,
            Some(_) => losses += 1,
            None => {}
        }
    }
    (wins, losses)
}

#[test]
fn all_of_a_hundred_games_against_a_random_mover_are_won() {
    let mut engine = Engine::new(4);
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    assert_eq!(score(&mut engine, &limits, &mut Player::Random, 100), (100, 0));
}

#[test]
fn a_beginner_beats_a_random_mover_mostly() {
    let mut engine = Engine::new(1);
    engine.level = 1;
    let (wins, losses) = score(&mut engine, &Limits::default(), &mut Player::Random, 12);
    assert!(wins >= losses + 6, "{wins} wins, {losses} losses");
}

#[test]
fn a_level_loses_to_one_some_steps_higher() {
    for (weak, strong) in [(1, 4), (3, 6)] {
        let (mut low, mut high) = (Engine::new(1), Engine::new(4));
        (low.level, high.level) = (weak, strong);
        let mut other = Player::Engine(&mut low, Limits::default());
        let (wins, losses) = score(&mut high, &Limits::default(), &mut other, 10);
        assert!(
            wins > losses + 3,
            "level {strong} against level {weak}: {wins} wins, {losses} losses"
        );
    }
}

#[test]
fn two_threads_find_a_legal_move_and_stop_together() {
    let mut engine = Engine::new(8);
    engine.set_threads(2);
    let board = Board::start_position();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
    assert!(board.position().is_legal(outcome.best.unwrap()));
}

/// A few hundred nodes are less than a millisecond.
#[test]
fn a_wish_to_stop_is_seen_within_a_few_hundred_nodes() {
    let mut engine = Engine::new(8);
    for depth in [2, 5, 9] {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let outcome =
            engine.search(&Board::start_position(), &Limits::default(), &stop, &mut |info| {
                if info.depth >= depth && seen == 0 {
                    seen = info.nodes;
                    stop.store(true, Ordering::Relaxed);
                }
            });
        assert!(seen > 0 && outcome.nodes <= seen + 600, "{seen} {}", outcome.nodes);
    }
}

#[test]
fn all_lines_are_different_and_in_order() {
    let mut engine = Engine::new(4);
    engine.lines = 5;
    let board = Board::start_position();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
    let firsts: Vec<_> = outcome.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), 5);
    for (i, m) in firsts.iter().enumerate() {
        assert!(!firsts[..i].contains(m), "{firsts:?}");
    }
    for line in &outcome.lines {
        let mut board = board.clone();
        for &m in &line.moves {
            board.push(m).expect("the moves of a line are legal one after the other");
        }
    }
}

/// Red must give check with every move or be mated, and can do so for ever. Under the rules that
/// loses, so he must not think that it draws.
#[test]
fn perpetual_check_is_no_way_out() {
    let text = "R8/4k4/9/9/9/9/9/6r2/7r1/3K5 w - - 0 1";
    let board = Board::new(Position::from_fen(text).expect("a sound position"));
    let mut engine = Engine::new(4);
    let limits = Limits { depth: Some(12), ..Limits::default() };
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
    let lost = match outcome.lines[0].score {
        Score::Mate(moves) => moves < 0,
        Score::Centipawns(cp) => cp < -20_000,
    };
    assert!(lost, "{:?} {:?}", outcome.lines[0].score, outcome.lines[0].moves);
}

/// Kings and guards alone.
#[test]
fn a_dead_position_is_a_draw() {
    let text = "4k4/4a4/9/9/9/9/9/9/4A4/3K5 w - - 0 1";
    let board = Board::new(Position::from_fen(text).expect("a sound position"));
    let mut engine = Engine::new(4);
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(outcome.lines[0].score, Score::Centipawns(0));
}

/// Two rooks against a bare king: mate takes a few moves, and the limit may come before.
#[test]
fn the_natural_limit_of_the_rules_is_played_by() {
    let text = "4k4/9/9/9/9/9/9/9/3R5/R2K5 w - - 98 60";
    let board = Board::new(Position::from_fen(text).expect("a sound position"));
    let mut engine = Engine::new(4);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let mut score = |rounds| {
        engine.set_natural_limit(rounds);
        let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
        outcome.lines[0].score
    };
    assert_eq!(score(Some(50)), Score::Centipawns(0));
    assert!(matches!(score(Some(60)), Score::Mate(moves) if moves > 1));
    assert!(matches!(score(None), Score::Mate(moves) if moves > 1));
}
