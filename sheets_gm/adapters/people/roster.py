"""Rosters: who plays in which seat, from a CSV file or made up.

A roster has a heading line. The column `player` (or `name`) is required. `team`, `seat`, `captain`, `account` (or
`e-mail`), `zone` and the game's own columns (such as `role`) are optional, and default values replace missing ones.
Columns are separated by commas, semicolons or tabs.
"""

from __future__ import annotations

import codecs
import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from sheets_gm.adapters.files.bounded import LINE, TooLarge, read_text
from sheets_gm.adapters.people.roster_table import read_table
from sheets_gm.adapters.people.seat_assignment import (
    BadRoster,
    assign_places,
    noted,
    refuse,
    trait_of,
    traits_of_any,
    with_captains,
)
from sheets_gm.games.contract import Game, Place
from sheets_gm.games.play_out import change_for, choose_places
from sheets_gm.gm.match_record.clock_times import zone_named
from sheets_gm.kernel.addresses import name_and_address
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.names import taken_names, why_no_name
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat, is_address
from sheets_gm.sheet.cleaning import tick

NAMES = (
    "Ana", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gus", "Hana", "Ivo", "Juno",
    "Kai", "Lena", "Milo", "Nora", "Otis", "Pia", "Quin", "Rosa", "Sol", "Tove",
)  # fmt: skip
"""Names of made-up players."""


_COLUMNS = ("player", "team", "seat", "captain", "account", "zone")


def made_up(places: Sequence[Place]) -> tuple[Seat, ...]:
    """Return a seat with a made-up player for each place that is not optional.

    The seats of a team get the choices of each trait in turn.
    """
    seats = []
    places = choose_places(places, None)
    for number, place in enumerate(places):
        before = sum(other.team == place.team for other in places[:number])
        traits = {name: choices[before % len(choices)] for name, choices in place.traits.items()}
        player = NAMES[number] if number < len(NAMES) else f"Player {number + 1}"
        seats.append(
            Seat(
                id=place.id,
                player=player,
                team=place.team,
                captain=place.captain,
                traits=traits,
                neutral=place.neutral,
            )
        )
    return tuple(seats)


def read(path: Path, game: Game[Any, Any], settings: BaseModel) -> tuple[Seat, ...]:
    """Return the seats in the CSV file *path*, checked for a match of *game*. Raises BadRoster."""
    places = game.places(settings)
    cells_by_line = _cells(_text(path), places, path.name)
    try:
        return _seated(cells_by_line, game, settings, path.name)
    except BadRoster as error:
        hint = _other_setting(cells_by_line.values(), game, settings)
        if not hint:
            raise
        raise BadRoster(f"{error}\n{path.name}: {hint}") from error


