//! Moves in words, for Python.

use chuhe_core::{Facts, Move, Position};
use chuhe_records::notation::{
    self, Hint, Line, NotationError, Parsed, Style, parse_line, parse_with, write_line,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use rayon::prelude::*;

use crate::board::{PyBoard, moves_list};
use crate::errors::{position_error, raise};
use crate::types::{PyMove, Text, move_object};

/// A fault in a move's text as the exception it is.
///
/// `ply` is the place in a line, from 1.
fn notation_error(
    py: Python<'_>,
    error: &NotationError,
    position: &Position,
    ply: Option<usize>,
) -> PyErr {
    let mut facts = error.facts();
    facts.push(("fen", position.fen()));
    facts.extend(ply.map(|ply| ("ply", ply.to_string())));
    let class = match error {
        NotationError::NotAMove { .. } | NotationError::BadCharacter { .. } => "NotationError",
        NotationError::Ambiguous { .. } => "AmbiguousMoveError",
        NotationError::Illegal { .. } => "IllegalMoveError",
        NotationError::Misses { text, .. } => {
            // No squares are known to name the move by.
            facts.push(("move", text.clone()));
            "IllegalMoveError"
        }
    };
    // Its messages stand in the Python half, which nobody may have imported yet.
    match py.import("chuhe.notation") {
        Ok(_) => raise(py, class, error.code(), &facts),
        Err(error) => error,
    }
}

fn illegal(py: Python<'_>, position: &Position, m: Move, ply: Option<usize>) -> PyErr {
    let reason = position.why_illegal(m).expect("an illegal move");
    let mut facts: Facts = reason.facts();
    facts.push(("move", m.to_string()));
    facts.push(("fen", position.fen()));
    facts.extend(ply.map(|ply| ("ply", ply.to_string())));
    raise(py, "IllegalMoveError", reason.code(), &facts)
}

fn style(name: &str) -> PyResult<Style> {
    Style::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Style::ALL.iter().map(|(name, _)| *name).collect();
        let shown = crate::types::short(name);
        PyValueError::new_err(format!("no style '{shown}': one of {}", names.join(", ")))
    })
}

fn hint(name: Option<&str>) -> PyResult<Hint> {
    name.map_or(Ok(Hint::default()), |name| style(name).map(Hint::from))
}

/// Where a line starts: a board as it stands, a FEN, or None for the start of a game.
struct Start(Position);

impl<'py> FromPyObject<'_, 'py> for Start {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Start> {
        if object.is_none() {
            return Ok(Start(Position::start()));
        }
        if let Ok(board) = object.cast::<PyBoard>() {
            return Ok(Start(board.try_borrow()?.0.position().clone()));
        }
        let fen: PyBackedStr = object.extract()?;
        let position = Position::from_fen(&fen).map_err(|e| position_error(object.py(), &e))?;
        Ok(Start(position))
    }
}

/// The move a text means on a board; its candidates must be told apart by the rules alone.
#[pyfunction]
#[pyo3(signature = (board, text, hint=None))]
fn parse_move(
    py: Python<'_>,
    board: &PyBoard,
    text: Text,
    hint: Option<&str>,
) -> PyResult<Py<PyMove>> {
    let position = board.0.position();
    match parse_with(position, text.as_ref(), self::hint(hint)?) {
        Ok(parsed) => Ok(move_object(py, parsed.m).clone_ref(py)),
        Err(error) => Err(notation_error(py, &error, position, None)),
    }
}

/// The move a text means, and the other legal moves it might have meant.
#[pyfunction]
#[pyo3(signature = (board, text, hint=None))]
fn read_move<'py>(
    py: Python<'py>,
    board: &PyBoard,
    text: Text,
    hint: Option<&str>,
) -> PyResult<(Py<PyMove>, Bound<'py, PyList>)> {
    let position = board.0.position();
    match parse_with(position, text.as_ref(), self::hint(hint)?) {
        Ok(Parsed { m, others }) => {
            Ok((move_object(py, m).clone_ref(py), moves_list(py, &others)?))
        }
        Err(error) => Err(notation_error(py, &error, position, None)),
    }
}

