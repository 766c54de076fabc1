"""The story of a match: its turning points, its table of players, its lists, and what an audience may know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC, Audience, usual_audience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import TYPED, build_story, sentence
from sheets_gm.gm.story.highlights import awards, highlights
from sheets_gm.gm.story.model import PlayerRow, Story, TurnRow
from sheets_gm.gm.story.past import Past, record_of
from sheets_gm.gm.story.rows import fight_rows, order_rows
from sheets_gm.gm.story.turning_points import LEAST, MOST, Measure, course, leader, shares, turning_points
from sheets_gm.gm.story.turns import turns_of
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.story import AHEAD, HAS, Statistic, Telling
from sheets_gm.sheet.picture.svg import draw_picture
from tests.games.asked import other_secrets, with_other
from tests.gm.pasts import SHORT, played, short_past
from tests.gm.table import Evening
from tests.gm.test_desk import claim


@pytest.fixture(scope="module")
def gvg() -> Past:
    """A whole short match."""
    return played("gvg", 40, {"team_size": 2, "max_turns": 14})


@pytest.mark.parametrize("name", SHORT)
def test_each_game_tells_its_sides_its_figures_and_its_turning_points(name: str) -> None:
    past = short_past(name)
    story = build_story(past, EVERYTHING)
    entries = {entry.number: entry for entry in past.entries()}
    for turn in story.turns:
        assert abs(sum(turn.share.values()) - 1) < 1e-9
        assert all(set(values) <= set(story.sides) for values in turn.figures.values())
    assert past.game.showing.story is not None
    assert len(story.points) <= MOST
    for point in story.points:
        assert entries[point.entry].events
        assert point.label == story.turns[point.turn].label
        assert point.entry in range(story.turns[point.turn].first, story.turns[point.turn].entry + 1)


def test_a_whole_match_has_three_to_five_turning_points_and_says_who_won(gvg: Past) -> None:
    story = build_story(gvg, EVERYTHING)
    assert LEAST <= len(story.points) <= MOST
    assert story.over
    assert story.result
    assert [point.turn for point in story.points] == sorted({point.turn for point in story.points})


def test_other_figures_give_other_turning_points(gvg: Past) -> None:
    assert gvg.game.showing.story is not None
    upside_down = replace(gvg.game.showing.story, lead=lambda view: {"blue": float(view.match.turn % 2), "red": 0.5})
    other = replace(gvg, game=with_other(gvg.game, story=upside_down))
    assert build_story(other, EVERYTHING).points != build_story(gvg, EVERYTHING).points


def test_a_game_that_says_nothing_gets_a_decent_story(gvg: Past) -> None:
    story = build_story(replace(gvg, game=with_other(gvg.game, story=None)), EVERYTHING)
    assert set(story.turns[-1].figures) == {"Coins", "Hearts"}
    assert LEAST <= len(story.points) <= MOST
    assert [row.who for row in story.players] == [seat.player for seat in gvg.record.people]
    assert (story.statistics, story.awards) == ((), ())


def test_what_counts_for_players_agrees_with_the_events(gvg: Past) -> None:
    story = build_story(gvg, EVERYTHING)
    events = [event for entry in gvg.entries() for event in entry.events]
    down = sum(len(event["seats"]) for event in events if event["kind"] == "knocked_down")
    assert sum(row.values.get("Times down", 0) for row in story.players) == down > 0
    assert len(list(fight_rows(gvg, EVERYTHING))) == sum(event["kind"] == "fought" for event in events) > 0
    best = max(row.values.get("Knocked down", 0) for row in story.players)
    assert any(award.reason == f"{best} knocked down" for award in story.awards)


def test_each_roll_belongs_to_somebody_or_to_nobody(gvg: Past) -> None:
    rolls = [roll for entry in gvg.entries() for roll in entry.rolls]
    story = build_story(gvg, EVERYTHING)
    assert gvg.game.showing.story is not None
    seats = {seat.id for seat in gvg.record.people}
    own = [roll for roll in rolls if gvg.game.showing.story.roller(roll.why) in seats]
    assert 0 < len(own) < len(rolls)
    assert sum(row.rolls for row in story.players) == len(own)


def test_the_lead_is_shared_out() -> None:
    assert shares({"a": 3, "b": 1}) == {"a": 0.75, "b": 0.25}
    assert shares({"a": 0, "b": 0}) == {"a": 0.5, "b": 0.5}
    assert (leader({"a": 0.5, "b": 0.5}), leader({"a": 0.7, "b": 0.3})) == ("", "a")


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A match that was rewound, and in which somebody typed what cannot be read."""
    evening = Evening(settings={"max_turns": 4, "team_size": 1}, accounts=False)
    evening.play(2)
    evening.do("rewind", "#1", why="a wrong board")
    evening.play(1)
    return evening


