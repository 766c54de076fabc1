"""A match as data: its journal as lines that keep to the schema, and tables that any program reads."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.journal_lines import journal_lines, schema
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.export.tables import NAMES, Table, tables, write_table
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.rows import fight_rows, order_rows
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.journal import Entry
from tests.adapters.place import typed
from tests.gm.pasts import SEED, SHORT, short_past
from tests.gm.table import Evening

ROOT = Path(__file__).resolve().parents[3]

KEPT = ROOT / "docs" / "journal.schema.json"


def test_the_schema_of_the_documents_is_that_of_the_lines() -> None:
    """If this fails because a field is new, write the file anew; if older readers would stumble, raise the version too.

    `uv run python -m tests.adapters.export.test_data` writes it.
    """
    assert json.loads(KEPT.read_text(encoding="utf-8")) == schema()


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", SHORT)
def test_every_line_keeps_to_the_schema(name: str, whole: bool) -> None:
    past = short_past(name)
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    head, *entries = [json.loads(line) for line in journal_lines(Proof(lambda: record, whole=whole))]
    valid = jsonschema_rs.validator_for(json.loads(KEPT.read_text(encoding="utf-8")))
    assert [error.message for line in (head, *entries) for error in valid.iter_errors(line)] == []
    assert (head["whole"], head["hidden"]) == (whole, Secrets(SEED).hidden.hex() if whole else None)
    if whole:
        assert [Entry.model_validate_json(json.dumps(entry)) for entry in entries] == list(past.entries())
    else:
        assert not any(entry["orders"] or entry["state"] or entry["salts"] for entry in entries)


@pytest.mark.parametrize("wrong", [{"format": "sheets-gm journal 9"}, {"number": "one"}, [], {"number": 1, "more": 2}])
def test_the_schema_refuses_other_lines(wrong: Any) -> None:
    assert not jsonschema_rs.validator_for(schema()).is_valid(wrong)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", SHORT)
def test_the_tables_hold_the_story(name: str, tmp_path: Path) -> None:
    past = short_past(name)
    for key, table in zip(NAMES, tables(past, EVERYTHING), strict=True):
        write_table(tmp_path / key, table)
    turns, orders, fights, players = (read(tmp_path / key) for key in NAMES)
    story = build_story(past, EVERYTHING)
    assert [(row["turn"], row["label"], row["text"]) for row in turns] == [
        (str(turn.number), turn.label, turn.text) for turn in story.turns
    ]
    figure, values = next(iter(story.turns[-1].figures.items()))
    assert {side: float(turns[-1][f"{figure} {story.sides[side]}"]) for side in values} == dict(values)
    assert len(orders) == len(list(order_rows(past, EVERYTHING)))
    assert [row["text"] for row in fights] == [row.text for row in fight_rows(past, EVERYTHING)]
    assert [row["player"] for row in players] == [row.who for row in story.players]


def test_no_cell_of_a_table_becomes_a_formula(tmp_path: Path) -> None:
    row = ("=1+1", "+1", "-x", "@SUM(A1)", "\t=1", "a = b", "→ C5", -3, 2.5, None)
    write_table(tmp_path / "table", Table([f"={at}" for at in range(len(row))], [row]))
    ((*shown,),) = [line.values() for line in read(tmp_path / "table")]
    assert shown == ["'=1+1", "'+1", "'-x", "'@SUM(A1)", "'\t=1", "a = b", "→ C5", "-3", "2.5", ""]
    assert next(iter(read(tmp_path / "table")[0])) == "'=0"


def test_the_command_writes_the_formats_that_are_named(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 2, "team_size": 2}, names={"blue2": "=1+1"}, accounts=False)
    evening.play(2)
    paths = list(write_exports(evening.store, evening.name, tmp_path, ["csv", "jsonl"]))
    assert [path.name.removeprefix(evening.name) for path in paths] == [".jsonl", *(f".{name}.csv" for name in NAMES)]
    assert "'=1+1" in {row["player"] for row in read(paths[-1])}
    assert "'=1+1" in {row["who"] for row in read(paths[2])}
    wrong = typed(tmp_path, "export", "friday", "--format", "jsonl,pdf")
    assert (wrong.code, "“pdf” is not a format: choose from xlsx, html, png, json, jsonl, csv." in wrong.err) == (
        2,
        True,
    )


if __name__ == "__main__":
    KEPT.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
