"""The working of a tie-break: its parts as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chuhe.errors import add_messages, describe
from chuhe.i18n import N_, _

__all__ = ["NAMES", "Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """One addend of a figure. ``str()`` tells it in the current language."""

    kind: str
    """How it counts: the key of its sentence."""
    round: int
    """0 if it is of no round."""
    opponent: int | None
    value: int
    scale: int = 1
    facts: Mapping[str, object] = field(default_factory=dict)
    cut: bool = False
    """Whether it is not counted after all."""

    @property
    def text(self) -> str:
        """The value as it is printed."""
        if self.scale == 1:
            return str(self.value)
        digits = len(str(self.scale)) - 1
        return f"{self.value // self.scale}.{self.value % self.scale:0{digits}}"

    def __str__(self) -> str:
        return self.told()

    def told(self, name: Callable[[int], str] = str) -> str:
        """The sentence in the current language.

        Args:
            name: what a player is called; the number if nothing else.
        """
        opponent = None if self.opponent is None else name(self.opponent)
        facts = {**self.facts, "round": self.round, "opponent": opponent, "value": self.text}
        if self.opponent is None and f"tiebreak.{self.kind}_alone" in _ALONE:
            sentence = describe(f"tiebreak.{self.kind}_alone", facts)
        else:
            sentence = describe(f"tiebreak.{self.kind}", facts)
        return _("{part} (cut)", part=sentence) if self.cut else sentence


_SENTENCES = {
    "tiebreak.points": N_("round {round}: {value} against {opponent}"),
    "tiebreak.points_alone": N_("round {round}: {value}, no opponent"),
    "tiebreak.progress": N_("after round {round}: {value}"),
    "tiebreak.counts": N_("round {round}, against {opponent}"),
    "tiebreak.counts_alone": N_("round {round}, no opponent"),
    "tiebreak.opponent": N_("round {round}: {opponent} has {value}"),
    "tiebreak.adjusted": N_(
        "round {round}: {opponent} has {plain}, counted as {value}: rounds he stayed away from at"
        " the end count as draws"
    ),
    "tiebreak.dummy": N_("round {round}: not played, counted as the own {value}"),
    "tiebreak.capped": N_("round {round}: not played, counted as {value} (own {own}, capped)"),
    "tiebreak.nobody": N_("round {round}: no opponent, counted as {value}"),
    "tiebreak.lowest": N_("round {round}: no opponent, the lowest score {value}"),
    "tiebreak.opponent_times": N_(
        "round {round}: {worth} against {opponent}, who has {points}: {value}"
    ),
    "tiebreak.adjusted_times": N_(
        "round {round}: {worth} against {opponent}, who has {plain}, counted as {points}: {value}"
    ),
    "tiebreak.dummy_times": N_(
        "round {round}: {worth} without play, times the own {points}: {value}"
    ),
    "tiebreak.capped_times": N_(
        "round {round}: {worth} without play, times {points} (own {own}, capped): {value}"
    ),
    "tiebreak.nobody_times": N_("round {round}: {worth} without an opponent: {value}"),
    "tiebreak.lowest_times": N_("round {round}: {worth} without play, times {points}: {value}"),
    "tiebreak.koya": N_(
        "round {round}: {value} against {opponent}, who has {points} (half of all is {limit})"
    ),
    "tiebreak.rating": N_("round {round}: {opponent} is rated {value}"),
    "tiebreak.average": N_("mean rating of the opponents: {value}"),
    "tiebreak.difference": N_("{points} points of {games} games: {value}"),
    "tiebreak.performance": N_("round {round}: {opponent} performed {value}"),
    "tiebreak.alone": N_("nobody is tied"),
    "tiebreak.many": N_("tied with {others}: more than two, so it is not asked"),
    "tiebreak.level": N_("tied with {others}: their own games do not tell"),
    "tiebreak.told": N_("tied with {others}: place {value} among them by their own games"),
    "tiebreak.direct": N_("round {round}: {value} against {opponent}, who is tied"),
}
_ALONE = frozenset(code for code in _SENTENCES if code.endswith("_alone"))

add_messages(
    _SENTENCES
    | {
        "tiebreak.unknown": N_("'{text}' is no tie-break; known are {known}"),
        "tiebreak.twice": N_("the tie-break {text} stands twice in the list"),
        "tiebreak.list": N_("'{text}' is no list of tie-breaks; known are {known}"),
        "tiebreak.unplayed": N_("'{text}' is no treatment of unplayed rounds; known are {known}"),
    }
)

#: Names of the tie-breaks.
NAMES = {
    "PTS": N_("points"),
    "BH": N_("Buchholz"),
    "SB": N_("Sonneborn-Berger"),
    "DE": N_("direct encounter"),
    "WIN": N_("wins, also without play"),
    "WON": N_("wins over the board"),
    "BPG": N_("games as second mover"),
    "BWG": N_("wins as second mover"),
    "PS": N_("progressive score"),
    "KS": N_("Koya"),
    "ARO": N_("mean rating of the opponents"),
    "TPR": N_("performance rating"),
    "APRO": N_("mean performance of the opponents"),
    "Z": N_("total points"),
    "A": N_("opponents' points"),
    "B": N_("running totals"),
    "C": N_("wins"),
    "D": N_("fouls (fewer is better)"),
    "E": N_("wins as second mover"),
    "F": N_("games as second mover"),
    "G": N_("wins as first mover"),
    "H": N_("game between exactly two"),
    "I": N_("points of those beaten"),
    "J": N_("points of those drawn with"),
    "K": N_("points of those lost to"),
}
