//! The engine knows the repetition rules it plays under: it loses by none that it can avoid, and
//! knows when the other side will. The cases are those of the judge.

use chuhe_core::{Board, Color, Move, Position, Repetition, Rules, Setup, judge};
use chuhe_engine::{Engine, Limits, Outcome, Score};
use std::sync::atomic::AtomicBool;

struct Case {
    id: String,
    start: Position,
    moves: Vec<Move>,
    /// The books by which somebody loses in the end.
    books: Vec<String>,
}

/// The cases, those left out that begin in a position that cannot be played on.
fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/repetition/cases.tsv");
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    text.lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

fn case(line: &str) -> Case {
    let fields: Vec<&str> = line.split('\t').collect();
    let lost = |text: &&str| text.ends_with(":red") || text.ends_with(":black");
    let book = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    Case {
        id: fields[0].to_owned(),
        start: Setup::parse(fields[1]).unwrap().playable().unwrap(),
        moves: fields[2].split(' ').map(|m| m.parse().unwrap()).collect(),
        books: fields[3].split(' ').filter(lost).map(book).collect(),
    }
}

fn rules(book: &str) -> Rules {
    let repetition = Repetition::named(book).expect("a known book");
    Rules { repetition, natural_limit: None, dead_position: false }
}

/// Who has lost by repetition.
fn lost(board: &Board, rules: &Rules) -> Option<Color> {
    let found = judge(board, rules)?;
    found.winner.filter(|_| found.cycle.is_some()).map(|winner| !winner)
}

/// Whether a move loses by repetition at once, or does once the other side has repeated too.
fn is_fatal(board: &Board, m: Move, rules: &Rules) -> bool {
    let us = board.position().turn();
    let mut after = board.clone();
    after.push(m).unwrap();
    if lost(&after, rules) == Some(us) {
        return true;
    }
    let replies = after.position().legal_moves();
    replies.into_iter().any(|reply| {
        after.push(reply).unwrap();
        let fatal = lost(&after, rules) == Some(us);
        after.pop();
        fatal
    })
}

/// The position before the last move of the side that loses in the end, with its history, and
/// who that is.
fn before_the_last_straw(case: &Case, rules: &Rules) -> Option<(Board, Color)> {
    let mut board = Board::new(case.start.clone());
    for &m in &case.moves {
        board.push(m).unwrap_or_else(|error| panic!("{}: {error}", case.id));
        if let Some(loser) = lost(&board, rules) {
            let plies = if board.mover(board.ply()) == loser { 1 } else { 2 };
            for _ in 0..plies {
                board.pop();
            }
            return Some((board, loser));
        }
    }
    None
}

fn search(engine: &mut Engine, board: &Board, depth: i32) -> Outcome {
    let limits = Limits { depth: Some(depth), nodes: Some(12_000), ..Limits::default() };
    engine.search(board, &limits, &AtomicBool::new(false), &mut |_| {})
}

fn play(engine: &mut Engine, board: &Board, depth: i32) -> Move {
    search(engine, board, depth).best.expect("there is a legal move")
}

/// Levels, and how deep they may look.
const TRIALS: [(u32, i32); 5] = [(1, 1), (3, 3), (5, 4), (10, 1), (10, 6)];

