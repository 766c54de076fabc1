"""Battles: announcements, bonuses, rolls, losses, kills, and who leaves the square."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.weather import weather_words
from sheets_gm.games.war_game.forms.all_forms import open_forms
from sheets_gm.games.war_game.forms.judge import check_judge
from sheets_gm.games.war_game.position.events import Lost, Rolled, Won
from sheets_gm.games.war_game.position.orders import Bump, Judge, Strategy
from sheets_gm.games.war_game.position.state import Battle, BumpRequest, Match, Units
from sheets_gm.games.war_game.rules.announcing import announce, announcement
from sheets_gm.games.war_game.rules.combat.battles import fight_battles
from sheets_gm.games.war_game.rules.combat.bump_requests import read_bump
from sheets_gm.games.war_game.rules.combat.losses import kill_bonuses, percentages
from sheets_gm.games.war_game.rules.combat.marks import missing_marks
from sheets_gm.games.war_game.rules.combat.odds import at_least
from sheets_gm.games.war_game.rules.combat.odds import odds_of as battle_odds
from sheets_gm.games.war_game.rules.combat.queue import queue_row
from sheets_gm.games.war_game.rules.combat.strategies import check_strategy, kill_attempts, title
from sheets_gm.games.war_game.rules.combat.strength import bonuses, chance, side_strength
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.games.war_game.views.descriptions import describe
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.explore import odds_of
from sheets_gm.kernel.forms import Kind
from sheets_gm.kernel.outcome import Event, Remark
from tests.games.war_game.table import army, battle, described, position, settings, template
from tests.scripted_dice import Scripted

ALL_DRAWS = Mapping[str, int]


def sent(*names: str, **words: Any) -> tuple[Strategy, ...]:
    return tuple(Strategy(battle=1, army=name, text="Charge!", **words) for name in names)


def against(first: str = "C5 4B", second: str = "P5 4B", *, type: str = "attacks", **changes: Any) -> Match:
    """Ann and Xan in battle 1 on 4B, both with a strategy."""
    match = position({"Ann": first, "Xan": second}, battles=(battle(type, "Dominaria 4B", ["Ann"], ["Xan"]),))
    return match.but(**{"sent": sent("Ann", "Xan"), **changes})


def may_try(match: Match) -> bool:
    """Whether Ann's row of a strategy has a box for a kill attempt, and the enemy to choose."""
    form = next(each for each in open_forms(match) if (each.key, each.seat) == ("strategies", "coalition"))
    fields = {field.name: field for field in form.each[0].fields}
    may = fields["kill"].kind is Kind.FLAG
    assert fields["victim"].choices == (("Xan",) if may else ())
    return may


def fought(match: Match, rolls: Mapping[str, int], **marks: Any) -> tuple[Match, list[Event]]:
    """The battles of a turn with these rolls; what is not named is 1."""
    named = {f"turn 1: battle 1: {why}": value for why, value in rolls.items()}
    dice = Dice(Scripted(named, lambda sides, why, hidden: 1))
    after, events = fight_battles(match, {1: Judge(battle=1, **marks)} if marks else {}, dice)
    return after, list(events)


def total(match: Match, name: str) -> dict[str, int]:
    """The bonuses of the side of *name* in battle 1."""
    found = match.battles[0]
    return {part.what: part.amount for part in bonuses(match, found, first=name in found.first)}


def won(events: list[Event]) -> Won:
    return next(event for event in events if isinstance(event, Won))


@pytest.mark.clause("CPW-161", "CPW-176")
def test_a_battle_is_announced_with_its_square_and_weather() -> None:
    made = battle("attacks", "Dominaria 2F", ["Rabid Cat"], ["Various Puppies"], number=0, weather=None)
    match = position({"Rabid Cat": "C5 2F", "Various Puppies": "P5 2F"}, battles=(made,))
    dice = Dice(Scripted({"turn 1: battle 1, temperature": 2, "turn 1: battle 1, sky": 5, "turn 1: battle 1, wind": 5}))
    after, _ = announce(match, dice)
    assert after.battles[0].number == after.announced == 1
    text = "Rabid Cat attacks Various Puppies, 2F (Cold Snow and Strong Winds)"
    assert announcement(after, after.battles[0]) == text


