"""What ``chuhe match`` does: from its options to a plan, and from the plan to the summary."""

import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
import typer

from chuhe.cli.common import FOUND, OK, write_json
from chuhe.cli.match_show import Shown, print_summary
from chuhe.engines.process import processors
from chuhe.i18n import _
from chuhe.matches.adjudicate import DrawRule, Resign
from chuhe.matches.books import is_book
from chuhe.matches.keeping import Head, Keeper, format_of, state_name
from chuhe.matches.match import Match, books_of, names_of, start_engine
from chuhe.matches.openings import Opening, builtin, digest, from_book, from_file, randomly
from chuhe.matches.plan import Plan, Test, read_engine, read_values, yes_or_no
from chuhe.matches.played import Played
from chuhe.matches.summary import game_line, summary
from chuhe.notation import Style
from chuhe.rules import rule_set

__all__ = ["Asked", "run"]

Rule = TypeVar("Rule", Resign, DrawRule)

#: Games of a match, if nobody says; with a test it ends by itself.
_GAMES, _GAMES_OF_TEST = 100, 100_000
_PLIES_OF_FILE, _PLIES_AT_RANDOM = 8, 6
#: No match needs more different openings made for it.
_MOST_MADE = 1000


@dataclass(frozen=True)
class Asked:
    """The options, as they were typed."""

    engines: list[str]
    each: str
    games: int | None
    gauntlet: bool
    concurrency: int
    rules: str
    time: float | None
    tc: str
    nodes: int | None
    depth: int | None
    timeout: float
    stall: float
    openings: str
    plies: int | None
    order: str
    seed: int
    sprt: str
    resign: str
    draw: str
    max_moves: int
    out: str
    to: str
    notation: str
    event: str
    state: str
    resume: str
    json: bool
    jsonl: bool
    affinity: bool
    log: str
    quiet: bool


def run(asked: Asked) -> int:
    """Play the match and tell how it went; the exit status.

    Raises:
        BadParameter, ChuheError, OSError: it cannot be played so.
    """
    with _logged(asked.log):
        return _run(asked)


