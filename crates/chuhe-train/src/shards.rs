//! Files of training examples, written by `gen`: one shard after the other, so that a run that is
//! cut short goes on where it was.

use crate::numbers::Numbers;
use crate::selfplay::{Effort, play};
use chuhe_engine::Engine;
use chuhe_engine::nnue::Net;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What `gen` is asked for.
pub struct Order {
    pub folder: PathBuf,
    pub seed: u64,
    /// Games in each file.
    pub games: usize,
    /// Files to have in the end.
    pub shards: usize,
    pub threads: usize,
    pub effort: Effort,
    /// What the engine evaluates by; by hand if `None`.
    pub net: Option<Arc<Net>>,
}

impl Order {
    fn path(&self, shard: usize) -> PathBuf {
        self.folder.join(format!("s{}-n{}-{shard:05}.bin", self.seed, self.effort.nodes))
    }

    /// Writes the shards that are not there yet.
    pub fn run(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.threads.max(1)).map(|_| scope.spawn(|| self.work(&next))).collect();
            threads.into_iter().try_for_each(|t| t.join().expect("a thread that plays"))
        })
    }

    fn work(&self, next: &AtomicUsize) -> io::Result<()> {
        let mut engine = Engine::new(8);
        engine.set_net(self.net.clone());
        loop {
            let shard = next.fetch_add(1, Ordering::Relaxed);
            if shard >= self.shards {
                return Ok(());
            }
            if !self.path(shard).exists() {
                self.make(shard, &mut engine)?;
            }
        }
    }

    /// Plays the games of a shard. They depend on the seed and the shard alone.
    fn make(&self, shard: usize, engine: &mut Engine) -> io::Result<()> {
        let start = Instant::now();
        let mut numbers = Numbers(self.seed ^ ((shard as u64 + 1) << 32));
        let mut bytes = Vec::new();
        let mut results = [0; 3];
        let mut plies = 0;
        let mut games = 0;
        while games < self.games {
            let Some(game) = play(engine, self.effort, &mut numbers) else { continue };
            bytes.extend(game.records.iter().flatten());
            results[usize::from(game.result)] += 1;
            plies += game.plies;
            games += 1;
        }
        whole(&self.path(shard), &bytes)?;
        let [lost, drawn, won] = results;
        let positions = bytes.len() / crate::record::SIZE;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "shard {shard}: {games} games +{won} ={drawn} -{lost} {plies} plies {positions} positions {seconds:.1} s"
        );
        io::stdout().flush()
    }
}

/// Writes a file that is never seen in part.
pub fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
