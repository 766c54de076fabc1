"""The maps: their terrain, their symmetry, and lines of sight held against a calculation with exact fractions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from sheets_gm.games import files
from sheets_gm.games.csv_tables import BadTable
from sheets_gm.games.win_or_die.data.board import Board, board
from sheets_gm.games.win_or_die.data.settings import Settings, maps
from sheets_gm.games.win_or_die.data.words import BLINDAGE, MINE, NAME, RED, TEAL

Point = tuple[int, int]
Exact = tuple[Fraction, Fraction]


def a_map(name: str) -> Board:
    return board(files.read(NAME, f"maps/{name}.txt"))


def test_both_maps_are_in_the_template() -> None:
    assert maps() == ("basic_map", "eastern_mist_forest")


@pytest.mark.clause("WOD-36", "WOD-92", "WOD-R1")
@pytest.mark.parametrize("name", maps())
def test_rows_have_nine_and_eight_hexes_by_turns_and_the_map_looks_the_same_upside_down(name: str) -> None:
    made = a_map(name)
    assert made.hexes.widths == (9, 8, 9, 8, 9, 8, 9, 8, 9)
    turned = dict(zip(made.spaces, reversed(made.spaces), strict=True))
    assert {turned[at]: terrain for at, terrain in made.terrain.items()} == dict(made.terrain)
    assert made.mines == tuple(at for at in made.spaces if made.terrain[at] == MINE)
    assert made.baselines[RED] == {f"I{column}" for column in range(1, 10)}
    assert made.baselines[TEAL] == {f"A{column}" for column in range(1, 10)}


def _corners(made: Board, at: str) -> list[Point]:
    """The corners of a hex around its centre, in order."""
    x, y = _centre(made, at)
    around = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
    return [(x + dx, y + dy) for dx, dy in around]


def _centre(made: Board, at: str) -> Point:
    place = made.hexes.hex(at)
    return 2 * place.q + place.r, 3 * place.r


def _inside(a: Point, b: Point, corners: list[Point]) -> tuple[Fraction, Fraction] | None:
    """The part of the segment in a convex hex, by clipping with exact fractions; None if there is none.

    Where the segment runs along a side, that part is in the hex too.
    """
    low, high = Fraction(0), Fraction(1)
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        edge = (other[0] - one[0], other[1] - one[1])
        start = edge[0] * (a[1] - one[1]) - edge[1] * (a[0] - one[0])
        slope = edge[0] * (b[1] - a[1]) - edge[1] * (b[0] - a[0])
        # the corners go clockwise, so the inside is where start + t * slope <= 0
        if slope == 0:
            if start > 0:
                return None
        elif slope > 0:
            high = min(high, Fraction(-start, slope))
        else:
            low = max(low, Fraction(-start, slope))
    return (low, high) if low < high else None


def _strictly_inside(point: Exact, corners: list[Point]) -> bool:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0]) < 0 for p, q in pairs)


def _beside(a: Point, b: Point, centre: Point) -> bool:
    """Whether a hex is wholly on one side of the box around the segment, so that they cannot meet."""
    return any(
        max(one, other) < middle - size or min(one, other) > middle + size
        for one, other, middle, size in zip(a, b, centre, (1, 2), strict=True)
    )


@cache
def blindages(name: str) -> Mapping[tuple[str, str], tuple[bool, bool]]:
    """By pair of spaces: whether the line crosses a blindage hex, and whether it runs along the side of two of them.

    With fractions: where is the middle of the part of the line that is in each hex?
    """
    made = a_map(name)
    corners = {at: _corners(made, at) for at, terrain in made.terrain.items() if terrain in BLINDAGE}
    found = {}
    for one, other in combinations(made.spaces, 2):
        a, b = _centre(made, one), _centre(made, other)
        along: Counter[tuple[Fraction, Fraction]] = Counter()
        crossed = False
        for at, around in corners.items():
            if at in (one, other) or _beside(a, b, _centre(made, at)):
                continue
            part = _inside(a, b, around)
            if part is None:
                continue
            middle = (part[0] + part[1]) / 2
            point = (a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))
            crossed = crossed or _strictly_inside(point, around)
            along[part] += 1
        found[one, other] = crossed, max(along.values(), default=0) > 1
    return found


@pytest.mark.clause("WOD-25", "WOD-26", "WOD-27", "WOD-R2")
@pytest.mark.parametrize("edges", [True, False])
@pytest.mark.parametrize("name", maps())
def test_every_line_of_sight_is_what_exact_fractions_say(name: str, edges: bool) -> None:
    made = a_map(name)
    wrong = []
    for (one, other), (crossed, along) in blindages(name).items():
        clear = not crossed and not (edges and along)
        if [made.sees(one, other, edges=edges), made.sees(other, one, edges=edges)] != [clear, clear]:
            wrong.append((one, other))
    assert wrong == []


@pytest.mark.clause("WOD-25", "WOD-26", "WOD-27", "WOD-30", "WOD-31", "WOD-R2")
@pytest.mark.parametrize(
    ("name", "one", "other", "clear"),
    [
        ("eastern_mist_forest", "C4", "E4", False),
        ("eastern_mist_forest", "C5", "E5", True),
        ("eastern_mist_forest", "A5", "E5", True),
        ("eastern_mist_forest", "E1", "E9", False),
        ("basic_map", "A3", "E3", True),
        ("basic_map", "B1", "D2", False),
    ],
)
def test_the_test_vectors_of_lines_of_sight(name: str, one: str, other: str, clear: bool) -> None:
    made = a_map(name)
    assert made.sees(one, other, edges=True) is clear
    assert made.sees(other, one, edges=True) is clear


@pytest.mark.clause("WOD-R2")
def test_a_line_along_two_blindage_spaces_is_clear_if_a_setting_says_so() -> None:
    assert a_map("eastern_mist_forest").sees("C4", "E4", edges=False)


GOOD = files.read(NAME, "maps/basic_map.txt")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("B   P   P   P   P", "B   P   P   Q   P", r"map: line 6, space B3: “Q” is unknown; there are P plain"),
        ("C  P", "K  P", r"line 7: it must begin with “map” or with the row C, not “K”"),
        ("map Basic Map\n", "", "a map needs a line “map NAME”"),
        ("A  P   P   P   P   P   P", "A  M   M   M   M   M   M", "teal needs 10 plains .* there are"),
        ("I  P   P   P   P   P   P   P   P   P", "I  " + "P " * 21, "line 13: a map has up to 17 rows with 1 to 20"),
    ],
)
def test_a_bad_map_is_refused_with_its_line(old: str, new: str, why: str) -> None:
    assert old in GOOD
    bad = GOOD.replace(old, new)
    if "M   M" in new:
        bad = bad.replace("B   P   P   P   P   P   P   P   P", "B   M   M   M   M   M   M   M   P")
    with pytest.raises(ValueError, match=why):
        Settings(map=bad)


def test_a_row_of_a_map_may_have_a_single_space() -> None:
    with pytest.raises(BadTable, match="teal needs 10 plains in its first two rows, and there are 9"):
        board(re.sub(r"(?m)^A .*$", "A  P", GOOD))
    with pytest.raises(BadTable, match="line 5: a map has up to 17 rows with 1 to 20 spaces each"):
        board(re.sub(r"(?m)^A .*$", "A", GOOD))


def test_a_map_that_cuts_the_players_off_is_refused() -> None:
    rows = [f"{row} " + " ".join("M" if row in "DE" else "P" for _ in range(9)) for row in "ABCDEFGH"]
    with pytest.raises(BadTable, match="no unit can walk from"):
        board("map Cut\n" + "\n".join(rows))


def test_a_map_can_have_other_sizes_and_holes() -> None:
    rows = [f"{row} " + " ".join("P" * 6 + ("_P" if row == "C" else "PP")) for row in "ABCDE"]
    made = board("map Small\n" + "\n".join(rows))
    assert "C7" not in made.spaces
    assert "C8" in made.spaces
    with pytest.raises(ValueError, match="there is no map “elsewhere”; there are basic_map, eastern_mist_forest"):
        Settings(map="elsewhere")
