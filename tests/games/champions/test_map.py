"""The map tab: who is where, what kind each tile is, the rooms, who fights whom, and the shrink to come."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.champions.state import Match
from sheets_gm.games.champions.tabs import draw_map
from sheets_gm.sheet.grid import Grid
from tests.games.champions.evening import TEMPLATE
from tests.games.champions.table import CHAMPIONS, position

PEOPLE = {"p1": "B2: all", "p2": "B2: Gladiator 30, Mage", "p3": "A1: Rogue 20", "p4": "C3: all", "p5": "C3: Mage"}


def drawn(match: Match, seat: str | None = None) -> Grid:
    return draw_map(CHAMPIONS.view(match, seat), TEMPLATE.tabs["map"])


def texts(grid: Grid) -> list[Any]:
    return [cell.value for row in grid.rows for cell in row if cell.value not in (None, "")]


def style(grid: Grid, text: str) -> str:
    return next(cell.style for row in grid.rows for cell in row if cell.value == text)


@pytest.mark.clause("CBR-9", "CBR-14", "CBR-15")
def test_names_stand_on_tiles_that_are_coloured_by_how_good_their_loot_is() -> None:
    grid = drawn(position(PEOPLE, phase="movement", size=3), "p3")
    assert {"⚔ P1\nP2", "◆ P3", "⚔ P4\nP5"} <= set(texts(grid))
    assert style(grid, "B2  ★ 2.6") == "tile.centre.head"
    assert style(grid, "B1  ★ 2.1") == "tile.edge.head"
    assert style(grid, "C3  ★ 1.8") == "tile.corner.head"
    assert style(grid, "◆ P3") == "tile.corner.own"


@pytest.mark.clause("CBR-16", "CBR-17")
def test_the_main_thread_is_always_open_and_each_shared_tile_has_a_room() -> None:
    shown = texts(drawn(position(PEOPLE, phase="movement", size=3)))
    assert "💬 Main thread: everybody" in shown
    assert [line for line in shown if str(line).startswith("💬 Room")] == ["💬 Room B2: P1, P2", "💬 Room C3: P4, P5"]
    alone = texts(drawn(position({"p1": "A1: all", "p2": "B2: all", "p3": "C3: all"}, phase="movement", size=3)))
    assert [line for line in alone if str(line).startswith("💬")] == ["💬 Main thread: everybody"]


@pytest.mark.clause("CBR-33", "CBR-35")
def test_everybodys_champions_stand_beside_the_map_with_their_health() -> None:
    grid = drawn(position(PEOPLE, phase="battle", size=3))
    row = next(row for row in grid.rows if any(cell.value == "P2" for cell in row))
    assert [(cell.value, cell.style) for cell in row[-4:]] == [
        (30, "health.low"), ("☠", "health.dead"), ("☠", "health.dead"), (85, "health.good"),
    ]  # fmt: skip
    assert {"⚔ B2: P1 against P2", "⚔ C3: P4 against P5"} <= set(texts(grid))


@pytest.mark.clause("CBR-2", "CBR-3", "CBR-R2", "CBR-R4")
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (4, ["The map shrinks to 3×3 when 9 players are left,", "or after 2 more rounds without a battle. All"]),
        (3, ["The map shrinks to 2×2 when 4 players are left,", "or after 2 more rounds without a battle. All"]),
        (
            2,
            [
                "The map shrinks to a single tile when 2 players are left,",
                "or after 2 more rounds without a battle. All",
            ],
        ),
        (1, ["This is the last tile.", "After 4 more rounds without a fallen Champion, exhaustion"]),
    ],
)
def test_the_shrink_to_come_is_told(size: int, expected: list[str]) -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"}, phase="looting", size=size, quiet=1, idle=2)
    shown = [str(line) for line in texts(drawn(match))]
    assert all(any(line.startswith(start) for line in shown) for start in expected)
