//! What an index of games is made of: keys of positions, material, fingerprints.
//!
//! All of it may stand in files that other programs read, so it never changes: the tests below
//! and in `tests/unit/test_index.py` pin it.

use crate::game::{Game, GameResult};
use crate::tree::{NodeId, Start, Tree};
use chuhe_core::{Color, Move, Piece, Role, Setup, Square, Undo, zobrist};
use std::collections::HashSet;

/// The key of a layout, the same as [`chuhe_core::Position::key`]: pieces and side to move,
/// nothing of the counters.
pub fn setup_key(setup: &Setup) -> u64 {
    Square::all()
        .filter_map(|square| Some((setup.pieces[square.index()]?, square)))
        .fold(zobrist::turn(setup.turn), |key, (piece, square)| key ^ zobrist::piece(piece, square))
}

/// The key after each node of the main line, the start first.
pub fn line_keys(tree: &Tree) -> Vec<u64> {
    let Some(mut position) = tree.start().position() else {
        return vec![setup_key(&tree.start().setup())];
    };
    let mut keys = vec![position.key()];
    for m in tree.line(Tree::ROOT).filter_map(|id| tree.mv(id)) {
        position.make(m);
        keys.push(position.key());
    }
    keys
}

/// The key after every node, in the order of [`Tree::walk`].
pub fn tree_keys(tree: &Tree) -> Vec<u64> {
    walked(tree).into_iter().map(|(key, _)| key).collect()
}

/// The key after every node and how many moves lead there. Every move is made once.
fn walked(tree: &Tree) -> Vec<(u64, usize)> {
    let Some(mut position) = tree.start().position() else {
        return vec![(setup_key(&tree.start().setup()), 0)];
    };
    let mut path: Vec<(NodeId, Move, Undo)> = Vec::new();
    let mut keys = Vec::with_capacity(tree.len());
    for id in tree.walk() {
        let parent = tree.parent(id);
        while path.last().is_some_and(|&(last, ..)| Some(last) != parent) {
            if let Some((_, m, undo)) = path.pop() {
                position.unmake(m, undo);
            }
        }
        if let Some(m) = tree.mv(id) {
            path.push((id, m, position.make(m)));
        }
        keys.push((position.key(), path.len()));
    }
    keys
}

/// A position that stands in variations of a game only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Aside {
    pub key: u64,
    pub game: u32,
    /// The fewest moves that lead there.
    pub ply: u16,
}

/// The positions of a game's variations that its main line never reaches, each once.
pub fn asides(game: &Game, number: u32) -> Vec<Aside> {
    let tree = &game.tree;
    if tree.len() == tree.main_line().len() + 1 {
        return Vec::new();
    }
    let main: HashSet<u64> = line_keys(tree).into_iter().collect();
    let mut found: Vec<Aside> = walked(tree)
        .into_iter()
        .filter(|(key, ply)| *ply < i16::MAX as usize && !main.contains(key))
        .map(|(key, ply)| Aside { key, game: number, ply: ply as u16 })
        .collect();
    found.sort_unstable();
    found.dedup_by_key(|aside| aside.key);
    found
}

/// How many pieces of each kind there are, by [`Piece::index`].
pub type Material = [u8; 14];

/// The pieces of a layout.
pub fn material(setup: &Setup) -> Material {
    let mut counts = [0; 14];
    for piece in setup.pieces.iter().flatten() {
        counts[piece.index()] += 1;
    }
    counts
}

/// Red's pieces, a slash and Black's, in the order K A B N R C P: `KAABRP/kaabb`.
pub fn material_text(material: &Material) -> String {
    let side = |color: Color| {
        Role::ALL.iter().flat_map(move |&role| {
            let piece = Piece::new(color, role);
            std::iter::repeat_n(piece.letter(), material[piece.index()] as usize)
        })
    };
    side(Color::Red).chain(['/']).chain(side(Color::Black)).collect()
}

/// The different materials of the main line with the ply at which each was first there.
pub fn line_materials(tree: &Tree) -> Vec<(Material, usize)> {
    let mut now = material(&tree.start().setup());
    let mut found = vec![(now, 0)];
    if let Some(mut position) = tree.start().position() {
        for (ply, m) in tree.line(Tree::ROOT).filter_map(|id| tree.mv(id)).enumerate() {
            if let Some(captured) = position.make(m).captured() {
                now[captured.index()] -= 1;
                found.push((now, ply + 1)); // there is less each time, so none comes again
            }
        }
    }
    found
}

