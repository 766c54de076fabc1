"""A workbook whose template has changed is built anew, and nothing that people typed is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from sheets_gm.adapters.google.calls import api
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.installation import templates
from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.pace import fixed
from sheets_gm.gm.poll.schedule.rounds import Rounds
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.sheets import SheetsRefused, TabRange
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks import build, layout
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.forms import Close, Typed
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import SIGN
from sheets_gm.sheet.template import WHOSE, Column, TabTemplate, Template
from tests import ticks
from tests.few import by_day
from tests.gm.any_game import account, address, match_of, places, shown, type_in
from tests.gm.table import Evening, poller_of

NEW = templates.template("gvg")


def with_orders(**changes: Any) -> Template:
    """The template with another Orders tab."""
    return NEW.but(tabs={**NEW.tabs, "orders": NEW.tabs["orders"].but(**changes)})


def columns(names: Sequence[str], **headings: str) -> tuple[Column, ...]:
    """Columns of the Orders tab, in this order, some under another heading."""
    known = {column.field: column for column in NEW.tabs["orders"].columns}
    return tuple(known[name].but(heading=headings.get(name, known[name].heading)) for name in names)


FIELDS = [column.field for column in NEW.tabs["orders"].columns]
OLD = with_orders(
    title="Moves",
    columns=columns(
        ["seat", "player", "ready", "action", "role", "at", "roll", "status", "mode", "move_to", "receipt"],
        action="What to do",
        move_to="Go to",
    ),
    rules=tuple(
        rule.but(on=tuple(each for each in rule.on if each not in (SIGN, WHOSE))) for rule in NEW.tabs["orders"].rules
    ),
    frozen_columns=2,
)
"""An older template: columns elsewhere and under other headings, some that are not there yet, another title."""


def evening_of(old: Template, **given: Any) -> Evening:
    """A match whose workbook was built by the template *old*."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "template", lambda _name: old)
        made = Evening(**given)
        made.tick()
    return made


def type_old(evening: Evening, seat: str, account: str, old: Template = OLD, **cells: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "template", lambda _name: old)
        evening.order(seat, as_account=account, **cells)


def renew(evening: Evening, template: Template = NEW) -> Poller:
    """A process that starts with another template."""
    evening.table = poller_of(
        Session(evening.game, template, Ports(evening.store, lambda: evening.now), evening.name), evening.sync, "new"
    )
    return evening.table


def metadata(evening: Evening, mask: str) -> list[dict[str, Any]]:
    document = evening.record.workbooks[0].document
    answer = evening.sync.call("get", f"{api.SHEETS}/{document}", params={"fields": f"sheets({mask})"})
    held: list[dict[str, Any]] = answer["sheets"]
    return held


def tab_of(evening: Evening, key: str, mask: str) -> dict[str, Any]:
    sheet = evening.table.session.record.workbooks[0].tabs[key]
    return next(
        each for each in metadata(evening, f"properties.sheetId,{mask}") if each["properties"]["sheetId"] == sheet
    )


def title_of(evening: Evening, key: str) -> str:
    return str(tab_of(evening, key, "properties.title")["properties"]["title"])


def test_what_was_typed_goes_along_with_its_column() -> None:
    evening = evening_of(OLD)
    type_old(evening, "blue1", "ana@table", move_to="A1", action="FIGHT", ready=True)
    evening.table.tick()
    type_old(evening, "red1", "finn@table", move_to="C17", mode="BALLISTA")
    renew(evening)
    evening.tick()
    assert [cell for cell in evening.values("orders")[2] if cell] == [
        column.heading for column in NEW.tabs["orders"].columns
    ]
    blue, red = evening.row("orders", "blue1"), evening.row("orders", "red1")
    assert (blue["move_to"], blue["action"], blue["ready"], blue["keep"]) == ("A1", "FIGHT", True, False)
    assert (red["move_to"], red["mode"], red["action"]) == ("C17", "BALLISTA", "AUTO")
    assert blue["player"] == "Ana"
    assert "Ready" in blue["receipt"]
    evening.tick(resolve=True)
    assert evening.table.session.state.player("blue1").at == "A1"


