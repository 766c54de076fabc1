"""The ledger: what people typed into their rows, and what the locks must therefore hold.

The law: a lock holds what stood in the cells of a row when the process that made it read them, if somebody typed it
since the lock before, and nothing else. A tick in a row that closes at once counts once. With real dice the lock falls
before the rolls are typed: what is typed meanwhile belongs to the next one. What is typed into a row after a process
has read it, and before that process gives the row another name, may be gone; it never counts for the row of that name.
What the owner of a spreadsheet writes into people's inputs counts as typed there, unless it is put back before.

A tick of Ready just after a lock, in a form in which nothing else is typed, by somebody who missed that lock, may be
meant for the turn that was played: it counts, or it is taken back and asked for again (`sheets_gm.gm.poll.late_ticks`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from sheets_gm.gm.between.effects import hand_over_of
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.late_rows import content
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.drafts import BY_PLAN, Draft
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.gm.poll.late_ticks import IN_TIME, SOON
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.layout import DICE
from sheets_gm.gm.workbooks.live.input_rows import SORTED_ROWS
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import authors_of
from sheets_gm.sheet.cleaning import is_blank, spelled
from sheets_gm.sheet.grid import same_value
from sheets_gm.sheet.reading import Key, row_name
from sheets_gm.sheet.tabs import FormTab
from tests.simulation.blueprint import MATCH
from tests.simulation.world import World

ASKED = "the game master asked for it"
"""Why a turn was played that the GM asked for."""

ONCE = ("resolve", "pause", "resume")

TURNS_AFTER = 2
"""Turns after a rewind of which one may take what it has emptied: one was played with it, and one after a crash."""

BESIDE = re.compile(r"\s*<[^<>]*@[^<>]*>")
"""The address beside a name, which no entry has."""


class Spot(NamedTuple):
    """The line of a tab, *sheet* of a document, that has a *name* in one *column*."""

    document: str
    sheet: int
    row: int
    column: int
    name: str


@dataclass
class Note:
    """What stood in a cell of a line since the instant *at*, and whether that is *sure*: it may have been moved.

    *answered*: a process has kept it, and has written an answer to it. *worked_out*: a formula shows it.
    """

    at: int
    value: Typed
    spot: Spot
    sure: bool = True
    answered: bool = False
    worked_out: bool = False


@dataclass
class Ledger:
    """What was typed in *world*, by row and field, and what is *wrong* with its locks. *now* counts what people did."""

    world: World
    now: int = 0
    wrong: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    """How often somebody asked for something that is done once: to play the turn, to pause, to resume."""
    spent: set[str] = field(default_factory=set)
    """The secrets of entries that were shown, and that a backup of the store does not have."""
    _lost: list[str] = field(default_factory=list)
    """The secrets of all entries that the backup did not have which was put back last."""
    _is_back: bool = False
    """Whether no process has polled since somebody put a backup of the store in its place."""
    _moved: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The forms on whose tabs somebody moved things, with the document and the instant."""
    _unmarked: dict[str, int] = field(default_factory=dict)
    """The documents whose marker somebody typed over, with the instant: nobody knows what they show."""
    _done: Counter[str] = field(default_factory=Counter)
    _taken: dict[tuple[str, str, str], Typed] = field(default_factory=dict)
    """What the last lock took, by form, by what the row was called then, and by field: rows move from turn to turn."""
    _cells: dict[Key, dict[str, list[Note]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    _ever: dict[tuple[Key, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    _emptied: dict[tuple[Key, str], tuple[int, Typed]] = field(default_factory=dict)
    """What a rewind emptied, with the turns before it."""
    _given: dict[tuple[Key, str], tuple[int, list[Typed]]] = field(default_factory=dict)
    """What a rewind may have given back, of all turns that it undid, with the turns before it."""
    _closed: dict[tuple[str, str], dict[str, list[Note]]] = field(default_factory=dict)
    """What was typed into rows that have closed since then, as far as no sheet shows that: by form and name."""
    _waiting: tuple[float, dict[str, int]] | None = None
    """When the lock fell that waits for rolls, and what its process had read by then."""
    _locked: float = float("-inf")
    _missed: frozenset[str] = frozenset()
    """When everybody's rows were last locked, and whose were not ready."""

    def __post_init__(self) -> None:
        self._session: Session = self.world.session()
        self.entries = list(self.world.watching.entries(MATCH))

    # -- what people do --------------------------------------------------------------------------------------------

    def typed(
        self, key: Key, name: str, value: Typed, spot: Spot, *, before: Sequence[Typed] = (), behind: bool
    ) -> None:
        """Somebody typed *value*, as it is read from the cell, into a field of a row.

        *behind*: the workbook does not show the newest entry, or its marker is gone. Then nobody can tell whether what
        its lock took, or what stood there *before*, was typed once more. What is typed into a row that an entry has
        filled in, before the workbook shows that entry, counts only once that is shown.
        """
        self.now += 1
        place = (key[0], self._names().get(key, ""), name)
        before = (*before, *([self._taken[place]] if place in self._taken else ()))
        unknown = behind or self._waiting or spot.document in self._unmarked
        again = unknown and any(_alike(each, value) for each in before)
        doubtful = again or self._is_back or key[0] in self._moved or (behind and self._is_filled_in(key))
        # nobody knows of a row that was filled in whether the workbook without its marker shows that already
        doubtful = doubtful or (spot.document in self._unmarked and self._is_filled_in(key, now=False))
        note = Note(self.now, value, spot, sure=not doubtful)
        self._cells[key][name].append(note)
        self._ever[key, name].add(spelled(value))
        note.sure = note.sure and not (
            self.world.time.now - self._locked <= SOON and self._may_be_late(key, name, note)
        )

    def overwritten(self, key: Key, name: str, value: Typed, spot: Spot, *, worked_out: bool) -> None:
        """The owner of the spreadsheet has changed an input, which shows *value* now.

        *worked_out*: a formula shows it, there or in a cell beside it, so it may show something else when it is read.
        """
        self._cells[key][name].append(Note(self.now, value, spot, sure=False, worked_out=worked_out))
        self._ever[key, name].add(spelled(value))

    def _may_be_late(self, key: Key, name: str, note: Note) -> bool:
        """Whether somebody who missed the last lock ticked Ready in a form in which nothing else is typed."""
        if name != "ready" or note.value is not True or key[1] not in self._missed:
            return False
        form = next((each for each in self._session.all_forms if (each.key, each.seat) == key[:2]), None)
        for row in range(form.rows if form else 0):
            fields, drawn = self._cells[*key[:2], row], form.at(row).drawn if form else {}
            typed = {each: notes[-1].value for each, notes in fields.items() if notes and each != "ready"}
            if not all(is_blank(value) or _alike(value, drawn.get(each)) for each, value in typed.items()):
                return False
        return True

    @property
    def forms(self) -> dict[str, str]:
        """The form of each tab that has one."""
        tabs = (*self._session.journal.tabs, *desk_forms.TABS)
        return {tab.key: tab.form for tab in tabs if isinstance(tab, FormTab)}

    def is_ticked(self, key: Key) -> bool:
        """Whether somebody has ticked a row that closes at once, and nothing was done for that yet."""
        notes = self._cells[key]["ready"] if key in self._cells else []
        return bool(notes) and notes[-1].sure and notes[-1].value is True

    def settled(self, reads: dict[str, int]) -> None:
        """A process has drawn what it read then: what was moved before is in its place again."""
        self._is_back = False
        self._unmarked = {each: at for each, at in self._unmarked.items() if reads.get(each, 0) < at}
        self._moved = {form: each for form, each in self._moved.items() if reads.get(each[0], 0) < each[1]}

    def written(self, document: str, read: int) -> None:
        """A process that had read *document* at the instant *read* has written it.

        What was typed since then in a line that has another name now was meant for the row that was there. It may be
        gone, unless another process has answered it.
        """
        known = self._known()
        drafts = {key_of(each): each.typed for each in known}
        refused = {key_of(each) for each in known if each.refused}
        for fields in self._closed.values():
            for name, notes in fields.items():
                fields[name] = [each for each in notes if each.spot.document != document or each.at > read]
        for key, name, each in self._notes():
            if each.spot.document != document:
                continue
            if each.at <= read:
                each.answered |= _is_kept(drafts, key, name, each)
                each.sure &= name != "ready" or key not in refused  # its box was emptied with the answer
            elif each.sure and not each.answered:
                each.sure = self._named(each.spot) == each.spot.name

    def _is_filled_in(self, key: Key, *, now: bool = True) -> bool:
        """Whether a row was filled in by an entry, or *now* by the newest: by a rewind, a plan, or the game master."""
        number = self.world.watching.last_number(MATCH)
        filled = (each.filled for each in self._known() if key_of(each) == key)
        return any(each == number if now else each is not None for each in filled)

    def _known(self) -> tuple[Draft, ...]:
        return self.world.watching.record(MATCH).drafts

    def _drafts(self) -> dict[Key, Mapping[str, Typed]]:
        return {key_of(each): each.typed for each in self._known()}

    def _notes(self) -> Iterator[tuple[Key, str, Note]]:
        for key, fields in self._cells.items():
            for name, notes in fields.items():
                yield from ((key, name, each) for each in notes)

    def _named(self, spot: Spot) -> str:
        """What the row on a line is called now."""
        sheet = self.world.service.documents[spot.document].sheets.get(spot.sheet)
        cell = sheet.cells.get((spot.row, spot.column)) if sheet else None
        return str((cell or {}).get("userEnteredValue", {}).get("stringValue", ""))

    def doubt(self, form: str, document: str) -> None:
        """Somebody moved things on the tab of *form*: what was not answered yet may be lost, or be somebody else's."""
        self.now += 1
        self._moved[form] = document, self.now
        drafts = self._drafts()
        for key, fields in self._cells.items():
            if key[0] != form:
                continue
            for name, notes in fields.items():
                if notes and not _is_kept(drafts, key, name, notes[-1]):
                    for each in notes:
                        each.sure = False

    def went_back(self) -> None:
        """Somebody put a backup of the store in its place: what was typed may be gone, or be kept without its ticks."""
        last = self.world.watching.last_number(MATCH)
        gone = self.entries[last + 1 :]
        self._lost = [entry.secret for entry in gone]
        self._done.subtract(_kind(entry) for entry in gone)
        self.spent = self._shown_of_lost()
        self.entries = self.entries[: last + 1]
        before = self._names()
        self._session.refresh()
        self._follow(before)
        pending = self.world.watching.record(MATCH).pending
        if self._waiting and (pending is None or pending.when != self._waiting[0]):
            self._waiting = None
        self._missed = frozenset()
        self._is_back = True
        for _, _, each in self._notes():
            each.sure, each.answered = False, False
        # what a lock took that is gone may be on the sheet, and counts again
        taken = (((each.form, each.seat, each.row), each.cells) for entry in gone for each in entry.typed)
        for key, typed in (*self._drafts().items(), *taken):
            for name, value in typed.items():
                self._cells[key][name].insert(0, Note(0, value, Spot("", 0, 0, 0, ""), sure=False))

    def unmark(self, document: str) -> None:
        """Somebody typed over the marker of *document*.

        Of what nobody has answered there, nobody can tell whether it is what the last lock took, or was typed since.
        """
        self.now += 1
        self._unmarked[document] = self.now
        names, drafts = self._names(), self._drafts()
        for key, name, each in self._notes():
            place = (key[0], names.get(key, ""), name)
            if each.spot.document == document and place in self._taken and not _is_kept(drafts, key, name, each):
                each.sure = each.sure and not _alike(self._taken[place], each.value)

    def owner_edited(self) -> None:
        """The owner did something to a spreadsheet: nobody can know what its Dice tab does not show any more."""
        if self._is_back:
            self.spent &= self._shown_of_lost()

    def _shown_of_lost(self) -> set[str]:
        """The secrets of entries that went with a backup, up to the newest that a Dice tab shows."""
        shown = {str(cell.get("userEnteredValue", {}).get("stringValue", "")) for cell in self._dice_cells()}
        newest = max((at for at, secret in enumerate(self._lost) if secret in shown), default=-1)
        return set(self._lost[: newest + 1])

    def _dice_cells(self) -> Iterator[Mapping[str, Any]]:
        for book in self._session.record.workbooks:
            sheet = self.world.sheet(book, DICE)
            yield from sheet.cells.values() if sheet else ()

    # -- what the journal has ----------------------------------------------------------------------------------------

    def look(self, reads: dict[str, int]) -> None:
        """Look for entries that a process has just written, and compare them with what was typed.

        *reads* is the instant at which it last read each document.
        """
        if self.world.watching.last_number(MATCH) == self.entries[-1].number:
            self._wait(reads)
            return
        for entry in self.world.watching.entries(MATCH, self.entries[-1].number + 1):
            self._check(entry, self._waiting[1] if self._waiting and entry.act is None else reads)
            self._once(entry)
            if entry.rolls and entry.secret in self.spent:
                self.wrong.append(f"entry {entry.number} rolls dice with a secret that was shown before the backup")
            self.entries.append(entry)
            self.world.count(f"entries: {entry.kind}")
            self._count_events(entry)
        before = self._names()
        self._session.refresh()
        self._follow(before)
        self._give_planned()
        self._wait(reads)

    def _give_planned(self) -> None:
        """What plans have filled in of rows may count, though nobody typed it there."""
        for draft in self._known():
            if draft.filled == self.entries[-1].number and draft.by == BY_PLAN:
                for name, value in draft.typed.items():
                    self._give(key_of(draft), name, value)
                    self._ever[key_of(draft), name].add(spelled(value))

    def _count_events(self, entry: Entry) -> None:
        """Count what happened, and what was done from outside the rules, by its kind."""
        for event in entry.events:
            self.world.count(f"event: {event['kind']}")
        if entry.act is not None:
            self.world.count(f"act: {entry.act['kind']}")

    def _wait(self, reads: dict[str, int]) -> None:
        """Look for a lock that waits for rolls: it holds what its process has read until now."""
        if not self.world.real_dice:
            return
        pending = self.world.watching.record(MATCH).pending
        if pending is None:
            self._waiting = None
        elif self._waiting is None or self._waiting[0] != pending.when:
            self._waiting = pending.when, dict(reads)
            self._take(pending)

    def _take(self, pending: PendingLock) -> None:
        """Note what a lock took that waits: to type the same once more changes nothing."""
        taken = {(each.form, each.seat, each.row): each.cells for each in pending.typed}
        for form in self._session.all_forms:
            for row in range(form.rows):
                key = (form.key, form.seat, row)
                called = row_name(key, form.at(row))
                for name, drawn in {**form.at(row).drawn, "ready": None}.items():
                    self._taken[key[0], called, name] = taken[key].get(name) if key in taken else drawn

    def _check(self, entry: Entry, reads: dict[str, int]) -> None:
        forms = {(form.key, form.seat): form for form in self._session.all_forms}
        found = {(each.form, each.seat, each.row): each.cells for each in entry.typed if not each.by}
        at_once = {place for place, form in forms.items() if form.close is Close.AT_ONCE} - {(ROLLS, GM)}
        self._rolls(entry, found)
        if not entry.attendance:
            for key, cells in found.items():
                if key[:2] in at_once:
                    self._one_tick(entry, key, cells, forms[key[:2]], reads)
        if entry.act is not None:
            action = read_action(entry.act)
            if isinstance(action, Rewind):
                self._rewound(action.to)
            self._handed_over(hand_over_of(action).seats, reads)
            return
        if not entry.attendance or any(each.by and (each.form, each.seat) in at_once for each in entry.typed):
            return
        for form in forms.values():
            if form.close is Close.TOGETHER:
                is_sorted, wrong = self._seems_sorted(form, found, reads), len(self.wrong)
                for row in range(form.rows):
                    key = (form.key, form.seat, row)
                    self._row(entry, key, found.get(key), form.at(row), reads)
                if is_sorted:
                    del self.wrong[wrong:]
        self._locked = self.world.time.now
        self._missed = frozenset(owner for owner, state in entry.attendance.items() if state not in IN_TIME)
        for key, name, each in list(self._notes()):
            each.sure = each.sure and not self._may_be_late(key, name, each)

    def _seems_sorted(self, form: Form, found: Mapping[Key, Mapping[str, Typed]], reads: dict[str, int]) -> bool:
        """Whether what was typed into a form is what it held before, in other rows: that is taken for a sort."""
        before, after = [], []
        for row in range(form.rows):
            key, drawn = (form.key, form.seat, row), form.at(row).drawn
            fields = self._cells.get(key, {})
            typed = {
                name: seen[-1].value
                for name, notes in fields.items()
                if (seen := [each for each in notes if each.at <= reads.get(each.spot.document, 0)])
            }
            before.append(content(found.get(key, drawn)))
            after.append(content({**drawn, **typed}))
        moved = sum(one != other for one, other in zip(before, after, strict=True))
        return moved >= SORTED_ROWS and sorted(before) == sorted(after)

    def _rolls(self, entry: Entry, found: dict[Key, dict[str, Typed]]) -> None:
        """Each roll of real dice shows what the GM typed."""
        for key in [key for key in found if key[0] == ROLLS]:
            value = found.pop(key).get("value")
            if spelled(value) not in self._ever[key, "value"]:
                self.wrong.append(f"entry {entry.number}: roll {key[2]} shows {value!r}, which nobody typed")

    def _once(self, entry: Entry) -> None:
        """What somebody asks for once is done once."""
        kind = _kind(entry)
        if kind in ONCE:
            self._done[kind] += 1
            if self._done[kind] > self.asked[kind]:
                self.wrong.append(
                    f"entry {entry.number} is the {self._done[kind]}. time that the match did “{kind}”, which people "
                    f"asked for {self.asked[kind]} times"
                )

    def _one_tick(self, entry: Entry, key: Key, cells: dict[str, Typed], form: Form, reads: dict[str, int]) -> None:
        """A row that was done alone: somebody ticked it, and it was not done for that tick before."""
        notes = self._cells[key]["ready"]
        seen = [each for each in notes if each.at <= reads.get(each.spot.document, 0)]
        if not any(each.value is True for each in seen) and True not in self._given.get((key, "ready"), (0, []))[1]:
            self.wrong.append(f"entry {entry.number} did {key}, which nobody ticked since it was done")
        drawn = form.at(key[2]).drawn if key[2] < form.rows else form.drawn
        for name, value in cells.items():
            typed = {*self._ever[key, name], *(BESIDE.sub("", each) for each in self._ever[key, name])}
            if spelled(value) not in {"", spelled(drawn.get(name)), *typed} and name != "ready":
                self.wrong.append(f"entry {entry.number}: {key} has {name} {value!r}, which nobody typed")
        self._cells[key]["ready"] = [each for each in notes if each not in seen]
        self._taken |= {(key[0], row_name(key, form), name): value for name, value in cells.items()}

    def _row(self, entry: Entry, key: Key, cells: dict[str, Typed] | None, form: Form, reads: dict[str, int]) -> None:
        """A row that was locked with all others: it has what was typed until it was read."""
        for name, drawn in {**form.drawn, "ready": None}.items():
            notes = self._cells[key][name]
            seen = [each for each in notes if each.at <= reads.get(each.spot.document, 0)]
            expected = seen[-1].value if seen else drawn
            held = drawn if cells is None else cells.get(name)
            allowed = [expected] if all(each.sure for each in seen) else [drawn, *(n.value for n in seen)]
            before, emptied = self._emptied.get((key, name), (-TURNS_AFTER, None))
            if self._turns() < before + TURNS_AFTER:
                allowed.append(emptied)
            before, given = self._given.get((key, name), (-TURNS_AFTER, []))
            if self._turns() < before + TURNS_AFTER:
                allowed += given
            if not any(_alike(held, each) for each in allowed) and not any(each.worked_out for each in seen):
                self.wrong.append(
                    f"entry {entry.number}: {name} of {key} is {held!r} in the lock, but {expected!r} was typed"
                )
            self._taken[key[0], row_name(key, form), name] = held
            late = [each for each in notes if each not in seen]
            for each in late:
                each.sure = each.sure and not _alike(each.value, held)
            self._cells[key][name] = late

    def _rewound(self, to: int) -> None:
        """The rows of a position that is gone are emptied: to type the same once more changes nothing.

        Where the process ends before it shows that, nobody can tell whether it was typed once more. What the locks
        since entry *to* took is given back to rows that are open again.
        """
        given = defaultdict[tuple[Key, str], list[Typed]](list)
        for entry in self.entries:
            for typed in entry.typed if entry.number > to and entry.kind == "turn" else ():
                for name, value in typed.cells.items():
                    given[(typed.form, typed.seat, typed.row), name].append(value)
        self._given |= {place: (self._turns(), values) for place, values in given.items()}
        called = self._names()
        for key, name, each in self._notes():
            each.sure = False
            self._taken[key[0], called.get(key, ""), name] = each.value
            self._emptied[key, name] = self._turns(), each.value

    def _handed_over(self, seats: Collection[str], reads: dict[str, int]) -> None:
        """What only the players of *seats* could type is emptied, as far as it was read before the seats changed hands.

        Of what was typed between that and the write that shows it, nobody can tell who typed it. A lock that waits for
        rolls has taken it before, and plays it.
        """
        people, called = self.world.watching.record(MATCH).people, self._names()
        forms = {(form.key, form.seat): form for form in self._session.all_forms if form.close is not Close.STANDING}
        for key, name, each in list(self._notes()):
            form = forms.get(key[:2])
            authors = form.at(key[2]).who.authors if form is not None and key[2] < form.rows else ()
            own = {seat.id for seat in authors_of(key[1], authors, people)}
            if form is None or form.key == FREE or not own or not own <= {*seats}:
                continue
            each.sure = False
            if each.at <= reads.get(each.spot.document, 0):
                self._cells[key][name].remove(each)
                self._taken[key[0], called.get(key, ""), name] = each.value
                if self._waiting is not None:
                    self._give(key, name, each.value)

    def _give(self, key: Key, name: str, value: Typed) -> None:
        """A lock may hold *value* in a cell, for some turns from now on."""
        _, given = self._given.get((key, name), (0, []))
        self._given[key, name] = self._turns(), [*given, value]

    def _turns(self) -> int:
        """The turns that were played until now."""
        return sum(each.kind == "turn" for each in self.entries)

    def _names(self) -> dict[Key, str]:
        """The rows that are open, and what each is called on the sheet."""
        rows = ((form, (form.key, form.seat, row)) for form in self._session.all_forms for row in range(form.rows))
        return {key: row_name(key, form.at(key[2])) for form, key in rows}

    def _follow(self, before: dict[Key, str]) -> None:
        """What was typed into a row is where the row of that name is now. Where it is closed, it counts for nothing.

        Where it opens again before a sheet shows that it was closed, what was typed is still there, and may count.
        """
        now = {(key[0], name): key for key, name in self._names().items()}
        cells = dict(self._cells)
        self._cells.clear()
        for called, key in now.items():
            if called in self._closed:
                self._cells[key] = self._closed.pop(called)
        for key, fields in cells.items():
            place = now.get((key[0], before.get(key, "")))
            if place is None:
                for each in chain.from_iterable(fields.values()):
                    each.sure = False
                self._closed[key[0], before.get(key, "")] = fields
            else:
                self._cells[place] = fields
            if place not in (None, key):
                for name in fields:
                    self._ever[place, name] |= self._ever[key, name]

    @property
    def session(self) -> Session:
        """The match as the journal has it."""
        self._session.refresh()
        return self._session


def _kind(entry: Entry) -> str:
    """What was done in *entry*, if that is one of the things that somebody asks for once."""
    return str(entry.act["kind"]) if entry.act else "resolve" if entry.why == ASKED else ""


def _is_kept(drafts: Mapping[Key, Mapping[str, Typed]], key: Key, name: str, note: Note) -> bool:
    """Whether a draft has what was typed."""
    kept = drafts.get(key, {})
    return name in kept and same_value(kept[name], note.value)


def _alike(one: Typed, other: Typed) -> bool:
    if one is False or other is False:
        one, other = one or None, other or None
    return (is_blank(one) and is_blank(other)) or spelled(one) == spelled(other)
