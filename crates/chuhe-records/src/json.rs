//! JSON of our own: everything a game holds, one game a line.
//!
//! ```json
//! {"chuhe":1,"headers":{"Red":"甲"},"result":"1-0","start":{"comment":"…"},
//!  "moves":[{"move":"h2e2"},{"move":"h9g7","nags":[1]},{"move":"c3c4","after":0}]}
//! ```
//!
//! Moves stand in the order of [`Tree::walk`]; `after` is the number of the move they follow,
//! from 1, 0 being the start; without it, it is the one before. So nothing nests. Read too are
//! lists of positions as other programs write them: objects with a `fen`.

use crate::decode::{Encoding, decode, decode_as};
use crate::formats::Games;
use crate::game::{Game, GameResult, Headers, MAX_PROBLEMS, Problem};
use crate::grow::Shoots;
use crate::jsontext::{Found, Scanner, quote};
use crate::losses::Losses;
use crate::movetext::Fault;
use crate::tree::{Eval, Notes, Score, Start, Tree};
use crate::unread::Unread;
use crate::words::{clean, short};
use chuhe_core::Setup;
use std::fmt::Write;

pub(crate) fn read(bytes: Vec<u8>, said: Option<Encoding>) -> Games {
    let decoded = match said {
        Some(encoding) => decode_as(&bytes, encoding),
        None => decode(&bytes, Encoding::Utf8),
    };
    let (encoding, replaced) = (decoded.encoding, decoded.replaced);
    let skipped = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let text = decoded.text.into_owned();
    let (len, mut at, mut line, mut counted) = (bytes.len(), 0, 1, 0);
    Box::new(std::iter::from_fn(move || {
        let mut scanner = Scanner { text: &text, at };
        // Lists around games, and commas between them, need not be there.
        while let Some(b'[' | b']' | b',') = scanner.peek() {
            scanner.at += 1;
        }
        scanner.peek()?;
        let begin = scanner.at;
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..begin]).count() as u64;
        counted = begin;
        let (mut game, faults) = game(&mut scanner);
        at = match faults.last() {
            // After a fault, the next line that begins a game.
            Some(fault) if fault.code == "record.bad_json" => {
                // A fault may show only at the beginning of that line.
                let read = &text.as_bytes()[begin..fault.at.max(begin + 1)];
                let from = begin + read.trim_ascii_end().len().max(1);
                memchr::memmem::find(&text.as_bytes()[from..], b"\n{")
                    .map_or(text.len(), |i| from + i)
            }
            _ => scanner.at,
        };
        // Where bytes were not UTF-8, places are near.
        let place = |at: usize| ((at + skipped).min(len)) as u64;
        (game.offset, game.line, game.encoding) = (place(begin), line, encoding);
        for Fault { code, facts, ply, at } in faults {
            let lines = text.as_bytes().get(begin..at).unwrap_or(&[]);
            let line = line + memchr::memchr_iter(b'\n', lines).count() as u64;
            game.problems.push(Problem { code, facts, ply, line, offset: place(at) });
        }
        if replaced && text.get(begin..at).is_some_and(|t| t.contains('\u{fffd}')) {
            let facts = vec![("encoding", encoding.name().to_owned())];
            let (code, offset) = ("record.bad_bytes", place(begin));
            game.problems.push(Problem { code, facts, ply: None, line, offset });
        }
        Some(game)
    }))
}

/// What was read of a game.
struct Parts {
    headers: Headers,
    result: Option<GameResult>,
    fen: Option<String>,
    shoots: Shoots,
    /// By the number of a move in the file, what it is in `shoots`.
    numbers: Vec<Option<usize>>,
    faults: Vec<Fault>,
}

fn game(scanner: &mut Scanner<'_>) -> (Game, Vec<Fault>) {
    let mut parts = Parts {
        headers: Headers::default(),
        result: None,
        fen: None,
        shoots: Shoots::new(),
        numbers: vec![Some(Shoots::START)],
        faults: Vec::new(),
    };
    let begin = scanner.at;
    let ours = scanner.text[begin..].starts_with("{\"chuhe\"");
    let read = scanner.object(|scanner, key| parts.member(scanner, key, ours));
    let mut faults = std::mem::take(&mut parts.faults);
    let setup = match parts.fen.as_deref().map(Setup::parse) {
        None => Setup::start(),
        Some(Ok(setup)) => setup,
        Some(Err(error)) => {
            let (code, facts) = (error.code(), error.facts());
            faults.push(Fault { code, facts, ply: None, at: begin });
            Setup::start()
        }
    };
    let (tree, mut wrong) = parts.shoots.grow(setup, true);
    wrong.iter_mut().filter(|fault| fault.at == 0).for_each(|fault| fault.at = begin);
    faults.append(&mut wrong);
    faults.truncate(MAX_PROBLEMS - 1);
    if let Err(at) = read {
        let facts = vec![("text", short(scanner.text.get(at..).unwrap_or("")))];
        faults.push(Fault { code: "record.bad_json", facts, ply: None, at });
    }
    let mut game = Game::new(Start::Standard);
    game.tree = tree;
    let told = parts.headers.get("Result").and_then(GameResult::parse);
    game.result = parts.result.or(told).unwrap_or_default();
    game.headers = parts.headers;
    (game, faults)
}

