"""The workbooks of one match as one process knows them, and what one poll has read of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.plans_tab import has_plans
from sheets_gm.gm.log.reports import Chapters
from sheets_gm.gm.log.window import LogWindow
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import reserves
from sheets_gm.gm.match_record.seats.hand_over import openings
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Sheets
from sheets_gm.gm.ports.store import STALE
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.layout import ROSTER, WorkbookLayout, has_free_tab, layouts_of
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.looking_back import LookingBack
from sheets_gm.gm.workbooks.live.looks import Looks
from sheets_gm.gm.workbooks.marker import drawn_entry, found_marker, marked_entry, marker_parts
from sheets_gm.gm.workbooks.reference_tabs import away_lines, draw_roster, free_links, private_links
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Drawn, Same
from sheets_gm.sheet.tabs import FormTab

NO_DIGESTS: Mapping[str, str] = MappingProxyType({})

TabValues: TypeAlias = Mapping[str, Sequence[Sequence[Typed]]]
"""The values of one workbook, by tab."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of one poll's read: the values of every workbook, and the first row that was read of each growing tab.

    *heads* are the rows at the top of growing tabs.
    """

    values: Mapping[str, TabValues]
    tops: Mapping[str, int]
    heads: Mapping[str, TabValues]


LaidOut: TypeAlias = tuple[tuple[Hashable, ...] | None, tuple[WorkbookLayout, ...], Mapping[str, str]]
"""What layouts were made for, the layouts, and the digests of their templates."""


@dataclass(slots=True)
class Workbooks:
    """The workbooks of *session*, in the service *sheets*, and what they are known to show.

    *has_changed*: the service reports that one of them has changed. *is_short*: calls are short. *boxes* are the boxes
    of the GM that stay as they were read, because they are not carried out yet. *beside* is when another process last
    polled the match besides this one, None if it never did.
    """

    session: Session
    sheets: Sheets
    has_changed: bool = field(init=False, default=False)
    is_short: bool = field(init=False, default=False)
    refused: dict[str, float] = field(init=False, default_factory=dict)
    """When each missing workbook could last not be made."""
    boxes: Mapping[str, bool] = field(init=False, default_factory=dict)
    beside: float | None = field(init=False, default=None)
    _drawn_anew: dict[str, float] = field(init=False, default_factory=dict)
    """When this process last drew a whole workbook because of another process."""
    _looks: Looks = field(init=False, default_factory=Looks)
    _window: LogWindow | None = field(init=False, default=None)
    _drawn: Drawn = field(init=False, default_factory=Drawn)
    _chapters: dict[str, Chapters] = field(init=False, default_factory=dict)
    _laid_out: LaidOut = field(init=False, default=(None, (), NO_DIGESTS))
    _looking_back: LookingBack = field(init=False)

    def __post_init__(self) -> None:
        self._looking_back = LookingBack(self.session)

    @property
    def layouts(self) -> tuple[WorkbookLayout, ...]:
        """The workbooks of the match. A match that is over, or has free seats, has more tabs."""
        return self._lay_out()[1]

    @property
    def template_digests(self) -> Mapping[str, str]:
        """The digests of the templates that the workbooks should be built from, by key."""
        return self._lay_out()[2]

    def has_other_template(self, record: Record) -> bool:
        """Return whether another process has built a workbook of *record* from a template that differs."""
        digests = self.template_digests
        return any(book.template != digests.get(book.key, book.template) for book in record.workbooks)

    def _lay_out(self) -> LaidOut:
        session, record = self.session, self.session.record
        keys = {book.key for book in record.workbooks}
        made_for = (record.status, has_free_tab(record), has_plans(record), record.people, len(keys))
        if self._laid_out[0] != made_for:
            layouts = tuple(each for each in layouts_of(session.game, record) if each.key in keys)
            digests = {layout.key: build.template_digest(session.template, layout) for layout in layouts}
            self._laid_out = made_for, layouts, digests
        return self._laid_out

    @property
    def looks(self) -> Looks:
        """The known looks of the workbooks; empty after the match was loaded from the journal again."""
        if self._window is not self.session.window:
            self._window = self.session.window
            self._looks.clear()
            for workbook in self.session.record.workbooks:
                self.sheets.forget(workbook)
        return self._looks

    def draws_anew(self, layout: WorkbookLayout, now: float) -> bool:
        """Return whether to draw the whole workbook once more, because another process polled the match until recently.

        Its last write may have come between a read and a write of this process, and no poll reads formats.
        """
        if self.beside is None or now - self.beside < STALE:
            return False
        is_new = self._drawn_anew.get(layout.key) != self.beside
        self._drawn_anew[layout.key] = self.beside
        return is_new

    def forget(self) -> None:
        """Forget what the workbooks show. The next showing compares with what they hold."""
        self._looks.clear()

    def keep_certain(self) -> None:
        """Keep only what no write can have changed, because it is not known whether an entry is shown."""
        self._looks.keep_certain()

    def remember(self, reading: Reading, now: float, polled: float = 0.0) -> None:
        """Note the looks of the workbooks that show the newest entry, before anything changes.

        The process that *polled* the match last may have stored what people typed without showing the choices that
        follow.
        """
        for layout in self.layouts:
            if self.is_drawn_over(layout, reading):
                self.looks.forget(layout.key)
        unknown = [layout for layout in self.layouts if layout.key not in self.looks.shown]
        if not unknown:
            return
        number = self.session.entry.number
        snapshot = self.snapshot(answer_rows(self.session, {}, now).attendance)
        for layout in unknown:
            if self.shown_entry(layout, reading) == number:
                self.looks.assume_newest(layout.key, snapshot, self._changed_since(polled))

    def _changed_since(self, polled: float) -> Iterator[str]:
        """Yield the form tabs whose choices depend on what people have typed since *polled*."""
        changed = {draft.form for draft in self.session.record.drafts if draft.since >= polled}
        forms = [form for form in self.session.all_forms if form.key in changed]
        follow = {form.key for form in forms if any(form.at(row).given for row in range(form.rows))}
        for tab in (*self.session.journal.tabs, *desk_forms.TABS):
            if isinstance(tab, FormTab) and tab.form in follow:
                yield tab.key

    def snapshot(self, attendance: Mapping[str, Attendance]) -> Snapshot:
        """Return the match as it is now, ready to be drawn."""
        session = self.session
        record, roster = session.record, session.template.tabs[ROSTER]
        people, books, now = record.people, record.workbooks, session.ports.clock()
        away = away_lines(roster, record, now, session.ports.report)
        links = self._drawn.made("", "links", private_links, Same(people), Same(books))
        return Snapshot(
            game=session.game,
            template=session.template,
            record=record,
            now=now,
            entry=session.entry,
            state=session.state,
            forms=session.all_forms,
            attendance=attendance,
            log=session.window.lines,
            log_start=session.window.start,
            seats=session.people.seats,
            roster=self._drawn.made(
                *("", ROSTER, draw_roster, roster, Same(self._seats_now()), record.policy.layout, links, away),
                *(record.presence.gone, free_links(openings(record), books), reserves(record)),
            ),
            drawn=self._drawn,
            chapters=self._chapters,
            late=session.is_due(now),
            history=session.window.rows,
            recent=session.window.newest,
            reached=session.window.recent,
            boxes=self.boxes,
            final=self._looking_back.final() if record.status is Status.OVER else None,
        )

    def _seats_now(self) -> tuple[Seat, ...]:
        """Return the seats with their players, and with the captains of the position."""
        session, people = self.session, self.session.record.people
        captains = {} if session.position.broken else session.game.people.captains(session.state)
        if not captains:
            return people
        leads = frozenset(seat for _, seat in captains.values())
        return self._drawn.made("", "captains", _led_by, Same(people), leads)

    def shown_entry(self, layout: WorkbookLayout, reading: Reading) -> int | None:
        """Return the number of the entry that a workbook shows: its marker's, or a later one that did not change it.

        None if it has no marker, because somebody deleted it, or one that the journal does not know.
        """
        text = self.marker_of(layout, reading)
        if not text or not self._has_seal(text):
            return None
        return max(marker_parts(text)[0], self.workbook(layout).shown)

    def marker_of(self, layout: WorkbookLayout, reading: Reading) -> str:
        """Return the marker of a workbook, even if it has moved; "" without one."""
        return found_marker(reading.values[layout.key].get(layout.tabs[0], ()), self.session.entry.number)

    def unknown_markers(self, reading: Reading) -> dict[str, str]:
        """Return the markers, by workbook, that name an entry or a seal that the journal lacks.

        Somebody typed over them, or the store is an older copy than the sheets.
        """
        texts = {layout.key: self.marker_of(layout, reading) for layout in self.layouts}
        return {key: text for key, text in texts.items() if text and not self._has_seal(text)}

    def _has_seal(self, text: str) -> bool:
        """Return whether the journal has the entry of a marker."""
        return self.session.journal.has_seal(self.session.entry, *marker_parts(text))

    def is_drawn_over(self, layout: WorkbookLayout, reading: Reading) -> bool:
        """Return whether another process has drawn a workbook since this one did: its marker is a different one."""
        look, first = self.looks.shown.get(layout.key), layout.tabs[0]
        entry = marked_entry(reading.values[layout.key].get(first, ()))
        return look is not None and entry not in (None, drawn_entry(look[first]))

    def are_marked(self, reading: Reading) -> bool:
        """Return whether all workbooks have a marker that the journal knows."""
        return all(self.shown_entry(layout, reading) is not None for layout in self.layouts)

    def workbook(self, layout: WorkbookLayout) -> Workbook:
        """Return what is stored of a workbook."""
        return next(each for each in self.session.record.workbooks if each.key == layout.key)

    def note(self, shown: Workbook) -> None:
        """Change a workbook in memory. It is stored together with the next change."""
        books = self.session.record.workbooks
        self.session.note(workbooks=tuple(shown if each.key == shown.key else each for each in books))

    def save(self, built: Workbook, laid: Mapping[str, Mapping[str, object]] | None = None) -> None:
        """Store a workbook. *laid* are the built tabs by template, of which those in use are kept."""
        record = self.session.record
        books = tuple(built if each.key == built.key else each for each in record.workbooks)
        if laid is None:
            self.session.save(workbooks=books)
        else:
            self.session.save(
                workbooks=books, laid={book.template: laid[book.template] for book in books if book.template in laid}
            )


def _led_by(people: tuple[Seat, ...], leads: frozenset[str]) -> tuple[Seat, ...]:
    """Return *people* with exactly the seats in *leads* as captains."""
    return tuple(seat if seat.captain == (seat.id in leads) else seat.but(captain=seat.id in leads) for seat in people)
