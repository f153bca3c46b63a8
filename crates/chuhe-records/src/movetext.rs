//! Movetext to a tree: the loop that PGN, plain text and WXF files share.

use crate::annotations::take_annotations;
use crate::coordinates::{coordinates, shown_ranks};
use crate::game::GameResult;
use crate::lex::{Lexer, Token};
use crate::notation::{Hint, NotationError, Ranks, parse_with};
use crate::tree::{NodeId, Start, Tree};
use chuhe_core::{Facts, Move, Position, Square, Undo};

/// Something wrong at a byte of the text being read.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub code: &'static str,
    pub facts: Facts,
    pub ply: Option<u32>,
    pub at: usize,
}

/// One line of play being read: the game itself or, above it, a variation.
struct Frame {
    node: NodeId,
    position: Position,
    /// The move that led to `node`, for variations to take back; none before the first.
    last: Option<(Move, Undo)>,
    /// What follows cannot be played: a move was wrong.
    broken: bool,
    /// Comments before the first move of a variation.
    before: String,
}

/// Variations inside variations deeper than this are kept as comments.
const MAX_DEPTH: usize = 1000;
/// Faults noted of one game.
const MAX_FAULTS: usize = crate::game::MAX_PROBLEMS;

pub(crate) struct MoveReader {
    pub tree: Tree,
    pub result: Option<GameResult>,
    pub faults: Vec<Fault>,
    /// `1. …… 炮8平5`: the first move is Black's.
    pub black_first: bool,
    /// Moves of the main line after a wrong one.
    pub skipped: u32,
    ranks: Ranks,
    /// A move in coordinates was read: the ranks are known.
    ranks_settled: bool,
    /// What is known of the notation.
    hint: Hint,
    /// Words that are no moves are reported; in plain text they are ordinary.
    strict: bool,
    frames: Vec<Frame>,
}

impl MoveReader {
    pub fn new(start: Start, ranks: Ranks, strict: bool) -> MoveReader {
        let position = start.position();
        let frame = Frame {
            node: Tree::ROOT,
            broken: position.is_none(),
            position: position.unwrap_or_else(Position::start),
            last: None,
            before: String::new(),
        };
        MoveReader {
            tree: Tree::new(start),
            result: None,
            faults: Vec::new(),
            black_first: false,
            skipped: 0,
            ranks,
            ranks_settled: false,
            hint: Hint::default(),
            strict,
            frames: vec![frame],
        }
    }

    pub fn set_ranks(&mut self, ranks: Ranks) {
        self.ranks = ranks;
        self.ranks_settled = true;
    }

    /// Whether the main line ended at a move that cannot be played.
    pub fn is_broken(&self) -> bool {
        self.frames[0].broken
    }

    pub fn in_variation(&self) -> bool {
        self.frames.len() > 1
    }

    /// The last node read.
    pub fn node(&self) -> NodeId {
        self.frame().node
    }

    pub fn position(&self) -> &Position {
        &self.frame().position
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("the main line is never popped")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the main line is never popped")
    }

    /// Reads tokens up to the end of the text or of the game; true if its result was read.
    pub fn read(&mut self, lexer: &mut Lexer<'_>) -> bool {
        while let Some(token) = lexer.next() {
            match token {
                Token::Chinese(text) => self.play(&text, lexer.start, false),
                Token::Latin(text) => {
                    if let Some(number) = self.number_glued_to(&text) {
                        lexer.at = lexer.start + number;
                    } else {
                        self.play(&text, lexer.start, true);
                    }
                }
                Token::Number { dots, .. } => self.dots(dots),
                Token::Ellipsis => self.dots(3),
                // A comment of blanks is one too: programs set marks so.
                Token::Comment(text) => {
                    self.comment(if text.trim().is_empty() { " " } else { text })
                }
                Token::Open => self.open(lexer),
                Token::Close => self.close(lexer.start),
                Token::Nag(nag) => self.nag(nag),
                Token::Result(result) => {
                    if self.frames.len() == 1 {
                        self.result = Some(result);
                        return true;
                    }
                    if result != GameResult::Unknown {
                        self.comment(result.text());
                    }
                }
                Token::Text(text) => self.word(text, lexer.start),
            }
        }
        if let Some(at) = lexer.unclosed.take() {
            self.fault("record.comment_open", vec![], at);
        }
        false
    }

