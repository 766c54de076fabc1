"""Forms: who may fill in what, and what the sheet answers."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.settings import FILES, Settings
from sheets_gm.games.war_game.data.words import BENCH, JUDGE, SECOND_JUDGE, SIDES
from sheets_gm.games.war_game.forms.all_forms import check, fits, open_forms, seating, total
from sheets_gm.games.war_game.position.events import Won
from sheets_gm.games.war_game.position.orders import Arrange, Assign, Change, Concede, Heal, Judge, Move, Note, Strategy
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.changes import check_change
from sheets_gm.games.war_game.rules.turn import resolve, start
from sheets_gm.games.war_game.views.visible import view
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.seats import Seat
from tests.games.war_game.table import army, battle, position, settings, template

MEMBERS = {"coalition": ("c1", "c2"), "phyrexia": ("p1", "p2")}


def fighting(**changes: Any) -> Match:
    """Ann and Bob attack Xan jointly on 5E; Cat and Yul are free."""
    return position(
        {"Ann": "C5 5E", "Bob": "C5 5E", "Xan": "P5 5E 4000/499", "Cat": "C1 3A", "Yul": "P1 4B"},
        battles=(battle("attacks", "Dominaria 5E", ["Ann", "Bob"], ["Xan"]),),
        announced=1,
        members=MEMBERS,
    ).but(**changes)


def form(match: Match, key: str, owner: str) -> Form:
    return next(each for each in open_forms(match) if (each.key, each.seat) == (key, owner))


def names(found: Form) -> list[str]:
    return [each.name for each in found.each]


def answer(match: Match, owner: str, order: Order) -> Remark:
    found = check(match, owner, order)
    assert isinstance(found, Remark)
    return found


@pytest.mark.clause("CPW-77", "CPW-162", "CPW-R44")
def test_each_army_has_a_row_to_move_or_rows_for_its_strategy() -> None:
    match = fighting()
    assert names(form(match, "moves", "coalition")) == ["Cat"]
    for key in ("strategies", "contingencies"):
        assert names(form(match, key, "coalition")) == ["1 Ann", "1 Bob"]
    assert all(form(match, key, "coalition").who.team for key in ("moves", "strategies", "bumps"))
    assert form(match, "strategies", "coalition").due
    assert not form(match, "contingencies", "coalition").due
    assert not any(each.key == "bumps" and each.seat == "phyrexia" for each in open_forms(match))


@pytest.mark.clause("CPW-67", "CPW-68", "CPW-R3")
def test_a_move_is_answered_with_how_it_was_read_or_why_not() -> None:
    right = answer(fighting(), "coalition", Move(army="Cat", line="3a to 4b: engage yul".replace(":", " -")))
    assert (right.text, right.informs, right.refuses) == ("Cat: Dominaria; 3A > 4B - engage Yul", True, False)
    wrong = answer(fighting(), "coalition", Move(army="Cat", line="3A > 4B"))
    assert (wrong.refuses, wrong.field, wrong.clause) == (True, "line", "CPW-82")
    columns = answer(fighting(), "coalition", Move(army="Cat", to="4B", order="engage", target="Yul"))
    assert columns.text == right.text
    both = answer(fighting(), "coalition", Move(army="Cat", line="3A > 4A", to="4A"))
    assert both.refuses


def test_columns_say_the_same_as_a_line() -> None:
    match = fighting()
    for order, text in (
        (Move(army="Cat", to="5A"), "Cat: Dominaria; 3A > 5A"),
        (Move(army="Cat", to="5a", via="4a"), "Cat: Dominaria; 3A > 4A > 5A"),
        (Move(army="Cat", order="intercept", target="Yul"), "Cat: Dominaria; 3A - intercept Yul"),
        (Move(army="Cat", order="intercept"), "Cat: Dominaria; 3A - intercept"),
    ):
        assert answer(match, "coalition", order).text == text
    for order, field in (
        (Move(army="Cat", via="4A"), "to"),
        (Move(army="Cat", order="engage", to="4B"), "target"),
        (Move(army="Cat", order="intercept", to="4A"), "to"),
        (Move(army="Cat", to="5A", target="Yul"), "target"),
        (Move(army="Cat", order="transfer", target="Yul"), "troops"),
        (Move(army="Yul", to="5A"), "army"),
    ):
        remark = answer(match, "coalition", order)
        assert (remark.refuses, remark.field) == (True, field)
    for troops, why in (("many", "“many” is not like “500 White Knight”"), ("", "Write the units to transfer")):
        order = Move(army="Cat", order="transfer", target="Yul", troops=troops)
        assert answer(match, "coalition", order).text.startswith(why)


@pytest.mark.clause("CPW-R15")
def test_a_raid_looks_at_the_units_without_the_legend() -> None:
    match = position({"Rat": "P6 3A 10000/500", "Ann": "C5 4A 4999"})
    assert answer(match, "phyrexia", Move(army="Rat", line="3A > 4A - raid Ann")).informs
    assert match.army("Ann").size == 4999
    assert match.army("Rat").top == 500


@pytest.mark.clause("CPW-26", "CPW-162", "CPW-181", "CPW-R50")
def test_what_comes_after_the_orders_were_taken_does_not_count() -> None:
    judging = resolve(fighting(), {}, bot_dice("x")).state
    assert judging.phase == "judging"
    assert {each.seat for each in open_forms(judging)} == {JUDGE}
    for order in (Move(army="Cat", line="3A > 4A"), Strategy(battle=1, army="Ann", text="Late")):
        assert answer(judging, "coalition", order).clause == "CPW-26"


@pytest.mark.clause("CPW-17", "CPW-23")
def test_the_judge_is_neutral_and_nobody_else_judges() -> None:
    match = fighting()
    assert answer(match, JUDGE, Move(army="Cat", line="3A > 4A")).clause == "CPW-17"
    assert answer(match, "coalition", Judge(battle=1, first=3)).clause == "CPW-17"
    assert answer(match, "c1", Note(structure="Base W", text="?")).refuses
    seats = [Seat(id=seat, player=seat, team=side) for side in SIDES for seat in MEMBERS[side]]
    assert [each.field for each in seating(Settings(), seats)] == [JUDGE]
    assert [each.field for each in seating(Settings(), [Seat(id=JUDGE, player="J", team="bench")])] == ["c1", "p1"]


@pytest.mark.clause("CPW-2", "CPW-4", "CPW-5", "CPW-6", "CPW-58")
def test_an_army_has_one_primary_and_two_secondary_factions_which_no_order_changes() -> None:
    armies = template("armies.csv")
    for factions in ("G,WUB", ",WU", "G,GW", "X,W"):
        with pytest.raises(ValidationError, match="one primary and at most two secondary"):
            Settings(armies=armies.replace("Gerrard Capashen,G,WU", f"Gerrard Capashen,{factions}"))
    assert not {"primary", "secondary", "factions"} & set(Change.model_fields)


@pytest.mark.clause("CPW-50", "CPW-51")
def test_only_creatures_of_the_table_can_be_had() -> None:
    ann = army("Ann", "C5 10I", primary="W", turns=1, camp="Dominaria 10I")
    match = position({"Ann": ann, "Boss": "C1 1A"}, settings())
    units = "5000 Storm Crow / 2500 Assault Griffin / 1500 Serra Angel / 1000 Archangel"
    remark = check_change(match, "coalition", Change(army="Ann", units=units))
    assert remark is not None
    assert remark.text == "There is no creature “Storm Crow” for slot 1"
    crow = template("creatures.csv") + "Storm Crow,2,2,W,Creature - Bird,,\n"
    assert "Storm Crow" in Settings(creatures=crow).world.creatures


@pytest.mark.clause("CPW-50", "CPW-51", "CPW-137")
@pytest.mark.parametrize(
    ("typed", "meant", "why"),
    [
        ("White Knigt", "White Knight", "There is no creature “White Knigt” for slot 1; the nearest name is"),
        ("5000 White", "2500 White", "Slot 1, White Knight, has 2,500 units, and a full one has 5,000"),
        ("5000 White", "White", "“White Knight” in slot 1 is not like “2500 Goblin Piker”"),
        ("Griffin /", "Griffin", "“2500 Assault Griffin 1500 Serra Angel” in slot 2 has another number in it"),
        ("1500 Serra Angel", "1500 Archangel", "Archangel does not fit slot 3, which is for"),
        ("Archangel", "Archangel /", "It has 5 slots separated by /; an army has 4"),
        ("5000 White", "2500 Suntail Hawk + 2500 White", "Suntail Hawk does not fit slot 1"),
    ],
)
def test_a_refused_list_of_units_names_the_creature_that_is_meant(typed: str, meant: str, why: str) -> None:
    ann = army("Ann", "C5 10I", primary="W", turns=1, camp="Dominaria 10I")
    match = position({"Ann": ann, "Boss": "C1 1A"}, settings())
    units = "5000 White Knight / 2500 Assault Griffin / 1500 Serra Angel / 1000 Archangel"
    right, wrong = (typed, meant) if typed in units else (meant, typed)
    remark = check_change(match, "coalition", Change(army="Ann", units=units.replace(right, wrong, 1)))
    assert remark is not None
    assert remark.text.startswith(why)
    assert not why.endswith("nearest name is") or remark.text.endswith("is White Knight")


@pytest.mark.clause("CPW-187", "CPW-159", "CPW-165")
def test_marks_are_answered_with_the_chance_that_they_give() -> None:
    judging = resolve(fighting(), {}, bot_dice("x")).state
    text = Strategy(battle=1, army="Ann", text="Go")
    judging = judging.but(sent=(text, Strategy(battle=1, army="Xan", text="Stay")))
    for only in ({}, {"first": 5}, {"second": 5}):
        warned = answer(judging, JUDGE, Judge(battle=1, **only))
        assert not warned.informs
        assert not warned.refuses
        assert warned.text.startswith("No mark for ")
    even = answer(judging, JUDGE, Judge(battle=1, first=0, second=0))
    better = answer(judging, JUDGE, Judge(battle=1, first=5, adjust=2, second=1))
    assert even.informs
    assert float(even.text.split()[-2]) < float(better.text.split()[-2])
    assert answer(judging, JUDGE, Judge(battle=1, losses="lots")).field == "losses"
    assert answer(judging, JUDGE, Judge(battle=1, winner="first")).text == "You decide: Ann and Bob win"
    assert answer(judging, JUDGE, Judge(battle=7)).refuses


@pytest.mark.clause("CPW-26")
def test_only_a_side_and_the_judge_see_what_was_sent() -> None:
    sent = {"coalition": (Strategy(battle=1, army="Ann", text="A secret plan"), Move(army="Cat", line="3A > 4A"))}
    judging = resolve(fighting(), sent, bot_dice("x")).state
    for eyes, there in ((None, False), ("phyrexia", False), ("p1", False), ("coalition", True), ("c2", True)):
        seen = view(judging, eyes)
        assert (bool(seen.sent), bool(seen.ordered)) == (there, there), eyes
    judge = view(judging, JUDGE)
    assert judge.sent
    assert judge.ordered == ("Cat: Dominaria; 3A > 4A",)
    assert judge.queue[0].without == "Xan"


@pytest.mark.clause("CPW-R39", "CPW-32")
def test_conceding_and_arranging_take_clear_words() -> None:
    match = fighting()
    assert answer(match, "c1", Concede(word="ok")).refuses
    assert not answer(match, "c1", Concede(word="concede")).refuses
    assert answer(match, JUDGE, Arrange(winner="nobody", reason="x")).refuses
    assert answer(match, JUDGE, Arrange(winner="Draw")).refuses
    assert not answer(match, JUDGE, Arrange(winner="Draw", reason="Peace")).refuses


@pytest.mark.clause("CPW-112")
def test_a_player_is_ready_without_an_order_and_the_army_stays() -> None:
    match = fighting()
    assert answer(match, "coalition", Move(army="Cat")).text == "Cat stays"
    assert not answer(match, "coalition", Move(army="Cat")).refuses
    judging = resolve(match, {"coalition": (Move(army="Cat"),)}, bot_dice("x")).state
    assert view(judging, "coalition").ordered == ()
    assert resolve(judging, {}, bot_dice("x")).state.army("Cat").place == "Dominaria 3A"


@pytest.mark.clause("CPW-23", "CPW-160", "CPW-R44")
def test_the_rows_of_an_army_are_those_of_its_player() -> None:
    match = fighting(assigned={"Ann": "c2", "Cat": "c2"})
    strategies, moves = (form(match, key, "coalition") for key in ("strategies", "moves"))
    assert [row.authors for row in strategies.each] == [("c2",), ()]
    assert [row.authors for row in moves.each] == [("c2",)]
    assert moves.who.helpers == ("c1",)  # the leader orders for who is absent
    assert [each.authors for each in form(match, "contingencies", "coalition").each] == [(), ()]
    assert strategies.at(0).row.says["author"] == "c2"
    (author,) = (each for each in strategies.at(0).fields if each.name == "author")
    assert author.choices == ("c2",)


@pytest.mark.clause("CPW-23")
def test_at_first_armies_are_dealt_to_players_from_the_leader_on() -> None:
    seats = [Seat(id=each, player=each, team=side) for side, own in MEMBERS.items() for each in own]
    match = start(Settings(), seats, bot_dice("x")).state
    assert [match.assigned[army.name] for army in match.side("coalition")][:3] == ["c1", "c2", "c1"]
    assert match.judges == (JUDGE,)


@pytest.mark.clause("CPW-23", "CPW-160")
def test_an_assignment_counts_at_once_and_plays_nothing() -> None:
    match = fighting()
    given = {"c1": (Assign(army="Ann", plays="c2"),)}
    found = resolve(match, given, bot_dice("x"))
    after = found.state
    assert after == match.but(assigned={"Ann": "c2"})
    assert [(each.kind, each.audience) for each in found.events] == [("assigned", None)]
    assert form(after, "strategies", "coalition").each[0].authors == ("c2",)
    assert answer(after, "c1", Assign(army="Ann", plays="c2")).text == "This player has Ann already"
    assert resolve(after, {"c1": (Assign(army="Ann", plays="nobody"),)}, bot_dice("x")).state.assigned == {}


@pytest.mark.clause("CPW-17")
def test_two_judges_share_the_bench() -> None:
    judging = resolve(fighting(judges=(JUDGE, SECOND_JUDGE)), {}, bot_dice("x")).state
    assert {(each.seat, each.who.team) for each in open_forms(judging)} == {(BENCH, True)}
    assert view(judging, BENCH).queue == view(judging, SECOND_JUDGE).queue != ()
    assert answer(judging, BENCH, Judge(battle=1)).informs
    done = resolve(judging, {BENCH: (Judge(battle=1, winner="second"),)}, bot_dice("x")).state
    assert done.last is not None
    assert [each.winners for each in done.last.events if isinstance(each, Won)] == [("Xan",)]


@pytest.mark.clause("CPW-23", "CPW-133", "CPW-191")
def test_wrong_requests_say_why() -> None:
    match = fighting()
    assert answer(match, "c1", Assign(army="Yul", plays="c1")).refuses
    assert answer(match, "c1", Assign(army="Cat", plays="p1")).refuses
    assert answer(match, "coalition", Heal(army="Cat", now=True)).refuses
    assert answer(match, "phyrexia", Strategy(battle=1, army="Xan", kill=True, text="Kill!")).clause == "CPW-192"
    two = answer(match, "phyrexia", Strategy(battle=1, army="Xan", text="Kill!", victim="Cat"))
    assert two.field == "victim"


@pytest.mark.clause("CPW-137")
def test_two_armies_cannot_get_one_name() -> None:
    one, other = Change(army="Ann", name="Nova"), Change(army="Bob", name="nova")
    remarks = fits(fighting(), "coalition", (one, other))
    assert remarks[0] is None
    assert remarks[1] is not None
    assert "name" in remarks[1].text


@pytest.mark.clause("CPW-151")
def test_portals_and_features_are_never_destroyed() -> None:
    lines = ["Near end,portal,Dominaria,8D,,,Phyrexia 8D", "Far end,portal,Phyrexia,8D,,,Dominaria 8D"]
    match = position({"Boss": "C1 1A", "Evil": "P1 8D"}, settings(lines))
    for _ in range(6):
        match = resolve(match, {}, bot_dice("x")).state
    assert match.destroyed == ()
    assert match.army("Evil").turns == 6


def test_every_file_can_be_replaced_by_a_setting() -> None:
    assert {key: getattr(Settings(), key) for key in FILES} == {key: template(name) for key, name in FILES.items()}


@pytest.mark.clause("CPW-187")
def test_what_counts_nothing_is_named_beside_the_judges_ready() -> None:
    judging = resolve(fighting(), {}, bot_dice("x")).state
    assert total(judging, JUDGE, "judging", ()) is None  # nobody sent anything
    judging = judging.but(sent=tuple(Strategy(battle=1, army=name, text="Go") for name in ("Ann", "Xan")))
    (form,) = (each for each in open_forms(judging) if each.key == "judging")
    for order in (Judge(battle=1, reason="close"), Judge(battle=1, first=9)):
        remark = total(judging, JUDGE, "judging", (order,))
        assert remark is not None
        assert (remark.text, remark.refuses) == ("Battle 1 has no marks: they count 0 for both sides", False)
    assert [form.has_ready_box(row) for row in range(form.rows)] == [True] + [False] * (form.rows - 1)
    marks = Judge(battle=1, first=0, second=0)
    for order in (marks, Judge(battle=1, winner="first"), Judge(battle=1, siege=True)):
        assert total(judging, JUDGE, "judging", (order,)) is None
    assert total(judging, "coalition", "moves", ()) is None
