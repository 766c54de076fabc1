"""The tabs of a match: a map for each plane, the armies, battles, structures, and the forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import SIDE_NAMES, SIDES
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.state import Army
from sheets_gm.games.war_game.rules.combat.strategies import title
from sheets_gm.games.war_game.tabs import listings
from sheets_gm.games.war_game.tabs.how_to_play import lines_of
from sheets_gm.games.war_game.tabs.squares import armies_by_place, fitted, floor, ground, square
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.english import capitalized
from sheets_gm.kernel.geometry.square import Squares
from sheets_gm.kernel.letters import letters
from sheets_gm.kernel.outcome import Result
from sheets_gm.sheet.grid import EMPTY, Area, Grid, Row
from sheets_gm.sheet.how_to_play import page_top
from sheets_gm.sheet.marks import Token, board_marks
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, PartDrawing, Says, Tab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

# -- the maps ----------------------------------------------------------------------------------------------------------


WIDE = 2
"""The columns that the name of a terrain takes in the legend, so that a narrow column cuts none."""


def draw_plane(view: View, tab_template: TabTemplate, name: str) -> Grid:
    """Draw a plane: its terrain, and the army, battle or structure on each square (CPW-19).

    An empty square shows its name and the sign of its terrain, which the legend explains. A note says what is known
    about each of the others (CPW-21).
    """
    plane = view.world.planes[name]
    here = armies_by_place(view)
    fights = {battle.place: battle for battle in view.battles}
    rows: list[Row] = [(fixed(f"{tab_template.title} · {view.heading}", "title"),), (fixed(_score(view), "score"),)]
    rows.append((EMPTY, *(fixed(str(column + 1), "map.edge") for column in range(plane.squares.columns))))
    for row, places in enumerate(_rows_of_places(plane.squares, name)):
        squares = (square(view, place, here.get(place, ()), fights.get(place)) for place in places)
        rows.append((fixed(letters(row), "map.edge"), *(fixed(*each) for each in squares)))
    rows.append(())
    terrains = [ground(terrain) for terrain in dict.fromkeys(plane.terrain.values())]
    legend = [Area(len(rows), at, len(rows) + 1, at + WIDE) for at in range(1, 1 + WIDE * len(terrains), WIDE)]
    rows.append((EMPTY, *(cell for each in terrains for cell in (fixed(*each), *[EMPTY] * (WIDE - 1)))))
    rows.append((EMPTY, fixed(tab_template.word("legend"), "legend")))
    on_plane = [army for army in view.armies if plane_of(army.place) == name]
    pieces = {army.place: square_of(army.place) for army in view.armies if plane_of(army.place) == name}
    arrows = [
        (square_of(start), square_of(end)) for start, end in view.arrows if plane_of(start) == plane_of(end) == name
    ]
    return Grid(
        tuple(rows),
        tuple(legend),
        marks=board_marks(
            _places(plane.squares), pieces, arrows, _tokens(on_plane, view.assigned), _floors(view, on_plane)
        ),
    )


def _tokens(armies: Iterable[Army], assigned: Mapping[str, str]) -> dict[str, tuple[Token, ...]]:
    """Return the armies by square, as a web page shows them, with the seats that they are *assigned* to."""
    tokens: dict[str, tuple[Token, ...]] = {}
    for army in armies:
        at = square_of(army.place)
        name, seat = fitted(army.name).replace("\n", " "), assigned.get(army.name, "")
        tokens[at] = (*tokens.get(at, ()), Token(name, army.side, seat=seat))
    return tokens


def _floors(view: View, armies: Iterable[Army]) -> dict[str, tuple[str, str]]:
    """Return the sign and the style of each square with an army: those of its battle, structure or terrain."""
    fights = {battle.place for battle in view.battles}
    return {square_of(army.place): floor(view, army.place, fought=army.place in fights) for army in armies}


@lru_cache(maxsize=16)
def _rows_of_places(squares: Squares, name: str) -> tuple[tuple[str, ...], ...]:
    """Return the places of the plane called *name*, row by row."""
    columns, rows = range(squares.columns), range(squares.rows)
    return tuple(tuple(f"{name} {squares.name(column, row)}" for column in columns) for row in rows)


@lru_cache(maxsize=16)
def _places(squares: Squares) -> dict[str, tuple[int, int]]:
    """Return the row and column of each square on the sheet."""
    return {
        str(squares.name(column, row)): (3 + row, 1 + column)
        for row in range(squares.rows)
        for column in range(squares.columns)
    }


def _score(view: View) -> str:
    if view.result is not None:
        score = " · ".join(f"{capitalized(SIDE_NAMES[side])} {view.points[side]}" for side in SIDES)
        return f"🏆 {_result(view.result)} · victory points: {score}"
    score = " · ".join(f"{SIDE_NAMES[side]} {view.points[side]}" for side in SIDES)
    return f"Victory points: {score} · {view.settings.vp_target} to win"


def _result(result: Result) -> str:
    return (
        f"{capitalized(SIDE_NAMES[result.winners[0]])}: {result.reason}" if result.winners else f"Draw: {result.reason}"
    )


# -- lists -------------------------------------------------------------------------------------------------------------


def _listed(view: View, tab_template: TabTemplate, rows: Iterable[listings.Row], style: str) -> Grid:
    """Draw a list with the columns of its template."""
    head: list[Row] = [(fixed(f"{tab_template.title} · {view.heading}", "title"),), (fixed(tab_template.help, "help"),)]
    head.append(tuple(fixed(column.heading, "heading", column.help) for column in tab_template.columns))
    for row in rows:
        head.append(tuple(fixed(row[column.field], column.style or style) for column in tab_template.columns))
    return Grid(tuple(head))


BUMPS = "Bump requests"
"""The heading of the requests for who leaves a square, unless the template has its own text ("bumps")."""

TURN = "Turn {}"
"""The title of an earlier movement, unless the template has its own text ("turn")."""

HEAD = 3
"""The rows of a list above its first line."""


def draw_list(rows: Callable[[View], Iterable[listings.Row]], none: str = "") -> Callable[[View, TabTemplate], Grid]:
    """Return a drawing of a list of *rows*. If the list is empty it shows the template's word *none*."""

    def draw(view: View, tab_template: TabTemplate) -> Grid:
        grid = _listed(view, tab_template, rows(view), "shown")
        empty = none and len(grid.rows) == HEAD
        return Grid((*grid.rows, (fixed(tab_template.word(none), "help"),))) if empty else grid

    return draw


