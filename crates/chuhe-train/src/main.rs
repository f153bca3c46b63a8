//! `chuhe-train gen`, `derive`, `fit`, `match` and `levels`: see docs/engine.md.

use chuhe_engine::level::{STRONGEST, WEAKEST};
use chuhe_engine::nnue::Net;
use chuhe_train::args::Args;
use chuhe_train::data::Data;
use chuhe_train::derive::derive;
use chuhe_train::numbers::Numbers;
use chuhe_train::selfplay::Effort;
use chuhe_train::shards::Order;
use chuhe_train::shards::whole;
use chuhe_train::{arena, fit, ladder};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let args = Args::new(words);
    let done = match command.as_str() {
        "gen" => generate(&args),
        "fit" => train(&args),
        "derive" => derive_all(&args),
        "match" => play_match(&args),
        "levels" => play_levels(&args),
        _ => Err("expected a command: gen, derive, fit, match, levels".to_owned()),
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
        net: net(args.text("net"))?,
    };
    order.run().map_err(|error| error.to_string())
}

/// What to evaluate by: the net that is built in, a file's, or `hand`.
fn net(name: Option<&str>) -> Result<Option<Arc<Net>>, String> {
    match name {
        None => Ok(Some(Net::built_in())),
        Some("hand") => Ok(None),
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|error| format!("--net {file}: {error}"))?;
            let net = Net::read(&bytes).map_err(|why| format!("--net {file}: {why}"))?;
            Ok(Some(Arc::new(net)))
        }
    }
}

/// The folders after `--data`, with commas between.
fn folders(args: &Args) -> Result<Vec<PathBuf>, String> {
    let text = args.text("data").ok_or("--data: expected folders, with commas between")?;
    Ok(text.split(',').map(Into::into).collect())
}

fn derive_all(args: &Args) -> Result<(), String> {
    let folders = folders(args)?;
    let out: PathBuf = args.text("out").ok_or("--out: expected a folder")?.into();
    let per: usize = args.get("per", 4)?;
    let mut numbers = Numbers(args.get("seed", 1)?);
    let paths: Vec<_> = folders.iter().map(PathBuf::as_path).collect();
    let data = Data::read(&paths).map_err(|error| error.to_string())?;
    std::fs::create_dir_all(&out).map_err(|error| error.to_string())?;
    for (i, part) in data.train.chunks(1 << 16).enumerate() {
        let each = part.iter().flat_map(|packed| std::iter::repeat_n(packed, per));
        let bytes: Vec<u8> = each.filter_map(|p| derive(p, &mut numbers)).flatten().collect();
        whole(&out.join(format!("derived-{i:05}.bin")), &bytes).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn train(args: &Args) -> Result<(), String> {
    let order = fit::Order {
        folders: folders(args)?,
        extra: args.text("extra").map_or(vec![], |t| t.split(',').map(Into::into).collect()),
        out: args.text("out").ok_or("--out: expected a folder")?.into(),
        seed: args.get("seed", 1)?,
        epochs: args.get("epochs", 30)?,
        batch: args.get("batch", 4096)?,
        rate: args.get("rate", 0.0015)?,
        last_rate: args.get("last-rate", 0.01)?,
        decay: args.get("decay", 0.01)?,
        threads: args.get("threads", 1)?,
        of_score: args.get("of-score", 0.7)?,
        scale: args.text("scale").map(str::parse).transpose().map_err(|_| "--scale: no number")?,
    };
    let done = match args.get("hidden", 128)? {
        64 => order.run::<64>(),
        128 => order.run::<128>(),
        256 => order.run::<256>(),
        512 => order.run::<512>(),
        other => return Err(format!("--hidden: 64, 128, 256 or 512, not {other}")),
    };
    done.map_err(|error| error.to_string())
}

fn play_match(args: &Args) -> Result<(), String> {
    let program = |name| args.text(name).map(str::to_owned).ok_or(format!("--{name}: a command"));
    let go = args.text("go").unwrap_or("nodes 5000");
    let order = arena::Order {
        programs: [program("first")?, program("second")?],
        games: args.get("games", 400)?,
        go: [go.to_owned(), args.text("second-go").unwrap_or(go).to_owned()],
        seed: args.get("seed", 1)?,
        threads: args.get("threads", 1)?,
        bounds: (args.get("elo0", 0.0)?, args.get("elo1", 10.0)?),
    };
    let tally = order.run().map_err(|error| error.to_string())?;
    println!("{}", arena::tell(&tally, order.bounds));
    Ok(())
}

/// The level after `--first` against that after `--second`; or, without them, all neighbours.
fn play_levels(args: &Args) -> Result<(), String> {
    let (games, seed) = (args.get("games", 100)?, args.get("seed", 1)?);
    let threads = args.get("threads", 1)?;
    let all: Vec<String> = match (args.text("first"), args.text("second")) {
        (Some(first), Some(second)) => vec![second.to_owned(), first.to_owned()],
        _ => (WEAKEST..=STRONGEST).map(|level| level.to_string()).collect(),
    };
    for pair in all.windows(2) {
        let players = [ladder::Player::read(&pair[1])?, ladder::Player::read(&pair[0])?];
        let tally = ladder::Order { players, games, seed, threads }.run();
        let [won, drawn, lost] = tally.games;
        let [elo, low, high] = tally.elo();
        println!(
            "{} against {}: +{won} ={drawn} -{lost}  Elo {elo:+.0} [{low:+.0}, {high:+.0}]",
            pair[1], pair[0]
        );
    }
    Ok(())
}
