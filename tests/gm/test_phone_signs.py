"""Times, names and answers are read with the signs that phones and word processors write."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.field_values import (
    parse_absence,
    parse_die,
    parse_duration,
    parse_extension,
    parse_instant,
    parse_person,
    parse_value,
)
from sheets_gm.gm.between.rows.naming import named_seat
from sheets_gm.gm.between.rows.typed_cells import cells_of
from sheets_gm.gm.intake.desk.planned_orders import is_now
from sheets_gm.gm.match_record.clock_times import instant_of, zone_named
from sheets_gm.gm.match_record.playing_hours import playing_hours
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Die
from sheets_gm.kernel.conditions import Choices, Condition, read_conditions
from sheets_gm.kernel.seats import Seat

HOUR, DAY = 3600.0, 86400.0
FRIDAY = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()
MATCH = cast(
    MatchContext,
    SimpleNamespace(now=FRIDAY, record=SimpleNamespace(policy=SimpleNamespace(zone="UTC"), due=FRIDAY + DAY, parts={})),
)


@pytest.mark.parametrize("typed", ["–2h", "—2h", "−2 hrs", "-2h", "－２ｈ"])
def test_a_negative_duration_begins_with_any_dash(typed: str) -> None:
    assert parse_duration(typed) == -2 * HOUR
    assert parse_extension(MATCH, typed) == -2 * HOUR


@pytest.mark.parametrize("typed", ["Sun 17：00", "sun\u00a017:00\u200b", "Ｓｕｎ １７：００", "2026–11–29 17：00"])
def test_an_instant_is_read_with_wide_colons_and_dashes(typed: str) -> None:
    sunday = FRIDAY + 2 * DAY + 5 * HOUR
    assert parse_instant(MATCH, typed) == sunday
    assert parse_extension(MATCH, typed) == sunday - FRIDAY - DAY
    assert instant_of(typed, "UTC", FRIDAY) == sunday


@pytest.mark.parametrize(
    "typed",
    [
        "2026-12-24 to 2027-01-02",
        "2026-12-24..2027-01-02",
        "2026-12-24…2027-01-02",
        "2026-12-24–2027-01-02",
        "2026‑12‑24 — 2027‑01‑02",
        "2026-12-24 - 2027-01-02",
    ],
)
def test_from_when_until_when_is_read_with_any_dash_between(typed: str) -> None:
    start, end = (datetime(*day, tzinfo=UTC).timestamp() for day in ((2026, 12, 24), (2027, 1, 3)))
    assert parse_absence(MATCH, typed) == (start, end)
    assert str(playing_hours(None, [typed])) == "not from 2026-12-24 to 2027-01-02"


@pytest.mark.parametrize("typed", ["Sat 10:00 – Sun 17:00", "Sat 10:00–Sun 17:00", "Sat 10:00 until Sun 17:00"])
def test_from_one_day_until_another_is_read(typed: str) -> None:
    assert parse_absence(MATCH, typed) == (FRIDAY + 22 * HOUR, FRIDAY + 53 * HOUR)


@pytest.mark.parametrize("typed", ["8-23", "8–23", "8 — 23", "８：００－２３：００"])
def test_playing_hours_are_read_with_any_dash(typed: str) -> None:
    assert str(playing_hours(typed)) == "from 8:00 to 23:00"


def test_a_time_zone_is_named_in_any_case() -> None:
    names = ("europe/berlin", "Europe／Berlin", "america/new york", "utc", "Mars/Base")
    assert [*map(zone_named, names)] == ["Europe/Berlin", "Europe/Berlin", "America/New_York", "UTC", None]


def test_a_seat_is_named_with_the_quote_of_a_phone() -> None:
    people = (Seat(id="p1", player="O'Brien", team="p1"), Seat(id="p2", player="Ana–Lena", team="p2"))
    record = cast(Record, SimpleNamespace(people=people))
    assert [named_seat(record, name).id for name in ("O’Brien", "o`brien", "ana-lena")] == ["p1", "p1", "p2"]


@pytest.mark.parametrize("typed", ["Zoe <zoe@x>", "Zoe ＜mailto:zoe@x＞,", "\u200bZoe <zoe@x\u200b>", '"Zoe" <zoe@x>;'])
def test_a_person_is_read_as_an_address_book_writes_one(typed: str) -> None:
    assert parse_person(typed) == ("Zoe", "zoe@x")


def test_values_are_read_with_curly_quotes_and_wide_signs() -> None:
    assert parse_value("［“A1”， “B2”］", ["A1"]) == ["A1", "B2"]
    assert parse_value("−３", 5) == -3
    assert parse_value("the “old” name", "a name") == "the “old” name"
    assert [parse_value(text, True) for text in ("Yes", "no", "5")] == [True, False, 5]
    assert parse_value("yes", 5) == "yes"
    assert parse_die("d２０ for the ambush") == Die(why="the ambush", sides=20)
    assert cells_of("move_to＝B9； action＝FIGHT") == {"move_to": "B9", "action": "FIGHT"}


def test_a_plan_is_read_with_the_signs_of_a_phone() -> None:
    at = Condition("{player} is at {tile}", lambda *_, **__: True, {"player": Choices(lambda *_: ["p1"], people=True),
                                                                 "tile": Choices(lambda *_: ["A1"])})  # fmt: skip
    asked = read_conditions([at], "if O’Brien\u00a0is at Ａ１", None, "p1", {"p1": "O'Brien"})
    assert asked[0].values == {"player": "p1", "tile": "A1"}
    assert is_now("Turn 12 – Battle", "turn\u00a012 - battle")