def _other_setting(lines: Iterable[Mapping[str, str]], game: Game[Any, Any], settings: BaseModel) -> str:
    """Return which setting to change for the players in *lines*; "" if none is needed or none helps."""
    neutral = {plain(name) for place in game.places(settings) if place.neutral for name in (place.id, place.team)}
    players = sum(neutral.isdisjoint((plain(each.get("seat", "")), plain(each.get("team", "")))) for each in lines)
    change = change_for(game, settings, players)
    if change is None:
        return ""
    name, value = change
    assigned = shlex.quote(f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    return f"with --set {assigned} the game seats all {players} players."


def _seated(
    cells_by_line: Mapping[int, Mapping[str, str]], game: Game[Any, Any], settings: BaseModel, name: str
) -> tuple[Seat, ...]:
    lines = _lines(cells_by_line, game.places(settings), name)
    seats = tuple(line.seat for line in lines)
    least, most = game.players
    playing = sum(not seat.neutral for seat in seats)
    if playing < least:
        people = counted(playing, "player")
        raise BadRoster(f"{name} has {people}, but the game needs {least} to {most}: write a line for each player.")
    missing = next((place for place in game.places(settings) if _is_missing(place, seats)), None)
    if missing is not None:
        raise BadRoster(f"{name} has no {missing.id}: write a line with “{missing.id}” in the column “seat”.")
    _check_seating(game.why_not(settings, seats), {line.seat.id: line.number for line in lines}, name)
    return seats


def _is_missing(place: Place, seats: Sequence[Seat]) -> bool:
    """Return whether *place* is a neutral seat that a match needs and that *seats* lack."""
    return place.neutral and not place.optional and place.id not in {seat.id for seat in seats}


def ignored(path: Path, game: Game[Any, Any], settings: BaseModel) -> str:
    """Return a warning about columns of the roster *path* that *game* does not use; "" if none. Raises BadRoster."""
    text = _text(path)
    column_names = _known(game.places(settings))
    unused = [f"“{each}”" for each in read_table(text, column_names, path.name).unused]
    if not unused:
        return ""
    ignored_columns = f"column {unused[0]} is" if len(unused) == 1 else f"columns {listed(unused)} are"
    return f"{path.name}: the {ignored_columns} ignored. Known columns: {listed(sorted(column_names))}."


def _text(path: Path) -> str:
    """Return the text of the roster *path*. Raises BadRoster."""
    try:
        return read_text(path, LINE, _encoding(path))
    except TooLarge as error:
        raise BadRoster(str(error)) from error
    except FileNotFoundError as error:
        raise BadRoster(f"There is no roster at {path}. Write one with the headings player, team, role.") from error
    except IsADirectoryError as error:
        raise BadRoster(f"The roster {path} is a folder: name a CSV file.") from error
    except UnicodeDecodeError as error:
        raise BadRoster(f"{path} cannot be read: it is not UTF-8 text. Save it as CSV in UTF-8.") from error
    except OSError as error:
        raise BadRoster(f"{path} cannot be read: {error.strerror}.") from error


def _encoding(path: Path) -> str:
    """Return the encoding of a file: UTF-16 if it begins with that byte order mark, else UTF-8."""
    with path.open("rb") as opened:
        return "utf-16" if opened.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"


def _check_seating(remarks: Iterable[Remark], numbers: Mapping[str, int], name: str) -> None:
    """Raise BadRoster for the remarks that refuse the seating. *numbers* are line numbers by seat."""
    problems = []
    for each in remarks:
        subject = each.field or ""
        where = f", line {numbers[subject]}" if subject in numbers else f", team {subject}" if subject else ""
        if each.refuses:
            problems.append(f"{name}{where}: {each.text}")
    if problems:
        raise BadRoster("\n".join(problems))


class Line(NamedTuple):
    """A line of a roster: its number in the file, and its seat."""

    number: int
    seat: Seat


def parse(text: str, places: Sequence[Place], name: str = "roster") -> tuple[Seat, ...]:
    """Return the seats in the roster *text*. Raises BadRoster."""
    return tuple(line.seat for line in lines_of(text, places, name))


def lines_of(text: str, places: Sequence[Place], name: str) -> tuple[Line, ...]:
    """Return the lines of the roster *text* that are not empty. Raises BadRoster."""
    return _lines(_cells(text, places, name), places, name)


def _cells(text: str, places: Sequence[Place], name: str) -> dict[int, dict[str, str]]:
    """Return the cells of each line that is not empty, by line number and column. Raises BadRoster."""
    column_names = _known(places)
    table = read_table(text, column_names, name)
    for key in table.headings.keys() - column_names:
        near = get_close_matches(key, column_names - table.headings.keys(), n=1, cutoff=0.75)
        if near:
            where = f"{name}, line {table.number}"
            raise BadRoster(f"{where}: there is no column “{table.headings[key]}”. Did you mean {near[0]}?")
    return {number: _with_address(cells) for number, cells in table.cells_by_line.items()}


def _with_address(cells: Mapping[str, str]) -> dict[str, str]:
    """Return *cells* with the player's name and address in their own columns, if both were typed into one."""
    player, of_player = name_and_address(cells["player"])
    typed = cells.get("account", "")
    named, account = name_and_address(typed)
    return {**cells, "player": player or ("" if named == typed else named), "account": account or of_player or typed}


def _lines(cells_by_line: Mapping[int, Mapping[str, str]], places: Sequence[Place], name: str) -> tuple[Line, ...]:
    """Return the lines of a roster with their seats. Raises BadRoster."""
    problems: dict[int, list[str]] = {number: [] for number in cells_by_line}
    places_by_line = assign_places(cells_by_line, places, name, problems)
    any_traits = traits_of_any(places)
    seats: list[Seat] = []
    named_captains: set[str] = set()
    accounts: dict[str, int] = {}
    for number, cells in cells_by_line.items():
        place, where = places_by_line.get(number), f"{name}, line {number}"
        account, captain, zone, traits = None, False, None, dict[str, str]()
        with noted(problems[number]):
            account = _account(cells.get("account", ""), accounts, where)
        with noted(problems[number]):
            captain = _captain(cells.get("captain", ""), where)
        with noted(problems[number]):
            zone = _zone(cells.get("zone", ""), where)
        if account:
            accounts[account.lower()] = number
        for trait, choices in (any_traits if place is None else place.traits).items():
            with noted(problems[number]):
                traits[trait] = trait_of(cells, trait, choices, where)
        if place is None:
            continue
        if captain:
            named_captains.add(place.team)
        seats.append(
            Seat(
                id=place.id,
                player=cells["player"] or place.id,
                team=place.team,
                captain=captain,
                account=account,
                zone=zone,
                neutral=place.neutral,
                traits=traits,
            )
        )
    every = [(place.id, place.team) for place in places]
    for at, number in enumerate(each for each in cells_by_line if each in places_by_line):
        if why := why_no_name(seats[at].player, taken_names(seats[at].id, seats[:at], every)):
            problems[number].append(f"{name}, line {number}: {why}")
    refuse(problems)
    return tuple(map(Line, cells_by_line, with_captains(seats, places, named_captains)))


def _known(places: Sequence[Place]) -> frozenset[str]:
    """Return the names of the columns that are read for *places*."""
    return frozenset({*_COLUMNS, *(plain(trait) for place in places for trait in place.traits)})


def _captain(typed: str, where: str) -> bool:
    captain = True if plain(typed) == "captain" else tick(typed or False)
    if captain is None:
        raise BadRoster(f"{where}: “{typed}” does not mean yes or no: write yes for the captain, or leave it empty.")
    return captain


def _account(typed: str, lines: Mapping[str, int], where: str) -> str | None:
    """Return the account *typed*, or None if empty. Raises BadRoster if it is no address or on an earlier line.

    *lines* are the line numbers of earlier accounts, in lower case.
    """
    if not typed:
        return None
    if not is_address(typed):
        raise BadRoster(f"{where}: “{typed}” is not an e-mail address. Leave the account empty if there is none.")
    if typed.lower() in lines:
        raise BadRoster(
            f"{where}: “{typed}” is already on line {lines[typed.lower()]}: each seat needs its own account, or none."
        )
    return typed


def _zone(typed: str, where: str) -> str | None:
    if not typed:
        return None
    zone = zone_named(typed)
    if zone is None:
        raise BadRoster(f"{where}: there is no time zone “{typed[:40]}”: write one like Europe/Berlin.")
    return zone
