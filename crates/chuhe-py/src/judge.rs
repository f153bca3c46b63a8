//! Whole games judged at once, on all cores and without Python's lock.

use chuhe_core::{Board, Facts, Judgement, Move, Position, PositionError, Rules, judge};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use crate::errors::problem;
use crate::rules::{PyJudgement, PyRules};
use crate::types::short;

/// A game longer than this is not judged further: looking for repetitions costs the square of
/// the length, and no game between people or programs comes near it.
const MOST_PLIES: usize = 20_000;

/// What was found in one game.
struct Found {
    /// The legal moves from the start on.
    plies: usize,
    /// At which ply the game leaves the rules: 0 is the position itself.
    illegal_at: Option<usize>,
    /// What is wrong there: codes and facts.
    problems: Vec<(&'static str, Facts)>,
    /// The first end by itself and those that could be claimed before, with their plies.
    ends: Vec<(usize, Judgement)>,
}

impl Found {
    fn bad_position(error: PositionError) -> Found {
        let problems = match error {
            PositionError::Fen(error) => vec![(error.code(), error.facts())],
            PositionError::Setup(error) => {
                error.problems.iter().map(|p| (p.code(), p.facts())).collect()
            }
        };
        Found { plies: 0, illegal_at: Some(0), problems, ends: Vec::new() }
    }
}

fn judge_game(fen: Option<&str>, moves: &[String], rules: &Rules) -> Found {
    let position = fen.map_or_else(|| Ok(Position::start()), Position::from_fen);
    let mut board = match position {
        Ok(position) => Board::new(position),
        Err(error) => return Found::bad_position(error),
    };
    let mut ends = Ends::new(rules);
    ends.look(&board);
    for text in moves {
        let refused = if board.ply() == MOST_PLIES {
            Some(("judge.too_long", vec![("most", MOST_PLIES.to_string())]))
        } else {
            match text.parse::<Move>() {
                Ok(m) => board.push(m).err().map(|e| (e.reason.code(), e.reason.facts())),
                Err(_) => Some(("uci_move", vec![("text", short(text))])),
            }
        };
        if let Some(problem) = refused {
            let illegal_at = Some(board.ply() + 1);
            return Found { plies: board.ply(), illegal_at, problems: vec![problem], ends: ends.found };
        }
        ends.look(&board);
    }
    Found { plies: board.ply(), illegal_at: None, problems: Vec::new(), ends: ends.found }
}

/// Collects the ends of a game while it is played through.
struct Ends {
    rules: Rules,
    found: Vec<(usize, Judgement)>,
    over: bool,
    /// The natural limit stands; it is reported once, not again at each ply until a capture.
    limit_stands: bool,
}

impl Ends {
    fn new(rules: &Rules) -> Ends {
        Ends { rules: *rules, found: Vec::new(), over: false, limit_stands: false }
    }

    fn look(&mut self, board: &Board) {
        if self.over {
            return;
        }
        self.limit_stands &= board.position().halfmove() > 0;
        if !self.limit_stands {
            let rules = self.rules;
            self.judge(board, &rules);
        }
        if self.limit_stands && !self.over {
            // What nobody has claimed must not hide an end that comes by itself.
            self.judge(board, &Rules { natural_limit: None, ..self.rules });
        }
    }

    fn judge(&mut self, board: &Board, rules: &Rules) {
        if let Some(end) = judge(board, rules) {
            self.limit_stands |= end.claimable;
            self.over = !end.claimable;
            self.found.push((board.ply(), end));
        }
    }
}

type Game = (Option<String>, Vec<String>);
type Answer = (usize, Option<usize>, Py<PyList>, Vec<(usize, PyJudgement)>);

/// What the board says of many games, each a FEN (or None) and moves as UCI.
///
/// For each: the number of legal plies; the ply at which the game leaves the rules, 0 for the
/// position itself; the problems there; and the ends found, with their plies: the first that
/// comes by itself, and before it those a player could have claimed.
#[pyfunction]
fn judge_batch(py: Python<'_>, games: Vec<Game>, rules: &PyRules) -> PyResult<Vec<Answer>> {
    let rules = rules.0;
    let found: Vec<Found> = py.detach(|| {
        games.par_iter().map(|(fen, moves)| judge_game(fen.as_deref(), moves, &rules)).collect()
    });
    found.into_iter().map(|found| answer(py, found)).collect()
}

fn answer(py: Python<'_>, found: Found) -> PyResult<Answer> {
    let problems: Vec<_> =
        found.problems.iter().map(|(code, facts)| problem(py, code, facts)).collect::<PyResult<_>>()?;
    let ends = found.ends.into_iter().map(|(ply, end)| (ply, PyJudgement(end))).collect();
    Ok((found.plies, found.illegal_at, PyList::new(py, problems)?.unbind(), ends))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(judge_batch, m)?)
}
