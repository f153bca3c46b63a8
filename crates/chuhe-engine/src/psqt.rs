//! What each piece is worth on each square, in the opening and in the ending.
//!
//! Half boards: files a to e, the other half is their mirror; the first line is the side's own
//! base rank. The numbers are this project's own: set by hand, then fitted by logistic regression
//! to the results of some 2,900 recorded games (quiet positions only, held near the first numbers
//! where the games say little). docs/engine.md tells how.

use chuhe_core::{Color, Piece, Position, Role, Square};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A value in the opening and middle game and one in the ending, both of 16 bits: the first in the
/// upper half of a word, so that both are reckoned with at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered(i32);

/// Shorthand.
#[inline(always)]
pub const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered((mg << 16).wrapping_add(eg))
}

impl Tapered {
    /// The value in the opening and middle game.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        // A negative lower half has borrowed one.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// The value in the ending.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline(always)]
    pub const fn times(self, n: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(n))
    }

    /// The value at `phase` of `full`: all opening at `full`, all ending at 0.
    #[inline(always)]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.mg() * phase + self.eg() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

/// What a piece is worth wherever it stands.
pub const MATERIAL: [Tapered; 7] = [
    t(0, 0),     // king
    t(84, 123),  // advisor
    t(176, 110), // elephant
    t(438, 409), // horse
    t(871, 962), // rook
    t(427, 466), // cannon
    t(99, 155),  // pawn
];

type Half = [[i32; 5]; 10];

const ROOK: [Half; 2] = [
    [
        [-54, 0, -15, -11, 0],
        [-44, -35, 4, -22, -9],
        [-17, 5, 16, -10, -6],
        [-11, 26, 15, -1, 24],
        [-12, 20, 30, -3, 11],
        [-17, 12, 17, 11, 35],
        [8, 31, 73, 51, 55],
        [7, 20, 6, 20, 32],
        [11, 51, 19, 23, 33],
        [14, 35, 21, 14, 24],
    ],
    [
        [-12, -30, -9, -18, 0],
        [-21, -33, -15, -9, -2],
        [-18, -4, -1, -14, -5],
        [-7, 5, 5, 21, 33],
        [-9, 6, 13, 17, 13],
        [-12, 6, 11, 10, 21],
        [10, 11, 35, 18, 37],
        [8, 16, 9, 24, 27],
        [3, 30, 18, 7, 31],
        [8, 17, 11, 4, 31],
    ],
];

const HORSE: [Half; 2] = [
    [
        [-22, -98, -29, -70, -17],
        [-56, -17, -45, -15, -39],
        [-16, -4, -30, 19, -13],
        [-5, -15, 7, -13, 48],
        [22, -9, 54, 12, 41],
        [15, 21, 28, 80, 39],
        [-4, 72, 32, 87, 0],
        [19, 22, 11, 36, 38],
        [-1, 18, 79, 27, 3],
        [-3, -1, 13, 10, 3],
    ],
    [
        [-22, -45, -29, -43, -10],
        [-44, -12, -29, -6, -9],
        [-20, 3, -12, -11, -2],
        [-5, -6, -1, 5, 38],
        [12, 6, 26, 11, 43],
        [-1, 10, 30, 32, 23],
        [6, 60, 11, 47, 21],
        [15, 6, 22, 52, 45],
        [9, 13, 47, 14, -13],
        [-3, 8, 20, 2, 3],
    ],
];

const CANNON: [Half; 2] = [
    [
        [7, -19, -18, 3, 16],
        [18, 7, 35, 4, 30],
        [-13, -5, 23, -7, 24],
        [-19, -14, -12, -31, 24],
        [10, 6, -10, -24, 24],
        [-2, 8, 1, 6, 27],
        [7, 27, 4, -4, 35],
        [9, 22, -22, -9, 8],
        [18, 8, -36, -15, -10],
        [14, 14, -15, -17, -17],
    ],
    [
        [9, 6, -14, 22, 37],
        [8, 20, 11, 8, 40],
        [-5, -11, -7, 6, 27],
        [-22, -1, -10, -14, 21],
        [-3, -13, 3, 0, 33],
        [-3, 7, 8, 26, 6],
        [-9, 7, -2, -4, 9],
        [15, -8, -11, -6, 4],
        [7, 17, -12, -11, -6],
        [-1, 18, -7, -12, -10],
    ],
];

