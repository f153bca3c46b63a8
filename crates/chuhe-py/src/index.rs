//! What an index of games is made of, for `chuhe.library`.

use chuhe_core::{Move, Setup};
use chuhe_records::index::{self, Aside, GameFacts, Posting, Sum};
use chuhe_records::{Game, GameResult, Start, Tree};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

use crate::errors::{fen_error, illegal_move};
use crate::records::PyRecord;
use crate::types::Text;

/// Key, move or -1, games, red, draws, black, rated, ratings, last.
type PySum = (i64, i32, u32, u32, u32, u32, u32, u64, u32);
/// Packed moves, fingerprint, materials with their plies, whether there is more than that on the
/// tree, all comments.
type PyEntry<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<(String, usize)>, bool, String);

/// The key of a layout.
#[pyfunction]
fn position_key(py: Python<'_>, fen: Text) -> PyResult<u64> {
    let setup = Setup::parse(&fen).map_err(|error| fen_error(py, &error))?;
    Ok(index::setup_key(&setup))
}

/// The pieces of a layout, as `Record.materials` writes them.
#[pyfunction]
fn material_of(py: Python<'_>, fen: Text) -> PyResult<String> {
    let setup = Setup::parse(&fen).map_err(|error| fen_error(py, &error))?;
    Ok(index::material_text(&index::material(&setup)))
}

/// Two bytes a move of the main line, the lower one first.
fn packed(tree: &Tree) -> Vec<u8> {
    tree.main_line().iter().flat_map(|m| m.raw().to_le_bytes()).collect()
}

/// A game by its start and packed moves, those of `IndexBatch.add`.
#[pyfunction]
fn unpack_record(py: Python<'_>, fen: Option<Text>, moves: &[u8]) -> PyResult<PyRecord> {
    let start = match fen {
        None => Start::Standard,
        Some(fen) => Start::from_setup(Setup::parse(&fen).map_err(|error| fen_error(py, &error))?),
    };
    let mut game = Game::new(start);
    let mut position = game.tree.start().position();
    let mut node = Tree::ROOT;
    let pairs = moves.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(PyValueError::new_err("half a move"));
    }
    for pair in pairs {
        let m = Move::from_raw(u16::from_le_bytes([pair[0], pair[1]]))
            .ok_or_else(|| PyValueError::new_err("bytes that are no move"))?;
        let Some(before) = position.take() else {
            return Err(PyValueError::new_err("moves from a start that cannot be played"));
        };
        position = Some(before.play(m).map_err(|error| illegal_move(py, &error))?);
        node = game.tree.add_unchecked(node, m);
    }
    Ok(PyRecord::of(game))
}

/// Everything written beside the moves, a line each.
fn all_comments(tree: &Tree) -> String {
    let notes = tree.walk().filter_map(|id| tree.notes(id));
    let texts: Vec<&str> = notes
        .flat_map(|notes| {
            let unread = notes.unread.iter().map(|kept| kept.comment.as_str());
            [notes.before.as_str(), notes.comment.as_str()].into_iter().chain(unread)
        })
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n")
}

/// Whether the tree is more than its main line.
fn is_annotated(tree: &Tree) -> bool {
    let noted = |id| tree.notes(id).is_some_and(|notes| !notes.is_empty());
    tree.walk().any(|id| noted(id) || tree.children(id).nth(1).is_some())
}

/// The number of a move in an index, 0 for none.
#[pyfunction]
fn move_number(text: &str) -> PyResult<u16> {
    text.parse::<Move>()
        .map(Move::raw)
        .map_err(|_| PyValueError::new_err(format!("no move {text:?}")))
}

/// A move by its number in an index.
#[pyfunction]
fn move_of_number(number: u16) -> PyResult<String> {
    Move::from_raw(number)
        .map(|m| m.to_string())
        .ok_or_else(|| PyValueError::new_err(format!("no move {number}")))
}

/// Games on their way into an index.
#[pyclass(name = "IndexBatch", module = "chuhe._core")]
#[derive(Default)]
struct PyBatch {
    facts: HashMap<u32, GameFacts>,
    postings: Vec<Posting>,
    asides: Vec<Aside>,
    sorted: bool,
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new() -> PyBatch {
        PyBatch::default()
    }

