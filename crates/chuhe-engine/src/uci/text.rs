//! Reading and writing the words of the protocols.

use crate::score::Score;
use crate::search::Limits;
use crate::time::Clock;
use chuhe_core::{Board, Color, Move, Position, Square};
use std::time::Duration;

/// A line as text. Some programs begin with the mark of a text file.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start_matches('\u{feff}').to_owned()
}

/// The words of a line.
#[derive(Clone)]
pub(super) struct Words<'a>(std::iter::Peekable<std::str::SplitWhitespace<'a>>);

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Words<'a> {
        Words(line.split_whitespace().peekable())
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.0.peek().copied()
    }

    /// The next word as a number, negative ones too; taken only if it is one.
    fn number(&mut self) -> Option<i64> {
        let number = self.peek()?.parse().ok()?;
        self.next();
        Some(number)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}

/// How the ranks of squares are counted: `h2e2` or `h3e3` for the same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    FromZero,
    FromOne,
}

impl Ranks {
    /// This reading and the other one.
    const fn both(self) -> [Ranks; 2] {
        match self {
            Ranks::FromZero => [Ranks::FromZero, Ranks::FromOne],
            Ranks::FromOne => [Ranks::FromOne, Ranks::FromZero],
        }
    }

    pub fn write(self, m: Move) -> String {
        match self {
            Ranks::FromZero => m.to_string(),
            Ranks::FromOne => {
                let square = |s: Square| format!("{}{}", (b'a' + s.file()) as char, s.rank() + 1);
                square(m.from()) + &square(m.to())
            }
        }
    }

    /// A move written so, whether legal or not. Hyphens and capitals are allowed: `H2-E2`.
    fn read(self, word: &str) -> Option<Move> {
        let mut rest = word.as_bytes();
        let mut squares = [Square::new(0, 0); 2];
        for square in &mut squares {
            if let [b'-', after @ ..] = rest {
                rest = after;
            }
            let [file, after @ ..] = rest else {
                return None;
            };
            let file = file.to_ascii_lowercase().checked_sub(b'a')?;
            let digits = after.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
            // A second digit belongs to the rank only as 10.
            let digits = if digits == 2 && !(self == Ranks::FromOne && after[..2] == *b"10") {
                1
            } else {
                digits
            };
            let (number, after) = after.split_at(digits);
            let rank: i8 = std::str::from_utf8(number).ok()?.parse().ok()?;
            let rank = if self == Ranks::FromOne { rank - 1 } else { rank };
            *square = Square::try_new(file as i8, rank)?;
            rest = after;
        }
        (rest.is_empty() && squares[0] != squares[1]).then(|| Move::new(squares[0], squares[1]))
    }
}

/// A legal move in either dialect. `likely` is tried first, for words that are legal in both.
pub(super) fn read_move(position: &Position, word: &str, likely: Ranks) -> Option<Move> {
    let legal = |ranks: Ranks| ranks.read(word).filter(|&m| position.is_legal(m));
    likely.both().into_iter().find_map(legal)
}

/// All words as legal moves in one dialect.
fn play_all(board: &Board, words: &[&str], ranks: Ranks) -> Result<Board, (usize, String)> {
    let mut board = board.clone();
    for (i, word) in words.iter().enumerate() {
        let fault = |why: String| (i, format!("move {} {word:?}: {why}", i + 1));
        let m = ranks.read(word).ok_or_else(|| fault("not a move".to_owned()))?;
        board
            .push(m)
            .map_err(|illegal| fault(format!("not legal here ({})", illegal.reason.code())))?;
    }
    Ok(board)
}

