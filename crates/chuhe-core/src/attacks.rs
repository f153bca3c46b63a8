//! Where pieces reach, from tables filled at compile time.
//!
//! Sliders look up their rank (7 bits of occupancy between its ends) and their file (8 bits) one by
//! one: the tables are some kilobytes and stay in the nearest cache. Horses and elephants look up the
//! occupancy of their four legs 马腿 or eyes 象眼.

use crate::bitboard::Bitboard;
use crate::types::{Color, Piece, Role, Square};

/// The squares a rook at position `at` of a line of `len` sees, blockers included.
const fn line_rook(at: usize, len: usize, occupied: u32) -> u16 {
    let mut seen = 0;
    let mut i = at + 1;
    while i < len {
        seen |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
        i += 1;
    }
    let mut i = at;
    while i > 0 {
        i -= 1;
        seen |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
    }
    seen
}

/// The squares a cannon at `at` could take on: behind its first screen, up to the next piece.
const fn line_cannon(at: usize, len: usize, occupied: u32) -> u16 {
    let mut seen = 0;
    let mut screens = 0;
    let mut i = at + 1;
    while i < len && screens < 2 {
        if screens == 1 {
            seen |= 1 << i;
        }
        screens += occupied >> i & 1;
        i += 1;
    }
    screens = 0;
    i = at;
    while i > 0 && screens < 2 {
        i -= 1;
        if screens == 1 {
            seen |= 1 << i;
        }
        screens += occupied >> i & 1;
    }
    seen
}

/// What a rook and a cannon see from each position of a line, by the occupancy of the line without
/// its two ends: whoever stands there hides nobody.
macro_rules! line_table {
    ($len:literal) => {{
        const INNER: usize = 1 << ($len - 2);
        let mut table = [[[0u16; 2]; INNER]; $len];
        let mut at = 0;
        while at < $len {
            let mut inner = 0;
            while inner < INNER {
                let occupied = (inner as u32) << 1;
                table[at][inner] = [line_rook(at, $len, occupied), line_cannon(at, $len, occupied)];
                inner += 1;
            }
            at += 1;
        }
        table
    }};
}

static RANK: [[[u16; 2]; 128]; 9] = line_table!(9);
static FILE: [[[u16; 2]; 256]; 10] = line_table!(10);

