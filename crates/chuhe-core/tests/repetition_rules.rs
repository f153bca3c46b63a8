//! One position for each sentence of the rules of repetition, made by hand.

use chuhe_core::{
    ActKind, Board, Color, Judgement, Position, Repetition, Rules, Why, judge, warning,
};

const RED: Option<Color> = Some(Color::Red);

fn rules(book: &str) -> Rules {
    let repetition = Repetition::named(book).expect("a known book");
    Rules { repetition, natural_limit: None, dead_position: false }
}

fn board(fen: &str, moves: &str) -> Board {
    let mut board = Board::new(Position::from_fen(fen).unwrap());
    for m in moves.split_whitespace() {
        board.push(m.parse().unwrap()).unwrap_or_else(|error| panic!("{fen} {m}: {error}"));
    }
    board
}

/// The ruling after two walks through a cycle.
fn ruling(fen: &str, cycle: &str, book: &str) -> Judgement {
    judge(&board(fen, &[cycle, " "].concat().repeat(2)), &rules(book)).expect("a third occurrence")
}

/// Asserts who loses under each book.
fn assert_loser(fen: &str, cycle: &str, expected: &[(&str, Option<Color>)]) {
    for (book, loser) in expected {
        let found = ruling(fen, cycle, book);
        assert_eq!(found.winner, loser.map(|color| !color), "{book} {fen} {found:#?}");
    }
}

fn kinds(fen: &str, cycle: &str, book: &str) -> Vec<ActKind> {
    let found = ruling(fen, cycle, book);
    let plies = cycle.split_whitespace().count();
    found.evidence.iter().take(plies).map(|(_, act)| act.kind).collect()
}

/// A ply of two natures has the heavier: what is offered to a pawn 献, and what stands in exchange
/// with a rook 兑, chases all the same if it attacks a piece without a root.
#[test]
fn offering_and_chasing_is_chasing() {
    let cycle = "a2b2 b6a6 b2a2 a6b6";
    for rank in ["R1p1B4", "R2rB4"] {
        let fen = format!("3akab2/9/4b4/1c7/9/9/9/{rank}/9/3AKAB2 w");
        assert_loser(&fen, cycle, &[("axf", RED), ("engine", RED), ("cxa-2020", RED)]);
        assert!(ruling(&fen, cycle, "club").faults[0].is_some());
    }
}

/// 跟: what keeps attacking a piece with a true root follows it.
#[test]
fn attacking_what_has_a_root_is_following() {
    let (fen, cycle) = ("4kab2/4a4/4b4/1c5r1/9/9/9/R3B4/9/3AKAB2 w", "a2b2 b6a6 b2a2 a6b6");
    assert_loser(fen, cycle, &[("axf", None), ("engine", None), ("cxa-2020", None)]);
    assert_eq!(kinds(fen, cycle, "cxa-2020")[0], ActKind::Follow);
    let attack = ruling(fen, cycle, "axf").evidence[0].1.attacks[0];
    assert_eq!((attack.why, attack.guard), (Why::Rooted, Some("h6".parse().unwrap())));
}

/// What another piece has been attacking all along is not followed by a king that answers a check.
/// (Chinese rules, diagram 8: the rook on f6 attacks an advisor all the time.)
#[test]
fn a_king_that_answers_a_check_is_idle() {
    let fen = "3a3R1/3Nck3/3ab4/P4r3/9/8p/2p5n/C3BA2B/4A4/4K4 w";
    assert_eq!(kinds(fen, "h9h3 f8f9 h3h9 f9f8", "cxa-2020")[3], ActKind::Idle);
}

/// 少根: two attackers of a piece with one root win by exchange; only the Chinese rules look so far.
#[test]
fn short_of_roots() {
    let (fen, cycle) = ("4kab2/4a4/4b4/1c5r1/9/9/9/R3B4/R8/3AKAB2 w", "a2b2 b6a6 b2a2 a6b6");
    assert_eq!(kinds(fen, cycle, "axf")[2], ActKind::Follow);
    assert_eq!(kinds(fen, cycle, "cxa-2020")[2], ActKind::Chase);
    let found = ruling(fen, cycle, "cxa-2020");
    let attackers: Vec<String> =
        found.evidence[2].1.attacks.iter().map(|a| a.by.0.to_string()).collect();
    assert_eq!(attackers, ["a2", "a1"]);
    assert!(found.evidence[2].1.is_joint());
}