impl Parts {
    fn member(&mut self, scanner: &mut Scanner<'_>, key: &str, ours: bool) -> Found<()> {
        match (key, scanner.peek()) {
            ("headers", Some(b'{')) => scanner.object(|scanner, name| {
                let value = self.words(scanner)?;
                self.headers.add(name, &value);
                Ok(())
            }),
            ("result", Some(b'"')) => {
                let at = scanner.at;
                let word = scanner.string()?;
                self.result = GameResult::parse(&word);
                if self.result.is_none() {
                    self.fault("record.bad_result", vec![("text", short(&word))], at);
                }
                Ok(())
            }
            ("start", Some(b'{')) => {
                let mut fen = None;
                let notes = notes(scanner, |scanner, key| match key {
                    "fen" => scanner.string().map(|text| fen = Some(text)),
                    _ => scanner.skip(),
                })?;
                self.fen = fen.or(self.fen.take());
                if !notes.is_empty() {
                    *self.shoots.notes(Shoots::START) = notes;
                }
                Ok(())
            }
            ("moves", Some(b'[')) => scanner.array(|scanner| match scanner.peek() {
                Some(b'{') => self.of_object(scanner),
                _ => {
                    let at = scanner.at;
                    let text = scanner.string()?;
                    self.listed(&text, at);
                    Ok(())
                }
            }),
            // Lists of positions as others write them.
            ("fen" | "FEN", Some(b'"')) => scanner.string().map(|text| self.fen = Some(text)),
            ("moves" | "line", Some(b'"')) => {
                let at = scanner.at;
                let text = scanner.string()?;
                self.listed(&text, at);
                Ok(())
            }
            (_, Some(b'"')) if !ours => {
                let value = self.words(scanner)?;
                let first = key.chars().next().map_or(0, char::len_utf8);
                let name = key[..first].to_ascii_uppercase() + &key[first..];
                crate::grow::add_header(&mut self.headers, &name, &value);
                Ok(())
            }
            _ => scanner.skip(),
        }
    }

    /// A string, or anything else as it stands.
    fn words(&mut self, scanner: &mut Scanner<'_>) -> Found<String> {
        if scanner.peek() == Some(b'"') {
            return scanner.string();
        }
        let at = scanner.at;
        scanner.skip()?;
        Ok(scanner.text[at..scanner.at].to_owned())
    }

    /// Moves in a string, each after the one before.
    fn listed(&mut self, text: &str, at: usize) {
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()) {
            let after = self.numbers.len() - 1;
            self.add(after, word, Notes::default(), at);
        }
    }

    fn of_object(&mut self, scanner: &mut Scanner<'_>) -> Found<()> {
        let at = scanner.at;
        let mut text = String::new();
        let mut after = self.numbers.len() - 1;
        let notes = notes(scanner, |scanner, key| match key {
            "move" => scanner.string().map(|m| text = m),
            "after" => scanner
                .integer()
                .map(|number| after = usize::try_from(number).unwrap_or(usize::MAX)),
            _ => scanner.skip(),
        })?;
        self.add(after, &text, notes, at);
        Ok(())
    }

    fn add(&mut self, after: usize, text: &str, notes: Notes, at: usize) {
        let parent = self.numbers.get(after).copied().flatten();
        if parent.is_none() {
            let facts = vec![("line", self.numbers.len().to_string())];
            self.fault("record.lost_line", facts, at);
        }
        let id = parent.and_then(|p| self.shoots.add(p, text.parse().map_err(|_| text.into()), at));
        if let Some(id) = id.filter(|_| !notes.is_empty()) {
            *self.shoots.notes(id) = notes;
        }
        self.numbers.push(id);
    }

    fn fault(&mut self, code: &'static str, facts: chuhe_core::Facts, at: usize) {
        if self.faults.len() < MAX_PROBLEMS {
            self.faults.push(Fault { code, facts, ply: None, at });
        }
    }
}

