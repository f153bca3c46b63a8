//! Games of the engine against itself, for training.

use crate::numbers::Numbers;
use crate::record::{Packed, Record, UNKNOWN};
use chuhe_core::{Board, Color, Move, NaturalLimit, Repetition, Rules, judge};
use chuhe_engine::{Engine, Limits, Score};
use std::sync::atomic::AtomicBool;

/// Fewest and most random plies of an opening.
const OPENING_PLIES: (usize, usize) = (6, 12);
/// An opening that one side has won already is no opening.
const UNEVEN: i32 = 350;
/// A game is won when the score has been beyond this for so many plies.
const WON: (i32, usize) = (1500, 4);
/// A game is drawn when the score has been within this for so many plies, late enough.
const DRAWN: (i32, usize, usize) = (12, 24, 120);
/// A game that does not end is drawn.
const LONGEST: usize = 360;
/// Positions scored beyond this teach nothing.
const DECIDED: i32 = 3000;

/// Beside one ply in so many, a line is looked at that begins with a random move: the search comes
/// to positions that good games do not know.
const ASIDE: usize = 3;
/// So many plies follow the random move.
const ASIDE_PLIES: usize = 4;

/// The rules the games are judged by.
pub const RULES: Rules = Rules {
    repetition: Repetition::ASIAN,
    natural_limit: Some(NaturalLimit { rounds: 60, counted_checks: None, automatic: true }),
    dead_position: true,
};

/// How a move is searched.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub nodes: u64,
}

/// A game played: what it gave, and how it went.
pub struct Game {
    pub records: Vec<Packed>,
    pub plies: usize,
    /// For Red: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

/// Random plies from the start, the same for the same numbers. The side that is about to move is
/// never mated.
pub fn opening(numbers: &mut Numbers) -> Board {
    loop {
        let (least, most) = OPENING_PLIES;
        let plies = least + numbers.below(most - least + 1);
        let mut board = Board::start_position();
        for _ in 0..plies {
            let moves = board.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            board.push_unchecked(moves[numbers.below(moves.len())]);
        }
        if board.ply() == plies && board.position().has_legal_move() {
            return board;
        }
    }
}

fn points(score: Score) -> i32 {
    match score {
        Score::Centipawns(points) => points.clamp(-20_000, 20_000),
        Score::Mate(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) => -30_000 - moves,
    }
}

/// Plays one game from a random opening. `None` if the opening was uneven.
pub fn play(engine: &mut Engine, effort: Effort, numbers: &mut Numbers) -> Option<Game> {
    let mut board = opening(numbers);
    let limits = Limits { nodes: Some(effort.nodes), ..Limits::default() };
    let never = AtomicBool::new(false);
    engine.new_game();
    let mut look = |board: &Board| {
        let outcome = engine.search(board, &limits, &never, &mut |_| {});
        Some((outcome.best?, points(outcome.lines.first()?.score)))
    };
    let first = board.ply();
    let mut kept: Vec<Record> = Vec::new();
    let (mut won, mut drawn) = (0_i32, 0);
    let result = loop {
        if let Some(end) = judge(&board, &RULES) {
            break result_for_red(end.winner);
        }
        if board.ply() >= LONGEST {
            break 1;
        }
        let Some((best, score)) = look(&board) else { break 1 };
        if board.ply() == first && score.abs() > UNEVEN {
            return None;
        }
        kept.extend(example(&board, best, score, 1));
        if numbers.below(ASIDE) == 0 {
            aside(&board, numbers, &mut look, &mut kept);
        }
        let position = board.position();
        let red_score = if position.turn() == Color::Red { score } else { -score };
        won = match red_score {
            s if s > WON.0 => (won + 1).max(1),
            s if s < -WON.0 => (won - 1).min(-1),
            _ => 0,
        };
        if won.unsigned_abs() >= WON.1 as u32 {
            break result_for_red(Some(if won > 0 { Color::Red } else { Color::Black }));
        }
        drawn = if score.abs() <= DRAWN.0 && board.ply() >= DRAWN.2 { drawn + 1 } else { 0 };
        if drawn >= DRAWN.1 {
            break 1;
        }
        board.push_unchecked(best);
    };
    let records = kept.into_iter().map(|record| {
        let red = record.position.turn() == Color::Red;
        let known = if red { result } else { 2 - result };
        let result = if record.result == UNKNOWN { UNKNOWN } else { known };
        Record { result, ..record }.pack()
    });
    Some(Game { records: records.collect(), plies: board.ply(), result })
}

/// The position as an example, if it is quiet and not decided.
fn example(board: &Board, best: Move, score: i32, result: u8) -> Option<Record> {
    let position = board.position();
    let noisy = position.in_check() || position.is_capture(best);
    (!noisy && score.abs() <= DECIDED).then(|| Record {
        position: position.clone(),
        score: score as i16,
        result,
        ply: board.ply().min(255) as u8,
    })
}

/// A random move and what the engine makes of it; how such a game would end nobody knows.
fn aside(
    board: &Board,
    numbers: &mut Numbers,
    look: &mut impl FnMut(&Board) -> Option<(Move, i32)>,
    kept: &mut Vec<Record>,
) {
    let mut board = board.clone();
    let moves = board.position().legal_moves();
    board.push_unchecked(moves[numbers.below(moves.len())]);
    for _ in 0..ASIDE_PLIES {
        if judge(&board, &RULES).is_some() {
            return;
        }
        let Some((best, score)) = look(&board) else { return };
        kept.extend(example(&board, best, score, UNKNOWN));
        board.push_unchecked(best);
    }
}

const fn result_for_red(winner: Option<Color>) -> u8 {
    match winner {
        Some(Color::Red) => 2,
        None => 1,
        Some(Color::Black) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_repeats_with_its_seed_and_gives_quiet_positions() {
        let mut engine = Engine::new(1);
        let mut game = |seed| {
            let mut numbers = Numbers(seed);
            loop {
                if let Some(game) = play(&mut engine, Effort { nodes: 300 }, &mut numbers) {
                    return game;
                }
            }
        };
        let (first, again) = (game(3), game(3));
        assert_eq!(first.records, again.records);
        assert!(first.records.len() > 10);
        for packed in &first.records {
            let record = Record::unpack(packed).unwrap();
            assert!(!record.position.in_check() && i32::from(record.score).abs() <= DECIDED);
            let red = record.position.turn() == Color::Red;
            let expected = if red { first.result } else { 2 - first.result };
            assert!(record.result == expected || record.result == UNKNOWN);
        }
        let aside = first.records.iter().filter(|packed| packed[30] == UNKNOWN).count();
        assert!(aside > 0 && aside < first.records.len());
    }
}
