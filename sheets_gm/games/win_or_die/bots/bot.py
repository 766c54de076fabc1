"""Bots. A bot sees its seat's view and forms, and fills in rows as a person would.

It values every legal command in units of morale: the damage and kills, the cost of a counterattack, and the value of
the ground. It gives the best command, waits for the result, and values the new position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.win_or_die.bots.setup import deployment, legion
from sheets_gm.games.win_or_die.bots.style import KEEN, RECKLESS, Style, pressed
from sheets_gm.games.win_or_die.data.cards.effects import BOOST, DAMAGE, HEAL, ROOT, SHIELD, TOKENS
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.words import (
    ALLIES,
    CALL,
    COUNCIL,
    END,
    ENEMIES,
    FOREST,
    HIGHLAND,
    MINE,
    MOVE,
    POWER,
    SPACE,
    SPEED,
    STRIKE,
    USE,
    other,
)
from sheets_gm.games.win_or_die.position.orders import DECLINE
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import dice as dice_of
from sheets_gm.games.win_or_die.position.strength import health_left, stat, tough
from sheets_gm.games.win_or_die.rules.commands.choices import Aiming, Options, options, tactics
from sheets_gm.games.win_or_die.rules.commands.forecast import chance
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

UNKNOWN_HEALTH, UNKNOWN_MORALE, UNKNOWN_COUNTER, UNKNOWN_REACH = 4.5, 2.5, 1.6, 4
"""What a bot expects of a hidden enemy: its health, its morale, the hits of its counterattack, and how far away it can
attack after a move.
"""

LEADER = 4.0
"""What a Leader is worth in morale: its death costs none, but its legion loses its blows and its abilities."""

DECISIVE = 15.0
"""What a Leader is worth whose death loses the battle."""

MOST_THREATS = 3
"""How many enemies a bot expects to attack one unit in a turn."""

STRIKES_FIRST = 0.4
"""How much of the danger of a space counts for a unit that can attack from there at once."""

FAVOURITES = ("Whetted Blades", "Rain of Fire", "Field Medicine", "Shield Wall", "Rallying Banner", "Supply Lines")

FIELDS = ("unit", "command", "to", "route", "target", "ability", "card", "enhancements", "tactic")


@dataclass(frozen=True, slots=True)
class Plan:
    """A command as the cells of a row, with its value in morale."""

    value: float
    cells: Mapping[str, Typed]


def keen(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that plays to win."""
    return fill(view, forms, dice, KEEN)


