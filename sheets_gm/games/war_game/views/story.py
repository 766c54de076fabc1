"""The story of a match: figures (victory points, armies, units), battles, and the achievements of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.war_game.data.army_lists import TOP
from sheets_gm.games.war_game.data.words import OWNERS, SIDES, enemy_of
from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.views.telling import tell
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.story import Deed, Fight, Figures, Statistic, Storyteller, before_the_colon

STATISTICS = (
    Statistic("Battles"),
    Statistic("Won", "Best generals", "battles won", "battle won"),
    Statistic("Units lost", "Hardest life", "units lost", "unit lost"),
    Statistic("Armies lost"),
    Statistic("Armies killed", "Most dangerous", "armies killed", "army killed"),
    Statistic("Structures razed", "Best breakers", "structures razed", "structure razed"),
    Statistic("For places"),
    Statistic("For structures"),
    Statistic("Points earned", "Most points", "victory points earned", "victory point earned"),
    Statistic("Best text", "Best text", "of the judge's marks", "of the judge's marks", largest=True),
    Statistic("Longest march", "Longest march", "squares in one move", "square in one move", largest=True),
)

BEST, OTHERS = 70.0, 10.0
"""What the way to win counts on which a side is furthest, and each of the two others, once it is gone to its end."""

START = 20.0
"""What a side has that is at the beginning of all ways, so that the first points are no victory yet."""


def figures(view: View) -> Figures:
    """Return each side's victory points, armies and units."""
    armies_by_side = {side: [army for army in view.armies if army.side == side] for side in SIDES}
    return {
        "Victory points": {side: view.points.get(side, 0) for side in SIDES},
        "Armies": {side: len(armies) for side, armies in armies_by_side.items()},
        "Units": {side: sum(army.size for army in armies) for side, armies in armies_by_side.items()},
    }


def limits(view: View) -> Mapping[str, float]:
    """Return the victory points needed to win."""
    return {"Victory points": view.settings.vp_target}


def lead(view: View) -> Mapping[str, float]:
    """Return each side's progress on the three ways to win (CPW-34 to CPW-37): structures, top ranks, points.

    A side that has won has the whole of each.
    """
    if view.result is not None and view.result.winners:
        return {side: 100.0 if side in view.result.winners else 0.0 for side in SIDES}
    progress = {}
    for side in SIDES:
        *others, best = sorted(_ways(view, side))
        progress[side] = START + BEST * best + OTHERS * sum(others)
    return progress


def _ways(view: View, side: str) -> tuple[float, float, float]:
    """Return the progress of *side* on each way to win, from 0 to 1."""
    enemy = enemy_of(side)
    theirs = [each.name for each in view.world.structures.values() if OWNERS.get(each.kind) == enemy]
    destroyed = sum(name in view.destroyed for name in theirs) / len(theirs) if theirs else 0.0
    top = sum(army.level <= TOP for army in view.armies if army.side == enemy)
    raised = sum(each.level <= TOP for each in view.world.armies if each.side == enemy) or 1
    return destroyed, max(0.0, 1 - top / raised), min(1.0, view.points.get(side, 0) / view.settings.vp_target)


def deeds(happened: Sequence[Event], before: View, after: View) -> Iterator[Deed]:
    """Yield the achievements of each side."""
    sides = {army.name: army.side for view in (after, before) for army in view.armies}
    for event in happened:
        match event:
            case events.Won():
                fought = {sides.get(army, "") for army in (*event.winners, *event.losers)}
                yield from (Deed(side, "Battles") for side in sorted(fought & set(SIDES)))
                yield Deed(event.side, "Won")
                yield Deed(event.side, "Points earned", event.points)
            case events.Lost():
                yield Deed(sides.get(event.army, ""), "Units lost", event.units)
            case events.Killed():
                yield Deed(sides.get(event.army, ""), "Armies lost")
                yield Deed(sides.get(event.by, ""), "Armies killed")
                yield Deed(sides.get(event.by, ""), "Points earned", event.points)
            case events.Rolled(what="battle"):
                marks = (part.amount for part in event.parts if part.what == "strategy")
                yield from (
                    Deed(sides.get(army, ""), "Best text", mark, army) for mark in marks for army in event.armies
                )
            case events.Razed():
                yield Deed(event.side, "Structures razed")
                yield Deed(event.side, "For structures", event.points)
                yield Deed(event.side, "Points earned", event.points)
            case events.Paid():
                yield Deed(event.side, "For places", event.points)
                yield Deed(event.side, "Points earned", event.points)
            case events.Moved():
                yield Deed(sides.get(event.army, ""), "Longest march", max(0, len(event.route) - 1), event.army)


def fights(turn_events: Sequence[Event]) -> Iterator[Fight]:
    """Yield the decided battles with their rolls and losses."""
    won = [each for each in turn_events if isinstance(each, events.Won)]
    for at, event in enumerate(won):
        armies = {*event.winners, *event.losers}
        begin = turn_events.index(won[at - 1]) + 1 if at else 0
        end = turn_events.index(won[at + 1]) if at + 1 < len(won) else len(turn_events)
        rolls = [
            each for each in turn_events[begin:end] if isinstance(each, events.Rolled) and each.battle == event.battle
        ]
        rest = [
            each
            for each in turn_events[turn_events.index(event) : end]
            if isinstance(each, events.Lost | events.Killed | events.Escaped) and each.army in armies
        ]
        yield Fight(event, (*rolls, *rest), (f"battle {event.battle}:",))


def summary(side: str, of: Mapping[str, float]) -> str:
    """Say for what a side earned its victory points (CPW-34)."""
    total, places, structures = (of.get(name, 0) for name in ("Points earned", "For places", "For structures"))
    return (
        f"{side} earned {total:g} points: {places:g} for held places, {structures:g} for structures, "
        f"{total - places - structures:g} in battles."
    )


def goal(view: View) -> str:
    """Say how a match is won (CPW-34 to CPW-37)."""
    return (
        f"{view.settings.vp_target} victory points win (for structures, kills, battles and held places), or an enemy "
        "without structures or top ranks."
    )


PASSING = frozenset({"sent", "assigned", "noted", "legend_waits", "not_changed"})
"""Kinds of events that are no highlights."""

STORY = Storyteller(
    figures=figures,
    lead=lead,
    limits=limits,
    deeds=deeds,
    statistics=STATISTICS,
    tell=tell,
    fights=fights,
    moment=before_the_colon,
    goal=goal,
    summary=summary,
    measure="points, structures and top ranks",
    passing=PASSING,
)
