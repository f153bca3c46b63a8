//! Moves and squares as Python sees them, and the Python words for colours and pieces.

use chuhe_core::{Color, Move, Piece, Role, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyString, PyType};
use std::hash::{Hash, Hasher};

use crate::errors::raise;

/// Python objects made once and handed out ever after.
struct Words {
    colors: [Py<PyAny>; 2],
    pieces: [Py<PyAny>; 14],
    /// All 8,100 moves, so that listing legal moves makes no objects.
    moves: Vec<Py<PyMove>>,
}

static WORDS: PyOnceLock<Words> = PyOnceLock::new();

fn words(py: Python<'_>) -> &Words {
    WORDS.get(py).expect("set when the module is made")
}

pub fn color_object(py: Python<'_>, color: Color) -> Py<PyAny> {
    words(py).colors[color.index()].clone_ref(py)
}

pub fn piece_object(py: Python<'_>, piece: Piece) -> Py<PyAny> {
    words(py).pieces[piece.index()].clone_ref(py)
}

pub fn move_object(py: Python<'_>, m: Move) -> &Py<PyMove> {
    &words(py).moves[m.from().index() * 90 + m.to().index()]
}

/// An argument that is a `Color`, or the word for one.
pub struct ColorArg(pub Color);

impl<'py> FromPyObject<'_, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<ColorArg> {
        let words = words(object.py());
        for color in Color::ALL {
            if object.is(&words.colors[color.index()]) {
                return Ok(ColorArg(color));
            }
        }
        match word(&object).as_deref() {
            Some("red") => Ok(ColorArg(Color::Red)),
            Some("black") => Ok(ColorArg(Color::Black)),
            _ => Err(PyTypeError::new_err(format!("expected a Color, got {}", object.repr()?))),
        }
    }
}

/// An argument that is a `Role`, or the word for one.
pub struct RoleArg(pub Role);

impl<'py> FromPyObject<'_, 'py> for RoleArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RoleArg> {
        let text = word(&object);
        let named = |role: &Role| Some(role.name()) == text.as_deref();
        match Role::ALL.into_iter().find(named) {
            Some(role) => Ok(RoleArg(role)),
            None => Err(PyTypeError::new_err(format!("expected a Role, got {}", object.repr()?))),
        }
    }
}

/// An argument that is a `chuhe.Piece`.
pub struct PieceArg(pub Piece);

impl<'py> FromPyObject<'_, 'py> for PieceArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PieceArg> {
        let (RoleArg(role), ColorArg(color)) = object.extract().map_err(|_| {
            PyTypeError::new_err(format!("expected a Piece, got {}", show(&object)))
        })?;
        Ok(PieceArg(Piece::new(color, role)))
    }
}

/// An argument that is a square, 0 to 89.
pub struct SquareArg(pub Square);

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SquareArg> {
        match object.extract::<u8>() {
            Ok(index) if index < 90 => Ok(SquareArg(Square::from_index(index))),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(error),
            _ => {
                let facts = [("square", show(&object))];
                Err(raise(object.py(), "ParseError", "square.number", &facts))
            }
        }
    }
}

fn word(object: &Borrowed<'_, '_, PyAny>) -> Option<String> {
    object.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
}

fn show(object: &Borrowed<'_, '_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".into(), |text| text.to_string())
}

/// A text of Python's, which may hold what UTF-8 cannot say: half a surrogate pair. Nothing we
/// read has one, so a replacement character will do.
pub enum Text {
    Shared(PyBackedStr),
    Mended(String),
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        match object.extract::<PyBackedStr>() {
            Ok(text) => Ok(Text::Shared(text)),
            Err(error) => match object.cast::<PyString>() {
                Ok(text) => Ok(Text::Mended(text.to_string_lossy().into_owned())),
                Err(_) => Err(error),
            },
        }
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Shared(text) => text,
            Text::Mended(text) => text,
        }
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

/// A move: from one square to another. Equal moves are the same object.
#[pyclass(frozen, eq, ord, name = "Move", module = "chuhe")]
#[derive(PartialEq, PartialOrd)]
pub struct PyMove(pub Move);

impl PyMove {
    pub fn parse(py: Python<'_>, text: &str) -> PyResult<Move> {
        let refuse = |_| raise(py, "NotationError", "move.uci", &[("text", short(text))]);
        text.parse().map_err(refuse)
    }
}

