"""The map as a picture, with all players, the health of their Champions, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.champions.data.numbers import TYPES
from sheets_gm.games.champions.data.tiles import board, kind, read_tiles
from sheets_gm.games.champions.tabs.cells import SWORDS, health_cell
from sheets_gm.games.champions.views.labels import ICON, size_name
from sheets_gm.games.champions.views.visible import Person, View
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import Token, board_marks
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import TabTemplate

SPAN = 12
"""The rows and columns of the map on the sheet, for any number of tiles."""


LOOT = "loot"
"""The word before what can be found on a tile, on average."""

TOP, LEFT = 3, 1
"""The row and column of the map's first tile."""


def draw_map(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the map with all players, the health of their Champions, and what comes next."""
    squares, merges = _squares(view)
    rows: list[Row] = [
        (fixed(f"{tab_template.title} · {view.heading}", "title"),),
        (fixed(tab_template.help_text, "help"),),
        _letters(view.size, merges),
        *(tuple(row) for row in squares),
    ]
    words = _panel(view, tab_template)
    for at, (text, style) in enumerate(words, start=len(rows)):
        rows.append((EMPTY, fixed(text, style), *(fixed("", style),) * (SPAN - 1)))
        merges.append(Area(at, LEFT, at + 1, LEFT + SPAN))
    marks = board_marks(_places(view.size), arrows=view.arrows, tokens=_tokens(view))
    return Grid(_beside(rows, _people(view, tab_template)), tuple(merges), marks=marks)


@lru_cache(maxsize=16)
def _places(size: int) -> dict[str, tuple[int, int]]:
    """Return the row and column of each tile's players on the sheet."""
    wide = SPAN // size
    return {
        board(size).name(column, row) or "": (TOP + row * wide + 1, LEFT + column * wide)
        for row in range(size)
        for column in range(size)
    }


def _letters(size: int, merges: list[Area]) -> Row:
    """Return the row with the names of the map's columns."""
    wide = SPAN // size
    cells = [EMPTY]
    for column in range(size):
        merges.append(Area(TOP - 1, LEFT + column * wide, TOP, LEFT + (column + 1) * wide))
        cells += [fixed(chr(ord("A") + column), "map.edge"), *(fixed("", "map.edge"),) * (wide - 1)]
    return tuple(cells)


def _squares(view: View) -> tuple[list[list[Cell]], list[Area]]:
    """Return the tiles, each several cells wide and high: its name and loot value above, its players below."""
    place, worth = board(view.size), read_tiles(view.settings.tiles)
    wide = SPAN // view.size
    rows = [[EMPTY] * (SPAN + 1) for _ in range(SPAN)]
    merges: list[Area] = []
    for row in range(view.size):
        rows[row * wide][0] = fixed(str(row + 1), "map.edge")
        merges.append(Area(TOP + row * wide, 0, TOP + (row + 1) * wide, 1))
        for column in range(view.size):
            tile = place.name(column, row) or ""
            head = f"{tile}  {LOOT} {worth.at(view.size, tile).value:.1f}"
            style = f"tile.{kind(view.size, tile)}"
            mine = view.me is not None and view.me.at == tile
            top, left = row * wide, LEFT + column * wide
            for at in range(wide):
                name = f"{style}.head" if at == 0 else f"{style}.own" if mine else style
                rows[top + at][left : left + wide] = [fixed("", name)] * wide
            rows[top][left] = fixed(head, f"{style}.head")
            rows[top + 1][left] = fixed(_here(view, tile), f"{style}.own" if mine else style)
            merges += [
                Area(TOP + top, left, TOP + top + 1, left + wide),
                Area(TOP + top + 1, left, TOP + top + wide, left + wide),
            ]
    return rows, merges


def _here(view: View, tile: str) -> str:
    """Name the players on *tile*, or give their number if names are not shown."""
    names = [_called(person, view) for person in _on(view, tile)]
    unseen = view.crowds.get(tile, 0) - len(names)
    names += [counted(unseen, "player")] if unseen else []
    fights = f"{SWORDS} " if view.crowds.get(tile, 0) > 1 else ""
    return fights + (", " if len(names) > 2 else "\n").join(names)


def _called(person: Person, view: View) -> str:
    return f"{person.name} (you)" if person.seat == view.eyes else person.name


def _on(view: View, tile: str | None) -> tuple[Person, ...]:
    return tuple(person for person in view.alive if person.at == tile)


def _tokens(view: View) -> dict[str, tuple[Token, ...]]:
    """Return the players for a web page: by tile, each with the total health of its Champions."""
    whole = sum(view.settings.health[type] for type in TYPES)
    tokens: dict[str, tuple[Token, ...]] = {}
    for person in view.alive:
        if person.at is not None:
            token = Token(person.name, person.seat, (sum(person.champions.values()), whole), face=True)
            tokens[person.at] = (*tokens.get(person.at, ()), token)
    for tile, crowd in view.crowds.items():
        unseen = crowd - len(tokens.get(tile, ()))
        if unseen:
            token = Token(counted(unseen, "player"), hidden=True, face=True)
            tokens[tile] = (*tokens.get(tile, ()), token)
    return tokens


def _panel(view: View, tab_template: TabTemplate) -> list[tuple[str, str]]:
    """Return the lines below the map, each with its style."""
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
    lines.append((f"{LOOT.capitalize()}: {tab_template.word('worth')}", "legend"))
    return lines


def _next_map(view: View, tab_template: TabTemplate) -> tuple[str, ...]:
    """Say when the map shrinks and to which size; on the last tile, what exhaustion costs next."""
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
    """Return a row for each player, those on the viewer's tile first."""
    names = ("name", "at", *TYPES)
    own_tile = view.me.at if view.me is not None and not view.me.out else None
    here = [person for person in view.people if own_tile is not None and person.at == own_tile]
    rows: list[Row] = []
    if here:
        rows.append((fixed(tab_template.word("here").format(own_tile), "panel.count"),))
    rows.append(tuple(fixed(_title(name, tab_template), "heading") for name in names))
    rows += [_person(person, view, is_own=True) for person in here]
    if here and len(here) < len(view.people):
        rows += [(), (fixed(tab_template.word("others"), "panel.count"),)]
    rows += [_person(person, view, is_own=False) for person in view.people if person not in here]
    return rows


def _title(name: str, tab_template: TabTemplate) -> str:
    return f"{ICON[name]} {name}" if name in ICON else tab_template.word(name)


def _person(person: Person, view: View, *, is_own: bool) -> Row:
    style = "person.out" if person.out else "person.own" if is_own else "person"
    at = f"out, round {person.out}" if person.out else person.at or "?"
    health = [health_cell(person.champions[type], view.settings.health[type]) for type in TYPES]
    return (fixed(_called(person, view), style), fixed(at, "person.at"), *health)


def _beside(rows: Sequence[Row], panel: Sequence[Row]) -> tuple[Row, ...]:
    """Return *rows* with *panel* on their right, from the row of column names on."""
    both: list[Row] = []
    for at in range(max(len(rows), len(panel) + TOP - 1)):
        row = rows[at] if at < len(rows) else ()
        right = panel[at - TOP + 1] if 0 <= at - TOP + 1 < len(panel) else ()
        gap = (EMPTY,) * (LEFT + SPAN + 1 - len(row)) if right else ()
        both.append((*row, *gap, *right))
    return tuple(both)
