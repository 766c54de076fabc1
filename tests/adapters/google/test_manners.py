"""Google's manners: matches are played through each of them, and nobody is left without an answer."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS, Api, batch_update
from sheets_gm.adapters.google.calls.cell_requests import grid_range
from sheets_gm.adapters.google.calls.retries import RetryingClient
from sheets_gm.adapters.google.workbooks import building
from sheets_gm.games.finding import game as rules_of
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import player_counts
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.workbooks.boards.score_row import template_with_score_row
from sheets_gm.gm.workbooks.live import inspection, showing
from sheets_gm.kernel.forms import Close
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.folders import STRANGE_MEMBER
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.drive.strangeness import Strangeness
from sheets_gm.sheet.grid import from_a1
from tests.few import by_day
from tests.gm.any_game import Place, account, address, places, type_in
from tests.gm.table import Evening

GAMES = tuple(sorted(games()))
SOME = by_day("gvg", of=GAMES)


def evening_of(game: str, **given: Any) -> Evening:
    evening = Evening(on="google", plays=game, policy=given.pop("policy", None) or open_policy(), **given)
    evening.tick()
    return evening


def open_policy() -> Policy:
    return Policy(gm=("gm@table",), open_hands=True)


def playing(evening: Evening, turns: int = 2) -> None:
    """Bots play, the GM resolves, and all of it is shown."""
    for _ in range(turns):
        before = evening.table.session.entry.number
        evening.play()
        evening.tick(resolve=True)
        assert evening.table.session.entry.number > before
    assert evening.tick().writes == 0


# -- frozen columns ----------------------------------------------------------------------------------------------------


def freeze(evening: Evening, most: int) -> int:
    """The owner freezes as many columns of each tab as Google lets them, at *most*; the number of frozen ones."""
    count = 0
    for sheet in evening.record.workbooks[0].tabs.values():
        for columns in range(most, 0, -1):
            properties = {"sheetId": sheet, "gridProperties": {"frozenColumnCount": columns}}
            frozen = {"properties": properties, "fields": "gridProperties.frozenColumnCount"}
            with contextlib.suppress(SheetsRefused):
                evening.change({"updateSheetProperties": frozen})
                count += columns
                break
    return count


@pytest.mark.parametrize("game", SOME)
def test_columns_that_somebody_freezes_stop_no_turn(game: str) -> None:
    evening = evening_of(game)
    assert freeze(evening, 8) > 20
    playing(evening)
    evening.table.workbooks.forget()
    assert freeze(evening, 4) > 10
    playing(evening, 1)


def test_a_redraw_freezes_what_the_template_freezes(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of("gvg")
    freeze(evening, 8)
    monkeypatch.setattr(showing, "is_merged_anew", lambda _writes: False)
    with pytest.raises(SheetsRefused, match="can't merge frozen and non-frozen columns"):
        playing(evening)
    monkeypatch.undo()
    evening.tick()
    assert evening.tick().writes == 0
    mask = "sheets.properties(sheetId,gridProperties(frozenRowCount,frozenColumnCount))"
    document = evening.record.workbooks[0].document
    found = evening.sync.call("get", f"{SHEETS}/{document}", params={"fields": mask})["sheets"]
    board = next(each["properties"] for each in found if each["properties"]["sheetId"] == evening.sheet_id("board"))
    wanted = template_with_score_row(evening.looks.tabs["board"])
    grid = board["gridProperties"]
    frozen = (grid.get("frozenRowCount", 0), grid.get("frozenColumnCount", 0))
    assert frozen == (wanted.frozen_rows, wanted.frozen_columns)


# -- ticks in the language of the spreadsheet --------------------------------------------------------------------------


def test_a_german_tick_is_one_in_a_row_and_on_the_gm_tab() -> None:
    evening = evening_of("gvg", players=2)
    for seat in evening.seats:
        evening.order(seat.id, ready="WAHR")
    before = evening.table.session.entry.number
    evening.tick()
    assert evening.table.session.entry.number > before
    rows = evening.values("gm")
    box = next(at for at, row in enumerate(rows) if row and row[0] == evening.looks.tabs["gm"].word("resolve"))
    evening.type("gm", {f"B{box + 1}": "WAHR"}, "gm@table")
    before = evening.table.session.entry.number
    evening.tick()
    assert evening.table.session.entry.number > before
    assert evening.values("gm")[box][1] is False


# -- cutting and dragging ----------------------------------------------------------------------------------------------


def looks_of(evening: Evening, seat: str) -> list[Any]:
    """The lists of a seat's inputs, and whether everything in them is text."""
    mask = "sheets.data.rowData.values(dataValidation,userEnteredFormat(numberFormat,backgroundColorStyle))"
    document, title = evening.record.workbooks[0].document, evening.looks.tabs["orders"].title
    first, last = (evening.cell("orders", seat, name) for name in (inputs(evening, seat)[0], inputs(evening, seat)[-1]))
    params = {"ranges": f"'{title}'!{first}:{last}", "fields": mask}
    answer = evening.sync.call("get", f"{SHEETS}/{document}", params=params)
    found: list[Any] = answer["sheets"][0]["data"][0]["rowData"][0]["values"]
    return found


