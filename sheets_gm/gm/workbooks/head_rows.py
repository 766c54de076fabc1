"""The first two rows of each board and form: the step, until when it lasts and who is ahead; then who is waited for.

Each name of somebody who is waited for leads to their row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone, short_clock_face
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.workbooks.beginning import beginning
from sheets_gm.gm.workbooks.boards.score_row import ahead
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.gm.workbooks.turn_mark import duties_of
from sheets_gm.kernel.english import counted, owner_name
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.grid import Cell, Grid, Run, place_link
from sheets_gm.sheet.reading import Lines
from sheets_gm.sheet.tabs import FormTab

NAMED = 10
"""The most people waited for who are named; of more, the last are only counted."""

STEP, STATE = 0, 1
"""The rows of the step and of who is waited for."""

MORE, STATUS = "step", "status"
"""The styles of what stands behind the title, and of who is waited for."""


class LinkedText(NamedTuple):
    """A text with its *runs*."""

    text: str = ""
    runs: tuple[Run, ...] = ()

    def joined(self, other: LinkedText, between: str = " · ") -> LinkedText:
        """This line and, behind it, the *other*."""
        if not (self.text and other.text):
            return self if self.text else other
        start = len(self.text) + len(between)
        moved = (run._replace(start=run.start + start) for run in other.runs)
        return LinkedText(f"{self.text}{between}{other.text}", (*self.runs, *moved))


NOTHING = LinkedText()


class Head(NamedTuple):
    """What the first two rows say: *until* when the step lasts, who is *ahead*, and how things *stand*."""

    until: str
    ahead: str
    stand: LinkedText


def head_of(snapshot: Snapshot, layout: WorkbookLayout, *, attended: bool) -> Head:
    """The head of the boards and forms of one workbook.

    Without *attended* it says who is waited for in this workbook alone: it is not written each time somebody in another
    one is ready.
    """
    record = snapshot.record
    zone, since = record.policy.zone, snapshot.entry.when
    until = "" if snapshot.lock_at is None else f"until {short_clock_face(snapshot.lock_at, zone, since)}"
    live = record.status is not Status.OVER and not record.gathers
    return Head(until if live else "", ahead(snapshot) if live else "", _stand(snapshot, layout, attended=attended))


# -- how things stand --------------------------------------------------------------------------------------------------


def _stand(snapshot: Snapshot, layout: WorkbookLayout, *, attended: bool) -> LinkedText:
    record = snapshot.record
    if record.status is Status.OVER:
        return LinkedText(f"Over: {winners_line(snapshot.result, snapshot.seats)}" if snapshot.result else "Over")
    if record.gathers:
        return LinkedText(beginning(record))
    line = LinkedText()
    if record.status is Status.PAUSED:
        end = "" if record.resumes is None else f" until {clock_face_in_zone(record.resumes, record.policy.zone)}"
        line = LinkedText(f"The game master has paused the match{end}")
    if record.pending is not None:
        line = line.joined(LinkedText("Waiting for the game master's dice"))
    else:
        line = line.joined(_waiting(snapshot, layout, attended=attended))
        line = line.joined(LinkedText(_counts(snapshot))) if attended else line
    return line.joined(LinkedText(f"played {record.policy.hours}")) if record.policy.hours is not None else line


def _waiting(snapshot: Snapshot, layout: WorkbookLayout, *, attended: bool) -> LinkedText:
    """Who is waited for: “Waiting for Ana, Ben and 3 more”. Each name leads to the row, if that is in this workbook."""
    rows = dict(reversed([*_due_rows(snapshot, layout)]))
    waited = [owner for owner, state in snapshot.attendance.items() if state in WAITED_FOR]
    if not attended:
        waited = [owner for owner in waited if owner in rows]
    if not waited:
        return LinkedText()
    named = waited if len(waited) <= NAMED else waited[: NAMED - 1]
    parts = [(owner_name(owner, snapshot.seats), rows.get(owner, "")) for owner in named]
    if others := waited[len(named) :]:
        parts.append((f"{len(others)} more", next((rows[owner] for owner in others if owner in rows), "")))
    return _linked("Waiting for ", parts)


def _linked(before: str, parts: Sequence[tuple[str, str]]) -> LinkedText:
    """A list of words, each with its link, in a sentence."""
    text, runs = before, list[Run]()
    for at, (word, link) in enumerate(parts):
        text += "" if at == 0 else " and " if at == len(parts) - 1 else ", "
        start = len(text)
        text += word
        if link:
            runs += [Run(start, link=link), Run(len(text))]
    return LinkedText(text, tuple(runs))


def _counts(snapshot: Snapshot) -> str:
    """How many are ready, and how many have begun: in a game with secrets that is nobody else's business."""
    states = list(snapshot.attendance.values())
    ready = states.count(Attendance.READY)
    begun = states.count(Attendance.DRAFT) if snapshot.game.secrecy is Secrecy.OPEN else 0
    return " · ".join([*([f"{ready} ready"] if ready else []), *([counted(begun, "draft")] if begun else [])])


