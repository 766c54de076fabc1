"""The tab of the teams: their coins and skills next to each other, and their players."""

from __future__ import annotations

from functools import lru_cache

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import COST, TEAMS
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.command import ready_in
from sheets_gm.games.gvg.tabs.signs import DRUM, SIDE, SIGN
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.english import counted
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import TabTemplate


def draw_teams(view: View, tab_template: TabTemplate) -> Grid:
    """Draw each team's coins and skills next to each other, and below them all players, in four columns for a phone."""
    match, word = view.match, tab_template.word
    purses = [match.teams[team] for team in TEAMS]
    sides = (fixed(f"{SIDE[team]} {team.capitalize()}", f"team.{team}") for team in TEAMS)
    rows: list[Row] = [(Cell(f"{tab_template.title} · {view.heading}", "title"),), (), (EMPTY, EMPTY, *sides)]
    rows.append(_line(word("coins"), "", *(fixed(DRUM * purse.coins or "none", "shown") for purse in purses)))
    rows.append(_line(word("charges"), "", *(fixed(str(purse.charges), "shown") for purse in purses)))
    for skill in COST:
        price = DRUM * match.settings.skill_costs[skill]
        rows.append(_line(skill, price, *(_skill(match, team, skill) for team in TEAMS)))
    rows.append(())
    rows.append(tuple(fixed(word(name), "heading") for name in ("seat", "role", "at", "status")))
    for player in sorted(match.players, key=lambda player: TEAMS.index(player.team)):
        status = "knocked down" if player.down else "carries the Tree" if player.seat in match.carriers else "stands"
        name = f"{SIDE[player.team]} {view.names.get(player.seat, player.seat)}"
        rows.append(_player(name, player.team, player.role, tile_name(player.at), status))
    return Grid(tuple(rows))


def _line(name: str, price: str, *cells: Cell) -> Row:
    return (fixed(name, "label"), fixed(price, "shown"), *cells)


def _skill(match: Match, team: str, skill: str) -> Cell:
    """Return a cell that says whether *team* can use a skill."""
    wait = ready_in(match, team, skill)
    used = skill in match.effects.get(team, ())
    text = "active" if used else f"in {counted(wait, 'turn')}" if wait else "ready"
    return fixed(text, f"skill.{text.partition(' ')[0]}")


@lru_cache(maxsize=4096)
def _player(called: str, team: str, role: str, at: str, status: str) -> Row:
    name = fixed(called, f"player.{team}")
    return (name, fixed(f"{SIGN[role]} {role}", "shown"), fixed(at, "shown"), fixed(status, "shown"))
