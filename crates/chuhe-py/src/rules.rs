//! Rule books and rulings, as Python sees them.

use chuhe_core::{Attack, Judgement, NaturalLimit, Repetition, Rules, judge};
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors;
use crate::types::{color_object, short};

/// A rule book, as far as the board alone can decide.
#[pyclass(frozen, name = "Rules", module = "chuhe._core")]
pub struct PyRules(pub Rules);

#[pymethods]
impl PyRules {
    /// Raises ParseError if no policy has the name ``repetition``.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python, one a field")]
    #[pyo3(signature = (*, occurrences, perpetual_check_loses, natural_limit, counted_checks, limit_automatic, dead_position, repetition="checks"))]
    fn new(
        py: Python<'_>,
        occurrences: u32,
        perpetual_check_loses: bool,
        natural_limit: Option<u32>,
        counted_checks: Option<u32>,
        limit_automatic: bool,
        dead_position: bool,
        repetition: &str,
    ) -> PyResult<PyRules> {
        let policy = Repetition::named(repetition).ok_or_else(|| {
            let facts = vec![("name", short(repetition))];
            errors::raise(py, "ParseError", "rules.no_policy", &facts)
        })?;
        // Without perpetual check nothing else is a breach either.
        let faults = if perpetual_check_loses { policy.faults } else { &[] };
        let natural_limit = natural_limit.map(|rounds| NaturalLimit {
            rounds,
            counted_checks,
            automatic: limit_automatic,
        });
        Ok(PyRules(Rules {
            repetition: Repetition { occurrences, faults, ..policy },
            natural_limit,
            dead_position,
        }))
    }
}

/// Attacker, target, and why the attack counts or does not.
type Told = (String, String, &'static str);

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

    /// For each ply of the cycle the attacks that make it what it is: attacker, target, why.
    #[getter]
    fn attacks(&self) -> Vec<(usize, Vec<Told>)> {
        let told = |attack: &Attack| {
            let (by, target) = (attack.by.0, attack.target.0);
            (by.to_string(), target.to_string(), attack.why.code())
        };
        self.0
            .evidence
            .iter()
            .map(|(ply, act)| (*ply, act.attacks.iter().map(told).collect()))
            .collect()
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

/// How a board stands under a rule book; ends that take a claim only if it is made.
#[pyfunction(name = "judge")]
#[pyo3(signature = (board, rules, claim=false))]
fn judge_board(board: &PyBoard, rules: &PyRules, claim: bool) -> Option<PyJudgement> {
    let found = judge(&board.0, &rules.0)?;
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
    m.add_function(wrap_pyfunction!(judge_board, m)?)
}