/// An object of notes; `other` reads the members that are none.
fn notes<'a>(
    scanner: &mut Scanner<'a>,
    mut other: impl FnMut(&mut Scanner<'a>, &str) -> Found<()>,
) -> Found<Notes> {
    let mut notes = Notes::default();
    scanner.object(|scanner, key| {
        match key {
            "comment" => notes.comment = clean_only(&scanner.string()?),
            "before" => notes.before = clean_only(&scanner.string()?),
            "nags" => scanner.array(|scanner| {
                let at = scanner.at;
                let nag = u8::try_from(scanner.integer()?).map_err(|_| at)?;
                if nag != 0 && !notes.nags.contains(&nag) {
                    notes.nags.push(nag);
                }
                Ok(())
            })?,
            "clock" => notes.clock = u64::try_from(scanner.integer()?).ok(),
            "elapsed" => notes.elapsed = u64::try_from(scanner.integer()?).ok(),
            "eval" => notes.eval = eval(scanner)?,
            "unread" if scanner.peek() == Some(b'[') => notes.unread = unread(scanner)?,
            _ => other(scanner, key)?,
        }
        Ok(())
    })?;
    Ok(notes)
}

/// Moves that cannot be played, named and numbered as moves are.
fn unread(scanner: &mut Scanner<'_>) -> Found<Vec<Unread>> {
    let mut kept: Vec<Unread> = Vec::new();
    scanner.array(|scanner| {
        let mut one = Unread { after: kept.len() as u32, ..Unread::default() };
        scanner.object(|scanner, key| {
            match key {
                "move" => one.text = scanner.string()?,
                "comment" => one.comment = clean_only(&scanner.string()?),
                "after" => {
                    let after = u32::try_from(scanner.integer()?).ok();
                    one.after = after.map_or(one.after, |after| after.min(one.after));
                }
                _ => scanner.skip()?,
            }
            Ok(())
        })?;
        kept.push(one);
        Ok(())
    })?;
    Ok(kept)
}

/// Line ends as they are kept everywhere; blanks stay.
fn clean_only(text: &str) -> String {
    if text.contains('\r') { clean(text) } else { text.to_owned() }
}

fn eval(scanner: &mut Scanner<'_>) -> Found<Option<Eval>> {
    let (mut score, mut depth) = (None, None);
    scanner.object(|scanner, key| {
        let at = scanner.at;
        let narrow = |number: i64| i32::try_from(number).map_err(|_| at);
        match key {
            "score" => score = Some(Score::Points(narrow(scanner.integer()?)?)),
            "mate" => score = Some(Score::Mate(narrow(scanner.integer()?)?)),
            "depth" => depth = u32::try_from(scanner.integer()?).ok(),
            _ => scanner.skip()?,
        }
        Ok(())
    })?;
    Ok(score.map(|score| Eval { score, depth }))
}

/// A game as one line.
pub(crate) fn write(game: &Game, _: &mut Losses) -> String {
    let mut out = String::from("{\"chuhe\":1,\"headers\":{");
    for (i, (name, value)) in game.headers.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        quote(name, &mut out);
        out.push(':');
        quote(value, &mut out);
    }
    let _ = write!(out, "}},\"result\":\"{}\",\"start\":{{", game.result.text());
    let tree = &game.tree;
    let mut members = Members { out: &mut out, any: false };
    if *tree.start() != Start::Standard {
        members.text("fen", &tree.start().fen());
    }
    if let Some(notes) = tree.notes(Tree::ROOT) {
        members.notes(notes);
    }
    out.push_str("},\"moves\":[");
    let mut numbers = vec![0u32; tree.len()];
    for (number, id) in tree.walk().enumerate().skip(1) {
        numbers[id.0 as usize] = number as u32;
        out.push_str(if number > 1 { ",{" } else { "{" });
        let mut members = Members { out: &mut out, any: false };
        members.text("move", &tree.mv(id).expect("not the root").to_string());
        let after = numbers[tree.parent(id).expect("not the root").0 as usize];
        if after as usize + 1 != number {
            members.plain("after", after);
        }
        if let Some(notes) = tree.notes(id) {
            members.notes(notes);
        }
        out.push('}');
    }
    out.push_str("]}\n");
    out
}

/// The members of an object being written.
struct Members<'a> {
    out: &'a mut String,
    any: bool,
}

