//! JSON as it is read here: one value after the other, nothing kept, nothing nested without bound.

/// A place in a JSON text.
pub(crate) struct Scanner<'a> {
    pub text: &'a str,
    pub at: usize,
}

/// The byte at which something else was expected.
pub(crate) type Found<T> = Result<T, usize>;

impl<'a> Scanner<'a> {
    /// The next byte that is not blank.
    pub fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Found<()> {
        if self.take(byte) { Ok(()) } else { Err(self.at) }
    }

    /// Calls `each` for every member of an object, standing at its value.
    pub fn object(&mut self, mut each: impl FnMut(&mut Self, &str) -> Found<()>) -> Found<()> {
        self.expect(b'{')?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.peek();
            let key = self.string()?;
            self.expect(b':')?;
            each(self, &key)?;
            if self.take(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Calls `each` for every value of an array, standing at it.
    pub fn array(&mut self, mut each: impl FnMut(&mut Self) -> Found<()>) -> Found<()> {
        self.expect(b'[')?;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            each(self)?;
            if self.take(b']') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    pub fn string(&mut self) -> Found<String> {
        self.expect(b'"')?;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find(['"', '\\']).ok_or(self.text.len())?;
            out.push_str(&rest[..end]);
            self.at += end + 1;
            if rest.as_bytes()[end] == b'"' {
                return Ok(out);
            }
            self.escape(&mut out)?;
        }
    }

    /// What follows a backslash.
    fn escape(&mut self, out: &mut String) -> Found<()> {
        let start = self.at;
        let c = self.text[start..].chars().next().ok_or(start)?;
        self.at += c.len_utf8();
        out.push(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let mut units = vec![self.unit().ok_or(start)?];
                if (0xd800..0xdc00).contains(&units[0]) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    units.push(self.unit().ok_or(start)?);
                }
                out.extend(char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')));
                return Ok(());
            }
            _ => return Err(start),
        });
        Ok(())
    }

    fn unit(&mut self) -> Option<u16> {
        let hex = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        hex.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(hex, 16).ok())?
    }

    /// A number without a fraction.
    pub fn integer(&mut self) -> Found<i64> {
        self.peek();
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'-').count();
        let number = rest[..len].parse().map_err(|_| self.at)?;
        self.at += len;
        Ok(number)
    }

    /// Passes over a value of any kind.
    pub fn skip(&mut self) -> Found<()> {
        let mut depth = 0usize;
        loop {
            match self.peek().ok_or(self.at)? {
                b'"' => drop(self.string()?),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    let word = |b: &&u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
                    self.at += rest.iter().take_while(word).count();
                }
                _ => return Err(self.at),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// A text as a JSON string.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 || c == '\u{7f}' => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Scanner<'_> {
        Scanner { text, at: 0 }
    }

    #[test]
    fn strings_come_back() {
        for text in ["", "a\"\\\n\u{1}/好\u{1f600}", "\u{7f}\u{2028}"] {
            let mut out = String::new();
            quote(text, &mut out);
            assert_eq!(scan(&out).string().as_deref(), Ok(text));
        }
        assert_eq!(scan(r#""\ud83d\ude00\/""#).string().as_deref(), Ok("\u{1f600}/"));
        for bad in ["", "\"", "\"\\", "\"\\u12", "\"\\x\"", "a"] {
            assert!(scan(bad).string().is_err(), "{bad}");
        }
    }

    #[test]
    fn anything_can_be_passed_over() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for text in [r#"{"a":[1,-2.5e3,null,{"b":"]"}],"c":{}}"#, "true", deep.as_str()] {
            let mut scanner = scan(text);
            assert_eq!((scanner.skip(), scanner.at), (Ok(()), text.len()));
        }
        assert!(scan("[1").skip().is_err());
    }
}
