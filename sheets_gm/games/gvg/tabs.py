"""The tabs of a match: the board as a picture, the teams, the forms and the history."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter

from sheets_gm.games.gvg.board import Board, tile_name
from sheets_gm.games.gvg.command import ready_in
from sheets_gm.games.gvg.data import BLUE, COST, DPS, HEALER, RED, TANK, TEAMS, other
from sheets_gm.games.gvg.ending import score
from sheets_gm.games.gvg.how_to_play import Line, numbers, sections
from sheets_gm.games.gvg.orders import SKILL_FIELDS
from sheets_gm.games.gvg.settings import Settings
from sheets_gm.games.gvg.state import Match
from sheets_gm.games.gvg.styles import STYLES
from sheets_gm.games.gvg.views import View
from sheets_gm.kernel.english import counted, listed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, PartDrawing, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

SIGN = {DPS: "🗡", TANK: "🛡", HEALER: "🌿"}
HEART = "♥"
LONGEST_NAME = 8
"""Letters of a player's name that a tile has room for."""
JOINED = "\u2060"
"""A word joiner: keeps a sign and its label on one line."""
BULWARK, FISH, TREE, COIN, DRUM, MONSTER = "♜", "🐠", "🍁", "🟡", "🥁", "🐉"

PANEL = 5
"""Columns of the panel beside the board."""

LEGEND = (
    (f"{SIGN[DPS]} {SIGN[TANK]} {SIGN[HEALER]}", "DPS, Tank, Healer"),
    (f"{BULWARK} {FISH} {TREE}", "Bulwark, Fish, Tree"),
    (f"{COIN} {DRUM} {MONSTER}", "coin on a tile, coin of a team, Boss"),
    (f"{HEART} ✕", "HP left, knocked down"),
)


@lru_cache(maxsize=65536)
def _tile(text: str, style: str, note: str | None = None) -> Cell:
    return Cell(text, style, note)


_LEGEND: tuple[Row, ...] = tuple((_tile(sign, "legend"), _tile(meaning, "legend")) for sign, meaning in LEGEND)
_SIDES: Row = (EMPTY, _tile("Blue", "team.blue"), _tile("Red", "team.red"))


@lru_cache(maxsize=64)
def _blank(place: Board) -> tuple[tuple[Row, ...], dict[str, tuple[int, int]]]:
    """The board's rows with only the tiles' names, and the row and column of each tile."""
    rows: list[Row] = []
    where: dict[str, tuple[int, int]] = {}
    for at, row in enumerate(place.rows):
        cells = []
        for column, name in enumerate(place.columns):
            tile = f"{name}{row}"
            if tile in place.kinds:
                where[tile] = (at, column)
                cells.append(_tile(tile, f"board.{place.kinds[tile]}.name"))
            else:
                cells.append(_tile("", "board.wall"))
        rows.append((*cells, _tile(str(row), "board.edge")))
    return tuple(rows), where


@lru_cache(maxsize=64)
def _names(place: Board) -> Row:
    return tuple(Cell(name, "board.edge") for name in place.columns)


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """The board with the far Base at the top, and the scores and the legend beside it.

    It starts in the sheet's first column, so that the columns A, B, C of a board are those of the sheet.
    """
    match = view.match
    place = match.board
    tokens = _tokens(match, view.names)
    width = len(place.columns)
    top, bottom = place.top, other(place.top)
    blank, where = _blank(place)
    squares = [list(row) for row in blank]
    held = _held(match)
    structures = (*match.bulwarks, *place.fish.values())
    for tile in {**dict.fromkeys(structures), **tokens}:
        if tile in where:
            row, column = where[tile]
            squares[row][column] = _square(match, place, tile, tokens.get(tile, []), held.get(tile, ""))
    rows: list[Row] = [
        (Cell(f"{tab_template.title} · {view.heading}", "title"),),
        (),
        _base_row(match, top, width, tokens),
        *map(tuple, squares),
        _base_row(match, bottom, width, tokens),
        _names(place),
    ]
    sentences = _beside(rows, view, tab_template, width)
    bases = (2, 3 + len(place.rows))
    return Grid(
        tuple(rows),
        (*(Area(at, 0, at + 1, width) for at in bases), *sentences),
        marks=board_marks(_places(place), arrows=view.arrows),
    )


@lru_cache(maxsize=64)
def _places(place: Board) -> dict[str, tuple[int, int]]:
    """The row and column of each tile and Base on the sheet, by its name there."""
    top, bottom = place.top, other(place.top)
    bases = {tile_name(place.bases[top]): (2, 0), tile_name(place.bases[bottom]): (3 + len(place.rows), 0)}
    return {**{tile: (3 + row, column) for tile, (row, column) in _blank(place)[1].items()}, **bases}


def _held(match: Match) -> dict[str, str]:
    """Which team's standing players are on each tile: a team, or "both"."""
    held: dict[str, str] = {}
    for player in match.players:
        if not player.down:
            before = held.get(player.at, player.team)
            held[player.at] = player.team if before == player.team else "both"
    return held