    /// Ends the game: what is still open is closed.
    pub fn finish(&mut self, at: usize) {
        if self.frames.len() > 1 {
            let open = (self.frames.len() - 1).to_string();
            self.fault("record.variation_open", vec![("count", open)], at);
        }
        while self.frames.len() > 1 {
            self.pop();
        }
    }

    fn dots(&mut self, dots: u8) {
        if dots > 2 && self.tree.is_empty() {
            self.black_first = true;
        }
    }

    /// For a word like `33.4` that is no move here: the bytes of the number in it.
    fn number_glued_to(&self, word: &str) -> Option<usize> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dotted = digits > 0 && word[digits..].starts_with('.');
        (dotted && self.resolve(self.position(), word).is_err()).then_some(digits + 1)
    }

    fn resolve(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let Some([from, to]) = coordinates(text) else {
            let ranks = if self.ranks_settled { Some(self.ranks) } else { self.hint.ranks };
            return parse_with(position, text, Hint { ranks, ..self.hint }).map(|parsed| parsed.m);
        };
        let square = |(file, rank): (u8, u8)| {
            let rank = if self.ranks == Ranks::FromOne { rank.checked_sub(1)? } else { rank };
            (rank < 10).then(|| Square::new(file, rank))
        };
        let not_a_move = || NotationError::NotAMove { text: text.to_owned() };
        let m = square(from)
            .zip(square(to))
            .map(|(from, to)| Move::new(from, to))
            .ok_or_else(not_a_move)?;
        if position.is_legal(m) {
            return Ok(m);
        }
        let reason = position.why_illegal(m).ok_or_else(not_a_move)?;
        Err(NotationError::Illegal { text: text.to_owned(), m, reason })
    }

    /// As `resolve` in the position reached; the first move that names a square may settle how
    /// ranks count.
    fn resolve_first(&mut self, text: &str) -> Result<Move, NotationError> {
        if !self.ranks_settled && self.hint.ranks.is_none() && ends_in_square(text) {
            self.settle_ranks_of_san(text);
        }
        let found = self.resolve(self.position(), text);
        if self.ranks_settled || coordinates(text).is_none() {
            return found;
        }
        self.ranks_settled = found.is_ok();
        if found.is_err() {
            self.ranks = Ranks::FromOne;
            if let Ok(other) = self.resolve(self.position(), text) {
                self.ranks_settled = true;
                return Ok(other);
            }
            self.ranks = Ranks::FromZero;
        }
        found
    }

    /// Settles how ranks count if `text` can be played in one of the two ways only.
    fn settle_ranks_of_san(&mut self, text: &str) {
        let can_be = |ranks| {
            let hint = Hint { ranks: Some(ranks), ..self.hint };
            parse_with(self.position(), text, hint).is_ok()
        };
        match (can_be(Ranks::FromZero), can_be(Ranks::FromOne)) {
            (true, false) => self.set_ranks(Ranks::FromZero),
            (false, true) => self.set_ranks(Ranks::FromOne),
            _ => {}
        }
    }

    /// Plays one written move on the line being read.
    pub fn play(&mut self, text: &str, at: usize, maybe_a_word: bool) {
        let main = self.frames.len() == 1;
        if self.frame().broken {
            self.skipped += u32::from(main);
            return;
        }
        match self.resolve_first(text) {
            Ok(m) => self.push(m),
            Err(NotationError::NotAMove { .. } | NotationError::BadCharacter { .. })
                if maybe_a_word =>
            {
                self.word(text, at);
            }
            Err(error) => {
                self.fault(error.code(), error.facts(), at);
                self.frame_mut().broken = true;
            }
        }
    }

    fn push(&mut self, m: Move) {
        let frame = self.frames.last_mut().expect("the main line is never popped");
        frame.node = self.tree.add_unchecked(frame.node, m);
        let undo = frame.position.make(m);
        frame.last = Some((m, undo));
        if !frame.before.is_empty() {
            self.tree.notes_mut(frame.node).before = std::mem::take(&mut frame.before);
        }
    }

    /// Starts a variation at `node`, which replaces the move that led there.
    pub fn branch(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.tree.parent(node) else {
            return false;
        };
        let Some(position) = self.tree.position(parent) else {
            return false;
        };
        self.frames.push(Frame {
            node: parent,
            position,
            last: None,
            broken: false,
            before: String::new(),
        });
        true
    }

    fn open(&mut self, lexer: &mut Lexer<'_>) {
        let frame = self.frame();
        if let (Some((m, undo)), false) = (frame.last, frame.broken) {
            let mut position = frame.position.clone();
            position.unmake(m, undo);
            if self.starts_with_move(&position, lexer.clone()) {
                if self.frames.len() <= MAX_DEPTH {
                    let node = self.tree.parent(frame.node).expect("a move has a parent");
                    self.frames.push(Frame {
                        node,
                        position,
                        last: None,
                        broken: false,
                        before: String::new(),
                    });
                    return;
                }
                self.fault("record.too_deep", vec![("most", MAX_DEPTH.to_string())], lexer.start);
            }
        }
        let text = lexer.prose();
        match GameResult::parse(text) {
            Some(result) if self.frames.len() == 1 && !self.tree.is_empty() => {
                self.result = Some(result)
            }
            _ => self.comment(text),
        }
    }

    /// Whether the first thing in a bracket, numbers and comments aside, can be played.
    fn starts_with_move(&self, position: &Position, mut lexer: Lexer<'_>) -> bool {
        for _ in 0..8 {
            match lexer.next() {
                Some(Token::Number { .. } | Token::Ellipsis | Token::Comment(_)) => {}
                Some(Token::Chinese(text)) => return self.resolve(position, &text).is_ok(),
                Some(Token::Latin(text)) if self.resolve(position, &text).is_ok() => return true,
                Some(Token::Latin(text)) => match self.number_glued_to(&text) {
                    Some(number) => lexer.at = lexer.start + number,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    fn close(&mut self, at: usize) {
        if self.frames.len() > 1 {
            self.pop();
        } else if self.strict {
            self.fault("record.bracket_closed", vec![], at);
        }
    }

    fn pop(&mut self) {
        let frame = self.frames.pop().expect("called with a variation open");
        if !frame.before.is_empty() {
            // A variation without a move: its words belong to the move it was written at.
            self.comment(&frame.before);
        }
    }

    /// Closes a variation started by [`MoveReader::branch`].
    pub fn end_branch(&mut self) {
        if self.frames.len() > 1 {
            self.pop();
        }
    }

    /// Adds a comment where reading stands.
    pub fn comment(&mut self, text: &str) {
        self.add_comment(text, '\n');
    }

    fn add_comment(&mut self, text: &str, joint: char) {
        let frame = self.frames.last_mut().expect("the main line is never popped");
        let variation = frame.last.is_none() && self.frames.len() > 1;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if variation {
            append(&mut frame.before, &clean(text), joint);
            return;
        }
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        let notes = self.tree.notes_mut(frame.node);
        let text = take_annotations(text, notes);
        append(&mut notes.comment, &text, joint);
    }

    fn word(&mut self, text: &str, at: usize) {
        if text.chars().all(|c| !c.is_alphanumeric()) {
            // Ruled lines, stray signs.
            return;
        }
        if self.strict {
            self.fault("record.stray_text", vec![("text", short(text))], at);
        }
        self.add_comment(text, ' ');
    }

    fn nag(&mut self, nag: u8) {
        let frame = self.frame();
        if frame.last.is_some() && nag != 0 {
            let node = frame.node;
            let nags = &mut self.tree.notes_mut(node).nags;
            if !nags.contains(&nag) {
                nags.push(nag);
            }
        }
    }

    pub fn fault(&mut self, code: &'static str, facts: Facts, at: usize) {
        if self.faults.len() < MAX_FAULTS {
            let ply = self.tree.ply(self.frame().node) as u32;
            self.faults.push(Fault { code, facts, ply: Some(ply), at });
        }
    }
}

/// A comment as it is kept: line ends as `\n`, nothing blank around it, no control characters.
pub(crate) fn clean(text: &str) -> String {
    if text == " " {
        return text.to_owned();
    }
    let text = text.trim_matches(is_blank);
    // Control characters are below a blank, 0x7f, or begin with 0xc2.
    if text.bytes().all(|b| b >= b' ' && b != 0x7f && b != 0xc2 || b == b'\n') {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect::<String>()
        .trim_matches(is_blank)
        .to_owned()
}

/// Blank, or the mark of an encoding, which readers of text take away where it comes first.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Joins a comment to what is there.
pub(crate) fn append(old: &mut String, new: &str, joint: char) {
    // A blank comment counts only where there is no other.
    if old == " " {
        old.clear();
    }
    if new == " " && !old.is_empty() {
        return;
    }
    if !old.is_empty() && !new.is_empty() {
        old.push(joint);
    }
    old.push_str(new);
}

/// A piece of the file as it goes into a message.
pub(crate) fn short(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Reads one game's movetext, trusting the moves over the header where they disagree.
///
/// A side to move that makes the moves unplayable is taken to be wrong, as it is in one
/// archive game of a hundred; ranks without a 0 or a 10 are tried both ways.
pub(crate) fn read_game(start: Start, text: &str, hint: Hint) -> MoveReader {
    let shown = shown_ranks(text).or(hint.ranks);
    let attempt = |start: Start, ranks: Ranks| {
        let mut reader = MoveReader::new(start, ranks, true);
        reader.ranks_settled = true;
        reader.hint = hint;
        let mut lexer = Lexer::new(text);
        reader.read(&mut lexer);
        let end = lexer.at;
        reader.finish(end);
        (reader, end)
    };
    let best = |a: (MoveReader, usize), b: (MoveReader, usize)| {
        if length(&b.0) > length(&a.0) { b } else { a }
    };

    let mut read = attempt(start.clone(), shown.unwrap_or(Ranks::FromZero));
    if shown.is_none() && read.0.is_broken() && start.position().is_some() {
        read = best(read, attempt(start.clone(), Ranks::FromOne));
    }
    let red_by_default = read.0.black_first && start == Start::Standard;
    // With the waiting side in check the header must be wrong about whose move it is.
    let suspect = start.position().is_none_or(|p| !p.setup().problems().is_empty());
    if (read.0.is_broken() || red_by_default || suspect)
        && let Some(other) = other_side(&start)
    {
        let mut turned = attempt(other, shown.unwrap_or(Ranks::FromZero));
        let needed = length(&read.0) + usize::from(!suspect || length(&read.0) == 0);
        if length(&turned.0) >= needed || red_by_default && !turned.0.is_broken() {
            if !red_by_default {
                turned.0.faults.insert(
                    0,
                    Fault { code: "record.wrong_side", facts: vec![], ply: Some(0), at: 0 },
                );
            }
            read = turned;
        }
    }
    let (mut reader, end) = read;
    check_end(&mut reader, text, end);
    reader
}

fn length(reader: &MoveReader) -> usize {
    reader.tree.line(Tree::ROOT).count()
}

/// The same start with the other side to move, if that can be.
pub(crate) fn other_side(start: &Start) -> Option<Start> {
    let mut setup = match start {
        Start::Unplayable(setup) => (**setup).clone(),
        _ => start.position()?.setup(),
    };
    setup.turn = !setup.turn;
    setup.position().ok().map(Start::from_position)
}

/// Text after the result is a footer; if it holds moves, something was lost.
fn check_end(reader: &mut MoveReader, text: &str, end: usize) {
    if crate::lex::count_moves(&text[end..]) > 0 {
        reader.fault("record.after_result", vec![("text", short(text[end..].trim()))], end);
    }
}

/// Whether a word ends as SAN does, in the name of a square: `Cbe2`, `Rxh10+`.
fn ends_in_square(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    let file = word.trim_end_matches(|c: char| c.is_ascii_digit());
    file.len() < word.len()
        && file.ends_with(|c| matches!(c, 'a'..='i'))
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> MoveReader {
        read_game(Start::Standard, text, Hint::default())
    }

    fn moves(reader: &MoveReader) -> String {
        reader.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn codes(reader: &MoveReader) -> Vec<&'static str> {
        reader.faults.iter().map(|f| f.code).collect()
    }

    #[test]
    fn ranks_are_told_by_what_can_be_played() {
        assert_eq!(moves(&read("h3e3 h8e8 e3e7")), "h2e2 h7e7 e2e6");
        assert_eq!(moves(&read("h2e2 h7e7 e2e6")), "h2e2 h7e7 e2e6");
    }

    #[test]
    fn ranks_of_san_are_told_by_what_can_be_played() {
        // Rb8 can be played either way: it must go where the ranks of the first moves say.
        let text = "1. Cbe3 Cbe8 2. Hc3 Hc8 3. Rb1 Chg8 4. Rb8 Cxb8 5. Ch8 Ege8";
        let played = "b2e2 b7e7 b0c2 b9c7 a0b0 h7g7 b0b7 e7b7 h2h7 g9e7";
        assert_eq!(moves(&read(text)), played);
        let mut reader = MoveReader::new(Start::Standard, Ranks::FromZero, false);
        reader.read(&mut Lexer::new(text));
        assert_eq!(moves(&reader), played);
    }

    #[test]
    fn a_bracket_is_a_variation_if_it_begins_with_a_move() {
        let reader = read(
            "1. 炮二平五 (好着) 马8进7 (1... 炮8平5 {顺炮} 2. 马二进三) (马2进3) 2. 马二进三 1-0",
        );
        assert_eq!(moves(&reader), "h2e2 h9g7 h0g2");
        assert_eq!(reader.tree.count_variations(), 2);
        assert_eq!(reader.tree.count_comments(), 2);
        assert_eq!(reader.result, Some(GameResult::RedWins));
        assert!(reader.faults.is_empty(), "{:?}", reader.faults);
    }

    #[test]
    fn the_legal_prefix_is_kept() {
        let reader = read("1. 炮二平五 马8进7 2. 马二进三 马7进9 3. 车一平二 {a} *");
        assert_eq!(moves(&reader), "h2e2 h9g7 h0g2");
        assert_eq!(codes(&reader), ["illegal.own_piece"]);
        assert_eq!((reader.faults[0].ply, reader.skipped), (Some(3), 1));
    }

    #[test]
    fn a_torn_move_is_not_passed_over() {
        for torn in ["马8进9999", "马8进", "马8进x"] {
            let reader = read(&format!("1. 炮二平五 {torn} 2. 马二进三"));
            assert_eq!(moves(&reader), "h2e2", "{torn}");
            assert_eq!(codes(&reader), ["notation.not_a_move"], "{torn}");
        }
    }

    #[test]
    fn a_wrong_side_to_move_is_put_right() {
        let fen = "3k5/9/9/9/9/9/9/4r4/9/5K3 w";
        let start = Start::from_position(Position::from_fen(fen).unwrap());
        let reader = read_game(start, "1. 车5进1", Hint::default());
        assert_eq!(moves(&reader), "e2e1");
        assert_eq!(codes(&reader), ["record.wrong_side"]);
        assert_eq!(moves(&read("1. …… 炮8平5")), "h7e7");
        assert_eq!(
            read("1... 炮8平5").tree.position(Tree::ROOT).unwrap().turn(),
            chuhe_core::Color::Black
        );
    }

    #[test]
    fn brackets_a_hundred_thousand_deep_are_survived() {
        let deep = "(".repeat(100_000);
        assert_eq!(moves(&read(&format!("h2e2 {deep} h9g7"))), "h2e2");
        let deep = "h2e2 (c3c4 (".repeat(50_000);
        assert!(codes(&read(&deep)).contains(&"record.too_deep"));
        assert_eq!(moves(&read(&format!("{} 炮二平五", "{".repeat(100_000)))), "");
        let unbalanced = "{{}".repeat(100_000);
        assert_eq!(moves(&read(&format!("{unbalanced} 炮二平五"))), "h2e2");
    }
}
