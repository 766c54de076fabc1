"""What a player may ask: what a tile has and who can be there, the odds of a duel, and what an item does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.games.champions.forms.all_forms import open_forms
from sheets_gm.games.champions.forms.asks import Ask, answer
from sheets_gm.games.champions.position.orders import Act
from sheets_gm.games.champions.position.state import Match
from sheets_gm.games.champions.rules.combat.battle import fight_out
from sheets_gm.games.champions.rules.combat.odds import MOST_FACES, Striker, before, damage, falls, mean
from sheets_gm.games.champions.rules.combat.strength import Matchup
from sheets_gm.games.champions.views.visible import view
from sheets_gm.kernel.explore import odds_of
from sheets_gm.kernel.forms import Close, Reply
from tests.games.champions.table import given, position


def asked(match: Match, seat: str = "p1", **cells: str) -> Reply:
    return answer(view(match, seat), seat, Ask.model_validate(cells))


SMALL = {"base_dice": {"Gladiator": "1d4", "Mage": "2d2", "Rogue": "1d3", "Healer": "1d2"}}

BATTLES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("Gladiator 6 D-C1", "Mage 5", {}),
    ("Rogue 7 S-R3 P-C1", "Gladiator 6", {}),
    ("Mage 7 M-C1", "Gladiator 6", {"affinity_mode": "item_only", "affinity": 0.5}),
    ("Rogue 4", "Mage 9", {"item_crit": True, "rounding": "half_even"}),
)


@pytest.mark.clause(
    "CBR-36", "CBR-37", "CBR-40", "CBR-41", "CBR-51", "CBR-52", "CBR-53", "CBR-56", "CBR-R19", "CBR-R21"
)
@pytest.mark.parametrize(("mine", "theirs", "changed"), BATTLES)
def test_the_odds_are_those_of_every_way_the_dice_can_fall(mine: str, theirs: str, changed: Mapping[str, Any]) -> None:
    """Two turns, in which both attack: who falls in the first does not attack in the second (CBR-R17)."""
    match = position({"p1": f"A1: {mine}", "p2": f"A1: {theirs}"}, settings={**SMALL, **changed, "set_length": 2})
    own, foe = mine.split(maxsplit=1)[0], theirs.split(maxsplit=1)[0]
    orders = given(acts={f"p1 {own}": ["ATK"] * 2, f"p2 {foe}": ["ATK"] * 2})
    acts = {seat: [each for each in those if isinstance(each, Act)] for seat, those in orders.items()}
    found = odds_of(lambda dice: fight_out(match, acts, dice).health, lambda left: (left["p1", own], left["p2", foe]))
    reply = asked(match, champion=own, opponent="P2", against=foe)
    deals = sum(chance for (_, left), chance in found.items() if not left)
    takes = sum(chance for (left, _), chance in found.items() if not left)
    assert str(reply.shown["deals"]).endswith(f"falls in {float(100 * deals):.1f} %")
    assert str(reply.shown["takes"]).endswith(f"yours falls in {float(100 * takes):.1f} %")
    assert reply.text.startswith(f"Your {own} against P2's Champions, if both attack for 2 turns. ")


@pytest.mark.clause("CBR-R14", "CBR-R17")
def test_who_falls_in_a_turn_does_not_attack_in_the_next() -> None:
    hits = {0: 0.5, 3: 0.5}
    assert falls(hits, 3, 2) == (0.5, 0.25)
    assert falls(hits, 6, 3) == (0, 0.25, 0.25)
    assert before((0.5, 0.25), (0.5, 0.25)) == 0.5 + 0.25 * 0.5
    assert before((0.0, 1.0), (1.0, 0.0)) == 0


@pytest.mark.clause("CBR-57", "CBR-31", "CBR-38")
def test_the_healer_beside_a_champion_changes_the_odds() -> None:
    match = position({"p1": "A1: all", "p2": "A1: all"})
    alone = asked(match, champion="Gladiator", opponent="P2", against="Rogue").shown
    helped = asked(match, champion="Gladiator", partner="Healer", opponent="P2", against="Rogue").shown
    equal = asked(match, champion="Gladiator", partner="Healer", opponent="P2", against="Rogue", beside="Healer").shown
    assert equal == alone != helped
    strong = damage(match.settings, Striker("Gladiator"), None, Matchup("Gladiator", "Rogue", 0, 0))
    assert strong is not None
    assert f"{mean(strong):.1f} on average" in str(helped["deals"])


@pytest.mark.clause("CBR-33")
def test_without_a_type_each_living_champion_is_answered_and_without_an_opponent_unhurt_ones() -> None:
    match = position({"p1": "A1: all", "p2": "B1: Mage 20, Healer"})
    deals = str(asked(match, champion="Rogue", opponent="P2").shown["deals"]).splitlines()
    assert [line.split(":")[0] for line in deals] == ["Healer 80", "Mage 20"]
    everybody = str(asked(match, champion="Rogue").shown["deals"]).splitlines()
    assert [line.split(":")[0] for line in everybody] == ["Gladiator 100", "Rogue 85", "Healer 80", "Mage 85"]


@pytest.mark.clause("CBR-19", "CBR-R13")
def test_what_others_wear_changes_no_answer() -> None:
    bare = position({"p1": "A1: all", "p2": "A1: all"})
    dressed = position({"p1": "A1: all", "p2": "A1: Gladiator D-L3 P-L1, Mage M-L1, Rogue, Healer"})
    for cells in ({"champion": "Mage", "opponent": "P2"}, {"tile": "A1"}, {"item": "D-L3"}):
        assert asked(bare, **cells) == asked(dressed, **cells)


@pytest.mark.clause("CBR-5", "CBR-7", "CBR-9", "CBR-15")
def test_a_tile_says_what_it_has_and_who_can_be_there() -> None:
    players = {"p1": "A1: all", "p2": "C1: all", "p3": "D4: all"}
    match = position(players, phase="movement")
    loot = "corner: 9 items at first, each Common 60 %, Uncommon 30 %, Rare 9 %, Legendary 1 %."
    assert asked(match, tile="D4").text == f"D4, {loot} It is 3 moves away. P3 can be there."
    assert asked(match, tile="B2").text.endswith("You can be there in this round. P2 can be there.")
    assert asked(match, tile="A1").text.endswith("Nobody else can be there.")
    assert asked(position(players, phase="looting"), tile="C1").text.endswith("P2 is there.")


@pytest.mark.clause("CBR-9")
def test_where_names_are_not_shown_a_tile_has_only_a_number_of_players() -> None:
    players = {"p1": "A1: all", "p2": "C1: all", "p3": "B2: all", "p4": "A1: all"}
    match = position(players, phase="movement", settings={"show_names": False})
    assert asked(match, tile="B1").text.endswith("P4 and 2 players can be there.")


@pytest.mark.clause("CBR-11", "CBR-20", "CBR-23")
def test_an_item_says_what_it_does_and_for_whom() -> None:
    match = position({"p1": "A1: all", "p2": "C1: all"}, phase="looting")
    assert asked(match, item="Iron Plate (1d10)").text == (
        "Iron Plate, Uncommon Heavy Armor: defence 1d10. Can be worn by Gladiator."
    )
    assert asked(match, item="War Drum").text == (
        "War Drum, Uncommon Support: Support: partner's attack +1d10. Affinity: Rogue and Healer."
    )


def test_what_cannot_be_answered_gets_a_sentence() -> None:
    match = position({"p1": "A1: Mage", "p2": "A1: Rogue"})
    assert asked(match).text == "Choose a tile, your Champion or an item."
    assert asked(match, opponent="P2").text == "Choose your Champion, too."
    assert asked(match, champion="Rogue").text == "You have no living Rogue."
    assert asked(match, champion="Mage", opponent="P2", against="Mage").text == "P2 has no living Mage."
    assert asked(match, champion="Mage", opponent="P9").text == "No player called P9 is left."
    assert asked(match, tile="Z9").text == "There is no tile Z9."
    assert asked(match, item="Spoon").text == "There is no item called Spoon."


def test_dice_with_too_many_faces_are_refused_at_once() -> None:
    match = position(
        {"p1": "A1: Mage", "p2": "A1: Rogue"}, settings={"base_dice": {"Mage": f"2d{MOST_FACES // 2 + 1}"}}
    )
    assert asked(match, champion="Mage").text == "These dice have too many faces for exact odds."


@pytest.mark.parametrize("phase", ["movement", "looting", "equipment", "battle"])
def test_everybody_who_plays_may_ask_in_every_phase_and_nobody_waits_for_it(phase: str) -> None:
    match = position({"p1": "A1: all", "p2": "A1: all", "p3": "B1: Mage 0"}, phase=phase)
    forms = [form for form in open_forms(match) if form.key == "ask"]
    assert [(form.seat, form.due, form.close) for form in forms] == [("p1", False, Close.ASK), ("p2", False, Close.ASK)]
