"""The tabs that look back at a match that is over: its story and its statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import tab_id
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.story.audience import PUBLIC, audience_named
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import last_turn
from sheets_gm.gm.workbooks.layout import FINAL, MATCH, STATISTICS
from sheets_gm.sheet.grid import Grid
from tests.gm.table import Evening

SHORT = {"team_size": 2, "max_turns": 4}
GM = ("gm@table",)


def past_of(evening: Evening) -> Past:
    record = evening.store.record(evening.name)
    return Past(evening.game, record, lambda: evening.store.entries(evening.name), evening.looks)


def texts(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The values of a tab without what is empty at its ends."""
    found = [list(row) for row in rows]
    for row in found:
        while row and row[-1] in ("", None):
            row.pop()
    while found and not found[-1]:
        found.pop()
    return found


def values(grid: Grid) -> list[list[Any]]:
    return texts([["" if cell.value is None else cell.value for cell in row] for row in grid.rows])


def sheets(evening: Evening) -> list[Mapping[str, Any]]:
    """The tabs in their order, with their charts."""
    document = evening.store.record(evening.name).workbooks[0].document
    mask = {"fields": "sheets(properties(title,sheetId),charts,protectedRanges(range))"}
    found: list[Mapping[str, Any]] = evening.sync.call("get", f"{SHEETS}/{document}", params=mask)["sheets"]
    return found


def reread(evening: Evening) -> None:
    evening.record = evening.store.record(evening.name)


def holds_board(rows: Sequence[Sequence[Any]], board: Grid) -> bool:
    """Whether the rows of *board* stand together in those of a tab."""
    wanted, found = values(board), [texts([row])[0] if texts([row]) else [] for row in rows]
    return any(found[at : at + len(wanted)] == wanted for at in range(len(found)))


@pytest.fixture(scope="module")
def over() -> Evening:
    """A short match that is over."""
    evening = Evening(on="google", settings=SHORT)
    evening.play(4)
    reread(evening)
    assert evening.record.status is Status.OVER
    return evening


def test_a_match_that_is_over_tells_who_won_and_when_it_turned_before_all_other_tabs(over: Evening) -> None:
    assert [each["properties"]["title"] for each in sheets(over)][:2] == ["Match", "Statistics"]
    past = past_of(over)
    story = build_story(past, PUBLIC)
    rows = texts(over.values(MATCH))
    told = " ".join(str(cell) for row in rows for cell in row)
    assert ["Result", "", story.result] in rows
    assert story.points
    for point in story.points:
        assert f"{point.label} (#{point.entry})" in told
        assert point.text.split()[0] in told
    for seat in past.record.people:
        assert seat.player in told
    (board,) = boards_after(past, PUBLIC, last_turn(past, PUBLIC))
    assert holds_board(rows, board.grid)


def test_charts_are_there_after_the_spreadsheet_was_built_again() -> None:
    evening = Evening(on="google", settings=SHORT)
    evening.play(4)
    before = {each["properties"]["title"]: each.get("charts") for each in sheets(evening)}
    assert before["Statistics"]
    assert before["Board"]
    evening.tick(rebuild=True)
    assert {each["properties"]["title"]: each.get("charts") for each in sheets(evening)} == before


def test_the_statistics_have_a_table_and_charts_of_its_cells(over: Evening) -> None:
    story = build_story(past_of(over), PUBLIC)
    rows = texts(over.values(STATISTICS))
    charts = next(each for each in sheets(over) if each["properties"]["title"] == "Statistics")["charts"]
    for player in story.players:
        (row,) = (row for row in rows if row[:1] == [player.who])
        assert row[2 : 2 + len(story.statistics)] == [player.values.get(name, 0) for name in story.statistics]
    lead = next(at for at, row in enumerate(rows) if row[:1] == ["Turn"])
    assert [row[0] for row in rows[lead + 1 :]] == [turn.label for turn in story.turns]
    assert [row[1:] for row in rows[lead + 1 :]] == [
        [round(100 * each) for each in turn.share.values()] for turn in story.turns
    ]
    kinds = {each["spec"]["basicChart"]["chartType"]: each["spec"]["basicChart"] for each in charts}
    assert set(kinds) <= {"LINE", "COLUMN"}
    (area,) = kinds["LINE"]["series"][0]["series"]["sourceRange"]["sources"]
    best = max(story.sides, key=lambda side: max(turn.share.get(side, 0) for turn in story.turns))
    assert (area["startRowIndex"], area["startColumnIndex"]) == (lead, 1 + [*story.sides].index(best))
    (table,) = kinds["COLUMN"]["domains"][0]["domain"]["sourceRange"]["sources"]
    assert (table["startRowIndex"], table["endRowIndex"]) == (2, 3 + len(story.players))


