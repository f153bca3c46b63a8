//! Files to games, one at a time: memory is that of one game, whatever the length of the file.

use crate::decode::{Encoding, decode, decode_as, place, wide_encoding};
use crate::formats::{self, Games};
use crate::game::{Game, MAX_PROBLEMS, Problem};
use crate::movetext::Fault;
use crate::pgn::{self, Cut, Cutter};
use crate::sniff::{Format, SNIFF_BYTES, sniff};
use crate::text::{TextGame, TextReader};
use crate::tree::Start;
use crate::wxf;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};

/// Longer games are cut short: the largest opening trees known take a few megabytes.
pub const MAX_GAME: usize = 16 * 1024 * 1024;

/// Of the formats that are not read piece by piece no more than this is read of a file.
pub const MAX_FILE: usize = 256 * 1024 * 1024;

const BLOCK: usize = 256 * 1024;

/// Why a file cannot be read at all.
#[derive(Debug)]
pub enum ReadError {
    Io(io::Error),
    /// A format that is known and not read here.
    NotRead(Format),
    /// Nothing of a record shows.
    Unknown,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

/// The games of a file, in order.
pub struct Reader<R> {
    input: R,
    format: Option<Format>,
    encoding: Option<Encoding>,
    /// The encoding of the last game: that of the next, if its content leaves it open.
    likely: Encoding,
    buffer: Vec<u8>,
    /// Bytes read of the file.
    file_len: u64,
    /// Bytes of the buffer already made into games.
    used: usize,
    ended: bool,
    /// A game too long was cut; its rest is passed over.
    skipping: bool,
    /// Place in the file of the first unused byte.
    offset: u64,
    line: u64,
    wide: Option<(encoding_rs::Decoder, Encoding)>,
    text: TextReader,
    /// Where the text game still open began, and what was wrong with it so far.
    open_text: Option<(u64, u64)>,
    open_problems: Vec<Problem>,
    queue: VecDeque<Game>,
    /// The games of a file that is read as a whole.
    whole: Option<Games>,
    /// Something wrong with the file, to be told with its first game.
    file_problem: Option<Problem>,
}

impl<R: Read> Reader<R> {
    /// Reads `input`; what is not given is found out from its content.
    pub fn new(input: R, format: Option<Format>, encoding: Option<Encoding>) -> Reader<R> {
        Reader {
            input,
            format,
            encoding,
            likely: Encoding::Gb18030,
            buffer: Vec::new(),
            file_len: 0,
            used: 0,
            ended: false,
            skipping: false,
            offset: 0,
            line: 1,
            wide: None,
            text: TextReader::default(),
            open_text: None,
            open_problems: Vec::new(),
            queue: VecDeque::new(),
            whole: None,
            file_problem: None,
        }
    }

    /// The format, found out if need be.
    pub fn format(&mut self) -> Result<Format, ReadError> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        while !self.ended && self.buffer.len() < SNIFF_BYTES {
            self.fill()?;
        }
        let len = self.ended.then_some(self.buffer.len() as u64);
        let format = sniff(&self.buffer, len).ok_or(ReadError::Unknown)?;
        self.format = Some(format);
        Ok(format)
    }

