//! How a game can end.

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// 将死.
    Checkmate,
    /// 困毙: no legal move and not in check; a loss.
    Stalemate,
    /// 长将: one side alone checks with every move of the cycle, and loses.
    PerpetualCheck,
    /// 长捉: one side alone chases with every move of the cycle, and loses.
    PerpetualChase,
    /// 长杀: one side alone threatens mate with every move of the cycle, and loses.
    PerpetualKill,
    /// 一将一杀, 一将一捉, 一杀一捉 and the like: every move of one side alone is forbidden.
    MixedForbidden,
    /// Too many checks in a row.
    CheckSeries,
    /// 不变作和: the position stood for the decisive time and nobody is at fault.
    Repetition,
    /// 自然限着: too long without a capture.
    NaturalLimit,
    /// No piece is left on either side that can cross the river.
    DeadPosition,
    Resignation,
    Agreement,
    Time,
    /// 犯规满次: as many fouls as lose the game.
    Fouls,
    /// 违例: an illegal move that loses the game at once.
    IllegalMove,
    /// 封棋着法有误: the sealed move is wrong or illegal.
    SealedMove,
    /// 迟到, 缺席.
    Absence,
    /// 违纪.
    Discipline,
    /// 弃局: a player has left the game.
    Abandonment,
    /// 裁判员裁定: the arbiter's decision, for a reason given in words.
    Decision,
    /// Lost, and the record does not say by what.
    Forfeit,
}

impl Termination {
    pub const ALL: [Termination; 21] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::PerpetualCheck,
        Termination::PerpetualChase,
        Termination::PerpetualKill,
        Termination::MixedForbidden,
        Termination::CheckSeries,
        Termination::Repetition,
        Termination::NaturalLimit,
        Termination::DeadPosition,
        Termination::Resignation,
        Termination::Agreement,
        Termination::Time,
        Termination::Fouls,
        Termination::IllegalMove,
        Termination::SealedMove,
        Termination::Absence,
        Termination::Discipline,
        Termination::Abandonment,
        Termination::Decision,
        Termination::Forfeit,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::PerpetualCheck => "perpetual_check",
            Termination::PerpetualChase => "perpetual_chase",
            Termination::PerpetualKill => "perpetual_kill",
            Termination::MixedForbidden => "mixed_forbidden",
            Termination::CheckSeries => "check_series",
            Termination::Repetition => "repetition",
            Termination::NaturalLimit => "natural_limit",
            Termination::DeadPosition => "dead_position",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Time => "time",
            Termination::Fouls => "fouls",
            Termination::IllegalMove => "illegal_move",
            Termination::SealedMove => "sealed_move",
            Termination::Absence => "absence",
            Termination::Discipline => "discipline",
            Termination::Abandonment => "abandonment",
            Termination::Decision => "decision",
            Termination::Forfeit => "forfeit",
        }
    }
}
