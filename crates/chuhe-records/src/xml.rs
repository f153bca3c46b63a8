//! As much XML as records need: tags, attributes, text. What is not well formed is passed over.

use std::borrow::Cow;

pub(crate) enum Event<'a> {
    /// An opening tag, and whether it closes itself.
    Open(Tag<'a>, bool),
    Close(&'a str),
    /// Text between tags, blank or not.
    Text(Cow<'a, str>),
}

/// The inside of an opening tag.
pub(crate) struct Tag<'a> {
    pub name: &'a str,
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    fn new(inner: &'a str) -> Tag<'a> {
        let end = inner.find(|c: char| c.is_whitespace()).unwrap_or(inner.len());
        Tag { name: &inner[..end], attributes: &inner[end..] }
    }

    /// Names and values, in order.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            let (name, after) = rest.split_once('=')?;
            let name = name.split_whitespace().last().unwrap_or("");
            let after = after.trim_start();
            let (value, next) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    after[1..].split_once(quote).unwrap_or((&after[1..], ""))
                }
                _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            rest = next;
            Some((name, unescape(value)))
        })
    }

    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        self.attributes().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The tags and texts of a file, each with the byte it begins at.
pub(crate) struct Events<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Events<'a> {
    pub fn new(text: &'a str) -> Events<'a> {
        Events { text, at: 0 }
    }

    /// Passes over what begins and ends so; its inside.
    fn between(&mut self, open: &str, close: &str) -> Option<&'a str> {
        let inner = self.text[self.at..].strip_prefix(open)?;
        let end = inner.find(close);
        self.at += open.len() + end.map_or(inner.len(), |end| end + close.len());
        Some(&inner[..end.unwrap_or(inner.len())])
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = (usize, Event<'a>);

    fn next(&mut self) -> Option<(usize, Event<'a>)> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            if rest.is_empty() {
                return None;
            }
            if !rest.starts_with('<') {
                let end = rest.find('<').unwrap_or(rest.len());
                self.at += end;
                return Some((start, Event::Text(unescape(&rest[..end]))));
            }
            if let Some(text) = self.between("<![CDATA[", "]]>") {
                return Some((start, Event::Text(Cow::Borrowed(text))));
            }
            if self.between("<!--", "-->").is_some()
                || self.between("<?", "?>").is_some()
                || self.between("<!", ">").is_some()
            {
                continue;
            }
            let end = tag_end(rest);
            self.at += (end + 1).min(rest.len());
            let inner = &rest[1..end];
            return Some((
                start,
                match (inner.strip_prefix('/'), inner.strip_suffix('/')) {
                    (Some(name), _) => Event::Close(name.trim()),
                    (None, Some(inner)) => Event::Open(Tag::new(inner), true),
                    (None, None) => Event::Open(Tag::new(inner), false),
                },
            ));
        }
    }
}

/// The `>` of the tag `text` begins with, those in quoted values aside.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (i, b) in text.bytes().enumerate() {
        match (quote, b) {
            (None, b'>') => return i,
            (None, b'"' | b'\'') => quote = Some(b),
            (Some(q), b) if q == b => quote = None,
            _ => {}
        }
    }
    // A quotation mark without its second.
    text.find('>').unwrap_or(text.len())
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|b| b == b';');
        let found = end.and_then(|end| entity(&rest[1..end]));
        match (found, end) {
            (Some(c), Some(end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    Cow::Owned(out + rest)
}

/// The character an entity stands for, here and in pages.
pub(crate) fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

/// A text as it stands between tags or in quotation marks.
///
/// Characters XML has no place for are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // In attributes a bare line end is read as a blank.
            '\n' | '\r' | '\t' => out.push_str(&format!("&#{};", c as u32)),
            c if (c as u32) < 0x20 || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        Events::new(text)
            .map(|(at, event)| match event {
                Event::Open(tag, closed) => {
                    let attributes: Vec<String> =
                        tag.attributes().map(|(n, v)| format!(" {n}={v}")).collect();
                    format!(
                        "{at}<{}{}{}>",
                        tag.name,
                        attributes.concat(),
                        ["", "/"][usize::from(closed)]
                    )
                }
                Event::Close(name) => format!("{at}</{name}>"),
                Event::Text(text) => format!("{at}{text}"),
            })
            .collect()
    }

    #[test]
    fn tags_texts_and_entities() {
        assert_eq!(
            shown(
                "<?xml a?><!-- < --><a b = \"1 > &lt;\" c='&#10;'>x&amp;&y<![CDATA[<&amp;>]]><d/></a>"
            ),
            ["19<a b=1 > < c=\n>", "47x&&y", "55<&amp;>", "74<d/>", "78</a>"]
        );
    }

    #[test]
    fn what_was_escaped_comes_back() {
        let text = "a<b>&\"'\n\t]]>好&lt;";
        assert_eq!(unescape(&escape(text)), text);
    }

    #[test]
    fn torn_files_end() {
        for text in ["<", "<a", "<a b=\"", "</", "<![CDATA[x", "<!-- ", "&#x;", "<a b=\"><c>"] {
            shown(text);
        }
    }
}
