"""The danger from enemies before a unit's next turn: who reaches a tile, the wounds to expect, the coming light.

A unit is in danger on every tile that an enemy could attack if no unit were in its way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sheets_gm.games.wesnoth.data.numbers import MAGICAL_NEEDS
from sheets_gm.games.wesnoth.data.tables import CHAOTIC, DAY, LAWFUL, NEEDED, NIGHT, Pawn
from sheets_gm.games.wesnoth.data.world import World, entry_costs
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.rules.odds import SIDES, light
from sheets_gm.kernel.geometry.cheapest_paths import cheapest_paths

MOST_ATTACKERS = 4
"""How many enemies a bot expects to attack one unit in a turn."""


class Danger:
    """The wounds that *enemies* can deal, by unit and tile."""

    def __init__(self, match: Match, enemies: Iterable[Unit]) -> None:
        self.match = match
        pawns = [(match.index.pawn(enemy), enemy.at) for enemy in enemies]
        self._threats = [(pawn, threatened(match.world, pawn, at)) for pawn, at in pawns]
        self._attackers: dict[str, tuple[Pawn, ...]] = {}
        self._wounds: dict[tuple[str, str, str, int], float] = {}

    def attackers(self, tile: str) -> tuple[Pawn, ...]:
        """Return the enemies that could attack a unit on *tile*."""
        if tile not in self._attackers:
            self._attackers[tile] = tuple(pawn for pawn, tiles in self._threats if tile in tiles)
        return self._attackers[tile]

    def wounds(self, unit: Unit, tile: str) -> float:
        """Return the average wounds of *unit* if every enemy that can attack it on *tile* does, as far as there is
        room.
        """
        attackers = self.attackers(tile)
        if not attackers:
            return 0.0
        pawn = self.match.index.pawn(unit)
        need = NEEDED[pawn.classes[self.match.world.terrain[tile]]]
        key = (tile, pawn.faction, pawn.name, need)
        if key not in self._wounds:
            every = (_wounds(foe, pawn, need, light(self.match, foe)) for foe in attackers)
            self._wounds[key] = sum(sorted(every, reverse=True)[:MOST_ATTACKERS])
        return self._wounds[key]


@lru_cache(maxsize=65536)
def threatened(world: World, pawn: Pawn, at: str) -> frozenset[str]:
    """Return the tiles next to those that *pawn* can reach from *at* if no unit is in its way."""
    near = world.board.graph.adjacency
    ends = cheapest_paths(at, pawn.moves, near, entry_costs(world, pawn)).ends
    return frozenset(tile for end in ends for tile in near[end])


@lru_cache(maxsize=65536)
def _wounds(attacker: Pawn, target: Pawn, need: int, bonus: int) -> float:
    """Return the average wounds of the best attack, ignoring the hit points that the target has left."""
    most = 0.0
    for attack in attacker.attacks:
        chance = (SIDES + 1 - (MAGICAL_NEEDS if attack.kind == "magical" else need)) / SIDES
        any_hit = 1 - (1 - chance) ** attack.swings
        modifier = bonus + target.resists[attack.type]
        most = max(most, attack.swings * chance * attack.damage + any_hit * modifier)
    return most


def tide(match: Match) -> float:
    """Return whose light this round and the next have: 1 favours only the acting player's faction, -1 only the
    enemies'.
    """
    player = match.player(match.acting)
    foes = [each for each in match.players if not each.left and match.index.hostile(player.seat, each.seat)]
    if not foes:
        return 0.0
    stack = match.world.tables.schedules[match.settings.schedule]
    times = (stack[(match.round - 1 + ahead) % len(stack)].light for ahead in (0, 1))
    lit = (_lit(match, player.faction, time) - max(_lit(match, foe.faction, time) for foe in foes) for time in times)
    return sum(lit) / 4


def _lit(match: Match, faction: str, time: str) -> int:
    favours = {LAWFUL: DAY, CHAOTIC: NIGHT}.get(match.world.tables.factions[faction].alignment)
    return 0 if not favours or not time else 1 if time == favours else -1
