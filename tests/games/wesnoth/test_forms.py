"""What players may fill in: drop-downs that list exactly what is legal, rows that explain themselves, live answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games import files
from sheets_gm.games.csv_tables import pack
from sheets_gm.games.play_out import play_out
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.position.orders import AGAIN, KEEP, NONE
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.choices import options
from sheets_gm.games.wesnoth.rules.odds import best_attack, odds, percent
from sheets_gm.games.wesnoth.rules.turn import resolve
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.explore import odds_of
from sheets_gm.kernel.forms import Close, Form, Typed
from tests.games.wesnoth.table import WES, After, due, order, play, position, remark
from tests.scripted_dice import Scripted


def form(match: Match, key: str, seat: str | None = None) -> Form:
    return next(each for each in WES.open(match) if each.key == key and seat in (None, each.seat))


def offered(match: Match, name: str, **cells: Typed) -> tuple[str, ...]:
    return next(field.choices for field in form(match, "actions").offered(cells) if field.name == name)


def positions() -> Iterator[Match]:
    made = Settings(map="three_vales")
    seats = made_up(WES.places(made))
    bots = {seat.id: WES.people.bots["keen"] for seat in seats}
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
            rows: list[dict[str, Typed]] = [{"unit": label, "action": "Move"}] * ("Move" in each.actions)
            rows += [{"unit": label, "action": "Recruit", "recruit": name} for name in each.recruits[:1]]
            assert {row["action"] for row in rows} == {"Move", "Recruit"} & set(offered(match, "action", unit=label))
            for row in rows:
                listed = set(offered(match, "to", **row))
                for tile in tiles:
                    wrong = remark(match, {**row, "to": tile})
                    assert (wrong is None or not wrong.refuses) is (tile in listed), (row, tile)


def test_the_nearest_tiles_and_targets_are_listed_first() -> None:
    for match in positions():
        far = match.world.board.far
        at = {unit.label: unit.at for unit in match.units}
        own = options(match)
        for each in own:
            beside = {"unit": each.unit.label}
            away = [far[each.unit.at][tile] for tile in offered(match, "to", **beside)]
            assert away == sorted(away)
            away = [far[each.unit.at][at[target]] for target in offered(match, "target", **beside)]
            assert away == sorted(away)
        away = [min(far[each.unit.at][tile] for each in own) for tile in offered(match, "to")]
        assert away == sorted(away)


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


UNITS = files.read("wesnoth", "units.csv")
TABLES = {name: files.read("wesnoth", name) for name in ("factions.csv", "schedule.csv", "terrain.csv")}


@pytest.mark.clause("WES-17")
@pytest.mark.parametrize(
    ("units", "instead"),
    [(UNITS, "Mage"), (UNITS.replace("Loyalists,Mage,Mage,1", "Loyalists,Mage,Archer,1"), "Bowman")],
    ids=["one of its role can be paid", "none of its role can be paid"],
)
def test_in_place_of_a_recruit_that_costs_too_much_one_of_its_role_is_suggested_else_the_first(
    units: str, instead: str
) -> None:
    texts = {**TABLES, "units.csv": units}
    match = position(players={"blue": "Loyalists 3", "red": ""}, settings={"tables": pack(texts, sorted(texts))})
    wrong = remark(match, {"unit": "b1", "action": "Recruit", "recruit": "Dark Adept"})
    assert wrong is not None
    assert (wrong.text, wrong.instead) == ("Dark Adept costs 4 gold, but there is 3", instead)


def test_only_the_acting_player_has_rows_and_everybody_has_standing_answers() -> None:
    forms = WES.open(position(players={"blue": "", "red": "", "teal": "Rebels left"}, acting="red"))
    assert [(each.key, each.seat, each.due, each.close) for each in forms] == [
        ("actions", "red", True, Close.AT_ONCE),
        ("wishes", "blue", False, Close.AT_ONCE),
        ("wishes", "red", False, Close.AT_ONCE),
        ("ask", "blue", False, Close.ASK),
        ("ask", "red", False, Close.ASK),
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
    assert play(one, {"unit": "b2", "action": "Attack"}).events_of("struck")


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
    left = index.pawn(other).hp - wounded
    act = {due(match): (order({"unit": "b2", "target": "r2", "attack": attack}),)}

    def strike(dice: Dice) -> int:
        after = resolve(match, act, dice).state.index.by_id.get("r2")
        return left if after is None else after.wounds - wounded

    wounds = odds_of(strike, lambda done: done)
    likely = odds(match, one, index.pawn(one).by_label[attack], other)
    assert likely.wounds == pytest.approx(float(sum(done * chance for done, chance in wounds.items())))
    assert likely.kill == pytest.approx(float(wounds.get(left, 0)))
    assert likely.hit == pytest.approx(float(1 - wounds.get(0, Fraction(0))))


@pytest.mark.clause("WES-37", "WES-38", "WES-39")
def test_the_log_shows_the_dice_and_how_the_damage_adds_up() -> None:
    units = {"b2": "Spearman E5", "r2": "Heavy Infantryman E6 of Loyalists"}
    act = {"unit": "b2", "target": "r2", "attack": "melee 3-3 pierce"}
    after = play(position(units, time="morning"), act, rolls={"b2 attacks r2": [5, 2, 4]})
    sentence = WES.describe(after.events_of("struck")[0], {})
    assert sentence.endswith(
        "melee 3-3 pierce: 5 2 4 (hits on 3 or more): 2 hits, 6 + 1 light − 2 resistance = 5 wounds, 7 hit points left"
    )


# -- standing answers --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-42")
def test_units_become_whom_their_player_would_rather_have() -> None:
    match = position(
        {"b2": "Spearman E5", "r2": "Orcish Grunt E6 wounds 13"}, players={"blue": "Loyalists 9", "red": ""}
    )
    wish = {"wish": {"advance": "always", "favour_1": "White Mage", "favour_2": "Javelineer"}}
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
    assert after.events_of("asked")[0].dice == (1, 2, 6)
    after = play(after.match, {"answer": AGAIN}, rolls={"b2 attacks r2, again": [6, 6, 1], "r2 answers b2": [6, 1]})
    assert (after.match.player("blue").gold, _wounds(after, "r2")) == (8, 6)
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
        assert wrong.instead == (asked(waiting)[1][0] if words == {"answer": NONE} else None)


@pytest.mark.clause("WES-14", "WES-45", "WES-48")
def test_an_acting_player_who_is_out_has_no_rows_while_its_enemy_chooses_an_advancement() -> None:
    match = position(
        {"b1": "Lieutenant E5 leader wounds 14", "r2": "Orcish Grunt E6"},
        players={"blue": "", "red": "Northerners 9", "teal": ""},
        settings={"answers": "live"},
    )
    act = {"unit": "b1", "target": "r2", "attack": "melee 3-3 blade"}
    after = play(match, act, {"answer": "melee 4-2 blade"}, rolls={"r2 answers b1": [6, 1]})
    assert after.match.player("blue").left
    assert [each.seat for each in WES.open(after.match) if each.key == "actions"] == []
    assert asked(after.match) == ("red", ("Orcish Warrior", NONE))
    for reply in ("Orcish Warrior", NONE):
        behind = play(after.match, {"answer": reply}).match
        assert (behind.acting, behind.fight) == ("red", None)


@pytest.mark.clause("WES-31", "WES-36")
def test_only_the_attacker_is_asked_where_the_match_says_so() -> None:
    match = position(
        {"b2": "Spearman E5 wounds 13", "r2": "Orcish Grunt E6"},
        players={"blue": "Loyalists 0", "red": "Northerners 9"},
        wishes={"red": {"advance": "always"}},
        settings={"answers": "attacker"},
    )
    after = play(match, {"unit": "b2", "target": "r2"}, rolls={"r2 answers b2": [6, 1]})
    unit = after.unit("r2")
    assert unit is not None
    assert (after.match.fight, unit.name, after.events_of("asked")) == (None, "Orcish Warrior", [])


@pytest.mark.clause("WES-36")
def test_gold_that_is_kept_is_neither_spent_nor_missed() -> None:
    match = position(
        {"b2": "Bowman E5", "r2": "Troll Whelp E6"},
        players={"blue": "Loyalists 3", "red": ""},
        wishes={"blue": {"reroll": "no hit", "reserve": 3}},
    )
    after = play(match, {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce"})
    assert (after.match.player("blue").gold, after.events_of("unpaid")) == (3, [])
    more = match.but(players=(match.players[0].but(gold=4), match.players[1]))
    rolls = {"b2 attacks r2, again": [6, 1]}
    assert (
        play(more, {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce"}, rolls=rolls).match.player("blue").gold
        == 3
    )


@pytest.mark.clause("WES-18")
def test_a_mercenary_is_listed_with_its_faction_where_two_factions_have_its_name() -> None:
    match = position(players={"blue": "Undead 9", "red": ""})
    listed = offered(match, "recruit")
    assert {"Mage (Loyalists)", "Mage (Rebels)", "Spearman"} <= set(listed)
    assert "Mage" not in listed
    assert "Mage" in offered(position(players={"blue": "Rebels 9", "red": ""}), "recruit")


@pytest.mark.clause("WES-27")
def test_a_move_may_name_a_target() -> None:
    match = position({"b2": "Spearman E4", "r2": "Orcish Grunt E6"})
    assert "r2 Orcish Grunt" in offered(match, "target", unit="b2 Spearman", action="Move")
    assert offered(match, "action", unit="b2 Spearman", target="r2 Orcish Grunt") == ("Move", "Attack")


@pytest.mark.clause("WES-36", "WES-42")
def test_an_answer_that_can_no_longer_be_paid_costs_nothing_and_is_logged() -> None:
    match = position({"b2": "Bowman E5", "r2": "Orcish Grunt E6 wounds 8"}, **LIVE)
    act = {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce"}
    poor = (match.players[0].but(gold=0), match.players[1])
    after = play(play(match, act).match.but(players=poor), {"answer": AGAIN})
    assert (after.match.player("blue").gold, len(after.events_of("unpaid"))) == (0, 1)
    waiting = play(match, act, rolls={"b2 attacks r2": [6, 6]}).match
    assert asked(waiting) == ("blue", ("Longbowman", NONE))
    after = play(waiting.but(players=poor), {"answer": "Longbowman"})
    unit = after.unit("b2")
    assert unit is not None
    assert (after.match.player("blue").gold, unit.name, len(after.events_of("unpaid"))) == (0, "Bowman", 1)


@pytest.mark.clause("WES-27")
def test_a_target_that_cannot_be_reached_this_turn_is_not_offered() -> None:
    match = position({"b2": "Spearman C5", "r2": "Orcish Grunt E6", "r3": "Troll I6"})
    assert offered(match, "target", unit="b2 Spearman") == ("r2 Orcish Grunt",)


def test_the_default_attack_counts_the_wounds_that_the_counter_gives_back() -> None:
    match = position({"b2": "Spearman E5", "r2": "Heavy Infantryman E6 of Loyalists"}, time="first watch")
    by_id = match.index.by_id
    chosen = best_attack(match, by_id["b2"], by_id["r2"])
    assert chosen is not None
    assert (chosen.attack.label, chosen.counter) == ("ranged 3-1 pierce", None)
    assert percent(0.625) == "62 %"
    assert percent(1.0) == "100 %"