def past_of(evening: Evening) -> Past:
    record = evening.record
    return Past(evening.game, record, lambda: evening.store.entries(evening.name), evening.looks)


def test_an_export_tells_what_those_had_typed_who_claim_something() -> None:
    evening = Evening(policy=Policy(every=3600.0, gm=("gm@table",)))
    evening.order("blue1", move_to="A1")
    evening.order("blue2", ready=True)
    evening.now += 7200
    evening.tick()
    for seat in ("blue1", "blue2", "red1"):
        assert claim(evening, seat, text="I had typed something else").startswith("✓ Claim")
    told = [act.text for act in build_story(past_of(evening), EVERYTHING).acts if act.kind == TYPED]
    heads = [text.rpartition(": ")[2] for text in told if "locked" in text]
    assert heads == ["draft", "ready", "no-show, nothing typed"]
    assert any("move_to=A1" in text for text in told)
    assert not [act for act in build_story(past_of(evening), PUBLIC).acts if act.kind == TYPED]
    # the game master decides the first claim by playing the turn again: that settles it, and takes none of it back
    evening.do("rule", 1, "it was A1", "it was so")
    before = build_story(past_of(evening), EVERYTHING).acts
    evening.do("rewind", "#0", row=2)
    story = build_story(past_of(evening), EVERYTHING)
    assert [(act.kind, act.text) for act in story.acts[:-1]] == [(act.kind, act.text) for act in before]
    assert {"Not told here: 1 entry taken back by a rewind.", "1 claim was decided by hand."} <= set(story.notes)


def test_a_rewound_match_tells_what_counts_and_says_so(evening: Evening) -> None:
    story = build_story(past_of(evening), EVERYTHING)
    assert [turn.label for turn in story.turns] == ["Start", "Turn 1 of 4", "Turn 2 of 4"]
    assert story.undone == 1
    assert any("taken back" in note for note in story.notes)
    assert [(act.turn, act.kind) for act in story.acts] == [(2, "Game master")]
    assert story.acts[0].text.endswith("a wrong board")


def test_orders_are_listed_as_typed_as_read_and_with_their_answer(evening: Evening) -> None:
    rows = list(order_rows(past_of(evening), EVERYTHING))
    assert {row.turn for row in rows} == {1, 2}
    assert {row.who for row in rows} == {seat.player for seat in evening.seats}
    assert all(row.typed and row.read and row.answer == "✓" for row in rows)
    assert all(row.typed.startswith("Move to: ") for row in rows if row.form == "Orders")


def test_a_short_list_of_orders_leaves_out_what_is_usual(evening: Evening) -> None:
    rows = [row for row in order_rows(past_of(evening), EVERYTHING, short=True) if row.form == "Orders"]
    assert any("Action: " in row.read for row in order_rows(past_of(evening), EVERYTHING) if row.form == "Orders")
    assert {part.partition(":")[0] for row in rows for part in row.read.split(" · ")} == {"Move to"}


# -- secrets -----------------------------------------------------------------------------------------------------------

SECRETIVE = [name for name in SHORT if find(name).secrecy is not Secrecy.OPEN]


def readable(past: Past, audience: Audience) -> Iterator[Any]:
    """All that *audience* can read of a match that goes on."""
    story = build_story(past, audience)
    yield story
    yield from (list(rows(past, audience)) for rows in (fight_rows, order_rows))
    yield [draw_picture(boards_after(past, audience, turn)) for turn in turns_of(past, audience)]


def with_other_secrets(past: Past, audience: Audience) -> Past:
    """The same match for *audience*, with everything else in its journal changed or gone."""
    change = other_secrets(past.game.name)

    def changed(entry: Entry) -> Entry:
        state = past.codec.state(entry.state)
        lie = change(state, audience.seat, Dice(Keyed(b"other", b"other")))
        seen = zip(past.codec.events(entry.events), entry.events, strict=True)
        return entry.but(
            state=past.codec.stored(lie),
            events=tuple(stored for event, stored in seen if audience.knows(event)),
            rolls=tuple(roll for roll in entry.rolls if not roll.hidden),
            orders={owner: orders for owner, orders in entry.orders.items() if owner in audience.eyes},
            typed=tuple(row for row in entry.typed if row.seat in audience.eyes),
            slips=(),
            refused=(),
        )

    entries = tuple(map(changed, past.entries()))
    return replace(past, entries=lambda: entries)