def _tokens(match: Match, names: Mapping[str, str]) -> dict[str, list[str]]:
    """The players, Trees, coins and Boss on each tile."""
    tokens: dict[str, list[str]] = {}
    called = _called(match, names)
    carriers = {tree.carrier: owner for owner, tree in match.trees.items() if tree.carrier}
    for player in match.players:
        mark = "✕" if player.down else SIGN[player.role]
        load = TREE if player.seat in carriers else ""
        tokens.setdefault(player.at, []).append(f"{load}{mark}{JOINED}{called[player.seat]}")
    for owner, tree in match.trees.items():
        if not match.fish[owner] and tree.carrier is None:
            tokens.setdefault(tree.at, []).insert(0, TREE)
    for tile in match.coins:
        tokens.setdefault(tile, []).insert(0, COIN)
    if match.boss is not None:
        hearts = HEART * match.boss.hp
        tokens.setdefault(match.boss.at, []).insert(0, f"{MONSTER}{hearts}")
    return tokens


def _called(match: Match, names: Mapping[str, str]) -> dict[str, str]:
    """What the board calls each player: its first name, shortened; its seat where two would be called the same."""
    short = {player.seat: _shortened(names.get(player.seat, "")) for player in match.players}
    counts = Counter(short.values())
    return {seat: name if name and counts[name] == 1 else seat for seat, name in short.items()}


@lru_cache(maxsize=1024)
def _shortened(name: str) -> str:
    first = name.partition(" ")[0]
    return first if len(first) <= LONGEST_NAME else f"{first[: LONGEST_NAME - 1]}…"


def _square(match: Match, place: Board, tile: str, words: list[str], held: str) -> Cell:
    kind = place.kinds[tile]
    style = "board.both" if held == "both" else f"board.held.{held}" if held else f"board.{kind}"
    if kind in ("bulwark", "fish"):
        owner = place.owners[tile]
        hearts = match.bulwarks[tile] if kind == "bulwark" else match.fish[owner]
        sign = BULWARK if kind == "bulwark" else FISH
        here = [f"{sign}{HEART * hearts}" if hearts else "ruin", *words]
        ruin = style if held else "board.ruin"
        return _tile(" ".join(here), f"board.{owner}.{kind}" if hearts else ruin)
    return _tile(" ".join(words), style)


def _base_row(match: Match, team: str, width: int, tokens: dict[str, list[str]]) -> Row:
    drums = DRUM * match.teams[team].coins  # GVG-66: a team's coins are the drums above its Base
    here = " ".join(tokens.get(match.board.bases[team], []))
    text = f"{team.upper()} BASE {drums}  {here}".rstrip()
    style = f"board.base.{team}"
    return (_tile(text, style), *(_tile("", style),) * (width - 1))


def _beside(rows: list[Row], view: View, tab_template: TabTemplate, width: int) -> list[Area]:
    """Add the panel beside the board: the scores, what happened in the last turn, and the legend.

    Returns the areas of its sentences, which are as wide as the panel and wrapped.
    """
    match = view.match
    left = width + 2
    panel: list[Row] = [_SIDES]
    for name, values in _scores(match):
        panel.append((_tile(tab_template.word(name), "panel"), *(_tile(str(value), "panel.score") for value in values)))
    areas: list[Area] = []

    def sentence(text: str, style: str, down: int = 1) -> None:
        top = 2 + len(panel)
        panel.append((_tile(text, style), *(_tile("", style),) * (PANEL - 1)))
        panel.extend([()] * (down - 1))
        areas.append(Area(top, left, top + down, left + PANEL))

    panel.append(())
    if match.result is not None:
        sentence(_result(match, view.names), "panel.result", 2)
    if view.news:
        panel.append((_tile(tab_template.words.get("news", "Last turn"), "panel"),))
        for line in view.news:
            sentence(line, "panel.news")
    panel += [(), *_LEGEND]
    for at, cells in enumerate(panel, start=2):
        if at < len(rows) and cells:
            row = rows[at]
            rows[at] = (*row, *(EMPTY,) * (left - len(row)), *cells)
    return [area for area in areas if area.bottom <= len(rows)]


def _result(match: Match, names: Mapping[str, str]) -> str:
    """Who wins, with the players' names, and why: “Ana, Ben and Cleo (Blue) win: ...”."""
    assert match.result is not None
    winner = match.result.winners[0] if match.result.winners else None
    if winner is None:
        return f"Draw: {match.result.reason}"
    people = [names[player.seat] for player in match.players if player.team == winner and player.seat in names]
    whole = f"{listed(people)} ({winner.capitalize()})" if people else winner.capitalize()
    return f"{whole} {'win' if len(people) > 1 else 'wins'}: {match.result.reason}"


def _scores(match: Match) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return (
        ("coins", tuple(match.teams[team].coins for team in TEAMS)),
        ("charges", tuple(match.teams[team].charges for team in TEAMS)),
        ("tree", tuple(match.progress(team) for team in TEAMS)),
        ("bulwarks", tuple(score(match, team, "bulwarks") for team in TEAMS)),
        ("bulwark_hp", tuple(score(match, team, "bulwark_hp") for team in TEAMS)),
        ("fish_hp", tuple(score(match, team, "fish_hp") for team in TEAMS)),
    )


