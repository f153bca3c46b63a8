//! Anything one can lay out on a board, and all that keeps it from being played.

use crate::Facts;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::fen::{self, FenError};
use crate::position::Position;
use crate::types::{Color, MoveList, Piece, Role, Square};
use std::fmt;

/// Pieces anywhere, a side to move, two counters: what a diagram editor holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By [`Square::index`].
    pub pieces: [Option<Piece>; 90],
    pub turn: Color,
    /// Plies since the last capture.
    pub halfmove: u32,
    /// The number of the round, from 1.
    pub fullmove: u32,
}

impl Setup {
    pub const fn empty() -> Setup {
        Setup { pieces: [None; 90], turn: Color::Red, halfmove: 0, fullmove: 1 }
    }

    /// The position every full game starts from.
    pub fn start() -> Setup {
        let mut setup = Setup::empty();
        use Role::*;
        let base = [Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook];
        for color in Color::ALL {
            let mut put = |role, file, rank| {
                let square = Square::new(file, if color == Color::Red { rank } else { 9 - rank });
                setup.pieces[square.index()] = Some(Piece::new(color, role));
            };
            for (file, role) in base.into_iter().enumerate() {
                put(role, file as u8, 0);
            }
            for file in [1, 7] {
                put(Cannon, file, 2);
            }
            for file in [0, 2, 4, 6, 8] {
                put(Pawn, file, 3);
            }
        }
        setup
    }

    /// Reads a FEN in any of the dialects archives hold; the pieces need make no sense.
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        fen::parse(text)
    }

    pub fn fen(&self) -> String {
        fen::write(|square| self.pieces[square.index()], self.turn, self.halfmove, self.fullmove)
    }

    /// The squares of every piece, by [`Piece::index`].
    fn squares_by_piece(&self) -> [Bitboard; 14] {
        let mut squares = [Bitboard::EMPTY; 14];
        for (square, piece) in Square::all().zip(&self.pieces) {
            if let Some(piece) = piece {
                squares[piece.index()] |= Bitboard::of(square);
            }
        }
        squares
    }

    /// Every reason why this cannot be played; empty if it can.
    pub fn problems(&self) -> Vec<SetupProblem> {
        let squares = self.squares_by_piece();
        let of = |color, role| squares[Piece::new(color, role).index()];
        let mut problems = Vec::new();
        for color in Color::ALL {
            match of(color, Role::King).count() {
                1 => {}
                0 => problems.push(SetupProblem::KingMissing(color)),
                count => problems.push(SetupProblem::TooMany { color, role: Role::King, count }),
            }
        }
        let one_king_each = problems.is_empty();
        for color in Color::ALL {
            for role in Role::ALL {
                let squares = of(color, role);
                if role != Role::King && squares.count() > role.most() {
                    problems.push(SetupProblem::TooMany { color, role, count: squares.count() });
                }
                for square in squares & !STANDING[Piece::new(color, role).index()] {
                    problems.push(SetupProblem::Misplaced { color, role, square });
                }
            }
            problems.extend(doubled_pawns(color, of(color, Role::Pawn)));
        }
        if one_king_each {
            self.problems_of_kings(&mut problems);
        }
        problems
    }

    /// Facing kings, and a check the waiting side has not answered.
    fn problems_of_kings(&self, problems: &mut Vec<SetupProblem>) {
        let position = Position::from_setup_unchecked(self);
        let [red, black] = Color::ALL.map(|color| position.king(color));
        let occupied = position.occupied();
        if red.file() == black.file() && (attacks::between(red, black) & occupied).is_empty() {
            problems.push(SetupProblem::KingsFace { red, black });
        }
        let (moving, waiting) = (self.turn, !self.turn);
        let checkers = position.attackers(moving, position.king(waiting), occupied);
        if let Some(by) = checkers.without(position.king(moving)).first() {
            problems.push(SetupProblem::OpponentInCheck { color: waiting, by });
        }
    }

    /// The playable position, or all reasons against it.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.refuse_if(|_| true)
    }

    /// A position for anything that moves can be played from, though it could never arise:
    /// diagrams of old books have a pawn too many, facing kings, or the wrong side to move.
    ///
    /// Only what would leave the rules without meaning is refused: see [`Setup::bars`].
    pub fn playable(&self) -> Result<Position, SetupError> {
        self.refuse_if(|problem| self.bars(problem))
    }

    /// Whether a problem of this set-up keeps it from being played at all: a side without its one
    /// king, or more pieces than a list of moves holds. The others only say that it cannot arise.
    pub fn bars(&self, problem: &SetupProblem) -> bool {
        match *problem {
            SetupProblem::KingMissing(_) => true,
            SetupProblem::TooMany { color, role, .. } => {
                role == Role::King || self.most_moves(color) > MoveList::CAPACITY
            }
            _ => false,
        }
    }

    /// More moves than this many a side cannot have.
    fn most_moves(&self, color: Color) -> usize {
        let most = |piece: &Piece| match piece.role() {
            Role::Rook | Role::Cannon => 17,
            Role::Horse => 8,
            Role::King | Role::Advisor | Role::Elephant => 4,
            Role::Pawn => 3,
        };
        self.pieces.iter().flatten().filter(|p| p.color() == color).map(most).sum()
    }

    fn refuse_if(&self, fatal: impl Fn(&SetupProblem) -> bool) -> Result<Position, SetupError> {
        let problems = self.problems();
        if problems.iter().any(fatal) {
            Err(SetupError { problems, setup: Box::new(self.clone()) })
        } else {
            Ok(Position::from_setup_unchecked(self))
        }
    }
}

