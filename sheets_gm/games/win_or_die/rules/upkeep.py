"""The start and the end of a turn (rulebook, "Start of Turn Phase" and "End of Turn Phase")."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.cards.effects import REGEN
from sheets_gm.games.win_or_die.data.cards.tactics import HEAL, MINE_INCOME
from sheets_gm.games.win_or_die.data.words import SEATS, other
from sheets_gm.games.win_or_die.position.events import Mined, TurnBegan, TurnEnded
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.strength import passives
from sheets_gm.games.win_or_die.rules.combat import council
from sheets_gm.games.win_or_die.rules.combat.damage import heal
from sheets_gm.games.win_or_die.rules.combat.reactions import id_of
from sheets_gm.games.win_or_die.rules.series import ending

FIRST_ROUND = 2
"""The turns of the first round."""


def begin_turn(step: Resolution, seat: str) -> None:
    """Begin the turn of *seat*: recover tokens, then terrain, then lasting effects (WOD-54 to WOD-56)."""
    step.set(acting=seat, turn=step.now.turn + 1)
    tokens = tokens_of_turn(step)
    for unit in tuple(step.units.values()):
        lasting = tuple(each for each in unit.lasting if (each.ends, each.turn) != ("start", step.now.turn))
        is_own = unit.seat == seat
        step.put(unit.but(tokens=0 if is_own else unit.tokens, moves=0, steps=0, used=(), lasting=lasting))
    step.amend(seat, tokens=tokens, extra=0, convened=False, called=0)
    for each in SEATS:
        step.amend(each, reacted=())
    step.tell(TurnBegan(clause="WOD-54", seat=seat, turn=step.now.turn, tokens=tokens))
    _mines(step, seat)
    _effects(step, seat)


def tokens_of_turn(step: Resolution) -> int:
    """Return the Command Tokens at the start of this turn (WOD-50, WOD-51, WOD-75, R17)."""
    settings = step.before.settings
    if step.now.turn > FIRST_ROUND:
        return settings.tokens_each_turn
    return settings.tokens_in_first_round(first=step.now.acting == step.now.first)


def _mines(step: Resolution, seat: str) -> None:
    """Give *seat* Titan Crystals for each mine under one of its units (WOD-55, R19)."""
    field, player = step.field, step.players[seat]
    mines = tuple(at for at in field.board.mines if at in field.at and field.at[at].seat == seat)
    each = step.before.settings.mine_income
    each += sum(step.before.known.tactics[name].amount(MINE_INCOME) for name in player.tactics)
    if mines and each:
        total = player.crystals + each * len(mines)
        step.amend(seat, crystals=total)
        step.tell(Mined(clause="WOD-55", seat=seat, mines=mines, crystals=each * len(mines), total=total))


def _effects(step: Resolution, seat: str) -> None:
    """Apply regeneration by base number, then Tactics in the order of their activation (R35)."""
    for unit in sorted(step.field.units_of(seat), key=lambda unit: unit.rank):
        for effect in passives(step.field, unit, REGEN):
            heal(step, unit.id, effect.amount, "regeneration", "WOD-56")
    for name in step.players[seat].tactics:
        tactic = step.before.known.tactics[name]
        if tactic.each_turn is not None:
            council.come_again(step, seat, tactic, _ordered(step, seat, name, heals=tactic.each_turn.name == HEAL))


def _ordered(step: Resolution, seat: str, tactic: str, *, heals: bool) -> str:
    """Return the unit that the standing orders of *seat* name for *tactic*, "" if they name none."""
    for row in step.standing.get(seat, ()):
        named = row.unit if heals else row.enemy
        if row.reaction == tactic and named and id_of(named) in step.units:
            return id_of(named)
    return ""


def end_action(step: Resolution) -> None:
    """Remove the effects that last until the end of an action."""
    for unit in tuple(step.units.values()):
        if any(each.ends == "action" for each in unit.lasting):
            step.put(unit.but(lasting=tuple(each for each in unit.lasting if each.ends != "action")))


def end_turn(step: Resolution, *, spent: bool = False) -> None:
    """End the turn: fatigue rises, and the opponent's turn begins (WOD-85 to WOD-87)."""
    seat = step.now.acting
    step.set(played=step.now.played + 1)
    for unit in tuple(step.units.values()):
        lasting = tuple(each for each in unit.lasting if (each.ends, each.turn) != ("end", step.now.turn))
        step.put(unit.but(lasting=lasting))
    player = step.players[seat]
    fatigue = player.fatigue + 1
    step.amend(seat, fatigue=fatigue, tokens=player.tokens - player.extra, extra=0)
    step.tell(TurnEnded(clause="WOD-86", seat=seat, fatigue=fatigue, morale=step.field.morale(seat), spent=spent))
    ending.check(step)
    begin_turn(step, other(seat))
