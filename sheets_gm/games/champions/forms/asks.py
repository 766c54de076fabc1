"""The questions of players: the contents of a tile and who may be there, the odds of a duel, the effect of an item.

An answer uses only the player's view. The items of others are unknown, so they are not counted.
"""

from __future__ import annotations

from functools import lru_cache

from sheets_gm.games.champions.data.items import Item, ItemTable, read_items
from sheets_gm.games.champions.data.numbers import AFFINITY, TYPES, WEARS
from sheets_gm.games.champions.data.tiles import board, kind, read_tiles
from sheets_gm.games.champions.position.state import Match, Player
from sheets_gm.games.champions.rules.combat.odds import Chances, Striker, before, damage, falls, mean
from sheets_gm.games.champions.rules.combat.strength import Matchup, passive
from sheets_gm.games.champions.views.labels import category_of, effects_of
from sheets_gm.games.champions.views.visible import Person, View
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.forms import Close, Field, Form, Reply, Typed
from sheets_gm.kernel.outcome import Order

ROWS = 2
_NOT_ANSWERED: dict[str, Typed] = {"deals": None, "takes": None}


class Ask(Order):
    """Asks about *tile*, about a duel of *champion* next to *partner*, or about *item*.

    *against* is the type of the opponent's Champion, *beside* that of its partner.
    """

    tile: str | None = None
    champion: str | None = None
    partner: str | None = None
    opponent: str | None = None
    against: str | None = None
    beside: str | None = None
    item: str | None = None


def ask_form(match: Match, player: Player) -> Form:
    """Return the question form of *player*."""
    living = tuple(champion.type for champion in player.living)
    rivals = tuple(each.name for each in match.alive if each.seat != player.seat)
    fields = _fields(match.size, living, rivals, match.item_table)
    return Form("ask", player.seat, Ask, fields, rows=ROWS, close=Close.ASK, shown=_NOT_ANSWERED)


@lru_cache(maxsize=256)
def _fields(size: int, living: tuple[str, ...], rivals: tuple[str, ...], item_table: ItemTable) -> tuple[Field, ...]:
    # always the same, so that no step writes the list again
    items = tuple(each.label for each in item_table.items.values())
    return (
        Field("tile", choices=board(size).tiles),
        Field("champion", choices=living, known=TYPES),
        Field("partner", choices=living, known=TYPES),
        Field("opponent", choices=rivals),
        Field("against", choices=TYPES),
        Field("beside", choices=TYPES),
        Field("item", choices=items),
    )


def answer(view: View, _seat: str, order: Order) -> Reply:
    """Answer all questions in a row together."""
    assert isinstance(order, Ask)
    parts: list[str] = []
    shown: dict[str, Typed] = {}
    if order.tile:
        parts.append(_tile(view, order.tile))
    if order.item:
        item = read_items(view.settings.items).find(order.item)
        parts.append(_item(item) if item else f"There is no item called {order.item}.")
    if order.champion:
        duels = _duels(view, order)
        parts.append(duels.text)
        shown = dict(duels.shown)
    elif order.against or order.opponent or order.partner or order.beside:
        parts.append("Choose your Champion, too.")
    return Reply(" ".join(parts) or "Choose a tile, your Champion or an item.", shown)


# -- tiles and items ---------------------------------------------------------------------------------------------------


def _tile(view: View, tile: str) -> str:
    """Describe the loot of *tile* (CBR-14, CBR-15), and who can be there in this round (CBR-7, CBR-9)."""
    place = board(view.size)
    if tile not in place:
        return f"There is no tile {tile}."
    loot = read_tiles(view.settings.tiles).at(view.size, tile)
    total = sum(loot.weights.values())
    tiers = [f"{tier} {round(100 * weight / total)} %" for tier, weight in loot.weights.items() if weight]
    text = f"{tile}, {kind(view.size, tile)}: {counted(loot.items, 'item')} at first, each {', '.join(tiers)}."
    moving = view.phase == "movement"
    own_tile = view.me.at if view.me else None
    if moving and own_tile:
        steps = place.distance(own_tile, tile)
        text += " You can be there in this round." if steps <= 1 else f" It is {counted(steps, 'move')} away."
    return f"{text} {_others(view, place.within(tile, 1) if moving else (tile,))} {'can be' if moving else 'is'} there."


