"""Rosters: who plays where, from a CSV file or made up.

A roster has a heading line. `player` (or `name`) is needed; `team`, `seat`, `captain`, `account` (or `e-mail`), `zone`
and the game's own columns (`role`) are taken where they are given, and filled in where they are not.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sheets_gm.games.contract import Place
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import nearest, plain

NAMES = (
    "Ana", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ivo", "Juno",
    "Kai", "Lena", "Milo", "Nora", "Otis", "Pia", "Quin", "Rosa", "Sol", "Tove",
)  # fmt: skip
"""Players of a match that nobody is named for."""

_YES = frozenset({"yes", "y", "true", "1", "x", "captain"})
_NO = frozenset({"", "no", "n", "false", "0", "-"})

_CALLED = {"name": "player", "e-mail": "account", "email": "account", "mail": "account"}
"""Other words that people write over a column."""

_COLUMNS = ("player", "team", "seat", "captain", "account", "zone")


class BadRoster(ValueError):
    """A roster cannot be read; the message names the line and what to do."""


def made_up(places: Sequence[Place]) -> tuple[Seat, ...]:
    """A seat with a name for each place; the traits of a team go round (the first seat gets the first choice)."""
    seats = []
    for number, place in enumerate(places):
        before = sum(other.team == place.team for other in places[:number])
        traits = {name: choices[before % len(choices)] for name, choices in place.traits.items()}
        player = NAMES[number] if number < len(NAMES) else f"Player {number + 1}"
        seats.append(Seat(id=place.id, player=player, team=place.team, captain=place.captain, traits=traits))
    return tuple(seats)


def read(path: Path, places: Sequence[Place]) -> tuple[Seat, ...]:
    """The roster in the CSV file *path*. BadRoster."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise BadRoster(f"There is no roster at {path}. Write one with the headings player, team, role.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadRoster(f"{path} cannot be read: {error}") from error
    return parse(text, places, path.name)


def parse(text: str, places: Sequence[Place], name: str = "roster") -> tuple[Seat, ...]:
    """The roster in *text*. BadRoster."""
    rows = csv.DictReader(io.StringIO(text))
    headings = _headings(rows.fieldnames or (), places, name)
    free = {place.id: place for place in places}
    seats: list[Seat] = []
    named_captains: set[str] = set()
    lines: dict[str, int] = {}
    for number, row in enumerate(rows, start=2):
        told = {key: (row[heading] or "").strip() for key, heading in headings.items()}
        if not any(told.values()):
            continue
        place = _place(told, free, f"{name}, line {number}")
        del free[place.id]
        account = _account(told.get("account", ""), lines, f"{name}, line {number}")
        if account:
            lines[account.lower()] = number
        captain = _captain(told.get("captain", ""), f"{name}, line {number}")
        if captain:
            named_captains.add(place.team)
        seats.append(
            Seat(
                id=place.id,
                player=told["player"] or place.id,
                team=place.team,
                captain=captain,
                account=account,
                zone=_zone(told.get("zone", ""), f"{name}, line {number}"),
                traits=dict(_traits(told, place, f"{name}, line {number}")),
            )
        )
    return tuple(_with_captains(seats, places, named_captains))


def _headings(written: Sequence[str], places: Sequence[Place], name: str) -> dict[str, str]:
    """What each column is called in the file, by what it is; columns that mean nothing here are left alone."""
    known = {*_COLUMNS, *(plain(trait) for place in places for trait in place.traits)}
    headings: dict[str, str] = {}
    for heading in written:
        key = _CALLED.get(plain(heading), plain(heading))
        if key in headings:
            raise BadRoster(f"{name}, line 1: «{headings[key]}» and «{heading}» are the same column: leave one out.")
        headings[key] = heading
    if "player" not in headings:
        raise BadRoster(f"{name}: its first line must name the columns, and one of them must be «player».")
    for key in headings.keys() - known:
        near = get_close_matches(key, known - headings.keys(), n=1, cutoff=0.75)
        if near:
            raise BadRoster(f"{name}, line 1: there is no column «{headings[key]}». Did you mean {near[0]}?")
    return headings


def _captain(typed: str, where: str) -> bool:
    if plain(typed) not in _YES | _NO:
        raise BadRoster(f"{where}: «{typed}» does not say whether this is the captain: write yes, or nothing.")
    return plain(typed) in _YES


def _account(typed: str, lines: Mapping[str, int], where: str) -> str | None:
    """An account, which sits on no other line: *lines* are those that are known, in small letters."""
    if not typed:
        return None
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", typed):
        raise BadRoster(f"{where}: «{typed}» is no e-mail address; leave the account empty if there is none.")
    if typed.lower() in lines:
        raise BadRoster(
            f"{where}: «{typed}» has a seat already, on line {lines[typed.lower()]}: "
            "each seat needs an account of its own, or none."
        )
    return typed


def _zone(typed: str, where: str) -> str | None:
    if not typed:
        return None
    try:
        return ZoneInfo(typed).key
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise BadRoster(f"{where}: there is no time zone «{typed}»: write one like Europe/Berlin.") from error


def _place(told: dict[str, str], free: dict[str, Place], where: str) -> Place:
    seat, team = plain(told.get("seat", "")), plain(told.get("team", ""))
    if seat:
        if seat not in free:
            raise BadRoster(
                f"{where}: seat «{told['seat']}» is taken or unknown; free are: {', '.join(free) or 'none'}."
            )
        return free[seat]
    for place in free.values():
        if not team or place.team == team:
            return place
    raise BadRoster(f"{where}: there is no free seat{f' in team «{team}»' if team else ''} for {told['player']}.")


def _traits(told: dict[str, str], place: Place, where: str) -> Iterator[tuple[str, str]]:
    for trait, choices in place.traits.items():
        typed = told.get(plain(trait), "")
        found = {plain(choice): choice for choice in choices}.get(plain(typed))
        if found is None and typed:
            near = nearest(typed, choices)
            meant = f" Did you mean {near}?" if near else ""
            raise BadRoster(f"{where}: «{typed}» is no {trait}; there are {', '.join(choices)}.{meant}")
        yield trait, found or choices[0]


def _with_captains(seats: Sequence[Seat], places: Sequence[Place], named: set[str]) -> Iterator[Seat]:
    """*seats*, with the usual captain (or else the first seat) where a team that has captains names none."""
    captained = {place.team for place in places if place.captain}
    usual = {place.id for place in places if place.captain}
    for team in captained - named:
        own = [seat for seat in seats if seat.team == team]
        chosen = next((seat.id for seat in own if seat.id in usual), own[0].id if own else None)
        seats = [seat.but(captain=True) if seat.id == chosen else seat for seat in seats]
    yield from seats
