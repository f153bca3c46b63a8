//! Rule books and rulings, as Python sees them.

use chuhe_core::{
    ActKind, Attack, Fault, Judgement, Look, NaturalLimit, Repetition, Role, Rules, Warning, judge,
    warning,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::PyBoard;
use crate::errors;
use crate::types::{PyMove, color_object, move_object, short};

/// A rule book, as far as the board alone can decide.
#[pyclass(frozen, name = "Rules", module = "chuhe._core")]
pub struct PyRules(pub Rules);

#[pymethods]
impl PyRules {
    /// Raises ParseError if no policy has the name ``repetition``.
    #[new]
    #[pyo3(signature = (*, occurrences, repetition, natural_limit, counted_checks, limit_automatic, dead_position))]
    fn new(
        py: Python<'_>,
        occurrences: u32,
        repetition: &str,
        natural_limit: Option<u32>,
        counted_checks: Option<u32>,
        limit_automatic: bool,
        dead_position: bool,
    ) -> PyResult<PyRules> {
        let policy = policy(py, repetition)?;
        let natural_limit = natural_limit.map(|rounds| NaturalLimit {
            rounds,
            counted_checks,
            automatic: limit_automatic,
        });
        Ok(PyRules(Rules {
            repetition: Repetition { occurrences, ..policy },
            natural_limit,
            dead_position,
        }))
    }
}

/// The policy of this name. Raises ParseError if there is none.
pub fn policy(py: Python<'_>, name: &str) -> PyResult<Repetition> {
    Repetition::named(name).ok_or_else(|| {
        let facts = vec![("name", short(name))];
        errors::raise(py, "ParseError", "rules.no_policy", &facts)
    })
}

/// A policy of repetition as data. Raises ParseError if none has this name.
#[pyfunction]
fn repetition_policy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let policy = policy(py, name)?;
    let told = PyDict::new(py);
    told.set_item("occurrences", policy.occurrences)?;
    let faults = policy.faults.iter().map(|fault| fault_facts(py, fault));
    told.set_item("faults", faults.collect::<PyResult<Vec<_>>>()?)?;
    told.set_item("check_excuses_chase", policy.check_excuses_chase)?;
    told.set_item("joint_goes_free", policy.joint_goes_free)?;
    told.set_item("every_loop", policy.every_loop)?;
    told.set_item("nine_moves", policy.nine_moves)?;
    let series = policy.check_series.map(|s| (s.one_piece, s.two_pieces, s.more));
    told.set_item("check_series", series)?;
    let look = match policy.look {
        Look::Checks => "checks",
        Look::Captures(_) => "captures",
        Look::Play => "play",
    };
    told.set_item("look", look)?;
    if let Look::Captures(rules) = policy.look {
        let names = |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
        told.set_item("above_rook", names(rules.above_rook))?;
        told.set_item("above_minor", names(rules.above_minor))?;
        told.set_item("check_may_chase", rules.check_may_chase)?;
    }
    Ok(told)
}

fn fault_facts<'py>(py: Python<'py>, fault: &Fault) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("article", fault.article)?;
    told.set_item("kinds", fault.kinds.iter().map(ActKind::code).collect::<Vec<_>>())?;
    told.set_item("one_target", fault.one_target)?;
    told.set_item("horse_pinned", fault.horse_pinned)?;
    told.set_item("level", fault.level)?;
    Ok(told)
}