@pytest.mark.clause("CPW-176", "CPW-175")
def test_each_plane_has_its_own_weather() -> None:
    table = Settings().world.weather
    words = [weather_words(table, plane, (3, 6, 6)) for plane in ("Dominaria", "Phyrexia", "Mirrodin")]
    assert words == ["Mild Thunderstorm and Gales", "Mild Oil Storm and Gales", "Mild Mana Storm and Gales"]


@pytest.mark.clause("CPW-163", "CPW-164")
def test_the_title_of_a_strategy_has_its_labels() -> None:
    made = battle("attacks", "Dominaria 2F", ["Rabid Cat"], ["Various Puppies"])
    assert title(made, "MonkeyMan", kill=False, joint=False, contingency=False) == (
        "MonkeyMan: Rabid Cat attacks Various Puppies"
    )
    assert title(made, "MonkeyMan", kill=True, joint=True, contingency=True).endswith(
        "(Kill Attempt, Joint Engage, Contingency)"
    )


@pytest.mark.clause("CPW-187", "CPW-R42")
def test_the_stronger_side_has_a_bonus_by_the_ratio_of_strengths() -> None:
    table = Settings().world.battle
    assert [table.size_bonus(ratio, 100) for ratio in (114, 115, 130, 150, 175, 210, 250)] == [0, 1, 2, 3, 4, 5, 6]
    assert total(against("C5 4B 10000", "P5 4B 5000"), "Ann")["size"] == 5
    assert "size" not in total(against("C5 4B 10000", "P5 4B 5000"), "Xan")


@pytest.mark.clause("CPW-43")
def test_full_armies_have_the_strength_of_their_rank() -> None:
    made = Settings()
    for level, strong in zip(range(1, 7), (68500, 58500, 48500, 38500, 28500, 18500), strict=True):
        units = tuple(Units(slot=slot, creature="Memnite", count=count, full=count)
                      for slot, count in enumerate((5000, 2500, 1500, 1000), start=1))  # fmt: skip
        full = army("Ann", f"C{level} 4B").but(units=units)
        match = position(
            {"Ann": full, "Xan": "P5 4B"}, made, battles=(battle("vs.", "Dominaria 4B", ["Ann"], ["Xan"]),)
        )
        assert side_strength(match, match.battles[0], ("Ann",)) == strong


@pytest.mark.clause("CPW-66", "CPW-65", "CPW-R49")
def test_an_army_of_one_colour_has_a_bonus_and_its_legend_does_not_matter() -> None:
    mixed = army("Ann", "C5 4B").but(units=(Units(slot=1, creature="Memnite", count=9000, full=9000),
                                             Units(slot=4, creature="Serra Angel", count=1000, full=1000)))  # fmt: skip
    assert total(against(), "Ann")["colour"] == 1
    match = against().with_armies({"Ann": mixed})
    assert "colour" not in total(match, "Ann")


@pytest.mark.clause("CPW-172")
def test_the_home_terrain_of_an_army_helps_it() -> None:
    made = Settings()

    def bonus(place: str, words: str, **changes: Any) -> int:
        one = army("Ann", words, **changes).but(place=place)
        other = army("Xan", "P5 4B" if one.side == "coalition" else "C5 4B").but(place=place, primary="")
        match = position({"Ann": one, "Xan": other}, made, battles=(battle("vs.", place, ["Ann"], ["Xan"]),))
        return total(match, "Ann").get("home terrain", 0)

    assert bonus("Dominaria 4D", "C5 4B", primary="W") == 1
    assert bonus("Dominaria 1A", "C5 4B", primary="U") == 1
    assert bonus("Dominaria 3A", "C5 4B", primary="W") == 0
    assert bonus("Phyrexia 1A", "P5 4B") == 1
    assert bonus("Phyrexia 4A", "P5 4B") == 0


