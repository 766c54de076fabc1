"""Who can play, what each form lists, and why anything else is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import COST, ROLES, SPEED
from sheets_gm.games.gvg.forms.all_forms import open_forms
from sheets_gm.games.gvg.forms.checks import check
from sheets_gm.games.gvg.position.events import Moved
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.turn import STEPS, start
from sheets_gm.games.gvg.views.visible import describe
from sheets_gm.games.play_out import bot_dice, order_of
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import Unreadable, clean
from sheets_gm.sheet.template import TabTemplate
from tests.games.gvg.table import GVG, command, order, play, position, remark
from tests.gm.table import Evening

TEN = made_up(GVG.places(Settings()))


def reasons(seats: tuple[Seat, ...], **settings: Any) -> str:
    return " | ".join(f"{each.field}: {each.text}" for each in GVG.people.seating(Settings(**settings), seats))


@pytest.mark.clause("GVG-1", "GVG-4", "GVG-R38")
def test_two_teams_of_five_with_a_captain_each_may_start() -> None:
    assert reasons(TEN) == ""
    assert [(seat.team, seat.captain) for seat in TEN].count(("blue", True)) == 1


@pytest.mark.clause("GVG-R38")
def test_missing_seats_do_not_act() -> None:
    assert reasons((TEN[0], TEN[5])) == ""


@pytest.mark.clause("GVG-1")
def test_a_team_of_nobody_or_of_six_cannot_start() -> None:
    assert "red: it has 0 players" in reasons(TEN[:5])
    sixth = TEN[0].but(id="blue6", player="Zoe", captain=False)
    assert "blue: it has 6 players" in reasons((*TEN, sixth))


@pytest.mark.clause("GVG-4")
def test_a_team_without_a_captain_or_with_two_cannot_start() -> None:
    assert "needs one captain but has 0" in reasons((TEN[0].but(captain=False), *TEN[1:]))
    assert "needs one captain but has 2" in reasons((TEN[0], TEN[1].but(captain=True), *TEN[2:]))


@pytest.mark.clause("GVG-9")
def test_a_player_has_one_role_of_the_three() -> None:
    assert "“Bard” is not a role" in reasons((TEN[0].but(traits={"role": "Bard"}), *TEN[1:]))
    assert "“” is not a role" in reasons((TEN[0].but(traits={}), *TEN[1:]))


@pytest.mark.clause("GVG-9")
def test_a_role_may_be_taken_once_only_if_the_match_says_so() -> None:
    assert "has 2 players with the role DPS" in reasons(TEN, max_per_role=1)


def test_no_more_players_of_a_team_start_at_a_bulwark_than_it_has() -> None:
    assert "forward_spawn 3 is more than the players of a team, team_size 2" in reasons(
        (), forward_spawn=3, team_size=2
    )


def test_two_players_cannot_have_the_same_name() -> None:
    assert "Ana already plays blue1" in reasons((TEN[0], TEN[1].but(player="Ana"), *TEN[2:]))


@pytest.mark.clause("GVG-19", "GVG-R1", "GVG-R2")
def test_everybody_starts_at_the_base_with_a_d6_rolled() -> None:
    dice = Dice(Keyed(b"a", b"b"))
    match = start(Settings(), TEN, dice).state
    assert {player.at for player in match.players} == {"BASE_B", "BASE_R"}
    assert {roll.sides for roll in dice.rolls} == {6}
    assert len(dice.rolls) == 10


@pytest.mark.clause("GVG-R40")
def test_every_roll_is_written_down_with_turn_player_and_purpose() -> None:
    after = play(position({"blue1": "DPS C9", "red1": "Tank C9"}), rolls={"attack of blue1 at C9": 5})
    assert after.rolls["turn 5: attack of blue1 at C9"] == 5
    assert "turn 6: movement of blue1" in after.rolls


@pytest.mark.clause("GVG-21")
def test_a_turn_is_command_then_movement_then_action() -> None:
    assert [step.__name__ for step in STEPS] == ["command", "movement", "capture", "action"]


@pytest.mark.clause("GVG-66")
def test_a_teams_coins_are_the_drums_above_its_base() -> None:
    match = position({"blue1": "DPS C9", "red1": "Tank C9"}, coins={"blue": 3})
    board = GVG.tabs_for(match.settings)[0].draw(GVG.view(match, None), TabTemplate(title="Board"))  # type: ignore[union-attr]
    drums = [str(cell.value).count("🥁") for row in board.rows for cell in row if "BASE" in str(cell.value)]
    assert drums == [0, 3]


@pytest.mark.clause("GVG-68", "GVG-R2")
def test_in_two_steps_skills_are_locked_before_the_rolls_are_shown() -> None:
    match = position(
        {"blue1": "DPS C4", "red1": "Tank C14"}, phase="commands", settings={"turn_mode": "two_step"}, coins={"blue": 1}
    )
    assert {form.key for form in open_forms(match)} == {"commands"}
    after = play(match, commands={"blue": [SPEED]}, rolls={"movement of blue1": 2})
    assert (after.match.phase, after.match.turn) == ("orders", 5)
    assert {form.key for form in open_forms(after.match)} == {"orders", "odds"}
    moved = play(after.match, {"blue1": "C9"})
    assert moved.at("blue1") == "C9"
    assert moved.match.phase == "commands"


@pytest.mark.clause("GVG-6", "GVG-22")
def test_only_a_captain_uses_command_skills() -> None:
    match = position({"blue1": "DPS C4", "blue2": "Tank C4"}, coins={"blue": 5})
    refused = check(match, "blue2", command([SPEED]))
    assert refused is not None
    assert refused.refuses
    assert refused.clause == "GVG-6"


@pytest.mark.clause("GVG-5", "GVG-R38")
def test_a_captain_may_fill_in_a_team_mate() -> None:
    forms = open_forms(position({"blue1": "DPS C4", "blue2": "Tank C4"}))
    assert [form.who.helpers for form in forms if form.key == "orders"] == [(), ("blue1",)]
    alone = open_forms(position({"blue1": "DPS C4", "blue2": "Tank C4"}, settings={"captain_may_fill": False}))
    assert [form.who.helpers for form in alone if form.key == "orders"] == [(), ()]


@pytest.mark.parametrize(
    ("words", "field", "instead", "refuses"),
    [
        ("BASE_R", "move_to", "C7", True),
        ("C12", "move_to", "C7", False),
        ("BUFF", "action", "AUTO", True),
        ("REVIVE", "action", "AUTO", True),
        ("PICKUP", "action", "AUTO", True),
        ("C5 BALLISTA", "mode", "WALK", True),
    ],
)
def test_what_cannot_be_ordered_is_named_with_the_nearest_that_can(
    words: str, field: str, instead: str, refuses: bool
) -> None:
    match = position({"blue1": "DPS C4 roll 3"})
    answer = remark(match, "blue1", words)
    assert answer is not None
    assert (answer.field, answer.instead, answer.refuses) == (field, instead, refuses)
    assert answer.clause


def test_a_player_who_is_knocked_down_cannot_order_anything() -> None:
    answer = remark(position({"blue1": "DPS C4 down"}), "blue1", "C5")
    assert answer is not None
    assert answer.clause == "GVG-80"


def test_the_row_of_a_player_who_is_knocked_down_waits_for_nothing() -> None:
    evening = Evening(settings={"team_size": 2})
    evening.do("override", "players.blue1.down", "true")
    grid = evening.table.workbooks.looks.shown[evening.record.workbooks[0].key]["orders"]
    columns = [column.field for column in evening.looks.tabs["orders"].columns]
    seats = {row[columns.index("seat")].value: row for row in grid.rows[3:] if len(row) == len(columns)}
    down, up = seats["blue1"], seats["blue2"]
    inputs = [columns.index(name) for name in ("move_to", "action", "ready")]
    assert [(down[at].typed, up[at].typed) for at in inputs] == [(False, True)] * 3
    assert down[columns.index("receipt")].value == "✓ Nothing to do this turn"
    assert "knocked down" in str(down[0].value)


@pytest.mark.parametrize("typed", ["BASE_B", "base_b", "Blue Base", "blue base"])
def test_a_base_is_read_by_its_name_and_by_its_tile_id(typed: str) -> None:
    match = position({"blue1": "DPS C2 roll 6"})
    form = next(form for form in open_forms(match) if form.key == "orders")
    goal = next(field for field in form.fields if field.name == "move_to")
    assert "Blue Base" in goal.choices
    assert not {"BASE_B", "BASE_R"} & set(goal.choices)
    read = clean(goal, typed)
    assert not isinstance(read, Unreadable)
    assert order_of(form, {"move_to": read}) == order("BASE_B")


def test_a_base_is_shown_by_its_name() -> None:
    form = next(form for form in open_forms(position({"blue1": "DPS BASE_B"})) if form.key == "orders")
    assert form.shown["at"] == "Blue Base"
    moved = Moved(clause="GVG-23", seat="blue1", start="BASE_B", end="A4", steps=5, wanted="BASE_R")
    assert describe(moved, {}) == "blue1 moves Blue Base → A4 (towards Red Base, 5 steps at most)"


def test_a_destination_that_needs_player_speed_is_offered_while_it_can_be_bought() -> None:
    poor = position({"blue1": "DPS C4 roll 2"})
    rich = position({"blue1": "DPS C4 roll 2"}, coins={"blue": 1})
    goals = [
        next(form for form in open_forms(match) if form.key == "orders").fields[0].choices for match in (poor, rich)
    ]
    assert "C9" not in goals[0]
    assert "C9" in goals[1]
    answer = remark(rich, "blue1", "C9")
    assert answer is not None
    assert not answer.refuses
    assert "Player Speed" in answer.text


@pytest.mark.parametrize(
    ("skills", "message"),
    [
        (["Tree Speed"], "costs 2"),
        (["Player Speed", "Player Speed"], "chosen twice"),
        (["Fish Damage", "Bulwark Damage"], "costs 1"),
        (["Healing Reduction"], "is on cooldown for 2 more turns"),
    ],
)
def test_skills_that_cannot_be_used_say_why(skills: list[str], message: str) -> None:
    match = position({"blue1": "DPS C4"}, coins={"blue": 1}, used={"blue": {"Healing Reduction": 4}})
    refused = check(match, "blue1", command(skills))
    assert refused is not None
    assert message in refused.text


@pytest.mark.parametrize("shot", [{"blue": 1.0}, {"red": 2.0}])
def test_a_round_of_the_duel_needs_both_distances(shot: Mapping[str, float]) -> None:
    from sheets_gm.games.gvg.position.orders import Shots

    match = position({"blue1": "DPS C4"}, turn=30, phase="archery")
    refused = check(match, GM, Shots(**shot))
    assert refused is not None
    assert "both distances" in refused.text


def test_the_nearest_tiles_are_listed_first_and_those_that_need_a_skill_last() -> None:
    match = position({"blue1": "DPS A6 roll 1", "red1": "DPS C12"}, coins={"blue": 9})
    listed = next(form for form in open_forms(match) if form.key == "orders").fields[0].choices
    steps = match.board.distances("A6", match.terrain("blue"))
    ways = [steps[tile] for tile in listed]
    assert listed[0] == "A6"
    assert ways == sorted(ways)
    assert max(ways) > 1


@pytest.mark.parametrize("phase", ["orders", "archery"])
@pytest.mark.parametrize("settings", [{}, {"turn_mode": "blind"}, {"overreach": "refuse"}])
def test_what_the_forms_list_is_legal(phase: str, settings: Mapping[str, Any]) -> None:
    match = position(
        {"blue1": "DPS BASE_B", "blue2": "Healer C9", "red1": "Tank C10", "red2": "DPS C12 down"},
        turn=30,
        phase=phase,
        settings=settings,
        coins={"blue": 2, "red": 1},
        fish={"red": 0},
        trees={"red": "C12"},
    )
    for form in (form for form in open_forms(match) if form.close is not Close.ASK):
        for field in form.fields:
            modes = next((each.choices for each in form.fields if each.name == "mode"), ())
            for choice in field.choices:
                extra: dict[str, Typed] = {}
                if field.name == "move_to":
                    extra = {"mode": modes[-1]}
                elif choice == "BALLISTA":
                    extra = {"move_to": "C9"}
                cells = {field.name: choice} | extra
                made = order_of(form, cells)
                assert made is not None
                answer = check(match, form.seat, made)
                assert answer is None or not answer.refuses, (form.seat, cells, answer)


def test_a_tile_that_the_form_does_not_list_is_refused_if_the_match_says_so() -> None:
    match = position({"blue1": "DPS C9 roll 3"}, settings={"overreach": "refuse"})
    listed = next(form for form in open_forms(match) if form.key == "orders").fields[0].choices
    for tile in match.board.tiles:
        answer = check(match, "blue1", order(tile))
        assert (answer is None) == (tile in listed), tile


def form_of(match: Match, key: str, seat: str = "blue1") -> Form:
    return next(form for form in open_forms(match) if form.key == key and form.seat == seat)


@pytest.mark.clause("GVG-22", "GVG-68")
@pytest.mark.parametrize(("coins", "due"), [(0, False), (1, True)])
def test_a_turn_waits_for_a_captain_who_can_pay_for_a_skill(coins: int, due: bool) -> None:
    match = position({"blue1": "DPS C4"}, coins={"blue": coins})
    assert form_of(match, "commands").due is due


@pytest.mark.clause("GVG-69")
def test_a_turn_does_not_wait_for_a_captain_whose_skills_are_on_cooldown() -> None:
    used = dict.fromkeys(COST, 4)
    match = position({"blue1": "DPS C4"}, coins={"blue": 9}, used={"blue": used})
    assert not form_of(match, "commands").due


@pytest.mark.clause("GVG-R2")
def test_in_two_steps_skills_are_asked_for_in_the_captains_step_only() -> None:
    settings = {"turn_mode": "two_step"}
    match = position({"blue1": "DPS C4"}, settings=settings, coins={"blue": 2})
    assert [form.key for form in open_forms(match)] == ["orders", "odds"]
    refused = check(match, "blue1", command([SPEED]))
    assert refused is not None
    assert refused.refuses
    captains = position({"blue1": "DPS C4"}, settings=settings, phase="commands", coins={"blue": 2})
    assert [form.key for form in open_forms(captains)] == ["commands"]
    assert check(captains, "blue1", command([SPEED])) is None


@pytest.mark.clause("GVG-71", "GVG-R2")
def test_in_two_steps_the_steps_shown_are_those_that_a_paid_skill_allows() -> None:
    match = position({"blue1": "DPS C4 roll 2"}, settings={"turn_mode": "two_step"})
    assert form_of(match, "orders").shown["roll"] == 2
    assert form_of(match.but(effects={"blue": (SPEED,)}), "orders").shown["roll"] == 5


@pytest.mark.clause("GVG-23", "GVG-80", "GVG-R27")
def test_neither_carriers_nor_players_who_are_knocked_down_roll_for_movement() -> None:
    match = position(
        {"blue1": "DPS C4", "blue2": "Tank C8", "red1": "DPS C8", "red2": "DPS C12"},
        fish={"red": 0},
        trees={"red": "blue1"},
    )
    after = play(match, rolls={"attack of blue2 at C8": 1, "attack of red1 at C8": 6})
    assert {player.seat: player.roll for player in after.match.players} == {
        "blue1": None, "blue2": None, "red1": 3, "red2": 3,
    }  # fmt: skip


@pytest.mark.clause("GVG-R30")
@pytest.mark.parametrize("coins", [0, 1, 2, 3, 5])
@pytest.mark.parametrize(
    "skills",
    [
        ["City Protection", "Tree Speed", "Player Speed"],
        ["Player Speed", "Player Speed", "Fish Damage"],
        ["Healing Reduction", "Ballista Charges"],
    ],
)
@pytest.mark.parametrize("scope", ["skill", "team"])
def test_the_check_names_just_the_skills_that_are_not_paid_for(coins: int, skills: list[str], scope: str) -> None:
    match = position(
        {"blue1": "DPS C4"},
        coins={"blue": coins},
        used={"blue": {"Healing Reduction": 4}},
        settings={"cooldown_scope": scope},
    )
    after = play(match, commands={"blue": skills})
    refused = {event.skill for event in after.of_kind("skill_refused")}
    answer = check(match, "blue1", command(skills))
    assert {skill for skill in skills if answer and f"{skill} " in answer.text} == refused
    assert (answer is not None and answer.refuses) == (not after.of_kind("skill_used"))


@pytest.mark.clause("GVG-R35")
def test_skills_may_be_chosen_for_the_coins_of_a_duel_that_is_open() -> None:
    match = position({"blue1": "DPS C4"}, turn=30, settings={"halftime_blocks": False})
    assert "Tree Speed" in form_of(match, "commands").fields[0].choices
    answer = check(match, "blue1", command(["Tree Speed"]))
    assert answer is not None
    assert not answer.refuses
    assert answer.text == "Tree Speed is used only if Blue wins the Archery Duel"
    refused = check(match, "blue1", command(["Tree Speed", "Fish Damage"]))
    assert refused is not None
    assert "Fish Damage costs 1 coin, but 0 coins would be left" in refused.text


@pytest.mark.clause("GVG-R3")
def test_a_tile_that_does_not_exist_is_refused() -> None:
    answer = remark(position({"blue1": "DPS C4"}), "blue1", "Z99")
    assert answer is not None
    assert (answer.field, answer.text, answer.refuses) == ("move_to", "there is no tile Z99", True)


@pytest.mark.parametrize("made", [order("C5"), command([SPEED])])
def test_a_seat_without_a_player_orders_nothing(made: Order) -> None:
    refused = check(position({"blue1": "DPS C4"}, coins={"blue": 1}), "red5", made)
    assert refused is not None
    assert refused.refuses


@pytest.mark.clause("GVG-R34")
def test_more_ballista_orders_than_charges_are_answered_with_who_comes_first() -> None:
    match = position({f"blue{number}": "DPS BASE_B" for number in (1, 2, 3)}, charges={"blue": 2})
    assert remark(match, "blue1", "C9 BALLISTA") is None
    assert remark(match, "blue2", "C9 BALLISTA") is None
    answer = remark(match, "blue3", "C9 BALLISTA")
    assert answer is not None
    assert not answer.refuses
    assert answer.text == "2 charges cannot serve everybody at the Base, and blue1 and blue2 come first"
    poor = position(
        {f"blue{number}": "DPS BASE_B" for number in (1, 2)}, coins={"blue": 1}, settings={"ballista_uses": 1}
    )
    answer = remark(poor, "blue2", "C9 BALLISTA")
    assert answer is not None
    assert answer.text.startswith("this works only if the captain buys Ballista Charges; 1 charge cannot")
    assert answer.text.endswith("blue1 comes first")


@pytest.mark.clause("GVG-R3")
def test_distances_are_counted_diagonally_where_players_move_so() -> None:
    match = position({"blue1": "DPS A3 roll 1"}, settings={"diagonal": True})
    answer = remark(match, "blue1", "C3")
    assert answer is not None
    assert "C3 is 2 steps away" in answer.text
    far = position({"blue1": "DPS A1 roll 1"}, settings={"diagonal": True})
    answer = remark(far, "blue1", "D4")
    assert answer is not None
    assert "D4 is 3 steps away" in answer.text


@pytest.mark.clause("GVG-R6")
def test_a_tile_behind_standing_bulwarks_is_out_of_reach_where_structures_block() -> None:
    match = position({"blue1": "DPS C11 roll 6"}, settings={"structures_block": True})
    answer = remark(match, "blue1", "C15")
    assert answer is not None
    assert answer.text == "C15 is out of reach, so it ends at C13"


@pytest.mark.clause("GVG-87")
def test_the_archery_form_has_a_row_for_every_round_and_shows_the_points() -> None:
    match = position({"blue1": "DPS C4"}, turn=30, phase="archery", duel={"red": 2})
    form = form_of(match, "archery", GM)
    assert (form.rows, form.due, form.shown) == (7, True, {"score": "Blue 0, Red 2"})
    longer = position({"blue1": "DPS C4"}, turn=30, phase="archery", settings={"duel_points": 5})
    assert form_of(longer, "archery", GM).rows == 11


def test_roles_and_prices_are_the_rulebooks() -> None:
    assert ROLES == ("DPS", "Tank", "Healer")
    assert [COST[skill] for skill in COST] == [1, 1, 1, 1, 2, 2, 1]
    assert bot_dice("a").roll(6, "b") in range(1, 7)


@pytest.mark.clause("GVG-R30")
def test_a_refused_skill_is_answered_with_one_that_can_be_paid_for() -> None:
    match = position({"blue1": "DPS C4"}, coins={"blue": 1}, used={"blue": {SPEED: 4}})
    answer = check(match, "blue1", command(["Tree Speed"]))
    assert answer is not None
    assert (answer.field, answer.instead, answer.refuses) == ("skill_1", "Healing Reduction", True)
    unknown = check(match, "blue1", command(["Healing Reduction", "Magic"]))
    assert unknown is not None
    assert (unknown.field, unknown.text, unknown.instead) == ("skill_2", "there is no skill Magic", "Bulwark Damage")


@pytest.mark.clause("GVG-53", "GVG-54", "GVG-R25")
@pytest.mark.parametrize(
    ("settings", "says", "refuses"),
    [
        ({}, "", False),
        ({"carrier_steps": 1}, "", False),
        ({"carrier_steps_marked": 0}, "", False),
        ({"carrier_steps": 0}, "carrier_steps 0 lets no carrier move, so no Tree is ever captured", True),
        ({"carrier_steps_marked": 3}, "carrier_steps_marked 3 is more than carrier_steps 2", True),
        ({"owner_may_carry": True}, "owner_may_carry lets a team carry its own Tree away from the enemy", False),
    ],
    ids=str,
)
def test_how_a_tree_is_carried_makes_sense(settings: dict[str, Any], says: str, refuses: bool) -> None:
    found = GVG.people.seating(Settings(**settings), TEN)
    assert [(remark.text.startswith(says), remark.refuses) for remark in found] == ([(True, refuses)] if says else [])
