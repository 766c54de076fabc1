"""What became of planned orders, as their players read it."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part
from sheets_gm.kernel.model import Model

PLANS = "ahead"
"""The key of the tab on which players plan ahead, and of its form."""

MOST_PLANS = 9
"""The most orders that a player may plan ahead."""


class Became(Model):
    """What became of the newest planned order of row number *row* of a *seat*, as a sentence."""

    seat: str
    row: int
    text: str


class Plans(Part):
    """What *became* of the newest planned order of each row."""

    KEY = "plans"
    became: tuple[Became, ...] = ()
