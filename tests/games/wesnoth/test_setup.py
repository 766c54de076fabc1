"""The material and the set-up: tables, maps, seats, the first position, the stack of times."""

from __future__ import annotations

import codecs
import re
import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games import files
from sheets_gm.games.csv_tables import BadTable
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.wesnoth.data.settings import Settings, maps
from sheets_gm.games.wesnoth.data.tables import FILES, KINDS, NEEDED, TERRAINS, TYPES, parse
from sheets_gm.games.wesnoth.rules.turn import start
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from tests.games.number_limits import assert_limits
from tests.games.wesnoth.table import FIELD, WES, play, position

TEXTS = {name: files.read("wesnoth", name) for name in FILES}
TABLES = parse(TEXTS)
HEADINGS = next(line for line in TEXTS["units.csv"].splitlines() if line.startswith("faction,"))


def begun(seats: tuple[Seat, ...] | None = None, **settings: Any) -> Any:
    made = Settings(**settings)
    return start(made, seats or made_up(WES.places(made)), bot_dice("start")).state


def reasons(seats: tuple[Seat, ...], **settings: Any) -> str:
    return " | ".join(f"{each.field}: {each.text}" for each in WES.people.seating(Settings(**settings), seats))


@pytest.mark.clause("WES-3")
def test_a_pawn_shows_attacks_life_level_moves_terrain_and_resistances_and_its_faction_the_alignment() -> None:
    pawn = TABLES.pawns["Loyalists", "Spearman"]
    assert (pawn.hp, pawn.level, pawn.moves) == (14, 1, 5)
    assert [attack.label for attack in pawn.attacks] == ["melee 3-3 pierce", "ranged 3-1 pierce"]
    assert set(pawn.classes) == set(pawn.costs) == set(TERRAINS)
    assert set(pawn.resists) == {*TYPES, *KINDS}
    alignments = {"Loyalists": "lawful", "Drakes": "lawful", "Knalgan Alliance": "neutral", "Rebels": "neutral"}
    alignments |= {"Northerners": "chaotic", "Undead": "chaotic"}
    assert {name: each.alignment for name, each in TABLES.factions.items()} == alignments


@pytest.mark.clause("WES-8")
@pytest.mark.parametrize("faction", TABLES.factions)
def test_every_faction_can_recruit_one_of_every_role(faction: str) -> None:
    own = {pawn.role for pawn in TABLES.recruits[faction].values() if pawn.faction == faction}
    assert own >= {"Warrior", "Archer", "Mage", "Scout", "Mixed"}


@pytest.mark.clause("WES-32")
def test_the_classes_of_terrain_are_the_rulebooks() -> None:
    assert NEEDED == {"H": 2, "P": 3, "N": 4, "G": 5, "S": 6}


@pytest.mark.clause("WES-6")
def test_villages_and_castles_are_city() -> None:
    world = position().world
    assert {world.terrain[tile] for tile in ("A1", "B1", "F6", "D5")} == {"city"}
    assert {world.terrain[tile] for tile in ("E5", "F2", "D3", "D4", "E3")} == set(TERRAINS) - {"city"}


@pytest.mark.clause("WES-4")
def test_everybody_starts_with_15_gold_and_its_leader_on_the_main_tile() -> None:
    match = begun()
    assert [player.gold for player in match.players] == [15, 15]
    assert [(unit.leader, unit.at) for unit in match.units] == [(True, tile) for tile in match.world.board.mains]
    assert {match.world.tables.pawns[unit.faction, unit.name].level for unit in match.units} == {2}
    assert (match.acting, match.villages) == ("blue", {})


@pytest.mark.clause("WES-4")
def test_a_player_chooses_any_pawn_that_may_lead_its_faction_and_the_first_listed_by_default() -> None:
    blue, red = made_up(WES.places(Settings()))
    chosen = blue.but(traits={"faction": "Undead", "leader": "Dark Sorcerer"})
    match = begun((chosen, red.but(traits={"faction": "Undead"})))
    assert [unit.name for unit in match.units] == ["Dark Sorcerer", TABLES.leaders["Undead"][0]]


