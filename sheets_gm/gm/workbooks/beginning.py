"""The start of a match that gathers players, in words for its sheets and the play view."""

from __future__ import annotations

from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import openings
from sheets_gm.kernel.english import counted


def beginning(record: Record) -> str:
    """Return how many seats are free, and when the match begins at the latest."""
    text = f"Waiting for players: {counted(len(openings(record)), 'seat')} free"
    if record.resumes is None:
        return text
    return f"{text}; begins on {clock_face_in_zone(record.resumes, record.policy.zone)}"
