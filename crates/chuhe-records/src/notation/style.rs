//! The notations by name, and what a reader may know beforehand.

/// Which Chinese characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    Simplified,
    Traditional,
}

/// How Chinese notation tells pawns apart when two files hold two or more of them.
///
/// Nothing else depends on it, but the words for four or five pawns on one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tandem {
    /// 三兵进一: all such pawns are numbered through, the mover's right file first, each file
    /// from front to back (xqbase's computer standard for move texts, 2006). Four or five on one
    /// file are 一 to 五.
    Numbered,
    /// 前七进一: place on the file, and the file instead of the piece (the older custom). Four or
    /// five on one file are 前 二 三 四 后.
    Filed,
}

/// How ranks are counted in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ranks {
    /// 0 to 9, as in UCCI and ICCS; the house's own.
    FromZero,
    /// 1 to 10, as in UCI of Fairy-Stockfish and its friends.
    FromOne,
}

/// A notation to write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    Chinese(Script, Tandem),
    /// As the World Xiangqi Federation has it: `C2=5`, `C+=1`, `++.4`, `3+=4`.
    Wxf,
    /// WXF, but pawns three on a file or doubled on two files as place and file: `17+1`
    /// (Fairy-Stockfish).
    WxfDigits,
    /// `H2-E2`.
    Iccs,
    /// `h2e2`.
    Uci,
    /// `h3e3`.
    Uci10,
    /// `Che2`, `Rxb9+`: piece, target, and no more than is needed to tell them apart.
    San(Ranks),
}

impl Style {
    /// All styles, each with its name.
    pub const ALL: [(&'static str, Style); 11] = [
        ("zh", Style::Chinese(Script::Simplified, Tandem::Numbered)),
        ("zh-hant", Style::Chinese(Script::Traditional, Tandem::Numbered)),
        ("zh-b", Style::Chinese(Script::Simplified, Tandem::Filed)),
        ("zh-hant-b", Style::Chinese(Script::Traditional, Tandem::Filed)),
        ("wxf", Style::Wxf),
        ("wxf-digits", Style::WxfDigits),
        ("iccs", Style::Iccs),
        ("uci", Style::Uci),
        ("uci10", Style::Uci10),
        ("san", Style::San(Ranks::FromZero)),
        ("san10", Style::San(Ranks::FromOne)),
    ];

    pub fn from_name(name: &str) -> Option<Style> {
        Style::ALL.iter().find(|(known, _)| *known == name).map(|(_, style)| *style)
    }

    pub fn name(self) -> &'static str {
        Style::ALL.iter().find(|(_, style)| *style == self).expect("every style is listed").0
    }
}

/// What is known of a record before its moves are read. Without a hint all is tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hint {
    /// Coordinates and SAN count ranks so, and no other way.
    pub ranks: Option<Ranks>,
    /// If 二兵 may be read in two ways, the second of its file is meant.
    pub filed: bool,
    /// If `33=4` may be read in two ways, the third pawn of file 3 is meant.
    pub digits: bool,
}

impl From<Style> for Hint {
    fn from(style: Style) -> Hint {
        let ranks = match style {
            Style::Iccs | Style::Uci | Style::San(Ranks::FromZero) => Some(Ranks::FromZero),
            Style::Uci10 | Style::San(Ranks::FromOne) => Some(Ranks::FromOne),
            _ => None,
        };
        Hint {
            ranks,
            filed: matches!(style, Style::Chinese(_, Tandem::Filed)),
            digits: style == Style::WxfDigits,
        }
    }
}
