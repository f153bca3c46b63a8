//! The loop as an unusual program uses it.

use super::tests::{Talk, answers};
use crate::testing::Numbers;
use chuhe_core::{Board, Position};

#[test]
fn lines_may_end_and_begin_as_on_any_system() {
    let talk = Talk::new();
    talk.say_bytes(b"\xef\xbb\xbfuci\r\n");
    talk.until("uciok");
    talk.say_bytes(b"isready\risre");
    talk.until("readyok");
    talk.say_bytes(b"ady\r\n\r\n");
    talk.until("readyok");
    // The last line needs no end.
    talk.say_bytes(b"position startpos moves h2e2\nd");
    let rest = talk.end();
    assert!(rest.iter().any(|line| line.contains(" b ")), "{rest:?}");
}

#[test]
fn a_line_that_is_too_long_is_passed_over_whole() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2");
    talk.say(&format!("position startpos moves {}", "h2e2 h9g7 e2h2 g7h9 ".repeat(60_000)));
    talk.until("info string error: a line longer");
    talk.say("d");
    assert!(talk.until("info string fen").pop().unwrap().contains(" b "));
    // A long game is none.
    talk.say(&format!("position startpos moves {}", "h2e2 h9g7 e2h2 g7h9 ".repeat(2_000)));
    talk.say("go depth 3");
    talk.best();
}

#[test]
fn words_that_mean_two_moves_are_read_as_those_before() {
    let talk = Talk::new();
    talk.say("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w moves a3b3");
    talk.say("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w moves a1b1");
    // Ranks from 1: the rook in the rank above the king's, or from 0: the one below it, would go.
    talk.say("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w moves a2b2");
    talk.say("d");
    let zero = talk.until("info string fen").pop().unwrap();
    assert!(zero.contains("/1R7/R8/4K4 b"), "{zero}");
    talk.say("position startpos moves h3e3");
    talk.say("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w moves a2b2");
    talk.say("d");
    let one = talk.until("info string fen").pop().unwrap();
    assert!(one.contains("/R8/1R7/4K4 b"), "{one}");
    talk.say("position fen 3k5/9/9/9/9/9/9/R8/R8/4K4 w");
    talk.say("go depth 2 searchmoves nonsense a2b2");
    assert_eq!(talk.best(), "a2b2");
    talk.say("d");
    let unmoved = talk.until("info string fen").pop().unwrap();
    assert!(unmoved.contains(" w "), "{unmoved}");
}

#[test]
fn every_go_is_answered_once_however_soon_it_is_stopped() {
    for threads in [1, 2] {
        let talk = Talk::new();
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say("position startpos moves h2e2");
        let legal = {
            let mut board = Board::start_position();
            board.push("h2e2".parse().unwrap()).unwrap();
            board.position().clone()
        };
        for _ in 0..200 {
            talk.say_bytes(b"go infinite\nstop\n");
            let lines = talk.until("bestmove");
            let [info, best] = &lines[lines.len() - 2..] else { panic!("{lines:?}") };
            // Even then something was looked at.
            assert!(info.contains(" score cp "), "{lines:?}");
            let best = best.split(' ').nth(1).unwrap().parse().unwrap();
            assert!(legal.is_legal(best), "{best}");
        }
        assert!(talk.end().is_empty());
    }
}

#[test]
fn storms_of_commands_leave_nothing_unanswered() {
    let mut numbers = Numbers(8);
    let goes = [
        "go infinite",
        "go ponder wtime 50 btime 50",
        "go ponder",
        "go ponder infinite",
        "go depth 3",
        "go movetime 2",
        "go nodes 900",
        "go wtime 10 btime 10",
        "go mate 2",
    ];
    let others = [
        "stop",
        "ponderhit",
        "ponderhit",
        "isready",
        "position startpos moves h2e2 h9g7",
        "position fen 4k4/9/4N4/9/9/4C4/9/9/9/3K5 b",
        "setoption name MultiPV value 3",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "ucinewgame",
        "eval",
        "nonsense",
    ];
    for _ in 0..10 {
        let mut text = "setoption name Hash value 1\nsetoption name MultiPV value 2\n".to_owned();
        let mut asked = 0;
        for _ in 0..60 {
            let go = numbers.below(2) == 0;
            asked += usize::from(go);
            text += if go {
                goes[numbers.below(goes.len())]
            } else {
                others[numbers.below(others.len())]
            };
            text += "\n";
        }
        let lines = answers(&text);
        let told = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(told, asked, "{text}");
        assert!(!lines.iter().any(|line| line.contains("the search failed")), "{text}");
    }
}

#[test]
fn the_other_sides_clock_is_better_than_none() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2");
    talk.say("go wtime 60");
    talk.best();
    talk.say("go infinite wtime 60");
    talk.say("isready");
    let lines = talk.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn a_search_for_a_mate_ends_without_one() {
    let talk = Talk::new();
    talk.say("position startpos");
    talk.say("go mate 1");
    talk.best();
    talk.say("position fen 3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w");
    talk.say("go mate 1");
    let lines = talk.until("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 1"), "{lines:?}");
    // And with the news that the side to move is mated.
    talk.say("position fen 4k4/4P4/9/9/9/9/9/9/9/R3K4 b");
    talk.say("go mate 2");
    let lines = talk.until("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate -1"), "{lines:?}");
}

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|&w| w != word);
    words.nth(1).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{word} in {line}"))
}

#[test]
fn a_hit_goes_on_where_pondering_was() {
    let talk = Talk::new();
    talk.say("position startpos moves h2e2");
    talk.say("go ponder wtime 3000 btime 3000");
    talk.until("info depth 7");
    talk.say("ponderhit");
    let after = talk.until("bestmove");
    assert!(after.iter().all(|line| !line.starts_with("info") || number(line, "depth") >= 7));
    assert!(talk.end().is_empty(), "one answer");
}

#[test]
fn the_last_line_counts_all_nodes_and_the_limit_is_for_all_threads() {
    for threads in [1, 2] {
        let talk = Talk::new();
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say("position startpos");
        talk.say("go nodes 40000");
        let lines = talk.until("bestmove");
        let nodes = number(&lines[lines.len() - 2], "nodes");
        // Each thread tells of its nodes now and then.
        assert!((40_000..44_000).contains(&nodes), "{threads} threads: {nodes}");
    }
}

#[test]
fn a_game_with_ten_milliseconds_left_is_played_on() {
    let talk = Talk::new();
    talk.say("setoption name Hash value 1");
    let mut board = Board::new(Position::start());
    for _ in 0..20 {
        let moves: Vec<String> = board.moves().iter().map(|m| m.to_string()).collect();
        talk.say(&format!("position startpos moves {}", moves.join(" ")));
        talk.say("go wtime 10 btime 10");
        let lines = talk.until("bestmove");
        let last = &lines[lines.len() - 2];
        // Processor time would be better, but a millisecond's worth of nodes is a measure too.
        assert!(number(last, "nodes") < 60_000, "{last}");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        board.push(best.parse().unwrap()).unwrap();
    }
}
