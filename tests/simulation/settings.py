"""The matches that are simulated: few players, so that a run is short."""

from __future__ import annotations

from functools import cache

from sheets_gm.gm.record.policy import Policy
from tests.simulation.blueprint import HOUR, Setting


@cache
def settings_of(game: str) -> tuple[Setting, ...]:
    """The matches of a game that are simulated."""
    return (
        Setting(game, 2),
        Setting(game, 2, (), Policy(every=HOUR, grace=300.0, remind=600.0, no_show="bot")),
    )