@pytest.mark.clause("CPW-168", "CPW-169", "CPW-167", "CPW-171", "CPW-R42")
def test_the_weather_counts_for_attackers_and_raiders_only() -> None:
    storm, clear = (6, 6, 3), (3, 1, 3)

    def weather(type: str, name: str, rolls: tuple[int, int, int]) -> int:
        made = battle(type, "Dominaria 4B", ["Ann"], ["Xan"], weather=rolls)
        return total(against(battles=(made,)), name).get("weather", 0)

    assert weather("attacks", "Ann", storm) == -2  # scorching, and a storm
    assert weather("attacks", "Xan", storm) == weather("vs.", "Ann", storm) == weather("intercepts", "Ann", storm) == 0
    assert (weather("raids", "Ann", storm), weather("raids", "Ann", clear)) == (1, -1)


@pytest.mark.clause("CPW-187")
def test_gales_hinder_attackers_on_water_only() -> None:
    on_land = battle("attacks", "Dominaria 4B", ["Ann"], ["Xan"], weather=(3, 3, 6))
    at_sea = battle("attacks", "Dominaria 1A", ["Ann"], ["Xan"], weather=(3, 3, 6))
    assert "weather" not in total(against(battles=(on_land,)), "Ann")
    assert total(against("C5 1A", "P5 1A", battles=(at_sea,)), "Ann")["weather"] == -1


@pytest.mark.clause("CPW-186", "CPW-144")
def test_a_structure_helps_the_side_that_stood_in_it_and_features_help_on_their_plane() -> None:
    made = settings(["Ruins,feature,Dominaria,9G,,battle1,"], without=["Dominaria feature 0"])
    match = position({"Ann": "C5 4B", "Xan": "P5 4B"}, made, control={"Ruins": "phyrexia"},
                     battles=(battle("attacks", "Dominaria 4B", ["Ann"], ["Xan"], holder="phyrexia"),))  # fmt: skip
    assert (total(match, "Xan")["own structure"], total(match, "Xan")["feature"]) == (2, 1)
    assert not {"own structure", "feature"} & set(total(match, "Ann"))


@pytest.mark.clause("CPW-187")
def test_the_chance_follows_from_the_lead() -> None:
    assert [round(100 * chance(lead, 20)) for lead in (0, 1, 2, 3, 4, 5, 6, 8, 10, 12)] == [
        50, 55, 60, 64, 69, 73, 76, 83, 88, 93,
    ]  # fmt: skip


@pytest.mark.clause("CPW-187", "CPW-R42")
def test_the_higher_total_wins_and_draws_are_rolled_again() -> None:
    after, events = fought(against(), {"Ann": 10, "Xan": 10, "Ann, again 1": 3, "Xan, again 1": 8}, first=2, second=2)
    assert (won(events).winners, won(events).margin) == (("Xan",), 5)
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert [roll.total for roll in rolls[:2]] == [13, 13]
    assert after.points == {"coalition": 0, "phyrexia": 2}


@pytest.mark.clause("CPW-188", "CPW-38", "CPW-R36")
def test_losses_follow_from_the_margin_and_every_stack_is_rounded_down() -> None:
    after, events = fought(against("C5 4B 9998/998"), {"Ann": 9, "Xan": 2})
    assert won(events).margin == 7
    assert [unit.count for unit in after.army("Ann").units] == [5000 - 400, 2500 - 200, 1500 - 120, 998 - 79]
    assert after.army("Xan").size == 6500
    assert [event.units for event in events if isinstance(event, Lost)] == [3500, 799]
    assert after.points["coalition"] == 2


@pytest.mark.clause("CPW-18", "CPW-187", "CPW-188")
def test_the_judge_may_decide_winner_and_losses_and_give_the_reason() -> None:
    after, events = fought(
        against(), {"Ann": 20}, winner="second", losses="50/10", reason="The trap worked.", adjust=-5
    )
    assert (won(events).winners, won(events).how) == (("Xan",), "judge")
    assert (after.army("Ann").size, after.army("Xan").size) == (5000, 9000)
    assert any(event.kind == "ruled" for event in events)
    assert percentages("25/10") == (25, 10)
    assert percentages("25") is percentages("250/10") is percentages(None) is None


