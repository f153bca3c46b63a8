"""The arbiter's desk: one game on a `Table`, driven by lines of text.

A line is understood, given to the table, written to the journal, applied, and told —
in this order, so that nothing is told that is not kept.
"""

from collections.abc import Mapping, Sequence

import msgspec

from chuhe.arbiter import Arbiter
from chuhe.board import Board
from chuhe.cli.officiate_journal import Entry, Journal
from chuhe.cli.officiate_looks import LOOKS, round_of, standing_lines, unpressed_words
from chuhe.cli.officiate_players import PLAYERS, Deed
from chuhe.cli.officiate_rulings import RULINGS
from chuhe.cli.officiate_said import Hand, Said, refused
from chuhe.cli.officiate_words import like, read_line
from chuhe.errors import ChuheError, NotationError
from chuhe.explain import explain_warning
from chuhe.i18n import _
from chuhe.rules import rule_set
from chuhe.scoresheet import Note, clock_words, ending_words, event_words, move_words, side_words
from chuhe.table import (
    AnyEvent,
    Command,
    Ended,
    FoulGiven,
    OfferClosed,
    Played,
    Refused,
    Table,
    Tick,
    Wake,
    claimable,
)

__all__ = ["DEEDS", "Desk"]

#: Every command by its name.
DEEDS: Mapping[str, Deed] = {**PLAYERS, **RULINGS, **LOOKS}


class Desk:
    """One game and what the arbiter does with it.

    Args:
        table: the game, officiated by ``ARBITER``.
        events: the events that made it, with the arbiter's notes.
        headers: what is known of the game.
        hand: time and secrets.
        journal: where everything is kept; None if it is not.
        color: whether what is shown is coloured.
    """

    def __init__(
        self,
        table: Table,
        events: Sequence[AnyEvent | Note],
        headers: Mapping[str, str],
        hand: Hand,
        journal: Journal | None = None,
        color: bool = False,
    ) -> None:
        self.table = table
        self.events = list(events)
        self.headers = dict(headers)
        self.hand = hand
        self.journal = journal
        self.color = color
        self.closed = False
        self._claim_told = self._warned = False

    def do(self, line: str) -> list[Said]:
        """Do what a line says, and tell what came of it.

        Raises:
            OSError: the journal or a sheet cannot be written; nothing has happened.
        """
        typed = read_line(line)
        try:
            return DEEDS[typed.word.name](self, typed, line.strip())
        except NotationError as error:
            said = refused(error)
            if typed.word.name == "move" and (name := like(line)):
                said.lines.append(_("Was the command {name} meant?", name=name))
            return [said]
        except ChuheError as error:
            return [refused(error)]

    def tick(self) -> list[Said]:
        """Look at the clock: a flag that has fallen ends the game."""
        return self.give(Tick(), "")

    def wake(self) -> list[Said]:
        """The game goes on after the program was away: nobody's time ran meanwhile."""
        return self.give(Wake(), "")

    def give(self, command: Command, line: str, note: str = "") -> list[Said]:
        """Hand a command to the table; keep, apply and tell what comes of it.

        Args:
            command: what is asked of the table.
            line: how the arbiter said it, for the journal.
            note: the move as he wrote it, for a foul that has only its squares.
        """
        answer = self.table.handle(command, self.hand.now())
        if isinstance(answer, Refused):
            return [self._refused(answer)]
        if note:
            answer = [
                msgspec.structs.replace(event, note=note) if isinstance(event, FoulGiven) else event
                for event in answer
            ]
        return self.keep(answer, line)

    def keep(self, events: Sequence[AnyEvent | Note], line: str) -> list[Said]:
        """Write events to the journal, apply them and tell them."""
        if not events:
            return []
        if self.journal is not None:
            self.journal.append(Entry(self.hand.now(), line, tuple(events)))
        said = []
        order = self.table.order
        for event in events:
            self.events.append(event)
            if isinstance(event, Note):
                lines = [_("Noted: {text}", text=event.text)]
            else:
                before, touched = self.table.board.copy(), self.table.touched
                self.table.apply(event)
                lines = self._told(event, before, touched)
            said.append(Said("event", lines, {"event": msgspec.to_builtins(event)}))
        if any(isinstance(event, Played) for event in events):
            said += self._warnings()
            if order is not None and self.table.order is None and self.table.outcome is None:
                words = _("{side} has changed, as told.", side=side_words(order.side))
                said.append(Said("hint", [words]))
        return said

    def _told(self, event: AnyEvent, before: Board, touched: Sequence[str]) -> list[str]:
        """An event in words; ``before`` and ``touched`` are as they were."""
        table = self.table
        match event:
            case Ended():
                lines = ending_words(event, before, table.rules)
                return [_("Ruling {id}. {words}", id=event.id, words=lines[0]), *lines[1:]]
            case OfferClosed(how="lapsed"):
                return []
            case Played():
                words = f"{round_of(before)}. {side_words(event.side)} "
                words += move_words(before, event.move)
                if clock := clock_words(table, event.side, event.at):
                    words = f"{words}  {clock}"
                return [f"{words}  {_('Check!')}" if table.board.is_check() else words]
            case _:
                words = event_words(event, before, table.rules, touched)
                return [words] if words else []

    def _warnings(self) -> list[Said]:
        """What must be said before the next move: a fatal repetition, a draw to be claimed."""
        table = self.table
        if table.outcome is not None:
            return []
        said = []
        book = rule_set(table.rules)
        warning = Arbiter(book).warning(table.board)
        # Once when it comes up, then whenever the one who would lose is to move.
        if warning is not None and (not self._warned or warning.loser.value == table.turn):
            text = explain_warning(warning, book, table.board)
            facts = {
                "loser": warning.loser.value,
                "termination": warning.termination.value,
                "fatal": [move.uci() for move in warning.fatal_moves],
                "ways_out": [move.uci() for move in warning.ways_out],
            }
            said.append(Said("warning", [_("Attention: {text}", text=text)], facts))
        self._warned = warning is not None
        claim = claimable(table.board, table.rules)
        if claim is not None and not self._claim_told:
            text = _("A draw may be claimed now: {reason}.", reason=claim.termination.text)
            said.append(Said("hint", [text], {"claimable": claim.termination.value}))
        self._claim_told = claim is not None
        return said

    def _refused(self, answer: Refused) -> Said:
        """A refusal, with what helps on."""
        table = self.table
        if answer.code == "touched":  # the moves as the arbiter writes them
            facts = dict(answer.facts)
            for name in ("move", "moves"):
                words = [move_words(table.board, uci) for uci in facts[name].split()]
                facts[name] = _(", ").join(words)
            return refused(Refused(answer.code, facts))
        said = refused(answer)
        if answer.code == "not_your_turn":
            hint = _("{side} is to move", side=side_words(table.turn))
            said.lines[0] = _("; ").join([said.lines[0], hint])
        elif answer.code in ("clock_not_pressed", "nothing_to_press") and table.unpressed:
            said.lines[:] = [unpressed_words(table)]
        elif answer.code in ("offer_own_time", "offer_after_move"):
            said.lines.append(_("if the opponent was disturbed by it: foul SIDE disturbing"))
        elif answer.code == "game_over" and table.outcome is not None:
            hint = _("to undo the ruling that ended it: correct {id}", id=table.outcome.id)
            said.lines[0] = _("; ").join([said.lines[0], hint])
        elif answer.code in ("paused", "adjourned", "not_adjourned", "sealed_unopened"):
            said.lines.extend(standing_lines(table))
        return said
