"""Which armies leave a square after a battle, and where they go (rulebook 6.1.4 and 6.3)."""

from __future__ import annotations

from sheets_gm.games.war_game.data.words import INTERCEPTS
from sheets_gm.games.war_game.position.events import Met, Moved
from sheets_gm.games.war_game.position.ground import pick
from sheets_gm.games.war_game.position.state import Battle, BumpRequest
from sheets_gm.games.war_game.rules.combat.field import Field


def leave_after_victory(field: Field, battle: Battle, winners: list[str]) -> None:
    """Let one joint winner stay and the others leave: as requested, otherwise the smaller ones (CPW-180, CPW-R41)."""
    staying = list(winners)
    requests = (each for each in field.match.bumps if each.battle == battle.number and each.army in winners)
    requested = next(requests, None)
    if requested is not None and len(staying) > 1:
        _leave_to(field, requested)
        staying.remove(requested.army)
    while len(staying) > 1:
        leaver = _smaller(field, battle, staying)
        place = field.ground.free_around(field.ground[leaver], field.dice, field.why(f"{leaver} leaves the square"))
        _go(field, leaver, place, "leave", "CPW-180")
        staying.remove(leaver)


def _smaller(field: Field, battle: Battle, winners: list[str]) -> str:
    """Return the winner with the fewest units; if equal, that of the lower rank; if still equal, a random one."""
    order = {name: (field.army(name).size, -field.army(name).level) for name in winners}
    least = sorted(name for name in winners if order[name] == min(order.values()))
    who = "who" if len(winners) < 3 else "who first"
    return pick(least, field.dice, field.why(f"battle {battle.number}, {who} leaves the square"))


def _leave_to(field: Field, wanted: BumpRequest) -> None:
    """Move an army to the requested square, or to the free square nearest to it around the battle (CPW-184)."""
    ground, here = field.ground, field.ground[wanted.army]
    free = ground.within_ring(here, ground.free)
    away = {place: ground.world.distance(place, wanted.place) or 0 for place in free}
    nearest = sorted(place for place in free if away[place] == min(away.values()))
    place = pick(nearest, field.dice, field.why(f"{wanted.army} leaves the square"))
    _go(field, wanted.army, place, "leave", "CPW-184")


def bump(field: Field, name: str) -> None:
    """Force a losing army out of the square (CPW-189, CPW-190, CPW-R40).

    It goes to a random free square of the nearest ring. If the ring has none, it runs into an enemy there that is not
    in battle, and is intercepted. If there is no such enemy either, the next ring is tried.
    """
    ground, here = field.ground, field.ground[name]
    enemies = {field.ground[army.name]: army.name for army in field.armies.values()
               if army.side != field.army(name).side and army.name not in field.fighting}  # fmt: skip

    def possible(place: str) -> bool:
        return ground.free(place) or (place in enemies and ground.world.portal(place) is None)

    ring = ground.within_ring(here, possible)
    free = [place for place in ring if ground.free(place)]
    place = pick(free or list(ring), field.dice, field.why(f"{name} is forced out"))
    _go(field, name, place, "bump", "CPW-189")
    if not free:
        _intercepted(field, enemies[place], name, place)


def _intercepted(field: Field, enemy: str, name: str, place: str) -> None:
    """Intercept an army that was forced into an enemy's square (CPW-169, CPW-190)."""
    field.ground.battles.add(place)
    field.fighting |= {enemy, name}
    field.begun.append(Battle(number=0, type=INTERCEPTS, place=place, first=(enemy,), second=(name,)))
    field.events.append(Met(clause="CPW-190", type=INTERCEPTS, place=place, first=(enemy,), second=(name,)))


def _go(field: Field, name: str, place: str, how: str, clause: str) -> None:
    start = field.ground[name]
    field.ground.put(name, place)
    field.fighting.discard(name)
    field.armies[name] = field.army(name).but(place=place)
    field.events.append(Moved(clause=clause, army=name, start=start, end=place, how=how))
