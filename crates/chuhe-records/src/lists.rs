//! Lists of positions, one a line: EPD and eglib, and what they share with csv.
//!
//! | | a line |
//! |---|---|
//! | EPD of XQWizard | `FEN ; title\|title in traditional characters`, the first in GBK, the second in Big5 |
//! | EPD of others | `title\|FEN` |
//! | eglib | `title\|FEN\|h2e2,h9g7`; the lines of one position are its variations |

use crate::decode::{Encoding, decode};
use crate::formats::{Games, WrittenFile};
use crate::game::{Game, GameResult, Headers, MAX_PROBLEMS, Problem};
use crate::grow::{Shoots, add_header};
use crate::headings::find_fen;
use crate::losses::Losses;
use crate::movetext::Fault;
use crate::tree::{NodeId, Start, Tree};
use crate::words::short;
use crate::write::Loss;
use chuhe_core::{Move, Setup};
use std::borrow::Cow;
use std::collections::HashSet;

/// What the fields of a file are in: each for itself, for files are put together of others.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    said: Option<Encoding>,
    likely: Encoding,
    /// All is in UTF-8, and not by chance.
    is_utf_8: bool,
}

impl Fields {
    pub fn of(bytes: &[u8], said: Option<Encoding>) -> Fields {
        let likely = match std::str::from_utf8(bytes) {
            Ok(_) => Encoding::Utf8,
            Err(_) => {
                // Fields in UTF-8 do not tell what the others are in.
                let is_other = |field: &&[u8]| std::str::from_utf8(field).map_or(true, is_chance);
                let fields = bytes.split(|b| b"|;,\n".contains(b)).filter(is_other);
                let others: Vec<&[u8]> = fields.collect();
                match decode(&others.join(&b'\n'), Encoding::Gb18030).encoding {
                    Encoding::Big5 => Encoding::Big5,
                    _ => Encoding::Gb18030,
                }
            }
        };
        let is_utf_8 = likely == Encoding::Utf8
            && std::str::from_utf8(bytes).is_ok_and(|text| text.chars().any(|c| c >= '\u{800}'));
        Fields { said, likely, is_utf_8 }
    }

    fn decode<'a>(&self, bytes: &'a [u8], likely: Encoding) -> (Cow<'a, str>, Encoding) {
        let encoding = match (self.said, std::str::from_utf8(bytes)) {
            (Some(said), _) => said,
            (None, Ok(text)) if likely == Encoding::Utf8 || !is_chance(text) => Encoding::Utf8,
            _ if likely == Encoding::Utf8 => Encoding::Gb18030,
            _ => likely,
        };
        (encoding.codec().decode_without_bom_handling(bytes).0, encoding)
    }

    /// What most fields are in.
    pub fn likely(&self) -> Encoding {
        self.likely
    }

    /// A field as it is read in a file that is mostly in `likely`.
    pub fn read_as(bytes: &[u8], likely: Encoding) -> Cow<'_, str> {
        Fields { said: None, likely, is_utf_8: false }.decode(bytes, likely).0
    }

    pub fn words<'a>(&self, bytes: &'a [u8]) -> (Cow<'a, str>, Encoding) {
        self.decode(bytes, self.likely)
    }
}

/// Whether a short text in GBK may have been taken for UTF-8: 捉双 is two letters of other scripts.
fn is_chance(text: &str) -> bool {
    text.chars().any(|c| ('\u{80}'..'\u{800}').contains(&c))
}

/// A game being put together from the fields of a line.
pub(crate) struct Entry {
    pub headers: Headers,
    pub fen: String,
    shoots: Shoots,
    pub offset: usize,
    pub line: u64,
    pub encoding: Encoding,
    faults: Vec<Fault>,
    /// Of what stood before it.
    problems: Vec<Problem>,
}

