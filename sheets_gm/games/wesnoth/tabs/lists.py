"""The lists of units, attacks and pawns: the rows of their tabs, as values by column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheets_gm.games.wesnoth.data.numbers import HIGHEST_RECRUIT
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import Pawn
from sheets_gm.games.wesnoth.position.state import Match, Unit, rank_of
from sheets_gm.games.wesnoth.rules.odds import alignment, light, percent
from sheets_gm.games.wesnoth.views.visible import (
    LEADER,
    ROLE_SIGNS,
    Forecast,
    attack_forecasts,
    attacks,
    grounds,
    resistances,
    signed,
    state_of,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.lists import Line

PAWN_COLUMNS = (
    *("unit", "faction", "role", "level", "hp", "moves"),
    *("attacks", "light", "grounds", "resists", "advances"),
)
"""The columns that every list of units or pawns can have."""

ODDS_COLUMNS = (
    *("unit", "target", "from", "attack", "need", "wounds", "kill"),
    *("counter", "counter_need", "taken", "death"),
)
"""The columns that the list of attacks can have."""


def _figures(settings: Settings, pawn: Pawn) -> dict[str, Typed]:
    """Return the values of *pawn* in the lists of pawns."""
    return {
        "unit": f"{ROLE_SIGNS.get(pawn.role, '')} {pawn.name}",
        "faction": pawn.faction,
        "role": pawn.role,
        "level": pawn.level,
        "hp": pawn.hp,
        "moves": pawn.moves,
        "attacks": attacks(pawn),
        "light": alignment(settings, pawn),
        "grounds": grounds(pawn),
        "resists": resistances(settings, pawn),
        "advances": ", ".join(pawn.advances),
    }


def units(match: Match) -> Iterator[Line]:
    """Yield every unit with its figures; the acting player's units first."""
    first, seats = rank_of(match.acting), len(match.players)
    order = sorted(match.units, key=lambda unit: ((rank_of(unit.seat) - first) % seats, int(unit.id[1:])))
    return (_unit_row(match, unit) for unit in order)


def _unit_row(match: Match, unit: Unit) -> Line:
    pawn = match.index.pawn(unit)
    values = _figures(match.settings, pawn) | {
        "unit": f"{LEADER if unit.leader else ROLE_SIGNS.get(pawn.role, '')} {unit.label}",
        "at": unit.at,
        "hp": f"{pawn.hp - unit.wounds}/{pawn.hp}",
        "wounds": unit.wounds or "",
        "state": state_of(match, unit),
        "light": f"{alignment(match.settings, pawn)} {signed(light(match, pawn))}",
    }
    return Line(values, {"unit": f"player.{unit.seat}", "wounds": "hurt"})


def attack_odds(match: Match) -> Iterator[Line]:
    """Yield the attacks that the acting player can order now with only a unit and a target, with their odds."""
    return map(_odds_row, attack_forecasts(match))


def _odds_row(forecast: Forecast) -> Line:
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
    return Line(values, {"unit": f"player.{unit.seat}", "target": f"player.{target.seat}"})


def recruits(settings: Settings) -> Iterator[Line]:
    """Yield every pawn that can be recruited, by faction, with its two prices: for its faction, and as a mercenary."""
    prices = dict.fromkeys((settings.recruit_price, settings.mercenary_price))
    price = " / ".join(map(str, prices))
    for pawn in settings.world.tables.pawns.values():
        if pawn.recruit and pawn.level <= HIGHEST_RECRUIT:
            yield Line(_figures(settings, pawn) | {"price": price})


def unit_tree(settings: Settings, factions: Iterable[str]) -> Iterator[Line]:
    """Yield every pawn and its advancements. The players' *factions* come first, but any faction can supply
    mercenaries.
    """
    tables = settings.world.tables
    rank = {faction: at for at, faction in enumerate(dict.fromkeys((*factions, *tables.factions)))}
    for pawn in sorted(tables.pawns.values(), key=lambda pawn: rank[pawn.faction]):
        yield Line(_figures(settings, pawn) | {"price": _to_advance(settings, pawn)})


def _to_advance(settings: Settings, pawn: Pawn) -> Typed:
    """Return the price for *pawn* to advance; "" if it cannot."""
    price = settings.price_per_level
    if not pawn.advances:
        return ""
    return price * pawn.level if settings.advance_price == "own" else f"{price} per level killed"