def reckless(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot that attacks and ignores losses."""
    return fill(view, forms, dice, RECKLESS)


BOTS: Mapping[str, Bot] = {"keen": keen, "reckless": reckless}


def fill(view: View, forms: tuple[Form, ...], dice: Dice, style: Style) -> tuple[Filled, ...]:
    """Fill in *forms* as a bot of this *style*."""
    filled: list[Filled] = []
    for form in forms:
        if form.key == "barrack":
            region = dice.pick(form.fields[0].choices, "region")
            filled.append(Filled(form.key, 0, {"region": region, "ready": True}))
        elif form.key == "lineup" and form.due:
            filled.append(Filled(form.key, 0, {"lineup": form.fields[0].choices[0], "ready": True}))
        elif form.key == "legion":
            rows = legion(view.match, form.seat)
            first: dict[str, Typed] = {"ready": True}  # a whole form has one Ready box
            filled += [Filled(form.key, at, {**cells, **({} if at else first)}) for at, cells in enumerate(rows)]
        elif form.key == "deployment":
            places = deployment(view.match, form.seat)
            filled += [Filled(form.key, at, {"at": place, "ready": True}) for at, place in enumerate(places)]
        elif form.key == "answers":
            answer = next((each for each in form.fields[0].choices if each != DECLINE), DECLINE)
            filled.append(Filled(form.key, 0, {"answer": answer, "ready": True}))
        elif form.key == "reactions":
            filled += _reactions(form)
        elif form.key == "commands" and form.due:
            cells = dict.fromkeys(FIELDS) | dict(best(view.match.field, form.seat, style).cells)
            filled.append(Filled(form.key, 0, {**cells, "ready": True}))
    return tuple(filled)


def _reactions(form: Form) -> Iterator[Filled]:
    """Fill in every possible reaction as a standing order, in the order of the list."""
    choices = next(field for field in form.fields if field.name == "reaction").choices
    for at, name in enumerate(choices[: form.rows]):
        yield Filled(form.key, at, {"reaction": name, "keep": 0, "ready": True})


def best(field: Battlefield, seat: str, style: Style) -> Plan:
    """Return the command with the highest value, or the end of the turn if none is worth a token."""
    plans = Evaluation(field, seat, style).plans()
    return max((plan for plan in plans if plan.value > style.least), key=lambda plan: plan.value, default=END_TURN)


END_TURN = Plan(0.0, {"command": END})


class Evaluation:
    """The values of the commands of *seat* on *field*, with all that is needed to compute them."""

    def __init__(self, field: Battlefield, seat: str, style: Style) -> None:
        self.field, self.seat, self.style = field, seat, pressed(field, seat, style)
        self.enemies = field.units_of(other(seat))
        self.every = options(field, seat)
        self.far = field.board.far
        self.terrain = field.board.terrain

    def plans(self) -> Iterator[Plan]:
        """Yield every command worth considering."""
        yield from self._council()
        for each in self.every:
            name = self.field.own_label(each.unit)
            for target in each.attack:
                cells: dict[str, Typed] = {"unit": name, "command": STRIKE, "target": self.field.label(target)}
                yield Plan(self.attack(each.unit, target), cells)
            if each.move:
                yield self._move(each, name)
            for aim in each.abilities:
                yield from self._ability(each.unit, name, aim)
            if each.call:
                yield self._call(each, name)

    # -- attacks -------------------------------------------------------------------------------------------------------

    def attack(self, unit: Unit, target: Unit) -> float:
        """Return the value of an attack on *target* from where *unit* is."""
        field = self.field
        number, _ = dice_of(field, unit.but(exposed=True), target, counter=False)
        hits = float(number * chance(field, unit, target))
        value, survives = self._gain(target, hits)
        if field.distance(unit, target) == 1 and survives > 0:
            value -= self.style.caution * survives * self._loss(unit, target)
        return value

    def _worth(self, card: Card, leader: float = LEADER) -> float:
        """Return the morale that a legion loses when *card* dies. A Leader costs no morale, so it counts *leader*."""
        if card.leader:
            return DECISIVE if self.field.settings.leader_death_loses else leader
        return max(0.5, card.morale)

    def _gain(self, target: Unit, hits: float) -> tuple[float, float]:
        """Return the value of *hits* on *target*, and the approximate chance that it survives."""
        field, card = self.field, self.field.card(target)
        left = float(health_left(field, target)) if target.exposed else UNKNOWN_HEALTH
        morale = self._worth(card, leader=0.5) if target.exposed else UNKNOWN_MORALE
        done = max(0.0, hits - (tough(field, target) if target.exposed else 0))
        share = min(1.0, done / left)
        return morale * share * (0.6 + 0.6 * share), 1.0 - 0.85 * share

    def _loss(self, unit: Unit, target: Unit) -> float:
        """Return the expected loss from a counterattack of *target*."""
        field = self.field
        hits = UNKNOWN_COUNTER
        if target.exposed:
            number, _ = dice_of(field, target, unit, counter=True)
            hits = float(number * chance(field, target, unit, counter=True))
        worth = self._worth(field.card(unit))
        share = min(1.0, max(0.0, hits - tough(field, unit.but(exposed=True))) / health_left(field, unit))
        return worth * share * (0.5 + 0.7 * share)

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _move(self, each: Options, name: str) -> Plan:
        here = self._ground(each.unit, each.unit.at)
        worth = {at: self._ground(each.unit, at) - here for at in each.move}
        to = max(worth, key=lambda at: worth[at])
        tired = 0.15 * each.unit.tokens + 0.1
        return Plan(worth[to] - tired, {"unit": name, "command": MOVE, "to": to})

    def _ground(self, unit: Unit, at: str) -> float:
        """Return the value of *at* for *unit*: enemies that it can attack, cover, mines, and the distance to
        the enemy.
        """
        field, card = self.field, self.field.card(unit)
        near = [self.far[at][enemy.at] for enemy in self.enemies]
        value = -self.style.hunt * min(near, default=0)
        if self.terrain[at] == MINE:
            value += 0.8
        if self.terrain[at] == FOREST:
            value += 0.25
        if self.terrain[at] == HIGHLAND:
            value += 0.35
        high = self.terrain[at] == HIGHLAND
        hits = stat(field, unit, POWER) * (7 - card.attack_hit) / 6
        spare = field.player(self.seat).tokens > 1 and unit.tokens + 1 < field.settings.tokens_per_unit
        reached = [
            self._gain(enemy, hits)[0]
            for enemy, far in zip(self.enemies, near, strict=True)
            if card.range_min <= far <= card.range_max and (far == 1 or high or self._clear(at, enemy.at))
        ]
        value += max(reached, default=0.0) * (0.75 if spare else 0.3)
        exposed = sum(far == 1 for far in near)
        cheap = self._worth(card) / health_left(field, unit)
        value -= self.style.wary * cheap * self._threats(near) * (STRIKES_FIRST if reached and spare else 1.0)
        return value - self.style.caution * exposed * cheap * (0.8 if card.leader or card.ranged else 0.35)

    def _threats(self, near: Sequence[int]) -> int:
        """Return how many of *near*, the enemies nearby, can attack there in their turn with a move and an attack."""
        every = (far <= self._reach_of(enemy) for enemy, far in zip(self.enemies, near, strict=True))
        return min(MOST_THREATS, sum(every))

    def _reach_of(self, enemy: Unit) -> int:
        """Return the distance from which *enemy* can attack after a move."""
        if not enemy.exposed:
            return UNKNOWN_REACH
        return int(stat(self.field, enemy, SPEED)) + self.field.card(enemy).range_max

    def _clear(self, at: str, goal: str) -> bool:
        board = self.field.board
        return self.terrain[goal] != FOREST and board.sees(at, goal, edges=self.field.settings.los_edge_both)

    # -- abilities, allies, the council --------------------------------------------------------------------------------

    def _ability(self, unit: Unit, name: str, aim: Aiming) -> Iterator[Plan]:
        for target in aim.targets or ("",):
            value = sum(
                self._effect(unit, target, effect.name, effect.target, effect) for effect in aim.ability.effects
            )
            named = self.field.by_id.get(target)
            label = self.field.label_for(named, self.seat) if named else target or None
            cells: dict[str, Typed] = {"unit": name, "command": USE, "ability": aim.ability.name, "target": label}
            goals = aim.goals.get(target, ())
            if aim.ability.shift is not None:
                mover = named or unit
                ground = {at: self._ground(mover, at) - self._ground(mover, mover.at) for at in goals}
                if not ground:
                    continue
                to = max(ground, key=lambda at: ground[at])
                yield Plan(value + ground[to] - 0.3, {**cells, "to": to})
            else:
                yield Plan(value - 0.1, cells)

    def _effect(self, unit: Unit, target: str, name: str, whom: str, effect: object) -> float:
        """Return the value of one effect, summed over the units that it reaches."""
        amount = getattr(effect, "amount", 0)
        if name == TOKENS:
            return 0.5 * amount if self.field.player(self.seat).tokens < 3 else 0.0
        reached = self._reached(unit, target, whom, getattr(effect, "range", 0))
        if name == DAMAGE:
            return sum(
                self._gain(each, amount + (tough(self.field, each) if each.exposed else 0))[0] for each in reached
            )
        if name == HEAL:
            return sum(0.5 * min(amount, each.damage) for each in reached)
        if name == BOOST and amount > 0:
            ready = {
                each.unit.id: max((self.attack(each.unit, t) for t in each.attack), default=0) for each in self.every
            }
            return sum(0.3 * amount for each in reached if ready.get(each.id, 0) > 0)
        weight = {ROOT: 0.5, SHIELD: 0.3, BOOST: 0.25}.get(name, 0.0)
        return sum(weight for each in reached if any(self.far[each.at][foe.at] <= 2 for foe in self._foes(each)))

    def _foes(self, unit: Unit) -> tuple[Unit, ...]:
        return self.field.units_of(other(unit.seat))

    def _reached(self, unit: Unit, target: str, whom: str, radius: int) -> list[Unit]:
        if whom == SPACE:
            return [each for each in self.enemies if self.far[target][each.at] <= 1]
        if whom in (ALLIES, ENEMIES):
            group = self.field.units_of(self.seat) if whom == ALLIES else self.enemies
            return [each for each in group if each.id != unit.id and self.far[unit.at][each.at] <= radius]
        named = self.field.by_id.get(target)
        return [named] if named else []

    def _call(self, each: Options, name: str) -> Plan:
        card = max(each.call, key=lambda card: card.cost)
        return Plan(0.4 * card.cost + 0.5, {"unit": name, "command": CALL, "card": card.name})

    def _council(self) -> Iterator[Plan]:
        can = tactics(self.field, self.seat)
        if can:
            name = next((each for each in FAVOURITES if each in can), can[0])
            bearer = self.every[0].unit if self.field.settings.council_token and self.every else None
            label = self.field.own_label(bearer) if bearer else None
            yield Plan(2.5, {"command": COUNCIL, "tactic": name, "unit": label})
