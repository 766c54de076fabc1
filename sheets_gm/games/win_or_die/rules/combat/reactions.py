"""Reactions (rulebook, "Activate Ability", R32 to R34): by standing orders or live answers.

On every occasion, a player's first standing order that fits is carried out. For several occasions at once, the current
player reacts first, then the order of the standing orders counts. With live answers the match waits for a player whose
unit may react. Whether it waits depends only on public information, so it reveals nothing about hidden units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sheets_gm.games.win_or_die.data.cards.effects import Ability
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.words import (
    AFTER_ATTACKED,
    ALLY_ATTACKED,
    BEFORE,
    ENTERS,
    MERCENARIES,
    POWER,
    WHEN_ATTACKED,
    other,
)
from sheets_gm.games.win_or_die.position.events import NotUsed, Stop
from sheets_gm.games.win_or_die.position.orders import DECLINE, React
from sheets_gm.games.win_or_die.position.resolution import Occasion, Resolution
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import stat
from sheets_gm.games.win_or_die.rules.combat.abilities import Aim, use
from sheets_gm.games.win_or_die.rules.movement.paths import ends


@dataclass(frozen=True, slots=True)
class Chance:
    """A reaction that a unit can use now. *to* is the space that it moves to, "" if none is chosen."""

    unit: Unit
    ability: Ability
    to: str = ""


def react(step: Resolution, occasions: tuple[Occasion, ...]) -> None:
    """Let players react to *occasions* that happen at the same time, the current player first (R33)."""
    for seat in (step.now.acting, other(step.now.acting)):
        own_occasions = [each for each in occasions if each.seat == seat]
        if step.before.settings.reactions == "live":
            for occasion in own_occasions:
                _ask(step, occasion)
        else:
            _by_standing_orders(step, seat, own_occasions)


def _by_standing_orders(step: Resolution, seat: str, occasions: list[Occasion]) -> None:
    for row in step.standing.get(seat, ()):
        for occasion in tuple(occasions):
            chance = next((each for each in chances(step.field, occasion) if _fits(step, row, occasion, each)), None)
            if chance is not None and _holds(step, occasion):
                occasions.remove(occasion)
                carry_out(step, occasion, Chance(chance.unit, chance.ability, row.to or ""))
                break
    for occasion in occasions:
        if occasion.trigger != BEFORE and _holds(step, occasion):
            # a move goes on while its enemy reads this, so no event of the move may end here
            step.events += _unused(step, occasion)


def _unused(step: Resolution, occasion: Occasion) -> Iterable[NotUsed]:
    """Return why units with a standing order for *occasion* did not react. Only their player learns of it (R32)."""
    field, seat = step.field, occasion.seat
    unused: dict[tuple[str, str], NotUsed] = {}
    for row in step.standing.get(seat, ()):
        for chance in _possible_chances(field, occasion):
            unit, name = field.own_label(chance.unit), chance.ability.name
            why = _why_not(field, row, chance)
            if why == "used" and occasion.trigger == ENTERS:
                continue  # this move or the last one told of it
            if why is not None and _is_for(step, row, occasion, chance):
                event = NotUsed(
                    clause="WOD-R32", audience=(seat,), seat=seat, unit=unit, reaction=name, why=why, kept=row.keep
                )
                unused.setdefault((unit, name), event)
    return unused.values()


def _possible_chances(field: Battlefield, occasion: Occasion) -> Iterator[Chance]:
    """Yield the reactions to *occasion* that units of the seat have, even if they cannot use them now."""
    for unit in near(field, occasion):
        for ability in field.card(unit).reactions(occasion.trigger):
            yield Chance(unit, ability)


def _why_not(field: Battlefield, row: React, chance: Chance) -> Stop | None:
    """Return what prevents the reaction under the standing order *row*, None if nothing does."""
    tokens = field.player(chance.unit.seat).tokens
    if tokens < 1:
        return "tokens"
    return _stop(field, chance) or ("kept" if tokens <= row.keep else None)


def _stop(field: Battlefield, chance: Chance) -> Stop | None:
    """Return what prevents the reaction, apart from the player's tokens; None if nothing does."""
    if chance.unit.tokens >= field.settings.tokens_per_unit:  # WOD-59, R18
        return "spent"
    if chance.ability.name in chance.unit.used:  # WOD-17
        return "used"
    return None if _can_do(field, chance.unit, chance.ability) else "room"


def carry_out(step: Resolution, occasion: Occasion, chance: Chance) -> None:
    """Command and reveal the unit, and use its reaction (WOD-74)."""
    step.spend(occasion.seat, chance.unit.id)
    reacted = (*step.players[occasion.seat].reacted, (chance.unit.id, chance.ability.name))
    step.amend(occasion.seat, reacted=reacted)
    use(step, chance.unit.id, chance.ability, Aim(to=chance.to, actor=occasion.actor))


