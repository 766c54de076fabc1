"""What people tell of a round: each battle by what each side cost the other, and who is out by it."""

from __future__ import annotations

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.position.battle_events import Fighter
from sheets_gm.games.champions.views.story import STORY
from sheets_gm.games.champions.views.visible import View
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from tests.gm.test_finished_matches import match


def start() -> tuple[View, dict[str, Seat]]:
    """The first position, in which everybody has all Champions, and who plays."""
    past, _ = match("champions-4711")
    first = next(iter(past.entries()))
    return past.game.view(past.codec.state(first.state), GM), {seat.id: seat for seat in past.record.people}


def fought(fighters: tuple[Fighter, ...], fallen: tuple[Fighter, ...] = ()) -> battle_events.Fought:
    return battle_events.Fought(clause="", at="A1", seats=("p1", "p2"), fighters=fighters, fallen=fallen)


def fighter(seat: str, champion: str, health: int = 0) -> Fighter:
    return Fighter(seat=seat, champion=champion, health=health)


def test_each_side_of_a_battle_is_told_of_what_it_did_to_the_other() -> None:
    view, seats = start()
    battle = fought((fighter("p1", "Gladiator", 60), fighter("p2", "Rogue", 20)), (fighter("p2", "Healer"),))
    suffered, told = STORY.tell((battle,), view, view, seats)
    assert told.text == "Ana fells Ben's Healer: Ben 350 → 205 health"
    assert (told.by, told.whom, told.side, told.decides) == (("Ana",), ("Ben",), "p1", False)
    assert suffered.text == "Ben hurts Ana: Ana 350 → 310 health"
    assert (suffered.by, suffered.whom, suffered.side) == (("Ben",), ("Ana",), "p2")
    unhurt = fought((fighter("p1", "Gladiator", 100), fighter("p2", "Rogue", 80)))
    assert [each.text for each in STORY.tell((unhurt,), view, view, seats)] == ["Ana hurts Ben: Ben 350 → 345 health"]


def test_who_loses_the_last_champion_is_out_by_whoever_felled_it() -> None:
    view, seats = start()
    people = tuple(
        person.but(champions={"Gladiator": 0, "Rogue": 30, "Healer": 0, "Mage": 0}) if person.seat == "p2" else person
        for person in view.people
    )
    battle = fought((fighter("p1", "Gladiator", 100),), (fighter("p2", "Rogue"),))
    out = events.Eliminated(clause="", seat="p2", at="A1", dropped=True)
    (told,) = STORY.tell((battle, out), view.but(people=people), view, seats)
    assert (told.text, told.decides) == ("Ana fells Ben's last Champion, a Rogue: Ben is out", True)
    assert told.brief == "Ana puts Ben out"


def test_the_phases_of_a_round_are_one() -> None:
    assert STORY.moment("Round 8: Battle") == "Round 8"
    assert "looted" in STORY.passing
