"""Villages and rest (rulebook, "Villages" and "Rest").

A unit takes a village by ending a move on it. A village pays only when its owner changes. At every dawn and dusk the
player with the most villages earns gold, before the first turn.
"""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.wesnoth.data.numbers import INCOME, REST_NEEDS, VILLAGE_GOLD
from sheets_gm.games.wesnoth.position.events import IncomePaid, Rested, VillageTaken
from sheets_gm.games.wesnoth.position.resolution import Resolution
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.rules.odds import SIDES


def take(step: Resolution, unit: Unit) -> None:
    """Give the village under *unit*, if there is one, to its player (WES-28).

    An ally's village keeps its owner, unless the settings say otherwise.
    """
    owner = step.villages.get(unit.at)
    if unit.at not in step.before.world.board.villages or owner == unit.seat:
        return
    allied = owner is not None and step.players[owner].team == step.players[unit.seat].team
    if allied and not step.before.settings.take_allied_villages:
        return
    step.villages[unit.at] = unit.seat
    step.pay(unit.seat, VILLAGE_GOLD)
    gold = step.players[unit.seat].gold
    step.events.append(VillageTaken(clause="WES-28", seat=unit.seat, at=unit.at, gold=gold))


def held(match: Match) -> Counter[str]:
    """Return the number of villages of each player."""
    return Counter(match.villages.values())


def earners(match: Match) -> tuple[tuple[str, ...], int]:
    """Return the players who would earn gold at a dawn or dusk now, and their number of villages (WES-29).

    All who tie for the most earn; a player without villages does not.
    """
    counts = held(match)
    playing = [player for player in match.players if not player.left]
    if match.settings.income_by == "team":
        by_team: Counter[str] = Counter()
        for player in playing:
            by_team[player.team] += counts[player.seat]
        scores = {player.seat: by_team[player.team] for player in playing}
    else:
        scores = {player.seat: counts[player.seat] for player in playing}
    most = max(scores.values(), default=0)
    return tuple(seat for seat, count in scores.items() if most and count == most), most


def pay_income(step: Resolution) -> None:
    """Pay for villages if it is dawn or dusk (WES-29)."""
    match = step.position()
    seats, count = earners(match) if match.time.pays else ((), 0)
    for seat in seats:
        step.pay(seat, INCOME)
    if seats:
        step.events.append(IncomePaid(clause="WES-29", seats=seats, villages=count, gold=INCOME))


def rest(step: Resolution, unit: Unit) -> None:
    """Roll for the wounds of a resting unit (WES-44)."""
    village = unit.at in step.before.world.board.villages
    die = step.dice.roll(SIDES, f"{unit.label} rests")
    heals = (2 if die == SIDES else 1) if village else int(die >= REST_NEEDS)
    healed = min(heals, unit.wounds)
    step.units[unit.id] = unit.but(wounds=unit.wounds - healed)
    step.events.append(
        Rested(
            clause="WES-44",
            unit=unit.label,
            village=village,
            die=die,
            healed=healed,
            wounds=unit.wounds - healed,
        )
    )
