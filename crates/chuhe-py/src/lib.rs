//! `chuhe._core`: the Rust parts of Chuhe as a private Python module.
//!
//! Nothing is decided here. Each file wraps one crate's words for Python and registers them;
//! `python/chuhe/_core.pyi` says what they promise.

use pyo3::prelude::*;

mod batch;
mod board;
mod engine;
mod errors;
mod index;
mod judge;
mod notation;
mod readers;
mod records;
mod rules;
mod setup;
mod tiaoqi;
mod types;

#[pymodule]
fn _core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    types::register(m)?;
    setup::register(m)?;
    board::register(m)?;
    batch::register(m)?;
    rules::register(m)?;
    judge::register(m)?;
    notation::register(m)?;
    records::register(m)?;
    readers::register(m)?;
    index::register(m)?;
    engine::register(m)?;
    tiaoqi::register(m)?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    // Private and never starred: the stub is the list of its names.
    m.delattr("__all__")
}
