"""What people tell of a turn: who struck whom, with numbers of units only where two are alike."""

from __future__ import annotations

from typing import Any

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.views.story import STORY
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.outcome import Event, Result
from sheets_gm.kernel.seats import Seat
from tests.gm.test_finished_matches import match


def round_seven() -> tuple[View, dict[str, Seat]]:
    """A position with several Spearmen of Ana and a leader of Ben, and who plays."""
    past, story = match("wesnoth-4711")
    entries = {entry.number: entry for entry in past.entries()}
    state = past.codec.state(entries[story.turns[12].entry].state)
    return past.game.view(state, None), {seat.id: seat for seat in past.record.people}


def struck(unit: str, target: str, wounds: int, left: int, **more: Any) -> events.Struck:
    return events.Struck(
        clause="",
        unit=unit,
        target=target,
        attack="melee 3-3 pierce",
        counter=False,
        need=4,
        dice=(4, 4, 4),
        hits=min(wounds, 1),
        base=wounds,
        light=1,
        resistance=2,
        wounds=wounds,
        left=left,
        **more,
    )


def told(*happened: Event) -> list[str]:
    view, seats = round_seven()
    return [each.text for each in STORY.tell(happened, view, view, seats)]


LEADER = "r1 Drake Warrior"


def test_a_leader_is_measured_by_others_only_where_all_are_alike_while_they_are_sound() -> None:
    view, _ = round_seven()
    sound = {
        view.match.index.pawn(unit).hp
        for player in view.match.players
        for unit in view.match.index.units_of(player.seat)
        if unit.leader
    }
    assert len(sound) == 2
    assert STORY.limits(view) == {}


def test_the_blows_of_one_side_on_a_unit_are_told_together_from_where_to_where() -> None:
    blows = (struck("b7 Spearman", LEADER, 6, 13), struck("b9 Spearman", LEADER, 3, 10))
    assert told(*blows) == ["Ana's Spearman b7 and Spearman b9 bring Ben's leader from 19 to 10 hit points"]
    assert told(*blows, struck("b4 Spearman", LEADER, 9, 1)) == [
        "3 of Ana's units bring Ben's leader from 19 to 1 hit point"
    ]


def test_a_death_names_who_caused_it_and_that_of_a_leader_decides() -> None:
    view, seats = round_seven()
    fell = events.Fell(clause="", unit=LEADER, at="M6", seat="blue", gold=2, leader=True)
    end = events.Ended(clause="", result=Result(winners=("blue",), reason="no enemy leader is alive", clause="WES-9"))
    death, ended = STORY.tell((struck("b7 Spearman", LEADER, 19, 0), fell, end), view, view, seats)
    assert (death.text, death.decides) == ("Ana's Spearman b7 kills Ben's leader", True)
    assert (death.by, death.whom, death.side) == (("Ana's Spearman b7",), ("Ben's leader",), "blue")
    assert ended.text == "Ana wins the match: no enemy leader is alive"


def test_who_only_missed_is_not_told_and_a_miss_is_no_damage() -> None:
    missed = struck("b7 Spearman", LEADER, 0, 19)
    assert told(missed) == []
    view, _ = round_seven()
    # a blow of 30 on 19 hit points has done 19
    for blow, damage in (
        (missed, 0),
        (struck("b7 Spearman", LEADER, 6, 13), 6),
        (struck("b7 Spearman", LEADER, 30, 0), 19),
    ):
        assert [each.amount for each in STORY.deeds((blow,), view, view) if each.what == "Damage"] == [damage]


def test_villages_are_told_with_whose_they_were_and_recruits_by_kind() -> None:
    view, _ = round_seven()
    own = next(at for at, seat in view.match.villages.items() if seat == "red")
    taken = events.VillageTaken(clause="", seat="blue", at=own, gold=3)
    assert told(taken) == ["Ana takes 1 village, 1 of Ben's"]
    recruits = [
        events.Recruited(clause="", seat="red", unit=f"r{at} {kind}", at="M7", price=3, left=0, mercenary=False)
        for at, kind in ((20, "Drake Clasher"), (21, "Drake Clasher"), (22, "Drake Fighter"))
    ]
    assert told(*recruits) == ["Ben recruits 2 × Drake Clasher and Drake Fighter"]


def test_a_turn_is_called_by_its_round_and_its_player() -> None:
    assert STORY.moment("Round 8, morning: Ana (blue) to move") == "Round 8, morning: Ana's turn"
    assert STORY.moment("Round 8 of 20, dusk: Ana (blue) to answer") == "Round 8, dusk: Ana's turn"
    assert STORY.moment("Round 8: Blue wins") == "Round 8: Blue wins"
    assert STORY.stretch("Round 8, morning: Ana (blue) to move") == "Round 8, morning"