def draw_marches(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the last turn with movement. The title names the turn if it was an earlier one."""
    heading = view.heading if view.marched is None else tab_template.words.get("turn", TURN).format(view.marched.turn)
    return draw_list(listings.marches, "none")(view.but(heading=heading), tab_template)


def draw_texts(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the strategies with their titles (CPW-163), the bump requests and the movement: all for the judge, a side's
    for itself.
    """
    rows: list[Row] = [(fixed(f"{tab_template.title} · {view.heading}", "title"),), (fixed(tab_template.help, "help"),)]
    battles = {battle.number: battle for battle in view.battles}
    for each in sorted(view.sent, key=lambda each: (each.battle, each.army, each.contingency)):
        battle = battles[each.battle]
        joint = len(battle.first if each.army in battle.first else battle.second) > 1
        kill = each.kill or each.victim is not None
        player = view.name_of(each.author or view.assigned.get(each.army, ""))
        head = title(battle, player, kill=kill, joint=joint, contingency=each.contingency)
        victim = f" → {each.victim}" if each.victim else ""
        rows += [
            (fixed(f"{each.battle} · {each.army} · {head}{victim}", "text.head"),),
            (fixed(each.text, "text"),),
            (),
        ]
    bumps = [f"{each.battle} · Joint engage bump: {each.army} > {square_of(each.place)}" for each in view.bumps]
    for name, lines in (("bumps", bumps), ("moves", view.ordered)):
        if lines:
            rows.append((fixed(tab_template.words.get(name, BUMPS if name == "bumps" else name), "text.head"),))
            rows += [(fixed(line, "text"),) for line in lines]
    if len(rows) == HEAD - 1:
        rows.append((fixed(tab_template.word("none"), "help"),))
    return Grid(tuple(rows))


def draw_queue(view: View, tab_template: TabTemplate) -> Grid:
    """The judge's queue: forces, bonuses and odds of every battle."""
    rows: list[Row] = [(fixed(f"{tab_template.title} · {view.heading}", "title"),), (fixed(tab_template.help, "help"),)]
    for row in view.queue:
        rows.append((fixed(f"{row.battle} · {row.announcement}", "text.head"),))
        for forces, parts in ((row.first, row.first_parts), (row.second, row.second_parts)):
            added = ", ".join(f"{part.what} {part.amount:+}" for part in parts) or tab_template.word("no bonus")
            rows.append((fixed(f"{forces}: {added}", "text"),))
        odds = f"{row.default}, by default" if row.default else f"{row.chance} %"
        rows.append((fixed(f"{tab_template.word('odds')}: {odds}", "text"),))
        without = f"{tab_template.word('without')}: {row.without}" if row.without else ""
        rows += [(fixed(text, "text"),) for text in (row.kills, without) if text]
        rows.append(())
    if not view.queue:
        rows.append((fixed(tab_template.word("none"), "help"),))
    return Grid(tuple(rows))


def _how_to_play(settings: Settings, tab_template: TabTemplate) -> Grid:
    """Draw the rules of the match with its settings."""
    lines = lines_of(settings, tab_template.words)
    return Grid((*page_top(tab_template), *(tuple(fixed(*each) for each in line) for line in lines)))


draw_how_to_play = PartDrawing(attrgetter("settings"), _how_to_play)
"""Draws the rules of a match with its settings."""


def tally(view: View) -> Tally:
    """Return the victory points and the number of armies after each turn."""
    values: dict[str, int | float] = dict(view.points)
    for side in SIDES:
        values[f"{side}_armies"] = sum(army.side == side for army in view.armies)
    return Tally(view.turn if view.result else view.turn - 1, values)


# -- all of them -------------------------------------------------------------------------------------------------------

MARKS = ("first", "first_joint", "second", "second_joint", "first_kill", "second_escape", "second_kill", "first_escape")

JUDGE = ("judging", "seats")
"""Behind what the rare forms of a judge stand; the first is hidden in a shared workbook while nothing is judged."""

_MARCH = Says(
    ("{seat}: where to? Tap a lit square.",),
    ("{seat}", "{line:=}{order:=goes|engage=engages|intercept=intercepts|replace=replaces|garrison=garrisons|*=: $}",
     "{target}", "{order:=to|*=in} {to}", ": {line}"),
    ("{line}", "{order}", "{to}", "{target}"),
    stay="All stay",
    pieces="armies that can move have orders",
)  # fmt: skip
_TEXT = Says(
    ("{battle}: write how you fight.",),
    ("{battle}", "“{text}”", "{kill:TRUE=Try to kill} {victim}"),
    ("{text}",),  # CPW-191: a kill attempt without a text does not count
    ("{text:=Send without a text|*=Send}",),
    pieces="battles have a text",
)
_RULING = Says(
    ("{battle}: mark both texts.",),
    ("{battle}:", "{first} to {second}.", "{winner:first=The first side wins.|second=The second side wins.}"),
    ("{first}", "{second}", "{winner}"),
    ("Rule",),
    pieces="battles are judged",
    texts=(("first_text", "first"), ("second_text", "second")),
    rare=(*MARKS[1:2], *MARKS[3:], "winner", "adjust", "losses", "siege"),
)

_AFTER_MAPS: tuple[Tab, ...] = (
    ViewTab("armies", draw_list(listings.all_armies), columns=listings.ARMY_COLUMNS, behind=("ours",)),
    ViewTab("battles", draw_list(listings.announced_battles, "none"), columns=listings.BATTLE_COLUMNS,
            behind=("strategies", "report")),
    ViewTab("marches", draw_marches, columns=listings.MARCH_COLUMNS, behind=("report",)),
    ViewTab("results", draw_list(listings.battle_results, "none"), columns=listings.RESULT_COLUMNS,
            behind=("report",)),
    ViewTab("structures", draw_list(listings.all_structures), columns=listings.STRUCTURE_COLUMNS,
            behind=("ours", "armies")),
    FormTab("moves", "moves", ("line", "order", "to", "via", "target", "troops"), ("at", "rank", "units", "status"),
            Eyes.TEAM, says=_MARCH,
            clicks=Clicks("at", ("to",), lines=(("line", " > "),), beside=("order", "target"))),
    FormTab("strategies", "strategies", ("author", "kill", "victim", "text"), ("battle",), Eyes.TEAM, says=_TEXT),
    FormTab("contingencies", "contingencies", ("author", "kill", "victim", "text"), ("battle",), Eyes.TEAM,
            says=_TEXT, behind=("strategies",)),
    FormTab("bumps", "bumps", ("writer", "line"), ("battle",), Eyes.TEAM, behind=("strategies",)),
    FormTab("heals", "heals", ("now",), ("at", "units"), Eyes.TEAM, behind=("moves",)),
    FormTab("changes", "changes", ("units", "name", "legend"), ("now",), Eyes.TEAM, behind=("moves",)),
    FormTab("ask_army", "ask_army", ("army", "at"), ("reach", "threats"), Eyes.TEAM, ask=True),
    FormTab("ask_battle", "ask_battle", ("battle", "first", "second", "killer", "kill", "escape"),
            ("first_wins", "second_wins", "killed"), Eyes.TEAM, ask=True, behind=("ask_army",)),
    ViewTab("ours", draw_list(listings.own_armies), Eyes.TEAM, columns=listings.ARMY_COLUMNS),
    ViewTab("sent", draw_texts, Eyes.TEAM, behind=("report",)),
    FormTab("assign", "assign", ("plays",), ("at", "now", "fought"), Eyes.OWN, behind=("ours", "seats")),
    FormTab("concede", "concede", ("word",), (), Eyes.OWN, behind=("seats",)),
    FormTab("judging", "judging", (*MARKS, "adjust", "winner", "losses", "siege", "reason"),
            ("battle", "forces", "bonuses", "odds", "notes", "first_text", "second_text"), Eyes.NEUTRAL, says=_RULING),
    ViewTab("texts", draw_texts, Eyes.NEUTRAL),
    ViewTab("queue", draw_queue, Eyes.NEUTRAL, behind=("judging",)),
    FormTab("approvals", "approvals", ("allow",), ("legend", "units", "now"), Eyes.NEUTRAL, behind=JUDGE),
    FormTab("amend", "amend", ("battle", "winner", "losses", "reason"), (), Eyes.NEUTRAL, behind=JUDGE),
    FormTab("notes", "notes", ("structure", "text"), (), Eyes.NEUTRAL, behind=JUDGE),
    FormTab("newcomers", "newcomers", ("army", "units", "name", "legend", "reason"), (), Eyes.NEUTRAL, behind=JUDGE),
    FormTab("ending", "ending", ("winner", "reason"), (), Eyes.NEUTRAL, behind=JUDGE),
    HistoryTab("history", tally, (*SIDES, *(f"{side}_armies" for side in SIDES))),
    ViewTab("rules", draw_how_to_play),
)  # fmt: skip


STYLES = (
    "map.edge", "terrain.plains", "terrain.islands", "terrain.swamp", "terrain.mountains", "terrain.forest",
    "terrain.ocean", "map.coalition", "map.phyrexia", "map.mercenaries", "map.battle", "map.base.W",
    "map.base.U", "map.base.B", "map.base.R", "map.base.G", "map.stronghold", "map.feature", "map.portal",
    "map.ruin", "score", "legend", "text", "text.head", "rule", "rule.head", "rule.value",
)  # fmt: skip
"""The styles of the template with which the tabs of this game are drawn."""


def _plane_key(name: str) -> str:
    return f"plane.{name.lower()}"


def _plane_tab(name: str, first: str = "") -> ViewTab:
    def draw(view: View, tab_template: TabTemplate) -> Grid:
        return draw_plane(view, tab_template, name)

    behind = (_plane_key(first),) if first else ()
    return ViewTab(_plane_key(name), draw, template="plane", title=name, styles=STYLES, board=True, behind=behind)


@lru_cache(maxsize=32)
def _plane_tabs(names: tuple[str, ...]) -> tuple[ViewTab, ...]:
    return (*map(_plane_tab, names[:1]), *(_plane_tab(name, names[0]) for name in names[1:]))


def tabs(settings: Settings) -> tuple[Tab, ...]:
    """The tabs of a match: a map for each of its planes, and the rest."""
    return (*_plane_tabs(tuple(settings.world.planes)), *_AFTER_MAPS)
