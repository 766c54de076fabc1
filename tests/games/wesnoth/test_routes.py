"""Routes: what is said of every way of up to three steps past a friend, enemies and a village of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.movement import why_not
from tests.games.wesnoth.table import position, remark
from tests.kept import Kept, assert_kept

PATH = Path(__file__).parent / "routes.txt"
UNITS = {"b2": "Spearman D4", "b3": "Spearman E4", "r2": "Orcish Grunt E6", "r3": "Troll Whelp C2"}


def routes() -> str:
    match = position(UNITS, villages={"B4": "red"})
    return "\n".join([*_lines(match), *_ends(match)]) + "\n"


def _lines(match: Match) -> Iterator[str]:
    near = match.world.board.graph.adjacency
    firsts = (*near["D4"], "D4", "Z9")
    ways = [
        (one, two, three) for one, two in product(firsts, repeat=2) for three in ("", *near.get(two, ())[::3], "D4")
    ]
    for way in [(one, "", "") for one in firsts] + ways[::2]:
        route = " ".join(filter(None, way))
        found = remark(match, {"unit": "b2", "action": "Move", "route": route})
        said = "legal" if found is None else f"{found.field}: {found.text} > {found.instead} [{found.clause}]"
        yield f"{route}: {said}"


def _ends(match: Match) -> Iterator[str]:
    """Why each tile cannot be reached, or that it can."""
    unit = match.index.by_id["b2"]
    for tile in match.world.board.tiles:
        found = remark(match, {"unit": "b2", "action": "Move", "to": tile})
        said = "legal" if found is None else f"{found.text} > {found.instead}; {why_not(match, unit, tile)}"
        yield f"to {tile}: {said}"


def kept() -> Kept:
    return {PATH: routes}


def test_what_is_said_of_a_route_stays_as_it_is_kept() -> None:
    assert_kept(PATH, routes())
