"""What a player may ask: where a unit can go, its attacks there with their odds, and what the place gives it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheets_gm.games.wesnoth.forms.all_forms import open_forms
from sheets_gm.games.wesnoth.forms.asks import AskUnit, answer
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.movement import ends
from sheets_gm.games.wesnoth.views.visible import view
from sheets_gm.kernel.explore import odds_of
from sheets_gm.kernel.forms import Close, Reply
from tests.games.wesnoth.table import WES, position

SPENT = "Lieutenant A1 leader spent"


def asked(match: Match, unit: str, to: str | None = None, target: str | None = None, seat: str = "blue") -> Reply:
    label = {each.id: each.label for each in match.units}
    order = AskUnit(unit=label.get(unit, unit), to=to, target=label.get(target or "", target))
    return answer(view(match, seat), seat, order)


def attacks(reply: Reply) -> list[str]:
    return str(reply.shown["attacks"]).splitlines()


@pytest.mark.clause("WES-20", "WES-28")
def test_a_unit_can_go_where_the_rules_let_it_end_and_villages_stand_out() -> None:
    match = position({"b2": "Spearman C4", "r2": "Orcish Grunt G4"}, villages={"F6": "blue"})
    lines = dict(line.split(": ") for line in str(asked(match, "b2").shown["reach"]).splitlines())
    found = {tile.rstrip("🏠"): int(cost) for cost, tiles in lines.items() for tile in tiles.split()}
    unit = match.index.by_id["b2"]
    assert found == {tile: cost for tile, cost in ends(match, unit).items() if tile != unit.at}
    assert "B4🏠" in lines["1"].split()


@pytest.mark.clause("WES-31", "WES-34", "WES-41")
@pytest.mark.parametrize("wounds", [0, 9])
def test_the_odds_of_an_attack_and_its_counter_are_those_of_every_way_the_dice_can_fall(wounds: int) -> None:
    match = position(
        {
            "b2": f"Orcish Grunt E5 of Northerners wounds {wounds}",
            "r2": f"Orcish Grunt E6 of Northerners wounds {wounds}",
        }
    )
    (line,) = attacks(asked(match, "b2", "E5", "r2"))
    order: Any = {"kind": "act", "unit": "b2", "action": "Attack", "target": "r2"}
    given = {"blue": (WES.orders[0].model_validate(order),)}
    found = odds_of(
        lambda dice: {unit.id: unit.wounds for unit in WES.resolve(match, given, dice).state.units}, _wounds_of
    )
    full = {unit: match.index.pawn(match.index.by_id[unit]).hp - wounds for unit in ("b2", "r2")}
    for unit, words in (("r2", ("on average", "to kill")), ("b2", ("wounds", "to be killed"))):
        at = 0 if unit == "b2" else 1
        dead = sum(float(chance) for left, chance in found.items() if left[at] is None)
        mean = sum(
            float(chance) * (full[unit] if (now := left[at]) is None else now - wounds)
            for left, chance in found.items()
        )
        assert f"{round(100 * dead)} % {words[1]}" in line
        assert f"{mean:.1f} wounds" in line
    assert line.startswith("from E5 on 4+, melee 4-2 blade: ")


def _wounds_of(left: dict[str, int]) -> tuple[int | None, int | None]:
    return left.get("b2"), left.get("r2")


@pytest.mark.clause("WES-27", "WES-32")
def test_an_attack_is_answered_from_every_tile_with_the_dice_that_hit() -> None:
    """The first tile is the one that is used if a row names none."""
    match = position({"b1": SPENT, "b2": "Spearman E4", "r2": "Orcish Grunt E6"})
    lines = [line for line in attacks(asked(match, "b2", None, "r2")) if "melee 3-3 pierce: " in line]
    found = {tuple(re.findall(r"^from (\w+) on (\d)\+.*hits on (\d)\+\)$", line)[0]) for line in lines}
    assert found == {("D5", "4", "5"), ("E5", "4", "4"), ("F5", "4", "4"), ("F6", "4", "5")}
    assert lines[0].startswith("from D5")
    assert set(attacks(asked(match, "b2", "E5", "r2"))) == {
        line for line in attacks(asked(match, "b2", None, "r2")) if line.startswith("from E5")
    }


@pytest.mark.clause("WES-31")
@pytest.mark.parametrize(
    ("counter", "answers", "shown"),
    [
        ("best", "standing", "counter melee 4-2 blade"),
        ("none", "standing", "no counter"),
        ("none", "live", "counter melee 4-2 blade"),
    ],
)
def test_the_counter_is_that_of_the_standing_answers(counter: str, answers: str, shown: str) -> None:
    match = position(
        {"b2": "Spearman E5", "r2": "Orcish Grunt E6"},
        wishes={"red": {"counter": counter}},
        settings={"answers": answers},
    )
    melee = next(line for line in attacks(asked(match, "b2", "E5", "r2")) if "melee" in line)
    assert shown in melee


@pytest.mark.clause("WES-27")
def test_without_a_target_each_enemy_in_reach_has_the_best_attack_on_it() -> None:
    match = position({"b2": "Spearman E4", "r2": "Orcish Grunt E6", "r3": "Orcish Archer I6"})
    lines = attacks(asked(match, "b2"))
    assert [line.split(",")[0] for line in lines] == [
        "r2 Orcish Grunt from D5",
        "r3 Orcish Archer from H5",
        "r1 Orcish Warrior from H1",
    ]
    assert "melee 3-3 pierce" in lines[0]
    assert attacks(asked(match, "b2", "E5"))[0].startswith("r2 Orcish Grunt from E5, ")
    assert attacks(asked(match, "b2", "E3")) == ["nobody in reach"]


@pytest.mark.clause("WES-14", "WES-38")
def test_the_light_is_that_of_the_round_in_which_the_unit_acts_next() -> None:
    """At dusk nobody is stronger; Red acts after Blue in this round, and a unit that has acted only at night."""
    match = position({"b2": "Spearman E5 spent", "b3": "Spearman A3", "r2": "Orcish Grunt E6"}, time="dusk")
    assert asked(match, "b3").text.endswith("dusk.")
    assert asked(match, "r2").text.endswith("dusk.")
    assert "damage −1 in round 5 (first watch)" in asked(match, "b2").text
    later = match.but(acting="red")
    assert "damage −1 in round 5 (first watch)" in asked(later, "b3").text


@pytest.mark.clause("WES-28", "WES-32", "WES-44")
def test_the_place_says_how_hard_the_unit_is_to_hit_and_what_it_gives() -> None:
    match = position({"b2": "Spearman C4 wounds 3", "r2": "Orcish Grunt G4"}, villages={"B4": "red"})
    gives = "takes the village for 1 gold; a rest there heals 1 wound, 2 on a 6 of its 3 wounds"
    assert asked(match, "b2", "B4").text == f"b2 Spearman at B4: city, hit by 5+ (magical 3+); dawn; {gives}."
    own = match.but(villages={"B4": "blue"})
    assert "takes" not in asked(own, "b2", "B4").text
    assert "a rest there heals 1 wound on 5+ of its 3 wounds" in asked(match, "b2").text


@pytest.mark.clause("WES-20", "WES-9")
def test_what_cannot_be_is_answered_with_the_reason() -> None:
    match = position({"b2": "Spearman E4", "r2": "Orcish Grunt E6"})
    assert asked(match, "b2", "E6").text == "r2 Orcish Grunt is at E6."
    assert asked(match, "b2", "I8").text == "I8 costs 6 movement points, but b2 Spearman has 5."
    assert asked(match, "b2", None, "b1").text == "b1 Lieutenant is no enemy of b2 Spearman."
    assert asked(match, "b9").text == "There is no unit b9."


def test_every_player_may_ask_at_any_time_and_nobody_waits_for_it() -> None:
    match = position({"b2": "Spearman E4"}, players={"blue": "", "red": "", "teal": "left"})
    forms = [form for form in open_forms(match) if form.key == "ask"]
    assert [(form.seat, form.due, form.close) for form in forms] == [
        ("blue", False, Close.ASK),
        ("red", False, Close.ASK),
    ]


@pytest.mark.clause("WES-28")
@pytest.mark.parametrize(
    ("owner", "allied", "takes"),
    [
        ("", False, True),
        ("red", False, True),
        ("teal", False, False),
        ("teal", True, True),
        ("blue", False, False),
        ("blue", True, False),
    ],
)
def test_a_village_is_taken_from_enemies_and_from_allies_only_where_that_is_set(
    owner: str, allied: bool, takes: bool
) -> None:
    match = position(
        {"b2": "Spearman C4"},
        players={"blue": "", "red": "", "teal": "", "orange": ""},
        villages={"B4": owner} if owner else {},
        settings={"teams": "1 2 1 2", "take_allied_villages": allied},
    )
    assert ("takes the village" in asked(match, "b2", "B4").text) is takes
