"""The verdicts on pairs of conducts: those of the rule texts, and those of the judge himself."""

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from chuhe import Board, Color, ParseError, _core
from chuhe.rules import CONDUCTS, RULES, Conduct
from chuhe.rules.matrix import Verdict, matrix, table, verdict

DATA = Path(__file__).parents[1] / "data"
OTHER = {"red_changes": "black_changes", "black_changes": "red_changes", "draw": "draw"}
POLICIES = sorted({book.repetition for book in RULES.values()} | {"off", "draw", "checks"})


def lines(name: str) -> Iterator[list[str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        rows = (line for line in file if line.strip() and not line.startswith("#"))
        yield from csv.reader(rows, delimiter="\t")


def written() -> Iterator[tuple[str, str, str, str]]:
    """Policy, Red's and Black's conduct, verdict, as the rule texts have it."""
    for policies, reds, blacks, found, _source in lines("rules/verdicts.tsv"):
        yield from (
            (policy, red, black, found)
            for policy, red, black in product(
                policies.split("|"), reds.split("|"), blacks.split("|")
            )
        )


def test_verdicts_are_those_of_the_rule_texts() -> None:
    seen: Counter[str] = Counter()
    for policy, red, black, found in written():
        assert verdict(policy, CONDUCTS[red], CONDUCTS[black]) == found, (policy, red, black)
        assert verdict(policy, CONDUCTS[black], CONDUCTS[red]) == OTHER[found], (policy, red, black)
        seen[policy] += 1
    assert min(seen[book] for book in ("axf", "wxf", "cxa-2020", "engine", "club")) >= 16


def test_the_rule_texts_written_down_do_not_contradict_each_other() -> None:
    known: dict[tuple[str, str, str], str] = {}
    for policy, red, black, found in written():
        for key, said in (((policy, red, black), found), ((policy, black, red), OTHER[found])):
            assert known.setdefault(key, said) == said, key


@pytest.mark.parametrize("policy", POLICIES)
def test_colours_do_not_matter(policy: str) -> None:
    verdicts = {(pair.red, pair.black): pair.verdict for pair in matrix(policy)}
    assert len(verdicts) == len(CONDUCTS) ** 2
    for (red, black), found in verdicts.items():
        assert verdicts[black, red] == OTHER[found]


@pytest.mark.parametrize("policies", [(policy,) for policy in POLICIES] + [("club", "cxa-2020")])
def test_the_table_says_what_the_matrix_says(policies: tuple[str, ...]) -> None:
    groups, verdicts = table(*policies)
    assert [c.name for c in sorted(sum(groups, ()), key=list(CONDUCTS.values()).index)] == list(
        CONDUCTS
    )
    for (i, red), (j, black) in product(enumerate(groups), repeat=2):
        for r, b in product(red, black):
            assert verdicts[i, j] == tuple(verdict(policy, r, b) for policy in policies)


def test_an_unknown_policy_is_a_typed_error() -> None:
    with pytest.raises(ParseError):
        matrix("axd")


# ---------------------------------------------------------------- against the judge


def conduct(judgement: _core.Judgement, side: int) -> Conduct | None:
    """What a side did all through the cycle judged; None if that was not found out."""
    acts = judgement.acts[side::2]
    if any(undecided for _, _, undecided, _ in acts):
        return None
    kinds = frozenset(kind for _, kind, _, _ in acts)
    # The first attack is the one that wins most.
    joint = any(attacks[0][4] == "joint" for _, kind, _, attacks in acts if kind == "chase")
    return Conduct("", "", "", kinds, joint=joint)


@pytest.mark.parametrize("name", ["club", "cxa-1999", "cxa-2011", "cxa-2020"])
def test_the_judge_rules_cycles_as_the_matrix_does(name: str) -> None:
    """Where the policy asks only for the natures of the plies, and not which piece is chased."""
    rules = RULES[name].core
    seen: Counter[Verdict] = Counter()
    for _id, fen, moves, *_rest in lines("repetition/cases.tsv"):
        board = Board(fen, strict=False)
        for move in moves.split():
            board.push_uci(move)
        found = _core.judge(board, rules)
        if found is None or found.cycle is None or found.undecided:
            continue
        if not found.occurrences:  # 九着 needs no repetition
            continue
        first = 0 if (board.turn is Color.RED) == (len(found.acts) % 2 == 0) else 1
        red, black = conduct(found, first), conduct(found, 1 - first)
        if red is None or black is None:
            continue
        said: Verdict = (
            "draw"
            if found.winner is None
            else "red_changes"
            if found.winner is Color.BLACK
            else "black_changes"
        )
        assert verdict(RULES[name].repetition, red, black) == said, (_id, red, black)
        seen[said] += 1
    assert seen["draw"] >= 20 and min(seen["red_changes"], seen["black_changes"]) >= 8


# ---------------------------------------------------------------- against the diagrams

#: The classes that the diagrams of 2020 give the plies, where they are not idle.
CLASSES = {"将": "check", "杀": "kill", "捉": "chase"}
JOINT = ("捉(联合)", "捉(少根)")


def by_the_book(classes: str) -> Conduct:
    plies = classes.split(",")
    kinds = frozenset(CLASSES.get(ply[0], "idle") for ply in plies)
    return Conduct("", "", "", kinds, joint=any(ply in JOINT for ply in plies))


#: Decided not by its repetition but by the rule of nine moves.
NINE_MOVES = "cxa20-r08"


def test_the_matrix_fits_the_chinese_diagrams() -> None:
    said = {"red": "red_changes", "black": "black_changes", "draw": "draw"}
    count = 0
    for name, _fen, _moves, verdicts, red, black, source in lines("repetition/cases.tsv"):
        if not name.startswith("cxa20-") or name == NINE_MOVES:
            continue
        loser = dict(word.split(":") for word in verdicts.split())["cxa-2020"]
        found = verdict("cxa-2020", by_the_book(red), by_the_book(black))
        assert found == said[loser], (name, red, black, source)
        count += 1
    assert count >= 55
