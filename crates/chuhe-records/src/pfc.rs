//! PFC of 鹏飞象棋: a tree of XML elements, one game a file.
//!
//! `<n version m="FEN" c="comment"><n m="h2e2" c="…" default="1">…</n></n>`, nested as the moves
//! are; `default` marks the continuation. The whole may stand in `[pfchessrecord]<!-- … -->`.

use crate::decode::{Encoding, decode, decode_as, place};
use crate::game::{Game, GameResult, MAX_PROBLEMS, Problem, is_structural};
use crate::grow::Shoots;
use crate::losses::{Losses, joined_comment};
use crate::movetext::Fault;
use crate::tree::{NodeId, Start, Tree};
use crate::write::Loss;
use crate::xml::{Event, Events, escape};
use chuhe_core::Setup;
use std::collections::HashSet;
use std::fmt::Write;

pub(crate) fn read(bytes: &[u8], said: Option<Encoding>) -> Game {
    let decoded = match said {
        Some(encoding) => decode_as(bytes, encoding),
        None => decode(bytes, Encoding::Utf8),
    };
    let text: &str = &decoded.text;
    let mut faults = Vec::new();
    if let Some(at) = decoded.replaced.then(|| text.find('\u{fffd}')).flatten() {
        let facts = vec![("encoding", decoded.encoding.name().to_owned())];
        faults.push(Fault { code: "record.bad_bytes", facts, ply: None, at });
    }
    // What stands around the tree may be a comment to XML.
    let begin = text.find("<n").unwrap_or(text.len());
    let mut game = Game::new(Start::Standard);
    game.tree = tree(text, begin, &mut faults);
    faults.truncate(MAX_PROBLEMS);
    let locate = |at| {
        let (byte, lines) = place(bytes, text, at, decoded.encoding);
        (byte, lines + 1)
    };
    (game.offset, game.line) = locate(begin);
    game.encoding = decoded.encoding;
    for Fault { code, facts, ply, at } in faults {
        let (offset, line) = locate(at);
        game.problems.push(Problem { code, facts, ply, line, offset });
    }
    game
}

fn tree(text: &str, begin: usize, faults: &mut Vec<Fault>) -> Tree {
    let mut shoots = Shoots::new();
    let mut fen = None;
    // Moves that are open; none if one of them was not listed.
    let mut open: Vec<Option<usize>> = Vec::new();
    // Moves whose continuation is known.
    let mut settled = HashSet::new();
    for (at, event) in Events::new(&text[begin..]) {
        let (tag, closed) = match event {
            Event::Open(tag, closed) if tag.name == "n" => (tag, closed),
            Event::Close("n") => {
                open.pop();
                if open.is_empty() {
                    break;
                }
                continue;
            }
            _ => continue,
        };
        let value = tag.get("m").unwrap_or_default();
        let id = match open.last() {
            None => {
                fen = Some(value.into_owned());
                Some(Shoots::START)
            }
            Some(parent) => {
                let m = value.trim().parse().map_err(|_| value.as_ref().into());
                let id = parent.and_then(|parent| shoots.add(parent, m, begin + at));
                if let (Some(parent), Some(id)) = (*parent, id)
                    && tag.get("default").as_deref() == Some("1")
                    && settled.insert(parent)
                {
                    shoots.put_first(parent, id);
                }
                id
            }
        };
        if let (Some(id), Some(comment)) = (id, tag.get("c")) {
            shoots.comment(id, &comment);
        }
        if !closed {
            open.push(id);
        }
    }
    let fen = fen.filter(|fen| !fen.trim().is_empty());
    let setup = match fen.as_deref().map(Setup::parse) {
        None => Setup::start(),
        Some(Ok(setup)) => setup,
        Some(Err(error)) => {
            let (code, facts) = (error.code(), error.facts());
            faults.push(Fault { code, facts, ply: None, at: begin });
            Setup::start()
        }
    };
    let (tree, mut wrong) = shoots.grow(setup, true);
    faults.append(&mut wrong);
    tree
}

pub(crate) fn write(game: &Game) -> (String, Vec<Loss>) {
    let mut losses = Losses::default();
    for (name, value) in game.headers.iter() {
        if !value.is_empty() && !is_structural(name) {
            losses.header(name);
        }
    }
    if game.result != GameResult::Unknown {
        losses.add("loss.result", vec![]);
    }
    let tree = &game.tree;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    // How many elements are open.
    let mut depth = 0usize;
    for (node, at) in with_depth(tree) {
        while depth > at {
            out.push_str("</n>");
            depth -= 1;
        }
        losses.of_notes(tree, node);
        open(tree, node, &mut out);
        depth += 1;
    }
    out.push_str(&"</n>".repeat(depth));
    out.push('\n');
    (out, losses.0)
}

/// The nodes of a walk with the number of moves that lead to each.
fn with_depth(tree: &Tree) -> impl Iterator<Item = (NodeId, usize)> {
    let mut depths = vec![0usize; tree.len()];
    tree.walk().map(move |node| {
        let depth = tree.parent(node).map_or(0, |parent| depths[parent.0 as usize] + 1);
        depths[node.0 as usize] = depth;
        (node, depth)
    })
}

fn open(tree: &Tree, node: NodeId, out: &mut String) {
    match tree.mv(node) {
        None => {
            let _ = write!(out, "<n version=\"2\" m=\"{}\"", tree.start().fen());
        }
        Some(m) => {
            let _ = write!(out, "\n<n m=\"{m}\"");
        }
    }
    let comment = joined_comment(tree, node);
    if !comment.is_empty() {
        let _ = write!(out, " c=\"{}\"", escape(&comment));
    }
    let is_first = tree.parent(node).is_some_and(|p| tree.first_child(p) == Some(node));
    if is_first && tree.next_sibling(node).is_some() {
        out.push_str(" default=\"1\"");
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Move;

    fn moves(game: &Game) -> String {
        game.tree.main_line().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_default_goes_first() {
        let text = "[pfchessrecord]<!--<?xml?><n version='2' m='' c='game'>\
            <n m=\"c3c4\"/>\n<n m=\"h2e2\" c='a&#10;b' default=\"1\"><n m=\"h9g7\"></n></n></n>-->";
        let game = read(text.as_bytes(), None);
        assert_eq!(moves(&game), "h2e2 h9g7");
        assert_eq!((game.tree.count_variations(), game.tree.count_comments()), (1, 2));
        assert!(game.problems.is_empty(), "{:?}", game.problems);
        let (text, losses) = write(&game);
        assert_eq!(read(text.as_bytes(), None).tree, game.tree);
        assert!(losses.is_empty());
    }

    #[test]
    fn wrong_moves_are_told() {
        let text = "<n version='2' m='x'>\n<n m='h2e2'>\n<n m='h9h8'><n m='?'/></n><n m='no'/></n>";
        let game = read(text.as_bytes(), None);
        assert_eq!(moves(&game), "h2e2");
        let found: Vec<_> = game.problems.iter().map(|p| (p.code, p.line)).collect();
        let expected = [("fen.ranks", 1), ("illegal.geometry", 3), ("notation.not_a_move", 3)];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_hundred_thousand_deep() {
        let text = format!("<n version='2' m=''>{}", "<n m='h2e2'>".repeat(100_000));
        assert_eq!(moves(&read(text.as_bytes(), None)), "h2e2");
    }
}
