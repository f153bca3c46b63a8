//! Whole games judged at once, on all cores and without Python's lock.

use chuhe_core::{Board, Color, Facts, Judgement, Move, Position, PositionError, Rules, judge};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use crate::errors::problem;
use crate::rules::PyRules;
use crate::types::short;

/// A game longer than this is not judged further: looking for repetitions costs the square of
/// the length, and no game between people or programs comes near it.
const MOST_PLIES: usize = 20_000;

/// What was found in one game.
struct Found {
    /// The legal moves from the start on.
    plies: usize,
    /// What the next one, or the position itself, has wrong: codes and facts.
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
        Found { plies: 0, problems, ends: Vec::new() }
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
            return Found { plies: board.ply(), problems: vec![problem], ends: ends.found };
        }
        ends.look(&board);
    }
    Found { plies: board.ply(), problems: Vec::new(), ends: ends.found }
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
        let rules = if self.limit_stands { Rules { natural_limit: None, ..self.rules } } else { self.rules };
        if let Some(end) = judge(board, &rules) {
            self.limit_stands |= end.claimable;
            self.over = !end.claimable;
            self.found.push((board.ply(), end));
        }
    }
}

type Game = (Option<String>, Vec<String>);
type Problems = Py<PyList>;
type End = (usize, Option<&'static str>, &'static str, bool, Option<(usize, usize)>, Vec<(usize, &'static str)>);

/// What the board says of many games.
///
/// For each game, a FEN (or None) and moves as UCI: the number of legal plies, the problems
/// met then, and the ends found: ply, winner, termination, claimable, cycle, acts of its plies.
#[pyfunction]
fn judge_batch(
    py: Python<'_>,
    games: Vec<Game>,
    rules: &PyRules,
) -> PyResult<Vec<(usize, Problems, Vec<End>)>> {
    let rules = rules.0;
    let found: Vec<Found> = py.detach(|| {
        games.par_iter().map(|(fen, moves)| judge_game(fen.as_deref(), moves, &rules)).collect()
    });
    found.into_iter().map(|found| to_python(py, found)).collect()
}

fn to_python(py: Python<'_>, found: Found) -> PyResult<(usize, Problems, Vec<End>)> {
    let problems: Vec<_> =
        found.problems.iter().map(|(code, facts)| problem(py, code, facts)).collect::<PyResult<_>>()?;
    let ends = found.ends.into_iter().map(|(ply, end)| {
        let acts = end.evidence.iter().map(|(ply, act)| (*ply, act.code())).collect();
        (ply, end.winner.map(Color::name), end.termination.code(), end.claimable, end.cycle, acts)
    });
    Ok((found.plies, PyList::new(py, problems)?.unbind(), ends.collect()))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(judge_batch, m)?)
}
