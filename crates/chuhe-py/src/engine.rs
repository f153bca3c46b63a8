//! The built-in engine, for Python.
//!
//! The search runs in a thread of its own without Python's lock. The calling thread hands on what
//! is found, and looks now and then whether it is told to stop, be it by Ctrl-C.

use chuhe_core::{Board, Move, Position, Repetition};
use chuhe_engine::time::Clock;
use chuhe_engine::{Engine, Info, Limits, Score};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict, PyList};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::errors::{illegal_move, position_error};
use crate::rules::policy;
use crate::types::PyMove;

/// How long a wish to stop may go unseen.
const GLANCE: Duration = Duration::from_millis(10);
const LONGEST: f64 = 1e6;

/// The engine with its memory. Calls from several threads wait for each other.
#[pyclass(frozen, name = "Engine", module = "chuhe._core")]
pub struct PyEngine(Mutex<Engine>);

#[allow(clippy::manual_clamp, reason = "clamp would hand NaN on")]
fn seconds(seconds: f64) -> Duration {
    // NaN becomes zero, and endless times a long one.
    Duration::from_secs_f64(seconds.max(0.0).min(LONGEST))
}

fn moves(py: Python<'_>, texts: &[String]) -> PyResult<Vec<Move>> {
    texts.iter().map(|text| PyMove::parse(py, text)).collect()
}

fn read_board(py: Python<'_>, fen: &str, texts: &[String]) -> PyResult<Board> {
    let start = Position::from_fen(fen).map_err(|error| position_error(py, &error))?;
    let mut board = Board::new(start);
    for m in moves(py, texts)? {
        board.push(m).map_err(|error| illegal_move(py, &error))?;
    }
    Ok(board)
}

fn info_dict<'py>(py: Python<'py>, info: &Info) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("depth", info.depth)?;
    dict.set_item("seldepth", info.seldepth)?;
    dict.set_item("line", info.line)?;
    let (cp, mate) = match info.score {
        Score::Centipawns(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    dict.set_item("cp", cp)?;
    dict.set_item("mate", mate)?;
    dict.set_item("nodes", info.nodes)?;
    dict.set_item("time", info.time.as_secs_f64())?;
    dict.set_item("pv", info.moves.iter().map(Move::to_string).collect::<Vec<_>>())?;
    Ok(dict)
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (hash_mb=16, threads=1))]
    fn new(hash_mb: usize, threads: usize) -> PyEngine {
        let mut engine = Engine::new(hash_mb.clamp(1, 65_536));
        engine.set_threads(threads.clamp(1, 256));
        PyEngine(Mutex::new(engine))
    }

    /// Forgets what was learned: a new game begins.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.lock().new_game());
    }

    /// Searches the position reached from a FEN by moves.
    #[pyo3(signature = (fen, moves, *, depth=None, nodes=None, move_time=None, clock=None, mate=None,
        only=Vec::new(), lines=1, level=10, seed=0, repetition="axf", occurrences=3,
        natural_limit=Some(60), stop=None, on_info=None))]
    #[allow(clippy::too_many_arguments)]
    fn search<'py>(
        &self,
        py: Python<'py>,
        fen: &str,
        moves: Vec<String>,
        depth: Option<u32>,
        nodes: Option<u64>,
        move_time: Option<f64>,
        clock: Option<(f64, f64, Option<u32>)>,
        mate: Option<u32>,
        only: Vec<String>,
        lines: usize,
        level: u32,
        seed: u64,
        repetition: &str,
        occurrences: u32,
        natural_limit: Option<u32>,
        stop: Option<Bound<'py, PyAny>>,
        on_info: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let board = read_board(py, fen, &moves)?;
        let repetition = Repetition { occurrences, ..policy(py, repetition)? };
        let limits = Limits {
            depth: depth.map(|d| d.min(1_000) as i32),
            nodes,
            move_time: move_time.map(seconds),
            clock: clock.map(|(left, increment, moves_to_go)| Clock {
                left: seconds(left),
                increment: seconds(increment),
                moves_to_go,
            }),
            mate,
            only: self::moves(py, &only)?,
            ..Limits::default()
        };

        let (tell, told) = channel::<Info>();
        let told = Mutex::new(told);
        let stopped = AtomicBool::new(false);
        let mut failure: Option<PyErr> = None;
        let outcome = std::thread::scope(|scope| {
            let searcher = scope.spawn(|| {
                let tell = tell; // dropped, and so hung up, when the search is over
                let mut engine = self.lock();
                engine.lines = lines.clamp(1, 128);
                engine.level = level;
                engine.seed = seed;
                engine.set_repetition(repetition);
                engine.set_natural_limit(natural_limit);
                // Nobody listening any more is no reason to fail.
                engine.search(&board, &limits, &stopped, &mut |info| drop(tell.send(info.clone())))
            });
            loop {
                let next = py.detach(|| {
                    told.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(GLANCE)
                });
                let heard = match next {
                    Ok(info) => match (&on_info, &failure) {
                        (Some(callback), None) => {
                            info_dict(py, &info).and_then(|dict| callback.call1((dict,))).map(drop)
                        }
                        _ => Ok(()),
                    },
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let wish = heard.and_then(|()| py.check_signals()).and_then(|()| match &stop {
                    Some(event) => event.call_method0("is_set")?.is_truthy(),
                    None => Ok(false),
                });
                match wish {
                    Ok(false) => {}
                    Ok(true) => stopped.store(true, Ordering::Relaxed),
                    Err(error) => {
                        stopped.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                    }
                }
            }
            py.detach(|| searcher.join())
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let outcome = outcome.map_err(|_| PyRuntimeError::new_err("the search failed"))?;

        let dict = PyDict::new(py);
        dict.set_item("best", outcome.best.map(|m| m.to_string()))?;
        dict.set_item("ponder", outcome.ponder.map(|m| m.to_string()))?;
        let found: Vec<_> =
            outcome.lines.iter().map(|info| info_dict(py, info)).collect::<PyResult<_>>()?;
        dict.set_item("lines", PyList::new(py, found)?)?;
        dict.set_item("nodes", outcome.nodes)?;
        dict.set_item("time", outcome.time.as_secs_f64())?;
        Ok(dict)
    }
}

impl PyEngine {
    fn lock(&self) -> MutexGuard<'_, Engine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The UCI and UCCI loop on the standard input and output of the process.
#[pyfunction]
fn run_uci(py: Python<'_>) {
    py.detach(chuhe_engine::uci::run_stdio);
}

/// The engine's fixed work: tells what it took, line by line.
#[pyfunction]
fn engine_bench(py: Python<'_>, tell: Bound<'_, PyAny>) -> PyResult<()> {
    let mut told = Vec::new();
    py.detach(|| chuhe_engine::bench::run(&mut |line| told.push(line.to_owned())));
    told.iter().try_for_each(|line| tell.call1((line,)).map(drop))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyEngine>()?;
    m.add_function(wrap_pyfunction!(run_uci, m)?)?;
    m.add_function(wrap_pyfunction!(engine_bench, m)?)
}
