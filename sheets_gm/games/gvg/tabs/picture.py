"""The board as a picture, with the scores and the legend next to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sheets_gm.games.gvg.data.board import Board, tile_name
from sheets_gm.games.gvg.data.words import DPS, HEALER, TANK, TEAMS, other
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.ending import score
from sheets_gm.games.gvg.tabs.signs import BULWARK, COIN, DRUM, FISH, HEART, MONSTER, SIDE, SIGN, TREE
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import Token, board_marks
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import TabTemplate

LONGEST_NAME = 8
"""Letters of a player's name that a tile has room for."""
JOINED = "\u2060"
"""A word joiner: keeps a sign and its label on one line."""

PANEL = 5
"""Columns of the panel beside the board."""

LEGEND = (
    (f"{SIGN[DPS]} {SIGN[TANK]} {SIGN[HEALER]}", "DPS, Tank, Healer"),
    (f"{BULWARK} {FISH} {TREE}", "Bulwark, Fish, Tree"),
    (f"{COIN} {DRUM} {MONSTER}", "coin on a tile, coin of a team, Boss"),
    (f"{HEART} ✕", "HP left, knocked down"),
)


_LEGEND: tuple[Row, ...] = tuple(
    (fixed(sign, "legend"), fixed(meaning, "legend"), *(fixed("", "legend"),) * (PANEL - 2)) for sign, meaning in LEGEND
)
_SIDES: Row = (EMPTY, *(fixed(f"{SIDE[team]} {team.capitalize()}", f"team.{team}") for team in TEAMS))


@lru_cache(maxsize=64)
def _blank(place: Board) -> tuple[tuple[Row, ...], dict[str, tuple[int, int]]]:
    """Return the board's rows with only the names of tiles, and the row and column of each tile."""
    rows: list[Row] = []
    where: dict[str, tuple[int, int]] = {}
    for at, row in enumerate(place.rows):
        cells = []
        for column, name in enumerate(place.columns):
            tile = f"{name}{row}"
            if tile in place.kinds:
                where[tile] = (at, column)
                cells.append(fixed(tile, f"board.{place.kinds[tile]}.name"))
            else:
                cells.append(fixed("", "board.wall"))
        rows.append((*cells, fixed(str(row), "board.edge")))
    return tuple(rows), where


@lru_cache(maxsize=64)
def _names(place: Board) -> Row:
    return tuple(Cell(name, "board.edge") for name in place.columns)


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the board with the far Base at the top, and the scores and the legend next to it.

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
    texts = _beside(rows, view, tab_template, width)
    bases = (2, 3 + len(place.rows))
    return Grid(
        tuple(rows),
        (*(Area(at, 0, at + 1, width) for at in bases), *texts),
        marks=board_marks(
            _places(place), arrows=view.arrows, tokens=_pieces(match, view.names), floors=_floors(match, held)
        ),
    )


@lru_cache(maxsize=64)
def _places(place: Board) -> dict[str, tuple[int, int]]:
    """Return the row and column of each tile and Base on the sheet, by its name there."""
    top, bottom = place.top, other(place.top)
    bases = {tile_name(place.bases[top]): (2, 0), tile_name(place.bases[bottom]): (3 + len(place.rows), 0)}
    return {**{tile: (3 + row, column) for tile, (row, column) in _blank(place)[1].items()}, **bases}


def _held(match: Match) -> dict[str, str]:
    """Return the team whose standing players are on each tile, or "both"."""
    held: dict[str, str] = {}
    for player in match.players:
        if not player.down:
            before = held.get(player.at, player.team)
            held[player.at] = player.team if before == player.team else "both"
    return held