@contextmanager
def _logged(name: str) -> Iterator[None]:
    """All that engines are told and say, with the time, in a file."""
    if not name:
        yield
        return
    logger = logging.getLogger("chuhe.engines")
    handler = logging.FileHandler(name, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(threadName)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


def _run(asked: Asked) -> int:
    keeper, openings = _resumed(asked) if asked.resume else _begun(asked)
    names, plan = keeper.head.names, keeper.head.plan
    with keeper:
        shown = Shown(names, plan, live=not asked.quiet and sys.stderr.isatty(), quiet=asked.quiet)

        def keep(played: Played) -> None:
            keeper.add(played)
            if asked.jsonl:
                write_json(game_line(played, names))
                sys.stdout.flush()

        match = Match(
            plan,
            openings,
            keeper.games,
            concurrency=asked.concurrency,
            keep=keep,
            on_begin=shown.begin,
            on_move=shown.move,
            cpus=processors() if asked.affinity else (),
        )
        stopped = False
        with shown.over(match):
            try:
                match.run()
            except KeyboardInterrupt:
                stopped = True
    told = summary(match.tally, names, match.total, plan)
    if asked.json or asked.jsonl:
        write_json(told)
    else:
        print_summary(told)
    if stopped:
        _say_how_to_go_on(asked, keeper)
        raise KeyboardInterrupt
    return FOUND if told["faults"] else OK


def _begun(asked: Asked) -> tuple[Keeper, list[Opening]]:
    plan = _plan(asked)
    if asked.notation not in list(Style):
        raise typer.BadParameter(
            _("no such notation; there are {notations}", notations=", ".join(Style))
        )
    format = format_of(asked.out, asked.to) if asked.out else "pgn"
    openings = _openings(plan)
    for book in books_of(plan.engines):
        if book is not None:
            book.close()
    said = []
    for contestant in plan.engines:
        # Each is started once before anything is written: most mistakes show here.
        with start_engine(contestant, plan.rules, plan.timeout) as engine:
            said.append(engine.name)
    head = Head(
        plan=plan,
        names=names_of(plan.engines, said),
        openings=digest(openings),
        made=tuple(openings) if _makes(plan) else (),
        out=asked.out and os.path.abspath(asked.out),
        format=format,
        notation=asked.notation,
    )
    state = asked.state or (state_name(asked.out) if asked.out else "")
    return Keeper.begin(state, head), openings


def _resumed(asked: Asked) -> tuple[Keeper, list[Opening]]:
    if asked.engines:
        raise typer.BadParameter(_("a match that goes on keeps its engines"))
    beside = state_name(asked.resume)
    keeper = Keeper.resume(beside if os.path.exists(beside) else asked.resume)
    plan = keeper.head.plan
    if asked.games is not None and asked.games != plan.games:
        plan = msgspec.structs.replace(plan, games=asked.games)
        keeper.extend(plan, _openings(plan, keeper.head.made) if _makes(plan) else ())
    made = keeper.head.made
    openings = list(made) or _openings(plan)
    if not made and plan.openings != "random" and digest(openings) != keeper.head.openings:
        keeper.close()
        raise typer.BadParameter(
            _("the file of openings is another one now: {file}", file=plan.openings)
        )
    return keeper, openings


def _say_how_to_go_on(asked: Asked, keeper: Keeper) -> None:
    name = asked.resume or asked.out or asked.state
    if name and not asked.quiet:
        sys.stderr.write(_("to go on: chuhe match --resume {file}", file=name) + "\n")


def _plan(asked: Asked) -> Plan:
    """The options as a plan, checked."""
    common = asked.each
    for word, value in (("time", asked.time), ("nodes", asked.nodes), ("depth", asked.depth)):
        if value is not None:
            common += f" {word}={value}"
    if asked.tc:
        common += f" tc={asked.tc}"
    rule_set(asked.rules)  # complains of a name that is none
    if asked.order not in ("random", "sequential"):
        raise typer.BadParameter(_("the order is random or sequential"), param_hint="--order")
    test = _test(asked.sprt)
    plies = asked.plies
    if plies is None:
        plies = {"builtin": None, "start": None, "random": _PLIES_AT_RANDOM}.get(
            asked.openings, _PLIES_OF_FILE
        )
    named = asked.openings in ("builtin", "random", "start")
    plan = Plan(
        engines=tuple(read_engine(text, common) for text in asked.engines),
        games=asked.games or (_GAMES if test is None else _GAMES_OF_TEST),
        gauntlet=asked.gauntlet,
        rules=asked.rules,
        openings=asked.openings if named else os.path.abspath(asked.openings),
        plies=plies,
        shuffle=asked.order == "random" and asked.openings != "random",
        seed=asked.seed,
        resign=_rule(asked.resign, Resign),
        draw=_rule(asked.draw, DrawRule),
        longest=2 * asked.max_moves,
        test=test,
        timeout=asked.timeout,
        stall=asked.stall,
        event=asked.event,
    )
    plan.check()
    return plan


def _makes(plan: Plan) -> bool:
    """Whether the openings are made for the match, and not just read."""
    name = plan.openings
    return name == "random" or (name not in ("builtin", "start") and is_book(name))


def _openings(plan: Plan, before: Sequence[Opening] = ()) -> list[Opening]:
    """The openings of a plan; those made before are kept, for another engine would not find the
    same."""
    count = max(min((plan.games + 1) // 2, _MOST_MADE), len(before))
    match plan.openings:
        case "builtin":
            return builtin(plan.plies)
        case "start":
            return [Opening()]
        case "random":
            return randomly(count, plan.plies or 0, plan.seed, before) or [Opening()]
        case path if is_book(path):
            return from_book(path, count, plan.plies or _PLIES_OF_FILE, plan.seed, before)
        case path:
            return from_file(path, plan.plies)


def _test(text: str) -> Test | None:
    if not text:
        return None
    kinds: dict[str, Callable[[str], Any]] = {"model": _model}
    kinds |= dict.fromkeys(("elo0", "elo1", "alpha", "beta"), float)
    values = read_values(text, kinds)
    normalized = values.pop("model", False)
    test = msgspec.convert({**values, "normalized": normalized}, Test)
    try:
        test.sprt()
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error
    return test


def _model(text: str) -> bool:
    if text not in ("logistic", "normalized"):
        raise ValueError(text)
    return text == "normalized"


def _rule(text: str, kind: type[Rule]) -> Rule | None:
    """``on`` alone takes what is usual."""
    if not text or text in ("no", "off"):
        return None
    if text in ("on", "yes"):
        return kind()
    kinds: dict[str, Callable[[str], Any]] = {"moves": _count, "score": _count}
    kinds |= {"both": yes_or_no} if kind is Resign else {"after": int}
    return msgspec.convert(read_values(text, kinds), kind)


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value
