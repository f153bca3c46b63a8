//! How the engine's net is made: positions out of its own games, and a trainer for them.

pub mod args;
pub mod numbers;
pub mod record;
pub mod selfplay;
pub mod shards;
