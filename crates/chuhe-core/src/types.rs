//! The small values everything is made of: colours, pieces, squares, moves.

use std::fmt;
use std::ops::{Deref, Not};
use std::str::FromStr;

/// A side. Red moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    Red,
    Black,
}

impl Color {
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `"red"` or `"black"`, the word used in every interface.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    King,
    Advisor,
    Elephant,
    Horse,
    Rook,
    Cannon,
    Pawn,
}

impl Role {
    pub const ALL: [Role; 7] = [
        Role::King,
        Role::Advisor,
        Role::Elephant,
        Role::Horse,
        Role::Rook,
        Role::Cannon,
        Role::Pawn,
    ];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter: K A B N R C P.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// Reads a letter in either case; `E` is an elephant and `H` a horse, as in WXF.
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Role::King,
            'A' => Role::Advisor,
            'B' | 'E' => Role::Elephant,
            'N' | 'H' => Role::Horse,
            'R' => Role::Rook,
            'C' => Role::Cannon,
            'P' => Role::Pawn,
            _ => return None,
        })
    }

    pub const fn name(self) -> &'static str {
        ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self as usize]
    }

    /// How many of this kind a side starts with, and so the most it can have.
    pub const fn most(self) -> u32 {
        [1, 2, 2, 2, 2, 2, 5][self as usize]
    }
}

/// A piece of one side: a role and a colour in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece(role as u8 + 7 * color as u8)
    }

    /// The inverse of [`Piece::index`].
    #[inline(always)]
    pub(crate) const fn from_index_unchecked(index: u8) -> Piece {
        Piece(index)
    }

    /// 0..14: the seven red pieces, then the seven black ones.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 < 7 { Color::Red } else { Color::Black }
    }

    #[inline(always)]
    pub const fn role(self) -> Role {
        Role::ALL[(if self.0 < 7 { self.0 } else { self.0 - 7 }) as usize]
    }

    /// Upper case for Red, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.role().letter(),
            Color::Black => self.role().letter().to_ascii_lowercase(),
        }
    }

    pub const fn from_letter(letter: char) -> Option<Piece> {
        match Role::from_letter(letter) {
            Some(role) => {
                let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
                Some(Piece::new(color, role))
            }
            None => None,
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A point of the board: `rank * 9 + file`, rank 0 is Red's base line, file 0 is `a`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    pub const COUNT: usize = 90;

    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Square {
        debug_assert!(file < 9 && rank < 10);
        Square(rank * 9 + file)
    }

    /// A square from its coordinates, if they lie on the board.
    pub const fn try_new(file: i8, rank: i8) -> Option<Square> {
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Square(rank as u8 * 9 + file as u8))
        } else {
            None
        }
    }

    #[inline(always)]
    pub const fn from_index(index: u8) -> Square {
        debug_assert!(index < 90);
        Square(index)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..90u8).map(Square)
    }

    /// The same point seen in a mirror: file a becomes i.
    pub const fn mirror_file(self) -> Square {
        Square::new(8 - self.file(), self.rank())
    }

    /// The same point seen by the other side, files kept: rank 0 becomes 9.
    pub const fn mirror_rank(self) -> Square {
        Square::new(self.file(), 9 - self.rank())
    }

    /// The rank counted from `color`'s own base line, 0..10.
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Red => self.rank(),
            Color::Black => 9 - self.rank(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square `a0`…`i9`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSquare;

impl FromStr for Square {
    type Err = BadSquare;

    fn from_str(text: &str) -> Result<Square, BadSquare> {
        match *text.as_bytes() {
            [file @ (b'a'..=b'i' | b'A'..=b'I'), rank @ b'0'..=b'9'] => {
                Ok(Square::new(file.to_ascii_lowercase() - b'a', rank - b'0'))
            }
            _ => Err(BadSquare),
        }
    }
}

/// A move: from one square to another. Whether it is legal is the position's business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// "No move": `a0a0`, never legal.
    pub const NULL: Move = Move(0);

    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u16 | (to.0 as u16) << 7)
    }

    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 127) as u8)
    }

    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7) as u8)
    }

    /// 14 bits: `from | to << 7`.
    #[inline(always)]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The inverse of [`Move::raw`], if both squares lie on the board.
    pub const fn from_raw(raw: u16) -> Option<Move> {
        if raw & 127 < 90 && raw >> 7 < 90 { Some(Move(raw)) } else { None }
    }

    pub const fn mirror_file(self) -> Move {
        Move::new(self.from().mirror_file(), self.to().mirror_file())
    }

    pub const fn mirror_rank(self) -> Move {
        Move::new(self.from().mirror_rank(), self.to().mirror_rank())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = BadSquare;

    fn from_str(text: &str) -> Result<Move, BadSquare> {
        if text.len() != 4 || !text.is_ascii() {
            return Err(BadSquare);
        }
        Ok(Move::new(text[..2].parse()?, text[2..].parse()?))
    }
}

/// The moves of one position, without a heap allocation.
///
/// No side can have more than 119 moves: 34 for the rooks, 34 for the cannons, 16 for the
/// horses, 15 for the pawns and 20 for king, advisors and elephants.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    pub const CAPACITY: usize = 128;

    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::NULL; MoveList::CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }

    /// Keeps the moves for which `keep` is true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let m = self.moves[i];
            if keep(m) {
                self.moves[kept] = m;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, { MoveList::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
