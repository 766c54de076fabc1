"""Positions that differ only in what a side sent to the judge, and in how many battles its players have written."""

from __future__ import annotations

from sheets_gm.games import files
from sheets_gm.games.war_game.data.words import JUDGE, SECOND_JUDGE, SIDES, side_of
from sheets_gm.games.war_game.position.orders import Strategy
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.combat.strategies import armies_of
from sheets_gm.kernel.dice import Dice

_ARMIES = files.read("war_game", "armies.csv").splitlines()
BESIDE = {"multicolour": {"armies": "\n".join(line for line in _ARMIES if "Vampiric Dragon" not in line)}}
"""With “all”, no army may have a creature of a colour that is not its own."""


def other_secrets(match: Match, seat: str | None, dice: Dice) -> Match:
    """*match* with other strategies of the sides that *seat* does not see."""
    if seat in (JUDGE, SECOND_JUDGE) or match.phase == "over":
        return match
    hidden = [side for side in SIDES if side != side_of(seat)]
    for side in hidden:
        match = _otherwise(match, side, dice)
    return match


def _otherwise(match: Match, side: str, dice: Dice) -> Match:
    own = {army.name for army in match.side(side)}
    written = {seat: dice.roll(5, f"{seat} wrote") for seat in match.members[side]}
    match = match.but(fought=dict(sorted({**match.fought, **written}.items())))
    if match.phase != "judging":
        return match
    sent = [each for each in match.sent if each.army not in own]
    for battle in (each for each in match.battles if each.number):
        for army in armies_of(match, battle, side):
            if dice.heads(f"{army.name} sends"):
                text = f"Plan {dice.roll(9, f'{army.name} plans')}"
                sent.append(Strategy(battle=battle.number, army=army.name, text=text))
    stays = match.settings.resolve_order == "battles_first" or dice.heads(f"{side} moves")
    pending = match.pending if stays else {**match.pending, side: match.pending.get(side, ())[1:]}
    return match.but(sent=tuple(sent), pending=pending)
