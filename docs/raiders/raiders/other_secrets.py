"""For the tests: positions that differ only in what is hidden, which is the hoard of the other team."""

from __future__ import annotations

from sheets_gm.kernel.dice import Dice

from . import Match


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with another hoard for every team but that of *seat*. When the match is over, nothing is hidden."""
    if match.result:
        return match
    own_team = match.team_of(seat)
    hoards = {team: gold if team == own_team else dice.roll(20, team) for team, gold in match.hoards.items()}
    return match.but(hoards=hoards)
