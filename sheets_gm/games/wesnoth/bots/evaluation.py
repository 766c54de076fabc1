"""The values of legal actions for the acting player, in gold (see `bot`).

Wounds rarely heal, so they count almost as the lost share of the unit. A leader's death ends the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheets_gm.games.wesnoth.bots.danger import Danger, tide
from sheets_gm.games.wesnoth.bots.recruits import best_recruit
from sheets_gm.games.wesnoth.bots.style import Style
from sheets_gm.games.wesnoth.data.tables import NEEDED
from sheets_gm.games.wesnoth.position.orders import ATTACK, CONQUEST, MOVE, RECRUIT, REST
from sheets_gm.games.wesnoth.position.state import Index, Match, Unit
from sheets_gm.games.wesnoth.rules.choices import Options, options
from sheets_gm.games.wesnoth.rules.combat import price_of
from sheets_gm.games.wesnoth.rules.ending import besieged
from sheets_gm.games.wesnoth.rules.odds import Exchange, best_attack, odds
from sheets_gm.kernel.forms import Typed

LEADER_VALUE = 30.0
LEVEL_VALUES = (2.0, 3.5, 8.0, 14.0)
VILLAGE_VALUE = 2.0
KEEP_VALUE = 50.0
"""What it is worth to kill who stands on the main tile of the own castle, since it conquers the castle next."""

EMPTY_KEEP = 8.0
"""What it costs the leader to leave the main tile where an enemy could go there."""

THREAT_DISTANCE = 4
"""Enemies within this distance of the leader are urgent targets."""

WEAK = 0.75
"""A unit that has lost this share of its life goes to rest."""

MOST_DANGER = 0.6
"""The most of a unit's value that danger can cost: enemies have other targets too."""

NEAR, ALONE = 3, 4.0
"""A unit is alone where an enemy can attack it and no other of its side is so near; each hex more is so much danger."""

MOST_FOLLOWERS = 5
"""How many units a bot expects to attack one enemy in a turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An action as the cells of a row, and its estimated value in gold."""

    value: float
    cells: Mapping[str, Typed]


