//! The programs' protocols UCI and UCCI: text around [`crate::Engine`].
//!
//! One thread reads lines, another searches, so `stop`, `quit` and `isready` are answered at any
//! time. What cannot be understood is ignored, as both protocols want; a position that cannot
//! be set up is said so in an `info string` and the board stays as it was.

mod options;
mod text;

use crate::bench;
use crate::search::{Engine, Info, Limits, Outcome, STACK};
use chuhe_core::{Board, Move};
use options::Options;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;
use text::{Ranks, Words};

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 20;

/// The protocol spoken, by the first word heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Uci,
    Ucci,
}

/// Where answers go; lines of two threads never mix.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn line(&self, text: &str) {
        let mut writer = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // A reader that went away is no reason to fail: end of input will follow.
        let _ = writeln!(writer, "{text}").and_then(|()| writer.flush());
    }
}

/// Holds back the answer of an endless search until `stop` or `ponderhit`.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn new(open: bool) -> Gate {
        Gate { open: Mutex::new(open), opened: Condvar::new() }
    }

    fn open(&self) {
        *self.open.lock().unwrap_or_else(|e| e.into_inner()) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let mut open = self.open.lock().unwrap_or_else(|e| e.into_inner());
        while !*open {
            open = self.opened.wait(open).unwrap_or_else(|e| e.into_inner());
        }
    }
}

/// A search in another thread.
struct Running {
    stop: Arc<AtomicBool>,
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
    /// While pondering: tells the search that the expected move was played.
    hit: Option<Arc<OnceLock<Instant>>>,
}

/// Whether to read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Line,
    Quit,
}

/// A talk with a program or a person.
struct Session {
    output: Output,
    engine: Arc<Mutex<Engine>>,
    options: Options,
    board: Board,
    dialect: Dialect,
    ranks: Ranks,
    banned: Vec<Move>,
    running: Option<Running>,
}

/// Reads commands from `input` until `quit` (`bye`) or its end, and answers on `output`.
///
/// ```
/// use std::io::BufReader;
/// chuhe_engine::uci::run(BufReader::new(&b"uci\nisready\nquit\n"[..]), Box::new(std::io::sink()));
/// ```
pub fn run(input: impl BufRead, output: Box<dyn Write + Send>) {
    let mut session = Session::new(output);
    for line in Lines(input) {
        let next = match line {
            Ok(line) => session.handle(&line),
            Err(TooLong) => session.complain("a line longer than a megabyte is passed over"),
        };
        if next == Next::Quit {
            break;
        }
    }
    session.finish(true);
}

/// The loop on standard input and output.
pub fn run_stdio() {
    run(std::io::stdin().lock(), Box::new(std::io::stdout()));
}

/// Lines of bounded length, whatever bytes they are made of; they end as on any system.
struct Lines<R>(R);

/// A line that was not kept: half of it would mean something else.
struct TooLong;

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, TooLong>;

    fn next(&mut self) -> Option<Result<String, TooLong>> {
        let mut bytes = Vec::new();
        let mut heard = false;
        let mut too_long = false;
        loop {
            let buffer = match self.0.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            if buffer.is_empty() {
                break;
            }
            heard = true;
            let end = buffer.iter().position(|&b| b == b'\n' || b == b'\r');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            too_long |= bytes.len() + part.len() > LONGEST_LINE;
            if !too_long {
                bytes.extend_from_slice(part);
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.0.consume(used);
            if end.is_some() {
                break;
            }
        }
        let line = if too_long { Err(TooLong) } else { Ok(text::decode(&bytes)) };
        heard.then_some(line)
    }
}

impl Session {
    fn new(output: Box<dyn Write + Send>) -> Session {
        let options = Options::default();
        Session {
            output: Output(Arc::new(Mutex::new(output))),
            engine: Arc::new(Mutex::new(Engine::new(options.hash))),
            options,
            board: Board::start_position(),
            dialect: Dialect::Uci,
            ranks: Ranks::FromZero,
            banned: Vec::new(),
            running: None,
        }
    }

    fn complain(&self, why: &str) -> Next {
        self.output.line(&format!("info string error: {why}"));
        Next::Line
    }