/// Reads `startpos|fen F [moves M…]`, with the dialect of the moves if they tell.
///
/// A FEN alone, without the word `fen`, and no word `moves` are understood too. Moves that are legal
/// in both readings are read as `likely`, which is what was heard before.
pub(super) fn read_position(words: Words, likely: Ranks) -> Result<(Board, Option<Ranks>), String> {
    let words: Vec<&str> = words.collect();
    let is = |word: &str, what: &str| word.eq_ignore_ascii_case(what);
    let split = words.iter().position(|w| is(w, "moves"));
    let (setup, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let board = match setup {
        [] => return Err("position: expected startpos or fen <fen>".to_owned()),
        [start, ..] if is(start, "startpos") => Board::start_position(),
        [fen, rest @ ..] => {
            let rest = if is(fen, "fen") { rest } else { setup };
            let text = rest.join(" ");
            let position =
                Position::from_fen(&text).map_err(|error| format!("position: {error}"))?;
            Board::new(position)
        }
    };
    if moves.is_empty() {
        return Ok((board, None));
    }
    let [first, second] = likely.both();
    let (a, why) = match play_all(&board, moves, first) {
        Ok(board) => return Ok((board, Some(first))),
        Err(fault) => fault,
    };
    match play_all(&board, moves, second) {
        Ok(board) => Ok((board, Some(second))),
        // Of the two readings, the one that got further says what is wrong.
        Err((b, other)) => Err(if b > a { other } else { why }),
    }
}

/// What `go` asks for.
#[derive(Debug, Default)]
pub(super) struct Go {
    pub limits: Limits,
    /// Answer only after `stop`, even if the search is done before.
    pub endless: bool,
    /// The time runs from `ponderhit` on, and nothing is answered before.
    pub ponder: bool,
}

/// Reads the words after `go`. Unknown ones are passed over; a number that makes no sense too.
///
/// Who is told only the other side's time takes it for its own too.
pub(super) fn read_go(mut words: Words, board: &Board, ranks: Ranks, milliseconds: bool) -> Go {
    let mut go = Go::default();
    let side = board.position().turn();
    let unit = if milliseconds { 1 } else { 1_000 };
    let span = |n: i64| Duration::from_millis(n.clamp(0, 1_000_000_000) as u64 * unit);
    let (mut left, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
    let mut left_to_other = None;
    let mut naming = false;
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "infinite" => go.endless = true,
            "ponder" => go.ponder = true,
            "draw" => {}
            "searchmoves" => naming = true,
            _ => {
                let known = [
                    "depth",
                    "nodes",
                    "mate",
                    "movetime",
                    "time",
                    "wtime",
                    "rtime",
                    "btime",
                    "increment",
                    "winc",
                    "rinc",
                    "binc",
                    "movestogo",
                    "opptime",
                    "oppincrement",
                    "oppmovestogo",
                ];
                if !known.contains(&word.as_str()) {
                    let m = read_move(board.position(), &word, ranks);
                    go.limits.only.extend(m.filter(|_| naming));
                    continue;
                }
                if words.peek().is_some_and(|w| w.eq_ignore_ascii_case("infinite")) {
                    go.endless = true;
                    words.next();
                    continue;
                }
                let Some(n) = words.number() else { continue };
                match (word.as_str(), side) {
                    ("depth", _) => go.limits.depth = Some(n.clamp(1, 1_000) as i32),
                    ("nodes", _) => go.limits.nodes = Some(n.max(1) as u64),
                    ("mate", _) => go.limits.mate = Some(n.clamp(1, 1_000) as u32),
                    ("movetime", _) => go.limits.move_time = Some(span(n)),
                    ("time", _) | ("wtime" | "rtime", Color::Red) | ("btime", Color::Black) => {
                        left = Some(span(n))
                    }
                    ("wtime" | "rtime" | "btime", _) => left_to_other = Some(span(n)),
                    ("increment", _) | ("winc" | "rinc", Color::Red) | ("binc", Color::Black) => {
                        increment = span(n)
                    }
                    ("movestogo", _) => {
                        moves_to_go = Some(n.clamp(1, 1_000) as u32).filter(|_| n > 0)
                    }
                    _ => {}
                }
            }
        }
    }
    let left = left.or(left_to_other);
    go.limits.clock = left.map(|left| Clock { left, increment, moves_to_go });
    // Without a word of when to end, a search goes on until it is told to.
    let Limits { depth, nodes, mate, move_time, clock, .. } = &go.limits;
    let limited = depth.is_some() || nodes.is_some() || mate.is_some();
    go.endless |= !limited && move_time.is_none() && clock.is_none() && !go.ponder;
    go
}

/// A score as one number, mates near ±30000.
pub(super) fn plain_score(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) if moves > 0 => 30_001 - 2 * moves,
        Score::Mate(moves) => -30_000 - 2 * moves,
    }
}
