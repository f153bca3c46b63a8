//! The options a program may set.

use super::Dialect;
use super::text::Words;
use crate::level::{STRONGEST, WEAKEST};
use crate::nnue::Net;
use crate::search::Engine;
use chuhe_core::Repetition;
use std::sync::Arc;
use std::time::Duration;

const HASH: std::ops::RangeInclusive<usize> = 1..=65_536;
const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
const LINES: std::ops::RangeInclusive<usize> = 1..=128;
const OVERHEAD: std::ops::RangeInclusive<u64> = 0..=5_000;

/// The policy of repetition that holds if nobody names one: what it forbids, the other books
/// forbid too, so that who keeps it is safe nearly everywhere.
const REPETITION: &str = "axf";

/// What other programs, and the protocol UCCI, call these policies.
const ALIASES: [(&str, &str); 5] = [
    ("AlwaysDraw", "draw"),
    ("CheckBan", "checks"),
    ("AsianRule", "axf"),
    ("ChineseRule", "cxa-2020"),
    ("ComputerRule", "engine"),
];

/// What was set, within its bounds.
#[derive(Clone)]
pub(super) struct Options {
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    pub level: u32,
    pub overhead: Duration,
    /// The name of the policy of repetition.
    pub repetition: &'static str,
    /// UCCI: times are in milliseconds, not in seconds.
    pub milliseconds: bool,
    /// Evaluate by the net, if there is one.
    pub use_net: bool,
    /// The net; none: the built-in one.
    pub net: Option<Arc<Net>>,
    /// Forget everything, once.
    pub clear: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 32,
            threads: 1,
            lines: 1,
            level: STRONGEST,
            overhead: Duration::from_millis(10),
            repetition: REPETITION,
            milliseconds: true,
            use_net: true,
            net: None,
            clear: false,
        }
    }
}

/// What the name of an option looks like without case, spaces, hyphens and underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}

fn number<T>(name: &str, value: &str, bounds: &std::ops::RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + Ord + Copy + std::fmt::Display,
{
    let (least, most) = (*bounds.start(), *bounds.end());
    let number: T = value
        .parse()
        .map_err(|_| format!("option {name}: expected a number from {least} to {most}"))?;
    Ok(number.clamp(least, most))
}

/// The policy that is called so, in any case: by our names, UCCI's, or those of other programs.
fn policy(name: &str, value: &str) -> Result<&'static str, String> {
    let is = |known: &str| plain(known) == plain(value);
    let alias = ALIASES.iter().find(|(alias, _)| is(alias)).map(|(_, own)| *own);
    let own = Repetition::NAMED.iter().map(|(own, _)| *own).find(|own| is(own));
    alias.or(own).ok_or_else(|| {
        let known: Vec<&str> = Repetition::NAMED.iter().map(|(own, _)| *own).collect();
        format!("option {name}: expected one of {}", known.join(", "))
    })
}

/// The net in a file; none if no file is named.
fn read_net(name: &str, path: &str) -> Result<Option<Arc<Net>>, String> {
    if path.is_empty() || path.starts_with('<') {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| format!("option {name}: {path}: {error}"))?;
    let net = Net::read(&bytes).map_err(|why| format!("option {name}: {path}: {why}"))?;
    Ok(Some(Arc::new(net)))
}