class Evaluation:
    """All that a bot needs to value actions in a position: enemies, free villages, the values of units and tiles."""

    def __init__(self, match: Match, style: Style) -> None:
        self.match, self.style = match, style
        self.index: Index = match.index
        self.world = match.world
        self.board = self.world.board
        self.seat = match.acting
        self.player = match.player(self.seat)
        self.enemies = [unit for unit in match.units if self.index.hostile(self.seat, unit.seat)]
        team = self.player.team
        owners = match.villages
        self.villages = [each for each in self.board.villages if self.index.team.get(owners.get(each, "")) != team]
        self.leader = next((unit for unit in self.index.units_of(self.seat) if unit.leader), None)
        self.threat = {
            enemy.id
            for enemy in self.enemies
            if self.leader is not None and self.board.far[enemy.at][self.leader.at] <= THREAT_DISTANCE
        }
        self.home = self.board.mains[self.player.castle]
        self.danger = Danger(match, self.enemies)
        self.tide = style.light * tide(match)
        self._strikes: dict[tuple[str, str], float] = {}
        self._joint: dict[str, float] = {}

    def plans(self, each: Options) -> Iterator[Plan]:
        """Yield the actions of one unit that have a value."""
        unit = each.unit
        if besieged(self.match, unit) is not None:
            yield Plan(1000.0, {"unit": unit.label, "action": CONQUEST})
        if each.recruits and (not unit.leader or self._may_spend()):
            yield self._recruit(each)
        if unit.spent:
            return
        for target in each.targets:
            yield from self._attacks(each, target)
        yield from self._moves(each)
        rest = self._rest(unit)
        if rest > 0:
            yield Plan(rest, {"unit": unit.label, "action": REST})

    # -- recruiting --------------------------------------------------------------------------------------------------

    def _may_spend(self) -> bool:
        return self.player.gold >= self.match.settings.recruit_price

    def _recruit(self, each: Options) -> Plan:
        foes = tuple(sorted({player.faction for player in self.match.players if self._is_foe(player.seat)}))
        name = best_recruit(self.match, each.recruits, foes, self.style.numbers)
        goal = min((enemy.at for enemy in self.enemies), key=lambda at: self.board.far[each.unit.at][at])
        tile = self.board.nearest(goal, each.tiles)
        return Plan(200.0, {"unit": each.unit.label, "action": RECRUIT, "recruit": name, "to": tile})

    def _is_foe(self, seat: str) -> bool:
        return self.index.hostile(self.seat, seat)

    # -- fighting ----------------------------------------------------------------------------------------------------

    def unit_value(self, unit: Unit) -> float:
        """Return the loss if *unit* dies, in gold."""
        return LEADER_VALUE if unit.leader else LEVEL_VALUES[min(self.index.pawn(unit).level, len(LEVEL_VALUES) - 1)]

    def _attacks(self, each: Options, target: Unit) -> Iterator[Plan]:
        unit = each.unit
        for tile in self.board.graph.adjacency[target.at]:
            if tile not in each.ends or (unit.leader and not self._leader_may(unit, tile)):
                continue
            likely = best_attack(self.match, unit, target, tile)
            if likely is None:
                continue
            mine = self.index.pawn(unit).hp - unit.wounds
            dear = 1.2 if self._weak(unit) else 0.6
            loss = self.unit_value(unit) * dear * (likely.answer.wounds / mine + likely.answer.kill)
            score = self.style.daring * self._gain(unit, target, likely) - loss
            score += self._tile_value(unit, tile, after=likely.answer.wounds)
            if unit.leader and tile != self.home and self.danger.attackers(self.home):
                score -= EMPTY_KEEP
            if score > 0.3:
                cells = {"unit": unit.label, "action": ATTACK, "to": tile, "target": target.label}
                orders = {"reroll": self._reroll(target), "advance": self._advance(unit, target)}
                yield Plan(2.0 + score, {**cells, "attack": likely.attack.label, **orders})

    def _gain(self, unit: Unit, target: Unit, likely: Exchange) -> float:
        """Return the value of an attack of *unit*: wounds, a kill, and what other units can add in this turn."""
        goal = self.index.pawn(target)
        left = goal.hp - target.wounds
        share, kill = min(likely.strike.wounds / left, 1.0), likely.strike.kill
        value = self.unit_value(target) * (self.style.urgent if target.id in self.threat else 1.0)
        followers = self._joint_wounds(target) - self._wounds_of(unit, target)
        finish = max(0.0, min(1.0, (likely.strike.wounds + followers) / left - 0.5))
        gain = value * (0.7 * share + kill + self.style.together * share * finish)
        if target.at == self.home:
            gain += KEEP_VALUE * (0.5 * share + kill)
        return gain + kill * (goal.level + (1.0 if self.index.pawn(unit).advances else 0.0))

    def _wounds_of(self, unit: Unit, target: Unit) -> float:
        """Return the average wounds of the hardest attack of *unit* on *target*."""
        key = (unit.id, target.id)
        if key not in self._strikes:
            every = (odds(self.match, unit, attack, target).wounds for attack in self.index.pawn(unit).attacks)
            self._strikes[key] = max(every, default=0.0)
        return self._strikes[key]

    def _joint_wounds(self, target: Unit) -> float:
        """Return the average wounds of *target* if every unit except the leader that can attack it this turn does."""
        if target.id not in self._joint:
            ready = (each for each in options(self.match) if not each.unit.spent and not each.unit.leader)
            every = (self._wounds_of(each.unit, target) for each in ready if target in each.targets)
            self._joint[target.id] = sum(sorted(every, reverse=True)[:MOST_FOLLOWERS])
        return self._joint[target.id]

    def _reroll(self, target: Unit) -> str | None:
        """Return whether to reroll: to kill a leader, or with gold to spare. None leaves it to the standing answers."""
        spare = self.match.settings.price_per_level + self.match.settings.recruit_price
        return "to kill" if target.leader or self.player.gold > spare else None

    def _advance(self, unit: Unit, target: Unit) -> str | None:
        """Return the pawn to advance to if *unit* kills *target* and the gold is enough; None otherwise."""
        pawn, fallen = self.index.pawn(unit), self.index.pawn(target)
        payable = self.player.gold + fallen.level >= price_of(self.match, pawn, fallen)
        return pawn.advances[0] if pawn.advances and payable else None

    def _leader_may(self, unit: Unit, tile: str) -> bool:
        strong = unit.wounds * 2 <= self.index.pawn(unit).hp
        return self.board.far[self.home][tile] <= 1 and (strong or tile == unit.at)

    # -- moving ------------------------------------------------------------------------------------------------------

    def _moves(self, each: Options) -> Iterator[Plan]:
        unit = each.unit
        here = self._end_value(unit, unit.at)
        for tile in each.ends:
            if tile == unit.at:
                continue
            score = self._end_value(unit, tile) - here
            if score > 0.15:
                yield Plan(score, {"unit": unit.label, "action": MOVE, "to": tile})

    def _end_value(self, unit: Unit, tile: str) -> float:
        """Return the value of ending a move of *unit* on *tile*."""
        if unit.leader:
            return self._leader_end_value(unit, tile)
        score = self._tile_value(unit, tile)
        if self._weak(unit):
            return score - 0.5 * self._near_home(unit, tile)
        goals = [self.board.far[tile][each] for each in self.villages if each not in self.index.at]
        hunted = [self.board.far[tile][enemy.at] * (0.8 if enemy.leader else 1.1) for enemy in self.enemies]
        score -= self.style.hunt * (1 + self.tide) * min(hunted, default=0.0)
        if goals:
            score -= 0.3 * min(goals)
        main = next((at for at in self._enemy_mains() if at == tile), None)
        return score + (6.0 if main is not None else 0.0)

    def _weak(self, unit: Unit) -> bool:
        """Whether *unit* has so few hit points left that it goes to rest."""
        return not unit.leader and unit.wounds > WEAK * self.index.pawn(unit).hp

    def _enemy_mains(self) -> Iterator[str]:
        for player in self.match.players:
            if not player.left and self._is_foe(player.seat):
                yield self.board.mains[player.castle]

    def _leader_end_value(self, unit: Unit, tile: str) -> float:
        """Return the value of *tile* for a leader. It stays on its castle's main tile while it can recruit or an enemy
        could go there.
        """
        far, danger = self.board.far[self.home][tile], self.danger.wounds(unit, tile)
        rich = self.player.gold >= self.match.settings.recruit_price
        village = 2.5 if tile in self.villages and far <= 2 and not danger else 0.0
        left = EMPTY_KEEP if tile != self.home and self.danger.attackers(self.home) else 0.0
        return village - (2.0 if rich else 0.7) * far - 0.4 * danger - left

    def _near_home(self, unit: Unit, tile: str) -> float:
        """Return the distance to the nearest village of the unit's team where it could rest."""
        villages = [each for each in self.board.villages if each not in self.villages]
        free = [each for each in villages if each not in self.index.at or self.index.at[each] is unit]
        return min((self.board.far[tile][each] for each in free), default=0)

    def _tile_value(self, unit: Unit, tile: str, after: float = 0.0) -> float:
        """Return the value of *tile* for *unit* with *after* more wounds: a village to take, its defence, and the
        danger.
        """
        village = VILLAGE_VALUE if tile in self.villages else 0.0
        pawn = self.index.pawn(unit)
        cover = 0.12 * (NEEDED[pawn.classes[self.world.terrain[tile]]] - 4)
        left = max(1.0, pawn.hp - unit.wounds - after)
        danger = min(MOST_DANGER, self.danger.wounds(unit, tile) / left) * self.unit_value(unit)
        alone = self._hexes_alone(unit, tile) if danger and not self._weak(unit) else 0
        cost = (1 - 0.3 * self.tide) * danger / self.style.daring + ALONE * alone
        return village + cover - self.style.fear * cost

    def _hexes_alone(self, unit: Unit, tile: str) -> int:
        """Return by how many tiles the nearest unit of the same side is farther away than a small distance."""
        others = (each.at for each in self.index.units_of(self.seat) if each.id != unit.id)
        return max(0, min((self.board.far[tile][at] for at in others), default=0) - NEAR)

    def _rest(self, unit: Unit) -> float:
        """Return the value of resting: higher in a village, lower next to an enemy, 0 for unwounded units or a leader
        there.
        """
        if not unit.wounds:
            return 0.0
        beside = bool(self.index.enemies_beside(unit.at, unit.seat))
        if unit.leader and beside:
            return 0.0
        village = unit.at in self.board.villages
        share = unit.wounds / self.index.pawn(unit).hp
        return (2.4 if village else 0.6) * share - (0.4 if beside else 0.0)