    /// The next game, or none at the end.
    pub fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        loop {
            if let Some(mut game) = self.queue.pop_front() {
                game.format = self.format;
                return Ok(Some(game));
            }
            match self.format()? {
                Format::Pgn => {
                    if !self.next_chunk(Format::Pgn)? {
                        return Ok(None);
                    }
                }
                Format::Wxf => {
                    if !self.next_chunk(Format::Wxf)? {
                        return Ok(None);
                    }
                }
                // The last lines may still have made games.
                Format::Text => {
                    if !self.next_lines()? && self.queue.is_empty() {
                        return Ok(None);
                    }
                }
                other => return self.next_whole(other),
            }
        }
    }

    /// The next game of a file that is read as a whole.
    fn next_whole(&mut self, format: Format) -> Result<Option<Game>, ReadError> {
        if self.whole.is_none() {
            while !self.ended && self.buffer.len() <= MAX_FILE {
                self.fill()?;
            }
            if self.buffer.len() > MAX_FILE {
                self.buffer.truncate(MAX_FILE);
                self.file_problem = Some(Problem {
                    code: "record.too_long",
                    facts: vec![("most", MAX_FILE.to_string())],
                    ply: None,
                    line: 1,
                    offset: MAX_FILE as u64,
                });
            }
            let said = if self.wide().is_some() { Some(Encoding::Utf8) } else { self.encoding };
            let bytes = std::mem::take(&mut self.buffer);
            let games = formats::open(format, bytes, said).ok_or(ReadError::NotRead(format))?;
            self.whole = Some(games);
        }
        let Some(mut game) = self.whole.as_mut().and_then(Iterator::next) else {
            return Ok(None);
        };
        game.format = Some(format);
        game.problems.extend(self.file_problem.take());
        if let Some(encoding) = self.wide() {
            // Places were counted in UTF-8, which is the longer for Chinese.
            game.encoding = encoding;
            game.offset = game.offset.min(self.file_len);
            game.problems.iter_mut().for_each(|p| p.offset = p.offset.min(self.file_len));
        }
        Ok(Some(game))
    }

    fn unused(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    /// Reads one more block.
    fn fill(&mut self) -> io::Result<()> {
        if self.used > 0 && self.used >= self.buffer.len() / 2 {
            self.buffer.drain(..self.used);
            self.used = 0;
        }
        let old = self.buffer.len();
        self.buffer.resize(old + BLOCK, 0);
        let got = loop {
            match self.input.read(&mut self.buffer[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(old + *got.as_ref().unwrap_or(&0));
        self.file_len += *got.as_ref().unwrap_or(&0) as u64;
        self.ended = got? == 0;
        if old == 0 && self.offset == 0 && self.wide.is_none() {
            self.wide = wide_encoding(&self.buffer, self.encoding)
                .map(|e| (e.codec().new_decoder_with_bom_removal(), e));
        }
        self.widen(old);
        Ok(())
    }

    /// Makes UTF-8 of the block of UTF-16 that begins at `from`.
    fn widen(&mut self, from: usize) {
        let Some((decoder, _)) = &mut self.wide else {
            return;
        };
        let block = self.buffer.split_off(from);
        let mut text =
            String::with_capacity(decoder.max_utf8_buffer_length(block.len()).unwrap_or(0));
        let _ = decoder.decode_to_string(&block, &mut text, self.ended);
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Makes a game of the next piece of a file that markup cuts into games; false at the end.
    fn next_chunk(&mut self, format: Format) -> Result<bool, ReadError> {
        if self.skipping && !self.skip_to_tag()? {
            return Ok(false);
        }
        let mut cutter = Cutter::default();
        let end = loop {
            let bytes = &self.buffer[self.used..];
            let cut = match format {
                Format::Wxf => wxf::cut(bytes).map_or(Cut::More, Cut::At),
                _ => cutter.cut(bytes, self.ended),
            };
            match cut {
                Cut::At(end) if end <= MAX_GAME => break end,
                Cut::More if self.ended && bytes.len() <= MAX_GAME => break bytes.len(),
                Cut::More if bytes.len() <= MAX_GAME => self.fill()?,
                _ => {
                    self.skipping = true;
                    break memchr::memrchr(b'\n', &bytes[..MAX_GAME]).map_or(MAX_GAME, |i| i + 1);
                }
            }
        };
        if end == 0 {
            return Ok(false);
        }
        let piece = Piece::decode(
            &self.buffer[self.used..self.used + end],
            self.encoding,
            self.likely,
            self.wide(),
        );
        let read = match format {
            Format::Wxf => wxf::read(&piece.text),
            _ => pgn::read(&piece.text),
        };
        self.likely = piece.encoding;
        if let Some((mut game, faults)) = read {
            let blank = piece.text.len() - piece.text.trim_start().len();
            piece.locate(&mut game, faults, blank, self.offset, self.line);
            if self.skipping {
                let facts = vec![("most", MAX_GAME.to_string())];
                let offset = self.offset + end as u64;
                game.problems.push(Problem {
                    code: "record.too_long",
                    facts,
                    ply: None,
                    line: self.line,
                    offset,
                });
            }
            self.queue.push_back(game);
        }
        let lines = piece.lines();
        self.advance(end, lines);
        Ok(true)
    }

    /// Drops bytes up to the next line that begins a game; false at the end of the file.
    fn skip_to_tag(&mut self) -> io::Result<bool> {
        loop {
            match pgn::find_tag(self.unused()) {
                (Some(at), lines) => {
                    self.advance(at, lines);
                    self.skipping = false;
                    return Ok(true);
                }
                (None, _) if self.ended => return Ok(false),
                (None, _) => {
                    // Whole lines can go, and what is longer than a header is none.
                    let unused = self.unused();
                    let whole = memchr::memrchr(b'\n', unused).map_or(0, |i| i + 1);
                    let end = if unused.len() - whole > BLOCK { unused.len() } else { whole };
                    let lines = memchr::memchr_iter(b'\n', &unused[..end]).count() as u64;
                    self.advance(end, lines);
                    self.fill()?;
                }
            }
        }
    }

    /// Feeds whole lines to the reader of plain text; false at the end of the file.
    fn next_lines(&mut self) -> Result<bool, ReadError> {
        let end = loop {
            let bytes = self.unused();
            match memchr::memrchr(b'\n', bytes) {
                _ if self.ended || bytes.len() > MAX_GAME => break bytes.len(),
                Some(at) => break at + 1,
                None => self.fill()?,
            }
        };
        let piece = Piece::decode(
            &self.buffer[self.used..self.used + end],
            self.encoding,
            self.likely,
            self.wide(),
        );
        if end > 0 {
            self.likely = piece.encoding;
        }
        let mut games = self.text.feed(&piece.text);
        if end == 0 {
            games = self.text.finish();
        }
        for TextGame { mut game, faults, at } in games {
            let (offset, line) = (self.offset, self.line);
            piece.locate(&mut game, faults, at, offset, line);
            if let Some((offset, line)) = self.open_text.take() {
                (game.offset, game.line) = (offset, line);
            }
            let late =
                std::mem::replace(&mut game.problems, std::mem::take(&mut self.open_problems));
            game.problems.extend(late);
            self.queue.push_back(game);
        }
        if let Some((at, faults)) = self.text.take_open() {
            let mut holder = Game::new(Start::Standard);
            piece.locate(&mut holder, faults, at, self.offset, self.line);
            self.open_text.get_or_insert((holder.offset, holder.line));
            self.open_problems.append(&mut holder.problems);
            self.open_problems.truncate(MAX_PROBLEMS);
        }
        let lines = piece.lines();
        self.advance(end, lines);
        Ok(end > 0)
    }

    fn wide(&self) -> Option<Encoding> {
        self.wide.as_ref().map(|(_, encoding)| *encoding)
    }

    fn advance(&mut self, bytes: usize, lines: u64) {
        self.offset += match self.wide() {
            // The buffer holds UTF-8; the file did not.
            Some(encoding) => {
                let text = String::from_utf8_lossy(&self.buffer[self.used..self.used + bytes]);
                encoding.encoded_len(&text) as u64
            }
            None => bytes as u64,
        };
        self.used += bytes;
        self.line += lines;
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        self.next_game().transpose()
    }
}

/// A decoded piece of the file.
struct Piece<'a> {
    bytes: &'a [u8],
    text: Cow<'a, str>,
    encoding: Encoding,
    replaced: bool,
}

impl<'a> Piece<'a> {
    fn decode(
        bytes: &'a [u8],
        said: Option<Encoding>,
        likely: Encoding,
        wide: Option<Encoding>,
    ) -> Piece<'a> {
        let decoded = match (wide, said) {
            (Some(_), _) => decode_as(bytes, Encoding::Utf8),
            (None, Some(encoding)) => decode_as(bytes, encoding),
            (None, None) => decode(bytes, likely),
        };
        // Nothing is left at the end of a file: it is in what went before.
        let shown = if bytes.is_empty() { said.unwrap_or(likely) } else { decoded.encoding };
        let encoding = wide.unwrap_or(shown);
        Piece { bytes, text: decoded.text, encoding, replaced: decoded.replaced }
    }

    fn lines(&self) -> u64 {
        memchr::memchr_iter(b'\n', self.bytes).count() as u64
    }

    /// Says where in the file the game and its faults are.
    fn locate(&self, game: &mut Game, mut faults: Vec<Fault>, at: usize, offset: u64, line: u64) {
        let place = |at| {
            let (byte, lines) = place(self.bytes, &self.text, at, self.encoding);
            (offset + byte, line + lines)
        };
        (game.offset, game.line) = place(at);
        game.encoding = self.encoding;
        if let Some(at) = self.replaced.then(|| self.text.find('\u{fffd}')).flatten() {
            let facts = vec![("encoding", self.encoding.name().to_owned())];
            faults.push(Fault { code: "record.bad_bytes", facts, ply: None, at });
        }
        faults.truncate(MAX_PROBLEMS);
        game.problems = faults
            .into_iter()
            .map(|Fault { code, facts, ply, at }| {
                let (offset, line) = place(at);
                Problem { code, facts, ply, line, offset }
            })
            .collect();
    }
}
