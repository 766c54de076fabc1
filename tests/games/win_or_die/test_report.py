"""The report of a command of Win or Die."""

from __future__ import annotations

from sheets_gm.games.win_or_die.position.battle_events import Attacked, Damaged, Healed, Killed
from sheets_gm.games.win_or_die.views.report import report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.seats import Seat

SEATS = {seat: Seat(id=seat, player=seat.title(), team=seat) for seat in ("teal", "red")}


def test_whose_unit_is_killed_reads_of_it_before_those_of_the_enemy() -> None:
    own = Killed(clause="WOD-12", unit="T1 Berserker", seat="teal", at="A1", morale=9)
    others = [
        Killed(clause="WOD-12", unit=f"R{number} Lancer", seat="red", at="B1", morale=9 - number)
        for number in range(1, 7)
    ]
    chapter = Chapter("Turn 1", tuple(report([own, *others], SEATS)))
    first, *rest = (each.text for each in chapter.paragraphs)
    assert headlines([chapter], ("teal",))[0] == first
    assert headlines([chapter], ("red",))[:6] == tuple(reversed(rest))


def attacked(unit: str, target: str, damage: int, left: int, *, counter: bool = False) -> Attacked:
    dice = {"dice": (4, 5), "need": 4, "high": False, "support": 0, "hits": damage}
    return Attacked(clause="WOD-65", unit=unit, target=target, counter=counter, damage=damage, left=left, **dice)


def test_the_headline_of_an_attack_says_how_both_units_stand_after_all_of_it() -> None:
    happened = [
        attacked("R4 Lancer", "T1", 2, 3),
        Damaged(clause="WOD-72", unit="T1 Berserker", damage=2, left=1, why="splash"),
        attacked("T1 Berserker", "R4 Lancer", 1, 4, counter=True),
        Healed(clause="WOD-73", unit="R4 Lancer", amount=1, left=5, why="lifesteal"),
    ]
    told = [each for each in report(happened, SEATS) if each.weight is Weight.HEADLINE]
    assert [each.text for each in told] == ["⚔ R4 Lancer hits T1 for 4 (1 left), takes 1 (5 left)"]
    assert told[0].about == {"red", "teal"}


def test_whoever_dies_in_an_attack_is_told_in_its_headline_and_others_in_their_own() -> None:
    deaths = [
        Killed(clause="WOD-12", unit=unit, seat="teal", at="A1", morale=9) for unit in ("T1 Berserker", "T2 Ghoul")
    ]
    headline, _, small, other = report([attacked("R4 Lancer", "T1", 5, 0), *deaths], SEATS)
    assert headline.text == "⚔ R4 Lancer kills T1 at A1"
    assert headline.losers == {"teal"}
    assert [each.weight for each in (small, other)] == [Weight.DETAIL, Weight.HEADLINE]


def test_what_a_tactic_damages_is_a_headline_of_its_own() -> None:
    rain = Damaged(clause="WOD-81", unit="T1 Berserker", damage=2, left=1, why="Rain of Fire")
    assert [each.weight for each in report([rain], SEATS)] == [Weight.HEADLINE]


def test_a_counterattack_of_another_unit_has_a_headline_of_its_own() -> None:
    happened = [attacked("R4 Lancer", "T1", 0, 5), attacked("T2 Ghoul", "R4 Lancer", 1, 4, counter=True)]
    told = [each.text for each in report(happened, SEATS) if each.weight is Weight.HEADLINE]
    assert told == [
        "⚔ R4 Lancer does not hurt T1, takes 1 (4 left)",
        "⚔ T2 Ghoul hits back at R4 Lancer for 1 (4 left)",
    ]