/// Ten bits spread over file `a`.
static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut rank = 0;
        while rank < 10 {
            table[bits] |= ((bits >> rank & 1) as u128) << (9 * rank);
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The seven bits of the square's rank between its ends.
#[inline(always)]
fn rank_occupancy(square: Square, occupied: Bitboard) -> usize {
    (occupied.0 >> (9 * square.rank() as u32 + 1)) as usize & 0x7f
}

/// The eight bits of the square's file between its ends. They lie nine apart, as the squares of
/// a diagonal do on an 8×8 board, and one multiplication collects them.
#[inline(always)]
fn file_occupancy(square: Square, occupied: Bitboard) -> usize {
    const EVERY_NINTH: u64 = 0x8040_2010_0804_0201;
    let file = (occupied.0 >> (9 + square.file())) as u64;
    ((file & EVERY_NINTH).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// What the square's rank and file show: to a rook, and to a cannon.
#[inline(always)]
fn lines_from(square: Square, occupied: Bitboard) -> (&'static [u16; 2], &'static [u16; 2]) {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    (&RANK[file][rank_occupancy(square, occupied)], &FILE[rank][file_occupancy(square, occupied)])
}

#[inline(always)]
fn join(square: Square, on_rank: u16, on_file: u16) -> Bitboard {
    let rank = (on_rank as u128) << (9 * square.rank() as u32);
    let file = SPREAD[on_file as usize & 1023] << square.file();
    Bitboard(rank | file)
}

/// The squares a rook on `square` reaches; the first piece in each direction is included.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines_from(square, occupied);
    join(square, rank[0], file[0])
}

/// The squares on which a cannon on `square` could take: behind exactly one screen 炮架.
#[inline(always)]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines_from(square, occupied);
    join(square, rank[1], file[1])
}

/// [`rook`] and [`cannon`] from one reading of the lines.
#[inline(always)]
pub fn rook_and_cannon(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (rank, file) = lines_from(square, occupied);
    (join(square, rank[0], file[0]), join(square, rank[1], file[1]))
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

const fn step(square: usize, file: i8, rank: i8) -> u128 {
    match Square::try_new((square % 9) as i8 + file, (square / 9) as i8 + rank) {
        Some(to) => 1 << to.index(),
        None => 0,
    }
}

/// The steps opened by each of four neighbours of a square, when it is empty.
type Jumps = [[(i8, i8); 2]; 4];

/// What is reached by which of the four neighbours are occupied.
const fn jumps(jumps: Jumps) -> [[Bitboard; 16]; 90] {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut square = 0;
    while square < 90 {
        let mut occupied = 0;
        while occupied < 16 {
            let mut neighbour = 0;
            while neighbour < 4 {
                if occupied >> neighbour & 1 == 0 {
                    let [one, other] = jumps[neighbour];
                    table[square][occupied].0 |= step(square, one.0, one.1);
                    table[square][occupied].0 |= step(square, other.0, other.1);
                }
                neighbour += 1;
            }
            occupied += 1;
        }
        square += 1;
    }
    table
}

/// Horse targets by which of the four legs are blocked.
static HORSE: [[Bitboard; 16]; 90] =
    jumps([[(-1, -2), (1, -2)], [(-2, -1), (-2, 1)], [(2, -1), (2, 1)], [(-1, 2), (1, 2)]]);

/// Squares a horse attacks this one *from*. The legs of those horses are the four diagonal
/// neighbours, each the leg of two.
static HORSE_FROM: [[Bitboard; 16]; 90] =
    jumps([[(-2, -1), (-1, -2)], [(2, -1), (1, -2)], [(-2, 1), (-1, 2)], [(2, 1), (1, 2)]]);

/// Elephant targets by which of the four eyes are blocked; an elephant stays on its half.
static ELEPHANT: [[Bitboard; 16]; 90] = {
    let mut table = jumps([[(-2, -2); 2], [(2, -2); 2], [(-2, 2); 2], [(2, 2); 2]]);
    let red_half = (1u128 << 45) - 1;
    let mut square = 0;
    while square < 90 {
        let half = if square < 45 { red_half } else { !red_half };
        let mut occupied = 0;
        while occupied < 16 {
            table[square][occupied].0 &= half;
            occupied += 1;
        }
        square += 1;
    }
    table
};

/// Which of the neighbours `square - 9, - 1, + 1, + 9` are occupied. A neighbour off the board
/// may read as anything: the tables have no target behind it.
#[inline(always)]
fn orthogonal_occupancy(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 9) >> square.index()) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// Which of the neighbours `square - 10, - 8, + 8, + 10` are occupied.
#[inline(always)]
fn diagonal_occupancy(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 10) >> square.index()) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

/// The squares a horse on `square` reaches with these legs 马腿 free or blocked.
#[inline(always)]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][orthogonal_occupancy(square, occupied)]
}

/// The squares from which a horse reaches `square`.
#[inline(always)]
pub fn horse_from(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_FROM[square.index()][diagonal_occupancy(square, occupied)]
}

/// The squares from which a horse would reach `square` on an empty board.
#[inline(always)]
pub fn horse_geometry(square: Square) -> Bitboard {
    HORSE[square.index()][0]
}

/// The leg 马腿 of a horse on `from` for the jump to `to`.
#[inline(always)]
pub fn horse_leg(from: Square, to: Square) -> Square {
    let df = to.file() as i8 - from.file() as i8;
    let dr = to.rank() as i8 - from.rank() as i8;
    debug_assert!(df.abs() + dr.abs() == 3 && df != 0 && dr != 0);
    Square::from_index((from.index() as i8 + df / 2 + 9 * (dr / 2)) as u8)
}