def cut(evening: Evening, seat: str, name: str, to: str) -> None:
    """A player cuts a cell of theirs and pastes it into another one of theirs."""
    account = next(each.account for each in evening.seats if each.id == seat)
    assert account
    (row, column), (down, right) = (from_a1(evening.cell("orders", seat, each)) for each in (name, to))
    sheet = evening.sheet_id("orders")
    source = grid_range(sheet, (row, column, row + 1, column + 1))
    target = {"sheetId": sheet, "rowIndex": down, "columnIndex": right}
    moved = {"cutPaste": {"source": source, "destination": target, "pasteType": "PASTE_NORMAL"}}
    batch_update(evening.person(account), evening.record.workbooks[0].document, [moved])


def inputs(evening: Evening, seat: str) -> list[str]:
    """The fields of a seat's row in which it may type, but its Ready box."""
    form = next(each for each in evening.table.session.forms if each.seat == seat)
    return [field.name for field in form.fields]


def test_a_list_that_was_cut_along_is_put_back_at_the_next_look() -> None:
    evening = evening_of("gvg", players=2)
    seat = evening.seats[0].id
    first, second = inputs(evening, seat)[:2]
    before = looks_of(evening, seat)
    evening.order(seat, **{first: "hello"})
    cut(evening, seat, first, second)
    assert looks_of(evening, seat) != before
    evening.tick()
    evening.now += inspection.PROTECTION_CHECKED
    evening.order(seat, **{second: "A1"})
    tick = evening.tick()
    assert tick.restored == ("The spreadsheet: lists or formats of inputs of “Orders” were moved",)
    assert looks_of(evening, seat) == before
    evening.now += inspection.PROTECTION_CHECKED
    evening.order(seat, **{second: "B1"})
    assert evening.tick().restored == ()


def test_a_new_step_draws_the_lists_anew_in_which_somebody_typed() -> None:
    evening = evening_of("gvg", players=2)
    seat = evening.seats[0].id
    first, second = inputs(evening, seat)[:2]
    evening.order(seat, **{first: "hello"})
    evening.tick()
    cut(evening, seat, first, second)
    evening.tick()
    evening.tick(resolve=True)
    address = evening.cell("orders", seat, second)
    area = f"'{evening.looks.tabs['orders'].title}'!{address}"
    params = {"ranges": area, "fields": "sheets.data.rowData.values.dataValidation"}
    document = evening.record.workbooks[0].document
    found = evening.sync.call("get", f"{SHEETS}/{document}", params=params)["sheets"][0]["data"][0]
    form = next(each for each in evening.table.session.forms if each.seat == seat)
    choices = next(each.choices for each in form.fields if each.name == second)
    values = found.get("rowData", [{}])[0].get("values", [{}])[0].get("dataValidation", {}).get("condition", {})
    assert [each["userEnteredValue"] for each in values.get("values", ())] == list(choices)


def cells_of(evening: Evening, place: Place) -> dict[str, Any]:
    """The list or box, the format and the note of each input in the row of *place*."""
    book = evening.book(place.tab, place.layout.key)
    cells = evening.service.documents[book.document].sheets[book.tabs[place.tab]].cells
    names = [
        *(field.name for field in place.form.fields),
        *(["ready"] if place.form.has_ready_box(place.key[2]) else []),
    ]
    found = {name: cells.get(from_a1(address(evening, place, name)), {}) for name in names}
    aspects = ("dataValidation", "userEnteredFormat", "note")
    return {name: [cell.get(aspect) for aspect in aspects] for name, cell in found.items()}


