"""Records of games for pages: parsed to be stepped through, and written from tables."""

from __future__ import annotations

from datetime import UTC, datetime

from chuhe import records
from chuhe import table as t
from chuhe.errors import RecordError, add_messages
from chuhe.game import Game, Node, Place, RecordProblem
from chuhe.i18n import N_, _
from chuhe.server import bodies as b
from chuhe.server import objects as o
from chuhe.server import views

__all__ = ["LISTED", "STYLES", "pgn_of", "problem_of", "start_of", "view"]

#: Notations of an exported record.
STYLES = ("zh", "wxf", "iccs")
#: So many games of a file are listed.
LISTED = 200
#: Headers that tell games in a list apart.
HEADERS = ("Event", "Site", "Date", "Round", "Red", "RedTeam", "Black", "BlackTeam", "Result")

add_messages(
    {
        "record.moves_left_out": N_("the game has {plies} moves; those after {limit} are left out"),
        "record.no_such_game": N_("the record has {games} games; there is no number {game}"),
    }
)

_RESULTS: dict[str | None, str] = {"red": "1-0", "black": "0-1", None: "1/2-1/2"}


def view(data: bytes, game: int) -> b.Record:
    """What a page is told of a record, with its game number ``game`` in full.

    Raises:
        RecordError: nothing of a record is found, or in a format not read yet.
    """
    chosen, lines, more = chosen_of(data, game, LISTED, HEADERS)
    problems = [problem_of(problem) for problem in chosen.problems]
    shown = _game_view(chosen, problems) if chosen.is_playable else None
    return b.Record(chosen.format or "", lines, more, shown, [] if shown else problems)


def chosen_of(
    data: bytes, game: int, most: int, names: tuple[str, ...]
) -> tuple[Game, list[b.GameLine], bool]:
    """Game number ``game`` of a file, its first ``most`` games as lines, and whether it has more.

    Raises:
        RecordError: nothing of a record is found, in a format not read yet, or there is no
            such game.
    """
    lines: list[b.GameLine] = []
    chosen: Game | None = None
    games = 0
    for games, found in enumerate(records.read(data), 1):
        if games <= most:
            headers = {name: found.headers[name] for name in names if name in found.headers}
            headers["Result"] = found.result
            plies, faults = len(found.mainline_moves()), len(found.problems)
            lines.append(b.GameLine(found.index, headers, plies, faults))
        if found.index == game:
            chosen = found
        if games > most and chosen is not None:
            break
    if chosen is None:
        raise RecordError("record.no_such_game", {"games": games, "game": game + 1})
    return chosen, lines, games > most


def start_of(data: bytes, game: int, ply: int | None) -> tuple[str, list[str]] | None:
    """Start position and moves of a recorded game, up to ``ply``; None if there is no such.

    Raises:
        RecordError: as `view`.
    """
    for index, found in enumerate(records.read(data)):
        if index == game:
            moves = found.uci_moves[: t.MAX_PLIES]
            if not found.is_playable or (ply is not None and ply > len(moves)):
                return None
            return found.start_fen, moves[:ply]
    return None


def pgn_of(table: t.Table, style: str) -> str:
    """The game at a table as PGN, its moves in the notation ``style``."""
    day = datetime.fromtimestamp(table.created, UTC)
    headers = {"Date": day.strftime("%Y.%m.%d")}
    for side, name in (("red", "Red"), ("black", "Black")):
        seat = table.seat(side)  # type: ignore[arg-type]
        if seat.kind == "engine":
            headers[name] = f"Chuhe ({table.level})"
        elif seat.name:
            headers[name] = seat.name
    if table.outcome is not None:
        headers["Termination"] = table.outcome.termination
    result = "*" if table.outcome is None else _RESULTS[table.outcome.winner]
    game = Game(table.board.start_fen, headers.items(), result)
    game.add_line(table.board.move_stack)
    return records.dumps(game, "pgn", notation=style) + "\n"


def _game_view(game: Game, problems: list[o.Problem]) -> b.GameView:
    line = views.Line(game.board())
    positions = [line.start]
    nodes = game.mainline()
    parent = game.root
    for node in nodes[: t.MAX_PLIES]:
        assert node.move is not None
        unread = node.unread and _("not read: {moves}", moves=node.unread)
        comment = "\n".join(filter(None, (node.before, node.comment, unread))) or None
        others = len(parent.variations) - 1
        line.push(node.move.uci(), comment=comment, nags=node.nags, variations=others)
        positions.append(line.position())
        parent = node
    if len(nodes) > t.MAX_PLIES:
        facts = {"plies": len(nodes), "limit": t.MAX_PLIES}
        code = "record.moves_left_out"
        said = {name: str(value) for name, value in facts.items()}
        problems.append(o.Problem(code, o.text(code, facts), said))
    return b.GameView(
        index=game.index,
        headers=dict(game.headers),
        comment=_comment(game.root),
        start=line.start,
        moves=line.moves,
        positions=positions,
        result=game.result,
        problems=problems,
    )


def _comment(node: Node) -> str | None:
    return node.comment or None


def problem_of(problem: RecordProblem) -> o.Problem:
    """What was wrong in a record, with its place."""
    facts = {name: str(value) for name, value in problem.facts.items()}
    return o.Problem(
        problem.code, o.both(lambda: problem.text), facts, o.both(lambda: _place(problem.place))
    )


def _place(place: Place) -> str:
    if place.ply is None:
        return _("line {line}", line=place.line)
    return _("line {line}, ply {ply}", line=place.line, ply=place.ply)
