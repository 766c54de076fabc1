"""The outcome of planned orders, in words for their players."""

from __future__ import annotations

from sheets_gm.gm.match_record.part import Part
from sheets_gm.kernel.model import Model

PLANS = "ahead"
"""The key of the tab on which players plan ahead, and of its form."""

MOST_PLANS = 9
"""The most orders that a player may plan ahead."""


class Became(Model):
    """The outcome of the newest planned order of row number *row* of a *seat*, as a sentence."""

    seat: str
    row: int
    text: str


class Plans(Part):
    """The outcome of the newest planned order of each row."""

    KEY = "plans"
    became: tuple[Became, ...] = ()
