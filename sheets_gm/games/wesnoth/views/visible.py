"""What a seat may see, and the texts of the tabs. In this game everybody sees everything (WES-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.tables import DAY, TERRAINS, TYPES, Pawn
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.rules.actions import best_tile
from sheets_gm.games.wesnoth.rules.choices import options
from sheets_gm.games.wesnoth.rules.odds import Exchange, alignment, best_attack, light, needed
from sheets_gm.games.wesnoth.rules.villages import earners, held
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.model import Model


class View(Model):
    """The match as a seat sees it. *eyes* is the seat, None for the public; *names* are the players' names by seat.

    *news* are the most important lines of the last turn, *arrows* its moves.
    """

    heading: str
    match: Match
    eyes: str | None = None
    names: dict[str, str] = {}
    news: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


def label(match: Match) -> str:
    """Name the step: the round, the time of day, and whose turn it is, or who wins."""
    if match.result is not None:
        return f"Round {match.round}: {winner(match) or 'a draw'}"
    of = f" of {match.settings.max_rounds}" if match.settings.max_rounds else ""
    who = match.acting if match.fight is None else match.index.by_id[match.fight.striker].seat
    verb = "to move" if match.fight is None else "to answer"
    return f"Round {match.round}{of}, {match.time.name}: {who.capitalize()} {verb}"


def winner(match: Match) -> str:
    """Name the winning team by its seats: "Blue wins"; "" if there is none (WES-9)."""
    won = match.result.winners if match.result else ()
    seats = [player.seat.capitalize() for player in match.players if player.team in won]
    return f"{'team ' if len(seats) > 1 else ''}{listed(seats)} wins" if seats else ""


def view(match: Match, seat: str | None) -> View:
    """Return what *seat* sees."""
    return View(heading=label(match), match=match, eyes=seat)


MOST_NAMED, MOST_PLACES = 5, 8
"""The most units that `whereabouts` names, and the most places of others, so that a line of a sheet has room."""


def whereabouts(view: View, seat: str) -> str:
    """Describe the gold of *seat* and where its units are: “2 gold · Leader b1 C5, b3 F5”.

    Many units are not named, so that the places have room in a line: “2 gold · Leader b1 C5, others F5 D4 E6”.
    """
    match = view.match
    units = sorted(match.index.units_of(seat), key=lambda each: not each.leader)
    named = units if len(units) <= MOST_NAMED else [each for each in units if each.leader]
    places = [f"{'Leader ' if each.leader else ''}{each.id} {each.at}" for each in named]
    if rest := [each.at for each in units if each not in named]:
        more = [f"+{len(rest) - MOST_PLACES}"] if len(rest) > MOST_PLACES else []
        places.append(" ".join(["others", *rest[:MOST_PLACES], *more]))
    gold = next(player.gold for player in match.players if player.seat == seat)
    return f"{gold} gold · {', '.join(places)}" if units else ""


ROLE_SIGNS = {"Warrior": "⚔", "Archer": "🏹", "Mage": "✨", "Scout": "🐎", "Mixed": "🛡"}
LEADER = "👑"


# -- texts of the tabs -------------------------------------------------------------------------------------------------


def allies(match: Match) -> str:
    """Describe the teams: "Blue and Teal against Red and Orange"; "" without allies."""
    teams: dict[str, list[str]] = {}
    for player in match.players:
        teams.setdefault(player.team, []).append(player.seat.capitalize())
    if len(teams) == len(match.players):
        return ""
    return " against ".join(" and ".join(seats) for seats in teams.values())


def signed(number: int) -> str:
    """Write *number* with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def describe_light(match: Match) -> str:
    """Describe what the time of day changes for each alignment, and for how many units of the acting player."""
    if not match.time.light:
        return "Neither day nor night: no unit is stronger or weaker."
    day = match.time.light == DAY
    more, less = ("Lawful", "chaotic") if day else ("Chaotic", "lawful")
    words = f"{more} units add their level to their damage, {less} units subtract it"
    added = [light(match, match.index.pawn(unit)) for unit in match.index.units_of(match.acting)]
    counts = ((sum(each > 0 for each in added), "stronger"), (sum(each < 0 for each in added), "weaker"))
    effects = ", ".join(f"{counted(count, 'unit')} {how}" for count, how in counts if count)
    return f"{words}. {match.acting.capitalize()}: {effects or 'no unit is stronger or weaker'}."


def grounds(pawn: Pawn) -> str:
    """Describe the class and cost of *pawn* on each terrain, in the order of the rulebook."""
    return " ".join(f"{pawn.classes[terrain]}{pawn.costs[terrain]}" for terrain in TERRAINS)


def resistances(settings: Settings, pawn: Pawn) -> str:
    """Describe what is added to the damage that *pawn* takes, by type or kind; "none" if nothing is."""
    names = TYPES if settings.resistance == "type" else ("melee", "ranged", "magical")
    return ", ".join(f"{name} {signed(pawn.resists[name])}" for name in names if pawn.resists[name]) or "none"


def attacks(pawn: Pawn) -> str:
    """Describe the attacks of *pawn* in one line."""
    return ", ".join(attack.label for attack in pawn.attacks) or "none"


def state_of(match: Match, unit: Unit) -> str:
    """Describe what *unit* may still do this turn; "" if it is not its player's turn."""
    if unit.seat != match.acting:
        return ""
    return {"": "may act", "recruiting": "recruits", "spent": "has acted"}[unit.spent]


def unit_note(match: Match, unit: Unit) -> str:
    """Describe the figures of *unit*, for the note on its tile."""
    pawn = match.index.pawn(unit)
    resists = resistances(match.settings, pawn)
    lines = [
        f"{unit.label}{', leader' if unit.leader else ''} ({unit.seat})",
        f"{unit.faction}, level {pawn.level} {alignment(match.settings, pawn)}",
        f"{pawn.hp - unit.wounds} of {pawn.hp} hit points, {counted(pawn.moves, 'move')}",
        attacks(pawn),
        f"damage {signed(light(match, pawn))} by the time of day; added to damage taken: {resists}",
    ]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The odds of an attack of *unit* on *target* from the tile *at*.

    *need* is the lowest die that hits the target, *counter_need* the one that hits the unit.
    """

    unit: Unit
    target: Unit
    at: str
    odds: Exchange
    need: int
    counter_need: int


def attack_forecasts(match: Match) -> Iterator[Forecast]:
    """Yield, for each unit and each enemy in its reach, the odds of the attack that a row with only these two makes."""
    index = match.index
    for each in options(match):
        pawn = index.pawn(each.unit)
        for target in each.targets:
            at = best_tile(match, each.unit, target)
            likely = best_attack(match, each.unit, target, at)
            if likely is not None:
                need = needed(match, index.pawn(target), target.at, likely.attack)
                back = needed(match, pawn, at, likely.counter or likely.attack)
                yield Forecast(each.unit, target, at, likely, need, back)


def player_rows(match: Match) -> tuple[tuple[str, str, str, int, int, int, str], ...]:
    """Return for each player: seat, faction, leader, gold, villages, units, and the income at a dawn or dusk now."""
    counts, (earning, _) = held(match), earners(match)
    index = match.index
    return tuple(
        (
            player.seat,
            player.faction if not player.left else "out of the game",
            next((unit.name for unit in index.units_of(player.seat) if unit.leader), ""),
            player.gold,
            counts[player.seat],
            len(index.units_of(player.seat)),
            "+1" if player.seat in earning else "" if player.left else "–",
        )
        for player in match.players
    )