/// Attacker and its square, target and its square, why, the guard it is about, the first move.
type Told = (String, char, String, char, &'static str, Option<String>, String);

/// A ply, its class, whether a search for it was cut short, its attacks.
type ToldAct = (usize, &'static str, bool, Vec<Told>);

fn told(attack: &Attack) -> Told {
    let ((by, attacker), (target, victim)) = (attack.by, attack.target);
    (
        by.to_string(),
        attacker.letter(),
        target.to_string(),
        victim.letter(),
        attack.why.code(),
        attack.guard.map(|guard| guard.to_string()),
        attack.first.to_string(),
    )
}

/// The end of a game as the board shows it, with its evidence.
#[pyclass(frozen, name = "Judgement", module = "chuhe._core")]
pub struct PyJudgement(pub Judgement);

#[pymethods]
impl PyJudgement {
    /// None is a draw.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.winner.map(|color| color_object(py, color))
    }

    /// A value of `chuhe.Termination`.
    #[getter]
    fn termination(&self) -> &'static str {
        self.0.termination.code()
    }

    /// The first and last ply of the repetition judged, counted from 1.
    #[getter]
    fn cycle(&self) -> Option<(usize, usize)> {
        self.0.cycle
    }

    /// What each ply of the cycle did: ``check``, ``kill``, ``chase``, ``exchange``, ``offer``,
    /// ``block``, ``follow`` or ``idle``.
    #[getter]
    fn evidence(&self) -> Vec<(usize, &'static str)> {
        self.0.evidence.iter().map(|(ply, act)| (*ply, act.code())).collect()
    }

    /// For each ply of the cycle its class, whether a search was cut short, and the attacks that
    /// make it what it is.
    #[getter]
    fn acts(&self) -> Vec<ToldAct> {
        let acts = self.0.evidence.iter();
        acts.map(|(ply, act)| {
            (*ply, act.code(), act.undecided, act.attacks.iter().map(told).collect())
        })
        .collect()
    }

    /// The plies after which the repeated position stood.
    #[getter]
    fn occurrences(&self) -> Vec<usize> {
        self.0.occurrences.clone()
    }

    /// The clause each side is at fault with, Red first.
    #[getter]
    fn faults(&self) -> (Option<&'static str>, Option<&'static str>) {
        let [red, black] = self.0.faults.map(|fault| fault.map(|fault| fault.article));
        (red, black)
    }

    /// Whether a search was cut short, so that nobody is held at fault for want of proof.
    #[getter]
    fn undecided(&self) -> bool {
        self.0.undecided
    }

    /// Whether it takes a player's claim: the game has not ended by itself.
    #[getter]
    fn claimable(&self) -> bool {
        self.0.claimable
    }

    fn __repr__(&self) -> String {
        let winner = self.0.winner.map_or("None", |color| color.name());
        format!("<Judgement {} winner={winner}>", self.0.termination.code())
    }
}

/// Somebody is about to lose by repetition.
#[pyclass(frozen, name = "Warning", module = "chuhe._core")]
pub struct PyWarning(pub Warning);

#[pymethods]
impl PyWarning {
    /// Who has to change.
    #[getter]
    fn loser(&self, py: Python<'_>) -> Py<PyAny> {
        color_object(py, self.0.loser)
    }

    /// What the ruling would be.
    #[getter]
    fn judgement(&self) -> PyJudgement {
        PyJudgement(self.0.judgement.clone())
    }

    /// Moves of the side to move by which it would lose.
    #[getter]
    fn fatal_moves(&self, py: Python<'_>) -> Vec<Py<PyMove>> {
        self.0.fatal_moves.iter().map(|&m| move_object(py, m).clone_ref(py)).collect()
    }

    /// Its other moves, if it is the one that has to change.
    #[getter]
    fn ways_out(&self, py: Python<'_>) -> Vec<Py<PyMove>> {
        self.0.ways_out.iter().map(|&m| move_object(py, m).clone_ref(py)).collect()
    }

    fn __repr__(&self) -> String {
        let code = self.0.judgement.termination.code();
        format!("<Warning {code} loser={}>", self.0.loser.name())
    }
}

/// Whether somebody is about to lose by repetition.
#[pyfunction(name = "warning")]
fn warn(py: Python<'_>, board: &PyBoard, rules: &PyRules) -> Option<PyWarning> {
    if board.0.reversible_plies() < SHORTEST_CYCLE {
        return warning(&board.0, &rules.0).map(PyWarning);
    }
    // A copy, so that another thread may go on with the board meanwhile.
    let board = board.0.clone();
    py.detach(|| warning(&board, &rules.0)).map(PyWarning)
}

/// Plies without which nothing can repeat, and judging is too quick to let go of Python's lock.
const SHORTEST_CYCLE: usize = 4;

/// How a board stands under a rule book; ends that take a claim only if it is made.
#[pyfunction(name = "judge")]
#[pyo3(signature = (board, rules, claim=false))]
fn judge_board(
    py: Python<'_>,
    board: &PyBoard,
    rules: &PyRules,
    claim: bool,
) -> Option<PyJudgement> {
    let repeats = board.0.earlier_occurrences().next().is_some();
    let found = if repeats {
        let board = board.0.clone();
        py.detach(|| judge(&board, &rules.0))?
    } else {
        judge(&board.0, &rules.0)?
    };
    if !found.claimable || claim {
        return Some(PyJudgement(found));
    }
    // What nobody claims must not hide an end that comes by itself.
    let unclaimed = Rules { natural_limit: None, ..rules.0 };
    judge(&board.0, &unclaimed).map(PyJudgement)
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyRules>()?;
    m.add_class::<PyJudgement>()?;
    m.add_class::<PyWarning>()?;
    m.add_function(wrap_pyfunction!(repetition_policy, m)?)?;
    m.add_function(wrap_pyfunction!(warn, m)?)?;
    m.add_function(wrap_pyfunction!(judge_board, m)?)
}