def _others(view: View, tiles: tuple[str, ...]) -> str:
    """Name the other players on *tiles*, or give their number if names are not shown."""
    names = [each.name for each in view.alive if each.at in tiles and each.seat != view.eyes]
    with_me = view.me is not None and view.me.at in tiles
    unseen = sum(view.crowds.get(tile, 0) for tile in tiles) - len(names) - with_me
    return listed([*names, *([counted(unseen, "player")] if unseen else [])], none="nobody else").capitalize()


def _item(item: Item) -> str:
    """Describe the effect of *item*, and for whom it is (CBR-20 to CBR-26)."""
    champions = [
        type for type in TYPES if (item.armor in WEARS[type] if item.armor else item.category in AFFINITY[type])
    ]
    for_whom = f"{'Can be worn by' if item.armor else 'Affinity:'} {listed(champions)}"
    return f"{item.name}, {item.tier} {category_of(item)}: {effects_of(item)}. {for_whom}."


# -- duels -------------------------------------------------------------------------------------------------------------


def _duels(view: View, order: Ask) -> Reply:
    """Return the odds of a Champion against one or each of an opponent's, if both attack in every turn."""
    holdings = view.own
    mine = (
        next((each for each in holdings.champions if each.type == order.champion and each.health), None)
        if holdings
        else None
    )
    if mine is None:
        return Reply(f"You have no living {order.champion}.")
    rival = next((each for each in view.alive if each.name == order.opponent), None)
    if order.opponent and rival is None:
        return Reply(f"No player called {order.opponent} is left.")
    foes = _foes(view, rival, order.against)
    if not foes:
        return Reply(f"{order.opponent} has no living {order.against}.")
    table = read_items(view.settings.items)
    worn = Striker(mine.type, tuple(table[item] for item in mine.worn))
    lines = [_duel(view, order, worn, mine.health, foe) for foe in foes.items()]
    if None in lines:
        return Reply("These dice have too many faces for exact odds.")
    odds = [line for line in lines if line]
    whose = f"{rival.name}'s Champions" if rival else "Champions with full health"
    text = f"Your {mine.type} against {whose}, if both attack for {counted(view.settings.turns, 'turn')}. "
    text += "Items of others are unknown and not counted."
    return Reply(text, {"deals": "\n".join(line[0] for line in odds), "takes": "\n".join(line[1] for line in odds)})


def _foes(view: View, rival: Person | None, against: str | None) -> dict[str, int]:
    """Return the health of the living Champions of *rival*, or full health without one; only of the type *against* if
    given.
    """
    health = rival.champions if rival else view.settings.health
    return {type: left for type, left in health.items() if left and against in (None, type)}


def _duel(view: View, order: Ask, mine: Striker, health: int, foe: tuple[str, int]) -> tuple[str, str] | None:
    """Describe the damage that *mine* deals and takes, a line each; None if there are no exact odds."""
    settings, (against, left) = view.settings, foe
    sides = _side(mine.type, order.partner), _side(against, order.beside)
    at_work = passive(sides)
    armor = next((item for item in mine.worn if item.armor), None)
    dealt = damage(settings, mine, None, Matchup(mine.type, against, 0, at_work))
    taken = damage(settings, Striker(against), armor, Matchup(against, mine.type, 1, at_work))
    if dealt is None or taken is None:
        return None
    down, fallen = falls(dealt, left, settings.turns), falls(taken, health, settings.turns)
    deals = f"{against} {left}: {_spread(dealt)}, falls in {_percent(before(down, fallen))}"
    return deals, f"{against}: {_spread(taken)}, yours falls in {_percent(before(fallen, down))}"


def _side(type: str, other: str | None) -> tuple[str, ...]:
    return (type,) if other in (None, type) else (type, other)


def _spread(hits: Chances) -> str:
    return f"{min(hits)} to {max(hits)}, {mean(hits):.1f} on average"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
