"""What must hold in every world: after each step, and once nothing is happening any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.between.openings import GiveUp
from sheets_gm.gm.intake.row_guard import CANNOT
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.seats.hand_over import Openings
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import LOG
from sheets_gm.gm.workbooks.live import reading as live
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.marker import with_old_marker
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.integrity import Fault, first_link, own_fault
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.sheet.grid import EMPTY, a1, holds
from sheets_gm.sheet.rendering import LOG_TOP
from tests.simulation.appearance import differences
from tests.simulation.blueprint import token_of
from tests.simulation.ledger import Ledger
from tests.simulation.people import WHISPERED
from tests.simulation.world import World


class Broken(AssertionError):
    """An invariant does not hold."""


class Watch:
    """The invariants of one world, each looked at as far as something is new."""

    def __init__(self, world: World, ledger: Ledger) -> None:
        self.world, self.ledger = world, ledger
        session = ledger.session
        self._codec: Codec[Any] = session.journal.recorder.codec
        self._link = first_link(session.record.charter)
        self._seen = 0
        self._texts = 0
        self._secrets = Secrets(bytes.fromhex(session.record.seed))

    def went_back(self) -> None:
        """A backup of the store is in its place: its entries are looked at again."""
        self._link, self._seen = first_link(self.ledger.session.record.charter), 0

    def step(self) -> None:
        """After each step. `Broken`."""
        for what in (*self.ledger.wrong, *self._entries(), *self._logged(), *self._failed()):
            raise Broken(what)

    def _failed(self) -> Iterator[str]:
        """The program stumbles over no row that somebody fills in."""
        return (each.receipt for each in self.ledger.session.record.drafts if CANNOT in each.receipt)

    def _entries(self) -> Iterator[str]:
        """Each entry follows from the one before, and its digests are those of what it holds."""
        charter = self.ledger.session.record.charter
        for entry in self.ledger.entries[self._seen :]:
            if WHISPERED in entry.model_dump_json():
                yield f"entry {entry.number} has what somebody said to their team"
            fault = own_fault(self._codec, charter, self._link, entry, self._secrets.hidden)
            if fault:
                yield f"entry {entry.number}: {fault}"
            away = self._absent_at(entry)
            missed = [who for who, state in entry.attendance.items() if state is Attendance.NO_SHOW and who in away]
            if missed:
                yield f"entry {entry.number}: {missed} are away, and no no-shows"
            self._link = self._link.then(entry)
            self._seen += 1

    def _absent_at(self, lock: Entry) -> frozenset[str]:
        """Who was away, or had left, at the lock of an entry: with real dice others may come before it is played."""
        record, when = self.ledger.session.record, lock.when
        later = (each for each in self.ledger.entries if each.number > lock.number or each.when > when)
        acts = [read_action(entry.act) for entry in later if entry.act]
        leave = {act.seat for act in acts if isinstance(act, GiveUp)}
        there = Openings.of(record).without(*leave).on(record)
        return there.presence.absent_at(when)

    def _logged(self) -> Iterator[str]:
        """Nothing secret is in a log or a notice."""
        texts = [*self.world.log, *self.world.notices]
        if not texts:
            return
        for text in texts:
            yield from (f"{name} is in a log: {text[:200]}" for name, secret in self._hidden() if secret in text)
        self.world.log.clear()
        self.world.notices.clear()

    def _hidden(self) -> Iterator[tuple[str, str]]:
        """What nobody may know yet, by name."""
        record, newest = self.ledger.session.record, self.ledger.entries[-1].number
        yield "the seed", record.seed
        yield from ((f"the secret of entry {newest + n}", self._secrets.turn(newest + n).hex()) for n in (1, 2))
        yield from ((f"the token of {account}", token_of(account)) for account in self.world.plan.tokens)
        if record.status is not Status.OVER:
            yield "the hidden secret", self._secrets.hidden.hex()

    # -- once quiet ------------------------------------------------------------------------------------------------

    def quiet(self) -> None:
        """Once nothing is happening: the whole journal, and every cell of every workbook. `Broken`."""
        self.step()
        for what in (*self._replayed(), *self._shown(), *self._whole_log(), *self._public()):
            raise Broken(what)

    def built_again(self) -> None:
        """Each workbook looks as if it had just been built, whatever people did to it. `Broken`."""
        for what in differences(self.world, self.ledger.forms):
            raise Broken(what)

    def _replayed(self) -> Iterator[str]:
        """The journal replays to its digests."""
        session = self.ledger.session
        entries = list(self.world.watching.entries(session.match))
        if [each.seal for each in entries] != [each.seal for each in self.ledger.entries]:
            yield "entries of the journal have changed since they were written"
        for each in verify(session.game, session.record.charter, entries, self._secrets.hidden):
            if isinstance(each, Fault):
                yield f"entry {each.entry} does not replay: {each.what}"

    def _shown(self) -> Iterator[str]:
        """Every workbook shows what the journal and the drafts say, and receipts are true: no poll changes anything."""
        poller = self.world.poller()
        session, books = poller.session, poller.workbooks
        reading = live.read(books)
        books.remember(reading, self.world.time.now)
        submissions = answer_rows(session, live.typed_rows(books, reading), self.world.time.now)
        kept = {key_of(each): each for each in session.record.drafts}
        for row in submissions.rows:
            if row.is_kept and kept.get(row.key) != row.draft:
                yield f"{row.key} is answered {row.draft.receipt!r}, but the sync keeps {kept.get(row.key)}"
        for row in submissions.rows:
            if row.form.close is Close.AT_ONCE and self.ledger.is_ticked(row.key) and not row.draft.receipt:
                yield f"{row.key} was ticked, and nothing answers it"
        snapshot = books.snapshot(submissions.attendance)
        for layout in books.layouts:
            wanted, first = draw(snapshot, layout), layout.tabs[0]
            if books.workbook(layout).shown == session.entry.number:
                wanted[first] = with_old_marker(wanted[first], reading.values[layout.key][first])
            for tab, grid in wanted.items():
                top = reading.tops.get(tab, 0)
                yield from (
                    f"{layout.key}: {tab}!{what}" for what in _differences(grid, top, reading.values[layout.key][tab])
                )

    def _whole_log(self) -> Iterator[str]:
        """Each line of the log is in its workbook, however far back. (A line that somebody changed there stays so.)"""
        session = self.ledger.session
        lines = list(session.all_lines())
        sheets = (self.world.sheet(book, LOG) for book in session.record.workbooks if LOG in book.tabs)
        for sheet in sheets:
            rows = {row for row, _ in sheet.cells} if sheet else set()
            yield from (f"log: {line} is not there" for at, line in enumerate(lines) if LOG_TOP + at not in rows)

    def _public(self) -> Iterator[str]:
        """Nothing secret is in a spreadsheet that players see."""
        gm = {book.document for book in self.ledger.session.record.workbooks if book.key == "gm"}
        hidden = list(self._hidden())
        for name, document in self.world.service.documents.items():
            if name in gm or name == self.world.plan.document:
                continue
            for sheet in document.sheets.values():
                for place, cell in sheet.cells.items():
                    text = str(cell.get("userEnteredValue", "")) + str(cell.get("note", ""))
                    yield from (f"{what} is in {sheet.title}!{a1(*place)}" for what, each in hidden if each in text)


def _differences(grid: Any, top: int, values: Any) -> Iterator[str]:
    """The cells that do not show what *grid* has; *values* begin at row *top*."""
    for row in range(grid.top, max(grid.top + len(grid.rows), top + len(values))):
        drawn = grid.rows[row - grid.top] if row - grid.top < len(grid.rows) else ()
        found = values[row - top] if 0 <= row - top < len(values) else ()
        for column in range(max(len(drawn), len(found))):
            wanted = drawn[column] if column < len(drawn) else EMPTY
            actual = found[column] if column < len(found) else None
            if not holds(actual, wanted) and not (wanted.value is False and actual in (None, "")):
                yield f"{a1(row, column)} shows {actual!r}, not {wanted.value!r}"
