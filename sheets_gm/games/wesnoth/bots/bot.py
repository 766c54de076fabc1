"""Bots. A bot sees its seat's view and its own forms, and fills in rows as a person would.

A bot values every legal action of each of its units, in gold: wounds by the value of the unit, villages by what they
pay, tiles by safety and by distance to its goals. It takes the best action, then values the new position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.wesnoth.data.tables import NEEDED, Pawn
from sheets_gm.games.wesnoth.position.orders import AGAIN, ATTACK, CONQUEST, END, KEEP, MOVE, NONE, RECRUIT, REST
from sheets_gm.games.wesnoth.position.state import Index, Match, Unit
from sheets_gm.games.wesnoth.rules.choices import Options, options
from sheets_gm.games.wesnoth.rules.combat import price_of
from sheets_gm.games.wesnoth.rules.ending import besieged
from sheets_gm.games.wesnoth.rules.odds import average_wounds, best_attack, light
from sheets_gm.games.wesnoth.rules.recruiting import offers, price
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

FIELDS = ("unit", "action", "to", "route", "target", "attack", "recruit", "reroll", "advance")
LEADER_VALUE = 30.0
VILLAGE_VALUE = 3.0
THREAT_DISTANCE = 4
"""Enemies within this distance of the leader are urgent targets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An action as the cells of a row, and its estimated value in gold."""

    value: float
    cells: Mapping[str, Typed]


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot plays: the weight of wounds given against wounds taken, and how strongly it approaches enemies."""

    daring: float
    hunt: float


