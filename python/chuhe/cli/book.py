"""``chuhe book``: what an opening book says of a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from chuhe.cli.common import FOUND, OK, write_json
from chuhe.i18n import N_, _

if TYPE_CHECKING:
    from chuhe.board import Board
    from chuhe.records.book import BookMove

#: Whose books they are.
MAKERS = {
    "obk": N_("OBK (BingHe)"),
    "yfk": N_("YFK (YongFang)"),
    "pfbook": N_("pfBook (PengFei)"),
}


def register(app: typer.Typer) -> None:
    """Add ``chuhe book``."""

    @app.command("book", help=_("Look a position up in an opening book: OBK, YFK or pfBook."))
    def book(
        file: Annotated[str, typer.Argument(help=_("The opening book."))],
        fen: Annotated[
            str, typer.Option(help=_("The position; the opening position if left out."))
        ] = "",
        moves: Annotated[
            str, typer.Option(help=_("Moves played first, in any notation, in quotation marks."))
        ] = "",
        every: Annotated[
            bool, typer.Option("--all", help=_("Moves the book has switched off too."))
        ] = False,
        json: Annotated[bool, typer.Option("--json", help=_("Print a JSON object."))] = False,
    ) -> None:
        from chuhe.board import Board
        from chuhe.notation import parse
        from chuhe.records.book import Book

        board = Board(fen, strict=False) if fen else Board()
        for text in moves.split():
            board.push(parse(board, text))
        with Book.open(file) as opened:
            found = opened.moves(board, all=every)
            illegal = opened.count_illegal(board)
            kind = opened.kind
        if json:
            answer = [_facts(board, one) for one in found]
            write_json({"book": kind, "fen": board.fen(), "moves": answer, "illegal": illegal})
        else:
            _show(board, found, illegal)
        raise typer.Exit(FOUND if illegal else OK)


def facts(name: str) -> dict[str, object]:
    """What ``chuhe info`` tells of a book, for a program.

    Raises:
        OSError: the file cannot be read.
        RecordError: it is no book, or a damaged one.
    """
    from chuhe.board import Board
    from chuhe.records.book import Book

    with Book.open(name) as book:
        start = [entry.move.uci() for entry in book.moves(Board())]
        return {"format": "book", "book": book.kind, "entries": len(book), "start_moves": start}


def lines(name: str) -> list[str]:
    """What ``chuhe info`` tells of a book, for a person.

    Raises:
        OSError: the file cannot be read.
        RecordError: it is no book, or a damaged one.
    """
    from chuhe.board import Board
    from chuhe.records.book import Book

    board = Board()
    with Book.open(name) as book:
        start = [board.chinese(entry.move) for entry in book.moves(board)]
        told = _(
            "opening book {kind}, {entries} moves of positions",
            kind=_(MAKERS[book.kind]),
            entries=len(book),
        )
    first = _("first moves: {moves}", moves=" ".join(start)) if start else _("no first moves")
    return [f"{name}  {told}", f"    {first}"]


def _facts(board: "Board", entry: "BookMove") -> dict[str, object]:
    return {
        "move": entry.move.uci(),
        "chinese": board.chinese(entry.move),
        **{name: value for name, value in entry._asdict().items() if name != "move"},
    }


def _show(board: "Board", found: "list[BookMove]", illegal: int) -> None:
    typer.echo(board.fen())
    if not found:
        typer.echo(_("The book has no move here."))
    for entry in found:
        games = entry.wins + entry.draws + entry.losses
        words = [board.chinese(entry.move), entry.move.uci(), f"{entry.score:>6}"]
        if games:
            share = 100 * (entry.wins + entry.draws / 2) / games
            words.append(
                _(
                    "won {wins}, drawn {draws}, lost {losses}: {share} %",
                    wins=entry.wins,
                    draws=entry.draws,
                    losses=entry.losses,
                    share=f"{share:.1f}",
                )
            )
        if not entry.valid:
            words.append(_("switched off"))
        if entry.memo:
            words.append(" ".join(entry.memo.split()))
        typer.echo("  ".join(words))
    if illegal:
        typer.echo(_("{number} entries of this position are no legal move", number=illegal))
