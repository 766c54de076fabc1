"""What one process has read of a match's journal: single entries, and a window of the newest lines and rows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.log.history_rows import history_row, history_tab
from sheets_gm.gm.log.log_lines import LOG_WINDOW, log_lines
from sheets_gm.gm.log.reports import Happening
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.timeline import rewound_to
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.match.journal import Entry, lines_after
from sheets_gm.kernel.match.recorder import Recorder
from sheets_gm.kernel.outcome import Event
from sheets_gm.sheet.history import history_rows
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import Tab, Tally

SEALS = 8
"""Seals of older entries that are remembered."""

HISTORY_WINDOW = 20
"""Rows of the history that are compared with the sheet at each poll; a new process begins with only the newest."""


@dataclass(slots=True)
class Journal:
    """The journal of *match* in *store*. *tabs* are the tabs of its *game* in this match."""

    store: Store
    match: str
    game: Game[Any, Any]
    recorder: Recorder[Any]
    tabs: tuple[Tab, ...]
    _seals: dict[int, str] = field(init=False, default_factory=dict)

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        return next(iter(self.store.entries(self.match, number)))

    def backwards(self, newest: Entry, last: int | None = None) -> Iterator[Entry]:
        """Yield the entries from *last* back to the first. *newest* is the newest one, which is not read again."""
        for number in range(newest.number if last is None else last, -1, -1):
            yield newest if number == newest.number else self.entry(number)

    def position(self, number: int) -> Any:
        """Return the position after an entry."""
        return self.recorder.codec.state(self.entry(number).state)

    def lines(self, entry: Entry, events: Iterable[Event], record: Record) -> tuple[Line, ...]:
        """Return the lines of the log for *entry*."""
        return log_lines(self.game, record, entry, tuple(events))

    def all_lines(self, record: Record) -> Iterator[Line]:
        """Yield the lines of the log from the first entry on."""
        for entry in self.store.entries(self.match):
            yield from self.lines(entry, self.recorder.codec.events(entry.events), record)

    def history_from(self, newest: Entry, first: int) -> tuple[Tally, ...]:
        """Return the history from the turn of entry *first* on, without positions on which the rules raise."""
        if history_tab(self.tabs) is None:
            return ()
        later = (self._history_row(entry) for entry in self.store.entries(self.match, first + 1))
        return history_rows(row for row in (*self._rows_of_turn(newest, first), *later) if row is not None)

    def _history_row(self, entry: Entry) -> Tally | None:
        """Return the row of the history for the position after *entry*; None if the rules raise on it."""
        with contextlib.suppress(Exception):  # it was reported when it was the newest, and was repaired since
            return history_row(self.game, self.tabs, self.recorder.codec.state(entry.state))
        return None

    def _rows_of_turn(self, newest: Entry, number: int) -> list[Tally]:
        """Return the rows of the entries up to *number* that belong to the same turn as it."""
        rows: list[Tally] = []
        for entry in self.backwards(newest, number):
            row = self._history_row(entry)
            if row is None:
                continue
            if rows and rows[-1].turn != row.turn:
                break
            rows.append(row)
        return rows[::-1]

    def has_seal(self, newest: Entry, number: int, start: str) -> bool:
        """Return whether there is an entry with that *number* whose seal begins with *start*."""
        if not 0 <= number < newest.number:
            return number == newest.number and newest.seal.startswith(start)
        if number not in self._seals:
            self._seals = dict([(number, self.entry(number).seal), *self._seals.items()][:SEALS])
        return self._seals[number].startswith(start)


@dataclass(slots=True)
class LogWindow:
    """The newest lines and rows of a match's log and history, read from its *journal*.

    *lines* are those of the log, *rows* those of the history, and *recent* the entries of these lines. *newest* are
    those of them that every process holds; this process may hold more, because a workbook does not show some lines yet.
    """

    journal: Journal
    lines: tuple[Line, ...] = ()
    recent: tuple[Happening, ...] = ()
    newest: tuple[Happening, ...] = ()
    rows: tuple[Tally, ...] = ()

    @property
    def start(self) -> int:
        """The number in the whole log of the first of *lines*."""
        return lines_after(self.recent[-1].entry) - len(self.lines)

    @classmethod
    def read(cls, journal: Journal, entry: Entry, record: Record) -> LogWindow:
        """Read the window of a match whose newest entry is *entry*."""
        window = cls(journal, rows=journal.history_from(entry, entry.number))
        window._read(entry, record, _first_changed(entry))
        return window

    def add(self, entry: Entry, events: tuple[Event, ...], lines: tuple[Line, ...], record: Record) -> None:
        """Add a new entry with its *lines*."""
        self.recent = self.newest = _newest((*self.recent, Happening(entry, events)), _first_changed(entry))
        self.lines = (*self.lines, *lines)[self.recent[0].entry.lines - lines_after(entry) :]
        self.reach_back(entry.number - 1, record)

    def add_row(self, row: Tally | None) -> None:
        """Add the row of the history for a new position, if it has one."""
        self.rows = history_rows((*self.rows, *([row] if row else ())))[-HISTORY_WINDOW:]

    def reach_back(self, number: int, record: Record) -> None:
        """Extend the log backwards until it holds all lines that the entries after *number* made or took back."""
        oldest, newest = self.recent[0].entry, self.recent[-1].entry
        journal = self.journal
        is_read = oldest.number <= number + 1
        later = [each.entry for each in self.recent] if is_read else journal.store.entries(journal.match, number + 1)
        first = min((_first_changed(each) for each in later if each.number > number), default=number + 1)
        if first < oldest.number:
            self._read(newest, record, first)

    def _read(self, newest: Entry, record: Record, first: int) -> None:
        """Read the newest lines of the log, with all lines of the entries from *first* on."""
        recent: list[Happening] = []
        lines: list[Line] = []
        for entry in self.journal.backwards(newest):
            events = self.journal.recorder.codec.events(entry.events)
            recent.insert(0, Happening(entry, events))
            lines = [*self.journal.lines(entry, events, record), *lines]
            if len(lines) >= LOG_WINDOW and entry.number <= first:
                break
        self.lines, self.recent = tuple(lines), tuple(recent)
        self.newest = _newest(self.recent, _first_changed(newest))


def _newest(recent: tuple[Happening, ...], first: int) -> tuple[Happening, ...]:
    """Return the newest entries that fill the window of the log, and all from entry *first* on, as after a load."""
    lines = 0
    for at in range(len(recent) - 1, -1, -1):
        lines += sum(event.audience is None for event in recent[at].events)
        if lines >= LOG_WINDOW and recent[at].entry.number <= first:
            return recent[at:]
    return recent


def _first_changed(entry: Entry) -> int:
    """Return the number of the first entry whose lines *entry* changes: itself, or the first one that it takes back."""
    back = rewound_to(entry)
    return entry.number if back is None else back + 1
