"""The tab “What happened”, newest turn first, and the line on each board about whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.log.reports import Chapter
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.table_talk import Told
from sheets_gm.gm.workbooks.beginning import beginning
from sheets_gm.gm.workbooks.snapshot import Snapshot, winners_line
from sheets_gm.kernel.english import counted, listed, owner_name
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, Row, Run
from sheets_gm.sheet.rendering import head
from sheets_gm.sheet.template import TabTemplate

UNDONE = "report.undone"
"""The style of what a rewind has taken back."""

WAITING = "Waiting for "
"""What stands before them."""

NAMED = 3
"""The most people waited for who are named; if there are more, the line shows only how many."""


def draw_report(
    tab_template: TabTemplate,
    heading: str,
    found: Sequence[Chapter],
    zone: str,
    public: str = "",
    told: Sequence[Told] = (),
) -> Grid:
    """The chapters, each below the heading of its turn, with dates in *zone*; what was undone is struck through.

    Above them is a link to the *public* workbook, and what was *told* within the team whose workbook it is: the newest
    line first.
    """
    rows: list[Row] = list(head(tab_template, heading)[:2])  # one column needs no heading
    if public:
        rows.append((Cell(tab_template.word("public"), "help", link=public),))
    if told:
        rows.append((Cell(tab_template.word("team"), "report.turn"),))
        for each in reversed(told):
            rows.append((Cell(f"{each.sentence} ({clock_face_in_zone(each.at, zone)})", "report"),))
    for chapter in found:
        rows += _chapter_rows(chapter, zone)
    if not found:
        rows.append((Cell(tab_template.word("nothing"), "idle"),))
    return Grid(tuple(rows))


@lru_cache(maxsize=1024)
def _chapter_rows(chapter: Chapter, zone: str) -> tuple[Row, ...]:
    """The rows of a chapter: the same ones in every turn, further down."""
    heading = (Cell(chapter.heading(zone), UNDONE if chapter.undone else "report.turn"),)
    below = ((Cell(each.text, UNDONE if chapter.undone else f"report.{each.weight}"),) for each in chapter.paragraphs)
    return (heading, *below)


def state_of_play(snapshot: Snapshot, *, attended: bool) -> str:
    """Who is waited for, and until when: “Waiting for Ana and Ben · 7 ready · until Sun 22 Nov 17:00 CET”.

    Without *attended* it does not mention what seats have done: then it stays as it is until the step ends, and a
    workbook is not written each time somebody in another one is ready.
    """
    record = snapshot.record
    if record.status is Status.OVER:
        return f"Over: {winners_line(snapshot.result, snapshot.seats)}" if snapshot.result else "Over"
    end = "" if record.resumes is None else f" until {clock_face_in_zone(record.resumes, record.policy.zone)}"
    parts = [f"The game master has paused the match{end}"] if record.status is Status.PAUSED else []
    if record.gathers:
        return beginning(record)
    if record.pending is not None:
        parts.append("Waiting for the game master's dice")
    elif attended:
        parts += _counts(snapshot.attendance, snapshot.seats, drafts=snapshot.game.secrecy is Secrecy.OPEN)
    if record.due is not None:
        parts.append(f"{'until' if parts else 'Due'} {clock_face_in_zone(record.due, record.policy.zone)}")
        if record.policy.hours is not None:
            parts.append(f"played {record.policy.hours}")
    return " · ".join(parts)


def _counts(attendance: Mapping[str, Attendance], seats: Mapping[str, Seat], *, drafts: bool) -> list[str]:
    """Who is waited for and how many are ready, and with *drafts* how many have begun: in a game with secrets that is
    nobody else's business, and a workbook that others read is not written for it."""
    waited = [owner_name(owner, seats) for owner, state in attendance.items() if state in WAITED_FOR]
    ready = sum(state is Attendance.READY for state in attendance.values())
    begun = sum(state is Attendance.DRAFT for state in attendance.values()) if drafts else 0
    parts = []
    if waited:
        parts.append(f"{WAITING}{listed(waited) if len(waited) <= NAMED else counted(len(waited), 'player')}")
    if ready:
        parts.append(f"{ready} ready")
    if begun:
        parts.append(counted(begun, "draft"))
    return parts


def with_state_of_play(grid: Grid, text: str, runs: Sequence[Run] = ()) -> Grid:
    """*grid* with *text* in its second row, below the title: in place of a help text, or behind a line of the game.

    *runs* are those of the text.
    """
    if len(grid.rows) < 2 or any(cell.value for cell in grid.rows[1][1:]) or not text:
        return grid
    line = grid.rows[1][0] if grid.rows[1] else Cell("", "help")
    before = f"{line.value} · " if line.style not in ("help", "") and line.value else ""
    moved = tuple(run._replace(start=run.start + len(before)) for run in runs)
    cell = Cell(f"{before}{text}", line.style if before else "status", runs=moved)
    second = (cell, *grid.rows[1][1:])
    return grid._replace(rows=(grid.rows[0], second, *grid.rows[2:]))
