"""What people tell of a turn: which army beat, killed or destroyed what; and who is ahead on the ways to win."""

from __future__ import annotations

from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.views.story import STORY
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.outcome import GM, Event
from sheets_gm.kernel.seats import Seat
from tests.gm.test_finished_matches import match


def turn_nine() -> tuple[View, dict[str, Seat]]:
    """The position before the battles 27 to 29, and who plays."""
    past, story = match("war_game-4711")
    row = next(row for row in story.turns if row.label == "Turn 8")
    entry = next(entry for entry in past.entries() if entry.number == row.entry)
    return past.game.view(past.codec.state(entry.state), GM), {seat.id: seat for seat in past.record.people}


def told(*happened: Event) -> list[str]:
    view, seats = turn_nine()
    return [each.text for each in STORY.tell(happened, view, view, seats)]


SHADOW, VANGUARD = "Yawgmoth's Shadow", "Benalish Vanguard"
WON = events.Won(clause="", battle=27, side="coalition", winners=(VANGUARD,), losers=(SHADOW,), margin=15, points=2)
LOST = events.Lost(clause="", army=SHADOW, units=5100, left=3400)


def test_a_battle_names_both_armies_its_place_and_who_won() -> None:
    assert told(WON, LOST) == [
        (
            "Benalish Vanguard (Ana, Coalition) beats Yawgmoth's Shadow at Phyrexia 6B "
            "by 15 on the roll, which loses 5,100 units"
        )
    ]
    killed = events.Killed(clause="", army=SHADOW, by=VANGUARD, how="killed", points=15)
    assert told(WON, LOST, killed) == [
        (
            "Benalish Vanguard (Ana, Coalition) beats Yawgmoth's Shadow at Phyrexia 6B "
            "by 15 on the roll and kills it: 17 victory points"
        )
    ]
    view, seats = turn_nine()
    richer = view.but(points={**view.points, "coalition": view.points["coalition"] + 30})
    (text,) = (each.text for each in STORY.tell((WON, LOST, killed), view, richer, seats))
    assert text.endswith(": 17 of Coalition's 30 points this turn")


def test_each_structure_that_is_destroyed_decides() -> None:
    view, seats = turn_nine()
    razed = [
        events.Razed(clause="", structure=name, army=VANGUARD, side="coalition", points=50)
        for name in ("Blobble", "Eluria")
    ]
    found = list(STORY.tell(razed, view, view, seats))
    assert [each.text for each in found] == [
        f"Benalish Vanguard (Ana, Coalition) destroys the {name}: 50 victory points"
        for name in ("stronghold Blobble", "base Eluria")
    ]
    assert all(each.decides for each in found)


def test_what_a_side_is_paid_is_a_sentence() -> None:
    paid = events.Paid(clause="", side="phyrexia", planes=("Dominaria",), features=("Razor Fields",), points=17)
    assert told(paid) == ["Phyrexia dominates Dominaria and holds 1 feature: 17 victory points"]


def test_who_is_ahead_is_who_is_further_on_the_best_way_to_win() -> None:
    view, _ = turn_nine()
    even = view.but(points={"coalition": 100, "phyrexia": 100}, destroyed=())
    ahead = STORY.lead(even.but(points={"coalition": 100, "phyrexia": 400}))
    assert ahead["phyrexia"] > ahead["coalition"]
    bases = tuple(each.name for each in view.world.structures.values() if each.kind == "base")
    assert STORY.lead(even.but(destroyed=bases))["phyrexia"] > ahead["phyrexia"]


def test_the_best_text_is_the_armys_with_the_highest_mark() -> None:
    view, _ = turn_nine()
    parts = (events.Part(what="die", amount=9), events.Part(what="strategy", amount=8))
    rolled = events.Rolled(clause="", battle=27, armies=(VANGUARD,), what="battle", parts=parts)
    (deed,) = (each for each in STORY.deeds((rolled,), view, view) if each.what == "Best text")
    assert (deed.who, deed.amount, deed.by) == ("coalition", 8, VANGUARD)
