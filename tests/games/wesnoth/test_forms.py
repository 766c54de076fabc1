"""What players may fill in: drop-downs that list exactly what is legal, rows that explain themselves, live answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sheets_gm.adapters.roster import made_up
from sheets_gm.games.play_out import play_out
from sheets_gm.games.wesnoth.choices import options
from sheets_gm.games.wesnoth.data import Settings
from sheets_gm.games.wesnoth.odds import odds
from sheets_gm.games.wesnoth.orders import AGAIN, KEEP, NONE
from sheets_gm.games.wesnoth.state import Match
from sheets_gm.games.wesnoth.turn import resolve
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Form, Typed
from tests.games.wesnoth.table import WES, After, due, play, position, remark
from tests.scripted_dice import Scripted


def form(match: Match, key: str, seat: str | None = None) -> Form:
    return next(each for each in WES.open(match) if each.key == key and seat in (None, each.seat))


def offered(match: Match, name: str, **cells: Typed) -> tuple[str, ...]:
    return next(field.choices for field in form(match, "actions").offered(cells) if field.name == name)


def positions() -> Iterator[Match]:
    made = Settings(map="three_vales")
    seats = made_up(WES.places(made))
    bots = {seat.id: WES.bots["keen"] for seat in seats}
    for step in list(play_out(WES, made, seats, bots, bytes(32), turns=90))[4::11]:
        if WES.result(step.state) is None:
            yield step.state


# -- the drop-downs ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-24")
def test_whatever_is_listed_for_a_unit_is_legal_and_whatever_is_not_is_refused() -> None:
    for match in positions():
        tiles = match.world.board.tiles
        for each in options(match):
            label = each.unit.label
            listed = set(offered(match, "to", unit=label, action="Move"))
            for tile in tiles:
                wrong = remark(match, {"unit": label, "action": "Move", "to": tile})
                assert (wrong is None or not wrong.refuses) is (tile in listed), (label, tile)


@pytest.mark.clause("WES-27", "WES-31")
def test_the_tiles_listed_beside_a_target_are_those_it_can_be_attacked_from() -> None:
    attacks = 0
    for match in positions():
        for each in options(match):
            for target in offered(match, "target", unit=each.unit.label):
                for tile in offered(match, "to", unit=each.unit.label, target=target):
                    wrong = remark(match, {"unit": each.unit.label, "to": tile, "target": target})
                    assert wrong is not None
                    assert wrong.informs
                    attacks += 1
    assert attacks > 10


def test_a_row_that_rests_has_nothing_else_to_choose() -> None:
    match = position({"b2": "Spearman E5", "r2": "Troll Whelp E6"})
    left = {field.name: field.choices for field in form(match, "actions").offered({"action": "Rest"}) if field.choices}
    assert set(left) == {"unit", "action"}


def test_a_leader_that_recruits_is_offered_its_castle_and_nobody_else_is() -> None:
    match = position({"b2": "Spearman E5"}, players={"blue": "Loyalists 3", "red": ""})
    assert offered(match, "to", unit="b1 Lieutenant", recruit="Spearman") == ("B1", "A2")
    assert offered(match, "recruit", unit="b2 Spearman") == ()
    assert "Orcish Grunt" not in offered(match, "recruit")


def test_only_the_acting_player_has_rows_and_everybody_has_standing_answers() -> None:
    forms = WES.open(position(players={"blue": "", "red": "", "teal": "Rebels left"}, acting="red"))
    assert [(each.key, each.seat, each.due, each.close) for each in forms] == [
        ("actions", "red", True, Close.AT_ONCE),
        ("wishes", "blue", False, Close.AT_ONCE),
        ("wishes", "red", False, Close.AT_ONCE),
    ]


def test_the_unit_of_somebody_else_cannot_be_ordered() -> None:
    match = position({"b2": "Spearman E5", "r2": "Troll Whelp E7"})
    wrong = remark(match, {"unit": "r2 Troll Whelp", "to": "E8"})
    assert wrong is not None
    assert (wrong.text, wrong.instead) == ("You have no unit r2", "b2 Spearman")


def test_a_row_without_a_verb_asks_for_one() -> None:
    wrong = remark(position({"b2": "Spearman E5"}), {"unit": "b2"})
    assert wrong is not None
    assert wrong.field == "action"


def test_a_target_is_named_where_several_enemies_are_near() -> None:
    match = position({"b2": "Spearman E5", "r2": "Troll Whelp E6", "r3": "Troll Whelp E4"})
    wrong = remark(match, {"unit": "b2", "action": "Attack"})
    assert wrong is not None
    assert (wrong.field, wrong.text) == ("target", "Choose a target")
    one = position({"b2": "Spearman E5", "r2": "Troll Whelp E6"})
    assert play(one, {"unit": "b2", "action": "Attack"}).told("struck")


def test_a_route_may_be_written_in_many_ways() -> None:
    for route in ("E6 E7", "e6, e7", "E5 → E6 → E7", "E6>E7"):
        after = play(position({"b2": "Spearman E5"}), {"unit": "b2", "route": route})
        unit = after.unit("b2")
        assert unit is not None
        assert unit.at == "E7"


def test_a_route_that_ends_elsewhere_than_the_destination_is_refused() -> None:
    wrong = remark(position({"b2": "Spearman E5"}), {"unit": "b2", "route": "E6 E7", "to": "E6"})
    assert wrong is not None
    assert (wrong.field, wrong.instead) == ("to", "E7")


@pytest.mark.clause("WES-14", "WES-11")
def test_a_step_without_an_order_ends_the_turn() -> None:
    match = position({"b2": "Spearman E5"})
    outcome = resolve(match, {}, Dice(Scripted({})))
    assert outcome.state.acting == "red"
    assert outcome.events[0].kind == "turn_ended"


# -- odds --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-33", "WES-37", "WES-38", "WES-39", "WES-40")
@pytest.mark.parametrize(
    ("attack", "wounded"), [("melee 3-3 pierce", 0), ("ranged 3-1 pierce", 0), ("melee 3-3 pierce", 9)]
)
def test_the_odds_are_those_of_every_way_the_dice_can_fall(attack: str, wounded: int) -> None:
    match = position({"b2": "Spearman E5", "r2": f"Troll Whelp E6 wounds {wounded}"}, time="morning")
    index = match.index
    one, other = index.by_id["b2"], index.by_id["r2"]
    chosen = index.pawn(one).by_label[attack]
    left = index.pawn(other).hp - wounded
    outcomes = []
    for throw in range(6**chosen.swings):
        dice = [throw // 6**at % 6 + 1 for at in range(chosen.swings)]
        hits = sum(die >= 3 for die in dice)
        outcomes.append(min(left, max(1, hits * chosen.damage + 1 - 1)) if hits else 0)
    told = odds(match, one, chosen, other)
    assert told.wounds == pytest.approx(sum(outcomes) / len(outcomes))
    assert told.kill == pytest.approx(sum(done >= left for done in outcomes) / len(outcomes))


@pytest.mark.clause("WES-37", "WES-38", "WES-39")
def test_the_log_shows_the_dice_and_how_the_damage_adds_up() -> None:
    units = {"b2": "Spearman E5", "r2": "Heavy Infantryman E6 of Loyalists"}
    act = {"unit": "b2", "target": "r2", "attack": "melee 3-3 pierce"}
    after = play(position(units, time="morning"), act, rolls={"b2 attacks r2": [5, 2, 4]})
    told = WES.describe(after.told("struck")[0], {})
    assert told.endswith(
        "melee 3-3 pierce: 5 2 4 (hits on 3 or more): 2 hits, 6 + 1 light − 2 resistance = 5 wounds, 7 hit points left"
    )


# -- standing answers --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-42")
def test_units_become_whom_their_player_would_rather_have() -> None:
    match = position(
        {"b2": "Spearman E5", "r2": "Orcish Grunt E6 wounds 13"}, players={"blue": "Loyalists 9", "red": ""}
    )
    wish = {"wish": {"favour_1": "White Mage", "favour_2": "Javelineer"}}
    wished = resolve(match, {"blue": (_wish(wish["wish"]),)}, Dice(Scripted({}))).state
    after = play(wished, {"unit": "b2", "target": "r2"}, rolls={"b2 attacks r2": [6, 1, 1]})
    unit = after.unit("b2")
    assert unit is not None
    assert unit.name == "Javelineer"


@pytest.mark.clause("WES-36", "WES-42")
def test_a_player_may_want_nothing_that_costs_gold() -> None:
    match = position(
        {"b2": "Spearman E5", "r2": "Orcish Grunt E6 wounds 13"},
        players={"blue": "Loyalists 9", "red": ""},
        wishes={"blue": {"advance": "free"}},
    )
    unit = play(match, {"unit": "b2", "target": "r2"}, rolls={"b2 attacks r2": [6, 1, 1]}).unit("b2")
    assert unit is not None
    assert unit.name == "Spearman"


def test_standing_answers_can_be_changed_in_anybodys_turn() -> None:
    match = position(acting="blue")
    changed = resolve(match, {"red": (_wish({"counter": "none", "reserve": 3}),)}, Dice(Scripted({})))
    assert changed.state.acting == "blue"
    assert changed.state.player("red").wishes.counter == "none"
    defaults = {field.name: field.default for field in form(changed.state, "wishes", "red").fields}
    assert (defaults["counter"], defaults["reserve"]) == ("none", 3)


def _wish(words: dict[str, Any]) -> Any:
    from tests.games.wesnoth.table import order

    return order({"wish": words})


# -- live answers ------------------------------------------------------------------------------------------------------

LIVE: dict[str, Any] = {"settings": {"answers": "live"}, "players": {"blue": "Loyalists 9", "red": "Northerners 9"}}


def asked(match: Match) -> tuple[str, tuple[str, ...]]:
    answer = form(match, "answers")
    assert answer.shown["question"]
    return answer.seat, answer.fields[0].choices


@pytest.mark.clause("WES-31", "WES-34", "WES-36", "WES-42", "WES-48")
def test_a_live_attack_stops_at_every_decision_and_asks_whoever_has_it() -> None:
    match = position({"b2": "Spearman E5 wounds 10", "r2": "Orcish Grunt E6"}, **LIVE)
    after = play(match, {"unit": "b2", "target": "r2", "attack": "melee 3-3 pierce"})
    assert asked(after.match) == ("red", ("melee 4-2 blade", NONE))
    after = play(after.match, {"answer": "melee 4-2 blade"}, rolls={"b2 attacks r2": [1, 2, 6]})
    assert asked(after.match) == ("blue", (KEEP, AGAIN))
    assert after.told("asked")[0].dice == (1, 2, 6)
    after = play(after.match, {"answer": AGAIN}, rolls={"b2 attacks r2, again": [6, 6, 1], "r2 answers b2": [6, 1]})
    assert (after.match.player("blue").gold, _wounds(after, "r2")) == (8, 6)
    assert asked(after.match) == ("red", (KEEP, AGAIN))
    after = play(after.match, {"answer": KEEP})
    assert after.unit("b2") is None
    assert asked(after.match) == ("red", ("Orcish Warrior", NONE))
    after = play(after.match, {"answer": "Orcish Warrior"})
    assert after.match.fight is None
    assert (due(after.match), after.match.player("red").gold) == ("blue", 6)


def _wounds(after: After, name: str) -> int:
    unit = after.unit(name)
    assert unit is not None
    return unit.wounds


@pytest.mark.clause("WES-31")
def test_nobody_is_asked_where_there_is_nothing_to_decide() -> None:
    match = position({"b2": "Bowman E5", "r2": "Troll Whelp E6"}, settings={"answers": "live"})
    after = play(match, {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce"}, rolls={"b2 attacks r2": [6, 1]})
    assert (after.match.fight, due(after.match)) == (None, "blue")


@pytest.mark.clause("WES-36")
def test_an_attacker_whose_row_has_said_it_is_not_asked() -> None:
    match = position({"b2": "Bowman E5", "r2": "Troll Whelp E6"}, **LIVE)
    act = {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce", "reroll": "never"}
    assert due(play(match, act).match) == "blue"
    assert play(match, act).match.fight is None


def test_who_does_not_answer_in_time_is_played_by_its_standing_answers() -> None:
    match = position({"b2": "Spearman E5", "r2": "Orcish Grunt E6"}, wishes={"red": {"counter": "none"}}, **LIVE)
    waiting = play(match, {"unit": "b2", "target": "r2", "attack": "melee 3-3 pierce", "reroll": "never"}).match
    assert due(waiting) == "red"
    outcome = resolve(waiting, {}, Dice(Scripted({}, lambda sides, why, hidden: 6)))
    assert outcome.state.fight is None
    assert [event.kind for event in outcome.events] == ["struck"]


def test_a_row_waits_while_an_answer_is_asked_and_others_cannot_give_it() -> None:
    match = position({"b2": "Spearman E5", "b3": "Spearman E8", "r2": "Orcish Grunt E6"}, **LIVE)
    waiting = play(match, {"unit": "b2", "target": "r2"}).match
    for seat, words in (("blue", {"unit": "b3", "to": "E7"}), ("blue", {"answer": NONE}), ("red", {"answer": "maybe"})):
        wrong = remark(waiting, words, seat)
        assert wrong is not None
        assert wrong.refuses
