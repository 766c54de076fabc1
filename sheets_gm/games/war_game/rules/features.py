"""The destruction and control of structures, and the points that they pay (rulebook 5.3 and 5.4)."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.war_game.data.maps import FEATURES
from sheets_gm.games.war_game.data.numbers import RANGE
from sheets_gm.games.war_game.data.words import FEATURE, PAYS, SIDES
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.events import Controlled, Paid, Razed
from sheets_gm.games.war_game.position.state import Army, Match
from sheets_gm.games.war_game.rules.healing import in_enemy_structure, structure_at
from sheets_gm.kernel.outcome import Event

MAJORITY = FEATURES // 2 + 1
HOME_POINTS, ENEMY_POINTS, OTHER_POINTS = 5, 15, 10  # CPW-147


def destroy(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """Destroy the structures in which enemies have been long enough (CPW-139 to CPW-142)."""
    razing: dict[str, int] = {}
    events: list[Event] = []
    points, destroyed = dict(match.points), list(match.destroyed)
    for army in sorted(match.armies, key=lambda army: army.name):
        structure = structure_at(match, army.place)
        if structure is None or not in_enemy_structure(match, army) or structure.name in razing:
            continue
        turns = army.turns if match.settings.destroy_counter == "army" else _turns_of_side(match, army)
        razing[structure.name] = turns
        if turns >= match.settings.destroy_turns:
            del razing[structure.name]
            destroyed.append(structure.name)
            points[army.side] += match.settings.vp_structure
            events.append(
                Razed(
                    clause="CPW-140", structure=structure.name, army=army.name, side=army.side,
                    points=match.settings.vp_structure,
                )
            )  # fmt: skip
    after = match.but(razing=razing, destroyed=tuple(destroyed), points=points)
    gone = {army.name: army.but(turns=0) for army in match.armies if army.turns and _ruined(after, army)}
    return after.with_armies(dict(gone)), tuple(events)


def _ruined(match: Match, army: Army) -> bool:
    return structure_at(match, army.place) is None


def _turns_of_side(match: Match, army: Army) -> int:
    """Return the turns of all armies of the side that took turns in the structure (CPW-R33, the other setting)."""
    structure = match.world.by_place[army.place]
    began = [other for other in match.armies if other.side == army.side and other.camp == army.place]
    counts = bool(began) and not army.busy
    return match.razing.get(structure.name, 0) + 1 if counts else match.razing.get(structure.name, 0)


def control(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """Set the side that controls each terrain feature (CPW-148, CPW-149, CPW-R35)."""
    engaged = match.engaged
    free = [army for army in match.armies if army.name not in engaged]
    battles = {battle.place for battle in match.battles}
    side_by_feature: dict[str, str] = {}
    events: list[Event] = []
    for feature in match.world.structures.values():
        if feature.kind != FEATURE:
            continue
        side = "" if feature.place in battles else _nearest_side(match, feature.place, free)
        if side:
            side_by_feature[feature.name] = side
        if side != match.control.get(feature.name, ""):
            events.append(Controlled(clause="CPW-148", structure=feature.name, side=side))
    return match.but(control=side_by_feature), tuple(events)


def _nearest_side(match: Match, place: str, armies: list[Army]) -> str:
    """Return the side of the nearest armies within three squares; "" if there are none or both sides are
    equally near.
    """
    near = match.world.near(place, RANGE)
    steps = [(near[army.place], army.side) for army in armies if army.place in near]
    closest = {side for away, side in steps if away == min(steps)[0]}
    return closest.pop() if len(closest) == 1 else ""


def pay(match: Match) -> tuple[Match, tuple[Event, ...]]:
    """Pay the points of a turn: for planes that a side dominates, and for features that pay (CPW-146, CPW-147)."""
    events: list[Event] = []
    points = dict(match.points)
    for side in SIDES:
        planes = dominated(match, side)
        features = tuple(
            each.name
            for each in match.world.structures.values()
            if each.effect == PAYS and match.control.get(each.name) == side
        )
        total = sum(worth(match, plane, side) for plane in planes) + len(features) * match.settings.vp_feature
        if total:
            points[side] += total
            events.append(Paid(clause="CPW-146", side=side, planes=planes, features=features, points=total))
    return match.but(points=points), tuple(events)


def dominated(match: Match, side: str) -> tuple[str, ...]:
    """Return the planes in which *side* controls the majority of the features."""
    counts = Counter(
        plane_of(match.world.structures[name].place) for name, owner in match.control.items() if owner == side
    )
    return tuple(plane for plane in match.world.planes if counts[plane] >= MAJORITY)


def worth(match: Match, plane: str, side: str) -> int:
    """Return the points that *side* gets each turn for dominating *plane*."""
    home = match.world.planes[plane].home
    return HOME_POINTS if home == side else ENEMY_POINTS if home else OTHER_POINTS
