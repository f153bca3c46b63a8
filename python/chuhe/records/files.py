"""What the modules of formats share that are written a whole file at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chuhe import _core
from chuhe.errors import add_messages, describe
from chuhe.game import Game
from chuhe.i18n import N_

__all__ = ["Loss", "written"]


class Loss(NamedTuple):
    """Something of a game that the format written cannot hold."""

    code: str
    facts: dict[str, object]
    #: Which of the games written, from 0.
    game: int

    @property
    def text(self) -> str:
        """What was lost, as a sentence in the current language."""
        return describe(self.code, self.facts)


def written(
    format: str,
    games: Sequence[Game],
    version: int = 0,
    seed: int | None = None,
    encoding: str = "utf-8",
) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of a file, and what it cannot hold.

    Raises:
        ValueError: games are not written so: not in this version, or only one in a file.
    """
    file = _core.write_file(format, [game._record for game in games], version, seed, encoding)
    if file is None:
        raise ValueError(f"{format} of version {version} is not written with {len(games)} games")
    data, losses = file
    return data, [Loss(*loss) for loss in losses]


add_messages(
    {
        "loss.before_joined": N_("a comment before a move was joined to the one after it"),
        "loss.counters": N_("the counters of the start position"),
        "loss.cut": N_("the end of the header {name}, which is too long: {text}"),
        "loss.marks": N_("glyphs, clocks and evaluations of moves"),
        "loss.piece": N_("the piece on {square}: there are more of its kind than in a full set"),
        "record.bad_tree": N_("what should be a move is none; what follows is not read"),
        "record.cut_short": N_("the file ends in the middle of the game"),
        "record.index_lost": N_(
            "the index of the library is damaged; its records were searched for"
        ),
        "record.is_book": N_(
            "files of SQLite hold no records; look an opening book up with: chuhe book"
        ),
        "record.move_twice": N_("the move {move} stands twice; it was read once"),
        "record.newer_version": N_(
            "made by a newer program (version {version}); read as an older one"
        ),
        "record.off_board": N_("a move to or from a square that is not on the board"),
        "record.one_game": N_("a file of the format {format} holds one game; there are {games}"),
        "record.record_lost": N_("a record that the index of the library names is not there"),
        "record.too_many_moves": N_("more than {most} moves; the rest were not read"),
    }
)

add_messages(
    {
        "loss.apart": N_(
            "that it is a game of its own: title and start are those of the one before"
        ),
        "loss.broken_lines": N_("long lines of comments were broken"),
        "loss.comment_places": N_("which moves comments belong to: they stand after the last"),
        "loss.comments": N_("comments"),
        "loss.moves": N_("the moves"),
        "loss.result": N_("the result"),
        "loss.signs": N_("signs in the header {name} that part fields were replaced"),
        "loss.twins": N_("alternatives that are the same move became one"),
        "loss.variations": N_("variations"),
        "record.bad_board": N_("not a start position: '{text}'"),
        "record.bad_json": N_("JSON ends or goes wrong here: '{text}'"),
        "record.checksum": N_("the checksum is not that of the file"),
        "record.lost_comment": N_("a comment that belongs to no move: '{text}'"),
        "record.lost_line": N_("variation {line} follows no move that is there"),
        "record.usual_start_only": N_(
            "files of the format {format} hold only games from the usual start"
        ),
    }
)
