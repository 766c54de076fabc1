"""A copy of a match that was kept as it was new: it differs in nothing from one that is created, and nothing leaks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks import tab_sizes
from sheets_gm.localsheets.api.service import Service
from tests.gm import prepared
from tests.gm.council import PLAIN, TEMPLATE, council
from tests.gm.prepared import Shelf
from tests.gm.table import Evening

SEALED = Policy(layout="sealed", gm=("gm@table",))
EVENINGS: Mapping[str, Mapping[str, Any]] = {
    "gvg": {},
    "with private workbooks": {"plays": "champions", "players": 3, "policy": SEALED},
    "with a map": {"plays": "wesnoth", "settings": {"map": "three_vales"}, "players": 3},
    "with real dice": {"dice": "manual", "names": {"blue1": "=1+1"}, "accounts": False},
    "of a game that is not installed": {"settings": PLAIN, "rules": council(), "template": TEMPLATE},
}


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """An empty shelf, whose own patch does not count."""
    made = Shelf()
    monkeypatch.setattr("tests.gm.table.shelf", made)
    prepared._patching.discard(id(monkeypatch))
    return made


def all_of(evening: Evening) -> dict[str, str]:
    """What is in the store and the service of a match, and what its connection knows of it, but for what is drawn by
    lot or told by the clock: ids of documents and protected ranges, and times."""
    service, documents = evening.service, list(evening.service.documents.values())
    found: dict[str, object] = {
        "record": evening.store.record("evening"),
        "entries": list(evening.store.entries("evening")),
        "accounts": service.accounts(),
        "number": service.number,
        "calls": sorted(evening.sync.calls.items()),
        "sizes": sorted((tab, size) for (_, tab), size in evening.sync._writes._sizes.items()),
    }
    for book, document in zip(evening.record.workbooks, documents, strict=True):
        meta = document.meta
        own = meta["properties"], len(meta["permissions"]), meta["version"], meta["change"]
        tabs = [(sheet.id, [*sheet.meta], sheet.meta.get("properties"), sheet.locale) for sheet in document.ordered()]
        found[book.key] = own, tabs, [sorted(sheet.cells.items()) for sheet in document.ordered()]
    told = {what: repr(value) for what, value in found.items()}
    for number, document in enumerate(documents):
        told = {what: text.replace(document.id, f"document {number}") for what, text in told.items()}
    return told


def stored(service: Service) -> dict[str, object]:
    """The documents as they are in the service's database."""
    return {each.id: (each.meta, {key: (of.meta, of.cells) for key, of in each.sheets.items()})
            for each in service.storage.documents()}  # fmt: skip


def held(service: Service) -> dict[str, object]:
    """The documents as the service has them in memory."""
    return {each.id: (each.meta, {key: (of.meta, of.cells) for key, of in each.sheets.items()})
            for each in service.documents.values()}  # fmt: skip


@pytest.mark.parametrize("name", EVENINGS)
def test_a_copy_differs_in_nothing_from_a_match_that_is_created(name: str) -> None:
    given = EVENINGS[name]
    created, first, copy = Evening(**given, anew=True), Evening(**given), Evening(**given)
    assert copy.record.workbooks[0].document == first.record.workbooks[0].document  # it is a copy
    assert copy.record.workbooks[0].document != created.record.workbooks[0].document
    assert copy.record == copy.store.record("evening") == first.record
    assert all_of(copy) == all_of(created)
    for evening in (created, copy):
        evening.play(2)
        assert stored(evening.service) == held(evening.service)
    assert all_of(copy) == all_of(created)


def test_a_match_whose_first_turns_were_played_goes_on_as_one_that_a_test_plays() -> None:
    played, first, copy = Evening(), Evening(turns=2), Evening(turns=2)
    played.play(2)
    played.table, played.record = played.poller(), played.store.record("evening")
    assert (
        copy.record.workbooks[0].document == first.record.workbooks[0].document == played.record.workbooks[0].document
    )
    for evening in (played, first, copy):
        evening.sync.http.calls.clear()
        evening.play(1)
    found = [all_of(evening) for evening in (played, first, copy)]
    for each in found:
        del each["accounts"]  # whose people have not come back are not signed in
    assert played.now == first.now == copy.now
    assert found[0] == found[1] == found[2]


def test_what_is_done_to_one_match_reaches_no_other() -> None:
    first = Evening(policy=SEALED)
    untouched = all_of(first)
    second = Evening(policy=SEALED)
    for evening in (first, second):
        evening.play(2)
        evening.type("log", {"A1": "typed over"}, "sync@table", "public")
        evening.change({"deleteSheet": {"sheetId": evening.sheet_id("board")}})
        for document in evening.service.documents.values():
            document.meta["permissions"].clear()
            for sheet in document.sheets.values():
                sheet.cells.clear()
                sheet.meta.clear()
        evening.service.add_account("stranger@table")
        evening.store.save(evening.store.record("evening").but(policy=Policy(every=60.0)))
        dict.clear(evening.record.laid)
    assert all_of(Evening(policy=SEALED)) == untouched


@pytest.mark.parametrize(
    "other",
    [
        {"plays": "wesnoth"},
        {"settings": {"max_turns": 5}},
        {"policy": SEALED},
        {"accounts": False},
        {"names": {"blue1": "Zoe"}},
        {"now": 1_800_000_001.0},
        {"name": "another"},
        {"players": 4},
        {"dice": "manual"},
    ],
    ids=lambda given: next(iter(given)),
)
def test_a_match_with_another_argument_is_another_match(other: Mapping[str, Any]) -> None:
    first, changed = Evening(), Evening(**other)
    assert changed.record.workbooks[0].document != first.record.workbooks[0].document
    assert Evening(**other).record == changed.record != first.record


def test_while_something_is_patched_a_match_is_created_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Evening()
    with monkeypatch.context() as patch:
        patch.setattr(tab_sizes, "GROWTH", 20)
        assert Evening().record.workbooks[0].document != plain.record.workbooks[0].document
        Evening(players=4)
    assert Evening().record == plain.record
    with monkeypatch.context() as patch:
        patch.setitem(EVENINGS, "another", {})
        other = Evening(players=4)
    assert Evening(players=4).record != other.record


def test_only_the_latest_are_kept(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf._most = 2
    first = [Evening(players=players).record for players in (2, 4, 6)]
    again = [Evening(players=players).record for players in (6, 4, 2)]
    assert [each in first for each in again] == [True, True, False]


def test_a_match_that_another_process_of_the_run_created_is_a_copy_too(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shelf.folder = tmp_path / "prepared"
    first = [Evening(**given) for given in EVENINGS.values()]
    of_another = Shelf(folder=shelf.folder)
    monkeypatch.setattr("tests.gm.table.shelf", of_another)
    prepared._patching.discard(id(monkeypatch))
    for created, (name, given) in zip(first, EVENINGS.items(), strict=True):
        there = Evening(**given)
        same = there.record.workbooks[0].document == created.record.workbooks[0].document
        assert same is (name != "of a game that is not installed")
        if same:
            assert (all_of(there), there.record) == (all_of(created), created.record)