def test_a_private_workbook_that_was_built_without_the_board_gets_it_beside_what_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(layout, "_with_boards", lambda keys, _tabs: keys)
        evening = evening_of(NEW, policy=Policy(layout="sealed", gm=("gm@table",)))
    assert "board" not in evening.book("orders", "team.blue").tabs
    evening.type("orders", {evening.cell("orders", "blue1", "move_to", "team.blue"): "A1"}, "ana@table", "team.blue")
    renew(evening)
    evening.tick()
    evening.record = evening.table.session.record
    assert evening.row("orders", "blue1", "team.blue")["move_to"] == "A1"
    here, public = (evening.values("board", key) for key in ("team.blue", "public"))
    assert [line[:5] for line in here[3:20]] == [line[:5] for line in public[3:20]]
    assert public[2][0] == f"{here[2][0]}  ·  📈 History"  # which is in the public workbook alone
    assert not evening.tick().writes


def test_a_board_in_each_private_workbook_costs_no_call_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is one read and one write of each workbook."""
    evening = Evening(on="google", players=4, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    assert [book.key for book in evening.record.workbooks if "board" in book.tabs] == [
        "public",
        "team.blue",
        "team.red",
        "gm",
    ]
    calls: list[Any] = []
    request = evening.sync.http.request

    def counted(*args: Any, **named: Any) -> Any:
        calls.append(args)
        return request(*args, **named)

    monkeypatch.setattr(evening.sync.http, "request", counted)
    evening.tick(resolve=True)
    assert len(calls) == 2 * len(evening.record.workbooks)


def test_what_is_typed_while_it_is_built_goes_along_too(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(OLD)
    renew(evening)
    remake = evening.sync.remake

    def late(*args: Any, **named: Any) -> Any:
        type_old(evening, "blue3", "cleo@table", move_to="C2", ready=True)
        return remake(*args, **named)

    monkeypatch.setattr(evening.sync, "remake", late)
    evening.tick()
    row = evening.row("orders", "blue3")
    assert (row["move_to"], row["ready"]) == ("C2", True)
    evening.tick()
    assert "Ready" in evening.receipt("blue3")


def test_what_is_typed_below_a_heading_that_is_being_put_back_counts_for_no_other_column(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The owner inserted columns; while they go again, the cell of one field becomes that of another."""
    evening = evening_of(NEW, on="google")
    evening.tick()
    headings = evening.values("orders")[2]
    at, ready = FIELDS.index("move_to"), FIELDS.index("ready")
    area = {"sheetId": evening.sheet_id("orders"), "dimension": "COLUMNS", "startIndex": at, "endIndex": ready}
    evening.change({"insertDimension": {"range": area}})
    remake = evening.sync.remake

    def late(*args: Any, **named: Any) -> Any:
        evening.change(value_at(evening.sheet_id("orders"), 3, ready, "C2"))
        return remake(*args, **named)

    monkeypatch.setattr(evening.sync, "remake", late)
    evening.tick()
    assert evening.values("orders")[2] == headings
    assert not evening.values("orders")[3][ready]


def test_rows_that_somebody_sorted_meanwhile_are_read_for_their_own_seats() -> None:
    evening = evening_of(OLD, on="google")
    type_old(evening, "blue2", "ben@table", move_to="A1")
    area = {"sheetId": evening.sheet_id("orders"), "startRowIndex": 3, "endRowIndex": 13}
    evening.change({"sortRange": {"range": area, "sortSpecs": [{"dimensionIndex": 0, "sortOrder": "DESCENDING"}]}})
    renew(evening)
    evening.tick()
    named = NEW.tabs["orders"].places["seat"]
    assert evening.values("orders")[3][named] == "blue1"
    assert evening.row("orders", "blue2")["move_to"] == "A1"


def test_it_is_one_write_and_then_none() -> None:
    evening = evening_of(OLD)
    renew(evening)
    write = evening.sync.calls["write"]
    evening.tick()
    assert evening.sync.calls["write"] == write + 1
    evening.tick()
    assert evening.tick().writes == 0
    assert evening.sync.calls["write"] == write + 1
    renew(evening)
    assert evening.tick().writes == 0


def test_a_tab_is_called_what_the_template_calls_it_unless_people_named_it() -> None:
    evening = evening_of(OLD, on="google")
    assert title_of(evening, "orders") == "Moves"
    named = {"sheetId": evening.sheet_id("board"), "title": "Brett"}
    evening.change({"updateSheetProperties": {"properties": named, "fields": "title"}})
    renew(evening)
    evening.tick()
    assert (title_of(evening, "orders"), title_of(evening, "board")) == ("Orders", "Brett")


