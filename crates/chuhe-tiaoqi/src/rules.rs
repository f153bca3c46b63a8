//! What may differ from one house to the next, as data.

/// How far a hop goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// 相邻跳: over a touching piece to the cell right behind it.
    Adjacent,
    /// 等距跳: to the empty cell as far behind the only piece between as it is before it.
    Equidistant,
}

/// Where a move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Anywhere.
    Free,
    /// Not in a point that is neither the mover's own nor its target; hopping through is allowed.
    NoStop,
    /// Moreover a piece in its target may not end outside it.
    NoStopNoLeave,
    /// Moreover no hop of a chain touches down in a foreign point.
    NoEntry,
}

/// When a player has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Win {
    /// All own pieces are in the target camp.
    AllOwn,
    /// The target camp is full, and at least one piece in it is one's own.
    FullOneOwn,
}

/// What is done when nobody comes nearer any more, or the cap is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalled {
    /// Who is nearer is the better: ¾ to ¼ with two players.
    Nearer,
    /// A draw.
    Draw,
}

/// The rules of a game. `Rules::new` has the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub hop: Hop,
    /// Whether a chain may mix hops of several lengths.
    pub mixed: bool,
    /// Whether the moving piece still stands on its starting cell, as an obstacle and a pivot.
    pub start_occupied: bool,
    pub stop: Stop,
    /// Whether a piece may come back into its home camp.
    pub return_home: bool,
    /// Whether one may pass although one could move.
    pub pass: bool,
    /// (a player's round, pieces that must have left home by then), rising. Empty: off.
    pub marks: Vec<(u16, u8)>,
    /// Whether a piece that left and came back counts as having left.
    pub cumulative: bool,
    /// Whether the pieces of who loses at a mark are taken off when others play on.
    pub remove_out: bool,
    pub win: Win,
    /// From this round on a target that is full with at least one own piece is enough.
    pub full_from: Option<u16>,
    /// Whether the last piece may change places with one that never left one's target.
    pub swap: bool,
    /// How often a position may stand before it must be avoided. 0: as often as one likes.
    pub repetitions: u8,
    /// Rounds without anybody coming nearer. 0: off.
    pub stalled_rounds: u16,
    pub stalled: Stalled,
    /// Rounds after which the game ends. 0: never.
    pub cap: u16,
    pub capped: Stalled,
    /// Whether the others play on for the second place and so on.
    pub play_on: bool,
    /// Whether opposite seats are a team (four or six players).
    pub partners: bool,
}

impl Rules {
    /// The defaults for a hop rule.
    pub fn new(hop: Hop) -> Self {
        Self {
            hop,
            mixed: true,
            start_occupied: false,
            stop: Stop::NoStopNoLeave,
            return_home: true,
            pass: false,
            marks: vec![(20, 5), (25, 8), (30, 10)],
            cumulative: false,
            remove_out: false,
            win: Win::AllOwn,
            full_from: Some(31),
            swap: false,
            repetitions: 2,
            stalled_rounds: 10,
            stalled: Stalled::Nearer,
            cap: 200,
            capped: Stalled::Nearer,
            play_on: true,
            partners: false,
        }
    }
}
