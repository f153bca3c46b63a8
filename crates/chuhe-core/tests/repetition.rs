//! The judge of repetitions: known cases (tests/data/repetition/cases.tsv) and random cycles.

use chuhe_core::judge::{quick_verdict, within};
use chuhe_core::{
    Act, ActKind, Board, Color, Judgement, Move, Position, Repetition, Rules, Setup, Square, judge,
};
use std::time::Duration;

const BOOKS: [&str; 5] = ["axf", "engine", "cxa-2020", "club", "checks"];

/// Where we rule otherwise than the source, and why.
const OTHERWISE: [(&str, &str, Option<Color>, &str); 6] = [
    // Diagram 61: the screen of a cannon moves to and fro, so that Black too attacks the cannon on
    // b2 anew with every move. Played out this is mutual; the book sees only Red chase.
    ("wxf-065", "axf", None, "a mutual chase, when played out"),
    ("wxf-065", "wxf", None, "a mutual chase, when played out"),
    // Programs disagree. The horse is guarded only by a piece that is pinned and cannot take back.
    ("chessdb7-1", "axf", Some(Color::Red), "false root by pin"),
    ("chessdb7-1", "engine", Some(Color::Red), "false root by pin"),
    ("chessdb7-2", "axf", Some(Color::Red), "false root by pin"),
    ("chessdb7-2", "engine", Some(Color::Red), "false root by pin"),
];

/// How many of 100 classes must be those of the book.
const CLASSES: usize = 95;

struct Case {
    id: String,
    fen: String,
    moves: Vec<Move>,
    /// Book and loser; `None` is a draw.
    verdicts: Vec<(String, Option<Color>)>,
    classes: [Vec<char>; 2],
}

