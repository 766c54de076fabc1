"""The forms: which are open when, what they list, and what is said about what is typed."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.finding import game
from sheets_gm.games.play_out import order_of
from sheets_gm.games.win_or_die.data.words import RED, SEATS, TEAL
from sheets_gm.games.win_or_die.forms.all_forms import open_forms
from sheets_gm.games.win_or_die.forms.asks import answer
from sheets_gm.games.win_or_die.forms.checks import check, fits, total
from sheets_gm.games.win_or_die.position.orders import Answer, Command, Deploy, Enlist, React
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.commands.forecast import Look
from sheets_gm.games.win_or_die.views.descriptions import describe
from sheets_gm.games.win_or_die.views.visible import view
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat
from tests.games.win_or_die.table import play, position
from tests.games.win_or_die.test_turns import LEGION, Setup, enlist, pick

WOD = game("win_or_die")


def form(match: Match, key: str, seat: str = RED) -> Form:
    return next(each for each in open_forms(match) if (each.key, each.seat) == (key, seat))


def keys(match: Match) -> list[tuple[str, str]]:
    return [(each.key, each.seat) for each in open_forms(match)]


def choices(form: Form, name: str, **cells: Any) -> tuple[str, ...]:
    return next(field.choices for field in form.offered(cells) if field.name == name)


def battle(**given: Any) -> Match:
    units = {"R1": "yav-H1 G5", "R2": "yav-L2 I5 hidden", "T1": "ann-U1 G6 hidden", "T2": "ann-H1 A5"}
    return position(given.pop("units", units), **given)


@pytest.mark.clause("WOD-2", "WOD-38", "WOD-39", "WOD-49")
def test_the_forms_of_the_set_up_come_one_after_the_other() -> None:
    setup = Setup()
    assert keys(setup.match) == [("barrack", RED), ("barrack", TEAL)]
    assert choices(form(setup.match, "barrack"), "region")[-1] == "Random"
    setup.go(red=pick("Yaveil Alliance"), teal=pick("Chaos Realm"))
    assert keys(setup.match) == [("legion", RED), ("lineup", RED), ("legion", TEAL), ("lineup", TEAL)]
    assert [(each.due, each.counted.duty) for each in open_forms(setup.match)] == [(True, "legion")] * 4
    legion = form(setup.match, "legion")
    assert legion.counted.whole
    assert legion.rows == 10
    assert choices(legion.at(0), "card") == ("Marshal Corvane", "Prelate Odrica")
    assert [field.name for field in legion.at(0).fields] == ["card"]
    assert {"Sellsword", "Griffon Courier", "Lord Bastion"} <= set(choices(legion.at(3), "card"))
    setup.go(red=enlist(*LEGION[:3], *LEGION[4:], "Crossbowman"))
    assert keys(setup.match) == [("deployment", RED)]
    rows = form(setup.match, "deployment")
    assert (rows.rows, rows.at(1).row.name) == (7, "2 Lord Bastion")
    setup.go()
    assert keys(setup.match) == [("deployment", TEAL)]
    setup.go()
    assert keys(setup.match)[0] == ("commands", RED)


@pytest.mark.clause("WOD-38", "WOD-41")
def test_with_one_copy_one_player_is_asked_and_in_the_core_game_a_line_up_is_due() -> None:
    assert keys(Setup(copies="one").match) == [("barrack", RED)]
    assert "Random" not in choices(form(Setup(copies="one").match, "barrack"), "region")
    setup = Setup(mode="core").go(red=pick("Yaveil Alliance"), teal=pick("Chaos Realm"))
    assert [(each.key, each.due) for each in open_forms(setup.match)] == [("lineup", True), ("lineup", True)]


@pytest.mark.clause("WOD-R21")
def test_a_leaders_row_has_enhancements_if_a_setting_says_so() -> None:
    setup = Setup(leader_enhance=True).go(red=pick("Yaveil Alliance"), teal=pick("Chaos Realm"))
    assert len(form(setup.match, "legion").at(0).fields) == 7


def test_the_sum_of_a_legion_is_about_its_form_alone() -> None:
    match = Setup().go(red=pick("Yaveil Alliance"), teal=pick("Chaos Realm")).match
    remark = total(match, RED, "legion", enlist(*LEGION[:3]))
    assert remark is not None
    assert remark.refuses
    assert total(match, RED, "commands", ()) is None


@pytest.mark.clause("WOD-4", "WOD-44")
def test_a_row_of_a_legion_says_what_its_unit_costs_and_can_do() -> None:
    match = Setup().go(red=pick("Yaveil Alliance"), teal=pick("Chaos Realm")).match
    said = [
        check(match, RED, row)
        for row in (
            Enlist(slot=0, card="Marshal Corvane"),
            Enlist(slot=1, card="Halberdier"),
            Enlist(slot=2, card="Crossbowman", attack=True, health=True),
        )
    ]
    assert [remark and (remark.text, remark.refuses, remark.informs) for remark in said] == [
        ("Costs nothing; speed 2, power 4 @4+, counter 5 @4+, health 8, melee", False, True),
        ("Costs 3 Titan Crystals; speed 2, power 4 @4+, counter 4 @4+, health 5, melee", False, True),
        ("Costs 4 Titan Crystals; speed 2, power 2 @4+, counter 2 @5+, health 4, range 1–3", False, True),
    ]


# -- battle ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-57", "WOD-R31", "WOD-R32")
def test_in_a_battle_one_player_commands_and_both_have_standing_orders_and_may_ask() -> None:
    match = battle()
    assert keys(match) == [("commands", RED), *((key, seat) for seat in (RED, TEAL) for key in ("reactions", "look"))]
    assert [each.close for each in open_forms(match)] == [Close.AT_ONCE, *(Close.STANDING, Close.ASK) * 2]
    assert [each.due for each in open_forms(match)] == [True, False, False, False, False]


@pytest.mark.clause("WOD-R16", "WOD-48")
def test_the_drop_downs_name_own_units_and_only_the_bases_of_hidden_enemies() -> None:
    commands = form(battle(), "commands")
    assert choices(commands, "unit") == ("R1 Lord Bastion", "R2 Prelate Odrica")
    assert choices(commands, "target") == ("T1", "R1 Lord Bastion")
    assert "T1" in choices(form(battle(), "reactions"), "enemy")
    assert choices(form(battle(), "reactions", TEAL), "unit") == ("T1 Tusk Whelp", "T2 Mammoth Breaker")


@pytest.mark.clause("WOD-57", "WOD-61", "WOD-63", "WOD-72")
def test_a_chosen_unit_or_command_narrows_the_other_cells() -> None:
    match = battle(players={RED: {"crystals": 3}})
    commands = form(match, "commands")
    assert choices(commands, "command", unit="R1 Lord Bastion") == ("Move", "Attack")
    assert choices(commands, "command", unit="R2 Prelate Odrica") == ("Move", "Ability")
    assert choices(commands, "unit", card="Halberdier") == ("R2 Prelate Odrica",)
    assert set(choices(commands, "to", card="Halberdier")) == {"I4", "I6"}
    assert choices(commands, "target", command="Move") == ()
    assert choices(commands, "unit", tactic="Forced March") == ()
    assert choices(commands, "unit", command="End turn") == ()


@pytest.mark.clause("WOD-R30")
def test_a_surrender_is_typed_and_not_in_the_drop_down() -> None:
    field = next(field for field in form(battle(), "commands").fields if field.name == "command")
    assert "Surrender" not in field.choices
    assert "Surrender" in field.known
    assert says(battle(), command="Surrender") is None


@pytest.mark.clause("WOD-R25")
def test_where_the_council_costs_a_token_it_needs_a_unit() -> None:
    commands = form(battle(players={RED: {"crystals": 3}}, settings={"council_token": True}), "commands")
    assert choices(commands, "unit", tactic="Forced March") == ("R1 Lord Bastion", "R2 Prelate Odrica")
    assert "Forced March" in choices(commands, "tactic", unit="R1 Lord Bastion")


def says(match: Match, seat: str = RED, **cells: Any) -> Remark | None:
    return check(match, seat, Command.model_validate(cells))


@pytest.mark.clause("WOD-63", "WOD-65", "WOD-67")
def test_the_odds_of_an_attack_are_shown_before_it_as_far_as_they_are_known() -> None:
    remark = says(battle(), unit="R1", target="T1")
    assert remark is not None
    assert (remark.informs, remark.refuses) == (True, False)
    assert remark.text == "T1: 5 dice, 2.5 hits on average"
    match = battle(units={"R1": "yav-H1 E4", "R2": "yav-U1 E3", "T1": "ann-H1 F3"})
    remark = says(match, unit="R1", target="T1")
    assert remark is not None
    assert remark.text == (
        "T1 Mammoth Breaker: 6 dice, 1 of them from allies, 4.0 hits on average, cannot kill; "
        "its counterattack: 5 dice, 2.5 hits on average, cannot kill"
    )
    assert says(battle(), unit="R1", to="G4") is None


@pytest.mark.clause("WOD-87", "WOD-60")
def test_who_is_not_to_move_is_told_so() -> None:
    remark = says(battle(), TEAL, unit="T1", to="F5")
    assert remark is not None
    assert remark.text == "It is red's turn"
    match = play(
        position({"R1": "ann-U7 G5", "T1": "yav-U4 F5", "T2": "yav-U3 A5"}, settings={"reactions": "live"}),
        {"unit": "R1", "target": "T1"},
    ).match
    remark = says(match, RED, unit="R1", to="G4")
    assert remark is not None
    assert remark.text == "This row waits for an answer from teal"


@pytest.mark.clause("WOD-60", "WOD-74", "WOD-R32")
def test_a_live_question_is_asked_of_one_player_with_all_its_reactions() -> None:
    units = {"R1": "ann-U7 G5", "T1": "ivy-U3 G6", "T2": "ivy-U1 A5"}
    live = position(units, players={TEAL: {"region": "Ivy Republic"}}, settings={"reactions": "live"})
    match = play(live, {"unit": "R1", "target": "T1"}).match
    first, second, *_ = open_forms(match)
    assert (first.key, first.seat, first.due, first.clock.reaction) == ("answers", TEAL, True, True)
    assert (second.key, second.due) == ("commands", False)
    assert first.shown["question"] == "T1 Thorn Dancer has survived a melee attack by R1 Tusk Berserker. React?"
    assert choices(first, "answer")[0] == "Pass"
    assert len(choices(first, "answer")) > 1
    assert all(each.startswith("Sidestep: T1 Thorn Dancer to ") for each in choices(first, "answer")[1:])
    assert check(match, TEAL, Answer(answer="Pass")) is None
    for seat, typed in ((TEAL, "Brace"), (RED, "Pass")):
        assert check(match, seat, Answer(answer=typed)) is not None


@pytest.mark.clause("WOD-R31")
def test_a_command_that_is_illegal_stops_the_queue_or_is_skipped() -> None:
    remark = says(battle(), unit="R1", to="A1")
    assert remark is not None
    assert remark.refuses
    match = battle(settings={"on_fail": "skip"})
    remark = says(match, unit="R1", to="A1")
    assert remark is not None
    assert not remark.refuses
    assert remark.skips
    outcome = WOD.resolve(match, {RED: (Command(unit="R1", to="A1"),)}, None)  # type: ignore[arg-type]
    assert [(event.kind, event.audience) for event in outcome.events] == [("skipped", (RED,))]
    assert outcome.state == match
    waiting = says(match, TEAL, unit="T1", to="A1")
    assert waiting is not None
    assert waiting.refuses


@pytest.mark.clause("WOD-R32")
@pytest.mark.parametrize(
    ("cells", "field"),
    [
        ({"unit": "T1"}, "unit"),
        ({"ally": "R9"}, "ally"),
        ({"enemy": "R1"}, "enemy"),
        ({"enemy": "nobody"}, "enemy"),
        ({"to": "Z9"}, "to"),
        ({"reaction": None}, "reaction"),
    ],
)
def test_a_standing_order_about_units_that_are_not_there_says_so(cells: dict[str, str | None], field: str) -> None:
    remark = check(battle(), RED, React.model_validate({"reaction": "Intercept", **cells}))
    assert remark is not None
    assert remark.field == field
    assert check(battle(), RED, React(reaction="Intercept", unit="R1 Lord Bastion", enemy="Archer", to="G4")) is None


@pytest.mark.clause("WOD-R35")
def test_standing_orders_list_the_reactions_of_the_barrack_and_the_tactics_of_each_turn() -> None:
    match = position({"R1": "yav-U1 G5", "T1": "ann-U1 A5"})
    assert choices(form(match, "reactions"), "reaction") == ("Brace", "Intercept", "Field Medicine", "Rain of Fire")
    match = position({"R1": "yav-U1 G5", "T1": "ann-U1 A5"}, settings={"mode": "core"})
    assert choices(form(match, "reactions", TEAL), "reaction") == ("Trample",)


@pytest.mark.clause("WOD-R32", "WOD-R35")
def test_where_reactions_are_asked_for_live_standing_orders_aim_tactics_alone() -> None:
    live = battle(settings={"reactions": "live"})
    assert choices(form(live, "reactions"), "reaction") == ("Field Medicine", "Rain of Fire")
    assert "reactions" not in dict(keys(battle(settings={"reactions": "live", "mode": "core"})))


@pytest.mark.clause("WOD-R23", "WOD-R32")
@pytest.mark.parametrize("reactions", ["standing", "live"])
def test_which_forms_are_open_tells_nothing_about_a_region_that_is_face_down(reactions: str) -> None:
    settings = {"mode": "core", "reactions": reactions}
    ways = [
        keys(battle(settings=settings, players={RED: {"region": region, "drawn": True}}))
        for region in ("Chaos Realm", "Yaveil Alliance")
    ]
    assert ways[0] == ways[1]


def test_an_order_of_another_phase_is_refused() -> None:
    for order in (Enlist(slot=0, card="Marshal Corvane"), Deploy(place=1, at="I1")):
        assert check(battle(), RED, order) is not None
    assert fits(battle(), RED, (Command(command="End turn"), Command(unit="R1", to="G4"))) == [None, None]


def test_two_people_play_and_their_names_differ() -> None:
    seats = [Seat(id=seat, player="Ana", team=seat) for seat in SEATS]
    (remark,) = WOD.people.seating(WOD.settings(), seats)
    assert (remark.field, remark.text[:21]) == (SEATS[-1], "Both players have the")
    assert [remark.text for remark in WOD.people.seating(WOD.settings(), seats[:1])] == ["A match needs two players"]
    (remark, _) = WOD.people.seating(WOD.settings(), [seats[0], seats[1].but(id="blue")])
    assert remark.field == "blue"


# -- asks --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-R16")
@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ({"unit": "R1 Lord Bastion"}, "R1 Lord Bastion at G5: power 5, counter 5, speed 2"),
        ({"unit": "R1", "target": "T1"}, "R1 Lord Bastion at G5: against T1 5 dice, 2.5 hits on average"),
        (
            {"unit": "R1", "target": "T2"},
            "R1 Lord Bastion at G5: T2 Mammoth Breaker is 6 spaces away, and the range of R1 Lord Bastion is 1",
        ),
        ({"unit": "R1", "target": "R2"}, "R1 Lord Bastion at G5: R2 Prelate Odrica is 2 spaces away and in sight"),
        (
            {"unit": "R1", "space": "B5", "target": "T2"},
            "R1 Lord Bastion at B5: against T2 Mammoth Breaker 5 dice, 2.5 hits on average, cannot kill; its count",
        ),
        ({"unit": "R1", "space": "G6"}, "R1 Lord Bastion cannot stand at G6"),
        ({"unit": "R1", "space": "D2"}, "R1 Lord Bastion cannot stand at D2"),
        ({"unit": "R1", "space": "Z9"}, "R1 Lord Bastion cannot stand at Z9"),
        ({"unit": "R1", "space": "G5"}, "R1 Lord Bastion at G5: power 5"),
        ({"unit": "T1"}, "Nobody but its player knows what T1 is"),
        ({"unit": "T2"}, "T2 Mammoth Breaker at A5: power 6, counter 5, speed 2"),
        ({"unit": "T9"}, "There is no unit T9"),
    ],
)
def test_an_ask_is_answered_from_what_the_player_sees(cells: dict[str, str], text: str) -> None:
    assert answer(view(battle(), RED), RED, Look.model_validate(cells)).text.startswith(text)


def test_an_ask_says_where_a_unit_can_go_and_whom_it_can_attack_with_which_odds() -> None:
    reply = answer(view(battle(), RED), RED, Look(unit="R1"))
    assert reply.shown["targets"] == "T1: 5 dice, 2.5 hits on average"
    assert "G4" in str(reply.shown["reach"]).split(", ")
    rows = form(battle(), "look")
    order = order_of(rows.at(0), {"unit": "R1 Lord Bastion"})
    assert order == Look(unit="R1 Lord Bastion")
    with pytest.raises(TypeError):
        answer(view(battle(), RED), RED, Command(unit="R1"))


def shots(units: dict[str, str], unit: str = "R1", seat: str = RED) -> list[str]:
    return str(answer(view(position(units), seat), seat, Look(unit=unit)).shown["targets"]).split("\n")


def test_the_odds_to_kill_are_exact_and_count_tough_and_damage() -> None:
    """2 dice that hit on 4 kill 1 health in 3 of 4 cases, 2 health in 1 of 4."""
    units = {"R1": "yav-U3 I3", "T1": "ann-U7 G4 damage 5", "T2": "ann-U7 H3 damage 4", "T3": "ann-U7 H2 damage 4"}
    found = shots({**units, "T3": "ann-U7 H2 damage 4 toughness"})
    assert [each.partition("; ") for each in found] == [
        ("T1 Tusk Berserker: 2 dice, 1.0 hits on average, 75% to kill", "; ", "no counterattack"),
        ("T2 Tusk Berserker: 2 dice, 1.0 hits on average, 25% to kill", "; ", counter("5 dice, 2 of", "2.5", 19)),
        ("T3 Tusk Berserker: 2 dice, 1.0 hits on average, cannot kill", "; ", counter("4 dice, 1 of", "2.0", 6)),
    ]


def counter(dice: str, hits: str, kills: int) -> str:
    return f"its counterattack: {dice} them from allies, {hits} hits on average, {kills}% to kill"


def test_the_odds_know_that_an_attack_reveals_both_units() -> None:
    """The own ability of a hidden attacker counts, and what the player knows of its own hidden target."""
    attacker = {"R1": "dad-U4 G5 hidden", "T1": "ann-U7 F5 damage 1"}
    assert shots(attacker)[0].startswith("T1 Tusk Berserker: 5 dice")
    target = {"R1": "yav-U2 G5 hidden damage 0", "T1": "ann-U7 F5"}
    (own,) = shots(target, "T1")
    assert own.startswith("R1 Shieldbearer: 6 dice, 4.0 hits on average, 68% to kill; its counterattack: 3 dice")
    assert shots(target, "T1", TEAL) == ["R1: 6 dice, 4.0 hits on average"]


def test_the_odds_say_where_there_is_no_counterattack() -> None:
    assert shots({"R1": "cha-U6 G5", "T1": "ann-U7 F5 damage 1"})[0].endswith("; no counterattack")
    assert "its counterattack" in shots({"R1": "cha-U6 G5", "T1": "ann-U7 F5"})[0]


@pytest.mark.clause("WOD-34", "WOD-R7")
@pytest.mark.parametrize(
    ("mode", "says"),
    [
        (
            "literal",
            "3 4 5 1 (hits on 5 or more, and 3 from highland; 1 die from allies): 2 hits, 2 damage, 7 health left",
        ),
        ("threshold", "3 4 5 1 (hits on 3 or more; 1 die from allies): 3 hits, 3 damage, 6 health left"),
    ],
)
def test_the_log_says_which_dice_hit_and_how_many_came_from_allies(mode: str, says: str) -> None:
    units = {"R1": "dad-U3 E4", "R2": "yav-U1 E5", "T1": "ann-H1 F3"}
    match = position(units, settings={"highland_mode": mode})
    after = play(match, {"unit": "R1", "target": "T1"}, rolls={"R1 attacks T1": [3, 4, 5]})
    first, second = (describe(event, {}) for event in after.events_of("attacked"))
    assert first == f"R1 Repeating Crossbow attacks T1 Mammoth Breaker: {says}"
    assert second.endswith("1 1 1 1 1 (hits on 4 or more): 0 hits, 0 damage, 4 health left")


def test_a_standing_reaction_may_keep_no_token_and_be_used_as_often_as_one_likes() -> None:
    numbers = {
        field.name: (field.low, field.default) for field in form(battle(), "reactions").fields if field.low is not None
    }
    assert numbers == {"uses": (0, None), "keep": (0, 0), "power": (0, None)}


@pytest.mark.clause("WOD-77")
def test_a_council_for_which_no_tactic_was_chosen_suggests_the_first_in_the_list() -> None:
    match = position({"R1": "yav-L1 I5", "T1": "ann-U1 A5"}, players={RED: {"crystals": 2}})
    listed = next(field for form in open_forms(match) for field in form.at(0).fields if field.name == "tactic").choices
    remark = check(match, RED, Command(command="War Council"))
    assert isinstance(remark, Remark)
    assert (remark.field, remark.instead) == ("tactic", listed[0])


@pytest.mark.clause("WOD-22", "WOD-69")
def test_a_call_for_nobody_suggests_the_first_unit_in_the_list() -> None:
    match = position({"R1": "yav-L1 I5", "T1": "ann-U1 A5"}, players={RED: {"crystals": 4}})
    listed = next(field for form in open_forms(match) for field in form.at(0).fields if field.name == "card").choices
    for card in (None, "Nobody"):
        remark = check(match, RED, Command(command="Call for Allies", unit="R1", card=card))
        assert isinstance(remark, Remark)
        assert (remark.field, remark.instead) == ("card", listed[0])
