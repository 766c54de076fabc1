"""What people tell of a turn: who knocked whom down, who broke what; and who is ahead by the ladder of tie-breakers."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.position.events import Side
from sheets_gm.games.gvg.views.story import STORY
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from tests.gm.test_finished_matches import match


def start() -> tuple[View, dict[str, Seat]]:
    """The first position of a match, and who plays."""
    past, _ = match("gvg-4711")
    first = next(iter(past.entries()))
    return past.game.view(past.codec.state(first.state), None), {seat.id: seat for seat in past.record.people}


def fought(place: str, attack: tuple[str, ...], defence: tuple[str, ...], outcome: str, at: str = "A13") -> Event:
    sides: dict[str, Any] = {
        "attack": Side(team="blue", parts=(), seats=attack),
        "defence": Side(team="boss" if place == "boss" else "red", parts=(), seats=defence),
    }
    return events.Fought(clause="", at=at, place=place, outcome=outcome, **sides)


def told(*happened: Event) -> list[str]:
    view, seats = start()
    return [each.text for each in STORY.tell(happened, view, view, seats)]


def test_a_battle_is_told_once_with_all_that_came_of_it() -> None:
    won = fought("bulwark", ("blue1", "blue2"), ("red1",), "attack")
    fell = events.HPLost(clause="", at="A13", structure="Bulwark", team="red", left=0)
    down = events.KnockedDown(clause="", seats=("red1",), at="A13")
    assert told(won, fell, down) == ["Ana and Ben destroy Red's Bulwark A13 and knock down Finn"]
    hit = events.HPLost(clause="", at="A13", structure="Bulwark", team="red", left=2)
    alone = fought("bulwark", ("blue1",), (), "attack")
    assert told(alone, hit) == ["Ana hits Red's Bulwark A13, which has 2 HP left"]


def test_every_loss_names_who_caused_it_also_a_structure_or_the_boss() -> None:
    down = events.KnockedDown(clause="", seats=("blue1",), at="A13")
    assert told(fought("bulwark", ("blue1",), (), "defence"), down) == ["Red's Bulwark A13 knocks down Ana at A13"]
    assert told(fought("boss", ("blue1",), (), "defence", "A9"), down) == ["The Boss knocks down Ana at A13"]
    dropped = events.TreeDropped(clause="", seat="blue1", owner="red", at="C9")
    lost = fought("tree", ("red1",), ("blue1",), "attack")
    lost = lost.but(
        attack=Side(team="red", parts=(), seats=("red1",)), defence=Side(team="blue", parts=(), seats=("blue1",))
    )
    assert told(lost, down, dropped) == ["Finn knocks down Ana at A13 and makes Ana drop Red's Tree"]


def test_nobody_tells_of_a_draw_and_the_coins_of_both_teams_are_one_line() -> None:
    assert told(fought("open", ("blue1",), ("red1",), "stalemate")) == []
    coins = [events.CoinGained(clause="", team=team, at="B9", coins=1) for team in ("blue", "red", "red")]
    assert told(*coins) == ["Blue takes 1 coin and Red takes 2 coins"]


@pytest.mark.parametrize(
    ("change", "ahead"),
    [
        ({}, ""),
        ({"fish": {"blue": 5, "red": 6}}, "red"),
        # the ladder: HP of Bulwarks counts before that of the Fish
        ({"fish": {"blue": 1, "red": 6}, "bulwarks": {"A13": 2}}, "blue"),
        # and a destroyed Bulwark before the HP of all others
        ({"bulwarks": {"A13": 0, "A5": 1, "C5": 1, "E5": 1}}, "blue"),
    ],
)
def test_who_is_ahead_is_who_would_win_by_the_tie_breakers(change: dict[str, Any], ahead: str) -> None:
    view, _ = start()
    bulwarks = {**view.match.bulwarks, **change.get("bulwarks", {})}
    changed = view.match.but(bulwarks=bulwarks, fish=change.get("fish", view.match.fish))
    lead = STORY.lead(view.but(match=changed))
    assert sum(lead.values()) == 100
    assert ("" if lead["blue"] == lead["red"] else max(lead, key=lambda team: lead[team])) == ahead


def test_a_tree_that_is_carried_counts_before_it_has_moved() -> None:
    view, _ = start()
    trees = {**view.match.trees, "red": view.match.trees["red"].but(carrier="blue1")}
    lead = STORY.lead(view.but(match=view.match.but(trees=trees)))
    assert lead["blue"] > lead["red"]


def test_a_tree_is_told_of_from_who_carries_it_until_it_is_home() -> None:
    view, seats = start()
    trees = {**view.match.trees, "red": view.match.trees["red"].but(carrier="blue1")}
    carried = view.but(match=view.match.but(trees=trees))
    moved = events.Moved(clause="", seat="blue1", start="C14", end="C12", steps=2)
    captured = events.Captured(clause="", seat="blue1", team="blue")
    assert [each.text for each in STORY.tell((moved,), carried, carried, seats)] == ["Ana carries Red's Tree to C12"]
    assert told(moved) == []
    (home,) = STORY.tell((moved, captured), carried, carried, seats)
    assert (home.text, home.decides) == ("Ana carries the Tree into Blue's Base", True)