/// A pawn that steps aside uncovers the rook behind it: the rook chases.
#[test]
fn a_pawn_that_uncovers_a_rook_lets_it_chase() {
    let (fen, cycle) = ("4kab2/2c1a4/4b4/2P6/9/9/9/2RRB4/9/3AKAB2 w", "c6d6 c8d8 d6c6 d8c8");
    assert_loser(fen, cycle, &[("axf", RED), ("engine", RED)]);
    assert_eq!(kinds(fen, cycle, "cxa-2020")[0], ActKind::Chase);
}

/// The same kind, each able to take the other, is an exchange 兑.
#[test]
fn rooks_that_face_each_other_exchange() {
    let (fen, cycle) = ("3akab2/2r6/4b4/2P6/9/9/9/2RRB4/9/3AKAB2 w", "c6d6 c8d8 d6c6 d8c8");
    assert_loser(fen, cycle, &[("axf", None), ("cxa-2020", None)]);
    assert_eq!(kinds(fen, cycle, "axf")[0], ActKind::Exchange);
}

/// Pawns that have not crossed the river are not chased; those that have are.
#[test]
fn only_crossed_pawns_are_chased() {
    let cycle = "b1a1 a4b4 a1b1 b4a4";
    let crossed = "4kab2/4a4/4b4/9/9/p8/9/4B4/1R7/3AKAB2 w";
    assert_loser(crossed, cycle, &[("axf", RED), ("engine", RED), ("cxa-2020", RED)]);
    let home = "4kab2/4a4/4b4/p1p6/9/9/9/4B4/1R7/3AKAB2 w";
    let shuffle = "b1a1 e9d9 a1b1 d9e9";
    assert_loser(home, shuffle, &[("axf", None), ("cxa-2020", None)]);
    assert_eq!(kinds(home, shuffle, "cxa-2020")[0], ActKind::Idle);
}

/// The root that may not take back, and why: the guard is pinned, or its king would face the other.
#[test]
fn false_roots_are_told_apart() {
    let cycle = "b1a1 a5b5 a1b1 b5a5";
    let why = |fen: &str| {
        let attack = ruling(fen, cycle, "axf").evidence[0].1.attacks[0];
        (attack.why, attack.guard.map(|s| s.to_string()))
    };
    let pinned = "4k4/9/9/9/c3r4/9/9/9/1R2R4/4K4 w";
    assert_eq!(why(pinned), (Why::FalseRootPinned, Some("e5".to_owned())));
    let fen = "4k4/9/4b4/9/2c6/9/9/9/3R5/4K4 w";
    let found = ruling(fen, "d1c1 c5d5 c1d1 d5c5", "axf");
    let attack = found.evidence[0].1.attacks[0];
    assert_eq!((attack.why, attack.guard), (Why::FalseRootKing, Some("e7".parse().unwrap())));
}

/// The capture itself may give a check that the guard does not answer, or take away the screen
/// over which a cannon stands guard.
#[test]
fn a_capture_may_disarm_the_guard() {
    let first = |fen: &str, cycle: &str, ply: usize, book: &str| {
        let attack = ruling(fen, cycle, book).evidence[ply].1.attacks[0];
        (attack.why, attack.guard.map(|s| s.to_string()).unwrap_or_default())
    };
    let check = "5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w";
    let cycle = "b4c2 b0c0 c2b4 c0b0";
    assert_eq!(first(check, cycle, 1, "axf"), (Why::FalseRootCheck, "f2".to_owned()));
    let screen = "r2akabr1/9/2n1b1n2/p1p1p1R1p/6c2/2P6/P3P2CP/2N1C4/6c1N/R1BAKAB2 w";
    let cycle = "e2g2 g5e5 g2e2 e5g5";
    assert_eq!(first(screen, cycle, 0, "cxa-2020"), (Why::FalseRootScreen, "g5".to_owned()));
}

