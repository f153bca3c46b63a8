//! CBL, the libraries of 象棋桥 CCBridge: many records in one file.
//!
//! After the words about the library stands an index with a place for every record, deleted ones
//! too; the records follow in the order of the index, each in whole blocks. The index also says in
//! which order they are shown, which is the order they are read in.

use crate::cbr::{self, ID, MAGIC, field, put_text, text};
use crate::decode::Encoding;
use crate::formats::WrittenFile;
use crate::game::{Game, MAX_PROBLEMS, Problem};
use crate::losses::Losses;
use crate::tree::Start;
use crate::words::clean;
use std::collections::{HashMap, HashSet};

/// What a library says of itself; kept with its first game.
const FIELDS: [(usize, usize, &str); 7] = [
    (64, 512, "Library"),
    (576, 256, "LibrarySource"),
    (832, 64, "LibraryCreator"),
    (896, 64, "LibraryCreatorEmail"),
    (960, 64, "LibraryCreated"),
    (1024, 64, "LibraryModified"),
    (1088, 65536, "LibraryRemark"),
];
const CAPACITY: usize = 60;
const INDEX: usize = 66624;
const ENTRY: usize = 276;
const BLOCK: usize = 4096;
const LIVE: u32 = 7;

/// A record that the index names.
struct Entry {
    order: u32,
    at: usize,
    len: usize,
}

