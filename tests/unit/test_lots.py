"""Lots by cards: drawn as the club rules say, and drawn again by anybody."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import lots

SEEDS = st.text(min_size=1, max_size=40).filter(lambda s: s.isprintable() or "\n" in s) | (
    st.integers(-(10**30), 10**30)
)


def drawn_by_hand(players: int, seed: str, round: int) -> list[str]:
    """The cards as the description of the algorithm gives them, written a second time."""
    words: list[int] = []
    block = 0

    def below(n: int) -> int:
        nonlocal block
        while True:
            if not words:
                text = "|".join(["chuhe-lots/1", "round " + str(round), str(block), seed])
                block += 1
                digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
                words.extend(int(digest[i : i + 16], 16) for i in (0, 16, 32, 48))
            word = words.pop(0)
            if word < (1 << 64) - (1 << 64) % n:
                return word % n

    k = players // 2
    deck = [f"♥{i + 1}" for i in range(k)] + [f"♠{i + 1}" for i in range(k)]
    if players % 2:
        deck.append("K")
    i = players - 1
    while i > 0:
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
        i -= 1
    return deck


@given(st.integers(2, 60), SEEDS, st.integers(1, 9))
def test_the_description_of_the_algorithm_is_enough_to_draw_again(
    players: int, seed: str | int, round: int
) -> None:
    drawn = lots.draw(players, seed, round).drawn
    assert [str(d.card) for d in drawn] == drawn_by_hand(players, str(seed), round)
    assert [d.player for d in drawn] == list(range(1, players + 1))


@given(st.integers(2, 60), SEEDS)
def test_everybody_has_one_card_and_equal_numbers_meet(players: int, seed: str | int) -> None:
    draw = lots.draw(players, seed)
    assert sorted([p for _n, *two in draw.pairs for p in two] + [draw.bye] * (players % 2)) == list(
        range(1, players + 1)
    )
    for number, red, black in draw.pairs:
        assert (str(draw.cards[red]), str(draw.cards[black])) == (f"♥{number}", f"♠{number}")
    assert (draw.bye is None) == (players % 2 == 0)
    sheet = draw.sheet()
    assert len(sheet.pairings) == len(sheet.reasons) == (players + 1) // 2
    assert [(p.red, p.black) for p in sheet.pairings[: players // 2]] == [
        (red, black) for _n, red, black in draw.pairs
    ]


def test_thirteen_players_go_the_way_of_the_club_rules() -> None:
    assert lots.course(13) == (13, 7, 4, 2)
    decks = [sorted(str(d.card) for d in lots.draw(n, 1).drawn) for n in lots.course(13)]
    assert decks[0] == sorted([f"{s}{n}" for s in "♥♠" for n in range(1, 7)] + ["K"])
    assert decks[1] == sorted([f"{s}{n}" for s in "♥♠" for n in range(1, 4)] + ["K"])
    assert decks[2] == sorted(["♥1", "♥2", "♠1", "♠2"])
    assert decks[3] == sorted(["♥1", "♠1"])


@given(st.integers(1, 12), SEEDS, st.data())
def test_no_second_bye_while_somebody_has_had_fewer(
    half: int, seed: str | int, data: st.DataObject
) -> None:
    players = 2 * half + 1
    byes = data.draw(st.lists(st.integers(1, players), max_size=players + 3))
    plain = lots.draw(players, seed)
    kept = lots.draw(players, seed, options=lots.Options(True, tuple(byes)))
    count = Counter(byes)
    assert kept.bye is not None and plain.bye is not None
    assert count[kept.bye] == min(count[p] for p in range(1, players + 1))
    assert kept.drawn == plain.drawn  # the cards are shown as they were drawn
    if count[plain.bye] == count[kept.bye]:
        assert kept.exchange is None and kept.pairs == plain.pairs
    else:
        assert kept.exchange == lots.Exchange(plain.bye, kept.bye)
        assert kept.cards[plain.bye] == plain.cards[kept.bye]
        assert kept.sheet().reasons[-1].code == "lots.bye_passed"


def test_every_order_is_drawn_about_equally_often() -> None:
    orders = Counter(tuple(lots.shuffled("abc", n, "test")) for n in range(6000))
    assert orders.keys() == set(permutations("abc"))
    assert sum((n - 1000) ** 2 / 1000 for n in orders.values()) < 20.5  # chi², 5 degrees, 0.1 %


def test_a_passed_king_falls_to_all_that_are_entitled_about_equally_often() -> None:
    byes = lots.Options(True, (1, 2))
    takers = Counter(lots.draw(7, seed, options=byes).bye for seed in range(5000))
    assert takers.keys() == {3, 4, 5, 6, 7}
    assert sum((n - 1000) ** 2 / 1000 for n in takers.values()) < 18.5  # chi², 4 degrees, 0.1 %


def test_a_number_and_its_digits_are_one_seed_and_rounds_differ() -> None:
    assert lots.draw(13, 42) == lots.draw(13, "42")
    assert lots.draw(13, 42).drawn != lots.draw(13, 42, round=2).drawn


@given(st.integers(2, 30), SEEDS, st.booleans(), st.lists(st.integers(1, 30), max_size=5))
def test_a_file_is_read_back_as_it_was_drawn(
    players: int, seed: str | int, once: bool, byes: list[int]
) -> None:
    draw = lots.draw(players, seed, 2, lots.Options(once, tuple(byes)))
    assert lots.from_json(lots.to_json(draw)) == draw


@pytest.mark.parametrize("field", sorted(set(lots.to_json(lots.draw(13, "S"))) - {"algorithm"}))
def test_a_file_that_was_tampered_with_is_refused(field: str) -> None:
    bye = lots.draw(13, "S").bye or 0
    record = lots.to_json(lots.draw(13, "S", options=lots.Options(True, (bye,))))
    other = lots.to_json(lots.draw(12, "T", 2, lots.Options(False, (bye % 13 + 1,))))
    value = {"from": 1, "to": 2} if other[field] is None else other[field]
    with pytest.raises(PairingError) as caught:
        lots.from_json({**record, field: value})
    assert caught.value.code == "lots.differs"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("algorithm", "dice"),
        ("players", "13"),
        ("players", [1, True]),
        ("byes_before", None),
        ("seed", 7),
        ("round", "1"),
        ("round", True),
        ("no_second_bye", 1),
    ],
)
def test_a_file_with_a_wrong_field_is_refused_by_name(field: str, value: object) -> None:
    record = lots.to_json(lots.draw(13, "S"))
    with pytest.raises(PairingError) as caught:
        lots.from_json({**record, field: value})
    assert (caught.value.code, caught.value.facts) == ("lots.record", {"field": field})


@pytest.mark.parametrize(
    ("players", "seed", "round", "code"),
    [
        (1, "S", 1, "lots.players"),
        (0, "S", 1, "lots.players"),
        (-3, "S", 1, "lots.players"),
        (10**9, "S", 1, "lots.players"),
        ([4, 5, 4], "S", 1, "lots.twice"),
        (13, "", 1, "lots.seed"),
        (13, "x" * 1001, 1, "lots.seed"),
        pytest.param(13, 10**5000, 1, "lots.seed", id="seed-huge"),
        (13, "\ud800", 1, "lots.seed"),
        (13, "S", 0, "lots.round"),
        pytest.param(13, "S", 10**5000, "lots.round", id="round-huge"),
        pytest.param(10**5000, "S", 1, "lots.players", id="players-huge"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    players: int | list[int], seed: str | int, round: int, code: str
) -> None:
    with pytest.raises(PairingError) as caught:
        lots.draw(players, seed, round)
    assert caught.value.code == code
    assert str(caught.value)


def test_the_draw_is_shown_card_by_card_in_both_languages() -> None:
    draw = lots.draw(5, "S", options=lots.Options(True, (1, 2, 3, 4)))
    draw = next(d for s in range(9) if (d := lots.draw(5, s, options=draw.options)).exchange)
    for tag in ("en", "zh-Hans"):
        with use_language(tag):
            lines = lots.show(draw, {1: "甲", 2: "乙", 3: "丙", 4: "丁", 5: "戊"}.__getitem__)
        assert len(lines) == 1 + 5 + 1 + 2 + 1
        for line, drawn in zip(lines[1:6], draw.drawn, strict=True):
            assert str(drawn.card) in line
        assert "戊" in lines[-1]