@pytest.mark.clause("WES-4")
def test_two_players_may_take_one_faction_but_not_another_factions_leader() -> None:
    blue, red = made_up(WES.places(Settings()))
    assert reasons((blue, red.but(traits=blue.traits))) == ""
    assert "Troll cannot lead Loyalists" in reasons((blue.but(traits={"faction": "Loyalists", "leader": "Troll"}), red))
    assert "There is no faction “Elves”" in reasons((blue.but(traits={"faction": "Elves"}), red))


@pytest.mark.clause("WES-9")
def test_two_to_six_players_of_at_least_two_teams_may_start() -> None:
    six = made_up(WES.places(Settings(map="six_crowns")))
    for number in range(2, 7):
        assert reasons(six[:number], map="six_crowns") == ""
    assert "at least two teams" in reasons(six[:1], map="six_crowns")
    assert WES.players == (2, max(len(WES.places(Settings(map=name))) for name in maps()))
    allies = {"map": "four_gates", "teams": "1 2 1 2"}
    four = made_up(WES.places(Settings(**allies)))
    assert [seat.team for seat in four] == ["blue", "red", "blue", "red"]
    assert "at least two teams" in reasons((four[0], four[2]), **allies)
    assert "castles for blue, red" in reasons((*four[:2], six[4]))


@pytest.mark.clause("WES-9")
def test_every_player_is_its_own_team_unless_the_map_or_the_match_says_otherwise() -> None:
    assert Settings(map="three_vales").team_of == {"blue": "blue", "red": "red", "teal": "teal"}
    assert Settings(map="four_gates").team_of == {"blue": "blue", "red": "red", "teal": "blue", "orange": "red"}
    assert len(set(Settings(map="four_gates", teams="each").team_of.values())) == 4


@pytest.mark.clause("WES-10")
def test_everybody_sees_the_same_and_everybodys_gold() -> None:
    match = position(players={"blue": "Loyalists 7", "red": "Undead 3"})
    views = [WES.view(match, seat) for seat in ("blue", "red", GM, None)]
    assert {tuple(player.gold for player in view.match.players) for view in views} == {(7, 3)}


@pytest.mark.clause("WES-5", "WES-15")
def test_the_stack_has_six_times_with_dawn_on_top_and_goes_round() -> None:
    match = position()
    names = [match.time.name]
    for _ in range(6):
        match = play(match, {}, {}).match
        names.append(match.time.name)
    assert names == ["dawn", "morning", "afternoon", "dusk", "first watch", "second watch", "dawn"]
    assert [time.light for time in match.world.tables.schedules["long"]] == ["", "day", "day", "", "night", "night"]


@pytest.mark.clause("WES-5")
def test_a_short_day_has_four_times_if_the_match_says_so() -> None:
    stack = [position(settings={"schedule": "short"}, round=number).time.name for number in range(1, 6)]
    assert stack == ["dawn", "day", "dusk", "night", "dawn"]


@pytest.mark.clause("WES-29")
def test_the_opening_dawn_pays_nothing() -> None:
    made = Settings()
    events = start(made, made_up(WES.places(made)), bot_dice("start")).events
    assert [event.kind for event in events] == ["round_began", "turn_began"]


