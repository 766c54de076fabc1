"""A match at one instant, with everything that is needed to draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.gm.log.log_lines import last_rolls
from sheets_gm.gm.log.reports import Chapters, Happening
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.timeline import taken_back, undone
from sheets_gm.gm.story.model import Story
from sheets_gm.kernel.english import describe_winners, with_names
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Drawn, Same
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.picture.svg import Shown
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import HistoryTab, Tab, Tally, ViewTab
from sheets_gm.sheet.template import Template


class Final(NamedTuple):
    """A match that is over: its story and its last *boards*."""

    story: Story
    boards: tuple[Shown, ...]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """Everything that is needed to draw a match at the instant *now*.

    *log* are the newest lines of the log, *log_start* is the number of the first of them in the whole log. *recent* are
    the newest entries with their events, *reached* also includes the earlier entries for lines of *log*. *history* are
    the newest rows of the history. *late*: the deadline has passed, and only its grace is left. *roster* is the Roster
    tab, drawn once. *chapters* are the last reports by workbook, *drawn* the last drawings of tabs. *boxes* are those
    of the GM that are not carried out yet. *final* is the story of a match that is over.
    """

    game: Game[Any, Any]
    template: Template
    record: Record
    now: float
    entry: Entry
    state: Any
    forms: tuple[Form, ...]
    attendance: Mapping[str, Attendance]
    log: tuple[Line, ...]
    log_start: int
    seats: Mapping[str, Seat]
    roster: Grid
    drawn: Drawn = field(default_factory=Drawn)
    chapters: dict[str, Chapters] = field(default_factory=dict)
    late: bool = False
    history: tuple[Tally, ...] = ()
    recent: tuple[Happening, ...] = ()
    reached: tuple[Happening, ...] = ()
    boxes: Mapping[str, bool] = field(default_factory=dict)
    final: Final | None = None

    @cached_property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs of the game in this match."""
        return self.drawn.made("", "tabs", self.game.tabs_for, Same(self.record.charter.settings))

    @cached_property
    def history_tab(self) -> HistoryTab | None:
        """The tab with the history of the match, if it has one."""
        return history_tab(self.tabs)

    @cached_property
    def boards(self) -> frozenset[str]:
        """The keys of the tabs that show a board of the game."""
        return frozenset(tab.key for tab in self.tabs if isinstance(tab, ViewTab) and tab.board)

    @property
    def lock_at(self) -> float | None:
        """Until when orders count: the deadline, or after it the end of its grace; None without a deadline."""
        record = self.record
        return record.due + record.policy.grace if self.late and record.due is not None else record.due

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The numbers of recent entries that a rewind has undone."""
        return self._course[0]

    @cached_property
    def timeline(self) -> tuple[Happening, ...]:
        """The recent entries that led to the current position."""
        return self._course[1]

    @cached_property
    def rolls(self) -> tuple[str, ...]:
        """The last public rolls of the newest turn, a line for each."""
        return last_rolls([each.entry for each in self.timeline], self.record)

    @property
    def _course(self) -> tuple[frozenset[int], tuple[Happening, ...]]:
        return self.drawn.made("", "course", _course, Same(self.recent), Same(self.reached))

    def view(self, seat: str | None) -> Any:
        """Return what *seat* (None: everybody) may see of the position, by the rules alone. All workbooks share it."""
        return self.drawn.shared(f"position of {seat!r}", self.game.view, Same(self.state), seat)

    @cached_property
    def result(self) -> Result | None:
        """How the match ended, by its rules or because all others conceded; None if it has not ended."""
        return self.record.result or self.game.result(self.state)

    @cached_property
    def names(self) -> dict[str, str]:
        """The players by seat."""
        return {seat.id: seat.player for seat in self.seats.values()}

    @cached_property
    def heading(self) -> str:
        """The label of the step, and who won if the match ended by a concession."""
        label = with_names(self.game.label(self.state), self.seats)
        by_concession = self.record.result
        if by_concession is None or self.game.result(self.state) is not None:
            return label
        return f"{label} · {winners_line(by_concession, self.seats)}"


def _course(recent: Sequence[Happening], reached: Sequence[Happening]) -> tuple[frozenset[int], tuple[Happening, ...]]:
    """Return the numbers of *reached* entries that a rewind has undone, and those of *recent* that count."""
    gone = undone(each.entry for each in reached)
    return taken_back(each.entry for each in reached), tuple(each for each in recent if each.entry.number not in gone)


def winners_line(result: Result, seats: Mapping[str, Seat]) -> str:
    """Return who won, as a line that begins with a capital letter."""
    text = describe_winners(result.winners, seats)
    return f"{text[:1].upper()}{text[1:]}"