@pytest.mark.clause("CPW-200", "CPW-R43")
def test_a_side_without_a_strategy_loses_by_ten_at_least() -> None:
    after, events = fought(against(sent=sent("Xan")), {"Ann": 20, "Xan": 1}, second=3)
    assert (won(events).winners, won(events).margin, won(events).how) == (("Xan",), 10, "stratless")
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert {part.what: part.amount for part in rolls[1].parts}["strategy"] == 10
    assert after.army("Ann").size == 5500


@pytest.mark.clause("CPW-R43")
def test_where_nobody_sent_a_strategy_both_roll_without_marks() -> None:
    _, events = fought(against(sent=()), {"Ann": 20, "Xan": 1}, first=9, second=9)
    assert (won(events).winners, won(events).margin, won(events).how) == (("Ann",), 19, "")


@pytest.mark.clause("CPW-R43", "CPW-R29")
def test_mercenaries_always_have_their_fixed_mark() -> None:
    match = against("C5 4B", "M6 4B", sent=sent("Ann"))
    _, events = fought(match, {"Ann": 9, "Xan": 1}, first=1)
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert {part.what: part.amount for part in rolls[1].parts}["strategy"] == 4
    assert won(events).how == ""
    judging = match.but(phase="judging")
    shown = [check_judge(judging, Judge(battle=1, first=1, second=mark)) for mark in (None, 9)]
    told = [each is not None and each.text.endswith("; the mark of mercenaries is always 4") for each in shown]
    assert told == [False, True]


@pytest.mark.clause("CPW-R44", "CPW-164")
def test_a_contingency_counts_only_if_nothing_else_was_sent() -> None:
    both = (*sent("Ann", kill=True), *sent("Ann", contingency=True), *sent("Xan"))
    assert kill_attempts(against(sent=both), against().battles[0]) == {"Ann": "Xan"}
    alone = (*sent("Ann", contingency=True), *sent("Xan"))
    assert kill_attempts(against(sent=alone), against().battles[0]) == {}
    _, events = fought(against(sent=alone), {"Ann": 9}, first=1, second=0)
    assert won(events).how == ""


# -- kills -------------------------------------------------------------------------------------------------------------


KILLS: dict[str, Any] = {"sent": (*sent("Ann", kill=True), *sent("Xan"))}


@pytest.mark.clause("CPW-191", "CPW-192")
def test_a_kill_attempt_is_marked_and_takes_500_units_of_the_top_rank() -> None:
    assert check_strategy(against(), "coalition", KILLS["sent"][0]) is None
    assert check_strategy(against("C5 4B 9000/500"), "coalition", KILLS["sent"][0]) is None
    assert [may_try(against(f"C5 4B 9000/{top}")) for top in (501, 500, 499)] == [True, True, False]
    weak = check_strategy(against("C5 4B 9000/499"), "coalition", KILLS["sent"][0])
    assert isinstance(weak, Remark)
    assert weak.clause == "CPW-192"
    assert kill_attempts(against("C5 4B 9000/499", **KILLS), against().battles[0]) == {}


@pytest.mark.clause("CPW-193")
def test_the_kill_squad_does_not_fight() -> None:
    match = against(**KILLS)
    full = side_strength(against(), match.battles[0], ("Ann",))
    assert side_strength(match, match.battles[0], ("Ann",)) == full - 500 * 5


@pytest.mark.clause("CPW-194", "CPW-195", "CPW-196", "CPW-199", "CPW-R37")
def test_a_winner_whose_kill_roll_is_higher_by_five_kills() -> None:
    rolls = {"Ann": 15, "Xan": 1, "kill, Ann": 10, "escape from Ann, Xan": 9}
    after, events = fought(against(**KILLS), rolls, first_kill=3, second_escape=1)
    kill = next(event for event in events if isinstance(event, Rolled) and event.what == "kill")
    assert {part.what: part.amount for part in kill.parts} == {"die": 10, "mark": 3, "colour": 1, "more units": 1}
    assert after.find("Xan") is not None  # 15 against 11
    after, _ = fought(against(**KILLS), rolls, first_kill=4, second_escape=1)
    assert after.find("Xan") is None  # 16 against 11
    assert after.points["coalition"] == 2 + 10


