//! What the formats with fields of a fixed size cannot hold of a game, and how they cut.

use crate::decode::Encoding;
use crate::game::{Headers, is_structural};
use crate::tree::{NodeId, Tree};
use crate::write::{Loss, encode};
use chuhe_core::{Facts, Setup};

/// What a file being written cannot hold, each thing once.
#[derive(Default)]
pub(crate) struct Losses(pub Vec<Loss>);

impl Losses {
    pub fn add(&mut self, code: &'static str, facts: Facts) {
        let loss = Loss { code, facts };
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    pub fn header(&mut self, name: &str) {
        self.add("loss.header", vec![("name", name.to_owned())]);
    }

    /// The headers there is no place for.
    pub fn of_headers(&mut self, headers: &Headers, is_kept: impl Fn(&str) -> bool) {
        for (name, value) in headers.iter() {
            if !value.is_empty() && !is_structural(name) && !is_kept(name) {
                self.header(name);
            }
        }
    }

    /// Everything at a node but its comments.
    pub fn of_notes(&mut self, tree: &Tree, node: NodeId) {
        let Some(notes) = tree.notes(node) else {
            return;
        };
        let timed = notes.clock.is_some() || notes.elapsed.is_some();
        if !notes.nags.is_empty() || timed || notes.eval.is_some() {
            self.add("loss.marks", vec![]);
        }
        if !notes.before.is_empty() {
            self.add("loss.before_joined", vec![]);
        }
    }

    /// The counters of the start.
    pub fn of_counters(&mut self, setup: &Setup) {
        if (setup.halfmove, setup.fullmove) != (0, 1) {
            self.add("loss.counters", vec![]);
        }
    }

    /// A text as bytes; characters the encoding has no place for become `?`.
    pub fn encode(&mut self, text: &str, encoding: Encoding) -> Vec<u8> {
        let (bytes, losses) = encode(text, encoding);
        losses.into_iter().for_each(|loss| self.add(loss.code, loss.facts));
        bytes
    }

    /// As much of a header as a field of `size` bytes takes; the rest is lost.
    pub fn cut(&mut self, name: &str, value: &str, size: usize, encoding: Encoding) -> Vec<u8> {
        let value: String = value.chars().filter(|c| *c != '\0').collect();
        self.encode(&value, encoding);
        let (bytes, rest) = field(&value, size, encoding);
        if !rest.is_empty() {
            let facts = vec![("name", name.to_owned()), ("text", value.clone())];
            self.add("loss.cut", facts);
        }
        bytes
    }
}

/// As much of a text as a field of `size` bytes takes, without half a character, and the rest.
pub(crate) fn field(text: &str, size: usize, encoding: Encoding) -> (Vec<u8>, &str) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4];
    for (at, c) in text.char_indices() {
        let encoded = encoding.encode(c.encode_utf8(&mut buffer)).unwrap_or(b"?".as_slice().into());
        if bytes.len() + encoded.len() > size {
            return (bytes, &text[at..]);
        }
        bytes.extend_from_slice(&encoded);
    }
    (bytes, "")
}

/// The comments of a node as one: before the move and after it.
pub(crate) fn joined_comment(tree: &Tree, node: NodeId) -> String {
    match tree.notes(node) {
        Some(notes) if notes.before.is_empty() => notes.comment.clone(),
        Some(notes) if notes.comment.is_empty() => notes.before.clone(),
        Some(notes) => format!("{}\n{}", notes.before, notes.comment),
        None => String::new(),
    }
}
