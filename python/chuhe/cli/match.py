"""``chuhe match``: engines play each other."""

from typing import Annotated

import typer

from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe match``."""
    limits, start, end, kept = _("Limits"), _("Openings"), _("When to stop"), _("Output")

    @app.command(
        "match",
        help=_(
            "Let engines play each other: any UCI or UCCI programs and the built-in one, judged by "
            "our arbiter; tells Elo with its error, tests hypotheses (SPRT)."
        ),
    )
    def match(
        engine: Annotated[
            list[str] | None,
            typer.Option(
                "--engine",
                "-e",
                metavar="ENGINE",
                help=_(
                    "An engine, each with an option of its own: its command, builtin or "
                    "builtin:LEVEL, or words like \"cmd='prog -x' name=N protocol=ucci dir=D "
                    'tc=10+0.1 ponder=on book=B.obk option.Hash=64".'
                ),
            ),
        ] = None,
        each: Annotated[
            str, typer.Option(metavar="WORDS", help=_("Such words for all engines."))
        ] = "",
        games: Annotated[
            int | None,
            typer.Option(
                "--games",
                "-n",
                min=1,
                help=_("Games of each two engines: 100, or with a test as many as it takes."),
            ),
        ] = None,
        gauntlet: Annotated[
            bool, typer.Option("--gauntlet", help=_("Only the first engine meets the others."))
        ] = False,
        concurrency: Annotated[
            int, typer.Option("--concurrency", "-j", min=1, help=_("Games at once."))
        ] = 1,
        affinity: Annotated[
            bool,
            typer.Option(
                "--affinity", help=_("Keep the engines of each game on a processor of their own.")
            ),
        ] = False,
        rules: Annotated[
            str, typer.Option(metavar="BOOK", help=_("The rule book the games are judged by."))
        ] = "engine",
        time: Annotated[
            float | None, typer.Option(help=_("Seconds a move."), rich_help_panel=limits)
        ] = None,
        tc: Annotated[
            str,
            typer.Option(
                metavar="[MOVES/]SECONDS[+INC]",
                help=_(
                    "A clock: seconds, seconds added a move, moves after which they come again."
                ),
                rich_help_panel=limits,
            ),
        ] = "",
        nodes: Annotated[
            int | None, typer.Option(min=1, help=_("Positions a move."), rich_help_panel=limits)
        ] = None,
        depth: Annotated[
            int | None, typer.Option(min=1, help=_("Plies a move."), rich_help_panel=limits)
        ] = None,
        timeout: Annotated[
            float,
            typer.Option(
                min=0.1,
                help=_("Seconds beyond its limit after which an engine counts as hanging."),
                rich_help_panel=limits,
            ),
        ] = 5.0,
        stall: Annotated[
            float,
            typer.Option(
                min=0.1,
                help=_("Seconds a move may take if only nodes or depth are limited."),
                rich_help_panel=limits,
            ),
        ] = 60.0,
        openings: Annotated[
            str,
            typer.Option(
                metavar="FILE",
                help=_("builtin, random, start, or a file of games or positions in any format."),
                rich_help_panel=start,
            ),
        ] = "builtin",
        plies: Annotated[
            int | None,
            typer.Option(
                min=0,
                help=_("Moves of the openings, both sides counted; of a file 8, random 6."),
                rich_help_panel=start,
            ),
        ] = None,
        order: Annotated[
            str,
            typer.Option(
                metavar="random|sequential",
                help=_("The order of the openings."),
                rich_help_panel=start,
            ),
        ] = "random",
        seed: Annotated[
            int,
            typer.Option(help=_("Decides everything left to chance."), rich_help_panel=start),
        ] = 1,
        sprt: Annotated[
            str,
            typer.Option(
                metavar="WORDS",
                help=_(
                    'Stop when one hypothesis is taken: "elo0=0 elo1=5", and alpha=0.05 beta=0.05 '
                    "model=logistic or normalized."
                ),
                rich_help_panel=end,
            ),
        ] = "",
        resign: Annotated[
            str,
            typer.Option(
                metavar="WORDS",
                help=_('A lost game ends early: "moves=4 score=800 both=yes".'),
                rich_help_panel=end,
            ),
        ] = "",
        draw: Annotated[
            str,
            typer.Option(
                metavar="WORDS",
                help=_('A level game ends early: "after=60 moves=10 score=10".'),
                rich_help_panel=end,
            ),
        ] = "",
        max_moves: Annotated[
            int,
            typer.Option(
                min=1, help=_("Moves of each side after which it is a draw."), rich_help_panel=end
            ),
        ] = 300,
        out: Annotated[
            str,
            typer.Option(
                "--out",
                "-o",
                metavar="FILE",
                help=_("The games, in the format of the name; each is added when it is over."),
                rich_help_panel=kept,
            ),
        ] = "",
        to: Annotated[
            str, typer.Option(metavar="FORMAT", help=_("Their format."), rich_help_panel=kept)
        ] = "",
        notation: Annotated[
            str, typer.Option(help=_("Their notation."), rich_help_panel=kept)
        ] = "zh",
        event: Annotated[
            str, typer.Option(help=_("What they call the match."), rich_help_panel=kept)
        ] = "",
        state: Annotated[
            str,
            typer.Option(
                metavar="FILE",
                help=_("What is needed to go on later; beside --out if left out."),
                rich_help_panel=kept,
            ),
        ] = "",
        resume: Annotated[
            str,
            typer.Option(
                metavar="FILE",
                help=_(
                    "Go on with a match, named by its games or its state; only --games, "
                    "--concurrency and what is printed can be said anew."
                ),
                rich_help_panel=kept,
            ),
        ] = "",
        json: Annotated[
            bool,
            typer.Option("--json", help=_("Print one JSON object."), rich_help_panel=kept),
        ] = False,
        jsonl: Annotated[
            bool,
            typer.Option(
                "--jsonl",
                help=_("Print a line of JSON a game, and the summary last."),
                rich_help_panel=kept,
            ),
        ] = False,
        log: Annotated[
            str,
            typer.Option(
                metavar="FILE",
                help=_("All that is said to the engines and by them, with the time."),
                rich_help_panel=kept,
            ),
        ] = "",
        quiet: Annotated[
            bool,
            typer.Option("--quiet", "-q", help=_("No progress."), rich_help_panel=kept),
        ] = False,
    ) -> None:
        from chuhe.cli.match_run import Asked, run

        asked = Asked(
            engines=engine or [],
            each=each,
            games=games,
            gauntlet=gauntlet,
            concurrency=concurrency,
            rules=rules,
            time=time,
            tc=tc,
            nodes=nodes,
            depth=depth,
            timeout=timeout,
            stall=stall,
            openings=openings,
            plies=plies,
            order=order,
            seed=seed,
            sprt=sprt,
            resign=resign,
            draw=draw,
            max_moves=max_moves,
            out=out,
            to=to,
            notation=notation,
            event=event,
            state=state,
            resume=resume,
            json=json,
            jsonl=jsonl,
            affinity=affinity,
            log=log,
            quiet=quiet,
        )
        raise typer.Exit(run(asked))
