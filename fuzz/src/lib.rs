//! What must hold of any file, whatever reads it; the targets named after formats ask it of one
//! reader each.

use chuhe_core::Position;
use chuhe_records::{Format, Game, NodeId, Reader, Tree, write_file};

/// The games of a file; reading ends, and nothing in it panics.
pub fn games(file: &[u8], format: Option<Format>) -> Vec<Game> {
    let mut reader = Reader::new(file, format, None);
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.next_game() {
        games.push(game);
    }
    games
}

/// Reads `file` as `format`: moves are legal, problems have places, and written as each of
/// `written` (a format and its version) a game is read back as the same tree.
pub fn check(file: &[u8], format: Format, written: &[(Format, u8)]) {
    for game in games(file, Some(format)) {
        assert!(game.offset as usize <= file.len());
        for problem in &game.problems {
            assert!(problem.offset as usize <= file.len(), "{problem:?}");
        }
        check_moves(&game.tree);
        for &(format, version) in written {
            let written = write_file(format, &[&game], version).expect("one game");
            let again = games(&written.bytes, Some(format));
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].result, game.result);
            let kept = ["loss.header", "loss.cut"];
            if written.losses.iter().all(|(_, loss)| kept.contains(&loss.code)) {
                assert!(again[0].tree == game.tree, "{format:?}\n{game:?}\n{:?}", again[0]);
            }
        }
    }
}

/// Every move of every variation is legal.
fn check_moves(tree: &Tree) {
    let Some(start) = tree.start().position() else {
        assert!(tree.first_child(Tree::ROOT).is_none());
        return;
    };
    let mut waiting: Vec<(NodeId, Position)> = vec![(Tree::ROOT, start)];
    while let Some((node, position)) = waiting.pop() {
        let mut child = tree.first_child(node);
        while let Some(node) = child {
            let m = tree.mv(node).expect("only the root has none");
            waiting.push((node, position.clone().play(m).expect("the move is legal")));
            child = tree.next_sibling(node);
        }
    }
}
