"""The tabs of a match: the map with all players, each player's items, the GM's pools, and the forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from sheets_gm.games.champions.data import AFFINITY, MOST, TYPES, WEARS, Settings
from sheets_gm.games.champions.forms import LOOTS
from sheets_gm.games.champions.how_to_play import in_lines, lines_of
from sheets_gm.games.champions.items import Item, ItemTable, read_items
from sheets_gm.games.champions.labels import ICON, category_of, effects_of, size_name
from sheets_gm.games.champions.state import Champion
from sheets_gm.games.champions.styles import STYLES
from sheets_gm.games.champions.tiles import board, kind, read_tiles
from sheets_gm.games.champions.views import Holdings, Person, View
from sheets_gm.games.champions.words import COMMON, LEGENDARY
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, PartDrawing, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

DEAD, STAR, SWORDS = "☠", "★", "⚔"

SPAN = 12
"""The rows and columns of the map on the sheet, for any number of tiles."""

TOP, LEFT = 3, 1
"""The row and column of the map's first tile."""

HURT, LOW = 0.7, 0.35
"""Below these shares of full health a Champion is shown as hurt and as low."""


@lru_cache(maxsize=65536)
def _cell(text: str | int | None, style: str, note: str | None = None) -> Cell:
    return Cell(text, style, note)


