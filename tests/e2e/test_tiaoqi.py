"""跳棋 on the page: whole games by clicks, hop by hop, by keyboard, and lost by the camp rule."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand
from tests.e2e.test_access import faults

from chuhe.tiaoqi import Position, start

pytestmark = pytest.mark.browser


def begin(hand: Hand, seats: list[str], **choices: Any) -> None:
    """Start a game by the form."""
    hand.page.goto(f"{hand.server.url}/#tiaoqi")
    form = hand.page.locator("form.newround")
    form.locator("select[name=count]").select_option(str(len(seats)))
    for number, who in enumerate(seats):
        form.locator(f"select[name=seat{number}]").select_option(who)
    for name, value in choices.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.locator("button[type=submit]").click()
    expect(hand.page.locator("svg.star")).to_be_visible()


def click(hand: Hand, cell: str) -> None:
    box = hand.page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if hand.touch:
        hand.page.touchscreen.tap(x, y)
    else:
        hand.page.mouse.click(x, y)


def move(hand: Hand, at: Position, text: str) -> Position:
    """Play a move by its two cells, and see it on the board."""
    then = at.play(text)
    one, two = at.path(text)[0], at.path(text)[-1]
    click(hand, one)
    expect(hand.page.locator(f'[data-cell="{two}"].target')).to_have_count(1)
    click(hand, two)
    expect(hand.page.locator(".stepper output")).to_have_text(f"{then.ply} / {then.ply}")
    return then


PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-cell] .hole")].map((hole) => {
  const { x, y, width, height } = hole.getBoundingClientRect();
  return [hole.parentElement.dataset.cell, [x + width / 2, y + height / 2]];
}))"""
#: Whether a move is on the board and may be followed: asked at every frame, for whole games are
#: long and a busy machine is slow.
MOVED = """([ply, one, two]) =>
  document.querySelector(".stepper output").textContent.trim() === `${ply} / ${ply}` &&
  !document.querySelector(`[data-cell="${one}"]`).dataset.owner &&
  document.querySelector(`[data-cell="${two}"]`).dataset.owner"""


class Quick:
    """A hand that knows where the cells of a board lie that stays where it is."""

    def __init__(self, hand: Hand) -> None:
        self.page = hand.page
        self.places: dict[str, tuple[float, float]] = hand.page.evaluate(PLACES)
        assert len(self.places) == 121

    def move(self, at: Position, text: str) -> Position:
        then = at.play(text)
        one, two = at.path(text)[0], at.path(text)[-1]
        self.page.mouse.click(*self.places[one])
        self.page.mouse.click(*self.places[two])
        self.page.wait_for_function(MOVED, arg=[then.ply, one, two], timeout=20_000)
        return then


def played_out(hand: Hand, at: Position, level: int = 2) -> Position:
    quick = Quick(hand)
    while at.end is None:
        thought = at.think(level=level, seed=at.ply)
        assert thought is not None
        at = quick.move(at, thought.best)
    return at


@pytest.mark.parametrize("rules", ["equidistant", pytest.param("western", marks=pytest.mark.long)])
def test_a_whole_game_of_two(contexts: Contexts, rules: str) -> None:
    hand = contexts.hand()
    begin(hand, ["human", "human"], rules=rules)
    end = played_out(hand, start(rules)).end
    assert end is not None
    over = hand.page.locator(".round-over")
    expect(over).to_be_visible()
    expect(over.locator("li")).to_have_count(2)
    winner = {"S": "南方", "N": "北方"}[("S", "N")[end.places.index(1)]]
    expect(over.locator("li").first).to_contain_text(winner)
    assert faults(hand) == []
    hand.shot(f"tiaoqi-over-{rules}")
    # The game can be walked through: before the first move all is at home.
    hand.page.get_by_role("button", name="回到开局（Home）").click()
    expect(hand.page.locator('[data-cell="a1"]')).to_have_attribute("data-owner", "S")
    expect(hand.page.locator('[data-owner="S"]')).to_have_count(10)


