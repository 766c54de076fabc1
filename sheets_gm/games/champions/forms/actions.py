"""Checks of the actions in a set, each by itself and all together.

Which actions are legal depends on the Champion, which is chosen in the first row of its set. For this reason a player's
rows are also checked together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.data.items import Item
from sheets_gm.games.champions.data.numbers import (
    ASSIST,
    ATTACK,
    HEAL_ACTION,
    HEALER,
    PARTNER,
    SELF,
    SUPPORT_ACTION,
    TEAM,
    may,
)
from sheets_gm.games.champions.forms.sets import ORDINAL, actions_of, usable_by
from sheets_gm.games.champions.position.orders import Act
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.games.champions.rules.combat.pairing import BattleSlot, default_picks, picks_of, sizes
from sheets_gm.games.champions.rules.combat.targets import wrong_target
from sheets_gm.kernel.outcome import Order, Remark


def check_action(match: Match, player: Player, act: Act) -> Remark | None:
    """Return what is wrong with one action for every living Champion; None if at least one can take it."""
    fights = match.fights_of(player.seat)
    if is_idle(match, player):
        return _check_idle(player, act)
    places = sizes(len(player.living), len(fights))
    if (
        not 1 <= act.battle <= len(fights)
        or not 1 <= act.slot <= places[act.battle - 1]
        or not 1 <= act.turn <= match.settings.turns
    ):
        return Remark(text="None of your battles has this action", clause="CBR-39")
    living = [champion.type for champion in player.living]
    if act.champion is not None and act.champion not in living:
        return Remark(field="champion", text=f"Your {act.champion} is dead", instead=living[0], clause="CBR-R13")
    if act.action is not None and act.action not in actions_of(*living):
        clause, who = ("CBR-47", "Healer") if act.action == HEAL_ACTION else ("CBR-48", "Champion that can Support")
        return Remark(
            field="action",
            text=f"You have no living {who}",
            instead=ATTACK,
            clause=clause,
        )
    return _check_target_and_item(match, player, act)


def is_idle(match: Match, player: Player) -> bool:
    """Whether *player* has only the row for players without a battle, which exists where names are not shown."""
    return not match.settings.show_names and all(match.is_void(fight) for fight in match.fights_of(player.seat))


def _check_idle(player: Player, act: Act) -> Remark | None:
    """Return what is wrong with the row of a player without a battle. The row has no effect."""
    living = [champion.type for champion in player.living]
    if (act.battle, act.slot, act.turn) != (1, 1, 1):
        return Remark(text="None of your battles has this action", clause="CBR-39")
    if act.champion is not None and act.champion not in living:
        return Remark(field="champion", text=f"Your {act.champion} is dead", instead=living[0], clause="CBR-R13")
    if act.action is not None and act.action not in actions_of(*living):
        return Remark(field="action", text="No living Champion of yours can do this", instead=ATTACK, clause="CBR-46")
    return None


def _check_target_and_item(match: Match, player: Player, act: Act) -> Remark | None:
    """Return what is wrong with a target or an item next to an action."""
    if act.target is not None and act.wants not in (HEAL_ACTION, SUPPORT_ACTION):
        text = "A target belongs to Heal or Support; choose one of them as the action"
        return Remark(field="target", text=text, clause="CBR-49")
    if act.action == HEAL_ACTION and act.target not in (None, SELF, PARTNER):
        return Remark(
            field="target", text="A Healer can heal only itself or its partner", instead=SELF, clause="CBR-61"
        )
    if act.item is not None and act.wants != SUPPORT_ACTION:
        text = f"Only Support uses an item, and the action is {act.wants}"
        return Remark(field="item", text=text, clause="CBR-R25")
    used = _item(match, act)
    if used is not None and not used.active:
        text = f"{used.name} works while it is worn and cannot be used with Support"
        return Remark(field="item", text=text, instead=ASSIST, clause="CBR-R25")
    if used is not None and used.name not in usable_by(match, player):
        text = f"None of your Champions that can Support wears {used.name}"
        return Remark(field="item", text=text, instead=ASSIST, clause="CBR-R25")
    if act.prefer is not None and act.wants != ATTACK:
        text = f"The order of targets has no effect with {act.action}, only with Attack"
        return Remark(field="prefer", text=text, refuses=False, clause="CBR-49")
    return None


def _item(match: Match, act: Act) -> Item | None:
    """Return the item that *act* names; None for no item and for Assist."""
    return match.item_table.find(act.item) if act.item else None


def fits_actions(match: Match, player: Player, orders: Sequence[Order]) -> list[Remark | None]:
    """Return what is wrong with a player's actions together: a Champion chosen twice, or one that cannot do
    its action.
    """
    acts = [order for order in orders if isinstance(order, Act)]
    if is_idle(match, player):
        return [None] * len(orders)
    fights = len(match.fights_of(player.seat))
    again = fights > 1 and len(player.living) <= TEAM  # R15: then the survivors fight twice
    chosen: dict[BattleSlot, str | None] = {(act.battle, act.slot): act.champion for act in acts if act.turn == 1}
    teams = picks_of(player, fights, chosen)
    shown = {place: name for place, name in default_picks(player, fights).items() if place not in chosen}
    remarks: list[Remark | None] = []
    for act in orders:
        if not isinstance(act, Act):
            remarks.append(None)
            continue
        team = teams[act.battle - 1]
        elsewhere = {place: name for place, name in shown.items() if not again or place[0] == act.battle}
        remarks.append(
            _check_champion(match, player, act, team[act.slot - 1])
            or _replaces(act, elsewhere, teams)
            or _check_support_target(match, player, act, team)
        )
    return remarks


def _replaces(act: Act, shown: Mapping[BattleSlot, str], teams: Sequence[Sequence[str]]) -> Remark | None:
    """Warn that another row still shows the Champion that *act* chooses, and name the one that goes there instead."""
    place = next((place for place, name in shown.items() if act.turn == 1 and name == act.champion), None)
    if place is None:
        return None
    instead = teams[place[0] - 1][place[1] - 1]
    where = f"{ORDINAL[place[1]]} in {'this' if place[0] == act.battle else 'the other'} battle"
    return Remark(
        field="champion",
        text=f"The {instead} goes {where}, instead of the {act.champion}",
        refuses=False,
        clause="CBR-R13",
    )


def _check_champion(match: Match, player: Player, act: Act, champion: str) -> Remark | None:
    if act.champion is not None and act.champion != champion:
        text = f"The {act.champion} is already chosen"
        return Remark(field="champion", text=text, instead=champion, clause="CBR-R15")
    if act.wants is not None and not may(champion, act.wants):
        if act.wants == HEAL_ACTION:
            text = f"Only a {HEALER} can Heal, and this is the {champion}"
            return Remark(field="action", text=text, instead=ATTACK, clause="CBR-47")
        return Remark(field="action", text=f"A {champion} cannot Support", instead=ATTACK, clause="CBR-48")
    used, worn = _item(match, act), match.items(player.champion(champion).items)
    if used is not None and used not in worn:
        usable = [item.name for item in worn if item.active]
        text = f"The {champion} does not wear {used.name}"
        return Remark(field="item", text=text, instead=(usable or [ASSIST])[0], clause="CBR-R25")
    return None


def _check_support_target(match: Match, player: Player, act: Act, team: Sequence[str]) -> Remark | None:
    """Warn that Support cannot have the target that *act* names (R25)."""
    if act.target is None or act.wants != SUPPORT_ACTION:
        return None
    champion = team[act.slot - 1]
    worn = match.items(player.champion(champion).items)
    used = _item(match, act) if act.item else next((item for item in worn if item.active), None)
    rival = match.player(match.fights_of(player.seat)[act.battle - 1].against(player.seat))
    foes = tuple(each.type for each in rival.living)
    text = wrong_target(used, act.target, champion, team, foes)
    return None if text is None else Remark(field="target", text=text, refuses=False, clause="CBR-R25")