def _due_rows(snapshot: Snapshot, layout: WorkbookLayout) -> Iterator[tuple[str, str]]:
    """Who is to fill in what: an owner, and a link to the first row of a duty that is not done."""
    tabs = [tab for tab in snapshot.tabs if isinstance(tab, FormTab) and tab.key in layout.tabs]
    duties = [duty for duty in duties_of(snapshot, layout) if not duty.done]
    for tab in tabs:
        here = [duty for duty in duties if duty.form.key == tab.form]
        rows = _first_rows(lines_on(snapshot, layout, tab)) if here else {}
        for duty in here:
            row = rows.get((duty.form.seat, duty.part.who.authors))
            if row is not None:
                yield duty.part.awaited, place_link(tab.key, row)


def _first_rows(lines: Lines) -> dict[tuple[str, tuple[str, ...]], int]:
    """The first of *lines* of each owner and those who may fill it in."""
    found: dict[tuple[str, tuple[str, ...]], int] = {}
    for at, (_, seat, _), form in lines:
        found.setdefault((seat, form.who.authors), at)
    return found


# -- in cells ----------------------------------------------------------------------------------------------------------


def with_step(grid: Grid, until: str, ahead: str) -> Grid:
    """*grid* with what its step is *until* and who is *ahead* behind its title, in small letters."""
    if not grid.rows or not (until or ahead):
        return grid
    cell = grid.at(STEP, 0)
    text = str(cell.value or "")
    more = "".join(f" · {each}" for each in (until, ahead) if each)
    cell = cell._replace(value=text + more, runs=(*cell.runs, Run(len(text), MORE)))
    return grid.with_first(STEP, cell)


def with_stand(grid: Grid, stand: LinkedText) -> Grid:
    """The board *grid* with how things *stand* in its second row: in place of its help, or behind the game's line."""
    if len(grid.rows) < 2 or any(cell.value for cell in grid.rows[STATE][1:]) or not stand.text:
        return grid
    cell = grid.at(STATE, 0)
    if cell.style in ("help", "") or not cell.value:
        return grid.with_first(STATE, Cell(stand.text, STATUS, runs=stand.runs))
    line = LinkedText(str(cell.value), cell.runs).joined(stand)
    return grid.with_first(STATE, cell._replace(value=line.text, runs=line.runs))


def with_stand_above_help(grid: Grid, stand: LinkedText) -> Grid:
    """The form *grid* with how things *stand* in its second row, above the lines of its help."""
    if not stand.text:
        return grid
    line, helping = stand, grid.at(STATE, 0)
    if helping.value:
        line = stand.joined(LinkedText(str(helping.value), (Run(0, "help"),)), "\n")
    return grid.with_first(STATE, Cell(line.text, STATUS, runs=line.runs))
