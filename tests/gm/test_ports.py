"""What the spreadsheet port promises, asked of its fake and of real gspread on the local service alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from sheets_gm.gm.match_record.workbook import LATER, Guest, Workbook
from sheets_gm.gm.ports.sheets import (
    EVERYONE,
    Protection,
    Sharing,
    SheetsRefused,
    TabPlan,
    TabRange,
    TabsMissing,
    WorkbookPlan,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.sheet.grid import CHECKBOX, Cell
from sheets_gm.sheet.marks import HIDDEN
from sheets_gm.sheet.template import Column, TabTemplate
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, ClearIf, Grow, Mark, Once, Put, Unless, Write
from tests.gm.fake_sheets import FakeService
from tests.gm.table import sheets_on

ALL = VALUE | STYLE | NOTE | PICK
ROWS, COLUMNS = 12, 6

LOOKS = {
    name: TabTemplate(title=name.capitalize(), columns=(Column(field="a", heading="A"),))
    for name in ("board", "orders", "log")
}
PROTECTIONS = (
    Protection(
        tab="orders",
        inputs=(
            ((3, 1, 5, 3), ("ana@table",)),
            ((5, 1, 7, 3), ("ben@table",)),
            ((7, 1, 8, 3), ()),
            ((8, 1, 9, 3), EVERYONE),
        ),
    ),
    Protection(tab="log", inputs=()),
)
GUESTS = tuple(Guest(account=f"{name}@table") for name in ("ana", "ben"))


def tab_plan(key: str, **given: Any) -> TabPlan:
    """How a tab is built."""
    return TabPlan(**{"key": key, "tab_template": LOOKS[key], "rows": ROWS, "columns": COLUMNS, **given})


def put(row: int, *values: Typed, column: int = 0, tab: str = "orders") -> Put:
    """A write of values into one row."""
    return Put(tab, row, column, tuple(Cell(value) for value in values), VALUE)


@dataclass
class Desk:
    """A service, the account that owns a workbook there, and the people it is shared with."""

    service: Any
    owner: Any = field(init=False)
    book: Workbook = field(init=False)

    def __post_init__(self) -> None:
        for name in ("ana", "ben", "zoe"):
            self.person(name)
        self.owner = sheets_on(self.service, "sync@table")
        plan = WorkbookPlan([tab_plan(key) for key in LOOKS], {}, (), PROTECTIONS)
        self.book = self.owner.make("table", "An evening", plan, sharing=Sharing(GUESTS))

    def person(self, name: str) -> Any:
        """The spreadsheets as somebody sees and changes them."""
        return sheets_on(self.service, f"{name}@table")

    def write(self, *writes: Write) -> None:
        """Let the owner write."""
        self.owner.write(self.book, writes, {})

    def values(self, tab: str = "orders", top: int = 0, head: int = 0) -> Sequence[Sequence[Typed]]:
        """What stands on a part of a tab."""
        found: Sequence[Sequence[Typed]] = self.owner.read(self.book, [TabRange(tab, top, head)])[tab]
        return found

    def type(self, name: str, row: int, column: int, value: Typed) -> None:
        """Let somebody type."""
        self.person(name).type_in(self.book, [(self.book.tabs["orders"], row, column, value)])

    def inspect(self, **sharing: Any) -> tuple[str, ...]:
        """What a look at the workbook puts back."""
        wanted = Sharing(GUESTS, **sharing)
        seen = self.owner.inspect(self.book, PROTECTIONS, wanted, [tab_plan(key) for key in LOOKS])
        self.book = seen.workbook
        lines: tuple[str, ...] = seen.lines
        return tuple(line.partition(" (last changed")[0] for line in lines)


@pytest.fixture(params=["fake", "google"])
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(FakeService() if request.param == "fake" else Service(Storage(None)))


# -- reading and writing -----------------------------------------------------------------------------------------------


def test_values_are_read_ragged_and_as_they_were_written(desk: Desk) -> None:
    desk.write(put(1, "a", 7, 2.5, True, None), put(3, None, "", "=A1", " x "), put(4, False))
    assert [list(row) for row in desk.values()] == [[], ["a", 7, 2.5, True], [], ["", "", "=A1", " x "], [False]]


def test_a_tab_without_values_has_no_rows(desk: Desk) -> None:
    assert list(desk.values("log")) == []


@pytest.mark.parametrize(
    ("top", "head", "rows"),
    [
        (0, 0, [["r0"], ["r1"], [], ["r3"]]),
        (1, 0, [["r1"], [], ["r3"]]),
        (3, 2, [["r0"], ["r1"], ["r3"]]),
        (2, 3, [["r0"], ["r1"], [], ["r3"]]),
        (5, 2, [["r0"], ["r1"]]),
    ],
)
def test_a_part_is_read_from_a_row_on_with_its_first_rows(desk: Desk, top: int, head: int, rows: list[Any]) -> None:
    desk.write(*(put(at, f"r{at}") for at in (0, 1, 3)))
    assert [list(row) for row in desk.values("orders", top, head)] == rows


def test_a_head_of_which_nothing_stands_keeps_its_place(desk: Desk) -> None:
    desk.write(put(5, "below"))
    assert [list(row) for row in desk.values("orders", 5, 2)] == [[], [], ["below"]]


def test_what_is_read_below_the_last_row_of_a_tab_is_empty(desk: Desk) -> None:
    assert list(desk.values("orders", ROWS + 5)) == []
    desk.write(put(ROWS + 5, "longer"))
    assert [list(row) for row in desk.values("orders", ROWS + 5)] == [["longer"]]


def test_a_write_beyond_the_end_is_refused_whole_until_the_tab_grows(desk: Desk) -> None:
    with pytest.raises(SheetsRefused):
        desk.write(put(0, "first"), put(ROWS, "beyond"))
    assert list(desk.values()) == []
    desk.write(put(ROWS, "beyond"), Grow("orders", ROWS + 1, COLUMNS))
    assert [row for row in desk.values() if row] == [["beyond"]]


def test_a_cell_is_emptied_only_while_it_holds_what_was_read(desk: Desk) -> None:
    desk.write(put(3, "B1", 7, "D4", True))
    desk.write(
        ClearIf("orders", 3, 0, "B1"),
        ClearIf("orders", 3, 1, 8),
        ClearIf("orders", 3, 2, "D4", text=True, instead="-"),
        ClearIf("orders", 3, 3, True),
    )
    assert [list(row) for row in desk.values("orders", 3)] == [["", 7, "-"]]


def test_a_box_with_a_text_of_its_own_holds_that_while_it_is_ticked(desk: Desk) -> None:
    boxes = tuple(Cell(value, pick=(*CHECKBOX, *text)) for value in (True, False) for text in ((), ("#3",)))
    desk.write(Put("orders", 3, 0, boxes, ALL))
    assert list(desk.values("orders", 3)[0]) == [True, "#3", False]
    assert [desk.owner.choices(desk.book, "orders", 3, at) for at in range(5)] == [(), ("#3",), (), ("#3",), None]
    desk.type("ana", 3, 1, True)
    assert desk.values("orders", 3)[0][1] is True


def test_only_the_aspects_that_are_written_change(desk: Desk) -> None:
    desk.write(Put("orders", 3, 0, (Cell("old", note="a note", pick=("x", "y")),), ALL))
    desk.write(Put("orders", 3, 0, (Cell("new"),), VALUE))
    assert desk.owner.notes(desk.book, "orders") == {(3, 0): "a note"}
    assert desk.owner.choices(desk.book, "orders", 3, 0) == ("x", "y")
    desk.write(Put("orders", 3, 0, (Cell("never"),), NOTE | PICK))
    assert (desk.owner.notes(desk.book, "orders"), desk.owner.choices(desk.book, "orders", 3, 0)) == ({}, None)
    assert desk.values("orders", 3)[0][0] == "new"


def test_a_batch_of_one_name_is_done_once_and_what_is_not_to_come_after_it_is_refused(desk: Desk) -> None:
    desk.write(Unless("orders", "turn 1"), put(0, "before"))
    desk.write(Once("orders", "turn 1", 1), put(0, "shown"))
    for guard in (Once("orders", "turn 1", 1), Unless("orders", "turn 1")):
        with pytest.raises(SheetsRefused):
            desk.write(guard, put(0, "late"))
    desk.write(Once("orders", "turn 2", 2), put(1, "next"))
    assert [list(row) for row in desk.values()] == [["shown"], ["next"]]


def test_inputs_that_were_moved_or_emptied_are_not_as_they_were_drawn(desk: Desk) -> None:
    inputs = [
        Put("orders", row, 1, (Cell(None, pick=("x", "y"), typed=True), Cell(None, typed=True, text=True)), ALL)
        for row in (3, 4)
    ]
    desk.write(*inputs)
    assert list(desk.owner.altered(desk.book, inputs, {})) == []
    desk.write(Put("orders", 4, 1, (Cell(None),), PICK))
    assert list(desk.owner.altered(desk.book, inputs, {})) == inputs[1:]
    desk.write(*inputs)
    desk.owner.lines_come(desk.book, "orders", "ROWS", 3, 4)  # which looks like the one that it moves down
    assert list(desk.owner.altered(desk.book, inputs, {})) == []
    desk.owner.lines_go(desk.book, "orders", "ROWS", 3, 5)
    assert list(desk.owner.altered(desk.book, inputs, {})) == inputs[1:]


# -- tabs and lines ----------------------------------------------------------------------------------------------------


def test_a_tab_that_is_gone_is_named_and_comes_back_empty(desk: Desk) -> None:
    desk.write(put(0, "kept"), put(0, "lost", tab="log"))
    desk.owner.delete_tab(desk.book, "log")
    with pytest.raises(TabsMissing) as missing:
        desk.owner.read(desk.book, [TabRange("orders"), TabRange("log")])
    assert missing.value.keys == ("log",)
    with pytest.raises(SheetsRefused):
        desk.write(put(1, "with it"), put(0, "nowhere", tab="log"))
    desk.book = desk.owner.remake(desk.book, WorkbookPlan([tab_plan("log")], {}, [put(0, "again", tab="log")]))
    assert ([list(row) for row in desk.values()], [list(row) for row in desk.values("log")]) == (
        [["kept"]],
        [["again"]],
    )


def test_a_tab_that_has_another_title_is_the_same_tab(desk: Desk) -> None:
    desk.owner.rename_tab(desk.book, "orders", "Befehle")
    desk.write(put(0, "here"))
    assert list(desk.values()[0]) == ["here"]
    desk.owner.remake(desk.book, WorkbookPlan([tab_plan("orders", called="Orders")]))
    assert desk.owner.titles(desk.book)[desk.book.tabs["orders"]] == "Befehle"


def test_rows_and_columns_move_with_their_lines(desk: Desk) -> None:
    desk.write(put(3, "a", 1), put(4, "b", 2))
    desk.owner.lines_come(desk.book, "orders", "ROWS", 4, 6)
    assert [list(row) for row in desk.values("orders", 3)] == [["a", 1], [], [], ["b", 2]]
    desk.owner.lines_go(desk.book, "orders", "ROWS", 3, 6)
    desk.owner.lines_come(desk.book, "orders", "COLUMNS", 0, 1)
    assert [list(row) for row in desk.values("orders", 3)] == [["", "b", 2]]
    desk.owner.lines_go(desk.book, "orders", "COLUMNS", 1, 2)
    assert [list(row) for row in desk.values("orders", 3)] == [["", 2]]


def test_sorting_moves_the_rows_of_an_area_and_empty_ones_to_its_end(desk: Desk) -> None:
    desk.write(put(3, "b", 1), put(5, "C", 2), put(6, "a", 3), put(7, "below"))
    desk.owner.sort_rows(desk.book, "orders", (3, 0, 7, 1), 0)
    assert [list(row) for row in desk.values("orders", 3)] == [["a", 1], ["b"], ["C", 2], ["", 3], ["below"]]


def test_columns_move_where_a_new_layout_has_them_and_no_tab_shrinks(desk: Desk) -> None:
    desk.write(put(3, "a", "b", "c"))
    moved = tab_plan("orders", columns=3, former=(2, None, 0), wide=3)
    desk.owner.remake(desk.book, WorkbookPlan([moved], {}, [put(4, "new", column=1)]))
    assert [list(row) for row in desk.values("orders", 3)] == [["c", "", "a"], ["", "new"]]


def test_a_layout_that_another_process_has_made_is_not_made_again(desk: Desk) -> None:
    def refuse() -> None:
        raise RuntimeError("another was faster")

    with pytest.raises(RuntimeError):
        desk.owner.remake(desk.book, WorkbookPlan([tab_plan("orders", emptied=True)]), gone=["log"], check=refuse)
    assert list(desk.values("log")) == []


def test_a_tab_that_somebody_hid_is_shown_again_and_one_that_the_program_hid_stays(desk: Desk) -> None:
    desk.owner.hide_tab(desk.book, "orders")
    desk.write(Mark("log", HIDDEN, "yes"), Mark("log", "page.turns", "[1]"))
    assert desk.owner.titles(desk.book) == {desk.book.tabs["board"]: "Board"}
    assert desk.inspect() == ("the tab “Orders” was hidden",)
    assert desk.book.tabs["log"] not in desk.owner.titles(desk.book)
    desk.write(Mark("log", HIDDEN, ""))
    assert desk.owner.marks(desk.book, "log") == {"page.turns": "[1]"}
    assert desk.inspect() == ()


# -- people ------------------------------------------------------------------------------------------------------------


def test_everybody_types_into_their_own_inputs_alone_and_the_owner_everywhere(desk: Desk) -> None:
    desk.type("ana", 3, 1, "mine")
    desk.type("ben", 8, 1, "free to all")
    for name, row, column in (("ana", 5, 1), ("ben", 3, 1), ("ana", 3, 0), ("zoe", 3, 1), ("zoe", 8, 1), ("ana", 7, 1)):
        with pytest.raises(SheetsRefused, match=r"protect|permission"):
            desk.type(name, row, column, "not mine")
    desk.type("sync", 0, 0, "anywhere")
    assert [list(row) for row in desk.values() if row] == [["anywhere"], ["", "mine"], ["", "free to all"]]


def test_a_refused_cell_refuses_all_that_is_typed_at_once(desk: Desk) -> None:
    sheet = desk.book.tabs["orders"]
    with pytest.raises(SheetsRefused):
        desk.person("ana").type_in(desk.book, [(sheet, 3, 1, "mine"), (sheet, 5, 1, "not mine")])
    assert list(desk.values()) == []


def test_only_who_was_let_in_reads_it(desk: Desk) -> None:
    with pytest.raises(SheetsRefused, match="permission"):
        desk.person("zoe").read(desk.book, [TabRange("orders")])
    desk.owner.let_in(desk.book, "zoe@table", "reader")
    assert desk.person("zoe").read(desk.book, [TabRange("orders")]) == {"orders": []}
    with pytest.raises(SheetsRefused):
        desk.type("zoe", 3, 1, "reading only")


def test_guests_come_and_go_and_one_who_is_not_invited_yet_is_noted(desk: Desk) -> None:
    made = desk.owner.share(desk.book, Sharing((GUESTS[0], Guest(account="zoe@table")), invites=LATER))
    assert [(guest.account, bool(guest.permission), guest.refused) for guest in made.guests] == [
        ("ana@table", True, ""),
        ("zoe@table", False, LATER),
    ]
    assert desk.owner.access(desk.book) == {"sync@table": "owner", "ana@table": "writer"}
    assert made.shared == ("ana@table",)


def test_who_was_thrown_out_comes_back_and_strangers_leave_what_is_private(desk: Desk) -> None:
    desk.inspect(is_private=True)
    desk.owner.throw_out(desk.book, "ben@table")
    desk.owner.let_in(desk.book, "zoe@table")
    assert set(desk.inspect(is_private=True)) == {
        "ben@table had been thrown out",
        "zoe@table had been let in as writer",
    }
    assert desk.owner.access(desk.book) == {"sync@table": "owner", "ana@table": "writer", "ben@table": "writer"}
    assert desk.inspect(is_private=True) == ()


def test_comments_of_others_are_read_with_the_replies_of_what_has_changed(desk: Desk) -> None:
    ana, ben = desk.person("ana"), desk.person("ben")
    ana.comment(desk.book, "Who holds the Tree?")
    desk.owner.comment(desk.book, "Nobody hears this.")
    first = list(desk.owner.posts(desk.book, ""))
    assert [(post.author, post.text) for post in first] == [("ana", "Who holds the Tree?")]
    ben.comment(desk.book, "We do.", to=0)
    since = list(desk.owner.posts(desk.book, first[0].written))
    assert [(post.author, post.text) for post in since] == [("ana", "Who holds the Tree?"), ("ben", "We do.")]
    assert since[0].written <= since[1].written


# -- documents ---------------------------------------------------------------------------------------------------------


def test_a_title_is_given_and_a_workbook_that_is_unmade_is_gone(desk: Desk) -> None:
    assert desk.owner.title(desk.book) == "An evening"
    desk.book = desk.owner.retitle(desk.book, "A morning")
    assert (desk.owner.title(desk.book), desk.book.titled) == ("A morning", "A morning")
    assert desk.owner.exists(desk.book)
    desk.owner.unmake(desk.book)
    assert not desk.owner.exists(desk.book)


def test_two_processes_see_what_each_other_writes(desk: Desk) -> None:
    other = desk.person("sync")
    desk.write(put(0, "one"))
    other.write(desk.book, [Grow("orders", ROWS + 2, COLUMNS), put(ROWS + 1, "two")], {})
    assert [row for row in desk.values() if row] == [["one"], ["two"]]
    assert other.protect(desk.book, PROTECTIONS).remarks == ()
    assert desk.inspect() == ()
