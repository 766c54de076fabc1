"""The form of a set: the actions of each Champion that a player sends into a battle (CBR-39).

A row is one action. The first row of a Champion chooses it. The checks are in `actions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import ceil

from sheets_gm.games.champions.data.items import ItemTable
from sheets_gm.games.champions.data.numbers import (
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
    TYPES,
    may,
)
from sheets_gm.games.champions.position.orders import SHORT_ACTIONS, Act
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.games.champions.rules.combat.pairing import healthiest, picks
from sheets_gm.games.champions.rules.combat.targets import allowed_targets
from sheets_gm.kernel.forms import Counting, Field, Form, FormRow, Given, Idle, Typed, form_of_rows

ORDINAL = {1: "first", 2: "second"}
SLOTS = len(ORDINAL)
"""Champions that a player sends into a battle."""

DITTO = "↑"


def set_form(match: Match, player: Player) -> Form:
    """Build the form for all battles of *player* in this round, without those against players who gave up.

    If names are not shown, even a player without a battle has a row (R5): otherwise the attendance would reveal who
    shares a tile.
    """
    fights = match.fights_of(player.seat)
    shown = picks(player, len(fights))
    rows: list[FormRow] = []
    for battle, fight in enumerate(fights, start=1):
        if match.is_void(fight):
            continue
        own_battle = _Battle(match, player, battle, len(fights), match.player(fight.against(player.seat)))
        for slot, champion in enumerate(shown[battle - 1], start=1):
            rows += [own_battle.row(slot, turn, champion) for turn in range(1, match.settings.turns + 1)]
    if not rows and not match.settings.show_names:
        rows = [_idle_row(match, player)]
    idle = Idle("your Champions fight without orders", "your Champions fought without orders") if fights else None
    return form_of_rows("battle", player.seat, Act, tuple(rows), due=bool(rows), counted=Counting(idle=idle))


def _idle_row(match: Match, player: Player) -> FormRow:
    """Build the row of a player without a battle. It is due and locked like other rows, so nobody learns that there is
    no battle.
    """
    living = tuple(each.type for each in player.living)
    champion = Field("champion", choices=living, known=TYPES, default=healthiest(player.living)[0], optional=True)
    action = _fields(living, (), usable_by(match, player), match.item_table)[0]
    return FormRow(
        "idle", (champion, action), {"against": "nobody", "rival": "nobody"}, {"battle": 1, "slot": 1, "turn": 1}
    )


@dataclass(frozen=True, slots=True)
class _Battle:
    """One of a player's battles: its *number* out of *total*, and the opponent."""

    match: Match
    player: Player
    number: int
    total: int
    rival: Player

    def row(self, slot: int, turn: int, champion: str) -> FormRow:
        """Build the row of one action. *champion* is the one that the form shows in this slot."""
        match, rival = self.match, self.rival
        living = tuple(each.type for each in self.player.living)
        foes = tuple(each.type for each in rival.living)
        usable = usable_by(match, self.player)
        fields = _fields(living, foes, usable, match.item_table)
        where = f"battle {self.number}, " if self.total > 1 else ""
        shown: dict[str, Typed] = {"against": _against(rival, turn), "own": self._own(slot, turn), "turn": turn}
        given: Given = _choices_beside(usable, foes, match.item_table)
        if turn == 1:
            shown["rival"] = rival.name
            fields = (Field("champion", choices=living, known=TYPES, default=champion, optional=True), *fields)
            given = {**given, **{("champion", name): {"action": actions_of(name)} for name in living}}
        else:
            shown["champion"] = DITTO
        says: dict[str, Typed] = {"battle": self.number, "slot": slot, "turn": turn}
        return FormRow(f"{where}Champion {slot}, turn {turn}", fields, shown, says, given)

    def _own(self, slot: int, turn: int) -> str:
        """Describe the player's living Champions, their health and equipment, spread over the rows of the battle."""
        turns, living = self.match.settings.turns, self.player.living
        each = ceil(len(living) / (SLOTS * turns))
        first = ((slot - 1) * turns + turn - 1) * each
        return "; ".join(self._worn(champion) for champion in living[first : first + each])

    def _worn(self, champion: Champion) -> str:
        item_table = self.match.item_table
        worn = [item_table[item].name for item in (*champion.items, champion.armor) if item]
        return f"{champion.type} {champion.health}" + (f": {', '.join(worn)}" if worn else "")


def _against(rival: Player, turn: int) -> str:
    """Return the opponent's name in the first row; in later rows the health of its Champions, two to a row (CBR-33)."""
    if turn == 1:
        return rival.name
    healths = [f"{champion.type} {champion.health}" for champion in rival.living]
    return ", ".join(healths[2 * turn - 4 : 2 * turn - 2])


def actions_of(*champions: str) -> tuple[str, ...]:
    """Return the actions that at least one of *champions* can take (CBR-46 to CBR-48)."""
    return tuple(action for action in ACTIONS if any(may(champion, action) for champion in champions))


_LEFT_BY_ACTION: Given = {
    ("action", ATTACK): {"target": (), "item": ()},
    ("action", EVADE): {"prefer": (), "target": (), "item": ()},
    ("action", HEAL_ACTION): {"prefer": (), "target": (SELF, PARTNER), "item": ()},
    ("action", SUPPORT_ACTION): {"prefer": ()},
}
"""The choices that each action leaves in the other cells of its row."""


@lru_cache(maxsize=1024)
def _choices_beside(usable: tuple[str, ...], foes: tuple[str, ...], item_table: ItemTable) -> Given:
    """Return how a chosen action, or an item for Support, limits the other cells of the row."""
    aims: Given = {
        ("item", name): {"target": allowed_targets(item_table.find(name), foes)} for name in (*usable, ASSIST)
    }
    return {**_LEFT_BY_ACTION, **aims}


@lru_cache(maxsize=1024)
def _fields(
    living: tuple[str, ...], foes: tuple[str, ...], items: tuple[str, ...], item_table: ItemTable
) -> tuple[Field, ...]:
    actions = actions_of(*living)
    targets = (SELF, PARTNER, *foes) if set(actions) & {HEAL_ACTION, SUPPORT_ACTION} else ()
    helps = (*items, ASSIST) if SUPPORT_ACTION in actions else ()
    return (
        Field("action", choices=actions, known=(*ACTIONS, *SHORT_ACTIONS), optional=True),
        Field(
            "prefer", choices=tuple(", ".join(each) for each in permutations(foes)), known=spellings(), optional=True
        ),
        Field("target", choices=targets, known=(SELF, PARTNER, *TYPES), optional=True),
        Field("item", choices=helps, known=(*item_table.spellings, ASSIST), optional=True),
    )


@lru_cache(maxsize=1)
def spellings() -> tuple[str, ...]:
    """Return every spelling of a preference: any number of types, as words or letters (R16 adds the missing ones)."""
    ways: list[str] = []
    for length in range(1, len(TYPES) + 1):
        for each in permutations(LETTERS, length):
            names = [LETTERS[letter] for letter in each]
            ways += [", ".join(names), ",".join(names), " ".join(names), ", ".join(each), ",".join(each)]
            ways += [" ".join(each), "".join(each)]
    return tuple(dict.fromkeys(ways))


def usable_by(match: Match, player: Player) -> tuple[str, ...]:
    """Return the names of the items that a Champion of *player* wears and can use (R25)."""
    worn = [
        item
        for champion in player.living
        if champion.type != GLADIATOR
        for item in match.items(champion.items)
        if item.active
    ]
    return tuple(sorted({item.name for item in worn}))
