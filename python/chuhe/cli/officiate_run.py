"""How an officiated game is run: opened or taken up again, by a person or from a script."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

import typer

from chuhe.cli.common import FOUND, OK, input_lines, open_input, write_json
from chuhe.cli.officiate_desk import Desk
from chuhe.cli.officiate_journal import Entry, Journal
from chuhe.cli.officiate_looks import clocks, prompt_words, sheet_file, status_lines
from chuhe.cli.officiate_said import ARBITER, Hand, Said, refused
from chuhe.cli.officiate_show import board_lines, paint, wants_color
from chuhe.cli.officiate_words import complete, read_line
from chuhe.clock_text import parse_time_controls
from chuhe.errors import ParseError
from chuhe.i18n import _
from chuhe.scoresheet import SHEET_FORMATS, Note, Sheet, book_words, side_words, write_sheet
from chuhe.table import AnyEvent, Opened, Seat, Side, Table, open_table

__all__ = ["Setting", "check_sheet", "officiate", "today"]

_COLORS = {"refused": "ruling", "warning": "note", "hint": "dim"}
#: What is read from a script at once.
LONGEST_SCRIPT_LINE = 10_000


@dataclass(frozen=True, slots=True)
class Setting:
    """What was asked for on the command line."""

    rules: str = ""
    time: str = ""
    fen: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    press: bool = False
    by_hand: bool = False
    script: str | None = None
    json: bool = False
    board: bool = False
    save: Path | None = None
    resume: Path | None = None
    sheet: Path | None = None


class _Time:
    """The time of a game: the computer's, or one that passes only when it is told to."""

    def __init__(self, start: float, by_hand: bool) -> None:
        self.by_hand = by_hand
        self._now = start

    def now(self) -> float:
        if not self.by_hand:
            self._now = max(self._now, time.time())  # a clock set back stands still
        return self._now

    def let_pass(self, seconds: float) -> None:
        self._now += seconds


def officiate(setting: Setting) -> int:
    """Run a game to its end, or as long as the arbiter wishes.

    Returns:
        the exit status: 1 if a line was refused and no person was there to see it.

    Raises:
        ChuheError, OSError: the game cannot be opened or kept.
    """
    if setting.script is None and sys.stdin.isatty():
        return _run(setting, None)
    # What is to be read must be there before anything is written.
    with open_input(setting.script or "-") as file:
        return _run(setting, _decoded(file))


def _run(setting: Setting, lines: Iterator[str] | None) -> int:
    """The game, from lines, or by a person if there are none."""
    desk = _open(setting)
    try:
        teller = _Teller(desk, setting, person=lines is None)
        teller.begin()
        if lines is None:
            _by_person(desk, teller)
        else:
            _by_lines(desk, teller, lines)
        if setting.sheet is not None:
            sheet_file(desk, setting.sheet)
    finally:
        if desk.journal is not None:
            desk.journal.close()
    return FOUND if teller.refusals and not teller.person else OK


def check_sheet(path: Path | None) -> None:
    """That the score sheet can be written as its name promises, before the game begins.

    Raises:
        ParseError: ``sheet.format``.
    """
    if path is not None and path.suffix.lower().lstrip(".") not in SHEET_FORMATS:
        write_sheet(Sheet(), path.suffix.lower().lstrip("."))


def today() -> str:
    """The date on the wall, as records write it."""
    return time.strftime("%Y.%m.%d")


