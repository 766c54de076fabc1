"""Each person has a filter view of the lists that several people share, and nobody else sees anything of it."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.tabs import filter_views as requests
from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.filter_views import MOST, _of_form, _of_log
from sheets_gm.gm.workbooks.layout import LOG
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.filter_views import FilterView
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.tabs import FormTab
from tests.gm.table import Evening
from tests.gm.test_heads_of_boards import open_evening


def views_of(evening: Evening, key: str, book: str = "") -> list[Any]:
    """The filter views of a tab as the service has them."""
    workbook = next(each for each in evening.record.workbooks if key in each.tabs and each.key.startswith(book))
    params = {"fields": "sheets(properties.sheetId,filterViews)"}
    answer = evening.sync.call("get", f"{SHEETS}/{workbook.document}", params=params)
    found = {each["properties"]["sheetId"]: each.get("filterViews", []) for each in answer["sheets"]}
    return list(found[workbook.tabs[key]])


def titles(evening: Evening, key: str) -> list[str]:
    return [each["title"] for each in views_of(evening, key)]


def hidden_by(view: Any) -> set[str]:
    """The texts that a view hides."""
    return {text for spec in view["filterSpecs"] for text in spec["filterCriteria"].get("hiddenValues", ())}


@pytest.mark.parametrize("name", sorted(games()))
def test_everybody_finds_her_rows_of_every_shared_form_and_no_row_of_another_seat(name: str) -> None:
    evening = open_evening(name)
    session = evening.table.session
    people = {seat.player for seat in session.seats.values() if not seat.neutral}
    found = False
    for tab in session.tabs:
        if not isinstance(tab, FormTab) or tab.key not in evening.record.workbooks[0].tabs:
            continue
        column = session.template.tabs[tab.key].places["player"]
        rows = evening.values(tab.key)[HEADING_ROW + 1 :]
        shown = [str(row[column]) for row in rows if len(row) > column and row[column]]
        views = views_of(evening, tab.key)
        assert {view["title"] for view in views} == people
        for view in views:
            assert view["range"]["startRowIndex"] == HEADING_ROW
            assert [spec["columnIndex"] for spec in view["filterSpecs"]] == [column]
            left = [text for text in shown if text not in hidden_by(view)]
            assert [text for text in left if text in people] == [text for text in shown if text == view["title"]]
            assert [text for text in shown if view["title"] in text.replace(",", "").split()] == [
                text for text in left if view["title"] in text.replace(",", "").split()
            ]
            found = found or 0 < len(left) < len(shown)
    assert found


def test_in_the_log_a_view_shows_the_lines_that_name_its_person() -> None:
    evening = open_evening("gvg")
    specs = {view["title"]: view["filterSpecs"][0] for view in views_of(evening, LOG)}
    columns = [column.field for column in evening.table.session.template.tabs[LOG].columns]
    assert {spec["columnIndex"] for spec in specs.values()} == {columns.index("what")}
    conditions = {title: spec["filterCriteria"]["condition"] for title, spec in specs.items()}
    assert conditions["Ben"] == {"type": "TEXT_CONTAINS", "values": [{"userEnteredValue": "Ben"}]}
    exactly = '=ISNUMBER(FIND("Ana";$B4))'  # Hana plays, too
    assert conditions["Ana"] == {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": exactly}]}


def test_no_turn_writes_them_again_and_the_log_of_a_longer_match_is_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.tick()
    before = {key: views_of(evening, key) for key in ("orders", LOG)}

    def refuse(*_: object) -> None:
        raise AssertionError("filter views were written again")

    monkeypatch.setattr(requests, "changes", refuse)
    rows = len(evening.values(LOG))
    while before[LOG][0]["range"]["endRowIndex"] >= rows:
        evening.play(1)
        rows = len(evening.values(LOG))
    assert views_of(evening, "orders") == before["orders"]
    assert all(view["range"]["endRowIndex"] >= rows for view in views_of(evening, LOG))


@pytest.mark.parametrize(("layout", "built"), [("shared", {"table"}), ("sealed", {"public"})])
def test_a_substitute_gets_the_view_of_the_seat_at_once(
    layout: str, built: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(policy=Policy(layout=layout, gm=("gm@table",)))
    evening.tick()
    before = {view["title"]: view["filterViewId"] for view in views_of(evening, "orders")}
    again, remake = set[str](), GoogleSheets.remake

    def noted(sheets: GoogleSheets, workbook: Workbook, *given: Any, **options: Any) -> Workbook:
        again.add(workbook.key)
        return remake(sheets, workbook, *given, **options)

    monkeypatch.setattr(GoogleSheets, "remake", noted)
    evening.do("substitute", "blue2", "Zoe <zoe@table>")
    assert again == built
    after = {view["title"]: view["filterViewId"] for view in views_of(evening, "orders")}
    assert after == {**{title: id for title, id in before.items() if title != "Ben"}, "Zoe": before["Ben"]}
    assert all("Zoe" in hidden_by(view) for view in views_of(evening, "orders") if view["title"] != "Zoe")
    assert not any("Ben" in hidden_by(view) for view in views_of(evening, "orders"))
    assert "Ben" not in titles(evening, LOG)
    assert evening.tick().writes == 0


def test_a_view_that_somebody_made_stays_and_one_that_was_deleted_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.tick()
    sheet = evening.sheet_id("orders")
    evening.change({"addFilterView": {"filter": {"title": "Mine", "range": {"sheetId": sheet, "startRowIndex": 2}}}})
    gone = next(view["filterViewId"] for view in views_of(evening, "orders") if view["title"] == "Cleo")
    evening.change({"deleteFilterView": {"filterId": gone}})
    assert evening.tick().writes == 0
    monkeypatch.setattr(build, "BUILT", "as of now")
    evening.table = evening.poller()
    evening.tick()
    assert {"Mine", "Ana", "Cleo"} <= {*titles(evening, "orders")}


# -- which there are ---------------------------------------------------------------------------------------------------


def seats(*people: str) -> list[Seat]:
    """Seats of two teams, each with the player *people* name after the team: "blue Ana"."""
    named = [each.split(maxsplit=1) for each in people]
    return [Seat(id=f"s{at}", team=team, player=player) for at, (team, player) in enumerate(named)]


def test_a_person_with_two_seats_has_one_view() -> None:
    views = _of_form(seats("blue Ana", "red Ben", "blue Ana", "red Cleo"), 2)
    assert views == (
        FilterView("s0", "Ana", 2, ("Ben", "Cleo", "Ben and Cleo", "Game master")),
        FilterView("s1", "Ben", 2, ("Ana", "Cleo", "Ana and Ana", "Game master")),
        FilterView("s2"),
        FilterView("s3", "Cleo", 2, ("Ana", "Ben", "Ana and Ana", "Game master")),
    )


def test_a_list_of_one_person_or_of_very_many_has_none() -> None:
    for people in (["blue Ana"], [f"blue Ana{at}" for at in range(MOST + 1)]):
        assert not any(view.title for view in (*_of_form(seats(*people), 2), *_of_log(seats(*people), 1)))


def test_a_name_that_is_in_another_one_or_could_be_read_as_a_formula_is_looked_for_exactly() -> None:
    log = _of_log(seats("blue =1+1", "red 007", "red Ana", "red Hana"), 1)
    assert [(view.holds, view.exactly) for view in log] == [
        ("=1+1", True),
        ("007", True),
        ("Ana", True),
        ("Hana", False),
    ]
    (added,) = requests.changes("log", [FilterView("s", 'A "b"', 1, holds='A "b"', exactly=True)], 9)
    (spec,) = added["addFilterView"]["filter"]["filterSpecs"]
    values = spec["filterCriteria"]["condition"]["values"]
    assert values == [{"userEnteredValue": '=ISNUMBER(FIND("A ""b""";$B4))'}]
