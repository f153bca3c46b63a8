//! 跳棋 for Python: a game as one object, and counts of moves.

use chuhe_tiaoqi::search::{LEVELS, Limits, think};
use chuhe_tiaoqi::{
    Cause, Game, GameError, Hop, Layout, Move, Point, Rules, Stalled, Standing, Stop, TextError,
    Win, cell_name, parse_layout, parse_move, perft, seats, write_layout, write_move,
};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::errors::raise;

const GLANCE: Duration = Duration::from_millis(10);

fn text_error(py: Python<'_>, error: &TextError) -> PyErr {
    let mut facts = error.facts.clone();
    facts.push(("at", error.at.to_string()));
    raise(py, "ParseError", error.code, &facts)
}

fn game_error(py: Python<'_>, error: GameError, text: &str) -> PyErr {
    let (class, code) = match error {
        GameError::Over => ("MoveError", "tiaoqi.over"),
        GameError::NotYours => ("MoveError", "tiaoqi.not_yours"),
        GameError::Unreachable => ("MoveError", "tiaoqi.unreachable"),
        GameError::Repeats => ("MoveError", "tiaoqi.repeats"),
        GameError::NoPass => ("MoveError", "tiaoqi.no_pass"),
        GameError::BadSetup => ("ParseError", "tiaoqi.setup"),
        GameError::NoPairs => ("ParseError", "tiaoqi.pairs"),
    };
    raise(py, class, code, &[("move", text.to_owned())])
}

fn choice<T: Copy>(py: Python<'_>, name: &str, text: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let facts =
            [("name", name.to_owned()), ("text", text.to_owned()), ("known", words.join(" "))];
        raise(py, "ParseError", "tiaoqi.rule", &facts)
    })
}

const HOPS: [(&str, Hop); 2] = [("adjacent", Hop::Adjacent), ("equidistant", Hop::Equidistant)];
const STOPS: [(&str, Stop); 4] = [
    ("free", Stop::Free),
    ("no_stop", Stop::NoStop),
    ("no_stop_no_leave", Stop::NoStopNoLeave),
    ("no_entry", Stop::NoEntry),
];
const WINS: [(&str, Win); 2] = [("all_own", Win::AllOwn), ("full_one_own", Win::FullOneOwn)];
const STALLED: [(&str, Stalled); 2] = [("nearer", Stalled::Nearer), ("draw", Stalled::Draw)];

/// The rules from their fields, as `chuhe.tiaoqi.Rules` names them.
fn rules(py: Python<'_>, fields: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let get = |name: &str| -> PyResult<Bound<'_, PyAny>> {
        fields.get_item(name)?.ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(name.to_owned()))
    };
    let word = |name: &str| -> PyResult<String> { get(name)?.extract() };
    Ok(Rules {
        hop: choice(py, "hop", &word("hop")?, &HOPS)?,
        mixed: get("mixed")?.extract()?,
        start_occupied: get("start_occupied")?.extract()?,
        stop: choice(py, "stop", &word("stop")?, &STOPS)?,
        return_home: get("return_home")?.extract()?,
        pass: get("pass_allowed")?.extract()?,
        marks: get("marks")?.extract()?,
        cumulative: get("cumulative")?.extract()?,
        remove_out: get("remove_out")?.extract()?,
        win: choice(py, "win", &word("win")?, &WINS)?,
        full_from: get("full_from")?.extract()?,
        swap: get("swap")?.extract()?,
        repetitions: get("repetitions")?.extract()?,
        stalled_rounds: get("stalled_rounds")?.extract()?,
        stalled: choice(py, "stalled", &word("stalled")?, &STALLED)?,
        cap: get("cap")?.extract()?,
        capped: choice(py, "capped", &word("capped")?, &STALLED)?,
        play_on: get("play_on")?.extract()?,
        partners: get("partners")?.extract()?,
    })
}

fn point(py: Python<'_>, name: &str) -> PyResult<Point> {
    let known: Vec<(&str, Point)> = Point::ALL.iter().map(|&point| (point.name(), point)).collect();
    choice(py, "seat", name, &known)
}