@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_facts_change_nothing_in_the_story_that_others_read(name: str) -> None:
    past = short_past(name)
    first = next(seat for seat in past.record.people if not seat.neutral)
    assert usual_audience(past.record, past.game.secrecy) == PUBLIC
    for audience in (PUBLIC, Audience(first.id, first.team)):
        other = with_other_secrets(past, audience)
        assert [entry.state for entry in other.entries()] != [entry.state for entry in past.entries()]
        for told, otherwise in zip(readable(past, audience), readable(other, audience), strict=True):
            assert told == otherwise


@pytest.mark.parametrize("name", SECRETIVE[:1])
def test_accounts_are_nowhere_in_a_story(name: str) -> None:
    assert isinstance(build_story(short_past(name), EVERYTHING), Story)
    assert "@" not in repr(build_story(short_past(name), EVERYTHING))


def turn(number: int, blue: float, size: float = 1.0, stretch: str = "") -> TurnRow:
    """Turn *number*, after which blue has so much of 1, with something of that size that people tell of."""
    share = {"blue": blue, "red": 1 - blue}
    told = (Telling(f"Event {number}", size),) if size else ()
    text = f"Event {number}" if size else ""
    label = f"{stretch}: {number}" if stretch else f"Turn {number}"
    return TurnRow(number, label, number, number, 0.0, "", (), text, (), {}, share, told, stretch)


SIDES = {"blue": "Blue", "red": "Red"}


def points(*blue: float, result: str = "Blue wins: it has more", measure: Measure = Measure()) -> list[str]:
    rows = [turn(number, share) for number, share in enumerate(blue)]
    return [each.text for each in turning_points(rows, SIDES, result, measure)]


def test_the_round_from_which_on_the_winner_led_is_always_told() -> None:
    told = points(0.5, 0.6, 0.6, 0.45, 0.45, 0.55, 0.55, 0.56, 1.0)
    assert "Event 3. Red takes the lead." in told
    assert "Event 5. Blue takes the lead and keeps it to the end." in told
    assert told[-1] == "Event 8. Blue wins: it has more."


def test_a_lead_that_is_taken_and_kept_for_a_while_is_always_told() -> None:
    told = points(0.5, 0.6, 0.4, 0.4, 0.9, 0.5, 0.9, 0.5, 0.9, 0.44, 0.44, 0.6, 0.6, 1.0)
    assert [text for text in told if "takes the lead" in text] == [
        "Event 2. Red takes the lead.",
        "Event 4. Blue takes the lead.",
        "Event 9. Red takes the lead.",
        "Event 11. Blue takes the lead and keeps it to the end.",
    ]


def test_the_first_round_is_no_turning_point_and_an_almost_equal_side_leads_nobody() -> None:
    assert points(0.5, 0.9, 0.9, result="") == ["Event 2. Blue is still ahead."]
    assert points(0.5, 0.5, 0.51, 0.49, result="") == ["Event 2.", "Event 3."]


def test_a_lead_is_kept_to_the_end_only_where_it_is() -> None:
    told = points(0.5, 0.4, 0.7, 0.3, 0.3, 0.8)
    assert [text for text in told if "keeps it" in text] == []
    assert told[-1] == "Event 5. Blue wins: it has more."
    assert not [text for text in points(0.5, 0.4, 0.7, 0.3, 0.3, 0.3) if text.startswith("Event 2. Blue takes")]


def test_while_a_match_goes_on_nobody_keeps_a_lead_to_the_end() -> None:
    assert "Event 3. Blue takes the lead." in points(0.5, 0.4, 0.4, 0.7, 0.8, result="")


def test_a_lead_that_changes_by_nothing_that_people_tell_is_told_too() -> None:
    rows = [turn(at, share, 0.0 if at == 3 else 1.0) for at, share in enumerate((0.5, 0.4, 0.4, 0.7, 0.8, 0.9))]
    told = [each.text for each in turning_points(rows, SIDES, "Blue wins: it has more")]
    assert "Blue takes the lead and keeps it to the end." in told