def draw_teams(view: View, tab_template: TabTemplate) -> Grid:
    """Each team's coins, skills and players, side by side."""
    match = view.match
    rows: list[Row] = [(Cell(f"{tab_template.title} · {view.heading}", "title"),), ()]
    columns = [_team(match, view.names, tab_template, team) for team in (BLUE, RED)]
    for at in range(max(map(len, columns))):
        left, right = (column[at] if at < len(column) else (EMPTY,) * 4 for column in columns)
        rows.append((*left, EMPTY, *right))
    return Grid(tuple(rows), (Area(2, 0, 3, 4), Area(2, 5, 3, 9)))


def _team(match: Match, names: Mapping[str, str], tab_template: TabTemplate, team: str) -> list[Row]:
    purse = match.teams[team]
    rows: list[Row] = [(_tile(team.capitalize(), f"team.{team}"), *(_tile("", f"team.{team}"),) * 3)]
    rows.append(
        (_tile(tab_template.word("coins"), "label"), _tile(DRUM * purse.coins or "none", "shown"), EMPTY, EMPTY)
    )
    rows.append((_tile(tab_template.word("charges"), "label"), _tile(str(purse.charges), "shown"), EMPTY, EMPTY))
    effects = match.effects.get(team, ())
    for skill in COST:
        wait = ready_in(match, team, skill)
        price = DRUM * match.settings.skill_costs[skill]
        rows.append(
            _skill(skill, price, "active" if skill in effects else f"in {counted(wait, 'turn')}" if wait else "ready")
        )
    rows.append((EMPTY,) * 4)
    rows.append(tuple(_tile(tab_template.word(name), "heading") for name in ("seat", "role", "at", "status")))
    carriers = {tree.carrier for tree in match.trees.values()}
    for player in match.players:
        if player.team != team:
            continue
        status = "knocked down" if player.down else "carries the Tree" if player.seat in carriers else "stands"
        rows.append(_player(names.get(player.seat, player.seat), team, player.role, tile_name(player.at), status))
    return rows


@lru_cache(maxsize=256)
def _skill(skill: str, price: str, on: str) -> Row:
    word = on.split(maxsplit=1)[0]
    return (_tile(skill, "label"), _tile(price, "shown"), _tile(on, f"skill.{word}"), EMPTY)


@lru_cache(maxsize=4096)
def _player(called: str, team: str, role: str, at: str, status: str) -> Row:
    name = _tile(called, f"player.{team}")
    return (name, _tile(f"{SIGN[role]} {role}", "shown"), _tile(at, "shown"), _tile(status, "shown"))


def _how_to_play(settings: Settings, tab_template: TabTemplate) -> Grid:
    """The rules of this match: the template's words, chosen by the match's settings and filled in with its numbers."""
    values = numbers(settings)
    rows: list[Row] = [(Cell(tab_template.title, "title"),)]
    for section in sections(settings):
        rows += [(), (Cell(tab_template.word(section.heading), "rule.head"),)]
        rows += [_rule(line, tab_template, values) for line in section.lines]
    return Grid(tuple(rows))


draw_how_to_play = PartDrawing(attrgetter("match.settings"), _how_to_play)
"""Draws the rules of a match with its settings."""


def _rule(line: Line, tab_template: TabTemplate, values: Mapping[str, str]) -> Row:
    text = line.text if line.plain else _filled(tab_template.word(line.text), values)
    return (Cell(line.name, "rule.name"), Cell(line.value, "rule.value"), Cell(text, "rule"))


def _filled(text: str, values: Mapping[str, str]) -> str:
    """*text* with its `{placeholders}` replaced; one that is not known stays as it is."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


def tally(view: View) -> Tally:
    """Each team's coins, and the HP that its Bulwarks and its Fish have left, after each turn."""
    match = view.match
    values: dict[str, int] = {}
    for team in TEAMS:
        values[f"{team}_coins"] = match.teams[team].coins
        values[f"{team}_hearts"] = match.fish[team] + sum(match.bulwarks[tile] for tile in match.board.bulwarks[team])
    return Tally(match.turn if match.result else match.turn - 1, values)


TABS = (
    ViewTab("board", draw_board, styles=STYLES, board=True),
    FormTab(
        "orders",
        "orders",
        ("move_to", "mode", "action"),
        ("role", "at", "roll", "status"),
        clicks=Clicks("at", ("move_to",)),
    ),
    FormTab("odds", "odds", ("tile", "against"), ("win", "lose"), Eyes.OWN, ask=True, later=True),
    # a template may have fewer columns for skills: its captains then use fewer in a turn
    FormTab("commands", "commands", SKILL_FIELDS[:3], (*SKILL_FIELDS[3:], "team", "coins", "charges", "cooldowns")),
    FormTab("archery", "archery", ("blue", "red", "winner"), ("score",)),
    ViewTab("teams", draw_teams),
    HistoryTab("history", tally, tuple(f"{team}_{what}" for what in ("coins", "hearts") for team in TEAMS)),
    ViewTab("rules", draw_how_to_play),
)