/// A threat that stood before is not new: neither along a line, nor again after a check that had
/// to be answered first.
#[test]
fn what_stood_before_is_not_new() {
    let slide = ("3k5/9/9/9/c8/9/9/9/R8/4K4 w", "a1a2 d9d8 a2a1 d8d9");
    assert_loser(slide.0, slide.1, &[("axf", None), ("engine", None), ("cxa-2020", None)]);
    // The advisor attacks the pawn all the time; the king only answers checks and steps back.
    let check = ("4ka1r1/4a1c2/b2Pb4/4C3C/9/4c1p2/P4Rn1P/6N2/9/2BAKAB2 b", "e9d9 e6d6 d9e9 d6e6");
    assert_loser(check.0, check.1, &[("axf", None), ("cxa-2020", None)]);
}

/// With every move of a cycle chased all along, the warning comes when the position has stood
/// twice, and names the move that would be the last.
#[test]
fn the_warning_comes_before_the_fatal_repetition() {
    let (fen, cycle) = ("3k5/9/9/9/c8/9/9/9/1R7/4K4 w", "b1a1 a5b5 a1b1 b5a5 ");
    let moves: Vec<&str> = cycle.split_whitespace().collect();
    let at = |plies: usize, book: &str| {
        let played: Vec<&str> = moves.iter().copied().cycle().take(plies).collect();
        warning(&board(fen, &played.join(" ")), &rules(book))
    };
    for book in ["axf", "engine", "cxa-2020", "club"] {
        for plies in 0..4 {
            assert_eq!(at(plies, book), None, "{book} {plies}");
        }
        let found = at(4, book).expect("the first position has stood twice");
        assert_eq!((found.loser, found.fatal_moves.len()), (Color::Red, 0), "{book}");
        let found = at(6, book).expect("the last round begins");
        let fatal: Vec<String> = found.fatal_moves.iter().map(|m| m.to_string()).collect();
        assert_eq!((found.loser, fatal), (Color::Red, vec!["a1b1".to_owned()]), "{book}");
        let all = board(fen, &moves[..2].join(" ")).position().legal_moves().len();
        assert_eq!(found.ways_out.len(), all - 1, "{book}");
        assert!(at(7, book).expect("Black may repeat").ways_out.is_empty(), "{book}");
        assert_eq!(at(8, book), None, "the game is over: {book}");
    }
    for book in ["off", "draw", "checks", "count"] {
        assert!((0..8).all(|plies| at(plies, book).is_none()), "{book}");
    }
}

/// Six checks in a row by one piece are allowed where checks are counted, the seventh loses; the
/// warning comes before it, and no third occurrence before that draws.
#[test]
fn counted_checks_lose_by_number() {
    let fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w";
    let cycle = "i8i9 e9e8 i9i8 e8e9 ";
    let at = |plies: usize| {
        let moves: Vec<&str> = cycle.split_whitespace().cycle().take(plies).collect();
        board(fen, &moves.join(" "))
    };
    // Red's rook checks with every move.
    for plies in 0..13 {
        let found = judge(&at(plies), &rules("count"));
        assert_eq!(found, None, "{plies}");
    }
    let found = judge(&at(13), &rules("count")).expect("the seventh check");
    assert_eq!(found.winner, Some(Color::Black));
    let warned = warning(&at(12), &rules("count")).expect("the next check loses");
    assert_eq!(warned.loser, Color::Red);
    assert!(warned.fatal_moves.contains(&"i8i9".parse().unwrap()));
    assert!(warned.ways_out.iter().all(|&m| !at(12).position().gives_check(m)));
}

/// What stands again after a check has been answered is not new, nor is what would be won by
/// checks. Black checks with every move; Red's elephant only interposes. (Liu Dahua–Zhao Guorong,
/// as a public collection of games has it.)
#[test]
fn interposing_is_idle_though_old_threats_stand_again() {
    let fen = "2bC3R1/4ak3/1c2c4/5r2p/1np3b2/7R1/2P5P/N2A4B/4K4/2BA5 b";
    let cycle = "f6e6 c0e2 e6f6 e2c0";
    let black = Some(Color::Black);
    assert_loser(fen, cycle, &[("axf", black), ("club", black), ("cxa-2020", black)]);
}

