"""The regulations sheet, 竞赛规程: what was agreed beforehand, in words.

Only what the file of the event holds is said; what it does not know, such as
the clock and the prizes, has a line to be filled in by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from chuhe.i18n import N_, _
from chuhe.rules import rule_set
from chuhe.tournament import chinese_options
from chuhe.tournament.deciders import chain_text
from chuhe.tournament.desk import system_of
from chuhe.tournament.desk_knockout import chain_of
from chuhe.tournament.model import Points
from chuhe.tournament.prints_page import page, points_text
from chuhe.tournament.standings import UNPLAYED, codes_of
from chuhe.tournament.state import State
from chuhe.tournament.team_tiebreaks import code_name
from chuhe.tournament.team_view import standings_of
from chuhe.tournament.tiebreaks import Code
from chuhe.tournament.working import NAMES

__all__ = ["MEANINGS", "SYSTEMS", "option_lines", "regulations", "system_name"]

#: System → what it is called.
SYSTEMS = {
    "dutch": N_("Swiss system (FIDE Dutch, edition of 2026)"),
    "chinese": N_("Swiss system, Chinese style"),
    "roundrobin": N_("round robin by Berger's tables"),
    "lots": N_("knock-out, paired by lot in every round"),
    "knockout": N_("knock-out with a bracket"),
    "double": N_("double elimination"),
    "arena": N_("arena: whoever is free is paired"),
    "team-roundrobin": N_("event of teams: round robin by Berger's tables"),
    "team-swiss": N_("event of teams: Swiss system"),
    "scheveningen": N_("Scheveningen: each of one team meets each of the other"),
    "sections": N_("groups and finals, section by section"),
}

#: Tie-break → how the figure is made.
MEANINGS = {
    "PTS": N_("the points of all rounds"),
    "Z": N_("the points of all rounds"),
    "BH": N_("the points of all opponents, added"),
    "A": N_("the points of all opponents, added"),
    "SB": N_("the points of each opponent times what was won from him, added"),
    "PS": N_("the points after every round, added"),
    "B": N_("the points after every round, added"),
    "DE": N_("the place by the games of those tied against each other"),
    "H": N_("the result between the two, if exactly two are tied"),
    "WIN": N_("how many rounds were won, without play too"),
    "C": N_("how many rounds were won"),
    "WON": N_("how many games were won over the board"),
    "D": N_("how many fouls there were; fewer is better"),
    "BPG": N_("how many games were played as second mover; more is better"),
    "F": N_("how many games were played as second mover; more is better"),
    "BWG": N_("how many games were won as second mover"),
    "E": N_("how many games were won as second mover"),
    "G": N_("how many games were won as first mover"),
    "I": N_("the points of the opponents beaten, added"),
    "J": N_("the points of the opponents drawn with, added"),
    "K": N_("the points of the opponents lost to, added"),
    "KS": N_("what was won from those with at least half of all points"),
    "ARO": N_("the mean rating of the opponents"),
    "TPR": N_("the rating that the results are worth"),
    "APRO": N_("the mean of what the opponents performed"),
}

_UNPLAYED = {
    "fide": N_(
        "For the opponents' points a round without play counts as if against an opponent with the"
        " own points, as FIDE has it."
    ),
    "fide-round-robin": N_(
        "Rounds without play count nothing in the opponents' points; forfeits count like games."
    ),
    "chinese": N_(
        "Rounds without an opponent count nothing in the opponents' points; forfeits count like"
        " games."
    ),
    "chinese-lowest": N_(
        "A round without an opponent counts the lowest points of the field in the opponents'"
        " points; forfeits count like games."
    ),
}

#: Option → what is agreed by any value of it.
_VALUES = {
    "boards": N_("Boards of a match: {value}"),
    "match": N_("Match points for a match won, drawn, lost: {value}"),
    "games": N_("Games of a match: {value}"),
    "places": N_("Places played for: {value}"),
    "final_games": N_("Games of the final: {value}"),
    "chain": N_("What decides a level match: {value}"),
    "minutes": N_("It lasts {value} minutes."),
    "repeat": N_("Two may meet again after {value} rounds."),
}

#: (option, value) → what is agreed by it; {value} is the value.
_OPTIONS = {
    ("third_place", True): N_("The losers of the semi-finals play for the third place."),
    ("page", True): N_(
        "Page play-off: who loses the match of 1 against 2 meets the winner of 3 against 4."
    ),
    ("reset", False): N_("The grand final is one match, whoever wins it."),
    ("apart", True): N_("Players of one team meet as late as can be found."),
    ("first", "lot"): N_("Who moves first in the first game of a match is drawn by lot."),
    ("first", "higher"): N_("The better seed moves first in the first game of a match."),
    ("first", "lower"): N_("The lesser seed moves first in the first game of a match."),
    ("colours", "alternate"): N_("The home team moves first on odd boards."),
    ("colours", "reversed"): N_("The home team moves first on even boards."),
    ("colours", "home"): N_("The home team moves first on all boards."),
    ("line_up", "fixed"): N_("The order of the boards is kept in all rounds."),
    ("line_up", "free"): N_("The order of the boards may change from round to round."),
    ("pairing", "chinese"): N_("The teams are paired by the Chinese Swiss system."),
    ("pairing", "dutch"): N_("The teams are paired by the FIDE Dutch system."),
    ("home", "lot"): N_("Which team is at home is drawn by lot."),
    ("streaks", True): N_("Wins running count more."),
    ("baku", True): N_("Baku acceleration: in the first rounds the upper half has extra points."),
    ("cycles", 1): N_("Everybody meets everybody once."),
    ("cycles", 2): N_("Everybody meets everybody twice, once with each colour."),
    ("swap_last", True): N_("The last two rounds of the first half change places."),
    ("no_second_bye", True): N_("Nobody has a second bye while others have had none."),
    ("first_round", "half"): N_("Round one: upper half against lower half, in order."),
    ("first_round", "adjacent"): N_("Round one: 1 against 2, 3 against 4 and so on."),
    ("first_round", "ends"): N_("Round one: the first against the last, and so inwards."),
    ("first_round", "random"): N_("Round one: by lot."),
    ("first_round", "halves"): N_("Round one: upper half against lower half, by lot."),
    ("first_colours", "small"): N_("Round one: the smaller number moves first."),
    ("first_colours", "big"): N_("Round one: the bigger number moves first."),
    ("first_colours", "tables"): N_(
        "Round one: at odd boards the smaller number moves first, at even boards the bigger one."
    ),
    ("first_colours", "tables_reversed"): N_(
        "Round one: at odd boards the bigger number moves first, at even boards the smaller one."
    ),
    ("first_colours", "odd"): N_("Round one: odd numbers move first; of two alike the smaller."),
    ("first_colours", "even"): N_("Round one: even numbers move first; of two alike the smaller."),
    ("first_colours", "lot"): N_("Round one: who moves first is drawn by lot at every board."),
    ("first_colours", "lot_tables"): N_(
        "Round one: who moves first is drawn by lot at board 1, and alternates from there."
    ),
    ("colours", "balance"): N_("Later: who has moved first less often moves first."),
    ("colours", "natural"): N_("Later: first and second move alternate."),
    ("same_history", "rounds"): N_(
        "With the same colours so far: in odd rounds the smaller number moves first, in even"
        " rounds the bigger one."
    ),
    ("same_history", "sum"): N_(
        "With the same colours so far: the smaller number moves first if the sum of the two is"
        " odd, otherwise the bigger one."
    ),
    ("no_third_first", True): N_("Nobody moves first three times running, if avoidable."),
    ("no_third_second", True): N_("Nobody moves second three times running, if avoidable."),
    ("units", "never"): N_("Players of one team may meet."),
    ("units", "first"): N_("Players of one team do not meet in round one, if avoidable."),
    ("units", "always"): N_("Players of one team do not meet, if avoidable."),
    ("floats", True): N_("Who was lately paired up or down is spared doing so again."),
    ("bye", "fewest"): N_("The bye goes to the lowest of those who have had the fewest."),
    ("bye", "once"): N_("The bye goes to the lowest who has had none; nobody has two."),
}


def system_name(system: str) -> str:
    """What a system is called in the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("zh-Hans"):
    ...     system_name("chinese")
    '积分编排制（中国式瑞士制）'
    """
    return _(SYSTEMS[system]) if system in SYSTEMS else system


def option_lines(system: str, options: Mapping[str, object]) -> list[str]:
    """What the options of a system mean, a sentence each; those of the Chinese Swiss in full.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     option_lines("roundrobin", {"cycles": 1}), option_lines("x", {"pots": 4})
    (['Everybody meets everybody once.'], ['pots: 4'])
    """
    if system == "chinese":
        agreed = chinese_options.from_json(options)
        options = chinese_options.to_json(agreed)
        more, silent = _chinese(agreed), True
    else:
        more, silent = [], False
    lines = []
    for name, value in options.items():
        known = _OPTIONS.get((name, value)) if isinstance(value, bool | int | str) else None
        if known:
            lines.append(_(known))
        elif name == "chain":
            chain = chain_of({"chain": value}, 1, final=False)[1:]
            told = chain_text(chain) or _("the arbiter's decision")
            lines.append(_(_VALUES[name], value=told))
        elif name in _VALUES:
            lines.append(_(_VALUES[name], value=_plain(value)))
        elif name in ("ranking", "unmet", "bye"):
            continue  # told with the ranking and with the byes
        elif not silent and value is not False:
            lines.append(f"{name}: {_plain(value)}")
    return lines + more


def _chinese(options: chinese_options.Options) -> list[str]:
    """What numbers are agreed about a Chinese Swiss."""
    lines = []
    if options.leader_points is not None:
        lines.append(
            _(
                "In the last {n} rounds the colours of those with {points} points or more come "
                "before equal points.",
                n=options.last_rounds,
                points=points_text(options.leader_points),
            )
        )
    if options.missed_rounds:
        n = options.missed_rounds
        lines.append(_("Who misses {n} rounds running is not paired any more.", n=n))
    for round, points in options.out_below:
        facts = {"round": round, "points": points_text(points)}
        lines.append(_("Who has fewer than {points} points after round {round} is out.", **facts))
    for round, points in options.enough:
        facts = {"round": round, "points": points_text(points)}
        lines.append(_("Who has {points} points by round {round} is not paired any more.", **facts))
    return lines


def _plain(value: object) -> str:
    """The value of an option as text."""
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def regulations(state: State) -> str:
    """The regulations sheet, 竞赛规程."""
    rules = state.rules
    parts = [
        (_("Event"), _event(state)),
        (_("System"), _system(state)),
        (_("Points"), _points(state.points)),
        (_("Ranking"), _ranking(state)),
        (_("Rounds without play"), _byes(state)),
        (_("Fouls"), _fouls(state)),
        (_("Lots"), _lots(state)),
        (_("To be agreed"), [_told(_(line)) for line in _by_hand(rules)]),
    ]
    body = []
    for number, (heading, lines) in enumerate(parts, 1):
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        body.append(f"<h3>{number}. {escape(heading)}</h3><ul>{items}</ul>")
    signed = _("Chief arbiter")
    body.append(f'<div class="sign"><span>{escape(signed)}</span><span>{_("Date")}</span></div>')
    return page(state, _("Regulations"), ['<div class="rules">', *body, "</div>"])


_BY_HAND = (N_("Time control"), N_("Latest arrival"), N_("Prizes"))


def _by_hand(rules: Mapping[str, object]) -> tuple[str, ...]:
    """What the file does not know, unless it does."""
    return _BY_HAND if rules.get("rules") else (N_("Rules of play"), *_BY_HAND)


_OF_TEAMS = frozenset({"team-roundrobin", "team-swiss", "scheveningen"})


def _told(name: str, value: str = "") -> str:
    """A name and what it is; a line to write on if that is not known."""
    return _("{name}: {value}", name=name, value=value or "_" * 24)


def _event(state: State) -> list[str]:
    rules = state.rules
    dates = " – ".join(str(rules[k]) for k in ("start", "end") if rules.get(k))
    told = (
        (_("Place"), str(rules.get("city", ""))),
        (_("Dates"), dates),
        (_("Chief arbiter"), str(rules.get("arbiter", ""))),
        (_("Players"), str(len(state.by_number or state.entrants) or "")),
    )
    return [_told(name, value) for name, value in told]


def _system(state: State) -> list[str]:
    lines = [system_name(state.system)]
    if total := state.rules.get("rounds"):
        lines.append(_("Rounds: {n}", n=total))
    return lines + option_lines(state.system, state.options)


def _points(points: Points) -> list[str]:
    plain = _(
        "A win is worth {win}, a draw {draw}, a loss {loss}.",
        win=points_text(points.win),
        draw=points_text(points.draw),
        loss=points_text(points.loss),
    )
    other = (points.black_win, points.black_draw, points.black_loss)
    if other == (None, None, None):
        return [plain]
    win, draw, loss = (
        points_text(usual if own is None else own)
        for own, usual in zip(other, (points.win, points.draw, points.loss), strict=True)
    )
    second = _(
        "As second mover a win is worth {win}, a draw {draw}, a loss {loss}.",
        win=win,
        draw=draw,
        loss=loss,
    )
    return [plain, second]


def _ranking(state: State) -> list[str]:
    teams = []
    if state.system in _OF_TEAMS:
        teams = [_("The teams are ranked by:")]
        found = enumerate(standings_of(state).codes, 1)
        teams += [f"({n}) {code} {code_name(code)}" for n, code in found]
        teams.append(_("Players of one board, and all of them, are ranked by:"))
    codes = codes_of(state.rules["tiebreaks"])
    if system_of(state).bracket:
        teams = [_("Who goes out later has the better place.")]
        codes = codes[1:]  # points do not part those who go out together
    lines = teams + [f"({n}) {_code_line(code)}" for n, code in enumerate(codes, 1)]
    if state.rules.get("drop"):
        lines.append(
            _(
                "Who is still tied is compared once more with a round taken off, then another: "
                "from the last for opponents' points, from the first for running totals."
            )
        )
    return [*lines, _("Who is tied in all of these shares the place.")]


def _code_line(code: Code) -> str:
    name, meaning = _(NAMES.get(code.name, code.name)), _(MEANINGS.get(code.name, ""))
    line = f"{code} {name}"
    if meaning and code.name != "D":  # its name says it all
        line = _("{name}: {value}", name=line, value=meaning)
    if code.low and code.high:
        return line + " " + _("without the {n} highest and the {n} lowest", n=code.low)
    return line + " " + _("without the {n} lowest", n=code.low) if code.low else line


def _byes(state: State) -> list[str]:
    points = state.points
    lines = [
        _(
            "A bye is worth {points}, a win without play {win}, a forfeit {loss}.",
            points=points_text(points.pab),
            win=points_text(points.forfeit_win),
            loss=points_text(points.forfeit_loss),
        )
    ]
    if state.system in ("dutch", "chinese"):
        lines.append(
            _(
                "A bye asked for beforehand is worth {full}, {half} or {zero}, as agreed.",
                full=points_text(points.full_bye),
                half=points_text(points.half_bye),
                zero=points_text(points.zero_bye),
            )
        )
    if state.system == "roundrobin":
        lines.append(
            _(
                "Who withdraws with fewer than half of his games played has all results struck "
                "out; otherwise they stand and the rest are forfeits."
            )
        )
    treated = str(state.rules.get("unplayed", ""))
    lines += [_(_UNPLAYED[treated])] if treated in UNPLAYED else []
    return lines


def _fouls(state: State) -> list[str]:
    lines = [_("The arbiter enters warnings and fouls of every player.")]
    if book := state.rules.get("rules"):
        rules = rule_set(str(book))
        lines.append(_("Rules of play: {name}", name=_(rules.title)))
        if rules.fouls_lose is not None:
            lines.append(_("Who has {count} fouls in one game loses it.", count=rules.fouls_lose))
    if any(code.name == "D" for code in codes_of(state.rules["tiebreaks"])):
        lines.append(_("The number of fouls counts in the ranking (D)."))
    return lines


def _lots(state: State) -> list[str]:
    rules = state.rules
    side = {"red": _("first mover"), "black": _("second mover")}[str(rules["first_side"])]
    drawn = (
        _("Number 1 begins as {side}, drawn by lot.", side=side)
        if rules.get("first_side_by_lot")
        else _("Number 1 begins as {side}.", side=side)
    )
    return [
        _(
            "All lots are drawn from the seed below by the algorithm {name}; anybody can repeat"
            " them.",
            name=rules.get("lots", ""),
        ),
        _told(_("Seed"), str(rules.get("seed", ""))),
        *([drawn] if state.system == "dutch" or state.options.get("pairing") == "dutch" else []),
    ]
