"""The story of a match: figures (gold, units, villages), attacks, and the achievements of each player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.views.telling import owner_of, tell
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import HAS, Deed, Fight, Figures, Statistic, Storyteller

STATISTICS = (
    Statistic("Attacks"),
    Statistic("Damage", "Most dangerous", "damage dealt"),
    Statistic("Kills", "Most kills", "units killed", "unit killed"),
    Statistic("Units lost", "Hardest life", "units lost", "unit lost"),
    Statistic("Villages taken", "Best explorer", "villages taken", "village taken"),
    Statistic("Recruited", "Largest army", "units recruited", "unit recruited"),
    Statistic("Longest march", "Longest march", "tiles in one move", "tile in one move", largest=True),
)


def figures(view: View) -> Figures:
    """Return each player's figures: hit points of the leader; number and total hit points of units; gold; villages;
    and the strength that `lead` makes of them.
    """
    match = view.match
    index = match.index
    seats = [player.seat for player in match.players]
    owners = list(match.villages.values())
    return {
        "Leader's hit points": {seat: _leader(view, seat)[0] for seat in seats},
        "Units": {seat: len(index.units_of(seat)) for seat in seats},
        "Hit points": {seat: _hit_points(view, seat) for seat in seats},
        "Gold": {player.seat: player.gold for player in match.players},
        "Villages": {seat: owners.count(seat) for seat in seats},
        "Strength": {seat: round(value) for seat, value in lead(view).items()},
    }


def _hit_points(view: View, seat: str) -> int:
    index = view.match.index
    return sum(index.pawn(unit).hp - unit.wounds for unit in index.units_of(seat))


def _leader(view: View, seat: str) -> tuple[int, int]:
    """Return the hit points that the leader of *seat* has left and those without wounds; 0 and 1 if it is dead."""
    index = view.match.index
    leader = next((unit for unit in index.units_of(seat) if unit.leader), None)
    return (0, 1) if leader is None else (index.pawn(leader).hp - leader.wounds, index.pawn(leader).hp)


def limits(view: View) -> Mapping[str, float]:
    """Return the full hit points of a leader, if they are the same for all players; otherwise nothing."""
    leaders = [_leader(view, player.seat) for player in view.match.players]
    sound = {most for left, most in leaders if left > 0}
    return {"Leader's hit points": sound.pop()} if len(sound) == 1 else {}


def lead(view: View) -> Mapping[str, float]:
    """Return how well each player stands: hit points, gold and villages, reduced as its leader comes closer to death.

    It is 0 for a player who is out or has lost.
    """
    match = view.match
    owners = list(match.villages.values())
    lost = {
        player.seat
        for player in match.players
        if player.left or (match.result is not None and player.team not in match.result.winners)
    }
    return {
        player.seat: 0.0
        if player.seat in lost
        else _safety(view, player.seat)
        * (_hit_points(view, player.seat) + 2 * player.gold + 3 * owners.count(player.seat))
        for player in match.players
    }


def _safety(view: View, seat: str) -> float:
    """Return a factor from 0.25 to 1 by the health of the leader, because the rest is lost with it."""
    left, sound = _leader(view, seat)
    return 0.25 + 0.75 * left / sound


def deeds(happened: Sequence[Event], before: View, after: View) -> Iterator[Deed]:  # noqa: ARG001
    """Yield the achievements of each player. A unit's owner is the first letter of its label; damage is hit points
    really lost.
    """
    hit_points = {unit.label: before.match.index.pawn(unit).hp - unit.wounds for unit in before.match.units}
    for event in happened:
        match event:
            case events.Struck():
                dealt = min(event.wounds, hit_points.get(event.target, event.left + event.wounds) - event.left)
                hit_points[event.target] = event.left
                if not event.counter:
                    yield Deed(owner_of(event.unit), "Attacks")
                yield Deed(owner_of(event.unit), "Damage", max(0, dealt))
            case events.Fell():
                yield Deed(event.seat, "Kills")
                yield Deed(owner_of(event.unit), "Units lost")
            case events.VillageTaken():
                yield Deed(event.seat, "Villages taken")
            case events.Recruited():
                yield Deed(event.seat, "Recruited")
            case events.Moved():
                yield Deed(owner_of(event.unit), "Longest march", len(event.way) - 1, event.unit.partition(" ")[2])


def fights(happened: Sequence[Event]) -> Iterator[Fight]:
    """Yield the attacks, each with the counter attack and the result."""
    strikes = [at for at, event in enumerate(happened) if isinstance(event, events.Struck) and not event.counter]
    for at, end in zip(strikes, [*strikes[1:], len(happened)], strict=False):
        event = happened[at]
        assert isinstance(event, events.Struck)
        rest = tuple(each for each in happened[at + 1 : end] if isinstance(each, events.Struck | events.Fell))
        yield Fight(event, rest, (event.unit, event.target))


def moment(label: str) -> str:
    """Name a turn by its round, its time of day and its player: “Round 8, morning: Ana's turn”."""
    return re.sub(r"^(Round \d+)(?: of \d+)?(.*?: [^(]*?)(?: \(\w+\))? to (?:move|answer)$", r"\1\2's turn", label)


def goal(_view: View) -> str:
    """Say how a match is won (WES-45, WES-46)."""
    return "The last side whose leader lives and holds its castle wins."


PASSING = frozenset(
    {"asked", "turn_began", "turn_ended", "round_began", "income_paid", "wishes_set", "declined", "unpaid"}
)
"""Kinds of events that are no highlights."""

STORY = Storyteller(
    figures=figures,
    lead=lead,
    limits=limits,
    deeds=deeds,
    statistics=STATISTICS,
    tell=tell,
    fights=fights,
    roller=owner_of,
    moment=moment,
    goal=goal,
    ahead=HAS,
    measure="strength (hit points + 2 × gold + 3 × villages, less with a hurt leader)",
    spent=frozenset({"Gold", "Strength"}),
    passing=PASSING,
)