# -- tables and maps that people edit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (
            "units.csv",
            "melee 2-2 blade; ranged",
            "melee 2x2 blade; ranged",
            "units.csv, line 9, column attacks: “melee 2x2 blade”",
        ),
        (
            "units.csv",
            "Loyalists,Bowman,Archer,1,12",
            "Loyalists,Bowman,Archer,1,lots",
            "line 9, column hp: it must be a whole number, at least 1",
        ),
        ("units.csv", "N1,N2,G3,H3,P3,G1", "N1,X2,G3,H3,P3,G1", "line 9, column forest: it must be a class"),
        (
            "units.csv",
            "Loyalists,Cavalryman",
            "Loyalists,Bowman",
            "line 10, column unit: there is already a “Bowman” of Loyalists",
        ),
        ("units.csv", ",Longbowman,yes", ",Longbow,yes", "line 9, column advances: Bowman has level 1"),
        ("units.csv", "Loyalists,Bowman", "Loyalist,Bowman", "line 9, column faction: it must be one of Loyalists"),
        ("units.csv", "role,level", "role,lvl", "units.csv, line 8: there is no heading level"),
        ("factions.csv", "Drakes,lawful", "Drakes,awful", "factions.csv, line 4, column alignment: it must"),
        ("units.csv", "Bowman,Archer", "Bowman,Arcer", "line 9, column role: it must be one of Warrior, Archer"),
        (
            "units.csv",
            "2-2 blade; ranged 4-2 pierce",
            "2-2 blade; melee 2-2 blade",
            "attacks: “melee 2-2 blade” is listed",
        ),
        (
            "units.csv",
            "2-2 blade; ranged",
            "2-2 blade, ranged",
            "line 9: there are 26 headings, but 27 cells; separate several",
        ),
        ("units.csv", ",Longbowman,yes,", ",Longbowman,maybe,", "column recruit: it must be one of nothing, yes, no"),
        ("units.csv", HEADINGS, HEADINGS.replace(",", ";"), "line 8: cells are separated by commas"),
        (
            "factions.csv",
            "Drakes,",
            "Loyalists,",
            "factions.csv, line 4, column faction: there is already a faction “Loyalists” above",
        ),
        ("terrain.csv", "forest,f", "forest,.", "terrain.csv, line 4, column sign: “.” cannot be a terrain's sign"),
        ("terrain.csv", "forest,f", "# forest,f", "terrain.csv: there is no line for forest"),
        ("schedule.csv", "morning,day", "morning,sun", "line 5, column light: it must be one of nothing, day, night"),
    ],
)
def test_a_fault_in_a_table_is_named_by_its_line(file: str, old: str, new: str, says: str) -> None:
    assert old in TEXTS[file]
    with pytest.raises(BadTable, match=re.escape(says)):
        parse({**TEXTS, file: TEXTS[file].replace(old, new, 1)})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("4       .  v", "4       .  x", "map: line 7, tile B4: unknown sign “x”"),
        ("5       .  .", "5       .", "line 8: there are 9 columns, but 8 signs"),
        ("6       .", "9       .", "line 9: this must be row 6, not 9"),
        ("columns A  B", "columns A  C", "line 3: the columns must be A B C"),
        ("map Field", "card Field", "line 2: it must begin with"),
        ("K3 C3", "K3 K3", "a castle has one main tile, but K3 is at A8 and at B8"),
        ("K2", "K5", "there is no main tile K2"),
        ("K4", ".", "there are castle tiles C4 without a main tile K4"),
    ],
)
def test_a_fault_in_a_map_is_named_by_its_line(old: str, new: str, says: str) -> None:
    assert old in FIELD
    with pytest.raises(ValidationError, match=re.escape(says)):
        Settings(map=FIELD.replace(old, new, 1))


def test_a_fault_in_a_map_of_the_templates_folder_is_named_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(files.folder("wesnoth"), tmp_path / "templates" / "wesnoth")
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    path = tmp_path / "templates" / "wesnoth" / "maps" / "two_fords.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("1       f  v", "1       f  x", 1), encoding="utf-8")
    with pytest.raises(ValidationError, match=r"maps/two_fords.txt: line 12, tile B1: unknown sign “x”"):
        Settings()
    path.write_bytes(path.read_bytes().replace(b"f  x", b"f  \xe9", 1))
    with pytest.raises(files.NoTemplate, match=r"two_fords.txt cannot be read: line 12 is not UTF-8"):
        Settings()


def test_a_table_that_a_spreadsheet_program_saved_with_a_mark_before_its_text_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(files.folder("wesnoth"), tmp_path / "templates" / "wesnoth")
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    path = tmp_path / "templates" / "wesnoth" / "units.csv"
    path.write_bytes(codecs.BOM_UTF8 + HEADINGS.encode() + path.read_bytes().partition(HEADINGS.encode())[2])
    assert Settings().world.tables.pawns.keys() == TABLES.pawns.keys()


def test_a_map_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ValidationError, match="there are four_gates, six_crowns, three_vales, two_fords"):
        Settings(map="nowhere")


def test_a_match_keeps_the_tables_and_the_map_it_was_created_with() -> None:
    settings = Settings(map=FIELD)
    stored = Settings.model_validate_json(settings.model_dump_json())
    assert stored == settings
    assert stored.world.tables.pawns["Undead", "Ghost"].hp == 7
    assert len(settings.tables) < 8000


