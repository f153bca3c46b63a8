//! The rules of 跳棋, Chinese checkers: the star board, steps and hops, and every end of a game.
//!
//! A [`Layout`] is where the pieces stand and where they may go, without memory; a [`Game`] is a
//! game being played under [`Rules`] given as data.

pub mod cells;
mod game;
mod history;
mod layout;
mod perft;
mod rules;
pub mod search;
mod text;

pub use cells::{Cells, Point};
pub use game::{Cause, End, Game, GameError, NextMark, Seat, Standing};
pub use layout::{Layout, Move, seats, turned};
pub use perft::perft;
pub use rules::{Hop, Rules, Stalled, Stop, Win};
pub use text::{
    TextError, cell_name, parse_cell, parse_layout, parse_move, seat_letter, write_layout,
    write_move,
};
