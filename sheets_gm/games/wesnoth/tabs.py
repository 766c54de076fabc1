"""The tabs of a match: the board, the forms, lists of units, odds, recruits and pawns, and How to play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sheets_gm.games.wesnoth.board_tab import draw_board
from sheets_gm.games.wesnoth.data import HIGHEST_RECRUIT
from sheets_gm.games.wesnoth.how_to_play import draw_rules
from sheets_gm.games.wesnoth.odds import alignment, light, percent
from sheets_gm.games.wesnoth.state import Match, Unit, rank_of
from sheets_gm.games.wesnoth.tables import Pawn
from sheets_gm.games.wesnoth.views import (
    LEADER,
    ROLE_SIGNS,
    Forecast,
    View,
    attack_forecasts,
    attacks,
    grounds,
    resistances,
    signed,
    state_of,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.tabs import FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

FIGURES = frozenset(
    {"at", "level", "hp", "moves", "from", "wounds", "need", "counter_need", "kill", "taken", "death", "price"}
)
"""Columns with centred cells."""

Rows = Iterable[tuple[Mapping[str, Typed], Mapping[str, str]]]
"""The rows of a list: values by the field of their column, and the styles of those columns that have their own."""


def _list(view: View, tab_template: TabTemplate, rows: Rows) -> Grid:
    drawn = [
        tuple(
            fixed(values[field], styles.get(field, "shown" if field in FIGURES else "row"))
            for field in (column.field for column in tab_template.columns)
        )
        for values, styles in rows
    ]
    return Grid((*head(tab_template, view.heading), *drawn))


def _figures(match: Match, pawn: Pawn) -> dict[str, Typed]:
    """What the lists of pawns show of *pawn*."""
    return {
        "unit": f"{ROLE_SIGNS.get(pawn.role, '')} {pawn.name}",
        "faction": pawn.faction,
        "role": pawn.role,
        "level": pawn.level,
        "hp": pawn.hp,
        "moves": pawn.moves,
        "attacks": attacks(pawn),
        "light": alignment(match, pawn),
        "grounds": grounds(pawn),
        "resists": resistances(match, pawn),
        "advances": ", ".join(pawn.advances),
    }


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Every unit with its figures; the acting player's units first."""
    match = view.match
    first, seats = rank_of(match.acting), len(match.players)
    order = sorted(match.units, key=lambda unit: ((rank_of(unit.seat) - first) % seats, int(unit.id[1:])))
    return _list(view, tab_template, (_unit_row(match, unit) for unit in order))


def _unit_row(match: Match, unit: Unit) -> tuple[Mapping[str, Typed], Mapping[str, str]]:
    pawn = match.index.pawn(unit)
    values = _figures(match, pawn) | {
        "unit": f"{LEADER if unit.leader else ROLE_SIGNS.get(pawn.role, '')} {unit.label}",
        "at": unit.at,
        "hp": f"{pawn.hp - unit.wounds}/{pawn.hp}",
        "wounds": unit.wounds or "",
        "state": state_of(match, unit),
        "light": f"{alignment(match, pawn)} {signed(light(match, pawn))}",
    }
    return values, {"unit": f"player.{unit.seat}", "wounds": "hurt"}


def draw_odds(view: View, tab_template: TabTemplate) -> Grid:
    """Every attack that the acting player can order now, with its odds."""
    rows = [_odds_row(forecast) for forecast in attack_forecasts(view.match)]
    if rows:
        return _list(view, tab_template, rows)
    return Grid((*head(tab_template, view.heading), (fixed(tab_template.word("nobody"), "help"),)))


def _odds_row(forecast: Forecast) -> tuple[Mapping[str, Typed], Mapping[str, str]]:
    likely, unit, target = forecast.odds, forecast.unit, forecast.target
    values: dict[str, Typed] = {
        "unit": unit.label,
        "target": target.label,
        "from": forecast.at,
        "attack": likely.attack.label,
        "need": f"{forecast.need}+",
        "wounds": round(likely.strike.wounds, 1),
        "kill": percent(likely.strike.kill),
        "counter": likely.counter.label if likely.counter else "none",
        "counter_need": f"{forecast.counter_need}+" if likely.counter else "",
        "taken": round(likely.answer.wounds, 1),
        "death": percent(likely.answer.kill),
    }
    return values, {"unit": f"player.{unit.seat}", "target": f"player.{target.seat}"}


def draw_recruits(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn that can be recruited, faction by faction, with its price."""
    match, settings = view.match, view.match.settings
    price = f"{settings.recruit_price} ({settings.mercenary_price} as a mercenary)"
    pawns = match.world.tables.pawns.values()
    recruits = (pawn for pawn in pawns if pawn.recruit and pawn.level <= HIGHEST_RECRUIT)
    return _list(view, tab_template, ((_figures(match, pawn) | {"price": price}, {}) for pawn in recruits))


def draw_tree(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn and what it can become, the factions of the players first: any faction can have mercenaries."""
    match = view.match
    first = dict.fromkeys((*(player.faction for player in match.players), *match.world.tables.factions))
    rank = {faction: at for at, faction in enumerate(first)}
    pawns = sorted(match.world.tables.pawns.values(), key=lambda pawn: rank[pawn.faction])
    return _list(
        view, tab_template, ((_figures(match, pawn) | {"price": _to_advance(match, pawn)}, {}) for pawn in pawns)
    )


def _to_advance(match: Match, pawn: Pawn) -> Typed:
    """What advancing costs *pawn*; "" if it cannot advance."""
    price = match.settings.price_per_level
    if not pawn.advances:
        return ""
    return price * pawn.level if match.settings.advance_price == "own" else f"{price} per level killed"


def tally(view: View) -> Tally:
    """Each player's gold and the remaining hit points of its units, after the last complete round."""
    match = view.match
    index = match.index
    values: dict[str, int] = {}
    for player in match.players:
        values[f"{player.seat}_gold"] = player.gold
        values[f"{player.seat}_hp"] = sum(index.pawn(unit).hp - unit.wounds for unit in index.units_of(player.seat))
    return Tally(match.round if match.result else match.round - 1, values)


TABS = (
    ViewTab("board", draw_board),
    FormTab("actions", "actions"),
    FormTab("answers", "answers"),
    FormTab("wishes", "wishes"),
    ViewTab("units", draw_units),
    ViewTab("odds", draw_odds),
    ViewTab("recruits", draw_recruits),
    ViewTab("tree", draw_tree),
    HistoryTab("history", tally),
    ViewTab("rules", draw_rules),
)
