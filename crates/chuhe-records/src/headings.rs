//! What stands in plain texts besides moves: headings, labels, diagrams, marks of alternatives.

use crate::game::{GameResult, Headers};
use crate::lex::{Lexer, Token, is_space};
use crate::notation::Script;

/// Headers as texts write them, `红方：胡荣华`, with their names here; the first is written.
pub(crate) const LABELS: &[(&str, &str)] = &[
    ("赛事", "Event"),
    ("日期", "Date"),
    ("地点", "Site"),
    ("轮次", "Round"),
    ("红方", "Red"),
    ("红队", "RedTeam"),
    ("黑方", "Black"),
    ("黑队", "BlackTeam"),
    ("布局", "Opening"),
    ("编号", "ECCO"),
    ("评注", "Annotator"),
    ("结果", "Result"),
    ("賽事", "Event"),
    ("比赛", "Event"),
    ("比賽", "Event"),
    ("时间", "Date"),
    ("時間", "Date"),
    ("地點", "Site"),
    ("輪次", "Round"),
    ("紅方", "Red"),
    ("紅隊", "RedTeam"),
    ("黑隊", "BlackTeam"),
    ("開局", "Opening"),
    ("开局", "Opening"),
    ("評註", "Annotator"),
    ("評注", "Annotator"),
    ("結果", "Result"),
    ("編號", "ECCO"),
];

/// The labels of texts in traditional characters, where they differ.
const TRADITIONAL: [(&str, &str); 9] = [
    ("賽事", "Event"),
    ("地點", "Site"),
    ("輪次", "Round"),
    ("紅方", "Red"),
    ("紅隊", "RedTeam"),
    ("黑隊", "BlackTeam"),
    ("開局", "Opening"),
    ("編號", "ECCO"),
    ("評註", "Annotator"),
];

/// The label of a header.
pub(crate) fn label_of(header: &str, script: Script) -> Option<&'static str> {
    let traditional = TRADITIONAL.iter().filter(|_| script == Script::Traditional);
    let mut labels = traditional.chain(LABELS);
    labels.find(|(_, name)| name.eq_ignore_ascii_case(header)).map(|(label, _)| *label)
}

/// The number and the dots a line of moves begins with, and its first move.
pub(crate) fn first_move(line: &str) -> (Option<(u32, u8)>, Option<String>) {
    let mut lexer = Lexer::new(line);
    let mut number: Option<(u32, u8)> = None;
    for _ in 0..8 {
        match lexer.next() {
            Some(Token::Number { n, dots }) => number = Some((n, dots)),
            Some(Token::Ellipsis) => number = number.map(|(n, _)| (n, 3)),
            Some(Token::Chinese(text) | Token::Latin(text)) => {
                return (number, Some(text.into_owned()));
            }
            Some(_) => {}
            None => break,
        }
    }
    (number, None)
}

/// The mark of an alternative at the beginning of a line, 甲、 or （甲） or 【甲】, and the rest.
pub(crate) fn label(line: &str) -> Option<(char, &str)> {
    let line = line.trim_start_matches(is_space);
    let inner = line.trim_start_matches(['(', '（', '【', '[']);
    let label = inner.chars().next().filter(|c| "甲乙丙丁戊己庚辛".contains(*c))?;
    let after = &inner[label.len_utf8()..];
    let rest = after.trim_start_matches([')', '）', '】', ']', '、', '：', ':', '．', '.', '，']);
    (rest.len() < after.len()).then_some((label, rest))
}

/// `红方：胡荣华` as header and value.
pub(crate) fn labelled(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once(['：', ':'])?;
    let name: String = name.split(is_space).collect();
    LABELS
        .iter()
        .find(|(label, _)| *label == name)
        .map(|&(_, header)| (header, value.trim_matches(is_space)))
}

