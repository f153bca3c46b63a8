"""Records as a page edits them: whole trees out, whole trees in, files written.

A tree goes out as columns, because the largest have hundreds of thousands of nodes, and
comes back as our lossless JSON (`chuhe.records.json`), read by the reader of files.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import msgspec

from chuhe import Board, notation, records
from chuhe.errors import RecordError, add_messages
from chuhe.game import Game
from chuhe.i18n import N_
from chuhe.server import objects as o
from chuhe.server import records_bodies as b
from chuhe.server import views
from chuhe.server.records import chosen_of, problem_of

__all__ = ["LISTED", "formats", "opened", "position_at", "saved"]

#: So many games of a file are listed.
LISTED = 5000
#: So many moves a tree may have that a page is given.
MAX_NODES = 400_000
#: Headers that tell games in a list apart.
HEADERS = (
    *("Title", "Event", "Site", "Date", "Round", "Red", "RedTeam", "Black", "BlackTeam"),
    *("Result", "Opening"),
)
#: So many games are written to a file: those of some formats take four kilobytes each.
MAX_GAMES = 30_000
#: So many losses are told one by one.
LOSSES = 50

add_messages(
    {
        "record.too_many_nodes": N_(
            "the tree has {nodes} moves; a page is given trees of up to {most}"
        ),
        "record.too_many_games": N_(
            "the file has more than {most} games; those are for the command line: chuhe convert"
        ),
        "record.not_one_tree": N_("game {game}: one tree is expected here, as JSON of ours"),
        "record.bad_sent_tree": N_("game {game}, move {ply}: {why}"),
        "record.nothing_to_save": N_("there is no game to save"),
    }
)


def opened(data: bytes, game: int) -> b.Opened:
    """What a page is told of a file, with its game number ``game`` as a whole tree.

    Raises:
        RecordError: nothing of a record is found, in a format not read yet, there is no
            such game, or it is too large for a page.
    """
    chosen, lines, more = chosen_of(data, game, LISTED, HEADERS)
    return b.Opened(chosen.format or "", chosen.encoding, lines, more, tree(chosen))


def tree(game: Game) -> b.TreeView:
    """A game as columns.

    Raises:
        RecordError: it has more than `MAX_NODES` moves.
    """
    record = game._record
    walk = record.walk()
    if len(walk) > MAX_NODES + 1:
        facts: dict[str, object] = {"nodes": len(walk) - 1, "most": MAX_NODES}
        raise RecordError("record.too_many_nodes", facts)
    number = {node: index for index, node in enumerate(walk)}
    moves: dict[tuple[str, str, str, bool], int] = {}
    nodes: list[int] = []
    after: list[tuple[int, int]] = []
    board = game.board() if len(walk) > 1 else Board()
    # Plies are counted and moves named along the way: a node's own way is as long as its line.
    plies = [0]
    for index, node in enumerate(walk[1:], 1):
        parent, move = record.parent(node), record.move(node)
        assert parent is not None and move is not None
        before = number[parent]
        if before != index - 1:
            after.append((index, before))
            for _ in range(plies[-1] - plies[before]):
                board.pop()
        names = notation.all_notations(board, move)
        board.push(move)
        plies.append(plies[before] + 1)
        told = move.uci(), names["zh"], names["wxf"], board.is_check()
        nodes.append(moves.setdefault(told, len(moves)))
    return b.TreeView(
        index=game.index,
        headers={name: text for name, text in game.headers.items() if name.lower() != "fen"},
        result=game.result,
        fen=game.start_fen,
        playable=game.is_playable,
        moves=[b.TreeMove(uci, zh, wxf, _iccs(uci), check) for uci, zh, wxf, check in moves],
        nodes=nodes,
        after=after,
        notes=dict(_notes(game, walk)),
        problems=[problem_of(problem) for problem in game.problems],
    )


def _iccs(uci: str) -> str:
    return f"{uci[:2]}-{uci[2:]}".upper()


def _notes(game: Game, walk: list[int]) -> Iterator[tuple[int, b.Note]]:
    record = game._record
    empty = b.Note()
    for index, node in enumerate(walk):
        clock, elapsed = record.times(node)
        found = record.eval(node)
        score = None
        if found is not None:
            value, mate, depth = found
            score = b.Score(None if mate else value, value if mate else None, depth)
        unread = [
            b.Unread(text, None if after == i else after, comment)
            for i, (text, after, comment) in enumerate(record.unread(node))
        ]
        comment, before, nags = record.comment(node), record.before(node), record.nags(node)
        note = b.Note(comment, before, nags, clock, elapsed, score, unread)
        if note != empty:
            yield index, note


def position_at(fen: str, moves: list[str]) -> b.PositionAt:
    """The position after ``moves``, and how the last of them is called.

    Raises:
        FenError, SetupError: the start cannot be read, or cannot be played.
        NotationError, IllegalMoveError: a move is none, or cannot be played there.
    """
    line = views.Line(Board(fen, strict=False))
    entry: o.MoveEntry | None = None
    for uci in moves:
        entry = line.push(uci)
    return b.PositionAt(line.position(), entry)


def formats() -> b.Formats:
    """The formats that records are written in."""
    written = [module for module in records.FORMATS.values() if module.WRITES]
    return b.Formats(
        [
            b.Format(module.NAME, module.SUFFIXES[0], module.TEXT, module.ONE_GAME)
            for module in written
        ]
    )


def saved(asked: b.SaveAsked) -> b.Saved:
    """Games as a file, and what the file cannot hold.

    Raises:
        RecordError: a tree sent is none, a move of it cannot be played, or games are not
            written so.
    """
    module = records.FORMATS.get(asked.format)
    if module is None or not module.WRITES:
        raise RecordError("record.not_written", {"format": asked.format})
    file = io.BytesIO()
    losses = list(
        records.write(
            _games(asked), file, asked.format, notation=asked.notation, encoding=asked.encoding
        )
    )
    told: list[o.Text] = []
    for loss in losses:
        said = o.text(loss.code, loss.facts)
        if said not in told and len(told) < LOSSES:
            told.append(said)
    return b.Saved(module.NAME, module.SUFFIXES[0], file.getvalue(), told)


def _games(asked: b.SaveAsked) -> list[Game]:
    """The games of the source with those that were sent in their places, the others after them."""
    sent = {index: sent_game(raw, index) for index, raw in sorted(asked.games.items())}
    games: list[Game] = []
    if asked.source is not None:
        for index, game in enumerate(records.read(asked.source)):
            if index == MAX_GAMES:
                raise RecordError("record.too_many_games", {"most": MAX_GAMES})
            games.append(sent.pop(index, game))
    games += sent.values()
    if not games:
        raise RecordError("record.nothing_to_save", {})
    return games


def sent_game(raw: msgspec.Raw, index: int) -> Game:
    """A tree that a page sent.

    Raises:
        RecordError: it is none, or not whole: nothing of what was edited is left out silently.
    """
    found: list[Game] = []
    try:
        tree = msgspec.json.decode(raw, type=dict[str, object])
        if "chuhe" in tree:  # lists of positions are read too, but not sent
            # The reader takes a game a line.
            found = list(records.read(msgspec.json.encode(tree), format="json"))
    except (msgspec.DecodeError, RecursionError):
        pass
    if len(found) != 1:
        raise RecordError("record.not_one_tree", {"game": index + 1})
    [game] = found
    for problem in game.problems:
        if problem.code.startswith("setup.") and game.is_playable:
            continue  # a diagram need not be one that can arise
        if problem.code == "record.unread":
            continue  # what the page was given itself
        ply = problem.place.ply or 0
        facts: dict[str, object] = {"game": index + 1, "ply": ply, "why": problem.text}
        raise RecordError("record.bad_sent_tree", facts)
    return game
