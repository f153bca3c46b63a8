"""A ruling explained: ply by ply, side by side, with the clause and the other rule books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from chuhe import _core
from chuhe._core import Move, square_name
from chuhe.arbiter import Arbiter, RepetitionWarning, Replay, Ruling
from chuhe.board import Board
from chuhe.explain.acts import ActLine, act_lines, written
from chuhe.explain.sentences import ruling_sentence
from chuhe.explain.sides import Side, sides_of, verdict_sentence
from chuhe.explain.words import and_words, result_words, run_on, side
from chuhe.i18n import _, plural
from chuhe.rules import RULES, RuleSet, Termination

__all__ = ["Explanation", "explain", "explain_warning"]

#: Ends that the board decides: the other rule books are asked about these.
_ON_THE_BOARD = frozenset(
    {
        Termination.CHECKMATE,
        Termination.STALEMATE,
        Termination.PERPETUAL_CHECK,
        Termination.PERPETUAL_CHASE,
        Termination.PERPETUAL_KILL,
        Termination.MIXED_FORBIDDEN,
        Termination.CHECK_SERIES,
        Termination.REPETITION,
        Termination.NATURAL_LIMIT,
        Termination.DEAD_POSITION,
    }
)

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_COLORS = {"check": "\x1b[31m", "kill": "\x1b[35m", "chase": "\x1b[34m"}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A ruling in words, in the language that was current when it was explained."""

    replay: Replay
    """The game that is told of."""
    ruling: Ruling
    """The end of it that is explained."""
    title: str
    """What was ruled: ``红方长捉，判负``."""
    cycle: str
    """Where the repetition lies; of another end, how the game ended."""
    acts: tuple[ActLine, ...]
    """A line a ply of the cycle; a loop gone through again is one line."""
    sides: tuple[str, ...]
    """A sentence a side: what its plies amount to."""
    clause: str
    """The rule applied, with its article and source."""
    verdict: str
    """Who had to change, and what follows."""
    others: tuple[str, ...]
    """What the other rule books say, and why they differ."""

    def text(self, *, color: bool = False) -> str:
        """All of it as lines of text.

        Args:
            color: whether to color it for a terminal.
        """
        lines = [_paint(self.title, _BOLD, color)]
        if self.cycle:
            lines.append(self.cycle)
        lines += ["  " + _paint(act.text, _COLORS.get(act.act, ""), color) for act in self.acts]
        lines += self.sides
        if self.sides or self.ruling.claimable:  # else the title says it
            lines.append(self.verdict)
        lines.append(_paint(self.clause, _DIM, color))
        if self.others:
            lines.append(_("Other rule books:"))
            lines += [f"  {line}" for line in self.others]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data for JSON."""
        ruling = self.ruling
        return {
            "title": self.title,
            "rules": self.replay.rules.name,
            "outcome": ruling.outcome.verdict,
            "termination": ruling.termination.value,
            "at_ply": ruling.ply,
            "article": ruling.article,
            "cycle": list(ruling.cycle) if ruling.cycle else None,
            "cycle_text": self.cycle,
            "occurrences": list(ruling.occurrences),
            "undecided": ruling.undecided,
            "acts": [_act_json(act) for act in self.acts],
            "sides": list(self.sides),
            "verdict": self.verdict,
            "clause": self.clause,
            "others": list(self.others),
        }

    def svg(self, *, columns: int = 4) -> str:
        """A strip of boards, one a ply of one loop, with arrows from attackers to targets.

        Args:
            columns: how many boards stand in a row.

        Returns:
            an ``<svg>`` element; of an end without a cycle the last position alone.
        """
        from chuhe.explain.picture import strip_svg

        return strip_svg(self, columns=columns)

    def html(self, *, title: str = "", lines: tuple[str, ...] = ()) -> str:
        """One page that needs nothing else: verdict, strip, table of plies, clause, other books.

        Args:
            title: what stands above it, such as the players.
            lines: more to be said below the title.
        """
        from chuhe.explain.page import page_html

        return page_html([self], title=title or self.title, lines=lines)

    def __str__(self) -> str:
        return self.text()


def _paint(text: str, code: str, color: bool) -> str:
    return f"{code}{text}{_PLAIN}" if color and code else text


def _act_json(act: ActLine) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "ply": act.ply,
        "side": act.side.value,
        "move": act.move,
        "class": act.act or None,
        "words": act.words,
        "text": act.text,
        "arrows": [
            {"from": square_name(a.start), "to": square_name(a.end), "kind": a.kind}
            for a in act.arrows
        ],
        "cannot_take_back": [square_name(square) for square in act.crossed],
    }
    if act.repeats:
        facts["repeats"] = list(act.repeats)
    return facts


def explain(
    replay: Replay, ruling: Ruling, *, others: bool | Mapping[str, Ruling | None] = True
) -> Explanation:
    """A ruling in words: what was done, what it amounts to, by which clause, what others say.

    Args:
        replay: the game.
        ruling: one of its rulings, or an arbiter's decision on it.
        others: whether to ask the other rule books, which takes the most time; or what they
            say, as `Arbiter.other_rulings` has it, to be told in another language.

    >>> from chuhe.i18n import use_language
    >>> replay = Arbiter("club").replay(
    ...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2, fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
    ... )
    >>> with use_language("en"):
    ...     found = explain(replay, replay.end)
    >>> print(found.title)
    Perpetual check by Red: Red loses
    >>> for line in (*found.acts, *found.sides):
    ...     print(getattr(line, "text", line))
    ply 1: Red R1+1: gives check
    ply 2: Black K5+1: idle
    ply 3: Red R1-1: gives check
    ply 4: Black K5-1: idle
    plies 5 to 8: as plies 1 to 4
    Red gives check with every move, perpetual check: forbidden.
    Black makes no forbidden move: allowed.
    """
    sides = sides_of(replay, ruling, replay.rules)
    verdict = (
        verdict_sentence(ruling, sides, replay.rules)
        if sides
        else _capital(_("{result}.", result=_result(ruling)))
    )
    if ruling.claimable:
        verdict = _("If a player claims it: {verdict}", verdict=verdict)
    return Explanation(
        replay=replay,
        ruling=ruling,
        title=_title(ruling),
        cycle=_found(replay, ruling),
        acts=tuple(act_lines(replay, ruling)),
        sides=tuple(found.words for found in sides),
        clause=_clause(replay.rules, ruling),
        verdict=verdict,
        others=tuple(_others(replay, ruling, sides, others)) if others else (),
    )


def _result(ruling: Ruling) -> str:
    return result_words(ruling.outcome.result())


def _title(ruling: Ruling) -> str:
    winner = ruling.outcome.winner
    if ruling.cycle and winner is not None:
        how = ruling.termination.text
        title = _("{how} by {loser}: {loser} loses", how=how, loser=side(~winner))
    else:
        title = str(ruling.outcome)
    return _capital(title)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _found(replay: Replay, ruling: Ruling) -> str:
    """Where the repetition lies, or how else the game ended."""
    if ruling.cycle:
        return _cycle(replay, ruling)
    found = _capital(ruling_sentence(replay, ruling))
    if not ruling.reason:
        return found
    return run_on([found, _("Reason: {reason}", reason=_(ruling.reason))])


def _cycle(replay: Replay, ruling: Ruling) -> str:
    assert ruling.cycle is not None
    first, last = ruling.cycle
    if not ruling.occurrences:
        return _("Judged: plies {first} to {last}.", first=first, last=last)
    return _(
        "Cycle: plies {first} to {last}; the same position stood after plies {plies}.",
        first=first,
        last=last,
        plies=and_words([str(ply) for ply in ruling.occurrences]),
    )


def _clause(rules: RuleSet, ruling: Ruling) -> str:
    """The rule applied: its words, its article, its source."""
    clause = ruling.clause
    article = clause.article and _("article {article}", article=clause.article)
    place = _(", ").join(filter(None, [article, clause.origin]))
    return _("By the {book}: {text} ({place}).", book=_(rules.title), text=clause.text, place=place)


def _others(
    replay: Replay,
    ruling: Ruling,
    sides: Sequence[Side],
    said: Literal[True] | Mapping[str, Ruling | None],
) -> list[str]:
    """What the other books say: one line for all that say the same for the same reason."""
    if ruling.termination not in _ON_THE_BOARD:
        return []
    if said is True:
        moves = replay.moves[: ruling.ply]
        said = Arbiter(replay.rules).other_rulings(replay.fen, moves, claim=ruling.claimable)
    heard = {_on_the_board(replay.rules)}
    groups: dict[tuple[str, str], list[str]] = {}
    for name, found in said.items():
        book = RULES[name]
        if _on_the_board(book) in heard:  # the same under another name
            continue
        heard.add(_on_the_board(book))
        what_and_why = _other(replay, ruling, sides, found, book)
        groups.setdefault(what_and_why, []).append(_(book.title))
    lines = []
    for (what, why), titles in groups.items():
        books = and_words(titles)
        if why:
            lines.append(_("{books}: {what}. {why}", books=books, what=what, why=why))
        else:
            lines.append(_("{books}: {what}.", books=books, what=what))
    return lines


def _on_the_board(book: RuleSet) -> tuple[object, ...]:
    """All that a book can decide a position with."""
    return (
        book.occurrences,
        book.repetition,
        book.natural_limit,
        book.counted_checks,
        book.limit_automatic,
        book.dead_position,
    )


def _other(
    replay: Replay, ours: Ruling, our_sides: Sequence[Side], found: Ruling | None, book: RuleSet
) -> tuple[str, str]:
    """What another book says, and why it differs if it does."""
    if found is None:
        return _("the game goes on"), _why_it_goes_on(replay.rules, ours, book)
    winner = found.outcome.winner
    if winner is ours.outcome.winner:
        return _("the same result, {how}", how=found.termination.text), ""
    result = _result(found)
    sides = sides_of(replay, found, book)
    if not sides:
        return result, ""
    decided = winner or ours.outcome.winner  # one of the two: they differ
    loser = next(one for one in sides if one.color is not decided)
    if all(one.at_fault for one in sides):
        known = {one.words for one in our_sides}
        why = [one.words for one in sides if one.words not in known]
        return result, run_on([*why, verdict_sentence(found, sides, book)])
    if winner is None and loser.at_fault:
        return result, verdict_sentence(found, sides, book)
    why = [loser.words]
    if (
        winner is None
        and not loser.checks_only
        and any(one.color is loser.color and one.natures != loser.natures for one in our_sides)
    ):
        definition = book.clause("repetition.look").text
        why.append(_("There, {definition}.", definition=definition))
    return result, run_on(why)


def _why_it_goes_on(rules: RuleSet, ours: Ruling, book: RuleSet) -> str:
    """Why a book does not end a game that ours has ended."""
    if ours.termination is Termination.NATURAL_LIMIT:
        if book.natural_limit not in (None, rules.natural_limit):
            return _("The limit is {n} rounds there.", n=book.natural_limit)
        if not (book.limit_automatic or ours.claimable):
            return _("The draw has to be claimed there.")
    if ours.cycle is None:
        return ""
    if not book.occurrences:
        return _("Repetition is not judged there.")
    if _core.repetition_policy(book.repetition)["check_series"]:
        return _("Checks in a row are counted there, and these are not too many yet.")
    if not ours.occurrences:
        return _("The position has not stood {n} times.", n=book.occurrences)
    return ""


def explain_warning(
    warning: RepetitionWarning | _core.Warning, rules: RuleSet, board: Board | None = None
) -> str:
    """What is to be said before a repetition becomes fatal.

    Args:
        warning: as `Arbiter.warning` or the core gives it.
        rules: the rule book played by.
        board: the position warned of; then moves are named as the reader writes them.

    >>> from chuhe.i18n import use_language
    >>> from chuhe.rules import RULES
    >>> board = Board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    >>> for text in ["i8i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8"]:
    ...     _ = board.push_uci(text)
    >>> warning = Arbiter("club").warning(board)
    >>> with use_language("en"):
    ...     print(explain_warning(warning, RULES["club"], board))
    Perpetual check: if Red repeats once more, Red loses by the club rules. R1-1 would lose. \
There are 20 other moves.
    """
    judged = warning.ruling if isinstance(warning, RepetitionWarning) else warning.judgement
    facts = {
        "how": _capital(Termination(judged.termination).text),
        "loser": side(warning.loser),
        "book": _(rules.title),
    }
    if judged.occurrences:
        first = _("{how}: if {loser} repeats once more, {loser} loses by the {book}.", **facts)
    else:  # nine moves, or checks in a row: nothing has to be repeated
        first = _("{how}: one more such move of {loser} loses by the {book}.", **facts)
    sentences = [first]
    if warning.fatal_moves:
        fatal = and_words([_move(move, board) for move in warning.fatal_moves])
        sentences.append(_("{moves} would lose.", moves=fatal))
        ways = len(warning.ways_out)
        if ways:
            sentences.append(plural("There is one other move.", "There are {n} other moves.", ways))
        else:
            sentences.append(_("There is no other move."))
    return run_on(sentences)


def _move(move: Move, board: Board | None) -> str:
    return str(move) if board is None else written(board, move)