def test_sides_that_move_one_after_the_other_are_compared_at_the_ends_of_rounds() -> None:
    swings = (0.5, 0.8, 0.5, 0.8, 0.5, 0.8, 0.45)
    rows = [turn(at, share, stretch=f"Round {(at + 1) // 2}") for at, share in enumerate(swings)]
    assert [each.text for each in turning_points(rows, SIDES, "")] == ["Event 3.", "Event 5. Red is ahead."]
    assert course(rows, SIDES) == ""


def test_what_each_side_has_is_not_called_the_lead() -> None:
    told = points(0.5, 0.4, 0.4, 0.7, 0.7, measure=Measure(HAS, "gold (and health)"))
    assert "Event 3. Blue now has more gold and keeps it to the end." in told
    assert not [text for text in told if "lead" in text or "ahead" in text]


def led(*blue: float, measure: Measure = Measure()) -> str:
    return course([turn(number, share) for number, share in enumerate(blue)], SIDES, measure)


def test_who_was_ahead_from_when_on_is_told_in_a_sentence() -> None:
    assert led(0.5, 0.6, 0.4, 0.4, 0.5, 0.6, 1.0) == (
        "Blue was ahead to Turn 1, Red from Turn 2 to Turn 4, and Blue from Turn 5 to the end."
    )
    assert led(0.5, 0.4, 0.6, 0.6, measure=Measure(AHEAD, "coins")) == (
        "Red was ahead in coins to Turn 1, and Blue from Turn 2 to the end."
    )
    assert led(0.5, 0.6, 0.48, 0.6, 0.7) == (
        "Blue was ahead to Turn 1, Red in Turn 2, and Blue from Turn 3 to the end."
    )
    assert led(0.5, 0.505, 0.6, 0.7) == "Blue was ahead from Turn 2 to the end."
    assert led(0.5, 0.4, 1.0) == "Blue was ahead only in the end; until then Red led."
    assert led(0.5, 0.5, 0.5) == ""
    assert led(0.5, 0.6, 0.4, 0.6, 0.4, 0.6, 0.6) == (
        "Blue was ahead from Turn 5 to the end; before that the lead changed 4 times."
    )


def test_a_turning_point_says_how_the_figure_changed_that_moved_most() -> None:
    figures = (
        {"Coins": {"blue": 5, "red": 1}, "HP": {"blue": 9, "red": 9}},
        {"Coins": {"blue": 4, "red": 1}, "HP": {"blue": 9, "red": 3}},
    )
    rows = [replace(turn(at, share), figures=figures[at == 2]) for at, share in enumerate((0.5, 0.5, 0.8))]
    (point,) = turning_points(rows, SIDES, "")
    assert point.text == "Event 2. HP: Red 9 → 3. Blue is ahead."


def test_a_turning_point_does_not_speak_of_what_is_only_spent() -> None:
    figures = ({"HP": {"blue": 9}, "Coins": {"blue": 1}}, {"HP": {"blue": 8}, "Coins": {"blue": 9}})
    rows = [replace(turn(at, share), figures=figures[at == 2]) for at, share in enumerate((0.5, 0.5, 0.8))]
    (point,) = turning_points(rows, SIDES, "", spent={"Coins"})
    assert point.text == "Event 2. HP: Blue 9 → 8. Blue is ahead."


def told(text: str, size: float, *, decides: bool = False, brief: str = "") -> Telling:
    return Telling(text, size, decides=decides, brief=brief)


def test_a_turn_tells_what_mattered_most_and_all_that_decides() -> None:
    assert sentence([told("A dies", 2), told("B dies", 2)]) == "A dies; B dies"
    assert sentence([told("A", 1), told("B" * 100, 9), told("C" * 100, 8)]) == "B" * 100
    decisive = [told(letter * 100, 5, decides=True) for letter in "AB"]
    assert sentence([decisive[0], told("C", 1), decisive[1], told("D", 9)]) == f"{'A' * 100}; {'B' * 100}; D"
    assert sentence([told("A", 1), told("B", 20)]) == "B"
    assert sentence([]) == ""
    many = [told(f"{letter} is out, and lost much", 5, decides=True, brief=f"{letter} is out") for letter in "ABC"]
    assert sentence(many) == "A is out; B is out; C is out"
    assert sentence(many[:2]) == "A is out, and lost much; B is out, and lost much"


def test_the_last_turn_tells_what_was_good_for_who_won_and_how_it_ended_last() -> None:
    end = Telling("Blue wins", 0, side="blue", decides=True)
    blow, other, least = Telling("C" * 99, 3, side="blue"), Telling("D" * 99, 9, side="red"), Telling("E", 2)
    assert sentence([end, other, least, blow]) == f"{'D' * 99}; {'C' * 99}; Blue wins"


