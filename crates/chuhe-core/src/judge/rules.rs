//! Rule books as data. Each difference between them is a field here.

use super::Termination;
use crate::acts::ActKind;
use crate::acts::direct::DirectRules;
use crate::types::Role;

/// 自然限着: a draw after so many rounds without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaturalLimit {
    pub rounds: u32,
    /// Only so many checks of a side count towards its rounds; `None` counts all.
    pub counted_checks: Option<u32>,
    /// Whether the game ends by itself; otherwise a player must claim.
    pub automatic: bool,
}

/// A rule book, as far as the board alone can decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub repetition: Repetition,
    pub natural_limit: Option<NaturalLimit>,
    /// Whether a game that nobody can win any more ends by itself.
    pub dead_position: bool,
}

/// A set of natures of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u8);

impl Kinds {
    pub const CHECK: Kinds = Kinds(1 << ActKind::Check as u8);
    pub const KILL: Kinds = Kinds(1 << ActKind::Kill as u8);
    pub const CHASE: Kinds = Kinds(1 << ActKind::Chase as u8);

    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn contains(self, kind: ActKind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// The kinds in it, the heaviest first.
    pub fn iter(self) -> impl Iterator<Item = ActKind> {
        let all = [ActKind::Check, ActKind::Kill, ActKind::Chase];
        all.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// A breach of the rule: every ply of a side in the cycle is of these kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The clause of the book, as its page in the documentation names it.
    pub article: &'static str,
    pub kinds: Kinds,
    /// Whether every ply must chase one and the same piece.
    pub one_target: bool,
    /// Whether this piece must be a rook pinned by a horse.
    pub horse_pinned: bool,
    /// The side with the higher fault has to change; equal faults draw.
    pub level: u8,
}

/// How the nature of a ply is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Checks only.
    Checks,
    /// Checks, and chases by single captures.
    Captures(DirectRules),
    /// Checks, kills, and chases by exchanges and series of checks.
    Play,
}

/// The most checks a side may give in a row, by the number of pieces that give them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSeries {
    pub one_piece: u32,
    pub two_pieces: u32,
    pub more: u32,
}

/// What a rule book says about repetition 棋例.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Which occurrence of a position decides: 3 is two whole cycles. 0 switches repetition off.
    pub occurrences: u32,
    pub look: Look,
    /// The breaches, in any order.
    pub faults: &'static [Fault],
    /// Whether any check in the cycle excuses every chase.
    pub check_excuses_chase: bool,
    /// Where both sides are at fault alike: whether a side that chases only singly has to change
    /// before one that also chases jointly 联合捉 or what has too few roots 少根.
    pub joint_goes_free: bool,
    /// Whether a cycle of several loops is lost only if each loop by itself is.
    pub every_loop: bool,
    /// 九着: nine forbidden moves in a row to at least three points lose without a repetition.
    pub nine_moves: bool,
    pub check_series: Option<CheckSeries>,
}

const fn fault(article: &'static str, kinds: Kinds, level: u8) -> Fault {
    Fault { article, kinds, one_target: false, horse_pinned: false, level }
}

const CHECKS: &[Fault] = &[fault("checks.check", Kinds::CHECK, 1)];

const ASIAN: &[Fault] = &[
    fault("axf.check", Kinds::CHECK, 3),
    Fault { one_target: true, horse_pinned: true, ..fault("axf.horse_pin", Kinds::CHASE, 2) },
    Fault { one_target: true, ..fault("axf.chase", Kinds::CHASE, 1) },
];

const ENGINE: &[Fault] = &[
    fault("engine.check", Kinds::CHECK, 2),
    Fault { one_target: true, ..fault("engine.chase", Kinds::CHASE, 1) },
];

const CHINESE: &[Fault] = &[
    fault("cxa.check", Kinds::CHECK, 2),
    fault("cxa.forbidden", Kinds::CHECK.or(Kinds::KILL).or(Kinds::CHASE), 1),
];

const CLUB: &[Fault] = &[
    fault("club.check", Kinds::CHECK, 1),
    fault("club.chase", Kinds::CHASE, 1),
    fault("club.kill", Kinds::CHECK.or(Kinds::KILL), 1),
];

