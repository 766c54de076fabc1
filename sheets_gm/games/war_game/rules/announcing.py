"""Announcements (rulebook 6 and 6.1.3): a number and the weather for every new battle."""

from __future__ import annotations

from sheets_gm.games.war_game.data.weather import DIE, PARTS, weather_words
from sheets_gm.games.war_game.data.words import who_meets_whom
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.events import Announced
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


def announce(match: Match, dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """Announce the battles that have no number yet, in the order in which they began (CPW-25, CPW-176)."""
    battles: list[Battle] = []
    events: list[Event] = []
    number = match.announced
    for battle in match.battles:
        if battle.number:
            battles.append(battle)
            continue
        number += 1
        rolls = tuple(dice.roll(DIE, f"turn {match.turn}: battle {number}, {part}") for part in PARTS)
        announced_battle = battle.but(number=number, weather=rolls)
        battles.append(announced_battle)
        events.append(_announced(match, announced_battle))
    return match.but(battles=tuple(battles), announced=number), tuple(events)


def _announced(match: Match, battle: Battle) -> Announced:
    return Announced(
        clause="CPW-161",
        number=battle.number,
        type=battle.type,
        place=battle.place,
        first=battle.first,
        second=battle.second,
        terrain=match.world.terrain[battle.place],
        weather=weather_of(match, battle),
    )


def weather_of(match: Match, battle: Battle) -> str:
    """The weather of a battle in words; "" before its announcement."""
    return weather_words(match.world.weather, plane_of(battle.place), battle.weather) if battle.weather else ""


def battle_words(battle: Battle) -> str:
    """Describe a battle without its square: "Rabid Cat attacks Various Puppies"."""
    return who_meets_whom(battle.first, battle.type, battle.second)


def announcement(match: Match, battle: Battle) -> str:
    """Describe a battle in the rulebook's form (CPW-161): "Rabid Cat attacks Various Puppies, 2F (Cold Rain and
    Gales)".
    """
    return f"{battle_words(battle)}, {square_of(battle.place)} ({weather_of(match, battle)})"
