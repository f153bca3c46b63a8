//! A game being played: turns, marks, arrivals and every end.

use std::fmt;

use crate::cells::{Cells, Point, TO_TIP, each};
use crate::history::History;
use crate::layout::{Layout, Move, seats};
use crate::rules::{Rules, Stalled, Win};

/// Why somebody is done, or why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// All pieces are in the target camp.
    Arrived,
    /// The target camp is full, with a piece of one's own in it.
    Filled,
    /// 开营: too few pieces had left home at a mark.
    Camp {
        round: u16,
        out: u8,
        need: u8,
    },
    /// Nobody came nearer for too long.
    Deadlock,
    /// The last round allowed has been played.
    Cap,
    /// Every move would repeat a position too often.
    Repetition,
    /// Nobody can move.
    NoMoves,
    Resigned,
    Time,
}

/// How far a seat has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Playing,
    /// All at the target; `at` counts those who were done, one way or the other, up to then.
    Arrived {
        cause: Cause,
        at: u32,
    },
    /// Out of the game.
    Out {
        cause: Cause,
        at: u32,
    },
}

/// One player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub point: Point,
    /// Rounds he has had: moves, passes and turns in which he could not move.
    pub rounds: u16,
    pub standing: Standing,
    /// His pieces that have been out of home, where they stand now.
    left: Cells,
    /// The least distance his pieces have had.
    nearest: u16,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What ended it.
    pub cause: Cause,
    /// Place of each seat, from 1; those who share one have the same.
    pub places: Vec<u8>,
    /// Score of each seat in quarters of a point.
    pub quarters: Vec<u8>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    Over,
    /// There is no piece of the player to move.
    NotYours,
    /// The piece cannot go there.
    Unreachable,
    /// It would repeat a position too often.
    Repeats,
    /// One may pass only where the rules allow it.
    NoPass,
    /// There are no such seats, or not so many pieces.
    BadSetup,
    /// Partners need opposite seats, of four or six players.
    NoPairs,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for GameError {}

/// The next mark of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextMark {
    pub round: u16,
    /// Moves the player still has until then, the last one included.
    pub moves_left: u16,
    pub need: u8,
    pub out: u8,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    layout: Layout,
    seats: Vec<Seat>,
    turn: usize,
    moves: u32,
    /// Seats that arrived or went out so far.
    done: u32,
    /// Moves since somebody came nearer than ever.
    quiet: u32,
    stood: History,
    end: Option<End>,
}

impl Game {
    /// A game from the start.
    ///
    /// # Errors
    /// `BadSetup`: not 2 to 6 players, not 10 pieces (or 15 with two); `NoPairs`.
    pub fn new(players: u8, pieces: u8, rules: Rules) -> Result<Self, GameError> {
        let points = seats(players).ok_or(GameError::BadSetup)?;
        if pieces != 10 && (pieces != 15 || players != 2) {
            return Err(GameError::BadSetup);
        }
        let layout = Layout::start(points, pieces);
        Self::from_layout(layout, points, 0, &vec![0; points.len()], rules)
    }

