"""What players vote for in the open step."""

from __future__ import annotations

from sheets_gm.kernel.model import Model


class Ballot(Model):
    """What *seat* has voted *on*: "extend", "pause", "go on", or "excuse", with *whom*."""

    seat: str
    on: str
    whom: str = ""
