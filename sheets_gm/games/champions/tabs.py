"""How a match lies on paper: the map, who is how, each player's own things, the GM's pools, and the forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sheets_gm.games.champions.armoury import Armoury, Item, armoury
from sheets_gm.games.champions.data import AFFINITY, HEALTH, TYPES, WEARS
from sheets_gm.games.champions.state import Champion
from sheets_gm.games.champions.tiles import board, kind, tiles
from sheets_gm.games.champions.views import Hand, Person, View
from sheets_gm.games.champions.words import COMMON, LEGENDARY
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import Eyes, FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

SIGN = {"Gladiator": "🛡", "Rogue": "🗡", "Healer": "🌿", "Mage": "🔮"}
DEAD, STAR, SWORDS = "☠", "★", "⚔"

SPAN = 12
"""Rows and columns that the map takes, however many tiles it has."""

TOP, LEFT = 3, 1
"""Where the map's first tile stands."""

HURT, LOW = 0.7, 0.35
"""Below these shares of its health a Champion is shown as hurt, and as low."""


@lru_cache(maxsize=65536)
def _cell(text: str | int | None, style: str, note: str | None = None) -> Cell:
    return Cell(text, style, note)


def draw_map(view: View, tab_template: TabTemplate) -> Grid:
    """The map with everybody on it, how everybody's Champions are, and what is to come."""
    squares, merges = _squares(view)
    rows: list[Row] = [
        (_cell(f"{tab_template.title} · {view.heading}", "title"),),
        (_cell(tab_template.help, "help"),),
        _letters(view.size, merges),
        *(tuple(row) for row in squares),
    ]
    words = _panel(view, tab_template)
    for at, (text, style) in enumerate(words, start=len(rows)):
        rows.append((EMPTY, _cell(text, style), *(_cell("", style),) * (SPAN - 1)))
        merges.append(Area(at, LEFT, at + 1, LEFT + SPAN))
    return Grid(_beside(rows, _people(view, tab_template)), tuple(merges))


def _letters(size: int, merges: list[Area]) -> Row:
    """The names of the map's columns."""
    wide = SPAN // size
    cells = [EMPTY]
    for column in range(size):
        merges.append(Area(TOP - 1, LEFT + column * wide, TOP, LEFT + (column + 1) * wide))
        cells += [_cell(chr(ord("A") + column), "map.edge"), *(_cell("", "map.edge"),) * (wide - 1)]
    return tuple(cells)


def _squares(view: View) -> tuple[list[list[Cell]], list[Area]]:
    """The tiles, each several cells wide and high: its name and worth above, who is there below."""
    place, worth = board(view.size), tiles(view.settings.tiles)
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
    """Who is on *tile*; how many where nobody is told who."""
    names = [f"◆ {person.name}" if person.seat == view.eyes else person.name for person in _on(view, tile)]
    unseen = view.crowds.get(tile, 0) - len(names)
    names += [f"{unseen} player{'s' if unseen > 1 else ''}"] if unseen else []
    fights = f"{SWORDS} " if view.crowds.get(tile, 0) > 1 else ""
    return fights + (", " if len(names) > 2 else "\n").join(names)


def _on(view: View, tile: str | None) -> tuple[Person, ...]:
    return tuple(person for person in view.alive if person.at == tile)


def _panel(view: View, tab_template: TabTemplate) -> list[tuple[str, str]]:
    """What is said below the map."""
    said: list[tuple[str, str]] = []
    if view.result is not None:
        names = [view.person(seat).name for seat in view.result.winners]
        said.append((f"🏆 {names[0]} wins" if names else "A draw", "panel.result"))
        said.append((view.result.reason[0].upper() + view.result.reason[1:], "panel"))
    else:
        said.append((f"{len(view.alive)} {tab_template.word('alive')}", "panel.count"))
        said += [(line, "panel") for line in _next_map(view, tab_template)]
    said.append((tab_template.word("main"), "panel.room"))
    for tile in board(view.size).tiles:
        here = _on(view, tile)
        if len(here) > 1:
            said.append(
                (f"{tab_template.word('room')} {tile}: {', '.join(person.name for person in here)}", "panel.room")
            )
    for fight in view.fights:
        names = [view.person(seat).name for seat in fight.seats]
        said.append((f"{SWORDS} {fight.at}: {names[0]} {tab_template.word('against')} {names[1]}", "panel.fight"))
    said.append((f"{STAR} {tab_template.word('worth')}", "legend"))
    return said


