"""The orders of the desk forms: what the GM asks for and rolls, and what players claim."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.outcome import Order


class DeskOrder(Order):
    """A row of the Desk tab: what to do, to what, with what value, and why."""

    kind: Literal["deed"] = "deed"
    act: str
    on: str = ""
    value: str = ""
    why: str = ""


class ClaimOrder(Order):
    """A row of the Claims tab: what a seat claims, or the number of the claim whose ruling it appeals."""

    kind: Literal["plea"] = "plea"
    text: str
    about: int | None = None
    appeals: int | None = None


class SeatOrder(Order):
    """A row of the tab “Your seat”: what a player does about their own seat, from when until when, and with whom."""

    kind: Literal["seat"] = "seat"
    act: str = ""
    since: str = ""
    until: str = ""
    who: str = ""


class PlanOrder(Order):
    """A row of the Plan ahead tab: an order for a later turn, on what it depends, and what is done otherwise.

    *when* names the turn, *target* the row that it fills in, *tick* whether that row is ready then.
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
    """A row of the Rolls tab: what a real die showed."""

    kind: Literal["roll"] = "roll"
    value: int
