"""How a match begins: who may play, the first map and what lies on it, the files that a GM edits."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games import files
from sheets_gm.games.champions.data.dice_notation import parse_dice
from sheets_gm.games.champions.data.items import read_items
from sheets_gm.games.champions.data.numbers import AFFINITY, HEALTH, TYPES, WEARS
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.data.tiles import board, kind, read_tiles
from sheets_gm.games.champions.data.words import CATEGORIES, TIERS
from sheets_gm.games.champions.rules.joining import join
from sheets_gm.games.champions.rules.looting import fill
from sheets_gm.games.champions.rules.turn import STEPS, start
from sheets_gm.games.champions.views.labels import effects_of
from sheets_gm.games.play_out import choose_places
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat
from tests.games.champions.table import CHAMPIONS
from tests.games.number_limits import assert_limits

ITEMS, TILES = files.read("champions", "items.csv"), files.read("champions", "tiles.txt")


def people(count: int) -> tuple[Seat, ...]:
    return made_up(choose_places(CHAMPIONS.places(Settings()), count))


def begun(count: int, **settings: Any) -> Any:
    return start(Settings(**settings), people(count), Dice(Keyed(b"one", b"two"))).state


@pytest.mark.clause("CBR-1", "CBR-R1")
@pytest.mark.parametrize(("count", "size"), [(2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (16, 4)])
def test_the_first_map_is_as_large_as_its_players_are_many(count: int, size: int) -> None:
    assert begun(count).size == size


@pytest.mark.clause("CBR-4")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 9, 10, 16])
def test_everybody_begins_on_a_tile_of_its_own(count: int) -> None:
    assert max(Counter(player.at for player in begun(count).players).values()) == 1


@pytest.mark.clause("CBR-R1")
def test_two_to_sixteen_may_play_and_no_more_than_the_first_map_has_tiles() -> None:
    def reasons(count: int, **settings: Any) -> list[str]:
        return [remark.text for remark in CHAMPIONS.people.seating(Settings(**settings), people(count))]

    assert reasons(2) == reasons(16) == []
    assert reasons(1) == ["The roster has 1 player; 2 to 16 can play"]
    assert reasons(5, start_grid=2) == ["The roster has 5 players; 2 to 4 can play"]
    assert reasons(10, max_players=9) == ["The roster has 10 players; 2 to 9 can play"]


def test_two_players_of_one_name_cannot_be_told_apart() -> None:
    one, other = people(2)
    (remark,) = CHAMPIONS.people.seating(Settings(), (one, other.but(player=one.player)))
    assert remark.field == "p2"


@pytest.mark.clause("CBR-18", "CBR-35")
def test_everybody_has_a_gladiator_a_rogue_a_healer_and_a_mage() -> None:
    for player in begun(3).players:
        assert {each.type: each.health for each in player.champions} == {
            "Gladiator": 100, "Rogue": 85, "Healer": 80, "Mage": 85,
        }  # fmt: skip
        assert player.owned == ()
    assert tuple(HEALTH) == TYPES


@pytest.mark.clause("CBR-64", "CBR-R31")
def test_what_a_seat_has_does_not_depend_on_who_sits_there() -> None:
    seats = people(3)
    backups = tuple(seat.but(player=f"Backup {seat.id}") for seat in seats)
    one, other = (start(Settings(), each, Dice(Keyed(b"one", b"two"))).state for each in (seats, backups))
    assert one != other
    nameless = [match.but(players=tuple(player.but(name="") for player in match.players)) for match in (one, other)]
    assert nameless[0] == nameless[1]


@pytest.mark.clause("CBR-20", "CBR-21", "CBR-22", "CBR-24", "CBR-25", "CBR-R11")
def test_affinities_and_armor_are_the_rulebooks() -> None:
    assert AFFINITY == {
        "Gladiator": ("Physical",),
        "Rogue": ("Physical", "Support"),
        "Mage": ("Magical",),
        "Healer": ("Magical", "Support"),
    }
    assert {type: len(classes) for type, classes in WEARS.items()} == {
        "Gladiator": 3, "Rogue": 2, "Mage": 2, "Healer": 1,
    }  # fmt: skip


@pytest.mark.clause("CBR-6")
def test_a_round_is_movement_looting_equipment_battle() -> None:
    assert list(STEPS) == ["movement", "looting", "equipment", "battle"]


@pytest.mark.clause("CBR-5", "CBR-12", "CBR-R8")
def test_every_tile_begins_with_its_pool_and_all_of_it_is_rolled_unseen() -> None:
    match = begun(16)
    worth = read_tiles(TILES)
    assert {tile: len(pool) for tile, pool in match.pools.items()} == {
        tile: worth.at(4, tile).items for tile in board(4).tiles
    }
    known = read_items(ITEMS)
    assert {known[item].tier for pool in match.pools.values() for item in pool} == set(TIERS)
    assert {known[item].category for pool in match.pools.values() for item in pool} == set(CATEGORIES)
    dice = Dice(Keyed(b"one", b"two"))
    fill(match, dice, "again")
    assert all(roll.hidden for roll in dice.rolls)


@pytest.mark.clause("CBR-14", "CBR-15")
@pytest.mark.parametrize(
    ("size", "values"),
    [
        (4, {"corner": 1.51, "edge": 1.79, "centre": 2.27}),
        (3, {"corner": 1.79, "edge": 2.10, "centre": 2.60}),
        (2, {"corner": 2.43}),
    ],
)
def test_the_centre_holds_the_best_loot_and_corners_the_worst(size: int, values: dict[str, float]) -> None:
    worth = read_tiles(TILES)
    shown = {each: round(worth.loot[size, each].value, 2) for each in values}
    assert shown == values
    assert list(shown.values()) == sorted(shown.values())
    kinds = Counter(kind(size, tile) for tile in board(size).tiles)
    assert kinds["corner"] == 4


@pytest.mark.clause("CBR-11", "CBR-12")
def test_there_are_items_of_every_category_and_tier() -> None:
    known = read_items(ITEMS)
    assert len(known.items) == 48
    assert {(item.category, item.tier) for item in known.items.values()} == {
        (category, tier) for category in CATEGORIES for tier in TIERS
    }
    assert read_tiles(TILES).unfilled(known) == ""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1d8+1,,,,,,", "8+1,,,,,,", "items.csv, line 12: column attack, “8+1” is not dice notation"),
        ("Halberd,physical", "Halberd,psychical", "line 13: column category, there is no category “psychical”"),
        ("Halberd,physical,rare", "Halberd,physical,epic", "line 13: column tier, there is no tier “epic”"),
        ("P-R2,Halberd", "P-R1,Halberd", "line 13: an earlier item is already called p-r1"),
        ("P-R2,Halberd", "P-R2,,Halberd", "line 13: it has 13 cells instead of 12"),
        ("P-R2,Halberd", "P-R2,", "line 13: the id or the name is missing"),
        (
            "light,,,1d4",
            "light,,,",
            "line 30: a defensive item needs a class of armor and a defence, and other items have neither",
        ),
        ("loot+1,,,", "luck+1,,,", "line 44: column passive, there is no passive effect “luck+1”"),
        ("heal_both,1d20,allies", "heal_all,1d20,allies", "column active, there is no active effect “heal_all”"),
        ("heal_both,1d20,allies", "heal_both,1d20,enemy", "the target of heal_both is allies, not “enemy”"),
        ("evade_up,30", "evade_up,1d6", "evade_up needs a percentage"),
        ("P-R2,Halberd", 'P-R2,"Halberd', "line 13: a quotation mark is not closed"),
        ("id,name", "name,id", "the first line must be"),
    ],
)
def test_an_item_that_cannot_be_read_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert ITEMS.count(old) >= 1
    with pytest.raises(ValidationError) as raised:
        Settings(items=ITEMS.replace(old, new, 1))
    assert expected in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("category physical  30", "category psychic  30", "tiles.txt, line 5: there is no “psychic”; use physical"),
        ("category physical  30", "category physical  lots", "line 5: “lots” is not a whole number"),
        ("armor light   40", "armour light   40", "a line begins with category, armor or map, not with “armour”"),
        ("map 4 edge ", "map 4 rim ", "there is no tile “4 rim”"),
        ("map 4 edge ", "map 4 corner ", "map 4 corner is already described"),
        ("      9\n", "\n", "write a size, a kind of tile, four weights and a number of items"),
        ("map 2 corner", "# map 2 corner", "the line “map 2 corner” is missing"),
        ("     0      30     45     25", "     0       0      0      0", "all weights are 0"),
    ],
)
def test_a_tile_that_cannot_be_read_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert old in TILES
    with pytest.raises(ValidationError) as raised:
        Settings(tiles=TILES.replace(old, new, 1))
    assert expected in str(raised.value)


def test_tiles_that_hold_what_no_item_is_are_refused() -> None:
    without = "\n".join(line for line in ITEMS.splitlines() if not line.startswith("S-L"))
    with pytest.raises(ValidationError, match="the tiles need legendary support items"):
        Settings(items=without)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"default_pref": "HHRG"}, "H, M, R and G once"),
        ({"assist": "some"}, "is not dice notation"),
        ({"loot_actions": 4, "loot_bonus_max": 2}, "more than 5"),
        ({"shrink_at": {"5": 3}}, "at how many players"),
        ({"shrink_at": {"4": 9, "2": 3}, "final_arena_at": 2}, "mean the same"),
        ({"max_players": 17}, "less than or equal to 16"),
        ({"trading": True}, "False"),
        ({"health": {"Knight": 5}}, "there is no Champion “Knight”"),
        ({"health": {"Mage": 0}}, "Mage cannot have 0 health: write 1 to 1000"),
        ({"base_dice": {"Mage": "many"}}, "is not dice notation"),
        ({"base_dice": {"Knight": "1d6"}}, "there is no Champion “Knight”"),
        ({"heal_dice": "20"}, "is not dice notation"),
        ({"affinity": 2}, "less than or equal to 1"),
        ({"set_length": 0}, "greater than or equal to 1"),
        ({"room_links": {"E5": "x"}}, "there is no tile “E5”"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValidationError, match=expected):
        Settings(**settings)


def test_the_last_shrink_may_be_named_with_the_others() -> None:
    assert Settings(shrink_at={"4": 9, "3": 4, "2": 3}).final_arena_at == 3
    assert Settings().final_arena_at == 2


@pytest.mark.clause("CBR-35", "CBR-39", "CBR-51")
def test_what_a_setting_does_not_name_is_as_in_the_rulebook() -> None:
    made = Settings(health={"Mage": 60}, base_dice={"Rogue": "2d6"})
    assert made.health == {"Gladiator": 100, "Rogue": 85, "Healer": 80, "Mage": 60}
    assert made.base_dice == {"Gladiator": "2d10", "Rogue": "2d6", "Healer": "1d10", "Mage": "4d5"}
    assert (Settings().set_length, Settings().heal_dice, Settings().affinity) == (4, "1d20", 0.25)
    assert {each.type: each.health for each in begun(3, health={"Mage": 60}).players[0].champions}["Mage"] == 60


BOUNDS: dict[str, tuple[float, float | None, float]] = {
    "max_players": (2, 16, 1),
    "final_arena_at": (0, 16, 1),
    "stall_rounds": (1, None, 1),
    "deadlock_rounds": (1, None, 1),
    "exhaustion": (1, None, 1),
    "loot_actions": (0, 5, 1),
    "loot_bonus_max": (0, None, 1),
    "pool_refill": (0, None, 1),
    "set_length": (1, 6, 1),
    "sets_per_battle": (1, 5, 1),
    "rest_heal": (0, None, 1),
    "affinity": (0, 1, 0.01),
    "strong": (0, 1, 0.01),
    "weak": (-1, 0, 0.01),
    "evade_pct": (0, 100, 1),
    "evade_cap": (0, 100, 1),
}
"""Of each setting that is a number: its lowest and highest value (None: there is none), and a step beyond them."""


@pytest.mark.parametrize("name", BOUNDS)
def test_a_setting_is_taken_up_to_its_bounds_and_refused_beyond(name: str) -> None:
    low, high, step = BOUNDS[name]
    beside: dict[str, Any] = {"loot_bonus_max": 0} if name == "loot_actions" else {}
    for bound, beyond in ((low, low - step), (high, None if high is None else high + step)):
        if bound is not None and beyond is not None:
            assert getattr(Settings(**{**beside, name: bound}), name) == bound
            with pytest.raises(ValidationError):
                Settings(**{**beside, name: beyond})


def test_the_defaults_are_the_rulings() -> None:
    made = Settings().model_dump(exclude={"items", "tiles"})
    assert made == {
        "max_players": 16,
        "start_grid": "auto",
        "shrink_at": {"4": 9, "3": 4},
        "final_arena_at": 2,
        "relocate": "random_distinct",
        "stall_rounds": 3,
        "deadlock_rounds": 6,
        "exhaustion": 10,
        "show_names": True,
        "battle_dice": "tile",
        "loot_actions": 3,
        "loot_bonus_max": 2,
        "pool_refill": 0,
        "trading": False,
        "drop_on_elimination": "tile",
        "health": {"Gladiator": 100, "Rogue": 85, "Healer": 80, "Mage": 85},
        "base_dice": {"Gladiator": "2d10", "Rogue": "3d8", "Healer": "1d10", "Mage": "4d5"},
        "heal_dice": "1d20",
        "set_length": 4,
        "sets_per_battle": 1,
        "rest_heal": 0,
        "default_pref": "HMRG",
        "overheal": False,
        "item_crit": False,
        "affinity": 0.25,
        "strong": 0.25,
        "weak": -0.2,
        "affinity_mode": "total",
        "evade_pct": 50,
        "evade_cap": 75,
        "assist": "1d6",
        "rounding": "half_up",
        "main_thread": "",
        "room_links": {},
        "private_sheets": True,
    }


@pytest.mark.parametrize(
    ("text", "read"),
    [("2d10", (2, 10, 0)), (" 1D8+1 ", (1, 8, 1)), ("99d999+99", (99, 999, 99)), ("1d1", (1, 1, 0))],
)
def test_dice_are_read_as_they_are_written(text: str, read: tuple[int, int, int]) -> None:
    assert parse_dice(text) == read
    assert str(parse_dice(text)) == text.strip().lower()


@pytest.mark.parametrize("text", ["", "d6", "0d6", "1d0", "100d6", "1d1000", "1d6+0", "1d6+100", "1d6-1", "1d6 + 1"])
def test_what_is_not_dice_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not dice notation"):
        parse_dice(text)


@pytest.mark.parametrize(("dice", "mean"), [("2d10", 11.0), ("1d8+1", 5.5), ("4d5", 12.0)])
def test_the_average_of_dice(dice: str, mean: float) -> None:
    assert parse_dice(dice).mean == mean


@pytest.mark.parametrize(
    ("line", "effects"),
    [
        ("P-C1", "attack +1d4"),
        ("M-U1", "attack +1d6, healing +1d4"),
        ("D-C1", "defence 1d4"),
        ("S-C1", "Support: heals one of your Champions 2d6"),
        ("S-C2", "Support: both evade +30 %"),
        ("S-C3", "1 more looting action"),
        ("S-U1", "Support: partner's attack +1d10"),
        ("S-U2", "Support: one enemy's attack −1d10"),
        ("S-U3", "Evade +10 %"),
        ("S-R2", "Support: defence of one of your Champions +2d6"),
        ("S-R3", "its wearer's item dice crit"),
        ("S-L1", "once, instead of death: 1d20 health"),
        ("S-L2", "Support: heals both 1d20"),
    ],
)
def test_the_effects_of_an_item_in_words(line: str, effects: str) -> None:
    assert effects_of(read_items(ITEMS)[line]) == effects


def test_an_item_without_a_passive_effect_has_none() -> None:
    dagger = read_items(ITEMS)["P-C1"]
    assert (dagger.loot, dagger.evade, dagger.crit, dagger.revive, dagger.active) == (0, 0, False, None, None)


@pytest.mark.parametrize(
    "start",
    [
        *("category physical  30", "armor medium  35", "map 4 corner     60", "map 4 corner     60      30"),
        *("map 4 corner     60      30      9", "map 4 corner     60      30      9      1"),
        "map 4 corner     60      30      9      1         9",
    ],
)
def test_a_number_of_the_tiles_is_taken_from_0_to_1000_only(start: str) -> None:
    assert_limits(read_tiles, TILES, start, (0, 1000))


@pytest.mark.clause("CBR-4", "CBR-R1")
@pytest.mark.parametrize(("count", "settings"), [(4, {}), (4, {"start_grid": 2}), (9, {})])
def test_nobody_joins_a_map_that_is_full_or_would_be_larger_with_them(count: int, settings: dict[str, Any]) -> None:
    newcomer = people(count + 1)[-1]
    refused = join(begun(count, **settings), newcomer, Dice(Keyed(b"one", b"two")))
    assert isinstance(refused, Remark)
    assert f"is for {count} players" in refused.text
    joined = join(begun(count - 1, **settings), people(count)[-1], Dice(Keyed(b"one", b"two")))
    assert not isinstance(joined, Remark)
    assert len({player.at for player in joined.players}) == count