def _next_map(view: View, tab_template: TabTemplate) -> tuple[str, ...]:
    """When the map shrinks, and to what."""
    if view.size == 1:
        left = view.settings.deadlock_rounds - view.idle
        return tab_template.word("last"), tab_template.word("exhaustion").format(max(0, left))
    size = view.size - 1
    smaller = f"{size}×{size}" if size > 1 else tab_template.word("one")
    left = view.settings.stall_rounds - view.quiet
    return tab_template.word("shrinks").format(smaller, view.shrinks), tab_template.word("stall").format(left)


def _people(view: View, tab_template: TabTemplate) -> list[Row]:
    """A row for everybody: those on the looker's own tile first."""
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
    return f"{SIGN[name]} {name}" if name in SIGN else tab_template.word(name)


def _person(person: Person, view: View, *, own: bool) -> Row:
    style = "person.out" if person.out else "person.own" if own else "person"
    at = f"out, round {person.out}" if person.out else person.at or "?"
    name = f"◆ {person.name}" if person.seat == view.eyes else person.name
    health = [_health(type, person.champions[type]) for type in TYPES]
    return (_cell(name, style), _cell(at, "person.at"), *health)


def _health(type: str, health: int) -> Cell:
    share = health / HEALTH[type]
    style = "dead" if not health else "low" if share < LOW else "hurt" if share < HURT else "good"
    return _cell(health or DEAD, f"health.{style}")


def _beside(rows: Sequence[Row], panel: Sequence[Row]) -> tuple[Row, ...]:
    """*rows* with *panel* to their right, from the map's letters on."""
    both: list[Row] = []
    for at in range(max(len(rows), len(panel) + TOP - 1)):
        row = rows[at] if at < len(rows) else ()
        right = panel[at - TOP + 1] if 0 <= at - TOP + 1 < len(panel) else ()
        gap = (EMPTY,) * (LEFT + SPAN + 1 - len(row)) if right else ()
        both.append((*row, *gap, *right))
    return tuple(both)


# -- what a player has -------------------------------------------------------------------------------------------------


def effect(item: Item) -> str:
    """What *item* does, in words."""
    said = [f"attack +{item.attack}"] if item.attack else []
    said += [f"healing +{item.heal}"] if item.heal else []
    said += [f"defence {item.defence}"] if item.defence else []
    said += [f"{item.loot} looting action more"] if item.loot else []
    said += [f"own Evade +{item.evade} %"] if item.evade else []
    said += ["own item dice crit"] if item.crit else []
    said += [f"once, instead of falling: stay at {item.revive} health"] if item.revive else []
    if item.active:
        what = {
            "heal": "Support: heal one of yours {}",
            "heal_both": "Support: heal both {}",
            "evade_up": "Support: both evade +{} %",
            "attack_up": "Support: your partner's attack +{}",
            "attack_down": "Support: one enemy's attack −{}",
            "defense_up": "Support: one of yours, defence +{}",
        }[item.active.effect]
        said.append(what.format(item.active.dice or item.active.percent))
    return ", ".join(said)


def draw_stash(view: View, tab_template: TabTemplate) -> Grid:
    """What a player's Champions wear, what it found this round, and what lies in its stash."""
    rows: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(tab_template.help, "help"),)]
    hand, known = view.hand, armoury(view.settings.items)
    if hand is None:
        return Grid(tuple(rows))
    rows.append(
        tuple(_cell(tab_template.word(name), "heading") for name in ("champion", "health", "item", "item", "armor"))
    )
    rows += [_dressed(champion, known) for champion in hand.champions]
    if hand.found:
        found = [known[item].name for item in hand.found if item]
        if len(found) < len(hand.found):
            found.append(tab_template.word("nothing" if found else "none"))
        rows += [(), (_cell(tab_template.word("found"), "panel.count"), _cell(", ".join(found), "found"))]
    rows += [(), (_cell(tab_template.word("stash"), "panel.count"),)]
    rows.append(
        tuple(_cell(tab_template.word(name), "heading") for name in ("name", "tier", "category", "does", "for"))
    )
    rows += _listed(hand.stash, known)
    if not hand.stash:
        rows.append((_cell(tab_template.word("empty"), "help"),))
    return Grid(tuple(rows))


