//! Errors of the core as the exceptions of `chuhe.errors`.

use chuhe_core::{FenError, IllegalMove, PositionError, SetupError, SetupProblem};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

/// Named values of a message.
pub type Facts = [(&'static str, String)];

/// The exception `class` of `chuhe.errors` with a code and its facts.
///
/// Whatever goes wrong while making it is the error to report instead.
pub fn raise(py: Python<'_>, class: &str, code: &str, facts: &Facts) -> PyErr {
    build(py, class, code, facts).unwrap_or_else(|error| error)
}

fn build(py: Python<'_>, class: &str, code: &str, facts: &Facts) -> PyResult<PyErr> {
    Ok(PyErr::from_value(exception(py, class)?.call1((code, dict(py, facts)?))?))
}

fn exception<'py>(py: Python<'py>, class: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("chuhe.errors")?.getattr(class)?.cast_into()?)
}

/// Facts as a Python dict.
pub fn dict<'py>(py: Python<'py>, facts: &Facts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in facts {
        dict.set_item(name, value)?;
    }
    Ok(dict)
}

/// A `chuhe.errors.Problem`: something wrong that is reported, not raised.
pub fn problem<'py>(py: Python<'py>, code: &str, facts: &Facts) -> PyResult<Bound<'py, PyAny>> {
    exception(py, "Problem")?.call1((code, dict(py, facts)?))
}

pub fn problems<'py>(py: Python<'py>, list: &[SetupProblem]) -> PyResult<Bound<'py, PyList>> {
    let list: Vec<_> =
        list.iter().map(|p| problem(py, p.code(), &p.facts())).collect::<PyResult<_>>()?;
    PyList::new(py, list)
}

pub fn fen_error(py: Python<'_>, error: &FenError) -> PyErr {
    raise(py, "FenError", error.code(), &error.facts())
}

pub fn setup_error(py: Python<'_>, error: &SetupError) -> PyErr {
    let build = || {
        let facts = dict(py, &[("fen", error.setup.fen())])?;
        let list = problems(py, &error.problems)?;
        let raised = exception(py, "SetupError")?.call1(("setup.impossible", facts, list))?;
        Ok(PyErr::from_value(raised))
    };
    build().unwrap_or_else(|error| error)
}

pub fn position_error(py: Python<'_>, error: &PositionError) -> PyErr {
    match error {
        PositionError::Fen(error) => fen_error(py, error),
        PositionError::Setup(error) => setup_error(py, error),
    }
}

pub fn illegal_move(py: Python<'_>, error: &IllegalMove) -> PyErr {
    let mut facts = error.reason.facts();
    facts.push(("move", error.m.to_string()));
    facts.push(("fen", error.fen.clone()));
    raise(py, "IllegalMoveError", error.reason.code(), &facts)
}
