"""``chuhe show``: positions and games in the terminal, and as pictures."""

from typing import Annotated

import typer

from chuhe.cli.records_words import complete_notation
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe show``."""
    pictures = _("Pictures")

    @app.command(
        "show",
        help=_("Show a position or a game in the terminal, or as a picture: SVG, PNG, GIF."),
    )
    def show(
        source: Annotated[
            str,
            typer.Argument(
                metavar=_("[FILE|FEN]"),
                help=_(
                    "A record file, a FEN, or - for standard input; the opening position if left out."
                ),
            ),
        ] = "",
        game: Annotated[
            int, typer.Option("--game", "-g", help=_("Which game of the file, from 1."), min=1)
        ] = 1,
        ply: Annotated[
            int | None,
            typer.Option(
                help=_(
                    "Show the position after so many plies; -1 is the last one, -2 the one before it."
                )
            ),
        ] = None,
        every: Annotated[
            bool, typer.Option("--every", help=_("A board after each ply, the start first."))
        ] = False,
        step: Annotated[
            int, typer.Option(help=_("With --every: a board after each so many plies."), min=1)
        ] = 1,
        moves: Annotated[
            str,
            typer.Option("--moves", "-m", help=_("Moves to play from there, in any notation.")),
        ] = "",
        variation: Annotated[
            str,
            typer.Option(
                "--variation",
                "-v",
                help=_("Follow a variation, by its name in the list of moves: 12.1 or 12.1/15.2."),
            ),
        ] = "",
        unfold: Annotated[
            bool, typer.Option("--all", help=_("Tell all variations, however many there are."))
        ] = False,
        interactive: Annotated[
            bool,
            typer.Option(
                "--interactive", "-i", help=_("Walk through the game with the arrow keys.")
            ),
        ] = False,
        black: Annotated[bool, typer.Option("--black", help=_("Black at the bottom."))] = False,
        glyphs: Annotated[
            str,
            typer.Option(
                autocompletion=_glyphs,
                help=_("On the pieces: zh, letters, or in pictures both."),
            ),
        ] = "zh",
        ascii: Annotated[
            bool, typer.Option("--ascii", help=_("Nothing but ASCII on the board."))
        ] = False,
        wide_lines: Annotated[
            bool,
            typer.Option(
                "--wide-lines",
                help=_("For terminals in which lines such as ─ are two columns wide."),
            ),
        ] = False,
        notation: Annotated[
            str,
            typer.Option(
                autocompletion=complete_notation,
                help=_("Of the moves: zh, zh-hant, wxf, iccs, uci …"),
            ),
        ] = "",
        width: Annotated[
            int | None,
            typer.Option(
                help=_("How many columns there are; those of the terminal if left out."), min=20
            ),
        ] = None,
        color: Annotated[
            str,
            typer.Option(
                "--color",
                autocompletion=lambda: ["auto", "always", "never"],
                help=_("Colours: auto, always or never."),
            ),
        ] = "auto",
        json: Annotated[
            bool, typer.Option("--json", help=_("Print the position and the game as JSON."))
        ] = False,
        output: Annotated[
            list[str] | None,
            typer.Option(
                "--output",
                "-o",
                help=_(
                    "Write a picture: FILE.svg, FILE.png or FILE.gif. With %d in the name and --every: a file a ply."
                ),
                rich_help_panel=pictures,
            ),
        ] = None,
        svg: Annotated[
            str,
            typer.Option(
                "--svg",
                help=_("Write SVG to this file; - is standard output."),
                rich_help_panel=pictures,
            ),
        ] = "",
        png: Annotated[
            str,
            typer.Option(
                "--png",
                help=_("Write PNG to this file; - is standard output."),
                rich_help_panel=pictures,
            ),
        ] = "",
        gif: Annotated[
            str,
            typer.Option(
                "--gif",
                help=_("Write the game as an animated GIF; - is standard output."),
                rich_help_panel=pictures,
            ),
        ] = "",
        theme: Annotated[
            str,
            typer.Option(
                autocompletion=_themes,
                help=_("wood, paper (black and white, as in print) or dark."),
                rich_help_panel=pictures,
            ),
        ] = "wood",
        size: Annotated[
            int | None,
            typer.Option(
                help=_("How many pixels wide a board is."),
                min=80,
                max=4000,
                rich_help_panel=pictures,
            ),
        ] = None,
        columns: Annotated[
            int | None,
            typer.Option(
                help=_("How many boards stand in a row."), min=1, max=100, rich_help_panel=pictures
            ),
        ] = None,
        coordinates: Annotated[
            str,
            typer.Option(
                autocompletion=_coordinates,
                help=_("Around the board: numerals, squares or none."),
                rich_help_panel=pictures,
            ),
        ] = "numerals",
        arrow: Annotated[
            list[str] | None,
            typer.Option(
                "--arrow",
                help=_("An arrow: h2e2, or h2e2:red; may be given again."),
                rich_help_panel=pictures,
            ),
        ] = None,
        circle: Annotated[
            list[str] | None,
            typer.Option(
                "--circle",
                help=_("A circle: e4, or e4:blue; may be given again."),
                rich_help_panel=pictures,
            ),
        ] = None,
        title: Annotated[
            str | None,
            typer.Option(
                help=_("The title; the players' names if left out."), rich_help_panel=pictures
            ),
        ] = None,
        font: Annotated[
            list[str] | None,
            typer.Option(
                "--font",
                help=_("A font file for titles and comments in PNG and GIF."),
                rich_help_panel=pictures,
            ),
        ] = None,
        delay: Annotated[
            float,
            typer.Option(
                help=_("GIF: how many seconds a position stands."),
                min=0.02,
                max=600,
                rich_help_panel=pictures,
            ),
        ] = 1.0,
    ) -> None:
        from chuhe.cli.show_run import Asked, run

        named = {"svg": svg, "png": png, "gif": gif}
        asked = Asked(
            source=source,
            game=game,
            ply=ply,
            every=every,
            step=step,
            moves=moves,
            variation=variation,
            unfold=unfold,
            interactive=interactive,
            black=black,
            glyphs=glyphs,
            ascii=ascii,
            wide_lines=wide_lines,
            notation=notation,
            width=width,
            color=color,
            json=json,
            files=[
                *(("", name) for name in output or []),
                *((format, name) for format, name in named.items() if name),
            ],
            theme=theme,
            size=size,
            columns=columns,
            coordinates=coordinates,
            arrows=arrow or [],
            circles=circle or [],
            title=title,
            fonts=font or [],
            delay=delay,
        )
        raise typer.Exit(run(asked))


def _glyphs() -> list[str]:
    from chuhe.svg import GLYPHS

    return list(GLYPHS)


def _themes() -> list[str]:
    from chuhe.svg import THEMES

    return list(THEMES)


def _coordinates() -> list[str]:
    from chuhe.svg import COORDINATES

    return list(COORDINATES)
