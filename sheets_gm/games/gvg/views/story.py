"""The story of a match: figures (structures and coins), battles, and the achievements of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from sheets_gm.games.gvg.data.words import TEAMS, Step, other
from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.ending import LESS_IS_BETTER, score
from sheets_gm.games.gvg.views.telling import tell
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import Deed, Fight, Figures, Statistic, Storyteller

STATISTICS = (
    Statistic("Fights"),
    Statistic("Won", "Best fighter", "battles won", "battle won"),
    Statistic("Knocked down", "Most dangerous", "knocked down"),
    Statistic("Times down", "Hardest life", "times down", "time down"),
    Statistic("HP of structures", "Best breaker", "HP of structures"),
    Statistic("Coins", "Richest", "coins picked up", "coin picked up"),
    Statistic("Revived", "Best healer", "revived"),
    Statistic("Trees", "Tree carrier", "Trees brought home", "Tree brought home"),
)

STEPS: Mapping[Step, tuple[float, float, int]] = MappingProxyType(
    {"tree": (8, 34, 16), "bulwarks": (7, 30, 3), "bulwark_hp": (4, 20, 9), "fish_hp": (4, 10, 6)}
)
"""What a lead in a tie-breaker is worth above one half, in percent: any lead, a whole one, and how much that is."""

CARRIED = 14.0
"""What a Tree is worth above that while it is carried."""


def figures(view: View) -> Figures:
    """Return the HP of each team's Bulwarks and Fish, its coins, and the steps that it has carried the enemy's Tree."""
    match = view.match
    return {
        "Bulwark HP": {team: view.match.bulwark_hp(team) for team in TEAMS},
        "Fish HP": {team: match.fish[team] for team in TEAMS},
        "Coins": {team: match.teams[team].coins for team in TEAMS},
        "Tree steps": {team: match.progress(team) for team in TEAMS},
        "Bulwarks destroyed": {team: match.destroyed(other(team)) for team in TEAMS},
    }


def limits(view: View) -> Mapping[str, float]:
    """Return the full HP of all Bulwarks of a team, and of its Fish."""
    settings, place = view.match.settings, view.match.board
    bulwarks = max(len(place.bulwarks[team]) for team in TEAMS)
    return {"Bulwark HP": bulwarks * settings.bulwark_hp, "Fish HP": settings.fish_hp}


def lead(view: View) -> Mapping[str, float]:
    """Return how close each team is to winning, in percent: by the first tie-breaker that decides, and by who carries a
    Tree. A team that has won has the maximum.
    """
    match = view.match
    if match.result is not None and match.result.winners:
        return {team: 100.0 if team in match.result.winners else 0.0 for team in TEAMS}
    one, two = TEAMS
    ahead = _by_tie_breakers(match) + CARRIED * (bool(match.trees[two].carrier) - bool(match.trees[one].carrier))
    return {one: 50.0 + ahead, two: 50.0 - ahead}


def _by_tie_breakers(match: Match) -> float:
    """Return how far the first team leads in the first tie-breaker that decides (GVG-8), in percent."""
    one, two = TEAMS
    for step in match.settings.tiebreak:
        margin = score(match, one, step) - score(match, two, step)
        if margin:
            any_lead, whole, most = STEPS[step]
            worth = any_lead + whole * min(1.0, abs(margin) / most)
            return worth if (margin > 0) != (step in LESS_IS_BETTER) else -worth
    return 0.0


def deeds(happened: Sequence[Event], before: View, after: View) -> Iterator[Deed]:  # noqa: ARG001
    """Yield the achievements of each player: a battle for all who took part, its damage for the winners."""
    winners: dict[str, tuple[str, ...]] = {}
    for event in happened:
        match event:
            case events.Fought():
                won = {"attack": event.attack.seats, "defence": event.defence.seats}.get(event.outcome, ())
                winners[event.at] = won
                yield from (Deed(seat, "Fights") for seat in (*event.attack.seats, *event.defence.seats))
                yield from (Deed(seat, "Won") for seat in won)
            case events.KnockedDown():
                yield from (Deed(seat, "Times down") for seat in event.seats)
                yield from (Deed(seat, "Knocked down", len(event.seats)) for seat in winners.get(event.at, ()))
            case events.HPLost():
                yield from (Deed(seat, "HP of structures") for seat in winners.get(event.at, ()))
            case events.CoinGained():
                here = [each.seat for each in after.match.players if (each.at, each.team) == (event.at, event.team)]
                yield from (Deed(seat, "Coins") for seat in here[:1])
            case events.Revived():
                yield Deed(event.by, "Revived", len(event.seats))
            case events.Captured():
                yield Deed(event.seat, "Trees")


def fights(happened: Sequence[Event]) -> Iterator[Fight]:
    """Yield the battles; the names of their rolls contain the tiles."""
    yield from (Fight(each, (), (f" at {each.at}",)) for each in happened if isinstance(each, events.Fought))


def roller(why: str) -> str:
    """Return the seat in “turn 3: attack of blue2 at D9”."""
    return why.partition(" of ")[2].partition(" ")[0]


def goal(view: View) -> str:
    """Say how a match is won (GVG-7, GVG-8)."""
    return (
        "The team wins that carries the enemy's Tree home; a destroyed Fish frees its Tree. After turn "
        f"{view.match.settings.max_turns}, tie-breakers decide."
    )


STORY = Storyteller(
    figures=figures,
    lead=lead,
    limits=limits,
    deeds=deeds,
    statistics=STATISTICS,
    tell=tell,
    fights=fights,
    roller=roller,
    goal=goal,
    measure="the tie-breakers (Tree, Bulwarks, Fish)",
    scores=("Tree steps", "Bulwarks destroyed", "Bulwark HP", "Fish HP"),
    spent=frozenset({"Coins"}),
)
