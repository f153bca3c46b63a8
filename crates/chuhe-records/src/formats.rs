//! The formats that are read and written a whole file at a time: one line a format.
//!
//! Each is a module with `read(bytes, encoding) -> games` and, where it is written,
//! `write(games) -> WrittenFile`. PGN, plain text and WXF are read piece by piece instead: their
//! files have no end (see [`Reader`](crate::Reader)).

use crate::decode::Encoding;
use crate::game::Game;
use crate::losses::Losses;
use crate::sniff::Format;
use crate::unread::whole;
use crate::write::Loss;
use crate::{
    cbf, cbl, cbr, che, chn, csv, dhtmlxq, json, lists, mxq, oldcbl, pfc, ubb, wxf, xqf, xqr,
};

/// The games of one file, made as they are asked for.
pub(crate) type Games = Box<dyn Iterator<Item = Game> + Send>;

/// The games of a file in `format`, in order; none if it is not read here.
///
/// `encoding` is what the caller says the texts are in. Each game has its place in the file, its
/// encoding and its problems; the reader adds the format.
pub(crate) fn open(format: Format, bytes: Vec<u8>, encoding: Option<Encoding>) -> Option<Games> {
    Some(match format {
        Format::Xqf => one(xqf::read(&bytes, encoding)),
        Format::Cbr => one(cbr::read(&bytes, 0)),
        Format::Cbl => Box::new(cbl::read(bytes)),
        Format::OldCbl => oldcbl::read(&bytes),
        Format::Mxq => one(mxq::read(&bytes, encoding)),
        Format::Che => one(che::read(&bytes)),
        Format::Chn => one(chn::read_chn(&bytes)),
        Format::Ccm => one(chn::read_ccm(&bytes)),
        Format::Dhtmlxq => dhtmlxq::read(bytes, encoding),
        Format::Json => json::read(bytes, encoding),
        Format::Cbf => one(cbf::read(&bytes, encoding)),
        Format::Pfc => one(pfc::read(&bytes, encoding)),
        Format::Xqr => one(xqr::read(&bytes)),
        Format::Epd | Format::Eglib => lists::read(bytes, encoding),
        Format::Csv => csv::read(bytes, encoding),
        _ => return None,
    })
}

/// A file and what is not in it.
#[derive(Clone, Debug, Default)]
pub struct WrittenFile {
    pub bytes: Vec<u8>,
    /// With the number of the game, from 0.
    pub losses: Vec<(usize, Loss)>,
    /// Where the text of each game ends, in files of text.
    pub ends: Vec<usize>,
}

impl WrittenFile {
    /// A file of one game.
    pub(crate) fn one(bytes: Vec<u8>, losses: Vec<Loss>) -> WrittenFile {
        let losses = losses.into_iter().map(|loss| (0, loss)).collect();
        WrittenFile { bytes, losses, ends: Vec::new() }
    }
}

/// `games` as a file in `format`; none if it is not written here, or holds one game and is given
/// others.
///
/// `version` is that of the format, as its files tell it; 0 is the usual one.
pub fn write_file(format: Format, games: &[&Game], version: u8) -> Option<WrittenFile> {
    if !writes_squares(format) {
        return write_whole(format, games, version);
    }
    let wholes: Vec<_> = games.iter().map(|game| whole(game)).collect();
    let games: Vec<&Game> = wholes.iter().map(|(game, _)| &**game).collect();
    let mut file = write_whole(format, &games, version)?;
    for (number, (_, losses)) in wholes.iter().enumerate() {
        file.losses.extend(losses.0.iter().map(|loss| (number, loss.clone())));
    }
    file.losses.sort_by_key(|(number, _)| *number);
    Some(file)
}

/// Whether moves are written as squares, so that those that cannot be played can be too.
fn writes_squares(format: Format) -> bool {
    use Format::{Cbf, Cbl, Cbr, Csv, Dhtmlxq, Eglib, Mxq, Pfc, Xqf, Xqr};
    matches!(format, Cbf | Cbl | Cbr | Csv | Dhtmlxq | Eglib | Mxq | Pfc | Xqf | Xqr)
}

fn write_whole(format: Format, games: &[&Game], version: u8) -> Option<WrittenFile> {
    Some(match (format, games) {
        (Format::Xqf, [game]) => xqf::write_whole(game, version, None)?,
        (Format::Cbr, [game]) => cbr::write(game),
        (Format::Cbl, games) => cbl::write(games),
        (Format::Mxq, [game]) => mxq::write(game)?,
        (Format::Dhtmlxq, games) => all(games, ubb::write),
        (Format::Json, games) => all(games, json::write),
        (Format::Wxf, games) => all(games, wxf::write),
        (Format::Cbf, [game]) => text(cbf::write(game)),
        (Format::Pfc, [game]) => text(pfc::write(game)),
        (Format::Xqr, [game]) => xqr::write(game),
        (Format::Epd, games) => all(games, lists::write_epd),
        (Format::Eglib, games) => lists::write_eglib(games),
        (Format::Csv, games) => csv::write(games),
        _ => return None,
    })
}

fn one(game: Game) -> Games {
    Box::new(std::iter::once(game))
}

/// Games one after the other, each written by itself.
fn all(games: &[&Game], write: fn(&Game, &mut Losses) -> String) -> WrittenFile {
    let mut file = WrittenFile::default();
    for (number, game) in games.iter().enumerate() {
        let mut losses = Losses::default();
        file.bytes.extend_from_slice(write(game, &mut losses).as_bytes());
        file.losses.extend(losses.0.into_iter().map(|loss| (number, loss)));
        file.ends.push(file.bytes.len());
    }
    file
}

/// A file of one game that is text.
fn text((text, losses): (String, Vec<Loss>)) -> WrittenFile {
    WrittenFile::one(text.into_bytes(), losses)
}
