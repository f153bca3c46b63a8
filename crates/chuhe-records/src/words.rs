//! Comments, glyphs and pieces of a file as they are kept and told.

/// A comment as it is kept: line ends as `\n`, nothing blank around it, no control characters.
pub(crate) fn clean(text: &str) -> String {
    if text == " " {
        return text.to_owned();
    }
    let text = text.trim_matches(is_blank);
    // Control characters are below a blank, 0x7f, or begin with 0xc2.
    if text.bytes().all(|b| b >= b' ' && b != 0x7f && b != 0xc2 || b == b'\n') {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect::<String>()
        .trim_matches(is_blank)
        .to_owned()
}

/// Blank, or the mark of an encoding, which readers of text take away where it comes first.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Joins a comment to what is there.
pub(crate) fn append(old: &mut String, new: &str, joint: char) {
    // A blank comment counts only where there is no other.
    if old == " " {
        old.clear();
    }
    if new == " " && !old.is_empty() {
        return;
    }
    if !old.is_empty() && !new.is_empty() {
        old.push(joint);
    }
    old.push_str(new);
}

/// What is written for the first numbers of glyphs.
pub(crate) const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// Adds a glyph to the text of a move.
pub(crate) fn add_glyph(text: &mut String, nag: u8) {
    match SIGNS.get(usize::from(nag)) {
        Some(sign) if !text.ends_with(['!', '?']) && !text.contains(' ') => text.push_str(sign),
        _ => text.push_str(&format!(" ${nag}")),
    }
}

/// A piece of the file as it goes into a message.
pub(crate) fn short(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