def test_only_the_sync_may_type_on_them_and_a_look_writes_nothing(over: Evening) -> None:
    guarded = {each["properties"]["title"]: each.get("protectedRanges", []) for each in sheets(over)}
    assert [len(guarded[title]) for title in ("Match", "Statistics")] == [1, 1]
    over.tick()
    assert over.tick().writes == 0
    other = over.poller("other")
    assert other.tick().writes == 0


def test_a_match_that_goes_on_loses_them_and_gets_them_again_at_its_end() -> None:
    evening = Evening(on="google", settings=SHORT)
    evening.do("concede", "red")
    reread(evening)
    assert set(FINAL) <= set(evening.record.workbooks[0].tabs)
    assert build_story(past_of(evening), PUBLIC).result in [cell for row in evening.values(MATCH) for cell in row]
    evening.do("rewind", "#0", row=2)
    reread(evening)
    assert evening.record.status is Status.LIVE
    assert not {"Match", "Statistics"} & {each["properties"]["title"] for each in sheets(evening)}
    assert not set(FINAL) & set(evening.record.workbooks[0].tabs)
    evening.play(4)
    reread(evening)
    assert set(FINAL) <= set(evening.record.workbooks[0].tabs)


@pytest.mark.parametrize("call", ["remake", "write"])
def test_an_outage_at_the_end_of_a_match_leaves_nothing_out(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(on="google", settings=SHORT)
    evening.play(3)

    def away(*_args: object, **_options: object) -> None:
        raise SheetsDown("The spreadsheets are away.")

    monkeypatch.setattr(evening.sync, call, away)
    with pytest.raises(SheetsDown):
        evening.play(1)
    monkeypatch.undo()
    assert evening.store.record(evening.name).status is Status.OVER
    evening.table = evening.poller("after")
    evening.tick()
    reread(evening)
    assert texts(evening.values(MATCH))[2][2] == build_story(past_of(evening), PUBLIC).result
    assert evening.tick().writes == 0


def test_in_a_sealed_match_they_are_in_the_public_spreadsheet_and_show_what_everybody_may_see() -> None:
    evening = Evening(on="google", plays="win_or_die", policy=Policy(layout="sealed", gm=GM))
    evening.play(3)
    sides = {seat.team for seat in evening.seats}
    evening.do("concede", min(sides))
    reread(evening)
    public, *others = evening.record.workbooks
    assert {*FINAL} <= set(public.tabs)
    assert not any({*FINAL} & set(book.tabs) for book in others)
    past = past_of(evening)
    for shown in boards_after(past, PUBLIC, last_turn(past, PUBLIC)):
        assert holds_board(evening.values(MATCH), shown.grid)
    assert not any(holds_board(evening.values(MATCH), evening_board(evening, seat.id)) for seat in evening.seats)


def evening_board(evening: Evening, seat: str) -> Grid:
    """The board as *seat* alone sees it."""
    past = past_of(evening)
    audience = audience_named(past.record, seat)
    return boards_after(past, audience, last_turn(past, audience))[0].grid


def test_a_match_of_a_version_that_had_a_tab_replay_loses_it_and_goes_on() -> None:
    evening = Evening(on="google", settings=SHORT)
    reread(evening)
    book = evening.record.workbooks[0]
    sheet = tab_id("replay")
    evening.change({"addSheet": {"properties": {"title": "Replay", "sheetId": sheet}}})
    evening.store.save(evening.record.but(workbooks=(book.but(tabs={**book.tabs, "replay": sheet}, template="old"),)))
    evening.table = evening.poller("later")
    evening.play(1)
    assert "Replay" not in {each["properties"]["title"] for each in sheets(evening)}
    assert "replay" not in evening.store.record(evening.name).workbooks[0].tabs
    assert evening.tick().writes == 0


def test_rows_of_text_on_the_match_tab_are_as_low_as_text_whatever_the_board_has() -> None:
    evening = Evening(on="google", plays="win_or_die", policy=Policy(gm=GM, open_hands=True))
    evening.tick()
    evening.do("concede", "red")
    evening.tick()
    reread(evening)
    book = evening.record.workbooks[0]
    sheet = evening.service.documents[book.document].sheets[book.tabs[MATCH]]
    last = next(at for at, line in enumerate(evening.values(MATCH)) if line and line[0] == "The last board")
    held = sheet.meta["_dimensions"]["rowMetadata"]
    heights = [held.get(str(at), {}).get("pixelSize", 21) for at in range(1, last + 12)]
    assert set(heights[:last]) == {21}
    assert max(heights[last:]) == evening.looks.tabs["board"].height
