"""Two syncs on one match: neither takes what the other drew for something that somebody typed over."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import grid_range, value_at
from sheets_gm.adapters.google.workbooks.building import newest_mark
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import Sheets
from sheets_gm.gm.ports.store import STALE, StoreDown
from sheets_gm.kernel.forms import Typed
from tests.gm.table import Evening
from tests.simulation.appearance import look_of

HOUR = 3600.0

RESOLVE, PAUSE = "B4", "B5"


class Seams:
    """A spreadsheet service that lets something happen before and after each of its calls."""

    def __init__(self, sheets: Sheets, between: Callable[[], None]) -> None:
        self._sheets, self._between = sheets, between

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sheets, name)

    def read(self, *given: Any) -> Any:
        self._between()
        found = self._sheets.read(*given)
        self._between()
        return found

    def write(self, *given: Any) -> None:
        self._between()
        self._sheets.write(*given)
        self._between()


class TwoSyncs:
    """An evening with two syncs, one of which may poll in the middle of a poll of the other, and people who type."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.evening = Evening(policy=Policy(every=HOUR, grace=300.0, remind=600.0, gm=("gm@table",)))
        self.syncs = [self.evening.table, self.evening.poller("other")]
        self.mended: list[str] = []
        self._inside = False
        for at, sync in enumerate(self.syncs):
            other = self.syncs[1 - at]
            seams = Seams(sync.workbooks.sheets, lambda other=other: self._meanwhile(other))  # type: ignore[misc]
            sync.workbooks.sheets = cast("Sheets", seams)

    def play(self, polls: int) -> None:
        for _ in range(polls):
            self._type()
            self.evening.now += 1
            self._poll(self.random.choice(self.syncs))

    def _poll(self, sync: Poller) -> None:
        self.mended += sync.tick().mended

    def _meanwhile(self, other: Poller) -> None:
        if self._inside or self.random.random() > 0.3:
            return
        self._inside = True
        if self.random.random() < 0.5:
            self._type()
        self._poll(other)
        self._inside = False

    def stop_meanwhile(self) -> None:
        """From now on nothing happens in the middle of a poll."""
        self._inside = True

    def _type(self) -> None:
        evening, what = self.evening, self.random.randrange(7)
        seat = self.random.choice(evening.seats).id
        if what == 0:
            evening.order(seat, move_to=self.random.choice(["A1", "B2", "Z99"]))
        elif what == 1:
            evening.order(seat, ready=self.random.choice([True, False]))
        elif what == 2:
            evening.now += self.random.choice([1, 40, 400])
        elif what == 3:
            cells: dict[str, Typed] = {
                "act": self.random.choice(["pause", "resume", "extend"]),
                "value": "1h",
                "ready": True,
            }
            evening.type("desk", {evening.cell("desk", "gm #1", name): each for name, each in cells.items()})


@pytest.mark.parametrize("seed", [0, 3, 4, 7])
def test_what_a_slow_sync_draws_is_put_right_and_is_nobodys_edit(seed: int) -> None:
    two = TwoSyncs(seed)
    two.play(40)
    assert two.mended == []
    two.stop_meanwhile()
    for _ in range(2):
        for sync in two.syncs:
            sync.tick()
    assert [sync.tick().writes for sync in two.syncs] == [0, 0]


def test_a_format_that_a_slow_sync_leaves_between_a_read_and_a_write_is_put_right() -> None:
    """It comes at the one instant at which nobody can tell, and the process that wrote it polls no more."""
    evening = Evening(on="google")
    evening.tick()
    evening.now += 40
    taken_over = evening.poller("another")
    taken_over.tick()
    before = evening.service.documents[evening.record.workbooks[0].document].sheets[evening.sheet_id("orders")]
    right = look_of(before)["cells"]
    place = grid_range(evening.sheet_id("orders"), (3, 3, 4, 4))
    slow = {
        "repeatCell": {
            "range": place,
            "cell": {"userEnteredFormat": {"textFormat": {"bold": True}}},
            "fields": "userEnteredFormat",
        }
    }
    evening.change(slow)
    assert look_of(before)["cells"] != right
    evening.now += STALE
    evening.table = taken_over
    writes = []
    for _ in range(3):
        evening.now += HOUR
        taken_over.workbooks.has_changed = True  # as the service reports
        writes.append(evening.tick().writes)
        assert look_of(before)["cells"] == right
    assert writes[0] > 0
    assert writes[1:] == [0, 0]


