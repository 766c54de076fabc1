"""Villages and rest (rulebook, "Villages" and "Rest").

Laws: a village is taken by ending a move on it, and pays only when its marker changes hands; every dawn and dusk
whoever has most villages earns gold, before anybody's turn.
"""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.wesnoth.data import INCOME, REST_NEEDS, VILLAGE_GOLD
from sheets_gm.games.wesnoth.events import IncomePaid, Rested, VillageTaken
from sheets_gm.games.wesnoth.odds import SIDES
from sheets_gm.games.wesnoth.state import Match, Unit
from sheets_gm.games.wesnoth.workings import Workings


def take(now: Workings, unit: Unit) -> None:
    """Put a marker on the village under *unit*, unless it is its side's already (WES-28)."""
    owner = now.villages.get(unit.at)
    team = now.players[unit.seat].team
    if unit.at not in now.before.world.board.villages or (owner and now.players[owner].team == team):
        return
    now.villages[unit.at] = unit.seat
    now.pay(unit.seat, VILLAGE_GOLD)
    gold = now.players[unit.seat].gold
    now.events.append(VillageTaken(clause="WES-28", seat=unit.seat, at=unit.at, gold=gold))


def held(match: Match) -> Counter[str]:
    """How many villages each player holds."""
    return Counter(match.villages.values())


def earners(match: Match) -> tuple[tuple[str, ...], int]:
    """Who would earn at a dawn or dusk now, and with how many villages (WES-29).

    Nobody earns without villages, and everybody who ties for most does.
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


def pay_income(now: Workings) -> None:
    """Pay for villages, if the time of day does (WES-29)."""
    match = now.now()
    seats, count = earners(match) if match.time.pays else ((), 0)
    for seat in seats:
        now.pay(seat, INCOME)
    if seats:
        now.events.append(IncomePaid(clause="WES-29", seats=seats, villages=count, gold=INCOME))


def rest(now: Workings, unit: Unit) -> None:
    """Roll for the wounds of a resting unit (WES-44)."""
    village = unit.at in now.before.world.board.villages
    die = now.dice.roll(SIDES, f"{unit.label} rests")
    heals = (2 if die == SIDES else 1) if village else int(die >= REST_NEEDS)
    healed = min(heals, unit.wounds)
    now.units[unit.id] = unit.but(wounds=unit.wounds - healed)
    now.events.append(
        Rested(
            clause="WES-44",
            unit=unit.label,
            village=village,
            die=die,
            healed=healed,
            wounds=unit.wounds - healed,
        )
    )
