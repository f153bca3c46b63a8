//! `Board`: a position with its history, as Python sees it.

use chuhe_core::{Board, Move, MoveList, Position};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use std::hash::{Hash, Hasher};

use crate::errors::{illegal_move, position_error, problem};
use crate::setup::{PySetup, diagram};
use crate::types::{
    ColorArg, PyMove, RoleArg, SquareArg, color_object, move_object, piece_object,
};

/// The Rust half of `chuhe.Board`.
#[pyclass(subclass, name = "Board", module = "chuhe._core")]
pub struct PyBoard(pub Board);

impl PyBoard {
    fn position(&self) -> &Position {
        self.0.position()
    }

    fn parse(py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        let start = match fen {
            None => Position::start(),
            Some(text) => Position::from_fen(text).map_err(|error| position_error(py, &error))?,
        };
        Ok(Board::new(start))
    }
}

/// A new Python board of the same class, subclasses of the user included.
fn like<'py>(slf: &Bound<'py, PyBoard>, board: Board) -> PyResult<Bound<'py, PyBoard>> {
    let class = slf.get_type();
    let new = class.call_method1("__new__", (&class,))?.cast_into::<PyBoard>()?;
    new.borrow_mut().0 = board;
    Ok(new)
}

fn moves_tuple<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, moves.iter().map(|&m| move_object(py, m).bind(py)))
}

