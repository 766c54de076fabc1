"""Assigns the lines of a roster to seats: the place of each line, its traits, and the captains of teams.

A player whose line names a seat or a team gets it. Each of the others joins the team with the fewest players. Neutral
and optional seats (a judge, a spectator) go only to lines that name them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from sheets_gm.games.contract import Place
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import nearest


class BadRoster(UserError, ValueError):
    """A roster cannot be used. The message names the line and says what to do."""


Problems: TypeAlias = Mapping[int, list[str]]
"""What is wrong with each line of a roster, by its number."""


def assign_places(
    lines: Mapping[int, Mapping[str, str]], places: Sequence[Place], name: str, problems: Problems
) -> dict[int, Place]:
    """Return the place of each line by line number. Lines with a seat choose first, then lines with a team.

    If a line gets no place, the reason is added to its *problems*.
    """
    free = {place.id: place for place in places}
    placed: dict[int, Place] = {}

    def rank(cells: Mapping[str, str]) -> int:
        return 0 if cells.get("seat") else 1 if cells.get("team") else 2

    for number in sorted(lines, key=lambda each: rank(lines[each])):
        with noted(problems[number]):
            place = _place(lines[number], free, placed.values(), f"{name}, line {number}")
            placed[number] = free.pop(place.id)
    return placed


@contextmanager
def noted(problems: list[str]) -> Iterator[None]:
    """Catch BadRoster in the block and add its message to *problems*, so that the other parts are checked as well."""
    try:
        yield
    except BadRoster as error:
        problems.append(str(error))


def refuse(problems: Problems) -> None:
    """Raise BadRoster with all *problems* in the order of the lines, if there are any."""
    if texts := [text for number in sorted(problems) for text in problems[number]]:
        raise BadRoster("\n".join(dict.fromkeys(texts)))


def _place(cells: Mapping[str, str], free: Mapping[str, Place], taken: Iterable[Place], where: str) -> Place:
    seat, team = plain(cells.get("seat", "")), plain(cells.get("team", ""))
    if seat:
        if seat not in free:
            raise BadRoster(
                f"{where}: the seat “{cells['seat']}” is taken or unknown. Free seats: {', '.join(free) or 'none'}."
            )
        return free[seat]
    sizes = Counter(place.team for place in taken)
    open_ = [
        place
        for place in free.values()
        if (plain(place.team) == team if team else not place.neutral and not place.optional)
    ]
    if open_:
        return min(open_, key=lambda place: sizes[place.team])
    if not team or not free:
        only = listed([*dict.fromkeys(place.team for place in free.values())], "or", "")
        ask = f" Spectators have {only} in the column “team”." if only else ""
        raise BadRoster(
            f"{where}: there is no free seat for {cells['player']}: all {sizes.total()} are taken. Remove the line, "
            f"or find a setting for more seats: sheets-gm games GAME.{ask}"
        )
    teams = listed([*dict.fromkeys(place.team for place in free.values())], "or")
    raise BadRoster(
        f"{where}: there is no free seat in team “{cells['team']}” for {cells['player']}. "
        f"Write {teams}, or leave the team empty."
    )


def traits_of_any(places: Iterable[Place]) -> dict[str, tuple[str, ...]]:
    """Return all choices of each trait in any of *places*: what a line without a seat may hold."""
    choices_by_trait: dict[str, dict[str, None]] = {}
    for place in places:
        for trait, choices in place.traits.items():
            choices_by_trait.setdefault(trait, {}).update(dict.fromkeys(choices))
    return {trait: tuple(choices) for trait, choices in choices_by_trait.items()}


def trait_of(cells: Mapping[str, str], trait: str, choices: Sequence[str], where: str) -> str:
    """Return the *trait* of a line: as typed, or else the first of its *choices*. Raises BadRoster."""
    typed = cells.get(plain(trait), "")
    trait_value = {plain(choice): choice for choice in choices}.get(plain(typed))
    if trait_value is None and typed:
        near = nearest(typed, choices)
        meant = f" Did you mean {near}?" if near else ""
        raise BadRoster(f"{where}: there is no {trait} “{typed}”. There are {listed(choices)}.{meant}")
    return trait_value or choices[0]


def with_captains(seats: Sequence[Seat], places: Sequence[Place], named: set[str]) -> Iterator[Seat]:
    """Yield *seats*. A team that needs a captain and names none gets its default captain, or else its first seat."""
    captained = {place.team for place in places if place.captain}
    default = {place.id for place in places if place.captain}
    for team in captained - named:
        members = [seat for seat in seats if seat.team == team]
        chosen = next((seat.id for seat in members if seat.id in default), members[0].id if members else None)
        seats = [seat.but(captain=True) if seat.id == chosen else seat for seat in seats]
    yield from seats
