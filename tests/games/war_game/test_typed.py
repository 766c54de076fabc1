"""What people type into the sheets of a match, from the cells to the answers and the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.workbooks import layout
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import a1
from tests.games.war_game.table import structures
from tests.games.war_game.test_structures import TOWN
from tests.gm.table import Evening

UNITS = {
    "C": "5000 White Knight / 2500 Assault Griffin / 1500 Serra Angel / 1000 Archangel",
    "P": "5000 Alpha Myr / 2500 Cathodion / 1500 Myr Enforcer / 1000 Myr Enforcer",
}


TOPS = {
    "C": "1 White Knight / 1 Assault Griffin / 1 Serra Angel / 1 Archangel",
    "P": "1 Memnite / 1 Alpha Myr / 1 Cathodion / 1 Myr Enforcer",
}


def line(name: str, side: str, level: int, square: str, units: str) -> str:
    plane, at = square.split()
    primary = "W" if side == "coalition" else ""
    return f"{name},{side},{level},{plane},{at},Legend of {name},{primary},,{units}"


def match(*armies: str, settings: Mapping[str, Any] | None = None) -> Evening:
    """A sealed match with these armies, and one of the top rank on each side."""
    tops = (
        line("Boss", "coalition", 1, "Dominaria 1A", TOPS["C"]),
        line("Evil", "phyrexia", 1, "Phyrexia 23A", TOPS["P"]),
    )
    table = "name,side,level,plane,square,legend,primary,secondary,units"
    given = {
        "structures": structures(TOWN, without=["Base W"]),
        "armies": "\n".join([table, *tops, *armies]),
        "mercenaries": "name,structure,level,units\nGuard,Mirrodin feature 0,6,1 Memnite / 1 Alpha Myr / 1 Cathodion"
        " / 1 Myr Enforcer",
        "players": 1,
        "slot_match": "at_most",
        **(settings or {}),
    }
    evening = Evening(plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)), settings=given)
    evening.tick()
    return evening


def write(evening: Evening, tab: str, row: str, book: str = "", **cells: Typed) -> None:
    """Type into a row of a form, as the sync's account, which may edit everything."""
    columns = columns_of(evening, tab)
    at = row_of(evening, tab, row, book)
    evening.type(tab, {a1(at, columns.index(name)): value for name, value in cells.items()}, key=book)


def columns_of(evening: Evening, tab: str) -> list[str]:
    return [column.field for column in evening.looks.tabs[tab].columns]


def row_of(evening: Evening, tab: str, row: str, book: str) -> int:
    """The line on which the row called *row* stands; who plays it is named behind it."""
    name = columns_of(evening, tab).index("seat")
    lines = evening.values(tab, book)
    return next(at for at, line in enumerate(lines) if len(line) > name and str(line[name]).split(" (")[0] == row)


def answer(evening: Evening, tab: str, row: str, book: str = "") -> str:
    """The answer to a row."""
    line = evening.values(tab, book)[row_of(evening, tab, row, book)]
    at = columns_of(evening, tab).index("receipt")
    return str(line[at]) if at < len(line) else ""


def test_an_army_gets_its_name_by_typing_and_is_attacked_in_that_turn() -> None:
    evening = match(
        line("Ann", "coalition", 5, "Dominaria 6D", UNITS["C"]), line("Xan", "phyrexia", 5, "Dominaria 8D", UNITS["P"])
    )
    evening.tick(resolve=True)
    write(evening, "changes", "Ann", name="Anna", ready=True)
    write(evening, "moves", "Xan", "team.phyrexia", line="8D > 6D - engage Ann", ready=True)
    evening.tick()
    assert answer(evening, "moves", "Xan", "team.phyrexia").startswith("✓")
    evening.tick(resolve=True)
    state = evening.table.session.state
    assert [(fight.first, fight.second) for fight in state.battles] == [(("Xan",), ("Anna",))]
    assert any("now called Anna" in text for text in evening.log())
    write(evening, "strategies", "1 Anna", "team.coalition", text="Hold.", ready=True)
    evening.tick(resolve=True)
    evening.tick(resolve=True)
    assert evening.table.session.state.turn == 4
    assert evening.table.session.state.battles == ()


