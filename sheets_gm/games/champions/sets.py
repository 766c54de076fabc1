"""Sets: four actions for each Champion that a player sends into a battle (CBR-39), as a form.

A row is one action. The first row of each Champion also names it; the others show where it is named. What a Champion
may do depends on that first row, so rows are held against each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from sheets_gm.games.champions.armoury import Item
from sheets_gm.games.champions.data import (
    ACTIONS,
    ASSIST,
    ATTACK,
    EVADE,
    GLADIATOR,
    HEAL_ACTION,
    HEALER,
    LETTERS,
    PARTNER,
    SELF,
    SUPPORT_ACTION,
    TEAM,
    TURNS,
    TYPES,
    may,
)
from sheets_gm.games.champions.orders import Act
from sheets_gm.games.champions.pairing import Place, as_drawn, picks, sent, sizes
from sheets_gm.games.champions.state import Match, Player
from sheets_gm.kernel.forms import Field, Form, FormRow, Given, Typed, unlike
from sheets_gm.kernel.outcome import Order, Remark

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
    return unlike("battle", player.seat, Act, tuple(rows))


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
    fields = _fields(living, foes, _usable(match, player))
    where = f"{battle}. " if many else ""
    shown: dict[str, Typed] = {"against": _against(rival, turn), "turn": turn}
    given: Given = _BESIDE
    if turn == 1:
        fields = (Field("champion", choices=living, known=TYPES, default=named), *fields)
        given = {**_BESIDE, **{("champion", name): {"action": _actions(name)} for name in living}}
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


def _actions(*champions: str) -> tuple[str, ...]:
    return tuple(action for action in ACTIONS if any(may(champion, action) for champion in champions))


_BESIDE: Given = {
    ("action", ATTACK): {"target": (), "item": ()},
    ("action", EVADE): {"prefer": (), "target": (), "item": ()},
    ("action", HEAL_ACTION): {"prefer": (), "target": (SELF, PARTNER), "item": ()},
    ("action", SUPPORT_ACTION): {"prefer": ()},
}
"""What an action leaves to choose beside it."""


@lru_cache(maxsize=1024)
def _fields(living: tuple[str, ...], foes: tuple[str, ...], items: tuple[str, ...]) -> tuple[Field, ...]:
    acts = _actions(*living)
    targets = (SELF, PARTNER, *foes) if set(acts) & {HEAL_ACTION, SUPPORT_ACTION} else ()
    helps = (*items, ASSIST) if SUPPORT_ACTION in acts else ()
    return (
        Field("action", choices=acts, known=ACTIONS),
        Field("prefer", choices=tuple(", ".join(each) for each in permutations(foes)), known=spellings()),
        Field("target", choices=targets, known=(SELF, PARTNER, *TYPES)),
        Field("item", choices=helps, known=(*items, ASSIST)),
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


def _usable(match: Match, player: Player) -> tuple[str, ...]:
    """The names of the items that some Champion of *player* wears and can use (R25)."""
    worn = [
        item
        for champion in player.living
        if champion.type != GLADIATOR
        for item in match.items(champion.items)
        if item.active
    ]
    return tuple(sorted({item.name for item in worn}))


def check_act(match: Match, player: Player, act: Act) -> Remark | None:
    """What is wrong with one action, whichever Champion it is for."""
    fights = match.fights_of(player.seat)
    places = sizes(len(player.living), len(fights))
    if not 1 <= act.battle <= len(fights) or not 1 <= act.slot <= places[act.battle - 1] or not 1 <= act.turn <= TURNS:
        return Remark(text="there is no such action in any of its battles", clause="CBR-39")
    living = [champion.type for champion in player.living]
    if act.champion is not None and act.champion not in living:
        return Remark(field="champion", text=f"its {act.champion} is dead", instead=living[0], clause="CBR-R13")
    if act.action is not None and act.action not in _actions(*living):
        clause, who = ("CBR-47", "Healer") if act.action == HEAL_ACTION else ("CBR-48", "Champion but the Gladiator")
        return Remark(field="action", text=f"no living {who} is there to {act.action}", instead=ATTACK, clause=clause)
    return _check_rest(match, player, act)


def _check_rest(match: Match, player: Player, act: Act) -> Remark | None:
    """What is wrong with a target or an item beside an action."""
    if act.target is not None and act.action not in (HEAL_ACTION, SUPPORT_ACTION):
        text = "only Heal and Support have a target; an Attack has a preference"
        return Remark(field="target", text=text, clause="CBR-49")
    if act.action == HEAL_ACTION and act.target not in (None, SELF, PARTNER):
        return Remark(field="target", text="a Healer heals itself or its partner", instead=SELF, clause="CBR-61")
    if act.item is not None and act.action != SUPPORT_ACTION:
        return Remark(field="item", text="an item is used with Support", clause="CBR-R25")
    if act.item not in (None, ASSIST, *_usable(match, player)):
        return Remark(field="item", text=f"nobody wears {act.item}", instead=ASSIST, clause="CBR-R25")
    if act.prefer is not None and act.action not in (None, ATTACK):
        text = f"a preference counts for an Attack, not for {act.action}"
        return Remark(field="prefer", text=text, refuses=False, clause="CBR-49")
    return None


def fits_acts(match: Match, player: Player, orders: Sequence[Order]) -> list[Remark | None]:
    """What a Champion cannot do, by who is named for it; and who is named twice."""
    acts = [order for order in orders if isinstance(order, Act)]
    fights = len(match.fights_of(player.seat))
    again = fights > 1 and len(player.living) <= TEAM  # R15: then the survivors fight twice
    said: dict[Place, str | None] = {(act.battle, act.slot): act.champion for act in acts if act.turn == 1}
    teams = sent(player, fights, said)
    drawn = {place: name for place, name in as_drawn(player, fights).items() if place not in said}
    remarks: list[Remark | None] = []
    for act in orders:
        if not isinstance(act, Act):
            remarks.append(None)
            continue
        goes = teams[act.battle - 1][act.slot - 1]
        elsewhere = {place: name for place, name in drawn.items() if not again or place[0] == act.battle}
        remarks.append(_fits(match, player, act, goes) or _displaces(act, elsewhere, teams))
    return remarks


def _displaces(act: Act, drawn: Mapping[Place, str], teams: Sequence[Sequence[str]]) -> Remark | None:
    """A warning that another place shows the Champion that *act* sends, and who goes there instead."""
    place = next((place for place, name in drawn.items() if act.turn == 1 and name == act.champion), None)
    if place is None:
        return None
    instead = teams[place[0] - 1][place[1] - 1]
    where = f"{ORDINAL[place[1]]} {'of the other battle' if place[0] != act.battle else ''}".strip()
    return Remark(
        field="champion", text=f"the {instead} goes {where}, not the {act.champion}", refuses=False, clause="CBR-R13"
    )


def _fits(match: Match, player: Player, act: Act, champion: str) -> Remark | None:
    if act.champion is not None and act.champion != champion:
        text = f"the {act.champion} is sent already"
        return Remark(field="champion", text=text, instead=champion, clause="CBR-R15")
    if act.action is not None and not may(champion, act.action):
        if act.action == HEAL_ACTION:
            text = f"only a {HEALER} can Heal, and this is the {champion}"
            return Remark(field="action", text=text, instead=ATTACK, clause="CBR-47")
        return Remark(field="action", text=f"a {champion} cannot Support", instead=ATTACK, clause="CBR-48")
    if act.item not in (None, ASSIST):
        worn: Mapping[str, Item] = {item.name: item for item in match.items(player.champion(champion).items)}
        if act.item not in worn:
            usable = [name for name, item in worn.items() if item.active]
            text = f"the {champion} does not wear {act.item}"
            return Remark(field="item", text=text, instead=(usable or [ASSIST])[0], clause="CBR-R25")
    return None