def tabs_in_order(evening: Evening) -> list[str]:
    """The keys of the tabs that people see, from left to right."""
    keys = {sheet: key for key, sheet in evening.table.session.record.workbooks[0].tabs.items()}
    found = [each["properties"] for each in metadata(evening, "properties(sheetId,hidden)")]
    return [keys[each["sheetId"]] for each in found if not each.get("hidden")]


def test_the_forms_of_a_match_of_an_earlier_version_come_first_as_they_do_in_a_new_one() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "order_of_tabs", lambda layout, _tabs: layout.tabs)
        patch.setattr(build, "BUILT", "as before")
        evening = evening_of(NEW, on="google")
    assert tabs_in_order(evening)[0] == "board"
    type_old(evening, "blue1", "ana@table", NEW, move_to="A1")
    renew(evening)
    evening.tick()
    assert tabs_in_order(evening)[:2] == ["orders", "board"]
    assert tabs_in_order(evening) == tabs_in_order(evening_of(NEW, on="google"))
    assert evening.row("orders", "blue1")["move_to"] == "A1"
    assert evening.tick().writes == 0


def test_a_match_that_is_over_begins_with_what_looks_back_at_it() -> None:
    evening = Evening(on="google", settings={"max_turns": 2})
    evening.play(2)
    evening.tick()
    assert tabs_in_order(evening)[:2] == ["match", "board"]


def test_a_tab_that_is_new_comes_and_one_that_is_gone_goes() -> None:
    evening = evening_of(NEW, on="google")
    before = {each["properties"]["title"] for each in metadata(evening, "properties.title")}
    old = evening.game
    from dataclasses import replace

    evening.game = replace(old, tabs=tuple(tab for tab in old.tabs_for(old.settings()) if tab.key != "teams"))
    changed = NEW.but(tabs={**NEW.tabs, "log": NEW.tabs["log"].but(help="All of it.")})
    renew(evening, changed)
    evening.tick()
    assert {each["properties"]["title"] for each in metadata(evening, "properties.title")} == before - {"Teams"}
    assert "teams" not in evening.table.session.record.workbooks[0].tabs
    evening.game = old
    renew(evening)
    evening.tick()
    assert {each["properties"]["title"] for each in metadata(evening, "properties.title")} == before
    assert evening.values("teams")[0][0].startswith("Teams")


def test_the_log_is_written_again_from_its_beginning() -> None:
    evening = evening_of(NEW)
    evening.play(3)
    before = evening.values("log")[3:]
    wider = tuple(reversed(NEW.tabs["log"].columns))
    renew(evening, NEW.but(tabs={**NEW.tabs, "log": NEW.tabs["log"].but(columns=wider)}))
    evening.tick()
    turned = [[*reversed([*line, *[""] * (3 - len(line))])] for line in before]
    assert [list(line) for line in evening.values("log")[3:]] == turned


def test_a_match_that_was_over_begins_again_with_nothing_left_of_its_end() -> None:
    evening = Evening(settings={"max_turns": SHORT})
    play_again(evening.table, lambda: evening.table.tick(resolve=True))
    assert [row[0] for row in evening.values("history")[HEADING_ROW + 1 :]] == [0, 1]


def test_spreadsheets_in_memory_are_built_again_as_google_builds_them() -> None:
    table = ticks.Table("gvg", {"max_turns": SHORT})
    play_again(table.poller, lambda: table.tick(resolve=True))
    rows = table.sheets.read(table.session.record.workbooks[0], [TabRange("history")])["history"]
    assert [row[0] for row in rows[HEADING_ROW + 1 :]] == [0, 1]


SHORT = 12
"""Turns after which a report is longer than a tab of ten rows, which is as many as a tab of a new match has."""


def play_again(poller: Poller, play: Callable[[], object]) -> None:
    """Play a match to its end, which adds tabs, go back to its start, which takes them away, and *play* on."""
    session = poller.session
    while session.record.status is not Status.OVER:
        play()
    played = poller.tick(actions=[Rewind(to=0, why="once more")])
    assert played.status is Status.LIVE
    play()
    assert Repairs.of(session.record).mended == ()
    assert not any(book.torn for book in session.record.workbooks)
    assert poller.tick().writes == 0