pub fn moves_list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.iter().map(|&m| move_object(py, m).bind(py)))
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<&str>) -> PyResult<PyBoard> {
        PyBoard::parse(py, fen).map(PyBoard)
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    #[getter]
    fn start_fen(&self) -> String {
        self.0.start().fen()
    }

    /// Start anew from another position.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        self.0 = PyBoard::parse(py, Some(fen))?;
        Ok(())
    }

    /// Start anew from the start of a full game.
    fn reset(&mut self) {
        self.0 = Board::new(Position::start());
    }

    fn setup(&self) -> PySetup {
        PySetup(self.position().setup())
    }

    #[getter]
    fn turn(&self, py: Python<'_>) -> Py<PyAny> {
        color_object(py, self.position().turn())
    }

    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position().halfmove()
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position().fullmove()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    #[getter]
    fn key(&self) -> u64 {
        self.position().key()
    }

    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves_list(py, self.0.moves())
    }

    fn repetitions(&self) -> u32 {
        self.0.repetitions()
    }

    // Moves

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.position().legal_moves())
    }

    fn captures(&self) -> LegalMoves {
        LegalMoves(self.position().captures())
    }

    /// Legal targets by starting square, both as names: what a board on a page needs.
    fn dests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dests = PyDict::new(py);
        for &m in self.position().legal_moves().iter() {
            let from = m.from().to_string();
            match dests.get_item(&from)? {
                Some(list) => list.cast_into::<PyList>()?.append(m.to().to_string())?,
                None => dests.set_item(from, PyList::new(py, [m.to().to_string()])?)?,
            }
        }
        Ok(dests)
    }

    fn is_legal(&self, m: &Bound<'_, PyMove>) -> bool {
        self.position().is_legal(m.get().0)
    }

    fn why_illegal<'py>(&self, m: &Bound<'py, PyMove>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position()
            .why_illegal(m.get().0)
            .map(|reason| problem(m.py(), reason.code(), &reason.facts()))
            .transpose()
    }

    fn push(&mut self, m: &Bound<'_, PyMove>) -> PyResult<()> {
        self.0.push(m.get().0).map_err(|error| illegal_move(m.py(), &error))
    }

    fn push_uci(&mut self, py: Python<'_>, text: &str) -> PyResult<Py<PyMove>> {
        let m = self.parse_uci(py, text)?;
        self.0.push_unchecked(m.get().0);
        Ok(m)
    }

    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<PyMove>> {
        let m = PyMove::parse(py, text)?;
        match self.position().why_illegal(m) {
            None => Ok(move_object(py, m).clone_ref(py)),
            Some(_) => Err(illegal_move(py, &self.position().play(m).expect_err("illegal"))),
        }
    }

    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        match self.0.pop() {
            Some(m) => Ok(move_object(py, m).clone_ref(py)),
            None => Err(PyIndexError::new_err("pop from a board without moves")),
        }
    }

    fn peek(&self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        match self.0.moves().last() {
            Some(&m) => Ok(move_object(py, m).clone_ref(py)),
            None => Err(PyIndexError::new_err("peek at a board without moves")),
        }
    }

    fn is_capture(&self, m: &Bound<'_, PyMove>) -> bool {
        self.position().is_capture(m.get().0)
    }

    fn gives_check(&self, m: &Bound<'_, PyMove>) -> PyResult<bool> {
        let m = m.clone();
        let (py, m) = (m.py(), m.get().0);
        if !self.position().is_legal(m) {
            return Err(illegal_move(py, &self.position().play(m).expect_err("illegal")));
        }
        Ok(self.position().gives_check(m))
    }

    // Check and the end

    fn is_check(&self) -> bool {
        self.position().in_check()
    }

    fn is_checkmate(&self) -> bool {
        self.position().is_checkmate()
    }

    fn is_stalemate(&self) -> bool {
        self.position().is_stalemate()
    }

    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        !chuhe_core::judge::can_win(self.position(), color.0)
    }

    fn is_insufficient_material(&self) -> bool {
        chuhe_core::judge::is_dead(self.position())
    }

    fn checkers(&self) -> Vec<usize> {
        self.position().checkers().map(|square| square.index()).collect()
    }

    fn attackers(&self, color: ColorArg, square: SquareArg) -> Vec<usize> {
        let occupied = self.position().occupied();
        let found = self.position().attackers(color.0, square.0, occupied);
        found.map(|square| square.index()).collect()
    }

    // Pieces

    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> Option<Py<PyAny>> {
        self.position().piece_at(square.0).map(|piece| piece_object(py, piece))
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position().occupied() {
            let piece = self.position().piece_at(square).expect("occupied");
            map.set_item(square.index(), piece_object(py, piece))?;
        }
        Ok(map)
    }

    fn pieces(&self, role: RoleArg, color: ColorArg) -> Vec<usize> {
        self.position().pieces(color.0, role.0).map(|square| square.index()).collect()
    }

    fn king(&self, color: ColorArg) -> usize {
        self.position().king(color.0).index()
    }

    // Copies

    #[pyo3(signature = (*, stack=true))]
    fn copy<'py>(slf: &Bound<'py, PyBoard>, stack: bool) -> PyResult<Bound<'py, PyBoard>> {
        let board = {
            let this = slf.borrow();
            if stack { this.0.clone() } else { Board::new(this.position().clone()) }
        };
        like(slf, board)
    }

    fn __copy__<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyBoard>> {
        PyBoard::copy(slf, true)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, PyBoard>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBoard>> {
        PyBoard::copy(slf, true)
    }

    fn mirror<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyBoard>> {
        let board = Board::new(slf.borrow().position().mirror_files());
        like(slf, board)
    }

    fn swap_colors<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyBoard>> {
        let board = Board::new(slf.borrow().position().mirror_colors());
        like(slf, board)
    }

    fn __reduce__(slf: &Bound<'_, PyBoard>) -> (Py<PyAny>, (String,), String) {
        let this = slf.borrow();
        let moves: Vec<String> = this.0.moves().iter().map(Move::to_string).collect();
        (slf.get_type().into_any().unbind(), (this.start_fen(),), moves.join(" "))
    }

    /// Play the moves a pickle holds.
    fn __setstate__(&mut self, py: Python<'_>, moves: &str) -> PyResult<()> {
        for text in moves.split_whitespace() {
            self.push_uci(py, text)?;
        }
        Ok(())
    }

    // What it looks like

    fn __eq__(slf: &Bound<'_, PyBoard>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyBoard>() else { return false };
        slf.borrow().position() == other.borrow().position()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.position().key().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        diagram(|square| self.position().piece_at(square).map(|piece| piece.letter()))
    }

    fn __repr__(slf: &Bound<'_, PyBoard>) -> PyResult<String> {
        Ok(format!("{}('{}')", slf.get_type().qualname()?, slf.borrow().fen()))
    }

    fn perft(slf: &Bound<'_, PyBoard>, depth: u32) -> PyResult<u64> {
        // A copy, so that other threads may look at the board meanwhile.
        let position = slf.borrow().position().clone();
        crate::batch::perft_of(slf.py(), &position, depth)
    }
}

/// The legal moves of a board as it stood when asked.
#[pyclass(frozen, sequence, module = "chuhe._core")]
pub struct LegalMoves(MoveList);

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        item.cast::<PyMove>().is_ok_and(|m| self.0.contains(&m.get().0))
    }

    /// A whole tuple at once and its own iterator: quicker than a call a move.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        moves_tuple(py, &self.0)?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyMove>> {
        let place = if index < 0 { index + self.0.len() as isize } else { index };
        match usize::try_from(place).ok().and_then(|place| self.0.get(place)) {
            Some(&m) => Ok(move_object(py, m).clone_ref(py)),
            None => Err(PyIndexError::new_err("no legal move has this number")),
        }
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.0.iter().map(Move::to_string).collect();
        format!("<LegalMoves: {}>", moves.join(" "))
    }
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyBoard>()?;
    m.add_class::<LegalMoves>()
}
