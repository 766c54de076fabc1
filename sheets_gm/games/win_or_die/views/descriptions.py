"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sheets_gm.games.win_or_die.data.cards.wording import signed
from sheets_gm.games.win_or_die.data.numbers import HIGHLAND_HIT
from sheets_gm.games.win_or_die.data.words import RED, TEAL
from sheets_gm.games.win_or_die.position import battle_events, events
from sheets_gm.kernel.english import counted, listed, player_and_seat
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat

Seats = Mapping[str, Seat]


def who(seats: Seats, seat: str) -> str:
    """Name the player at *seat*: "Ana (red)", or "Red"."""
    return player_and_seat(seats[seat]) if seat in seats else seat.capitalize()


def _with(enhancements: tuple[str, ...]) -> str:
    return f" with {listed(enhancements)}" if enhancements else ""


def _region(event: events.RegionChosen, seats: Seats) -> str:
    if not event.region:
        return f"{who(seats, event.seat)} draws the random card and keeps it face down"
    return f"{who(seats, event.seat)} leads {event.region}"


def _first(event: events.FirstPlayer, seats: Seats) -> str:
    if event.why:
        return f"{who(seats, event.seat)}, {event.why}, begins"
    rolls = ", then ".join(f"{red} to {teal}" for red, teal in event.rolls)
    return f"{RED.capitalize()} and {TEAL} roll {rolls}: {who(seats, event.seat)} begins"


def _legion(event: events.LegionSet, seats: Seats) -> str:
    what = f"the line-up {event.lineup}" if event.lineup else "its legion"
    return f"{who(seats, event.seat)} leads {what}: {', '.join(event.units)}"


def _deployed(event: events.Deployed, seats: Seats) -> str:
    units = counted(len(event.bases), "unit")
    crystals = f" and {counted(event.crystals, 'Titan Crystal')}" if event.crystals else ""
    return f"{who(seats, event.seat)} deploys {units} with {event.morale} morale{crystals}"


def _revealed(event: battle_events.Revealed, seats: Seats) -> str:
    shows = f"; {who(seats, event.seat)} leads {event.region}" if event.region else ""
    return f"{event.unit} is {event.card}{_with(event.enhancements)}{shows}"


def _attacked(event: battle_events.Attacked, _seats: Seats) -> str:
    verb = "counterattacks" if event.counter else "attacks"
    dice = " ".join(map(str, event.dice)) or "no dice"
    need = f"{event.need} or more" if event.need < 6 else "6"
    high = f", and {HIGHLAND_HIT} from highland" if event.high else ""
    support = f"; {counted(event.support, 'die', 'dice')} from allies" if event.support else ""
    end = f"{event.left} health left" if event.left else "no health left"
    return (
        f"{event.unit} {verb} {event.target}: {dice} (hits on {need}{high}{support}): "
        f"{counted(event.hits, 'hit')}, {event.damage} damage, {end}"
    )


def _used(event: battle_events.AbilityUsed, _seats: Seats) -> str:
    on = f" on {event.target}" if event.target else ""
    return f"{event.unit} uses {event.ability}{on}"


def _affected(event: battle_events.Affected, _seats: Seats) -> str:
    if event.what == "root":
        return f"{event.why}: {event.unit} cannot move"
    if event.what == "shield":
        return f"{event.why}: the next {event.amount} damage to {event.unit} is prevented"
    return f"{event.why}: {event.unit} has {signed(event.amount)} {event.what}"


def _killed(event: battle_events.Killed, seats: Seats) -> str:
    why = "is more than the legion's morale can bear and dies" if event.too_many else "dies"
    return f"{event.unit} {why} at {event.at}; {who(seats, event.seat)} has {event.morale} morale left"


def _ended(event: events.GameEnded, seats: Seats) -> str:
    red, teal = event.wins
    return f"{who(seats, event.winner)} wins game {event.game}: {event.reason} (games won: red {red}, teal {teal})"


