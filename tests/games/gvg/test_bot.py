"""What `keen` buys, which counts in the turn in which it is paid for, and what it goes for."""

from __future__ import annotations

import pytest

from sheets_gm.games.gvg.bots.bot import keen
from sheets_gm.games.gvg.bots.plan import plan
from sheets_gm.games.gvg.data.board import tile_id
from sheets_gm.games.gvg.data.words import BALLISTA, BULWARK_DAMAGE, FISH_DAMAGE, FLY, PICKUP, PROTECTION, TREE_SPEED
from sheets_gm.games.gvg.forms.all_forms import open_forms
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.views.visible import view
from sheets_gm.games.play_out import bot_dice
from tests.games.gvg.table import position


def bought(match: Match) -> set[object]:
    """What the captain of blue buys."""
    forms = tuple(form for form in open_forms(match) if form.key == "commands" and form.seat == "blue1")
    (filled,) = keen(view(match, "blue1"), forms, bot_dice("x"))
    return {skill for name, skill in filled.cells.items() if name.startswith("skill")}


@pytest.mark.parametrize(("roll", "skills"), [(3, {BULWARK_DAMAGE}), (1, set())])
def test_it_buys_damage_for_an_attack_of_this_turn(roll: int, skills: set[str]) -> None:
    match = position({"blue1": f"DPS A11 roll {roll}", "red1": "Tank E17 roll 1"}, coins={"blue": 1})
    assert bought(match) == skills


def test_it_buys_damage_for_what_it_attacks() -> None:
    match = position(
        {"blue1": "DPS C15 roll 3", "red1": "Tank A12 roll 1"}, coins={"blue": 2}, bulwarks={"A13": 0, "C13": 0}
    )
    assert bought(match) == {FISH_DAMAGE}


def test_it_protects_its_structures_from_two_who_reach_its_fish() -> None:
    foes = {"red1": "DPS C4 roll 3", "red2": "DPS B3 roll 3"}
    at = {"blue1": "Tank A11 roll 1"}
    assert PROTECTION in bought(position(at | foes, coins={"blue": 2}, bulwarks={"A5": 0}))
    assert PROTECTION not in bought(position(at | foes, coins={"blue": 2}))
    assert PROTECTION not in bought(position(at | dict([*foes.items()][:1]), coins={"blue": 2}, bulwarks={"A5": 0}))


def test_it_flies_from_its_base_and_runs_with_the_tree() -> None:
    far = {"blue1": "DPS BASE_B roll 1", "red1": "Tank E17 roll 1"}
    assert bought(position(far, coins={"blue": 1})) == {BALLISTA}
    assert bought(position(far, coins={"blue": 1}, charges={"blue": 1})) == set()
    carries = {"blue1": "DPS C12", "red1": "Tank E17 roll 1"}
    assert bought(position(carries, coins={"blue": 2}, fish={"red": 0}, trees={"red": "blue1"})) == {TREE_SPEED}


GUARDED = {"red1": "Tank A13 roll 1", "red2": "Tank B14 roll 1", "red3": "Tank C13 roll 1"}
FREE = {"red1": "Tank E17 roll 1"}


@pytest.mark.parametrize(
    ("boss", "foes", "goes"), [("A9 1", GUARDED, True), ("A9 1", FREE, False), ("", GUARDED, False)]
)
def test_it_finishes_off_a_boss_where_the_walls_are_guarded(boss: str, foes: dict[str, str], goes: bool) -> None:
    match = position({"blue1": "Tank B9 roll 3"} | foes, boss=boss or None)
    assert (plan(match, "blue")["blue1"] == "A9") is goes


def test_it_lands_beside_what_it_attacks_next_turn() -> None:
    match = position({"blue1": "DPS BASE_B roll 1", "red1": "Tank E17 roll 1"}, charges={"blue": 1})
    (form,) = (form for form in open_forms(match) if form.key == "orders" and form.seat == "blue1")
    (filled,) = keen(view(match, "blue1"), (form,), bot_dice("x"))
    goal = plan(match, "blue")["blue1"]
    assert filled.cells["mode"] == FLY
    assert tile_id(str(filled.cells["move_to"])) in match.board.graph.adjacency[goal]


@pytest.mark.parametrize(
    ("turn", "hit", "stays"), [(30, {}, False), (30, {"A13": 0}, True), (15, {}, True)], ids=["race", "ahead", "early"]
)
def test_somebody_stays_at_home_but_not_when_it_races(turn: int, hit: dict[str, int], stays: bool) -> None:
    people = {f"blue{at}": f"DPS C{at} roll 3" for at in range(1, 6)} | {"red1": "Tank E17 roll 1"}
    match = position(people, turn=turn, bulwarks=hit)
    home = {"A5", "C5", "E5", "C2"}
    assert bool(home & set(plan(match, "blue").values())) is stays


def ordered(match: Match, seat: str) -> dict[str, object]:
    """What somebody orders."""
    (form,) = (form for form in open_forms(match) if form.key == "orders" and form.seat == seat)
    (filled,) = keen(view(match, seat), (form,), bot_dice("x"))
    return dict(filled.cells)


@pytest.mark.parametrize(
    ("team", "picks"),
    [
        ({"blue1": "DPS C15 roll 3", "blue2": "Healer C15 roll 3", "blue3": "Tank C15 roll 3"}, {"blue2"}),
        ({"blue1": "DPS C15 roll 3", "blue2": "DPS C15 roll 3"}, {"blue2"}),
        ({"blue1": "DPS C15 roll 3", "blue2": "Healer C8 roll 1"}, set()),
    ],
    ids=["healer", "last", "alone"],
)
def test_one_picks_up_the_tree_while_the_others_fight_for_it(team: dict[str, str], picks: set[str]) -> None:
    match = position({**team, "red1": "Tank C16 roll 1"}, fish={"red": 0}, bulwarks={"A13": 0})
    assert {seat for seat in team if ordered(match, seat).get("action") == PICKUP} == picks