impl Entry {
    pub fn new(offset: usize, line: u64) -> Entry {
        Entry {
            headers: Headers::default(),
            fen: String::new(),
            shoots: Shoots::new(),
            offset,
            line,
            encoding: Encoding::Utf8,
            faults: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds a header in words, and its encoding if it shows.
    pub fn add(&mut self, name: &str, (value, encoding): (Cow<'_, str>, Encoding)) {
        if value.contains('\u{fffd}') {
            let facts = vec![("encoding", encoding.name().to_owned())];
            self.fault("record.bad_bytes", facts);
        }
        if !value.is_ascii() && self.encoding == Encoding::Utf8 {
            self.encoding = encoding;
        }
        add_header(&mut self.headers, name, &value);
    }

    pub fn fault(&mut self, code: &'static str, facts: chuhe_core::Facts) {
        if self.faults.len() < MAX_PROBLEMS {
            self.faults.push(Fault { code, facts, ply: None, at: self.offset });
        }
    }

    /// Adds lines of moves from the start, parted by bars.
    pub fn lines(&mut self, text: &str, at: usize) {
        for line in text.split('|') {
            self.line(line, at);
        }
    }

    /// Adds a line of moves from the start; what it shares with others is there already.
    fn line(&mut self, text: &str, at: usize) {
        let mut node = Shoots::START;
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()) {
            let m = word.parse::<Move>();
            let known = m.as_ref().ok().and_then(|m| self.shoots.child(node, *m));
            let next = known.or_else(|| self.shoots.add(node, m.map_err(|_| word.into()), at));
            match next {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    pub fn game(mut self) -> Game {
        let (setup, told) = match Setup::parse(&self.fen) {
            Ok(setup) => (setup, self.fen.split_whitespace().count() > 1),
            Err(error) => {
                self.fault(error.code(), error.facts());
                // Nothing is known of where the moves begin.
                self.shoots = Shoots::new();
                (Setup::start(), true)
            }
        };
        let (tree, mut wrong) = self.shoots.grow(setup, told);
        self.faults.append(&mut wrong);
        self.faults.truncate(MAX_PROBLEMS);
        let mut game = Game::new(Start::Standard);
        game.tree = tree;
        game.result = self.headers.get("Result").and_then(GameResult::parse).unwrap_or_default();
        game.headers = self.headers;
        (game.offset, game.line, game.encoding) = (self.offset as u64, self.line, self.encoding);
        game.problems = self.problems;
        for Fault { code, facts, ply, at } in self.faults {
            let offset = at.max(self.offset) as u64;
            game.problems.push(Problem { code, facts, ply, line: self.line, offset });
        }
        game.problems.truncate(MAX_PROBLEMS);
        game
    }
}

/// `line` with one byte in the place of each that is not ASCII, and a blank for each bar and
/// brace: places in it are those of `line`.
fn masked(line: &[u8]) -> String {
    let mask = |b: &u8| match b {
        b'|' | b'{' => ' ',
        b if b.is_ascii() => *b as char,
        _ => '\u{1}',
    };
    line.iter().map(mask).collect()
}

/// The FEN of a line and where it is.
pub(crate) fn fen_in(line: &[u8]) -> Option<(String, std::ops::Range<usize>)> {
    let masked = masked(line);
    let (_, fen, _) = find_fen(&masked)?;
    let start = fen.as_ptr() as usize - masked.as_ptr() as usize;
    Some((fen.to_owned(), start..start + fen.len()))
}

/// A line as title, FEN and what follows, and where that begins.
struct Line<'a> {
    title: &'a [u8],
    fen: String,
    rest: &'a [u8],
    at: usize,
}

impl<'a> Line<'a> {
    fn read(line: &'a [u8]) -> Option<Line<'a>> {
        let (fen, place) = fen_in(line)?;
        let sign = |b: &u8| b"|;:,".contains(b);
        let before = line[..place.start].trim_ascii();
        let title = match before.split_last() {
            Some((last, title)) if sign(last) => title.trim_ascii_end(),
            _ => before,
        };
        let after = line[place.end..].trim_ascii_start();
        let rest = match after.split_first() {
            Some((first, rest)) if sign(first) => rest.trim_ascii_start(),
            _ => after,
        };
        let at = line.len() - rest.len();
        Some(Line { title, fen, rest: rest.trim_ascii_end(), at })
    }

    fn has_moves(&self) -> bool {
        let first = self.rest.split(|b| b",; ".contains(b)).next().unwrap_or(&[]);
        std::str::from_utf8(first).is_ok_and(|word| word.parse::<Move>().is_ok())
    }
}

/// The games of an EPD or eglib file.
pub(crate) fn read(bytes: Vec<u8>, said: Option<Encoding>) -> Games {
    let fields = Fields::of(&bytes, said);
    let (mut at, mut number) = (if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }, 0);
    let mut open: Option<Entry> = None;
    // What the lines that are still to come are variations of.
    let mut key: Option<(Vec<u8>, String)> = None;
    let mut stray: Vec<Problem> = Vec::new();
    Box::new(std::iter::from_fn(move || {
        while at < bytes.len() {
            let begin = at;
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |i| at + i + 1);
            (at, number) = (end, number + 1);
            let line = bytes[begin..end].trim_ascii_end();
            let Some(found) = Line::read(line) else {
                if !line.is_empty() && !line.starts_with(b"#") && stray.len() < MAX_PROBLEMS {
                    let facts = vec![("text", short(&fields.words(line).0))];
                    let (code, offset) = ("record.stray_text", begin as u64);
                    stray.push(Problem { code, facts, ply: None, line: number, offset });
                }
                continue;
            };
            let moves = found.has_moves().then(|| fields.words(found.rest).0.into_owned());
            let this = moves.is_some().then(|| (found.title.to_vec(), found.fen.clone()));
            if let (Some(entry), Some(moves)) = (&mut open, &moves)
                && this == key
            {
                entry.lines(moves, begin + found.at);
                continue;
            }
            let mut entry = Entry::new(begin, number);
            entry.problems = std::mem::take(&mut stray);
            entry.fen = found.fen;
            entry.add("Title", fields.words(found.title));
            match &moves {
                Some(moves) => entry.lines(moves, begin + found.at),
                None => add_titles(&mut entry, found.rest, fields),
            }
            key = this;
            if let Some(done) = open.replace(entry) {
                return Some(done.game());
            }
        }
        let mut last = open.take()?;
        last.problems.append(&mut stray);
        Some(last.game())
    }))
}

/// The titles after a FEN: of two, the second is in traditional characters and in Big5.
fn add_titles(entry: &mut Entry, rest: &[u8], fields: Fields) {
    let likely = |usual| if fields.is_utf_8 { Encoding::Utf8 } else { usual };
    match rest.iter().position(|b| *b == b'|') {
        Some(at) => {
            entry.add("Title", fields.decode(&rest[..at], likely(Encoding::Gb18030)));
            entry.add("TraditionalTitle", fields.decode(&rest[at + 1..], likely(Encoding::Big5)));
        }
        None => entry.add("Title", fields.words(rest)),
    }
}

/// A title without the signs that part fields.
fn title(game: &Game, name: &str, losses: &mut Losses) -> String {
    let value = game.headers.get(name).unwrap_or("").trim();
    let bare: String = value
        .chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            '|' => '｜',
            ';' => '；',
            '/' => '／',
            c => c,
        })
        .collect();
    if bare != value {
        losses.add("loss.signs", vec![("name", name.to_owned())]);
    }
    bare
}

/// Tells what no list holds: headers but those `kept`, the result, comments and glyphs.
pub(crate) fn lose_rest(game: &Game, losses: &mut Losses, kept: impl Fn(&str) -> bool) {
    losses.of_headers(&game.headers, kept);
    for node in game.tree.walk() {
        let Some(notes) = game.tree.notes(node) else {
            continue;
        };
        if !notes.comment.is_empty() || !notes.before.is_empty() {
            losses.add("loss.comments", vec![]);
        }
        let times = notes.clock.is_some() || notes.elapsed.is_some();
        if !notes.nags.is_empty() || times || notes.eval.is_some() {
            losses.add("loss.marks", vec![]);
        }
    }
}

pub(crate) fn lose_result(game: &Game, losses: &mut Losses) {
    if game.result != GameResult::Unknown {
        losses.add("loss.result", vec![]);
    }
}

/// `FEN ; title`, or with `|` and the title in traditional characters.
pub(crate) fn write_epd(game: &Game, losses: &mut Losses) -> String {
    let names = ["Title", "TraditionalTitle"];
    lose_rest(game, losses, |name| names.contains(&name));
    lose_result(game, losses);
    if !game.tree.is_empty() {
        losses.add("loss.moves", vec![]);
    }
    game.tree.walk().filter_map(|id| game.tree.notes(id)).for_each(|n| losses.unread(&n.unread));
    let [title, traditional] = names.map(|name| title(game, name, losses));
    let mut line = game.tree.start().fen();
    if !title.is_empty() || !traditional.is_empty() {
        line.push_str(" ; ");
        line.push_str(&title);
    }
    if !traditional.is_empty() {
        line.push('|');
        line.push_str(&traditional);
    }
    line + "\n"
}

/// A line for every end of the tree.
pub(crate) fn write_eglib(games: &[&Game]) -> WrittenFile {
    let mut file = WrittenFile::default();
    let mut last = None;
    for (number, game) in games.iter().enumerate() {
        let mut losses = Losses::default();
        lose_rest(game, &mut losses, |name| name == "Title");
        lose_result(game, &mut losses);
        lose_twins(&game.tree, &mut losses);
        let head = format!("{}|{}", title(game, "Title", &mut losses), game.tree.start().fen());
        if !game.tree.is_empty() && last.as_ref() == Some(&head) {
            losses.add("loss.apart", vec![]);
        }
        if game.tree.is_empty() {
            file.bytes.extend_from_slice(format!("{head}\n").as_bytes());
        }
        for line in ends(&game.tree, ",") {
            file.bytes.extend_from_slice(format!("{head}|{line}\n").as_bytes());
        }
        last = Some(head);
        file.ends.push(file.bytes.len());
        file.losses.extend(losses.0.into_iter().map(|loss: Loss| (number, loss)));
    }
    file
}

/// Tells of alternatives that are the same move: only one line can say it.
pub(crate) fn lose_twins(tree: &Tree, losses: &mut Losses) {
    let mut seen = HashSet::new();
    if tree.walk().skip(1).any(|node| !seen.insert((tree.parent(node), tree.mv(node)))) {
        losses.add("loss.twins", vec![]);
    }
}

/// The moves to each node that nothing follows.
pub(crate) fn ends(tree: &Tree, joint: &str) -> impl Iterator<Item = String> {
    let is_end = |node: &NodeId| *node != Tree::ROOT && tree.first_child(*node).is_none();
    tree.walk().filter(is_end).map(|node| {
        let moves = tree.path(node).into_iter().filter_map(|id| tree.mv(id));
        moves.map(|m| m.to_string()).collect::<Vec<_>>().join(joint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_with_two_encodings() {
        let mut bytes = b"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1 ; ".to_vec();
        bytes.extend(&*Encoding::Gb18030.encode("马后炮").unwrap());
        bytes.push(b'|');
        bytes.extend(&*Encoding::Big5.encode("馬後炮").unwrap());
        assert!(std::str::from_utf8(&Encoding::Gb18030.encode("捉双").unwrap()).is_ok());
        bytes.extend(b"\r\n3k5/9/9/9/9/9/9/9/9/4K4 b ; two\n");
        let [first, second] = &read(bytes, None).collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(first.headers.get("Title"), Some("马后炮"));
        assert_eq!(first.headers.get("TraditionalTitle"), Some("馬後炮"));
        assert_eq!((second.line, second.offset, second.headers.get("Title")), (2, 52, Some("two")));
        assert_eq!(second.tree.start().fen(), "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
        let mut losses = Losses::default();
        let text = write_epd(first, &mut losses);
        assert_eq!(text, "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1 ; 马后炮|馬後炮\n");
        assert!(losses.0.is_empty());
    }

    #[test]
    fn lines_of_one_position_are_its_variations() {
        let text = "甲|4k4/9/9/9/9/9/9/9/R8/3K5 w|a1a9,e9e8,a9a8\n\
                    甲|4k4/9/9/9/9/9/9/9/R8/3K5 w|a1a9,e9e8,a9b9\n\
                    甲|4k4/9/9/9/9/9/9/9/R8/3K5 w|a1a8\nwords\n\
                    乙|4k4/9/9/9/9/9/9/9/R8/3K5 w|a1a2,e9d8\nmore\n";
        let games: Vec<Game> = read(text.as_bytes().to_vec(), None).collect();
        let [first, second] = &games[..] else { panic!("{}", games.len()) };
        assert_eq!(moves(first), "a1a9 e9e8 a9a8");
        assert_eq!(first.tree.count_variations(), 2);
        let codes: Vec<_> = second.problems.iter().map(|p| (p.code, p.ply)).collect();
        assert_eq!(
            codes,
            [
                ("record.stray_text", None),
                ("record.stray_text", None),
                ("illegal.geometry", Some(1)),
            ]
        );
        let file = write_eglib(&[first]);
        let again: Vec<Game> = read(file.bytes, None).collect();
        assert_eq!((again.len(), &again[0].tree), (1, &first.tree));
        assert!(file.losses.is_empty());
        assert_eq!(write_eglib(&[first, first]).losses[0].1.code, "loss.apart");
    }
}
