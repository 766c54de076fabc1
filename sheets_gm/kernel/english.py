"""Phrases that every game's sentences need: counts, lists, sides, winners."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat


def counted(number: int, one: str, many: str = "") -> str:
    """*number* of something: "1 coin" or "2 coins". *many* is the plural where adding an s is wrong."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def with_commas(value: float) -> str:
    """Return a number with commas: “75,620”."""
    return f"{value:,g}" if abs(value) < 1e6 else f"{value:,.0f}"


def amount(number: int, one: str) -> str:
    """*number* of something in a sentence: "no coins", "1 coin" or "2 coins"."""
    return counted(number, one) if number else f"no {one}s"


def listed(words: Sequence[str], last: str = "and", none: str = "nobody") -> str:
    """*words* as a list in a sentence: "Ana, Ben and Cleo"."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else words[0] if words else none


def number_range(numbers: Sequence[int]) -> str:
    """Describe a sorted list of numbers: "2 to 6" if it is without gaps, else "2, 4 or 6"."""
    consecutive = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]} to {numbers[-1]}" if consecutive else listed([*map(str, numbers)], "or", "no number")


def seats_of_side(side: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats of *side*, a team or seat. A team wins over a seat of its name. Neutral ones have no side."""
    candidates = tuple(seat for seat in seats if not seat.neutral)
    return tuple(seat for seat in candidates if seat.team == side) or tuple(
        seat for seat in candidates if seat.id == side
    )


def side_name(side: str, seats: Mapping[str, Seat]) -> str:
    """Return the name of *side* in a sentence: "Ana", or "team Blue (Ana and Ben)" if several players play for it."""
    names = [seat.player for seat in seats_of_side(side, seats.values())]
    return f"team {side.capitalize()} ({listed(names)})" if len(names) > 1 else names[0] if names else side.capitalize()


def sides_left(seats: Iterable[Seat], gone: Sequence[str]) -> tuple[str, ...]:
    """Return the teams of *seats* in order, without those in *gone* and without those of neutral seats."""
    teams = dict.fromkeys(seat.team for seat in seats if not seat.neutral)
    return tuple(team for team in teams if team not in gone)


def owner_name(owner: str, seats: Mapping[str, Seat]) -> str:
    """Return the name of a form's owner: the player of a seat, "team Blue", or "the game master"."""
    if owner in seats:
        return seats[owner].player
    if any(seat.team == owner for seat in seats.values()):
        return f"team {owner.capitalize()}"
    return "the game master" if owner == GM else owner


def capitalized(text: str) -> str:
    """*text* with a capital first letter; the other letters stay as they are."""
    return text[:1].upper() + text[1:]


def player_and_seat(seat: Seat) -> str:
    """Return the player with the seat, “Ana (blue)”, or only “P1” if the player has the name of the seat."""
    return seat.player if seat.player.casefold() == seat.id.casefold() else f"{seat.player} ({seat.id})"


_WORDS = re.compile(r"[^\W\d_]+")


def with_names(label: str, seats: Mapping[str, Seat]) -> str:
    """Return the *label* of a step with the names of players: "Red to move" becomes "Ben (red) to move"."""
    called = {seat.id.capitalize(): seat for seat in seats.values()}
    if called.keys().isdisjoint(_WORDS.findall(label)):
        return label

    def name(match: re.Match[str]) -> str:
        seat = called.get(match[0])
        return player_and_seat(seat) if seat else match[0]

    return _WORDS.sub(name, label)


def with_people(text: str, seats: Mapping[str, Seat]) -> str:
    """Return *text* with seat ids replaced by their players: "attack of blue2" becomes "attack of Ben"."""
    if not seats:
        return text
    return _any_of(tuple(seats)).sub(lambda match: seats[match[1]].player, text)


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds any of *names* as a whole word. It prefers longer names."""
    alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"\b({alternatives})\b")


def describe_winners(winners: Sequence[str], seats: Mapping[str, Seat]) -> str:
    """Describe who wins: "Ana wins", "Ana and Ben win", "a draw"."""
    sides = [side_name(side, seats) for side in winners]
    return f"{listed(sides)} {'win' if len(sides) > 1 else 'wins'}" if sides else "a draw"


def visible(text: str) -> str:
    """Return *text* on one line, with control characters and invisible characters written as escapes like \\u001b."""
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)
