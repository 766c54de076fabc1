"""Going back to a backup of the store: the sheets then show entries that the journal lacks.

If the journal does not know a marker, somebody typed over the marker, or its entry was played after the backup was
made. The newest secret on the Dice tab decides: nobody can write the secret of a later entry there before that entry is
shown. If that tab was emptied and there is no export, the markers and the log decide together.

The secrets of entries that people have seen are not used again; otherwise somebody could choose orders for known rolls.
So the journal gets an entry without rolls for each of them, and the match continues after these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.poll import steps
from sheets_gm.gm.poll.after_backup import is_just_back
from sheets_gm.gm.poll.put_back import NOTHING, PutBack, note_lines
from sheets_gm.gm.ports.store import STALE
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.layout import DICE, LOG
from sheets_gm.gm.workbooks.live import reading
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.gm.workbooks.marker import marker_parts
from sheets_gm.kernel.actions import Restore
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.forms import Typed

LastExported: TypeAlias = Callable[[str], tuple[int, str] | None]
"""Returns the number and the secret of the newest entry in an export of a match; None if there is none."""

AGAIN = 3600.0
"""Seconds within which a second return to a backup is an error while a sync runs."""

MOST_TIMES = 3
"""How often in a row people may restore backups, each within `AGAIN` of the last: they must stop the sync to do so."""

MOST_UNPROVED = 100
"""The most entries that are skipped if only the markers and the log show them."""


class PlayedElsewhere(UserError):
    """The error for sheets that repeatedly show entries that the journal lacks: another store has the same match."""

    def __init__(self, match: str, shown: int) -> None:
        super().__init__(
            f"The sheet of {match} shows entry {shown}, which this store does not have, again within an hour: another "
            f"installation plays the same match. Stop that one, then: sheets-gm unstick {match}"
        )


def nothing_exported(_match: str) -> None:
    """Return None: no export of any match is known."""
    return


def last_shown(books: Workbooks, latest_reading: Reading, exported: LastExported) -> int:
    """Return the number of the newest entry that the sheets or an export have shown, according to its secret."""
    session = books.session
    newest = session.entry.number
    marked = _by_marker_and_log(books, latest_reading, newest)
    claims = [*_on_dice_tabs(latest_reading)]
    if (file := exported(session.match)) is not None:
        claims.append(file)
    secrets = session.journal.recorder.secrets
    return max((at for at, secret in claims if at > newest and secrets.turn(at).hex() == secret), default=marked)


def _by_marker_and_log(books: Workbooks, latest_reading: Reading, newest: int) -> int:
    """Return the number of the newest entry according to markers and the log.

    It is used if neither the Dice tab nor an export shows the entry. Neither markers nor the log are a proof, so both
    must agree: the owner of a spreadsheet can type a marker, but no player can type into the log. Somebody who types
    into both only makes the match skip entries that roll nothing, at most `MOST_UNPROVED` at once.
    """
    markers = {marker_parts(text)[0] for text in books.unknown_markers(latest_reading).values()}
    if len(markers) != 1:
        return newest
    (shown,) = markers
    logged = (
        _entry_of(cell) for values in latest_reading.values.values() for row in values.get(LOG, ()) for cell in row
    )
    is_logged = any(newest < number <= shown for number in logged)
    return shown if is_logged and newest < shown <= newest + MOST_UNPROVED else newest


def _entry_of(cell: Typed) -> int:
    """Return the number of the entry that a cell of the log names; 0 for any other cell."""
    named = cell[1:] if isinstance(cell, str) and cell.startswith("#") and len(cell) <= 9 else ""
    return int(named) if named.isascii() and named.isdigit() else 0


def _on_dice_tabs(latest_reading: Reading) -> Iterator[tuple[int, str]]:
    """Yield each number on the Dice tabs with each text there that may be a secret."""
    for values in latest_reading.values.values():
        texts = [cell for row in values.get(DICE, ()) for cell in row if isinstance(cell, str)]
        numbers = [int(text) for text in texts if len(text) <= 9 and text.isascii() and text.isdigit()]
        yield from ((number, text) for number in numbers for text in texts if len(text) == 64)


def go_behind(session: Session, shown: int, owner: str, now: float, *, running: bool) -> bool:
    """Write entries to the journal so that the numbers up to *shown* are not used again.

    Return False while another process has claimed the match. *running*: this process has looked at the sheets before,
    and they showed nothing that the journal lacked. A backup can only be restored while the process is stopped, so
    another installation must be playing the match: it raises `PlayedElsewhere`.
    """
    first, before = session.entry.number + 1, Repairs.of(session.record).restored
    times = before.times if before is not None and before.shown < first and 0 <= now - before.at < AGAIN else 0
    if times and (running or times >= MOST_TIMES):
        raise PlayedElsewhere(session.match, shown)
    # a process that was killed while it did this has left some of the entries
    is_begun = before is not None and before.shown >= first
    last = before.last if before is not None and is_begun else first - 1
    if not session.ports.store.claim(session.match, owner, now, STALE):
        return False
    try:
        for number in range(first, shown + 1):
            steps.do_action(session, Restore(last=last, shown=shown, more=is_begun or number > first), now)
    finally:
        session.ports.store.release(session.match, owner)
    return True


@dataclass(slots=True)
class Continuation:
    """How the process *owner* lets one match go on after all that its sheets show.

    *exported* tells how far the match was exported. *_is_newest*: the sheets are known to show nothing that the journal
    lacks.
    """

    books: Workbooks
    owner: str
    exported: LastExported = nothing_exported
    _is_newest: bool = field(init=False, default=False)

    def go_on(self, latest_reading: Reading, now: float) -> PutBack | None:
        """Make sure that the journal has all entries that the sheets show, or continues after them. Return the
        corrections.

        Return None if the next tick must look again. Raises `PlayedElsewhere`.
        """
        session, books = self.books.session, self.books
        if reading.is_ahead(books, latest_reading):
            session.refresh()
            if not reading.is_ahead(books, latest_reading):
                return None  # another process has played since the journal was read
        unknown = books.unknown_markers(latest_reading)
        if self._is_newest and not unknown:
            return NOTHING
        shown = last_shown(books, latest_reading, self.exported)
        is_ahead = shown > session.entry.number
        if is_ahead and not go_behind(session, shown, self.owner, now, running=self._is_newest):
            return None
        lines: tuple[str, ...] = ()
        if unknown and not is_just_back(session):
            lines = tuple(f"The marker of the workbook {key} was typed over: {text}" for key, text in unknown.items())
            note_lines(session, lines)
        self._is_newest = True
        return PutBack(Repairs.of(session.record).restored if is_ahead else None, lines)
