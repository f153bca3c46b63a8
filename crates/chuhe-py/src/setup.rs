//! `Setup`: anything one can lay out, as Python sees it.

use chuhe_core::{Piece, Setup, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{fen_error, problems, setup_error};
use crate::types::{ColorArg, PieceArg, SquareArg, Text, color_object, piece_object};

/// Pieces anywhere, a side to move, two counters: what a diagram editor holds.
#[pyclass(name = "Setup", module = "chuhe")]
#[derive(Clone)]
pub struct PySetup(pub Setup);

#[pymethods]
impl PySetup {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<Text>) -> PyResult<PySetup> {
        match fen {
            None => Ok(PySetup(Setup::empty())),
            Some(text) => Setup::parse(&text).map(PySetup).map_err(|error| fen_error(py, &error)),
        }
    }

    /// The layout of a full game's start.
    #[staticmethod]
    fn start() -> PySetup {
        PySetup(Setup::start())
    }

    /// The layout as FEN.
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// Every reason why this cannot be played; empty if it can.
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        problems(py, &self.0.problems())
    }

    /// The reasons why this cannot be played at all, not even as a diagram.
    fn barriers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut barriers = self.0.problems();
        barriers.retain(|problem| self.0.bars(problem));
        problems(py, &barriers)
    }

    /// The FEN, if this can be played.
    fn position_fen(&self, py: Python<'_>) -> PyResult<String> {
        match self.0.position() {
            Ok(position) => Ok(position.fen()),
            Err(error) => Err(setup_error(py, &error)),
        }
    }

    /// The side to move.
    #[getter]
    fn turn(&self, py: Python<'_>) -> Py<PyAny> {
        color_object(py, self.0.turn)
    }

    #[setter]
    fn set_turn(&mut self, color: ColorArg) {
        self.0.turn = color.0;
    }

    /// Plies since the last capture.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.0.halfmove
    }

    #[setter]
    fn set_halfmove_clock(&mut self, plies: u32) {
        self.0.halfmove = plies;
    }

    /// The number of the round, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.fullmove
    }

    #[setter]
    fn set_fullmove_number(&mut self, number: u32) {
        self.0.fullmove = number.max(1);
    }

    /// The piece on a square.
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> Option<Py<PyAny>> {
        self.0.pieces[square.0.index()].map(|piece| piece_object(py, piece))
    }

    /// Put a piece on a square, or clear it.
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(&mut self, square: SquareArg, piece: Option<PieceArg>) {
        self.0.pieces[square.0.index()] = piece.map(|piece| piece.0);
    }

    /// Square → piece.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in Square::all() {
            if let Some(piece) = self.0.pieces[square.index()] {
                map.set_item(square.index(), piece_object(py, piece))?;
            }
        }
        Ok(map)
    }

    /// The same layout with left and right exchanged.
    fn mirror(&self) -> PySetup {
        let mut mirrored = self.0.clone();
        for square in Square::all() {
            mirrored.pieces[square.mirror_file().index()] = self.0.pieces[square.index()];
        }
        PySetup(mirrored)
    }

    /// The same layout seen from the other side, colours exchanged.
    fn swap_colors(&self) -> PySetup {
        let mut swapped = self.0.clone();
        swapped.turn = !self.0.turn;
        for square in Square::all() {
            swapped.pieces[square.mirror_rank().index()] =
                self.0.pieces[square.index()].map(|piece| Piece::new(!piece.color(), piece.role()));
        }
        PySetup(swapped)
    }

    /// A layout of its own.
    fn copy(&self) -> PySetup {
        self.clone()
    }

    fn __copy__(&self) -> PySetup {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PySetup {
        self.clone()
    }

    fn __eq__(slf: &Bound<'_, PySetup>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<PySetup>() {
            Ok(other) => Ok(slf.try_borrow()?.0 == other.try_borrow()?.0),
            Err(_) => Ok(false),
        }
    }

    fn __repr__(&self) -> String {
        format!("Setup('{}')", self.0.fen())
    }

    fn __str__(&self) -> String {
        diagram(|square| self.0.pieces[square.index()].map(|piece| piece.letter()))
    }

    fn __reduce__(slf: &Bound<'_, PySetup>) -> PyResult<(Py<PyAny>, (String,))> {
        let fen = slf.try_borrow()?.0.fen();
        Ok((slf.get_type().into_any().unbind(), (fen,)))
    }
}

/// Ten lines of letters and dots, Black's base line first.
pub fn diagram(letter_at: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::with_capacity(10 * 18);
    for rank in (0..10).rev() {
        for file in 0..9 {
            text.push(letter_at(Square::new(file, rank)).unwrap_or('.'));
            text.push(if file < 8 { ' ' } else { '\n' });
        }
    }
    text.pop();
    text
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PySetup>()
}