def blow(number: int, who: str, whom: str, side: str, size: float, blue: float) -> TurnRow:
    """A turn in which *who* strikes *whom*, after which blue has so much of 1."""
    found = Telling(f"{who} strikes {whom}", size, (who,), (whom,), side)
    return replace(turn(number, blue), tellings=(found,), text=found.text)


FOUGHT = (
    turn(0, 0.5, 0.0),
    blow(1, "Ana", "Ben", "blue", 2, 0.6),
    blow(2, "Ben", "Ana", "red", 9, 0.3),
    blow(3, "Ana", "Ben", "blue", 8, 0.7),
    blow(4, "Gus", "Ana", "red", 3, 0.66),
    blow(5, "Ana", "Gus", "blue", 4, 1.0),
)


def test_the_card_tells_the_turn_that_decided_what_the_loser_did_after_it_and_who_did_most() -> None:
    told = [(each.title, each.turn, each.text) for each in highlights(FOUGHT, ["blue"], SIDES)]
    assert told == [
        ("The decisive turn", 3, "Turn 3: Ana strikes Ben"),
        ("The last chance", 4, "Turn 4: Gus strikes Ana"),
        ("The hero", 3, "Ana strikes Ben (Turn 3); strikes Gus (Turn 5)"),
    ]
    assert highlights(FOUGHT[:2], [], SIDES) == ()
    assert [each.title for each in highlights(FOUGHT[:4], [], SIDES)] == ["What changed most"]


def three(number: int, who: str, whom: str, side: str, size: float, blue: float) -> TurnRow:
    """A turn of a match of three sides, in which *who* strikes *whom*."""
    row = blow(number, who, whom, side, size, blue)
    return replace(row, share={"blue": blue, "red": (1 - blue) / 2, "green": (1 - blue) / 2})


def test_among_many_the_last_chance_is_a_blow_on_who_won_if_need_be_at_the_end() -> None:
    rows = (
        turn(0, 0.3, 0.0),
        three(1, "Ana", "Ben", "blue", 2, 0.34),
        three(2, "Ben", "Gus", "red", 9, 0.34),
        three(3, "Ana", "Ben", "blue", 8, 0.7),
        replace(
            three(4, "Gus", "Ana", "green", 3, 1.0),
            tellings=(Telling("Gus strikes Ana", 3, ("Gus",), ("Ana",), "green"), Telling("It ends", 0, decides=True)),
        ),
    )
    three_sides = {**SIDES, "green": "Green"}

    def chance(found: Sequence[TurnRow], measure: Measure = Measure()) -> list[str]:
        told = highlights(found, ["blue"], three_sides, ["Ana"], (), measure)
        return [each.text for each in told if each.title == "The last chance"]

    assert chance(rows) == ["Turn 4: Gus strikes Ana"]
    strong = replace(rows[2], share={"blue": 0.2, "red": 0.5, "green": 0.3}, figures={"Gold": {"blue": 2, "red": 5}})
    assert chance((*rows[:2], strong, *rows[3:]), Measure(HAS, "gold")) == [
        "Turn 2: Red still has most gold, 5; Blue has 2"
    ]


def test_a_hero_who_was_not_alone_is_named_before_what_they_did_together() -> None:
    together = Telling("Ana and Cleo strike Ben", 9, ("Ana", "Cleo"), ("Ben",), "blue")
    rows = (*FOUGHT[:3], replace(turn(3, 0.7), tellings=(together,), text=together.text), *FOUGHT[4:])
    (hero,) = (each.text for each in highlights(rows, ["blue"], SIDES) if each.title == "The hero")
    assert hero == "Ana: Ana and Cleo strike Ben (Turn 3); strikes Gus (Turn 5)"
    alone = together._replace(parts=(1.0, 9.0))
    (hero,) = (
        each.text
        for each in highlights((*rows[:3], replace(rows[3], tellings=(alone,)), *rows[4:]), ["blue"], SIDES)
        if each.title == "The hero"
    )
    assert hero == "Cleo: Ana and Cleo strike Ben (Turn 3)"


def test_awards_are_for_what_people_tell() -> None:
    found = {each.title: each.text for each in awards(FOUGHT, ["blue"], (), (), {})}
    assert found == {
        "Hero of the match": "Ana strikes Ben (Turn 3); strikes Gus (Turn 5)",
        "Last stand": "Gus strikes Ana (Turn 4)",
        "Revenge": "Ana strikes Ben (Turn 3), after Ben strikes Ana (Turn 2)",
    }