def test_the_first_rows_of_every_map_are_its_own_help() -> None:
    for name in ("two_fords", "three_vales", "four_gates", "six_crowns"):
        first = next(islice(files.read("wesnoth", f"maps/{name}.txt").splitlines(), 1))
        assert first.startswith("# ")


def test_a_castle_needs_tiles_for_recruits_beside_its_main_tile() -> None:
    bare = FIELD.replace("K1 C1", "K1 . ").replace("2       C1", "2       . ")
    with pytest.raises(ValidationError, match="castle 1 needs tiles C1, all within 2 tiles of its main tile A1"):
        Settings(map=bare)


def test_a_castle_reaches_two_tiles_from_its_main_tile_and_no_further() -> None:
    assert "A3" in Settings(map=FIELD.replace("3       . ", "3       C1", 1)).world.board.castles[0]
    with pytest.raises(ValidationError, match="castle 1 needs tiles C1, all within 2 tiles of its main tile A1"):
        Settings(map=FIELD.replace("4       . ", "4       C1", 1))


def test_a_tile_nobody_can_reach_is_named() -> None:
    island = FIELD.replace("7       C3 .  .  .  .  .  .  .  C4", "7       C3 .  .  .  .  .  .  _  _").replace(
        "C4 K4", "_  K4"
    )
    with pytest.raises(ValidationError, match="castle 4 needs tiles C4"):
        Settings(map=island)
    with pytest.raises(ValidationError, match="no unit can ever reach"):
        Settings(
            map=FIELD.replace("4       .  v  .  ~  .  .  v  .  .", "4       _  _  _  _  _  _  _  _  _").replace(
                "3       .  .  f  m  h  .  .  .  .", "3       _  _  _  _  _  _  _  _  _"
            )
        )


BOWMAN_LINE = next(line for line in TEXTS["units.csv"].splitlines() if line.startswith("Loyalists,Bowman"))


@pytest.mark.parametrize(
    ("column", "least"),
    [("level", 0), ("hp", 1), ("moves", 0), ("blade", -99), ("arcane", -99), ("res_melee", -99), ("res_magical", -99)],
)
def test_a_figure_of_a_pawn_has_a_least_value(column: str, least: int) -> None:
    at = HEADINGS.split(",").index(column)

    def with_figure(number: int) -> dict[str, str]:
        cells = BOWMAN_LINE.split(",")
        cells[at] = str(number)
        bare = TEXTS["units.csv"].replace(",Longbowman,yes,", ",,yes,")
        cells[HEADINGS.split(",").index("advances")] = ""
        return {**TEXTS, "units.csv": bare.replace(BOWMAN_LINE.replace(",Longbowman,yes,", ",,yes,"), ",".join(cells))}

    pawn = parse(with_figure(least)).pawns["Loyalists", "Bowman"]
    assert least in (pawn.level, pawn.hp, pawn.moves, *pawn.resists.values())
    with pytest.raises(BadTable, match=re.escape(f"column {column}: it must be a whole number, at least {least}")):
        parse(with_figure(least - 1))


BOWMAN = "Loyalists,Bowman,Archer,1,12,5,lawful,melee 2-2 blade; ranged 4-2 pierce,N1,N2,G3,H3,P3,G1"
LIMITS = {
    "Loyalists,Bowman,Archer,1": (0, 999),
    "Loyalists,Bowman,Archer,1,12": (1, 999),
    "Loyalists,Bowman,Archer,1,12,5": (0, 999),
    **{f"{BOWMAN}{',0' * number}": (-99, 999) for number in range(1, 10)},
}
"""The least and the most of the number with which the start of a line of the units ends."""


@pytest.mark.parametrize("start", LIMITS)
def test_a_number_of_a_unit_is_taken_within_its_limits_only(start: str) -> None:
    kept = {name: files.read("wesnoth", name) for name in FILES}
    alone = kept["units.csv"].replace(",Longbowman,yes", ",,yes")
    assert_limits(lambda text: parse({**kept, "units.csv": text}), alone, start, LIMITS[start])
