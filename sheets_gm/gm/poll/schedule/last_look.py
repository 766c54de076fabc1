"""Whether a sync still looks at a match, in one sentence.

A running sync looks all the time; one that cron starts looks now and then. A sync that has ended cannot say so. So
other programs read in the store when a sync last looked.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sheets_gm.gm.match_record.clock_times import zone
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.ports.store import Look

PATIENCE = 90.0
"""Seconds without a look after which a sync that looked all the time counts as ended."""

OFTEN = 45.0
"""Seconds between two looks from which on people are told how often somebody reads: cron may look each minute."""

MISSED = 2.5
"""The number of its pauses without a look after which a sync with pauses counts as ended."""

UNKNOWN = 3600.0
"""Seconds without a look after which a sync with an unknown pause counts as ended."""

LONGEST = 2 * 86400.0
"""The longest pause between two looks in seconds. A longer one was an outage or a jump of the clock."""


class Reading(NamedTuple):
    """Whether syncs have stopped reading what people type, and a sentence about it: "" while a sync reads all the
    time.
    """

    ended: bool
    text: str


def describe_look(look: Look, now: float, zone_name: str) -> Reading:
    """Return what to say at *now* about a match with this *look*."""
    pause = None if look.pause is None or look.pause > LONGEST else look.pause
    patience = UNKNOWN if pause is None else max(PATIENCE, MISSED * pause)
    if not look.at:
        return Reading(True, "No sync has looked yet; what you type is kept.")
    if now - look.at > patience:
        return Reading(True, f"No sync has looked since {_time(look.at, now, zone_name)}; what you type is kept.")
    if pause is None:
        return Reading(False, f"A sync last looked at {_time(look.at, now, zone_name)}; what you type is kept.")
    if pause < OFTEN:
        return Reading(False, "")
    next_look = _time(look.at + pause, now, zone_name)
    often = "minute" if pause < PATIENCE else f"{round(pause / 60)} min"
    return Reading(False, f"What you type is read about every {often}, next about {next_look}.")


def _time(instant: float, now: float, zone_name: str) -> str:
    """Return a time, with its day if that is not today."""
    days = {datetime.fromtimestamp(each, zone(zone_name)).date() for each in (instant, now)}
    return clock_face(instant, zone_name)[-5:] if len(days) == 1 else clock_face(instant, zone_name)