def test_luck_is_an_award_where_there_is_enough_of_it_and_nobody_has_four() -> None:
    players = [PlayerRow("Ana", "", {"Won": 3}, 20, 1.1), PlayerRow("Ben", "", {"Won": 1}, 20, 0.99)]
    found = awards(FOUGHT, ["blue"], (Statistic("Won", "Best fighter", "won"),), players, {})
    assert [each.title for each in found if each.who == "Ana"] == ["Hero of the match", "Revenge", "Luckiest"]
    assert not [each for each in found if each.title in ("Unluckiest", "Best fighter")]
    lucky = [each.reason for winners in ("Ana", "Ben") for each in awards((), [], (), players, {}, [winners])]
    assert lucky == ["20 rolls, 10% above expectation", "20 rolls, 10% above expectation, and lost"]


def test_how_the_sides_stood_at_the_end_is_told_of_the_best_of_many() -> None:
    assert build_story(short_past("champions"), EVERYTHING).standing.startswith("Health: ")
    figures = {"Coins": dict(zip("abcdef", range(6), strict=True)), "Trees": {"a": 0}}
    many = replace(build_story(short_past("gvg"), EVERYTHING), turns=(replace(turn(0, 0.5), figures=figures),))
    assert many.standing == "Coins: f 5, e 4, d 3, c 2"
    alone = {"Health": {"a": 0, "b": 0, "c": 0, "d": 0, "e": 7}}
    last = replace(many, turns=(replace(turn(0, 0.5), figures=alone),))
    assert last.standing == "Health: e 7"


def test_the_last_figures_of_who_lost_everything_are_those_before_the_end() -> None:
    figures = ({"Leader": {"blue": 9, "red": 7}, "Gold": {"blue": 1, "red": 4}},
               {"Leader": {"blue": 9, "red": 0}, "Gold": {"blue": 2, "red": 0}})  # fmt: skip
    rows = tuple(replace(turn(at, 0.5 + at / 2), figures=each) for at, each in enumerate(figures))
    story = replace(build_story(short_past("gvg"), EVERYTHING), turns=rows, over=True, sides=SIDES)
    assert story.standing == "Leader: Blue 9, Red 0 · Gold: Blue 2, Red 4"
    assert replace(story, over=False).standing == "Leader: Blue 9, Red 0 · Gold: Blue 2, Red 0"


def test_a_match_that_was_corrected_and_judged_by_hand_says_so() -> None:
    evening = Evening(settings={"max_turns": 4, "team_size": 1}, accounts=False)
    evening.play(1)
    evening.do("override", "teams.blue.coins", 3, why="a coin that was missed")
    places: dict[str, str | bool] = {"text": "That was wrong.", "ready": True}
    evening.type("claims", {evening.cell("claims", "blue1", name): value for name, value in places.items()})
    evening.tick()
    evening.do("rule", 1, "it was | d6 for luck", "it was so")
    notes = build_story(past_of(evening), EVERYTHING).notes
    assert {"The game master corrected the position once.", "1 claim was decided by hand."} <= set(notes)


def test_who_came_and_went_is_told_also_where_a_rewind_took_the_turns_back_and_until_when_they_played() -> None:
    match = Evening(settings={"team_size": 2})
    match.play(1)
    match.do("give up", "Ben")
    match.do("substitute", "blue2", "Zoe <zoe@table>", row=2)
    match.do("change", "title", "The last stand", row=3)
    match.do("rewind", "1", row=4)
    match.record = match.table.session.record
    past = past_of(match)
    replayed = record_of(match.record.charter, match.store.entries(match.name), over=False)
    for story in (build_story(past, PUBLIC), build_story(replace(past, record=replayed), PUBLIC)):
        texts = [act.text for act in story.acts]
        assert "The game master takes Ben out of the match, and the seat is free: because" in texts
        assert "Zoe replaces Ben: because" in texts
        ((_, _, left),) = (each for each in story.people if each[0] == "Ben")
        assert re.search(r" · until \w{3} \d\d \w{3} \d\d:\d\d$", left)
        assert [each[1] for each in story.people if each[0] == "Zoe"] == ["blue2"]
        assert "until" not in str([each for each in story.people if each[0] != "Ben"])
        assert story.title == "The last stand"
