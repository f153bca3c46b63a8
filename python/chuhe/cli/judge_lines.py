"""``chuhe judge --jsonl``: one game a line in, one verdict a line out."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, TypeAlias

from chuhe.arbiter import Arbiter, Replay
from chuhe.cli.common import BAD_INPUT, FOUND, LINE_LIMIT, OK, dumps, input_lines
from chuhe.cli.judge_facts import evidence, verdict
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_, _
from chuhe.rules import rule_set

__all__ = ["answer_lines"]

#: How often a position may be asked to occur before it decides.
OCCURRENCES = range(2, 101)

add_messages(
    {
        "line.too_long": N_("the line is longer than {most} bytes"),
        "line.encoding": N_("the line is not UTF-8 (byte {at})"),
        "line.json": N_("not JSON from character {at} on"),
        "line.json_depth": N_("not JSON: nested too deep"),
        "line.json_number": N_("not JSON: a number that is not finite, or of thousands of digits"),
        "line.not_object": N_("expected a JSON object, got {got}"),
        "line.field": N_("{field}: expected {expected}, got {got}"),
    }
)


#: A rule book by name, and how often a position must occur if not as often as it says.
_Book: TypeAlias = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class _Job:
    """One input line, understood."""

    id: Any
    fen: str | None
    moves: Sequence[str]
    rules: str
    claim: bool
    explain: bool
    occurrences: int | None

    @property
    def book(self) -> _Book:
        """By what it is to be judged."""
        return self.rules, self.occurrences


def answer_lines(
    file: BinaryIO, rules: str = "club", explain: bool = False
) -> Iterator[tuple[list[str], int]]:
    """The answers to the lines of ``file``, in groups as they arrive.

    Args:
        file: the lines.
        rules: the rule book of lines that name none.
        explain: whether to explain where a line does not say.

    Yields:
        the output lines of a group, and the exit status it asks for.
    """
    number = 0
    arbiters: dict[_Book, Arbiter] = {}
    for lines in input_lines(file):
        answers: list[dict[str, Any]] = []
        waiting: dict[tuple[_Book, bool], list[tuple[int, _Job]]] = defaultdict(list)
        status = OK
        for line in lines:
            number += 1
            if not line.strip():
                continue
            fields: dict[str, Any] = {}
            try:
                fields = _fields(line)
                job = _job(fields, rules, explain)
                if job.book not in arbiters:
                    arbiters[job.book] = _arbiter(*job.book)
            except ParseError as error:
                error_facts = {"code": error.code, "text": str(error), "line": number}
                answers.append({"id": _scalar(fields.get("id")), "error": error_facts})
                status = BAD_INPUT
            else:
                waiting[job.book, job.explain].append((len(answers), job))
                answers.append({})
        for (book, explained), jobs in waiting.items():
            arbiter = arbiters[book]
            games = [(job.fen, job.moves) for _, job in jobs]
            replays = arbiter.replay_all(games, warn=explained)
            for (place, job), replay in zip(jobs, replays, strict=True):
                answers[place] = _answer(arbiter, job, replay)
                if not replay.is_legal:
                    status = max(status, FOUND)
        yield [dumps(answer) for answer in answers], status


def _arbiter(rules: str, occurrences: int | None) -> Arbiter:
    """Who judges by a rule book, or by one that differs in how often a position must occur.

    Raises:
        ParseError: there is no such book.
    """
    book = rule_set(rules)
    return Arbiter(book if occurrences is None else replace(book, occurrences=occurrences))


def _answer(arbiter: Arbiter, job: _Job, replay: Replay) -> dict[str, Any]:
    ruling = replay.ruling(claimed=job.claim)
    answer = {"id": job.id, **verdict(replay, ruling)}
    return answer | evidence(arbiter, replay, ruling) if job.explain else answer


def _fields(line: bytes) -> dict[str, Any]:
    """The JSON object on a line.

    Raises:
        ParseError: there is none.
    """
    if len(line) > LINE_LIMIT:
        raise ParseError("line.too_long", {"most": LINE_LIMIT})
    try:
        value = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise ParseError("line.encoding", {"at": error.start}) from None
    except json.JSONDecodeError as error:
        raise ParseError("line.json", {"at": error.pos}) from None
    except RecursionError:
        raise ParseError("line.json_depth") from None
    except ValueError:
        raise ParseError("line.json_number") from None
    if not isinstance(value, dict):
        raise ParseError("line.not_object", {"got": _kind(value)})
    return value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _job(fields: dict[str, Any], book: str, explained: bool) -> _Job:
    """What a line asks for; the rule book and whether to explain, where it does not say.

    Raises:
        ParseError: a field is of the wrong kind.
    """
    name = fields.get("id")
    if name is not None and _scalar(name) is None:
        raise _wrong("id", _("a text or a number"), name)
    moves = fields.get("moves") or []
    if isinstance(moves, str):
        moves = moves.split()
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise _wrong("moves", _("a list of moves as UCI"), moves)
    fen = fields.get("fen")
    if not (fen is None or isinstance(fen, str)):
        raise _wrong("fen", _("a FEN"), fen)
    rules = fields.get("rules")
    if not (rules is None or isinstance(rules, str)):
        raise _wrong("rules", _("the name of a rule book"), rules)
    claim = fields.get("claim")
    if not (claim is None or isinstance(claim, bool)):
        raise _wrong("claim", _("true or false"), claim)
    explain = fields.get("explain")
    if not (explain is None or isinstance(explain, bool)):
        raise _wrong("explain", _("true or false"), explain)
    count = fields.get("occurrences")
    if not (count is None or (type(count) is int and count in OCCURRENCES)):
        least, most = OCCURRENCES[0], OCCURRENCES[-1]
        expected = _("a whole number from {least} to {most}", least=least, most=most)
        raise _wrong("occurrences", expected, count)
    explain = explained if explain is None else explain
    return _Job(name, fen or None, moves, rules or book, bool(claim), explain, count)


def _scalar(value: Any) -> Any:
    """An id as it can be given back: nothing nested, nothing JSON cannot say."""
    return value if isinstance(value, str | int) or _is_finite(value) else None


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _wrong(field: str, expected: str, value: Any) -> ParseError:
    return ParseError("line.field", {"field": field, "expected": expected, "got": _kind(value)})


_NUMBER = N_("number")
_KINDS = {
    dict: N_("object"),
    list: N_("list"),
    str: N_("string"),
    bool: N_("boolean"),
    type(None): N_("null"),
}


def _kind(value: Any) -> str:
    """What a JSON value is, for a complaint; of a list also what is in it.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     _kind([1, "a", []])
    'list of list, number, string'
    """
    kind = _(_KINDS.get(type(value), _NUMBER))
    if not isinstance(value, list) or not value:
        return kind
    kinds = sorted({_(_KINDS.get(type(item), _NUMBER)) for item in value})
    return _("list of {kinds}", kinds=", ".join(kinds))
