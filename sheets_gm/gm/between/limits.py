"""Limits: how often a player may do something between two turns. Each time makes an entry and a notice to everybody."""

from __future__ import annotations

from sheets_gm.gm.between.feature import Done, Feature, Names
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.outcome import GM

MOST = 50
"""The most actions of a player in one step, of all kinds together."""


class Deeds(Part):
    """*done* are the seats that have done something in the open step, once for each time."""

    KEY = "deeds"
    done: tuple[str, ...] = ()


def check_limit(record: Record, seat: str) -> None:
    """Raise BadAction if the player of *seat* has done too much in the open step."""
    if seat != GM and Deeds.of(record).done.count(seat) >= MOST:
        raise BadAction(f"You have done {MOST} things here in this turn. Go on after it.", "act")


def _count(record: Record, action: Action, _done: Done) -> Record:
    if action.by == GM or action.is_by_program:
        return record
    return Deeds(done=(*Deeds.of(record).done, action.by)).on(record)


def _sentence(action: Action, _names: Names) -> str:
    raise TypeError(f"a limit is no action: {action.kind}")


FEATURE = Feature(
    name="limits", place=190, sentence=_sentence, effects={}, part=Deeds, follows=_count, of_a_step=("done",)
)
