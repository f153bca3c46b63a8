//! Plain text 棋谱: moves with numbers, headings between games, no markup.
//!
//! Read line by line. What a line is shows in how it begins: with a move (numbers aside) it
//! goes on with the game, otherwise it is a heading or a remark.

mod open;

use crate::coordinates::shown_ranks;
use crate::game::{Game, GameResult, Headers};
use crate::headings::{find_fen, first_move, label, labelled, plain_fen, read_heading};
use crate::lex::{Lexer, Token, is_space};
use crate::movetext::{Fault, MoveReader, other_side};
use crate::notation::{self, NotationError, Ranks};
use crate::pgn::parse_start;
use crate::tree::Start;
use crate::words::clean;
use chuhe_core::Position;
use open::Open;

/// A game of a text with the byte, in the text fed last, where it begins.
pub(crate) struct TextGame {
    pub game: Game,
    pub faults: Vec<Fault>,
    pub at: usize,
}

#[derive(Default)]
pub(crate) struct TextReader {
    open: Option<Open>,
    /// Lines that may turn out to be the headings of a game or remarks on the last one.
    remarks: Vec<String>,
    remarks_at: usize,
    /// A blank line came after the last move.
    blank: bool,
    /// Lines of a comment in braces that has not ended, and where it began.
    held: Option<(String, usize)>,
    games: Vec<TextGame>,
}

/// More lines of prose than this belong to no game's heading.
const MOST_REMARKS: usize = 200;