    /// Adds games, numbered upwards from `first`; what else a library keeps of each.
    fn add<'py>(
        &mut self,
        py: Python<'py>,
        first: u32,
        records: Vec<PyRef<'py, PyRecord>>,
        ratings: Vec<u32>,
        dates: Vec<u32>,
    ) -> PyResult<Vec<PyEntry<'py>>> {
        if ratings.len() != records.len() || dates.len() != records.len() {
            return Err(PyValueError::new_err("a rating and a date for each record"));
        }
        if u32::try_from(records.len()).ok().and_then(|n| first.checked_add(n)).is_none() {
            return Err(PyOverflowError::new_err("too many games"));
        }
        let games: Vec<&Game> = records.iter().map(|record| record.game()).collect();
        let numbered: Vec<(u32, &Game)> = (first..).zip(games).collect();
        let made: Vec<_> = py.detach(|| {
            let one = |&(number, game): &(u32, &Game)| {
                let tree = &game.tree;
                let materials: Vec<(String, usize)> = index::line_materials(tree)
                    .iter()
                    .map(|(material, ply)| (index::material_text(material), *ply))
                    .collect();
                (
                    index::postings(game, number),
                    index::asides(game, number),
                    packed(tree),
                    index::fingerprint(tree).to_be_bytes(),
                    materials,
                    is_annotated(tree),
                    all_comments(tree),
                )
            };
            numbered.par_iter().map(one).collect()
        });
        self.sorted = false;
        let mut entries = Vec::with_capacity(made.len());
        for ((&(number, game), (rating, date)), one) in
            numbered.iter().zip(ratings.into_iter().zip(dates)).zip(made)
        {
            let (postings, asides, moves, fingerprint, materials, annotated, comments) = one;
            self.facts.insert(number, GameFacts { result: game.result, rating, date });
            self.postings.extend(postings);
            self.asides.extend(asides);
            entries.push((
                PyBytes::new(py, &moves),
                PyBytes::new(py, &fingerprint),
                materials,
                annotated,
                comments,
            ));
        }
        Ok(entries)
    }

    fn __len__(&self) -> usize {
        self.postings.len()
    }

    /// Rows from `start`, at most `most` of them: key, game, move, ply; in order of the first two.
    fn rows(&mut self, py: Python<'_>, start: usize, most: usize) -> Vec<(i64, u32, u16, u16)> {
        self.sort(py);
        let start = start.min(self.postings.len());
        let end = start.saturating_add(most).min(self.postings.len());
        self.postings[start..end].iter().map(|p| (signed(p.key), p.game, p.mv, p.ply)).collect()
    }

    /// Positions in variations only: key, game, ply; in order of the first two.
    fn asides(&mut self, py: Python<'_>) -> Vec<(i64, u32, u16)> {
        self.sort(py);
        self.asides.iter().map(|aside| (signed(aside.key), aside.game, aside.ply)).collect()
    }

    /// Sums of the positions with at least so many games here, or among `keys`.
    fn sums(&mut self, py: Python<'_>, least: usize, keys: HashSet<i64>) -> Vec<PySum> {
        self.sort(py);
        let (postings, facts) = (&self.postings, &self.facts);
        let unknown = GameFacts { result: GameResult::Unknown, rating: 0, date: 0 };
        let found = py.detach(|| {
            index::sums(
                postings,
                |game| facts.get(&game).copied().unwrap_or(unknown),
                |key, games| games >= least || keys.contains(&signed(key)),
            )
        });
        let row = |s: &Sum| {
            let counts = (s.games, s.red, s.draws, s.black);
            (
                signed(s.key),
                s.mv,
                counts.0,
                counts.1,
                counts.2,
                counts.3,
                s.rated,
                s.ratings,
                s.last,
            )
        };
        found.iter().map(row).collect()
    }
}

impl PyBatch {
    fn sort(&mut self, py: Python<'_>) {
        if !self.sorted {
            let (postings, asides) = (&mut self.postings, &mut self.asides);
            // In the order of the table's primary key: key as a signed number, game, move.
            py.detach(|| {
                postings.par_sort_unstable_by_key(|p| (signed(p.key), p.game, p.mv));
                asides.par_sort_unstable_by_key(|a| (signed(a.key), a.game));
            });
            self.sorted = true;
        }
    }
}

/// Databases know signed numbers only.
const fn signed(key: u64) -> i64 {
    key as i64
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyBatch>()?;
    m.add_function(wrap_pyfunction!(position_key, m)?)?;
    m.add_function(wrap_pyfunction!(material_of, m)?)?;
    m.add_function(wrap_pyfunction!(unpack_record, m)?)?;
    m.add_function(wrap_pyfunction!(move_number, m)?)?;
    m.add_function(wrap_pyfunction!(move_of_number, m)?)
}
