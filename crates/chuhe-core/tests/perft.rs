//! Move counts on which independent engines agree: `tests/data/perft.epd`.

use chuhe_core::Position;

/// What one run of the tests counts up to; the largest, of 5.4 thousand million, is for
/// `cargo test --release -- --ignored`.
const EVERY_DAY: u64 = 20_000_000;

fn check(wanted: impl Fn(u64) -> bool) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/perft.epd");
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split("; ");
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let position = Position::from_fen(fen).unwrap();
        for field in fields {
            let (depth, nodes) = field[1..].split_once(' ').unwrap();
            let (depth, nodes) = (depth.parse().unwrap(), nodes.parse().unwrap());
            if wanted(nodes) {
                assert_eq!(position.perft(depth), nodes, "{name} at depth {depth}");
                assert_eq!(
                    position.mirror_files().perft(depth),
                    nodes,
                    "{name} mirrored at depth {depth}"
                );
                assert_eq!(
                    position.mirror_colors().perft(depth),
                    nodes,
                    "{name} exchanged at depth {depth}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn move_counts_are_exact() {
    check(|nodes| nodes <= EVERY_DAY);
}

#[test]
#[ignore = "counts thousands of millions of moves"]
fn deep_move_counts_are_exact() {
    check(|nodes| nodes > EVERY_DAY);
}
