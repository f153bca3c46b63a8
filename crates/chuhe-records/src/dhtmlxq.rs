//! DhtmlXQ 东萍 UBB and its sister DHJHtmlXQ 广东象棋网, alone or inside pages.
//!
//! A game is tags, `[DhtmlXQ_key]value[/DhtmlXQ_key]`. Moves are four digits each, file and rank
//! of both squares, ranks counted from Black's base line. A variation is a tag of its own,
//! `move_P_S_N`: line N stands for line P from its ply S on; the game itself is line 0.

mod lines;

use crate::decode::{Decoded, Encoding, decode, decode_as, place};
use crate::formats::Games;
use crate::game::{Game, GameResult, Headers, Problem};
use crate::grow::{Shoots, add_header};
use crate::movetext::Fault;
use crate::tree::Start;
use crate::ubb::{KEYS, SLOTS, unescape, unescape_html};
use chuhe_core::{Color, Piece, Setup, Square};
use lines::{Branch, Lines};
use std::borrow::Cow;

/// Keys that speak to the viewer, or tell what the moves tell.
const VIEWER: &[&str] =
    &["ver", "init", "pver", "generator", "viewurl", "hidden", "adddate", "editdate"];

/// The games of a file, one for each pair of `[DhtmlXQ…]` and `[/DhtmlXQ…]`.
pub(crate) fn read(bytes: Vec<u8>, said: Option<Encoding>) -> Games {
    let page = Page::of(&bytes, said);
    let mut at = 0;
    let mut line = 1;
    Box::new(std::iter::from_fn(move || {
        while at < bytes.len() {
            let end = at + cut(&bytes[at..]);
            let piece = &bytes[at..end];
            let game = page.game(piece, at as u64, line);
            line += memchr::memchr_iter(b'\n', piece).count() as u64;
            at = end;
            if game.is_some() {
                return game;
            }
        }
        None
    }))
}

/// Where the first game of `bytes` ends: after its closing mark or before the next opening one.
fn cut(bytes: &[u8]) -> usize {
    let mut inside = false;
    let mut from = 0;
    while let Some(found) = memchr::memmem::find(&bytes[from..], b"tmlXQ").map(|i| from + i) {
        from = found + 5;
        let rest = &bytes[from..];
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        if rest.get(letters) == Some(&b']') {
            let before = &bytes[found.saturating_sub(6)..found];
            if let Some(opening) = before.iter().rposition(|b| *b == b'[') {
                let start = found - (before.len() - opening);
                if bytes[start + 1] == b'/' {
                    return from + letters + 1;
                }
                if inside {
                    return start;
                }
                inside = true;
            }
        } else {
            // Tags without the marks around them are a game too.
            inside = inside || rest.first() == Some(&b'_');
        }
    }
    bytes.len()
}

/// What the file says of all its games.
struct Page {
    said: Option<Encoding>,
    declared: Option<Encoding>,
    is_html: bool,
}

impl Page {
    fn of(bytes: &[u8], said: Option<Encoding>) -> Page {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
        let is_html = ["<html", "<!doctype", "<body", "<head"].iter().any(|t| head.contains(t));
        let declared = head.split_once("charset=").and_then(|(_, rest)| {
            let name = rest.trim_start_matches(['"', '\'']);
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
            Encoding::from_name(&name[..end.unwrap_or(name.len())])
        });
        Page { said, declared, is_html }
    }

    fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        if let Some(said) = self.said {
            return decode_as(bytes, said);
        }
        if let (Some(declared), Err(_)) = (self.declared, std::str::from_utf8(bytes)) {
            let decoded = decode_as(bytes, declared);
            if !decoded.replaced {
                return decoded;
            }
        }
        decode(bytes, self.declared.unwrap_or(Encoding::Gb18030))
    }

    fn game(&self, bytes: &[u8], offset: u64, line: u64) -> Option<Game> {
        memchr::memmem::find(bytes, b"tmlXQ_")?;
        let decoded = self.decode(bytes);
        let text: &str = &decoded.text;
        let block = Block::read(text, self.is_html);
        if !block.any {
            return None;
        }
        let (mut game, mut faults) = block.game();
        if decoded.replaced {
            let at = text.find('\u{fffd}').unwrap_or(0);
            let facts = vec![("encoding", decoded.encoding.name().to_owned())];
            faults.push(Fault { code: "record.bad_bytes", facts, ply: None, at });
        }
        let locate = |at| {
            let (byte, lines) = place(bytes, text, at, decoded.encoding);
            (offset + byte, line + lines)
        };
        (game.offset, game.line) = locate(text.find("[D").unwrap_or(0));
        game.encoding = decoded.encoding;
        for Fault { code, facts, ply, at } in faults {
            let (offset, line) = locate(at);
            game.problems.push(Problem { code, facts, ply, line, offset });
        }
        Some(game)
    }
}

