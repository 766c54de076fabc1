"""Mercenaries move after all others, to retake the structure that they guard (rulebook 1.3, CPW-R29)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.numbers import RANGE
from sheets_gm.games.war_game.data.words import ATTACKS
from sheets_gm.games.war_game.position.ground import in_random_order, pick
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.rules.movement.march import March
from sheets_gm.games.war_game.rules.movement.partial_moves import nearest_free


def send_mercenaries(march: March) -> None:
    """Let mercenaries outside their structure attack, enter or approach it, in random order."""
    displaced = [
        army.name
        for army in march.opening.names.values()
        if army.hired and army.name not in march.opening.engaged and army.name not in march.fighting
        if army.place != home_of(march, army)
    ]
    for name in in_random_order(displaced, march.dice, march.why("the order of mercenaries")):
        army = march.army(name)
        _send(march, army, home_of(march, army))


def _send(march: March, army: Army, home: str) -> None:
    march.changed[army.name] = army.but(tries=army.tries + 1)
    away = march.opening.world.distance(army.place, home)
    in_reach = away is not None and away <= RANGE
    there = next((name for name, place in march.ground.places.items() if place == home), None)
    if in_reach and march.ground.free(home):
        march.changed[army.name] = army.but(tries=0)
        march.go(army.name, home, "home", "CPW-14")
    elif in_reach and there and home not in march.ground.battles and not march.army(there).hired:
        march.fight(ATTACKS, home, (army.name,), (there,), "CPW-14")
    else:
        _approach(march, army, home)


def _approach(march: March, army: Army, home: str) -> None:
    """Move as near to the structure as possible."""
    march.ground.lift(army.name)
    places = nearest_free(march.ground, army.place, home)
    place = pick(places, march.dice, march.why(f"{army.name} approaches")) if places else army.place
    if place == army.place:
        march.ground.put(army.name, place)
    else:
        march.go(army.name, place, "part", "CPW-14")


def home_of(march: March, army: Army) -> str:
    """Return the place of the structure that mercenaries guard."""
    return march.opening.world.structures[army.guards].place
