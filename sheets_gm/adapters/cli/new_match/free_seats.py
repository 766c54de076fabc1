"""The seats of a new match that people may take before it begins."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from sheets_gm.gm.match_record.clock_times import instant_of
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import seconds_of
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.seats.hand_over import FREE, openings
from sheets_gm.kernel.english import counted

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.record import Record
    from sheets_gm.kernel.seats import Seat


def start_of(text: str | None, zone: str, *, open_seats: bool) -> float | None:
    """Return when a match with open seats begins; None if it only waits for players. Raises `UsageError`."""
    if text is None:
        return None
    if not open_seats:
        raise click.UsageError("A start is for a match whose players sign up: add --open-seats.")
    now = time.time()
    seconds = None if ":" in text else seconds_of(text, "h")
    begins = instant_of(text, zone, now) if seconds is None else now + seconds
    if begins <= now:
        raise click.UsageError(f"start {text}: this is over. Write a later time.")
    return begins


def without_player(seats: Sequence[Seat], *, is_made_up: bool) -> tuple[str, ...]:
    """Return the open seats: all if the players are invented, else those without a player in the roster.

    Raises `UsageError` if every seat has a player.
    """
    free = tuple(
        seat.id
        for seat in seats
        if not seat.neutral and (is_made_up or (seat.player == seat.id and seat.account is None))
    )
    if not free:
        raise click.UsageError("--open-seats: every line of the roster has a player. Leave the player of a seat empty.")
    return free


def with_free_names(seats: Sequence[Seat], free: Collection[str]) -> tuple[Seat, ...]:
    """Return *seats*; the free ones get a name that cannot be mistaken for a player's."""
    return tuple(seat.but(player=f"Free ({seat.id})") if seat.id in free else seat for seat in seats)


def free_seats_line(record: Record) -> str:
    """Return how many seats are free, where they are taken, and when the match begins."""
    link = next((f"{book.link}#gid={book.tabs[FREE]}" for book in record.workbooks if FREE in book.tabs), "")
    begins = Pausing.of(record).until
    latest = "" if begins is None else f", or on {clock_face_in_zone(begins, record.policy.zone)}"
    return f"{counted(len(openings(record)), 'seat')} free; it begins when all are taken{latest}: {link}"