impl Options {
    /// Tells which options there are.
    pub fn offer(&self, dialect: Dialect, tell: &mut dyn FnMut(&str)) {
        let spin = |name: &str, least: u64, most: u64, default: u64| match dialect {
            Dialect::Uci => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Dialect::Ucci => {
                format!("option {name} type spin min {least} max {most} default {default}")
            }
        };
        let names: [&str; 5] = match dialect {
            Dialect::Uci => ["Hash", "Threads", "MultiPV", "Skill Level", "Move Overhead"],
            Dialect::Ucci => ["hashsize", "threads", "multipv", "level", "overhead"],
        };
        tell(&spin(names[0], *HASH.start() as u64, *HASH.end() as u64, self.hash as u64));
        tell(&spin(names[1], *THREADS.start() as u64, *THREADS.end() as u64, self.threads as u64));
        tell(&spin(names[2], *LINES.start() as u64, *LINES.end() as u64, self.lines as u64));
        tell(&spin(names[3], WEAKEST as u64, STRONGEST as u64, self.level as u64));
        let overhead = self.overhead.as_millis() as u64;
        tell(&spin(names[4], *OVERHEAD.start(), *OVERHEAD.end(), overhead));
        let vars = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!(" var {name}")).collect::<String>()
        };
        match dialect {
            Dialect::Uci => {
                let vars = vars(&mut Repetition::NAMED.iter().map(|(name, _)| *name));
                let default = self.repetition;
                tell(&format!("option name Repetition Rule type combo default {default}{vars}"));
                tell("option name Clear Hash type button");
                tell(&format!("option name Use NNUE type check default {}", self.use_net));
                tell("option name EvalFile type string default <built in>");
                tell("option name Ponder type check default false");
                tell("option name UCI_Variant type combo default xiangqi var xiangqi");
            }
            Dialect::Ucci => {
                let named = |own: &str| ALIASES.iter().find(|(_, of)| *of == own);
                let default = named(self.repetition).map_or(self.repetition, |(alias, _)| alias);
                let vars = vars(&mut ALIASES.iter().map(|(alias, _)| *alias));
                tell(&format!("option repetition type combo{vars} default {default}"));
                tell("option usemillisec type check default true");
                tell("option newgame type button");
            }
        }
    }

    /// Reads `name N value V` (UCI) or `N V` (UCCI), in any case.
    pub fn set(&mut self, dialect: Dialect, words: Words) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let is = |word: &str, what: &str| word.eq_ignore_ascii_case(what);
        let (name, value) = if words.first().is_some_and(|w| is(w, "name")) {
            let end = words.iter().position(|w| is(w, "value")).unwrap_or(words.len());
            (words[1..end].join(" "), words[(end + 1).min(words.len())..].join(" "))
        } else if dialect == Dialect::Ucci && !words.is_empty() {
            (words[0].to_owned(), words[1..].join(" "))
        } else {
            return Err("setoption: expected name <name> [value <value>]".to_owned());
        };
        let yes = matches!(value.to_ascii_lowercase().as_str(), "true" | "on" | "yes" | "1");
        match plain(&name).as_str() {
            "hash" | "hashsize" => self.hash = number(&name, &value, &HASH)?,
            "threads" => self.threads = number(&name, &value, &THREADS)?,
            "multipv" => self.lines = number(&name, &value, &LINES)?,
            "skilllevel" | "level" => self.level = number(&name, &value, &(WEAKEST..=STRONGEST))?,
            "moveoverhead" | "overhead" => {
                self.overhead = Duration::from_millis(number(&name, &value, &OVERHEAD)?);
            }
            "repetitionrule" | "repetition" => self.repetition = policy(&name, &value)?,
            "clearhash" | "newgame" => self.clear = true,
            "usemillisec" => self.milliseconds = yes,
            "usennue" => self.use_net = yes,
            "evalfile" => self.net = read_net(&name, &value)?,
            // Known words without effect here.
            "ponder" | "ucivariant" | "ucianalysemode" | "batch" | "debug" => {}
            _ => return Err(format!("unknown option {name}")),
        }
        Ok(())
    }

    /// Makes the engine so.
    pub fn apply(&self, engine: &mut Engine) {
        if self.clear {
            engine.new_game();
        }
        if engine.hash() != self.hash {
            engine.set_hash(self.hash);
        }
        let net = self.net.clone().or_else(|| Some(Net::built_in())).filter(|_| self.use_net);
        if engine.net().map(Arc::as_ptr) != net.as_ref().map(Arc::as_ptr) {
            engine.set_net(net);
        }
        engine.set_threads(self.threads);
        engine.lines = self.lines;
        engine.level = self.level;
        if let Some(rules) = Repetition::named(self.repetition) {
            engine.set_repetition(rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, text: &str) -> Result<(), String> {
        options.set(Dialect::Uci, Words::new(text))
    }

    #[test]
    fn the_net_can_be_left_out_and_taken_from_a_file() {
        let mut engine = Engine::new(1);
        let mut options = Options::default();
        let start = chuhe_core::Position::start();
        let by_net = engine.evaluate(&start);
        set(&mut options, "name use nnue value FALSE").unwrap();
        options.apply(&mut engine);
        assert!(engine.net().is_none() && engine.evaluate(&start) != by_net);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/nets/chuhe.nn");
        set(&mut options, "name Use NNUE value true").unwrap();
        set(&mut options, &format!("name EvalFile value {file}")).unwrap();
        options.apply(&mut engine);
        assert_eq!(engine.evaluate(&start), by_net);
    }

    #[test]
    fn a_net_that_cannot_be_read_changes_nothing_and_says_why() {
        let mut options = Options::default();
        let missing = set(&mut options, "name EvalFile value /no/such.nn").unwrap_err();
        assert!(missing.contains("/no/such.nn"), "{missing}");
        let other =
            format!("name EvalFile value {}", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let why = set(&mut options, &other).unwrap_err();
        assert!(why.contains("expected") && options.net.is_none(), "{why}");
        set(&mut options, "name EvalFile value <built in>").unwrap();
        assert!(options.net.is_none());
    }
}
