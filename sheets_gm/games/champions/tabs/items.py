"""The items of a player, and the pools of the tiles for the GM."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sheets_gm.games.champions.data.items import Item, ItemTable, read_items
from sheets_gm.games.champions.data.numbers import AFFINITY, TYPES, WEARS
from sheets_gm.games.champions.data.tiles import board
from sheets_gm.games.champions.data.words import COMMON, LEGENDARY
from sheets_gm.games.champions.position.state import Champion
from sheets_gm.games.champions.tabs.cells import health_cell
from sheets_gm.games.champions.views.labels import ICON, category_of, effects_of
from sheets_gm.games.champions.views.visible import Holdings, View
from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import TabTemplate


def draw_stash(view: View, tab_template: TabTemplate) -> Grid:
    """Draw what a player's Champions wear, what it found last, and its stash."""
    rows: list[Row] = [
        (fixed(f"{tab_template.title} · {view.heading}", "title"),),
        (fixed(tab_template.help_text, "help"),),
    ]
    holdings, table = view.own, read_items(view.settings.items)
    if holdings is None:
        return Grid(tuple(rows))
    rows.append(
        tuple(fixed(tab_template.word(name), "heading") for name in ("champion", "health", "item", "item", "armor"))
    )
    rows += [_equipped(champion, table, view.settings.health[champion.type]) for champion in holdings.champions]
    if holdings.found:
        finds = [table[item].name for item in holdings.found if item]
        if len(finds) < len(holdings.found):
            finds.append(tab_template.word("nothing" if finds else "none"))
        rows += [(), (fixed(tab_template.word("found"), "panel.count"), fixed(", ".join(finds), "found"))]
    rows += [(), (fixed(tab_template.word("stash"), "panel.count"),)]
    rows.append(
        tuple(fixed(tab_template.word(name), "heading") for name in ("name", "tier", "category", "does", "for"))
    )
    rows += _listed(holdings.stash, table)
    if not holdings.stash:
        rows.append((fixed(tab_template.word("empty"), "help"),))
    return Grid(tuple(rows))


def _equipped(champion: Champion, item_table: ItemTable, most: int) -> Row:
    items = [item_table[item] for item in champion.items]
    worn = [_worn(item) for item in items] + [fixed("–", "shown")] * (2 - len(items))
    armor = _worn(item_table[champion.armor]) if champion.armor else fixed("–", "shown")
    return (
        fixed(f"{ICON[champion.type]} {champion.type}", "person"),
        health_cell(champion.health, most),
        *worn,
        armor,
    )


def _worn(item: Item) -> Cell:
    return fixed(item.label, f"tier.{item.tier.lower()}", effects_of(item))


def _listed(stash: Sequence[str], item_table: ItemTable) -> Iterable[Row]:
    """Return the rows of a stash, the best items first."""
    counts = Counter(stash)
    order = {item: at for at, item in enumerate(item_table.items)}
    for item in sorted(counts, key=lambda each: (-_rank(item_table[each]), order[each])):
        each = item_table[item]
        many = f" × {counts[item]}" if counts[item] > 1 else ""
        style = f"tier.{each.tier.lower()}"
        yield (
            fixed(each.name + many, style),
            fixed(each.tier, style),
            fixed(category_of(each), "shown"),
            fixed(effects_of(each), "does"),
            fixed(_for(each), "does"),
        )


def _rank(item: Item) -> int:
    return (COMMON, "Uncommon", "Rare", LEGENDARY).index(item.tier)


def _for(item: Item) -> str:
    """Name the Champions that may wear an armor, or that have the affinity for another item."""
    if item.armor:
        return ", ".join(ICON[type] + " " + type for type in TYPES if item.armor in WEARS[type])
    return ", ".join(ICON[type] + " " + type for type in TYPES if item.category in AFFINITY[type])


def draw_pools(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the pools of the tiles and the items of all players, for the GM."""
    item_table = read_items(view.settings.items)
    rows: list[Row] = [
        (fixed(f"{tab_template.title} · {view.heading}", "title"),),
        (fixed(tab_template.help_text, "help"),),
    ]
    rows.append(tuple(fixed(tab_template.word(name), "heading") for name in ("tile", "count", "items")))
    for tile in board(view.size).tiles:
        pool = (view.pools or {}).get(tile, ())
        rows.append((fixed(tile, "label"), fixed(len(pool), "shown"), fixed(_counted(pool, item_table), "does")))
    rows.append(())
    rows.append(tuple(fixed(tab_template.word(name), "heading") for name in ("player", "count", "stash", "worn")))
    rows += [_owned(view, hand, item_table) for hand in view.holdings]
    return Grid(tuple(rows))


def _counted(items: Sequence[str], item_table: ItemTable) -> str:
    return ", ".join(
        item_table[item].name + (f" × {count}" if count > 1 else "") for item, count in sorted(Counter(items).items())
    )


def _owned(view: View, holdings: Holdings, table: ItemTable) -> Row:
    worn = [
        f"{ICON[each.type]} {', '.join(table[item].name for item in each.worn)}"
        for each in holdings.champions
        if each.worn
    ]
    return (
        fixed(view.person(holdings.seat).name, "person"),
        fixed(len(holdings.stash), "shown"),
        fixed(_counted(holdings.stash, table), "does"),
        fixed("; ".join(worn), "does"),
    )
