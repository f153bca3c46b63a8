//! Where the pieces stand, and where they may go: no clock, no history.

use crate::cells::{CELLS, COORDS, Cells, NEXT, NOWHERE, Point, RAY, REACH, along, each};
use crate::rules::{Hop, Rules, Stop};

pub const MOST_SEATS: usize = 6;

/// From one cell to another. Paths with the same ends are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub from: u8,
    pub to: u8,
}

/// The seats of a game with this many players, in the order of play.
///
/// Two sit opposite, three at every other point, four as two opposite pairs, five at all points
/// but the last, six at all.
pub fn seats(players: u8) -> Option<&'static [Point]> {
    use Point::{N, NE, NW, S, SE, SW};
    match players {
        2 => Some(&[S, N]),
        3 => Some(&[S, NW, NE]),
        4 => Some(&[S, SW, N, NE]),
        5 => Some(&[S, SW, NW, N, NE]),
        6 => Some(&[S, SW, NW, N, NE, SE]),
        _ => None,
    }
}

/// The pieces of every seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// By point; a point without a player has none.
    pub pieces: [Cells; MOST_SEATS],
    /// Cells of a camp: 10 or 15.
    pub camp: u8,
}

impl Layout {
    /// Every player's pieces in his own camp.
    pub fn start(seats: &[Point], camp: u8) -> Self {
        let mut pieces = [0; MOST_SEATS];
        for &seat in seats {
            pieces[seat as usize] = seat.camp(camp);
        }
        Self { pieces, camp }
    }

    pub fn occupied(&self) -> Cells {
        self.pieces.iter().fold(0, |all, some| all | some)
    }

    pub fn of(&self, seat: Point) -> Cells {
        self.pieces[seat as usize]
    }

    pub fn home(&self, seat: Point) -> Cells {
        seat.camp(self.camp)
    }

    pub fn target(&self, seat: Point) -> Cells {
        seat.opposite().camp(self.camp)
    }

    /// Move a piece; a piece on the way's end changes places with it.
    pub fn play(&mut self, seat: Point, go: Move) {
        for other in &mut self.pieces {
            if *other >> go.to & 1 == 1 {
                *other ^= 1 << go.to | 1 << go.from;
            }
        }
        self.pieces[seat as usize] ^= 1 << go.from | 1 << go.to;
    }

    /// Where a piece of a seat may go.
    pub fn targets(&self, seat: Point, from: u8, rules: &Rules) -> Cells {
        self.targets_among(seat, from, self.occupied(), rules)
    }

    /// The same, the occupied cells being known.
    #[inline]
    fn targets_among(&self, seat: Point, from: u8, occupied: Cells, rules: &Rules) -> Cells {
        let open = self.may_end(seat, from, rules);
        let mut reached = steps(from, !occupied & open);
        let through = if rules.stop == Stop::NoEntry { !foreign(seat) } else { !0 };
        let others = if rules.start_occupied { occupied } else { occupied & !(1 << from) };
        reached |= hops(from, others, through, rules) & open;
        if rules.swap {
            reached |= self.swaps(seat, from, rules);
        }
        reached & !(1 << from)
    }

    /// All moves of a seat, in the order of cells.
    pub fn moves(&self, seat: Point, rules: &Rules) -> Vec<Move> {
        let mut all = Vec::with_capacity(64);
        let occupied = self.occupied();
        for from in each(self.of(seat)) {
            let reached = self.targets_among(seat, from, occupied, rules);
            all.extend(each(reached).map(|to| Move { from, to }));
        }
        all
    }

    /// How many moves a seat has.
    pub fn count(&self, seat: Point, rules: &Rules) -> u64 {
        let occupied = self.occupied();
        each(self.of(seat))
            .map(|from| u64::from(self.targets_among(seat, from, occupied, rules).count_ones()))
            .sum()
    }

