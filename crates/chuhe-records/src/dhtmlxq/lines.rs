//! The lines of a game, each a tag, put together.

use crate::grow::{Shoots, between};
use crate::movetext::Fault;
use std::borrow::Cow;
use std::collections::HashMap;

/// A variation: its number, where it leaves which line, its digits, and where they stand.
pub(super) struct Branch<'a> {
    pub line: u32,
    pub parent: u32,
    pub ply: u32,
    pub digits: Cow<'a, str>,
    pub at: usize,
}

/// A line: its first ply, the move it follows, and its own moves, which stand together.
struct Line {
    pub ply: u32,
    pub parent: usize,
    first: usize,
    len: u32,
}

impl Line {
    /// The move with this ply; the one the line leaves from counts.
    fn at(&self, ply: u32) -> Option<usize> {
        match ply.checked_sub(self.ply) {
            Some(i) if i < self.len => Some(self.first + i as usize),
            None if ply + 1 == self.ply => Some(self.parent),
            _ => None,
        }
    }
}

pub(super) struct Lines {
    pub shoots: Shoots,
    lines: HashMap<u32, Line>,
    from_red: bool,
}

impl Lines {
    pub fn new(from_red: bool) -> Lines {
        Lines { shoots: Shoots::new(), lines: HashMap::new(), from_red }
    }

    pub fn add(
        &mut self,
        number: u32,
        parent: usize,
        ply: u32,
        text: &str,
        at: usize,
        faults: &mut Vec<Fault>,
    ) {
        let first = self.shoots.len();
        let mut last = parent;
        let mut digits = text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit());
        while let Some((place, a)) = digits.next() {
            let rest: Vec<u8> = digits.by_ref().take(3).map(|(_, b)| b - b'0').collect();
            let &[b, c, d] = &rest[..] else {
                let torn = rest.iter().fold(char::from(a).to_string(), |t, d| t + &d.to_string());
                let ply = Some(ply - 1 + (self.shoots.len() - first) as u32);
                let (code, facts) = ("notation.not_a_move", vec![("text", torn)]);
                faults.push(Fault { code, facts, ply, at: at + place });
                break;
            };
            let rank = |y: u8| if self.from_red { y } else { 9 - y };
            let from = (a - b'0', rank(b));
            let m = between(from, (c, rank(d)))
                .ok_or_else(|| format!("{}{b}{c}{d}", a - b'0').into_boxed_str());
            match self.shoots.add(last, m, at + place) {
                Some(id) => last = id,
                None => break,
            }
        }
        let len = (self.shoots.len() - first) as u32;
        // The first of two lines with one number is the one others mean.
        self.lines.entry(number).or_insert(Line { ply, parent, first, len });
    }

    /// Adds variations, which may stand before the lines they leave.
    pub fn add_branches(&mut self, branches: Vec<Branch<'_>>, faults: &mut Vec<Fault>) {
        let mut waiting: HashMap<u32, Vec<Branch<'_>>> = HashMap::new();
        for branch in branches {
            if !self.lines.contains_key(&branch.parent) {
                waiting.entry(branch.parent).or_default().push(branch);
                continue;
            }
            let mut next = vec![branch];
            while let Some(branch) = next.pop() {
                let line = branch.line;
                self.add_branch(&branch, faults);
                next.extend(waiting.remove(&line).unwrap_or_default().into_iter().rev());
            }
        }
        for branch in waiting.into_values().flatten() {
            self.lost(&branch, faults);
        }
    }

    fn add_branch(&mut self, branch: &Branch<'_>, faults: &mut Vec<Fault>) {
        let parent = branch.ply.checked_sub(1).and_then(|ply| self.lines[&branch.parent].at(ply));
        match parent {
            Some(parent) => {
                self.add(branch.line, parent, branch.ply, &branch.digits, branch.at, faults);
            }
            None => self.lost(branch, faults),
        }
    }

    fn lost(&self, branch: &Branch<'_>, faults: &mut Vec<Fault>) {
        if faults.len() < crate::game::MAX_PROBLEMS {
            let facts = vec![("line", branch.line.to_string())];
            faults.push(Fault { code: "record.lost_line", facts, ply: None, at: branch.at });
        }
    }

    pub fn comment(&mut self, line: u32, ply: u32, text: &str, at: usize, faults: &mut Vec<Fault>) {
        let node = self.lines.get(&line).and_then(|line| {
            // Beyond the end of a line it belongs to its last move.
            let last = (line.ply + line.len).saturating_sub(1);
            line.at(ply.min(last))
        });
        if node.is_none() && faults.len() < crate::game::MAX_PROBLEMS {
            let facts = vec![("text", crate::words::short(text))];
            faults.push(Fault { code: "record.lost_comment", facts, ply: None, at });
        }
        self.shoots.comment(node.unwrap_or(Shoots::START), text);
    }
}