def test_an_edit_by_a_person_is_still_reported_where_two_syncs_run() -> None:
    two = TwoSyncs(0)
    two.stop_meanwhile()
    for sync in (*two.syncs, *two.syncs):
        sync.tick()
    two.evening.type("gm", {"B8": "my own idea"})
    assert [line for sync in two.syncs for line in sync.tick().mended] == ["GM!B8 contained “my own idea”"]


def claimed_by_another() -> Evening:
    """An evening whose match another process has claimed."""
    evening = Evening()
    evening.tick()
    assert evening.store.claim("evening", "another", evening.now, STALE)
    return evening


def test_a_match_that_another_process_had_claimed_goes_on_though_nobody_types() -> None:
    evening = claimed_by_another()
    evening.all_ready()
    assert [evening.tick().steps for _ in range(3)] == [(), (), ()]
    evening.store.release("evening", "another")
    assert len(evening.tick().steps) == 1


def test_a_box_that_was_ticked_while_another_process_had_claimed_the_match_stays_until_it_is_obeyed() -> None:
    evening = claimed_by_another()
    for box in (RESOLVE, PAUSE):
        evening.type("gm", {box: True}, "gm@table")
    assert [evening.tick().steps for _ in range(2)] == [(), ()]
    assert [line[1] for line in evening.values("gm")[3:5]] == [True, True]
    evening.store.release("evening", "another")
    assert [step.entry.kind for step in evening.tick().steps] == ["act", "turn"]
    assert [line[1] for line in evening.values("gm")[3:5]] == [False, True]
    assert evening.tick().writes == 0


def test_a_box_is_not_drawn_over_while_another_process_obeys_it() -> None:
    """The other has read the box and claimed the match, but its entry is not in the journal yet."""
    evening = Evening()
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    evening.type("gm", {PAUSE: True}, "gm@table")
    append = evening.store.append

    def late(*given: Any) -> Any:
        evening.store.append = append  # type: ignore[method-assign]
        assert evening.tick().steps == ()
        return append(*given)

    evening.store.append = late  # type: ignore[assignment, method-assign]
    assert [step.entry.act for step in slow.tick().steps] == [{"kind": "pause", "by": "gm", "why": "", "until": None}]
    assert [evening.tick().status for _ in range(2)] == [Status.PAUSED, Status.PAUSED]


def test_a_box_that_is_ticked_as_the_marker_is_lost_is_obeyed() -> None:
    evening = Evening()
    evening.tick()
    first = next(iter(evening.record.workbooks[0].tabs))
    line = evening.values(first)[0]
    evening.type(first, {f"{chr(64 + len(line))}1": ""})
    evening.type("gm", {PAUSE: True}, "gm@table")
    assert evening.tick().status is Status.PAUSED