def test_three_play_one_of_them_the_computer(contexts: Contexts) -> None:
    hand = contexts.hand()
    begin(hand, ["human", "human", "engine"])
    for turn, cells in enumerate((("d1", "e5"), ("m3", "m5"))):
        click(hand, cells[0])
        click(hand, cells[1])
        expect(hand.page.locator(f'[data-cell="{cells[1]}"]')).to_have_attribute(
            "data-owner", ("S", "NW")[turn]
        )
    expect(hand.page.locator(".stepper output")).to_have_text("3 / 3")
    expect(hand.page.locator(".seat.active")).to_have_attribute("data-point", "S")
    # Taking back undoes the others' moves too, up to one's own last.
    hand.page.get_by_role("button", name="悔棋").click()
    expect(hand.page.locator(".stepper output")).to_have_text("1 / 1")
    hand.page.get_by_role("button", name="认输").click()
    hand.page.locator(".ask .danger").click()
    expect(hand.page.locator(".seat[data-point=NW].out")).to_contain_text("认输")


def test_three_people_on_one_screen_to_the_end(contexts: Contexts) -> None:
    hand = contexts.hand()
    begin(hand, ["human", "human", "human"], rules="equidistant")
    end = played_out(hand, start("equidistant", seats=3)).end
    assert end is not None
    expect(hand.page.locator(".round-over li")).to_have_count(3)
    hand.shot("tiaoqi-three")


def test_a_game_lost_by_the_camp_rule(contexts: Contexts) -> None:
    """South lets one piece wander: at round 20 only one is out, and the page has warned."""
    hand = contexts.hand()
    begin(hand, ["human", "human"], rules="equidistant")
    at = start("equidistant")
    quick = Quick(hand)
    while at.end is None:
        if at.turn == 1:
            thought = at.think(level=2)
            assert thought is not None
            at = quick.move(at, thought.best)
            continue
        out = [cell for cell in at.pieces()["S"] if cell[0] not in "abcd"]
        mine = at.legal().get(out[0], []) if out else at.legal()["d1"]
        roaming = [cell for cell in mine if cell[0] not in "abcd"]
        assert roaming
        at = quick.move(at, (out[0] if out else "d1") + roaming[at.ply % len(roaming)])
        if at.standing("S").rounds == 17:
            expect(hand.page.locator(".seat[data-point=S] .mark.close")).to_contain_text(
                "还有 3 着"
            )
            hand.shot("tiaoqi-mark")
    assert at.end.cause == "camp"
    over = hand.page.locator(".round-over")
    expect(over).to_contain_text("第20回合走完，出营 1 子；规定须有 5 子出营")
    expect(over.locator("li").first).to_contain_text("北方")


def test_hop_by_hop_and_by_keyboard(contexts: Contexts) -> None:
    hand = contexts.hand()
    begin(hand, ["human", "human"], rules="adjacent")
    at = start("adjacent")
    at = move(hand, at, "c1e5")
    at = move(hand, at, "n1m5")
    chains = [
        (one, two, at.path(one + two))
        for one, targets in at.legal().items()
        for two in targets
        if len(at.path(one + two)) > 2
    ]
    while not chains:
        thought = at.think(level=2)
        assert thought is not None
        at = move(hand, at, thought.best)
        chains = [
            (one, two, at.path(one + two))
            for one, targets in at.legal().items()
            for two in targets
            if len(at.path(one + two)) > 2
        ]
    hand.page.get_by_label("逐跳点击").check()
    one, two, path = chains[0]
    click(hand, one)
    for cell in path[1:]:
        click(hand, cell)
    # Where no hop follows, the move is made by itself.
    rest = hand.page.get_by_role("button", name="停在这里")
    if rest.is_enabled():
        rest.click()
    at = at.play(one + two)
    expect(hand.page.locator(".stepper output")).to_have_text(f"{at.ply} / {at.ply}")
    hand.page.get_by_label("逐跳点击").uncheck()
    # By keyboard: the focus walks over the cells, Enter picks up and puts down.
    one = min(at.legal())
    two = min(at.legal()[one])
    hand.page.locator(f'[data-cell="{one}"]').focus()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator(f'[data-cell="{one}"]')).to_have_attribute("aria-pressed", "true")
    hand.page.locator(f'[data-cell="{two}"]').focus()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator(".stepper output")).to_have_text(f"{at.ply + 1} / {at.ply + 1}")
    focused = hand.page.locator("[data-cell]:focus")
    before = focused.get_attribute("data-cell")
    hand.page.keyboard.press("ArrowUp")
    assert hand.page.locator("[data-cell]:focus").get_attribute("data-cell") != before


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_no_serious_fault_of_access_on_the_star(contexts: Contexts, scheme: str) -> None:
    hand = contexts.hand(locale="en-GB")
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    hand.page.goto(f"{hand.server.url}/#tiaoqi")
    expect(hand.page.locator("form.newround")).to_be_visible()
    assert faults(hand) == []
    begin(hand, ["human", "human", "human", "human", "human", "human"])
    click(hand, "d1")
    assert faults(hand) == []
    hand.shot(f"tiaoqi-six-{scheme}")