#[test]
fn no_level_loses_by_a_repetition_that_it_can_avoid() {
    let mut engine = Engine::new(1);
    let mut tried = 0;
    for case in cases() {
        for book in &case.books {
            let rules = rules(book);
            let Some((board, loser)) = before_the_last_straw(&case, &rules) else { continue };
            let moves = board.position().legal_moves();
            if moves.into_iter().all(|m| is_fatal(&board, m, &rules)) {
                continue;
            }
            assert_eq!(board.position().turn(), loser);
            tried += 1;
            engine.set_repetition(rules.repetition);
            for (level, depth) in TRIALS {
                engine.level = level;
                engine.seed = u64::from(level) * 1000 + tried;
                let m = play(&mut engine, &board, depth);
                assert!(
                    !is_fatal(&board, m, &rules),
                    "{} {book}, level {level}, depth {depth}: {m} loses",
                    case.id
                );
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// The other side has broken the rule, and one repetition more is all it takes.
#[test]
fn every_level_takes_a_win_by_the_other_sides_breach() {
    let mut engine = Engine::new(1);
    let mut tried = 0;
    for case in cases() {
        for book in &case.books {
            let rules = rules(book);
            let Some((mut board, loser)) = before_the_last_straw(&case, &rules) else { continue };
            board.push(case.moves[board.ply()]).unwrap();
            if lost(&board, &rules).is_some() {
                continue;
            }
            tried += 1;
            engine.set_repetition(rules.repetition);
            for (level, depth) in TRIALS {
                engine.level = level;
                let outcome = search(&mut engine, &board, depth);
                let mut after = board.clone();
                after.push(outcome.best.unwrap()).unwrap();
                let won = lost(&after, &rules) == Some(loser)
                    || matches!(outcome.lines[0].score, Score::Mate(moves) if moves > 0);
                assert!(won, "{} {book}, level {level}: {:?}", case.id, outcome.lines[0]);
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

/// Where a line is said to be decided by the rule book, its moves lead to where the book says so:
/// not to a second occurrence, after which a side may still change.
#[test]
fn a_verdict_by_repetition_is_true_at_the_end_of_its_line() {
    let mut engine = Engine::new(4);
    let (mut verdicts, mut mates) = (0, 0);
    for case in cases() {
        for book in &case.books {
            let rules = rules(book);
            engine.set_repetition(rules.repetition);
            engine.new_game();
            let half = case.moves.len() / 2;
            for plies in [0, half, half + 1, half + 2, half + 3] {
                let plies = plies.min(case.moves.len());
                let mut board = Board::new(case.start.clone());
                case.moves[..plies].iter().for_each(|&m| board.push(m).unwrap());
                let outcome = search(&mut engine, &board, 9);
                let Some(line) = outcome.lines.first() else { continue };
                let us = board.position().turn();
                let says = match line.score {
                    Score::Centipawns(cp) if cp.abs() < 20_000 => continue,
                    Score::Centipawns(cp) => {
                        if cp > 0 {
                            !us
                        } else {
                            us
                        }
                    }
                    Score::Mate(moves @ 1..=2) => {
                        assert!(mates_by_force(&mut board, moves), "{} {book}: {line:?}", case.id);
                        mates += 1;
                        continue;
                    }
                    Score::Mate(_) => continue,
                };
                for &m in &line.moves {
                    board.push(m).unwrap();
                }
                verdicts += 1;
                assert_eq!(lost(&board, &rules), Some(says), "{} {book}: {line:?}", case.id);
            }
        }
    }
    assert!(verdicts > 20 && mates > 5, "{verdicts} verdicts, {mates} mates");
}

/// Whether the side to move mates in so many moves, found by trying everything.
fn mates_by_force(board: &mut Board, moves: i32) -> bool {
    board.position().legal_moves().into_iter().any(|m| {
        board.push(m).unwrap();
        let replies = board.position().legal_moves();
        let forced = replies.into_iter().all(|reply| {
            board.push(reply).unwrap();
            let mated = moves > 1 && mates_by_force(board, moves - 1);
            board.pop();
            mated
        });
        board.pop();
        forced
    })
}

fn board(fen: &str, moves: &str) -> Board {
    let mut board = Board::new(Position::from_fen(fen).unwrap());
    moves
        .split(' ')
        .filter(|m| !m.is_empty())
        .for_each(|m| board.push(m.parse().unwrap()).unwrap());
    board
}

fn told(board: &Board, book: &str, depth: i32) -> (String, i32) {
    let mut engine = Engine::new(4);
    engine.set_repetition(rules(book).repetition);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let outcome = engine.search(board, &limits, &AtomicBool::new(false), &mut |_| {});
    let score = match outcome.lines[0].score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => moves.signum() * 30_000,
    };
    (outcome.best.unwrap().to_string(), score)
}

/// Fairy-Stockfish, issue 49: the losing side believed that checking for ever saves it.
#[test]
fn a_perpetual_check_saves_only_where_it_draws() {
    let board = board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1", "i8i9 e9e8");
    assert_eq!(told(&board, "draw", 10), ("i9i8".to_owned(), 0));
    for book in ["checks", "axf", "engine", "cxa-2020", "club"] {
        assert!(told(&board, book, 10).1 < -500, "{book}");
    }
}

/// Where checks are counted, the seventh in a row by one piece is the last straw.
#[test]
fn a_series_of_checks_ends_before_it_loses() {
    let cycle = "i8i9 e9e8 i9i8 e8e9";
    let fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1";
    let board = board(fen, &[cycle; 3].join(" "));
    let (best, score) = told(&board, "count", 6);
    let is_fatal = |m: &str| is_fatal(&board, m.parse().unwrap(), &rules("count"));
    assert!(is_fatal("i8i9") && !is_fatal(&best) && score < -500, "{best} {score}");
}

/// Pikafish, issue 140: a side far ahead checked for ever, not knowing the moves before. It knows
/// them here, and goes on to win.
#[test]
fn a_side_far_ahead_does_not_check_for_ever() {
    let fen = "9/3Rk4/8b/9/p8/9/P1P1P1P1P/3K1A3/n8/2B5c b - - 0 1";
    let board = board(fen, "e8e9 d8d9 e9e8 d9d8 e8e9 d8d9 e9e8");
    for book in ["checks", "axf", "engine", "cxa-2020", "club"] {
        let (best, score) = told(&board, book, 8);
        assert!(best != "d9d8" && score > 300, "{book}: {best} {score}");
    }
}

/// Fairy-Stockfish, issue 570: the losing side relied on chasing for ever.
#[test]
fn a_perpetual_chase_saves_only_where_it_draws() {
    let fen = "3a5/5k3/6nC1/p5p2/4R4/6P2/7r1/3AB4/4A4/4K1B2 w - - 0 1";
    let board = board(fen, "h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7");
    for book in ["draw", "checks"] {
        assert_eq!(told(&board, book, 8), ("i3h3".to_owned(), 0), "{book}");
    }
    for book in ["axf", "engine", "cxa-2020", "club"] {
        let (best, score) = told(&board, book, 8);
        assert!(best != "i3h3" && score < -300, "{book}: {best} {score}");
    }
}

/// Engines play each other on from positions full of checks and chases.
#[test]
fn nobody_loses_a_game_by_a_repetition_that_could_be_avoided() {
    let mut engine = Engine::new(1);
    let limits = Limits { nodes: Some(1_500), ..Limits::default() };
    let mut decided = 0;
    for (i, case) in cases().into_iter().enumerate().filter(|(i, _)| i % 4 == 0) {
        let book = ["axf", "engine", "checks", "cxa-2020", "club"][i / 4 % 5];
        let rules = rules(book);
        engine.set_repetition(rules.repetition);
        let mut board = Board::new(case.start.clone());
        let half = case.moves.len() / 2 + 1;
        case.moves[..half].iter().for_each(|&m| board.push(m).unwrap());
        while judge(&board, &rules).is_none() && board.ply() < half + 40 {
            let outcome = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
            let m = outcome.best.unwrap();
            if is_fatal(&board, m, &rules) {
                let mut moves = board.position().legal_moves().into_iter();
                assert!(moves.all(|m| is_fatal(&board, m, &rules)), "{} {book}: {m}", case.id);
            }
            board.push(m).unwrap();
        }
        decided += u32::from(judge(&board, &rules).is_some());
    }
    assert!(decided > 10, "{decided}");
}
