//! Any file of text or of lists: games with legal moves, problems with places; JSON of ours gives
//! each back whole, the other formats its moves.
//!
//! The first byte chooses how it is read: found out, or as one of the formats.
#![no_main]

use chuhe_records::{Format, Game, Reader, write_file};
use libfuzzer_sys::fuzz_target;

const FORMATS: [Format; 8] = [
    Format::Dhtmlxq,
    Format::Json,
    Format::Cbf,
    Format::Pfc,
    Format::Xqr,
    Format::Epd,
    Format::Csv,
    Format::Eglib,
];
/// Those that hold a whole tree.
const TREES: usize = 5;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, file)) = input.split_first() else {
        return;
    };
    let format = FORMATS.get(choice as usize % 9).copied();
    for game in games(file, format) {
        assert!(game.offset as usize <= file.len());
        for problem in &game.problems {
            assert!(problem.offset as usize <= file.len(), "{problem:?}");
            assert!(problem.line >= 1);
        }
        if let Some(mut position) = game.tree.start().position() {
            for m in game.tree.main_line() {
                position = position.play(m).expect("the main line is legal");
            }
        } else {
            assert!(game.tree.main_line().is_empty());
        }
        let again = &rewritten(&game, Format::Json)[0];
        assert!(again.tree == game.tree && again.headers == game.headers, "{game:?}");
        assert_eq!(again.result, game.result);
        for format in FORMATS {
            let again = rewritten(&game, format);
            if FORMATS[..TREES].contains(&format) {
                assert_eq!(again.len(), 1, "{format:?}");
                let moves = |game: &Game| -> Vec<_> {
                    game.tree.walk().map(|node| game.tree.mv(node)).collect()
                };
                assert_eq!(moves(&again[0]), moves(&game), "{format:?}");
                assert!(format == Format::Pfc || again[0].result == game.result);
            }
        }
    }
});

fn rewritten(game: &Game, format: Format) -> Vec<Game> {
    let file = write_file(format, &[game], 0).expect("one game");
    games(&file.bytes, Some(format))
}

fn games(file: &[u8], format: Option<Format>) -> Vec<Game> {
    let mut reader = Reader::new(file, format, None);
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.next_game() {
        games.push(game);
    }
    games
}