def fighting(**settings: Any) -> Evening:
    """A match in which Xan attacks Ann in battle 1, and both write their strategies."""
    evening = match(
        line("Ann", "coalition", 5, "Dominaria 6D", UNITS["C"]),
        line("Xan", "phyrexia", 5, "Dominaria 8D", UNITS["P"]),
        settings=settings,
    )
    write(evening, "moves", "Xan", "team.phyrexia", line="8D > 6D - engage Ann", ready=True)
    evening.tick(resolve=True)
    for army, team in (("Ann", "coalition"), ("Xan", "phyrexia")):
        write(evening, "strategies", f"1 {army}", f"team.{team}", text="Fight!", ready=True)
    evening.tick(resolve=True)
    return evening


def test_a_mark_that_is_missing_is_told_at_its_row_and_in_the_results() -> None:
    evening = fighting()
    write(evening, "judging", "1", first=9)
    evening.tick()
    assert answer(evening, "judging", "1").startswith("⚠")
    assert "No mark for Ann" in answer(evening, "judging", "1")
    write(evening, "judging", "1", ready=True)
    evening.tick(resolve=True)
    assert any("not marked by the judge" in text for text in evening.log())
    assert any("not marked by the judge" in str(cell) for row in evening.values("results") for cell in row)


def test_a_mistake_that_decided_a_match_is_mended_after_its_end() -> None:
    """The game master goes back to the judge's step: all that was sent is there, and everybody reads that."""
    evening = fighting(vp_target=2)
    write(evening, "judging", "1", winner="first", ready=True)
    evening.tick(resolve=True)
    state = evening.table.session.state
    assert state.result.winners == ("phyrexia",)
    step = evening.table.session.entry.number - 1
    action = action_of_desk_order(
        evening.table.session.context(), DeskOrder(act="rewind", on=f"#{step}", why="The judge misread the text.")
    )
    evening.tick(actions=[action])
    assert evening.store.record(evening.name).status is Status.LIVE
    assert any("The judge misread the text." in text for text in evening.log())
    write(evening, "judging", "1", winner="second", ready=True)
    evening.tick(resolve=True)
    assert evening.table.session.state.result.winners == ("coalition",)


def test_a_row_of_a_person_stays_when_somebody_takes_the_seat() -> None:
    evening = match(
        line("Ann", "coalition", 5, "Dominaria 6D", UNITS["C"]),
        line("Xan", "phyrexia", 5, "Dominaria 8D", UNITS["P"]),
        settings={"players": 2},  # what one who plays alone has typed ends with the seat
    )
    write(evening, "moves", "Xan", "team.phyrexia", line="8D > 6D - engage Ann", ready=True)
    evening.tick(resolve=True)
    write(evening, "strategies", "1 Ann", "team.coalition", text="Hold.", ready=True)
    write(evening, "contingencies", "1 Ann", "team.coalition", author="Ana", text="Hold on.", ready=True)
    evening.tick()
    evening.do("substitute", "Ana", "Zoe <zoe@table>")
    evening.tick(resolve=True)
    assert ("c1", "Hold on.") in [(each.author, each.text) for each in evening.table.session.state.sent]


def test_the_judge_has_how_to_play_also_in_a_match_that_began_without(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(layout, "RULES", "no such tab")
        evening = match(line("Ann", "coalition", 5, "Dominaria 6D", UNITS["C"]))
        assert "rules" not in next(book for book in evening.record.workbooks if book.key == "seat.judge").tabs
    evening.table = evening.poller("a new sync")
    evening.tick()
    evening.record = evening.store.record(evening.name)
    assert any(
        "The judge gives it a mark" in str(cell) for row in evening.values("rules", "seat.judge") for cell in row
    )