impl Repetition {
    /// No repetition decides anything.
    pub const OFF: Repetition = Repetition { occurrences: 0, faults: &[], ..Repetition::CHECKS };

    /// The third occurrence draws, whatever was played.
    pub const DRAW: Repetition = Repetition { faults: &[], ..Repetition::CHECKS };

    /// The third occurrence draws, unless one side alone checks with every move.
    pub const CHECKS: Repetition = Repetition {
        occurrences: 3,
        look: Look::Checks,
        faults: CHECKS,
        check_excuses_chase: false,
        joint_goes_free: false,
        every_loop: false,
        nine_moves: false,
        check_series: None,
    };

    /// The Asian rules; the World rules are of the same family.
    pub const ASIAN: Repetition = Repetition {
        look: Look::Captures(DirectRules {
            above_rook: &[Role::Horse, Role::Cannon],
            above_minor: &[],
            check_may_chase: true,
        }),
        faults: ASIAN,
        every_loop: true,
        ..Repetition::CHECKS
    };

    /// The computer rule, as Pikafish plays it.
    pub const ENGINE: Repetition = Repetition {
        look: Look::Captures(DirectRules {
            above_rook: &[Role::Horse, Role::Cannon, Role::Advisor, Role::Elephant],
            above_minor: &[Role::Advisor, Role::Elephant],
            check_may_chase: false,
        }),
        faults: ENGINE,
        check_excuses_chase: true,
        ..Repetition::CHECKS
    };

    /// The Chinese rules of 2020.
    pub const CHINESE: Repetition = Repetition {
        look: Look::Play,
        faults: CHINESE,
        joint_goes_free: true,
        nine_moves: true,
        ..Repetition::CHECKS
    };

    /// The Chinese rules of 2011.
    pub const CHINESE_2011: Repetition = Repetition { nine_moves: false, ..Repetition::CHINESE };

    /// The Chinese rules of 1999.
    pub const CHINESE_1999: Repetition =
        Repetition { joint_goes_free: false, ..Repetition::CHINESE_2011 };

    /// The table of the club: 长将 长捉 长杀 一将一杀 are forbidden, all else is not; both sides
    /// at fault draw. 一将一捉 is named nowhere and so allowed.
    pub const CLUB: Repetition =
        Repetition { look: Look::Play, faults: CLUB, ..Repetition::CHECKS };

    /// Checks counted in a row, as web sites do.
    pub const COUNT: Repetition = Repetition {
        faults: &[],
        check_series: Some(CheckSeries { one_piece: 6, two_pieces: 12, more: 18 }),
        ..Repetition::CHECKS
    };

    /// The policies by name.
    pub const NAMED: [(&'static str, Repetition); 11] = [
        ("off", Repetition::OFF),
        ("draw", Repetition::DRAW),
        ("checks", Repetition::CHECKS),
        ("axf", Repetition::ASIAN),
        ("wxf", Repetition::ASIAN),
        ("cxa-1999", Repetition::CHINESE_1999),
        ("cxa-2011", Repetition::CHINESE_2011),
        ("cxa-2020", Repetition::CHINESE),
        ("engine", Repetition::ENGINE),
        ("club", Repetition::CLUB),
        ("count", Repetition::COUNT),
    ];

    /// The policy of this name.
    pub fn named(name: &str) -> Option<Repetition> {
        Repetition::NAMED.iter().find(|(known, _)| *known == name).map(|(_, policy)| *policy)
    }
}

impl Termination {
    /// How a side ends the game by a fault whose plies were of these kinds.
    pub(crate) fn of_fault(fault: &Fault, kinds: &[ActKind]) -> Termination {
        [
            (ActKind::Check, Kinds::CHECK, Termination::PerpetualCheck),
            (ActKind::Kill, Kinds::KILL, Termination::PerpetualKill),
            (ActKind::Chase, Kinds::CHASE, Termination::PerpetualChase),
        ]
        .into_iter()
        .find(|&(kind, only, _)| fault.kinds == only || kinds.iter().all(|&k| k == kind))
        .map_or(Termination::MixedForbidden, |(_, _, termination)| termination)
    }
}