/// FNV-1a of 128 bits over the key of the start, eight bytes from the lowest, and two bytes a
/// move of the main line: the squares it leaves and reaches, `9 × rank + file`.
pub fn fingerprint(tree: &Tree) -> u128 {
    const PRIME: u128 = (1 << 88) + 0x13b;
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let start = match tree.start() {
        Start::Standard => setup_key(&Setup::start()),
        other => setup_key(&other.setup()),
    };
    let moves = tree
        .line(Tree::ROOT)
        .filter_map(|id| tree.mv(id))
        .flat_map(|m| [m.from().index() as u8, m.to().index() as u8]);
    start
        .to_le_bytes()
        .into_iter()
        .chain(moves)
        .fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

/// A game met at a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Posting {
    pub key: u64,
    pub game: u32,
    /// The ply at which the game came here and this move followed, for the first time.
    pub ply: u16,
    /// [`Move::raw`] of the move that followed; 0 where the game ended.
    pub mv: u16,
}

/// What is summed up of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameFacts {
    pub result: GameResult,
    /// 0 if unknown.
    pub rating: u32,
    /// `20250131`; 0 if unknown.
    pub date: u32,
}

/// The positions of a game's main line; a position met again counts once for each move that
/// followed. Plies are cut off where they no longer fit into 15 bits.
pub fn postings(game: &Game, number: u32) -> Vec<Posting> {
    let keys = line_keys(&game.tree);
    let moves = game.tree.main_line();
    let mut found: Vec<Posting> = keys
        .iter()
        .take(i16::MAX as usize)
        .enumerate()
        .map(|(ply, &key)| Posting {
            key,
            game: number,
            ply: ply as u16,
            mv: moves.get(ply).map_or(0, |m| m.raw()),
        })
        .collect();
    found.sort_unstable_by_key(|p| (p.key, p.mv, p.ply));
    found.dedup_by_key(|p| (p.key, p.mv));
    found
}

/// How games went on at a position: by one move, or by any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    pub key: u64,
    /// [`Posting::mv`]; -1 for the sum over all moves, where each game counts once.
    pub mv: i32,
    pub games: u32,
    pub red: u32,
    pub draws: u32,
    pub black: u32,
    /// How many games had a rating, and what their ratings come to.
    pub rated: u32,
    pub ratings: u64,
    /// The latest date; 0 if none was known.
    pub last: u32,
}

impl Sum {
    fn new(key: u64, mv: i32) -> Sum {
        Sum { key, mv, games: 0, red: 0, draws: 0, black: 0, rated: 0, ratings: 0, last: 0 }
    }

    fn add(&mut self, facts: GameFacts) {
        self.games += 1;
        match facts.result {
            GameResult::RedWins => self.red += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Unknown => {}
        }
        if facts.rating > 0 {
            self.rated += 1;
            self.ratings += u64::from(facts.rating);
        }
        self.last = self.last.max(facts.date);
    }
}

