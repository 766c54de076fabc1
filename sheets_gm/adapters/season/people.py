"""Which names in several matches are one person: by the account, else by the name, unless a map says otherwise.

The map is a CSV file of the game master with the columns `name`, `person` and `leave out`. A row gives a name or an
account of a roster the name of a person. People who are marked to be left out appear in nothing that a season shows.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from sheets_gm.adapters.files.bounded import LINE, TooLarge, read_text
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.adapters.season.results import MatchResult, Player
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.model import Model
from sheets_gm.sheet.cleaning import tick

COLUMNS = ("name", "person", "leave out")

FILE = "people.csv"
"""The map that is read if no other is named."""


class BadPeople(UserError, ValueError):
    """The file that says who is who cannot be used. The message names the line."""


class PeopleMap(Model):
    """The person of each name and account, and the keys of people who are left out."""

    names: dict[str, str] = {}
    out: frozenset[str] = frozenset()

    def key(self, player: Player) -> str:
        """Return the key of a player's person, which is different for every person."""
        for each in (player.account, player.name):
            if each is not None and (person := self.names.get(_folded(each))) is not None:
                return f"person {_folded(person)}"
        return f"account {_folded(player.account)}" if player.account else f"name {_folded(player.name)}"

    def is_out(self, player: Player) -> bool:
        """Return whether the person of *player* is left out."""
        names = {_folded(each) for each in (player.account, player.name) if each}
        return bool(names & self.out) or self.key(player).removeprefix("person ") in self.out


def read_people(path: Path) -> PeopleMap:
    """Return the map in the file *path*. Raises BadPeople."""
    try:
        return _read(path, read_text(path, LINE, "utf-8-sig"))
    except (OSError, UnicodeDecodeError, csv.Error, TooLarge) as error:
        raise BadPeople(f"{path} cannot be read: give a CSV file with the columns {listed(COLUMNS)}.") from error


def _read(path: Path, text: str) -> PeopleMap:
    """Return the map in the *text* of the file *path*. Raises BadPeople and csv.Error."""
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text), delimiter=separator)
    headings = {plain(each): each for each in rows.fieldnames or ()}
    if "name" not in headings or not ({"person", "leave out"} & headings.keys()):
        raise BadPeople(f"{path} needs a heading line with the columns {listed(COLUMNS)}.")
    names: dict[str, str] = {}
    out: set[str] = set()
    for row in rows:
        name, person, leave = ((row.get(headings.get(column, "")) or "").strip() for column in COLUMNS)
        if not name:
            if person or leave:
                raise BadPeople(f"{path}, line {rows.line_num}: the column name is empty. Write the name of a roster.")
            continue
        if person and names.setdefault(_folded(name), person) != person:
            raise BadPeople(f"{path}, line {rows.line_num}: “{name}” is two people. Keep one of the two lines.")
        if leave and tick(leave) is not False:
            out |= {_folded(name), *([_folded(person)] if person else [])}
    return PeopleMap(names=names, out=frozenset(out))


def names_of(results: Iterable[MatchResult], people: PeopleMap, out: frozenset[str]) -> Mapping[str, str]:
    """Return the name of each person except those in *out*: that of the map, else the one of their newest match.

    If several people have the same name, all but the first get a number.
    """
    names: dict[str, str] = {}
    mapped = {f"person {_folded(person)}": person for person in people.names.values()}
    for result in sorted(results, key=lambda each: each.ended):
        for player in result.players:
            key = people.key(player)
            if key in out:
                continue
            names[key] = mapped.get(key, player.name)
    shown: dict[str, str] = {}
    taken: dict[str, int] = {}
    for key, name in names.items():
        number = taken[_folded(name)] = taken.get(_folded(name), 0) + 1
        shown[key] = name if number == 1 else f"{name} ({number})"
    return shown


def unclear(results: Iterable[MatchResult], people: PeopleMap) -> Iterator[str]:
    """Yield sentences about names that may be one person or several, which the game master can settle."""
    keys: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    for result in results:
        for player in result.players:
            if not people.is_out(player):
                keys.setdefault(_folded(player.name), set()).add(people.key(player))
                names[_folded(player.name)] = player.name
    for name, persons in keys.items():
        if len(persons) > 1:
            yield (
                f"{names[name]} is counted as {len(persons)} people, because the rosters name different accounts, or "
                f"none. If it is one person, say so in {FILE}."
            )


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def forget(path: Path, is_named_in: Callable[[str], bool]) -> int:
    """Remove the lines of the file *path* that name somebody, and return their number."""
    heading, *lines = path.read_text(encoding="utf-8-sig").splitlines(keepends=True)
    kept = [line for line in lines if not is_named_in(line)]
    if len(kept) < len(lines):
        with replacing(path) as partly:
            partly.write_text("".join((heading, *kept)), encoding="utf-8")
    return len(lines) - len(kept)
