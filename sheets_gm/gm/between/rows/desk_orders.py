"""The orders of the desk forms: requests and rolls of the game master, and claims of players."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.outcome import Order


class DeskOrder(Order):
    """A row of the Desk tab: the act, on whom or what, the value, and the reason."""

    kind: Literal["deed"] = "deed"
    act: str
    on: str = ""
    value: str = ""
    why: str = ""


class ClaimOrder(Order):
    """A row of the Claims tab: the claim of a seat, or the number of the claim whose ruling it appeals."""

    kind: Literal["plea"] = "plea"
    text: str
    about: int | None = None
    appeals: int | None = None


class SeatOrder(Order):
    """A row of the tab “Your seat”: what a player does about their seat, from when until when, and with whom."""

    kind: Literal["seat"] = "seat"
    act: str = ""
    since: str = ""
    until: str = ""
    who: str = ""


class PlanOrder(Order):
    """A row of the Plan ahead tab: an order for a later turn, its condition, and the order if that is not met.

    *when* names the turn, *target* the row to fill in, *tick* whether that row is then ready.
    """

    kind: Literal["ahead"] = "ahead"
    when: str = ""
    condition: str = ""
    target: str = ""
    order: str = ""
    otherwise: str = ""
    tick: bool = False


class TakeOrder(Order):
    """A row of the Free seats tab: who takes the seat."""

    kind: Literal["take"] = "take"
    who: str


class RollOrder(Order):
    """A row of the Rolls tab: the value of a real die."""

    kind: Literal["roll"] = "roll"
    value: int
