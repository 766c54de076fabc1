"""The choices of each form, and the answers at its cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.games.champions.rules.combat.pairing import picks, sizes
from sheets_gm.games.champions.rules.combat.strength import preference
from sheets_gm.games.champions.rules.looting import action_count
from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.sheet.cleaning import Unreadable, clean
from tests.games.champions.evening import Evening
from tests.games.champions.table import CHAMPIONS, given, play, position, stand


def form_of(match: Any, seat: str) -> Form:
    return next(form for form in CHAMPIONS.open(match) if form.seat == seat)


def choices(match: Any, seat: str, row: int = 0, **cells: Typed) -> dict[str, tuple[str, ...]]:
    return {field.name: field.choices for field in form_of(match, seat).at(row).offered(cells)}


@pytest.mark.clause("CBR-7", "CBR-8")
def test_movement_lists_the_tiles_around_and_the_own_one() -> None:
    match = position({"p1": "A1: all", "p2": "B2: all"}, phase="movement")
    assert choices(match, "p1") == {"move_to": ("A1", "B1", "A2", "B2")}
    assert len(choices(match, "p2")["move_to"]) == 9


@pytest.mark.clause("CBR-11", "CBR-13", "CBR-R9")
def test_looting_lists_categories_for_each_action_that_there_is() -> None:
    match = position({"p1": "A1: Gladiator S-C3", "p2": "B2: all"}, phase="looting")
    assert [bool(each) for each in choices(match, "p1").values()] == [True, True, True, True, False]
    assert [bool(each) for each in choices(match, "p2").values()] == [True, True, True, False, False]
    assert choices(match, "p2")["loot_1"] == ("Physical", "Magical", "Defensive", "Support", "Any")
    assert clean(form_of(match, "p2").fields[0], "p") == "P"


@pytest.mark.clause("CBR-24", "CBR-25", "CBR-26")
def test_equipment_lists_for_each_champion_only_what_it_may_wear_of_what_there_is() -> None:
    match = position({"p1": "A1: all; stash D-U1 D-U2 D-U3 P-C1 S-U1", "p2": "B2: all"}, phase="equipment")
    armor = {form_of(match, "p1").at(row).row.name: choices(match, "p1", row)["armor"] for row in range(4)}
    light, medium, heavy = "Quilted Robe (1d6)", "Studded Leather (1d8)", "Iron Plate (1d10)"
    assert armor == {
        "Gladiator": (light, medium, heavy), "Rogue": (light, medium), "Healer": (light,), "Mage": (light, medium),
    }  # fmt: skip
    assert choices(match, "p1")["item_1"] == ("Rusty Dagger (1d4)", "War Drum")


@pytest.mark.clause("CBR-R10", "CBR-R30")
def test_who_has_nothing_to_wear_is_asked_like_everybody() -> None:
    match = position({"p1": "A1: all; stash P-C1", "p2": "B2: all"}, phase="equipment")
    assert [form.seat for form in CHAMPIONS.open(match) if form.key == "equipment"] == ["p1", "p2"]
    assert choices(match, "p2") == {"item_1": (), "item_2": (), "armor": ()}


def test_dead_champions_have_no_rows() -> None:
    match = position({"p1": "A1: Rogue, Mage; stash P-C1", "p2": "B2: all"}, phase="equipment")
    assert [form_of(match, "p1").at(row).row.name for row in range(form_of(match, "p1").rows)] == ["Rogue", "Mage"]


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({}, ["Gladiator 100: Rusty Dagger", "Rogue 85", "Healer 80", "Mage 85", "", "", "", ""]),
        ({"sets_per_battle": 1, "set_length": 1}, ["Gladiator 100: Rusty Dagger; Rogue 85", "Healer 80; Mage 85"]),
    ],
)
def test_the_rows_of_a_battle_show_the_own_champions_with_what_they_wear(
    settings: dict[str, Any], shown: list[str]
) -> None:
    words = {"p1": "A1: Gladiator P-C1, Rogue, Healer, Mage", "p2": "A1: all"}
    match = position(words, phase="battle", fights=["p1 p2"], settings=settings)
    form = form_of(match, "p1")
    assert [form.at(row).shown["own"] for row in range(form.rows)] == shown


@pytest.mark.clause("CBR-39")
@pytest.mark.parametrize(
    ("champions", "fights", "rows"),
    [("all", ["p1 p2"], 8), ("Mage", ["p1 p2"], 4), ("all", ["p1 p2", "p1 p3"], 16)],
)
def test_a_set_has_four_rows_for_each_champion_that_is_sent(champions: str, fights: list[str], rows: int) -> None:
    match = position({"p1": f"A1: {champions}", "p2": "A1: all", "p3": "A1: all"}, fights=fights)
    assert form_of(match, "p1").rows == rows


@pytest.mark.clause("CBR-45", "CBR-R15")
@pytest.mark.parametrize(
    ("living", "fights", "sent"),
    [(4, 1, (2,)), (1, 1, (1,)), (4, 2, (2, 2)), (3, 2, (2, 1)), (2, 2, (2, 2)), (1, 2, (1, 1))],
)
def test_how_many_champions_go_into_each_battle(living: int, fights: int, sent: tuple[int, ...]) -> None:
    assert sizes(living, fights) == sent


@pytest.mark.clause("CBR-47", "CBR-48")
def test_a_champion_narrows_the_actions_in_its_first_row() -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"})
    assert choices(match, "p1")["action"] == ("Attack", "Heal", "Support", "Evade")
    assert choices(match, "p1", champion="Gladiator")["action"] == ("Attack", "Evade")
    assert choices(match, "p1", champion="Healer")["action"] == ("Attack", "Heal", "Support", "Evade")
    assert choices(match, "p1", champion="Rogue")["action"] == ("Attack", "Support", "Evade")


@pytest.mark.clause("CBR-49", "CBR-61", "CBR-R16", "CBR-R25")
def test_an_action_narrows_what_stands_beside_it() -> None:
    match = position({"p1": "A1: Rogue S-U1, Healer S-C1", "p2": "A1: Gladiator, Mage"})
    heal = choices(match, "p1", action="Heal")
    assert (heal["prefer"], heal["target"], heal["item"]) == ((), ("Self", "Partner"), ())
    attack = choices(match, "p1", action="Attack")
    assert (attack["prefer"], attack["target"]) == (("Gladiator, Mage", "Mage, Gladiator"), ())
    support = choices(match, "p1", action="Support")
    assert support["item"] == ("Bandage Roll", "War Drum", "Assist")
    assert support["target"] == ("Self", "Partner", "Gladiator", "Mage")


@pytest.mark.clause("CBR-33", "CBR-R13")
def test_the_rows_of_a_set_tell_who_the_opponent_is_and_how_its_living_champions_are() -> None:
    match = position({"p1": "A1: all", "p2": "A1: Gladiator 20, Rogue, Mage 5"})
    shown = [form_of(match, "p1").at(row).shown["against"] for row in range(4)]
    assert shown == ["P2", "Gladiator 20, Rogue 85", "Mage 5", ""]


@pytest.mark.clause("CBR-49", "CBR-R16")
@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("h,m,g,r", "HMGR"),
        ("HMGR", "HMGR"),
        ("g h m r", "GHMR"),
        ("Rogue", "RHMG"),
        ("mage,rogue", "MRHG"),
        ("R, M", "RMHG"),
        ("", "HMRG"),
    ],
)
def test_a_preference_may_be_typed_in_words_or_letters_and_what_is_missing_is_added(typed: str, order: str) -> None:
    match = position({"p1": "A1: all", "p2": "A1: Gladiator"})
    field = next(field for field in form_of(match, "p1").at(0).fields if field.name == "prefer")
    read = clean(field, typed)
    assert not isinstance(read, Unreadable)
    assert "".join(type[0] for type in preference(None if read is None else str(read), "HMRG")) == order


def test_a_preference_that_is_none_is_answered_with_the_nearest() -> None:
    match = position({"p1": "A1: all", "p2": "A1: Gladiator, Mage"})
    field = next(field for field in form_of(match, "p1").at(0).fields if field.name == "prefer")
    read = clean(field, "Gladiatr, Mage")
    assert isinstance(read, Unreadable)
    assert read.instead == "Gladiator, Mage"


@pytest.mark.parametrize(
    ("acts", "refused"),
    [
        ({"p1 Mage": ["HEAL SELF"]}, {"p1 1.1": "CBR-47"}),
        ({"p1 Gladiator": ["SUP"]}, {"p1 1.1": "CBR-48"}),
        ({"p1 Rogue": ["", "", "SUP S-U1"]}, {"p1 1.3": "CBR-R25"}),
        ({"p1 Healer": ["HEAL Mage"]}, {"p1 1.1": "CBR-61"}),
        ({"p1 Mage": ["ATK"], "p1 Mage again": ["ATK"]}, {"p1 2.1": "CBR-R15"}),
        ({"p1 Mage": ["ATK", "ATK", "ATK", "ATK", "ATK"]}, {"p1 1.5": "CBR-39"}),
    ],
)
def test_an_action_that_cannot_be_is_refused_with_its_clause(
    acts: Mapping[str, list[str]], refused: Mapping[str, str]
) -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"})
    _, expected = stand(match, given(acts=acts))
    assert {who: remark.clause for who, remark in expected.items()} == refused


@pytest.mark.clause("CBR-R13")
def test_who_sends_a_champion_that_another_row_shows_is_told_who_goes_there() -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"})
    orders = given(acts={"p1 Rogue": ["ATK"]})["p1"]
    (remark,) = CHAMPIONS.checks.fits(match, "p1", tuple(orders))
    assert remark is not None
    assert not remark.refuses
    assert remark.text == "The Gladiator goes second in this battle, instead of the Rogue"
    assert picks(match.player("p1"), 1, {(1, 1): "Rogue"}, {(1, 2): "Rogue"}) == (("Rogue", "Gladiator"),)


def test_an_order_of_another_phase_or_of_somebody_who_is_out_cannot_stand() -> None:
    match = position({"p1": "A1: all", "p2": "A1: all", "p3": "A1: all"})
    (move,) = given(moves={"p1": "A1"})["p1"]
    expected = CHAMPIONS.checks.check(match, "p1", move)
    assert expected is not None
    assert expected.clause == "CBR-6"
    assert CHAMPIONS.checks.check(match, "p9", move) is not None


@pytest.mark.clause("CBR-26")
def test_what_two_champions_want_is_refused_at_the_second_ones_cell_on_the_sheet() -> None:
    evening = Evening()
    evening.until("equipment")
    state = evening.table.session.state
    player, item = next(
        (player, item)
        for player in state.players
        for item in state.items(player.owned)
        if not item.armor and player.owned.count(item.id) == 1
    )
    evening.fill(player.seat, "Rogue", item_1=item.name)
    expected = evening.fill(player.seat, "Mage", item_1=item.name)
    cell = evening.cell("equipment", f"{player.seat} Mage", "item_1", f"seat.{player.seat}")
    taken = f"{cell}: You have only 1 {item.name}, and another slot has it"
    others = [each.label for each in state.items(player.owned) if not each.armor and each.id != item.id]
    advice = [f"{taken} (CBR-26). It is left out. Try {each}." for each in others]
    if not others:
        advice = [f"{taken}; leave it empty (CBR-26). It is left out."]
    saved, tick = expected.split(". ")[0], "Tick Ready in Gladiator when you are done."
    assert saved.startswith("⚠ Saved · ")
    assert expected in [f"{saved}. {each} {tick}" for each in advice]
    orders = evening.tick(resolve=True).steps[0].entry.orders[player.seat]
    worn = {order["champion"]: order["item_1"] for order in orders}
    assert worn["Rogue"] == item.name
    assert worn.get("Mage") is None


@pytest.mark.clause("CBR-R10", "CBR-R13")
def test_a_misspelt_preference_sends_the_chosen_champion_into_battle_without_it() -> None:
    evening = Evening()
    evening.until("battle")
    state = evening.table.session.state
    player = next(each for each in state.alive if len(state.fights_of(each.seat)) == 1 and len(each.living) > 2)
    form = next(form for form in evening.table.session.forms if form.seat == player.seat)
    drawn = [field.default for row in form.each for field in row.fields if field.name == "champion"]
    chosen = next(champion.type for champion in player.living if champion.type not in drawn)
    first = form.each[0].name
    receipt = evening.fill(player.seat, first, champion=chosen, action="Attack", prefer="Mgae frist", ready=True)
    assert receipt.startswith("⚠ Ready · ")
    assert "There is no “Mgae frist” here" in receipt
    (row,) = (
        order for order in evening.table.tick(resolve=True).steps[0].entry.orders[player.seat] if order["turn"] == 1
    )
    assert (row["champion"], row["action"], row["prefer"]) == (chosen, "Attack", None)


@pytest.mark.clause("CBR-R10")
def test_a_wrong_item_leaves_the_slot_as_it_is_and_the_others_change() -> None:
    evening = Evening()
    evening.until("equipment")
    state = evening.table.session.state
    player, item = next(
        (player, item) for player in state.players for item in state.items(player.owned) if not item.armor
    )
    receipt = evening.fill(player.seat, "Rogue", item_1=item.name, item_2="Exclaibur", armor="Z")
    assert receipt.startswith("⚠ Saved · ")
    assert receipt.count("It is left out") == 2
    evening.tick(resolve=True)
    rogue = evening.table.session.state.player(player.seat).champion("Rogue")
    assert item.id in rogue.items


@pytest.mark.clause("CBR-6")
def test_each_phase_has_a_tab_of_its_own_that_is_filled_in_only_then() -> None:
    evening = Evening()
    for phase in ("movement", "looting", "equipment"):
        evening.until(phase)
        tabs = {key: evening.values(key, "seat.p1") for key in ("movement", "looting", "equipment", "battle")}
        assert {key for key, rows in tabs.items() if rows[3][0] == "p1" or len(rows[3]) > 1} == {phase}
        idle = {rows[3][0] for key, rows in tabs.items() if key != phase}
        assert idle == {f"Nothing to do here now. Go to {phase.title()}."}


def test_who_has_nothing_to_do_is_told_so_and_sent_nowhere() -> None:
    evening = Evening(players=5)
    evening.until("battle")
    state = evening.table.session.state
    free = next(player.seat for player in state.alive if not state.fights_of(player.seat))
    for tab in ("movement", "looting", "equipment", "battle"):
        shown = evening.values(tab, f"seat.{free}")[3][0]
        assert shown == "Nothing to do here now."


def test_where_nobody_can_ever_own_anything_equipment_passes_by_itself() -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"}, phase="movement", settings={"loot_actions": 0})
    assert play(match).match.phase == "battle"


@pytest.mark.clause("CBR-39", "CBR-R14")
def test_each_set_of_a_battle_has_its_rows() -> None:
    match = position({"p1": "A1: Mage", "p2": "A1: all"}, settings={"sets_per_battle": 2, "set_length": 3})
    form = form_of(match, "p1")
    assert [form.at(row).row.name for row in range(form.rows)] == [f"Champion 1, turn {turn}" for turn in range(1, 7)]


@pytest.mark.clause("CBR-R15")
def test_who_fights_twice_with_two_champions_is_warned_within_the_same_battle() -> None:
    match = position({"p1": "A1: Gladiator, Mage", "p2": "A1: all", "p3": "A1: all"}, fights=["p1 p2", "p1 p3"])
    act = given(acts={"p1 Mage": ["ATK"]})["p1"][0].but(battle=2)
    (remark,) = CHAMPIONS.checks.fits(match, "p1", (act,))
    assert remark is not None
    assert remark.text == "The Gladiator goes second in this battle, instead of the Mage"


def after_an_idle_battle(found: Mapping[str, tuple[str, ...]], **given: Any) -> Any:
    """The position after a battle in which everybody evades; *found* is what each seat looted before it."""
    match = position({"p1": "A1: Gladiator", "p2": "A1: Gladiator"}, **{"size": 1, **given})
    players = tuple(player.but(found=found[player.seat]) for player in match.players)
    evade = ["EVADE", "EVADE", "EVADE", "EVADE"]
    return play(match.but(players=players), acts={"p1 Gladiator": evade, "p2 Gladiator": evade}).match


@pytest.mark.clause("CBR-6", "CBR-R6")
def test_looting_passes_by_itself_where_everybody_knows_that_the_last_tile_is_empty() -> None:
    knows, hopes = ("P-C1", ""), ("P-C1",)
    assert after_an_idle_battle({"p1": knows, "p2": knows}).phase == "equipment"
    assert after_an_idle_battle({"p1": knows, "p2": hopes}).phase == "looting"
    assert after_an_idle_battle({"p1": knows, "p2": knows}, pools={"A1": ["P-C1"]}).phase == "looting"
    wide = {"size": 2, "settings": {"final_arena_at": 0}}
    assert after_an_idle_battle({"p1": knows, "p2": knows}, **wide).phase == "movement"


@pytest.mark.clause("CBR-13")
def test_who_has_no_living_champion_has_no_looting_actions() -> None:
    match = position({"p1": "A1: all", "p2": "B2: all"}, phase="looting")
    player = match.player("p1")
    assert action_count(match, player) == match.settings.loot_actions > 0
    fallen = player.but(champions=tuple(each.but(health=0) for each in player.champions))
    assert action_count(match, fallen) == 0
