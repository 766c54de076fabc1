"""What a seat may see, and the sentences of the log. In this game everybody sees everything (WES-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheets_gm.games.wesnoth import events
from sheets_gm.games.wesnoth.actions import best_tile, tiles_beside
from sheets_gm.games.wesnoth.choices import options
from sheets_gm.games.wesnoth.odds import SIDES, Exchange, alignment, exchange, light
from sheets_gm.games.wesnoth.state import Match, Unit
from sheets_gm.games.wesnoth.tables import DAY, TERRAINS, TYPES, Pawn
from sheets_gm.games.wesnoth.villages import earners, held
from sheets_gm.kernel.english import counted, listed, seats_of_side
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat


class View(Model):
    """The match as a seat sees it. *eyes* is the seat, None for the public; *names* are the players' names by seat."""

    heading: str
    match: Match
    eyes: str | None = None
    names: dict[str, str] = {}


def label(match: Match) -> str:
    """The round, the time of day, and whose turn it is, or who wins."""
    if match.result is not None:
        return f"Round {match.round}: {winner(match) or 'a draw'}"
    of = f" of {match.settings.max_rounds}" if match.settings.max_rounds else ""
    who = match.acting if match.fight is None else match.index.by_id[match.fight.striker].seat
    verb = "to move" if match.fight is None else "to answer"
    return f"Round {match.round}{of}, {match.time.name}: {who.capitalize()} {verb}"


def winner(match: Match) -> str:
    """The seats of the team that has won, as "Blue wins"; "" if there is none (WES-9)."""
    won = match.result.winners if match.result else ()
    seats = [player.seat.capitalize() for player in match.players if player.team in won]
    return f"{'team ' if len(seats) > 1 else ''}{listed(seats)} wins" if seats else ""


def view(match: Match, seat: str | None) -> View:
    """What *seat* sees."""
    return View(heading=label(match), match=match, eyes=seat)


def seated(view: View, seats: Mapping[str, Seat]) -> View:
    """*view* with the names of the players in *seats*."""
    return view.but(names={seat: each.player for seat, each in seats.items()})


# -- texts of the tabs -------------------------------------------------------------------------------------------------


def signed(number: int) -> str:
    """*number* with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def describe_light(match: Match) -> str:
    """What the time of day changes for each alignment, and for how many units of the acting player."""
    if not match.time.light:
        return "Neither day nor night: no unit is stronger or weaker."
    day = match.time.light == DAY
    more, less = ("Lawful", "chaotic") if day else ("Chaotic", "lawful")
    words = f"{more} units add their level to their damage, {less} units subtract it"
    added = [light(match, match.index.pawn(unit)) for unit in match.index.units_of(match.acting)]
    counts = ((sum(each > 0 for each in added), "stronger"), (sum(each < 0 for each in added), "weaker"))
    own = ", ".join(f"{counted(count, 'unit')} {how}" for count, how in counts if count)
    return f"{words}. {match.acting.capitalize()}: {own or 'no unit is stronger or weaker'}."


def grounds(pawn: Pawn) -> str:
    """The class and cost of *pawn* on each terrain, in the order of the rulebook."""
    return " ".join(f"{pawn.classes[terrain]}{pawn.costs[terrain]}" for terrain in TERRAINS)


def resistances(match: Match, pawn: Pawn) -> str:
    """What *pawn* adds to the damage it takes, by type or kind; "none" if nothing."""
    names = TYPES if match.settings.resistance == "type" else ("melee", "ranged", "magical")
    return ", ".join(f"{name} {signed(pawn.resists[name])}" for name in names if pawn.resists[name]) or "none"


def attacks(pawn: Pawn) -> str:
    """The attacks of *pawn* in one line."""
    return ", ".join(attack.label for attack in pawn.attacks) or "none"


def state_of(match: Match, unit: Unit) -> str:
    """What *unit* may still do this turn; "" if it is not its player's turn."""
    if unit.seat != match.acting:
        return ""
    return {"": "may act", "recruiting": "recruits", "spent": "has acted"}[unit.spent]


def unit_note(match: Match, unit: Unit) -> str:
    """The figures of *unit*, for the note on its tile."""
    pawn = match.index.pawn(unit)
    lines = [
        f"{unit.label}{', leader' if unit.leader else ''} ({unit.seat}), level {pawn.level} {alignment(match, pawn)}",
        f"{pawn.hp - unit.wounds} of {pawn.hp} hit points, {counted(pawn.moves, 'move')}",
        attacks(pawn),
        f"damage {signed(light(match, pawn))} by the time of day; added to damage taken: {resistances(match, pawn)}",
    ]
    return "\n".join(lines)


def attack_forecasts(match: Match) -> tuple[tuple[Unit, Unit, str, Exchange], ...]:
    """Every legal attack from its best tile: unit, target, tile and odds."""
    rows = []
    for each in options(match):
        for target in each.targets:
            if not tiles_beside(match, each.unit, target):
                continue
            at = best_tile(match, each.unit, target)
            for attack in match.index.pawn(each.unit).attacks:
                rows.append((each.unit, target, at, exchange(match, each.unit, attack, target, at)))
    return tuple(rows)


def player_rows(match: Match) -> tuple[tuple[str, str, str, int, int, int, str], ...]:
    """For each player: seat, faction, leader, gold, villages, units, and its income at dawn or dusk as things stand."""
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
            "+1" if player.seat in earning else "",
        )
        for player in match.players
    )


