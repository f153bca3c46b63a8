"""The words an arbiter types: one home for commands, their short forms, and their help."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from chuhe.explain.words import is_chinese
from chuhe.i18n import N_, _
from chuhe.table import Side

__all__ = [
    "SIDES",
    "WORDS",
    "Typed",
    "Word",
    "complete",
    "help_for",
    "help_page",
    "like",
    "read_line",
]

#: No line is longer than what a person types.
LONGEST_LINE = 2000


@dataclass(frozen=True, slots=True)
class Word:
    """A command: its name, what else it is called, what follows it, what it does."""

    name: str
    also: tuple[str, ...]
    """Other names; those in Chinese need no blank after them."""
    form: str
    """What follows the name."""
    says: str
    """What it does, in a line."""
    more: str = ""
    """What else is to be known."""

    def names(self) -> list[str]:
        """Its name in English and in Chinese, that of the current language first."""
        chinese = [name for name in self.also if not name.isascii()][:1]
        return [*chinese, self.name] if is_chinese() else [self.name, *chinese]


@dataclass(frozen=True, slots=True)
class Typed:
    """A line understood as far as its command; ``rest`` is what follows."""

    word: Word
    rest: str
    side: Side | None = None
    """The side named before the command: 红提和."""


#: The two sides as they may be named.
SIDES: Mapping[str, Side] = {
    "red": "red",
    "r": "red",
    "红": "red",
    "红方": "red",
    "紅": "red",
    "紅方": "red",
    "black": "black",
    "b": "black",
    "黑": "black",
    "黑方": "black",
}

#: The groups of the help page, each with its commands.
WORDS: Mapping[str, tuple[Word, ...]] = {
    N_("What the players do"): (
        Word(
            "move",
            ("m", "走", "着法"),
            N_("MOVE …"),
            N_("a move in any notation; the word itself may be left out"),
            N_(
                "炮二平五, C2=5, h2e2, H2-E2. Several moves may stand in one line, with or without "
                "numbers: 1. 炮二平五 马8进7 2. 马二进三. A time after @ is the mover's clock as read "
                "after the move: 炮二平五 @1:29:30. A move that is not legal is refused and costs "
                "nobody anything: if the player really made it, say illegal MOVE."
            ),
        ),
        Word(
            "illegal",
            ("违例着法", "走错"),
            N_("[SIDE] MOVE"),
            N_("the player made this illegal move on the board: a foul, and the piece is touched"),
        ),
        Word(
            "touch",
            ("t", "摸", "触摸", "摸子"),
            N_("[SIDE] SQUARE …"),
            N_("the player touched these pieces, in this order"),
            N_(
                "touch e3 e6: own piece first, then the opponent's. touch e3+e6: both at once. "
                "A piece may also be named with its file: 摸 炮二. What must be played then is told. "
                "touch none: it was an obvious brush, or entered wrongly, and binds nobody."
            ),
        ),
        Word(
            "adjust",
            ("j", "摆正", "整理"),
            N_("[SIDE] SQUARE"),
            N_("the player wishes to adjust a piece"),
            N_(
                "With consent he may: consent. Without it the piece counts as touched. "
                "In one line: adjust red e3 agreed, adjust red e3 without."
            ),
        ),
        Word(
            "consent",
            ("许可", "准许"),
            N_("[SIDE]"),
            N_("the opponent consents to the adjusting; consent no: he does not"),
        ),
        Word("offer", ("o", "提和", "求和"), N_("[SIDE]"), N_("a draw is offered")),
        Word("accept", ("yes", "同意", "接受"), N_("[SIDE]"), N_("the draw is accepted")),
        Word(
            "decline", ("no", "refuse", "拒绝", "不同意"), N_("[SIDE]"), N_("the draw is declined")
        ),
        Word(
            "claim",
            ("申请", "要求判和"),
            N_("[SIDE] [limit|repetition]"),
            N_("the player claims a draw: 自然限着, 不变作和"),
            N_(
                "The natural limit is counted; claimed in vain it is a foul where the rule book says "
                "so. A repetition is looked at, and costs nothing."
            ),
        ),
        Word("resign", ("认负", "认输"), N_("[SIDE]"), N_("the player resigns")),
        Word("press", ("p", "按钟"), N_("[SIDE]"), N_("the clock is pressed")),
        Word("call", ("叫裁判", "请裁判"), N_("[SIDE] [REASON]"), N_("the arbiter is called")),
    ),
    N_("What the arbiter does"): (
        Word(
            "foul",
            ("f", "犯规", "技术犯规", "违例"),
            N_("SIDE OFFENCE [NOTE]"),
            N_("an offence is punished as the rule book says"),
            N_("The offences:"),
        ),
        Word("warn", ("w", "警告"), N_("SIDE [NOTE]"), N_("a warning")),
        Word(
            "change",
            ("令变着", "变着"),
            N_("SIDE [REASON]"),
            N_("the side must change a repetition; repeating once more loses"),
        ),
        Word(
            "flag",
            ("超时", "落旗"),
            N_("[SIDE]"),
            N_("the side has overstepped the time"),
            N_(
                "Where this terminal keeps the clocks it looks at them; "
                "where they stand on the table, the arbiter's word counts."
            ),
        ),
        Word("late", ("迟到",), N_("SIDE MINUTES"), N_("a player came so many minutes late")),
        Word(
            "absent",
            ("缺席", "弃权"),
            N_("SIDE|both [REASON]"),
            N_("a player did not come: a loss"),
        ),
        Word(
            "discipline", ("违纪",), N_("SIDE|both REASON"), N_("loss for a breach of discipline")
        ),
        Word(
            "abandon",
            ("弃局", "离场"),
            N_("SIDE|both [REASON]"),
            N_("a player left the game: a loss"),
        ),
        Word(
            "declare",
            ("判", "判定", "裁定"),
            N_("red|black|draw|both REASON"),
            N_("the arbiter's decision: who wins, or a draw, or both lose"),
            N_(
                "declare red 对方拒绝续弈; declare draw 场地停电; declare both 双方均未到场. "
                "declare theory: the position is known as one that neither side can win."
            ),
        ),
        Word(
            "correct",
            ("更正", "改判"),
            N_("NUMBER [REASON]"),
            N_("an earlier ruling is undone; its number stands in the list: rulings"),
        ),
        Word(
            "back",
            ("退回", "回到"),
            N_("PLIES [REASON]"),
            N_("the game goes back to the position after so many single moves"),
        ),
        Word(
            "undo",
            ("撤销",),
            "",
            N_("the last move was entered wrongly: it is taken out"),
        ),
        Word(
            "setup",
            ("摆错", "重摆"),
            N_("FEN [REASON]"),
            N_("the pieces had been set up wrongly: the game starts anew from this position"),
        ),
        Word("note", ("n", "备注"), N_("TEXT"), N_("a remark for the score sheet")),
    ),
    N_("Clocks and interruptions"): (
        Word(
            "clock",
            ("c", "棋钟", "钟"),
            N_("[SIDE TIME]"),
            N_("shows the clocks, or sets one: clock red 12:30"),
        ),
        Word("pause", ("停钟", "暂停"), N_("[REASON]"), N_("both clocks stop")),
        Word("continue", ("开钟", "继续"), "", N_("the clocks go on")),
        Word(
            "seal",
            ("封棋", "封着"),
            N_("[SIDE] [MOVE]"),
            N_("the player to move seals his move"),
            N_(
                "Without a move it is asked for unseen. What is stored is a seal that does not show "
                "the move; the code printed goes into the envelope with it, and opens it again."
            ),
        ),
        Word("adjourn", ("休局", "打挂"), N_("[REASON]"), N_("the game is broken off")),
        Word("resume", ("续弈", "续赛"), "", N_("the adjourned game goes on")),
        Word(
            "open",
            ("拆封", "启封"),
            N_("MOVE CODE"),
            N_("the envelope is opened: the sealed move and its code"),
            N_(
                "If move and code do not fit the seal, that is told and nothing else happens. "
                "If it is so, and no slip of the keyboard: open wrong REASON."
            ),
        ),
        Word(
            "wait",
            ("after", "过"),
            N_("TIME"),
            N_("in a script: so much time goes by"),
        ),
    ),
    N_("To look at"): (
        Word(
            "board",
            ("b", "棋盘", "局面"),
            "",
            N_("the board: the last move in brackets, a king in check marked"),
        ),
        Word("sheet", ("s", "记录", "记录表"), N_("[FILE]"), N_("the score sheet; or into a file")),
        Word("ledger", ("犯规表",), "", N_("the fouls and warnings of both sides")),
        Word("rulings", ("判罚", "裁定表"), "", N_("all rulings with their numbers")),
        Word("status", ("状态",), "", N_("whose turn, what lies on the table, the natural limit")),
        Word("legal", ("合法着",), N_("[SQUARE]"), N_("the legal moves")),
        Word("rules", ("规则", "规程"), N_("[WORD]"), N_("the rule book's sentences")),
        Word("help", ("h", "?", "帮助"), N_("[COMMAND]"), N_("this page, or more about a command")),
        Word(
            "quit", ("exit", "q", "退出"), "", N_("leave; the game is kept in the file of --save")
        ),
    ),
}

#: What is typed for a command, longest first so that 不同意 is not read as 不….
_NAMES: Mapping[str, Word] = dict(
    sorted(
        (
            (name, word)
            for group in WORDS.values()
            for word in group
            for name in (word.name, *word.also)
        ),
        key=lambda pair: -len(pair[0]),
    )
)

#: What says a command and its kind in one word.
_WHOLE: Mapping[str, str] = {
    "自然限着": "claim limit",
    "不变作和": "claim repetition",
    "循环": "claim repetition",
}


def read_line(text: str) -> Typed:
    """The command of a line; a line that begins with none is a move.

    >>> typed = read_line("foul red illegal_move h0h3")
    >>> typed.word.name, typed.rest
    ('foul', 'red illegal_move h0h3')
    >>> [(read_line(t).word.name, read_line(t).side, read_line(t).rest) for t in ("红提和", "炮二平五")]
    [('offer', 'red', ''), ('move', None, '炮二平五')]
    """
    line = text[:LONGEST_LINE].strip().rstrip("。；")
    if typed := _command(line):
        return typed
    for name, side in sorted(SIDES.items(), key=lambda pair: -len(pair[0])):
        if len(name) > 1 or not name.isascii():
            rest = line.removeprefix(name)
            if rest != line and (typed := _command(rest.strip())):
                return Typed(typed.word, typed.rest, side)
            if rest != line and rest.strip() and (rest[0].isspace() or not name.isascii()):
                return Typed(_NAMES["move"], rest.strip(), side)
    return Typed(_NAMES["move"], line)


def _command(line: str) -> Typed | None:
    first, *others = line.split(maxsplit=1)[:2] or [""]
    rest = others[0] if others else ""
    first = unicodedata.normalize("NFKC", first).lower()
    if whole := _WHOLE.get(first):
        name, _blank, kind = whole.partition(" ")
        return Typed(_NAMES[name], f"{kind} {rest}".strip())
    if word := _NAMES.get(first):
        return Typed(word, rest)
    for name, word in _NAMES.items():
        if not name.isascii() and line.startswith(name):
            return Typed(word, line.removeprefix(name).strip())
    return None


def complete(start: str) -> list[str]:
    """The commands that begin so.

    >>> complete("ad")
    ['adjourn', 'adjust']
    """
    return sorted(name for name in _NAMES if name.startswith(start.lower()) and len(name) > 1)


def like(line: str) -> str | None:
    """The command whose name the first word of a line comes near to.

    >>> like("adjurn"), like("C2=5")
    ('adjourn', None)
    """
    first = line.split(maxsplit=1)[:1] or [""]
    names = [name for name in _NAMES if len(name) > 2]
    return next(iter(get_close_matches(first[0].lower(), names, n=1, cutoff=0.7)), None)


def help_page() -> list[str]:
    """A line for each command, by groups."""
    lines = []
    for title, words in WORDS.items():
        lines += ["", _("{title}:", title=_(title))]
        for word in words:
            names = " ".join(word.names())
            lines.append(f"  {_padded(names, 20)}{_(word.says)}")
    return lines[1:]


def help_for(text: str, offences: Iterable[str] = ()) -> list[str] | None:
    """All there is to know of a command; None if there is none of that name.

    Args:
        offences: the lines that name the offences, for ``foul``.
    """
    word = _NAMES.get(text.strip().lower())
    if word is None:
        return None
    form = _(word.form) if word.form else ""
    name, *others = word.names()
    others += [other for other in word.also if other not in (name, *others)]
    lines = [f"{name} {form}".rstrip(), f"  {_(word.says)}"]
    if word.more:
        lines.append(f"  {_(word.more)}")
    if word.name == "foul":
        lines += [f"    {line}" for line in offences]
    lines.append("  " + _("also: {names}", names=_(", ").join(others)))
    return lines


def width(text: str) -> int:
    """How many columns a text takes on a terminal.

    >>> width("炮2平5")
    6
    """
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _padded(text: str, columns: int) -> str:
    return text + " " * max(1, columns - width(text))
