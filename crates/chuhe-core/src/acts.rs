//! What a ply does, in the words of 棋例: the facts the [`judge`](crate::judge) rules on.
//!
//! So far one act is told from the rest. Threat of mate 杀, chase 捉, exchange 兑, offer 献,
//! block 拦 and follow 跟 belong here too; until they are found, all of them count as
//! [`Act::Idle`], which is right only for rule books that look at checks alone.

/// What a ply does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// 将: the other king is attacked, directly or by discovery.
    Check,
    /// 闲: anything else.
    Idle,
}

impl Act {
    pub const fn code(self) -> &'static str {
        match self {
            Act::Check => "check",
            Act::Idle => "idle",
        }
    }
}
