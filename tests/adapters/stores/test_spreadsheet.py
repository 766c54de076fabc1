"""The store in a spreadsheet: what it promises beyond the tests of every store, and what it costs."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from google.oauth2.credentials import Credentials

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.spreadsheet import packing, rows
from sheets_gm.adapters.stores.spreadsheet.journals import PAGE
from sheets_gm.adapters.stores.spreadsheet.rows import HEADS, journal_tab, write_head
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore, open_sheet_store
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, NoSuchMatch
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.fault_injection import DROP, FaultInjection
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.adapters.place import Place, typed
from tests.adapters.stores.test_stores import entry, long_draft, pages, record
from tests.gm.table import Evening, document_on, sheets_on


@pytest.fixture
def service() -> Service:
    return Service(Storage(None))


def on(service: Service, token: str) -> GoogleSheets:
    """gspread on *service*, that waits for nothing before it tries again."""
    client = client_for(Credentials(token=token))  # type: ignore[no-untyped-call]
    client.http_client.sleep = lambda _: None  # type: ignore[attr-defined]
    inprocess.mount(client.http_client.session, service)
    return GoogleSheets(client)


@pytest.fixture
def token(service: Service) -> str:
    return service.add_account("sync@table")


@pytest.fixture
def sheets(service: Service, token: str) -> GoogleSheets:
    return on(service, token)


@pytest.fixture
def store(sheets: GoogleSheets) -> SheetStore:
    made = open_sheet_store(sheets, document_on(sheets))
    made.create(record(), entry(0))
    return made


Beside: TypeAlias = Callable[[], SheetStore]


@pytest.fixture
def beside(store: SheetStore, service: Service, token: str) -> Beside:
    """Other processes on the same store."""
    return lambda: open_sheet_store(on(service, token), store.document)


def put(sheets: GoogleSheets, document: str, sheet: int, row: int, column: int, text: str) -> None:
    """Type *text* into a cell of the store."""
    start = {"sheetId": sheet, "rowIndex": row, "columnIndex": column}
    cell = {"userEnteredValue": {"stringValue": text}}
    write = {"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": "userEnteredValue"}}
    sheets.call("post", f"{SHEETS}/{document}:batchUpdate", {"requests": [write]})


def test_of_two_processes_that_have_read_the_same_one_appends(store: SheetStore, beside: Beside) -> None:
    other = beside()
    mine, theirs = store.record("friday"), other.record("friday")
    store.append("friday", entry(1), mine)
    with pytest.raises(Conflict):
        other.append("friday", entry(1), theirs)
    assert other.record("friday") == store.record("friday")
    assert [each.number for each in other.entries("friday")] == [0, 1]


def test_a_process_that_has_read_long_ago_cannot_write_over_what_came_since(store: SheetStore, beside: Beside) -> None:
    other = beside()
    old = other.record("friday")
    for number in range(1, 5):
        store.append("friday", entry(number), store.record("friday"))
    with pytest.raises(Conflict):
        other.save(old)
    assert store.last_number("friday") == 4


def test_a_claim_of_another_process_does_not_keep_a_record_from_being_saved(store: SheetStore, beside: Beside) -> None:
    held = store.record("friday")
    assert beside().claim("friday", "other", now=1000.0, stale=300.0)
    assert store.save(held).version == 1
    assert store.claims() == {"friday": "other"}


def test_many_processes_append_each_number_once(store: SheetStore, beside: Beside) -> None:
    stores = [beside() for _ in range(4)]
    done: list[tuple[int, int]] = []

    def appending(who: int, store: SheetStore) -> None:
        for _ in range(12):
            try:
                number = store.last_number("friday") + 1
                store.append("friday", entry(number).but(label=f"by {who}"), store.record("friday"))
            except (Conflict, SheetsDown):
                continue
            done.append((number, who))

    threads = [threading.Thread(target=appending, args=each) for each in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    fresh = beside()
    assert len(done) > 12
    assert sorted(number for number, _ in done) == list(range(1, len(done) + 1))
    assert [(each.number, each.label) for each in fresh.entries("friday", 1)] == [
        (number, f"by {who}") for number, who in sorted(done)
    ]
    assert fresh.record("friday").version == len(done)


def test_a_write_whose_answer_was_lost_is_done_once(store: SheetStore, beside: Beside, service: Service) -> None:
    held = store.record("friday")
    service.fault_injection = FaultInjection((0.0, 0.0), {DROP: 0.4}, seed=3)
    for number in range(1, 13):
        held = store.append("friday", entry(number), held)
    assert service.fault_injection.injected[DROP] > 4
    service.fault_injection = None
    assert held.version == 12
    assert [each.number for each in beside().entries("friday")] == list(range(13))


def test_a_write_of_which_nobody_knows_is_looked_up(store: SheetStore, sheets: GoogleSheets) -> None:
    """As where the service was away when the write should have been tried again."""
    call = sheets.call

    def lost(method: str, address: str, *given: Any, **named: Any) -> Any:
        answer = call(method, address, *given, **named)
        if address.endswith(":batchUpdate"):
            raise SheetsDown("the answer was lost")
        return answer

    held = store.record("friday")
    sheets.call = lost  # type: ignore[method-assign]
    held = store.append("friday", entry(1), held)
    store.create(record("monday"), entry(0))
    sheets.call = call  # type: ignore[method-assign]
    assert store.record("friday") == held
    assert store.names() == ("friday", "monday")


def test_a_write_that_was_not_done_is_not_taken_for_done(store: SheetStore, sheets: GoogleSheets) -> None:
    call = sheets.call

    def down(method: str, address: str, *given: Any, **named: Any) -> Any:
        if address.endswith(":batchUpdate"):
            raise SheetsDown("the wire is cut")
        return call(method, address, *given, **named)

    held = store.record("friday")
    sheets.call = down  # type: ignore[method-assign]
    with pytest.raises(SheetsDown, match="the wire is cut"):
        store.append("friday", entry(1), held)
    sheets.call = call  # type: ignore[method-assign]
    assert store.append("friday", entry(1), held).version == 1


def test_a_match_is_prepared_once_though_the_answer_was_lost(
    store: SheetStore, beside: Beside, service: Service
) -> None:
    service.fault_injection = FaultInjection((0.0, 0.0), {DROP: 0.6}, seed=1)
    store.create(record("monday"), entry(0))
    with pytest.raises(Conflict):
        store.create(record("monday"), entry(0))
    assert service.fault_injection.injected[DROP] > 1
    service.fault_injection = None
    assert beside().names() == ("friday", "monday")


def test_several_matches_stand_beside_each_other(store: SheetStore, beside: Beside) -> None:
    store.create(record("monday"), entry(0))
    store.append("monday", entry(1), store.record("monday"))
    other = beside()
    assert other.names() == ("friday", "monday")
    assert (other.last_number("friday"), other.last_number("monday")) == (0, 1)


def large(characters: int) -> Entry:
    """An entry that does not let itself be packed."""
    blocks = (hashlib.sha256(str(at).encode()).hexdigest() for at in range(characters // 64))
    return entry(1).but(state={"noise": "".join(blocks)})


def test_an_entry_may_be_longer_than_a_cell(store: SheetStore, beside: Beside, sheets: GoogleSheets) -> None:
    store.append("friday", large(300_000), store.record("friday"))
    area = {"sheetId": journal_tab("friday"), "startRowIndex": 2}
    cells = Spreadsheet(sheets, store.document).values(area)[0]
    assert [len(str(cell)) for cell in cells[2:-1]] == [50_000] * (len(cells) - 3)
    assert len(cells) > 4
    assert beside().last("friday") == large(300_000)


def test_an_entry_of_two_megabytes_is_stored_and_read_beside_short_ones(store: SheetStore, beside: Beside) -> None:
    long = large(2_000_000)
    assert len(rows.packed(long)) > 1_000_000
    held = store.append("friday", long, store.record("friday").but(drafts=(long_draft(1, pages(1)),)))
    store.append("friday", entry(2), held)
    other = beside()
    assert [*other.entries("friday")] == [entry(0), long, entry(2)]
    assert other.record("friday").drafts == held.drafts


def test_an_entry_that_just_fills_its_cells_is_read_too(store: SheetStore, beside: Beside) -> None:
    long = next(
        each for each in map(large, range(64_000, 128_000, 64)) if len(rows.packed(each)) % rows.VALUE_CELLS == 0
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "MOST_CHARACTERS", len(rows.packed(long)) // rows.VALUE_CELLS)
        store.append("friday", long, store.record("friday"))
        assert beside().last("friday") == long


def test_what_no_row_can_hold_is_refused_and_nothing_is_written(
    store: SheetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = store.record("friday")
    monkeypatch.setattr(rows, "MORE_CELLS", 4)
    with pytest.raises(StoreBroken, match="store it in a database"):
        store.append("friday", large(2_000_000), held)
    assert store.last_number("friday") == 0
    assert store.append("friday", entry(1), held).version == 1


def test_a_store_of_0_1_0_is_brought_to_the_present_schema(store: SheetStore, beside: Beside) -> None:
    """Its records are whole; they are read, and saved in parts."""
    whole = record().but(drafts=(long_draft(1, pages(1)),), version=0)
    packed = packing.pack(whole.model_dump_json())
    store.heads.swap("friday", lambda head: (replace(head, packed=packed), []))
    store._spreadsheet.batch([rows._row(HEADS, 0, 2, ("sheets-gm", rows.FORMER_SCHEMA))])
    other = beside()
    assert store._spreadsheet.values(rows.schema_area())[0][1] == rows.SCHEMA
    assert other.record("friday") == whole
    other.save(whole)
    assert len(rows.head_in(other.heads.of("friday").packed)[1]) == 1
    assert beside().record("friday").drafts == whole.drafts


def test_a_damaged_part_is_one_line_that_says_how_to_bring_it_back(store: SheetStore, beside: Beside) -> None:
    store.save(store.record("friday").but(drafts=(long_draft(1, pages(1)),)))
    put(store._spreadsheet._sheets, store.document, journal_tab("friday"), 1, 12, "?")
    with pytest.raises(StoreBroken, match=r"record of friday .* is damaged"):
        beside().record("friday")


def test_the_tabs_are_hidden_and_nobody_but_the_sync_may_edit_them(store: SheetStore, sheets: GoogleSheets) -> None:
    mask = "sheets(properties(title,hidden),protectedRanges(range,editors.users))"
    held = sheets.call("get", f"{SHEETS}/{store.document}", params={"fields": mask})["sheets"]
    ours = {each["properties"]["title"]: each for each in held if each["properties"]["title"] != "Sheet1"}
    assert set(ours) == {"sheets-gm store", "sheets-gm friday"}
    for each in ours.values():
        assert each["properties"]["hidden"] is True
        assert [guard["editors"]["users"] for guard in each["protectedRanges"]] == [["sync@table"]]


def test_there_is_one_token_a_match_however_often_it_is_written(store: SheetStore, sheets: GoogleSheets) -> None:
    for number in range(1, 6):
        store.append("friday", entry(number), store.record("friday"))
    held = sheets.call("get", f"{SHEETS}/{store.document}", params={"fields": "namedRanges(name)"})
    assert len(held["namedRanges"]) == 1


def asked(beside: Beside) -> None:
    """All that a process asks for at its start."""
    fresh = beside()
    fresh.record("friday")
    fresh.last("friday")


# -- forgetting --------------------------------------------------------------------------------------------------------


def test_a_forgotten_match_leaves_no_tab_no_token_and_no_row(store: SheetStore, sheets: GoogleSheets) -> None:
    store.forget("friday")
    held = sheets.call("get", f"{SHEETS}/{store.document}", params={"fields": "sheets.properties.title,namedRanges"})
    assert [each["properties"]["title"] for each in held["sheets"]] == ["Sheet1", "sheets-gm store"]
    assert "namedRanges" not in held
    assert store._spreadsheet.values({"sheetId": HEADS})[1:] == []


def test_who_holds_a_forgotten_match_writes_nothing_of_it_nor_over_one_of_its_name(
    store: SheetStore, beside: Beside
) -> None:
    other, third = beside(), beside()
    held, late = other.record("friday"), third.record("friday")
    store.forget("friday")
    with pytest.raises(NoSuchMatch):
        other.append("friday", entry(1), held)
    assert not other.claim("friday", "other", now=1000.0, stale=300.0)
    store.create(record("monday"), entry(0))
    store.create(record().but(reason="anew", version=0), entry(0))
    store.save(store.record("friday"))
    with pytest.raises(Conflict):
        third.append("friday", entry(1), late)
    assert beside().record("monday").charter.match == "monday"
    assert beside().record("friday").reason == "anew"


def test_what_was_written_meanwhile_is_forgotten_too(store: SheetStore, beside: Beside) -> None:
    other = beside()
    assert store.names() == ("friday",)
    other.append("friday", entry(1), other.record("friday"))
    store.forget("friday")
    assert beside().names() == ()


def test_a_match_whose_forgetting_was_not_answered_is_forgotten_once(
    store: SheetStore, beside: Beside, service: Service
) -> None:
    service.fault_injection = FaultInjection((0.0, 0.0), {DROP: 0.5}, seed=1)
    store.forget("friday")
    service.fault_injection = None
    assert beside().names() == ()


def test_a_match_in_a_copy_of_the_spreadsheet_is_forgotten_there(
    store: SheetStore, beside: Beside, sheets: GoogleSheets
) -> None:
    renamed(store, sheets, "1234567890")
    store.forget("friday")
    assert beside().names() == ()


# -- what people may do to it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "row", "column", "message"),
    [
        (HEADS, 0, 0, "is damaged"),
        (HEADS, 0, 1, "another version"),
        (HEADS, 1, 1, "Row 2 of the tab"),
        (HEADS, 1, 9, "The record of friday"),
        (journal_tab("friday"), 1, 2, "Entry 0 of friday"),
    ],
)
def test_a_damaged_cell_is_one_line_that_says_how_to_bring_it_back(
    store: SheetStore, beside: Beside, sheets: GoogleSheets, sheet: int, row: int, column: int, message: str
) -> None:
    put(sheets, store.document, sheet, row, column, "oops")
    with pytest.raises(StoreBroken, match=message):
        asked(beside)


def test_a_store_that_is_not_shared_says_with_whom_to_share_it(store: SheetStore, service: Service) -> None:
    with pytest.raises(SheetsRefused, match="share it with that account as Editor"):
        open_sheet_store(sheets_on(service, "somebody@else"), store.document)


def test_it_goes_on_from_an_earlier_version_of_the_spreadsheet(
    store: SheetStore, beside: Beside, sheets: GoogleSheets
) -> None:
    """File, Version history takes cells and named ranges back together."""
    other = beside()
    store.append("friday", entry(1), store.record("friday"))
    store.append("friday", entry(2), store.record("friday"))
    assert other.last("friday") == entry(0)
    earlier, later = other.heads.of("friday"), store.heads.of("friday")
    requests = [
        {"deleteNamedRange": {"namedRangeId": rows.token(later)["namedRangeId"]}},
        {"addNamedRange": {"namedRange": rows.token(earlier)}},
        write_head(earlier),
    ]
    sheets.call("post", f"{SHEETS}/{store.document}:batchUpdate", {"requests": requests})
    other.append("friday", entry(1).but(label="again"), other.record("friday"))
    store.heads.expire()
    assert store.last("friday").label == "again"


def renamed(store: SheetStore, sheets: GoogleSheets, ident: str) -> None:
    """Give the token another id, or none at all."""
    token = rows.token(store.heads.of("friday"))
    requests: list[dict[str, Any]] = [{"deleteNamedRange": {"namedRangeId": token["namedRangeId"]}}]
    if ident:
        requests.append({"addNamedRange": {"namedRange": {**token, "namedRangeId": ident}}})
    sheets.call("post", f"{SHEETS}/{store.document}:batchUpdate", {"requests": requests})


def test_a_copy_of_the_spreadsheet_is_a_store_too(store: SheetStore, beside: Beside, sheets: GoogleSheets) -> None:
    """In which Google may have given named ranges other ids."""
    held = store.record("friday")
    renamed(store, sheets, "1234567890")
    other = beside()
    theirs = other.record("friday")
    store.append("friday", entry(1), held)
    with pytest.raises(Conflict):
        other.append("friday", entry(1), theirs)
    assert other.append("friday", entry(2), other.record("friday")).version == 2


def test_a_token_that_somebody_removed_is_said_so(store: SheetStore, sheets: GoogleSheets) -> None:
    held = store.record("friday")
    renamed(store, sheets, "")
    with pytest.raises(StoreBroken, match="restore it with File, Version history"):
        store.append("friday", entry(1), held)


def test_a_round_says_that_the_spreadspreadsheets_are_away(store: SheetStore, sheets: GoogleSheets) -> None:
    def down(*_given: Any, **_named: Any) -> Any:
        raise SheetsDown("the wire is cut")

    sheets.call = down  # type: ignore[method-assign]
    store.heads.expire()
    rounds = Rounds(store, lambda match: wiring.poller(store, sheets, match), lambda: 0.0)
    assert list(rounds.round()) == [Trouble("", "the wire is cut", away=True)]


# -- what it costs ---------------------------------------------------------------------------------------------------


def counted(sheets: GoogleSheets, do: Callable[[], object]) -> tuple[int, int]:
    """The reads and writes that *do* makes."""
    before = dict(sheets.calls)
    do()
    return sheets.calls["read"] - before.get("read", 0), sheets.calls["write"] - before.get("write", 0)


Kept: TypeAlias = tuple[Evening, SheetStore, GoogleSheets]


@pytest.fixture
def kept(service: Service) -> Kept:
    """A match on a spreadsheet, and the store that it is kept in, in another, by calls of its own."""
    keeper = on(service, service.add_account("keeper@table"))
    store = open_sheet_store(keeper, document_on(keeper))
    return Evening(on="google", service=service, store=store), store, keeper  # type: ignore[arg-type]


def test_a_quiet_tick_costs_one_read_of_the_store_at_most(kept: Kept) -> None:
    evening, store, keeper = kept
    evening.table.tick()
    evening.table.tick()
    store.heads.expire()
    assert counted(keeper, evening.table.tick) == (1, 0)
    assert counted(keeper, evening.table.tick) == (0, 0)


def test_a_turn_costs_as_much_late_in_a_match_as_early(kept: Kept) -> None:
    evening, store, keeper = kept

    def turn() -> tuple[int, int]:
        evening.now += 60.0
        store.heads.expire()
        return counted(keeper, lambda: evening.table.tick(resolve=True))

    turn()
    early = turn()
    for _ in range(PAGE):
        turn()
    assert turn() == early
    assert early == (1, 4)
    later = SheetStore(keeper, store.document)
    assert counted(keeper, lambda: later.last("evening")) == (2, 0)


# -- on the command line ---------------------------------------------------------------------------------------------


def kept_in(place: Place, address: str) -> None:
    """Let the store of the installation be the spreadsheet at *address*."""
    file = place.folder / "sheets-gm.toml"
    lines = file.read_text(encoding="utf-8").replace(
        'store = "matches.db"', f'store = "sheet"\nstore_sheet = "{address}"'
    )
    file.write_text(lines, encoding="utf-8")


def test_a_sealed_match_is_kept_in_its_gms_own_workbook_and_no_file_is_left(place: Place) -> None:
    own = place.shared("The GM's own workbook")
    kept_in(place, own.url)
    words = [f"--sheet={key}={place.shared(key).url}" for key in ("public", "team.blue", "team.red")]
    done = typed(place.folder, "new", "gvg", "--sealed", *words, f"--sheet=gm={own.url}")
    assert (done.code, done.err) == (0, "")
    assert typed(place.folder, "sync", "--once").code == 0
    assert typed(place.folder, "resolve").code == 0
    exported = typed(place.folder, "export", "--format", "json", "--to", "out")
    assert exported.code == 0, exported.err
    assert typed(place.folder, "verify", "out/gvg.json").code == 7  # the match is not over
    assert not (place.folder / "matches.db").exists()


def test_nobody_may_play_in_the_spreadsheet_that_holds_the_store(place: Place) -> None:
    kept_in(place, place.sheet.url)
    done = typed(place.folder, "new", "gvg", "--sheet", place.sheet.url)
    assert done.code == 1
    assert "Use another for table" in done.err


def test_a_store_without_an_address_says_what_to_write(place: Place) -> None:
    kept_in(place, "")
    done = typed(place.folder, "status")
    assert (done.code, "store_sheet is the address of a spreadsheet" in done.err) == (3, True)


def test_a_match_that_was_made_by_mistake_is_forgotten_after_its_record_is_written(place: Place) -> None:
    kept_in(place, place.shared("The store").url)
    assert typed(place.folder, "new", "gvg", "--name", "friday", "--sheet", place.sheet.url).code == 0
    assert typed(place.folder, "resolve", "friday").code == 0
    done = typed(place.folder, "forget", "friday", "--yes")
    assert (done.code, done.err) == (0, "")
    assert "The spreadsheets stay. Delete them by hand:" in done.out
    assert place.base in done.out
    assert typed(place.folder, "verify", "exports/friday.json").code == 7  # the match was not over
    assert typed(place.folder, "status").out.startswith("There is no match yet")
