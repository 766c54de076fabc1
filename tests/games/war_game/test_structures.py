"""Structures: counting turns, healing, changes, destroying, features, points, and the ends of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import FEATURE, OWNERS
from sheets_gm.games.war_game.forms.judge import judge_forms
from sheets_gm.games.war_game.position.orders import (
    Approve,
    Arrange,
    Assign,
    Change,
    Concede,
    Heal,
    Judge,
    Move,
    Note,
    Redesign,
    Strategy,
)
from sheets_gm.games.war_game.position.state import Army, Match, Units
from sheets_gm.games.war_game.rules.changes import change, check_change, lost_colours
from sheets_gm.games.war_game.rules.ending import POINTS, victory
from sheets_gm.games.war_game.rules.features import control, dominated, pay, worth
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.games.war_game.rules.newcomers import check_redesign
from sheets_gm.games.war_game.rules.turn import resolve, start
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import Event, Order, Remark
from tests.games.war_game.table import army, battle, position, settings

TOPS = {"Boss": "C1 1A", "Evil": "P1 24A"}
"""Armies of the top ranks, so that nobody has lost."""

TOWN = ["Town,stronghold,Dominaria,4D,,,", "Wrath,base,Dominaria,6D,W,,"]
MADE = settings(TOWN, without=["Base W"])

UNITS = (
    Units(slot=1, creature="White Knight", count=1000, full=5000),
    Units(slot=2, creature="Assault Griffin", count=1000, full=2500),
    Units(slot=3, creature="Serra Angel", count=1000, full=1500),
    Units(slot=4, creature="Archangel", count=1000, full=1000),
)
FULL = 10000


def at(name: str, words: str, **changes: Any) -> Army:
    """A Coalition army of white units, or one of Phyrexia that is made alike; most of it is lost."""
    return army(name, words, **{"units": UNITS, **changes})


def turn(match: Match, orders: dict[str, list[Order]] | None = None) -> tuple[Match, tuple[Event, ...]]:
    """The match after a whole turn: what the sides order, then the judge without any mark."""
    given = {side: tuple(each) for side, each in (orders or {}).items()}
    outcome = resolve(match, given, bot_dice("turn"))
    events = outcome.events
    if outcome.state.phase == "judging":
        for law in LAWS:
            assert law(outcome.state) is None
        outcome = resolve(outcome.state, {"judge": given.get("judge", ())}, bot_dice("judge"))
        events = (*events, *outcome.events)
    for law in LAWS:
        assert law(outcome.state) is None
    return outcome.state, events


def turns(match: Match, number: int, orders: dict[str, list[Order]] | None = None) -> Match:
    for _ in range(number):
        match, _ = turn(match, orders)
    return match


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.clause("CPW-123", "CPW-124", "CPW-R30")
def test_an_army_counts_the_turns_in_its_structure_from_the_turn_after_it_came() -> None:
    match = position({**TOPS, "Ann": at("Ann", "C5 5D")}, MADE)
    match, _ = turn(match, {"coalition": [Move(army="Ann", line="5D > 6D")]})
    assert match.army("Ann").turns == 0
    match, _ = turn(match)
    assert match.army("Ann").turns == 1
    match, _ = turn(match, {"coalition": [Move(army="Ann", line="6D > 7D")]})
    assert match.army("Ann").turns == 0


@pytest.mark.clause("CPW-124", "CPW-R30")
def test_combat_pauses_the_counter_but_an_attack_of_the_turn_does_not() -> None:
    match = position({**TOPS, "Ann": at("Ann", "C5 6D"), "Xan": "P5 7D"}, MADE)
    match, _ = turn(match, {"phyrexia": [Move(army="Xan", line="7D > 6D - engage Ann")]})
    assert match.army("Ann").turns == 1
    assert match.army("Ann").busy
    match, _ = turn(match, {"judge": [Judge(battle=1, winner="second")]})
    assert match.army("Ann").turns == 1


@pytest.mark.clause("CPW-126", "CPW-128", "CPW-133", "CPW-134")
def test_a_base_heals_a_member_in_two_turns_by_itself() -> None:
    for factions in ({"primary": "W"}, {"primary": "U", "secondary": "W"}):
        match = position({**TOPS, "Ann": at("Ann", "C5 6D", **factions)}, MADE)
        match, _ = turn(match)
        assert match.army("Ann").size == 4000
        match, events = turn(match)
        assert match.army("Ann").size == FULL
        assert "healed" in kinds(events)
        assert match.army("Ann").turns == 0


@pytest.mark.clause("CPW-133", "CPW-R31")
def test_a_primary_member_heals_in_one_turn_on_request() -> None:
    request: dict[str, list[Order]] = {"coalition": [Heal(army="Ann", now=True)]}
    primary = position({**TOPS, "Ann": at("Ann", "C5 6D", primary="W")}, MADE)
    assert turn(primary, request)[0].army("Ann").size == FULL
    secondary = position({**TOPS, "Ann": at("Ann", "C5 6D", primary="U", secondary="W")}, MADE)
    assert turn(secondary, request)[0].army("Ann").size == 4000


@pytest.mark.clause("CPW-127", "CPW-R31")
def test_what_was_lost_in_the_last_turn_of_healing_is_not_healed() -> None:
    ann = at("Ann", "C5 6D", primary="W", turns=1, busy=True)
    match = position({**TOPS, "Ann": ann, "Xan": "P5 6D"}, MADE,
                     battles=(battle("attacks", "Dominaria 6D", ["Xan"], ["Ann"]),), announced=1)  # fmt: skip
    text: list[Order] = [Strategy(battle=1, army="Ann", text="Hold!"), Heal(army="Ann", now=True)]
    match, _ = turn(match, {"coalition": text, "judge": [Judge(battle=1, winner="second", losses="0/10")]})
    assert match.army("Ann").size == FULL - 400


@pytest.mark.clause("CPW-129", "CPW-130", "CPW-131", "CPW-132", "CPW-13")
def test_strongholds_heal_phyrexia_and_bases_their_members_and_nobody_else() -> None:
    match = position({**TOPS, "Xan": at("Xan", "P5 4D"), "Ann": at("Ann", "C5 6D", primary="U", secondary="R"),
                      "Yul": at("Yul", "P5 P 10I"), "Guard": at("Guard", "M6 P 11I")},
                     settings(TOWN, without=["Base W"], merc_tries=9))  # fmt: skip
    after = turns(match, 2)
    assert {each.name: each.size for each in after.armies if each.name not in TOPS} == {
        "Xan": FULL, "Yul": FULL, "Ann": 4000, "Guard": 4000,
    }  # fmt: skip


GREEN = "5000 Grizzly Bears / 2500 Trained Armodon / 1500 Rumbling Baloth / 1000 Blastoderm"
WHITE = "2500 White Knight + 2500 Grizzly Bears / 2500 Assault Griffin / 1500 Serra Angel / 1000 Archangel"


def waiting(**changes: Any) -> Match:
    """Ann in her base, one turn before she heals."""
    return position({**TOPS, "Ann": at("Ann", "C5 6D", primary="W", secondary="G", turns=1)}, MADE, **changes)


@pytest.mark.clause("CPW-136", "CPW-137", "CPW-138", "CPW-R32")
def test_a_change_gives_new_units_and_a_new_name_instead_of_healing() -> None:
    order = Change(army="Ann", units=GREEN, name="Anna")
    assert check_change(waiting(), "coalition", order) is None
    after, events = turn(waiting(assigned={"Ann": "c1"}), {"coalition": [order]})
    changed = after.army("Anna")
    assert (changed.size, changed.turns, {each.creature for each in changed.units}) == (
        FULL, 0, {"Grizzly Bears", "Trained Armodon", "Rumbling Baloth", "Blastoderm"},
    )  # fmt: skip
    assert after.assigned == {"Anna": "c1"}
    assert "changed" in kinds(events)


@pytest.mark.clause("CPW-136", "CPW-137")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Change(army="Ann", units=GREEN.replace("5000", "4000")), "slot 1, Grizzly Bears, has 4,000 units"),
        (Change(army="Ann", units=GREEN.replace("Grizzly Bears", "Goblin Piker")), "Goblin Piker is red"),
        (Change(army="Ann", units=GREEN.replace("Grizzly Bears", "Llanowar Elves")), "does not fit slot 1"),
        (Change(army="Ann", units="5000 Grizzly Bears"), "1 slot separated by /"),
        (Change(army="Ann", name="evil"), "already an army Evil"),
        (Change(army="Ann", name="3A"), "has a sign of an order in it"),
        (Change(army="Boss", units=GREEN), "in no structure where it can heal"),
        (Change(army="Ann"), "Write new units"),
    ],
)
def test_a_change_that_is_not_allowed_says_why(order: Change, why: str) -> None:
    remark = check_change(waiting(), "coalition", order)
    assert isinstance(remark, Remark)
    assert why.casefold() in remark.text.casefold()


@pytest.mark.clause("CPW-136", "CPW-137")
@pytest.mark.parametrize("changes", [{"place": "Dominaria 7C"}, {"turns": 1}])
def test_a_change_is_not_made_if_the_army_has_left_or_waits_still_at_the_end_of_the_turn(changes: Any) -> None:
    match = waiting(changes=(Change(army="Ann", units=GREEN),))
    ready = match.but(armies=tuple(each.but(turns=2) if each.name == "Ann" else each for each in match.armies))
    assert kinds(change(ready, frozenset())[1]) == ["changed"]
    late = ready.but(armies=tuple(each.but(**changes) if each.name == "Ann" else each for each in ready.armies))
    after, (event,) = change(late, frozenset())
    assert event.kind == "not_changed"
    assert after.army("Ann").units == UNITS


@pytest.mark.clause("CPW-137")
def test_a_change_needs_two_turns_also_in_the_primary_base() -> None:
    match = waiting().with_armies({"Ann": at("Ann", "C5 6D", primary="W", secondary="G")})
    remark = check_change(match, "coalition", Change(army="Ann", units=GREEN))
    assert isinstance(remark, Remark)
    assert "1 of 2 turns" in remark.text


@pytest.mark.clause("CPW-64", "CPW-R32")
def test_a_new_legend_needs_the_judge() -> None:
    order: list[Order] = [Change(army="Ann", legend="Frank the Mighty")]
    people: dict[str, str | Army] = {
        **TOPS,
        "Ann": waiting().army("Ann"),
        "Low": at("Low", "C6 8D"),
        "Xan": at("Xan", "P6 7D"),
    }
    fight = position(people, MADE, battles=(battle("vs.", "Dominaria 8D", ["Low"], ["Xan"]),), announced=1)
    fight = fight.with_armies({"Xan": fight.army("Xan").but(place="Dominaria 8D")})
    allowed, _ = turn(fight, {"coalition": order, "judge": [Approve(army="Ann", allow=True)]})
    assert allowed.army("Ann").legend == "Frank the Mighty"
    left, events = turn(fight, {"coalition": order})
    assert left.army("Ann").legend == "Legend of Ann"
    (waits,) = (event for event in events if event.kind == "legend_waits")
    assert waits.audience == ("coalition", "bench")


def approvals(match: Match) -> Form:
    """The form of the legends."""
    return next(form for form in judge_forms(match) if form.key == "approvals")


@pytest.mark.clause("CPW-64", "CPW-R58")
def test_a_legend_waits_for_the_judge_without_a_step_of_its_own() -> None:
    order: list[Order] = [Change(army="Ann", name="Anna", legend="Frank the Mighty")]
    waits, _ = turn(waiting(), {"coalition": order})
    assert (waits.phase, waits.turn, waits.army("Anna").legend) == ("orders", 2, "Legend of Ann")
    (row,) = approvals(waits).each
    assert (row.shown["legend"], approvals(waits).due) == ("Frank the Mighty", False)
    later, _ = turn(waits, {})
    assert later.legends == {"Anna": "Frank the Mighty"}
    allowed, events = turn(later, {"judge": [Approve(army="Anna", allow=True)]})
    assert (allowed.army("Anna").legend, allowed.legends) == ("Frank the Mighty", {})
    assert "changed" in kinds(events)
    assert "approvals" not in [form.key for form in judge_forms(allowed)]


@pytest.mark.clause("CPW-R58")
def test_another_request_takes_the_place_of_a_legend_that_waits_and_a_lost_army_waits_for_none() -> None:
    match = waiting(legends={"Ann": "Old", "Nobody": "Gone"})
    after, _ = turn(match, {"coalition": [Change(army="Ann", legend="New")]})
    assert after.legends == {"Ann": "New"}


@pytest.mark.clause("CPW-141", "CPW-R34")
def test_a_destroyed_base_bars_creatures_of_its_colour_alone() -> None:
    match = waiting(destroyed=("Base G",))
    assert lost_colours(match) == {"G"}
    remark = check_change(match, "coalition", Change(army="Ann", units=GREEN))
    assert isinstance(remark, Remark)
    assert "base of Green is destroyed" in remark.text
    red = at("Ann", "C6 6D", primary="R", secondary="W", turns=1)
    match = match.with_armies({"Ann": red}).but(destroyed=("Base R",))
    recruits = "5000 Boros Recruit / 2500 White Knight / 1500 Myr Enforcer / 1000 Serra Angel".replace(
        "Myr Enforcer", "Cathodion"
    )
    assert check_change(match, "coalition", Change(army="Ann", units=recruits)) is None


@pytest.mark.clause("CPW-40", "CPW-41", "CPW-42")
def test_the_judge_may_have_a_newcomer_s_army_changed_after_two_battles() -> None:
    order = Redesign(army="Ann", units=WHITE, reason="A newcomer.")
    match = waiting(assigned={"Ann": "c1"}, fought={"c1": 1})
    remark = check_redesign(match, order)
    assert isinstance(remark, Remark)
    assert remark.clause == "CPW-40"
    match = match.but(fought={"c1": 2})
    assert check_redesign(match, order) is None
    after, _ = turn(match.with_armies({"Ann": match.army("Ann").but(place="Dominaria 9D")}), {"judge": [order]})
    assert [each.count for each in after.army("Ann").units] == [500, 500, 1000, 1000, 1000]


@pytest.mark.clause("CPW-139", "CPW-140", "CPW-142")
def test_an_army_destroys_an_enemy_structure_in_four_turns() -> None:
    match = position({**TOPS, "Ann": "C5 5D"}, MADE)
    match, _ = turn(match, {"coalition": [Move(army="Ann", line="5D > 4D")]})
    match = turns(match, 3)
    assert match.destroyed == ()
    match, events = turn(match)
    assert match.destroyed == ("Town",)
    assert match.points["coalition"] >= 50
    assert "razed" in kinds(events)
    after, _ = turn(match.with_armies({"Ann": at("Xan", "P5 4D")}))
    assert turns(after, 2).army("Xan").size == 4000  # CPW-140: nobody heals there


@pytest.mark.clause("CPW-R33")
def test_a_relay_starts_anew_unless_the_setting_counts_for_the_side() -> None:
    relay: dict[str, list[Order]] = {
        "coalition": [Move(army="Ann", line="4D > 3D"), Move(army="Bob", line="5D > 4D - replace Ann")]
    }
    for counter, razed in (("army", ()), ("side", ("Town",))):
        made = settings(TOWN, without=["Base W"], destroy_counter=counter)
        match = turns(position({**TOPS, "Ann": "C5 4D", "Bob": "C5 5D"}, made), 2)
        match, _ = turn(match, relay)
        match, _ = turn(match)
        assert match.destroyed == razed, counter


# -- features and points -----------------------------------------------------------------------------------------------


def controls(**armies: str | Army) -> dict[str, str]:
    return control(position({**TOPS, **armies}, settings()))[0].control


@pytest.mark.clause("CPW-148", "CPW-149", "CPW-R35")
def test_a_feature_belongs_to_its_occupant_else_to_the_nearest_army_within_three() -> None:
    assert controls(Ann="C5 1I", Xan="P5 2I")["Dominaria feature 0"] == "coalition"
    assert controls(Ann="C5 1F", Xan="P5 1G")["Dominaria feature 0"] == "phyrexia"
    assert "Dominaria feature 0" not in controls(Ann="C5 1G", Xan="P5 3G")
    assert controls(Ann="C5 1G", Bob="C5 3I", Xan="P5 4I")["Dominaria feature 0"] == "coalition"
    assert "Dominaria feature 0" not in controls(Ann="C5 1E")
    assert controls(Guard="M6 M 1F")["Mirrodin feature 0"] == "mercenaries"


@pytest.mark.clause("CPW-148", "CPW-R35")
def test_an_army_in_battle_controls_nothing() -> None:
    fight = battle("vs.", "Dominaria 1I", ["Ann"], ["Xan"])
    match = position({**TOPS, "Ann": "C5 1I", "Xan": "P5 1I", "Bob": "C5 2G"}, settings(), battles=(fight,))
    assert "Dominaria feature 0" not in control(match)[0].control
    assert control(match)[0].control["Dominaria feature 1"] == "coalition"


@pytest.mark.clause("CPW-146", "CPW-147", "CPW-38")
def test_the_majority_on_a_plane_pays_each_turn() -> None:
    made = settings()
    match = position(TOPS, made)
    assert [worth(match, plane, "coalition") for plane in made.world.planes] == [5, 15, 10]
    assert [worth(match, plane, "phyrexia") for plane in made.world.planes] == [15, 5, 10]
    three = {f"Phyrexia feature {number}": "coalition" for number in range(3)}
    assert dominated(match.but(control=three), "coalition") == ("Phyrexia",)
    assert pay(match.but(control=three))[0].points == {"coalition": 15, "phyrexia": 0}
    two = dict(list(three.items())[:2])
    assert pay(match.but(control=two))[0].points == {"coalition": 0, "phyrexia": 0}


@pytest.mark.clause("CPW-144", "CPW-R36")
def test_some_features_pay_each_turn() -> None:
    made = settings(["Mine,feature,Dominaria,9G,,vp2,"], without=["Dominaria feature 0"], vp_feature=3)
    match = position(TOPS, made).but(control={"Mine": "phyrexia"})
    assert pay(match)[0].points == {"coalition": 0, "phyrexia": 3}


@pytest.mark.clause("CPW-125", "CPW-145")
def test_the_judge_writes_down_what_combat_revealed_and_features_are_never_destroyed() -> None:
    note = Note(structure="Dominaria feature 0", text="The gate is broken.")
    match, events = turn(position({**TOPS, "Xan": "P5 1I"}, settings()), {"judge": [note]})
    assert match.notes == {"Dominaria feature 0": "The gate is broken."}
    assert "noted" in kinds(events)
    assert FEATURE not in OWNERS
    assert turns(match, 5).destroyed == ()


@pytest.mark.clause("CPW-23", "CPW-160")
def test_the_leader_assigns_armies_to_players() -> None:
    before = position({**TOPS, "Ann": "C5 9D"}, settings(), members={"coalition": ("c1", "c2"), "phyrexia": ("p1",)})
    match, _ = turn(before, {"coalition": [Assign(army="Ann", plays="c2")]})
    assert match.assigned == {"Ann": "c2"}


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CPW-34", "CPW-35", "CPW-33")
def test_a_side_wins_when_all_structures_of_the_enemy_are_destroyed() -> None:
    for kind, side, clause in (("stronghold", "coalition", "CPW-34"), ("base", "phyrexia", "CPW-35")):
        made = settings()
        gone = tuple(each.name for each in made.world.structures.values() if each.kind == kind)
        match = position(TOPS, made)
        assert victory(match.but(destroyed=gone[:-1])) is None
        result = victory(match.but(destroyed=gone))
        assert result is not None
        assert (result.winners, result.clause) == ((side,), clause)


@pytest.mark.clause("CPW-36", "CPW-R53")
def test_a_side_without_an_army_of_the_top_three_ranks_loses() -> None:
    assert victory(position({"Ann": "C3 4D", "Xan": "P3 9D"})) is None
    result = victory(position({"Ann": "C3 4D", "Xan": "P4 9D"}))
    assert result is not None
    assert (result.winners, result.clause) == (("coalition",), "CPW-36")


@pytest.mark.clause("CPW-37")
def test_the_first_side_with_enough_points_wins() -> None:
    match = position(TOPS)
    assert victory(match.but(points={"coalition": 499, "phyrexia": 0})) is None
    result = victory(match.but(points={"coalition": 500, "phyrexia": 0}))
    assert result is not None
    assert (result.winners, result.reason, result.clause) == (("coalition",), POINTS, "CPW-37")


@pytest.mark.clause("CPW-R38")
def test_if_both_win_at_once_more_points_decide_and_with_the_same_play_goes_on() -> None:
    match = position({"Ann": "C5 4D", "Xan": "P5 9D"})
    assert victory(match) is None
    result = victory(match.but(points={"coalition": 3, "phyrexia": 4}))
    assert result is not None
    assert result.winners == ("phyrexia",)


@pytest.mark.clause("CPW-31", "CPW-38")
def test_the_end_is_looked_for_at_the_end_of_a_turn() -> None:
    match, events = turn(position({"Ann": "C3 4D", "Xan": "P4 9D"}))
    assert (match.phase, kinds(events)[-1]) == ("over", "ended")


@pytest.mark.clause("CPW-32", "CPW-R39")
def test_a_leader_may_concede_and_the_judge_may_arrange_an_ending() -> None:
    match = position(TOPS)
    conceded, _ = turn(match, {"coalition": [Concede(word="CONCEDE")]})
    assert conceded.result is not None
    assert conceded.result.winners == ("phyrexia",)
    arranged, _ = turn(match, {"judge": [Arrange(winner="draw", reason="Peace.")]})
    assert arranged.result is not None
    assert (arranged.result.winners, arranged.result.reason) == ((), "Peace.")


# -- the turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CPW-25", "CPW-28", "CPW-R2")
def test_a_battle_of_this_turn_is_announced_and_fought_in_the_next() -> None:
    match = position({**TOPS, "Ann": "C5 9D", "Xan": "P5 8D"}, settings())
    match, events = turn(match, {"coalition": [Move(army="Ann", line="9D > 8D - engage Xan")]})
    assert kinds(events)[-2:] == ["announced", "deadline"]
    assert match.battles[0].number == 1
    text: list[Order] = [Strategy(battle=1, army="Ann", text="Charge!")]
    match, events = turn(match, {"coalition": text, "judge": [Judge(battle=1, winner="first")]})
    assert match.battles == ()
    assert "won" in kinds(events)


@pytest.mark.clause("CPW-27", "CPW-R2")
@pytest.mark.parametrize(
    ("order", "steps", "place"),
    [("movement_first", ["moved", "won", "moved"], "Dominaria 2B"), ("battles_first", ["won", "moved", "moved"], "")],
)
def test_movement_comes_before_the_announced_battles_or_after_them(order: str, steps: list[str], place: str) -> None:
    """Los is forced out of the corner; only where movement comes first is the square free that Bob has left."""
    armies = {"Boss": "C1 9D", "Evil": "P1 24A", "Xan": "P5 1A", "Los": "C5 1A", "Bob": "C5 2B", "Cat": "C5 1B",
              "Dot": "C5 2A"}  # fmt: skip
    match = position(armies, settings(resolve_order=order), announced=1,
                     battles=(battle("vs.", "Dominaria 1A", ["Los"], ["Xan"]),))  # fmt: skip
    orders: dict[str, list[Order]] = {
        "coalition": [Move(army="Bob", line="2B > 2D")],
        "judge": [Judge(battle=1, winner="second")],
    }
    match, events = turn(match, orders)
    assert [kind for kind in kinds(events) if kind in ("moved", "won")] == steps
    assert match.army("Bob").place == "Dominaria 2D"
    assert match.army("Los").place == place or (not place and match.army("Los").place[-1] in "ABC")
    assert (match.army("Los").place == "Dominaria 2B") is (order == "movement_first")


@pytest.mark.clause("CPW-24", "CPW-39")
def test_a_match_starts_with_the_armies_of_the_file() -> None:
    match = start(Settings(), (), bot_dice("start")).state
    assert len(match.armies) == 31
    assert match.army("Deepwater Armada").place == "Dominaria 17G"
    assert [law(match) for law in LAWS] == [None] * len(LAWS)


@pytest.mark.clause("CPW-14", "CPW-15", "CPW-R29")
def test_mercenaries_attack_every_turn_and_are_disbanded_after_two_lost_fights() -> None:
    made = settings(merc_tries=2)
    match = position({**TOPS, "Ann": "C5 M 1F", "Guard": "M6 M 3F"}, made)
    for number in (1, 2):
        match, _ = turn(match)
        assert match.battles[0].first == ("Guard",)
        judged: list[Order] = [Judge(battle=number, winner="second")]
        match, _ = turn(match, {"judge": judged})
    assert match.find("Guard") is None