const PAWN: [Half; 2] = [
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [-59, 0, -66, 0, 25],
        [-37, 0, -53, 0, 3],
        [-21, 3, 12, 70, 81],
        [37, 33, 84, 102, 94],
        [38, 58, 105, 109, 111],
        [33, 54, 116, 139, 122],
        [-20, -5, 4, 7, 8],
    ],
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [-54, 0, 6, 0, 12],
        [-24, 0, 21, 0, 20],
        [27, 66, 58, 56, 44],
        [44, 75, 104, 118, 92],
        [40, 86, 106, 126, 112],
        [23, 23, 58, 71, 120],
        [-45, -29, -15, -31, -14],
    ],
];

const KING: [Half; 2] = [
    [
        [0, 0, 0, -14, 70],
        [0, 0, 0, -61, -2],
        [0, 0, 0, -59, -41],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 6, 7],
        [0, 0, 0, 13, 1],
        [0, 0, 0, -7, -15],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

const ADVISOR: [Half; 2] = [
    [
        [0, 0, 0, -29, 0],
        [0, 0, 0, 0, 8],
        [0, 0, 0, -11, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 0, -18, 0],
        [0, 0, 0, 0, 15],
        [0, 0, 0, 8, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

const ELEPHANT: [Half; 2] = [
    [
        [0, 0, 11, 0, 0],
        [0, 0, 0, 0, 0],
        [-22, 0, 0, 0, 14],
        [0, 0, 0, 0, 0],
        [0, 0, -1, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [0, 0, 8, 0, 0],
        [0, 0, 0, 0, 0],
        [-17, 0, 0, 0, 19],
        [0, 0, 0, 0, 0],
        [0, 0, -31, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

const HALVES: [[Half; 2]; 7] = [KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN];

/// The whole table: by piece and square, from Red's view.
static TABLE: [[Tapered; 90]; 14] = {
    let mut table = [[t(0, 0); 90]; 14];
    let mut role = 0;
    while role < 7 {
        let mut square = 0;
        while square < 90 {
            let (file, rank) = (square % 9, square / 9);
            let half = if file < 5 { file } else { 8 - file };
            let [mg, eg] = &HALVES[role];
            let value =
                t(MATERIAL[role].mg() + mg[rank][half], MATERIAL[role].eg() + eg[rank][half]);
            table[role][square] = value;
            table[7 + role][(9 - rank) * 9 + file] = t(-value.mg(), -value.eg());
            square += 1;
        }
        role += 1;
    }
    table
};

/// The worth of a piece on a square from Red's view: a black piece counts negative.
#[inline(always)]
pub fn of(piece: Piece, square: Square) -> Tapered {
    TABLE[piece.index()][square.index()]
}

/// The sum over the board.
pub fn sum(position: &Position) -> Tapered {
    let mut sum = Tapered::default();
    for color in Color::ALL {
        for role in Role::ALL {
            for square in position.pieces(color, role) {
                sum += of(Piece::new(color, role), square);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_value_are_reckoned_with_at_once() {
        let numbers = [-9000, -400, -1, 0, 1, 77, 8500];
        for a in numbers {
            for b in numbers {
                let (one, other) = (t(a, b), t(b, -a));
                assert_eq!((one.mg(), one.eg()), (a, b));
                assert_eq!(((one + other).mg(), (one + other).eg()), (a + b, b - a));
                assert_eq!(((one - other).mg(), (one - other).eg()), (a - b, b + a));
                assert_eq!((one.times(-3).mg(), one.times(-3).eg()), (-3 * a, -3 * b));
                assert_eq!(one.blend(8, 32), (8 * a + 24 * b) / 32);
            }
        }
    }
}
