//! Files of records, for Python: read one game at a time or many files at once, and written.

use chuhe_records::{
    Encoding, Format, Game, ReadError, Reader, encode, encode_file, sniff as sniff_bytes,
    write_file as write_games, write_xqf,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Mutex;

use crate::errors::{dict, raise};
use crate::records::{PyLoss, PyRecord, losses_list};

/// A loss with the number of the game it is of.
type PyLossOf<'py> = (&'static str, Bound<'py, PyDict>, usize);

fn encoding_of(name: &str) -> PyResult<Encoding> {
    Encoding::from_name(name).ok_or_else(|| PyValueError::new_err(format!("no encoding {name:?}")))
}

/// Where bytes come from.
enum Source {
    File(File),
    Bytes(Cursor<Vec<u8>>),
    Object(Py<PyAny>),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::File(file) => file.read(buffer),
            Source::Bytes(bytes) => bytes.read(buffer),
            Source::Object(object) => Python::attach(|py| {
                let got = object.call_method1(py, "read", (buffer.len(),))?;
                let bytes: &[u8] = got.extract(py)?;
                let len = bytes.len().min(buffer.len());
                buffer[..len].copy_from_slice(&bytes[..len]);
                Ok::<usize, PyErr>(len)
            })
            .map_err(io::Error::other),
        }
    }
}

fn read_error(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Io(error) => error.into(),
        ReadError::NotRead(Format::Book) => raise(py, "RecordError", "record.is_book", &[]),
        ReadError::NotRead(format) => raise(
            py,
            "RecordError",
            "record.format_not_read",
            &[("format", format.name().to_owned())],
        ),
        ReadError::Unknown => raise(py, "RecordError", "record.no_game", &[]),
    }
}

/// An iterator of `Record`: one game at a time.
#[pyclass(name = "RecordReader", module = "chuhe._core")]
struct PyReader(Mutex<Reader<Source>>);

#[pymethods]
impl PyReader {
    /// Reads a path, bytes, or an object with `read(n) -> bytes`.
    #[new]
    #[pyo3(signature = (source, format=None, encoding=None))]
    fn new(
        source: &Bound<'_, PyAny>,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<PyReader> {
        let py = source.py();
        let source = if let Ok(bytes) = source.cast::<PyBytes>() {
            Source::Bytes(Cursor::new(bytes.as_bytes().to_vec()))
        } else if let Ok(path) = source.extract::<PathBuf>() {
            Source::File(open(py, &path)?)
        } else {
            Source::Object(source.clone().unbind())
        };
        let format = format.map(|name| format_of(py, name)).transpose()?;
        let encoding = encoding.map(encoding_of).transpose()?;
        Ok(PyReader(Mutex::new(Reader::new(source, format, encoding))))
    }