# -- sentences of the log ----------------------------------------------------------------------------------------------


def _names(seats: Mapping[str, Seat], ids: tuple[str, ...]) -> str:
    return listed([f"{seats[each].player} ({each})" if each in seats else each.capitalize() for each in ids])


def _dice(event: events.Struck) -> str:
    dice = " ".join(map(str, event.dice))
    first = f"{' '.join(map(str, event.first))}, rerolled for 1 gold: " if event.first else ""
    return f"{first}{dice} (hits on {_or_more(event.need)})"


def _or_more(die: int) -> str:
    return f"{die} or more" if die < SIDES else str(die)


def _struck(event: events.Struck, _seats: Mapping[str, Seat]) -> str:
    verb = "counters" if event.counter else "attacks"
    text = f"{event.unit} {verb} {event.target}, {event.attack}: {_dice(event)}"
    if not event.wounds:
        return f"{text}: no hit"
    hits = counted(event.hits, "hit")
    parts = [str(event.base)]
    parts += [f"{'+' if event.light > 0 else '−'} {abs(event.light)} light"] if event.light else []
    parts += [f"{'+' if event.resistance > 0 else '−'} {abs(event.resistance)} resistance"] if event.resistance else []
    work = f"{' '.join(parts)} = " if len(parts) > 1 else ""
    return f"{text}: {hits}, {work}{counted(event.wounds, 'wound')}, {counted(event.left, 'hit point')} left"


def _asked(event: events.Asked, seats: Mapping[str, Seat]) -> str:
    what = {
        "counter": f"choose a counter attack for {event.unit}",
        "reroll": f"keep or reroll the dice of {event.unit}",
        "advance": f"choose whether {event.unit} advances",
    }[event.stage]
    shown = f": {' '.join(map(str, event.dice))} (hits on {_or_more(event.need)})" if event.dice else ""
    return f"{_names(seats, (event.seat,))} must {what}{shown}"


def _moved(event: events.Moved, _seats: Mapping[str, Seat]) -> str:
    if len(event.way) == 1:
        return f"{event.unit} stays at {event.way[0]}"
    points = counted(event.points, "movement point")
    return f"{event.unit} moves {event.way[0]} → {event.way[-1]} ({event.cost} of {points})"


def _turn_ended(event: events.TurnEnded, seats: Mapping[str, Seat]) -> str:
    if event.done:
        return f"All units of {_names(seats, (event.seat,))} have acted; the turn ends"
    return f"{_names(seats, (event.seat,))} ends the turn" + (" without an action" if event.idle else "")


def _fell(event: events.Fell, seats: Mapping[str, Seat]) -> str:
    paid = f"; {_names(seats, (event.seat,))} gains {event.gold} gold" if event.gold else ""
    return f"{event.unit}{', the leader,' if event.leader else ''} dies at {event.at}{paid}"


def _rested(event: events.Rested, _seats: Mapping[str, Seat]) -> str:
    where = " in a village" if event.village else ""
    healed = f"{counted(event.healed, 'wound')} healed, {counted(event.wounds, 'wound')} left"
    return f"{event.unit} rests{where} and rolls {event.die}: {healed}"


def _went_out(event: events.WentOut, seats: Mapping[str, Seat]) -> str:
    one = len(event.seats) == 1
    return (
        f"{_names(seats, event.seats)} {'is' if one else 'are'} out of the game: "
        f"{'its leader is' if one else 'their leaders are'} dead"
    )


def _ended(event: events.Ended, seats: Mapping[str, Seat]) -> str:
    if not event.result.winners:
        return f"The match is a draw: {event.result.reason}"
    side = event.result.winners[0]
    people = tuple(seat.id for seat in seats_of_side(side, seats.values())) or (side,)
    team = "The team of " if len(people) > 1 else ""
    return f"{team}{_names(seats, people)} wins the match: {event.result.reason}"


_SENTENCES: dict[str, Callable[[Any, Mapping[str, Seat]], str]] = {
    "round_began": lambda e, _: f"Round {e.round}: {e.time}" + (f" ({e.light})" if e.light not in ("", e.time) else ""),
    "income_paid": lambda e, s: (
        f"{_names(s, e.seats)} {'earns' if len(e.seats) == 1 else 'earn'} {e.gold} gold "
        f"for {counted(e.villages, 'village')}"
    ),
    "turn_began": lambda e, s: f"It is the turn of {_names(s, (e.seat,))}",
    "turn_ended": _turn_ended,
    "moved": _moved,
    "village_taken": lambda e, s: f"{_names(s, (e.seat,))} takes the village {e.at} and 1 gold (now {e.gold})",
    "recruited": lambda e, s: (
        f"{_names(s, (e.seat,))} recruits {e.unit} at {e.at} for {e.price} gold"
        f"{', a mercenary' if e.mercenary else ''} ({e.left} left)"
    ),
    "struck": _struck,
    "asked": _asked,
    "fell": _fell,
    "advanced": lambda e, _: f"{e.unit} advances to {e.into}" + (f" for {e.price} gold" if e.price else ""),
    "rested": _rested,
    "conquered": lambda e, s: f"{e.unit} conquers the castle of {_names(s, (e.seat,))} at {e.at}",
    "went_out": _went_out,
    "wishes_set": lambda e, s: f"{_names(s, (e.seat,))} changes the standing answers",
    "ended": _ended,
}


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """*event* as a sentence."""
    return _SENTENCES[event.kind](event, seats)
