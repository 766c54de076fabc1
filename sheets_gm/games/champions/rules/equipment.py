"""Equipment: what each Champion may wear, and what it wears now.

An item is worn by one Champion or is in the stash, never both. An item that cannot be worn is refused in its cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.data.items import Item, taken_from
from sheets_gm.games.champions.data.numbers import HANDS, WEARS
from sheets_gm.games.champions.data.words import DEFENSIVE, HEAVY
from sheets_gm.games.champions.position.events import Equipped
from sheets_gm.games.champions.position.orders import Equip
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.kernel.outcome import Event, Order, Remark

SLOTS = ("item_1", "item_2", "armor")


def may_wear(champion: str, item: Item, slot: str) -> Remark | None:
    """Return why a Champion of this type cannot wear *item* in *slot*, None if it can (CBR-24 to CBR-26)."""
    if (item.category == DEFENSIVE) is not (slot == "armor"):
        where = "is armor; put it in the Armor column" if item.category == DEFENSIVE else "is not armor"
        return Remark(field=slot, text=f"{item.name} {where}", clause="CBR-26")
    if item.armor and item.armor not in WEARS[champion]:
        clause = "CBR-24" if item.armor == HEAVY else "CBR-25"
        return Remark(field=slot, text=f"A {champion} cannot wear {item.armor} Armor", clause=clause)
    return None


def wearable(match: Match, player: Player, champion: str, slot: str) -> tuple[Item, ...]:
    """Return the items of *player* that *champion* may wear in *slot*, including those that others wear now."""
    have = sorted(set(player.owned))
    return tuple(item for item in match.items(tuple(have)) if may_wear(champion, item, slot) is None)


def item_ids(match: Match, order: Equip) -> tuple[str, ...]:
    """The ids of the items in *order*."""
    items = (match.item_table.find(text) for slot in SLOTS if (text := getattr(order, slot)))
    return tuple(item.id for item in items if item)


def check_equip(match: Match, seat: str, order: Equip) -> Remark | None:
    """Return what is wrong with the equipment of one Champion, None if nothing is."""
    player = match.player(seat)
    if order.champion not in {champion.type for champion in player.living}:
        return Remark(text=f"You have no living {order.champion}", clause="CBR-R12")
    for slot in SLOTS:
        text = getattr(order, slot)
        if not text:
            continue
        item = match.item_table.find(text)
        if item is None:
            wrong: Remark | None = Remark(field=slot, text=f"There is no item called {text}", clause="CBR-26")
        elif item.id not in player.owned:
            wrong = Remark(field=slot, text=f"You have no {item.name}", clause="CBR-R10")
        else:
            wrong = may_wear(order.champion, item, slot)
        if wrong is not None:
            choices = wearable(match, player, order.champion, slot)
            if not choices:
                return wrong.but(text=f"{wrong.text}; leave it empty")
            return wrong.but(instead=choices[0].label)
    return None


def fits_equip(match: Match, seat: str, orders: Sequence[Order]) -> list[Remark | None]:
    """Return what is wrong with a player's equipment together: an item worn more often than the player has it."""
    player = match.player(seat)
    equips = [order for order in orders if isinstance(order, Equip)]
    free = Counter(player.owned)
    for champion in player.living:
        if champion.type not in {order.champion for order in equips}:
            free.subtract(champion.worn)
    remarks: list[Remark | None] = []
    for order in orders:
        short = None
        if isinstance(order, Equip):
            free.subtract(item_ids(match, order))
            short = next((slot for slot in reversed(SLOTS) if _lacks(match, order, slot, free)), None)
            if short is not None:
                free.update(item_ids(match, order))
        if short is None or not isinstance(order, Equip):
            remarks.append(None)
        else:
            left = free - Counter(item_ids(match, order))
            remarks.append(_not_enough(match, player, order, short, left))
    return remarks


def _not_enough(match: Match, player: Player, order: Equip, slot: str, left: Mapping[str, int]) -> Remark:
    item = match.item_table.find(getattr(order, slot))
    assert item is not None
    count = player.owned.count(item.id)
    text = f"You have only {count} {item.name}, and another slot has it"
    instead = next((each.label for each in wearable(match, player, order.champion, slot) if left.get(each.id, 0)), None)
    if instead is None:
        text += "; leave it empty"
    return Remark(field=slot, text=text, instead=instead, clause="CBR-26")


def _lacks(match: Match, order: Equip, slot: str, free: Mapping[str, int]) -> bool:
    text = getattr(order, slot)
    item = match.item_table.find(text) if text else None
    return item is not None and free[item.id] < 0


def equip(match: Match, orders: Mapping[str, Sequence[Equip]]) -> tuple[Match, tuple[Event, ...]]:
    """Equip all Champions. Each player learns only about its own equipment (CBR-19)."""
    players: list[Player] = []
    events: list[Event] = []
    for player in match.players:
        wanted = {order.champion: order for order in orders.get(player.seat, ())}
        champions = tuple(_equipped(match, each, wanted.get(each.type)) for each in player.champions)
        for old, new in zip(player.champions, champions, strict=True):
            if Counter(old.worn) != Counter(new.worn):
                names = tuple(match.item_table[item].name for item in new.worn)
                events.append(
                    Equipped(clause="CBR-19", audience=(player.seat,), seat=player.seat, champion=new.type, names=names)
                )
        worn = tuple(item for champion in champions for item in champion.worn)
        players.append(player.but(champions=champions, stash=taken_from(player.owned, worn)))
    return match.but(players=tuple(players)), tuple(events)


def _equipped(match: Match, champion: Champion, order: Equip | None) -> Champion:
    if order is None or not champion.health:
        return champion
    worn = match.items(item_ids(match, order))
    items = tuple(item.id for item in worn if item.category != DEFENSIVE)
    return champion.but(items=items[:HANDS], armor=next((item.id for item in worn if item.armor), None))


def unequip_dead(player: Player) -> Player:
    """Return the items of dead Champions to the stash of *player* (R12)."""
    dead = [champion for champion in player.champions if not champion.health and champion.worn]
    if not dead:
        return player
    back = tuple(item for champion in dead for item in champion.worn)
    champions = tuple(each if each.health else each.but(items=(), armor=None) for each in player.champions)
    return player.but(champions=champions, stash=tuple(sorted((*player.stash, *back))))