/// [`attacks::standing`] by [`Piece::index`].
static STANDING: [Bitboard; 14] = {
    let mut table = [Bitboard::EMPTY; 14];
    let mut role = 0;
    while role < 7 {
        table[role] = attacks::standing(Piece::new(Color::Red, Role::ALL[role]));
        table[role + 7] = attacks::standing(Piece::new(Color::Black, Role::ALL[role]));
        role += 1;
    }
    table
};

/// A pawn that has not crossed the river cannot leave its file, so two of them cannot share one.
/// Its two home points lie one behind the other.
fn doubled_pawns(color: Color, pawns: Bitboard) -> impl Iterator<Item = SetupProblem> {
    let red_half = Bitboard((1 << 45) - 1);
    let home = pawns & if color == Color::Red { red_half } else { !red_half };
    let doubled = home & Bitboard(home.0 >> 9);
    doubled.map(move |square| SetupProblem::PawnsDoubled { color, file: square.file() })
}

/// One reason why a set-up cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupProblem {
    KingMissing(Color),
    /// More of a kind than a side starts with.
    TooMany {
        color: Color,
        role: Role,
        count: u32,
    },
    /// A piece where it can never stand.
    Misplaced {
        color: Color,
        role: Role,
        square: Square,
    },
    /// Two pawns of a file that have not crossed the river.
    PawnsDoubled {
        color: Color,
        file: u8,
    },
    KingsFace {
        red: Square,
        black: Square,
    },
    /// The side that is not to move stands in check.
    OpponentInCheck {
        color: Color,
        by: Square,
    },
}

impl SetupProblem {
    pub const fn code(&self) -> &'static str {
        match self {
            SetupProblem::KingMissing(_) => "setup.king_missing",
            SetupProblem::TooMany { .. } => "setup.too_many",
            SetupProblem::Misplaced { .. } => "setup.misplaced",
            SetupProblem::PawnsDoubled { .. } => "setup.pawns_doubled",
            SetupProblem::KingsFace { .. } => "setup.kings_face",
            SetupProblem::OpponentInCheck { .. } => "setup.opponent_in_check",
        }
    }

    pub fn facts(&self) -> Facts {
        match *self {
            SetupProblem::KingMissing(color) => vec![("color", color.name().to_owned())],
            SetupProblem::TooMany { color, role, count } => vec![
                ("color", color.name().to_owned()),
                ("role", role.name().to_owned()),
                ("count", count.to_string()),
                ("most", role.most().to_string()),
            ],
            SetupProblem::Misplaced { color, role, square } => vec![
                ("color", color.name().to_owned()),
                ("role", role.name().to_owned()),
                ("square", square.to_string()),
            ],
            SetupProblem::PawnsDoubled { color, file } => vec![
                ("color", color.name().to_owned()),
                ("file", ((b'a' + file) as char).to_string()),
            ],
            SetupProblem::KingsFace { red, black } => {
                vec![("red", red.to_string()), ("black", black.to_string())]
            }
            SetupProblem::OpponentInCheck { color, by } => {
                vec![("color", color.name().to_owned()), ("by", by.to_string())]
            }
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_coded(f, self.code(), &self.facts())
    }
}

/// A set-up that cannot be played: every reason, and the set-up for those who want it anyway.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    pub problems: Vec<SetupProblem>,
    pub setup: Box<Setup>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// A FEN that gives no playable position: unreadable, or readable and illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    Fen(FenError),
    Setup(SetupError),
}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Fen(error)
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> PositionError {
        PositionError::Setup(error)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(fen: &str) -> Vec<&'static str> {
        Setup::parse(fen).unwrap().problems().iter().map(SetupProblem::code).collect()
    }

    #[test]
    fn a_playable_position_has_no_problem() {
        assert!(Setup::start().problems().is_empty());
    }

    #[test]
    fn every_reason_is_named_at_once() {
        assert_eq!(codes("9/9/9/9/4R4/9/9/9/9/3K5 w"), ["setup.king_missing"]);
        assert_eq!(codes("4k4/9/9/9/9/9/9/9/9/4K4 w"), ["setup.kings_face"]);
        assert_eq!(codes("4k4/9/9/9/4R4/9/9/9/9/3K5 w"), ["setup.opponent_in_check"]);
        assert_eq!(codes("4k4/9/9/9/4R4/9/9/9/9/3K5 b"), Vec::<&str>::new());
        assert!(Setup::parse("4k4/9/9/9/4R4/9/9/9/9/3K5 w").unwrap().playable().is_ok());
        assert!(Setup::parse("9/9/9/9/4R4/9/9/9/9/3K5 w").unwrap().playable().is_err());
        assert!(Setup::parse("RRRRRRRRR/4k4/9/9/9/9/9/9/9/3K5 b").unwrap().playable().is_err());
        let crowded = Setup::parse("RRRRRRRRR/4k4/9/9/9/9/9/9/9/3KK4 b").unwrap();
        assert!(crowded.problems().iter().all(|problem| crowded.bars(problem)));
        let pawns = Setup::parse("3k5/9/PPPPPP3/9/9/9/9/9/9/4K4 w").unwrap();
        assert!(!pawns.problems().is_empty());
        assert!(!pawns.problems().iter().any(|problem| pawns.bars(problem)));
        assert_eq!(codes("3k5/9/9/9/9/9/9/9/9/B3K4 w"), ["setup.misplaced"]);
        assert_eq!(
            codes("3kk4/9/9/9/9/P8/P8/9/P8/RRR1K4 w"),
            ["setup.too_many", "setup.too_many", "setup.misplaced", "setup.pawns_doubled"]
        );
    }
}