/// A pawn may chase alone; with another piece it does so jointly, and is no worse than the joint
/// chase of the other side. (A game of a public collection.)
#[test]
fn a_pawn_chases_only_jointly() {
    let fen = "3akab2/9/4b4/p3p2rp/1r1n1RP2/2P2N3/P3P3P/N1C1C4/4A4/2BAK3c w";
    let cycle = "g5h5 h6g6 h5g5 g6h6";
    assert_loser(fen, cycle, &[("axf", None), ("cxa-2020", None)]);
    let found = ruling(fen, cycle, "cxa-2020");
    assert!(found.evidence.iter().all(|(_, act)| act.is_joint()), "{found:#?}");
}

/// 九着: nine forbidden moves of one piece to three points lose without a repetition, but not if a
/// pawn has gone forward meanwhile, for then nothing goes round. (The second from a game of a
/// public collection.)
#[test]
fn nine_moves_lose_only_where_play_goes_round() {
    let chase = "a1b1 b5a5 b1a1 a5c5 a1c1 c5f5 c1f1 f5g5 f1g1 g5h5 g1h1 h5i5 h1i1 i5f5 i1f1 f5a5 \
                 f1a1";
    let played = board("3k5/9/9/9/1c7/9/9/9/R8/4K4 w", chase);
    let found = judge(&played, &rules("cxa-2020")).expect("nine moves");
    assert_eq!((found.winner, found.cycle), (Some(Color::Black), Some((1, 17))));
    assert_eq!(judge(&played, &rules("cxa-2011")), None);
    let forward = "a6f6 e8f7 f6f3 h3h2 f3f2 h2h1 f2h2 h1g1 h2h8 f8f9 h8g8 g1h1 g8g9 f9f8 g9h9 \
                   h1g1 h9h8";
    let played = board("9/4ak3/9/R8/9/P8/7p1/4B4/4K4/2Br5 w", forward);
    assert_eq!(judge(&played, &rules("cxa-2020")), None);
}

/// A cycle of two different loops is lost only if each loop is, wherever one enters it: two rooks
/// and two cannons chase each other, in each loop one and the same (World rules, diagrams 71–75).
#[test]
fn a_double_cycle_is_ruled_alike_wherever_it_is_entered() {
    let fen = "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w";
    let moves = "d8d6 d9e8 d6d8 e8d9 f8f6 f9e8 f6f8 e8f9 ".repeat(3);
    let mut played = board(fen, "");
    let mut ruled = 0;
    for m in moves.split_whitespace() {
        played.push(m.parse().unwrap()).unwrap();
        if let Some(found) = judge(&played, &rules("axf")) {
            ruled += 1;
            assert_eq!(found.winner, None, "after ply {}", played.ply());
            let quick = chuhe_core::judge::quick_verdict(&played, &rules("axf").repetition);
            assert_eq!(quick, Some(None), "after ply {}", played.ply());
        }
    }
    assert!(ruled > 8, "{ruled}");
}

/// 守: a capture that a threat of mate would answer at the same cost is no threat (main diagram 18);
/// without that threat the same rook chases the same elephant.
#[test]
fn a_rook_bound_to_its_post_does_not_chase() {
    let cycle = "e4d4 d9e9 d4e4 e9d9";
    let bound = "3k1a3/4a4/b3b4/9/9/4R4/4n4/3Ar4/3KA4/9 w";
    // The book calls it following 跟.
    assert_eq!(kinds(bound, cycle, "cxa-2020")[2], ActKind::Follow);
    assert_loser(bound, cycle, &[("cxa-2020", None)]);
    let free = "3k1a3/4a4/b3b4/9/9/4R4/9/3A5/3KA4/r8 w";
    assert_eq!(kinds(free, cycle, "cxa-2020")[2], ActKind::Chase);
    assert_loser(free, cycle, &[("cxa-2020", RED)]);
}