/// The squares an elephant on `square` reaches with these eyes 象眼 free or blocked.
#[inline(always)]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_occupancy(square, occupied)]
}

const RED_PALACE: Bitboard = Bitboard(0b111 << 3 | 0b111 << 12 | 0b111 << 21);
const BLACK_PALACE: Bitboard = Bitboard(RED_PALACE.0 << 63);

/// The palace 九宫 of a side.
#[inline(always)]
pub const fn palace(color: Color) -> Bitboard {
    match color {
        Color::Red => RED_PALACE,
        Color::Black => BLACK_PALACE,
    }
}

/// The half of the board where the side's elephants stay.
#[inline(always)]
pub const fn half(color: Color) -> Bitboard {
    const RED: u128 = (1 << 45) - 1;
    match color {
        Color::Red => Bitboard(RED),
        Color::Black => Bitboard(RED << 45),
    }
}

const fn palace_steps(directions: [(i8, i8); 4]) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut square = 0;
    while square < 90 {
        let palaces = RED_PALACE.0 | BLACK_PALACE.0;
        let mut d = if palaces >> square & 1 != 0 { 0 } else { 4 };
        while d < 4 {
            let (f, r) = directions[d];
            table[square].0 |= step(square, f, r) & palaces;
            d += 1;
        }
        square += 1;
    }
    table
}

static KING: [Bitboard; 90] = palace_steps(ORTHOGONAL);
static ADVISOR: [Bitboard; 90] = palace_steps(DIAGONAL);

/// The palace points next to `square`.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The palace points diagonally next to `square`.
#[inline(always)]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

static PAWN: [[Bitboard; 90]; 2] = {
    let mut table = [[Bitboard::EMPTY; 90]; 2];
    let mut square = 0;
    while square < 90 {
        let sideways = step(square, -1, 0) | step(square, 1, 0);
        table[0][square].0 = step(square, 0, 1) | if square >= 45 { sideways } else { 0 };
        table[1][square].0 = step(square, 0, -1) | if square < 45 { sideways } else { 0 };
        square += 1;
    }
    table
};

static PAWN_FROM: [[Bitboard; 90]; 2] = {
    let mut table = [[Bitboard::EMPTY; 90]; 2];
    let mut square = 0;
    while square < 90 {
        let sideways = step(square, -1, 0) | step(square, 1, 0);
        table[0][square].0 = step(square, 0, -1) | if square >= 45 { sideways } else { 0 };
        table[1][square].0 = step(square, 0, 1) | if square < 45 { sideways } else { 0 };
        square += 1;
    }
    table
};

/// The squares a pawn of `color` on `square` reaches.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares from which a pawn of `color` reaches `square`.
#[inline(always)]
pub fn pawn_from(color: Color, square: Square) -> Bitboard {
    PAWN_FROM[color.index()][square.index()]
}

/// The squares strictly between two squares of one rank or file; empty if they share none.
static BETWEEN: [[Bitboard; 90]; 90] = {
    let mut table = [[Bitboard::EMPTY; 90]; 90];
    let mut a = 0;
    while a < 90 {
        let mut b = a + 1;
        while b < 90 {
            let stride = if a / 9 == b / 9 {
                1
            } else if a % 9 == b % 9 {
                9
            } else {
                0
            };
            if stride != 0 {
                let mut s = a + stride;
                while s < b {
                    table[a][b].0 |= 1 << s;
                    s += stride;
                }
                table[b][a] = table[a][b];
            }
            b += 1;
        }
        a += 1;
    }
    table
};

#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

static LINES: [Bitboard; 90] = {
    let mut table = [Bitboard::EMPTY; 90];
    let mut square = 0;
    while square < 90 {
        table[square].0 =
            Bitboard::rank((square / 9) as u8).0 | Bitboard::file((square % 9) as u8).0;
        square += 1;
    }
    table
};

/// The rank and the file of `square`, itself included.
#[inline(always)]
pub fn lines(square: Square) -> Bitboard {
    LINES[square.index()]
}

