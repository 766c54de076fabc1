"""The deadlines of a match as a calendar, read back by a reader of calendars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from icalendar import Calendar, Event

from tests.adapters.place import typed
from tests.installation import installation


def events(path: Path) -> list[Any]:
    return [each for each in Calendar.from_ical(path.read_bytes()).walk("VEVENT") if isinstance(each, Event)]


def test_the_open_deadline_is_certain_and_those_of_the_rhythm_are_expected(tmp_path: Path) -> None:
    with installation(tmp_path):
        rhythm = ["--every", "24h", "--at", "daily 18:00", "--zone", "Europe/Berlin"]
        assert typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "team_size=1", *rhythm).code == 0
        done = typed(tmp_path, "calendar", "friday")
        assert (done.code, done.out) == (0, "Wrote friday.ics: 1 open and 10 expected.\n"), done.err
        first, *rest = events(tmp_path / "friday.ics")
        assert (str(first["STATUS"]), first["SUMMARY"]) == ("CONFIRMED", "GvG: friday: Turn 1 of 60")
        assert {str(each["STATUS"]) for each in rest} == {"TENTATIVE"}
        hours = [each["DTSTART"].dt.astimezone().timestamp() for each in (first, *rest)]
        assert hours == sorted(set(hours))
        assert first["URL"].startswith("http://127.0.0.1")
        assert len(first.walk("VALARM")) == 1
        assert typed(tmp_path, "calendar", "friday").code == 0, "a file is written again"
        assert [each["UID"] for each in events(tmp_path / "friday.ics")] == [each["UID"] for each in (first, *rest)]


def test_a_player_gets_the_deadlines_of_their_own_clocks(tmp_path: Path) -> None:
    with installation(tmp_path):
        assert typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "team_size=1", "--every", "2d").code == 0
        done = typed(tmp_path, "calendar", "--as", "blue1", "-o", "mine.ics")
        assert done.out == "Wrote mine.ics: 1 open and 10 expected.\n", done.err
        assert events(tmp_path / "mine.ics")[0]["UID"].startswith("friday-blue1")
        done = typed(tmp_path, "calendar", "--as", "nobody")
        assert (done.code, "nobody" in done.err) == (1, True)


def test_a_match_without_deadlines_has_no_calendar(tmp_path: Path) -> None:
    with installation(tmp_path):
        assert typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "team_size=1", "--every", "2d").code == 0
        assert typed(tmp_path, "pause", "friday").code == 0
        assert typed(tmp_path, "calendar", "friday").out == "friday has no deadline now.\n"
    assert not (tmp_path / "friday.ics").exists()