def test_six_by_touch_on_a_phone(phone: Hand) -> None:
    begin(phone, ["human", "engine", "engine", "engine", "engine", "engine"])
    click(phone, "d1")
    expect(phone.page.locator(".cell.target")).not_to_have_count(0)
    click(phone, "e5")
    expect(phone.page.locator(".stepper output")).to_have_text("6 / 6", timeout=20_000)
    width = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    phone.shot("tiaoqi-phone")


def test_somebody_comes_by_a_link(contexts: Contexts) -> None:
    anna, ben = contexts.hand(), contexts.hand()
    begin(anna, ["human", "open"])
    link = anna.page.locator(".invites input").input_value()
    first = anna.page.url
    # A second table has links of its own, and those of the first stay.
    begin(anna, ["human", "open"])
    assert anna.page.locator(".invites input").input_value().split("#")[1] != link.split("#")[1]
    anna.page.goto(first)
    expect(anna.page.locator(".invites input")).to_have_value(link)
    ben.page.goto(first)
    expect(ben.page.locator(".status")).to_be_visible()
    expect(ben.page.locator(".invites")).to_have_count(0)
    ben.page.goto(link)
    expect(ben.page.locator("svg.star")).to_be_visible()
    expect(anna.page.locator(".invites")).to_have_count(0)
    assert "/1/" not in ben.page.url
    click(anna, "d1")
    click(anna, "e5")
    expect(ben.page.locator('[data-cell="e5"]')).to_have_attribute("data-owner", "S")
    # Ben sits at the north: his side is below on his page.
    at = ben.page.locator('[data-cell="q1"]').bounding_box()
    middle = ben.page.locator('[data-cell="i5"]').bounding_box()
    assert at and middle and at["y"] > middle["y"]
    click(ben, "n1")
    click(ben, "m5")
    expect(anna.page.locator('[data-cell="m5"]')).to_have_attribute("data-owner", "N")