def test_looks_are_those_of_the_new_template_and_none_of_the_old() -> None:
    rule = NEW.tabs["orders"].rules[0].but(starts="zzz")
    old = with_orders(rules=(rule,), bands=NEW.tabs["log"].bands, frozen_rows=1, widths=())
    evening = evening_of(old, on="google")
    mask = "conditionalFormats,bandedRanges,charts,properties.gridProperties"
    fresh = evening_of(NEW, on="google")
    renew(evening)
    evening.tick()
    assert tab_of(evening, "orders", mask) == tab_of(fresh, "orders", mask)
    asked = "data(rowData.values(userEnteredFormat,note,dataValidation),columnMetadata.pixelSize)"
    for key in ("orders", "board", "log"):
        assert tab_of(evening, key, asked) == tab_of(fresh, key, asked), key


def test_cells_are_protected_where_they_are_now() -> None:
    evening = evening_of(OLD)
    renew(evening)
    evening.tick()
    evening.order("blue2", as_account="ben@table", move_to="A1")
    with pytest.raises(SheetsRefused, match="protected"):
        evening.type("orders", {"A4": "x"}, account="ana@table")


def test_a_batch_whose_answer_was_lost_is_not_done_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(OLD, on="google")
    type_old(evening, "blue1", "ana@table", move_to="A1", action="FIGHT")
    renew(evening)
    plain: Any = evening.sync.call

    def twice(method: str, address: str, *args: Any, **named: Any) -> Mapping[str, Any]:
        if address.endswith(":batchUpdate"):
            plain(method, address, *args, **named)
        return dict(plain(method, address, *args, **named))

    monkeypatch.setattr(evening.sync, "call", twice)
    evening.tick()
    monkeypatch.undo()
    row = evening.row("orders", "blue1")
    assert (row["move_to"], row["action"], row["mode"]) == ("A1", "FIGHT", "WALK")
    evening.tick()
    assert evening.tick().writes == 0


def test_a_refusal_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(OLD, on="google")
    type_old(evening, "blue1", "ana@table", move_to="A1")
    table = renew(evening)
    before = evening.values("orders")
    table.session.template = with_orders(frozen_rows=500)
    digests = dict.fromkeys(table.workbooks.template_digests, "another")
    monkeypatch.setattr(Workbooks, "template_digests", digests)
    with pytest.raises(SheetsRefused):
        evening.tick()
    assert evening.values("orders") == before
    renew(evening)
    evening.tick()
    assert evening.row("orders", "blue1")["move_to"] == "A1"


def test_a_match_of_many_workbooks_is_built_anew_in_each() -> None:
    evening = evening_of(OLD, policy=Policy(layout="sealed", gm=("gm@table",)))
    type_old(evening, "blue2", "ben@table", move_to="A17")
    renew(evening)
    write = evening.sync.calls["write"]
    evening.tick()
    assert evening.sync.calls["write"] == write + 3  # of both teams, and of the game master, who reads of his draft
    assert evening.row("orders", "blue2")["move_to"] == "A17"


def test_a_tab_may_lose_a_column_and_get_it_back() -> None:
    less: TabTemplate = NEW.tabs["orders"].but(columns=columns([name for name in FIELDS if name != "keep"]))
    evening = evening_of(NEW)
    evening.order("blue1", move_to="A1", keep=True)
    evening.tick()
    renew(evening, NEW.but(tabs={**NEW.tabs, "orders": less}))
    evening.tick()
    renew(evening)
    evening.tick()
    assert evening.row("orders", "blue1")["move_to"] == "A1"


def test_the_inputs_of_a_match_of_an_earlier_version_get_the_format_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(on="google")
    evening.tick()
    evening.order("blue1", as_account="ana@table", move_to="A1")
    sheet = evening.sheet_id("orders")
    fields = "userEnteredFormat.numberFormat"
    evening.change({"repeatCell": {"range": {"sheetId": sheet}, "cell": {}, "fields": fields}})
    assert not patterns(evening)
    monkeypatch.setattr(build, "BUILT", "as of now")
    evening.table = evening.poller()
    evening.tick()
    assert patterns(evening) == {"@"}
    assert evening.row("orders", "blue1")["move_to"] == "A1"
    assert evening.tick().writes == 0


