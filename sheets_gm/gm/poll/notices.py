"""Notices: messages to people outside the sheet, as plain text.

A notice to the whole table contains only public facts, and a notice to a seat only what that seat may know. A deadline
is given in the time zone of the reader. There is one reminder for each deadline, and in each step one notice to the
last seat that the match waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from sheets_gm.gm.between.finding import owners, read_action, talk_titles
from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.calendars import DeadlineCalendar
from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.intake.attendance import WAITED_FOR
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.rows import Row, Submissions
from sheets_gm.gm.log.log_lines import label_of
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.table_talk import TeamMessage
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, guarded
from sheets_gm.gm.workbooks.head_rows import STANDS_STILL
from sheets_gm.kernel.actions import Action, ActionTaken
from sheets_gm.kernel.english import capitalized, owner_name
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM, Event, Uneventful
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.template import Template

LINES = 30
"""The most lines of the log in one notice."""

ON_LOG = " on the Log tab"
"""Where readers with a link find the other lines."""


Drawing: TypeAlias = Callable[[bool], str]
"""Returns a board as SVG. *True*: the program that converts it into a picture has a font for emoji."""


class Notice(Model):
    """A message: to *seat*, or to the whole table (None). *picture* draws the board for it.

    *instants* are the times in its body, by their text: some services show them in the reader's local time. *asks*: the
    match waits for the reader. *calendar* has the deadlines of the seat, for mail. *followers*: it is only for people
    who watch from outside. *mail* is the e-mail address of the reader, if they want mail; *stop* is whom to write to
    for no more of it. *hook* is the secret address of a service, if the reader uses one. *anew*: the reader has just
    asked for notices by mail or hook. *talk*: it only reports what people say. *muted* are the digests of addresses of
    the seat that do not get it.
    """

    seat: str | None
    title: str
    body: str
    picture: Drawing | None = None
    instants: dict[str, float] = {}
    asks: bool = False
    calendar: DeadlineCalendar | None = None
    followers: bool = False
    mail: str = ""
    stop: str = ""
    hook: str = ""
    anew: bool = False
    talk: bool = False
    muted: tuple[str, ...] = ()


class Notifier(Protocol):
    """A function that sends notices. It never raises, because a lost message must not stop a turn."""

    def __call__(self, match: str, notices: Sequence[Notice]) -> None: ...


Describe: TypeAlias = Callable[[Event, Entry], str]
"""Describes an event of an entry as a sentence."""

Draw: TypeAlias = Callable[[str | None, str], Drawing]
"""Returns the drawing of a board as a seat of a team may see it, or as everybody may (None)."""


def reminders(session: Session, submissions: Submissions, owners: Collection[str], label: str) -> list[Notice]:
    """Return reminders of what is missing before a deadline: one to the table, and one to each seat in *owners*."""
    record, template = session.record, session.template
    missing = {
        who: missing_items(template, submissions, who, state)
        for who, state in submissions.attendance.items()
        if state in WAITED_FOR and who in owners
    }
    ends = {who: end for who, end in deadlines(record, session.all_forms).items() if end is not None and who in missing}
    if not ends:
        return []
    seats = {seat.id: seat for seat in record.people}
    policy, title = record.policy, record.title
    listed = "; ".join(
        f"{capitalized(owner_name(owner, seats))}: {', '.join(parts)}" for owner, parts in missing.items()
    )
    first = min(ends.values())
    due = _when(first, policy.zone)
    body = f"Due {due}. Still missing: {listed}.{links_of(record, None)}"
    notices = [Notice(seat=None, title=f"{title}: {label}", body=body, instants={due: first})]
    for who, parts in missing.items():
        notices += _to_whom_it_waits_for(record, submissions, who, f"{title}: {label}", parts, ends.get(who, first))
    return notices


def set_aside(record: Record) -> list[Notice]:
    """Return the notices to the table and the GM about a match that was set aside until somebody repairs it."""
    match = record.charter.match
    for_all = f"The match {STANDS_STILL}"
    reason = record.reason if record.reason.endswith(".") else f"{record.reason}."
    mend = reason if "sheets-gm" in reason else f"{reason} Mend that, then: sheets-gm unstick {match}"
    title = f"{record.title}: set aside"
    return [Notice(seat=None, title=title, body=for_all), Notice(seat=GM, title=title, body=f"{for_all} {mend}")]


def to_the_last(session: Session, submissions: Submissions, waiting: Collection[str], label: str) -> list[Notice]:
    """Return the notice to the last of several players, once in a step: that the match waits for nobody else.

    It is empty if the match waits for another number of players, if nobody else has made a row ready, or if the last
    player already had the notice.
    """
    record = session.record
    ready = any(state is Attendance.READY and who not in waiting for who, state in submissions.attendance.items())
    last = Reminders.of(record).last
    if len(waiting) != 1 or not ready or record.status is not Status.LIVE or last == (*waiting, label):
        return []
    (who,) = waiting
    parts = missing_items(session.template, submissions, who, submissions.attendance[who])
    end = deadlines(record, session.all_forms).get(who)
    title = f"{record.title}: {label}"
    return _to_whom_it_waits_for(record, submissions, who, title, parts, end, "Everybody else is ready.")


def _actions(done: Sequence[Step[Any]]) -> Iterator[tuple[Step[Any], Action]]:
    return ((step, read_action(step.entry.act)) for step in done if step.entry.act)


def at_once(session: Session, done: Sequence[Step[Any]], report: Report) -> list[Notice]:
    """Return the notices that seats get at once about the actions in *done*, as the features of these define them.

    Errors of a feature go to *report*.
    """
    record, notices = session.record, list[Notice]()
    for _, action in _actions(done):
        feature = owners()[type(action)]
        with guarded(f"The messages of {feature.name}", report):
            notices += [
                Notice(
                    seat=each.seat,
                    title=f"{record.title}: {each.title}",
                    body=each.text + links_of(record, each.seat),
                    anew=each.anew,
                )
                for each in feature.messages(record, action)
            ]
    return notices


def in_teams(record: Record, before: Collection[TeamMessage]) -> list[Notice]:
    """Return a notice to each other member of a team, with what was said there since *before*."""
    notices: list[Notice] = []
    said = [each for each in Talk.of(record).told if each not in before]
    for seat in record.people:
        new = [each for each in said if each.team == seat.team and each.seat != seat.id]
        if new:
            body = "\n".join(each.sentence for each in new) + links_of(record, seat.id)
            notices.append(Notice(seat=seat.id, title=f"{record.title}: your team", body=body, talk=True))
    return notices


def nudges(
    session: Session,
    submissions: Submissions,
    done: Sequence[Step[Any]],
    waiting: Collection[str],
    label: str,
    report: Report,
) -> list[Notice]:
    """Return the notices to people who were asked to continue, if the match still waits for them.

    Errors of a feature go to *report*.
    """
    record = session.record
    notices: list[Notice] = []
    for step, action in _actions(done):
        feature, reminded = owners()[type(action)], ""
        with guarded(f"The reminders of {feature.name}", report):
            reminded = feature.reminds(action)
        team = next((seat.team for seat in record.people if seat.id == reminded), "")
        who = next((each for each in (reminded, team) if each and each in waiting), None)
        if who is None:
            continue
        parts = missing_items(session.template, submissions, who, submissions.attendance[who])
        end = deadlines(record, session.all_forms).get(who)
        first = session.describe(step.events[0], step.entry)
        title = f"{record.title}: {label}"
        reminder_notices = _to_whom_it_waits_for(record, submissions, who, title, parts, end, first)
        notices += [notice for notice in reminder_notices if notice.seat == reminded]
    return notices


def _to_whom_it_waits_for(
    record: Record,
    submissions: Submissions,
    who: str,
    title: str,
    parts: Sequence[str],
    end: float | None,
    first: str = "",
) -> list[Notice]:
    """Return a notice to each seat that may fill in for *who* (seat or team): *parts* are missing until *end*."""
    seats = {seat.id: seat for seat in record.people}
    rows = awaited_rows(submissions, who)
    owner = rows[0].key[1] if rows else who
    asked = {seat.id: seat.zone for row in rows for seat in record.seats_of(owner, row.form.who.authors)}
    notices = []
    for seat, own_zone in asked.items() or [(owner, None)]:
        when = None if end is None else _when(end, own_zone or record.policy.zone)
        whose = f" for {owner_name(owner, seats)}" if owner not in (seat, GM) else ""
        missing = f"Still missing: {', '.join(parts)}".removesuffix(".") + whose + "."
        body = " ".join(each for each in (first, when and f"Due {when}.", missing) if each)
        instants = {when: end} if when is not None and end is not None else {}
        body += links_of(record, seat, owner)
        notices.append(Notice(seat=seat, title=title, body=body, instants=instants, asks=True))
    return notices


def _when(instant: float, zone: str) -> str:
    """Return a time as a notice writes it: "Sat 21 Nov 14:05 (Europe/Berlin)"."""
    return f"{clock_face(instant, zone)} ({zone})"


def awaited_rows(submissions: Submissions, who: str) -> list[Row]:
    """Return the rows of due forms in which the match waits for *who*, a seat or a team."""
    return [row for row in submissions.rows if row.form.due and row.form.awaited == who]


def missing_items(template: Template, submissions: Submissions, who: str, state: Attendance) -> tuple[str, ...]:
    """Return what *who* (seat or team) has not done yet, by the sheet's headings: "Move to", "the Ready box"."""
    parts: list[str] = []
    rows = awaited_rows(submissions, who)
    for key in dict.fromkeys(row.key[0] for row in rows):
        columns = {column.field: column.heading for column in template.tabs[key].columns}
        places = {name: at for at, name in enumerate(columns)}
        tab_rows = [row for row in rows if row.key[0] == key]
        if key == ROLLS:
            parts.append(f"rolls of dice on the {template.tabs[key].title} tab")
            continue
        wrong = [
            slip.cell or columns.get(slip.field, slip.field)
            for row in tab_rows
            for slip in sorted(row.read.slips, key=lambda slip: places.get(slip.field, 0))
        ]
        missing = [columns.get(name, name) for row in tab_rows for name in row.read.missing]
        if wrong:
            parts.append(f"fix {', '.join(wrong)}")
        elif missing:
            parts += dict.fromkeys(missing)
        elif state is Attendance.BLANK:
            first = next((field.name for field in tab_rows[0].form.fields), "ready")
            parts.append(columns.get(first, first))
        elif not any(row.read.ready for row in tab_rows):
            parts.append(f"the {columns.get('ready', 'Ready')} box")
    return tuple(parts) or ("the Ready box",)


