"""What is sent in one batch: never more than 1 MB, the marker last, and nothing that is there already."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from gspread.http_client import HTTPClient

from sheets_gm.adapters.google.calls import api
from sheets_gm.adapters.google.calls.api import LARGEST, Body
from sheets_gm.adapters.google.calls.cell_requests import Formats
from sheets_gm.adapters.google.workbooks import building, cells
from sheets_gm.adapters.google.workbooks.tabs.blocks import block_requests
from sheets_gm.adapters.google.workbooks.tabs.merged_areas import merging
from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import bot_dice, largest, player_counts
from sheets_gm.games.war_game.data.words import SIDES
from sheets_gm.gm.between.pauses import Pause
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.ports.sheets import SheetsDown, TabPlan, TabRange, WorkbookPlan
from sheets_gm.gm.workbooks import drawing
from sheets_gm.gm.workbooks.marker import marker
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Outcome
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Area, Cell, Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.template import Style, TabTemplate
from sheets_gm.sheet.writes import STYLE, VALUE, Put
from tests.colours import rounded
from tests.few import by_day
from tests.games.war_game import crowded
from tests.games.war_game.table import position
from tests.gm.table import Evening, sheets_on

ARMIES = 60


class Sent(list[tuple[str, bytes]]):
    """Each call that had a body: its address and the body."""

    def batches(self) -> list[Body]:
        return [json.loads(body) for address, body in self if address.endswith(":batchUpdate")]

    def sizes(self) -> list[int]:
        return [len(body) for _, body in self]

    def count(self, kind: str) -> int:  # type: ignore[override]
        return sum(kind in request for batch in self.batches() for request in batch["requests"])


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sent]:
    """What goes over the wire."""
    found = Sent()
    plain = HTTPClient.request

    def request(self: Any, method: str, endpoint: str, params: Any = None, data: Any = None, *others: Any) -> Any:
        assert others[0] is None, "JSON that nobody has measured"
        if data:
            found.append((endpoint, bytes(data)))
        return plain(self, method, endpoint, params, data, *others)

    monkeypatch.setattr(HTTPClient, "request", request)
    yield found
    assert max(found.sizes(), default=0) <= LARGEST


def stop_after(batches: int) -> Callable[..., Body]:
    """What applies so many batches, and then is stopped."""
    left = [None] * batches

    def apply(*call: Any) -> Body:
        if not left:
            raise SheetsDown("killed")
        left.pop()
        return api.batch_update(*call)

    return apply


def policies(name: str) -> Iterator[Policy]:
    people = ("gm@table",)
    yield Policy(gm=people, layout="sealed")
    yield Policy(gm=people, open_hands=game(name).secrecy is not Secrecy.OPEN)


def large(name: str, policy: Policy) -> Evening:
    """A match of as many players as can play it without other settings."""
    rules = game(name)
    return Evening(on="google", plays=name, players=max(player_counts(rules, rules.settings())), policy=policy)


def largest_of(name: str, policy: Policy) -> Evening:
    """A match of as many players as can play it under any settings; the War Game with 60 armies on its planes."""
    rules = game(name)
    settings, players = largest(rules)
    if name == "war_game":
        rules = replace(rules, start=sixty_armies)
    return Evening(settings.model_dump(), on="google", rules=rules, plays=name, players=players, policy=policy)


def sixty_armies(settings: Any, seats: Sequence[Seat], _dice: Dice) -> Outcome[Any]:
    members = {side: tuple(seat.id for seat in seats if seat.team == side) for side in SIDES}
    crowd = crowded.crowd(bot_dice("sixty"), crowded.world(0), ARMIES)
    free = [place for place in crowd.world.terrain if place not in {each.place for each in crowd.armies}]
    # where two fight, the second stands elsewhere: a match begins without battles
    fighting = {battle.second[0]: place for battle, place in zip(crowd.battles, free, strict=False)}
    armies = [each.but(place=fighting.get(each.name, each.place)) for each in crowd.armies if not each.hired]
    match = position({each.name: each for each in armies}, settings, members=members)
    return Outcome(match, ())


EVERY = [pytest.param(name, each, id=f"{name}-{each.layout}") for name in sorted(games()) for each in policies(name)]
LARGEST_GAME = next(each for each in EVERY if each.id == "war_game-sealed")


@pytest.mark.parametrize(("name", "policy"), by_day(LARGEST_GAME, of=EVERY))
def test_no_batch_of_the_largest_match_is_over_1_mb(name: str, policy: Policy, sent: Sent) -> None:
    evening = largest_of(name, policy)
    assert name != "war_game" or len(evening.table.session.state.armies) == ARMIES
    evening.play(1)
    evening.tick(resolve=True)
    evening.tick(rebuild=True)
    with pytest.MonkeyPatch.context() as killed:
        killed.setattr(cells, "batch_update", stop_after(0))
        with pytest.raises(SheetsDown):
            evening.tick(resolve=True)
    evening.table = evening.poller("the next process")
    evening.tick()  # which draws everything anew
    assert max(sent.sizes()) <= LARGEST


# -- a game as large as a game can be ----------------------------------------------------------------------------------

HUGE = TabTemplate(title="Planes")
LOUD = {name: Style(fill=f"#{number:02x}8080", border="#102030", bold=True) for number, name in enumerate("abcdefgh")}


def planes(move: int) -> Grid:
    """Three planes of 30 × 30 squares with a note on each, above the orders of 60 armies."""
    squares = [
        tuple(
            Cell(f"{move}{row}{column}", "abcdefgh"[(row * column + move) % 8], f"square {row} {column}: " + "x" * 300)
            for column in range(30)
        )
        for row in range(90)
    ]
    orders = [(Cell(f"army {at}", "a"), *(Cell(None, "b", typed=True),) * 10) for at in range(60)]
    return Grid((*squares, *orders), tuple(Area(row, 0, row + 1, 2) for row in range(move, 90)))


def test_a_game_of_60_armies_on_three_planes_is_built_and_drawn_in_batches_of_1_mb(sent: Sent) -> None:
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    first, second = planes(0), planes(1)
    tab = TabPlan("planes", HUGE, 160, 40)
    book = sheets.make("table", "Large", WorkbookPlan([tab], LOUD, plan("planes", Grid(), [], first)))
    assert_shows(sheets, book, first)
    for shown, wanted in ((first, second), (None, first)):
        actual = sheets.read(book, [TabRange("planes")])["planes"]
        sheets.write(book, plan("planes", shown, actual, wanted), LOUD)
        assert_shows(sheets, book, wanted)
    assert len(sent.batches()) > 3  # it is as large as that
    assert max(sent.sizes()) <= LARGEST


def assert_shows(sheets: Any, book: Any, wanted: Grid) -> None:
    """The tab holds the values, notes, formats and merged areas of *wanted*."""
    mask = "sheets(properties.sheetId,merges,data(rowData(values(note,userEnteredValue,userEnteredFormat))))"
    answer = sheets.call("get", f"{api.SHEETS}/{book.document}", params={"fields": mask, "includeGridData": True})
    sheet = next(each for each in answer["sheets"] if each["properties"]["sheetId"] == book.tabs["planes"])
    hidden = {(area.top, area.left + 1) for area in wanted.merges}
    formats = Formats(LOUD)
    rows = [row.get("values", []) for row in sheet["data"][0]["rowData"]]
    for row, line in enumerate(wanted.rows):
        for column, cell in enumerate(line):
            found = rows[row][column] if column < len(rows[row]) else {}
            if (row, column) not in hidden:
                assert found.get("userEnteredValue", {}).get("stringValue") == cell.value
            assert found.get("note") == cell.note
            assert rounded(found.get("userEnteredFormat", {})) == rounded(formats[cell.style]), (row, column)
    assert len(sheet.get("merges", ())) == len(wanted.merges)


# -- parts -------------------------------------------------------------------------------------------------------------


def test_of_a_match_that_is_written_in_parts_the_marker_comes_last(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "LARGEST", 2_500)
    evening = Evening(on="google")
    evening.tick()
    sent.clear()
    evening.tick(resolve=True)
    batches = sent.batches()
    assert len(batches) > 2
    shown = marker(evening.table.session.entry)
    marked = [number for number, batch in enumerate(batches) if shown in str(batch)]
    assert marked == [len(batches) - 1]


@pytest.mark.parametrize("stopped_after", [1, 2, 3])
def test_a_crash_between_two_parts_loses_nothing_and_plays_nothing_twice(
    stopped_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "LARGEST", 2_500)
    evening, undisturbed = Evening(on="google"), Evening(on="google")
    for each in (evening, undisturbed):
        each.tick()
        each.order("blue1", as_account="ana@table", move_to="A1")
        each.tick()
    with monkeypatch.context() as patched:
        patched.setattr(cells, "batch_update", stop_after(stopped_after))
        with pytest.raises(SheetsDown):
            evening.tick(resolve=True)
    evening.table = evening.poller("the next process")
    number = evening.table.session.entry.number
    assert evening.tick().steps == ()
    undisturbed.tick(resolve=True)
    undisturbed.tick()
    assert evening.table.session.entry.number == number == undisturbed.table.session.entry.number
    assert everything(evening) == everything(undisturbed)


def test_a_workbook_that_is_built_in_parts_has_what_it_has_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Evening(on="google")
    monkeypatch.setattr(api, "LARGEST", 30_000)
    assert everything(Evening(on="google")) == everything(whole)


def test_of_a_build_that_fails_between_two_parts_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "LARGEST", 30_000)
    monkeypatch.setattr(building, "batch_update", stop_after(2))
    service = Service(Storage(None))
    with pytest.raises(SheetsDown, match=r"^killed$"):
        Evening(on="google", service=service)
    assert not service.documents


def everything(evening: Evening) -> Any:
    """All that the spreadsheets of a match show, formats and merged areas too."""
    cell = "note,userEnteredValue,userEnteredFormat,dataValidation"
    mask = f"sheets(properties(sheetId,title),merges,data(rowData(values({cell}))))"
    found = []
    for book in evening.record.workbooks:
        params = {"fields": mask, "includeGridData": True}
        for sheet in evening.sync.call("get", f"{api.SHEETS}/{book.document}", params=params)["sheets"]:
            rows = [[each or {} for each in row.get("values", ())] for row in sheet["data"][0].get("rowData", ())]
            for row in rows:
                while row and not any(row[-1].values()):
                    row.pop()
            merges = sorted(map(str, sheet.get("merges", ())))
            found.append((sheet["properties"]["title"], merges, [row for row in rows if row]))
    return found


# -- nothing that is there already -------------------------------------------------------------------------------------


def test_the_first_turn_does_not_repeat_what_the_building_wrote(sent: Sent) -> None:
    evening = large("champions", Policy(gm=("gm@table",), open_hands=True))
    built = sum(sent.sizes())
    sent.clear()
    evening.tick(resolve=True)
    assert sum(sent.sizes()) < built / 10


def test_a_process_that_begins_with_a_turn_writes_what_one_that_goes_on_writes(sent: Sent) -> None:
    going_on, beginning = Evening(on="google"), Evening(on="google")
    for evening in (going_on, beginning):
        evening.tick()
        evening.order("blue1", as_account="ana@table", move_to="A1")
        evening.tick()
    sizes = []
    beginning.table = beginning.poller("new")
    for evening in (going_on, beginning):
        sent.clear()
        evening.tick(resolve=True)
        sizes.append(len(sent.batches()[-1]["requests"]))
    assert sizes[0] == sizes[1]
    assert everything(going_on) == everything(beginning)


def test_only_merged_areas_that_changed_are_split_or_merged() -> None:
    kept, gone, new = Area(0, 0, 1, 3), Area(2, 0, 4, 2), Area(5, 0, 6, 3)
    assert list(merging(7, (kept, new), (kept, gone))) == [
        {"unmergeCells": {"range": over(gone)}},
        {"mergeCells": {"range": over(new), "mergeType": "MERGE_ALL"}},
    ]
    assert list(merging(7, (kept,), (kept,))) == []
    assert next(iter(merging(7, (), None))) == {"unmergeCells": {"range": {"sheetId": 7}}}


def test_rows_that_are_merged_alike_below_one_another_are_merged_in_one_request() -> None:
    rows = [Area(row, 1, row + 1, 4) for row in range(2, 9)]
    assert list(merging(7, rows, ())) == [{"mergeCells": {"range": over(Area(2, 1, 9, 4)), "mergeType": "MERGE_ROWS"}}]


def over(area: Area) -> Body:
    return api_range(7, area)


def api_range(sheet: int, area: Area) -> Body:
    names = ("startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex")
    return {"sheetId": sheet, **dict(zip(names, area, strict=True))}


def test_merged_areas_that_somebody_changed_are_put_right_when_they_change_again() -> None:
    """The service refuses a batch that splits a part of a merged area: then the whole workbook is drawn anew."""
    evening = large("champions", Policy(gm=("gm@table",), open_hands=True))
    evening.tick()
    sheet = evening.sheet_id("map")
    evening.change({"unmergeCells": {"range": {"sheetId": sheet}}}, merge(sheet, Area(4, 0, 20, 9)))
    shown = evening.table.workbooks.looks.shown["table"]
    shown["map"] = shown["map"]._replace(merges=(*shown["map"].merges, Area(1, 1, 4, 3)))
    evening.tick(actions=[Pause()])
    found = [each[:2] for each in everything(evening)]
    evening.tick(rebuild=True)
    assert found == [each[:2] for each in everything(evening)]


def merge(sheet: int, area: Area) -> Body:
    return {"mergeCells": {"range": api_range(sheet, area), "mergeType": "MERGE_ALL"}}


# -- blocks ------------------------------------------------------------------------------------------------------------


def test_rows_below_one_another_are_one_request_and_a_shared_style_is_written_once() -> None:
    puts = [Put("tab", row, 2, (Cell(row, "a"), Cell("x", "a")), VALUE | STYLE) for row in range(5)]
    requests = list(block_requests(7, puts, Formats(LOUD)))
    assert [next(iter(each)) for each in requests] == ["updateCells", "repeatCell"]
    assert requests[0]["updateCells"]["fields"] == "userEnteredValue"
    assert len(requests[0]["updateCells"]["rows"]) == 5
    assert requests[1]["repeatCell"]["range"] == over(Area(0, 2, 5, 4))


def test_a_gap_between_rows_ends_a_block() -> None:
    puts = [Put("tab", row, 0, (Cell(row),), VALUE) for row in (0, 1, 3)]
    assert [len(each["updateCells"]["rows"]) for each in block_requests(7, puts, Formats({}))] == [2, 1]


@pytest.mark.parametrize("seed", range(20))
def test_blocks_write_exactly_what_the_puts_say(seed: int) -> None:
    grids = [patchwork(seed + number) for number in (0, 7)]
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    tab = TabPlan("planes", HUGE, 40, 40)
    book = sheets.make("table", "T", WorkbookPlan([tab], LOUD, plan("planes", Grid(), [], grids[0])))
    assert_shows(sheets, book, grids[0])
    sheets.write(book, plan("planes", grids[0], None, grids[1]), LOUD)
    assert_shows(sheets, book, grids[1])


def patchwork(seed: int) -> Grid:
    """A grid whose cells differ in a way that depends on *seed*."""

    def cell(row: int, column: int) -> Cell:
        number = (row * 31 + column * 17 + seed * 13) % 23
        if number < 4:
            return EMPTY
        style = "" if number < 7 else "abc"[(row // 3 + column // 4 + seed) % 3]
        return Cell(
            str(number) if number % 2 else None, style, "n" if number == 9 else None, CHECKBOX if number == 11 else None
        )

    return Grid(tuple(tuple(cell(row, column) for column in range(9 + (row + seed) % 3)) for row in range(14)))


@pytest.mark.parametrize(
    ("name", "layout", "most", "calls"),
    [("champions", "shared", 300_000, 1), ("champions", "sealed", 33_000, 18), ("wesnoth", "shared", 145_000, 1)],
)
def test_a_step_writes_as_much_as_the_docs_say(name: str, layout: str, most: int, calls: int, sent: Sent) -> None:
    evening = largest_of(
        name, Policy(gm=("gm@table",), layout=layout, open_hands=layout == "shared" and name != "wesnoth")
    )
    evening.tick(resolve=True)
    for _ in range(3):
        sent.clear()
        evening.tick(resolve=True)
        batches = [body for address, body in sent if address.endswith(":batchUpdate")]
        assert len(batches) <= calls
        assert max(map(len, batches)) <= most, max(map(len, batches))


def test_of_views_one_below_another_those_keep_their_places_above_which_one_gets_longer() -> None:
    def view(rows: int) -> Grid:
        return Grid(((Cell(f"{rows}"),),) * rows, (Area(0, 0, 1, 2),))

    short, long = (drawing._stack([view(first), view(5), view(7)]) for first in (3, drawing.ROOM - 1))
    assert short.rows[drawing.ROOM :] == long.rows[drawing.ROOM :]
    assert short.merges == long.merges
    assert drawing._stack([view(3)]) == view(3)
    assert drawing._stack([view(drawing.ROOM), view(1)]).rows[drawing.ROOM] == ()