impl TextReader {
    /// Reads whole lines; returns the games that are complete.
    pub fn feed(&mut self, text: &str) -> Vec<TextGame> {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            self.hold(line, at);
            at += line.len();
        }
        if let Some((_, at)) = &mut self.held {
            *at = 0;
        }
        // In the next text, places are counted from its own beginning.
        self.remarks_at = 0;
        std::mem::take(&mut self.games)
    }

    pub fn finish(&mut self) -> Vec<TextGame> {
        if let Some((text, _)) = self.held.take() {
            self.line(&text, 0);
        }
        self.close();
        std::mem::take(&mut self.games)
    }

    /// The game still open: where it began in the text fed last, and its faults there so far.
    pub fn take_open(&mut self) -> Option<(usize, Vec<Fault>)> {
        let open = self.open.as_mut()?;
        let mut faults = std::mem::take(&mut open.faults);
        faults.append(&mut open.reader.faults);
        Some((open.at, faults))
    }

    /// Whether a comment may begin on this line: it holds moves, or nothing else.
    fn takes_comments(&self, line: &str) -> bool {
        let line = line.trim_matches(is_space);
        labelled(line).is_none() && (line.starts_with('{') || self.begins_with_move(line))
    }

    /// Joins the lines of a comment in braces.
    fn hold(&mut self, line: &str, at: usize) {
        match self.held.take() {
            None if !is_open(line) || !self.takes_comments(line) => self.line(line, at),
            None => self.held = Some((line.to_owned(), at)),
            Some((mut text, at)) => {
                text.push_str(line);
                if is_open(&text) && text.len() < MOST_COMMENT {
                    self.held = Some((text, at));
                } else {
                    self.line(&text, at);
                }
            }
        }
    }

    fn line(&mut self, line: &str, at: usize) {
        let trimmed = line.trim_matches(is_space);
        if trimmed.is_empty() {
            self.blank = true;
            return;
        }
        if let Some((name, value)) = labelled(trimmed) {
            self.header(name, value, at);
        } else if let Some(fen) = plain_fen(trimmed) {
            self.remarks.retain(|line| !line.starts_with('#'));
            self.start_at("", &fen, at);
            if let Some(open) = self.open.as_mut().filter(|_| trimmed.contains('<')) {
                // Its marks, for there is no other place for them.
                open.headers.set("AnnoFEN", trimmed);
            }
        } else if let Some((title, fen, rest)) = find_fen(trimmed) {
            self.start_at(title, fen, at);
            if !rest.is_empty() {
                self.moves(
                    rest,
                    at + (trimmed.as_ptr() as usize - line.as_ptr() as usize)
                        + (rest.as_ptr() as usize - trimmed.as_ptr() as usize),
                );
            }
        } else if self.begins_with_move(trimmed) {
            self.moves(line, at);
        } else {
            if self.remarks.is_empty() {
                self.remarks_at = at;
            }
            if self.remarks.len() < MOST_REMARKS {
                self.remarks.push(clean(trimmed));
            }
        }
    }

    fn position(&self) -> Position {
        match &self.open {
            Some(open) if !open.ended => open.reader.position().clone(),
            _ => Position::start(),
        }
    }

    fn begins_with_move(&self, line: &str) -> bool {
        let mut lexer = Lexer::new(line);
        for _ in 0..8 {
            match lexer.next() {
                Some(Token::Number { .. } | Token::Ellipsis | Token::Nag(_)) => {}
                Some(Token::Chinese(_)) => return true,
                Some(Token::Latin(word)) => return is_move(&self.position(), &word),
                Some(Token::Comment(_)) if line.starts_with('{') => {
                    return self.open.as_ref().is_some_and(|open| !open.ended);
                }
                // Only what can belong to a move already read.
                Some(Token::Comment(_) | Token::Open | Token::Close | Token::Result(_)) => {
                    return self
                        .open
                        .as_ref()
                        .is_some_and(|o| !o.reader.tree.is_empty() && !o.ended)
                        || label(line).is_some_and(|(_, rest)| self.begins_with_move(rest));
                }
                Some(Token::Text(_)) => {
                    return label(line).is_some_and(|(_, rest)| self.begins_with_move(rest));
                }
                None => return false,
            }
        }
        false
    }

    /// A line of moves: of the open game, or the first of another.
    fn moves(&mut self, line: &str, at: usize) {
        let (label, rest) = match label(line) {
            Some((label, rest)) => (Some(label), rest),
            None => (None, line),
        };
        if label.is_none() && self.is_new_game(rest) {
            self.close();
        }
        if self.open.is_none() {
            let black = first_move(rest).0.is_some_and(|(_, dots)| dots > 2);
            let start = if black { other_side(&Start::Standard) } else { None };
            self.begin(start.unwrap_or(Start::Standard), at);
        }
        self.settle_remarks();
        let at = at + (rest.as_ptr() as usize - line.as_ptr() as usize);
        let blank = std::mem::take(&mut self.blank);
        let Some(open) = &mut self.open else { return };
        match label {
            Some(label) => open.alternative(label, rest),
            None if open.in_alternative && blank => {
                open.reader.end_branch();
                open.in_alternative = false;
            }
            None => {}
        }
        if let Some(ranks) = shown_ranks(rest) {
            open.reader.set_ranks(ranks);
        }
        open.read(rest, at);
    }

    fn is_new_game(&self, line: &str) -> bool {
        let Some(open) = &self.open else { return true };
        if open.reader.tree.is_empty() {
            return false;
        }
        if open.ended {
            return true;
        }
        let first = Lexer::new(line).next();
        let in_bracket = open.reader.in_variation() && !open.in_alternative && !self.blank;
        if in_bracket || matches!(first, Some(Token::Open | Token::Close | Token::Comment(_))) {
            return false;
        }
        let (number, first) = first_move(line);
        let Some(first) = first else { return false };
        let goes_on = !open.reader.is_broken() && legal(open.reader.position(), &first);
        let starts = || legal(&Position::start(), &first);
        match number {
            // A book repeats the number when it goes on after a remark: 1. 炮二平五 / 1. 马8进7.
            Some((1, dots)) => {
                !(goes_on && (dots > 1 || open.reader.tree.ply(open.reader.node()) == 1))
            }
            Some(_) => false,
            None if !self.remarks.is_empty() && self.blank => starts(),
            None => (self.blank || !self.remarks.is_empty()) && !goes_on && starts(),
        }
    }

    fn begin(&mut self, start: Start, at: usize) {
        let mut headers = Headers::default();
        let at = if self.remarks.is_empty() { at } else { self.remarks_at };
        for line in std::mem::take(&mut self.remarks) {
            read_heading(&line, &mut headers);
        }
        self.open = Some(Open {
            reader: MoveReader::new(start, Ranks::FromZero, false),
            headers,
            faults: Vec::new(),
            at,
            placed: false,
            ended: false,
            base: None,
            in_alternative: false,
        });
    }

    /// A diagram: the game that follows starts there.
    fn start_at(&mut self, title: &str, fen: &str, at: usize) {
        // Headers right above the diagram are those of its game.
        let bare = !self.blank
            && self.open.as_ref().is_some_and(|o| o.reader.tree.is_empty() && !o.placed);
        if !bare {
            self.close();
        }
        if !title.is_empty() {
            self.remarks.push(clean(title));
        }
        let mut faults = Vec::new();
        let start = parse_start(fen, &mut faults);
        faults.iter_mut().for_each(|fault| fault.at = at);
        let headers = self.open.take().map(|open| open.headers);
        self.begin(start, at);
        if let Some(open) = &mut self.open {
            for (name, value) in headers.iter().flat_map(Headers::iter) {
                open.headers.set(name, value);
            }
            open.faults = faults;
            open.placed = true;
        }
    }

    /// A line `红方：胡荣华`, which belongs to the next game if this one has moves.
    fn header(&mut self, name: &str, value: &str, at: usize) {
        let blank = std::mem::take(&mut self.blank);
        let other = |open: &Open| {
            let begun = !open.headers.is_empty() || open.placed;
            !open.reader.tree.is_empty() || open.headers.get(name).is_some() || blank && begun
        };
        if self.open.as_ref().is_none_or(other) {
            // Prose before it is about this header's game.
            self.blank = !self.remarks.is_empty();
            self.close();
            self.begin(Start::Standard, at);
        }
        if let Some(open) = &mut self.open {
            open.headers.set(name, value);
        }
    }

    /// Lines of prose before a move: headings of a game without moves, else a remark.
    fn settle_remarks(&mut self) {
        let Some(open) = &mut self.open else { return };
        for line in std::mem::take(&mut self.remarks) {
            if open.reader.tree.is_empty() && !open.reader.in_variation() {
                read_heading(&line, &mut open.headers);
            } else {
                open.reader.comment(&line);
            }
        }
    }

    fn close(&mut self) {
        // Prose after a blank line heads the next game; the rest is about this one.
        if !self.blank {
            self.settle_remarks();
        }
        let Some(mut open) = self.open.take() else {
            return;
        };
        if open.in_alternative {
            // An alternative without brackets ends with the game.
            open.reader.end_branch();
        }
        open.reader.finish(0);
        if open.reader.tree.is_empty()
            && open.headers.is_empty()
            && !open.placed
            && open.reader.faults.is_empty()
        {
            return;
        }
        let mut game = Game::new(Start::Standard);
        let header = open.headers.get("Result").and_then(GameResult::parse);
        game.result =
            header.filter(|r| *r != GameResult::Unknown).or(open.reader.result).unwrap_or_default();
        game.headers = open.headers;
        game.tree = open.reader.tree;
        open.faults.append(&mut open.reader.faults);
        self.games.push(TextGame { game, faults: open.faults, at: open.at });
    }
}

