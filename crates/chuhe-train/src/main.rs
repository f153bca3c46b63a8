//! `chuhe-train gen`: see docs/engine.md.

use chuhe_train::args::Args;
use chuhe_train::selfplay::Effort;
use chuhe_train::shards::Order;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let args = Args::new(words);
    let done = match command.as_str() {
        "gen" => generate(&args),
        _ => Err("expected a command: gen".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("chuhe-train: {why}");
            ExitCode::FAILURE
        }
    }
}

fn generate(args: &Args) -> Result<(), String> {
    let order = Order {
        folder: args.text("out").ok_or("--out: expected a folder")?.into(),
        seed: args.get("seed", 1)?,
        games: args.get("games", 200)?,
        shards: args.get("shards", 1000)?,
        threads: args.get("threads", 1)?,
        effort: Effort { nodes: args.get("nodes", 5000)? },
    };
    order.run().map_err(|error| error.to_string())
}
