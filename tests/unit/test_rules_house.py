"""Rule books of one's own: as a line of text, and at a table that is kept."""

import random
from dataclasses import fields, replace

import pytest
from tests.unit.officiated import SEATS, do, end

from chuhe import table as t
from chuhe.errors import ParseError
from chuhe.i18n import use_language
from chuhe.rules import RULES, Offence, Penalty, RuleSet, book_text, rule_set

FIELDS = [f.name for f in fields(RuleSet) if f.name not in ("name", "title", "sources", "articles")]


def same_rules(one: RuleSet, two: RuleSet) -> bool:
    plain = [name for name in FIELDS if name != "penalties"]
    return all(getattr(one, name) == getattr(two, name) for name in plain) and all(
        one.penalty(offence) is two.penalty(offence) for offence in Offence
    )


@pytest.mark.parametrize("name", RULES)
def test_a_known_book_is_its_name(name: str) -> None:
    assert book_text(RULES[name]) == name
    assert rule_set(name) is RULES[name]


@pytest.mark.parametrize("seed", range(60))
def test_a_mixture_of_books_is_read_as_it_is_written(seed: int) -> None:
    rng = random.Random(seed)
    books = list(RULES.values())
    changes = {
        name: getattr(rng.choice(books), name)
        for name in rng.sample(FIELDS, rng.randrange(1, 8))
        if name != "penalties"
    }
    penalties = {o: rng.choice(list(Penalty)) for o in rng.sample(list(Offence), 3)}
    base = rng.choice(books)
    house = replace(base, name="house", penalties={**base.penalties, **penalties}, **changes)
    line = book_text(house)
    again = rule_set(line)
    assert same_rules(again, house)
    assert again.name == book_text(again) == line


def test_a_changed_rule_has_no_article_of_the_book_it_was_in() -> None:
    house = rule_set("club fouls_lose=3 false_claim=warning")
    assert RULES["club"].clause("fouls_lose").article == "4(四)"
    assert house.clause("fouls_lose").article == house.clause(Offence.FALSE_CLAIM).article == ""
    assert house.clause(Offence.TWO_MOVES).article == "8(五)"
    with use_language("zh-Hans"):
        assert house.clause("fouls_lose").text == "一方在一局中犯规满 3 次判负"
        assert house.clause("fouls_lose").origin == "本赛事自订规则"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("club flying=1", "rules.house"),
        ("club fouls_lose", "rules.house"),
        ("club fouls_lose=", "rules.house"),
        ("club name=other", "rules.house"),
        ("club phone_rings=death", "rules.house"),
        ("club dead_position=1", "rules.house"),
        ("club fouls_lose=many", "rules.field"),
        ("club fouls_lose=0", "rules.field"),
        ("club natural_limit=99999999", "rules.field"),
        ("club touch=gently", "rules.field"),
        ("club repetition=flying", "rules.no_policy"),
        ("klub fouls_lose=3", "rules.unknown"),
        ("club " + "fouls_lose=3 " * 1000, "rules.unknown"),
    ],
)
def test_a_line_that_is_no_book_is_a_typed_error(line: str, code: str) -> None:
    with pytest.raises(ParseError) as error:
        rule_set(line)
    assert error.value.code == code
    for language in ("zh-Hans", "en"):
        with use_language(language):
            assert len(str(error.value)) < 400


def test_a_table_keeps_a_book_of_ones_own() -> None:
    house = replace(RULES["cxa"], name="our cup", fouls_lose=1, draw_offer_when="any")
    table, events = t.open_table(
        "t", seats=SEATS, now=0.0, rules=house, officiated=True, arbiter="arb"
    )
    for again in (t.Table.replay("t", events), t.Table.from_json(table.to_json())):
        assert again == table and same_rules(rule_set(again.rules), house)
    lost = do(table, t.Foul("arb", "red", "disturbing"))
    assert end(lost)[:2] == ("black", "fouls")
    clause = t.clause_of(end(lost)[2])
    assert clause is not None and clause.facts == {"n": 1}
