"""Filling in a player's row for them: “Ben phones his move in”.

The row is read and answered as if its player had typed it, and the player can change it until it is played. A row that
cannot be read, or is against the rules, is refused with its reason, and nothing is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from sheets_gm.gm.between.feature import OWNER, Argument, Command, DeskAction, Done, Feature
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.naming import owner_on
from sheets_gm.gm.between.rows.typed_cells import HOW, cells_of, fields_by_name, read_typed, rows_of, value_for
from sheets_gm.gm.match_record.drafts import BY_GM, Draft
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.sheet.reading import READY


class FillIn(Action):
    """Fill in row *row* of a form of *seat* (a seat or team), who can change it. *cells* are values by field."""

    kind: Literal["fill in"] = "fill in"
    seat: str
    form: str
    row: int = 0
    cells: dict[str, bool | int | float | str | None] = {}


_ROW = re.compile(r"(.*?)\s*#\s*(\d+)")


def _with_row(record: Record, action: FillIn, done: Done) -> Record:
    """Return *record* with the row that *action* fills in, as if its owner had typed it."""
    key = (action.form, action.seat, action.row)
    by_key = {(draft.form, draft.seat, draft.row): draft for draft in record.drafts}
    before = by_key.get(key)
    by_key[key] = Draft(
        form=action.form,
        seat=action.seat,
        row=action.row,
        typed=action.cells,
        since=done.now,
        revision=(before.revision if before else 0) + 1,
        standing=before.standing if before else None,
        by=BY_GM,
        filled=done.entry,
    )
    return record.but(drafts=tuple(by_key.values()))


def _fill_in_on_desk(context: MatchContext, order: DeskOrder, _by: str) -> Action:
    if context.record.pending is not None:
        raise BadAction("The turn is locked. Wait until it is played.", "act")
    name, row = _row_of(order.on)
    return _fill_in(context, owner_on(context, order.but(on=name)), row, order.value, order.why)


def _row_of(text: str) -> tuple[str, int]:
    """Return the owner in *text* and the number of the row, from 0: "Ben #2" is Ben's second row."""
    match = _ROW.fullmatch(text.strip())
    return (match[1], max(0, int(match[2]) - 1)) if match else (text, 0)


def _fill_in(context: MatchContext, owner: str, row: int, text: str, why: str) -> FillIn:
    """Return the action that fills in a row of *owner* with the cells in *text*. Raises BadAction.

    *owner* is a seat or a team. The rows of a team that have a seat as an author count as rows of that seat.
    """
    given = cells_of(text)
    form, rows = _form(context, owner, given)
    if row >= len(rows):
        raise BadAction(f"There {'is' if len(rows) == 1 else 'are'} only {counted(len(rows), 'row')}.", "on")
    row = rows[row]
    row_form = form.at(row)
    headings = fields_by_name(context, row_form)
    key = (form.key, form.seat, row)
    draft = next((each for each in context.record.drafts if (each.form, each.seat, each.row) == key), None)
    before = draft.typed if draft is not None and draft.done is None else row_form.drawn
    cells: dict[str, Typed] = {**row_form.drawn, **before, "ready": True if row_form.has_ready_box(row) else None}
    for name, value in given.items():
        heading = headings[name]
        field = READY if heading == "ready" else next(each for each in row_form.fields if each.name == heading)
        cells[field.name] = value_for(field, value)
    read = read_typed(context, row_form, key, cells)
    if read.slips:
        raise BadAction("; ".join(f"{slip.field}: {slip.text}" for slip in read.slips))
    if read.order is None:
        missing = f" Still missing: {listed(read.missing)}." if read.missing else ""
        raise BadAction(f"That is no order.{missing or f' {HOW}'}")
    remark = context.game.checks.check(context.state, form.seat, read.order)
    if remark is not None and remark.refuses:
        raise BadAction(f"{remark.text.removesuffix('.')}." + (f" Try {remark.instead}." if remark.instead else ""))
    return FillIn(seat=form.seat, form=form.key, row=row, cells=dict(read.typed), why=why)


def _form(context: MatchContext, owner: str, given: Mapping[str, str]) -> tuple[Form, Sequence[int]]:
    """Return the open form that has all *given* cells, and the numbers of its rows that *owner* may fill in."""
    forms = [
        (form, rows)
        for form in context.record.forms_in_play(context.game.open(context.state))
        if form.close is not Close.ASK and (rows := rows_of(form, owner))
    ]
    for form, rows in forms:
        if given.keys() <= fields_by_name(context, form.at(rows[0])).keys():
            return form, rows
    if not forms:
        raise BadAction("Nothing is asked of this player now.", "on")
    cells = dict.fromkeys(field.name for form, rows in forms for field in form.at(rows[0]).fields)
    raise BadAction(f"No row has all of these cells: {', '.join(given)}. The cells are {', '.join(cells)} and ready.")


FEATURE = Feature(
    name="filling_in",
    place=100,
    sentence=lambda action, names: f"{names.by(action)} filled in a row for {names.owner(action.seat)}",
    effects={FillIn: _with_row},
    desk={
        "fill in": DeskAction(
            _fill_in_on_desk,
            f"{OWNER}; Ben #2 for the second row",
            "move_to=B9, action=FIGHT",
            "fills in a row for a player, who can still change it",
            about="person",
            undo="fill in",
        )
    },
    commands=(
        Command(
            "fill-in",
            """Fill in a row of MATCH for SEAT (or its player), who can still change it: move_to=B9 action=FIGHT.

            The row is ready unless you add ready=no. If a form has several rows, they are "Ben #2" and so on. The log
            shows that the game master filled in a row, but not its content.

            \b
            sheets-gm fill-in friday Ben move_to=B9 action=FIGHT
            """,
            lambda seat, cells: DeskOrder(act="fill in", on=seat, value=cells),
            (Argument("seat"), Argument("cells", many=", ", shown="FIELD=VALUE...")),
        ),
    ),
)