def _holds(step: Resolution, occasion: Occasion) -> bool:
    """Whether the *occasion* still exists; an attack may have another target by now."""
    if occasion.actor and occasion.actor not in step.units:
        return occasion.trigger == AFTER_ATTACKED  # it survived, whatever became of the attacker
    return occasion.trigger not in (WHEN_ATTACKED, ALLY_ATTACKED) or occasion.about == step.target


def chances(field: Battlefield, occasion: Occasion) -> Iterator[Chance]:
    """Yield the reactions that units of the seat can use on *occasion*, by base number (R32)."""
    if field.player(occasion.seat).tokens < 1:
        return
    yield from (chance for chance in _possible_chances(field, occasion) if _stop(field, chance) is None)


def _can_do(field: Battlefield, unit: Unit, ability: Ability) -> bool:
    """Whether *ability* has any effect now. One that only moves a unit that cannot move is not offered.

    Where a unit can move follows from public information.
    """
    shift = ability.shift
    return shift is None or len(ability.effects) > 1 or bool(ends(field, unit, shift.amount))


def near(field: Battlefield, occasion: Occasion) -> tuple[Unit, ...]:
    """Return the units of the seat that *occasion* concerns, whether or not they can react."""
    units = sorted(field.units_of(occasion.seat), key=lambda unit: unit.rank)
    if occasion.trigger == BEFORE:
        return tuple(units)
    if occasion.trigger in (WHEN_ATTACKED, AFTER_ATTACKED):
        return tuple(unit for unit in units if unit.id == occasion.about)
    centre = field.by_id.get(occasion.actor if occasion.trigger == ENTERS else occasion.about)
    return tuple(unit for unit in units if centre is not None and field.distance(unit, centre) == 1)


def _fits(step: Resolution, row: React, occasion: Occasion, chance: Chance) -> bool:
    """Whether the standing order *row* lets the unit react now."""
    return step.players[occasion.seat].tokens > row.keep and _is_for(step, row, occasion, chance)


def _is_for(step: Resolution, row: React, occasion: Occasion, chance: Chance) -> bool:
    """Whether the standing order *row* is meant for this reaction to *occasion*, apart from tokens."""
    field, player = step.field, step.players[occasion.seat]
    if row.reaction != chance.ability.name:
        return False
    if row.unit and id_of(row.unit) != chance.unit.id:
        return False
    if row.ally and id_of(row.ally) != occasion.about:
        return False
    if row.uses is not None:
        users = [id for id, name in player.reacted if name == row.reaction]
        if sum(not row.unit or id_of(row.unit) == id for id in users) >= row.uses:
            return False
    actor = field.by_id.get(occasion.actor)
    if row.enemy or row.power is not None:
        if actor is None:
            return False
        shown = field.card(actor).type if actor.exposed else ""
        if row.enemy and row.enemy != shown and id_of(row.enemy) != actor.id:
            return False
        if row.power is not None and (not actor.exposed or stat(field, actor, POWER) < row.power):
            return False
    return True


def id_of(label: str) -> str:
    """Return the base number in the label of a unit: "R3 Shieldbearer" gives R3."""
    return label.strip().partition(" ")[0]


# -- live --------------------------------------------------------------------------------------------------------------


def _ask(step: Resolution, occasion: Occasion) -> None:
    if not _holds(step, occasion) or not might_react(step.field, occasion):
        return
    about = occasion.about or occasion.actor
    answer = step.ask(occasion.seat, occasion.trigger, f"{about} {occasion.actor}")
    chance = options(step.field, occasion).get(answer)
    if chance is not None:
        carry_out(step, occasion, chance)


def might_react(field: Battlefield, occasion: Occasion) -> bool:
    """Whether a unit may react as far as everybody can see: an exposed one that can, or a hidden one that could."""
    player = field.player(occasion.seat)
    if player.tokens < 1:
        return False
    for unit in near(field, occasion):
        if unit.tokens >= field.settings.tokens_per_unit:
            continue
        cards = (field.card(unit),) if unit.exposed else _possible(field, occasion.seat)
        possible = (each for card in cards for each in card.reactions(occasion.trigger))
        if any(each.name not in unit.used and _can_do(field, unit, each) for each in possible):
            return True
    return False


def _possible(field: Battlefield, seat: str) -> tuple[Card, ...]:
    """Return the cards that a hidden unit of *seat* could be, as far as everybody knows."""
    player = field.player(seat)
    cards = field.settings.known.cards.values()
    return tuple(card for card in cards if player.drawn or card.region in (player.region, MERCENARIES))


def options(field: Battlefield, occasion: Occasion) -> Mapping[str, Chance]:
    """Return the live answers other than "Pass"."""
    live_answers: dict[str, Chance] = {}
    for each in chances(field, occasion):
        name = f"{each.ability.name}: {field.own_label(each.unit)}"
        shift = each.ability.shift
        if shift is None:
            live_answers[name] = each
        else:
            for to in ends(field, each.unit, shift.amount):
                live_answers[f"{name} to {to}"] = Chance(each.unit, each.ability, to)
    return live_answers


def answers(field: Battlefield, occasion: Occasion) -> tuple[str, ...]:
    """Return all live answers."""
    return (DECLINE, *options(field, occasion))