def _open(setting: Setting) -> Desk:
    """The desk with its game: a new one, or that of a journal."""
    scripted = setting.script is not None
    if setting.resume is not None:
        journal, heading, entries = Journal.reopen(setting.resume)
        try:
            table, events = _replay(entries, setting.resume)
        except ParseError:
            journal.close()
            raise
        hand = _hand(setting, table.updated)
        headers = heading.headers | dict(setting.headers)
        desk = Desk(table, events, headers, hand, journal)
        desk.wake()
        return desk
    hand = _hand(setting, 0.0 if scripted else time.time())
    red, black = (setting.headers.get(name, "") for name in ("Red", "Black"))
    table, opened = open_table(
        "officiate",
        seats=(Seat("human", "red", red), Seat("human", "black", black)),
        now=hand.now(),
        fen=setting.fen,
        rules=setting.rules or "club",
        control=parse_time_controls(setting.time) if setting.time else None,
        officiated=True,
        arbiter=ARBITER,
        press_clock=setting.press,
    )
    kept = None
    if setting.save is not None:
        kept = Journal.create(setting.save, setting.headers)
        kept.append(Entry(hand.now(), "", tuple(opened)))
    return Desk(table, opened, setting.headers, hand, kept)


def _replay(entries: Sequence[Entry], path: Path) -> tuple[Table, list[AnyEvent | Note]]:
    """The table of a journal, and its events.

    Raises:
        ParseError: ``journal.line``: what is written there cannot have happened.
    """
    table = Table("officiate")
    events: list[AnyEvent | Note] = []
    for number, entry in enumerate(entries, 2):
        for event in entry.events:
            try:
                if isinstance(event, Opened) == bool(events):
                    raise ValueError("a game is opened once, and first")
                if not isinstance(event, Note):
                    table.apply(event)
            except (ValueError, LookupError, AssertionError):
                raise ParseError("journal.line", {"line": number, "file": str(path)}) from None
            events.append(event)
    if not events:
        raise ParseError("journal.not_one", {"file": str(path)})
    return table, events


def _hand(setting: Setting, start: float) -> Hand:
    timer = _Time(start, setting.by_hand or setting.script is not None)
    return Hand(now=timer.now, pass_time=timer.let_pass if timer.by_hand else None)


class _Teller:
    """Tells what the desk says: as text, in colours to a person, or as lines of JSON."""

    def __init__(self, desk: Desk, setting: Setting, *, person: bool) -> None:
        self.desk = desk
        self.json = setting.json
        self.board = setting.board
        self.kept = desk.journal is not None
        self.color = desk.color = wants_color() and not setting.json
        self.refusals = 0
        self.person = person

    def begin(self) -> None:
        """What stands at the top."""
        if self.json:
            opened = next(e for e in self.desk.events if isinstance(e, Opened))
            write_json({"line": 0, "rules": opened.rules, "fen": opened.fen})
            return
        names = [self.desk.headers.get(n) or side_words(s) for n, s in _SIDES]
        title = _("{red} – {black}, {rules}", red=names[0], black=names[1], rules=self._rules())
        self.write(paint(title, "bold", self.color))
        if self.person:
            if not self.kept:
                self.write(_("This game is kept nowhere: start with --save FILE to keep it."))
            self.write(_("Enter moves and commands; help lists them."))
        if self.desk.table.ply or len(self.desk.events) > 1:  # taken up again
            for line in status_lines(self.desk.table, self.desk.hand.now()):
                self.write(line)
        elif self.desk.table.clock is not None:
            for line in clocks(self.desk.table, self.desk.hand.now()):
                self.write(line)

    def _rules(self) -> str:
        return book_words(self.desk.table.rules)

    def tell(self, said: Iterable[Said], number: int | None = None) -> None:
        """Tell what came of a line."""
        moved, ended = False, None
        for part in said:
            self.refusals += part.kind == "refused"
            if part.data.get("event", {}).get("e") == "ended":
                ended = part.data["event"]["id"]
            moved = moved or part.data.get("event", {}).get("e") in _MOVING
            if self.json:
                write_json({"line": number, "kind": part.kind, "text": part.lines} | part.data)
                continue
            for line in part.lines:
                words = line if number is None or part.kind != "refused" else _at(number, line)
                self.write(paint(words, _COLORS.get(part.kind, ""), self.color))
        if self.person and ended is not None:
            words = _(
                "To write the score sheet: sheet FILE; to undo the ruling: correct {id}", id=ended
            )
            self.write(paint(words, "dim", self.color))
        if moved and self.board and not self.json:
            for line in board_lines(self.desk.table.board, color=self.color):
                self.write(line)

    def echo(self, line: str) -> None:
        """A line of a script, before its answer."""
        if not self.json:
            self.write(f"> {line}")

    def write(self, line: str) -> None:
        typer.echo(line)
        sys.stdout.flush()


