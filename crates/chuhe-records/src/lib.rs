//! Records of games 棋谱 and the notations they are written in.
//!
//! A [`Game`] is headers, a [`Tree`] of moves, a result, and what was wrong with the file.
//! [`Reader`] makes games of files, one at a time; what a file is shows in its content.

mod annotations;
mod branch;
mod cbf;
mod cbl;
mod cbr;
mod che;
mod chn;
mod coordinates;
mod csv;
mod decode;
mod dhtmlxq;
mod encode;
mod formats;
mod game;
mod grow;
mod headings;
pub mod index;
mod json;
mod jsontext;
mod lex;
mod lists;
mod losses;
mod movetext;
mod mxq;
pub mod notation;
mod oldcbl;
mod pfc;
mod pgn;
mod reader;
mod sniff;
mod text;
mod tree;
mod ubb;
mod unread;
mod words;
mod write;
mod wxf;
mod xml;
mod xqf;
mod xqr;

pub use decode::Encoding;
pub use encode::encode_file;
pub use formats::{WrittenFile, write_file};
pub use game::{Game, GameResult, Headers, Problem, is_structural};
pub use reader::{MAX_GAME, ReadError, Reader};
pub use sniff::{Format, SNIFF_BYTES, sniff};
pub use tree::{Eval, NodeId, Notes, Score, Start, Tree};
pub use unread::{MAX_UNREAD, Unread, unread_text};
pub use write::{Loss, Written, encode, write_pgn, write_text};
pub use xqf::write_xqf;
