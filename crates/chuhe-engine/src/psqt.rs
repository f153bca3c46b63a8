//! What each piece is worth on each square, in the opening and in the ending.
//!
//! Half boards: files a to e, the other half is their mirror; the first line is the side's own
//! base rank. The numbers are this project's own, set by hand from common opinion: a rook
//! 车 wants open files and the enemy's second rank, a horse 马 the points around the palace, a
//! cannon 炮 the middle file and the base rank, a pawn 兵 gains by crossing and loses it all on
//! the last rank.

use chuhe_core::{Color, Piece, Position, Role, Square};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A value in the opening and middle game and one in the ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    pub mg: i32,
    pub eg: i32,
}

/// Shorthand.
pub const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

impl Tapered {
    pub const fn times(self, n: i32) -> Tapered {
        t(self.mg * n, self.eg * n)
    }

    /// The value at `phase` of `full`: all opening at `full`, all ending at 0.
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.mg * phase + self.eg * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        t(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        t(self.mg - other.mg, self.eg - other.eg)
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
    t(150, 140), // advisor
    t(150, 150), // elephant
    t(430, 450), // horse
    t(950, 980), // rook
    t(470, 430), // cannon
    t(70, 85),   // pawn
];

type Half = [[i32; 5]; 10];

const ZERO: Half = [[0; 5]; 10];

const ROOK: [Half; 2] = [
    [
        [-14, 8, 2, 14, 0],
        [2, 6, 4, 10, -6],
        [-4, 8, 4, 10, 2],
        [2, 8, 4, 12, 6],
        [8, 14, 10, 16, 14],
        [8, 14, 12, 16, 16],
        [8, 14, 12, 18, 18],
        [8, 14, 12, 18, 20],
        [14, 20, 16, 26, 28],
        [10, 14, 10, 18, 14],
    ],
    [
        [-8, -2, -2, 2, 0],
        [-4, 0, 0, 4, 0],
        [-2, 2, 2, 4, 2],
        [0, 4, 4, 6, 4],
        [2, 6, 6, 8, 8],
        [4, 8, 8, 10, 10],
        [4, 8, 8, 12, 12],
        [6, 10, 10, 14, 16],
        [8, 12, 12, 18, 20],
        [4, 8, 8, 12, 8],
    ],
];

const HORSE: [Half; 2] = [
    [
        [-22, -16, -10, -12, -16],
        [-14, -6, 0, 0, -36],
        [-8, 2, 10, 6, -4],
        [0, 2, 8, 12, 10],
        [2, 10, 12, 14, 16],
        [6, 16, 16, 22, 20],
        [8, 20, 22, 24, 24],
        [8, 14, 28, 28, 22],
        [2, 14, 30, 18, 8],
        [-6, -2, 6, 8, 0],
    ],
    [
        [-22, -14, -8, -6, -8],
        [-14, -6, 0, 2, -6],
        [-8, 0, 4, 6, 4],
        [-4, 2, 6, 8, 8],
        [0, 6, 10, 12, 14],
        [2, 12, 16, 20, 20],
        [4, 16, 24, 26, 26],
        [4, 14, 28, 30, 26],
        [0, 10, 24, 16, 12],
        [-8, 0, 6, 4, 0],
    ],
];

const CANNON: [Half; 2] = [
    [
        [0, -2, 2, 6, 8],
        [0, 4, 4, 4, 2],
        [2, 4, 6, 6, 18],
        [-2, 2, 0, 2, 8],
        [-2, 2, 4, 2, 10],
        [-2, 2, 2, 2, 10],
        [-2, 4, 2, 4, 14],
        [2, 4, -2, -4, 6],
        [4, 6, -2, -8, -8],
        [10, 8, 0, -8, -12],
    ],
    [
        [6, 6, 8, 14, 18],
        [4, 6, 8, 12, 14],
        [2, 4, 6, 10, 14],
        [0, 2, 4, 6, 10],
        [0, 2, 2, 4, 8],
        [0, 0, 2, 4, 8],
        [0, 0, 0, 2, 6],
        [0, 0, -2, -2, 2],
        [0, 0, -4, -6, -6],
        [4, 2, -2, -6, -8],
    ],
];

const PAWN: [Half; 2] = [
    [
        [0; 5],
        [0; 5],
        [0; 5],
        [-4, 0, 2, 0, 6],
        [2, 0, 8, 0, 12],
        [18, 26, 36, 42, 44],
        [28, 42, 58, 68, 68],
        [34, 54, 76, 92, 92],
        [30, 54, 80, 108, 112],
        [-20, -8, 0, 8, 10],
    ],
    [
        [0; 5],
        [0; 5],
        [0; 5],
        [0, 0, 0, 0, 2],
        [4, 0, 6, 0, 8],
        [36, 44, 52, 54, 56],
        [44, 60, 74, 80, 80],
        [44, 64, 84, 98, 98],
        [16, 34, 56, 84, 92],
        [-50, -38, -26, -12, -8],
    ],
];

const KING: [Half; 2] = [
    [
        [0, 0, 0, 2, 10],
        [0, 0, 0, -20, -14],
        [0, 0, 0, -44, -40],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    [
        [0, 0, 0, 2, 6],
        [0, 0, 0, 0, 6],
        [0, 0, 0, -8, 0],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
];

const ADVISOR: [Half; 2] = [
    [
        [0, 0, 0, 2, 0],
        [0, 0, 0, 0, 8],
        [0, 0, 0, -8, 0],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    ZERO,
];

const ELEPHANT: [Half; 2] = [
    [
        [0, 0, 2, 0, 0],
        [0; 5],
        [-12, 0, 0, 0, 10],
        [0; 5],
        [0, 0, -4, 0, 0],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    ZERO,
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
            let value = t(MATERIAL[role].mg + mg[rank][half], MATERIAL[role].eg + eg[rank][half]);
            table[role][square] = value;
            table[7 + role][(9 - rank) * 9 + file] = t(-value.mg, -value.eg);
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
