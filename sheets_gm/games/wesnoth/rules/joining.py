"""Joining a running match: a newcomer gets a free castle of the map, as at the start (WES-4).

The rulebook does not mention newcomers. A newcomer has its first turn when the turn order reaches its castle.
"""

from __future__ import annotations

from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.position.state import Match, Player, Unit, rank_of
from sheets_gm.games.wesnoth.rules.turn import leader_of
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def join(match: Match, seat: Seat, _dice: Dice) -> Match | Remark:
    """Put the leader of a newcomer on the main tile of its castle, with the gold that all began with."""
    if match.result is not None:
        return Remark(text="The match is over")
    castle = SEATS.index(seat.id)
    main = match.world.board.mains[castle]
    there = next((unit for unit in match.units if unit.at == main), None)
    if there is not None:
        return Remark(text=f"{there.label} stands on {main}, where the leader of {seat.id} would begin", clause="WES-4")
    faction = seat.trait("faction")
    player = Player(
        seat=seat.id,
        team=match.settings.team_of[seat.id],
        faction=faction,
        castle=castle,
        gold=match.settings.gold,
        raised=1,
    )
    name = leader_of(match.settings, seat)
    leader = Unit(id=f"{seat.id[0]}1", seat=seat.id, faction=faction, name=name, at=main, leader=True)
    players = sorted((*match.players, player), key=lambda each: rank_of(each.seat))
    return match.but(players=tuple(players), units=(*match.units, leader))