/// The sums of the positions that `wanted` picks by key and number of games.
///
/// `sorted` is in order of key, and `facts` tells of a game by its number.
pub fn sums(
    sorted: &[Posting],
    facts: impl Fn(u32) -> GameFacts,
    wanted: impl Fn(u64, usize) -> bool,
) -> Vec<Sum> {
    let mut found = Vec::new();
    for group in sorted.chunk_by(|a, b| a.key == b.key) {
        let key = group[0].key;
        let mut games: Vec<u32> = group.iter().map(|p| p.game).collect();
        games.sort_unstable();
        games.dedup();
        if !wanted(key, games.len()) {
            continue;
        }
        let mut all = Sum::new(key, -1);
        games.iter().for_each(|&game| all.add(facts(game)));
        found.push(all);
        let mut by_move: Vec<(u16, u32)> = group.iter().map(|p| (p.mv, p.game)).collect();
        by_move.sort_unstable();
        for one in by_move.chunk_by(|a, b| a.0 == b.0) {
            let mut sum = Sum::new(key, i32::from(one[0].0));
            one.iter().for_each(|&(_, game)| sum.add(facts(game)));
            found.push(sum);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Position;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Start::Standard);
        let mut node = Tree::ROOT;
        for text in moves {
            node = game.tree.add(node, text.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn keys_are_those_of_the_positions() {
        assert_eq!(setup_key(&Setup::start()), Position::start().key());
        let game = game(&["h2e2", "h9g7"]);
        let keys = line_keys(&game.tree);
        assert_eq!(keys.len(), 3);
        let last = game.tree.line(Tree::ROOT).last().unwrap();
        assert_eq!(keys[2], game.tree.position(last).unwrap().key());
    }

    #[test]
    fn keys_of_a_tree_are_in_the_order_of_its_nodes() {
        let mut game = game(&["h2e2", "h9g7", "h0g2"]);
        let first = game.tree.first_child(Tree::ROOT).unwrap();
        let other = game.tree.add(first, "b9c7".parse().unwrap()).unwrap();
        game.tree.add(other, "b0c2".parse().unwrap()).unwrap();
        game.tree.add(Tree::ROOT, "c3c4".parse().unwrap()).unwrap();
        let slow: Vec<u64> =
            game.tree.walk().map(|id| game.tree.position(id).unwrap().key()).collect();
        assert_eq!(tree_keys(&game.tree), slow);
    }

    #[test]
    fn asides_are_what_the_main_line_does_not_reach() {
        let mut game = game(&["h2e2", "h9g7", "b0c2"]);
        assert_eq!(asides(&game, 7), []);
        // The same three moves in another order, and on.
        let other = game.tree.add(Tree::ROOT, "b0c2".parse().unwrap()).unwrap();
        let again = game.tree.add(other, "h9g7".parse().unwrap()).unwrap();
        let joined = game.tree.add(again, "h2e2".parse().unwrap()).unwrap();
        let on = game.tree.add(joined, "b9c7".parse().unwrap()).unwrap();
        let key = |id| game.tree.position(id).unwrap().key();
        let mut expected: Vec<Aside> = [(other, 1), (again, 2), (on, 4)]
            .map(|(id, ply)| Aside { key: key(id), game: 7, ply })
            .to_vec();
        expected.sort();
        assert_eq!(asides(&game, 7), expected);
    }

    #[test]
    fn material_changes_when_a_piece_is_taken() {
        let game = game(&["h2e2", "h9g7", "e2e6"]);
        let found = line_materials(&game.tree);
        let texts: Vec<(String, usize)> =
            found.iter().map(|(material, ply)| (material_text(material), *ply)).collect();
        assert_eq!(texts[0], ("KAABBNNRRCCPPPPP/kaabbnnrrccppppp".to_owned(), 0));
        assert_eq!(texts[1..], [("KAABBNNRRCCPPPPP/kaabbnnrrccpppp".to_owned(), 3)]);
    }

    #[test]
    fn a_position_met_again_counts_once_a_move() {
        let there_and_back =
            ["h0g2", "h9g7", "g2h0", "g7h9", "h0g2", "h9g7", "g2h0", "g7h9", "c3c4"];
        let found = postings(&game(&there_and_back), 7);
        let start: Vec<(u16, String)> = found
            .iter()
            .filter(|p| p.key == Position::start().key())
            .map(|p| (p.ply, Move::from_raw(p.mv).unwrap().to_string()))
            .collect();
        assert_eq!(start.len(), 2);
        assert!(start.contains(&(0, "h0g2".to_owned())));
        assert!(start.contains(&(8, "c3c4".to_owned())));
    }

    #[test]
    fn sums_count_each_game_once() {
        let mut all = postings(&game(&["h0g2", "h9g7", "g2h0", "g7h9", "c3c4"]), 1);
        all.extend(postings(&game(&["h2e2"]), 2));
        all.sort_unstable();
        let facts = |game| GameFacts {
            result: if game == 1 { GameResult::RedWins } else { GameResult::Draw },
            rating: if game == 1 { 2400 } else { 0 },
            date: 20_200_000 + game,
        };
        let found = sums(&all, facts, |_, games| games == 2);
        assert!(found.iter().all(|sum| sum.key == Position::start().key()));
        assert_eq!(found.len(), 4); // all, h0g2, c3c4, h2e2
        let all = found[0];
        assert_eq!((all.mv, all.games, all.red, all.draws, all.black), (-1, 2, 1, 1, 0));
        assert_eq!((all.rated, all.ratings, all.last), (1, 2400, 20_200_002));
    }

    #[test]
    fn fingerprints_tell_games_apart() {
        let short = fingerprint(&game(&["h2e2"]).tree);
        assert_ne!(short, fingerprint(&game(&["h2e2", "h9g7"]).tree));
        assert_ne!(short, fingerprint(&game(&["b2e2"]).tree));
        let mut noted = game(&["h2e2"]);
        noted.tree.notes_mut(Tree::ROOT).comment = "x".to_owned();
        noted.tree.add(Tree::ROOT, "c3c4".parse().unwrap()).unwrap();
        assert_eq!(short, fingerprint(&noted.tree));
    }
}