/// The tags of one game.
#[derive(Default)]
struct Block<'a> {
    /// Whether there is any tag.
    any: bool,
    headers: Headers,
    fen: Option<String>,
    board: Option<String>,
    binit: Option<String>,
    /// Of a sister file: Black begins.
    black_begins: Option<bool>,
    /// Of a sister file: plies before the first move.
    plies: Option<u32>,
    /// Ranks count from Red's base line.
    from_red: bool,
    moves: Option<(Cow<'a, str>, usize)>,
    branches: Vec<Branch<'a>>,
    /// Line, ply, text and its place.
    comments: Vec<(u32, u32, String, usize)>,
}

impl<'a> Block<'a> {
    fn read(text: &'a str, is_html: bool) -> Block<'a> {
        let mut block = Block::default();
        let mut from = 0;
        while let Some(open) = text[from..].find('[').map(|i| from + i) {
            from = open + 1;
            let tag = &text[from..];
            let sister = tag.starts_with("DHJHtmlXQ_");
            let Some(key) = tag
                .strip_prefix("DhtmlXQ_")
                .or_else(|| tag.strip_prefix("DHJHtmlXQ_"))
                .or_else(|| {
                    (tag.starts_with("comment_") || tag.starts_with("game_comment_")).then_some(tag)
                })
            else {
                continue;
            };
            let Some(key_end) = key.find(']').filter(|&end| end <= 64) else {
                continue;
            };
            let (key, rest) = (&key[..key_end], &key[key_end + 1..]);
            let at = rest.as_ptr() as usize - text.as_ptr() as usize;
            let raw = &rest[..value_end(rest)];
            from = at + raw.len();
            block.from_red |= sister;
            block.any = true;
            let html = || if is_html { unescape_html(raw) } else { Cow::Borrowed(raw) };
            block.tag(key, html, raw, at);
        }
        block
    }

    fn tag(&mut self, key: &str, value: impl Fn() -> Cow<'a, str>, raw: &'a str, at: usize) {
        let number = || raw.trim().parse().ok();
        let numbers = |text: &str| {
            text.split('_').map(|n| n.parse::<u32>().ok()).collect::<Option<Vec<u32>>>()
        };
        match key {
            "fen" => self.fen = Some(value().trim().to_owned()),
            "binit" => self.binit = Some(raw.trim().to_owned()),
            "movelist" | "34" => self.moves = self.moves.take().or(Some((value(), at))),
            "31" => self.board = Some(raw.trim().to_owned()),
            "32" => self.black_begins = Some(raw.trim() == "1"),
            "33" => self.plies = number(),
            "firstnum" if raw.trim() == "0" => {}
            _ if VIEWER.contains(&key) => {}
            _ => {
                let comment = ["game_comment_", "comment_", "comment"]
                    .iter()
                    .find_map(|prefix| numbers(key.strip_prefix(prefix)?));
                let branch = key.strip_prefix("move_").and_then(numbers);
                match (comment.as_deref(), branch.as_deref()) {
                    (Some(&[ply]), _) => self.comments.push((0, ply, unescape(&value()), at)),
                    (Some(&[line, ply]), _) => {
                        self.comments.push((line, ply, unescape(&value()), at));
                    }
                    // Line 0 in its long form.
                    (_, Some(&[_, _, 0])) => {
                        self.moves = self.moves.take().or(Some((value(), at)));
                    }
                    (_, Some(&[parent, ply, line])) => {
                        let digits = value();
                        self.branches.push(Branch { line, parent, ply, digits, at });
                    }
                    _ => self.header(key, &unescape(&value())),
                }
            }
        }
    }

    fn header(&mut self, key: &str, value: &str) {
        let name = KEYS.iter().find(|(k, _)| *k == key).map(|(_, name)| Cow::Borrowed(*name));
        let name = name.unwrap_or_else(|| {
            let first = key.chars().next().map_or(0, char::len_utf8);
            Cow::Owned(key[..first].to_ascii_uppercase() + &key[first..])
        });
        add_header(&mut self.headers, &name, value);
    }

    /// The start position, and whether it says who moves first.
    fn setup(&self, faults: &mut Vec<Fault>) -> (Setup, bool) {
        if let Some(fen) = self.fen.as_deref().filter(|fen| !fen.is_empty()) {
            match Setup::parse(fen) {
                Ok(setup) => return (setup, fen.contains(char::is_whitespace)),
                Err(error) => {
                    let (code, facts) = (error.code(), error.facts());
                    faults.push(Fault { code, facts, ply: None, at: 0 });
                }
            }
        }
        let mut setup = match (&self.board, &self.binit) {
            (Some(board), _) if board.chars().count() == 90 => from_board(board),
            (_, Some(binit)) if !binit.is_empty() => from_binit(binit, faults),
            _ => Setup::start(),
        };
        if self.black_begins == Some(true) {
            setup.turn = Color::Black;
        }
        let plies = self.plies.unwrap_or(0).min(10_000);
        setup.fullmove = (plies + u32::from(setup.turn == Color::Red)) / 2 + 1;
        if setup.turn == Color::Red {
            setup.fullmove = plies / 2 + 1;
        }
        (setup, self.black_begins.is_some())
    }

    fn game(mut self) -> (Game, Vec<Fault>) {
        let mut faults = Vec::new();
        let (setup, told) = self.setup(&mut faults);
        let mut lines = Lines::new(self.from_red);
        if let Some((digits, at)) = self.moves.take() {
            lines.add(0, Shoots::START, 1, &digits, at, &mut faults);
        } else {
            lines.add(0, Shoots::START, 1, "", 0, &mut faults);
        }
        lines.add_branches(std::mem::take(&mut self.branches), &mut faults);
        for (line, ply, text, at) in std::mem::take(&mut self.comments) {
            lines.comment(line, ply, &text, at, &mut faults);
        }
        let (tree, mut wrong) = lines.shoots.grow(setup, told);
        faults.append(&mut wrong);
        faults.truncate(crate::game::MAX_PROBLEMS);
        let mut game = Game::new(Start::Standard);
        game.tree = tree;
        game.headers = self.headers;
        game.result = result(&mut game.headers);
        (game, faults)
    }
}

/// Where the value of a tag ends: at the next closing tag, or at the next opening one if its own
/// is missing. Closing tags are often misspelt.
fn value_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find('[').map(|i| from + i) {
        let tag = text[at + 1..].trim_start_matches('/');
        if tag.starts_with("DhtmlXQ")
            || tag.starts_with("DHJHtmlXQ")
            || text[at + 1..].starts_with("/comment_")
            || text[at + 1..].starts_with("/game_comment_")
        {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

/// The result, in words as here or as wxf.ca writes it.
fn result(headers: &mut Headers) -> GameResult {
    let Some(word) = headers.get("Result").map(str::to_owned) else {
        return GameResult::Unknown;
    };
    let result = match word.as_str() {
        "W" | "w" => Some(GameResult::RedWins),
        "L" | "l" => Some(GameResult::BlackWins),
        "D" | "d" => Some(GameResult::Draw),
        word => GameResult::parse(word),
    };
    if result.is_none() {
        // Said in other words: how the game ended.
        headers.remove("Result");
        headers.add("Termination", &word);
    }
    result.unwrap_or_default()
}

/// 90 letters from Black's left corner on.
fn from_board(board: &str) -> Setup {
    let mut setup = Setup::empty();
    for (i, letter) in board.chars().enumerate().take(90) {
        let square = Square::new((i % 9) as u8, 9 - (i / 9) as u8);
        setup.pieces[square.index()] = Piece::from_letter(letter);
    }
    setup
}

/// 32 pairs of digits, one for each piece of a set.
fn from_binit(binit: &str, faults: &mut Vec<Fault>) -> Setup {
    let mut setup = Setup::empty();
    let digits: Vec<u8> = binit.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    if digits.len() != 64 {
        let facts = vec![("text", crate::words::short(binit))];
        faults.push(Fault { code: "record.bad_board", facts, ply: None, at: 0 });
    }
    for (pair, letter) in digits.chunks_exact(2).zip(SLOTS.chars()) {
        if pair[0] < 9 {
            let square = Square::new(pair[0], 9 - pair[1]);
            setup.pieces[square.index()] = Piece::from_letter(letter);
        }
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::losses::Losses;
    use crate::tree::Tree;
    use crate::ubb::write;
    use chuhe_core::Move;
    use std::fmt::Write;

    fn games(text: &str) -> Vec<Game> {
        read(text.as_bytes().to_vec(), None).collect()
    }

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_with_lines_before_those_they_leave() {
        let text = "[DhtmlXQ][DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_blacktime]9[/DhtmlXQ_time]\
            [DhtmlXQ_result]W[/DhtmlXQ_result]\
            [DhtmlXQ_move_1_3_2]8988[/DhtmlXQ_move_1_3_2][DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\
            [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][DhtmlXQ_comment0]a||b[/DhtmlXQ_comment0]\
            [DhtmlXQ_comment2]\\u597D[/DhtmlXQ_comment2][DhtmlXQ_comment1_2]c[/DhtmlXQ_comment1_2][/DhtmlXQ]";
        let [game] = &games(text)[..] else { panic!() };
        assert_eq!(moves(game), "h2e2 h9g7 h0g2");
        assert_eq!((game.tree.count_variations(), game.tree.count_comments()), (2, 3));
        assert_eq!(game.tree.notes(Tree::ROOT).unwrap().comment, "a\nb");
        assert_eq!(game.headers.get("BlackTime"), Some("9"));
        assert_eq!(game.result, GameResult::RedWins);
        assert!(game.problems.is_empty(), "{:?}", game.problems);
        let mut losses = Losses::default();
        let again = &games(&write(game, &mut losses))[0];
        assert_eq!((&again.tree, again.result), (&game.tree, game.result));
        assert!(losses.0.is_empty());
    }

    #[test]
    fn several_games_in_a_page() {
        let game = |m: &str| {
            format!(
                "[DhtmlXQ]\n[DhtmlXQ_title]A &amp; B<br>C[/DhtmlXQ_title][DhtmlXQ_movelist]{m}[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
            )
        };
        let page = format!(
            "<html><meta charset=gb2312><p>{}</p>\n<p>{}</p><img src=/DhtmlXQ_www/x>",
            game("7747"),
            game("6665").replace("/DhtmlXQ]", "/DhtmlXQHTML]")
        );
        let found = games(&page);
        assert_eq!(found.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "g3g4"]);
        assert_eq!(found[0].headers.get("Title"), Some("A & B\nC"));
        assert_eq!(found[1].line, 4);
        assert_eq!(games("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]").len(), 1);
    }

    #[test]
    fn the_sister_format() {
        let board = format!("{}k{}K{}", "*".repeat(4), "*".repeat(79), "*".repeat(5));
        let text = format!(
            "[DHJHtmlXQ][DHJHtmlXQ_31]{board}[/DHJHtmlXQ_31][DHJHtmlXQ_32]1[/DHJHtmlXQ_32]\
             [DHJHtmlXQ_33]5[/DHJHtmlXQ_33][DHJHtmlXQ_34]49485041[/DHJHtmlXQ_34]\
             [game_comment_0]x[/game_comment_0][comment_1]y[/comment_1][/DHJHtmlXQ]"
        );
        let [game] = &games(&text)[..] else { panic!() };
        assert_eq!(game.tree.start().fen(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 3");
        assert_eq!(moves(game), "e9e8");
        assert_eq!(game.tree.count_comments(), 2);
    }

    #[test]
    fn lost_lines_and_torn_moves_are_told() {
        let text = "[DhtmlXQ_movelist]77479好8[/DhtmlXQ_movelist][DhtmlXQ_move_7_2_8]1022[/DhtmlXQ_x]\
            [DhtmlXQ_comment3_1]x[/DhtmlXQ_comment3_1]";
        let [game] = &games(text)[..] else { panic!() };
        let codes: Vec<_> = game.problems.iter().map(|p| p.code).collect();
        assert_eq!(codes, ["notation.not_a_move", "record.lost_line", "record.lost_comment"]);
        assert_eq!(game.problems[0].ply, Some(1));
        assert_eq!(game.tree.notes(Tree::ROOT).unwrap().comment, "x");
    }

    #[test]
    fn ten_thousand_lines_take_no_time() {
        let mut text = String::from("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
        for n in (1..30_000).rev() {
            let _ = write!(text, "[DhtmlXQ_move_{}_1_{n}]6665[/DhtmlXQ_x]", n - 1);
        }
        let [game] = &games(&text)[..] else { panic!() };
        assert_eq!(game.tree.count_variations(), 29_999);
    }
}