/// The squares `piece` on `square` could take on, were an enemy there.
pub fn of(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role() {
        Role::King => king(square),
        Role::Advisor => advisor(square),
        Role::Elephant => elephant(square, occupied),
        Role::Horse => horse(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Cannon => cannon(square, occupied),
        Role::Pawn => pawn(piece.color(), square),
    }
}

/// The squares on which a piece can ever stand: the palace, the seven elephant points, a pawn's
/// two home points a file and everything beyond the river; the whole board for the others.
pub const fn standing(piece: Piece) -> Bitboard {
    let red = match piece.role() {
        Role::King => RED_PALACE.0,
        Role::Advisor => 1 << 3 | 1 << 5 | 1 << 13 | 1 << 21 | 1 << 23,
        Role::Elephant => 1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42,
        Role::Pawn => {
            let homes = 0b1_0101_0101;
            homes << 27 | homes << 36 | Bitboard::ALL.0 & !((1 << 45) - 1)
        }
        Role::Horse | Role::Rook | Role::Cannon => Bitboard::ALL.0,
    };
    match piece.color() {
        Color::Red => Bitboard(red),
        Color::Black => mirror_ranks(Bitboard(red)),
    }
}

/// The set seen by the other side: rank 0 becomes 9, files stay.
pub const fn mirror_ranks(set: Bitboard) -> Bitboard {
    let mut mirrored = 0;
    let mut rank = 0;
    while rank < 10 {
        mirrored |= (set.0 >> (9 * rank) & 0x1ff) << (9 * (9 - rank));
        rank += 1;
    }
    Bitboard(mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(square).collect()
    }

    #[test]
    fn file_occupancy_collects_the_eight_ranks_between_the_ends() {
        for file in 0..9 {
            for (bits, ranks) in SPREAD.iter().enumerate() {
                let occupied = Bitboard(ranks << file);
                assert_eq!(file_occupancy(Square::new(file, 4), occupied), bits >> 1 & 0xff);
            }
        }
    }

    #[test]
    fn a_cannon_takes_behind_one_screen_only() {
        let occupied = set("e0 e3 e6 e8 h0");
        assert_eq!(cannon(square("e0"), occupied), set("e4 e5 e6 i0"));
        assert_eq!(rook(square("e0"), occupied) & Bitboard::file(4), set("e1 e2 e3"));
    }

    #[test]
    fn a_horse_leg_blocks_two_jumps() {
        assert_eq!(horse(square("b0"), set("b0 b1")), set("d1"));
        assert_eq!(horse_leg(square("b0"), square("c2")), square("b1"));
        assert_eq!(horse_leg(square("e5"), square("c4")), square("d5"));
    }

    #[test]
    fn horses_attack_from_where_they_reach() {
        let occupied = set("d4 e6 c2 g7 f5 e1 b8");
        for to in Square::all() {
            let from: Bitboard =
                Square::all().filter(|&s| horse(s, occupied).contains(to)).collect();
            assert_eq!(horse_from(to, occupied), from, "to {to}");
        }
    }

    #[test]
    fn elephants_do_not_cross_the_river() {
        assert_eq!(elephant(square("c4"), Bitboard::EMPTY), set("a2 e2"));
        assert_eq!(elephant(square("e2"), set("d3")), set("c0 g0 g4"));
        assert_eq!(elephant(square("c5"), Bitboard::EMPTY), set("a7 e7"));
    }

    #[test]
    fn pawns_go_sideways_beyond_the_river() {
        assert_eq!(pawn(Color::Red, square("c4")), set("c5"));
        assert_eq!(pawn(Color::Red, square("a5")), set("a6 b5"));
        assert_eq!(pawn(Color::Red, square("e9")), set("d9 f9"));
        assert_eq!(pawn(Color::Black, square("e0")), set("d0 f0"));
    }

    #[test]
    fn standing_squares_are_counted_as_the_endgame_tables_count_them() {
        let count = |role| standing(Piece::new(Color::Black, role)).count();
        assert_eq!([9, 5, 7, 90, 90, 90, 55], Role::ALL.map(count));
    }
}
