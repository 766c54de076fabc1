"""Routes: what is said of every way of up to three steps past friends, enemies and obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.movement.paths import check_route, ends, parse_route, reach, why_not
from tests.games.win_or_die.table import position
from tests.kept import Kept, assert_kept

PATH = Path(__file__).parent / "routes.txt"
OBSTACLE = sorted(position({"R1": "yav-U1 I5"}).board.obstacles)[0]


def routes() -> str:
    return "\n".join(line for card in ("yav-U1", "ivy-U7") for line in _lines(card)) + "\n"


def _lines(card: str) -> Iterator[str]:
    """The ways of a unit next to an obstacle, a friend and an enemy; the second card can fly."""
    board = position({"R1": "yav-U1 I5"}).board
    start, friend, enemy = [at for at in board.graph.adjacency[OBSTACLE] if at not in board.obstacles][:3]
    match: Match = position({"R1": f"{card} {start} moves 1", "R2": f"yav-U1 {friend}", "T1": f"ann-U1 {enemy}"})
    field, unit, near = match.field, match.field.by_id["R1"], board.graph.adjacency
    yield f"== {card} at {start}, {friend} is a friend, {enemy} an enemy, {OBSTACLE} an obstacle"
    for points in (None, 0, 1, 2):
        yield f"{points} points: {ends(field, unit, points)} {dict(reach(field, unit, points).ends)}"
    firsts = (*near[start], start, "Z9")
    ways: list[tuple[str, ...]] = [(one,) for one in firsts]
    ways += [(one, *two) for one, two in product(firsts, [(at,) for at in near[start]])]
    ways += [(one, two, three) for one in near[start] for two in near[one][::2] for three in near[two][::2]]
    for way in ways:
        said = [check_route(field, unit, way, points) or "legal" for points in (None, 2)]
        yield f"{' '.join(way)}: {'; '.join(said)}"
    for at in board.spaces:
        if at not in ends(field, unit):
            yield f"to {at}: {why_not(field, unit, at)}; {why_not(field, unit, at, 3)}"


def kept() -> Kept:
    return {PATH: routes}


def test_what_is_said_of_a_route_stays_as_it_is_kept() -> None:
    assert_kept(PATH, routes())


def test_a_route_may_be_typed_in_many_ways() -> None:
    assert parse_route("f3, e3 → E4") == ("F3", "E3", "E4")
    assert parse_route("nothing 3 4") == ()
