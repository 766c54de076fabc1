"""Durations: what the program prints is also understood."""

from __future__ import annotations

import pytest

from sheets_gm.gm.match_record.durations import format_duration, seconds_of

HOUR, DAY = 3600.0, 86400.0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("24h", DAY),
        ("90m", 1.5 * HOUR),
        ("1d12h", 1.5 * DAY),
        ("1 hour", HOUR),
        ("1 day 2 hours", DAY + 2 * HOUR),
        ("2 Days, 1 hour and 30 min", 2 * DAY + 1.5 * HOUR),
        ("1.5 h", 1.5 * HOUR),
        ("3", 3 * HOUR),
        ("0", 0.0),
        ("24 hrs", DAY),
        ("90 mins.", 1.5 * HOUR),
        ("1,5 h", 1.5 * HOUR),
        ("１d１２h", 1.5 * DAY),
        ("24\u00a0h\u200b", DAY),
    ],
)
def test_a_duration_may_be_short_or_in_words(text: str, seconds: float) -> None:
    assert seconds_of(text, "h") == seconds


@pytest.mark.parametrize(
    "text", ["", "soon", "2 fortnights", "1 day 2", "3 4h", "h", "-2h", "1 dayish", "Sun 17:00", "²h"]
)
def test_what_is_no_duration_is_not_guessed(text: str) -> None:
    assert seconds_of(text, "h") is None


@pytest.mark.parametrize("seconds", [1.0, 29.0, 60.0, 70.0, HOUR, DAY + 2 * HOUR, 9 * DAY + 61 * 60])
def test_a_duration_that_the_program_prints_is_understood(seconds: float) -> None:
    assert seconds_of(format_duration(seconds), "h") == seconds