def move(evening: Evening, place: Place, name: str, to: str) -> None:
    """The player of a row cuts a cell of it, or drags it, to another one of the row."""
    book = evening.book(place.tab, place.layout.key)
    (row, column), (down, right) = (from_a1(address(evening, place, each)) for each in (name, to))
    source = grid_range(book.tabs[place.tab], (row, column, row + 1, column + 1))
    target = {"sheetId": book.tabs[place.tab], "rowIndex": down, "columnIndex": right}
    moved = {"cutPaste": {"source": source, "destination": target, "pasteType": "PASTE_NORMAL"}}
    batch_update(evening.person(account(evening, place)), book.document, [moved])


def wide_row(evening: Evening) -> Place:
    """An open row with a Ready box and several other inputs."""
    for _ in range(8):
        for place in places(evening, Close.TOGETHER, Close.AT_ONCE):
            if len(place.form.fields) > 1 and place.form.has_ready_box(place.key[2]):
                return place
        evening.play(1)
    raise AssertionError("no form has such a row")


CUTS = [(game, sealed) for game in SOME for sealed in (False, True)]


@pytest.mark.parametrize(("game", "sealed"), CUTS)
def test_what_a_player_cut_is_put_back_at_the_next_look(game: str, *, sealed: bool) -> None:
    policy = Policy(gm=("gm@table",), layout="sealed") if sealed else open_policy()
    evening = evening_of(game, policy=policy, players=min(player_counts(rules_of(game), rules_of(game).settings())))
    place = wide_row(evening)
    first, second = place.form.fields[0].name, place.form.fields[1].name
    before = cells_of(evening, place)
    for source, target in ((first, second), (second, "ready"), ("ready", first)):
        type_in(evening, place, {source: "no such thing"})
        move(evening, place, source, target)
        assert cells_of(evening, place) != before
        evening.tick()
        evening.now += inspection.PROTECTION_CHECKED
        type_in(evening, place, dict.fromkeys((first, second, "ready")))
        evening.tick()
        assert cells_of(evening, place) == before, (source, target)


@pytest.mark.parametrize("game", SOME)
def test_a_new_step_draws_anew_what_a_player_cut_before_any_look(game: str) -> None:
    for is_seen in (
        True,
        False,
    ):  # of a row that holds again what was drawn there, no poll sees that its cells were cut
        drawn = []
        for disturbed in (False, True):
            evening = evening_of(game, policy=open_policy())
            place = wide_row(evening)
            names = [field.name for field in place.form.fields[:2]]
            as_drawn = {name: place.form.drawn.get(name) for name in names}
            type_in(evening, place, {names[0]: "no such thing"} if is_seen else as_drawn)
            if disturbed:
                before = cells_of(evening, place)
                move(evening, place, *names)
                if not is_seen:
                    type_in(evening, place, as_drawn)
                assert cells_of(evening, place) != before
            evening.tick()
            evening.tick(resolve=True)
            drawn.append(cells_of(evening, place))
        assert drawn[0] == drawn[1]


# -- heights of rows ---------------------------------------------------------------------------------------------------