/// The text before a FEN, the FEN, and the text after it.
pub(crate) fn find_fen(line: &str) -> Option<(&str, &str, &str)> {
    if memchr::memchr_iter(b'/', line.as_bytes()).count() < 9 {
        return None;
    }
    let of_fen = |c: char| c == '/' || c.is_ascii_alphanumeric();
    let mut from = 0;
    while let Some(start) = line[from..].find(of_fen).map(|i| from + i) {
        let end = line[start..].find(|c| !of_fen(c)).map_or(line.len(), |i| start + i);
        if line[start..end].matches('/').count() == 9 {
            let tail = &line[end..];
            let mut fields = 0;
            for word in tail.split_inclusive(' ') {
                let bare = word.trim_end();
                if !bare.is_empty()
                    && !matches!(bare, "w" | "b" | "r" | "-")
                    && (bare.len() > 4 || !bare.bytes().all(|b| b.is_ascii_digit()))
                {
                    break;
                }
                fields += word.len();
            }
            if line[..start].contains('{') {
                // Part of a comment.
                return None;
            }
            let title = line[..start].trim_end_matches(|c: char| {
                is_space(c) || matches!(c, ',' | '|' | ';' | ':' | '，' | '：' | '"')
            });
            let rest = tail[fields..]
                .trim_start_matches(|c: char| is_space(c) || matches!(c, ',' | '|' | ';' | '"'));
            return Some((title, line[start..end + fields].trim_end(), rest));
        }
        from = end.max(start + 1);
    }
    None
}

/// The FEN of an annoFEN, the diagrams of xiangqi-setup: `v1 r[<bm><a+1-2>]bakabnr/9/…`.
///
/// Marks stand in `<>`, and in `[]` what is on one point together.
pub(crate) fn plain_fen(line: &str) -> Option<String> {
    let text = line.trim().strip_prefix("v1 ")?;
    let mut fen = String::new();
    // What is on a point in brackets: its piece, or that there is none yet.
    let mut point: Option<Option<char>> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, point) {
            ('<', _) => {
                rest.by_ref().find(|c| *c == '>')?;
                if point.is_none() {
                    fen.push('1');
                }
            }
            ('[', None) => point = Some(None),
            (']', Some(piece)) => {
                fen.push(piece.unwrap_or('1'));
                point = None;
            }
            (c, Some(None)) if c.is_ascii_alphabetic() => point = Some(Some(c)),
            (c, None) if c == '/' || c.is_ascii_alphanumeric() => fen.push(c),
            _ => return None,
        }
    }
    (point.is_none() && fen.matches('/').count() == 9).then_some(fen)
}

/// Who won between two names in a heading: 吉林洪智 红先胜 上海林宏敏.
const VERDICTS: &[&str] = &[
    "红先胜",
    "红先负",
    "红先和",
    "紅先勝",
    "紅先負",
    "紅先和",
    "先胜",
    "先負",
    "先负",
    "先勝",
    "先和",
    "红胜",
    "红负",
    "黑胜",
    "黑负",
];
const VERSUS: &[&str] = &[" - ", " vs ", " VS ", " vs. ", " 对 ", " 對 ", " — ", "－－"];

/// Takes players and result from a heading, and all else it says as the event.
pub(crate) fn read_heading(line: &str, headers: &mut Headers) {
    let side = |text: &str| {
        text.trim_matches(|c: char| is_space(c) || matches!(c, '(' | ')' | '（' | '）' | '-'))
            .to_owned()
    };
    let is_name = |text: &String| !text.is_empty() && text.chars().count() <= 30;
    let split = VERDICTS
        .iter()
        .chain(VERSUS)
        .find_map(|word| line.split_once(word).map(|(red, black)| (side(red), *word, side(black))))
        .filter(|(red, _, black)| is_name(red) && is_name(black) && headers.get("Red").is_none());
    match split {
        Some((red, word, black)) => {
            headers.set("Red", &red);
            headers.set("Black", &black);
            if let Some(result) = GameResult::parse(word) {
                headers.set("Result", result.text());
            }
        }
        None => {
            let event =
                headers.get("Event").map_or(line.to_owned(), |event| format!("{event} {line}"));
            headers.set("Event", &event);
        }
    }
}
