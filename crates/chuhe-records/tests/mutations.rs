//! Damaged records: every reader answers, and what it made of them is written and read back.

use chuhe_records::notation::Style;
use chuhe_records::{Encoding, Format, Game, Reader, Tree, write_pgn, write_text};

const SEEDS: [&str; 6] = [
    "[Game \"Chinese Chess\"]\n[Event \"全国赛\"]\n[Red \"胡荣华\"]\n[Result \"1-0\"]\n\n{开局}\n1. 炮二平五! {中炮} 马8进7 ({顺炮} 1... 炮8平5 $14 2. 马二进三) (1... 马2进3)\n2. 马二进三 {[%clk 0:09:58][%eval #-3,20] x} 车9平8 1-0\n\n",
    "[FEN \"3k5/9/9/9/9/9/9/4r4/9/5K3 w - - 0 22\"]\n[Format \"WXF\"]\n22... R5+1 23. K4=5 *\n[Event \"2\"]\n1. h2e2 h9g7 2. h0g2 ; rest\n(2. c3c4 (2. g3g4)) 2... i9h9 1/2-1/2\n",
    "第一站\n\n吉林洪智 红先胜 上海林宏敏\n\n  1. 炮二平五  马８进７    2. 马二进三  车９平８(甲)\n  3. 车一平二\n（甲）2... 卒7进1 3. 兵七进一\n红胜\n\n4k4/9/9/9/9/9/9/9/R8/3K5 w\n车九进八\n将5进1\n",
    "FORMAT  WXF\nRED     one ; 1200 ;;\nRESULT  0-1\nSTART{\n 1. P3+1 c8.7 2. E7+5 c2.5 }END\n",
    "A - B\nh2e2 h9g7 h0g2 i9h9\n\nC - D\n1. Ｃ２＝５ Ｈ８＋７ 33.4\n",
    "1、炮 二 平 五 (好着) 马8进7！？ 2. …… {{嵌套}} $999 】【 ［ [%clk 1 \" ] ) ( } { ; % \n%x\n",
];

/// xorshift: the same damage in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn damaged(random: &mut Random) -> Vec<u8> {
    let encodings = [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5, Encoding::Utf16Le];
    let encoding = encodings[random.below(4)];
    let seed = |random: &mut Random| {
        let text = SEEDS[random.below(SEEDS.len())];
        encoding.encode(text).map_or_else(|| text.as_bytes().to_vec(), |bytes| bytes.into_owned())
    };
    let mut bytes = seed(random);
    for _ in 0..random.below(6) {
        let (at, to) = (random.below(bytes.len()), random.below(bytes.len()));
        let (from, end) = (at.min(to), at.max(to));
        match random.below(6) {
            0 => bytes[at] = b"[]{}()\"\\;%*.!? \n\r\0\x81\xff0123"[random.below(24)],
            1 => drop(bytes.drain(from..end)),
            2 => bytes.truncate(at.max(1)),
            3 => bytes.extend_from_within(from..end),
            4 => bytes.splice(at..at, seed(random)).for_each(drop),
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn legal(game: &Game) -> bool {
    let Some(start) = game.tree.start().position() else { return game.tree.is_empty() };
    let mut stack = vec![(Tree::ROOT, start)];
    while let Some((node, position)) = stack.pop() {
        for child in game.tree.children(node) {
            match position.play(game.tree.mv(child).expect("not the root")) {
                Ok(next) => stack.push((child, next)),
                Err(_) => return false,
            }
        }
    }
    true
}

#[test]
fn damage_is_survived() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let rounds = if cfg!(debug_assertions) { 6_000 } else { 60_000 };
    for _ in 0..rounds {
        let bytes = damaged(&mut random);
        for format in [None, Some(Format::Pgn), Some(Format::Text), Some(Format::Wxf)] {
            let Ok(games) = Reader::new(&bytes[..], format, None).collect::<Result<Vec<_>, _>>()
            else {
                continue;
            };
            for game in games {
                assert!(legal(&game), "{}", String::from_utf8_lossy(&bytes));
                assert!(
                    game.problems.iter().all(|p| p.offset <= 3 * bytes.len() as u64 && p.line >= 1)
                );
                check_rewritten(&game, &bytes);
            }
        }
    }
}

/// A game that was read is written and read again without a change.
fn check_rewritten(game: &Game, bytes: &[u8]) {
    let style = Style::from_name("zh").expect("a style");
    for (format, written) in
        [(Format::Pgn, write_pgn(game, style)), (Format::Text, write_text(game, style))]
    {
        if written.losses.iter().any(|loss| loss.code != "loss.header") {
            continue;
        }
        let again: Vec<Game> = Reader::new(written.text.as_bytes(), Some(format), None)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error:?}\n{}", written.text));
        let told =
            || format!("{}\n---\n{}\n---\n{again:?}", String::from_utf8_lossy(bytes), written.text);
        assert_eq!(again.len(), 1, "{}", told());
        assert_eq!(again[0].tree, game.tree, "{}", told());
        assert_eq!(again[0].result, game.result, "{}", told());
    }
}
