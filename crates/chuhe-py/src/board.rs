//! `Board`: a position with its history, as Python sees it.

use chuhe_core::{Board, Move, MoveList, Position, Setup, attacks};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use std::hash::{Hash, Hasher};

use crate::errors::{fen_error, illegal_move, problem, setup_error};
use crate::setup::{PySetup, diagram};
use crate::types::{
    ColorArg, PyMove, RoleArg, SquareArg, Text, color_object, move_object, piece_object,
};

/// The Rust half of `chuhe.Board`.
#[pyclass(subclass, name = "Board", module = "chuhe._core")]
pub struct PyBoard(pub Board);

impl PyBoard {
    fn position(&self) -> &Position {
        self.0.position()
    }

    fn parse(py: Python<'_>, fen: &str, strict: bool) -> PyResult<Board> {
        let setup = Setup::parse(fen).map_err(|error| fen_error(py, &error))?;
        let start = if strict { setup.position() } else { setup.playable() };
        start.map(Board::new).map_err(|error| setup_error(py, &error))
    }
}

/// A new Python board of the same class, subclasses of the user included.
fn like<'py>(slf: &Bound<'py, PyBoard>, board: Board) -> PyResult<Bound<'py, PyBoard>> {
    let class = slf.get_type();
    let new = class.call_method1("__new__", (&class,))?.cast_into::<PyBoard>()?;
    new.try_borrow_mut()?.0 = board;
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
    #[pyo3(signature = (fen=None, *, strict=true))]
    fn new(py: Python<'_>, fen: Option<Text>, strict: bool) -> PyResult<PyBoard> {
        Ok(PyBoard(match fen {
            None => Board::new(Position::start()),
            Some(fen) => PyBoard::parse(py, &fen, strict)?,
        }))
    }

    /// The position as FEN, all six fields.
    fn fen(&self) -> String {
        self.position().fen()
    }

    /// The position the game started from.
    #[getter]
    fn start_fen(&self) -> String {
        self.0.start().fen()
    }

    /// Start anew from another position.
    #[pyo3(signature = (fen, *, strict=true))]
    fn set_fen(slf: &Bound<'_, PyBoard>, fen: Text, strict: bool) -> PyResult<()> {
        let board = PyBoard::parse(slf.py(), &fen, strict)?;
        slf.try_borrow_mut()?.0 = board;
        Ok(())
    }

    /// Start anew from the start of a full game.
    fn reset(&mut self) {
        self.0 = Board::new(Position::start());
    }

    /// The position as a layout that may be changed at will.
    fn setup(&self) -> PySetup {
        PySetup(self.position().setup())
    }

    /// The side to move.
    #[getter]
    fn turn(&self, py: Python<'_>) -> Py<PyAny> {
        color_object(py, self.position().turn())
    }

    /// Plies since the last capture.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position().halfmove()
    }

    /// The number of the round, from 1; it grows after Black's move.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position().fullmove()
    }

    /// The number of moves played on this board.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// A number of 64 bits for the pieces and the side to move; the same in every run.
    #[getter]
    fn key(&self) -> u64 {
        self.position().key()
    }

    /// The moves played, as a list of your own.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves_list(py, self.0.moves())
    }

    /// How often this position has stood on the board, now included.
    fn repetitions(&self) -> u32 {
        self.0.repetitions()
    }

    // Moves

    /// The legal moves as the board stands now.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.position().legal_moves())
    }

    /// The legal moves that take a piece.
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

    /// Whether a move can be played.
    fn is_legal(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.position().is_legal(r#move.get().0)
    }

    /// Why a move cannot be played; None if it can.
    fn why_illegal<'py>(&self, r#move: &Bound<'py, PyMove>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position()
            .why_illegal(r#move.get().0)
            .map(|reason| problem(r#move.py(), reason.code(), &reason.facts()))
            .transpose()
    }

    /// Play a move.
    fn push(slf: &Bound<'_, PyBoard>, r#move: &Bound<'_, PyMove>) -> PyResult<()> {
        // The board is let go before an error is made: that runs Python, and other threads.
        let played = slf.try_borrow_mut()?.0.push(r#move.get().0);
        played.map_err(|error| illegal_move(slf.py(), &error))
    }

    /// Play a move such as ``h2e2``, and return it.
    fn push_uci(slf: &Bound<'_, PyBoard>, text: Text) -> PyResult<Py<PyMove>> {
        let py = slf.py();
        let m = PyMove::parse(py, &text)?;
        let played = slf.try_borrow_mut()?.0.push(m);
        played.map_err(|error| illegal_move(py, &error))?;
        Ok(move_object(py, m).clone_ref(py))
    }

    /// The legal move of a text such as ``h2e2``.
    fn parse_uci(&self, py: Python<'_>, text: Text) -> PyResult<Py<PyMove>> {
        let m = PyMove::parse(py, &text)?;
        match self.position().why_illegal(m) {
            None => Ok(move_object(py, m).clone_ref(py)),
            Some(_) => Err(illegal_move(py, &self.position().play(m).expect_err("illegal"))),
        }
    }

    /// Take back the last move, and return it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        match self.0.pop() {
            Some(m) => Ok(move_object(py, m).clone_ref(py)),
            None => Err(PyIndexError::new_err("pop from a board without moves")),
        }
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        match self.0.moves().last() {
            Some(&m) => Ok(move_object(py, m).clone_ref(py)),
            None => Err(PyIndexError::new_err("peek at a board without moves")),
        }
    }

    /// Whether a move takes a piece.
    fn is_capture(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.position().is_capture(r#move.get().0)
    }

    /// Whether a legal move attacks the other king, directly or by discovery.
    fn gives_check(&self, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let (py, m) = (r#move.py(), r#move.get().0);
        if !self.position().is_legal(m) {
            return Err(illegal_move(py, &self.position().play(m).expect_err("illegal")));
        }
        Ok(self.position().gives_check(m))
    }

    // Check and the end

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// Whether the side to move is mated 将死.
    fn is_checkmate(&self) -> bool {
        self.position().is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check 困毙; it has lost.
    fn is_stalemate(&self) -> bool {
        self.position().is_stalemate()
    }

    /// Whether a side has no rook, horse, cannon or pawn left, and so cannot win on the board.
    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        !chuhe_core::judge::can_win(self.position(), color.0)
    }

    /// Whether neither side has a rook, horse, cannon or pawn left.
    fn is_insufficient_material(&self) -> bool {
        chuhe_core::judge::is_dead(self.position())
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<usize> {
        self.position().checkers().map(|square| square.index()).collect()
    }

    /// The squares of a side's pieces that attack a square, pinned ones included.
    fn attackers(&self, color: ColorArg, square: SquareArg) -> Vec<usize> {
        let (position, square) = (self.position(), square.0);
        let king = position.king(color.0);
        let mut found = position.attackers(color.0, square, position.occupied());
        // The core also asks where the other king may not go; here only pieces that stand count.
        if square != position.king(!color.0) && !attacks::king(square).contains(king) {
            found = found.without(king);
        }
        found.map(|square| square.index()).collect()
    }

    // Pieces

    /// The piece on a square.
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> Option<Py<PyAny>> {
        self.position().piece_at(square.0).map(|piece| piece_object(py, piece))
    }

    /// Square → piece.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position().occupied() {
            let piece = self.position().piece_at(square).expect("occupied");
            map.set_item(square.index(), piece_object(py, piece))?;
        }
        Ok(map)
    }

    /// The squares of a side's pieces of a kind.
    fn pieces(&self, role: RoleArg, color: ColorArg) -> Vec<usize> {
        self.position().pieces(color.0, role.0).map(|square| square.index()).collect()
    }

    /// The square of a side's king.
    fn king(&self, color: ColorArg) -> usize {
        self.position().king(color.0).index()
    }

    // Copies

    /// A board of its own, with the moves played unless ``stack`` is false.
    #[pyo3(signature = (*, stack=true))]
    fn copy<'py>(slf: &Bound<'py, PyBoard>, stack: bool) -> PyResult<Bound<'py, PyBoard>> {
        let board = {
            let this = slf.try_borrow()?;
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

    /// The position with left and right exchanged, on a new board without moves.
    fn mirror<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyBoard>> {
        let board = Board::new(slf.try_borrow()?.position().mirror_files());
        like(slf, board)
    }

    /// The position seen from the other side, colours exchanged, on a new board.
    fn swap_colors<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyBoard>> {
        let board = Board::new(slf.try_borrow()?.position().mirror_colors());
        like(slf, board)
    }

    /// Where the game started and the moves played: what a pickle holds.
    fn __getstate__(&self) -> (String, String) {
        let moves: Vec<String> = self.0.moves().iter().map(Move::to_string).collect();
        (self.start_fen(), moves.join(" "))
    }

    fn __setstate__(slf: &Bound<'_, PyBoard>, state: (Text, Text)) -> PyResult<()> {
        let (fen, moves) = state;
        let py = slf.py();
        // Whether the start was strict was asked when the board was made.
        let mut board = PyBoard::parse(py, &fen, false)?;
        for text in moves.split_whitespace() {
            let m = PyMove::parse(py, text)?;
            board.push(m).map_err(|error| illegal_move(py, &error))?;
        }
        slf.try_borrow_mut()?.0 = board;
        Ok(())
    }

    // What it looks like

    fn __eq__(slf: &Bound<'_, PyBoard>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<PyBoard>() {
            Ok(other) => Ok(slf.try_borrow()?.position() == other.try_borrow()?.position()),
            Err(_) => Ok(false),
        }
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
        Ok(format!("{}('{}')", slf.get_type().qualname()?, slf.try_borrow()?.fen()))
    }

    /// The number of lines of ``depth`` legal moves. Other threads run meanwhile.
    fn perft(slf: &Bound<'_, PyBoard>, depth: u32) -> PyResult<u64> {
        // A copy, so that other threads may look at the board meanwhile.
        let position = slf.try_borrow()?.position().clone();
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
