"""The report of a step of Champions."""

from __future__ import annotations

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.views.report import report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.seats import Seat

SEATS = {seat: Seat(id=seat, player=name, team=seat) for seat, name in (("p1", "Ana"), ("p2", "Ben"))}
ROGUE = battle_events.Fighter(seat="p1", champion="Rogue", health=30)
MAGE = battle_events.Fighter(seat="p2", champion="Mage", health=20)


def test_the_moves_of_a_round_are_one_line() -> None:
    moves = [
        events.Moved(clause="CBR-8", seat=seat, start=start, end=end)
        for seat, start, end in (("p1", "A1", "A2"), ("p2", "C3", "B3"))
    ]
    assert [each.text for each in report(moves, SEATS)] == ["Moves: Ana A1 → A2, Ben C3 → B3"]


def test_the_starts_are_one_line() -> None:
    starts = [events.Spawned(clause="CBR-3", seat=seat, at=at) for seat, at in (("p1", "A1"), ("p2", "C3"))]
    assert [each.text for each in report(starts, SEATS)] == ["Starts: Ana A1, Ben C3"]


def test_a_battle_has_its_dice_between_its_headlines() -> None:
    battle = [
        battle_events.BattleBegan(clause="CBR-30", at="A1", seats=("p1", "p2"), fighters=(ROGUE, MAGE)),
        battle_events.TurnBegan(clause="CBR-31", turn=1),
        battle_events.Rolled(clause="CBR-40", by=ROGUE, target=MAGE, dice=(4,), crits=0, total=4),
        battle_events.HealthUpdated(clause="CBR-44", who=MAGE, damage=20, healing=0, after=0),
        battle_events.Fell(clause="CBR-45", who=MAGE),
        battle_events.BattleEnded(clause="CBR-46", seats=("p1", "p2"), fighters=(ROGUE,)),
    ]
    weights = [each.weight for each in report(battle, SEATS)]
    bold, dice = Weight.HEADLINE, Weight.DETAIL
    assert weights == [bold, dice, dice, Weight.LINE, bold, bold]


def test_who_fights_twice_reads_of_the_own_losses_first_then_of_both_battles() -> None:
    owl = battle_events.Fighter(seat="p3", champion="Owl", health=9)
    seats = {**SEATS, "p3": Seat(id="p3", player="Cy", team="p3")}
    happened = [
        event
        for at, other in (("A1", MAGE), ("A2", owl))
        for event in (
            battle_events.BattleBegan(clause="CBR-30", at=at, seats=("p1", other.seat), fighters=(ROGUE, other)),
            battle_events.Fell(clause="CBR-45", who=other),
            battle_events.BattleEnded(clause="CBR-46", seats=("p1", other.seat), fighters=(ROGUE,)),
        )
    ]
    happened.insert(1, battle_events.Fell(clause="CBR-45", who=ROGUE))
    chapter = Chapter("Round 1", tuple(report(happened, seats)))
    began, own_death, death, ended, _, death_of_owl, ended_too = [each.text for each in chapter.paragraphs]
    assert headlines([chapter], ("p1",)) == (own_death, death_of_owl, ended_too, ended)
    assert headlines([chapter], ("p2",))[0] == death
    assert ended in headlines([chapter], ("p2",))
    assert began not in headlines([chapter], ("p2",))


def test_the_result_of_a_battle_says_who_fell_and_the_falls_are_small_print() -> None:
    happened = [
        battle_events.Fell(clause="CBR-45", who=MAGE.but(health=0)),
        battle_events.Fought(clause="CBR-34", at="A1", seats=("p1", "p2"), fighters=(ROGUE,), fallen=(MAGE,)),
    ]
    fell, result, survivors = report(happened, SEATS)
    assert (fell.weight, result.text) == (Weight.DETAIL, "⚔ Ana and Ben fought at A1: Ben's Mage fell")
    assert result.losers == {"p2"}
    assert survivors.weight is Weight.DETAIL
