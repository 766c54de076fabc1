"""Requests for which army leaves a square after a joint victory (rulebook 6.1.4): "Joint engage bump: Army >
Square".
"""

from __future__ import annotations

import re

from sheets_gm.games.war_game.data.names import meant
from sheets_gm.games.war_game.data.world import plane_of
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Bump
from sheets_gm.games.war_game.position.state import BumpRequest, Match
from sheets_gm.games.war_game.rules.combat.strategies import armies_of, battle_of
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import fold, without_list_mark
from sheets_gm.kernel.outcome import Remark

_LINE = re.compile(
    r"(?:\s*joint\s+engage\s+bump\s*:)?\s*(?P<army>[^>]+?)\s*>\s*"
    r"(?P<square>[0-9]{1,2}\s?[A-Za-z]|[A-Za-z]\s?[0-9]{1,2})\s*\.?\s*",
    re.IGNORECASE,
)


def read_bump(match: Match, side: str, order: Bump) -> BumpRequest | Remark:
    """Read a bump request; a remark says why it is refused (CPW-181 to CPW-184)."""
    battle = battle_of(match, order.battle)
    ours = armies_of(match, battle, side) if battle is not None else ()
    if battle is None or len(ours) < 2:
        return refused("line", "You fight no joint battle there", "CPW-180")
    line = _LINE.fullmatch(without_list_mark(fold(order.line or "")))
    if line is None:
        return refused("line", "Write like “Joint engage bump: Army > 7G”", "CPW-183")
    army = meant(line["army"], [each.name for each in ours])
    if not army.name:
        names = listed([each.name for each in ours], "or")
        return refused("line", f"{line['army']} is not in this battle; name {names}", "CPW-183")
    digits = "".join(letter for letter in line["square"] if letter.isdigit())
    square = f"{int(digits)}{next(letter for letter in line['square'] if letter.isalpha()).upper()}"
    place = match.world.find_place(plane_of(battle.place), square)
    if place is None or place not in match.world.ring(battle.place, 1):
        return refused("line", f"{square} is not next to the battle", "CPW-184")
    if match.world.portal(place) is not None:
        return refused("line", f"{square} is a portal", "CPW-184")
    writers = sorted({match.assigned[each.name] for each in ours if match.assigned.get(each.name)})
    if writers and order.writer not in writers:
        return refused("writer", "Only who writes a strategy for this battle may ask for it", "CPW-182")
    return BumpRequest(battle=battle.number, army=army.name, place=place)