impl Case {
    fn start(&self) -> Position {
        Setup::parse(&self.fen).unwrap().playable().unwrap()
    }
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/repetition/cases.tsv");
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    text.lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

fn case(line: &str) -> Case {
    let fields: Vec<&str> = line.split('\t').collect();
    // 将, 杀, 捉 and all the rest; kings and pawns chase idly.
    let class = |text: &str| match text.chars().next() {
        Some(class @ ('将' | '杀')) => class,
        Some('捉') if !text.contains(['兵', '帅']) => '捉',
        _ => '闲',
    };
    let list = |text: &str| match text {
        "-" => Vec::new(),
        text => text.split(',').map(class).collect(),
    };
    let verdict = |text: &str| {
        let (book, loser) = text.split_once(':')?;
        Some((book.to_owned(), Color::ALL.into_iter().find(|color| color.name() == loser)))
    };
    Case {
        id: fields[0].to_owned(),
        fen: fields[1].to_owned(),
        moves: fields[2].split(' ').map(|m| m.parse().unwrap()).collect(),
        verdicts: fields[3].split(' ').filter_map(verdict).collect(),
        classes: [list(fields[4]), list(fields[5])],
    }
}

fn rules(book: &str) -> Rules {
    let repetition = Repetition::named(book).expect("a known book");
    Rules { repetition, natural_limit: None, dead_position: false }
}

/// Plays until a book rules.
fn ruling(start: &Position, moves: &[Move], book: &str) -> Option<(Board, Judgement)> {
    let mut board = Board::new(start.clone());
    let rules = rules(book);
    for &m in moves {
        board.push(m).unwrap_or_else(|error| panic!("{error}"));
        if let Some(found) = judge(&board, &rules) {
            return Some((board, found));
        }
    }
    None
}

fn loser(found: &Judgement) -> Option<Color> {
    found.winner.map(|winner| !winner)
}

#[test]
fn every_case_is_ruled_as_its_source_says_or_for_a_reason_given() {
    let mut wrong = Vec::new();
    for case in cases() {
        for (book, source) in &case.verdicts {
            let otherwise = OTHERWISE.iter().find(|(id, b, ..)| *id == case.id && b == book);
            let want = otherwise.map_or(*source, |(_, _, loser, _)| *loser);
            let found = ruling(&case.start(), &case.moves, book);
            let got = found.as_ref().map(|(_, found)| loser(found));
            if got != Some(want) {
                wrong.push(format!("{} {book}: {got:?}, want {want:?}", case.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_quick_verdict_is_that_with_evidence() {
    for case in cases() {
        for book in ["axf", "engine", "checks", "club", "cxa-1999", "cxa-2020"] {
            let Some((board, found)) = ruling(&case.start(), &case.moves, book) else { continue };
            if found.occurrences.is_empty() {
                continue; // nine moves 九着, and no repetition
            }
            let quick = quick_verdict(&board, &rules(book).repetition);
            assert_eq!(quick, Some(found.winner), "{} {book}", case.id);
        }
    }
}

fn class(act: &Act) -> char {
    match act.kind {
        ActKind::Check => '将',
        ActKind::Kill => '杀',
        ActKind::Chase => '捉',
        _ => '闲',
    }
}

#[test]
fn plies_have_the_class_the_chinese_book_gives_them() {
    let (mut right, mut all, mut wrong) = (0, 0, Vec::new());
    for case in cases().iter().filter(|case| !case.classes[0].is_empty()) {
        if !case.verdicts.iter().any(|(book, _)| book == "cxa-2020") {
            continue;
        }
        let Some((board, found)) = ruling(&case.start(), &case.moves, "cxa-2020") else { continue };
        let known = case.classes[0].len() + case.classes[1].len();
        for (ply, act) in found.evidence.iter().take_while(|(ply, _)| *ply <= known) {
            let want = case.classes[board.mover(*ply).index()][(ply - 1) / 2];
            all += 1;
            right += usize::from(class(act) == want);
            if class(act) != want {
                wrong.push(format!("{} {ply}: {}, want {want}", case.id, class(act)));
            }
        }
    }
    assert!(right * 100 >= all * CLASSES, "{right} of {all}: {wrong:#?}");
    println!("{right} of {all}: {wrong:#?}");
}

/// A game seen in a mirror, and who loses it then.
#[derive(Clone, Copy, Debug)]
enum Mirror {
    Files,
    Colors,
}

impl Mirror {
    fn position(self, position: &Position) -> Position {
        match self {
            Mirror::Files => position.mirror_files(),
            Mirror::Colors => position.mirror_colors(),
        }
    }

    fn moves(self, moves: &[Move]) -> Vec<Move> {
        let turn = |m: &Move| match self {
            Mirror::Files => m.mirror_file(),
            Mirror::Colors => m.mirror_rank(),
        };
        moves.iter().map(turn).collect()
    }

    fn color(self, color: Option<Color>) -> Option<Color> {
        match self {
            Mirror::Files => color,
            Mirror::Colors => color.map(|color| !color),
        }
    }
}

/// What a ruling comes to, apart from where it stands in the game.
fn summary(found: &Judgement) -> (Option<Color>, &'static str, Vec<ActKind>) {
    let kinds = found.evidence.iter().map(|(_, act)| act.kind).collect();
    (found.winner, found.termination.code(), kinds)
}

fn assert_same_in_mirrors(name: &str, start: &Position, moves: &[Move], book: &str) {
    let Some((_, found)) = ruling(start, moves, book) else { return };
    for mirror in [Mirror::Files, Mirror::Colors] {
        let (_, seen) = ruling(&mirror.position(start), &mirror.moves(moves), book).unwrap();
        let (winner, code, kinds) = summary(&found);
        assert_eq!(
            summary(&seen),
            (mirror.color(winner), code, kinds),
            "{name} {book} {mirror:?} {start:?} {moves:?}"
        );
    }
}

#[test]
fn mirrors_change_nothing() {
    for case in cases() {
        for book in BOOKS {
            assert_same_in_mirrors(&case.id, &case.start(), &case.moves, book);
        }
    }
}

/// A pair of quiet plies into `start` that neither take nor check, each there and back.
fn shuffle_into(start: &Position) -> Option<(Position, Vec<Move>)> {
    let mut waiting = start.clone();
    waiting.pass_turn();
    if waiting.in_check() || start.in_check() {
        return None;
    }
    // Undo a quiet move of the waiting side, then one of the side to move.
    let back = |position: &Position| {
        position.legal_moves().into_iter().find(|&m| {
            let mut after = position.clone();
            after.make(m);
            !position.is_capture(m) && !after.in_check() && {
                after.pass_turn();
                !after.in_check() && after.is_legal(Move::new(m.to(), m.from()))
            }
        })
    };
    let last = back(&waiting)?;
    waiting.make(last);
    let first = back(&waiting)?;
    let mut earlier = waiting.clone();
    earlier.make(first);
    earlier.pass_turn();
    let turned = |m: Move| Move::new(m.to(), m.from());
    (!earlier.in_check()).then(|| {
        let mut earlier = earlier;
        earlier.pass_turn();
        (earlier, vec![turned(first), turned(last)])
    })
}

#[test]
fn what_came_before_the_cycle_does_not_matter() {
    let mut tried = 0;
    for case in cases() {
        let start = case.start();
        let Some((mut earlier, mut moves)) = shuffle_into(&start) else { continue };
        if earlier.turn() != start.turn() {
            earlier.pass_turn();
        }
        let mut check = Board::new(earlier.clone());
        if moves.iter().any(|&m| check.push(m).is_err()) || check.position().key() != start.key() {
            continue;
        }
        tried += 1;
        moves.extend(&case.moves);
        for book in BOOKS {
            let told = |(_, found): (Board, Judgement)| (found.winner, found.termination);
            let plain = ruling(&start, &case.moves, book).map(told);
            let later = ruling(&earlier, &moves, book).map(told);
            assert_eq!(later, plain, "{} {book}", case.id);
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// A random thin position and a cycle of it: each side goes to and fro, or around.
fn random_cycle(dice: &mut Dice) -> Option<(Position, Vec<Move>)> {
    let mut board = Board::start_position();
    for _ in 0..20 + dice.roll(140) {
        let moves = board.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        let captures = board.position().captures();
        let list = if !captures.is_empty() && dice.roll(3) == 0 { &captures } else { &moves };
        board.push_unchecked(list[dice.roll(list.len())]);
    }
    let start = board.position().clone();
    for _ in 0..60 {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for _ in 0..2 {
            let list = position.legal_moves();
            if list.is_empty() {
                break;
            }
            let m = list[dice.roll(list.len())];
            if position.is_capture(m) {
                break;
            }
            moves.push(m);
            position.make(m);
        }
        let back: Vec<Move> = moves.iter().map(|m| Move::new(m.to(), m.from())).collect();
        let legal = moves.len() == 2
            && back.iter().all(|&m| {
                let legal = position.is_legal(m);
                if legal {
                    position.make(m);
                }
                legal
            });
        if legal && position.key() == start.key() {
            return Some((start, [moves, back].concat()));
        }
    }
    None
}

/// Tries the invariants, those of the Chinese rules on fewer cycles.
fn try_random_cycles(count: usize, chinese: usize) {
    let mut dice = Dice(0x5eed);
    let (mut found, mut decided) = (0, 0);
    while found < count {
        let Some((start, cycle)) = random_cycle(&mut dice) else { continue };
        found += 1;
        let moves = cycle.repeat(2);
        for book in BOOKS {
            if ["cxa-2020", "club"].contains(&book) && found > chinese {
                continue;
            }
            assert_same_in_mirrors("random", &start, &moves, book);
            let (board, once) = ruling(&start, &moves, book).unwrap();
            let again = {
                let rest = cycle.repeat(4);
                let mut longer = Board::new(start.clone());
                rest.iter().for_each(|&m| longer.push(m).unwrap());
                judge(&longer, &rules(book)).unwrap()
            };
            assert_eq!(summary(&once), summary(&again), "{book} {start:?} {cycle:?}");
            if !once.occurrences.is_empty() {
                let quick = quick_verdict(&board, &rules(book).repetition);
                assert_eq!(quick, Some(once.winner), "{book} {start:?} {cycle:?}");
            }
            decided += usize::from(once.winner.is_some());
        }
    }
    assert!(decided > 0);
    println!("{found} cycles, {decided} rulings against a side");
}

#[test]
fn random_cycles_are_ruled_alike_in_mirrors_and_after_more_of_the_same() {
    try_random_cycles(10_000, 1000);
}

#[test]
fn a_series_of_checks_is_counted_by_pieces() {
    let start = Position::from_fen("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w").unwrap();
    let cycle: Vec<Move> =
        ["i8i9", "e9e8", "i9i8", "e8e9"].iter().map(|m| m.parse().unwrap()).collect();
    let mut rules = rules("count");
    rules.repetition.occurrences = 0;
    let mut board = Board::new(start);
    for (ply, &m) in (1..).zip(cycle.iter().cycle().take(13)) {
        board.push(m).unwrap();
        let found = judge(&board, &rules);
        assert_eq!(found.is_some(), ply == 13, "{ply}");
        assert!(found.is_none_or(|f| f.winner == Some(Color::Black) && f.cycle == Some((1, 13))));
    }
}

#[test]
fn the_evidence_names_who_chases_what() {
    let start = Position::from_fen("3k5/9/9/9/c8/9/9/9/1R7/4K4 w").unwrap();
    let cycle: Vec<Move> =
        ["b1a1", "a5b5", "a1b1", "b5a5"].iter().map(|m| m.parse().unwrap()).collect();
    for book in ["axf", "engine", "cxa-2020", "club"] {
        let (_, found) = ruling(&start, &cycle.repeat(2), book).unwrap();
        assert_eq!(found.termination.code(), "perpetual_chase", "{book}");
        let square = |text: &str| text.parse::<Square>().unwrap();
        let attack = found.evidence[0].1.attacks[0];
        assert_eq!((attack.by.0, attack.target.0), (square("a1"), square("a5")), "{book}");
        assert_eq!(attack.why.code(), "rootless");
        assert!(found.faults[0].is_some() && found.faults[1].is_none());
    }
}

/// With all 32 pieces on the board every piece has a number of its own. The cannons attack the
/// horses behind the pawns' screens, and the rooks stand guard.
#[test]
fn a_full_board_is_ruled_on() {
    let cycle: Vec<Move> =
        ["h2h6", "b7b3", "h6h2", "b3b7"].iter().map(|m| m.parse().unwrap()).collect();
    for book in BOOKS {
        let (board, found) = ruling(&Position::start(), &cycle.repeat(2), book).unwrap();
        assert_eq!((board.position().occupied().count(), found.winner), (32, None), "{book}");
    }
}

/// A rook that is pinned cannot take back, so facing it is no exchange; here taking it would even
/// leave Red without a move. The same kind free to take is an exchange: chariots on one file.
/// (Reported against other programs: REP-09 and REP-33 of a collection of public bug reports.)
#[test]
fn a_pinned_rook_is_chased_by_a_rook_under_every_book() {
    let verdict = |fen: &str, moves: &str, book: &str| {
        let mut board = Board::new(Position::from_fen(fen).unwrap());
        for m in moves.repeat(2).split_whitespace() {
            board.push(m.parse().unwrap()).unwrap();
        }
        let repetition = Repetition::named(book).unwrap();
        judge(&board, &Rules { repetition, natural_limit: None, dead_position: false })
            .expect("a third occurrence")
            .winner
    };
    for book in ["axf", "wxf", "engine", "cxa-2020", "club"] {
        let pinned = "4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w";
        assert_eq!(verdict(pinned, "e4e3 c4c3 e3e4 c3c4 ", book), Some(Color::Red), "{book}");
        let free = "3k5/9/9/R8/9/9/9/9/r8/4K4 w";
        assert_eq!(verdict(free, "a6b6 a1b1 b6a6 b1a1 ", book), None, "{book}");
    }
}

/// A rook chases a cannon for ever: a fault under the Chinese book, found by playing it out.
#[test]
fn without_time_to_play_exchanges_out_nobody_is_at_fault() {
    let mut board = Board::new(Position::from_fen("4k4/9/9/9/c8/9/9/1R7/9/3K5 w - - 0 1").unwrap());
    for m in "b2a2 a5b5 a2b2 b5a5".split(' ').cycle().take(8) {
        board.push(m.parse().unwrap()).unwrap();
    }
    let book = rules("cxa-2020").repetition;
    let ask = || quick_verdict(&board, &book).flatten();
    assert_eq!(ask(), Some(Color::Black));
    let (winner, in_time) = within(Some(Duration::ZERO), ask);
    assert_eq!((winner, in_time), (None, false));
    assert_eq!(within(Some(Duration::from_secs(3600)), ask), (Some(Color::Black), true));
    let (inner, _) = within(Some(Duration::ZERO), || within(None, ask));
    assert_eq!(inner, (None, false), "no longer than the question around it");
    assert_eq!(ask(), Some(Color::Black), "the limit is that of one question");
}
