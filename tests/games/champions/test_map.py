"""The map tab: who is where, what kind each tile is, the rooms, who fights whom, and the shrink to come."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.state import Match
from sheets_gm.games.champions.rules.laws import LAWS
from sheets_gm.games.champions.rules.turn import start
from sheets_gm.games.champions.tabs.all_tabs import tally
from sheets_gm.games.champions.tabs.picture import draw_map
from sheets_gm.games.play_out import bot_dice, choose_places
from sheets_gm.kernel.outcome import Result
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
    assert {"⚔ P1\nP2", "P3 (you)", "⚔ P4\nP5"} <= set(texts(grid))
    assert style(grid, "B2  loot 2.6") == "tile.centre.head"
    assert style(grid, "B1  loot 2.1") == "tile.edge.head"
    assert style(grid, "C3  loot 1.8") == "tile.corner.head"
    assert style(grid, "P3 (you)") == "tile.corner.own"


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


def lines_of(match: Match, seat: str | None = None) -> list[str]:
    return [str(text) for text in texts(drawn(match, seat))]


TWO = {"p1": "A1: all", "p2": "A1: all"}


@pytest.mark.clause("CBR-2", "CBR-3", "CBR-R2", "CBR-R4")
@pytest.mark.parametrize(
    ("size", "goal"),
    [(4, "The map shrinks to 3×3 when 9 players are left."), (3, "The map shrinks to 2×2 when 4 players are left."),
     (2, "The map shrinks to a single tile when 2 players are left.")],
)  # fmt: skip
def test_the_map_says_when_it_shrinks_next(size: int, goal: str) -> None:
    lines = lines_of(position(TWO, phase="looting", size=size, quiet=1, idle=2))
    assert goal in lines
    assert (
        "The map shrinks by one size after 2 more rounds without a battle, or 4 more rounds without a fallen Champion."
        in lines
    )


@pytest.mark.clause("CBR-R2")
def test_a_shrink_that_skips_a_size_is_announced_as_such() -> None:
    match = position(TWO, phase="looting", size=4, settings={"shrink_at": {"4": 5, "3": 9}})
    assert "The map shrinks to 2×2 when 5 players are left." in lines_of(match)


@pytest.mark.clause("CBR-R2", "CBR-R4")
def test_a_map_that_does_not_shrink_with_its_players_does_not_say_so() -> None:
    lines = lines_of(position(TWO, phase="looting", size=4, settings={"shrink_at": {}}, quiet=2, idle=5))
    assert not [line for line in lines if "players are left." in line]
    assert (
        "The map shrinks by one size after 1 more round without a battle, or 1 more round without a fallen Champion."
        in lines
    )


@pytest.mark.clause("CBR-R4")
@pytest.mark.parametrize(
    ("idle", "message"),
    [
        (2, "After 4 more rounds without a fallen Champion, exhaustion costs every Champion 10 health."),
        (5, "If no Champion falls in this round, exhaustion costs every Champion 10 health."),
        (7, "If no Champion falls in this round, exhaustion costs every Champion 30 health."),
    ],
)
def test_the_last_tile_says_what_the_next_round_costs(idle: int, message: str) -> None:
    lines = lines_of(position(TWO, phase="looting", size=1, idle=idle))
    assert "This is the last tile." in lines
    assert message in lines


@pytest.mark.clause("CBR-1", "CBR-R1", "CBR-R4")
def test_two_players_begin_on_a_map_that_stays_after_the_first_round() -> None:
    match = start(Settings(), made_up(choose_places(CHAMPIONS.places(Settings()), 2)), bot_dice("start")).state
    assert match.size == 2
    assert not [line for line in lines_of(match) if "players are left." in line]
    far = match.but(players=tuple(each.but(at=at) for each, at in zip(match.players, ("A1", "B2"), strict=True)))
    for phase in ("movement", "looting", "equipment"):
        assert far.phase == phase
        far = CHAMPIONS.resolve(far, {}, bot_dice(f"then {phase}")).state
    assert (far.round, far.size, far.phase) == (2, 2, "movement")
    assert [law(far) for law in LAWS] == [None] * len(LAWS)


@pytest.mark.clause("CBR-16", "CBR-17")
def test_the_main_thread_and_the_rooms_show_the_links_that_the_gm_sets() -> None:
    links = {"main_thread": "https://forum/1", "room_links": {"B2": "https://forum/2"}}
    match = position(PEOPLE, phase="movement", size=3, settings=links)
    public, inside, outside = lines_of(match), lines_of(match, "p1"), lines_of(match, "p3")
    assert "💬 Main thread: everybody · https://forum/1" in public
    assert "💬 Room B2: P1, P2" in public
    assert "💬 Room B2: P1, P2 · https://forum/2" in inside
    assert "💬 Room B2: P1, P2" in outside


def test_the_history_counts_the_rounds_that_are_over() -> None:
    played = position(PEOPLE, round=3, phase="battle", size=3)
    assert tally(CHAMPIONS.view(played, None)).turn == 2
    over = played.but(result=Result(winners=("p4",), reason="the last one standing", clause="CBR-6"))
    assert tally(CHAMPIONS.view(over, None)).turn == 3
