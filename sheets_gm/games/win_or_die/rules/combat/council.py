"""The War Council (rulebook, "Convene War Council"): once a turn, one Tactic for the rest of the game."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.tactics import HEAL, MORALE, Tactic, TacticEffect
from sheets_gm.games.win_or_die.data.words import other
from sheets_gm.games.win_or_die.position.battle_events import Convened, MoraleRaised
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import health_left
from sheets_gm.games.win_or_die.rules.combat.damage import heal, strike
from sheets_gm.games.win_or_die.rules.series import ending


def why_no_council(field: Battlefield, seat: str) -> str | None:
    """Return why *seat* cannot convene the War Council, None if it can (WOD-58, WOD-77)."""
    player, settings = field.player(seat), field.settings
    if not settings.advanced:
        return "The War Council sits in the Advanced Mode only"
    if player.convened:
        return "The War Council sits once in a turn"
    if player.crystals < settings.council_cost:
        return f"A Tactic costs {settings.council_cost} Titan Crystals, and you have {player.crystals}"
    if settings.council_token and player.tokens < 1:
        return "You have no Command Token left"
    if not tactics_left(field, seat):
        return "All Tactics are active"
    return None


def tactics_left(field: Battlefield, seat: str) -> tuple[str, ...]:
    """Return the Tactics that *seat* has not activated. Each can be activated once in a game (R25)."""
    return tuple(name for name in field.settings.known.tactics if name not in field.player(seat).tactics)


def convene(step: Resolution, seat: str, tactic: str, target: str) -> None:
    """Pay for *tactic* and activate it. *target* is the unit that it heals or hits now (WOD-78, WOD-79)."""
    player, tactic_card = step.players[seat], step.before.known.tactics[tactic]
    cost = step.before.settings.council_cost
    player = step.amend(seat, crystals=player.crystals - cost, convened=True, tactics=(*player.tactics, tactic))
    step.tell(Convened(clause="WOD-77", seat=seat, tactic=tactic, effect=tactic_card.id, crystals=player.crystals))
    raised = tactic_card.amount(MORALE)
    if raised:
        morale = step.field.morale(seat)
        raised = max(0, min(raised, step.before.settings.morale_cap - morale))
        step.amend(seat, morale_bonus=player.morale_bonus + raised)
        step.tell(MoraleRaised(clause="WOD-78", seat=seat, amount=raised, morale=morale + raised))
        ending.check(step)
    come_again(step, seat, tactic_card, target)


def come_again(step: Resolution, seat: str, tactic: Tactic, target: str) -> None:
    """Carry out the effect that *tactic* has each turn, on *target* or else on the unit that needs it most."""
    effect = tactic.each_turn
    if effect is None:
        return
    units = aims(step.field, seat, effect)
    if not units:
        return
    id = next((unit.id for unit in units if unit.id == target), units[0].id)
    if effect.name == HEAL:
        heal(step, id, effect.amount, tactic.name, "WOD-78")
    else:
        strike(step, (id,), effect.amount, tactic.name, tactic=True)


def aims(field: Battlefield, seat: str, effect: TacticEffect) -> tuple[Unit, ...]:
    """Return the units on which *effect* can be used. The first is the one chosen without an order."""
    if effect.name == HEAL:
        hurt = [unit for unit in field.units_of(seat) if unit.damage]
        return tuple(sorted(hurt, key=lambda unit: (-unit.damage, unit.rank)))
    allies = field.units_of(seat)
    enemies = [
        unit
        for unit in field.units_of(other(seat))
        if unit.exposed and any(field.distance(unit, ally) <= effect.range for ally in allies)
    ]
    return tuple(sorted(enemies, key=lambda unit: (health_left(field, unit), unit.rank)))
