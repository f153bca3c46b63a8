"""The director's desk as a server has it: one for many arbiters, and able to try a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chuhe.tournament import desk
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.journal import Fact
from chuhe.tournament.logged import Decision, MovedError
from chuhe.tournament.model import Reason
from chuhe.tournament.state import State

__all__ = ["EventDesk"]


class EventDesk(Director):
    """A `Director` whose arbiter changes from command to command."""

    #: Whether commands are only tried: what they would log is in ``tried``.
    dry = False
    tried: Sequence[Fact] = ()

    def speak_as(self, who: str, section: str = "", *, dry: bool = False) -> None:
        """Say who enters the next command, in which section, and whether it is only tried."""
        self._who, self.section, self.dry, self.tried = who, section, dry, ()

    @property
    def length(self) -> int:
        """How many entries the log has now."""
        return self._journal.last

    def proposal(self) -> tuple[int, Fact]:
        """The next round as it would be paired now, and how long the log is.

        Raises:
            EventError, PairingError: as `desk.next_pairing`.
        """
        state = self.state
        return len(self._entries), desk.next_pairing(state)

    def take(self, seen: int, fact: Fact) -> Answer:
        """Log a round that was worked out elsewhere.

        Raises:
            MovedError: somebody has written since.
        """

        def decide(state: State) -> Decision:
            if len(self._entries) != seen:
                raise MovedError
            return [fact], []

        return self._do(decide)

    def _do(self, decide: Callable[[State], Decision]) -> Answer:
        if not self.dry:
            return super()._do(decide)
        notes: Sequence[Reason]
        self.tried, notes = decide(self.state)
        return Answer((), tuple(notes))

    def let_go(self) -> None:
        """Close the file."""
        self._journal.close()
