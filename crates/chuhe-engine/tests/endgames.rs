//! The engine neither believes in a win that is none, nor lets go of one, in endings that are known.

use chuhe_core::{Board, Color, NaturalLimit, Position, Repetition, Rules, judge};
use chuhe_engine::{Engine, Limits, Outcome, Score};
use std::sync::atomic::AtomicBool;

/// A line of `tests/data/endgames.tsv`.
struct Ending {
    name: String,
    /// Of all positions of this material, in hundredths, those lost with Black to move.
    lost: f64,
    position: Position,
    is_won: bool,
    /// The moves that keep the result; none named: all.
    keeping: Vec<String>,
}

fn endings() -> Vec<Ending> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/endgames.tsv");
    let text = std::fs::read_to_string(path).expect("the endings are in the repository");
    text.lines().filter(|line| !line.starts_with('#')).map(ending).collect()
}

fn ending(line: &str) -> Ending {
    let fields: Vec<&str> = line.split('\t').collect();
    let keeping = if fields[5] == "any" { "" } else { fields[5] };
    Ending {
        name: fields[0].to_owned(),
        lost: fields[2].parse().unwrap(),
        position: Position::from_fen(fields[3]).unwrap(),
        is_won: fields[4] == "win",
        keeping: keeping.split_whitespace().map(str::to_owned).collect(),
    }
}

fn search(engine: &mut Engine, board: &Board, nodes: u64) -> Outcome {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(board, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// What Red thinks of it.
fn value(outcome: &Outcome, turn: Color) -> i32 {
    let value = match outcome.lines[0].score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => 30_000 * moves.signum(),
    };
    if turn == Color::Red { value } else { -value }
}

#[test]
fn endings_are_judged_by_what_they_are() {
    let (mut kept, mut asked) = (0, 0);
    for by_net in [true, false] {
        let mut engine = Engine::new(4);
        if !by_net {
            engine.set_net(None);
        }
        for ending in endings() {
            let turn = ending.position.turn();
            engine.new_game();
            let outcome = search(&mut engine, &Board::new(ending.position.clone()), 5_000);
            let (value, best) = (value(&outcome, turn), outcome.best.unwrap().to_string());
            let what = format!("{} {}: {best} {value}", ending.name, ending.position.fen());
            // Nobody wins for whom there is nothing to win with.
            assert!(value >= 0 - 30, "{what}");
            if !ending.is_won && ending.lost < 8.0 {
                assert!(value <= if by_net { 100 } else { 200 }, "nearly always drawn: {what}");
            }
            if ending.is_won && ending.lost > 85.0 {
                assert!(value >= 150, "nearly always won: {what}");
            }
            let counts = !ending.keeping.is_empty() && (turn == Color::Red || !ending.is_won);
            if counts {
                asked += 1;
                kept += u32::from(ending.keeping.contains(&best));
            }
        }
    }
    // Some wins take sixty plies, of which so short a search sees ten.
    assert!(asked > 150 && kept * 100 >= asked * 88, "{kept} of {asked}");
}

#[test]
fn won_endings_are_won_before_the_natural_limit() {
    let limit = NaturalLimit { rounds: 60, counted_checks: None, automatic: true };
    let rules =
        Rules { repetition: Repetition::ASIAN, natural_limit: Some(limit), dead_position: true };
    let mut engine = Engine::new(4);
    let sure = ["KR_KAAB", "KR_KABB", "KCA_KAA", "KN_KA", "KCA_KB", "KCC_KB", "KPP_KA"];
    for name in sure {
        let ending = endings()
            .into_iter()
            .find(|e| e.name == name && e.is_won && e.position.turn() == Color::Red);
        let mut board = Board::new(ending.unwrap_or_else(|| panic!("{name}")).position);
        engine.new_game();
        let judgement = loop {
            if let Some(judgement) = judge(&board, &rules) {
                break judgement;
            }
            let best = search(&mut engine, &board, 20_000).best.unwrap();
            board.push(best).unwrap();
        };
        assert_eq!(judgement.winner, Some(Color::Red), "{name}: {judgement:?}");
    }
}