    /// Answers one line.
    fn handle(&mut self, line: &str) -> Next {
        let heard = Instant::now();
        let mut words = Words::new(line);
        // Unknown words before a command are skipped, as UCI asks.
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "uci" => self.greet(Dialect::Uci),
                "ucci" => self.greet(Dialect::Ucci),
                "isready" => self.output.line("readyok"),
                "ucinewgame" | "uccinewgame" => self.new_game(),
                "setoption" => self.set_option(words),
                "position" => self.position(words),
                "banmoves" => self.ban(words),
                "go" => self.go(words, heard),
                "stop" => self.finish(true),
                "ponderhit" => self.ponder_hit(),
                "probe" => {}
                "quit" | "bye" | "exit" => {
                    self.finish(true);
                    if self.dialect == Dialect::Ucci {
                        self.output.line("bye");
                    }
                    return Next::Quit;
                }
                "bench" => {
                    self.finish(true);
                    let output = self.output.clone();
                    bench::run(&mut |text| output.line(text));
                }
                "eval" => self.show_evaluation(),
                "d" => {
                    self.output.line(&format!("info string fen {}", self.board.position().fen()))
                }
                _ => continue,
            }
            break;
        }
        Next::Line
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let version = env!("CARGO_PKG_VERSION");
        self.output.line(&format!("id name Chuhe {version}"));
        match dialect {
            Dialect::Uci => self.output.line("id author the Chuhe authors"),
            Dialect::Ucci => {
                self.output.line("id copyright GPL-3.0-or-later");
                self.output.line("id author the Chuhe authors");
                self.output.line("id user everybody");
            }
        }
        self.options.offer(dialect, &mut |line| self.output.line(line));
        self.output.line(match dialect {
            Dialect::Uci => "uciok",
            Dialect::Ucci => "ucciok",
        });
    }

    /// Ends the search, if one runs; its `bestmove` is told before this returns.
    fn finish(&mut self, stop: bool) {
        if let Some(running) = self.running.take() {
            if stop {
                running.stop.store(true, Ordering::Relaxed);
                running.gate.open();
            }
            if running.thread.join().is_err() {
                self.output.line("info string error: the search failed");
            }
        }
    }

    /// The engine, once no search runs.
    fn with_engine<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> T {
        self.finish(true);
        let mut engine = self.engine.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        work(&mut engine)
    }

    fn new_game(&mut self) {
        self.with_engine(Engine::new_game);
        self.board = Board::start_position();
        self.banned.clear();
    }

    fn set_option(&mut self, words: Words) {
        // A running search keeps the options it began with.
        self.finish(true);
        match self.options.set(self.dialect, words) {
            Ok(()) => {
                let options = self.options.clone();
                self.with_engine(|engine| options.apply(engine));
                self.options.clear = false;
            }
            Err(why) => self.output.line(&format!("info string {why}")),
        }
    }

    fn position(&mut self, words: Words) {
        self.finish(true);
        match text::read_position(words, self.ranks) {
            Ok((board, ranks)) => {
                self.board = board;
                self.ranks = ranks.unwrap_or(self.ranks);
                self.banned.clear();
            }
            Err(why) => {
                self.complain(&why);
            }
        }
    }

    fn ban(&mut self, words: Words) {
        self.finish(true);
        let (position, ranks) = (self.board.position(), self.ranks);
        self.banned = words.filter_map(|word| text::read_move(position, word, ranks)).collect();
    }

    fn go(&mut self, words: Words, heard: Instant) {
        self.finish(true);
        let milliseconds = self.dialect == Dialect::Uci || self.options.milliseconds;
        let command = text::read_go(words, &self.board, self.ranks, milliseconds);
        let mut limits = command.limits;
        limits.except = self.banned.clone();
        limits.overhead = self.options.overhead;
        limits.start = Some(heard);
        if command.endless {
            // No clock runs: the search goes on until it is told to stop.
            (limits.clock, limits.move_time) = (None, None);
        } else if command.ponder {
            limits.hit = Some(Arc::default());
        }
        self.start(limits, command.endless);
    }

    fn start(&mut self, limits: Limits, endless: bool) {
        let stop = Arc::new(AtomicBool::new(false));
        let hit = limits.hit.clone();
        let gate = Arc::new(Gate::new(!endless && hit.is_none()));
        let speaker =
            Speaker { output: self.output.clone(), dialect: self.dialect, ranks: self.ranks };
        let (engine, board) = (Arc::clone(&self.engine), self.board.clone());
        let (thread_stop, thread_gate) = (Arc::clone(&stop), Arc::clone(&gate));
        let work = move || {
            let mut engine = engine.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            engine.seed ^= std::time::UNIX_EPOCH.elapsed().map_or(0, |t| t.as_nanos() as u64);
            let outcome =
                engine.search(&board, &limits, &thread_stop, &mut |info| speaker.info(info));
            drop(engine);
            thread_gate.wait();
            speaker.outcome(&outcome);
        };
        match std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(work) {
            Ok(thread) => self.running = Some(Running { stop, gate, thread, hit }),
            Err(error) => {
                self.complain(&format!("no thread for the search: {error}"));
                self.output.line("bestmove (none)");
            }
        }
    }

    /// The expected move was played: the search goes on, by the clock.
    fn ponder_hit(&mut self) {
        let Some(running) = &mut self.running else { return };
        if let Some(hit) = running.hit.take() {
            let _ = hit.set(Instant::now());
            running.gate.open();
        }
    }

    fn show_evaluation(&mut self) {
        let position = self.board.position().clone();
        let value = self.with_engine(|engine| engine.evaluate(&position));
        self.output.line(&format!("info string eval {value} (side to move)"));
    }
}

/// Tells of a search in the dialect of the other side.
struct Speaker {
    output: Output,
    dialect: Dialect,
    ranks: Ranks,
}

impl Speaker {
    fn info(&self, info: &Info) {
        let moves: Vec<String> = info.moves.iter().map(|&m| self.ranks.write(m)).collect();
        let moves = moves.join(" ");
        let (ms, nodes) = (info.time.as_millis(), info.nodes);
        let text = match self.dialect {
            Dialect::Uci => format!(
                "info depth {} seldepth {} multipv {} score {} nodes {nodes} nps {} hashfull {} time {ms} pv {moves}",
                info.depth,
                info.seldepth,
                info.line,
                info.score,
                info.nodes_per_second(),
                info.hashfull
            ),
            // UCCI knows plain numbers only.
            Dialect::Ucci => format!(
                "info depth {} score {} time {ms} nodes {nodes} pv {moves}",
                info.depth,
                text::plain_score(info.score)
            ),
        };
        self.output.line(&text);
    }

    fn outcome(&self, outcome: &Outcome) {
        let text = match (outcome.best, outcome.ponder) {
            (Some(best), Some(ponder)) => {
                format!("bestmove {} ponder {}", self.ranks.write(best), self.ranks.write(ponder))
            }
            (Some(best), None) => format!("bestmove {}", self.ranks.write(best)),
            (None, _) if self.dialect == Dialect::Ucci => "nobestmove".to_owned(),
            (None, _) => "bestmove (none)".to_owned(),
        };
        self.output.line(&text);
    }
}

#[cfg(test)]
mod strange;
#[cfg(test)]
mod tests;
