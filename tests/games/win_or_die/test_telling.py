"""What people tell of a turn: who struck whom, what it cost in morale, and by what a game was won."""

from __future__ import annotations

from sheets_gm.games.win_or_die.position import battle_events, events
from sheets_gm.games.win_or_die.views.story import STORY
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.outcome import GM, Event
from sheets_gm.kernel.seats import Seat
from tests.gm.test_finished_matches import match


def turn_seven() -> tuple[View, dict[str, Seat]]:
    """The position in which Ben begins turn 7 of game 1: his morale is 12, Ana's 16. And who plays."""
    past, story = match("win_or_die-4711")
    row = next(row for row in story.turns if row.label.startswith("Game 1, turn 6"))
    entry = next(entry for entry in past.entries() if entry.number == row.entry)
    return past.game.view(past.codec.state(entry.state), GM), {seat.id: seat for seat in past.record.people}


def attacked(unit: str, target: str, damage: int, left: int) -> battle_events.Attacked:
    return battle_events.Attacked(
        clause="",
        unit=unit,
        target=target,
        counter=False,
        dice=(6,),
        need=4,
        high=False,
        support=0,
        hits=damage,
        damage=damage,
        left=left,
    )


def told(*happened: Event) -> list[str]:
    view, seats = turn_seven()
    return [each.text for each in STORY.tell(happened, view, view, seats)]


def test_a_death_names_who_caused_it_and_what_it_cost() -> None:
    blow = attacked("T5 Bone Golem", "R4 Bone Golem", 3, 0)
    death = battle_events.Killed(clause="", unit="R4 Bone Golem", seat="red", at="G7", morale=12)
    (text,) = told(blow, death)
    assert text.endswith("kills Ana's Bone Golem R4: Ana loses 4 morale")
    assert told(attacked("T5 Bone Golem", "R4 Bone Golem", 2, 4))[0].endswith("for 2, 4 health left")
    assert told(attacked("T5 Bone Golem", "R4 Bone Golem", 0, 6)) == []


def test_damage_counts_as_far_as_there_was_health() -> None:
    view, _ = turn_seven()
    blows = (attacked("T5 Bone Golem", "R4 Bone Golem", 1, 5), attacked("T5 Bone Golem", "R4 Bone Golem", 9, 0))
    assert [each.amount for each in STORY.deeds(blows, view, view) if each.what == "Damage"] == [1, 5]


def test_damage_of_a_tactic_of_an_earlier_turn_is_the_enemys() -> None:
    burnt = battle_events.Damaged(clause="", unit="R4 Bone Golem", damage=1, left=5, why="Rain of Fire")
    assert told(burnt) == ["Ben's Rain of Fire hits Ana's Bone Golem R4 for 1, 5 health left"]
    convened = battle_events.Convened(clause="", seat="red", tactic="Rain of Fire", effect="", crystals=0)
    own = battle_events.Damaged(clause="", unit="T5 Bone Golem", damage=1, left=6, why="Rain of Fire")
    assert told(convened, own)[0].startswith("Ana's Rain of Fire hits Ben's Bone Golem")


def test_the_end_of_a_game_says_in_numbers_what_ended_it() -> None:
    death = battle_events.Killed(clause="", unit="R4 Bone Golem", seat="red", at="G7", morale=3)
    tired = events.TurnEnded(clause="", seat="red", fatigue=4, morale=3)
    reason = "the enemy's morale is not above its fatigue"
    ended = events.GameEnded(clause="", game=1, winner="teal", reason=reason, wins=(0, 1))
    told_of = told(attacked("T5 Bone Golem", "R4 Bone Golem", 3, 0), death, tired, ended)
    assert told_of[-1] == "Ben wins game 1 in turn 7: Ana's fatigue rises to 4, and Ana's morale of 3 is not above it"
    fell = told(attacked("T5 Bone Golem", "R4 Bone Golem", 3, 0), death.but(morale=2), ended)[-1]
    assert fell == "Ben wins game 1 in turn 7: Ana's morale falls to 2, which is not above the fatigue of 3"
    assert told(ended) == [f"Ben wins game 1 in turn 7: {reason}"]


def test_both_turns_of_a_round_are_compared_together() -> None:
    labels = [f"Game 1, turn {number}: Ana (red) commands" for number in (1, 2, 3)]
    assert STORY.stretch(labels[0]) == STORY.stretch(labels[1]) != STORY.stretch(labels[2])
    assert STORY.moment(labels[0]) == "Game 1, turn 1: Ana's turn"
    assert STORY.moment("Game 2: Ben (teal) deploys") == "Game 2: Ben deploys"
