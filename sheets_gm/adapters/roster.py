"""Rosters: who plays where, from a CSV file or made up.

A roster has a heading line. `player` (or `name`) is needed; `team`, `seat`, `captain`, `account` (or `e-mail`), `zone`
and the game's own columns (`role`) are taken where they are given, and filled in where they are not. Columns stand
apart by commas, or as a spreadsheet writes them elsewhere: by semicolons or tabs.

Law: who names a seat or a team has it; all others are dealt over the teams, each to the one with fewest players.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel

from sheets_gm.games.contract import Game, Place
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat, is_address
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

_SEPARATORS = ",;\t"


class BadRoster(UserError, ValueError):
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


def read(path: Path, game: Game[Any, Any], settings: BaseModel) -> tuple[Seat, ...]:
    """The roster in the CSV file *path*, which can start a match of *game*. BadRoster."""
    written = lines_of(_text(path), game.places(settings), path.name)
    seats = tuple(line.seat for line in written)
    least, most = game.players
    if len(seats) < least:
        people = counted(len(seats), "player")
        raise BadRoster(
            f"{path.name}: it names {people}, and {least} to {most} can play: write a line for each player."
        )
    _must_start(game.seating(settings, seats), {line.seat.id: line.number for line in written}, path.name)
    return seats


def ignored(path: Path, game: Game[Any, Any], settings: BaseModel) -> str:
    """What to say of columns of the roster *path* that mean nothing to *game*; "" where there is none. BadRoster."""
    text = _text(path)
    known = _known(game.places(settings))
    written = next(csv.reader(io.StringIO(text), delimiter=_separator(text)), [])
    strange = [f"«{each}»" for each in written if each.strip() and _key(each) not in known]
    if not strange:
        return ""
    called = "The column" if len(strange) == 1 else "The columns"
    return f"{called} {listed(strange)} of {path.name} says nothing here: known are {listed(sorted(known))}."


def _text(path: Path) -> str:
    """What stands in the roster *path*. BadRoster."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise BadRoster(f"There is no roster at {path}. Write one with the headings player, team, role.") from error
    except IsADirectoryError as error:
        raise BadRoster(f"The roster {path} is a folder: name the CSV file in it.") from error
    except UnicodeDecodeError as error:
        raise BadRoster(f"{path} cannot be read: it is no text in UTF-8. Save it as UTF-8 (CSV).") from error
    except OSError as error:
        raise BadRoster(f"{path} cannot be read: {error.strerror}.") from error


def _must_start(remarks: Iterable[Remark], numbers: Mapping[str, int], name: str) -> None:
    """Say of each of *remarks* that refuses where in the roster *name* it is about; *numbers* are lines by seat."""
    said = []
    for each in remarks:
        about = each.field or ""
        where = f", line {numbers[about]}" if about in numbers else f", team {about}" if about else ""
        if each.refuses:
            said.append(f"{name}{where}: {each.text}")
    if said:
        raise BadRoster("\n".join(said))


class Line(NamedTuple):
    """A line of a roster: its number in the file, and who sits where by it."""

    number: int
    seat: Seat


def parse(text: str, places: Sequence[Place], name: str = "roster") -> tuple[Seat, ...]:
    """The seats in the roster *text*. BadRoster."""
    return tuple(line.seat for line in lines_of(text, places, name))


def lines_of(text: str, places: Sequence[Place], name: str) -> tuple[Line, ...]:
    """The lines of the roster *text* that seat somebody. BadRoster."""
    rows = csv.DictReader(io.StringIO(text), delimiter=_separator(text))
    headings = _headings(rows.fieldnames or (), places, name)
    told: dict[int, dict[str, str]] = {}
    for row in rows:
        cells = {key: (row[heading] or "").strip() for key, heading in headings.items()}
        if any(cells.values()):
            told[rows.line_num] = cells
    placed = _placed(told, places, name)
    seats: list[Seat] = []
    named_captains: set[str] = set()
    accounts: dict[str, int] = {}
    for number, cells in told.items():
        place, where = placed[number], f"{name}, line {number}"
        account = _account(cells.get("account", ""), accounts, where)
        if account:
            accounts[account.lower()] = number
        captain = _captain(cells.get("captain", ""), where)
        if captain:
            named_captains.add(place.team)
        seats.append(
            Seat(
                id=place.id,
                player=cells["player"] or place.id,
                team=place.team,
                captain=captain,
                account=account,
                zone=_zone(cells.get("zone", ""), where),
                traits=dict(_traits(cells, place, where)),
            )
        )
    return tuple(map(Line, told, _with_captains(seats, places, named_captains)))


def _separator(text: str) -> str:
    """The sign between the columns of *text*: the one that its heading line has most of."""
    return max(_SEPARATORS, key=lambda sign: len(next(csv.reader(io.StringIO(text), delimiter=sign), ())))


def _headings(written: Sequence[str], places: Sequence[Place], name: str) -> dict[str, str]:
    """What each column is called in the file, by what it is; columns that mean nothing here are left alone."""
    known = _known(places)
    headings: dict[str, str] = {}
    for heading in written:
        key = _key(heading)
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


def _key(heading: str) -> str:
    return _CALLED.get(plain(heading), plain(heading))


def _known(places: Sequence[Place]) -> frozenset[str]:
    """The columns that say something, for *places*."""
    return frozenset({*_COLUMNS, *(plain(trait) for place in places for trait in place.traits)})


def _captain(typed: str, where: str) -> bool:
    if plain(typed) not in _YES | _NO:
        raise BadRoster(f"{where}: «{typed}» does not say whether this is the captain: write yes, or nothing.")
    return plain(typed) in _YES


def _account(typed: str, lines: Mapping[str, int], where: str) -> str | None:
    """An account, which sits on no other line: *lines* are those that are known, in small letters."""
    if not typed:
        return None
    if not is_address(typed):
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


def _placed(told: Mapping[int, Mapping[str, str]], places: Sequence[Place], name: str) -> dict[int, Place]:
    """The place of each line: first of those that name a seat, then a team, then of everybody else in turn."""
    free = {place.id: place for place in places}
    placed: dict[int, Place] = {}

    def wishing(cells: Mapping[str, str]) -> int:
        return 0 if cells.get("seat") else 1 if cells.get("team") else 2

    for number in sorted(told, key=lambda each: wishing(told[each])):
        place = _place(told[number], free, placed.values(), f"{name}, line {number}")
        placed[number] = free.pop(place.id)
    return placed


def _place(told: Mapping[str, str], free: Mapping[str, Place], taken: Iterable[Place], where: str) -> Place:
    seat, team = plain(told.get("seat", "")), plain(told.get("team", ""))
    if seat:
        if seat not in free:
            raise BadRoster(
                f"{where}: seat «{told['seat']}» is taken or unknown; free are: {', '.join(free) or 'none'}."
            )
        return free[seat]
    sizes = Counter(place.team for place in taken)
    open_ = [place for place in free.values() if not team or plain(place.team) == team]
    if open_:
        return min(open_, key=lambda place: sizes[place.team])
    if not team or not free:
        raise BadRoster(
            f"{where}: there is no free seat for {told['player']}: all {sizes.total()} are taken. Leave the line out, "
            "or look whether a setting makes more seats: sheets-gm games GAME."
        )
    teams = listed([*dict.fromkeys(place.team for place in free.values())], "or")
    raise BadRoster(
        f"{where}: there is no free seat in team «{told['team']}» for {told['player']}. "
        f"Write {teams}, or no team: then players are dealt evenly."
    )


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