_WHY_NOT_USED = {
    "tokens": "no Command Token is left",
    "kept": "its standing order keeps {kept}",
    "spent": "it has as many Command Tokens as a unit can take in a turn",
    "used": "it has used it this turn",
    "room": "it has no space to go to",
}


def _not_used(event: events.NotUsed, _: Seats) -> str:
    why = _WHY_NOT_USED[event.why].format(kept=counted(event.kept, "Command Token"))
    return f"{event.unit} does not use {event.reaction}: {why}"


_SENTENCES: dict[str, Callable[[Any, Seats], str]] = {
    "game_began": lambda e, _: f"Game {e.game} begins; {counted(e.wins_needed, 'game')} won wins the match",
    "region_chosen": _region,
    "pick_again": lambda e, s: f"Both pick {e.region}; the die decides that {who(s, e.seat)} picks again",
    "barrack_set": lambda e, s: f"{who(s, e.seat)} has {e.region} and the Mercenaries {listed(e.mercenaries)}",
    "first_player": _first,
    "legion_set": _legion,
    "deployed": _deployed,
    "turn_began": lambda e, s: f"Turn {e.turn}: {who(s, e.seat)} has {counted(e.tokens, 'Command Token')}",
    "mined": lambda e, s: (
        f"{who(s, e.seat)} mines {counted(e.crystals, 'crystal')} at {listed(e.mines)} (now {e.total})"
    ),
    "revealed": _revealed,
    "moved": lambda e, _: f"{e.unit} moves {' → '.join(e.way)}",
    "attacked": _attacked,
    "target_invalid": lambda e, _: (
        f"{e.unit} cannot attack {e.target} after all"
        + (", and the Command Token comes back" if e.returned else ", and the Command Token is spent")
    ),
    "ability_used": _used,
    "damaged": lambda e, _: f"{e.why}: {e.damage} damage to {e.unit}, {e.left} health left",
    "healed": lambda e, _: f"{e.why}: {e.unit} is healed by {e.amount}, {e.left} health left",
    "affected": _affected,
    "tokens_gained": lambda e, s: f"{e.why}: {who(s, e.seat)} has {counted(e.amount, 'more Command Token')} this turn",
    "redirected": lambda e, _: f"{e.unit} becomes the target in place of {e.target}",
    "killed": _killed,
    "called": lambda e, _: (
        f"{e.caller} calls {e.unit}{_with(e.enhancements)} to {e.at} for {counted(e.price, 'crystal')} ({e.left} left)"
    ),
    "convened": lambda e, s: f"{who(s, e.seat)} activates {e.tactic} ({counted(e.crystals, 'crystal')} left)",
    "morale_raised": lambda e, s: f"{who(s, e.seat)} gains {e.amount} morale (now {e.morale})",
    "skipped": lambda e, s: f"A command of {who(s, e.seat)} is skipped: {e.text}",
    "not_used": _not_used,
    "asked": lambda e, s: f"{who(s, e.seat)} may react",
    "turn_ended": lambda e, s: (
        f"{who(s, e.seat)} {'has no Command Token left and ' if e.spent else ''}ends the turn: "
        f"fatigue {e.fatigue}, morale {e.morale}"
    ),
    "surrendered": lambda e, s: f"{who(s, e.seat)} surrenders {'the match' if e.match else 'the game'}",
    "game_ended": _ended,
    "match_ended": lambda e, s: f"{who(s, e.result.winners[0])} wins the match",
}


def describe(event: Event, seats: Seats) -> str:
    """Describe *event* in a sentence."""
    return _SENTENCES[event.kind](event, seats)


def moves(happened: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Return the moves among these events, each from one space to another."""
    move_events = (each for each in happened if isinstance(each, battle_events.Moved) and len(each.way) > 1)
    return tuple((each.way[0], each.way[-1]) for each in move_events)