fn cause_dict<'py>(py: Python<'py>, cause: Cause) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let code = match cause {
        Cause::Arrived => "arrived",
        Cause::Filled => "filled",
        Cause::Camp { round, out, need } => {
            dict.set_item("round", round)?;
            dict.set_item("out", out)?;
            dict.set_item("need", need)?;
            "camp"
        }
        Cause::Deadlock => "deadlock",
        Cause::Cap => "cap",
        Cause::Repetition => "repetition",
        Cause::NoMoves => "no_moves",
        Cause::Resigned => "resigned",
        Cause::Time => "time",
    };
    dict.set_item("cause", code)?;
    Ok(dict)
}

/// A game under way.
#[pyclass(name = "TiaoqiGame", module = "chuhe._core")]
#[derive(Clone)]
pub struct PyTiaoqiGame(Game);

#[pymethods]
impl PyTiaoqiGame {
    #[new]
    fn new(py: Python<'_>, players: u8, pieces: u8, rules: &Bound<'_, PyDict>) -> PyResult<Self> {
        let rules = self::rules(py, rules)?;
        Game::new(players, pieces, rules).map(Self).map_err(|error| game_error(py, error, ""))
    }

    #[staticmethod]
    #[pyo3(signature = (rows, points, pieces, turn, rounds, rules))]
    fn from_layout(
        py: Python<'_>,
        rows: &str,
        points: Vec<String>,
        pieces: u8,
        turn: usize,
        rounds: Vec<u16>,
        rules: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let rules = self::rules(py, rules)?;
        let layout = parse_layout(rows, pieces).map_err(|error| text_error(py, &error))?;
        let points: Vec<Point> =
            points.iter().map(|name| point(py, name)).collect::<PyResult<_>>()?;
        Game::from_layout(layout, &points, turn, &rounds, rules)
            .map(Self)
            .map_err(|error| game_error(py, error, ""))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn play(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let go = parse_move(text).map_err(|error| text_error(py, &error))?;
        self.0.play(go).map_err(|error| game_error(py, error, text))
    }

    fn pass_turn(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0.pass().map_err(|error| game_error(py, error, "pass"))
    }

    fn retire(&mut self, py: Python<'_>, seat: usize, cause: &str) -> PyResult<()> {
        let known = [("resigned", Cause::Resigned), ("time", Cause::Time)];
        let cause = choice(py, "cause", cause, &known)?;
        if seat >= self.0.seats().len() {
            return Err(game_error(py, GameError::BadSetup, ""));
        }
        self.0.retire(seat, cause).map_err(|error| game_error(py, error, ""))
    }

    /// Origin → targets.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let moves = self.0.legal();
        for group in moves.chunk_by(|one, two| one.from == two.from) {
            let to: Vec<String> = group.iter().map(|go| cell_name(go.to)).collect();
            dict.set_item(cell_name(group[0].from), to)?;
        }
        Ok(dict)
    }

    /// The cells that a move touches.
    fn path(&self, py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
        let go = parse_move(text).map_err(|error| text_error(py, &error))?;
        let path = self.0.layout().path(self.0.turn_point(), go, self.0.rules());
        path.map(|cells| cells.into_iter().map(cell_name).collect())
            .ok_or_else(|| game_error(py, GameError::Unreachable, text))
    }

    #[getter]
    fn turn(&self) -> usize {
        self.0.turn()
    }

    #[getter]
    fn ply(&self) -> u32 {
        self.0.moves_made()
    }