impl Members<'_> {
    fn key(&mut self, key: &str) {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(',');
        }
        let _ = write!(self.out, "\"{key}\":");
    }

    fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        quote(value, self.out);
    }

    fn plain(&mut self, key: &str, value: impl std::fmt::Display) {
        self.key(key);
        let _ = write!(self.out, "{value}");
    }

    fn notes(&mut self, notes: &Notes) {
        for (key, text) in [("before", &notes.before), ("comment", &notes.comment)] {
            if !text.is_empty() {
                self.text(key, text);
            }
        }
        if !notes.nags.is_empty() {
            let nags: Vec<String> = notes.nags.iter().map(u8::to_string).collect();
            self.plain("nags", format_args!("[{}]", nags.join(",")));
        }
        for (key, time) in [("clock", notes.clock), ("elapsed", notes.elapsed)] {
            if let Some(time) = time {
                self.plain(key, time);
            }
        }
        if let Some(Eval { score, depth }) = notes.eval {
            let (kind, number) = match score {
                Score::Points(points) => ("score", points),
                Score::Mate(moves) => ("mate", moves),
            };
            let depth = depth.map_or(String::new(), |depth| format!(",\"depth\":{depth}"));
            self.plain("eval", format_args!("{{\"{kind}\":{number}{depth}}}"));
        }
        if !notes.unread.is_empty() {
            self.key("unread");
            for (i, kept) in notes.unread.iter().enumerate() {
                self.out.push_str(if i == 0 { "[{" } else { ",{" });
                let mut members = Members { out: self.out, any: false };
                members.text("move", &kept.text);
                if kept.after as usize != i {
                    members.plain("after", kept.after);
                }
                if !kept.comment.is_empty() {
                    members.text("comment", &kept.comment);
                }
                self.out.push('}');
            }
            self.out.push(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Move;

    fn games(text: &str) -> Vec<Game> {
        read(text.as_bytes().to_vec(), None).collect()
    }

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn everything_comes_back() {
        let mut game = Game::new(Start::Standard);
        game.headers.set("Red", "甲 \"\n");
        game.headers.set("odd name [", "");
        game.result = GameResult::Draw;
        let tree = &mut game.tree;
        let mut add = |parent, text: &str| tree.add(parent, text.parse().unwrap()).unwrap();
        let a = add(Tree::ROOT, "h2e2");
        let b = add(a, "h9g7");
        add(Tree::ROOT, "c3c4");
        let c = add(a, "h7e7");
        *tree.notes_mut(c) = Notes {
            comment: " { blank ".into(),
            before: "前".into(),
            nags: vec![1, 255],
            clock: Some(u64::from(u32::MAX) * 7),
            elapsed: Some(0),
            eval: Some(Eval { score: Score::Mate(-3), depth: Some(7) }),
            unread: Vec::new(),
        };
        tree.notes_mut(b).eval = Some(Eval { score: Score::Points(-35), depth: None });
        tree.notes_mut(Tree::ROOT).nags = vec![9];
        for (after, text) in [(0, "车1平1?"), (1, "?"), (0, "a0a9")] {
            tree.add_unread(c, after, text);
        }
        tree.comment_unread(c, 2, "好 \"", '\n');
        let text = write(&game, &mut Losses::default());
        let again = games(&(text.clone() + &text));
        assert_eq!(again.len(), 2);
        assert_eq!(again[1].line, 2);
        for again in again {
            assert_eq!(again.headers, game.headers);
            assert_eq!((again.result, &again.tree), (game.result, &game.tree));
            let codes: Vec<_> = again.problems.iter().map(|p| (p.code, p.ply)).collect();
            assert_eq!(codes, [("record.unread", Some(2))]);
        }
    }

    #[test]
    fn lists_of_positions_of_others() {
        let text = r#"[ {"title": "Mate", "n": 1, "fen": "4k4/9/9/9/9/9/9/9/R8/3K5 w", "moves": "a1a9 e9e8"},
          {"fen": "3k5/9/9/9/9/9/9/9/9/3K5", "moves": []} ]"#;
        let [first, second] = &games(text)[..] else { panic!() };
        assert_eq!(first.headers.get("Title"), Some("Mate"));
        assert_eq!(moves(first), "a1a9 e9e8");
        assert!(second.tree.is_empty() && !second.problems.is_empty());
    }

    #[test]
    fn faults_are_told_and_the_next_line_is_read() {
        let text = "{\"chuhe\":1,\"moves\":[{\"move\":\"h2e2\"},{\"move\":\"x\",\"after\":9}\n\
                    {\"chuhe\":1,\"moves\":[{\"move\":\"c3c4\"},{\"move\":\"a9a1\"}]}\n{\"chuhe\":1";
        let found = games(text);
        assert_eq!(found.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "c3c4", ""]);
        let codes = |game: &Game| game.problems.iter().map(|p| p.code).collect::<Vec<_>>();
        assert_eq!(codes(&found[0]), ["record.lost_line", "record.bad_json"]);
        assert_eq!(codes(&found[1]), ["illegal.path_blocked"]);
        assert_eq!((found[1].problems[0].line, found[1].problems[0].ply), (2, Some(1)));
        assert_eq!(codes(&found[2]), ["record.bad_json"]);
    }
}