def draw_map(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the map with all players, the health of their Champions, and what comes next."""
    squares, merges = _squares(view)
    rows: list[Row] = [
        (_cell(f"{tab_template.title} · {view.heading}", "title"),),
        (_cell(tab_template.help_text, "help"),),
        _letters(view.size, merges),
        *(tuple(row) for row in squares),
    ]
    words = _panel(view, tab_template)
    for at, (text, style) in enumerate(words, start=len(rows)):
        rows.append((EMPTY, _cell(text, style), *(_cell("", style),) * (SPAN - 1)))
        merges.append(Area(at, LEFT, at + 1, LEFT + SPAN))
    marks = board_marks(_places(view.size), arrows=view.arrows)
    return Grid(_beside(rows, _people(view, tab_template)), tuple(merges), marks=marks)


@lru_cache(maxsize=16)
def _places(size: int) -> dict[str, tuple[int, int]]:
    """The row and column of each tile's players on the sheet."""
    wide = SPAN // size
    return {
        board(size).name(column, row) or "": (TOP + row * wide + 1, LEFT + column * wide)
        for row in range(size)
        for column in range(size)
    }


def _letters(size: int, merges: list[Area]) -> Row:
    """The row with the names of the map's columns."""
    wide = SPAN // size
    cells = [EMPTY]
    for column in range(size):
        merges.append(Area(TOP - 1, LEFT + column * wide, TOP, LEFT + (column + 1) * wide))
        cells += [_cell(chr(ord("A") + column), "map.edge"), *(_cell("", "map.edge"),) * (wide - 1)]
    return tuple(cells)


def _squares(view: View) -> tuple[list[list[Cell]], list[Area]]:
    """The tiles, each several cells wide and high: its name and loot value above, its players below."""
    place, worth = board(view.size), read_tiles(view.settings.tiles)
    wide = SPAN // view.size
    rows = [[EMPTY] * (SPAN + 1) for _ in range(SPAN)]
    merges: list[Area] = []
    for row in range(view.size):
        rows[row * wide][0] = _cell(str(row + 1), "map.edge")
        merges.append(Area(TOP + row * wide, 0, TOP + (row + 1) * wide, 1))
        for column in range(view.size):
            tile = place.name(column, row) or ""
            head = f"{tile}  {STAR} {worth.at(view.size, tile).value:.1f}"
            style = f"tile.{kind(view.size, tile)}"
            mine = view.me is not None and view.me.at == tile
            top, left = row * wide, LEFT + column * wide
            for at in range(wide):
                name = f"{style}.head" if at == 0 else f"{style}.own" if mine else style
                rows[top + at][left : left + wide] = [_cell("", name)] * wide
            rows[top][left] = _cell(head, f"{style}.head")
            rows[top + 1][left] = _cell(_here(view, tile), f"{style}.own" if mine else style)
            merges += [
                Area(TOP + top, left, TOP + top + 1, left + wide),
                Area(TOP + top + 1, left, TOP + top + wide, left + wide),
            ]
    return rows, merges


def _here(view: View, tile: str) -> str:
    """The players on *tile*, or their number if names are not shown."""
    names = [f"◆ {person.name}" if person.seat == view.eyes else person.name for person in _on(view, tile)]
    unseen = view.crowds.get(tile, 0) - len(names)
    names += [counted(unseen, "player")] if unseen else []
    fights = f"{SWORDS} " if view.crowds.get(tile, 0) > 1 else ""
    return fights + (", " if len(names) > 2 else "\n").join(names)


def _on(view: View, tile: str | None) -> tuple[Person, ...]:
    return tuple(person for person in view.alive if person.at == tile)


def _panel(view: View, tab_template: TabTemplate) -> list[tuple[str, str]]:
    """The lines below the map, each with its style."""
    lines: list[tuple[str, str]] = []
    if view.result is not None:
        names = [view.person(seat).name for seat in view.result.winners]
        lines.append((f"🏆 {names[0]} wins" if names else "A draw", "panel.result"))
        lines.append((view.result.reason[0].upper() + view.result.reason[1:], "panel"))
    else:
        lines.append((f"{len(view.alive)} {tab_template.word('alive')}", "panel.count"))
        lines += [(line, "panel") for line in _next_map(view, tab_template)]
    lines += [(text, "panel.news") for text in view.news]
    lines.append((_with_link(tab_template.word("main"), view.settings.main_thread), "panel.room"))
    for tile in board(view.size).tiles:
        here = _on(view, tile)
        if len(here) > 1:
            inside = view.eyes == GM or (view.me is not None and view.me in here)
            room = f"{tab_template.word('room')} {tile}: {', '.join(person.name for person in here)}"
            lines.append((_with_link(room, view.settings.room_links.get(tile, "") if inside else ""), "panel.room"))
    out = {person.seat for person in view.people if person.out}
    for fight in (each for each in view.fights if out.isdisjoint(each.seats)):
        names = [view.person(seat).name for seat in fight.seats]
        lines.append((f"{SWORDS} {fight.at}: {names[0]} {tab_template.word('against')} {names[1]}", "panel.fight"))
    lines.append((f"{STAR} {tab_template.word('worth')}", "legend"))
    return lines


def _next_map(view: View, tab_template: TabTemplate) -> tuple[str, ...]:
    """When the map shrinks and to which size; on the last tile, what exhaustion costs next."""
    word, settings = tab_template.word, view.settings
    falls = settings.deadlock_rounds - view.idle
    if view.size == 1:
        if falls > 1:
            cost = word("exhaustion").format(counted(falls, "more round"), view.exhaustion)
        else:
            cost = word("exhaustion.now").format(view.exhaustion)
        return word("last"), cost
    lines = [word("shrinks").format(size_name(view.shrinks_to), view.shrinks)] if view.shrinks else []
    quiet = settings.stall_rounds - view.quiet
    lines.append(word("stall").format(counted(max(1, quiet), "more round"), counted(max(1, falls), "more round")))
    return tuple(lines)


def _with_link(text: str, link: str) -> str:
    return f"{text} · {link}" if link else text


def _people(view: View, tab_template: TabTemplate) -> list[Row]:
    """A row for each player, those on the viewer's own tile first."""
    names = ("name", "at", *TYPES)
    own = view.me.at if view.me is not None and not view.me.out else None
    here = [person for person in view.people if own is not None and person.at == own]
    rows: list[Row] = []
    if here:
        rows.append((_cell(tab_template.word("here").format(own), "panel.count"),))
    rows.append(tuple(_cell(_title(name, tab_template), "heading") for name in names))
    rows += [_person(person, view, own=True) for person in here]
    if here and len(here) < len(view.people):
        rows += [(), (_cell(tab_template.word("others"), "panel.count"),)]
    rows += [_person(person, view, own=False) for person in view.people if person not in here]
    return rows


def _title(name: str, tab_template: TabTemplate) -> str:
    return f"{ICON[name]} {name}" if name in ICON else tab_template.word(name)


def _person(person: Person, view: View, *, own: bool) -> Row:
    style = "person.out" if person.out else "person.own" if own else "person"
    at = f"out, round {person.out}" if person.out else person.at or "?"
    name = f"◆ {person.name}" if person.seat == view.eyes else person.name
    health = [_health(person.champions[type], view.settings.health[type]) for type in TYPES]
    return (_cell(name, style), _cell(at, "person.at"), *health)


def _health(health: int, most: int) -> Cell:
    share = health / most
    style = "dead" if not health else "low" if share < LOW else "hurt" if share < HURT else "good"
    return _cell(health or DEAD, f"health.{style}")


def _beside(rows: Sequence[Row], panel: Sequence[Row]) -> tuple[Row, ...]:
    """*rows* with *panel* on their right, from the row of column names on."""
    both: list[Row] = []
    for at in range(max(len(rows), len(panel) + TOP - 1)):
        row = rows[at] if at < len(rows) else ()
        right = panel[at - TOP + 1] if 0 <= at - TOP + 1 < len(panel) else ()
        gap = (EMPTY,) * (LEFT + SPAN + 1 - len(row)) if right else ()
        both.append((*row, *gap, *right))
    return tuple(both)


# -- the items of a player --------------------------------------------------------------------------------------------


def draw_stash(view: View, tab_template: TabTemplate) -> Grid:
    """Draw what a player's Champions wear, what it found last, and its stash."""
    rows: list[Row] = [
        (_cell(f"{tab_template.title} · {view.heading}", "title"),),
        (_cell(tab_template.help_text, "help"),),
    ]
    own, known = view.own, read_items(view.settings.items)
    if own is None:
        return Grid(tuple(rows))
    rows.append(
        tuple(_cell(tab_template.word(name), "heading") for name in ("champion", "health", "item", "item", "armor"))
    )
    rows += [_equipped(champion, known, view.settings.health[champion.type]) for champion in own.champions]
    if own.found:
        found = [known[item].name for item in own.found if item]
        if len(found) < len(own.found):
            found.append(tab_template.word("nothing" if found else "none"))
        rows += [(), (_cell(tab_template.word("found"), "panel.count"), _cell(", ".join(found), "found"))]
    rows += [(), (_cell(tab_template.word("stash"), "panel.count"),)]
    rows.append(
        tuple(_cell(tab_template.word(name), "heading") for name in ("name", "tier", "category", "does", "for"))
    )
    rows += _listed(own.stash, known)
    if not own.stash:
        rows.append((_cell(tab_template.word("empty"), "help"),))
    return Grid(tuple(rows))


def _equipped(champion: Champion, known: ItemTable, most: int) -> Row:
    items = [known[item] for item in champion.items]
    worn = [_worn(item) for item in items] + [_cell("–", "shown")] * (2 - len(items))
    armor = _worn(known[champion.armor]) if champion.armor else _cell("–", "shown")
    return (
        _cell(f"{ICON[champion.type]} {champion.type}", "person"),
        _health(champion.health, most),
        *worn,
        armor,
    )


def _worn(item: Item) -> Cell:
    return _cell(item.label, f"tier.{item.tier.lower()}", effects_of(item))


def _listed(stash: Sequence[str], known: ItemTable) -> Iterable[Row]:
    """The rows of a stash, the best items first."""
    counts = Counter(stash)
    order = {item: at for at, item in enumerate(known.items)}
    for item in sorted(counts, key=lambda each: (-_rank(known[each]), order[each])):
        each = known[item]
        many = f" × {counts[item]}" if counts[item] > 1 else ""
        style = f"tier.{each.tier.lower()}"
        yield (
            _cell(each.name + many, style),
            _cell(each.tier, style),
            _cell(category_of(each), "shown"),
            _cell(effects_of(each), "does"),
            _cell(_for(each), "does"),
        )


def _rank(item: Item) -> int:
    return (COMMON, "Uncommon", "Rare", LEGENDARY).index(item.tier)


def _for(item: Item) -> str:
    """The Champions that may wear an armor, or that have the affinity for another item."""
    if item.armor:
        return ", ".join(ICON[type] + " " + type for type in TYPES if item.armor in WEARS[type])
    return ", ".join(ICON[type] + " " + type for type in TYPES if item.category in AFFINITY[type])


def draw_pools(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the pools of the tiles and the items of all players, for the GM."""
    known = read_items(view.settings.items)
    rows: list[Row] = [
        (_cell(f"{tab_template.title} · {view.heading}", "title"),),
        (_cell(tab_template.help_text, "help"),),
    ]
    rows.append(tuple(_cell(tab_template.word(name), "heading") for name in ("tile", "count", "items")))
    for tile in board(view.size).tiles:
        pool = (view.pools or {}).get(tile, ())
        rows.append((_cell(tile, "label"), _cell(len(pool), "shown"), _cell(_counted(pool, known), "does")))
    rows.append(())
    rows.append(tuple(_cell(tab_template.word(name), "heading") for name in ("player", "count", "stash", "worn")))
    rows += [_owned(view, own, known) for own in view.holdings]
    return Grid(tuple(rows))


def _counted(items: Sequence[str], known: ItemTable) -> str:
    return ", ".join(
        known[item].name + (f" × {count}" if count > 1 else "") for item, count in sorted(Counter(items).items())
    )


def _owned(view: View, own: Holdings, known: ItemTable) -> Row:
    worn = [
        f"{ICON[each.type]} {', '.join(known[item].name for item in each.worn)}" for each in own.champions if each.worn
    ]
    return (
        _cell(view.person(own.seat).name, "person"),
        _cell(len(own.stash), "shown"),
        _cell(_counted(own.stash, known), "does"),
        _cell("; ".join(worn), "does"),
    )


def _how_to_play(settings: Settings, tab_template: TabTemplate) -> Grid:
    """Draw the rules of the match with its settings."""
    lines = lines_of(settings, tab_template.word)
    title: Row = (_cell(tab_template.title, "title"),)
    return Grid((title, *(tuple(_cell(*in_lines(each)) for each in line) for line in lines)))


draw_how_to_play = PartDrawing(attrgetter("settings"), _how_to_play)
"""Draws the rules of a match with its settings."""


def tally(view: View) -> Tally:
    """The health of each player's Champions after each round."""
    values = {person.seat: sum(person.champions.values()) for person in view.people}
    return Tally(view.round if view.result else view.round - 1, values)


TABS = (
    ViewTab("map", draw_map, styles=STYLES, board=True),
    ViewTab("here", draw_map, Eyes.OWN, board=True),
    ViewTab("stash", draw_stash, Eyes.OWN),
    FormTab("movement", "movement", ("move_to",), ("at", "kind"), Eyes.OWN, clicks=Clicks("at", ("move_to",))),
    FormTab("looting", "looting", LOOTS, ("at", "kind"), Eyes.OWN),
    FormTab("equipment", "equipment", ("item_1", "item_2", "armor"), ("health",), Eyes.OWN),
    FormTab(
        "battle", "battle", ("champion", "action", "prefer", "target", "item"), ("against", "own", "turn"), Eyes.OWN
    ),
    FormTab(
        "ask",
        "ask",
        ("tile", "champion", "opponent", "against", "item"),
        ("partner", "beside", "deals", "takes"),
        Eyes.OWN,
        ask=True,
        later=True,
    ),
    HistoryTab("history", tally, tuple(f"p{number}" for number in range(1, MOST + 1))),
    ViewTab("pools", draw_pools, Eyes.GM),
    ViewTab("rules", draw_how_to_play),
)
