"""Opening a match: the charter, the founding entry, the workbooks and who may write in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.ports import Clock, Conflict, Policy, Record, Sheets, SheetsDown, SheetsRefused, Store, Workbook
from sheets_gm.gm.workbooks.build import built_tabs, head_of, tab_plans, template_digest
from sheets_gm.gm.workbooks.drawing import Snapshot, draw, draw_roster, history_row, log_lines
from sheets_gm.gm.workbooks.layout import ROSTER, WorkbookLayout, workbook_layouts
from sheets_gm.gm.workbooks.protection import protection_digest, protections_of, writers_of
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match import Locked, charter_for, found
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.template import Template


class BadSeating(UserError, ValueError):
    """These people cannot start a match like this; the message has a line for each reason."""


class NameTaken(UserError, ValueError):
    """There is already a match of that name."""


def create_match(
    game: Game[Any, Any],
    template: Template,
    store: Store,
    sheets: Sheets,
    clock: Clock,
    *,
    match: str,
    title: str,
    settings: BaseModel,
    seats: Sequence[Seat],
    policy: Policy,
    seed: bytes,
    documents: Mapping[str, str] | None = None,
    account: str = "",
) -> Record:
    """Found a match and lay out its workbooks, ready to be polled.

    *documents* are existing spreadsheets to use, by the workbook's key in the layout; *account* is whose hand *sheets*
    is, where there are several. BadSeating, NameTaken, and `layout.Refused` come before anything is made.
    """
    reasons = [remark for remark in game.seating(settings, seats) if remark.refuses]
    if reasons:
        raise BadSeating("\n".join(f"{remark.field or 'roster'}: {remark.text}" for remark in reasons))
    if match in store.names():
        raise NameTaken(f"There is already a match called {match!r}; choose another --name, or look at it with status.")
    books = workbook_layouts(game, seats, policy.layout, open_hands=policy.open_hands)
    secrets = Secrets(seed)
    charter = charter_for(game, secrets, match=match, title=title, settings=settings, seats=seats)
    now = clock()
    step = found(game, charter, secrets, Locked(orders={}, when=now))
    record = Record(charter=charter, seed=seed.hex(), policy=policy, created=now, account=account)
    record = record.but(due=record.next_due(now))
    forms = (*game.open(step.state), *desk_forms.forms(seats))
    by_id = {seat.id: seat for seat in seats}
    told = log_lines(game, record, step.entry, step.events)
    submissions = collect(game, step.state, forms, {}, {}, now, str)
    roster = draw_roster(template.tabs[ROSTER], seats, policy.layout)
    tally = history_row(game, step.state)
    tallied = (tally,) if tally else ()
    snapshot = Snapshot(
        game,
        template,
        record,
        step.entry,
        step.state,
        forms,
        submissions.attendance,
        told,
        0,
        by_id,
        roster,
        tallied=tallied,
    )
    workbooks: list[Workbook] = []
    try:
        for layout in books:
            named = (documents or {}).get(layout.key)
            snapshot = replace(snapshot, record=record.but(workbooks=tuple(workbooks)))
            workbooks.append(
                _build(sheets, snapshot, layout, f"{title}: {layout.title}" if layout.title else title, named)
            )
        known = {template_digest(template, layout): built_tabs(template, layout) for layout in books}
        record = record.but(workbooks=tuple(workbooks), laid=known)
        store.create(record, step.entry)
    except BaseException as error:
        _take_back(sheets, workbooks, error)
        if isinstance(error, Conflict):
            raise NameTaken(f"A match called {match!r} was founded meanwhile; choose another --name.") from error
        raise
    return record


def _build(sheets: Sheets, snapshot: Snapshot, layout: WorkbookLayout, title: str, document: str | None) -> Workbook:
    """One workbook with all that stands in it, shared and protected."""
    grids = draw(snapshot, layout)
    tabs = tab_plans(snapshot, grids)
    heads = {key: head for key in grids if (head := head_of(snapshot, layout, key)) is not None}
    drawn = [*heads.items(), *grids.items()]
    writes = [write for key, grid in drawn for write in plan(key, Grid(), [], grid)]
    protections, writers = protections_of(snapshot, layout), writers_of(snapshot.record, layout)
    made = sheets.make(
        layout.key,
        title,
        tabs,
        snapshot.template.styles,
        document,
        writes=writes,
        protections=protections,
        writers=writers,
    )
    return made.but(
        guarded=protection_digest(protections),
        watched=snapshot.record.created,
        template=template_digest(snapshot.template, layout),
    )


def _take_back(sheets: Sheets, workbooks: Sequence[Workbook], error: BaseException) -> None:
    """Take back what was made of a match that could not be opened; what cannot be is told with *error*."""
    left: list[str] = []
    for made in workbooks:
        try:
            sheets.unmake(made)
        except (SheetsDown, SheetsRefused):
            left.append(made.link)
    if left:
        told = f"What was made of it is left, delete it yourself: {', '.join(left)}"
        error.args = (f"{error}\n{told}",)
