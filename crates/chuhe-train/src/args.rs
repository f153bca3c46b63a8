//! Words of the command line: `--name value`.

use std::str::FromStr;

/// The words after the command.
pub struct Args(Vec<String>);

impl Args {
    pub fn new(words: impl Iterator<Item = String>) -> Args {
        Args(words.collect())
    }

    /// The word after `--name`, if it is there.
    pub fn text(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word.strip_prefix("--") == Some(name))?;
        self.0.get(at + 1).map(String::as_str)
    }

    /// The value after `--name`, or another.
    pub fn get<T: FromStr>(&self, name: &str, otherwise: T) -> Result<T, String> {
        match self.text(name) {
            None => Ok(otherwise),
            Some(text) => text.parse().map_err(|_| format!("--{name}: cannot read {text:?}")),
        }
    }
}
