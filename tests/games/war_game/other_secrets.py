"""Positions that differ only in what a side sent to the judge, or whom its leader assigned."""

from __future__ import annotations

from sheets_gm.games.war_game.orders import Strategy
from sheets_gm.games.war_game.state import Match
from sheets_gm.games.war_game.strategies import armies_of
from sheets_gm.games.war_game.words import JUDGE, SECOND_JUDGE, SIDES, side_of
from sheets_gm.kernel.dice import Dice


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with other strategies and assignments of the sides that *seat* does not see."""
    if seat in (JUDGE, SECOND_JUDGE) or match.phase == "over":
        return match
    hidden = [side for side in SIDES if side != side_of(seat)]
    for side in hidden:
        match = _otherwise(match, side, dice)
    return match


def _otherwise(match: Match, side: str, dice: Dice) -> Match:
    own = {army.name for army in match.side(side)}
    seats = match.members[side]
    assigned = {army: seat for army, seat in match.assigned.items() if army not in own}
    for name in sorted(own):
        if dice.heads(f"{name} is assigned"):
            assigned[name] = dice.pick(seats, f"{name} is assigned to")
    other = match.but(assigned=dict(sorted(assigned.items())))
    if match.phase != "judging":
        return other
    sent = [each for each in match.sent if each.army not in own]
    for battle in (each for each in match.battles if each.number):
        for army in armies_of(match, battle, side):
            if dice.heads(f"{army.name} sends"):
                text = f"Plan {dice.roll(9, f'{army.name} plans')}"
                sent.append(Strategy(battle=battle.number, army=army.name, text=text))
    stays = match.settings.resolve_order == "battles_first" or dice.heads(f"{side} moves")
    pending = match.pending if stays else {**match.pending, side: match.pending.get(side, ())[1:]}
    return other.but(sent=tuple(sent), pending=pending)
