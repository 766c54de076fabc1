"""The tab of the teams: coins, skills and players, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import BLUE, COST, RED
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.command import ready_in
from sheets_gm.games.gvg.tabs.signs import DRUM, SIGN, cell
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.english import counted
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.template import TabTemplate


def draw_teams(view: View, tab_template: TabTemplate) -> Grid:
    """Each team's coins, skills and players, side by side."""
    match = view.match
    rows: list[Row] = [(Cell(f"{tab_template.title} · {view.heading}", "title"),), ()]
    columns = [_team(match, view.names, tab_template, team) for team in (BLUE, RED)]
    for at in range(max(map(len, columns))):
        left, right = [column[at] if at < len(column) else _NOTHING for column in columns]
        rows.append((*left, EMPTY, *right))
    return Grid(tuple(rows), (Area(2, 0, 3, 4), Area(2, 5, 3, 9)))


_NOTHING: Row = (EMPTY,) * 4


def _team(match: Match, names: Mapping[str, str], tab_template: TabTemplate, team: str) -> list[Row]:
    purse = match.teams[team]
    rows: list[Row] = [(cell(team.capitalize(), f"team.{team}"), *(cell("", f"team.{team}"),) * 3)]
    rows.append((cell(tab_template.word("coins"), "label"), cell(DRUM * purse.coins or "none", "shown"), EMPTY, EMPTY))
    rows.append((cell(tab_template.word("charges"), "label"), cell(str(purse.charges), "shown"), EMPTY, EMPTY))
    effects = match.effects.get(team, ())
    for skill in COST:
        wait = ready_in(match, team, skill)
        price = DRUM * match.settings.skill_costs[skill]
        rows.append(
            _skill(skill, price, "active" if skill in effects else f"in {counted(wait, 'turn')}" if wait else "ready")
        )
    rows.append(_NOTHING)
    rows.append(tuple([cell(tab_template.word(name), "heading") for name in ("seat", "role", "at", "status")]))
    for player in match.players:
        if player.team != team:
            continue
        status = "knocked down" if player.down else "carries the Tree" if player.seat in match.carriers else "stands"
        rows.append(_player(names.get(player.seat, player.seat), team, player.role, tile_name(player.at), status))
    return rows


@lru_cache(maxsize=256)
def _skill(skill: str, price: str, on: str) -> Row:
    word = on.partition(" ")[0]
    return (cell(skill, "label"), cell(price, "shown"), cell(on, f"skill.{word}"), EMPTY)


@lru_cache(maxsize=4096)
def _player(called: str, team: str, role: str, at: str, status: str) -> Row:
    name = cell(called, f"player.{team}")
    return (name, cell(f"{SIGN[role]} {role}", "shown"), cell(at, "shown"), cell(status, "shown"))