/// A comment in braces longer than this is not one.
const MOST_COMMENT: usize = 64 * 1024;

/// Whether a brace is open at the end of `text`.
fn is_open(text: &str) -> bool {
    let last = |brace| memchr::memrchr(brace, text.as_bytes());
    last(b'{').is_some_and(|open| last(b'}').is_none_or(|close| close < open))
}

fn is_move(position: &Position, word: &str) -> bool {
    crate::coordinates::coordinates(word).is_some()
        || !matches!(
            notation::parse(position, word),
            Err(NotationError::NotAMove { .. } | NotationError::BadCharacter { .. })
        )
}

fn legal(position: &Position, text: &str) -> bool {
    notation::parse(position, text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<TextGame> {
        let mut reader = TextReader::default();
        let mut games = reader.feed(text);
        games.extend(reader.finish());
        games
    }

    fn moves(game: &TextGame) -> String {
        game.game.tree.main_line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn diagrams_with_marks() {
        let line = "v1 r[<bm><a+1-2>]bakabnr/9/1c[<pm>n]4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2[<pm>C]2[<bm><a-3+0>]1/9/RNBAKABNR";
        let games = read(&format!(
            "# of somebody\n\n# made so\n{line}\nv1 4k4/9/9/9/9/9/9/9/<gm>R7/3K5\nv1 4[k/9\n"
        ));
        let starts: Vec<_> = games.iter().map(|game| game.game.tree.start().fen()).collect();
        assert_eq!(
            starts,
            [
                "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1",
                "4k4/9/9/9/9/9/9/9/1R7/3K5 w - - 0 1"
            ]
        );
        let headers: Vec<_> = games[0].game.headers.iter().collect();
        assert_eq!(headers, [("AnnoFEN", line)]);
        assert!(games[0].faults.is_empty());
    }

    #[test]
    fn two_games_with_headings() {
        let games = read(
            "第一站\n\n辽宁卜凤波  红先胜  北京张强\n\n  1. 炮二平五  马８进７    2. 马二进三  车９平８\n  3. 车一平二\n\n上海董旭斌红先负 吉林洪智\n\n 1、相三进五 卒7进1\n",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(moves(&games[0]), "h2e2 h9g7 h0g2 i9h9 i0h0");
        assert_eq!(games[0].game.headers.get("Red"), Some("辽宁卜凤波"));
        assert_eq!(games[0].game.headers.get("Event"), Some("第一站"));
        assert_eq!(games[1].game.headers.get("Black"), Some("吉林洪智"));
        assert_eq!(games[1].game.result, GameResult::BlackWins);
        assert!(games.iter().all(|g| g.faults.is_empty()));
    }

    #[test]
    fn one_move_a_line_after_a_diagram() {
        let games = read("4k4/9/9/9/9/9/9/9/R8/3K5 w\n车九进八  \n将5进1\n红胜\n");
        assert_eq!(games.len(), 1);
        assert_eq!(moves(&games[0]), "a1a9 e9e8");
        assert_eq!(games[0].game.result, GameResult::RedWins);
    }

    #[test]
    fn the_usual_start_is_a_diagram_too() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(read(fen).len(), 1);
        assert_eq!(read(&format!("{fen}\n{fen}\n")).len(), 2);
        let games = read(&format!("红方：甲\n{fen}\n1. 炮二平五\n"));
        assert_eq!(games.len(), 1);
        assert_eq!(moves(&games[0]), "h2e2");
        assert_eq!(games[0].game.headers.get("Red"), Some("甲"));
    }

    #[test]
    fn lists_of_diagrams() {
        let games = read(
            "1步杀1,4k4/5P3/9/9/9/9/9/9/3K5/9 w\n1步杀10,3ak1b2/4n1P2/3a5/9/9/9/9/9/9/4K4 w\n",
        );
        assert_eq!(
            games.iter().map(|g| g.game.headers.get("Event").unwrap()).collect::<Vec<_>>(),
            ["1步杀1", "1步杀10"]
        );
    }

    #[test]
    fn games_of_coordinates_under_names() {
        let games = read(
            "ZHAO GuoRong - KE YongQing\nCup 1997 EOD\nh2e2 h9g7 h0g2 i9h9\n\nLIU DianZhong - LIU DaHua\nCup EOD\nh2e2 b9c7\n",
        );
        assert_eq!(
            games.iter().map(moves).collect::<Vec<_>>(),
            ["h2e2 h9g7 h0g2 i9h9", "h2e2 b9c7"]
        );
        assert_eq!(games[1].game.headers.get("Red"), Some("LIU DianZhong"));
    }

    #[test]
    fn alternatives_by_mark_and_in_brackets() {
        let games = read(
            "1. 炮二平五 马8进7(甲)\n2. 马二进三 (2. 车一进一) 车9平8\n\n（甲）1... 炮8平5 2. 马二进三\n",
        );
        assert_eq!(moves(&games[0]), "h2e2 h9g7 h0g2 i9h9");
        assert_eq!(games[0].game.tree.count_variations(), 2);
        assert_eq!(games[0].game.tree.count_comments(), 0);
        let games = read("1. 炮二平五 马8进7\n2. 马二进三\n甲、车9平8 3. 车一平二\n乙、卒7进1\n");
        assert_eq!(moves(&games[0]), "h2e2 h9g7 h0g2 i9h9 i0h0");
        assert_eq!(games[0].game.tree.count_variations(), 1);
    }

    #[test]
    fn a_game_may_begin_with_black() {
        let games = read("1. …… 炮8平5\n2. 炮二平五 马8进7\n");
        assert_eq!(moves(&games[0]), "h7e7 h2e2 h9g7");
    }

    #[test]
    fn labelled_headers() {
        let games = read(
            "赛事：全国赛\n红 方：胡荣华\n结果：和棋\n\n1. 炮二平五\n\n赛事：全国赛\n\n1. 兵七进一\n",
        );
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].game.headers.get("Red"), Some("胡荣华"));
        assert_eq!(games[0].game.result, GameResult::Draw);
    }
}
