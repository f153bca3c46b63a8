//! Movetext to a tree: the loop that PGN, plain text and WXF files share.

mod attempts;

use crate::annotations::take_annotations;
use crate::coordinates::coordinates;
use crate::game::GameResult;
use crate::lex::{Lexer, Token};
use crate::notation::{Hint, NotationError, Ranks, parse_with};
use crate::tree::{NodeId, Start, Tree};
use crate::words::{add_glyph, append, clean, short};
pub(crate) use attempts::{other_side, read_game};
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
    /// The number of the last move kept unread at `node`, 0 before the first; none if it is one
    /// of too many.
    unread: Option<u32>,
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
            unread: Some(0),
            before: String::new(),
        };
        MoveReader {
            tree: Tree::new(start),
            result: None,
            faults: Vec::new(),
            black_first: false,
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

    /// Plays one written move on the line being read; after a wrong one it is kept unread.
    pub fn play(&mut self, text: &str, at: usize, maybe_a_word: bool) {
        let broken = self.frame().broken;
        let found =
            if broken { self.resolve(self.position(), text) } else { self.resolve_first(text) };
        match found {
            Ok(m) if !broken => self.push(m),
            Err(error) if maybe_a_word && is_word(&error) => self.word(text, at),
            Err(error) if !broken => {
                self.fault(error.code(), error.facts(), at);
                self.frame_mut().broken = true;
                self.keep_unread(text);
            }
            _ => self.keep_unread(text),
        }
    }

    fn keep_unread(&mut self, text: &str) {
        let &Frame { node, unread, .. } = self.frame();
        let number = unread.and_then(|after| self.tree.add_unread(node, after, text));
        self.frame_mut().unread = number;
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
            unread: Some(0),
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
                        unread: Some(0),
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
        if let Some(number @ 1..) = frame.unread {
            return self.tree.comment_unread(frame.node, number, &clean(text), joint);
        }
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
        if frame.broken {
            let &Frame { node, unread, .. } = frame;
            if let Some(kept) = unread.and_then(|number| self.tree.unread_mut(node, number)) {
                add_glyph(&mut kept.text, nag);
            }
            return;
        }
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

/// Whether what is no move may be a word: it is none in any position.
const fn is_word(error: &NotationError) -> bool {
    matches!(error, NotationError::NotAMove { .. } | NotationError::BadCharacter { .. })
}

/// Whether a word ends as SAN does, in the name of a square: `Cbe2`, `Rxh10+`.
fn ends_in_square(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    let file = word.trim_end_matches(|c: char| c.is_ascii_digit());
    file.len() < word.len()
        && file.ends_with(|c| matches!(c, 'a'..='i'))
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}
