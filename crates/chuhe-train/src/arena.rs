//! Matches between two programs at fixed nodes a move, to see whether a change gains anything.
//!
//! Nodes and not time: the result is the same however busy the machine is. Every opening is played
//! twice, with the colours changed; the sequential test may end the match early.

use crate::numbers::Numbers;
use crate::selfplay::{RULES, opening};
use chuhe_core::{Board, Color, judge};
use chuhe_engine::{Engine, Limits, Score};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// An opening is even if the search sees no more than this.
const EVEN: i32 = 120;
/// A game is won when both programs have said so for so many plies.
const WON: (i32, usize) = (1200, 6);
const LONGEST: usize = 400;

/// What `match` is asked for.
pub struct Order {
    /// Commands, with options after `@`: `program@Name=Value@Name=Value`.
    pub programs: [String; 2],
    pub games: usize,
    /// What follows `go`, such as `nodes 5000`.
    pub go: [String; 2],
    pub seed: u64,
    pub threads: usize,
    /// Differences in Elo that the sequential test tells apart.
    pub bounds: (f64, f64),
}

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(text: &str) -> io::Result<Program> {
        let mut parts = text.split('@');
        let mut words = parts.next().unwrap_or_default().split_whitespace();
        let name = words.next().ok_or_else(|| io::Error::other("no program named"))?;
        let mut child =
            Command::new(name).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::Error::other("no pipe"));
        };
        let mut program = Program { child, input, output: BufReader::new(output) };
        program.say("uci")?;
        program.until("uciok")?;
        for option in parts {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            program.say(&format!("setoption name {name} value {value}"))?;
        }
        program.say("isready")?;
        program.until("readyok")?;
        Ok(program)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")
    }

    /// Reads lines up to one that begins so; that one, and the last score told before it.
    fn until(&mut self, word: &str) -> io::Result<(String, i32)> {
        let mut score = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("a program has ended"));
            }
            score = told_score(&line).unwrap_or(score);
            if line.starts_with(word) {
                return Ok((line, score));
            }
        }
    }

    fn play(&mut self, board: &Board, go: &str) -> io::Result<(String, i32)> {
        let moves: String = board.moves().iter().map(|m| format!(" {m}")).collect();
        self.say(&format!("position fen {} moves{moves}", board.start().fen()))?;
        self.say(&format!("go {go}"))?;
        let (line, score) = self.until("bestmove")?;
        Ok((line.split_whitespace().nth(1).unwrap_or_default().to_owned(), score))
    }
}

fn told_score(line: &str) -> Option<i32> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let kind = words.next()?;
    let value: i32 = words.next()?.parse().ok()?;
    Some(match kind {
        "mate" if value > 0 => 30_000,
        "mate" => -30_000,
        _ => value,
    })
}

/// Won, drawn, lost for the first program; and pairs of games by their points, 0 to 4 halves.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub games: [usize; 3],
    pub pairs: [usize; 5],
    /// Games that a program lost by an illegal move.
    pub illegal: [usize; 2],
}

impl Tally {
    /// Mean and variance of the points of a pair, as a share of two.
    fn moments(&self) -> (f64, f64, f64) {
        let count: f64 = self.pairs.iter().sum::<usize>() as f64;
        let share = |i: usize| i as f64 / 4.0;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.pairs.iter().enumerate().map(|(i, &n)| of(share(i)) * n as f64).sum()
        };
        let mean = sum(&|x| x) / count;
        (count, mean, sum(&|x| (x - mean) * (x - mean)) / count)
    }

    /// The difference in Elo, with the bounds of a 95 % interval.
    pub fn elo(&self) -> [f64; 3] {
        let (count, mean, variance) = self.moments();
        let error = 1.96 * (variance / count).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
        [elo(mean), elo(mean - error), elo(mean + error)]
    }

    /// The logarithm of how much likelier the results are under the second difference than under
    /// the first, by the normal approximation.
    pub fn likelihood(&self, bounds: (f64, f64)) -> f64 {
        let (count, mean, variance) = self.moments();
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (first, second) = (share(bounds.0), share(bounds.1));
        if count < 4.0 || variance <= 0.0 {
            return 0.0;
        }
        count * (second - first) * (2.0 * mean - first - second) / (2.0 * variance)
    }
}

/// The likelihood at which the sequential test ends, for errors of 5 % each way.
pub const DECIDED: f64 = 2.944;

