"""The data files: what the template holds, and that a wrong line is refused by file and line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from sheets_gm.games.war_game.data.army_lists import SLOTS, read_creatures, read_ranks, read_units
from sheets_gm.games.war_game.data.battle_table import read_battle_table
from sheets_gm.games.war_game.data.creatures import colour_bonus, fits_slot, wrong_units
from sheets_gm.games.war_game.data.settings import FILES, Settings
from sheets_gm.games.war_game.data.weather import read_weather
from sheets_gm.games.war_game.data.words import (
    BASE,
    COALITION,
    FACTIONS,
    FEATURE,
    MERCENARIES,
    PHYREXIA,
    PORTAL,
    SIDES,
    STRONGHOLD,
    TERRAINS,
)
from tests.games.number_limits import assert_limits
from tests.games.war_game.table import template

WORLD = Settings().world


def structures(kind: str) -> list[str]:
    return [each.name for each in WORLD.structures.values() if each.kind == kind]


@pytest.mark.clause("CPW-1", "CPW-10", "CPW-34", "CPW-R51")
def test_phyrexia_has_five_strongholds() -> None:
    assert structures(STRONGHOLD) == ["Sheila's Lair", "Blobble", "Blubble", "Blabble", "Blubble (Mirrodin)"]


@pytest.mark.clause("CPW-3", "CPW-7", "CPW-35")
def test_each_faction_has_one_base() -> None:
    bases = {each.faction: each.name for each in WORLD.structures.values() if each.kind == BASE}
    assert sorted(bases) == sorted(FACTIONS)
    assert set(bases.values()) == {"Wrath", "Eluria", "Kamakawiwo'ole", "Vesuva", "Mirrodin's Core"}


@pytest.mark.clause("CPW-20", "CPW-172")
def test_the_planes_have_the_rulebook_s_squares() -> None:
    sizes = {plane.name: (plane.squares.columns, plane.squares.rows) for plane in WORLD.planes.values()}
    assert sizes == {"Dominaria": (24, 9), "Phyrexia": (24, 9), "Mirrodin": (18, 8)}
    assert set(WORLD.terrain.values()) == set(TERRAINS.values())


@pytest.mark.clause("CPW-80")
def test_only_mirrodin_is_joined_at_its_edges() -> None:
    assert {plane.name: plane.squares.wrap_columns and plane.squares.wrap_rows for plane in WORLD.planes.values()} == {
        "Dominaria": False, "Phyrexia": False, "Mirrodin": True,
    }  # fmt: skip


@pytest.mark.clause("CPW-143")
def test_each_plane_has_five_features() -> None:
    found = [each.place.split()[0] for each in WORLD.structures.values() if each.kind == FEATURE]
    assert {plane: found.count(plane) for plane in WORLD.planes} == dict.fromkeys(WORLD.planes, 5)


@pytest.mark.clause("CPW-150")
def test_every_portal_leads_to_one_that_leads_back() -> None:
    portals = [each for each in WORLD.structures.values() if each.kind == PORTAL]
    assert len(portals) == 12
    assert all(WORLD.by_place[each.leads_to].leads_to == each.place for each in portals)


@pytest.mark.clause("CPW-8", "CPW-9", "CPW-11", "CPW-53", "CPW-R53")
def test_the_ranks_are_the_rulebook_s() -> None:
    assert [rank.names[COALITION] for rank in WORLD.ranks.values()] == [
        "General", "Admiral", "Captain", "Commander", "Lieutenant Commander", "Lieutenant",
    ]  # fmt: skip
    assert [rank.names[PHYREXIA] for rank in WORLD.ranks.values()] == [
        "Chief Praetor", "Praetor", "Evincar", "Thane", "Centurion Plaguelord", "Centurion",
    ]  # fmt: skip
    assert [rank.most for rank in WORLD.ranks.values()] == [1, 2, 5, 7, 10, 0]


@pytest.mark.clause("CPW-43", "CPW-44", "CPW-45", "CPW-46", "CPW-47", "CPW-48", "CPW-49", "CPW-199", "CPW-R37")
def test_the_six_compositions_and_what_a_kill_gives() -> None:
    assert SLOTS == (5000, 2500, 1500, 1000)
    assert [rank.sizes for rank in WORLD.ranks.values()] == [
        (6, 7, 8, 9), (5, 6, 7, 8), (4, 5, 6, 7), (3, 4, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4),
    ]  # fmt: skip
    assert [rank.kill_points for rank in WORLD.ranks.values()] == [50, 25, 20, 15, 10, 5]


@pytest.mark.clause("CPW-39", "CPW-12")
def test_both_sides_start_with_twelve_full_armies_and_mercenaries_in_their_structures() -> None:
    by_side = {side: [army for army in WORLD.armies if army.side == side] for side in (*SIDES, MERCENARIES)}
    assert [len(armies) for armies in by_side.values()] == [12, 12, 7]
    for side in SIDES:
        assert [army.level for army in by_side[side]] == [1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6]
        for army in by_side[side]:
            assert [sum(each.count for each in army.units if each.slot == slot) for slot in (1, 2, 3, 4)] == [*SLOTS]
    assert all(army.place == WORLD.structures[army.guards].place for army in by_side[MERCENARIES])


@pytest.mark.clause("CPW-66", "CPW-R49")
def test_armies_of_one_colour_or_without_colours_have_the_bonus() -> None:
    bonus = {army.name for army in WORLD.armies if army.side != MERCENARIES
             and colour_bonus(WORLD.creatures[each.creature] for each in army.units)}  # fmt: skip
    without = {"The Weatherlight Host", "Benalish Vanguard", "Vicious Swarm"}
    assert bonus == {army.name for army in WORLD.armies if army.side != MERCENARIES} - without
    assert not colour_bonus([WORLD.creatures["Memnite"], WORLD.creatures["White Knight"]])


@pytest.mark.clause("CPW-52", "CPW-54", "CPW-55", "CPW-R46")
def test_a_creature_fits_the_slot_of_its_larger_number() -> None:
    creatures = WORLD.creatures
    slots = {
        name: [size for size in range(1, 10) if fits_slot(creatures[name], size, "exact")]
        for name in ("Flametongue Kavu", "Vampiric Dragon", "Dracoplasm")
    }
    assert slots == {"Flametongue Kavu": [4], "Vampiric Dragon": [5, 6, 7, 8, 9], "Dracoplasm": [*range(1, 10)]}
    assert [size for size in range(1, 10) if fits_slot(creatures["Flametongue Kavu"], size, "at_most")] == [
        *range(4, 10)
    ]


def _wrong(units: str, side: str, factions: str, multicolour: str = "any", level: int = 6) -> str:
    listed = read_units(units, WORLD.creatures)
    return wrong_units(
        listed, WORLD.ranks[level], WORLD.creatures, side, factions, slot_match="exact", multicolour=multicolour
    )


BLACK = "5000 Carrion Feeder / 2500 Phyrexian Rager / 1500 Phyrexian Scuta / 1000 Phyrexian Plaguelord"


@pytest.mark.clause("CPW-56", "CPW-R48")
def test_phyrexia_has_no_white_or_green_creatures_without_the_watermark() -> None:
    assert _wrong(BLACK, PHYREXIA, "") == ""
    swarm = "5000 Gluttonous Zombie / 2500 Phyrexian Swarmlord / 1500 Phyrexian Vatmother / 1000 Massacre Wurm"
    assert _wrong(swarm, PHYREXIA, "", level=4) == ""
    elves = BLACK.replace("Carrion Feeder", "Llanowar Elves")
    assert "green without the Phyrexian watermark" in _wrong(elves, PHYREXIA, "")
    recruits = BLACK.replace("Carrion Feeder", "Boros Recruit")
    assert _wrong(recruits, PHYREXIA, "") == ""  # not exclusively white and green


@pytest.mark.clause("CPW-57", "CPW-59", "CPW-60", "CPW-R47")
def test_the_coalition_s_units_come_from_the_factions_of_the_army() -> None:
    red = "5000 Boros Recruit / 2500 Goblin Piker / 1500 Hill Giant / 1000 Myr Enforcer"
    assert _wrong(red, COALITION, "R") == ""
    assert "Goblin Piker is red" in _wrong(red, COALITION, "W")
    assert "Boros Recruit is red and white" in _wrong(red, COALITION, "R", multicolour="all")


@pytest.mark.clause("CPW-61", "CPW-62", "CPW-63")
def test_a_slot_may_be_split_but_an_army_has_at_most_six_different_units() -> None:
    split = (
        "2500 Carrion Feeder + 2500 Plague Beetle / 2500 Phyrexian Rager / 1500 Phyrexian Scuta / 1000 Sengir Vampire"
    )
    assert _wrong(split, PHYREXIA, "") == ""
    seven = split.replace("2500 Phyrexian Rager", "2000 Phyrexian Rager + 500 Phyrexian Crusader").replace(
        "1500 Phyrexian Scuta", "1000 Phyrexian Scuta + 500 Gluttonous Zombie"
    )
    why = _wrong(seven, PHYREXIA, "")
    assert why.startswith("it has 7 different units, Carrion Feeder, Plague Beetle, ")
    assert why.endswith(" and Sengir Vampire; an army has at most 6")


WRONG = [
    ("planes", "OOFFFMMOOOPPPFFOOIIOOMMM", "OOFFFMMOOOPPPFFOOIIOOMM", "planes.txt, line 8"),
    ("planes", "OFFFFMMMOO", "OFFFXMMMOO", "no terrain “X”"),
    ("planes", "home coalition", "home nobody", "planes.txt: exactly one plane"),
    ("planes", "edges joined", "edges loose", "planes.txt, line 32: write “edges ”"),
    ("structures", "Dominaria,5D", "Dominaria,25D", "structures.csv, line 2: there is no square “25D”"),
    ("structures", "Wrath,base", "Wrath,fort", "structures.csv, line 2: column kind"),
    ("structures", "Phyrexia 12A", "Phyrexia 12B", "structures.csv, line 27: “Phyrexia 12B”"),
    ("structures", "5D,W,,", "5D,U,,", "structures.csv, line 3: line 2 already has"),
    ("structures", "Wire Thicket,feature,Phyrexia,22H,,,\n", "", "Phyrexia has 4 features"),
    ("structures", "Vesuva,base,Dominaria,18F,U,,\n", "", "structures.csv: there is no base of Blue"),
    ("ranks", "1,General", "2,General", "ranks.csv: it must list the levels 1 to 6"),
    ("ranks", "1,6,7,8,9,50", "1,6,7,8,nine,50", "ranks.csv, line 2: column slot 4"),
    ("weather", "temperature,6,6", "temperature,5,6", "weather.csv: the temperature of Dominaria"),
    ("battle", "die,20", "die,1", "battle.csv, line 2: column value holds “1”"),
    ("battle", "size 1.15", "size 0.9", "battle.csv, line 5"),
    ("battle", "loss 1,15/12", "loss 1,150/12", "battle.csv, line 23: it is not like “loss 3”"),
    ("creatures", "Suntail Hawk,1,1,W", "Suntail Hawk,1,1,X", "creatures.csv, line 2: column colours"),
    ("armies", "2500 Sun Titan", "2500 Sun Tit", "armies.csv, line 2: column units, there is no creature “Sun Tit”"),
    ("armies", "2500 Sun Titan", "2501 Sun Titan", "armies.csv, line 2: slot 1 of The Weatherlight Host has 5,001"),
    ("armies", "2500 Sun Titan", "2500 Serra Angel", "armies.csv, line 2: Serra Angel does not fit slot 1"),
    ("armies", "Dominaria,17G", "Dominaria,7D", "armies.csv, line 3: line 2 already has the place"),
    (
        "ranks",
        "3,Captain,Evincar,,5",
        "3,Captain,Evincar,,1",
        "armies.csv, line 5: the side has 2 armies of level 3, more than 1",
    ),
    ("armies", "Deepwater Armada", "Deepwater 3A", "armies.csv, line 3: the name “Deepwater 3A”"),
    ("mercenaries", "Benalian Crossroads", "Wrath", "mercenaries.csv, line 2: there is no terrain feature “Wrath”"),
]


@pytest.mark.parametrize(("file", "old", "new", "why"), WRONG)
def test_a_wrong_line_is_refused_with_its_file_and_line(file: str, old: str, new: str, why: str) -> None:
    text = template(FILES[file])
    assert old in text
    with pytest.raises(ValidationError) as refused:
        Settings.model_validate({file: text.replace(old, new, 1)})
    assert why in str(refused.value)


def test_a_quotation_mark_that_is_not_closed_is_named() -> None:
    with pytest.raises(ValidationError, match=r"creatures.csv, line 2: a quotation mark"):
        Settings(creatures=template("creatures.csv").replace("Suntail Hawk", '"Suntail Hawk'))


LIMITS: dict[tuple[str, str], tuple[int, int]] = {
    ("battle.csv", "die,20"): (2, 1000),
    ("battle.csv", "kill squad,500"): (1, 100_000),
    ("battle.csv", "kill step,250"): (1, 100_000),
    ("battle.csv", "squad lost,3"): (0, 6),
    **{
        ("battle.csv", line): (0, 100)
        for line in (
            *("strategy most,10", "colour,1", "size 1.15,1", "home terrain,1", "own structure,2", "raid,3"),
            *("raid kill,3", "feature,1", "mercenary strategy,4", "adjustment most,5", "kill margin,5"),
            *("kill step most,2", "loss 1,15", "loss 1,15/12"),
        )
    },
    ("ranks.csv", "1,General,Chief Praetor,,1,6,7,8,9,50"): (0, 10_000),
    ("ranks.csv", "1,General,Chief Praetor,,1"): (1, 999),
    **{("ranks.csv", f"6,Lieutenant,Centurion,Lt.,,{slots}"): (0, 99) for slots in ("1", "1,2", "1,2,3", "1,2,3,4")},
    ("creatures.csv", "Suntail Hawk,1"): (0, 99),
    ("creatures.csv", "Suntail Hawk,1,1"): (0, 99),
    ("weather.csv", "temperature,1,1,any,Freezing,,-1"): (-9, 9),
    ("weather.csv", "temperature,1,1,any,Freezing,,-1,0"): (-9, 9),
}
"""The least and the most of the number with which the start of a line of a file ends."""

READERS: dict[str, Callable[[str], object]] = {
    "battle.csv": read_battle_table,
    "ranks.csv": read_ranks,
    "creatures.csv": read_creatures,
    "weather.csv": lambda text: read_weather(text, ("Dominaria", "Phyrexia", "Mirrodin")),
}


@pytest.mark.parametrize(("file", "start"), LIMITS)
def test_a_number_of_a_table_is_taken_within_its_limits_only(file: str, start: str) -> None:
    assert_limits(READERS[file], template(file), start, LIMITS[file, start])


def with_armies(*armies: str) -> Settings:
    """Settings with armies that are given as "coalition 3 W", each on a square of its own."""
    units = "1 Memnite / 1 Memnite / 1 Memnite / 1 Memnite"
    lines = ["name,side,level,plane,square,legend,primary,secondary,units"]
    for at, (side, level, *primary) in enumerate(each.split() for each in armies):
        name = f"Army {chr(65 + at)}{chr(65 + at)}"
        lines.append(f"{name},{side},{level},Dominaria,{at + 1}A,Legend,{''.join(primary)},,{units}")
    return Settings(armies="\n".join(lines), slot_match="at_most")


@pytest.mark.clause("CPW-8")
@pytest.mark.parametrize(("level", "most"), [(3, 1), (5, 2)])
def test_a_faction_has_so_many_captains_and_lieutenant_commanders_and_no_more(level: int, most: int) -> None:
    own = [f"coalition {level} W"] * most
    others = [f"coalition {level} U", f"phyrexia {level}", f"phyrexia {level}", f"phyrexia {level}"]
    assert len(with_armies(*own, *others).world.armies) > most
    with pytest.raises(ValidationError, match=rf"line {most + 3}: the faction has more than {most} of level {level}"):
        with_armies(*own, f"coalition {level} U", f"coalition {level} W", *others)


@pytest.mark.clause("CPW-8")
@pytest.mark.parametrize("level", [4, 6])
def test_a_faction_has_as_many_commanders_and_lieutenants_as_the_side_may(level: int) -> None:
    assert with_armies(*[f"coalition {level} W"] * 7).world.armies


@pytest.mark.clause("CPW-9", "CPW-11")
@pytest.mark.parametrize(("level", "most"), [(1, 1), (2, 2), (3, 5), (4, 7), (5, 10)])
def test_a_side_has_as_many_armies_of_a_rank_as_the_rulebook_says(level: int, most: int) -> None:
    colours = ["W", "U", "B", "R", "G"]
    for side in SIDES:
        own = [f"{side} {level} {colours[at % 5] if side == COALITION else ''}" for at in range(most)]
        assert len(with_armies(*own).world.armies) >= most
        more = f"{side} {level} {colours[most % 5] if side == COALITION else ''}"
        with pytest.raises(ValidationError, match=f"the side has {most + 1} armies of level {level}, more than {most}"):
            with_armies(*own, more)
