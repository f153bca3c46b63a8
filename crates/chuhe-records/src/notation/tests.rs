use super::*;
use chuhe_core::Setup;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn read(fen: &str, text: &str) -> String {
    match parse(&position(fen), text) {
        Ok(m) => m.to_string(),
        Err(error) => error.to_string(),
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/// Two and two pawns: c6 c5, g6 g5.
const TWO_FILES: &str = "3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w";
/// Three and two: c6 c5 c4, g6 g5; c is file 7, g file 3.
const THREE_AND_TWO: &str = "3k5/9/9/2P3P2/2P3P2/2P6/9/9/9/4K4 w";
const FIVE: &str = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/4K4 w";

/// A small generator of numbers: tests need no more.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// Every move of the position, written in every style and read again.
fn round_trip(position: &Position) {
    for m in &position.legal_moves() {
        for (name, style) in Style::ALL {
            let text = write(position, m, style);
            let found = parse_with(position, &text, style.into());
            assert_eq!(
                found.as_ref().map(|parsed| parsed.m),
                Ok(m),
                "{text} ({name}) in {}",
                position.fen()
            );
        }
        for name in ["zh", "zh-b", "wxf", "iccs", "uci"] {
            let text = write(position, m, Style::from_name(name).unwrap());
            assert_eq!(
                parse(position, &text),
                Ok(m),
                "{text} without a hint in {}",
                position.fen()
            );
        }
    }
}

#[test]
fn what_is_written_is_read_in_random_games() {
    let mut random = Random(1);
    for _ in 0..40 {
        let mut position = Position::start();
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            round_trip(&position);
            position.make(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn what_is_written_is_read_among_crowded_pawns() {
    let mut random = Random(2);
    let mut seen = [0; 6];
    for _ in 0..3000 {
        let position = crowded(&mut random);
        for color in chuhe_core::Color::ALL {
            for file in 0..9 {
                let column =
                    tandem::Column::on_file(&position, color, chuhe_core::Role::Pawn, file);
                seen[column.len()] += 1;
            }
        }
        round_trip(&position);
    }
    assert!(seen.iter().all(|times| *times > 50), "pawns on a file, how often: {seen:?}");
}

/// Few pieces, and pawns of both sides heaped on two or three files.
fn crowded(random: &mut Random) -> Position {
    use chuhe_core::{Color, Piece, Role, Square};
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::ALL[random.below(2)];
        let mut put = |piece: Piece, file: usize, rank: usize| {
            setup.pieces[Square::new(file as u8, rank as u8).index()].get_or_insert(piece);
        };
        put(Piece::new(Color::Red, Role::King), 3 + random.below(3), random.below(3));
        put(Piece::new(Color::Black, Role::King), 3 + random.below(3), 7 + random.below(3));
        for color in Color::ALL {
            let files = [random.below(9), random.below(9), random.below(9)];
            let kinds = 1 + random.below(3);
            for _ in 0..5 {
                let ahead = 5 + random.below(5);
                let rank = if color == Color::Red { ahead } else { 9 - ahead };
                put(Piece::new(color, Role::Pawn), files[random.below(kinds)], rank);
            }
            for role in [Role::Rook, Role::Horse, Role::Cannon] {
                let file = random.below(9);
                for _ in 0..random.below(3) {
                    put(Piece::new(color, role), file, random.below(10));
                }
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

#[test]
fn two_doubled_files_are_read_in_three_conventions() {
    let cases = [
        // xqbase: right file first, front to back
        ("一兵平四", "g6f6"),
        ("二兵平四", "g5f5"),
        ("三兵平六", "c6d6"),
        ("四兵平六", "c5d5"),
        // file and place
        ("前七平六", "c6d6"),
        ("后三平二", "g5h5"),
        ("前兵七平六", "c6d6"),
        ("二兵7平6", "c5d5"),
        ("二7平6", "c5d5"),
        // only legality tells: file 4 is next to file 3, not to 7
        ("前兵平四", "g6f6"),
        ("后兵平八", "c5b5"),
        ("17+1", "c6c7"),
        ("23=2", "g5h5"),
        ("7+.6", "c6d6"),
        ("3-=2", "g5h5"),
        ("Pa+1", "g6g7"),
        ("pd.6", "c5d5"),
    ];
    for (text, m) in cases {
        assert_eq!(read(TWO_FILES, text), m, "{text}");
    }
    assert_eq!(
        read(TWO_FILES, "前兵进一"),
        "notation.ambiguous text=前兵进一 candidates=g6g7 c6c7"
    );
}

#[test]
fn a_convention_that_decides_says_what_else_was_possible() {
    // The first in all stands on file 4; the first of file 6 could go there too.
    let near = position("3k5/9/9/3P1P3/3P1P3/9/9/9/9/4K4 w");
    let parsed = parse_with(&near, "一兵平五", Hint::default()).unwrap();
    assert_eq!(parsed.m.to_string(), "f6e6");
    assert_eq!(parsed.others, ["d6e6".parse().unwrap()]);
    // Where pawns are told apart by file, 一兵 is the first of its file: of either.
    let filed = Style::from_name("zh-b").unwrap();
    assert!(parse_with(&near, "一兵平五", filed.into()).is_err());
    // 33: the middle of file 3 by the WXF, the third of file 3 by Fairy-Stockfish.
    let both = position("3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w");
    let parsed = parse_with(&both, "33=4", Hint::default()).unwrap();
    assert_eq!(parsed.m.to_string(), "g6f6");
    assert_eq!(parsed.others, ["g5f5".parse().unwrap()]);
    let parsed = parse_with(&both, "33=4", Style::WxfDigits.into()).unwrap();
    assert_eq!(parsed.m.to_string(), "g5f5");
}

#[test]
fn five_pawns_on_a_file_are_told_apart() {
    let cases = [
        ("一兵平四", "e8f8"),
        ("前兵平四", "e8f8"),
        ("二兵平四", "e7f7"),
        ("中兵平四", "e6f6"),
        ("后兵平四", "e4f4"),
        ("++.4", "e8f8"),
        ("P+.4", "e7f7"),
        ("P5.4", "e6f6"),
        ("P-.4", "e5f5"),
        ("35=4", "e6f6"),
        ("Pe=4", "e4f4"),
    ];
    // The last one stands before the river and cannot go sideways.
    for (text, m) in cases {
        let found = read(FIVE, text);
        let home = &m[1..2] == "4";
        assert_eq!(found.starts_with("illegal.pawn_sideways"), home, "{text}: {found}");
        assert!(found.contains(m), "{text}: {found}");
    }
}

#[test]
fn a_refusal_names_its_reason() {
    let cases = [
        (START, "马二进四", "illegal.leg_blocked text=马二进四 move=h0f1 square=g0"),
        (START, "马八进六", "illegal.leg_blocked text=马八进六 move=b0d1 square=c0"),
        (START, "炮三平五", "notation.none_on_file text=炮三平五 color=red role=cannon file=3"),
        (START, "前炮平五", "notation.no_tandem text=前炮平五 color=red role=cannon"),
        (START, "马二平三", "notation.sideways text=马二平三 color=red role=horse"),
        (START, "马二进五", "notation.file_out_of_reach text=马二进五 color=red role=horse file=5"),
        (START, "炮二退九", "notation.off_board text=炮二退九 color=red role=cannon"),
        (START, "炮二进八", "notation.off_board text=炮二进八 color=red role=cannon"),
        (START, "你好", "notation.bad_character text=你好 at=1 character=你"),
        (START, "炮二平", "notation.not_a_move text=炮二平"),
        (START, "", "notation.not_a_move text="),
        (START, "0000", "notation.not_a_move text=0000"),
        (START, "e2e4q", "notation.not_a_move text=e2e4q"),
        (START, "j0a0", "notation.not_a_move text=j0a0"),
        ("4k4/9/9/9/9/9/9/9/4N4/4K4 w", "马五进三", "illegal.kings_face text=马五进三 move=e1g2"),
        (
            "3k5/9/4c4/9/9/4P4/9/9/4N4/4K4 w",
            "马五进七",
            "illegal.king_in_check text=马五进七 move=e1c2 color=black role=cannon square=e7",
        ),
        (
            "3k5/9/9/9/4C4/9/9/4C4/9/4K4 w",
            "炮五平一",
            "notation.ambiguous text=炮五平一 candidates=e5i5 e2i2",
        ),
    ];
    for (fen, text, expected) in cases {
        let found = read(fen, text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
}

#[test]
fn ranks_may_count_from_zero_or_one() {
    assert_eq!(read(START, "h3e3"), "h2e2");
    assert_eq!(read(START, "a1a2"), "a0a1");
    assert_eq!(read(START, "a0a1"), "a0a1");
    let black = START.replace(" w", " b");
    assert_eq!(read(&black, "a10a9"), "a9a8");
    assert_eq!(read(&black, "I10-I9"), "i9i8");
    assert_eq!(read(&black, "a:a9"), "a9a8");
    assert_eq!(
        read(&black, "Rh10"),
        "illegal.own_piece text=Rh10 move=a9h9 color=black role=horse square=h9"
    );
}

#[test]
fn a_line_counts_ranks_in_one_way() {
    // Rb8 alone could be b8 or, counted from 1, b7.
    let texts: Vec<&str> = "Cbe3 Cbe8 Hc3 Hc8 Rb1 Chg8 Rb8 Cxb8 Ch8 Ege8 Pe5 Hf9 Ch7 Rh10 Chxe7+ \
                            Hcxe7 Hg3 Hd5 Hce4 Hxe3 Egxe3 Cb3"
        .split_whitespace()
        .collect();
    let line = parse_line(&Position::start(), &texts, Hint::default());
    assert_eq!(line.error, None);
    let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
    assert_eq!(
        moves.join(" "),
        "b2e2 b7e7 b0c2 b9c7 a0b0 h7g7 b0b7 e7b7 h2h7 g9e7 e3e4 h9f8 h7h6 i9h9 h6e6 c7e6 h0g2 \
         e6d4 c2e3 d4e2 g0e2 b7b2"
    );
}

#[test]
fn any_text_is_answered() {
    let alphabet: Vec<char> =
        "炮車马兵象士帅前后中进退平一二五九13579⒈０×+-=.#!?xXabehCPRHEKz: \u{3000}🐎\0"
            .chars()
            .collect();
    let mut random = Random(3);
    let positions = [START, TWO_FILES, THREE_AND_TWO, FIVE].map(position);
    let mut read = 0;
    for _ in 0..200_000 {
        let text: String =
            (0..random.below(9)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        for position in &positions {
            match parse(position, &text) {
                Ok(m) => {
                    assert!(position.is_legal(m), "{text} gave {m} in {}", position.fen());
                    read += 1;
                }
                Err(error) => assert!(!error.code().is_empty()),
            }
        }
    }
    assert!(read > 100, "only {read} texts were moves");
    let huge = "炮".repeat(1 << 20);
    assert_eq!(parse(&positions[0], &huge), Err(NotationError::not_a_move(&huge)));
}

#[test]
fn a_mirrored_board_has_mirrored_words() {
    let mut random = Random(4);
    for _ in 0..200 {
        let position = crowded(&mut random);
        let (other_side, mirror) = (position.mirror_colors(), position.mirror_files());
        for m in &position.legal_moves() {
            // The other side says the same, files renumbered by neither: a point reflection.
            let turned = other_side.mirror_files();
            let there = m.mirror_rank().mirror_file();
            assert_eq!(write(&position, m, Style::Wxf), write(&turned, there, Style::Wxf));
            let (here, there) =
                (write(&position, m, Style::Wxf), write(&mirror, m.mirror_file(), Style::Wxf));
            let signs = |text: &str| text.chars().filter(|c| "+-=".contains(*c)).count();
            assert_eq!(signs(&here), signs(&there));
        }
    }
}