def patterns(evening: Evening) -> set[str]:
    """The number formats of the Orders tab."""
    mask = "sheets(properties.sheetId,data.rowData.values.userEnteredFormat.numberFormat)"
    document = evening.record.workbooks[0].document
    params = {"fields": mask, "includeGridData": True}
    sheets = evening.sync.call("get", f"{SHEETS}/{document}", params=params)["sheets"]
    rows = next(each for each in sheets if each["properties"]["sheetId"] == evening.sheet_id("orders"))["data"][0]
    cells = [cell for row in rows["rowData"] for cell in row.get("values", ())]
    return {cell["userEnteredFormat"]["numberFormat"]["pattern"] for cell in cells if cell.get("userEnteredFormat")}


def without_signs(template: Template) -> Template:
    """The template as it was before forms had a column of signs."""
    tabs = {}
    for key, tab in template.tabs.items():
        columns = tuple(each for each in tab.columns if each.field != SIGN)
        rules = tuple(rule.but(on=tuple(each for each in rule.on if each not in (SIGN, WHOSE))) for rule in tab.rules)
        frozen = tab.frozen_columns - (len(columns) < len(tab.columns))
        tabs[key] = tab.but(columns=columns, rules=rules, frozen_columns=frozen)
    return template.but(tabs=tabs)


@pytest.mark.parametrize("name", by_day("gvg", "champions", of=sorted(games())))
def test_a_match_that_was_laid_out_without_signs_goes_on_with_them(name: str) -> None:
    new = templates.template(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "template", lambda _name: without_signs(new))
        evening = match_of(name)
        evening.play(1)
        (place, *_) = (each for each in places(evening, Close.TOGETHER, Close.AT_ONCE) if each.form.fields)
        typed: dict[str, Typed] = {place.form.fields[0].name: "no such thing"}
        type_in(evening, place, typed)
    renew(evening, new)
    evening.tick()
    assert {field: shown(evening, place, field) or None for field in typed} == {
        field: value or None for field, value in typed.items()
    }
    assert shown(evening, place, SIGN) == str(shown(evening, place, "receipt"))[:1] != ""
    evening.tick()  # an answer that names a cell names it where it is now
    assert evening.tick().writes == 0
    type_in(evening, place, dict.fromkeys(typed))
    number = evening.table.session.entry.number
    evening.play(1)
    assert evening.table.session.entry.number > number


@pytest.mark.parametrize("name", by_day("gvg", "champions", of=sorted(games())))
def test_a_row_that_is_typed_while_columns_move_is_read_where_it_is_then_and_hidden_tabs_stay_closed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = templates.template(name)
    with monkeypatch.context() as patch:
        patch.setattr(templates, "template", lambda _name: without_signs(new))
        evening = match_of(name)
        evening.play(1)
        (place, *_) = (each for each in places(evening, Close.TOGETHER, Close.AT_ONCE) if each.form.fields)
        field, who = place.form.fields[0].name, account(evening, place)
        old = address(evening, place, field)
    renew(evening, new)
    remake, late = evening.sync.remake, [who]

    def attacked(*args: Any, **named: Any) -> Any:
        if late:
            evening.type(place.tab, {old: "no such thing"}, late.pop(), place.layout.key)
        return remake(*args, **named)

    monkeypatch.setattr(evening.sync, "remake", attacked)
    evening.tick()
    assert not late
    assert shown(evening, place, field) == "no such thing"
    evening.tick()
    assert shown(evening, place, SIGN) in ("✗", "⚠")
    book = evening.book(place.tab, place.layout.key)
    hidden = [key for key, sheet in book.tabs.items() if sheet not in evening.sync.titles(book)]
    assert hidden
    for key in hidden:
        with pytest.raises(SheetsRefused, match="protected"):
            evening.type(key, {"A1": "x"}, who, book.key)


def test_a_running_sync_reads_a_template_again_that_a_command_has_built_from() -> None:
    evening = evening_of(OLD)
    edited = [OLD]

    def opened(_match: str) -> Poller:
        session = Session(evening.game, edited[0], Ports(evening.store, lambda: evening.now), evening.name)
        return poller_of(session, evening.sync, "sync")

    rounds = Rounds(evening.store, opened, lambda: evening.now, fixed(0.0))
    assert [done.writes for done in rounds.round() if isinstance(done, Tick)] == [0]
    edited[0] = NEW
    assert opened("").tick(rebuild=True).writes > 0
    for _ in range(2):
        assert [done.writes for done in rounds.round() if isinstance(done, Tick)] == [0]