def test_a_process_that_is_slow_to_show_a_turn_takes_back_nothing_that_another_has_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(players=2)
    evening.tick()
    evening.all_ready()
    write, other = evening.sync.write, evening.poller("other")

    def later(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(evening.sync, "write", write)
        other.tick()
        evening.order("blue1", ready=True)
        other.tick()
        return write(*given, **named)

    monkeypatch.setattr(evening.sync, "write", later)
    evening.tick()
    evening.tick()
    row = evening.row("orders", "blue1")
    assert row["ready"] is True
    assert str(row["receipt"]).startswith("✓")
    assert not evening.row("orders", "red1")["ready"]
    assert evening.tick().writes == 0


def test_a_workbook_is_drawn_whole_after_a_slow_process_has_drawn_an_earlier_turn_there() -> None:
    """What it left besides values is known to nobody: here, a merged area."""
    evening = Evening(on="google", players=2)
    evening.play(2)
    shown, board = evening.sheets_of("table"), evening.sheet_id("board")
    document = evening.service.documents[evening.record.workbooks[0].document]
    built = look_of(document.sheets[board])
    marker = evening.values("board")[0]
    assert marker[-1].startswith("#2 ")
    first = next(iter(evening.store.entries(evening.name, 1)))
    marker_of_first = f"#1 {first.seal[:8]}"
    area = grid_range(board, (5, 1, 7, 3))
    evening.change(
        {"mergeCells": {"range": area, "mergeType": "MERGE_ALL"}},
        value_at(board, 0, len(marker) - 1, marker_of_first),
    )
    evening.tick()
    assert evening.sheets_of("table") == shown
    assert look_of(document.sheets[board]) == built
    assert evening.tick().writes == 0


def in_the_middle(slow: Poller, method: str, what: Callable[[], object]) -> None:
    """*what* happens just before *slow* calls a *method* of its spreadsheets."""
    plain = getattr(slow.workbooks.sheets, method)

    def late(*given: Any, **options: Any) -> Any:
        delattr(slow.workbooks.sheets, method)
        what()
        return plain(*given, **options)

    setattr(slow.workbooks.sheets, method, late)


def everything(evening: Evening) -> tuple[Any, ...]:
    """All values and the look of all tabs."""
    book = evening.record.workbooks[0]
    sheets = evening.service.documents[book.document].sheets
    return evening.sheets_of(book.key), {key: look_of(sheets[each]) for key, each in book.tabs.items()}


def test_what_a_slow_process_puts_back_is_refused_after_another_has_shown_a_later_entry() -> None:
    evening = Evening(on="google", players=4)
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    evening.type("teams", {"A1": "mine"})
    shown: list[tuple[Any, ...]] = []

    def show_a_turn() -> None:
        evening.type("gm", {RESOLVE: True}, "gm@table")
        assert len(evening.tick().steps) == 1
        shown.append(everything(evening))

    in_the_middle(slow, "write", show_a_turn)
    assert slow.tick().writes == 0
    assert shown == [everything(evening)]


def test_a_process_builds_nothing_from_before_another_built_it() -> None:
    evening = Evening(on="google", players=4)
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    built = evening.sheets_of(evening.record.workbooks[0].key)
    place = {"sheetId": evening.sheet_id("board"), "dimension": "COLUMNS", "startIndex": 0, "endIndex": 2}
    evening.change({"deleteDimension": {"range": place}})
    marks: list[int] = []

    def mark() -> None:
        address = f"{SHEETS}/{evening.record.workbooks[0].document}"
        marks.append(newest_mark(evening.sync.call("get", address, params={"fields": "developerMetadata"})))

    def build() -> None:
        mark()
        evening.poller("another").tick()
        mark()

    in_the_middle(slow, "remake", build)
    assert slow.tick().writes == 0
    mark()
    assert marks == [marks[0], marks[0] + 1, marks[0] + 1]
    assert evening.sheets_of(evening.record.workbooks[0].key)["board"] == built["board"]


def test_a_process_that_read_the_record_before_a_substitution_and_the_journal_after_it_names_the_new_player() -> None:
    evening = Evening(players=4)
    evening.tick()
    slow = evening.poller("slow")
    slow.tick()
    before = evening.store.record(evening.name)
    evening.tick(actions=[Substitute(seat="blue1", player="Zoe", why="so")])
    evening.order("blue1", move_to="A1")
    evening.tick(resolve=True)
    real = evening.store.record
    evening.store.record = lambda match: before  # type: ignore[method-assign]
    slow.session.refresh()
    evening.store.record = real  # type: ignore[method-assign]
    slow.session.refresh()
    assert slow.session.window.lines == evening.table.session.window.lines
    assert any("Zoe" in line.text for line in slow.session.window.lines)


@pytest.mark.parametrize("call", ["last_number", "last", "entries"])
def test_a_sync_whose_store_goes_away_while_it_learns_what_another_played_goes_on_from_there(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening()
    evening.tick()
    mine, other = evening.table, evening.poller("other")
    other.tick(resolve=True)

    def away(*_: object) -> None:
        raise StoreDown("the store does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(type(evening.store), call, away)
        with pytest.raises(StoreDown):
            mine.tick()
    mine.tick()
    assert mine.session.entry.number == other.session.entry.number
    assert mine.session.state == other.session.state
    evening.order("blue1", move_to="A2")
    mine.tick()
    assert evening.receipt("blue1")
    mine.tick(resolve=True)
    assert mine.session.entry.number == other.session.entry.number + 1