@pytest.mark.clause("CPW-194")
@pytest.mark.parametrize(("top", "adds"), [(400, 0), (500, 0), (501, 1), (502, 2), (503, 2)])
def test_units_beyond_the_squad_add_to_a_kill_attempt_up_to_the_most_and_missing_ones_take_nothing_away(
    top: int, adds: int
) -> None:
    made = settings(battle=template("battle.csv").replace("kill step,250", "kill step,1"))
    match = position({"Ann": f"C5 4B 4000/{top}", "Xan": "P5 4B"}, made)
    fight = battle("attacks", "Dominaria 4B", ["Ann"], ["Xan"])
    assert dict(kill_bonuses(match, fight, match.army("Ann")))["more units"] == adds


@pytest.mark.clause("CPW-197")
def test_a_failed_kill_may_cost_the_squad_and_a_lost_battle_always_does() -> None:
    rolls = {"Ann": 15, "Xan": 1, "kill, Ann": 1, "escape from Ann, Xan": 20}
    kept, _ = fought(against(**KILLS), {**rolls, "the squad of Ann": 4})
    lost, _ = fought(against(**KILLS), {**rolls, "the squad of Ann": 3})
    assert kept.army("Ann").top - lost.army("Ann").top == 500
    beaten, events = fought(against(**KILLS), {"Ann": 1, "Xan": 2})
    assert won(events).margin == 1
    assert beaten.army("Ann").top == 500 - 500 * 15 // 100
    assert not any(isinstance(event, Rolled) and event.what == "kill" for event in events)


@pytest.mark.clause("CPW-106", "CPW-198", "CPW-R16")
def test_a_raider_always_tries_to_kill_with_better_odds() -> None:
    match = against("P6 4B", "C5 4B 4000", type="raids")
    assert kill_attempts(match, match.battles[0]) == {"Ann": "Xan"}
    assert total(match, "Ann")["raid"] == 3
    _, events = fought(match, {"Ann": 15, "Xan": 1, "kill, Ann": 10, "escape from Ann, Xan": 1})
    kill = next(event for event in events if isinstance(event, Rolled) and event.what == "kill")
    assert {part.what: part.amount for part in kill.parts}["raid"] == 3


@pytest.mark.clause("CPW-R52")
def test_an_army_without_units_is_removed_and_pays_like_a_killed_one() -> None:
    after, _ = fought(against("C5 4B", "P4 4B 1/0"), {"Ann": 20, "Xan": 1}, losses="100/0")
    assert after.find("Xan") is None
    assert after.points["coalition"] == 2 + 15


# -- joint battles and sieges ------------------------------------------------------------------------------------------


def joint(**changes: Any) -> Match:
    """Ann and Bob attack Xan jointly on 5E."""
    match = position(
        {"Ann": "C5 5E 6000", "Bob": "C5 5E 5000", "Xan": "P5 5E"},
        battles=(battle("attacks", "Dominaria 5E", ["Ann", "Bob"], ["Xan"]),),
    )
    return match.but(**{"sent": sent("Ann", "Xan"), **changes})


@pytest.mark.clause("CPW-178", "CPW-179")
def test_a_joint_has_one_mark_or_the_mean_of_two_rounded_up() -> None:
    for marks, mark in (({"first": 7}, 7), ({"first": 7, "first_joint": 4}, 6)):
        _, events = fought(joint(), {"Ann": 5, "Xan": 1}, second=0, **marks)
        rolls = [event for event in events if isinstance(event, Rolled)]
        assert {part.what: part.amount for part in rolls[0].parts}["strategy"] == mark
    assert won(events).winners == ("Ann", "Bob")


@pytest.mark.clause("CPW-180", "CPW-R41")
def test_the_smaller_army_of_a_joint_leaves_after_a_victory() -> None:
    after, _ = fought(joint(), {"Ann": 20, "Xan": 1})
    assert after.army("Ann").place == "Dominaria 5E"
    assert after.army("Bob").place != "Dominaria 5E"


@pytest.mark.clause("CPW-180", "CPW-R41")
def test_of_armies_of_the_same_size_the_one_of_the_higher_rank_stays() -> None:
    match = joint().with_armies({"Ann": army("Ann", "C5 5E 5000"), "Bob": army("Bob", "C4 5E 5000")})
    after, _ = fought(match, {"Ann": 20, "Xan": 1})
    assert after.army("Bob").place == "Dominaria 5E"