    /// Where a piece may end its move, occupied or not.
    pub(crate) fn may_end(&self, seat: Point, from: u8, rules: &Rules) -> Cells {
        let mut open = if rules.stop == Stop::Free { !0 } else { !foreign(seat) };
        let target = self.target(seat);
        if matches!(rules.stop, Stop::NoStopNoLeave | Stop::NoEntry) && target >> from & 1 == 1 {
            open &= target;
        }
        let home = self.home(seat);
        if !rules.return_home && home >> from & 1 == 0 {
            open &= !home;
        }
        open
    }

    /// Cells of the target where the last piece may change places with one at home there.
    fn swaps(&self, seat: Point, from: u8, rules: &Rules) -> Cells {
        let target = self.target(seat);
        let squatting = target & self.of(seat.opposite());
        let own = self.of(seat) & target;
        if squatting == 0 || target >> from & 1 == 1 || own | squatting != target {
            return 0;
        }
        let through = if rules.stop == Stop::NoEntry { !foreign(seat) } else { !0 };
        let lift = if rules.start_occupied { 0 } else { 1 << from };
        let occupied = self.occupied() & !lift;
        each(squatting)
            .filter(|&cell| {
                let without = occupied & !(1 << cell);
                (steps(from, 1 << cell) | hops(from, without, through, rules)) >> cell & 1 == 1
            })
            .fold(0, |all, cell| all | 1 << cell)
    }

    /// The cells that a move touches, start and end included; the fewest hops that do it.
    ///
    /// `None` if the piece cannot go there.
    pub fn path(&self, seat: Point, go: Move, rules: &Rules) -> Option<Vec<u8>> {
        if self.targets(seat, go.from, rules) >> go.to & 1 == 0 {
            return None;
        }
        if (0..6).any(|way| NEXT[usize::from(go.from)][way] == go.to) {
            return Some(vec![go.from, go.to]);
        }
        // Only a swap ends on a piece.
        let lift = 1 << go.to | if rules.start_occupied { 0 } else { 1 << go.from };
        let occupied = self.occupied() & !lift;
        let through = if rules.stop == Stop::NoEntry { !foreign(seat) } else { !0 };
        lengths(rules)
            .filter_map(|length| shortest(go, occupied, through, length, rules))
            .min_by_key(Vec::len)
    }
}

/// The points that are neither a seat's own nor its target.
pub(crate) const fn foreign(seat: Point) -> Cells {
    FOREIGN[seat as usize]
}

const FOREIGN: [Cells; 6] = {
    let mut all = [0; 6];
    let mut n = 0;
    while n < 36 {
        let (seat, point) = (n / 6, n % 6);
        if point != seat && point != (seat + 3) % 6 {
            all[seat] |= Point::ALL[point].camp(10);
        }
        n += 1;
    }
    all
};

/// The empty cells beside one.
fn steps(from: u8, open: Cells) -> Cells {
    BESIDE[usize::from(from)] & open
}

static BESIDE: [Cells; CELLS] = {
    let mut all = [0; CELLS];
    let mut n = 0;
    while n < 6 * CELLS {
        let to = NEXT[n / 6][n % 6];
        if to != NOWHERE {
            all[n / 6] |= 1 << to;
        }
        n += 1;
    }
    all
};

/// The lengths that chains are tried with: 0 stands for any.
fn lengths(rules: &Rules) -> impl Iterator<Item = u8> + use<> {
    let fixed = rules.hop == Hop::Equidistant && !rules.mixed;
    if fixed { 1..9 } else { 0..1 }
}

/// Cells that a chain of hops reaches.
fn hops(from: u8, occupied: Cells, through: Cells, rules: &Rules) -> Cells {
    lengths(rules).fold(0, |all, length| all | chain(from, occupied, through, length, rules))
}

fn chain(from: u8, occupied: Cells, through: Cells, length: u8, rules: &Rules) -> Cells {
    let mut reached: Cells = 0;
    let mut fresh: Cells = 1 << from;
    while fresh != 0 {
        let cell = fresh.trailing_zeros() as u8;
        fresh &= fresh - 1;
        let new = landings(cell, occupied, length, rules) & through & !reached & !(1 << from);
        reached |= new;
        fresh |= new;
    }
    reached
}