    #[getter]
    fn points(&self) -> Vec<&'static str> {
        self.0.seats().iter().map(|seat| seat.point.name()).collect()
    }

    #[getter]
    fn camp(&self) -> u32 {
        self.0.layout().camp.into()
    }

    #[getter]
    fn rows(&self) -> String {
        write_layout(self.0.layout())
    }

    /// What is known of a seat.
    fn seat<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let Some(known) = self.0.seats().get(seat) else {
            return Err(game_error(py, GameError::BadSetup, ""));
        };
        let dict = match known.standing {
            Standing::Playing => PyDict::new(py),
            Standing::Arrived { cause, at } | Standing::Out { cause, at } => {
                let dict = cause_dict(py, cause)?;
                dict.set_item("at", at)?;
                dict
            }
        };
        let standing = match known.standing {
            Standing::Playing => "playing",
            Standing::Arrived { .. } => "arrived",
            Standing::Out { .. } => "out",
        };
        dict.set_item("standing", standing)?;
        dict.set_item("point", known.point.name())?;
        dict.set_item("rounds", known.rounds)?;
        dict.set_item("left_home", self.0.out(seat))?;
        dict.set_item("distance", self.0.distance(seat))?;
        let mark = self.0.next_mark(seat);
        dict.set_item("mark", mark.map(|mark| (mark.round, mark.need, mark.moves_left)))?;
        Ok(dict)
    }

    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(end) = self.0.end() else { return Ok(None) };
        let dict = cause_dict(py, end.cause)?;
        dict.set_item("places", end.places.iter().map(|&n| u32::from(n)).collect::<Vec<_>>())?;
        dict.set_item("quarters", end.quarters.iter().map(|&n| u32::from(n)).collect::<Vec<_>>())?;
        Ok(Some(dict))
    }

    /// Choose a move.
    #[pyo3(signature = (*, level=6, depth=None, nodes=None, seconds=None, seed=0, stop=None))]
    #[allow(clippy::too_many_arguments)]
    fn think<'py>(
        &self,
        py: Python<'py>,
        level: u8,
        depth: Option<u8>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        seed: u64,
        stop: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut limits = Limits::level(level, seed);
        limits.depth = depth.unwrap_or(limits.depth);
        limits.nodes = nodes.unwrap_or(limits.nodes);
        if let Some(seconds) = seconds {
            limits.time = Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        } else if depth.is_some() || nodes.is_some() {
            limits.time = None;
        }
        let stopped = AtomicBool::new(false);
        let mut failure = None;
        let game = &self.0;
        let thought = std::thread::scope(|scope| {
            let thinker = scope.spawn(|| think(game, limits, &|| stopped.load(Ordering::Relaxed)));
            while !thinker.is_finished() {
                py.detach(|| {
                    std::thread::sleep(if limits.depth < 3 { GLANCE / 10 } else { GLANCE })
                });
                let wish = py.check_signals().and_then(|()| match &stop {
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
            py.detach(|| thinker.join())
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let thought =
            thought.map_err(|_| pyo3::exceptions::PyRuntimeError::new_err("the search failed"))?;
        let dict = PyDict::new(py);
        dict.set_item("best", thought.best.map(write_move))?;
        dict.set_item("score", thought.score)?;
        dict.set_item("depth", thought.depth)?;
        dict.set_item("nodes", thought.nodes)?;
        dict.set_item("pv", thought.pv.iter().copied().map(write_move).collect::<Vec<_>>())?;
        dict.set_item("race", thought.race.map(|race| (race.way.len(), race.exact)))?;
        Ok(dict)
    }
}

/// Move sequences from the start, by the hop and stop rules alone.
#[pyfunction]
fn tiaoqi_perft(
    py: Python<'_>,
    players: u8,
    pieces: u8,
    hop: &str,
    stop: &str,
    depth: u32,
) -> PyResult<u64> {
    let rules = Rules {
        stop: choice(py, "stop", stop, &STOPS)?,
        ..Rules::new(choice(py, "hop", hop, &HOPS)?)
    };
    let points = seats(players).ok_or_else(|| game_error(py, GameError::BadSetup, ""))?;
    if pieces != 10 && (pieces != 15 || players != 2) {
        return Err(game_error(py, GameError::BadSetup, ""));
    }
    let layout = Layout::start(points, pieces);
    Ok(py.detach(|| perft(&layout, points, 0, depth, &rules)))
}

/// The moves of a seat as pairs of cell numbers, by the hop and stop rules alone.
#[pyfunction]
fn tiaoqi_moves(
    py: Python<'_>,
    rows: &str,
    pieces: u8,
    seat: &str,
    hop: &str,
    stop: &str,
) -> PyResult<Vec<(u32, u32)>> {
    let rules = Rules {
        stop: choice(py, "stop", stop, &STOPS)?,
        ..Rules::new(choice(py, "hop", hop, &HOPS)?)
    };
    let layout = parse_layout(rows, pieces).map_err(|error| text_error(py, &error))?;
    let moves = layout.moves(point(py, seat)?, &rules);
    Ok(moves.into_iter().map(|Move { from, to }| (from.into(), to.into())).collect())
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyTiaoqiGame>()?;
    m.add_function(wrap_pyfunction!(tiaoqi_perft, m)?)?;
    m.add_function(wrap_pyfunction!(tiaoqi_moves, m)?)?;
    m.add("TIAOQI_LEVELS", LEVELS)
}