def _dressed(champion: Champion, known: Armoury) -> Row:
    items = [known[item] for item in champion.items]
    worn = [_worn(item) for item in items] + [_cell("–", "shown")] * (2 - len(items))
    armor = _worn(known[champion.armor]) if champion.armor else _cell("–", "shown")
    return (
        _cell(f"{SIGN[champion.type]} {champion.type}", "person"),
        _health(champion.type, champion.health),
        *worn,
        armor,
    )


def _worn(item: Item) -> Cell:
    return _cell(item.label, f"tier.{item.tier.lower()}", effect(item))


def _listed(stash: Sequence[str], known: Armoury) -> Iterable[Row]:
    """The items of a stash, the best first."""
    counts = Counter(stash)
    order = {item: at for at, item in enumerate(known.items)}
    for item in sorted(counts, key=lambda each: (-_rank(known[each]), order[each])):
        each = known[item]
        many = f" × {counts[item]}" if counts[item] > 1 else ""
        style = f"tier.{each.tier.lower()}"
        yield (
            _cell(each.name + many, style),
            _cell(each.tier, style),
            _cell(f"{each.armor} Armor" if each.armor else each.category, "shown"),
            _cell(effect(each), "does"),
            _cell(_for(each), "does"),
        )


def _rank(item: Item) -> int:
    return (COMMON, "Uncommon", "Rare", LEGENDARY).index(item.tier)


def _for(item: Item) -> str:
    """Who wears it best: who may wear the armor, or has the affinity."""
    if item.armor:
        return ", ".join(SIGN[type] + " " + type for type in TYPES if item.armor in WEARS[type])
    return ", ".join(SIGN[type] + " " + type for type in TYPES if item.category in AFFINITY[type])


def draw_pools(view: View, tab_template: TabTemplate) -> Grid:
    """For the GM's eyes: what lies on the tiles, and what everybody has."""
    known = armoury(view.settings.items)
    rows: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(tab_template.help, "help"),)]
    rows.append(tuple(_cell(tab_template.word(name), "heading") for name in ("tile", "count", "items")))
    for tile in board(view.size).tiles:
        pool = (view.pools or {}).get(tile, ())
        rows.append((_cell(tile, "label"), _cell(len(pool), "shown"), _cell(_counted(pool, known), "does")))
    rows.append(())
    rows.append(tuple(_cell(tab_template.word(name), "heading") for name in ("player", "count", "stash", "worn")))
    rows += [_owned(view, hand, known) for hand in view.hands]
    return Grid(tuple(rows))


def _counted(items: Sequence[str], known: Armoury) -> str:
    return ", ".join(
        known[item].name + (f" × {count}" if count > 1 else "") for item, count in sorted(Counter(items).items())
    )


def _owned(view: View, hand: Hand, known: Armoury) -> Row:
    worn = [
        f"{SIGN[each.type]} {', '.join(known[item].name for item in each.worn)}" for each in hand.champions if each.worn
    ]
    return (
        _cell(view.person(hand.seat).name, "person"),
        _cell(len(hand.stash), "shown"),
        _cell(_counted(hand.stash, known), "does"),
        _cell("; ".join(worn), "does"),
    )


def tally(view: View) -> Tally:
    """The health that each player's Champions have left, after so many rounds."""
    values = {person.seat: sum(person.champions.values()) for person in view.people}
    return Tally(view.round if view.result else view.round - 1, values)


TABS = (
    ViewTab("map", draw_map),
    ViewTab("here", draw_map, Eyes.OWN),
    ViewTab("stash", draw_stash, Eyes.OWN),
    FormTab("movement", "movement", Eyes.OWN),
    FormTab("looting", "looting", Eyes.OWN),
    FormTab("equipment", "equipment", Eyes.OWN),
    FormTab("battle", "battle", Eyes.OWN),
    HistoryTab("history", tally),
    ViewTab("pools", draw_pools, Eyes.GM),
    ViewTab("rules", draw_rules),
)