_MOVING = ("played", "went_back", "setup_corrected")
_SIDES: tuple[tuple[str, Side], ...] = (("Red", "red"), ("Black", "black"))


def _at(number: int, text: str) -> str:
    return _("line {number}: {text}", number=number, text=text)


# --- from a script --------------------------------------------------------------------


def _decoded(file: BinaryIO) -> Iterator[str]:
    for lines in input_lines(file, LONGEST_SCRIPT_LINE):
        for line in lines:
            yield line.decode("utf-8-sig", "replace")


def _by_lines(desk: Desk, teller: _Teller, lines: Iterable[str]) -> None:
    """A line after the other; blank ones and those that begin with # are passed over."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        teller.echo("seal" if _is_secret(line) else line.strip())
        teller.tell(_safely(partial(desk.do, line)), number)
        if desk.closed:
            return


def _is_secret(line: str) -> bool:
    """Whether a line may hold a sealed move, which is neither shown nor kept."""
    return read_line(line).word.name == "seal"


def _safely(deed: Callable[[], list[Said]]) -> list[Said]:
    """What a deed says; a file that cannot be written is told, and the game goes on."""
    try:
        return deed()
    except OSError as error:
        return [refused(error)]


# --- by a person ----------------------------------------------------------------------


def _by_person(desk: Desk, teller: _Teller) -> None:
    """Lines as they are typed, with completion and history where the terminal has them."""
    forget = _line_editing()
    desk.hand.ask_unseen = _unseen
    asked = False
    while True:
        try:
            with _bell(desk, teller):
                line = input(_prompt(desk, teller.color))
        except EOFError:
            line = "quit"
            teller.write("")
        except KeyboardInterrupt:
            teller.write("")
            continue
        if not line.strip():
            continue
        if _is_secret(line):
            forget()
        said = _safely(partial(desk.do, line))
        teller.tell(said)
        if not desk.closed:
            continue
        if teller.kept or asked or not desk.table.ply:
            return
        asked, desk.closed = True, False
        teller.write(_("This game is kept nowhere: quit once more to leave it."))


def _prompt(desk: Desk, color: bool) -> str:
    words, side = prompt_words(desk.table)
    if not color:
        return f"{words}> "
    # Readline must know what takes no room on the line.
    painted = paint(words, side, True)
    start, _sep, _rest = painted.partition(words)
    return f"\x01{start}\x02{words}\x01\x1b[0m\x02> "


def _unseen(question: str) -> str:
    from getpass import getpass

    try:
        return getpass(question)
    except (EOFError, KeyboardInterrupt):
        return ""


def _line_editing() -> Callable[[], None]:
    """Completion and history for ``input``; returns what takes the last line out of history."""
    try:
        import readline
    except ImportError:  # Windows
        return lambda: None

    def candidates(text: str, state: int) -> str | None:
        if readline.get_begidx():
            return None
        found = complete(text)
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer(candidates)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")

    def forget() -> None:
        last = readline.get_current_history_length()
        if last:
            readline.remove_history_item(last - 1)

    return forget


@contextlib.contextmanager
def _bell(desk: Desk, teller: _Teller) -> Iterator[None]:
    """While a line is waited for, a flag that falls is told at once, where the system can."""
    import signal

    deadline = desk.table.deadline()
    if deadline is None or desk.hand.pass_time is not None or not hasattr(signal, "setitimer"):
        yield
        return

    def fallen(_number: int, _frame: object) -> None:
        teller.write("")
        teller.tell(_safely(desk.tick))
        teller.write(_prompt(desk, False).rstrip())

    before = signal.signal(signal.SIGALRM, fallen)
    signal.setitimer(signal.ITIMER_REAL, max(0.01, deadline - desk.hand.now() + 0.01))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
