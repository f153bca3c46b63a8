//! A game as it stands in a record: headers, tree, result, and what was wrong with it.

use crate::decode::Encoding;
use crate::sniff::Format;
use crate::tree::{Start, Tree};
use chuhe_core::Facts;

/// Header names and values in the order of the file. Names are compared without case.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets a header in its place, or adds it at the end.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Adds a header unless its name is there already; says whether it did.
    pub fn add(&mut self, name: &str, value: &str) -> bool {
        let new = self.get(name).is_none();
        if new {
            self.0.push((name.to_owned(), value.to_owned()));
        }
        new
    }

    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(n, _)| n.eq_ignore_ascii_case(name))?;
        Some(self.0.remove(at).1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How a record says the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameResult {
    RedWins,
    BlackWins,
    Draw,
    #[default]
    Unknown,
}

impl GameResult {
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Reads a result in figures or words, such as `1-0`, `红胜` or `先負`.
    pub fn parse(text: &str) -> Option<GameResult> {
        let text = text
            .trim()
            .trim_matches(|c| matches!(c, '(' | ')' | '（' | '）' | '。' | '.' | '！' | '!'));
        RESULT_WORDS.iter().find(|(word, _)| *word == text).map(|&(_, result)| result)
    }
}

/// What records write for a result. 先 is the side that moved first: Red.
pub(crate) const RESULT_WORDS: &[(&str, GameResult)] = {
    use GameResult::{BlackWins, Draw, RedWins, Unknown};
    &[
        ("1-0", RedWins),
        ("0-1", BlackWins),
        ("1/2-1/2", Draw),
        ("0.5-0.5", Draw),
        ("1/2", Draw),
        ("½-½", Draw),
        ("*", Unknown),
        ("红先胜", RedWins),
        ("红先勝", RedWins),
        ("紅先勝", RedWins),
        ("红先负", BlackWins),
        ("紅先負", BlackWins),
        ("红先和", Draw),
        ("紅先和", Draw),
        ("先胜", RedWins),
        ("先勝", RedWins),
        ("先负", BlackWins),
        ("先負", BlackWins),
        ("先和", Draw),
        ("红方胜", RedWins),
        ("紅方勝", RedWins),
        ("黑方胜", BlackWins),
        ("黑方勝", BlackWins),
        ("红胜", RedWins),
        ("红勝", RedWins),
        ("紅勝", RedWins),
        ("黑胜", BlackWins),
        ("黑勝", BlackWins),
        ("红负", BlackWins),
        ("紅負", BlackWins),
        ("黑负", RedWins),
        ("黑負", RedWins),
        ("双方和棋", Draw),
        ("雙方和棋", Draw),
        ("和棋", Draw),
        ("和局", Draw),
        ("和", Draw),
        ("平局", Draw),
        ("未知", Unknown),
    ]
};

/// Something wrong in a record; reading went on after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub code: &'static str,
    pub facts: Facts,
    /// Plies played before the place; none outside the moves.
    pub ply: Option<u32>,
    /// Line of the file, from 1.
    pub line: u64,
    /// Byte of the file, from 0.
    pub offset: u64,
}

/// The most problems kept of one game: a file of another kind may be nothing else.
pub const MAX_PROBLEMS: usize = 50;

#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    pub headers: Headers,
    pub tree: Tree,
    pub result: GameResult,
    pub problems: Vec<Problem>,
    /// Byte of the file where the game begins.
    pub offset: u64,
    /// Line of the file where the game begins, from 1.
    pub line: u64,
    /// What its bytes were read as.
    pub encoding: Encoding,
    /// The format of the file; none if there was none.
    pub format: Option<Format>,
}

impl Game {
    pub fn new(start: Start) -> Game {
        Game {
            headers: Headers::default(),
            tree: Tree::new(start),
            result: GameResult::Unknown,
            problems: Vec::new(),
            offset: 0,
            line: 1,
            encoding: Encoding::Utf8,
            format: None,
        }
    }
}

/// Headers that say what the tree and the result say already, or name the format.
pub fn is_structural(header: &str) -> bool {
    ["Game", "FEN", "SetUp", "Result", "Format", "Variant"]
        .iter()
        .any(|s| s.eq_ignore_ascii_case(header))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_keep_their_order_and_ignore_case() {
        let mut headers = Headers::default();
        headers.set("Red", "胡荣华");
        headers.set("Black", "杨官璘");
        headers.set("RED", "胡榮華");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("Red", "胡榮華"), ("Black", "杨官璘")]);
        assert!(!headers.add("black", "x"));
        assert_eq!(headers.remove("red").as_deref(), Some("胡榮華"));
        assert_eq!(headers.len(), 1);
    }

    #[test]
    fn results_are_read_in_words() {
        assert_eq!(GameResult::parse("(红胜)"), Some(GameResult::RedWins));
        assert_eq!(GameResult::parse("先負"), Some(GameResult::BlackWins));
        assert_eq!(GameResult::parse(" 1/2-1/2 "), Some(GameResult::Draw));
        assert_eq!(GameResult::parse("和平"), None);
    }
}
