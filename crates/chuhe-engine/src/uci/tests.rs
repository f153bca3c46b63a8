//! The loop as another program sees it.

use super::run;
use crate::testing::Numbers;
use chuhe_core::{Board, Position};
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Input that comes in parts and ends when the sender is dropped.
struct Pipe {
    parts: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(part) = self.parts.recv() else { return Ok(0) };
            self.rest = part;
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Output cut into lines.
struct Cut {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Cut {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&b| b == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let _ = self.lines.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A talk with a running loop.
pub(super) struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Talk {
    pub fn new() -> Talk {
        let (input, parts) = channel();
        let (lines, output) = channel();
        let thread = std::thread::spawn(move || {
            let pipe = Pipe { parts, rest: Vec::new() };
            run(BufReader::new(pipe), Box::new(Cut { lines, rest: Vec::new() }));
        });
        Talk { input: Some(input), output, thread: Some(thread) }
    }

    pub fn say(&self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    pub fn say_bytes(&self, bytes: &[u8]) {
        let _ = self.input.as_ref().expect("open").send(bytes.to_vec());
    }

    /// Lines up to and with the one that begins so.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|_| {
                panic!("no answer {start:?}, only {lines:?}");
            });
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// The move of the next `bestmove`.
    pub fn best(&self) -> String {
        let lines = self.until("bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// Ends the input and returns what was said to the end.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        self.thread.take().unwrap().join().expect("the loop ends in order");
        self.output.iter().collect()
    }
}

/// All answers to a text that is there at once.
pub(super) fn answers(text: &str) -> Vec<String> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    struct Keep(Arc<Mutex<Vec<u8>>>);
    impl Write for Keep {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    run(BufReader::new(text.as_bytes()), Box::new(Keep(Arc::clone(&lines))));
    let bytes = lines.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn both_protocols_greet() {
    let uci = answers("uci\nisready\nquit\n");
    assert!(uci[0].starts_with("id name Chuhe "));
    assert!(uci.contains(&"option name Hash type spin default 32 min 1 max 65536".to_owned()));
    assert_eq!(uci[uci.len() - 2..], ["uciok", "readyok"]);
    let ucci = answers("ucci\nisready\nquit\n");
    assert!(ucci.iter().any(|line| line.starts_with("option hashsize type spin")));
    assert_eq!(ucci[ucci.len() - 3..], ["ucciok", "readyok", "bye"]);
}

#[test]
fn both_ways_to_count_ranks_are_understood_and_answered_alike() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2 h9g7");
    talk.say("go depth 3");
    let zero = talk.best();
    talk.say("ucinewgame");
    talk.say("position startpos moves h3e3 h10g8");
    talk.say("go depth 3");
    let one = talk.best();
    let digits = |m: &str| m.chars().filter(char::is_ascii_digit).collect::<String>();
    assert_eq!(one.chars().next(), zero.chars().next());
    let up = |m: &str| digits(m).chars().map(|c| c.to_digit(10).unwrap() + 1).sum::<u32>();
    let plain = |m: &str| {
        m.split(|c: char| c.is_alphabetic()).filter_map(|n| n.parse::<u32>().ok()).sum::<u32>()
    };
    assert_eq!(plain(&one), up(&zero), "{zero} {one}");
}

#[test]
fn positions_come_with_and_without_moves_letters_and_words() {
    let talk = Talk::new();
    let fens = [
        "position startpos",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1 moves h2e2",
        "POSITION FEN rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves",
        "please position startpos moves H2-E2 h9-g7",
    ];
    for fen in fens {
        talk.say(fen);
        talk.say("go depth 2");
        let lines = talk.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{fen}: {lines:?}");
    }
}

#[test]
fn a_position_that_is_none_is_told_and_changes_nothing() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2");
    for bad in [
        "position",
        "position fen",
        "position fen 9/9/9",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w",
        "position startpos moves h2e2 h2e2",
        "position startpos moves xyz",
    ] {
        talk.say(bad);
        let line = talk.until("info string error").pop().unwrap();
        assert!(line.len() > 25, "{bad}: {line}");
    }
    // Still Black to move after the first one.
    talk.say("d");
    let fen = talk.until("info string fen").pop().unwrap();
    assert!(fen.contains(" b "), "{fen}");
}

#[test]
fn the_game_sent_after_the_present_position_is_refused() {
    // A real report: the FEN of now, and all moves of the game once more.
    let talk = Talk::new();
    talk.say(
        "position fen 1Cba1rb2/4kn3/1R7/p2R4p/4p4/2p6/P1r5P/4B4/9/2BAKA3 w - - 0 1 \
         moves b7e7 b0c2 b9c7 h0g2 a9b9",
    );
    let line = talk.until("info string error").pop().unwrap();
    assert!(line.contains("move 2"), "{line}");
}

#[test]
fn stop_quit_and_isready_are_answered_while_searching() {
    let talk = Talk::new();
    talk.say("position startpos");
    talk.say("go infinite");
    talk.until("info depth 5");
    talk.say("isready");
    let lines = talk.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "and the search goes on");
    talk.say("stop");
    talk.best();
    talk.say("go infinite");
    talk.until("info depth 5");
    talk.say("quit");
    let rest = talk.end();
    assert!(rest.iter().any(|line| line.starts_with("bestmove")), "no answer is swallowed");
}

#[test]
fn an_endless_search_of_a_decided_position_waits_for_stop() {
    let talk = Talk::new();
    talk.say("position fen 4k4/9/4N4/9/9/1C7/9/9/9/3K5 w");
    talk.say("go infinite");
    // The greatest depth of all.
    let mut early = talk.until("info depth 112");
    talk.say("isready");
    early.extend(talk.until("readyok"));
    assert!(!early.iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop");
    assert_eq!(talk.best(), "b4e4");
}

#[test]
fn pondering_goes_on_by_the_clock_after_a_hit() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2");
    talk.say("go ponder wtime 1000 btime 1000");
    let before = talk.until("info depth 4");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    talk.say("ponderhit");
    talk.best();
    // And the answer came once.
    assert!(!talk.end().iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn only_the_moves_named_are_played_and_none_of_those_banned() {
    let talk = Talk::new();
    talk.say("ucci");
    talk.say("position startpos");
    talk.say("go depth 3 searchmoves a3a4 i0i1");
    assert!(["a3a4", "i0i1"].contains(&talk.best().as_str()));
    talk.say("position fen 3k5/9/9/9/9/R8/9/9/9/4K4 w");
    talk.say("go depth 4");
    let best = talk.best();
    talk.say(&format!("banmoves {best}"));
    talk.say("go depth 4");
    assert_ne!(talk.best(), best);
}

#[test]
fn without_a_legal_move_the_answer_says_so() {
    let mated = "position fen 4k4/9/4N4/9/9/4C4/9/9/9/3K5 b";
    assert_eq!(answers(&format!("{mated}\ngo depth 3\n")).pop().unwrap(), "bestmove (none)");
    assert!(answers(&format!("ucci\n{mated}\ngo depth 3\n")).contains(&"nobestmove".to_owned()));
}

#[test]
fn options_are_set_in_any_case_and_wrong_ones_are_told() {
    let told = answers(
        "uci\nsetoption name hASH value 8\nsetoption name MULTIPV value 3\nsetoption name Foo value 1\n\
         setoption name Hash value many\nsetoption\nsetoption name\nsetoption name Threads value 2\n\
         setoption name Clear Hash\nposition startpos\ngo depth 4\n",
    );
    assert!(told.iter().any(|line| line.contains("unknown option Foo")));
    assert!(told.iter().any(|line| line.contains("option Hash: expected a number from 1")));
    let talk = Talk::new();
    talk.say("ucci");
    talk.say("setoption multipv 3");
    talk.say("uci");
    talk.say("position startpos");
    talk.say("go depth 4");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 3")));
}

#[test]
fn the_rule_of_repetition_has_many_names() {
    let uci = answers("uci\nquit\n");
    let offer = "option name Repetition Rule type combo default axf var off var draw var checks";
    assert!(uci.iter().any(|line| line.starts_with(offer)), "{uci:?}");
    let ucci = answers("ucci\nquit\n");
    let offer = "option repetition type combo var AlwaysDraw var CheckBan var AsianRule \
                 var ChineseRule var ComputerRule default AsianRule";
    assert!(ucci.iter().any(|line| line == offer), "{ucci:?}");
    let told = answers("uci\nsetoption name Repetition Rule value cxa-2020\nquit\n");
    assert!(!told.iter().any(|line| line.contains("expected")), "{told:?}");
    let told = answers("uci\nsetoption name repetition rule value SkyRule\nquit\n");
    let why = "info string option repetition rule: expected one of off, draw, checks, axf";
    assert!(told.iter().any(|line| line.starts_with(why)), "{told:?}");
}

/// Red is mated unless he checks for ever, which draws or loses, as the rules say. (A report about
/// Fairy-Stockfish, issue 49.)
#[test]
fn the_rule_of_repetition_is_played_by() {
    let game = "position fen 4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w moves i8i9 e9e8 i9i8 e8e9 i8i9 e9e8";
    let best = |rules: &str| {
        let talk = Talk::new();
        talk.say(&format!("setoption name Repetition Rule value {rules}\n{game}\ngo depth 8"));
        talk.best()
    };
    assert_eq!(best("draw"), "i9i8");
    for rules in ["checks", "axf", "engine", "cxa-2020", "club"] {
        assert_ne!(best(rules), "i9i8", "{rules}");
    }
}

/// How long at most is no matter of a test: a machine may be busy. That an answer comes is.
#[test]
fn times_are_kept() {
    let talk = Talk::new();
    let took = |go: &str| {
        talk.say("position startpos");
        let start = Instant::now();
        talk.say(go);
        talk.best();
        start.elapsed()
    };
    assert!(took("go movetime 100") >= Duration::from_millis(89), "all of it is used");
    took("go wtime 300 btime 300");
    took("go rtime 200 movestogo 1");
    took("ucci\nsetoption usemillisec false\ngo nodes 100");
    let second = took("go time 1 movestogo 1");
    assert!(second > Duration::from_millis(100), "a second, not a millisecond");
}

/// Words the fuzz makes lines of.
const WORDS: [&str; 60] = [
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Skill",
    "Level",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "infinite",
    "ponder",
    "stop",
    "ponderhit",
    "banmoves",
    "searchmoves",
    "mate",
    "h2e2",
    "h3e3",
    "h9g7",
    "a0a9",
    "i10i1",
    "e2e4",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "99999999999999999999",
    "1.5",
    "nan",
    "w",
    "b",
    "-",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "4k4/9/9/9/9/9/9/9/9/3K5",
    "9/9/9",
    "4k4/9/4N4/9/9/4C4/9/9/9/3K5",
    "d",
    "eval",
    "炮二平五",
    "\u{0}",
    "\t",
    "true",
    "",
    "usemillisec",
];

#[test]
fn odd_input_neither_crashes_nor_plays_an_illegal_move() {
    let mut numbers = Numbers(2026);
    for _ in 0..40 {
        let mut text = String::from("setoption name Hash value 1\n");
        for _ in 0..60 {
            for _ in 0..numbers.below(9) {
                text += WORDS[numbers.below(WORDS.len())];
                text += " ";
            }
            text += "\n";
        }
        // Big tables and many threads are allowed, but slow to set up here.
        let text = text.replace("Threads", "Threads value 2");
        for line in answers(&text) {
            assert!(!line.contains("the search failed"), "{text}");
        }
    }
    // Bytes that are no text, and a line without an end.
    let talk = Talk::new();
    talk.say_bytes(&[0xff, 0xfe, b'\n', 0, 0, b'\n']);
    talk.say_bytes(&vec![b'x'; 3 << 20]);
    talk.say_bytes(b"\nisready\n");
    talk.until("readyok");
}

#[test]
fn every_move_of_fast_games_is_legal() {
    let talk = Talk::new();
    talk.say("setoption name Hash value 1");
    let mut numbers = Numbers(77);
    for game in 0..6 {
        let mut board = Board::new(Position::start());
        talk.say("ucinewgame");
        talk.say(&format!("setoption name Skill Level value {}", [1, 2, 3, 5, 8, 10][game]));
        for _ in 0..100 {
            let legal = board.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            let moves: Vec<String> = board.moves().iter().map(|m| m.to_string()).collect();
            talk.say(&format!("position startpos moves {}", moves.join(" ")));
            talk.say(&format!("go nodes {}", 50 + numbers.below(400)));
            let best = talk.best();
            board
                .push(best.parse().unwrap())
                .unwrap_or_else(|_| panic!("{best} in {}", board.position().fen()));
            if numbers.below(8) == 0 {
                let legal = board.position().legal_moves();
                if !legal.is_empty() {
                    board.push_unchecked(legal[numbers.below(legal.len())]);
                }
            }
        }
    }
}
