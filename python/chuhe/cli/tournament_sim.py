"""``chuhe tournament generate | simulate | ratings``: random events, systems compared, rating report."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from chuhe.cli.common import write_json
from chuhe.cli.tournament import Edition, File
from chuhe.cli.tournament_options import Json, Section, Seed
from chuhe.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chuhe.tournament.simulate import Figure, Outcome

__all__ = ["register"]

Draws = Annotated[
    float, typer.Option("--draws", help=_("The chance of a draw between equals, 0 to 1."))
]
FirstMove = Annotated[
    float, typer.Option("--first-move", help=_("What moving first is worth, in rating points."))
]
Spread = Annotated[
    float, typer.Option("--spread", help=_("The standard deviation of the strengths."))
]


def register(group: typer.Typer) -> None:
    """Add the commands to ``chuhe tournament``."""
    for add in (_generate, _simulate, _ratings):
        add(group)


def _generate(group: typer.Typer) -> None:
    @group.command(
        "generate",
        help=_(
            "Make a random event, paired and played: a TRF by the Dutch system, or with --event "
            "the file of an event by any system."
        ),
    )
    def generate(
        players: Annotated[int, typer.Option("--players", help=_("How many players."))] = 30,
        rounds: Annotated[int, typer.Option("--rounds", help=_("How many rounds."))] = 9,
        seed: Seed = "",
        draws: Draws = 0.3,
        first_move: FirstMove = 0,
        forfeits: Annotated[
            float, typer.Option("--forfeits", help=_("The chance of not coming to a game."))
        ] = 0,
        absent: Annotated[
            float, typer.Option("--absent", help=_("The chance of asking for a bye in a round."))
        ] = 0,
        late: Annotated[
            float, typer.Option("--late", help=_("The chance of entering a round or two late."))
        ] = 0,
        withdraws: Annotated[
            float, typer.Option("--withdraws", help=_("The chance of leaving after a round."))
        ] = 0,
        spread: Spread = 200,
        points: Annotated[
            str, typer.Option("--points", help=_("Points of a win, a draw and a loss."))
        ] = "1:0.5:0",
        to: Annotated[Edition, typer.Option("--to", help=_("The edition."))] = Edition.TRF16,
        event_file: Annotated[
            str,
            typer.Option(
                "--event",
                metavar="EVENT",
                help=_("The file of an event to make."),
                show_default=False,
            ),
        ] = "",
        system: Annotated[
            str, typer.Option("--system", help=_("With --event: its system."))
        ] = "dutch",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import write_line
        from chuhe.cli.tournament_files import answered

        if event_file:
            chances = (draws, first_move, forfeits)
            _made(event_file, (system, players, rounds, seed, spread), chances, json)
            return
        from chuhe.tournament import generate as source
        from chuhe.tournament.model import Points
        from chuhe.tournament.trf import write_trf

        with answered(json):
            used = seed or _any_seed()
            event = source.generate(
                players,
                rounds,
                used,
                chances=source.Chances(draws, first_move, forfeits, absent, late, withdraws),
                points=Points.of(points),
                spread=spread,
            )
            text = write_trf(event, edition=to.value)
            if json:
                write_json({"seed": used, "rounds": event.rounds_paired, "trf": text})
            else:
                if not seed:
                    typer.echo(_("seed: {seed}", seed=used), err=True)
                write_line(text.removesuffix("\n").encode("utf-8"))


def _made(
    file: str,
    wanted: tuple[str, int, int, str, float],
    chances: tuple[float, float, float],
    json: bool,
) -> None:
    """Make the file of an event and play it out."""
    from chuhe.cli.tournament_event_desk import now
    from chuhe.cli.tournament_files import answered
    from chuhe.tournament import playout
    from chuhe.tournament.generate import Chances

    with answered(json):
        system, players, rounds, seed, spread = wanted
        used = seed or _any_seed()
        plan = playout.Plan(system, players, rounds, used, Chances(*chances), spread)
        with playout.make(file, plan, clock=now) as desk:
            played = len(desk.state.rounds)
        if json:
            write_json({"seed": used, "rounds": played, "event": file})
        else:
            typer.echo(_("seed: {seed}", seed=used))
            typer.echo(_("{file}: {n} rounds", file=file, n=played))


def _simulate(group: typer.Typer) -> None:
    @group.command(
        "simulate", help=_("Compare systems: play the same players by each of them many times.")
    )
    def simulate(
        players: Annotated[int, typer.Option("--players", help=_("How many players."))] = 16,
        rounds: Annotated[
            int, typer.Option("--rounds", help=_("How many rounds the Swiss systems have."))
        ] = 5,
        runs: Annotated[int, typer.Option("--runs", help=_("How many times."))] = 100,
        systems: Annotated[
            str,
            typer.Option(
                "--systems",
                help=_(
                    "Which of dutch, chinese, random, roundrobin, knockout, lots, double, arena; "
                    "all if left out."
                ),
                metavar="dutch,chinese,…",
                show_default=False,
            ),
        ] = "",
        seed: Seed = "",
        draws: Draws = 0.3,
        first_move: FirstMove = 0,
        spread: Spread = 200,
        noise: Annotated[
            float,
            typer.Option("--noise", help=_("By how much the ratings miss the strengths.")),
        ] = 0,
        svg: Annotated[
            str,
            typer.Option(
                "--svg",
                metavar="FILE",
                help=_("Draw the outcome into this file."),
                show_default=False,
            ),
        ] = "",
        json: Json = False,
    ) -> None:
        from pathlib import Path

        from chuhe.cli.common import progress
        from chuhe.cli.tournament_files import answered
        from chuhe.tournament import simulate as source
        from chuhe.tournament.generate import Chances
        from chuhe.tournament.plots import picture

        with answered(json):
            plan = source.Plan(
                players,
                rounds,
                runs,
                seed or _any_seed(),
                tuple(name.strip() for name in systems.split(",") if name.strip()),
                Chances(draws, first_move),
                spread,
                noise,
            )
            with progress(_("simulating"), runs) as bar:
                outcomes = source.simulate(plan, bar.advance)
            if svg:
                Path(svg).write_text(picture(outcomes), encoding="utf-8")
            if json:
                write_json(source.to_json(plan, outcomes))
            else:
                for line in _outcome_lines(plan.seed, outcomes):
                    typer.echo(line)


def _ratings(group: typer.Typer) -> None:
    @group.command("ratings", help=_("What an event does to the ratings of its players."))
    def ratings(
        file: File,
        rules: Annotated[
            str, typer.Option("--rules", help=_("fide-2024, cxa-old or logistic."))
        ] = "fide-2024",
        k: Annotated[
            int,
            typer.Option(
                "--k",
                min=0,
                max=1000,
                help=_("K for everybody, instead of the rules'."),
                show_default=False,
            ),
        ] = 0,
        section: Section = "",
        json: Json = False,
    ) -> None:
        from dataclasses import replace

        from chuhe.cli.tournament_files import answered, read_any_event
        from chuhe.tournament import elo

        with answered(json):
            chosen = elo.rules_of(rules)
            if k:
                chosen = replace(chosen, k=(elo.KRule(k),))
            event = read_any_event(file, section)
            report = elo.report(event, chosen, elo.ages(event))
            if json:
                write_json(elo.to_json(report))
            else:
                for line in elo.lines(report, event):
                    typer.echo(line)


def _any_seed() -> str:
    return secrets.token_hex(8)


#: The columns of a simulation.
_HEADS = (
    N_("system"),
    N_("games"),
    N_("order"),
    N_("best first"),
    N_("best's place"),
    N_("top quarter"),
)


def _outcome_lines(seed: str, outcomes: "Sequence[Outcome]") -> list[str]:
    from chuhe.cli.tournament_show import table
    from chuhe.tournament.plots import NAMES

    def told(figure: "Figure") -> str:
        return f"{figure.mean:.2f} ± {figure.error:.2f}"

    rows = [
        [
            _(NAMES[outcome.system]),
            f"{outcome.games:.1f}",
            *map(told, (outcome.order, outcome.best_wins, outcome.best_place, outcome.top)),
        ]
        for outcome in outcomes
    ]
    lines = [_("seed: {seed}", seed=seed), "", *table([[_(head) for head in _HEADS], *rows])]
    lines += [
        "",
        _(
            "order: Kendall's tau of table and strengths; best first: the strongest player comes "
            "first; top quarter: how much of the strongest quarter ends there; ± one standard error"
        ),
    ]
    lines += [
        _(
            "{system}: in {runs} runs a round could not be paired",
            system=_(NAMES[outcome.system]),
            runs=outcome.stopped,
        )
        for outcome in outcomes
        if outcome.stopped
    ]
    return lines
