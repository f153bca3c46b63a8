"""``chuhe judge --jsonl``: one game a line in, one verdict a line out."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from chuhe.arbiter import Arbiter, Replay, Ruling
from chuhe.cli.common import BAD_INPUT, FOUND, LINE_LIMIT, OK, dumps, input_lines
from chuhe.errors import ParseError, add_messages
from chuhe.explain import explain_illegal, explain_ruling, explain_setup
from chuhe.i18n import N_, _

__all__ = ["answer_lines", "verdict"]

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


@dataclass(frozen=True, slots=True)
class _Job:
    """One input line, understood."""

    id: Any
    fen: str | None
    moves: Sequence[str]
    rules: str
    claim: bool


def answer_lines(file: BinaryIO) -> Iterator[tuple[list[str], int]]:
    """The answers to the lines of ``file``, in groups as they arrive.

    Yields:
        the output lines of a group, and the exit status it asks for.
    """
    number = 0
    arbiters: dict[str, Arbiter] = {}
    for lines in input_lines(file):
        answers: list[dict[str, Any]] = []
        waiting: dict[str, list[tuple[int, _Job]]] = defaultdict(list)
        status = OK
        for line in lines:
            number += 1
            if not line.strip():
                continue
            fields: dict[str, Any] = {}
            try:
                fields = _fields(line)
                job = _job(fields)
                if job.rules not in arbiters:
                    arbiters[job.rules] = Arbiter(job.rules)
            except ParseError as error:
                error_facts = {"code": error.code, "text": str(error), "line": number}
                answers.append({"id": _scalar(fields.get("id")), "error": error_facts})
                status = BAD_INPUT
            else:
                waiting[job.rules].append((len(answers), job))
                answers.append({})
        for rules, jobs in waiting.items():
            replays = arbiters[rules].replay_all([(job.fen, job.moves) for _, job in jobs])
            for (place, job), replay in zip(jobs, replays, strict=True):
                answers[place] = _answer(job, replay)
                if not replay.is_legal:
                    status = max(status, FOUND)
        yield [dumps(answer) for answer in answers], status


def _answer(job: _Job, replay: Replay) -> dict[str, Any]:
    return {"id": job.id, **verdict(replay, replay.ruling(claimed=job.claim))}


def verdict(replay: Replay, ruling: Ruling | None) -> dict[str, Any]:
    """What the board says of a game, as the machine-readable doors say it."""
    setup, illegal = _setup(replay), _illegal(replay)
    answer: dict[str, Any] = {"legal": illegal or setup or True}
    if ruling is None:
        answer |= dict.fromkeys(("outcome", "termination", "at_ply", "article", "text"))
    else:
        answer |= _ruling(replay, ruling)
    if setup and illegal:
        answer["setup"] = setup
    if replay.claims:
        answer["claimable"] = [_ruling(replay, claim) for claim in replay.claims]
    return answer


def _setup(replay: Replay) -> dict[str, Any] | None:
    if not replay.setup:
        return None
    return {"ply": 0, "code": replay.setup[0].code, "text": explain_setup(replay.setup)}


def _illegal(replay: Replay) -> dict[str, Any] | None:
    if (found := replay.illegal) is None:
        return None
    return {"ply": found.ply, "code": found.problem.code, "text": explain_illegal(found)}


def _ruling(replay: Replay, ruling: Ruling) -> dict[str, Any]:
    return {
        "outcome": ruling.outcome.verdict,
        "termination": ruling.termination.value,
        "at_ply": ruling.ply,
        "article": ruling.article,
        "text": explain_ruling(replay, ruling),
    }


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


def _job(fields: dict[str, Any]) -> _Job:
    """What a line asks for.

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
    return _Job(name, fen or None, moves, rules or "club", bool(claim))


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
