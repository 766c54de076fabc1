"""One poll of one match: its stages, in their order, and what becomes of an error in them.

A poll reads each workbook once, and once more for formulas if a lock takes the input of several seats. It writes
nothing if nothing changed. A turn is claimed in the store before it is locked, all inputs are taken at one instant, and
the journal is written before any sheet.

A crash between any two of these loses nothing and repeats nothing. Before the journal is written nothing has happened,
and the sheet still holds what was typed. After it, the marker of the workbook shows that the entry is not on the sheet
yet, and it is drawn from the journal. A cell that still holds what the lock took from it is emptied; a cell that was
typed since then is kept for the next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field

from sheets_gm.gm.poll import errors, setting_aside
from sheets_gm.gm.poll.backups import LastExported, nothing_exported
from sheets_gm.gm.poll.notifying import NOTHING_SENT, Outlet
from sheets_gm.gm.poll.sliding_deadlines import SlidingDeadlines
from sheets_gm.gm.poll.stages import STAGES, Memory, Poll
from sheets_gm.gm.poll.tick import Tick, tick_of
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.actions import Action


@dataclass(slots=True)
class Poller:
    """The poller of one match in the process called *owner*.

    Notices go to *outlet*; *exported* tells how far the match was exported. *memory* is what this process knows of it.
    """

    workbooks: Workbooks
    owner: InitVar[str]
    outlet: Outlet = NOTHING_SENT
    exported: InitVar[LastExported] = nothing_exported
    memory: Memory = field(init=False)

    def __post_init__(self, owner: str, exported: LastExported) -> None:
        self.memory = Memory(self.workbooks, owner, exported)

    @property
    def session(self) -> Session:
        """The match as it is stored."""
        return self.workbooks.session

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that the match waits for."""
        return self.memory.waiting

    @property
    def time(self) -> SlidingDeadlines:
        """What moves the deadlines after an outage or a jump of the clock."""
        return self.memory.agenda.time

    def tick(self, *, resolve: bool = False, actions: Sequence[Action] = (), rebuild: bool = False) -> Tick:
        """Poll once; do *actions*; lock, resolve and show if it is time, or if *resolve* asks for it.

        With *rebuild*, every workbook is built again with all its content. Raises BadAction if an action is impossible,
        RulesChanged if the match is bound to another version of its rules, PositionBroken if the rules fail on the
        position or the orders and no action repairs it. Then nothing of this step is stored.
        """
        session, memory, poll = self.session, self.memory, Poll(tuple(actions), resolve, rebuild)
        if rebuild:
            memory.seen = None
        number = session.entry.number
        try:
            errors.check_playable(session, actions)
            for stage in STAGES:
                poll = poll if poll.is_over else stage(memory, self.outlet, poll)
        except Conflict:
            memory.overtaken()
        except SheetsDown:
            # what was typed is not answered yet, and what was played is not shown: the rows that the lock took still
            # are on the sheet, and are read as after a crash
            memory.seen = None
            if session.entry.number != number:
                self.workbooks.keep_certain()
            raise
        except Exception as error:
            broken = setting_aside.set_aside(self.workbooks, error, self.outlet.notify)
            if broken is None:
                raise
            raise broken from error
        return tick_of(session, poll.steps, poll.put_back, memory.waiting, memory.notifications.newly_muted())

    def show_problem(self, *, is_new: bool) -> None:
        """Show the problem of the match on the GM tab only, as the rules may fail; send notices if it *is_new*."""
        setting_aside.show_problem(self.workbooks, self.outlet.notify, is_new=is_new)

    def dry_run(self) -> tuple[str, ...]:
        """Return what would happen if the step were played now with other dice, as sentences, including secret ones.

        The journal does not change. If the game master has a separate workbook, the lines are shown there too.
        """
        self.session.refresh()
        lines = self.memory.typed.dry_run()
        if self.session.record.policy.layout == "sealed":
            self.tick()
        return lines
