"""The stages of a poll, in their order. Each takes the poll as it is so far, and returns it with what the stage adds.

What a process knows of a match from one poll to the next is its `Memory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field, replace
from typing import Any

from sheets_gm.gm.match_record.moving import Moving
from sheets_gm.gm.poll.backups import Continuation, LastExported, nothing_exported
from sheets_gm.gm.poll.claimed_writes import note_writes
from sheets_gm.gm.poll.due import Agenda
from sheets_gm.gm.poll.due_locks import Moment
from sheets_gm.gm.poll.notifying import Notifications, Outlet
from sheets_gm.gm.poll.playing import play_on
from sheets_gm.gm.poll.put_back import NOTHING, PutBack
from sheets_gm.gm.poll.restored_sheets import SheetsInStep
from sheets_gm.gm.poll.typed import TypedRows
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.match.recorder import Step

NOTHING_READ = Reading({}, {}, {})


@dataclass(frozen=True, slots=True)
class Poll:
    """One poll: what is asked of it, and what its stages have found and done so far. *is_over*: no more stages follow.

    *actions* are done before anything else is played. *resolve*: the game master asks for the next step. With
    *rebuild*, every workbook is built again with all its content. *reading* are the cells as they were read at *now*,
    *ticked* the boxes of the game master. *put_back* are the corrections of the sheets, *steps* what was played.
    *has_written*: the match was shown anew. *is_claimed*: there was something to do, but another process does it.
    """

    actions: tuple[Action, ...] = ()
    resolve: bool = False
    rebuild: bool = False
    is_over: bool = False
    now: float = 0.0
    reading: Reading = NOTHING_READ
    ticked: Mapping[str, bool] = field(default_factory=dict)
    answered: Moment | None = None
    put_back: PutBack = NOTHING
    steps: tuple[Step[Any], ...] = ()
    has_written: bool = False
    is_claimed: bool = False

    @property
    def moment(self) -> Moment:
        """The match with its submissions, at the time of the poll. Raises RuntimeError before the rows are answered."""
        if self.answered is None:
            raise RuntimeError("the rows are not answered yet")
        return self.answered


@dataclass(slots=True)
class Memory:
    """What the process called *owner* knows of one match from one poll to the next.

    *waiting* are the seats that the match waits for. *seen* is the version of the record and the cells for which the
    last poll left nothing to do.
    """

    books: Workbooks
    owner: str
    exported: InitVar[LastExported] = nothing_exported
    waiting: tuple[str, ...] = ()
    seen: tuple[int, Reading] | None = None
    agenda: Agenda = field(init=False)
    backup: Continuation = field(init=False)
    sheets: SheetsInStep = field(init=False)
    typed: TypedRows = field(init=False)
    notifications: Notifications = field(init=False)

    def __post_init__(self, exported: LastExported) -> None:
        self.agenda, self.typed, self.sheets = Agenda(self.books), TypedRows(self.books), SheetsInStep(self.books)
        self.backup = Continuation(self.books, self.owner, exported)
        self.notifications = Notifications(self.books.session)

    @property
    def session(self) -> Session:
        """The match as it is stored."""
        return self.books.session

    def overtaken(self) -> None:
        """Note that another process was faster: the next poll reads the sheets, whose state is uncertain, again."""
        self.books.forget()
        self.seen = None


def refresh(memory: Memory, outlet: Outlet, poll: Poll) -> Poll:
    """Load the match as it is stored. Nothing is left to do in one that has moved elsewhere."""
    memory.session.refresh()
    if Moving.of(memory.session.record).departure is not None:
        return replace(poll, is_over=True)
    memory.notifications.read_addresses(outlet.listed)
    return poll


def read(memory: Memory, outlet: Outlet, poll: Poll) -> Poll:
    """Read the sheets, the new comments, and what became of notices. Deadlines that must move come first."""
    reading, now = memory.sheets.read(), memory.session.ports.clock()
    comments = memory.agenda.comments(now, outlet.report)
    memory.notifications.count_failures(outlet)
    return replace(poll, reading=reading, now=now, actions=(*memory.agenda.moves(now), *comments, *poll.actions))


def rest(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """End the poll if nobody asks for anything, and nothing has changed or is due."""
    record = memory.session.record
    # where it is answered, another process did that, and did not play the step
    is_answered = record.pending is not None and not record.pending.missing
    is_seen = memory.seen == (record.version, poll.reading)
    if not is_seen or poll.resolve or poll.actions or is_answered:
        return poll
    if memory.agenda.is_anything_due(memory.waiting, poll.now):
        return poll
    memory.agenda.idle(poll.now)
    return replace(poll, is_over=True)


def restore(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """Make sure that the journal has all that the sheets show. The poll ends here if the next one must look again."""
    put_back = memory.backup.go_on(poll.reading, poll.now)
    if put_back is None:
        return replace(poll, is_over=True)
    memory.books.remember(poll.reading, poll.now, memory.agenda.time.seen)
    return replace(poll, put_back=put_back)


def mark(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """Draw what has lost its marker, and read it again: the markers tell when all was typed."""
    if memory.books.are_marked(poll.reading):
        return poll
    later, reading = memory.sheets.mark_again(poll.reading, poll.now)
    return replace(poll, reading=reading, put_back=poll.put_back.then(later))


def answer(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """Answer the rows."""
    typed = memory.typed.answer(poll.reading, poll.now, resolve=poll.resolve)
    return replace(poll, answered=typed.moment, reading=typed.found, ticked=typed.ticked)


def due(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """Add what is due by the clock, by a box of the game master, or by what happened before."""
    actions = memory.agenda.actions(poll.ticked, poll.actions, poll.moment.submissions, poll.now)
    return replace(poll, actions=actions)


def play(memory: Memory, _outlet: Outlet, poll: Poll) -> Poll:
    """Do the actions, lock, and play as many steps as the submissions allow."""
    session, pending = memory.session, memory.session.record.pending
    played = play_on(poll.moment, memory.owner, poll.actions)
    moment = poll.moment if played is None else played.moment
    if session.record.pending != pending:
        moment = moment.next()
    memory.waiting = session.waiting = moment.waiting
    memory.agenda.note(poll.now)
    # what another process has claimed is not done yet: the boxes stay, and the next poll looks again
    left = {} if played is not None else {name: poll.ticked[name] for name in poll.ticked if name != "rehearse"}
    memory.books.boxes = left
    steps = () if played is None else played.steps
    return replace(poll, answered=moment, steps=steps, is_claimed=played is None)


def show(memory: Memory, outlet: Outlet, poll: Poll) -> Poll:
    """Undo foreign edits, and show the match."""
    note_writes(memory.books, poll.steps, outlet.report)
    shown = memory.sheets.show(poll.reading, poll.moment.submissions, has_played=bool(poll.steps), rebuild=poll.rebuild)
    return replace(poll, put_back=poll.put_back.then(shown), has_written=bool(shown.writes))


def tell(memory: Memory, outlet: Outlet, poll: Poll) -> Poll:
    """Notify people outside the sheet."""
    moment = poll.moment
    memory.notifications.send(outlet, poll.steps, moment.submissions, memory.waiting, moment.now)
    is_new = poll.has_written or poll.is_claimed
    memory.seen = None if is_new else (memory.session.record.version, poll.reading)
    memory.agenda.note_inspection(moment.now)
    return poll


STAGES = (refresh, read, rest, restore, mark, answer, due, play, show, tell)
"""The stages of a poll, in their order."""
