"""Creating a match: its charter, its first entry and its workbooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.talk import Talk
from sheets_gm.gm.clocks import with_clocks
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.log.history_rows import history_row
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.log.reports import Happening
from sheets_gm.gm.match_record.opened import Opened
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Opening, Openings
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import Sheets, SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, Store
from sheets_gm.gm.workbooks.build import built_tabs, template_digest
from sheets_gm.gm.workbooks.layout import PUBLIC, ROSTER, layouts_of
from sheets_gm.gm.workbooks.live.making import make_workbook
from sheets_gm.gm.workbooks.reference_tabs import draw_roster, private_links
from sheets_gm.gm.workbooks.sharing import next_try
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.journal import Sandbox
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step, charter_for
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.tabs import template_for_tabs
from sheets_gm.sheet.template import Template


class BadSeating(UserError, ValueError):
    """A match cannot start with these players. The message has a line for each reason."""


class NameTaken(UserError, ValueError):
    """There is already a match of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A match to create.

    *documents* are existing spreadsheets to use, by the key of the workbook in the layout. *account* is the account
    that serves the match, if an installation has several. *dice* is "keyed", or "manual" for real dice, whose rolls the
    game master types from the first step on. *beacon* is the public beacon that keys each turn, "" for none. *key* is
    the public key that signs the record; it follows from *seed*. *sandbox* is the start of a sandbox. *open_seats* are
    seats that people may take before the match begins: when all are taken, or at the time *begins*. With *own_desk* the
    game master has a separate workbook, even if all players share one.
    """

    game: Game[Any, Any]
    template: Template
    match: str
    title: str
    settings: BaseModel
    seats: Sequence[Seat]
    policy: Policy
    seed: bytes
    documents: Mapping[str, str] = field(default_factory=dict)
    account: str = ""
    dice: str = "keyed"
    beacon: str = ""
    key: str = ""
    sandbox: Sandbox | None = None
    open_seats: Sequence[str] = ()
    begins: float | None = None
    own_desk: bool = False


def check_name_free(name: str, store: Store) -> None:
    """Raise `NameTaken` if there is a match called *name*."""
    if name in store.names():
        raise NameTaken(f"There is already a match called {name}. Choose another --name. See: sheets-gm status {name}")


def create_match(new: NewMatch, store: Store, sheets: Sheets, clock: Clock) -> Record:
    """Create a match and build its workbooks, ready to be polled.

    Raises BadSeating, NameTaken or `layout.LayoutRefused` before it creates anything.
    """
    game, template = new.game, template_for_tabs(new.template, new.game.tabs_for(new.settings))
    new = replace(new, template=template)
    reasons = [remark for remark in game.why_not(new.settings, new.seats) if remark.refuses]
    if reasons:
        raise BadSeating("\n".join(f"{remark.field or 'roster'}: {remark.text}" for remark in reasons))
    check_name_free(new.match, store)
    secrets, now = Secrets(new.seed), clock()
    charter = charter_for(
        game,
        secrets,
        match=new.match,
        title=new.title,
        settings=new.settings,
        seats=new.seats,
        dice=new.dice,
        beacon=new.beacon,
        key=new.key,
        sandbox=new.sandbox,
    )
    record = Record(charter=charter, seed=new.seed.hex(), policy=new.policy, created=now, account=new.account)
    if charter.accounts:
        record = record.but(seats=tuple(new.seats))
    record = record.but(due=record.next_due(now), opened=Opened(step=0))
    if new.open_seats:
        record = Openings(seats=tuple(Opening(seat=seat, gone=True) for seat in new.open_seats)).on(record)
        record = Pausing(gathers=True, until=new.begins).on(record.but(status=Status.PAUSED, due=None))
    layouts = layouts_of(game, record, own_desk=new.own_desk)
    recorder = Recorder(game, charter, secrets)
    manual = recorder.first_rolls() if new.dice == "manual" else None
    step = recorder.start(Locked(orders={}, manual=manual, when=now))
    record = with_clocks(record, game, game.open(step.state), now)
    snapshot = _first_snapshot(new, record, step)
    workbooks: list[Workbook] = []
    try:
        for layout in layouts:
            snapshot = replace(snapshot, record=record.but(workbooks=tuple(workbooks)))
            title = f"{new.title}: {layout.title}" if layout.title else new.title
            workbooks.append(make_workbook(sheets, snapshot, layout, title, new.documents.get(layout.key)))
        _link_people(sheets, snapshot, workbooks)
        record = Upkeep.change(record, sharing_due=next_try(workbooks, clock()))
        built = {template_digest(template, layout): built_tabs(template, layout) for layout in layouts}
        heard = {book.key: "" for book in workbooks if book.own}  # on a given spreadsheet there may be comments already
        record = Talk(heard=heard).on(record.but(workbooks=tuple(workbooks), laid=built))
        store.create(record, step.entry)
    except BaseException as error:
        _undo(sheets, workbooks, error)
        if isinstance(error, Conflict):
            raise NameTaken(
                f"A match called {new.match!r} was created in the meantime. Choose another --name."
            ) from error
        raise
    return record


def _first_snapshot(new: NewMatch, record: Record, step: Step[Any]) -> Snapshot:
    game, state = new.game, step.state
    usual_forms = desk_forms.forms(new.seats, new.policy, new.policy.alone(game.secrecy, new.seats))
    desk = (*usual_forms, *desk_forms.forms_as_needed(record, game.checks.conditions))
    forms = (*record.opened.named(game.open(state)), *desk)
    submissions = collect(OpenStep(game=game, state=state, forms=forms, now=step.entry.when), {})
    row = history_row(game, game.tabs_for(new.settings), state)
    return Snapshot(
        game=game,
        template=new.template,
        record=record,
        now=step.entry.when,
        entry=step.entry,
        state=state,
        forms=forms,
        attendance=submissions.attendance,
        log=log_lines(game, record, step.entry, step.events),
        log_start=0,
        seats={seat.id: seat for seat in new.seats},
        roster=draw_roster(new.template.tabs[ROSTER], new.seats, new.policy.layout),
        history=(row,) if row else (),
        recent=(Happening(step.entry, step.events),),
    )


def _link_people(sheets: Sheets, snapshot: Snapshot, workbooks: Sequence[Workbook]) -> None:
    """Add links to the private workbooks to the public Roster, which is built before them."""
    seats, tab_template = snapshot.record.people, snapshot.template.tabs[ROSTER]
    links = private_links(seats, workbooks)
    public = next((book for book in workbooks if book.key == PUBLIC), None)
    if public is not None and links:
        linked = draw_roster(tab_template, seats, snapshot.record.policy.layout, links)
        sheets.write(public, plan(ROSTER, snapshot.roster, None, linked), snapshot.template.styles)


def _undo(sheets: Sheets, workbooks: Sequence[Workbook], error: BaseException) -> None:
    """Delete the workbooks of a match that could not be created. *error* gets the links of those that remain."""
    left: list[str] = []
    for workbook in workbooks:
        try:
            sheets.unmake(workbook)
        except (SheetsDown, SheetsRefused):
            left.append(workbook.link)
    if left:
        error.args = (f"{error}\nThese spreadsheets of the match are left. Delete them: {', '.join(left)}",)