/// Where one hop from a cell may land.
#[inline]
fn landings(cell: u8, occupied: Cells, length: u8, rules: &Rules) -> Cells {
    let mut all = 0;
    match rules.hop {
        Hop::Adjacent => {
            if BESIDE[usize::from(cell)] & occupied == 0 {
                return 0;
            }
            for (over, land) in OVER[usize::from(cell)] {
                if land != NOWHERE && occupied >> over & 1 == 1 && occupied >> land & 1 == 0 {
                    all |= 1 << land;
                }
            }
        }
        Hop::Equidistant => {
            for way in 0..6 {
                let on_line = RAY[usize::from(cell)][way] & occupied;
                if on_line == 0 {
                    continue;
                }
                let over = nearest(on_line, way);
                let far = STEPS[usize::from(cell)][usize::from(over)];
                if 2 * far > REACH[usize::from(cell)][way] || length != 0 && far != length {
                    continue;
                }
                let land = along(cell, way, 2 * far);
                // Nothing else up to and on the landing cell.
                let rest = on_line & !(1 << over);
                if rest == 0 || is_beyond(nearest(rest, way), land, way) {
                    all |= 1 << land;
                }
            }
        }
    }
    all
}

/// The first cell of a set on a line, seen from its beginning.
fn nearest(on_line: Cells, way: usize) -> u8 {
    if way < 3 { on_line.trailing_zeros() as u8 } else { 127 - on_line.leading_zeros() as u8 }
}

fn is_beyond(cell: u8, land: u8, way: usize) -> bool {
    if way < 3 { cell > land } else { cell < land }
}

fn shortest(
    go: Move,
    occupied: Cells,
    through: Cells,
    length: u8,
    rules: &Rules,
) -> Option<Vec<u8>> {
    let mut came = [NOWHERE; CELLS];
    came[usize::from(go.from)] = go.from;
    let mut queue = std::collections::VecDeque::from([go.from]);
    while let Some(cell) = queue.pop_front() {
        for to in each(landings(cell, occupied, length, rules)) {
            let lands = to == go.to || through >> to & 1 == 1;
            if !lands || came[usize::from(to)] != NOWHERE {
                continue;
            }
            came[usize::from(to)] = cell;
            if to == go.to {
                let mut path = vec![to];
                while *path.last()? != go.from {
                    path.push(came[usize::from(*path.last()?)]);
                }
                path.reverse();
                return Some(path);
            }
            queue.push_back(to);
        }
    }
    None
}

/// Cell, direction → (the cell hopped over, the cell behind it).
static OVER: [[(u8, u8); 6]; CELLS] = over();

const fn over() -> [[(u8, u8); 6]; CELLS] {
    let mut all = [[(0, NOWHERE); 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < 6 {
            let middle = NEXT[cell][way];
            if middle != NOWHERE {
                all[cell][way] = (middle, NEXT[middle as usize][way]);
            }
            way += 1;
        }
        cell += 1;
    }
    all
}

/// Steps between two cells.
static STEPS: [[u8; CELLS]; CELLS] = distances();

const fn distances() -> [[u8; CELLS]; CELLS] {
    let mut all = [[0; CELLS]; CELLS];
    let mut one = 0;
    while one < CELLS {
        let mut two = 0;
        while two < CELLS {
            all[one][two] = crate::cells::distance(one as u8, two as u8);
            two += 1;
        }
        one += 1;
    }
    all
}

/// A cell turned by sixths of a turn around the middle, clockwise.
pub fn turned(cell: u8, sixths: u8) -> u8 {
    let (mut x, mut y, mut z) = COORDS[usize::from(cell)];
    for _ in 0..sixths % 6 {
        (x, y, z) = (-z, -x, -y);
    }
    debug_assert_eq!(x + y + z, 0);
    crate::cells::cell_at(x, z).unwrap_or(cell)
}
