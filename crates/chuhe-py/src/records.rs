//! Records of games, for Python: a tree by node numbers. Files of them: `readers`.
//!
//! `chuhe.game` puts `Game` and `Node` over this. No object is made for a move or a node before
//! somebody asks for it.

use chuhe_core::{Move, PositionError, Setup};
use chuhe_records::notation::{Style, write as write_move};
use chuhe_records::{
    Eval, Format, Game, GameResult, Loss, NodeId, Problem, Score, Start, Tree, Unread, Written,
    index, is_structural, unread_text, write_pgn, write_text,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::board::moves_list;
use crate::errors::{dict, fen_error, illegal_move, raise};
use crate::types::{PyMove, move_object};

/// What is wrong at a place of a record: code, facts, ply from 1, line, byte.
type PyProblem<'py> = (&'static str, Bound<'py, PyDict>, Option<u32>, u64, u64);
pub type PyLoss<'py> = (&'static str, Bound<'py, PyDict>);
/// Points or moves to mate, whether the latter, and depth.
type PyEval = (i32, bool, Option<u32>);

#[pyclass(name = "Record", module = "chuhe._core")]
pub struct PyRecord(Game);

impl PyRecord {
    pub fn of(game: Game) -> PyRecord {
        PyRecord(game)
    }

    pub fn game(&self) -> &Game {
        &self.0
    }

    fn node(&self, id: u32) -> PyResult<NodeId> {
        let id = NodeId(id);
        if self.0.tree.contains(id) { Ok(id) } else { Err(PyIndexError::new_err("no such node")) }
    }

    fn moves<'py>(
        &self,
        py: Python<'py>,
        ids: impl Iterator<Item = NodeId>,
    ) -> PyResult<Bound<'py, PyList>> {
        let moves: Vec<Move> = ids.filter_map(|id| self.0.tree.mv(id)).collect();
        moves_list(py, &moves)
    }
}

fn ids(nodes: impl Iterator<Item = NodeId>) -> Vec<u32> {
    nodes.map(|id| id.0).collect()
}

fn style_of(name: &str) -> PyResult<Style> {
    Style::from_name(name).ok_or_else(|| PyValueError::new_err(format!("no notation {name:?}")))
}

pub fn losses_list<'py>(py: Python<'py>, losses: &[Loss]) -> PyResult<Vec<PyLoss<'py>>> {
    losses.iter().map(|loss| Ok((loss.code, dict(py, &loss.facts)?))).collect()
}