@pytest.mark.clause("CPW-180", "CPW-R18", "CPW-R41")
@pytest.mark.parametrize(("wanted", "stays"), [((), "Ann"), (("Ann",), "Cat")])
def test_of_three_victors_all_but_one_leave_the_square(wanted: tuple[str, ...], stays: str) -> None:
    match = position(
        {"Ann": "C5 5E 6000", "Bob": "C5 5E 5000", "Cat": "C5 5E 5000", "Xan": "P5 5E"},
        settings(joint_side=3),
        battles=(battle("attacks", "Dominaria 5E", ["Ann", "Bob", "Cat"], ["Xan"]),),
        bumps=tuple(BumpRequest(battle=1, army=name, place="Dominaria 6E") for name in wanted),
        sent=sent("Ann", "Xan"),
    )
    after, _ = fought(match, {"Ann": 20, "Xan": 1})
    there = {army.name: army.place for army in after.armies if army.side == "coalition"}
    assert len(set(there.values())) == 3
    assert [name for name, place in there.items() if place == "Dominaria 5E"] == [stays]
    assert {name: there[name] for name in wanted} == dict.fromkeys(wanted, "Dominaria 6E")


@pytest.mark.clause("CPW-181", "CPW-182", "CPW-183", "CPW-184")
def test_a_bump_request_names_an_army_and_a_square_beside_the_battle() -> None:
    match = joint(assigned={"Ann": "c1", "Bob": "c2"})

    def read(line: str, writer: str | None = "c1") -> BumpRequest | Remark:
        return read_bump(match, "coalition", Bump(battle=1, line=line, writer=writer))

    assert read("Joint engage bump: Ann > 6E") == BumpRequest(battle=1, army="Ann", place="Dominaria 6E")
    assert read("bob -> f5") == BumpRequest(battle=1, army="Bob", place="Dominaria 5F")
    for line, clause in (("Ann > 7E", "CPW-184"), ("Xan > 6E", "CPW-183"), ("Ann 6E", "CPW-183")):
        remark = read(line)
        assert isinstance(remark, Remark)
        assert remark.clause == clause
    stranger = read("Ann > 6E", "c3")
    assert isinstance(stranger, Remark)
    assert stranger.clause == "CPW-182"


@pytest.mark.clause("CPW-184", "CPW-180")
def test_the_requested_army_leaves_to_its_square_or_as_near_as_it_can() -> None:
    wanted = (BumpRequest(battle=1, army="Ann", place="Dominaria 6E"),)
    after, _ = fought(joint(bumps=wanted), {"Ann": 20, "Xan": 1})
    assert (after.army("Ann").place, after.army("Bob").place) == ("Dominaria 6E", "Dominaria 5E")
    taken = joint(bumps=wanted)
    taken = taken.but(armies=(*taken.armies, army("Cat", "C5 6E")))
    places = odds_of(
        lambda dice: fight_battles(taken, {1: Judge(battle=1, winner="first")}, _fixed(dice, 20, 1))[0],
        lambda match: match.army("Ann").place,
    )
    assert set(places) == {"Dominaria 6D", "Dominaria 6F", "Dominaria 5D", "Dominaria 5F"}


def _fixed(dice: Dice, *values: int) -> Dice:
    """Dice whose rolls of twenty show *values* in turn, and whose other rolls are those of *dice*."""
    shown = iter(values)
    return Dice(lambda sides, why, hidden: next(shown) if sides == 20 else dice.roll(sides, why))


@pytest.mark.clause("CPW-170", "CPW-R45")
def test_a_siege_goes_on_and_is_announced_again() -> None:
    after, events = fought(against(), {}, siege=True, losses="10/20", reason="The walls hold.")
    (siege,) = after.battles
    assert (siege.type, siege.number, siege.weather) == ("besieges", 0, None)
    assert (after.army("Ann").size, after.army("Xan").size) == (9000, 8000)
    assert not any(isinstance(event, Won) for event in events)


