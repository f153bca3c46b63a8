//! The star board: 121 cells, six points, lines in six directions.
//!
//! Cells are numbered row by row from the tip of the north point down, left to right. Their
//! cube coordinates `x + y + z = 0` make the six directions and the symmetries plain: `z` grows
//! downwards, `x` to the right within a row.

/// A set of cells, cell `n` being bit `n`.
pub type Cells = u128;

pub const CELLS: usize = 121;
/// In tables: there is no such cell.
pub const NOWHERE: u8 = 255;
/// Cells of each row, from the north.
pub const ROWS: [u8; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// East, south-east, south-west, west, north-west, north-east. Along the first three the numbers
/// of cells grow.
pub const DIRECTIONS: [(i8, i8, i8); 6] =
    [(1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0), (0, 1, -1), (1, 0, -1)];

/// A point of the star, in the order of play: clockwise from the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Point {
    S,
    SW,
    NW,
    N,
    NE,
    SE,
}

impl Point {
    pub const ALL: [Self; 6] = [Self::S, Self::SW, Self::NW, Self::N, Self::NE, Self::SE];

    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The triangle of 10 or 15 cells in which the pieces of this seat start.
    pub const fn camp(self, pieces: u8) -> Cells {
        CAMPS[(pieces == 15) as usize][self as usize]
    }

    /// How far into the point a cell lies: 4 at its inner border row, 8 at its tip.
    const fn depth(self, at: (i8, i8, i8)) -> i8 {
        let (x, y, z) = at;
        match self {
            Self::S => z,
            Self::SW => -x,
            Self::NW => y,
            Self::N => -z,
            Self::NE => x,
            Self::SE => -y,
        }
    }

    pub const fn name(self) -> &'static str {
        ["S", "SW", "NW", "N", "NE", "SE"][self as usize]
    }
}

/// Cube coordinates of every cell.
pub const COORDS: [(i8, i8, i8); CELLS] = coords();

/// The cell at cube coordinates, indexed by `z + 8` and `x + 8`.
const AT: [[u8; 17]; 17] = at();

/// Cell, direction → the next cell.
pub const NEXT: [[u8; 6]; CELLS] = next();

/// Cell, direction → all cells that way up to the border.
pub const RAY: [[Cells; 6]; CELLS] = ray();

/// Cell, direction → how many cells lie that way.
pub const REACH: [[u8; 6]; CELLS] = reach();

const CAMPS: [[Cells; 6]; 2] = [camps(10), camps(15)];

const fn coords() -> [(i8, i8, i8); CELLS] {
    // The leftmost x of each row.
    let left: [i8; 17] = [4, 3, 2, 1, -4, -4, -4, -4, -4, -5, -6, -7, -8, -4, -4, -4, -4];
    let mut all = [(0, 0, 0); CELLS];
    let (mut row, mut cell) = (0, 0);
    while row < 17 {
        let mut i = 0;
        while i < ROWS[row] {
            let (x, z) = (left[row] + i as i8, row as i8 - 8);
            all[cell] = (x, -x - z, z);
            cell += 1;
            i += 1;
        }
        row += 1;
    }
    all
}

const fn at() -> [[u8; 17]; 17] {
    let mut all = [[NOWHERE; 17]; 17];
    let mut cell = 0;
    while cell < CELLS {
        let (x, _, z) = COORDS[cell];
        all[(z + 8) as usize][(x + 8) as usize] = cell as u8;
        cell += 1;
    }
    all
}

/// The cell at cube coordinates, if it is on the board.
pub const fn cell_at(x: i8, z: i8) -> Option<u8> {
    if x < -8 || x > 8 || z < -8 || z > 8 {
        return None;
    }
    match AT[(z + 8) as usize][(x + 8) as usize] {
        NOWHERE => None,
        cell => Some(cell),
    }
}