impl Order {
    pub fn run(&self) -> io::Result<Tally> {
        let tally = Mutex::new(Tally::default());
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let work = || self.work(&next, &stop, &tally);
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|t| t.join().expect("a thread that plays"))
        })?;
        Ok(tally.into_inner().expect("no thread has failed"))
    }

    fn work(&self, next: &AtomicUsize, stop: &AtomicBool, tally: &Mutex<Tally>) -> io::Result<()> {
        let mut programs = [Program::start(&self.programs[0])?, Program::start(&self.programs[1])?];
        let mut judge = Engine::new(4);
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair * 2 >= self.games || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let board = even_opening(&mut judge, self.seed ^ ((pair as u64 + 1) << 24));
            let mut points = 0;
            let mut games = [0; 3];
            let mut illegal = [0; 2];
            for turned in [false, true] {
                let (red, bad) = self.game(&mut programs, board.clone(), turned)?;
                let value = if turned { 2 - red } else { red };
                points += value;
                games[2 - value] += 1;
                if let Some(who) = bad {
                    illegal[who] += 1;
                }
            }
            let mut tally = tally.lock().expect("no thread has failed");
            (0..3).for_each(|i| tally.games[i] += games[i]);
            (0..2).for_each(|i| tally.illegal[i] += illegal[i]);
            tally.pairs[points] += 1;
            let done: usize = tally.pairs.iter().sum();
            let likelihood = tally.likelihood(self.bounds);
            let decided = likelihood.abs() > DECIDED;
            if done % 10 == 0 || decided || 2 * (done + 1) > self.games {
                println!("{}", tell(&tally, self.bounds));
            }
            if decided {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Points of Red in halves, and who played an illegal move.
    fn game(
        &self,
        programs: &mut [Program; 2],
        mut board: Board,
        turned: bool,
    ) -> io::Result<(usize, Option<usize>)> {
        for program in programs.iter_mut() {
            program.say("ucinewgame")?;
            program.say("isready")?;
            program.until("readyok")?;
        }
        let mut won: i32 = 0;
        loop {
            if let Some(end) = judge(&board, &RULES) {
                return Ok((points(end.winner), None));
            }
            if board.ply() >= LONGEST {
                return Ok((1, None));
            }
            let turn = board.position().turn();
            let who = usize::from((turn == Color::Black) != turned);
            let (text, score) = programs[who].play(&board, &self.go[who])?;
            let played = text.parse().is_ok_and(|m| board.push(m).is_ok());
            if !played {
                eprintln!("{}: {text} in {}", self.programs[who], board.position().fen());
                return Ok((points(Some(!turn)), Some(who)));
            }
            let red = if turn == Color::Red { score } else { -score };
            won = match red {
                s if s > WON.0 => (won + 1).max(1),
                s if s < -WON.0 => (won - 1).min(-1),
                _ => 0,
            };
            if won.unsigned_abs() as usize >= WON.1 {
                return Ok((if won > 0 { 2 } else { 0 }, None));
            }
        }
    }
}

pub(crate) const fn points(winner: Option<Color>) -> usize {
    match winner {
        Some(Color::Red) => 2,
        None => 1,
        Some(Color::Black) => 0,
    }
}

pub(crate) fn even_opening(engine: &mut Engine, seed: u64) -> Board {
    let mut numbers = Numbers(seed);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    loop {
        let board = opening(&mut numbers);
        engine.new_game();
        let found = engine.search(&board, &limits, &AtomicBool::new(false), &mut |_| {});
        let score = found.lines.first().map(|line| line.score);
        if matches!(score, Some(Score::Centipawns(points)) if points.abs() <= EVEN) {
            return board;
        }
    }
}

/// The score so far in a line.
pub fn tell(tally: &Tally, bounds: (f64, f64)) -> String {
    let [won, drawn, lost] = tally.games;
    let [elo, low, high] = tally.elo();
    let likelihood = tally.likelihood(bounds);
    let mut line = format!(
        "+{won} ={drawn} -{lost}  Elo {elo:+.0} [{low:+.0}, {high:+.0}]  pairs {:?}  llr {likelihood:+.2}",
        tally.pairs
    );
    if tally.illegal != [0; 2] {
        line += &format!("  illegal moves {:?}", tally.illegal);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_score_is_no_difference_and_a_good_one_decides() {
        let even = Tally { pairs: [10, 20, 40, 20, 10], ..Tally::default() };
        let [elo, low, high] = even.elo();
        assert!(elo.abs() < 1e-9 && low < 0.0 && high > 0.0);
        assert!(even.likelihood((0.0, 10.0)) < 0.0);
        let good = Tally { pairs: [0, 10, 40, 60, 40], ..Tally::default() };
        assert!(good.elo()[1] > 0.0 && good.likelihood((0.0, 10.0)) > DECIDED);
    }

    #[test]
    fn scores_are_read_from_lines() {
        assert_eq!(told_score("info depth 3 score cp -17 nodes 4"), Some(-17));
        assert_eq!(told_score("info depth 3 score mate -2"), Some(-30_000));
        assert_eq!(told_score("bestmove a0a1"), None);
    }
}
