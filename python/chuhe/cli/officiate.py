"""``chuhe officiate``: an arbiter runs one over-the-board game."""

from pathlib import Path
from typing import Annotated

import typer

from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe officiate``."""

    @app.command(
        "officiate",
        help=_(
            "Officiate one game over the board: moves, touches, claims, fouls, clocks, rulings "
            "and the score sheet. The command help inside lists what can be typed."
        ),
    )
    def officiate(
        rules: Annotated[
            str,
            typer.Option(
                help=_(
                    "The rule book: club, cxa, axf, wxf …; chuhe rules lists them. club if left out."
                ),
                show_default=False,
            ),
        ] = "",
        time: Annotated[
            str,
            typer.Option(
                help=_(
                    "The time control, such as 90+30, 60m+30s 1x30, 40/90m,20/30m or 60s/move; "
                    "two with | between if they differ. Without it the clocks are the arbiter's."
                ),
                show_default=False,
            ),
        ] = "",
        red: Annotated[str, typer.Option(help=_("Who plays Red."), show_default=False)] = "",
        black: Annotated[str, typer.Option(help=_("Who plays Black."), show_default=False)] = "",
        event: Annotated[str, typer.Option(help=_("The event."), show_default=False)] = "",
        site: Annotated[str, typer.Option(help=_("The place."), show_default=False)] = "",
        date: Annotated[
            str, typer.Option(help=_("The date; today if left out."), show_default=False)
        ] = "",
        round: Annotated[
            str, typer.Option("--round", help=_("The round."), show_default=False)
        ] = "",
        table: Annotated[
            str, typer.Option("--table", help=_("The table's number."), show_default=False)
        ] = "",
        arbiter: Annotated[
            str, typer.Option(help=_("The arbiter's name."), show_default=False)
        ] = "",
        fen: Annotated[
            str, typer.Option(help=_("The start, if not the usual one."), show_default=False)
        ] = "",
        press: Annotated[
            bool,
            typer.Option(
                "--press", help=_("A clock runs until press is typed; else a move presses it.")
            ),
        ] = False,
        by_hand: Annotated[
            bool,
            typer.Option(
                "--by-hand",
                help=_("The clocks stand on the table; their times are typed: C2=5 @1:29:30."),
            ),
        ] = False,
        save: Annotated[
            Path | None,
            typer.Option(help=_("Keep the game in this file, each command before its answer.")),
        ] = None,
        resume: Annotated[
            Path | None, typer.Option(help=_("Go on with the game kept in this file."))
        ] = None,
        sheet: Annotated[
            Path | None,
            typer.Option(help=_("Write the score sheet at the end: .txt, .html, .pgn or .json.")),
        ] = None,
        script: Annotated[
            str | None,
            typer.Option(
                metavar="FILE",
                help=_("Read the commands from a file, - is standard input; no clock runs then."),
            ),
        ] = None,
        board: Annotated[
            bool, typer.Option("--board", help=_("Show the board after every move."))
        ] = False,
        json: Annotated[
            bool, typer.Option("--json", help=_("Print events and refusals as lines of JSON."))
        ] = False,
    ) -> None:
        from chuhe.cli.officiate_run import Setting, check_sheet, today
        from chuhe.cli.officiate_run import officiate as run

        if save is not None and resume is not None:
            raise typer.BadParameter(_("--resume goes on in its own file: leave --save out"))
        if resume is not None and (rules or time or fen or press):
            raise typer.BadParameter(_("--resume: rules, time and start stand in the file already"))
        check_sheet(sheet)
        if not date and script is None and resume is None:
            date = today()
        headers = {
            "Event": event,
            "Site": site,
            "Date": date,
            "Round": round,
            "Table": table,
            "Red": red,
            "Black": black,
            "Arbiter": arbiter,
        }
        setting = Setting(
            rules=rules,
            time=time,
            fen=fen or None,
            headers={name: text for name, text in headers.items() if text},
            press=press,
            by_hand=by_hand,
            script=script,
            json=json,
            board=board,
            save=save,
            resume=resume,
            sheet=sheet,
        )
        raise typer.Exit(run(setting))