def summaries(
    record: Record, steps: Sequence[Step[Any]], describe: Describe, label: str, draw: Draw | None = None
) -> list[Notice]:
    """Return notices of what happened: public events to the table, and to each seat the hidden events that it may know.

    With *draw*, they have a picture of the board if a turn was played.
    """
    drawn = draw if any(step.entry.kind == "turn" for step in steps) else None
    seat_notices = (_for_seat(record, steps, describe, seat, drawn) for seat in record.people)
    return [each for each in (_for_all(record, steps, describe, label, drawn), *seat_notices) if each is not None]


def _for_all(
    record: Record, steps: Sequence[Step[Any]], describe: Describe, label: str, draw: Draw | None
) -> Notice | None:
    """Return a notice of the public events of *steps*, with the deadline of step *label*; None if there are none."""
    lines = [
        describe(event, step.entry)
        for step in steps
        for event in step.events
        if event.audience is None and not isinstance(event, Uneventful)
    ]
    if not lines:
        return None
    when = _when(record.due, record.policy.zone) if record.due else ""
    due = f"\nNext: {label}, due {when}." if when else ""
    return Notice(
        seat=None,
        title=_title(record, steps[-1].entry),
        body=listed_lines(lines, ON_LOG) + due + links_of(record, None),
        instants={when: record.due} if record.due else {},
        picture=draw and draw(None, ""),
        talk=all(step.entry.label in talk_titles() for step in steps),
    )


