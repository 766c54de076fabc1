"""The GM tab: boxes to tick, the state of the match, what each seat has done, and the open claims."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import TypeAlias

from sheets_gm.gm.between.finding import boxes
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.intake.desk.desk_forms import LASTING
from sheets_gm.gm.intake.desk.roll_form import missing_rolls
from sheets_gm.gm.log.typed_rows import cells_in_words, disputed, typed_lines
from sheets_gm.gm.match_record.claims import Case, Claims, Stage
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.durations import format_duration
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.workbooks.layout import WorkbookLayout, controls
from sheets_gm.gm.workbooks.sharing import stranger_lines, uninvited_lines
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.kernel import beacon
from sheets_gm.kernel.english import capitalized, counted, owner_name
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.cleaning import is_blank, spelled, tick
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.template import TabTemplate

Word: TypeAlias = Callable[[str], str]
"""Returns a text of the template by its name."""


def ticked_controls(
    tab_template: TabTemplate, layout: WorkbookLayout, values: Sequence[Sequence[Typed]]
) -> dict[str, bool]:
    """Return which boxes the game master has ticked. They are found by the words before them.

    An empty box is not ticked. A box is missing from the result if somebody moved or deleted columns.
    """
    names = {tab_template.word(name): name for name in controls(layout)}
    ticks: dict[str, bool] = {}
    for row in values:
        label, *beside = [*dropwhile(is_blank, row)] or [None]
        name = names.get(spelled(label))
        if name is None:
            continue
        boxes = [ticked for ticked in map(tick, beside) if ticked is not None]
        if boxes or is_blank(next(iter(beside), None)):
            ticks[name] = boxes[:1] == [True]
    return ticks


def changed_controls(entry: Entry) -> Collection[str]:
    """Return the names of the boxes that *entry* resets or may change. Any action may, as a vote may pause a match."""
    if entry.act is not None:
        return boxes().keys()
    return ("resolve",) if entry.why == ASKED_FOR else ()


def _attendance_cell(word: Word, state: Attendance, *, late: bool) -> Cell:
    """Return the cell with what a seat has done. A seat that still has time is not late."""
    return fixed(word(state.value), "done.late" if late and state in WAITED_FOR else f"done.{state.name.lower()}")


def draw_gm_tab(tab_template: TabTemplate, snapshot: Snapshot, layout: WorkbookLayout, heading: str = "") -> Grid:
    """Return the GM tab: boxes to tick, the state of the match, and what each seat has done.

    *heading* replaces the name of the step if the rules cannot be asked for it.
    """
    word, record, names = tab_template.word, snapshot.record, _names(snapshot)
    return Grid(
        (
            *head(tab_template, heading or snapshot.heading),
            *_boxes(word, snapshot, layout),
            *_state(word, snapshot, names),
            *_backup(word, record),
            *_times(word, record, names),
            *_remarks(word, record),
            (),
            *_seats(word, snapshot, names),
            *_cases(word, snapshot, names),
            *_rehearsal(word, record),
        )
    )


def _names(snapshot: Snapshot) -> Mapping[str, str]:
    """Return the names for the owners of forms, and for those who have made claims."""
    cases = Claims.of(snapshot.record).cases
    owners = (*snapshot.attendance, *(case.by for case in cases), *(case.appealed_by for case in cases))
    return {owner: capitalized(owner_name(owner, snapshot.seats)) for owner in owners} | {GM: "Game master"}


def _line(label: str, text: str, style: str = "info") -> Row:
    return fixed(label, "label"), fixed(text, style)


def _warning(label: str, text: str) -> Row:
    return _line(label, text, "info.warn")


def _boxes(word: Word, snapshot: Snapshot, layout: WorkbookLayout) -> Iterator[Row]:
    """Yield the boxes to tick, each with its description."""
    record = snapshot.record
    for name in controls(layout):
        ticked = snapshot.boxes.get(name, name in boxes() and boxes()[name].is_ticked(record))
        box = Cell(ticked, "ready", None, CHECKBOX, True)
        yield fixed(word(name), "label"), box, fixed(word(f"{name}.help"), "help")


def _state(word: Word, snapshot: Snapshot, names: Mapping[str, str]) -> Iterator[Row]:
    """Yield the status of the match, its deadline, whom it waits for, and what is wrong."""
    record, status = snapshot.record, snapshot.record.status
    is_won = status is Status.OVER and snapshot.result
    won = f": {winners_line(snapshot.result, snapshot.seats)}" if is_won and snapshot.result else ""
    waited = ", ".join(names[seat] for seat, state in snapshot.attendance.items() if state in WAITED_FOR)
    yield _line(word("status"), f"{status.value}{won}")
    yield _line(word("due"), _due(word, snapshot))
    yield _line(word("waiting"), _waited_for(word, record) or waited or word("nobody"))
    yield _line(word("problem"), record.reason or word("none"))
    if status in (Status.LIVE, Status.PAUSED):
        written = clock_face_in_zone(_written(snapshot), record.policy.zone)
        yield _line(word("sync"), word("sync.help").format(written))


def _written(snapshot: Snapshot) -> float:
    """Return when the sync last wrote what this workbook shows: an entry, or an answer with its time.

    It changes only together with these, so that it never needs an extra write.
    """
    record = snapshot.record
    drafts = record.drafts if len(record.workbooks) == 1 else ()
    answered = [each.since for each in drafts if each.revision and " · " in each.receipt]
    return max(snapshot.entry.when, *answered) if answered else snapshot.entry.when


def _due(word: Word, snapshot: Snapshot) -> str:
    """Return the deadline, or why there is none, and when a pause ends by itself."""
    record, end = snapshot.record, snapshot.lock_at
    zone = record.policy.zone
    without = {Status.PAUSED: "paused", Status.OVER: "over"}.get(record.status, "no deadline")
    due = clock_face_in_zone(end, zone) if end else word(without)
    if snapshot.late and end:
        due = word("late").format(due)
    if record.policy.hours is not None and record.status is not Status.OVER:
        due = f"{due}; {word('hours').format(record.policy.hours)}"
    if record.resumes is None:
        return due
    return f"{due}; {word('resumes').format(clock_face_in_zone(record.resumes, zone))}"


def _waited_for(word: Word, record: Record) -> str:
    """Return what a lock waits for: a number of rolls, or a public round; "" if no lock waits."""
    if record.pending is None:
        return ""
    if record.pending.round is None:
        return word("rolls").format(counted(len(missing_rolls(record)), "roll"))
    late = f". {record.pending.trouble}" if record.pending.trouble else ""
    return word("round").format(record.pending.round, beacon.clock(record.pending.round)) + late


def _backup(word: Word, record: Record) -> Iterator[Row]:
    if (restored := Repairs.of(record).restored) is not None:
        yield _warning(
            word("backup"),
            word("backup.help").format(restored.last, restored.shown),
        )


def _times(word: Word, record: Record, names: Mapping[str, str]) -> Iterator[Row]:
    """Yield what moved the deadline of the step automatically, and the clocks of the match."""
    if moved := StepTime.of(record).moved:
        way = "later" if moved > 0 else "earlier"
        yield _warning(word("moved"), word("moved.help").format(f"{format_duration(abs(moved))} {way}"))
    for clock in record.clocks:
        if clock.due is None:
            text = word("clock.left").format(format_duration(clock.left))
        else:
            text = word("clock.until").format(clock_face_in_zone(clock.due, record.policy.zone))
        yield _line(word("clock").format(clock.name, names.get(clock.owner, clock.owner)), text)


def _remarks(word: Word, record: Record) -> Iterator[Row]:
    """Yield remarks about the workbooks, and what was put back in them."""
    books = record.workbooks
    yield from (_warning(word("protection"), remark) for book in books for remark in book.remarks)
    yield from (_warning(word("uninvited"), line) for line in uninvited_lines(record, to_all=True))
    yield from (_warning(word("crowded"), f"{book.key}: {book.crowded}") for book in books if book.crowded)
    yield from (_warning(word("strangers"), line) for line in stranger_lines(record))
    yield from (_line(word("mended"), line) for line in Repairs.of(record).mended)


def _seats(word: Word, snapshot: Snapshot, names: Mapping[str, str]) -> Iterator[Row]:
    """Yield what each seat has done."""
    yield fixed(word("seat"), "heading"), fixed(word("done"), "heading")
    for seat, state in snapshot.attendance.items():
        if seat != GM or state is not Attendance.NOTHING_DUE:
            yield fixed(names.get(seat, seat), "label"), _attendance_cell(word, state, late=snapshot.late)


def _cases(word: Word, snapshot: Snapshot, names: Mapping[str, str]) -> Iterator[Row]:
    """Yield the claims that are not settled, each with what its player had typed."""
    record = snapshot.record
    for case in Claims.of(record).cases:
        if case.stage is not Stage.FINAL:
            yield ()
            yield from _case(word, case, names, record.policy.zone)
            yield from (_line(word("typed"), line, "log.what") for line in (*_typed_by(snapshot, case), *case.written))


def _typed_by(snapshot: Snapshot, case: Case) -> Iterator[str]:
    """Yield what a claimant had typed at the lock that the claim is about, or at the newest one.

    It also says since when the current rows hold their content.
    """
    seat, zone = snapshot.seats.get(case.by), snapshot.record.policy.zone
    if seat is None:
        return
    entry = disputed((each.entry for each in snapshot.timeline), case.about, snapshot.entry.number)
    if entry is not None:
        yield from typed_lines(entry, seat, zone)
    for draft in snapshot.record.drafts:
        if draft.seat in (seat.id, seat.team) and draft.since and draft.form not in LASTING:
            changes = counted(draft.revision, "change")
            yield f"{draft.form}: {cells_in_words(draft.typed)} · {clock_face_in_zone(draft.since, zone)}, {changes}"


def _case(word: Word, case: Case, names: Mapping[str, str], zone: str) -> Iterator[Row]:
    yield (fixed(f"{word('claim')} {case.number}: {case.stage.value}", "heading"),)
    yield _line(names.get(case.by, case.by), case.text, "log.what")
    if case.decision:
        by = clock_face_in_zone(case.appeal_by, zone) if case.appeal_by else ""
        until = f" ({word('appeal until')} {by})" if by else ""
        yield _line(word("ruling"), f"{case.decision}: {case.reason}{until}", "log.what")
    if case.appealed_by:
        yield _line(names.get(case.appealed_by, case.appealed_by), case.grounds, "log.what")


def _rehearsal(word: Word, record: Record) -> Iterator[Row]:
    """Yield the result of a dry run."""
    if Repairs.of(record).dry_run:
        yield ()
        yield (fixed(word("rehearsal"), "heading"),)
        yield from ((EMPTY, fixed(line, "log.what")) for line in Repairs.of(record).dry_run)
