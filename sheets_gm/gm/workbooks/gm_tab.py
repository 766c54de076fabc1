"""The GM tab: controls to tick, the state of the match, what each seat has done, and the open claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile

from sheets_gm.gm.desk.roll_form import missing_rolls
from sheets_gm.gm.durations import format_duration
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.match_record.claims import Case, Stage
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import ASKED_FOR, Record
from sheets_gm.gm.workbooks.sharing import stranger_lines, uninvited_lines
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.kernel import beacon
from sheets_gm.kernel.actions import Pause, Resume, read_action
from sheets_gm.kernel.english import capitalized, counted, owner_name
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.cleaning import is_blank, spelled, tick
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.template import TabTemplate

ROLLS_TO_TYPE = "Game master ({} to type on the Rolls tab)"
"""What is waited for while rolls are missing, unless the template has its own text ("rolls")."""

ROUND_TO_COME = "Round {} of the public beacon, at {}"
"""What is waited for while a public round is missing, unless the template has its own text ("round")."""


UNINVITED = "Not invited"
"""The text beside people who have no access, unless the template has its own text ("uninvited")."""
BACKUP = (
    "The match goes on from a backup, from the position after entry {}. What was played after it, up to entry {}, is "
    "gone. What players had typed is kept without its ticks."
)
"""The text about a return to a backup, unless the template has its own text ("backup.help")."""

CROWDED = "Nearly full"
"""The text beside a spreadsheet that has little room left, unless the template has its own text ("crowded")."""

RESUMES = "it goes on by itself on {}"
"""What is said of a pause that has an end, unless the template has its own text ("resumes")."""

STRANGERS = "Also open to"
"""The text beside people who can open a private spreadsheet, unless the template has its own text ("strangers")."""

MOVED = "{}: an outage or a leap of the clock moved it. Do “put back” on the Desk to undo this."
"""The text about a deadline that moved automatically, unless the template has its own text ("moved.help")."""


def controls(record: Record) -> tuple[str, ...]:
    """The names of the boxes on the GM tab; the template has the words beside them.

    A dry run is shown in the GM's own workbook, so a match with one shared workbook has no box for it.
    """
    return ("resolve", "pause", "rehearse") if record.policy.layout == "sealed" else ("resolve", "pause")


def ticked_controls(tab_template: TabTemplate, record: Record, values: Sequence[Sequence[Typed]]) -> dict[str, bool]:
    """Which boxes the GM has ticked, found by the words before them.

    An empty box is not ticked. Nobody knows about one that is gone, because somebody moved or deleted columns.
    """
    names = {tab_template.word(name): name for name in controls(record)}
    found: dict[str, bool] = {}
    for row in values:
        label, *beside = [*dropwhile(is_blank, row)] or [None]
        name = names.get(spelled(label))
        boxes = [ticked for ticked in map(tick, beside) if ticked is not None]
        if name is not None and (boxes or is_blank(next(iter(beside), None))):
            found[name] = boxes[:1] == [True]
    return found


def changed_control(entry: Entry) -> str:
    """The name of the box that *entry* sets back or changes; "" if it leaves all of them as they were."""
    if entry.act is None:
        return "resolve" if entry.why == ASKED_FOR else ""
    return "pause" if isinstance(read_action(entry.act), Pause | Resume) else ""


@lru_cache(maxsize=64)
def _attendance_cell(state: Attendance) -> Cell:
    return Cell(state.value, f"done.{state.name.lower()}")


def draw_gm_tab(tab_template: TabTemplate, snapshot: Snapshot, heading: str = "") -> Grid:
    """The GM tab: controls to tick, the state of the match, and what each seat has done.

    *heading* stands for the name of the step where the rules cannot be asked for it.
    """
    record = snapshot.record
    rows: list[Row] = list(head(tab_template, heading or snapshot.heading))
    for name in controls(record):
        ticked = snapshot.boxes.get(name, name == "pause" and record.status is Status.PAUSED)
        rows.append(
            (
                fixed(tab_template.word(name), "label"),
                Cell(ticked, "ready", None, CHECKBOX, True),
                fixed(tab_template.word(f"{name}.help"), "help"),
            )
        )
    waited = [seat for seat, state in snapshot.attendance.items() if state in WAITED_FOR]
    owners = (*snapshot.attendance, *(case.by for case in record.cases), *(case.appealed_by for case in record.cases))
    names = {owner: capitalized(owner_name(owner, snapshot.seats)) for owner in owners} | {GM: "Game master"}
    listed_names = ", ".join(names[seat] for seat in waited)
    stopped = {Status.PAUSED: "paused", Status.OVER: "over"}.get(record.status, "no deadline")
    ended = (
        f": {winners_line(snapshot.result, snapshot.seats)}" if record.status is Status.OVER and snapshot.result else ""
    )
    due = clock_face_in_zone(record.due, record.policy.zone) if record.due else tab_template.word(stopped)
    if record.resumes is not None:
        text = tab_template.words.get("resumes", RESUMES)
        due = f"{due}; {text.format(clock_face_in_zone(record.resumes, record.policy.zone))}"
    for name, value in (
        ("status", f"{record.status.value}{ended}"),
        ("due", due),
        ("waiting", _waited_for(tab_template, record) or listed_names or tab_template.word("nobody")),
        ("problem", record.reason or tab_template.word("none")),
    ):
        rows.append((fixed(tab_template.word(name), "label"), fixed(value, "info")))
    if record.restored is not None:
        text = tab_template.words.get("backup.help", BACKUP).format(record.restored.last, record.restored.shown)
        rows.append((fixed(tab_template.words.get("backup", "Backup"), "label"), fixed(text, "info.warn")))
    rows += _time_rows(tab_template, record, names)
    for remark in (remark for book in record.workbooks for remark in book.remarks):
        rows.append((Cell(tab_template.word("protection"), "label"), Cell(remark, "info.warn")))
    rows += [
        (Cell(tab_template.words.get("uninvited", UNINVITED), "label"), Cell(line, "info.warn"))
        for line in uninvited_lines(record)
    ]
    rows += [
        (Cell(tab_template.words.get("crowded", CROWDED), "label"), Cell(f"{book.key}: {book.crowded}", "info.warn"))
        for book in record.workbooks
        if book.crowded
    ]
    rows += [
        (Cell(tab_template.words.get("strangers", STRANGERS), "label"), Cell(line, "info.warn"))
        for line in stranger_lines(record)
    ]
    rows += [(Cell(tab_template.word("mended"), "label"), Cell(line, "info")) for line in record.mended]
    rows.append(())
    rows.append((fixed(tab_template.word("seat"), "heading"), fixed(tab_template.word("done"), "heading")))
    for seat, state in snapshot.attendance.items():
        if seat != GM or state is not Attendance.NOTHING_DUE:
            rows.append((fixed(names.get(seat, seat), "label"), _attendance_cell(state)))
    for case in record.cases:
        if case.stage is not Stage.FINAL:
            rows += [(), *_case(tab_template, case, names, record.policy.zone)]
    if record.rehearsal:
        rows += [(), (Cell(tab_template.word("rehearsal"), "heading"),)]
        rows += [(EMPTY, Cell(line, "log.what")) for line in record.rehearsal]
    return Grid(tuple(rows))


def _time_rows(tab_template: TabTemplate, record: Record, names: Mapping[str, str]) -> Iterator[Row]:
    """What moved the deadline of the step automatically, and the clocks of the match."""
    words = tab_template.words
    if record.moved:
        way = "later" if record.moved > 0 else "earlier"
        text = words.get("moved.help", MOVED).format(f"{format_duration(abs(record.moved))} {way}")
        yield fixed(words.get("moved", "Deadline moved"), "label"), fixed(text, "info.warn")
    for clock in record.clocks:
        name = words.get("clock", "Clock {} of {}").format(clock.name, names.get(clock.owner, clock.owner))
        if clock.due is None:
            text = words.get("clock.left", "{} left").format(format_duration(clock.left))
        else:
            text = words.get("clock.until", "until {}").format(clock_face_in_zone(clock.due, record.policy.zone))
        yield fixed(name, "label"), fixed(text, "info")


def _waited_for(tab_template: TabTemplate, record: Record) -> str:
    """What a lock waits for: a number of rolls, or a public round; empty where no lock waits."""
    if record.pending is None:
        return ""
    if record.pending.round is not None:
        late = f". {record.pending.trouble}" if record.pending.trouble else ""
        text = tab_template.words.get("round", ROUND_TO_COME)
        return text.format(record.pending.round, beacon.clock(record.pending.round)) + late
    text = tab_template.words.get("rolls", ROLLS_TO_TYPE)
    return text.format(counted(len(missing_rolls(record)), "roll"))


def _case(tab_template: TabTemplate, case: Case, names: Mapping[str, str], zone: str) -> list[Row]:
    """A claim that is not settled, with its ruling and appeal."""
    lines = [(names.get(case.by, case.by), case.text)]
    if case.decision:
        until = (
            f" ({tab_template.word('appeal until')} {clock_face_in_zone(case.appeal_by, zone)})"
            if case.appeal_by
            else ""
        )
        lines.append((tab_template.word("ruling"), f"{case.decision}: {case.reason}{until}"))
    if case.appealed_by:
        lines.append((names.get(case.appealed_by, case.appealed_by), case.grounds))
    title = f"{tab_template.word('claim')} {case.number}: {case.stage.value}"
    return [(Cell(title, "heading"),), *((Cell(who, "label"), Cell(text, "log.what")) for who, text in lines)]
