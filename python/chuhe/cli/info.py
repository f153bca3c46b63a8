"""``chuhe info``: what stands in records."""

from typing import TYPE_CHECKING, Annotated

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, OK, write_json
from chuhe.i18n import _

if TYPE_CHECKING:
    from chuhe.game import Game


def register(app: typer.Typer) -> None:
    """Add ``chuhe info``."""

    @app.command(
        "info",
        help=_("Tell what stands in records: players, moves, variations, and what is wrong there."),
    )
    def info(
        files: Annotated[
            list[str],
            typer.Argument(help=_("Record files, folders or patterns; - is standard input.")),
        ],
        jsonl: Annotated[
            bool, typer.Option("--jsonl", help=_("Print a JSON object a game."))
        ] = False,
    ) -> None:
        from chuhe.cli.records_in import complain, games_in
        from chuhe.game import Game

        status = OK
        total = faulty = 0
        for name, found in games_in(files, _("Reading")):
            if not isinstance(found, Game):
                complain(name, found)
                status = BAD_INPUT
                continue
            total += 1
            if found.problems:
                faulty += 1
                status = max(status, FOUND)
            if jsonl:
                write_json({"path": name, **_facts(found)})
            else:
                for line in _lines(name, found):
                    typer.echo(line)
        if not jsonl and total > 1:
            typer.echo(
                _("{total} games, {faulty} of them with problems", total=total, faulty=faulty)
            )
        raise typer.Exit(status)


def _facts(game: "Game") -> dict[str, object]:
    return {
        "index": game.index,
        "format": game.format,
        "encoding": game.encoding,
        "fen": game.start_fen,
        "moves": game.uci_moves,
        "result": game.result,
        "headers": dict(game.headers),
        "n_variations": game.count_variations(),
        "n_comments": game.count_comments(),
        "problems": [
            {
                "place": {"ply": p.place.ply, "line": p.place.line, "offset": p.place.offset},
                "code": p.code,
                "text": p.text,
            }
            for p in game.problems
        ],
    }


def _lines(name: str, game: "Game") -> list[str]:
    headers = game.headers
    event = headers.get("Event", "")
    players = f"{headers.get('Red') or '?'} – {headers.get('Black') or '?'}"
    counts = _(
        "{plies} plies, {variations} variations, {comments} comments",
        plies=len(game.uci_moves),
        variations=game.count_variations(),
        comments=game.count_comments(),
    )
    lines = [f"{name}#{game.index}  {players}  {game.result}  {counts}"]
    if event:
        lines.append(f"    {event}")
    for problem in game.problems:
        place = problem.place
        where = (
            _("line {line}", line=place.line)
            if place.ply is None
            else _("line {line}, ply {ply}", line=place.line, ply=place.ply)
        )
        lines.append(f"    ! {where}: {problem.text}")
    return lines
