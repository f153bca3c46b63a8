"""What the arbiter's desk says, and what it needs from outside."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chuhe.cli.common import file_complaint
from chuhe.errors import ChuheError, describe
from chuhe.table import Refused

__all__ = ["ARBITER", "Hand", "Said", "refusal", "refused", "shown"]

#: Who holds the table.
ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Said:
    """One thing the desk says."""

    kind: str
    """``event``, ``refused``, ``warning``, ``hint``, or ``shown`` for what was asked to be seen."""
    lines: list[str]
    data: dict[str, Any] = field(default_factory=dict)
    """The same for programs."""


@dataclass
class Hand:
    """What the desk needs from outside.

    Args:
        now: the time, in seconds.
        pass_time: lets time go by, where it does not by itself; None where it does.
        ask_unseen: asks for a sealed move so that nobody sees it; None where nobody can be asked.
        code: a fresh secret for a seal.
    """

    now: Callable[[], float]
    pass_time: Callable[[float], None] | None = None
    ask_unseen: Callable[[str], str] | None = None
    code: Callable[[], str] = lambda: secrets.token_hex(8)


def refusal(code: str, facts: Mapping[str, object], text: str) -> Said:
    """That something is not done, and why."""
    said = {name: str(value) for name, value in facts.items()}
    return Said("refused", [text], {"code": code, "facts": said})


def refused(answer: Refused | ChuheError | OSError) -> Said:
    """A refusal of the table, an error of a reader, or a file that cannot be written, in words."""
    if isinstance(answer, OSError):
        return refusal("file", {}, file_complaint(answer))
    if isinstance(answer, ChuheError):
        return refusal(answer.code, answer.facts, str(answer))
    return refusal(answer.code, answer.facts, describe(answer.code, answer.facts))


def shown(*lines: str, **data: Any) -> list[Said]:
    """Something to look at."""
    return [Said("shown", list(lines), data)]
