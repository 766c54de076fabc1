"""Links between the workbooks of a sealed match: by people's names, and back to what everybody sees."""

from __future__ import annotations

from typing import Any

from sheets_gm.gm.match_record.policy import Policy
from tests.gm.table import Evening


def cells(evening: Evening, key: str, tab: str) -> list[list[dict[str, Any]]]:
    """The cells of a tab as the service has them."""
    book = evening.book(tab, key)
    fields = "sheets(properties.sheetId,data.rowData.values(formattedValue,hyperlink))"
    answer = evening.sync.call(
        "get",
        f"https://sheets.googleapis.com/v4/spreadsheets/{book.document}",
        params={"fields": fields},
    )
    sheet = next(each for each in answer["sheets"] if each["properties"]["sheetId"] == book.tabs[tab])
    return [row.get("values", []) for row in sheet["data"][0]["rowData"]]


def links(evening: Evening, key: str, tab: str) -> dict[str, str]:
    rows = cells(evening, key, tab)
    return {cell["formattedValue"]: cell["hyperlink"] for row in rows for cell in row if "hyperlink" in cell}


def test_workbooks_of_a_sealed_match_link_to_each_other_by_peoples_names() -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    books = {book.key: book.link for book in evening.table.session.record.workbooks}
    assert links(evening, "public", "roster") == {seat.player: books[f"seat.{seat.id}"] for seat in evening.seats}
    own = f"seat.{evening.seats[0].id}"
    assert links(evening, own, "report") == {
        "What everybody sees, with the full log: the public spreadsheet ↗": books["public"]
    }
    assert evening.tick().writes == 0
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0


def test_a_name_that_looks_like_a_formula_stays_a_name_with_a_link() -> None:
    evening = Evening(
        on="google",
        plays="champions",
        players=3,
        names={"p1": '=HYPERLINK("x")'},
        policy=Policy(layout="sealed", gm=("gm@table",)),
        accounts=False,
    )
    evening.tick()
    assert '=HYPERLINK("x")' in links(evening, "public", "roster")


def test_a_shared_match_links_to_nothing() -> None:
    evening = Evening(on="google")
    evening.tick()
    assert links(evening, "table", "roster") == links(evening, "table", "report") == {}


def test_a_roster_has_no_columns_for_what_a_game_does_not_have() -> None:
    alone = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    assert alone.values("roster")[2] == ["Seat", "Player", "Account", "Away"]
    teams = Evening(on="google")
    assert teams.values("roster")[2] == ["Seat", "Player", "Account", "Team", "Plays", "Captain", "Away"]
