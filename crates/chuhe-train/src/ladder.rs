//! Games between levels, to see whether their steps are even.
//!
//! Every opening is played twice, with the colours changed, and every game to its end: nobody is
//! said to have won who might not have known how.

use crate::arena::{Tally, even_opening, points};
use crate::numbers::Numbers;
use crate::selfplay::RULES;
use chuhe_core::{Board, Color, Move, judge};
use chuhe_engine::level::Level;
use chuhe_engine::{Engine, Limits, see};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A game that does not end is drawn.
const LONGEST: usize = 400;

/// Who plays.
#[derive(Clone, Debug)]
pub enum Player {
    /// Any legal move.
    Random,
    /// The capture that wins most by itself, whatever comes after; any move if there is none.
    Grabber,
    /// A level of the engine.
    Level(Level),
}

impl Player {
    /// Reads `random`, `grabber`, a level's number, or a level and what is changed about it:
    /// `10,nodes=5000`, `3,depth=2,blind=0.2,taste=30,knowledge=0.5`.
    pub fn read(text: &str) -> Result<Player, String> {
        let mut words = text.split(',');
        let number = match words.next().unwrap_or_default() {
            "random" => return Ok(Player::Random),
            "grabber" => return Ok(Player::Grabber),
            number => number.parse().map_err(|_| format!("{text}: expected a level"))?,
        };
        let mut level = Level::of(number);
        for word in words {
            let wrong = || format!("{text}: cannot read {word}");
            let (name, value) = word.split_once('=').ok_or_else(wrong)?;
            match name {
                "depth" => level.depth = Some(value.parse().map_err(|_| wrong())?),
                "nodes" => level.nodes = Some(value.parse().map_err(|_| wrong())?),
                "blind" => level.blind = value.parse().map_err(|_| wrong())?,
                "taste" => level.taste = value.parse().map_err(|_| wrong())?,
                "knowledge" => level.knowledge = value.parse().map_err(|_| wrong())?,
                _ => return Err(wrong()),
            }
        }
        Ok(Player::Level(level))
    }

    fn play(&self, engine: &mut Engine, board: &Board, numbers: &mut Numbers) -> Move {
        let moves = board.position().legal_moves();
        match self {
            Player::Random => moves[numbers.below(moves.len())],
            Player::Grabber => {
                let first = numbers.below(moves.len());
                let order = (first..moves.len()).chain(0..first).map(|i| moves[i]);
                let gain = |m: &Move| {
                    let taken = board.position().piece_at(m.to());
                    taken.map_or(0, |piece| see::VALUES[piece.role().index()])
                };
                order.max_by_key(gain).expect("a legal move")
            }
            Player::Level(level) => {
                engine.manner = Some(*level);
                engine.seed = numbers.next();
                let never = AtomicBool::new(false);
                let found = engine.search(board, &Limits::default(), &never, &mut |_| {});
                found.best.expect("a legal move")
            }
        }
    }
}

/// What `levels` is asked for.
pub struct Order {
    pub players: [Player; 2],
    pub games: usize,
    pub seed: u64,
    pub threads: usize,
}

impl Order {
    /// Plays the games, and tells how they went for the first player.
    pub fn run(&self) -> Tally {
        let tally = Mutex::new(Tally::default());
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| self.work(&next, &tally));
            }
        });
        tally.into_inner().expect("no thread has failed")
    }

    fn work(&self, next: &AtomicUsize, tally: &Mutex<Tally>) {
        let mut engines = [Engine::new(16), Engine::new(16)];
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair * 2 >= self.games {
                return;
            }
            let mut numbers = Numbers(self.seed ^ ((pair as u64 + 1) << 24));
            let board = even_opening(&mut engines[0], numbers.next());
            let values = [false, true].map(|turned| {
                engines.iter_mut().for_each(Engine::new_game);
                let red = self.game(&mut engines, board.clone(), turned, &mut numbers);
                if turned { 2 - red } else { red }
            });
            let mut tally = tally.lock().expect("no thread has failed");
            values.iter().for_each(|value| tally.games[2 - value] += 1);
            tally.pairs[values[0] + values[1]] += 1;
        }
    }

    /// Points of Red in halves.
    fn game(
        &self,
        engines: &mut [Engine; 2],
        mut board: Board,
        turned: bool,
        numbers: &mut Numbers,
    ) -> usize {
        loop {
            if let Some(end) = judge(&board, &RULES) {
                return points(end.winner);
            }
            if board.ply() >= LONGEST {
                return 1;
            }
            let who = usize::from((board.position().turn() == Color::Black) != turned);
            let m = self.players[who].play(&mut engines[who], &board, numbers);
            board.push_unchecked(m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert!(matches!(Player::read("random"), Ok(Player::Random)));
        let Ok(Player::Level(level)) = Player::read("10,nodes=500,blind=0.5") else {
            panic!("a level");
        };
        assert_eq!(level, Level { nodes: Some(500), blind: 0.5, ..Level::FULL });
        assert!(Player::read("3,depth").is_err() && Player::read("x").is_err());
    }

    #[test]
    fn who_takes_what_he_can_beats_who_plays_anything() {
        let players = [Player::Grabber, Player::Random];
        let tally = Order { players, games: 40, seed: 1, threads: 1 }.run();
        assert!(tally.games[0] > tally.games[2], "{tally:?}");
    }
}