    /// The name of the format, found out from the content.
    #[getter]
    fn format(&self, py: Python<'_>) -> PyResult<&'static str> {
        let format = py.detach(|| self.lock().format());
        Ok(format.map_err(|error| read_error(py, error))?.name())
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecord>> {
        let next = py.detach(|| self.lock().next_game());
        Ok(next.map_err(|error| read_error(py, error))?.map(PyRecord::of))
    }
}

impl PyReader {
    fn lock(&self) -> std::sync::MutexGuard<'_, Reader<Source>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn open(py: Python<'_>, path: &PathBuf) -> PyResult<File> {
    File::open(path).map_err(|error| {
        // As Python's own `open` says it, with the name.
        let number = error.raw_os_error().unwrap_or(0);
        let words = py
            .import("os")
            .and_then(|os| os.call_method1("strerror", (number,)))
            .map(Bound::unbind);
        match words {
            Ok(words) => PyOSError::new_err((number, words, path.clone())),
            Err(error) => error,
        }
    })
}

fn format_of(py: Python<'_>, name: &str) -> PyResult<Format> {
    let unknown =
        || raise(py, "RecordError", "record.unknown_format", &[("format", name.to_owned())]);
    Format::from_name(name).ok_or_else(unknown)
}

/// The games of many files, read on all cores: for each file a list, or the error.
#[pyfunction]
fn read_many<'py>(py: Python<'py>, paths: Vec<PathBuf>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let read = |path: &PathBuf| -> Result<Vec<Game>, ReadError> {
        let mut games = Vec::new();
        let mut reader = Reader::new(File::open(path)?, None, None);
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        Ok(games)
    };
    let all: Vec<_> = py.detach(|| paths.par_iter().map(read).collect());
    let object = |(result, path): (Result<Vec<Game>, ReadError>, &PathBuf)| match result {
        Ok(games) => Ok(PyList::new(
            py,
            games
                .into_iter()
                .map(PyRecord::of)
                .map(|r| Py::new(py, r))
                .collect::<PyResult<Vec<_>>>()?,
        )?
        .into_any()),
        Err(ReadError::Io(_)) if File::open(path).is_err() => Ok(open(py, path).err().map_or_else(
            || py.None().into_bound(py),
            |e| e.into_value(py).into_bound(py).into_any(),
        )),
        Err(error) => Ok(read_error(py, error).into_value(py).into_bound(py).into_any()),
    };
    all.into_iter().zip(&paths).map(object).collect()
}

/// Games as a file, and what it could not hold of which; None if it is not written, or holds one
/// game and was given others. `version` is that of the format, 0 the usual one;
/// from `seed` come the keys of an XQF that has some; `encoding` is of files of text.
#[pyfunction]
#[pyo3(signature = (format, records, version=0, seed=None, encoding="utf-8"))]
fn write_file<'py>(
    py: Python<'py>,
    format: &str,
    records: Vec<PyRef<'py, PyRecord>>,
    version: u8,
    seed: Option<u64>,
    encoding: &str,
) -> PyResult<Option<(Bound<'py, PyBytes>, Vec<PyLossOf<'py>>)>> {
    let encoding = encoding_of(encoding)?;
    let format = format_of(py, format)?;
    let games: Vec<&Game> = records.iter().map(|record| record.game()).collect();
    let file = match (format, &games[..]) {
        (Format::Xqf, [game]) => write_xqf(game, version, seed),
        _ => write_games(format, &games, version),
    };
    let Some(file) = file else {
        return Ok(None);
    };
    let file = encode_file(format, file, encoding);
    let losses = file.losses.iter();
    let losses = losses.map(|(game, loss)| Ok((loss.code, dict(py, &loss.facts)?, *game)));
    Ok(Some((PyBytes::new(py, &file.bytes), losses.collect::<PyResult<_>>()?)))
}

/// The name of the format that bytes are in, or None.
#[pyfunction]
#[pyo3(signature = (head, length=None))]
fn sniff(head: &[u8], length: Option<u64>) -> Option<&'static str> {
    sniff_bytes(head, length).map(Format::name)
}

/// All format names, read here or not.
#[pyfunction]
fn format_names() -> Vec<&'static str> {
    Format::ALL.iter().map(|format| format.name()).collect()
}

/// Text in bytes of an encoding, and what it could not say.
#[pyfunction]
fn encode_text<'py>(
    py: Python<'py>,
    text: &str,
    encoding: &str,
) -> PyResult<(Bound<'py, PyBytes>, Vec<PyLoss<'py>>)> {
    let (bytes, losses) = encode(text, encoding_of(encoding)?);
    Ok((PyBytes::new(py, &bytes), losses_list(py, &losses)?))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyReader>()?;
    m.add_function(wrap_pyfunction!(sniff, m)?)?;
    m.add_function(wrap_pyfunction!(format_names, m)?)?;
    m.add_function(wrap_pyfunction!(read_many, m)?)?;
    m.add_function(wrap_pyfunction!(write_file, m)?)?;
    m.add_function(wrap_pyfunction!(encode_text, m)?)
}
