"""Time controls and durations in words: read from what an arbiter types, and written back.

>>> parse_time_control("90+30")
TimeControl(main=5400.0, increment=30.0, ...)
>>> parse_time_control("局时60分 加秒30 读秒1x30") == parse_time_control("60m+30s byoyomi 1x30")
True
>>> write_time_control(parse_time_control("每步60秒"))
'60s/move'
>>> write_time_control(parse_time_control("40/90, 20/30, 15"))
'40/90m, 20/30m, 15m'
>>> parse_duration("1:12:30"), parse_duration("12分30秒"), write_duration(750)
(4350.0, 750.0, '12:30')

What is read:

* the time for the game: ``90``, ``90m``, ``1h30m``, ``1:30:00``, ``局时60分``; a bare
  number is minutes;
* an increment after it: ``+30``, ``+30s``, ``加秒30``; a bare number is seconds;
* 读秒: ``1x30``, ``byoyomi 3x60s``, ``读秒30秒`` (once);
* so many moves in a time, then so many in the next, and the rest (限时限着):
  ``40/90m,20/30m,15m``, ``40着90分钟``; an increment after the first counts for all;
* a limit for each move: ``60s/move``, ``每步60秒``, ``步时60秒``;
* two sides with different times (贴时): the two with ``|`` between, Red first.
"""

from __future__ import annotations

import math
import re
import unicodedata

from chuhe.clock import Stage, TimeControl
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_, _

__all__ = [
    "describe_time_control",
    "parse_duration",
    "parse_time_control",
    "parse_time_controls",
    "write_duration",
    "write_time_control",
]

#: No time control is longer.
LONGEST_TEXT = 200

add_messages(
    {
        "time.duration": N_(
            "expected a time such as 12:30, 1:12:30, 90s or 12分30秒, got '{text}'"
        ),
        "time.control": N_(
            "expected a time control such as 90+30, 60m+30s 1x30 or 60s/move, got '{text}'"
        ),
        "time.rest": N_("'{rest}' in the time control '{text}' is not understood"),
    }
)

#: Units, the larger ones first: a time has each at most once, in this order.
_UNITS = {
    "h": 3600.0,
    "hour": 3600.0,
    "hours": 3600.0,
    "小时": 3600.0,
    "时": 3600.0,
    "m": 60.0,
    "min": 60.0,
    "minutes": 60.0,
    "分": 60.0,
    "分钟": 60.0,
    "'": 60.0,
    "s": 1.0,
    "sec": 1.0,
    "seconds": 1.0,
    "秒": 1.0,
    '"': 1.0,
}
_NUMBER = r"\d{1,7}(?:\.\d{1,3})?"


def _unit(size: float) -> str:
    names = sorted((name for name, s in _UNITS.items() if s == size), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, names))})"


_HOURS, _MINUTES, _ONES = (rf"{_NUMBER} ?{_unit(size)}" for size in (3600.0, 60.0, 1.0))
#: 1:12:30, 12:30, 1h30m, 12分30秒, 90s, 90
_TIME = (
    rf"(?:\d{{1,4}}:\d\d(?::\d\d)?"
    rf"|{_HOURS}(?: ?{_MINUTES})?(?: ?{_ONES})?|{_MINUTES}(?: ?{_ONES})?|{_ONES}|{_NUMBER})"
)
_PART = re.compile(rf"({_NUMBER}) ?({'|'.join(_unit(size) for size in (3600.0, 60.0, 1.0))})")

_PERIODS = re.compile(
    rf"(?:byo-?yomi|byo|读秒)? ?(\d{{1,3}}) ?(?:x|\*|次) ?({_TIME}) ?(?:byo-?yomi|byo|读秒)?"
)
_ONE_PERIOD = re.compile(rf"(?:byo-?yomi|byo|读秒) ?({_TIME})")
_PER_MOVE = re.compile(
    rf"(?:步时|每步|每着|per move) ?({_TIME})|({_TIME}) ?(?:/ ?move|/ ?步|/ ?着|per move|a move)"
)
_MAIN = re.compile(
    rf" ?,? ?(?:局时|main)? ?(?:(\d{{1,4}}) ?(?:/|着|moves in) ?)?({_TIME})(?: ?,? ?(?:\+|每[步着] ?加秒?|加秒?|inc(?:rement)?) ?({_TIME}))?"
)


def parse_duration(text: str, unit: float = 1.0) -> float:
    """Seconds that a text such as ``12:30``, ``1h30m``, ``90s`` or ``12分30秒`` means.

    Args:
        text: minutes and seconds or hours, minutes and seconds with colons; numbers
            with units; or a bare number.
        unit: how many seconds a bare number counts.

    Raises:
        ParseError: ``time.duration``.

    >>> parse_duration("90"), parse_duration("1h30m"), parse_duration("0:45")
    (90.0, 5400.0, 45.0)
    """
    plain = _plain(text)
    if not re.fullmatch(_TIME, plain):
        raise ParseError("time.duration", {"text": text[:40]})
    return _seconds(plain, unit)


