//! Work on whole lists of positions, or long work on one, without Python's lock.

use chuhe_core::{MoveList, Position};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use crate::board::{PyBoard, moves_list};
use crate::errors::{position_error, raise};
use crate::types::Text;

/// Deeper no count ever ends; and each ply takes room on the stack.
const MOST_PLIES: u32 = 100;

fn check_depth(py: Python<'_>, depth: u32) -> PyResult<()> {
    if depth <= MOST_PLIES {
        return Ok(());
    }
    let facts = [("depth", depth.to_string()), ("most", MOST_PLIES.to_string())];
    Err(raise(py, "ParseError", "perft.depth", &facts))
}

/// The number of lines of `depth` legal moves.
///
/// Python may run between the first moves, so that Ctrl-C is heard.
pub fn perft_of(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    check_depth(py, depth)?;
    if depth < 2 {
        return Ok(position.perft(depth));
    }
    let mut total = 0;
    for &m in position.legal_moves().iter() {
        let mut next = position.clone();
        next.make(m);
        total += py.detach(|| next.perft(depth - 1));
        py.check_signals()?;
    }
    Ok(total)
}

/// The number of lines of ``depth`` legal moves from a FEN.
#[pyfunction]
fn perft(py: Python<'_>, fen: Text, depth: u32) -> PyResult<u64> {
    let position = Position::from_fen(&fen).map_err(|error| position_error(py, &error))?;
    perft_of(py, &position, depth)
}

/// A position given as FEN or as a board.
#[derive(FromPyObject)]
enum Given<'py> {
    Board(PyRef<'py, PyBoard>),
    Fen(Text),
}

impl Given<'_> {
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        match self {
            Given::Board(board) => Ok(board.0.position().clone()),
            Given::Fen(fen) => Position::from_fen(fen).map_err(|error| position_error(py, &error)),
        }
    }
}

fn positions(py: Python<'_>, boards: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    boards.try_iter()?.map(|given| given?.extract::<Given<'_>>()?.position(py)).collect()
}

/// The legal moves of many positions, found on all cores.
#[pyfunction]
fn legal_moves_batch<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let positions = positions(py, boards)?;
    let found: Vec<MoveList> =
        py.detach(|| positions.par_iter().map(Position::legal_moves).collect());
    let lists: Vec<_> = found.iter().map(|moves| moves_list(py, moves)).collect::<PyResult<_>>()?;
    PyList::new(py, lists)
}

/// The perft of many positions, counted on all cores.
#[pyfunction]
fn perft_batch(py: Python<'_>, boards: &Bound<'_, PyAny>, depth: u32) -> PyResult<Vec<u64>> {
    check_depth(py, depth)?;
    let positions = positions(py, boards)?;
    Ok(py.detach(|| positions.par_iter().map(|position| position.perft(depth)).collect()))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(perft, m)?)?;
    m.add_function(wrap_pyfunction!(legal_moves_batch, m)?)?;
    m.add_function(wrap_pyfunction!(perft_batch, m)?)
}
