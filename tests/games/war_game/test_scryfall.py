"""The importer of creatures, on small files of the form of Scryfall's bulk files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sheets_gm.adapters.cli import cli
from sheets_gm.games.contract import Imported
from sheets_gm.games.war_game.data.army_lists import read_creatures
from sheets_gm.games.war_game.data.creatures import barred, fits_slot
from sheets_gm.games.war_game.data.scryfall import import_creatures
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.tables import BadData

HEAD = "name,power,toughness,colours,type,watermark,variable\n"
TABLE = f"{HEAD}Grizzly Bears,2,2,G,Creature - Bear,,\n"


def card(name: str, size: str = "2/2", colours: str = "G", **more: Any) -> dict[str, Any]:
    """A card as a bulk file has it, but for the many keys that nobody here reads."""
    power, _, toughness = size.partition("/")
    made = {
        "object": "card", "name": name, "layout": "normal", "type_line": "Creature — Beast", "oracle_text": "",
        "power": power, "toughness": toughness, "colors": list(colours), "multiverse_ids": [1], "set": "tst",
    }  # fmt: skip
    return {**made, **more}


def bulk(*cards: dict[str, Any]) -> list[bytes]:
    """An array with one card a line."""
    return [b"[\n", *(f"{json.dumps(each)},\n".encode() for each in cards[:-1]), json.dumps(cards[-1]).encode(), b"\n]"]


def imported(*cards: dict[str, Any], only: list[str] | None = None, present: str = TABLE) -> Imported:
    return import_creatures(bulk(*cards), present, only)


def lines(found: Imported) -> list[str]:
    return found.text.removeprefix(TABLE).splitlines()


@pytest.mark.clause("CPW-50", "CPW-52", "CPW-59")
def test_a_creature_becomes_a_line_of_the_table() -> None:
    found = imported(
        card("Watchwolf", "3/3", "WG"), card("Memnite", "1/1", "", type_line="Artifact Creature — Construct")
    )
    assert lines(found) == [
        "Memnite,1,1,,Artifact Creature - Construct,,", "Watchwolf,3,3,WG,Creature - Beast,,",
    ]  # fmt: skip
    assert found.notes[0] == "2 creatures added, 0 already there."
    made = read_creatures(found.text)
    assert made["Memnite"].artifact
    assert Settings.model_validate({"creatures": Settings().creatures + "\n" + "\n".join(lines(found)[1:])}).world


def test_what_is_no_creature_card_is_passed_over() -> None:
    found = imported(
        card("Bolt", type_line="Instant"), card("Beast", layout="token"), card("Art", layout="art_series"),
        card("Giant Growth // Bear", type_line="Instant // Creature — Bear", card_faces=[
            {"name": "Giant Growth", "type_line": "Instant"},
            {"name": "Bear", "type_line": "Creature — Bear", "power": "1", "toughness": "1", "colors": ["G"]},
        ]),
    )  # fmt: skip
    assert lines(found) == ["Bear,1,1,G,Creature - Bear,,"]
    assert len(found.notes) == 2  # and that nothing has a watermark


@pytest.mark.clause("CPW-54", "CPW-R46")
@pytest.mark.parametrize(
    ("size", "text", "line", "slots"),
    [
        ("*/*", "", "0,0,G,Creature - Beast,,any", range(1, 10)),
        ("1+*/1+*", "", "1,1,G,Creature - Beast,,up", range(1, 10)),
        ("*/4", "", "0,4,G,Creature - Beast,,any", range(1, 10)),
        ("5/5", "Put a +1/+1 counter on Grower.", "5,5,G,Creature - Beast,,up", range(5, 10)),
        ("3/3", "Put a +1/+1 counter on this creature.", "3,3,G,Creature - Beast,,up", range(3, 10)),
        ("-1/4", "", "0,4,G,Creature - Beast,,", range(4, 5)),
    ],
)
def test_sizes_that_vary_fit_the_slots_of_the_rules(size: str, text: str, line: str, slots: range) -> None:
    found = imported(card("Grower", size, oracle_text=text))
    assert lines(found) == [f"Grower,{line}"]
    creature = read_creatures(found.text)["Grower"]
    assert [size for size in range(1, 10) if fits_slot(creature, size, "exact")] == list(slots)


@pytest.mark.clause("CPW-56", "CPW-R48", "CPW-50")
def test_a_watermark_or_a_place_in_gatherer_of_any_printing_counts() -> None:
    found = imported(
        card("Hydra", "7/7", multiverse_ids=[]), card("Hydra", "7/7", watermark="phyrexian"), card("Wurm", "7/7"),
        card("Digital", multiverse_ids=[]),
    )  # fmt: skip
    made = read_creatures(found.text)
    assert not barred(made["Hydra"], "phyrexia", "", "any")
    assert barred(made["Wurm"], "phyrexia", "", "any")
    assert "1 creature left out, as it is not in Gatherer: Digital." in found.notes


def test_it_says_what_it_could_not_use() -> None:
    found = imported(
        card("Half", "3.5/3.5"), card("Question", "?/2"), card("Big", "11/11"), card("Wall", "0/0"),
        card("Guide to Oz"), *(card(f"M{at}") for at in range(5)),
    )  # fmt: skip
    assert lines(found) == []
    assert found.notes == (
        "0 creatures added, 0 already there.",
        "6 creatures left out, as its name has a sign that lists of units use: Guide to Oz, M0, M1, M2, M3 and 1 more.",
        "2 creatures left out, as its power or toughness is no number: Half, Question.",
        "1 creature left out, as no slot is for 0/0 creatures: Wall.",
        "1 creature left out, as no slot is for 11/11 creatures: Big.",
    )


def test_a_line_that_is_there_stays_and_only_wanted_names_are_taken() -> None:
    found = imported(card("Grizzly Bears", "9/9"), card("Watchwolf"), card("Wurm"), only=["watchwolf", "Nobody"])
    assert found.text.startswith(TABLE)
    assert [line.partition(",")[0] for line in lines(found)] == ["Watchwolf"]
    assert "1 name that no creature of the file has: nobody." in found.notes


def test_json_lines_are_read_too() -> None:
    found = import_creatures([json.dumps(card("A")).encode() + b"\n", json.dumps(card("B")).encode()], TABLE, None)
    assert [line[0] for line in lines(found)] == ["A", "B"]


def test_the_command_fills_the_table(tmp_path: Path) -> None:
    file, table, wanted = tmp_path / "default-cards.json.gz", tmp_path / "creatures.csv", tmp_path / "wanted.txt"
    file.write_bytes(gzip.compress(b"".join(bulk(card("Watchwolf", "3/3", "WG"), card("Wurm", "7/7")))))
    table.write_text(TABLE)
    wanted.write_text("Watchwolf\n")
    command = ["import", "war_game", str(file), "--to", str(table), "--only", str(wanted)]
    tried = CliRunner().invoke(cli, [*command, "--dry-run"])
    assert (tried.exit_code, table.read_text()) == (0, TABLE)
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("1 creature added, 0 already there.\n")
    assert table.read_text() == f"{TABLE}Watchwolf,3,3,WG,Creature - Beast,,\n"
    again = CliRunner().invoke(cli, command)
    assert f"{table} stays as it is." in again.output


def test_the_command_says_which_games_have_no_such_table(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text("[]")
    done = CliRunner().invoke(cli, ["import", "gvg", str(file)])
    assert done.exit_code == 1
    assert "has no table that is filled from a public data file" in done.output


CARDS = [card("Watchwolf", "3/3", "WG"), card("Wurm", "7/7")]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + b"".join(bulk(*CARDS)).decode(),
        json.dumps(CARDS),
        json.dumps(CARDS, indent=2),
        "\ufeff" + json.dumps(CARDS, indent=4),
        json.dumps({"object": "list", "has_more": False, "data": CARDS}),
        json.dumps({"object": "list", "has_more": False, "data": CARDS}, indent=2),
        "\n".join(map(json.dumps, CARDS)),
    ],
)
def test_cards_are_read_from_a_file_that_went_through_another_program(text: str) -> None:
    read = import_creatures(text.encode().splitlines(keepends=True), TABLE, None)
    assert read.text == imported(*CARDS).text
    assert "Watchwolf" in read.text


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html>",
        "{not json",
        '"card"',
        '{"object": "error", "status": 404, "name": "no"}',
        '{"object": "list", "data": [{"object": "bulk_data", "name": "Default Cards"}]}',
        "name,power\nWurm,7\n",
        "[1, 2]",
        "",
        "[]",
        json.dumps(CARDS, indent=2)[:-20],
    ],
)
def test_a_file_that_is_none_of_scryfall_is_called_so(text: str) -> None:
    with pytest.raises(BadData, match="This is not the file as downloaded"):
        import_creatures(text.encode().splitlines(keepends=True), TABLE, None)


def test_a_file_that_breaks_off_is_to_be_downloaded_again() -> None:
    with pytest.raises(BadData, match=r"line 3 of the bulk file is no card: .* Download the file again"):
        import_creatures([*bulk(*CARDS, CARDS[0])[:2], b'{"name": "Wu'], TABLE, None)