#[pymethods]
impl PyRecord {
    /// A game without moves. Raises FenError; a layout that cannot be played is taken.
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<&str>) -> PyResult<PyRecord> {
        let start = match fen {
            None => Start::Standard,
            Some(fen) => {
                match Setup::parse(fen).map_err(PositionError::Fen).and_then(|s| Ok(s.position()?))
                {
                    Ok(position) => Start::from_position(position),
                    Err(PositionError::Fen(error)) => return Err(fen_error(py, &error)),
                    Err(PositionError::Setup(error)) => Start::Unplayable(error.setup),
                }
            }
        };
        Ok(PyRecord(Game::new(start)))
    }

    fn copy(&self) -> PyRecord {
        PyRecord(self.0.clone())
    }

    // Headers

    fn headers(&self) -> Vec<(String, String)> {
        self.0.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.0.headers.get(name)
    }

    fn set_header(&mut self, name: &str, value: &str) {
        self.0.headers.set(name, value);
    }

    fn remove_header(&mut self, name: &str) -> bool {
        self.0.headers.remove(name).is_some()
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.text()
    }

    /// False if the text is no result.
    fn set_result(&mut self, text: &str) -> bool {
        let result = GameResult::parse(text);
        self.0.result = result.unwrap_or(self.0.result);
        result.is_some()
    }

    // The file

    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Vec<PyProblem<'py>>> {
        let problem = |p: &Problem| {
            Ok((p.code, dict(py, &p.facts)?, p.ply.map(|played| played + 1), p.line, p.offset))
        };
        self.0.problems.iter().map(problem).collect()
    }

    #[getter]
    fn offset(&self) -> u64 {
        self.0.offset
    }

    #[getter]
    fn line_number(&self) -> u64 {
        self.0.line
    }

    /// The name of the file's format.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.format.map(Format::name)
    }

    #[getter]
    fn encoding(&self) -> &'static str {
        self.0.encoding.name()
    }

    // The tree

    #[getter]
    fn start_fen(&self) -> String {
        self.0.tree.start().fen()
    }

    #[getter]
    fn is_playable(&self) -> bool {
        !matches!(self.0.tree.start(), Start::Unplayable(_))
    }

    /// All nodes on the tree, in the order they are written.
    fn walk(&self) -> Vec<u32> {
        ids(self.0.tree.walk())
    }

    fn count_variations(&self) -> usize {
        self.0.tree.count_variations()
    }

    fn count_comments(&self) -> usize {
        self.0.tree.count_comments()
    }

    fn count_unread(&self) -> usize {
        self.0.tree.count_unread()
    }

    // For an index

    /// The key after each node of the main line, or of all nodes in the order of `walk`.
    #[pyo3(signature = (variations=false))]
    fn keys(&self, variations: bool) -> Vec<u64> {
        let tree = &self.0.tree;
        if variations { index::tree_keys(tree) } else { index::line_keys(tree) }
    }

    /// The different materials met in the main line.
    fn materials(&self) -> Vec<String> {
        let found = index::line_materials(&self.0.tree);
        found.iter().map(|(material, _)| index::material_text(material)).collect()
    }

    /// Sixteen bytes that stand for the start and the moves of the main line.
    fn fingerprint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &index::fingerprint(&self.0.tree).to_be_bytes())
    }

    fn r#move(&self, py: Python<'_>, id: u32) -> PyResult<Option<Py<PyMove>>> {
        Ok(self.0.tree.mv(self.node(id)?).map(|m| move_object(py, m).clone_ref(py)))
    }

    fn parent(&self, id: u32) -> PyResult<Option<u32>> {
        Ok(self.0.tree.parent(self.node(id)?).map(|id| id.0))
    }

    fn children(&self, id: u32) -> PyResult<Vec<u32>> {
        Ok(ids(self.0.tree.children(self.node(id)?)))
    }

    fn next(&self, id: u32) -> PyResult<Option<u32>> {
        Ok(self.0.tree.first_child(self.node(id)?).map(|id| id.0))
    }

    /// The nodes after one along first children.
    fn line(&self, id: u32) -> PyResult<Vec<u32>> {
        Ok(ids(self.0.tree.line(self.node(id)?)))
    }

    fn line_moves<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyList>> {
        self.moves(py, self.0.tree.line(self.node(id)?))
    }

    /// The moves of the main line as `h2e2`.
    fn line_uci(&self, id: u32) -> PyResult<Vec<String>> {
        let tree = &self.0.tree;
        Ok(tree.line(self.node(id)?).filter_map(|id| tree.mv(id)).map(|m| m.to_string()).collect())
    }

    /// The moves along first children in a notation.
    fn line_text(&self, id: u32, style: &str) -> PyResult<Vec<String>> {
        let (tree, style, id) = (&self.0.tree, style_of(style)?, self.node(id)?);
        let Some(mut position) = tree.position(id) else {
            return Ok(Vec::new());
        };
        let write = |m| {
            let text = write_move(&position, m, style);
            position.make(m);
            text
        };
        Ok(tree.line(id).filter_map(|id| tree.mv(id)).map(write).collect())
    }

    /// The nodes from the first move to this one.
    fn path(&self, id: u32) -> PyResult<Vec<u32>> {
        Ok(ids(self.0.tree.path(self.node(id)?).into_iter()))
    }

    fn path_moves<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyList>> {
        self.moves(py, self.0.tree.path(self.node(id)?).into_iter())
    }

    fn ply(&self, id: u32) -> PyResult<usize> {
        Ok(self.0.tree.ply(self.node(id)?))
    }

    fn index(&self, id: u32) -> PyResult<usize> {
        Ok(self.0.tree.index(self.node(id)?))
    }

    fn is_attached(&self, id: u32) -> PyResult<bool> {
        Ok(self.0.tree.is_attached(self.node(id)?))
    }

    /// The position as FEN.
    fn fen(&self, id: u32) -> PyResult<String> {
        let tree = &self.0.tree;
        Ok(tree
            .position(self.node(id)?)
            .map_or_else(|| tree.start().fen(), |position| position.fen()))
    }

    /// The move that leads to a node in a notation; empty at the root.
    fn text(&self, id: u32, style: &str) -> PyResult<String> {
        let (tree, style, id) = (&self.0.tree, style_of(style)?, self.node(id)?);
        let before = tree.parent(id).and_then(|parent| tree.position(parent));
        Ok(before
            .zip(tree.mv(id))
            .map_or_else(String::new, |(position, m)| write_move(&position, m, style)))
    }

    // Editing

    /// Adds moves one after the other, all or none; the last node.
    fn add_line(
        &mut self,
        py: Python<'_>,
        id: u32,
        moves: Vec<Bound<'_, PyMove>>,
    ) -> PyResult<u32> {
        let mut node = self.node(id)?;
        let Some(mut position) = self.0.tree.position(node) else {
            return Err(raise(
                py,
                "RecordError",
                "record.no_start",
                &[("fen", self.0.tree.start().fen())],
            ));
        };
        for m in moves.iter().map(|m| m.get().0) {
            if let Err(error) = position.play(m).map(|next| position = next) {
                return Err(illegal_move(py, &error));
            }
        }
        if self.0.tree.len() + moves.len() > Tree::MAX_NODES {
            return Err(PyValueError::new_err("too many moves in one game"));
        }
        for m in &moves {
            node = self.0.tree.add_unchecked(node, m.get().0);
        }
        Ok(node.0)
    }

    fn remove(&mut self, id: u32) -> PyResult<bool> {
        let id = self.node(id)?;
        let removable = self.0.tree.parent(id).is_some();
        if removable {
            self.0.tree.remove(id);
        }
        Ok(removable)
    }

    fn move_to(&mut self, id: u32, index: usize) -> PyResult<()> {
        let id = self.node(id)?;
        self.0.tree.move_to(id, index);
        Ok(())
    }

    // Notes

    fn comment(&self, id: u32) -> PyResult<&str> {
        Ok(self.0.tree.notes(self.node(id)?).map_or("", |notes| &notes.comment))
    }

    fn set_comment(&mut self, id: u32, text: String) -> PyResult<()> {
        let id = self.node(id)?;
        self.0.tree.notes_mut(id).comment = text;
        Ok(())
    }

    fn before(&self, id: u32) -> PyResult<&str> {
        Ok(self.0.tree.notes(self.node(id)?).map_or("", |notes| &notes.before))
    }

    fn set_before(&mut self, id: u32, text: String) -> PyResult<()> {
        let id = self.node(id)?;
        self.0.tree.notes_mut(id).before = text;
        Ok(())
    }

    /// The moves kept at a node that cannot be played: text, number of the one before, comment.
    fn unread(&self, id: u32) -> PyResult<Vec<(String, u32, String)>> {
        let notes = self.0.tree.notes(self.node(id)?);
        let told = |kept: &Unread| (kept.text.clone(), kept.after, kept.comment.clone());
        Ok(notes.map_or_else(Vec::new, |notes| notes.unread.iter().map(told).collect()))
    }

    /// The same as a line of text.
    fn unread_text(&self, id: u32) -> PyResult<String> {
        let notes = self.0.tree.notes(self.node(id)?);
        Ok(notes.map_or_else(String::new, |notes| unread_text(&notes.unread)))
    }

    fn nags(&self, id: u32) -> PyResult<Vec<u16>> {
        let notes = self.0.tree.notes(self.node(id)?);
        Ok(notes
            .map_or_else(Vec::new, |notes| notes.nags.iter().map(|nag| u16::from(*nag)).collect()))
    }

    fn set_nags(&mut self, id: u32, nags: Vec<u16>) -> PyResult<()> {
        let id = self.node(id)?;
        let mut kept: Vec<u8> = Vec::new();
        for nag in nags {
            let nag = u8::try_from(nag)
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| PyValueError::new_err("a glyph is 1 to 255"))?;
            if !kept.contains(&nag) {
                kept.push(nag);
            }
        }
        self.0.tree.notes_mut(id).nags = kept;
        Ok(())
    }

    /// Milliseconds left on the mover's clock, and taken by the move.
    fn times(&self, id: u32) -> PyResult<(Option<u64>, Option<u64>)> {
        Ok(self
            .0
            .tree
            .notes(self.node(id)?)
            .map_or((None, None), |notes| (notes.clock, notes.elapsed)))
    }

    fn set_times(&mut self, id: u32, clock: Option<u64>, elapsed: Option<u64>) -> PyResult<()> {
        let id = self.node(id)?;
        let notes = self.0.tree.notes_mut(id);
        (notes.clock, notes.elapsed) = (clock, elapsed);
        Ok(())
    }

    fn eval(&self, id: u32) -> PyResult<Option<PyEval>> {
        let eval = self.0.tree.notes(self.node(id)?).and_then(|notes| notes.eval);
        Ok(eval.map(|Eval { score, depth }| match score {
            Score::Points(points) => (points, false, depth),
            Score::Mate(moves) => (moves, true, depth),
        }))
    }

    fn set_eval(&mut self, id: u32, eval: Option<PyEval>) -> PyResult<()> {
        let id = self.node(id)?;
        self.0.tree.notes_mut(id).eval = eval.map(|(n, mate, depth)| {
            let score = if mate { Score::Mate(n) } else { Score::Points(n) };
            Eval { score, depth }
        });
        Ok(())
    }

    /// Same moves, variations and notes from the same start.
    fn same_tree(&self, other: &PyRecord) -> bool {
        self.0.tree == other.0.tree
    }

    /// Same tree, result and headers; those headers left out that say the same again.
    fn __eq__(&self, other: &PyRecord) -> bool {
        let of = |game: &Game| -> Vec<(String, String)> {
            let told = game.headers.iter().filter(|(name, _)| !is_structural(name));
            told.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
        };
        self.0.result == other.0.result
            && of(&self.0) == of(&other.0)
            && self.0.tree == other.0.tree
    }

    // Writing

    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        style: &str,
    ) -> PyResult<(String, Vec<PyLoss<'py>>)> {
        let style = style_of(style)?;
        let Written { text, losses } = match Format::from_name(format) {
            Some(Format::Pgn) => write_pgn(&self.0, style),
            Some(Format::Text) => write_text(&self.0, style),
            _ => return Err(PyValueError::new_err(format!("cannot write {format:?}"))),
        };
        Ok((text, losses_list(py, &losses)?))
    }
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyRecord>()
}
