//! The rules of Xiangqi 象棋: board, moves, check, mate, and how a game ends.
//!
//! [`Setup`] is anything one can lay out; a [`Position`] is playable and has no memory; a
//! [`Board`] is a position with its history. [`judge`] says how the game stands under a
//! rule book given as data ([`Rules`]).

pub mod acts;
pub mod attacks;
mod bitboard;
mod board;
mod fen;
pub mod judge;
mod legality;
mod movegen;
mod position;
mod setup;
mod types;
pub mod zobrist;

pub use acts::direct::DirectRules;
pub use acts::{Act, ActKind, Attack, Why};
pub use bitboard::Bitboard;
pub use board::Board;
pub use fen::FenError;
pub use judge::{
    CheckSeries, Fault, Judgement, Kinds, Look, NaturalLimit, Repetition, Rules, Termination,
    Warning, fatal_moves, judge, warning,
};
pub use legality::{IllegalMove, IllegalReason};
pub use movegen::Danger;
pub use position::{Position, Undo};
pub use setup::{PositionError, Setup, SetupError, SetupProblem};
pub use types::{BadSquare, Color, Move, MoveList, Piece, Role, Square};

/// Named values a message needs, such as `("square", "b1")`.
pub type Facts = Vec<(&'static str, String)>;
