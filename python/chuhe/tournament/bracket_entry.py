"""What is entered about a match: its games, one by one, and an arbiter's decision.

A key typed for a board is the result of the *next* game of its match, seen by
the first mover of that game.  Every answer tells what comes next and why: who
moves first, at what time control, what a draw would mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament import bracket_games, deciders
from chuhe.tournament.bracket_games import Fixture, game_key, outcome
from chuhe.tournament.deciders import Chain, Decided, Match, Next, Result, Stuck
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import Round, State
from chuhe.tournament.systems import Entered
from chuhe.tournament.typed import key_of, one_line

__all__ = ["corrected", "decided", "results", "told", "what_next", "what_of_draws"]


@dataclass(slots=True)
class _Board:
    """A board while facts about it are being made."""

    number: int
    fixture: Fixture
    match: Match
    result: str | None


def results(state: State, round: Round, typed: Sequence[tuple[int, str]], reason: str) -> Entered:
    """The facts of games, each the next one of its board; ``.`` takes the last one back.

    Args:
        state: the event.
        round: the round.
        typed: boards and keys.
        reason: needed to change or take back what stands.

    Raises:
        EventError: ``desk.no_board``, ``director.result``, ``director.stands``,
            ``knockout.ruled_already``, ``knockout.stuck``.
    """
    boards: dict[int, _Board] = {}
    facts: list[Fact] = []
    notes: list[Reason] = []
    for number, text in typed:
        board = boards.setdefault(number, _board(round, number))
        fact, more = _next(state, round, board, key_of(text), reason)
        facts += fact
        notes += more
    return facts, notes


def corrected(
    state: State, round: Round, number: int, game: int, text: str, reason: str
) -> Entered:
    """The fact that a game of a match ended otherwise than was entered.

    Raises:
        EventError: as `results`; ``knockout.no_game``; ``knockout.later``: later
            games could not have been played then.
    """
    board = _board(round, number)
    _by_games(state, board)
    if not 1 <= game <= len(board.match.games):
        facts = {"board": number, "game": game, "most": len(board.match.games)}
        raise EventError("knockout.no_game", facts)
    return _correct(state, round, board, game, key_of(text), reason)


def decided(state: State, round: Round, number: int, winner: int | None, reason: str) -> Entered:
    """The fact that the arbiter says who goes on, None for nobody; it always has a reason.

    Raises:
        EventError: ``desk.no_board``, ``knockout.not_on_board``, ``director.text``.
    """
    board = _board(round, number)
    red, black = board.match.one, board.match.two
    if winner not in (red, black, None):
        facts = {"board": number, "player": winner}
        raise EventError("knockout.not_on_board", facts)
    played = any(not game.forfeit for game in board.match.games)
    keys = {red: "1+", black: "0-", None: "ox"}[winner]
    key = keys[0] if played else keys[1]
    if board.result == key:
        return [], [Reason("director.result_already", {"board": number})]
    fact = {"do": "result", **_where(round, board), "result": key, "was": board.result}
    code = "decider.ruled_none" if winner is None else "decider.ruled"
    note = one_line(reason, "reason")
    notes = [Reason(code, {"winner": winner, "note": note}, (red, black))]
    return [{**fact, "reason": note}], notes + _strays(state, round, board.fixture, winner)


# ---------------------------------------------------------------- one entry


def _board(round: Round, number: int) -> _Board:
    if not round.fixtures:
        raise EventError("knockout.no_matches")
    red, black = round.two(number)
    fixture = round.fixtures[number - 1]
    assert fixture.match is not None
    return _Board(number, fixture, fixture.match, round.results.get((red, black)))


def _by_games(state: State, board: _Board) -> None:
    if board.result != outcome(board.fixture, state.lot_seed):
        facts = {"board": board.number, "was": board.result}
        raise EventError("knockout.ruled_already", facts)


def _next(state: State, round: Round, board: _Board, key: str | None, reason: str) -> Entered:
    """A key typed for a board: the next game, or a change of what stands."""
    already = [Reason("director.result_already", {"board": board.number})]
    if board.result != outcome(board.fixture, state.lot_seed):
        if key == board.result:
            return [], already
        if key is not None:
            _by_games(state, board)
        _reason_for(round, board, board.result, reason)
        fact = {"do": "result", **_where(round, board), "result": None, "was": board.result}
        board.result = outcome(board.fixture, state.lot_seed)
        return [_with(fact, reason)], _after(state, board)
    games, step = board.match.games, board.fixture.state(state.lot_seed)
    if key is None or isinstance(step, Decided):
        if not games or game_key(games[-1]) == key:
            return [], already
        return _correct(state, round, board, len(games), key, reason)
    if isinstance(step, Stuck):
        raise EventError("knockout.stuck", {"board": board.number, "match": board.match.name})
    assert isinstance(step, Next)
    if round.number < len(state.rounds) and not reason:
        raise EventError("director.published", {"round": round.number})
    fact = {
        "do": "match_game",
        **_where(round, board),
        "game": len(games) + 1,
        "first": step.red,
        "result": key,
        "was": None,
    }
    _play(state, board, fact)
    return [_with(fact, reason)], _after(state, board)


def _correct(
    state: State, round: Round, board: _Board, game: int, key: str | None, reason: str
) -> Entered:
    """A game that stands is changed, or the last one taken back."""
    old = board.match.games[game - 1]
    was = game_key(old)
    if was == key:
        return [], [Reason("director.result_already", {"board": board.number})]
    _reason_for(round, board, was, reason)
    fact = {
        "do": "match_game",
        **_where(round, board),
        "game": game,
        "first": old.red,
        "result": key,
        "was": was,
    }
    before = board.result
    _play(state, board, fact)
    facts = {"match": board.match.name, "game": game, "was": was, "now": key or "."}
    notes = [Reason("knockout.game_changed", facts), *_after(state, board)]
    if board.result != before:
        notes += _strays(state, round, board.fixture, _winner(board))
    return [_with(fact, reason)], notes


def _play(state: State, board: _Board, fact: Fact) -> None:
    """The board with a game more, or another one."""
    told: Any = fact
    try:
        fixture = bracket_games.entered(
            board.fixture, state.lot_seed, told["game"], told["first"], told["result"]
        )
    except ValueError:
        facts = {"match": board.match.name, "game": told["game"]}
        raise EventError("knockout.later", facts) from None
    assert fixture.match is not None
    board.fixture, board.match = fixture, fixture.match
    board.result = outcome(fixture, state.lot_seed)


def _winner(board: _Board) -> int | None:
    if board.result in ("1", "+"):
        return board.match.one
    return board.match.two if board.result in ("0", "-") else None


def _where(round: Round, board: _Board) -> dict[str, Any]:
    return {"round": round.number, "red": board.match.one, "black": board.match.two}


def _with(fact: dict[str, Any], reason: str) -> dict[str, Any]:
    return {**fact, "reason": one_line(reason, "reason")} if reason else fact


def _reason_for(round: Round, board: _Board, was: str | None, reason: str) -> None:
    if not reason:
        facts = {"board": board.number, "round": round.number, "was": was or "."}
        raise EventError("director.stands", facts)


def _strays(state: State, round: Round, fixture: Fixture, winner: int | None) -> list[Reason]:
    """That later rounds were paired with another winner."""
    if round.number == len(state.rounds) or winner is None:
        return []
    facts: dict[str, object] = {
        "round": round.number + 1,
        "match": fixture.name,
        "winner": winner,
    }
    return [Reason("knockout.paired_since", facts, (winner,))]


# ---------------------------------------------------------------- what comes next


def _after(state: State, board: _Board) -> list[Reason]:
    return told(board.match, board.fixture.chain, state.lot_seed)


def told(match: Match, chain: Chain, seed: str) -> list[Reason]:
    """What the arbiter is told of a match: who has won it and how, or what is played next."""
    step = deciders.state(match, chain, seed)
    if not isinstance(step, Next):
        return [step.reason]
    both = (step.red, step.black)
    facts: dict[str, object] = {
        "match": match.name,
        "game": len(match.games) + 1,
        "red": step.red,
        "black": step.black,
    }
    next_one = Reason(f"knockout.next_{step.stage.name}", facts, both)
    return [next_one, *step.reasons, *what_next(match, chain, seed, step)]


def what_next(match: Match, chain: Chain, seed: str, step: Next) -> list[Reason]:
    """The time control of a game to be played, and what a draw means in it."""
    both = (step.red, step.black)
    stage, found = step.stage, []
    if stage.black_time:
        times = {"red": step.red, "black": step.black}
        facts = {**times, "time": stage.time or "–", "black_time": stage.black_time}
        found.append(Reason("knockout.times", facts, both))
    elif stage.time:
        found.append(Reason("knockout.time", {"time": stage.time}, both))
    if not stage.draw_odds:  # else the reasons of the step say it
        found.append(what_of_draws(match, chain, seed, step))
    return found


def what_of_draws(match: Match, chain: Chain, seed: str, step: Next) -> Reason:
    """What a draw in the next game would mean, found by trying."""
    drawn = deciders.played(match, chain, seed, Result.DRAW)
    then = deciders.state(drawn, chain, seed)
    both = (step.red, step.black)
    match then:
        case Stuck():
            return Reason("knockout.draw_stuck", {}, both)
        case Decided(winner=winner, reason=reason) if reason.code == "decider.lot":
            return Reason("knockout.draw_lot", {}, both)
        case Decided(winner=winner):
            return Reason("knockout.draw_wins", {"winner": winner}, both)
        case Next(index=index, stage=stage) if index != step.index:
            return Reason(f"knockout.draw_{stage.name}", {}, both)
        case Next(game=1):
            return Reason("knockout.draw_again", {}, both)
    return Reason("knockout.draw_half", {}, both)


add_messages(
    {
        "knockout.ruled_already": N_(
            "board {board} is decided without its games ('{was}'); clear it first"
        ),
        "knockout.one_key": N_("to correct game {game}, give its one result"),
        "knockout.no_bracket": N_("this event has no bracket, or no numbers yet"),
        "knockout.no_matches": N_("this system has no matches of several games"),
        "knockout.stuck": N_(
            "board {board}: match {match} is level and no decider is left; say who goes on"
        ),
        "knockout.no_game": N_("board {board} has {most} games, there is no game {game}"),
        "knockout.later": N_(
            "match {match}: game {game} cannot be changed so, because later games rest on it; "
            "take them back first"
        ),
        "knockout.not_on_board": N_("{player} does not play on board {board}"),
        "knockout.game_changed": N_("match {match}, game {game}: was '{was}', is now '{now}'"),
        "knockout.paired_since": N_(
            "round {round} was paired before: {winner} is now the winner of match {match}; "
            "exchange the players there if need be"
        ),
        "knockout.next_match": N_("match {match}, game {game}: {red} moves first against {black}"),
        "knockout.next_extra": N_(
            "match {match}, game {game}, an extra game: {red} moves first against {black}"
        ),
        "knockout.next_rapid": N_(
            "match {match}, game {game}, rapid: {red} moves first against {black}"
        ),
        "knockout.next_blitz": N_(
            "match {match}, game {game}, blitz: {red} moves first against {black}"
        ),
        "knockout.next_sudden_death": N_(
            "match {match}, game {game}, sudden death: {red} moves first against {black}"
        ),
        "knockout.time": N_("time control: {time}"),
        "knockout.times": N_("time control: {red} has {time}, {black} has {black_time}"),
        "knockout.draw_half": N_("a draw is half a point to each"),
        "knockout.draw_again": N_("if it stays level, the same is played again"),
        "knockout.draw_extra": N_("if it stays level, an extra game follows"),
        "knockout.draw_rapid": N_("if it stays level, rapid games follow"),
        "knockout.draw_blitz": N_("if it stays level, blitz games follow"),
        "knockout.draw_sudden_death": N_("if it stays level, sudden death follows"),
        "knockout.draw_lot": N_("if it stays level, a lot decides"),
        "knockout.draw_stuck": N_("if it stays level, the arbiter rules"),
        "knockout.draw_wins": N_("a draw wins the match for {winner}"),
    }
)