@pytest.mark.clause("CPW-170", "CPW-R52", "CPW-R55")
@pytest.mark.parametrize(
    ("losses", "left", "points"),
    [
        ("100/0", {"Xan": "Dominaria 4B"}, {"coalition": 0, "phyrexia": 12}),
        ("0/100", {"Ann": "Dominaria 4B"}, {"coalition": 12, "phyrexia": 0}),
        ("100/100", {}, {"coalition": 10, "phyrexia": 10}),
    ],
)
def test_a_siege_is_over_when_a_side_has_nobody_left(losses: str, left: dict[str, str], points: dict[str, int]) -> None:
    after, events = fought(against(), {}, siege=True, losses=losses)
    assert {army.name: army.place for army in after.armies} == left
    assert (after.battles, after.points) == ((), points)
    assert [fault for law in LAWS if (fault := law(after)) is not None] == []
    assert not any(event.kind == "besieged" for event in events)
    assert [describe(event, {}) for event in events if isinstance(event, Won)] == [
        f"Battle 1: {name}: nobody is left to besiege: 2 victory points".replace(": nobody", " wins: nobody")
        for name in left
    ]


@pytest.mark.clause("CPW-170", "CPW-R55")
def test_a_siege_goes_on_with_those_of_a_joint_who_are_left() -> None:
    match = joint()
    bob = match.army("Bob")
    few = bob.but(units=tuple(each.but(count=1) if each.slot == 4 else each.but(count=0) for each in bob.units))
    after, _ = fought(match.with_armies({"Bob": few}), {}, siege=True, losses="100/0")
    assert [army.name for army in after.armies] == ["Xan"]
    after, _ = fought(match, {}, siege=True, losses="50/50")
    assert after.battles[0].first == ("Ann", "Bob")


@pytest.mark.clause("CPW-187", "CPW-R56")
def test_a_battle_with_a_mark_for_one_side_only_is_not_marked_at_all() -> None:
    for marks in ({"first": 9}, {"second": 9}, {"adjust": 0}):
        _, events = fought(against(), {"Ann": 9, "Xan": 1}, **marks)
        rolls = [event for event in events if isinstance(event, Rolled)]
        assert not [part for roll in rolls for part in roll.parts if part.what == "strategy"]
        assert (won(events).how, won(events).margin) == ("unmarked", 8)
        assert "not marked by the judge" in describe(won(events), {})
    _, events = fought(against(), {"Ann": 9, "Xan": 1}, first=3, second=0)
    assert (won(events).how, won(events).margin) == ("", 11)


@pytest.mark.clause("CPW-200", "CPW-R56")
def test_a_side_whose_enemy_sent_nothing_needs_no_mark() -> None:
    assert missing_marks(against(sent=sent("Xan")), against().battles[0], Judge(battle=1)) == ()
    assert missing_marks(against(sent=()), against().battles[0], Judge(battle=1)) == ()
    hired = against("C5 4B", "M6 4B", sent=sent("Ann"))
    assert missing_marks(hired, hired.battles[0], Judge(battle=1)) == ("Ann",)
    assert missing_marks(hired, hired.battles[0], Judge(battle=1, first=0)) == ()


@pytest.mark.clause("CPW-200")
def test_a_battle_that_is_won_by_default_has_certain_odds() -> None:
    for names, first in ((("Ann",), 1), (("Xan",), 0)):
        match = against(sent=sent(*names, kill=True), phase="judging")
        fight = match.battles[0]
        assert battle_odds(match, fight, Judge(battle=1)).first_wins == first
        row = queue_row(match, fight)
        assert (row.chance, row.default) == (100 * first, names[0])
        remark = check_judge(match, Judge(battle=1))
        assert remark is not None
        assert f"{names[0]} wins by default" in remark.text
        assert remark.informs


@pytest.mark.clause("CPW-200", "CPW-196")
def test_the_odds_of_a_kill_after_a_victory_by_default_count_its_losses() -> None:
    """The margin is 100 at least, so the winner always loses 4 % but for its squad, and adds 1 for 460 more units."""
    match = against(sent=sent("Ann", kill=True), phase="judging")
    match = match.but(settings=settings(stratless_margin=100))
    (kills,) = battle_odds(match, match.battles[0], Judge(battle=1, first_kill=6)).kills.values()
    assert kills == at_least(6 + 1 - 5, 20)


