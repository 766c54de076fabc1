"""The rows of the tabs that list units and cards."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.cards.wording import card_text, range_text, signed
from sheets_gm.games.win_or_die.data.numbers import ENHANCEMENT_TEXT
from sheets_gm.games.win_or_die.data.words import COUNTER, HIGHLAND, POWER, SEATS
from sheets_gm.games.win_or_die.position.state import Battlefield, Lasting, Unit
from sheets_gm.games.win_or_die.position.strength import ROOT, SHIELD, health, health_left, speed, stat
from sheets_gm.games.win_or_die.rules.commands.allies import barrack, price
from sheets_gm.games.win_or_die.rules.commands.forecast import known_to
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.lists import Line

FIGURES = ("type", "speed", "power", "counter", "health", "range")

UNIT_COLUMNS = ("unit", "player", "at", *FIGURES, "tokens", "enhancements", "state", "abilities")
CARD_COLUMNS = ("card", "region", *FIGURES, "cost", "limit", "left", "abilities")

SIGNS = {"Leader": "👑", "Hero": "★", "Fighter": "⚔", "Archer": "🏹", "Vanguard": "🐎", "Trickster": "✨"}
HIDDEN = "?"


def sees(view: View, unit: Unit) -> bool:
    """Whether *view* shows the card of *unit*."""
    return view.eyes == GM or known_to(unit, view.eyes or "")


def units(view: View) -> Iterator[Line]:
    """Yield every unit with its present figures; those of the viewer or of the acting player come first."""
    match = view.match
    first = view.eyes if view.eyes in SEATS else match.acting
    for unit in sorted(match.units, key=lambda unit: (unit.seat != first, unit.rank)):
        yield _unit(view, unit)


def _unit(view: View, unit: Unit) -> Line:
    field = view.match.field
    card = field.card(unit)
    values: dict[str, Typed] = dict.fromkeys(UNIT_COLUMNS, "")
    values |= {"unit": unit.id, "player": view.name(unit.seat), "at": unit.at, "tokens": unit.tokens or ""}
    values["state"] = state_of(field, unit)
    if sees(view, unit):
        values |= {
            "unit": f"{SIGNS[card.type]} {field.own_label(unit)}",
            "type": card.type,
            "speed": speed(field, unit),
            "power": f"{stat(field, unit, POWER)} @{card.attack_hit}+",
            "counter": f"{stat(field, unit, COUNTER)} @{card.counter_hit}+",
            "health": f"{health_left(field, unit)}/{health(field, unit)}",
            "range": range_text(card),
            "enhancements": ", ".join(ENHANCEMENT_TEXT[each] for each in unit.enhancements),
            "abilities": card_text(card),
        }
    else:
        values["health"] = HIDDEN
    hurt = {"health": "hurt"} if unit.damage else {}
    return Line(values, {"unit": f"player.{unit.seat}", **hurt})


def state_of(field: Battlefield, unit: Unit) -> str:
    """Describe the special state of *unit*."""
    words = [] if unit.exposed else ["hidden"]
    words += [lasting_text(each) for each in unit.lasting]
    words += ["on highland"] if field.board.terrain[unit.at] == HIGHLAND else []
    words += [f"{name} used" for name in unit.spent]
    return ", ".join(words)


def lasting_text(lasting: Lasting) -> str:
    """Describe a lasting effect in a few words."""
    if lasting.what == ROOT:
        return "cannot move"
    return f"shield {lasting.amount}" if lasting.what == SHIELD else f"{signed(lasting.amount)} {lasting.what}"


def cards(view: View) -> Iterator[Line]:
    """Every card of the game, region by region."""
    return (_card(card) for card in view.match.known.cards.values())


def own_barrack(view: View) -> Iterator[Line]:
    """Yield the cards that the viewing player can still call, with their present price."""
    match = view.match
    for seat in SEATS:
        player = match.player(seat)
        if view.sees(seat) and player.region:
            for card in barrack(match.field, player):
                left = card.limit - player.raised.count(card.id)
                line = _card(card)
                yield Line({**line.values, "cost": price(match.field, player, card), "left": left}, line.styles)


def _card(card: Card) -> Line:
    values: dict[str, Typed] = {
        "card": f"{SIGNS[card.type]} {card.name}",
        "region": card.region,
        "type": card.type,
        "cost": card.cost or "free",
        "speed": card.speed,
        "power": f"{card.power} @{card.attack_hit}+",
        "counter": f"{card.counter} @{card.counter_hit}+",
        "health": card.health,
        "range": range_text(card),
        "limit": card.limit,
        "left": card.limit,
        "abilities": card_text(card),
    }
    return Line(values)
