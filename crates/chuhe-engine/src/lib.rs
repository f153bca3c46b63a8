//! The playing engine: search, evaluation and the programs' protocols UCI and UCCI.
//!
//! [`Engine`] is the façade; [`uci`] is only text around it.

pub mod bench;
mod checks;
pub mod endgame;
pub mod eval;
mod history;
pub mod level;
pub mod mate;
mod memory;
pub mod nnue;
mod picker;
pub mod psqt;
pub mod score;
mod search;
pub mod see;
mod sight;
pub mod time;
mod tt;
pub mod uci;

#[cfg(test)]
mod testing;

pub use score::Score;
pub use search::{Engine, Info, Limits, Outcome};
