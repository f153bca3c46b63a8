//! A playable position without memory.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::fen;
use crate::legality::{IllegalMove, IllegalReason};
use crate::setup::{PositionError, Setup};
use crate::types::{Color, Move, Piece, Role, Square};
use crate::zobrist;
use std::fmt;

const NO_PIECE: u8 = 14;

/// Pieces, the side to move and two counters, with one king a side, kings not facing and the
/// waiting side not in check.
#[derive(Clone)]
pub struct Position {
    by_color: [Bitboard; 2],
    by_role: [Bitboard; 7],
    /// [`Piece::index`] by square, [`NO_PIECE`] where there is none.
    squares: [u8; 90],
    turn: Color,
    halfmove: u32,
    fullmove: u32,
    key: u64,
}

/// What [`Position::make`] forgets and [`Position::unmake`] needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    halfmove: u32,
    key: u64,
}

impl Undo {
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    pub fn start() -> Position {
        Position::from_setup_unchecked(&Setup::start())
    }

    pub fn from_fen(text: &str) -> Result<Position, PositionError> {
        Ok(Setup::parse(text)?.position()?)
    }

    /// For [`Setup`] alone, which has looked at all reasons against it, or is about to.
    pub(crate) fn from_setup_unchecked(setup: &Setup) -> Position {
        let mut position = Position {
            by_color: [Bitboard::EMPTY; 2],
            by_role: [Bitboard::EMPTY; 7],
            squares: [NO_PIECE; 90],
            turn: setup.turn,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            key: zobrist::turn(setup.turn),
        };
        for square in Square::all() {
            if let Some(piece) = setup.pieces[square.index()] {
                position.by_color[piece.color().index()] |= Bitboard::of(square);
                position.by_role[piece.role().index()] |= Bitboard::of(square);
                position.squares[square.index()] = piece.index() as u8;
                position.key ^= zobrist::piece(piece, square);
            }
        }
        position
    }

    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            turn: self.turn,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            ..Setup::empty()
        };
        for square in self.occupied() {
            setup.pieces[square.index()] = self.piece_at(square);
        }
        setup
    }

    pub fn fen(&self) -> String {
        fen::write(|square| self.piece_at(square), self.turn, self.halfmove, self.fullmove)
    }

    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Plies since the last capture.
    pub const fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The number of the round, from 1; grows after Black's move.
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Zobrist key of pieces and side to move.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key after a null move.
    #[inline(always)]
    pub const fn key_after_null(&self) -> u64 {
        self.key ^ zobrist::BLACK_TO_MOVE
    }

    /// The key after a move, without playing it.
    #[inline(always)]
    pub fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let piece = self.squares[from.index()];
        self.key_after_null()
            ^ zobrist::by_index(piece, from)
            ^ zobrist::by_index(piece, to)
            ^ zobrist::by_index(self.squares[to.index()], to)
    }

    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let index = self.squares[square.index()];
        if index == NO_PIECE { None } else { Some(Piece::from_index_unchecked(index)) }
    }

    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.by_color[color.index()].0 & self.by_role[role.index()].0)
    }

    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.by_color[0].0 | self.by_color[1].0)
    }

    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        Square::from_index(self.pieces(color, Role::King).0.trailing_zeros() as u8)
    }

    /// The pieces of `color` that reach `square` over this occupancy; the enemy king reaches
    /// along an open file. Pins are not looked at.
    #[inline]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let guards = attacks::advisor(square) & self.by_role(Role::Advisor)
            | attacks::elephant(square, occupied) & self.by_role(Role::Elephant)
            | attacks::king(square) & self.by_role(Role::King);
        (guards & self.by_color(color)) | self.checkers_of(color, square, occupied)
    }

    /// The pieces of `color` that would check a king on `square`: guards cannot.
    #[inline(always)]
    pub(crate) fn checkers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        // A king reaches the other along an open file; their palaces share no rank.
        let facing = rook & self.by_role(Role::King) & attacks::palace(color);
        let facing =
            if attacks::palace(!color).contains(square) { facing } else { Bitboard::EMPTY };
        let found = rook & self.by_role(Role::Rook)
            | facing
            | cannon & self.by_role(Role::Cannon)
            | attacks::horse_from(square, occupied) & self.by_role(Role::Horse)
            | attacks::pawn_from(color, square) & self.by_role(Role::Pawn);
        found & self.by_color(color)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_of(!self.turn, self.king(self.turn), self.occupied())
    }

    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// 将死: in check and without a legal move.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// 困毙: not in check and without a legal move; a loss.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    #[inline(always)]
    pub const fn is_capture(&self, m: Move) -> bool {
        self.squares[m.to().index()] != NO_PIECE
    }

    /// Whether this legal move checks the other king, directly or by discovery.
    pub fn gives_check(&self, m: Move) -> bool {
        let mut after = self.clone();
        after.make(m);
        after.in_check()
    }

    /// The position after a legal move.
    pub fn play(&self, m: Move) -> Result<Position, IllegalMove> {
        match self.why_illegal(m) {
            Some(reason) => Err(self.refuse(m, reason)),
            None => {
                let mut next = self.clone();
                next.make(m);
                Ok(next)
            }
        }
    }

    pub(crate) fn refuse(&self, m: Move, reason: IllegalReason) -> IllegalMove {
        IllegalMove { m, reason, fen: self.fen() }
    }

    /// Plays a legal move in place. The fast door: not checked in release builds.
    #[inline(always)]
    pub fn make(&mut self, m: Move) -> Undo {
        debug_assert!(self.is_legal(m), "{m} in {}", self.fen());
        self.make_pseudo_legal(m)
    }

    /// Plays a move whatever becomes of the own king; no legal move may follow but those asked for
    /// by what pieces reach.
    #[inline(always)]
    pub(crate) fn make_pseudo_legal(&mut self, m: Move) -> Undo {
        let (from, to) = (m.from(), m.to());
        let piece = Piece::from_index_unchecked(self.squares[from.index()]);
        let captured = self.piece_at(to);
        let undo = Undo { captured, halfmove: self.halfmove, key: self.key };
        let path = Bitboard::of(from).with(to);
        self.halfmove += 1;
        if let Some(captured) = captured {
            self.by_color[captured.color().index()] ^= Bitboard::of(to);
            self.by_role[captured.role().index()] ^= Bitboard::of(to);
            self.key ^= zobrist::piece(captured, to);
            self.halfmove = 0;
        }
        self.by_color[self.turn.index()] ^= path;
        self.by_role[piece.role().index()] ^= path;
        self.squares[from.index()] = NO_PIECE;
        self.squares[to.index()] = piece.index() as u8;
        self.key ^=
            zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::BLACK_TO_MOVE;
        self.fullmove += self.turn as u32;
        self.turn = !self.turn;
        undo
    }

    /// Takes back the move just made.
    #[inline(always)]
    pub fn unmake(&mut self, m: Move, undo: Undo) {
        let (from, to) = (m.from(), m.to());
        let piece = Piece::from_index_unchecked(self.squares[to.index()]);
        let path = Bitboard::of(from).with(to);
        self.turn = !self.turn;
        self.fullmove -= self.turn as u32;
        self.by_color[self.turn.index()] ^= path;
        self.by_role[piece.role().index()] ^= path;
        self.squares[from.index()] = piece.index() as u8;
        self.squares[to.index()] = NO_PIECE;
        if let Some(captured) = undo.captured {
            self.by_color[captured.color().index()] ^= Bitboard::of(to);
            self.by_role[captured.role().index()] ^= Bitboard::of(to);
            self.squares[to.index()] = captured.index() as u8;
        }
        self.halfmove = undo.halfmove;
        self.key = undo.key;
    }

    /// Passes the turn; only when not in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check());
        let undo = Undo { captured: None, halfmove: self.halfmove, key: self.key };
        self.halfmove += 1;
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.fullmove += self.turn as u32;
        self.turn = !self.turn;
        undo
    }

    /// Gives the other side the move, in check or not.
    pub fn pass_turn(&mut self) {
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.turn = !self.turn;
    }

    #[inline]
    pub fn unmake_null(&mut self, undo: Undo) {
        self.turn = !self.turn;
        self.fullmove -= self.turn as u32;
        self.halfmove = undo.halfmove;
        self.key = undo.key;
    }

    /// The same position seen in a mirror: file a becomes i.
    pub fn mirror_files(&self) -> Position {
        let mut mirrored = self.setup();
        for square in Square::all() {
            mirrored.pieces[square.mirror_file().index()] = self.piece_at(square);
        }
        Position::from_setup_unchecked(&mirrored)
    }

    /// The same position with the sides exchanged: ranks turned over, colours swapped.
    pub fn mirror_colors(&self) -> Position {
        let mut mirrored = self.setup();
        mirrored.turn = !self.turn;
        for square in Square::all() {
            mirrored.pieces[square.mirror_rank().index()] =
                self.piece_at(square).map(|p| Piece::new(!p.color(), p.role()));
        }
        Position::from_setup_unchecked(&mirrored)
    }
}

impl PartialEq for Position {
    /// Pieces, side to move and counters.
    fn eq(&self, other: &Position) -> bool {
        self.squares == other.squares
            && self.turn == other.turn
            && self.halfmove == other.halfmove
            && self.fullmove == other.fullmove
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
