"""``chuhe notation``: a move in every notation."""

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Any, BinaryIO

import typer

from chuhe.cli.common import (
    BAD_INPUT,
    FOUND,
    LINE_LIMIT,
    OK,
    dumps,
    input_lines,
    open_input,
    write_line,
)
from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_, _

#: The styles as they are shown to a person, in this order.
LABELS = {
    "zh": N_("Chinese, simplified"),
    "zh-hant": N_("Chinese, traditional"),
    "wxf": N_("WXF"),
    "iccs": N_("ICCS"),
    "uci": N_("coordinates, ranks 0 to 9"),
    "uci10": N_("coordinates, ranks 1 to 10"),
    "san": N_("SAN"),
}

add_messages(
    {
        "notation.line_too_long": N_("the line is longer than {limit} bytes"),
        "notation.line_not_json": N_("the line is not JSON in UTF-8: {problem}"),
        "notation.line_not_object": N_('expected an object with "fen" and "move"'),
        "notation.line_field": N_('"{field}" must be a text'),
        "notation.line_hint": N_('"hint" must be one of {known}'),
    }
)


def register(app: typer.Typer) -> None:
    """Add ``chuhe notation``."""

    @app.command("notation", help=_("Read a move in any notation and write it in all of them."))
    def notation(
        words: Annotated[
            list[str] | None,
            typer.Argument(
                metavar=_("MOVE… | FILE…"),
                help=_("Moves, one after the other; with --jsonl files, - is standard input."),
            ),
        ] = None,
        fen: Annotated[
            str, typer.Option(help=_("The position; the opening position if left out."))
        ] = "",
        jsonl: Annotated[
            bool,
            typer.Option(
                "--jsonl",
                help=_('Read a line {"fen", "move"} a move, answer with a line each.'),
            ),
        ] = False,
    ) -> None:
        if jsonl:
            raise typer.Exit(max((_answer_file(name) for name in words or ["-"]), default=OK))
        if not words:
            raise typer.BadParameter(_("name a move, such as {example}", example="炮二平五"))
        _show(words, fen)


def _show(moves: list[str], fen: str) -> None:
    """A small table a move; the moves are played one after the other."""
    from chuhe import Board
    from chuhe.notation import all_notations, parse

    board = Board(fen, strict=False) if fen else Board()
    labels = {style: _(label) for style, label in LABELS.items()}
    width = max(map(_width, labels.values()))
    for text in moves:
        move = parse(board, text)
        texts = all_notations(board, move)
        if len(moves) > 1:
            typer.echo(f"{text}")
        for style, label in labels.items():
            typer.echo(f"{label}{' ' * (width - _width(label))}  {texts[style]}")
        board.push(move)


def _width(text: str) -> int:
    """How many columns a terminal needs: Chinese glyphs take two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(glyph) in "WF" else 1 for glyph in text)


def _answer_file(name: str) -> int:
    status = OK
    with open_input(name) as file:
        for answer in answers(file):
            write_line(dumps(answer).encode("utf-8"))
            if "error" in answer:
                # A line that asks for nothing is bad input; a text that is no move was found out.
                understood = "move" in answer
                status = max(status, FOUND if understood else BAD_INPUT)
    return status


def answers(file: BinaryIO) -> Iterator[dict[str, Any]]:
    r"""An answer for each line of ``file``, in order.

    >>> import io
    >>> [answer] = answers(io.BytesIO('{"move": "炮二平五"}'.encode()))
    >>> answer["move"], answer["wxf"]
    ('h2e2', 'C2=5')
    >>> [answer] = answers(io.BytesIO(b"{"))
    >>> answer["line"], answer["error"]["code"]
    (1, 'notation.line_not_json')
    """
    number = 0
    for lines in input_lines(file):
        for line in lines:
            number += 1
            yield _answer(line, number)
        sys.stdout.flush()


def _answer(line: bytes, number: int) -> dict[str, Any]:
    from chuhe import Board
    from chuhe.board import START_FEN
    from chuhe.notation import all_notations, read

    asked: dict[str, Any] = {}
    try:
        asked = _asked(line)
        board = Board(asked.get("fen") or START_FEN, strict=False)
        move, others = read(board, asked["move"], asked.get("hint"))
        texts = all_notations(board, move)
    except ChuheError as error:
        told: dict[str, Any] = {"code": error.code, "text": str(error)}
        candidates = getattr(error, "candidates", [])
        if candidates:
            told["candidates"] = candidates
        return {"line": number, **asked, "error": told}
    answer: dict[str, Any] = {"fen": asked.get("fen") or board.fen(), "move": move.uci()}
    answer.update({style.replace("-", "_"): text for style, text in texts.items()})
    if others:
        answer["others"] = [other.uci() for other in others]
    return answer


def _asked(line: bytes) -> dict[str, str]:
    """What a line asks.

    Raises:
        ChuheError: it is not what it should be.
    """
    from chuhe.notation import Style

    if len(line) > LINE_LIMIT:
        raise ChuheError("notation.line_too_long", {"limit": LINE_LIMIT})
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ChuheError("notation.line_not_json", {"problem": str(error)[:200]}) from None
    if not isinstance(found, dict) or "move" not in found:
        raise ChuheError("notation.line_not_object")
    asked: dict[str, str] = {}
    for field in ("fen", "move", "hint"):
        value = found.get(field)
        if value is None and field != "move":
            continue
        if not isinstance(value, str) or not _is_text(value):
            raise ChuheError("notation.line_field", {"field": field})
        asked[field] = value
    if "hint" in asked and asked["hint"] not in list(Style):
        raise ChuheError("notation.line_hint", {"known": ", ".join(Style)})
    return asked


def _is_text(value: str) -> bool:
    """Whether UTF-8 can say it: JSON may hold half a surrogate pair."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
