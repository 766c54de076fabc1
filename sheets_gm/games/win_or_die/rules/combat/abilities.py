"""Using abilities (rulebook, "Activate Ability"): the effects happen in the order of the card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheets_gm.games.win_or_die.data.cards.effects import BOOST, DAMAGE, HEAL, REDIRECT, SHIFT, TOKENS, Ability, Effect
from sheets_gm.games.win_or_die.data.cards.effects import ROOT as ROOT_EFFECT
from sheets_gm.games.win_or_die.data.words import (
    ALLIES,
    ATTACKER,
    CHOSEN,
    END_OF_ACTION,
    END_OF_TURN,
    ENEMIES,
    MY_START,
    SELF,
    SPACE,
    ULTIMATE,
    other,
)
from sheets_gm.games.win_or_die.position.battle_events import AbilityUsed, Affected, Redirected, TokensGained
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Lasting
from sheets_gm.games.win_or_die.position.strength import ROOT, SHIELD
from sheets_gm.games.win_or_die.rules.combat import attacks
from sheets_gm.games.win_or_die.rules.combat.damage import drink, heal, strike
from sheets_gm.games.win_or_die.rules.movement.paths import ends, reach
from sheets_gm.games.win_or_die.rules.movement.walking import walk


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of an ability: a unit's number or a space, the space to move to, and the unit that triggered a
    reaction.
    """

    target: str = ""
    to: str = ""
    actor: str = ""


def use(step: Resolution, id: str, ability: Ability, aim: Aim) -> None:
    """Let the unit *id* use *ability*. Its Command Token is already paid (WOD-15, WOD-17, WOD-18)."""
    step.reveal(id)
    unit = step.units[id]
    spent = (*unit.spent, ability.name) if ability.kind == ULTIMATE else unit.spent
    step.change(id, used=(*unit.used, ability.name), spent=spent)
    target = step.label(aim.target) if aim.target in step.units else aim.target
    clause = "WOD-74" if ability.trigger else "WOD-72"
    step.tell(AbilityUsed(clause=clause, unit=step.label(id), ability=ability.name, how=ability.kind, target=target))
    hurt: list[str] = []
    for effect in ability.effects:
        if id not in step.units:
            return
        hurt += _do(step, id, ability, effect, aim)
    attacks.answer(step, hurt, id)


def _do(step: Resolution, id: str, ability: Ability, effect: Effect, aim: Aim) -> tuple[str, ...]:
    """Carry out one effect. Returns the damaged units that survive."""
    seat, why = step.units[id].seat, ability.name
    if effect.name == TOKENS:
        player = step.players[seat]
        step.amend(seat, tokens=player.tokens + effect.amount, extra=player.extra + effect.amount)
        step.tell(TokensGained(clause="WOD-72", seat=seat, amount=effect.amount, why=why))
        return ()
    reached = tuple(reaches(step, id, effect, aim))
    if effect.name == DAMAGE:
        alive, done = strike(step, reached, effect.amount, why)
        drink(step, id, done)
        return alive
    for each in reached:
        if effect.name == HEAL:
            heal(step, each, effect.amount, why)
        elif effect.name == SHIFT:
            _shift(step, each, effect, aim)
        elif effect.name == REDIRECT:
            step.tell(Redirected(clause="WOD-74", unit=step.label(each), target=step.label(step.target)))
            step.target = each
        else:
            _last(step, id, each, effect, why)
    return ()


def reaches(step: Resolution, id: str, effect: Effect, aim: Aim) -> Iterator[str]:
    """Yield the units that *effect* reaches, by number. An ally is another unit of the same legion."""
    field, unit = step.field, step.units[id]
    if effect.target == SELF:
        yield id
    elif effect.target == ATTACKER:
        if aim.actor in step.units:
            yield aim.actor
    elif effect.target == SPACE:
        enemies = field.units_of(other(unit.seat))
        yield from (each.id for each in enemies if field.board.far[aim.target][each.at] <= 1)
    elif effect.target in CHOSEN:
        if aim.target in step.units:
            yield aim.target
    elif effect.target in (ALLIES, ENEMIES):
        seat = unit.seat if effect.target == ALLIES else other(unit.seat)
        for each in field.units_of(seat):
            if each.id != id and field.distance(unit, each) <= effect.range:
                yield each.id


def _shift(step: Resolution, id: str, effect: Effect, aim: Aim) -> None:
    """Move the unit *id* to the chosen space, or to the safest one if it cannot get there."""
    unit, field = step.units[id], step.field
    can = ends(field, unit, effect.amount)
    enemies = field.units_of(other(unit.seat))
    near = field.board.graph.adjacency
    if aim.to in can:
        goal = aim.to
    elif aim.to == unit.at or not can:
        return
    else:
        goal = min(can, key=lambda at: (sum(each.at in near[at] for each in enemies), field.board.far[unit.at][at]))
    walk(step, id, reach(field, unit, effect.amount).path(goal), effect.amount)


def _last(step: Resolution, source: str, id: str, effect: Effect, why: str) -> None:
    """Put the lasting *effect* on the unit *id*."""
    what = ROOT if effect.name == ROOT_EFFECT else effect.stat if effect.name == BOOST else SHIELD
    seat, owner = step.units[source].seat, step.units[id].seat
    if effect.until == END_OF_ACTION:
        lasting = Lasting(what=what, amount=effect.amount, ends="action", turn=step.now.turn)
    elif effect.until == END_OF_TURN:
        lasting = Lasting(what=what, amount=effect.amount, ends="end", turn=step.now.turn)
    elif effect.until == MY_START:
        turn = step.now.turn + (2 if step.now.acting == seat else 1)
        lasting = Lasting(what=what, amount=effect.amount, ends="start", turn=turn)
    else:
        turn = step.now.turn + (2 if step.now.acting == owner else 1)
        lasting = Lasting(what=what, amount=effect.amount, ends="end", turn=turn)
    step.change(id, lasting=(*step.units[id].lasting, lasting))
    step.tell(
        Affected(clause="WOD-72", unit=step.label(id), what=what, amount=effect.amount, until=effect.until, why=why)
    )