def _for_seat(
    record: Record, steps: Sequence[Step[Any]], describe: Describe, seat: Seat, draw: Draw | None
) -> Notice | None:
    """Return a notice of the events of *steps* that *seat* may know and that are not public; None if there are none."""
    lines = [
        describe(event, step.entry)
        for step in steps
        for event in step.events
        if event.audience is not None and event.known_to(seat.id, seat.team) and not isinstance(event, ActionTaken)
    ]
    if not lines:
        return None
    return Notice(
        seat=seat.id,
        title=_title(record, steps[-1].entry),
        body=listed_lines(lines, ON_LOG) + links_of(record, seat.id),
        picture=draw and draw(seat.id, seat.team),
    )


def _title(record: Record, entry: Entry) -> str:
    return f"{record.title}: {label_of(entry, record.people_at(entry.number))}"


def listed_lines(lines: Sequence[str], where: str = "") -> str:
    """Return the first of *lines* as the body of a notice, which says *where* the others are."""
    more = len(lines) - LINES
    text = "\n".join(f"• {line}" for line in lines[:LINES])
    return text + (f"\n… and {more} more{where}." if more > 0 else "")


def links_of(record: Record, seat: str | None, owner: str = "") -> str:
    """Return a line with the link to the public workbook, or to the seat's own one; the one of *owner* is preferred."""
    books: Mapping[str, str] = {book.key: book.link for book in record.workbooks if book.link}
    team = next((each.team for each in record.people if each.id == seat), "")
    own_keys = (f"seat.{seat}", f"team.{team}") if owner in ("", seat) else (f"team.{owner}", f"seat.{seat}")
    keys = PUBLIC_WORKBOOKS if seat is None else (*own_keys, *PUBLIC_WORKBOOKS)
    link = next((books[key] for key in keys if key in books), "")
    return f"\n{link}" if link else ""
