"""The tabs of a match: a map for each plane, the armies, battles, structures, and the forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sheets_gm.games.war_game.changes import list_of
from sheets_gm.games.war_game.data import Settings
from sheets_gm.games.war_game.descriptions import rank_name
from sheets_gm.games.war_game.how_to_play import lines_of
from sheets_gm.games.war_game.maps import Plane, Structure
from sheets_gm.games.war_game.orders import Move
from sheets_gm.games.war_game.state import Army
from sheets_gm.games.war_game.strategies import title
from sheets_gm.games.war_game.views import View
from sheets_gm.games.war_game.words import (
    COALITION,
    FACTIONS,
    MERCENARIES,
    OWNERS,
    PHYREXIA,
    PORTAL,
    SIDE_NAMES,
    SIDES,
)
from sheets_gm.games.war_game.world import World, plane_of, square_of
from sheets_gm.kernel.geometry.square import Squares
from sheets_gm.kernel.letters import letters
from sheets_gm.kernel.outcome import Result
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, Tab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

BATTLE = "⚔"
SYMBOLS = {COALITION: "⚜", PHYREXIA: "🎭", MERCENARIES: "⛑"}  # CPW-22
ICONS = {"base": "⌂", "stronghold": "♜", "feature": "★", "portal": "◎"}
SHORT = 14

ARMY_COLUMNS = ("name", "side", "rank", "at", "units", "legend", "factions", "list", "turns")
OWN_COLUMNS = (*ARMY_COLUMNS, "player")
BATTLE_COLUMNS = ("number", "battle", "first", "second", "plane")
STRUCTURE_COLUMNS = ("name", "kind", "at", "owner", "effect", "control", "state", "note")


@lru_cache(maxsize=65536)
def _cell(text: str | int | None, style: str, note: str | None = None) -> Cell:
    return Cell(text, style, note)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- the maps ----------------------------------------------------------------------------------------------------------


def draw_plane(view: View, tab_template: TabTemplate, name: str) -> Grid:
    """Draw a plane: its terrain, and who and what is on each square (CPW-19).

    An empty square shows its name, and its terrain by its fill; a note says what is known of the others (CPW-21).
    """
    world = view.world
    plane = world.planes[name]
    here = _armies_by_place(view)
    fights = {battle.place: battle for battle in view.battles}
    rows: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(_score(view), "score"),)]
    rows.append((EMPTY, *(_cell(str(column + 1), "map.edge") for column in range(plane.squares.columns))))
    for row in range(plane.squares.rows):
        cells = [_cell(letters(row), "map.edge")]
        for column in range(plane.squares.columns):
            place = f"{name} {plane.squares.name(column, row)}"
            cells.append(_square(view, world, place, here.get(place, ()), battle=place in fights))
        rows.append(tuple(cells))
    rows.append(())
    rows += _legend(plane, tab_template)
    pieces = {army.place: square_of(army.place) for army in view.armies if plane_of(army.place) == name}
    arrows = [
        (square_of(start), square_of(end)) for start, end in view.arrows if plane_of(start) == plane_of(end) == name
    ]
    return Grid(tuple(rows), marks=board_marks(_places(plane.squares), pieces, arrows))


@lru_cache(maxsize=16)
def _places(squares: Squares) -> dict[str, tuple[int, int]]:
    """The row and column of each square on the sheet."""
    return {
        str(squares.name(column, row)): (3 + row, 1 + column)
        for row in range(squares.rows)
        for column in range(squares.columns)
    }


def _armies_by_place(view: View) -> dict[str, tuple[Army, ...]]:
    here: dict[str, tuple[Army, ...]] = {}
    for army in view.armies:
        here[army.place] = (*here.get(army.place, ()), army)
    return here


def _score(view: View) -> str:
    score = " · ".join(f"{_capital(SIDE_NAMES[side])} {view.points[side]}" for side in SIDES)
    if view.result is not None:
        return f"🏆 {_result(view.result)} · {score}"
    return f"{score} · {view.settings.vp_target} wins"


def _result(result: Result) -> str:
    return f"{_capital(SIDE_NAMES[result.winners[0]])}: {result.reason}" if result.winners else f"Draw: {result.reason}"


def _square(view: View, world: World, place: str, armies: Sequence[Army], *, battle: bool) -> Cell:
    structure = world.by_place.get(place)
    terrain = world.terrain[place]
    note = _note(view, place, terrain, structure, armies) if structure or armies else None
    if battle:
        return _cell(BATTLE + "".join(SYMBOLS[army.side] for army in armies), "map.battle", note)
    if armies:
        return _cell(SYMBOLS[armies[0].side] + armies[0].name[:SHORT], f"map.{armies[0].side}", note)
    if structure is not None:
        ruin = structure.name in view.destroyed
        text = ICONS[structure.kind] + structure.name[:SHORT]
        return _cell(text, "map.ruin" if ruin else f"map.{structure.kind}{_faction(structure)}", note)
    return _cell(square_of(place), f"terrain.{terrain}", note)


def _faction(structure: Structure) -> str:
    """A base wears the colour of its faction (CPW-135)."""
    return f".{structure.faction}" if structure.faction else ""


def _note(view: View, place: str, terrain: str, structure: Structure | None, armies: Sequence[Army]) -> str:
    """What is known about a square (CPW-21)."""
    lines = [f"{place}: {terrain}"]
    if structure is not None:
        lines.append(f"{structure.name} ({structure.kind}){' – destroyed' if structure.name in view.destroyed else ''}")
        lines += [f"leads to {structure.leads_to}"] if structure.leads_to else []
        lines += [view.notes[structure.name]] if structure.name in view.notes else []
    for army in armies:
        lines.append(f"{army.name}: {rank_name(view.world, army)} of {SIDE_NAMES[army.side]}, {army.size:,} units")
    return "\n".join(lines)


def _legend(plane: Plane, tab_template: TabTemplate) -> Iterable[Row]:
    terrains = dict.fromkeys(plane.terrain.values())
    yield (EMPTY, *(_cell(terrain, f"terrain.{terrain}") for terrain in terrains))
    yield (EMPTY, _cell(tab_template.word("legend"), "legend"))


# -- lists -------------------------------------------------------------------------------------------------------------


def _listed(view: View, tab_template: TabTemplate, rows: Iterable[dict[str, str | int | None]], style: str) -> Grid:
    """A list with the columns of its template."""
    head: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(tab_template.help, "help"),)]
    head.append(tuple(_cell(column.heading, "heading", column.help) for column in tab_template.columns))
    for row in rows:
        head.append(tuple(_cell(row[column.field], column.style or style) for column in tab_template.columns))
    return Grid(tuple(head))


def draw_armies(view: View, tab_template: TabTemplate) -> Grid:
    """List all armies with what they are made of, which everybody may see (CPW-24)."""
    order = {side: at for at, side in enumerate((*SIDES, MERCENARIES))}
    armies = sorted(view.armies, key=lambda army: (order[army.side], army.level, army.name))
    return _listed(view, tab_template, (_army(view, army) for army in armies), "shown")


def draw_own_armies(view: View, tab_template: TabTemplate) -> Grid:
    """List the armies of the side that looks, with those who play them."""
    own = sorted((army for army in view.armies if army.side == view.side), key=lambda army: (army.level, army.name))
    return _listed(view, tab_template, (_army(view, army) for army in own), "shown")


def _army(view: View, army: Army) -> dict[str, str | int | None]:
    units = ", ".join(f"{each.count:,} {each.creature}" for each in army.units if each.count)
    seat = view.assigned.get(army.name, "")
    return {
        "name": f"{SYMBOLS[army.side]} {army.name}",
        "side": _capital(SIDE_NAMES[army.side]),
        "rank": f"{army.level} · {rank_name(view.world, army)}",
        "at": f"{army.place}{f' {BATTLE}' if army.name in view.engaged else ''}",
        "units": army.size,
        "legend": army.legend,
        "factions": ", ".join(FACTIONS[letter] for letter in army.factions),
        "list": units if army.size == sum(each.full for each in army.units) else f"{units} (full: {list_of(army)})",
        "turns": army.turns or None,
        "player": view.name_of(seat) if seat else "",
    }


def draw_battles(view: View, tab_template: TabTemplate) -> Grid:
    """List the battles that are announced (CPW-25, CPW-161)."""
    return _listed(view, tab_template, _battles(view), "shown")


def _battles(view: View) -> Iterable[dict[str, str | int | None]]:
    size = {army.name: army.size for army in view.armies}
    for battle in view.battles:
        if battle.number:
            yield {
                "number": battle.number,
                "battle": view.announcements[str(battle.number)],
                "first": ", ".join(f"{name} ({size[name]:,})" for name in battle.first),
                "second": ", ".join(f"{name} ({size[name]:,})" for name in battle.second),
                "plane": f"{plane_of(battle.place)}, {view.world.terrain[battle.place]}",
            }


def draw_structures(view: View, tab_template: TabTemplate) -> Grid:
    """List bases, strongholds, features and portals, with what combat has revealed (CPW-125)."""
    return _listed(view, tab_template, (_structure(view, each) for each in view.world.structures.values()), "shown")


def _structure(view: View, each: Structure) -> dict[str, str | int | None]:
    state = "destroyed" if each.name in view.destroyed else ""
    if each.name in view.razing:
        state = f"being destroyed, turn {view.razing[each.name]} of {view.settings.destroy_turns}"
    return {
        "name": f"{ICONS[each.kind]} {each.name}",
        "kind": f"{FACTIONS[each.faction].lower()} {each.kind}" if each.faction else each.kind,
        "at": each.place,
        "owner": _capital(SIDE_NAMES[OWNERS[each.kind]]) if each.kind in OWNERS else "",
        "effect": f"leads to {each.leads_to}" if each.kind == PORTAL else each.effect,
        "control": _capital(SIDE_NAMES[view.control[each.name]]) if each.name in view.control else "",
        "state": state,
        "note": view.notes.get(each.name, ""),
    }


def draw_texts(view: View, tab_template: TabTemplate) -> Grid:
    """The strategies for the judge, with their titles (CPW-163); to a side, those that it sent."""
    rows: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(tab_template.help, "help"),)]
    battles = {battle.number: battle for battle in view.battles}
    for each in sorted(view.sent, key=lambda each: (each.battle, each.army, each.contingency)):
        battle = battles[each.battle]
        joint = len(battle.first if each.army in battle.first else battle.second) > 1
        kill = each.kill or each.victim is not None
        player = view.name_of(each.author or view.assigned.get(each.army, ""))
        head = title(battle, player, kill=kill, joint=joint, contingency=each.contingency)
        victim = f" → {each.victim}" if each.victim else ""
        rows += [
            (_cell(f"{each.battle} · {each.army} · {head}{victim}", "text.head"),),
            (_cell(each.text, "text"),),
            (),
        ]
    if view.moves:
        rows.append((_cell(tab_template.word("moves"), "text.head"),))
        rows += [(_cell(_move(each), "text"),) for each in sorted(view.moves, key=lambda each: each.army)]
    if not view.sent and not view.moves:
        rows.append((_cell(tab_template.word("none"), "help"),))
    return Grid(tuple(rows))


def _move(order: Move) -> str:
    """An order as it was typed."""
    if order.line:
        return f"{order.army}: {order.line}"
    parts = (order.via, order.to, order.order, order.troops, order.target)
    return f"{order.army}: {' '.join(part for part in parts if part)}"


def draw_queue(view: View, tab_template: TabTemplate) -> Grid:
    """The judge's queue: forces, bonuses and odds of every battle."""
    rows: list[Row] = [(_cell(f"{tab_template.title} · {view.heading}", "title"),), (_cell(tab_template.help, "help"),)]
    for row in view.queue:
        rows.append((_cell(f"{row.battle} · {row.announcement}", "text.head"),))
        for forces, parts in ((row.first, row.first_parts), (row.second, row.second_parts)):
            added = ", ".join(f"{part.what} {part.amount:+}" for part in parts) or tab_template.word("no bonus")
            rows.append((_cell(f"{forces}: {added}", "text"),))
        rows.append((_cell(f"{tab_template.word('odds')}: {row.chance} %", "text"),))
        rows += [(_cell(text, "text"),) for text in (row.kills, row.without and f"–: {row.without}") if text]
        rows.append(())
    if not view.queue:
        rows.append((_cell(tab_template.word("none"), "help"),))
    return Grid(tuple(rows))