def _tokens(match: Match, names: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the players, Trees, coins and Boss on each tile."""
    tokens: dict[str, list[str]] = {}
    called = _called(match, names)
    carriers = match.carriers
    for player in match.players:
        mark = "✕" if player.down else SIGN[player.role]
        load = TREE if player.seat in carriers else ""
        tokens.setdefault(player.at, []).append(f"{SIDE[player.team]}{JOINED}{load}{mark}{JOINED}{called[player.seat]}")
    for owner, tree in match.trees.items():
        if not match.fish[owner] and tree.carrier is None:
            tokens.setdefault(tree.at, []).insert(0, TREE)
    for tile in match.coins:
        tokens.setdefault(tile, []).insert(0, COIN)
    if match.boss is not None:
        hearts = HEART * match.boss.hp
        tokens.setdefault(match.boss.at, []).insert(0, f"{MONSTER}{hearts}")
    return tokens


def _pieces(match: Match, names: Mapping[str, str]) -> dict[str, list[Token]]:
    """Return the standing structures, the Boss and the players for a web page, by tile."""
    pieces: dict[str, list[Token]] = {}
    called, place, settings = _called(match, names), match.board, match.settings
    for tile, hp in match.bulwarks.items():
        if hp:
            pieces.setdefault(tile, []).append(
                Token("Bulwark", place.owners[tile], (hp, settings.bulwark_hp), sign=BULWARK)
            )
    for owner, tile in place.fish.items():
        if hp := match.fish[owner]:
            pieces.setdefault(tile, []).append(Token("Fish", owner, (hp, settings.fish_hp), sign=FISH))
    if match.boss is not None:
        boss = Token("Boss", health=(match.boss.hp, settings.boss_hp), sign=MONSTER)
        pieces.setdefault(tile_name(match.boss.at), []).append(boss)
    for player in match.players:
        sign = "✕" if player.down else TREE if player.seat in match.carriers else SIGN[player.role]
        token = Token(called[player.seat], player.team, face=True, sign=sign, out=bool(player.down))
        pieces.setdefault(tile_name(player.at), []).append(token)
    return pieces


def _floors(match: Match, held: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the text and the style of the ground under pieces, by tile."""
    place = match.board
    ends = {at: (_base_text(match, team), f"board.base.{team}") for team, at in place.bases.items()}
    fallen = [tree.at for owner, tree in match.trees.items() if not match.fish[owner] and tree.carrier is None]
    signs = dict.fromkeys(match.coins, COIN) | dict.fromkeys(fallen, TREE)
    tiles = (*match.bulwarks, *place.fish.values(), *held)
    taken = {tile: (signs.get(tile, ""), _ground(place, tile)) for tile in tiles if tile in place.kinds}
    return taken | {tile_name(at): end for at, end in ends.items()}


def _ground(place: Board, tile: str) -> str:
    """Return the style of an empty tile. Structures have the colour of their team."""
    kind = place.kinds[tile]
    return f"board.{place.owners[tile]}.{kind}" if kind in ("bulwark", "fish") else f"board.{kind}"


def _called(match: Match, names: Mapping[str, str]) -> dict[str, str]:
    """Return each player's name on the board: the first name, shortened; the seat if two names would be equal."""
    short = {player.seat: _shortened(names.get(player.seat, "")) for player in match.players}
    every = [*short.values()]
    return {seat: name if name and every.count(name) == 1 else seat for seat, name in short.items()}


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
        here = [f"{SIDE[owner]}{sign}{HEART * hearts}" if hearts else "ruin", *words]
        ruin = style if held else "board.ruin"
        return fixed(" ".join(here), f"board.{owner}.{kind}" if hearts else ruin)
    return fixed(" ".join(words), style)


def _base_row(match: Match, team: str, width: int, tokens: dict[str, list[str]]) -> Row:
    here = " ".join(tokens.get(match.board.bases[team], []))
    text = f"{_base_text(match, team)}  {here}".rstrip()
    style = f"board.base.{team}"
    return (fixed(text, style), *(fixed("", style),) * (width - 1))


def _base_text(match: Match, team: str) -> str:
    """Return the name of a Base with its team's coins, which are the drums above it (GVG-66)."""
    return f"{SIDE[team]} {team.upper()} BASE {DRUM * match.teams[team].coins}".rstrip()


def _beside(rows: list[Row], view: View, tab_template: TabTemplate, width: int) -> list[Area]:
    """Add the panel next to the board: the scores, the events of the last turn, and the legend.

    Returns the areas of its texts. They are as wide as the panel, so that no text makes a row of the board higher.
    """
    match = view.match
    left = width + 2
    panel: list[Row] = [_SIDES]
    for name, values in _scores(match):
        panel.append((fixed(tab_template.word(name), "panel"), *(fixed(str(value), "panel.score") for value in values)))
    areas: list[Area] = []

    def sentence(text: str, style: str, down: int = 1) -> None:
        top = 2 + len(panel)
        panel.append((fixed(text, style), *(fixed("", style),) * (PANEL - 1)))
        panel.extend([()] * (down - 1))
        areas.append(Area(top, left, top + down, left + PANEL))

    panel.append(())
    if match.result is not None:
        sentence(_result(match, view.names), "panel.result", 2)
    if view.news:
        panel.append((fixed(tab_template.words.get("news", "Last turn"), "panel"),))
        for line in view.news:
            sentence(line, "panel.news")
    panel.append(())
    top = 2 + len(panel)
    areas += [Area(at, left + 1, at + 1, left + PANEL) for at in range(top, top + len(_LEGEND))]
    panel += _LEGEND
    for at, cells in enumerate(panel, start=2):
        if at < len(rows) and cells:
            row = rows[at]
            rows[at] = (*row, *(EMPTY,) * (left - len(row)), *cells)
    return [area for area in areas if area.bottom <= len(rows)]


def _result(match: Match, names: Mapping[str, str]) -> str:
    """Say which side wins, with the players' names, and why: “Blue (Ana, Ben and Cleo) wins: ...”."""
    assert match.result is not None
    winner = match.result.winners[0] if match.result.winners else None
    if winner is None:
        return f"Draw: {match.result.reason}"
    people = [names[player.seat] for player in match.players if player.team == winner and player.seat in names]
    return f"{winner.capitalize()}{f' ({listed(people)})' if people else ''} wins: {match.result.reason}"


def _scores(match: Match) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the scores that the row of the score, which has the HP of Bulwarks and Fish, does not show."""
    return (
        ("coins", tuple(match.teams[team].coins for team in TEAMS)),
        ("charges", tuple(match.teams[team].charges for team in TEAMS)),
        ("tree", tuple(match.progress(team) for team in TEAMS)),
        ("bulwarks", tuple(score(match, team, "bulwarks") for team in TEAMS)),
    )