def write_duration(seconds: float) -> str:
    """Seconds as a clock shows them: ``1:29:30``, ``12:30``, ``0:09``; a begun second counts.

    >>> write_duration(5370), write_duration(8.2), write_duration(0)
    ('1:29:30', '0:09', '0:00')
    """
    whole = max(0, math.ceil(seconds - 1e-6))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def parse_time_control(text: str) -> TimeControl:
    """The time control that a text means; see the module's text.

    Raises:
        ParseError: ``time.control``, ``time.rest``: it is not understood, and what of it.
        ClockError: it is understood, and no such time control can be.
    """
    rest = _plain(text)
    if not rest or len(rest) > LONGEST_TEXT:
        raise ParseError("time.control", {"text": text[:40]})
    increment = byoyomi = 0.0
    per_move: float | None = None
    periods = 0

    if found := _PER_MOVE.search(rest):
        per_move = _seconds(found[1] or found[2], 1.0)
        rest = _without(rest, found)
    if found := _PERIODS.search(rest):
        periods, byoyomi = int(found[1]), _seconds(found[2], 1.0)
        rest = _without(rest, found)
    elif found := _ONE_PERIOD.search(rest):
        periods, byoyomi = 1, _seconds(found[1], 1.0)
        rest = _without(rest, found)
    parts: list[tuple[int | None, float]] = []
    while found := _MAIN.match(rest):
        parts.append((int(found[1]) if found[1] else None, _seconds(found[2], 60.0)))
        increment = _seconds(found[3], 1.0) if found[3] else increment
        rest = rest[found.end() :]
    if rest.strip(" +,"):
        raise ParseError("time.rest", {"text": text[:40], "rest": rest.strip(" +,")[:40]})
    moves, main = parts[0] if parts else (None, None)
    return TimeControl(
        main=main,
        increment=increment,
        per_move=per_move,
        byoyomi=byoyomi,
        periods=periods,
        moves=moves,
        stages=tuple(Stage(*part) for part in parts[1:]),
    )


def parse_time_controls(text: str) -> tuple[TimeControl, TimeControl]:
    """Red's and Black's time control: one text for both, or two with ``|`` between.

    Raises:
        ParseError, ClockError: as `parse_time_control`.

    >>> red, black = parse_time_controls("60m | 30m")
    >>> red.main, black.main
    (3600.0, 1800.0)
    """
    parts = text[: 2 * LONGEST_TEXT].replace("｜", "|").split("|")
    if len(parts) > 2:
        raise ParseError("time.control", {"text": text[:40]})
    return parse_time_control(parts[0]), parse_time_control(parts[-1])


def write_time_control(control: TimeControl) -> str:
    """A time control as `parse_time_control` reads it.

    >>> write_time_control(TimeControl(main=3600, increment=30, byoyomi=30, periods=1))
    '60m+30s, 1x30s'
    """
    words = []
    if control.main is not None:
        main = _stage(control.moves, control.main)
        words.append(f"{main}+{_short(control.increment)}" if control.increment else main)
        words += [_stage(stage.moves, stage.seconds) for stage in control.stages]
    if control.periods:
        words.append(f"{control.periods}x{_short(control.byoyomi)}")
    if control.per_move is not None:
        words.append(f"{_short(control.per_move)}/move")
    return ", ".join(words)


def describe_time_control(control: TimeControl) -> str:
    """A time control in the words of the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("zh-Hans"):
    ...     describe_time_control(parse_time_control("60m+30s 1x30"))
    '局时60分钟，每着加30秒，读秒1次、每次30秒'
    """
    words = []
    if control.main is not None:
        words.append(_stage_words(control.moves, control.main))
        words += [_stage_words(stage.moves, stage.seconds, True) for stage in control.stages]
    if control.increment:
        words.append(_("{time} added for each move", time=_said(control.increment)))
    if control.periods:
        words.append(
            _("{n} periods of {time} byo-yomi", n=control.periods, time=_said(control.byoyomi))
        )
    if control.per_move is not None:
        words.append(_("at most {time} a move", time=_said(control.per_move)))
    return _(", ").join(words)


def _plain(text: str) -> str:
    """The text in lower case, full-width signs made plain, blanks single."""
    words = unicodedata.normalize("NFKC", text[: LONGEST_TEXT + 1]).lower()
    words = words.translate({ord("×"): "x", ord("、"): ",", ord("′"): "'", ord("″"): '"'})
    return " ".join(words.split())


def _without(text: str, found: re.Match[str]) -> str:
    return " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())


def _seconds(text: str, unit: float) -> float:
    if ":" in text:
        total = 0.0
        for part in text.split(":"):
            total = total * 60 + float(part)
        return total
    parts = _PART.findall(text)
    if parts:
        return sum(float(number) * _UNITS[name] for number, name in parts)
    return float(text) * unit


def _stage(moves: int | None, seconds: float) -> str:
    return _short(seconds) if moves is None else f"{moves}/{_short(seconds)}"


def _stage_words(moves: int | None, seconds: float, later: bool = False) -> str:
    if moves is not None:
        return _("{n} moves in {time}", n=moves, time=_said(seconds))
    if later:
        return _("{time} for the rest", time=_said(seconds))
    return _("{time} for the game", time=_said(seconds))


def _short(seconds: float) -> str:
    """``90m`` for whole minutes of two and more, ``45s`` otherwise."""
    if seconds >= 120 and seconds % 60 == 0:
        return f"{seconds / 60:g}m"
    return f"{seconds:.10g}s"


def _said(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return _("{n} s", n=f"{rest:g}")
    if not rest:
        return _("{n} min", n=f"{minutes:g}")
    return _("{minutes} min {seconds} s", minutes=f"{minutes:g}", seconds=f"{rest:g}")