@pytest.mark.clause("CPW-27", "CPW-200")
def test_before_the_deadline_nobody_has_sent_nothing() -> None:
    assert queue_row(against(sent=(), phase="orders"), against().battles[0]).without == ""
    assert queue_row(against(sent=(), phase="judging"), against().battles[0]).without == "Ann and Xan"


# -- who is forced out -------------------------------------------------------------------------------------------------


def forced(*others: tuple[str, str], fights: tuple[Battle, ...] = ()) -> set[str]:
    """Every outcome for Los, who loses against Win on 1A, with other armies around."""
    armies = {"Win": "P5 1A", "Los": "C5 1A", **dict(others)}
    match = position(
        armies, battles=(battle("vs.", "Dominaria 1A", ["Los"], ["Win"]), *fights), sent=sent("Los", "Win")
    )
    marks = {1: Judge(battle=1, winner="second"), 2: Judge(battle=2, siege=True)}
    found = odds_of(lambda dice: fight_battles(match, marks, _fixed(dice, 1, 20))[0], described)
    assert sum(found.values()) == Fraction(1)
    return set(found)


def places(outcomes: set[str]) -> set[str]:
    return {word.split()[1] for each in outcomes for word in each.split(";")[0].split(", ") if word.startswith("Los ")}


@pytest.mark.clause("CPW-189", "CPW-R40")
def test_a_loser_goes_to_a_random_free_square_around() -> None:
    assert places(forced(("Xan", "P5 2A"))) == {"1B", "2B"}


@pytest.mark.clause("CPW-190", "CPW-169")
def test_a_loser_without_a_free_square_runs_into_an_enemy_who_intercepts_it() -> None:
    found = forced(("Xan", "P5 2A"), ("Ann", "C5 1B"), ("Bob", "C5 2B"))
    assert found == {"Ann 1B, Bob 2B, Los 2A, Win 1A, Xan 2A; Xan intercepts Los @2A"}


@pytest.mark.clause("CPW-190")
def test_a_loser_among_allies_and_battles_goes_to_the_next_ring() -> None:
    next_ring = {"1C", "2C", "3A", "3B", "3C"}
    assert places(forced(("Cat", "C5 2A"), ("Ann", "C5 1B"), ("Bob", "C5 2B"))) == next_ring
    fight = battle("vs.", "Dominaria 2B", ["Bob"], ["Xan"], number=2)
    assert (
        places(forced(("Cat", "C5 2A"), ("Ann", "C5 1B"), ("Bob", "C5 2B"), ("Xan", "P5 2B"), fights=(fight,)))
        == next_ring
    )


@pytest.mark.clause("CPW-15", "CPW-R29")
def test_mercenaries_that_tried_twice_are_disbanded_when_they_lose() -> None:
    for tries, there in ((1, True), (2, False)):
        match = against("C5 4B", "M6 4B", sent=sent("Ann"))
        match = match.with_armies({"Xan": match.army("Xan").but(tries=tries)})
        after, _ = fought(match, {"Ann": 20, "Xan": 1})
        assert (after.find("Xan") is not None) is there
        assert after.points["coalition"] == 2


@pytest.mark.clause("CPW-R40")
def test_battles_are_fought_in_the_order_of_their_announcement() -> None:
    match = position(
        {"Ann": "C5 4B", "Xan": "P5 4B", "Bob": "C5 9D", "Yul": "P5 9D"},
        battles=(battle("vs.", "Dominaria 9D", ["Bob"], ["Yul"], number=2),
                 battle("vs.", "Dominaria 4B", ["Ann"], ["Xan"], number=1)),
    )  # fmt: skip
    _, events = fight_battles(match, {}, Dice(lambda sides, why, hidden: 20 if "Ann" in why or "Bob" in why else 1))
    assert [event.battle for event in events if isinstance(event, Won)] == [1, 2]


@pytest.mark.clause("CPW-40")
def test_official_battles_of_a_writer_are_counted() -> None:
    match = against(assigned={"Ann": "c1"}, fought={"c1": 1})
    after, _ = fought(match, {"Ann": 20})
    assert after.fought == {"c1": 2}
