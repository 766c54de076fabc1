"""Sets: four actions for each Champion that a player sends into a battle (CBR-39), as a form.

A row is one action. The first row of each Champion also names it; the others show where it is named. What is wrong with
what is filled in stands in `acts`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from sheets_gm.games.champions.aims import targets
from sheets_gm.games.champions.armoury import Armoury
from sheets_gm.games.champions.data import (
    ACTIONS,
    ASSIST,
    ATTACK,
    EVADE,
    GLADIATOR,
    HEAL_ACTION,
    LETTERS,
    PARTNER,
    SELF,
    SUPPORT_ACTION,
    TURNS,
    TYPES,
    may,
)
from sheets_gm.games.champions.orders import SHORT_ACTIONS, Act
from sheets_gm.games.champions.pairing import picks
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.kernel.forms import Field, Form, FormRow, Given, Typed, form_of_rows

ORDINAL = {1: "first", 2: "second"}
DITTO = "↑"


def set_form(match: Match, player: Player) -> Form:
    """The sets of all battles that *player* fights this round."""
    fights = match.fights_of(player.seat)
    drawn = picks(player, len(fights))
    rows: list[FormRow] = []
    for battle, fight in enumerate(fights, start=1):
        rival = match.player(fight.against(player.seat))
        foes = tuple(champion.type for champion in rival.living)
        for slot, named in enumerate(drawn[battle - 1], start=1):
            for turn in range(1, TURNS + 1):
                rows.append(_row(match, player, battle, slot, turn, named, rival, foes, many=len(fights) > 1))
    return form_of_rows("battle", player.seat, Act, tuple(rows))


def _row(
    match: Match,
    player: Player,
    battle: int,
    slot: int,
    turn: int,
    named: str,
    rival: Player,
    foes: tuple[str, ...],
    *,
    many: bool,
) -> FormRow:
    living = tuple(champion.type for champion in player.living)
    usable = usable_by(match, player)
    fields = _fields(living, foes, usable, match.armoury)
    where = f"{battle}. " if many else ""
    shown: dict[str, Typed] = {"against": _against(rival, turn), "turn": turn}
    given: Given = _beside(usable, foes, match.armoury)
    if turn == 1:
        fields = (Field("champion", choices=living, known=TYPES, default=named), *fields)
        given = {**given, **{("champion", name): {"action": actions_of(name)} for name in living}}
    else:
        shown["champion"] = DITTO
    says: dict[str, Typed] = {"battle": battle, "slot": slot, "turn": turn}
    return FormRow(f"{where}{ORDINAL[slot]} {turn}", fields, shown, says, given)


def _against(rival: Player, turn: int) -> str:
    """The opponent, and below its name the health of its living Champions, two a row (CBR-33)."""
    if turn == 1:
        return rival.name
    told = [f"{champion.type} {champion.health}" for champion in rival.living]
    return ", ".join(told[2 * turn - 4 : 2 * turn - 2])


def actions_of(*champions: str) -> tuple[str, ...]:
    """The actions that some of *champions* may choose (CBR-46 to CBR-48)."""
    return tuple(action for action in ACTIONS if any(may(champion, action) for champion in champions))


_BESIDE: Given = {
    ("action", ATTACK): {"target": (), "item": ()},
    ("action", EVADE): {"prefer": (), "target": (), "item": ()},
    ("action", HEAL_ACTION): {"prefer": (), "target": (SELF, PARTNER), "item": ()},
    ("action", SUPPORT_ACTION): {"prefer": ()},
}
"""What an action leaves to choose beside it."""


@lru_cache(maxsize=1024)
def _beside(usable: tuple[str, ...], foes: tuple[str, ...], known: Armoury) -> Given:
    """What an action, and what is used for Support, leave to choose beside them."""
    aims: Given = {("item", name): {"target": targets(known.find(name), foes)} for name in (*usable, ASSIST)}
    return {**_BESIDE, **aims}


@lru_cache(maxsize=1024)
def _fields(
    living: tuple[str, ...], foes: tuple[str, ...], items: tuple[str, ...], known: Armoury
) -> tuple[Field, ...]:
    acts = actions_of(*living)
    targets = (SELF, PARTNER, *foes) if set(acts) & {HEAL_ACTION, SUPPORT_ACTION} else ()
    helps = (*items, ASSIST) if SUPPORT_ACTION in acts else ()
    return (
        Field("action", choices=acts, known=(*ACTIONS, *SHORT_ACTIONS)),
        Field("prefer", choices=tuple(", ".join(each) for each in permutations(foes)), known=spellings()),
        Field("target", choices=targets, known=(SELF, PARTNER, *TYPES)),
        Field("item", choices=helps, known=(*known.spellings, ASSIST)),
    )


@lru_cache(maxsize=1)
def spellings() -> tuple[str, ...]:
    """Every way to write a preference: any number of types, as words or as letters (R16 appends the others)."""
    ways: list[str] = []
    for length in range(1, len(TYPES) + 1):
        for each in permutations(LETTERS, length):
            names = [LETTERS[letter] for letter in each]
            ways += [", ".join(names), ",".join(names), " ".join(names), ", ".join(each), ",".join(each)]
            ways += [" ".join(each), "".join(each)]
    return tuple(dict.fromkeys(ways))


def usable_by(match: Match, player: Player) -> tuple[str, ...]:
    """The names of the items that some Champion of *player* wears and can use (R25)."""
    worn = [
        item
        for champion in player.living
        if champion.type != GLADIATOR
        for item in match.items(champion.items)
        if item.active
    ]
    return tuple(sorted({item.name for item in worn}))
