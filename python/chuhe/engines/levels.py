"""What the levels of the built-in engine are called, and what each is like to play against."""

from __future__ import annotations

from dataclasses import dataclass

from chuhe.i18n import N_, _

__all__ = ["LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the built-in engine.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     LEVELS[0].name
    'First steps'
    """

    #: From 1, a beginner, to 10, full strength.
    number: int
    _name: str
    _about: str

    @property
    def name(self) -> str:
        """What it is called, in the reader's language."""
        return _(self._name)

    @property
    def about(self) -> str:
        """What it is like, in the reader's language."""
        return _(self._about)


_WORDS = [
    (N_("First steps"), N_("Takes what it can and hardly looks at your answer.")),
    (N_("Beginner"), N_("Looks for what can be taken; often does not see what you can take.")),
    (
        N_("Learner"),
        N_("Thinks of your answer, but often misses horses, cannons and moves backward."),
    ),
    (N_("Casual player"), N_("Leaves fewer pieces hanging; plays by feeling.")),
    (
        N_("Keen player"),
        N_("Thinks of the next move too; still misses what is far away or quiet."),
    ),
    (
        N_("Club player"),
        N_("Finds short combinations and knows what a position is worth."),
    ),
    (N_("Strong club player"), N_("Seldom overlooks anything two moves ahead.")),
    (N_("Expert"), N_("Calculates well; errs in long lines only.")),
    (N_("Formidable"), N_("Overlooks nothing, but does not think for long.")),
    (N_("Full strength"), N_("Holds nothing back and takes its time.")),
]

#: All levels, the weakest first.
LEVELS = tuple(Level(number, *words) for number, words in enumerate(_WORDS, 1))