/// A legal move in words.
#[pyfunction]
fn write_move(
    py: Python<'_>,
    board: &PyBoard,
    r#move: &Bound<'_, PyMove>,
    style: &str,
) -> PyResult<String> {
    let (position, m) = (board.0.position(), r#move.get().0);
    let style = self::style(style)?;
    if !position.is_legal(m) {
        return Err(illegal(py, position, m, None));
    }
    Ok(notation::write(position, m, style))
}

/// A legal move in every style: name of the style → text.
#[pyfunction]
fn write_all<'py>(
    py: Python<'py>,
    board: &PyBoard,
    r#move: &Bound<'py, PyMove>,
) -> PyResult<Bound<'py, PyDict>> {
    let (position, m) = (board.0.position(), r#move.get().0);
    if !position.is_legal(m) {
        return Err(illegal(py, position, m, None));
    }
    let texts = PyDict::new(py);
    for (name, style) in Style::ALL {
        texts.set_item(name, notation::write(position, m, style))?;
    }
    Ok(texts)
}

/// The moves of many lines, read on all cores: for each its moves and the error that ended it.
#[pyfunction]
#[pyo3(signature = (lines, hint=None))]
fn parse_batch<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyAny>,
    hint: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let hint = self::hint(hint)?;
    let lines: Vec<(Start, Vec<Text>)> =
        lines.try_iter()?.map(|line| line?.extract()).collect::<PyResult<_>>()?;
    let found: Vec<Line> = py.detach(|| {
        lines.par_iter().map(|(start, texts)| parse_line(&start.0, texts, hint)).collect()
    });
    let made = found.iter().zip(&lines).map(|(line, (start, _))| {
        let moves = moves_list(py, &line.moves)?;
        let error = line.error.as_ref().map(|error| line_error(py, error, &start.0, &line.moves));
        let error = error.map(|error| error.into_value(py));
        PyTuple::new(py, [moves.into_any(), error.into_pyobject(py)?.into_any()])
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}

/// The error after these moves of a line.
fn line_error(py: Python<'_>, error: &NotationError, start: &Position, moves: &[Move]) -> PyErr {
    let mut position = start.clone();
    for &m in moves {
        position.make(m);
    }
    notation_error(py, error, &position, Some(moves.len() + 1))
}

/// The moves of many lines in words, written on all cores.
#[pyfunction]
fn write_batch<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyAny>,
    style: &str,
) -> PyResult<Bound<'py, PyList>> {
    let style = self::style(style)?;
    let lines: Vec<(Start, Vec<Move>)> = lines
        .try_iter()?
        .map(|line| {
            let (start, moves): (Start, Vec<Bound<'py, PyMove>>) = line?.extract()?;
            Ok((start, moves.iter().map(|m| m.get().0).collect()))
        })
        .collect::<PyResult<_>>()?;
    let written: Vec<Vec<String>> = py.detach(|| {
        lines.par_iter().map(|(start, moves)| write_line(&start.0, moves, style)).collect()
    });
    let made = written.iter().zip(&lines).map(|(texts, (start, moves))| {
        if texts.len() < moves.len() {
            let mut position = start.0.clone();
            for &m in &moves[..texts.len()] {
                position.make(m);
            }
            return Err(illegal(py, &position, moves[texts.len()], Some(texts.len() + 1)));
        }
        PyList::new(py, texts.iter().map(|text| PyString::new(py, text)))
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}

/// The names of all styles.
#[pyfunction]
fn style_names() -> Vec<&'static str> {
    Style::ALL.iter().map(|(name, _)| *name).collect()
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(parse_move, m)?)?;
    m.add_function(wrap_pyfunction!(read_move, m)?)?;
    m.add_function(wrap_pyfunction!(write_move, m)?)?;
    m.add_function(wrap_pyfunction!(write_all, m)?)?;
    m.add_function(wrap_pyfunction!(parse_batch, m)?)?;
    m.add_function(wrap_pyfunction!(write_batch, m)?)?;
    m.add_function(wrap_pyfunction!(style_names, m)?)
}