def test_a_saved_game_is_opened(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.page.goto(f"{hand.server.url}/#tiaoqi")
    pasted = hand.page.get_by_label("棋谱文本")
    pasted.fill("no game")
    pasted.blur()
    expect(hand.page.locator(".opengame .problems")).to_be_visible()
    text = '[Game "tiaoqi"]\n[Seats "S N"]\n\n1. d1-e5 n1-m5\n2. a1-a1 *'
    pasted.fill(text.replace("a1-a1", "c1-g1"))
    pasted.blur()
    expect(hand.page.locator(".stepper output")).to_have_text("0 / 2")
    expect(hand.page.locator(".problems")).to_contain_text("第 3 着")
    hand.page.keyboard.press("]")
    expect(hand.page.locator('[data-cell="e5"]')).to_have_attribute("data-owner", "S")


def options(hand: Hand, seats: int, **chosen: Any) -> None:
    """Start a game of people under single rules."""
    hand.page.goto(f"{hand.server.url}/#tiaoqi")
    form = hand.page.locator("form.newround")
    form.locator("select[name=count]").select_option(str(seats))
    for number in range(seats):
        form.locator(f"select[name=seat{number}]").select_option("human")
    form.locator("details.options summary").click()
    for name, value in chosen.items():
        field = form.locator(f"[name={name}]")
        if value is True:
            field.check()
        elif name == "ownmarks":
            field.fill(value)
            field.blur()
        else:
            field.select_option(value)
    form.locator("button[type=submit]").click()


def test_partners_passing_and_marks_of_ones_own(contexts: Contexts) -> None:
    hand = contexts.hand()
    options(hand, 4, marks="own", ownmarks="2", partners=True, pass_allowed=True)
    expect(hand.page.locator("form.newround .problems")).to_contain_text("开营标准")
    field = hand.page.locator("[name=ownmarks]")
    field.fill("2/1")
    field.blur()
    hand.page.locator("form.newround button[type=submit]").click()
    agreed = hand.page.locator(".agreed")
    for told in ("2/1", "对家结对", "可以停一着"):
        expect(agreed).to_contain_text(told)
    for ply in range(1, 6):
        hand.page.locator(".round-actions").get_by_role("button", name="停一着").click()
        expect(hand.page.locator(".stepper output")).to_have_text(f"{ply} / {ply}")
    # South had two rounds and no piece out: lost, and his partner with him.
    over = hand.page.locator(".round-over")
    expect(over.locator("li")).to_have_count(4)
    expect(over).to_contain_text("第2回合走完，出营 0 子；规定须有 1 子出营")
    expect(over.locator("li").first).to_contain_text("西南方")
    expect(over.locator("li").nth(1)).to_contain_text("东北方")
    expect(hand.page.locator(".moves li").first).to_contain_text("停一着")


def test_pieces_that_are_taken_off_come_back_when_one_looks_back(contexts: Contexts) -> None:
    hand = contexts.hand()
    options(hand, 3, marks="own", ownmarks="1/2", stop="free", remove_out=True)
    at = hand.page.locator("svg.star")
    expect(at).to_be_visible()
    click(hand, "d1")
    click(hand, "e5")
    expect(hand.page.locator("[data-owner=S]")).to_have_count(0)
    expect(hand.page.locator(".seat[data-point=S].out")).to_contain_text("第1回合走完")
    hand.page.keyboard.press("[")
    expect(hand.page.locator("[data-owner=S]")).to_have_count(10)
    hand.page.keyboard.press("]")
    expect(hand.page.locator("[data-owner=S]")).to_have_count(0)
    # Who gives up is named: several sit at this screen.
    hand.page.get_by_role("button", name="认输").click()
    expect(hand.page.locator(".ask")).to_contain_text("确定西北方认输？")
    hand.page.locator(".ask .danger").click()
    expect(hand.page.locator(".round-over li").first).to_contain_text("东北方")


def test_who_does_not_see_the_board_is_told(contexts: Contexts) -> None:
    hand = contexts.hand(locale="en-GB")
    begin(hand, ["human", "engine", "engine"])
    told = hand.page.locator(".unseen[aria-live]").first
    hand.page.locator('[data-cell="a1"]').focus()
    hand.page.keyboard.press("Enter")
    expect(told).to_contain_text("a1 has no move")
    hand.page.locator('[data-cell="d1"]').focus()
    expect(hand.page.locator("[data-cell]:focus")).to_have_accessible_name("south's piece on d1")
    hand.page.keyboard.press("Enter")
    expect(told).to_contain_text("d1 may go to: ")
    expect(told).to_contain_text("e5")
    hand.page.keyboard.press("Escape")
    hand.page.keyboard.press("Enter")
    hand.page.locator('[data-cell="e5"]').focus()
    expect(hand.page.locator("[data-cell]:focus")).to_have_accessible_name("e5, legal target")
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator(".stepper output")).to_have_text("3 / 3", timeout=20_000)
    expect(told).to_contain_text("north-east: ")
