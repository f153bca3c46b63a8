//! How the engine's net is made: positions out of its own games, and a trainer for them.

pub mod adam;
pub mod arena;
pub mod args;
pub mod data;
pub mod derive;
pub mod export;
pub mod fit;
pub mod ladder;
pub mod model;
pub mod numbers;
pub mod plot;
pub mod record;
pub mod selfplay;
pub mod shards;