/// The games of a library, made one at a time.
pub(crate) fn read(bytes: Vec<u8>) -> impl Iterator<Item = Game> + Send {
    let (entries, mut problems) = find(&bytes);
    let mut about: Vec<(&str, String)> = FIELDS
        .iter()
        .map(|&(at, size, name)| (name, clean(&text(field(&bytes, at, size)))))
        .filter(|(_, value)| !value.trim().is_empty())
        .collect();
    // Words about nothing are still words.
    let alone = entries.is_empty() && !(about.is_empty() && problems.is_empty());
    let empty = alone.then(|| Game { encoding: Encoding::Utf16Le, ..Game::new(Start::Standard) });
    let games = entries
        .into_iter()
        .map(move |Entry { at, len, .. }| cbr::read(&bytes[at..bytes.len().min(at + len)], at));
    games.chain(empty).map(move |mut game| {
        for (name, value) in about.drain(..) {
            game.headers.set(name, &value);
        }
        if !problems.is_empty() {
            problems.append(&mut game.problems);
            problems.truncate(MAX_PROBLEMS);
            game.problems = std::mem::take(&mut problems);
        }
        game
    })
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// Where the live records are, in the order they are shown.
fn find(bytes: &[u8]) -> (Vec<Entry>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut problem = |code, at: usize| {
        if problems.len() < MAX_PROBLEMS {
            let offset = at.min(bytes.len()) as u64;
            problems.push(Problem { code, facts: vec![], ply: None, line: 1, offset });
        }
    };
    let capacity = number(bytes, CAPACITY).unwrap_or(0);
    let first = INDEX.saturating_add(capacity.saturating_mul(ENTRY));
    if first > bytes.len() {
        problem("record.index_lost", INDEX);
        return (scan(bytes), problems);
    }
    // A damaged index may tell wrong sizes: then the records are found by their own numbers.
    let starts: Vec<usize> =
        (first..bytes.len()).step_by(BLOCK).filter(|&at| bytes[at..].starts_with(MAGIC)).collect();
    let by_id: HashMap<[u8; 16], usize> = starts
        .iter()
        .copied()
        .filter_map(|at| Some((bytes[at..].get(ID)?.try_into().ok()?, at)))
        .collect();
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    let mut at = first;
    for place in (INDEX..first).step_by(ENTRY) {
        let entry = &bytes[place..place + ENTRY];
        let [state, order, blocks] = [0, 4, 8].map(|i| number(entry, i).unwrap_or(0));
        if state == 0 {
            continue;
        }
        let here = at;
        at = at.saturating_add(blocks.saturating_mul(BLOCK));
        if state as u32 != LIVE {
            continue;
        }
        let is_record = |at: usize| bytes.get(at..).is_some_and(|b| b.starts_with(MAGIC));
        let by_id = || identity(&entry[20..100]).and_then(|id| by_id.get(&id).copied());
        match Some(here).filter(|&at| is_record(at)).or_else(by_id) {
            // No record is read twice, nor beyond where the next begins: its tree ends itself.
            Some(at) if taken.insert(at) => {
                let next = starts.partition_point(|&start| start <= at);
                let end = starts.get(next).copied().unwrap_or(bytes.len());
                entries.push(Entry { order: order as u32, at, len: end - at });
            }
            _ => problem("record.record_lost", place),
        }
    }
    entries.sort_by_key(|entry| entry.order);
    (entries, problems)
}

/// Every record of a file that has lost its index.
fn scan(bytes: &[u8]) -> Vec<Entry> {
    let mut places: Vec<usize> = memchr::memmem::find_iter(bytes, MAGIC).collect();
    places.push(bytes.len());
    let entry = |pair: &[usize]| Entry { order: 0, at: pair[0], len: pair[1] - pair[0] };
    places.windows(2).map(entry).collect()
}

/// The bytes of a number written as `{C129E64B-F4C8-42E1-8B6B-422DAA823FDB}`.
fn identity(bytes: &[u8]) -> Option<[u8; 16]> {
    let digits: Vec<u8> = text(bytes)
        .bytes()
        .filter(u8::is_ascii_hexdigit)
        .map(|digit| (digit as char).to_digit(16).expect("a digit") as u8)
        .collect();
    let mut id: [u8; 16] = digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect::<Vec<_>>()
        .try_into()
        .ok()?;
    turn_groups(&mut id);
    Some(id)
}

/// The first three groups are numbers, and stand in the record with the lowest byte first.
fn turn_groups(id: &mut [u8; 16]) {
    id[..4].reverse();
    id[4..6].reverse();
    id[6..8].reverse();
}

/// Games as a library.
pub(crate) fn write(games: &[&Game]) -> WrittenFile {
    let mut losses = Losses::default();
    // The programs know libraries of 128 places and multiples of it.
    let capacity = games.len().div_ceil(128).max(1) * 128;
    let mut bytes = vec![0; INDEX + capacity * ENTRY];
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    bytes[16] = 3;
    bytes[52..56].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
    bytes[CAPACITY..CAPACITY + 4].copy_from_slice(&(capacity as u32).to_le_bytes());
    if let Some(game) = games.first() {
        for (at, size, name) in FIELDS {
            let value = game.headers.get(name).unwrap_or_default().replace('\n', "\r\n");
            put_text(&mut bytes, at, size, name, &value, &mut losses);
        }
    }
    let mut file = WrittenFile::one(Vec::new(), losses.0);
    for (i, game) in games.iter().enumerate() {
        let (record, losses) = cbr::write_record(game);
        let is_kept = |code: &str, name: &str| {
            code == "loss.header" && i == 0 && FIELDS.iter().any(|f| f.2.eq_ignore_ascii_case(name))
        };
        let kept = losses
            .0
            .into_iter()
            .filter(|loss| !loss.facts.iter().any(|(_, name)| is_kept(loss.code, name)));
        file.losses.extend(kept.map(|loss| (i, loss)));
        write_entry(&mut bytes[INDEX + i * ENTRY..][..ENTRY], i, game, &record);
        bytes.extend_from_slice(&record);
        bytes.resize(
            INDEX
                + capacity * ENTRY
                + (bytes.len() - INDEX - capacity * ENTRY).next_multiple_of(BLOCK),
            0,
        );
    }
    file.bytes = bytes;
    file
}

fn write_entry(entry: &mut [u8], order: usize, game: &Game, record: &[u8]) {
    let numbers = [LIVE as usize, order, record.len().div_ceil(BLOCK), record.len()];
    for (i, number) in numbers.into_iter().enumerate() {
        entry[4 * i..4 * i + 4].copy_from_slice(&(number as u32).to_le_bytes());
    }
    let mut id: [u8; 16] = record[ID].try_into().expect("16 bytes");
    turn_groups(&mut id);
    let hex: String = id.iter().map(|byte| format!("{byte:02X}")).collect();
    let [a, b, c, d, e] = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    // What is cut here is whole in the record, and told there if it is cut.
    let mut told = Losses::default();
    put_text(entry, 20, 80, "", &format!("{{{a}-{b}-{c}-{d}-{e}}}"), &mut told);
    put_text(entry, 100, 128, "", game.headers.get("Title").unwrap_or_default(), &mut told);
}
