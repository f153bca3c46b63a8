//! What a ply does, in the words of 棋例: the facts the [`judge`](crate::judge) rules on.
//!
//! Facts are found by playing captures out: an attack counts only if the capture is legal, a root
//! 根 only if the recapture is. Two ways of looking are known, and a rule book names its own:
//! [`direct`] sees one capture and the answer to it, as the Asian, World and engine rules do;
//! `chinese` plays exchanges and series of checks to their end.

mod chinese;
pub(crate) mod direct;
mod forced;
mod ids;
mod kill;
mod quiet;
mod roots;
pub(crate) mod study;
mod trade;
mod value;

pub use kill::within;

use crate::types::{Move, Piece, Square};

/// The nature of a ply. A ply of two natures has the heavier one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActKind {
    /// 将: the other king is attacked, directly or by discovery.
    Check,
    /// 杀: mate is threatened, next or by an unbroken series of checks.
    Kill,
    /// 捉: something is newly threatened to be taken for nothing, or for less.
    Chase,
    /// 兑: an exchange of equals is offered.
    Exchange,
    /// 献: a piece is offered for nothing.
    Offer,
    /// 拦: a line of attack is cut.
    Block,
    /// 跟: something is attacked that has a root.
    Follow,
    /// 闲: anything else.
    Idle,
}

impl ActKind {
    pub const fn code(self) -> &'static str {
        match self {
            ActKind::Check => "check",
            ActKind::Kill => "kill",
            ActKind::Chase => "chase",
            ActKind::Exchange => "exchange",
            ActKind::Offer => "offer",
            ActKind::Block => "block",
            ActKind::Follow => "follow",
            ActKind::Idle => "idle",
        }
    }
}

/// Why an attack counts, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// 无根: nobody could take back.
    Rootless,
    /// 假根: a piece stands guard, but is pinned.
    FalseRootPinned,
    /// 假根: the king stands guard, or the two kings would face, were the guard to take back.
    FalseRootKing,
    /// 假根: the capture gives check, and taking back does not answer it.
    FalseRootCheck,
    /// 假根: the capture takes the screen away over which a cannon stands guard.
    FalseRootScreen,
    /// 假根: a piece stands guard, but could not legally take back.
    FalseRoot,
    /// A horse or cannon attacks a rook, or what else the book protects against a lesser piece.
    Stronger,
    /// 少根, 联合捉: several attackers gain although the other side takes back.
    Joint,
    /// Something is won at the end of a series of checks.
    ThroughChecks,
    /// Mate is threatened.
    Mate,
    /// 有根: the other side would take back.
    Rooted,
    /// 兑: the same kind, each able to take the other.
    Mutual,
}

impl Why {
    pub const fn code(self) -> &'static str {
        match self {
            Why::Rootless => "rootless",
            Why::FalseRootPinned => "false_root_pinned",
            Why::FalseRootKing => "false_root_king",
            Why::FalseRootCheck => "false_root_check",
            Why::FalseRootScreen => "false_root_screen",
            Why::FalseRoot => "false_root",
            Why::Stronger => "stronger",
            Why::Joint => "joint",
            Why::ThroughChecks => "through_checks",
            Why::Mate => "mate",
            Why::Rooted => "rooted",
            Why::Mutual => "mutual",
        }
    }
}

/// Who attacks what, where they stand after the ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    pub by: (Square, Piece),
    pub target: (Square, Piece),
    pub why: Why,
    /// The guard that the reason is about: one that cannot take back, or one that would.
    pub guard: Option<Square>,
    /// What would be played next: the capture, the first check, or the first move of the mate.
    pub first: Move,
    /// The rook attacked is the leg between a horse and its own king.
    pub horse_pinned: bool,
}

/// What a ply does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    pub kind: ActKind,
    /// The attacks that make it so, those that would win most first; a check may chase as well.
    pub attacks: Vec<Attack>,
    /// The search for it was cut short: it may be more than it is taken for, but is not held
    /// against anybody.
    pub undecided: bool,
}

impl Act {
    pub const fn plain(kind: ActKind) -> Act {
        Act { kind, attacks: Vec::new(), undecided: false }
    }

    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Whether the most that is chased takes several attackers 联合捉, 少根.
    pub fn is_joint(&self) -> bool {
        self.kind == ActKind::Chase && self.attacks.first().is_some_and(|a| a.why == Why::Joint)
    }
}