const fn next() -> [[u8; 6]; CELLS] {
    let mut all = [[NOWHERE; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (x, _, z) = COORDS[cell];
        let mut way = 0;
        while way < 6 {
            let (dx, _, dz) = DIRECTIONS[way];
            if let Some(to) = cell_at(x + dx, z + dz) {
                all[cell][way] = to;
            }
            way += 1;
        }
        cell += 1;
    }
    all
}

const fn ray() -> [[Cells; 6]; CELLS] {
    let mut all = [[0; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < 6 {
            let mut to = NEXT[cell][way];
            while to != NOWHERE {
                all[cell][way] |= 1 << to;
                to = NEXT[to as usize][way];
            }
            way += 1;
        }
        cell += 1;
    }
    all
}

const fn reach() -> [[u8; 6]; CELLS] {
    let mut all = [[0; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < 6 {
            all[cell][way] = RAY[cell][way].count_ones() as u8;
            way += 1;
        }
        cell += 1;
    }
    all
}

const fn camps(pieces: u8) -> [Cells; 6] {
    // The camp of fifteen has one row more, five cells of the border of the hexagon.
    let least = if pieces == 15 { 4 } else { 5 };
    let mut all = [0; 6];
    let mut p = 0;
    while p < 6 {
        let mut cell = 0;
        while cell < CELLS {
            if Point::ALL[p].depth(COORDS[cell]) >= least && inside_triangle(p, COORDS[cell]) {
                all[p] |= 1 << cell;
            }
            cell += 1;
        }
        p += 1;
    }
    all
}

/// Whether a cell lies in the triangle that the point and its inner row make: on the row it
/// shares with two other points only the five cells of the hexagon do.
const fn inside_triangle(p: usize, at: (i8, i8, i8)) -> bool {
    let (left, right) = (Point::ALL[(p + 1) % 6], Point::ALL[(p + 5) % 6]);
    left.depth(at) <= 4 && right.depth(at) <= 4
}

/// Steps between two cells on an empty board.
pub const fn distance(one: u8, two: u8) -> u8 {
    let ((ax, ay, az), (bx, by, bz)) = (COORDS[one as usize], COORDS[two as usize]);
    let (dx, dy, dz) =
        ((ax - bx).unsigned_abs(), (ay - by).unsigned_abs(), (az - bz).unsigned_abs());
    let most = if dx > dy { dx } else { dy };
    if most > dz { most } else { dz }
}

/// Point → the cell at its tip.
pub const fn tip(point: Point) -> u8 {
    let mut cell = 0;
    while cell < CELLS {
        if point.depth(COORDS[cell]) == 8 {
            return cell as u8;
        }
        cell += 1;
    }
    NOWHERE
}

/// Point, cell → steps from the cell to the tip of the point.
pub const TO_TIP: [[u8; CELLS]; 6] = to_tip();

const fn to_tip() -> [[u8; CELLS]; 6] {
    let mut all = [[0; CELLS]; 6];
    let mut p = 0;
    while p < 6 {
        let end = tip(Point::ALL[p]);
        let mut cell = 0;
        while cell < CELLS {
            all[p][cell] = distance(cell as u8, end);
            cell += 1;
        }
        p += 1;
    }
    all
}

/// The cells of a set, in the order of their numbers.
pub fn each(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            cell
        })
    })
}

/// The cell `steps` along a direction.
///
/// # Panics
/// If the border is nearer than that.
pub const fn along(cell: u8, way: usize, steps: u8) -> u8 {
    assert!(steps <= REACH[cell as usize][way]);
    let (x, _, z) = COORDS[cell as usize];
    let (dx, _, dz) = DIRECTIONS[way];
    let (x, z) = (x + dx * steps as i8, z + dz * steps as i8);
    AT[(z + 8) as usize][(x + 8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camps_are_triangles_and_apart() {
        let mut seen = 0;
        for point in Point::ALL {
            assert_eq!(point.camp(10).count_ones(), 10);
            assert_eq!(point.camp(15).count_ones(), 15);
            assert_eq!(point.camp(10) & point.camp(15), point.camp(10));
            assert_eq!(seen & point.camp(10), 0);
            seen |= point.camp(10);
        }
        // The hexagon in the middle has sides of five.
        assert_eq!(CELLS as u32 - seen.count_ones(), 61);
    }

    #[test]
    fn opposite_camps_lie_along_one_line() {
        assert_eq!(tip(Point::N), 0);
        assert_eq!(tip(Point::S), 120);
        for point in Point::ALL {
            assert_eq!(distance(tip(point), tip(point.opposite())), 16);
        }
    }

    #[test]
    fn a_line_never_leaves_the_board_and_comes_back() {
        for cell in 0..CELLS as u8 {
            for way in 0..6 {
                for steps in 1..=REACH[cell as usize][way] {
                    let to = along(cell, way, steps);
                    assert_eq!(distance(cell, to), steps);
                    assert!(RAY[cell as usize][way] >> to & 1 == 1);
                    assert_eq!(way < 3, to > cell);
                }
            }
        }
    }
}
