//! Whole games judged at once, on all cores and without Python's lock.

use chuhe_core::{
    Board, Facts, Judgement, Move, Position, Repetition, Rules, Setup, Warning, judge, warning,
};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::errors::problem;
use crate::rules::{PyJudgement, PyRules, PyWarning};
use crate::types::short;

/// A game longer than this is not judged further: looking for repetitions costs the square of
/// the length, and no game between people or programs comes near it.
const MOST_PLIES: usize = 20_000;

/// A code and its facts.
type Coded = (&'static str, Facts);

/// What was found in one game.
#[derive(Default)]
struct Found {
    /// The legal moves from the start on.
    plies: usize,
    /// What keeps the start position from arising in a game.
    setup: Vec<Coded>,
    /// Why the next move cannot be played.
    refused: Option<Coded>,
    /// The first end by itself and those that could be claimed before, with their plies.
    ends: Vec<(usize, Judgement)>,
    /// What stands on the last position besides: a claim, or the end of playing on.
    last: Option<Judgement>,
    /// The word of warning that is due at the last position.
    warning: Option<Warning>,
}

/// The start of a game, and what is wrong with it. Moves are tried from a position that cannot
/// arise too, where that means anything: books are full of them.
fn start(fen: Option<&str>) -> (Option<Position>, Vec<Coded>) {
    let Some(fen) = fen else {
        return (Some(Position::start()), Vec::new());
    };
    match Setup::parse(fen) {
        Err(error) => (None, vec![(error.code(), error.facts())]),
        Ok(setup) => {
            let problems = setup.problems().iter().map(|p| (p.code(), p.facts())).collect();
            (setup.playable().ok(), problems)
        }
    }
}

fn judge_game(fen: Option<&str>, moves: &[String], rules: &Rules, warn: bool) -> Found {
    let (position, setup) = start(fen);
    let Some(position) = position else {
        return Found { setup, ..Found::default() };
    };
    let mut board = Board::new(position);
    let mut ends = Ends::new(rules);
    ends.look(&board);
    let mut refused = None;
    for text in moves {
        refused = try_move(&mut board, text);
        if refused.is_some() {
            break;
        }
        ends.look(&board);
    }
    let last = ends.at_the_last_ply(&board);
    let warning = if warn && !ends.over { warning(&board, rules) } else { None };
    Found { plies: board.ply(), setup, refused, ends: ends.found, last, warning }
}

/// Plays a move, or says why not.
fn try_move(board: &mut Board, text: &str) -> Option<Coded> {
    if board.ply() == MOST_PLIES {
        return Some(("judge.too_long", vec![("most", MOST_PLIES.to_string())]));
    }
    match text.parse::<Move>() {
        Ok(m) => board.push(m).err().map(|error| (error.reason.code(), error.reason.facts())),
        Err(_) => Some(("move.uci", vec![("text", short(text))])),
    }
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

    /// What stands on the last position besides the end found: a claim nobody has made, or the
    /// end of a game that was played on after its end.
    fn at_the_last_ply(&self, board: &Board) -> Option<Judgement> {
        let (ply, found) = self.found.last()?;
        if !self.over {
            return self.limit_stands.then(|| found.clone());
        }
        let of_itself = Rules { repetition: Repetition::OFF, natural_limit: None, ..self.rules };
        if *ply < board.ply() { judge(board, &of_itself) } else { None }
    }

    fn judge(&mut self, board: &Board, rules: &Rules) {
        if let Some(end) = judge(board, rules) {
            self.limit_stands |= end.claimable;
            self.over = !end.claimable;
            self.found.push((board.ply(), end));
        }
    }
}

type Given<'py> = (Option<Bound<'py, PyString>>, Vec<Bound<'py, PyString>>);
type Answer = (
    usize,
    Vec<Py<PyAny>>,
    Option<Py<PyAny>>,
    Vec<(usize, PyJudgement)>,
    Option<PyJudgement>,
    Option<PyWarning>,
);

/// What the board says of many games, each a FEN (or None) and moves as UCI.
///
/// For each: the number of legal plies; the problems of the start position; that of the move
/// after the legal ones, if there is one; the ends found, with their plies: the first that
/// comes by itself, and before it those a player could have claimed; and what stands at the last
/// ply besides: a claim, or mate, stalemate or a dead position of a game played on after its end;
/// and, if `warn`, the warning that is due at the last ply.
#[pyfunction]
#[pyo3(signature = (games, rules, warn=false))]
fn judge_batch(
    py: Python<'_>,
    games: Vec<Given<'_>>,
    rules: &PyRules,
    warn: bool,
) -> PyResult<Vec<Answer>> {
    let rules = rules.0;
    // Lossy: half a surrogate pair is no move, and is to be told so like any other text.
    let text = |text: &Bound<'_, PyString>| text.to_string_lossy().into_owned();
    let games: Vec<(Option<String>, Vec<String>)> = games
        .iter()
        .map(|(fen, moves)| (fen.as_ref().map(text), moves.iter().map(text).collect()))
        .collect();
    let found: Vec<Found> = py.detach(|| {
        games
            .par_iter()
            .map(|(fen, moves)| judge_game(fen.as_deref(), moves, &rules, warn))
            .collect()
    });
    found.into_iter().map(|found| answer(py, found)).collect()
}

fn answer(py: Python<'_>, found: Found) -> PyResult<Answer> {
    let problem = |(code, facts): &Coded| problem(py, code, facts).map(Bound::unbind);
    let setup = found.setup.iter().map(problem).collect::<PyResult<_>>()?;
    let refused = found.refused.as_ref().map(problem).transpose()?;
    let ends = found.ends.into_iter().map(|(ply, end)| (ply, PyJudgement(end))).collect();
    Ok((
        found.plies,
        setup,
        refused,
        ends,
        found.last.map(PyJudgement),
        found.warning.map(PyWarning),
    ))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(judge_batch, m)?)
}