    /// A game from a layout; what went before is not known.
    ///
    /// # Errors
    /// `BadSetup`: seats out of order, without pieces or with too many; pieces of nobody; somebody
    /// at the target already. `NoPairs`: partners with other than four or six players.
    pub fn from_layout(
        layout: Layout,
        points: &[Point],
        turn: usize,
        rounds: &[u16],
        rules: Rules,
    ) -> Result<Self, GameError> {
        let in_order = points.windows(2).all(|two| (two[0] as u8) < two[1] as u8);
        let pairs = points.iter().all(|point| points.contains(&point.opposite()));
        let disjoint = layout.pieces.iter().map(|some| some.count_ones()).sum::<u32>()
            == layout.occupied().count_ones();
        let mine =
            |point: &Point| (1..=u32::from(layout.camp)).contains(&layout.of(*point).count_ones());
        let strangers = Point::ALL.iter().any(|p| !points.contains(p) && layout.of(*p) != 0);
        let known = turn < points.len() && rounds.len() == points.len() && points.len() >= 2;
        let sound = in_order && disjoint && points.iter().all(mine) && !strangers && known;
        let fits = layout.camp == 10 || layout.camp == 15 && points.len() == 2 && pairs;
        if !sound || !fits {
            return Err(GameError::BadSetup);
        }
        if rules.partners && (!pairs || points.len() < 4) {
            return Err(GameError::NoPairs);
        }
        let seats: Vec<Seat> = points
            .iter()
            .zip(rounds)
            .map(|(&point, &rounds)| Seat {
                point,
                rounds,
                standing: Standing::Playing,
                left: layout.of(point) & !layout.home(point),
                nearest: distance(&layout, point),
            })
            .collect();
        let mut game = Self {
            rules,
            layout,
            seats,
            turn,
            moves: 0,
            done: 0,
            quiet: 0,
            stood: History::default(),
            end: None,
        };
        if (0..game.seats.len()).any(|seat| game.arrival(seat).is_some()) {
            return Err(GameError::BadSetup);
        }
        game.stood.add((layout, turn));
        game.settle_turn();
        Ok(game)
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The seat to move, counted in the order of play.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// The point of the seat to move.
    pub fn turn_point(&self) -> Point {
        self.seats[self.turn].point
    }

    /// The points of all seats whose pieces still move.
    pub fn points_playing(&self) -> Vec<Point> {
        self.playing().map(|seat| self.seats[seat].point).collect()
    }

    /// Moves, passes included, since the start.
    pub fn moves_made(&self) -> u32 {
        self.moves
    }

    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Steps that a seat's pieces still have to the target at least, were it empty.
    pub fn distance(&self, seat: usize) -> u16 {
        distance(&self.layout, self.seats[seat].point)
    }

    /// All moves that may be played now.
    pub fn legal(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let point = self.seats[self.turn].point;
        let mut all = self.layout.moves(point, &self.rules);
        all.retain(|&go| !self.repeats(go));
        all
    }

    /// Play a move of the seat to move.
    ///
    /// # Errors
    /// `Over`, `NotYours`, `Unreachable`, `Repeats`.
    pub fn play(&mut self, go: Move) -> Result<(), GameError> {
        if self.end.is_some() {
            return Err(GameError::Over);
        }
        let point = self.seats[self.turn].point;
        if go.from >= 121 || self.layout.of(point) >> go.from & 1 == 0 {
            return Err(GameError::NotYours);
        }
        if go.to >= 121 || self.layout.targets(point, go.from, &self.rules) >> go.to & 1 == 0 {
            return Err(GameError::Unreachable);
        }
        if self.repeats(go) {
            return Err(GameError::Repeats);
        }
        self.layout.play(point, go);
        for other in &mut self.seats {
            // A piece that was changed places with is out of its home.
            if other.point != point && self.layout.of(other.point) >> go.from & 1 == 1 {
                other.left |= 1 << go.from;
            }
        }
        let seat = &mut self.seats[self.turn];
        if seat.left >> go.from & 1 == 1 {
            seat.left ^= 1 << go.from | 1 << go.to;
        } else if self.layout.home(point) >> go.to & 1 == 0 {
            seat.left |= 1 << go.to;
        }
        self.after_turn();
        Ok(())
    }

    /// Pass, where the rules allow it.
    ///
    /// # Errors
    /// `Over`, `NoPass`.
    pub fn pass(&mut self) -> Result<(), GameError> {
        if self.end.is_some() {
            return Err(GameError::Over);
        }
        if !self.rules.pass {
            return Err(GameError::NoPass);
        }
        self.after_turn();
        Ok(())
    }

    /// Take a seat out of the game: resigned, or out of time.
    ///
    /// # Errors
    /// `Over`: the game is over, or the seat is done.
    pub fn retire(&mut self, seat: usize, cause: Cause) -> Result<(), GameError> {
        if self.end.is_some() || self.seats[seat].standing != Standing::Playing {
            return Err(GameError::Over);
        }
        self.put_out(seat, cause);
        if self.end.is_none() && self.seats[self.turn].standing != Standing::Playing {
            self.turn = self.next_playing();
        }
        // Also who was to move may have lost his moves, with the pieces he could hop over.
        self.settle_turn();
        Ok(())
    }

    /// Pieces of a seat that count as having left home.
    pub fn out(&self, seat: usize) -> u8 {
        let Seat { point, left, .. } = self.seats[seat];
        let own = self.layout.of(point);
        let away = if self.rules.cumulative { left & own } else { own & !self.layout.home(point) };
        away.count_ones() as u8
    }

    /// The mark that a seat comes to next.
    pub fn next_mark(&self, seat: usize) -> Option<NextMark> {
        let rounds = self.seats[seat].rounds;
        let &(round, need) = self.rules.marks.iter().find(|(round, _)| *round > rounds)?;
        let out = self.out(seat);
        (self.seats[seat].standing == Standing::Playing).then_some(NextMark {
            round,
            moves_left: round - rounds,
            need,
            out,
        })
    }

    // ------------------------------------------------------------ turns

    fn repeats(&self, go: Move) -> bool {
        if self.rules.repetitions == 0 {
            return false;
        }
        let mut next = self.layout;
        next.play(self.seats[self.turn].point, go);
        self.stood.count(&(next, self.next_playing())) >= self.rules.repetitions
    }

    fn next_playing(&self) -> usize {
        let n = self.seats.len();
        (1..=n)
            .map(|step| (self.turn + step) % n)
            .find(|&seat| self.seats[seat].standing == Standing::Playing)
            .unwrap_or(self.turn)
    }

    fn after_turn(&mut self) {
        self.moves += 1;
        self.quiet += 1;
        let mover = self.turn;
        self.seats[mover].rounds = self.seats[mover].rounds.saturating_add(1);
        for seat in self.playing().collect::<Vec<_>>() {
            let now = self.distance(seat);
            if now < self.seats[seat].nearest {
                self.seats[seat].nearest = now;
                self.quiet = 0;
            }
        }
        let n = self.seats.len();
        for seat in (0..n).map(|step| (mover + step) % n) {
            if self.seats[seat].standing == Standing::Playing
                && let Some(cause) = self.arrival(seat)
            {
                self.done += 1;
                self.seats[seat].standing = Standing::Arrived { cause, at: self.done };
                self.close_if_decided(cause);
                if self.end.is_some() {
                    return;
                }
            }
        }
        self.check_mark(mover);
        if self.end.is_some() {
            return;
        }
        self.turn = self.next_playing();
        if self.rules.repetitions > 0 {
            self.stood.add((self.layout, self.turn));
        }
        self.check_stalled();
        self.settle_turn();
    }

    /// Skip seats that cannot move; end the game if nobody can.
    fn settle_turn(&mut self) {
        let mut skipped = 0;
        while self.end.is_none() && !self.rules.pass && self.legal().is_empty() {
            let point = self.seats[self.turn].point;
            if self.layout.count(point, &self.rules) > 0 {
                return self.finish(Cause::Repetition, Stalled::Draw);
            }
            if skipped >= self.playing().count() {
                return self.finish(Cause::NoMoves, self.rules.stalled);
            }
            // 无子可走: the turn passes, and the round counts.
            let (seat, before) = (self.turn, self.layout);
            self.seats[seat].rounds = self.seats[seat].rounds.saturating_add(1);
            self.check_mark(seat);
            if self.end.is_none() {
                self.turn = self.next_playing();
            }
            // Where pieces went, others may move again.
            skipped = if self.layout == before { skipped + 1 } else { 0 };
        }
    }

    fn check_mark(&mut self, seat: usize) {
        let rounds = self.seats[seat].rounds;
        if self.end.is_some() || self.seats[seat].standing != Standing::Playing {
            return;
        }
        let mark = self.rules.marks.iter().find(|(round, _)| *round == rounds).copied();
        if let Some((round, need)) = mark {
            let out = self.out(seat);
            if out < need {
                let cause = Cause::Camp { round, out, need };
                self.put_out(seat, cause);
            }
        }
    }

    fn check_stalled(&mut self) {
        let playing = self.playing().count() as u32;
        let capped = self.rules.cap > 0
            && self.playing().all(|seat| self.seats[seat].rounds >= self.rules.cap);
        if capped {
            self.finish(Cause::Cap, self.rules.capped);
        } else if self.rules.stalled_rounds > 0
            && self.quiet >= u32::from(self.rules.stalled_rounds) * playing
        {
            self.finish(Cause::Deadlock, self.rules.stalled);
        }
    }

    fn playing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].standing == Standing::Playing)
    }

    // ------------------------------------------------------------ arrivals and ends

    fn arrival(&self, seat: usize) -> Option<Cause> {
        let Seat { point, rounds, .. } = self.seats[seat];
        let (own, target) = (self.layout.of(point), self.layout.target(point));
        if own & !target == 0 {
            return Some(Cause::Arrived);
        }
        let full = target & !self.layout.occupied() == 0 && own & target != 0;
        let enough = self.rules.win == Win::FullOneOwn
            || self.rules.full_from.is_some_and(|from| rounds >= from);
        (full && enough).then_some(Cause::Filled)
    }

    /// The seats that win and lose with a seat, itself included.
    fn team(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        let point = self.seats[seat].point;
        (0..self.seats.len()).filter(move |&other| {
            let at = self.seats[other].point;
            at == point || self.rules.partners && at == point.opposite()
        })
    }

    fn put_out(&mut self, seat: usize, cause: Cause) {
        self.done += 1;
        let team: Vec<usize> = self.team(seat).collect();
        for member in team {
            self.seats[member].standing = Standing::Out { cause, at: self.done };
        }
        self.close_if_decided(cause);
        if self.end.is_none() && self.rules.remove_out {
            for member in self.team(seat).collect::<Vec<_>>() {
                self.layout.pieces[self.seats[member].point as usize] = 0;
            }
        }
    }

    fn close_if_decided(&mut self, cause: Cause) {
        let leader = |seat: usize| self.team(seat).next() == Some(seat);
        let teams: Vec<usize> = (0..self.seats.len()).filter(|&seat| leader(seat)).collect();
        let open = teams.iter().filter(|&&seat| self.team_open(seat)).count();
        let done = teams.iter().any(|&seat| self.team_done(seat).is_some());
        if open <= 1 || done && !self.rules.play_on {
            self.finish(cause, Stalled::Nearer);
        }
    }

    fn team_open(&self, seat: usize) -> bool {
        self.team(seat).any(|member| self.seats[member].standing == Standing::Playing)
    }

    /// When the last of a team arrived, if all have.
    fn team_done(&self, seat: usize) -> Option<u32> {
        self.team(seat)
            .map(|member| match self.seats[member].standing {
                Standing::Arrived { at, .. } => Some(at),
                _ => None,
            })
            .try_fold(0, |last, at| at.map(|at| last.max(at)))
    }

    /// What a seat's team is ranked by, the best first: arrived before playing before out;
    /// the earlier arrival, the shorter way left, the later exit.
    fn rank(&self, seat: usize, stalled: Stalled) -> (u8, u32) {
        if let Some(at) = self.team_done(seat) {
            return (0, at);
        }
        if let Some(at) = self.team(seat).find_map(|member| match self.seats[member].standing {
            Standing::Out { at, .. } => Some(at),
            _ => None,
        }) {
            return (2, u32::MAX - at);
        }
        match stalled {
            Stalled::Nearer => (1, self.team(seat).map(|m| u32::from(self.distance(m))).sum()),
            Stalled::Draw => (1, 0),
        }
    }

    fn finish(&mut self, cause: Cause, stalled: Stalled) {
        let ranks: Vec<(u8, u32)> =
            (0..self.seats.len()).map(|seat| self.rank(seat, stalled)).collect();
        let places: Vec<u8> = ranks
            .iter()
            .map(|rank| 1 + ranks.iter().filter(|other| *other < rank).count() as u8)
            .collect();
        let undecided = matches!(cause, Cause::Deadlock | Cause::Cap | Cause::NoMoves);
        let quarters =
            (0..places.len()).map(|seat| self.quarters(seat, &ranks, undecided)).collect();
        self.end = Some(End { cause, places, quarters });
    }

    /// Points of a seat: the share of the others it is before, a half for those it shares with.
    fn quarters(&self, seat: usize, ranks: &[(u8, u32)], undecided: bool) -> u8 {
        let others: Vec<usize> =
            (0..ranks.len()).filter(|&o| self.team(seat).all(|member| member != o)).collect();
        let halves: u32 = others
            .iter()
            .map(|&other| match ranks[seat].cmp(&ranks[other]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            })
            .sum();
        let quarters = (2 * halves / others.len() as u32) as u8;
        match quarters {
            // 僵局: a game that nobody finished is won by ¾ to ¼.
            4 if undecided && ranks.len() == 2 => 3,
            0 if undecided && ranks.len() == 2 => 1,
            same => same,
        }
    }
}

/// Steps from the pieces of a seat to the cells of its target, were it empty.
fn distance(layout: &Layout, point: Point) -> u16 {
    let table = &TO_TIP[point.opposite() as usize];
    let sum: u16 = each(layout.of(point)).map(|cell| u16::from(table[usize::from(cell)])).sum();
    let mut best: Vec<u16> =
        each(layout.target(point)).map(|c| u16::from(table[usize::from(c)])).collect();
    best.sort_unstable();
    let least: u16 = best.iter().take(layout.of(point).count_ones() as usize).sum();
    sum - least
}
