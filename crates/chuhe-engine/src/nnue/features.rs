//! What the net sees: which piece stands where, from the view of one side.
//!
//! The side looks up the board from its own base line, and in a mirror if its king stands on the
//! right of the middle file, so that he never does. Only squares where a piece can stand count.

use chuhe_core::{Color, Piece, Position, Role, Square, attacks};

/// How many features there are.
pub const COUNT: usize = 689;

/// No such feature: the piece cannot stand there.
const NONE: u16 = u16::MAX;

/// How one side sees the board: its colour, and whether in a mirror.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View(u8);

impl View {
    /// The view of `color` with its king on `king`.
    #[inline(always)]
    pub const fn new(color: Color, king: Square) -> View {
        View(color as u8 * 2 + (king.file() > 4) as u8)
    }

    #[inline(always)]
    pub const fn of(position: &Position, color: Color) -> View {
        View::new(color, position.king(color))
    }

    /// The feature of a piece, by [`Piece::index`], on a square; `None` where it cannot stand.
    #[inline(always)]
    pub const fn feature(self, piece: usize, square: usize) -> Option<usize> {
        let index = INDEX[self.0 as usize][piece][square];
        if index == NONE { None } else { Some(index as usize) }
    }
}

/// Features by view, piece and square.
static INDEX: [[[u16; 90]; 14]; 4] = {
    let mut table = [[[NONE; 90]; 14]; 4];
    let mut next = 0;
    let mut piece = 0;
    while piece < 14 {
        let (color, role) = if piece < 7 { (Color::Red, piece) } else { (Color::Black, piece - 7) };
        let other = (piece + 7) % 14;
        let mut square = 0;
        while square < 90 {
            let (file, rank) = (square % 9, square / 9);
            // The own king never stands on the right.
            let right = piece == Role::King as usize && file > 4;
            let standing = attacks::standing(Piece::new(color, Role::ALL[role]));
            if standing.0 >> square & 1 != 0 && !right {
                let (mirrored, turned) = (rank * 9 + 8 - file, (9 - rank) * 9 + file);
                let both = (9 - rank) * 9 + 8 - file;
                table[0][piece][square] = next;
                table[1][piece][mirrored] = next;
                table[2][other][turned] = next;
                table[3][other][both] = next;
                next += 1;
            }
            square += 1;
        }
        piece += 1;
    }
    assert!(next as usize == COUNT);
    table
};

/// How many output layers there are.
pub const BUCKETS: usize = 8;

/// The output layer for positions with so many rooks, and horses and cannons together.
#[inline(always)]
pub const fn bucket_by(rooks: usize, minors: usize) -> usize {
    let force = 2 * rooks + minors;
    let bucket = force / 2;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// The output layer for a position: by the rooks, horses and cannons left.
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    let minors = position.by_role(Role::Horse) | position.by_role(Role::Cannon);
    bucket_by(position.by_role(Role::Rook).count() as usize, minors.count() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    fn features(position: &Position, color: Color) -> Vec<usize> {
        let view = View::of(position, color);
        let mut found: Vec<usize> = position
            .occupied()
            .map(|square| {
                let piece = position.piece_at(square).unwrap();
                view.feature(piece.index(), square.index()).expect("a piece where it can stand")
            })
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn both_sides_see_the_same_when_the_colours_are_exchanged() {
        for position in positions(500, 4) {
            let turned = position.mirror_colors();
            assert_eq!(features(&position, Color::Red), features(&turned, Color::Black));
            assert_eq!(features(&position, Color::Black), features(&turned, Color::Red));
        }
    }

    #[test]
    fn the_mirror_changes_nothing_unless_the_king_stands_in_the_middle() {
        for position in positions(500, 5) {
            let mirrored = position.mirror_files();
            for color in Color::ALL {
                let same = features(&position, color) == features(&mirrored, color);
                assert!(same || position.king(color).file() == 4, "{}", position.fen());
            }
        }
    }

    #[test]
    fn every_piece_and_square_has_a_feature_of_its_own() {
        for position in positions(200, 6) {
            for color in Color::ALL {
                let mut found = features(&position, color);
                let all = found.len();
                found.dedup();
                assert_eq!(found.len(), all);
                assert!(found.iter().all(|&f| f < COUNT));
            }
        }
    }

    #[test]
    fn the_start_has_the_last_bucket_and_bare_kings_the_first() {
        assert_eq!(bucket(&Position::start()), BUCKETS - 1);
        let bare = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(bucket(&bare), 0);
    }
}
