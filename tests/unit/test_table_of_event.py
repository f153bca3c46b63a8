"""A table of an event: moves stand, and a player may come back to his seat from elsewhere."""

import msgspec

from chuhe import table as t


def opened(**options: bool) -> t.Table:
    seats = (t.Seat("open", name="许银川"), t.Seat("open", name="吕钦"))
    return t.open_table("t1", seats=seats, now=0.0, **options)[0]


def after(table: t.Table, command: t.Command) -> t.Table:
    events = table.handle(command, 1.0)
    assert isinstance(events, list), events
    return table.after(events)


def test_without_takebacks_a_move_stands() -> None:
    for takebacks in (True, False):
        table = after(opened(takebacks=takebacks), t.Sit("a", "red"))
        table = after(table, t.Sit("b", "black"))
        table = after(table, t.Play("a", 0, "h2e2"))
        answer = table.handle(t.TakeBack("a", 1), 2.0)
        assert isinstance(answer, t.Refused) is not takebacks
        assert t.Table.from_json(table.to_json()).takebacks is takebacks


def test_a_seat_is_taken_over_only_again() -> None:
    table = after(opened(), t.Sit("a", "red", "许银川"))
    refused = table.handle(t.Sit("b", "red"), 2.0)
    assert isinstance(refused, t.Refused) and refused.code == "seat_taken"
    assert table.handle(t.Sit("a", "red", "许银川", again=True), 2.0) == []
    table = after(table, t.Sit("b", "red", "许银川", again=True))
    assert table.sides_of("b") == ["red"] and table.sides_of("a") == []


def test_an_engine_is_not_sent_away() -> None:
    seats = (t.Seat("engine", t.ENGINE), t.Seat("open"))
    table = t.open_table("t1", seats=seats, now=0.0)[0]
    assert isinstance(table.handle(t.Sit("b", "red", again=True), 1.0), t.Refused)


def test_an_old_journal_reads_with_takebacks() -> None:
    _, events = t.open_table("t1", seats=(t.Seat("open"), t.Seat("open")), now=0.0)
    written = msgspec.json.decode(msgspec.json.encode(events[0]))
    del written["takebacks"]
    assert msgspec.convert(written, t.Opened).takebacks