def keen(view: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Plays to win."""
    return _fill(view, forms, Style(daring=1.15, hunt=0.25))


def raider(view: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Attacks the enemy's leaders and accepts losses."""
    return _fill(view, forms, Style(daring=2.0, hunt=0.6))


def _fill(view: View, forms: tuple[Form, ...], style: Style) -> tuple[Filled, ...]:
    for form in forms:
        if form.key == "answers":
            return (Filled(form.key, 0, {"answer": _answer(view.match, form), "ready": True}),)
        if form.key == "actions" and form.due:
            cells = dict.fromkeys(FIELDS) | dict(best(view.match, style).cells)
            return (Filled(form.key, view.match.actions % form.rows, {**cells, "ready": True}),)
    return ()


def _answer(match: Match, form: Form) -> str:
    choices = form.fields[0].choices
    fight = match.fight
    if fight is None or fight.stage != "reroll":
        return choices[0] if choices[0] != NONE else choices[-1]
    return (
        AGAIN
        if not any(die >= 5 for die in fight.dice) and match.player(form.seat).gold > match.settings.recruit_price
        else KEEP
    )


def best(match: Match, style: Style) -> Plan:
    """The action with the highest value, or the end of the turn if no action has one."""
    evaluation = Evaluation(match, style)
    plans = [plan for each in options(match) for plan in evaluation.plans(each)]
    return max(plans, key=lambda plan: plan.value, default=Plan(0.0, {"action": END}))


class Evaluation:
    """What a bot needs to value actions in a position: enemies, villages to take, the values of units and tiles."""

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
        self._danger: dict[str, float] = {}

    def plans(self, each: Options) -> Iterator[Plan]:
        """The actions of one unit that have a value."""
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
        if rest:
            yield Plan(rest, {"unit": unit.label, "action": REST})

    # -- recruiting --------------------------------------------------------------------------------------------------

    def _may_spend(self) -> bool:
        return self.player.gold >= self.match.settings.recruit_price

    def _recruit(self, each: Options) -> Plan:
        own = [unit.name for unit in self.index.units_of(self.seat)]
        known = offers(self.match, self.player)
        foes = tuple(sorted({player.faction for player in self.match.players if self._is_foe(player.seat)}))

        def value(name: str) -> float:
            pawn = known[name]
            scouts = sum(known[other].role == "Scout" for other in own if other in known)
            fast = 0.35 if pawn.role == "Scout" and not scouts and self.villages else 0.0
            usual = strength(self.match, pawn, foes)
            return (usual + fast - 0.12 * own.count(pawn.name)) / max(1, price(self.match, self.player, pawn))

        name = max(each.recruits, key=value)
        goal = min((enemy.at for enemy in self.enemies), key=lambda at: self.board.far[each.unit.at][at])
        tile = self.board.nearest(goal, each.tiles)
        return Plan(200.0, {"unit": each.unit.label, "action": RECRUIT, "recruit": name, "to": tile})

    def _is_foe(self, seat: str) -> bool:
        return self.index.hostile(self.seat, seat)

    # -- fighting ----------------------------------------------------------------------------------------------------

    def unit_value(self, unit: Unit) -> float:
        """The loss if *unit* dies, in gold."""
        return LEADER_VALUE if unit.leader else _value_of_level(self.index.pawn(unit).level)

    def _attacks(self, each: Options, target: Unit) -> Iterator[Plan]:
        unit = each.unit
        goal = self.index.pawn(target)
        left = goal.hp - target.wounds
        mine = self.index.pawn(unit).hp - unit.wounds
        for tile in self.board.graph.adjacency[target.at]:
            if tile not in each.ends or (unit.leader and not self._leader_may(unit, tile)):
                continue
            likely = best_attack(self.match, unit, target, tile)
            if likely is None:
                continue
            urgent = 1.5 if target.id in self.threat else 1.0
            wounds = min(likely.strike.wounds / left, 1.0)
            gain = self.unit_value(target) * urgent * (0.6 * wounds + 0.6 * likely.strike.kill)
            gain += likely.strike.kill * (goal.level + (1.0 if self.index.pawn(unit).advances else 0.0))
            loss = self.unit_value(unit) * (0.6 * likely.answer.wounds / mine + 0.6 * likely.answer.kill)
            score = self.style.daring * gain - loss + self._tile_value(unit, tile, after=likely.answer.wounds)
            if score > 0.3:
                cells = {"unit": unit.label, "action": ATTACK, "to": tile, "target": target.label}
                orders = {"reroll": self._reroll(target), "advance": self._advance(unit, target)}
                yield Plan(2.0 + score, {**cells, "attack": likely.attack.label, **orders})

    def _reroll(self, target: Unit) -> str | None:
        """Reroll to kill a leader, or if there is gold to spare; None leaves it to the standing answers."""
        spare = self.match.settings.price_per_level + self.match.settings.recruit_price
        return "to kill" if target.leader or self.player.gold > spare else None

    def _advance(self, unit: Unit, target: Unit) -> str | None:
        """The pawn to advance to if *unit* kills *target* and there is the gold for it."""
        pawn, fallen = self.index.pawn(unit), self.index.pawn(target)
        payable = self.player.gold + fallen.level >= price_of(self.match, pawn, fallen)
        return pawn.advances[0] if pawn.advances and payable else None

    def _leader_may(self, unit: Unit, tile: str) -> bool:
        home = self.board.mains[self.player.castle]
        return self.board.far[home][tile] <= 1 and unit.wounds * 2 <= self.index.pawn(unit).hp

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
        """The value of *tile* as the end of a move of *unit*."""
        if unit.leader:
            return self._leader_end_value(unit, tile)
        pawn = self.index.pawn(unit)
        weak = unit.wounds / pawn.hp
        score = self._tile_value(unit, tile)
        if weak > 0.5:
            return score - 0.5 * self._near_home(unit, tile)
        goals = [self.board.far[tile][each] for each in self.villages if each not in self.index.at]
        hunted = [self.board.far[tile][enemy.at] * (0.8 if enemy.leader else 1.1) for enemy in self.enemies]
        score -= self.style.hunt * min(hunted, default=0.0)
        if goals:
            score -= 0.3 * min(goals)
        main = next((at for at in self._enemy_mains() if at == tile), None)
        return score + (6.0 if main is not None else 0.0)

    def _enemy_mains(self) -> Iterator[str]:
        for player in self.match.players:
            if not player.left and self._is_foe(player.seat):
                yield self.board.mains[player.castle]

    def _leader_end_value(self, unit: Unit, tile: str) -> float:
        """A leader stays on the main tile of its castle while it can recruit, and near it otherwise."""
        home = self.board.mains[self.player.castle]
        far = self.board.far[home][tile]
        rich = self.player.gold >= self.match.settings.recruit_price
        village = 2.5 if tile in self.villages and far <= 2 and not self._danger_to(unit, tile) else 0.0
        return village - (2.0 if rich else 0.7) * far - 0.4 * self._danger_to(unit, tile)

    def _near_home(self, unit: Unit, tile: str) -> float:
        """The distance to the nearest village of its own team where it could rest."""
        own = [each for each in self.board.villages if each not in self.villages]
        free = [each for each in own if each not in self.index.at or self.index.at[each] is unit]
        return min((self.board.far[tile][each] for each in free), default=0)

    def _tile_value(self, unit: Unit, tile: str, after: float = 0.0) -> float:
        """The value of *tile* for *unit* with *after* more wounds: a village to take, its defence, and the danger."""
        village = VILLAGE_VALUE if tile in self.villages else 0.0
        pawn = self.index.pawn(unit)
        cover = 0.12 * (NEEDED[pawn.classes[self.world.terrain[tile]]] - 4)
        left = max(1.0, pawn.hp - unit.wounds - after)
        fear = self._danger_to(unit, tile) / left * self.unit_value(unit)
        return village + cover - 0.35 * fear / self.style.daring

    def _danger_to(self, unit: Unit, tile: str) -> float:
        """A rough estimate of the wounds that enemies can deal to *unit* on *tile* before its next turn."""
        if tile not in self._danger:
            danger = 0.0
            for enemy in self.enemies:
                pawn = self.index.pawn(enemy)
                if self.board.far[enemy.at][tile] <= max(2, pawn.moves - 1):
                    danger += max((attack.damage * attack.swings for attack in pawn.attacks), default=0)
                    danger += light(self.match, pawn)
            self._danger[tile] = danger
        need = NEEDED[self.index.pawn(unit).classes[self.world.terrain[tile]]]
        return min(self._danger[tile], 14.0) * (7 - need) / 6

    def _rest(self, unit: Unit) -> float:
        """The value of resting: more in a village, less next to an enemy, nothing without wounds."""
        if not unit.wounds:
            return 0.0
        village = unit.at in self.board.villages
        share = unit.wounds / self.index.pawn(unit).hp
        beside = bool(self.index.enemies_beside(unit.at, unit.seat))
        return (2.4 if village else 0.6) * share - (0.4 if beside else 0.0)


def _value_of_level(level: int) -> float:
    return (2.0, 3.5, 8.0, 14.0)[min(level, 3)]


def strength(match: Match, pawn: Pawn, foes: tuple[str, ...]) -> float:
    """How well *pawn* fights the recruits of the factions *foes* by neither day nor night: wounds given and taken."""
    every = [foe for name in foes for foe in _recruits(match, name)]
    return sum(_duel(pawn, foe) for foe in every) / max(1, len(every))


def _recruits(match: Match, faction: str) -> tuple[Pawn, ...]:
    return tuple(pawn for pawn in match.world.tables.recruits[faction].values() if pawn.faction == faction)


@lru_cache(maxsize=16384)
def _duel(one: Pawn, other: Pawn) -> float:
    return _average_wounds(one, other) / other.hp - _average_wounds(other, one) / one.hp + 0.02 * one.moves


def _average_wounds(one: Pawn, other: Pawn) -> float:
    return max((average_wounds(attack, other) for attack in one.attacks), default=0.0)


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "raider": raider})