def row_requests(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a rebuild asks about rows."""
    sent: list[Any] = []

    def note(api: Api, document: str, requests: list[Any]) -> Any:
        sent.extend(requests)
        return batch_update(api, document, requests)

    monkeypatch.setattr(building, "batch_update", note)
    evening.tick(rebuild=True)
    changes = [each["updateDimensionProperties"] for each in sent if "updateDimensionProperties" in each]
    ranges = [each["range"] for each in changes if "pixelSize" in each["fields"]]
    fitted = [each["autoResizeDimensions"]["dimensions"] for each in sent if "autoResizeDimensions" in each]
    return [*(each for each in ranges if each.get("dimension") == "ROWS"), *fitted]


@pytest.mark.parametrize("game", SOME)
def test_a_rebuild_fixes_only_the_heights_that_the_template_has(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(game)
    keys = {sheet: key for key, sheet in evening.record.workbooks[0].tabs.items()}
    spans: dict[str, list[tuple[int, int]]] = {}
    for each in row_requests(evening, monkeypatch):
        spans.setdefault(keys[each["sheetId"]], []).append((each["startIndex"], each["endIndex"]))
    for key, own in spans.items():
        template = evening.table.session.template.tabs[key]
        fixed = own if template.height else [span for span in own if span[1] <= len(template.row_heights)]
        assert len(own) - len(fixed) == (not template.height), key
    assert spans.keys() == set(keys.values())


# -- all of them at once -----------------------------------------------------------------------------------------------

MANNERS = (
    "aliases",
    "cut",
    "domain-policy",
    "drive-parameters",
    "editors-only",
    "german",
    "inherited",
    "late-edit",
    "no-account",
    "no-storage",
    "omits-false",
    "reordered",
    "shared-drive",
    "sheets-made",
    "shuffled",
)


def strange_service(accounts: Sequence[str]) -> Service:
    service = Service(Storage(None))
    for each in accounts:
        service.add_account(each)
    numbers = {"share-limit": 100.0, "slow-large": 0.1, "busy": 40.0}
    service.strangeness = Strangeness({**dict.fromkeys(MANNERS, 0.0), **numbers}, 7)
    return service


def test_what_a_player_typed_without_a_network_is_answered_when_it_arrives_and_counts_for_no_other_turn() -> None:
    """The phone sends the text that its Ready box had: the one of the turn that was open then."""
    evening = evening_of("gvg", players=2)
    first, second = (seat.id for seat in evening.seats)
    clock = datetime(2026, 1, 1, tzinfo=UTC)
    evening.service.clock = lambda: clock
    evening.service.strangeness = Strangeness({"late-edit": 60.0})
    opened = next(form.since for form in evening.table.session.forms)
    evening.order(first, as_account=evening.seats[0].account, action="HOLD", ready=f"✓ #{opened}")
    evening.tick(resolve=True)
    number = evening.table.session.entry.number
    assert evening.row("orders", first)["action"] != "HOLD"
    clock += timedelta(seconds=61)
    evening.order(second, ready=True)
    evening.tick()
    assert evening.table.session.entry.number == number
    row = evening.row("orders", first)
    assert row["action"] == "HOLD"
    assert not row["ready"]
    assert row["receipt"] == "⚠ You ticked Ready for an earlier turn. Look at this row, and tick Ready again."


def test_a_player_who_cuts_instead_of_typing_gets_the_list_and_the_format_back() -> None:
    evening = evening_of("gvg", players=2)
    seat, account = evening.seats[0].id, evening.seats[0].account
    before = looks_of(evening, seat)
    evening.service.strangeness = Strangeness({"cut": 0.0})
    evening.order(seat, as_account=account, action="HOLD")
    assert looks_of(evening, seat) != before
    evening.tick()
    assert evening.receipt(seat).startswith("✓")
    evening.tick(resolve=True)
    assert [each.keys() for each in looks_of(evening, seat)] == [each.keys() for each in before]


def test_calls_that_are_one_too_many_leave_nobody_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(RetryingClient, "sleep", staticmethod(waited.append))
    evening = evening_of("gvg", players=2)
    evening.service.strangeness = Strangeness({"busy": 3.0})
    playing(evening, 2)
    assert waited
    assert evening.store.record(evening.name).failures == 0


def last_state(evening: Evening) -> Any:
    return evening.store.last(evening.name).state


@pytest.mark.parametrize("layout", ["shared", "sealed"])
@pytest.mark.parametrize("game", SOME)
def test_an_evening_among_all_of_them_is_the_same_as_any_other(
    game: str, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RetryingClient, "sleep", staticmethod(lambda _seconds: None))
    policy = Policy(gm=("gm@table",), layout=layout, open_hands=layout == "shared", allow_others=layout == "sealed")
    plain = evening_of(game, policy=policy)
    accounts = [seat.account for seat in plain.seats if seat.account]
    strange = evening_of(game, policy=policy, service=strange_service(["gm@table", *accounts]))
    for evening in (plain, strange):
        playing(evening, 1)
        freeze(evening, 8)
        evening.now += inspection.PROTECTION_CHECKED
        playing(evening, 1)
        assert evening.store.record(evening.name).failures == 0
    assert last_state(strange) == last_state(plain)
    record = strange.store.record(strange.name)
    assert all(not guest.refused for book in record.workbooks for guest in book.guests)
    named = [row[1] for row in strange.values("gm") if row and row[0] == "Also open to"]
    private = [book.key for book in record.workbooks if book.key not in PUBLIC_WORKBOOKS]
    line = f"{STRANGE_MEMBER} can edit it too: it is inherited: remove it in the folder or the shared drive"
    assert named == [f"{key}: {line}" for key in private]
    assert all("put back" not in line for line in strange.log())