def draw_how_to_play(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the rules of the match with its settings."""
    lines = lines_of(view.settings, tab_template.word)
    return Grid(((_cell(tab_template.title, "title"),), *(tuple(_cell(*each) for each in line) for line in lines)))


def tally(view: View) -> Tally:
    """The victory points and the armies after each turn."""
    values: dict[str, int | float] = dict(view.points)
    for side in SIDES:
        values[f"{side}_armies"] = sum(army.side == side for army in view.armies)
    return Tally(view.turn if view.result else view.turn - 1, values)


# -- all of them -------------------------------------------------------------------------------------------------------

MARKS = ("first", "first_joint", "second", "second_joint", "first_kill", "second_escape", "second_kill", "first_escape")

_AFTER_MAPS: tuple[Tab, ...] = (
    ViewTab("armies", draw_armies, columns=ARMY_COLUMNS),
    ViewTab("battles", draw_battles, columns=BATTLE_COLUMNS),
    ViewTab("structures", draw_structures, columns=STRUCTURE_COLUMNS),
    FormTab(
        "moves",
        "moves",
        ("line", "order", "to", "via", "target", "troops"),
        ("at", "rank", "units", "status"),
        Eyes.TEAM,
        clicks=Clicks("at", ("to",)),
    ),
    FormTab("strategies", "strategies", ("author", "kill", "victim", "text"), ("battle",), Eyes.TEAM),
    FormTab("bumps", "bumps", ("writer", "line"), ("battle",), Eyes.TEAM),
    FormTab("heals", "heals", ("now",), ("at", "units"), Eyes.TEAM),
    FormTab("changes", "changes", ("units", "name", "legend"), ("now",), Eyes.TEAM),
    ViewTab("ours", draw_own_armies, Eyes.TEAM, columns=OWN_COLUMNS),
    ViewTab("sent", draw_texts, Eyes.TEAM),
    FormTab("assign", "assign", ("plays",), ("at", "fought"), Eyes.OWN),
    FormTab("concede", "concede", ("word",), (), Eyes.OWN),
    ViewTab("queue", draw_queue, Eyes.NEUTRAL),
    ViewTab("texts", draw_texts, Eyes.NEUTRAL),
    FormTab("judging", "judging", (*MARKS, "adjust", "winner", "losses", "siege", "reason"),
            ("battle", "forces", "bonuses", "odds", "notes"), Eyes.NEUTRAL),
    FormTab("approvals", "approvals", ("allow",), ("legend", "units", "now"), Eyes.NEUTRAL),
    FormTab("notes", "notes", ("structure", "text"), (), Eyes.NEUTRAL),
    FormTab("newcomers", "newcomers", ("army", "units", "name", "legend", "reason"), (), Eyes.NEUTRAL),
    FormTab("ending", "ending", ("winner", "reason"), (), Eyes.NEUTRAL),
    HistoryTab("history", tally, (*SIDES, *(f"{side}_armies" for side in SIDES))),
    ViewTab("rules", draw_how_to_play),
)  # fmt: skip


def _plane_tab(name: str) -> ViewTab:
    def draw(view: View, tab_template: TabTemplate) -> Grid:
        return draw_plane(view, tab_template, name)

    return ViewTab(f"plane.{name.lower()}", draw, template="plane", title=name)


@lru_cache(maxsize=32)
def _plane_tabs(names: tuple[str, ...]) -> tuple[ViewTab, ...]:
    return tuple(map(_plane_tab, names))


def tabs(settings: Settings) -> tuple[Tab, ...]:
    """The tabs of a match: a map for each of its planes, and the rest."""
    return (*_plane_tabs(tuple(settings.world.planes)), *_AFTER_MAPS)