#[pymethods]
impl PyMove {
    /// A move between two squares (0 to 89). Whether it is legal is the board's business.
    #[new]
    fn new(py: Python<'_>, from_square: SquareArg, to_square: SquareArg) -> Py<PyMove> {
        move_object(py, Move::new(from_square.0, to_square.0)).clone_ref(py)
    }

    /// Read a move such as ``h2e2``: files a to i, ranks 0 to 9 counted from Red's side.
    #[classmethod]
    fn from_uci(cls: &Bound<'_, PyType>, text: Text) -> PyResult<Py<PyMove>> {
        let py = cls.py();
        Ok(move_object(py, PyMove::parse(py, &text)?).clone_ref(py))
    }

    /// Where the piece stands before the move.
    #[getter(from_square)]
    fn origin(&self) -> usize {
        self.0.from().index()
    }

    /// Where it goes.
    #[getter(to_square)]
    fn target(&self) -> usize {
        self.0.to().index()
    }

    /// The move as ``h2e2``.
    fn uci(&self) -> String {
        self.0.to_string()
    }

    /// The same move seen in a mirror: file a becomes i.
    fn mirror(&self, py: Python<'_>) -> Py<PyMove> {
        move_object(py, self.0.mirror_file()).clone_ref(py)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        // Mixed, or the moves of a set would lie in few buckets.
        let mut hasher = std::hash::DefaultHasher::new();
        self.0.raw().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, PyMove>) -> PyResult<(Py<PyAny>, (String,))> {
        let from_uci = slf.get_type().getattr("from_uci")?;
        Ok((from_uci.unbind(), (slf.get().uci(),)))
    }
}

/// A text as it goes into a message: never more than a line's worth.
pub fn short(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The square of a name such as ``e0``.
#[pyfunction]
fn parse_square(py: Python<'_>, name: Text) -> PyResult<usize> {
    match name.parse::<Square>() {
        Ok(square) => Ok(square.index()),
        Err(_) => Err(raise(py, "ParseError", "square.name", &[("text", short(&name))])),
    }
}

/// The name of a square.
#[pyfunction]
fn square_name(square: SquareArg) -> String {
    square.0.to_string()
}

/// The square on a file (0 to 8, a to i) and a rank (0 to 9, from Red's base line).
#[pyfunction]
fn square(py: Python<'_>, file: i64, rank: i64) -> PyResult<usize> {
    if (0..9).contains(&file) && (0..10).contains(&rank) {
        return Ok((rank * 9 + file) as usize);
    }
    let facts = [("file", file.to_string()), ("rank", rank.to_string())];
    Err(raise(py, "ParseError", "square.place", &facts))
}

/// The file of a square: 0 to 8.
#[pyfunction]
fn square_file(square: SquareArg) -> u8 {
    square.0.file()
}

/// The rank of a square: 0 to 9.
#[pyfunction]
fn square_rank(square: SquareArg) -> u8 {
    square.0.rank()
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add_class::<PyMove>()?;
    m.add_function(wrap_pyfunction!(parse_square, m)?)?;
    m.add_function(wrap_pyfunction!(square_name, m)?)?;
    m.add_function(wrap_pyfunction!(square, m)?)?;
    m.add_function(wrap_pyfunction!(square_file, m)?)?;
    m.add_function(wrap_pyfunction!(square_rank, m)?)?;
    WORDS.get_or_try_init(py, || make_words(py))?;
    Ok(())
}

fn make_words(py: Python<'_>) -> PyResult<Words> {
    let module = py.import("chuhe.pieces")?;
    let (color, role, piece) =
        (module.getattr("Color")?, module.getattr("Role")?, module.getattr("Piece")?);
    let color = |c: Color| color.call1((c.name(),)).map(Bound::unbind);
    let role = |r: Role| role.call1((r.name(),)).map(Bound::unbind);
    let mut pieces = Vec::with_capacity(14);
    for c in Color::ALL {
        for r in Role::ALL {
            debug_assert_eq!(Piece::new(c, r).index(), pieces.len());
            pieces.push(piece.call1((role(r)?, color(c)?))?.unbind());
        }
    }
    let mut moves = Vec::with_capacity(8100);
    for from in Square::all() {
        for to in Square::all() {
            moves.push(Py::new(py, PyMove(Move::new(from, to)))?);
        }
    }
    let colors: Vec<_> = Color::ALL.into_iter().map(color).collect::<PyResult<_>>()?;
    Ok(Words {
        colors: colors.try_into().expect("two"),
        pieces: pieces.try_into().expect("fourteen"),
        moves,
    })
}
