"""What the tests of duels share: a duel on a sealed table, and what its two players do there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.kernel.forms import Typed
from tests.gm import duel_of_words
from tests.gm.table import Evening

HOUR = 3600.0
DAY = 24 * HOUR


def duel(settings: Mapping[str, Any] | None = None, dice: str = "keyed", **policy: Any) -> Evening:
    """A duel, sealed, with its first tick done."""
    evening = Evening(
        settings=settings or {},
        policy=Policy(gm=("gm@table",), layout="sealed").but(**policy),
        rules=duel_of_words.GAME,
        template=duel_of_words.template(),
        dice=dice,
    )
    evening.tick()
    return evening


def fill(evening: Evening, seat: str, tab: str, row: int | str = 1, **cells: Typed) -> None:
    """Type into a row of *seat*: its number, or its name on the sheet."""
    key = f"seat.{seat}"
    names = [f"{seat} #{row}", seat] if isinstance(row, int) else [f"{seat} {row}"]
    rows = [line[0] for line in evening.values(tab, key) if line]
    name = next(each for each in names if each in rows)
    evening.type(tab, {evening.cell(tab, name, field, key): value for field, value in cells.items()}, key=key)


def poll(evening: Evening, until: float) -> None:
    """Let the sync poll up to *until*, first often and then every two hours, so that no pause is an outage."""
    step = 300.0
    while evening.now + step < until:
        evening.now += step - 1
        evening.tick()
        step = min(step * 3, 2 * HOUR)
    evening.now = until - 1
    evening.tick()


def say(evening: Evening, seat: str, word: str, row: int = 1) -> None:
    """Let *seat* say a word: one ready row, and a tick."""
    fill(evening, seat, "says", row, word=word, ready=True)
    evening.tick()


def reply(evening: Evening, seat: str, answer: str = "laugh") -> None:
    """Let *seat* answer its question, and tick."""
    fill(evening, seat, "replies", answer=answer, ready=True)
    evening.tick()


def answer_to(evening: Evening, seat: str, tab: str, row: int | str = 1) -> str:
    """What the sheet answers to a row of *seat*."""
    key = f"seat.{seat}"
    rows = [line[0] for line in evening.values(tab, key) if line]
    name = next(each for each in (f"{seat} #{row}", f"{seat} {row}", seat) if each in rows)
    return evening.receipt(name, tab, key)


def state(evening: Evening) -> duel_of_words.Duel:
    """The position."""
    now: duel_of_words.Duel = evening.table.session.state
    return now


def clock(evening: Evening, name: str, owner: str) -> RunningClock:
    """A clock of the match."""
    return next(each for each in evening.table.session.record.clocks if (each.name, each.owner) == (name, owner))


class WatchedSheets:
    """A spreadsheet service that notes which workbooks are read and written; if it *dies*, at the first write."""

    def __init__(self, sheets: object, *, dies: bool = False) -> None:
        self._sheets, self._dies = sheets, dies
        self.written: list[str] = []
        self.read_books: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sheets, name)

    def read(self, workbook: Workbook, *rest: Any) -> Any:
        self.read_books.append(workbook.key)
        return self._sheets.read(workbook, *rest)  # type: ignore[attr-defined]

    def write(self, workbook: Workbook, *rest: Any) -> None:
        if self._dies:
            raise KeyboardInterrupt
        self.written.append(workbook.key)
        self._sheets.write(workbook, *rest)  # type: ignore[attr-defined]
