"""Protection: who may edit which cells of a match. The adapters make protected ranges of it.

Only the sync may edit cells that are no inputs. An input may be edited by its seat, by the other seats of its team that
may fill it in, and by helpers (a captain). A deputy may edit the game inputs of the seat, except those that can end the
match. If its player has left, the cells of a seat belong to its deputy and the GM. If the account of a seat is unknown,
or people come by a link or as members of a group, everyone who may edit the workbook may edit its inputs. If no account
of a GM is known, nobody may edit the inputs of the GM.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.free_seats import Taker, all_takers
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import FREE, Deputy, deputies
from sheets_gm.gm.ports.sheets import EVERYONE, Editors, Protection
from sheets_gm.gm.workbooks.form_lines import lines_on
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout, controls
from sheets_gm.gm.workbooks.sharing import is_named
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat, authors_of
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.reading import HEADING_ROW, Lines
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import TabTemplate


class Typists(NamedTuple):
    """Who may type in one workbook, if its forms do not say: its *layout*, the policy and the people.

    *deputies* may fill in for a seat, and the players of *gone* seats have left.
    """

    layout: WorkbookLayout
    policy: Same
    people: Same
    deputies: tuple[Deputy, ...] = ()
    gone: frozenset[str] = frozenset()


def protections_of(snapshot: Snapshot, layout: WorkbookLayout) -> list[Protection]:
    """Return the protection of every tab of one workbook."""
    forms = {tab.key: tab for tab in (*snapshot.tabs, *desk_forms.TABS) if isinstance(tab, FormTab)}
    record, make = snapshot.record, snapshot.drawn.made
    typists = Typists(layout, Same(record.policy), Same(record.people), deputies(record), record.presence.gone)
    protections = []
    for key in layout.tabs:
        name = f"{key} protection"
        if key == FREE:
            protections.append(make(layout.key, name, _of_free_seats, snapshot.template.tabs[key], all_takers(record)))
        elif key in forms:
            lines = lines_on(snapshot, layout, forms[key])
            inputs = make(layout.key, f"{key} inputs", _inputs, lines)
            protections.append(make(layout.key, name, _of_forms, key, snapshot.template.tabs[key], inputs, typists))
        elif key == GM_TAB:
            protections.append(make(layout.key, name, _of_boxes, key, len(controls(layout)), record.policy.gm))
        else:
            protections.append(make(layout.key, name, _of_boxes, key))
    return protections


def _of_free_seats(tab_template: TabTemplate, rows: Sequence[Taker]) -> Protection:
    """Return the protection of the tab for taking seats. Each row belongs to those who may take its seat."""
    columns = [column.field for column in tab_template.columns]
    inputs: list[tuple[tuple[int, int, int, int], Editors]] = []
    for row, taker in enumerate(rows, HEADING_ROW + 1):
        names = ("ready",) if taker.who else ("who", "ready")
        spans = _spans([at for at, name in enumerate(columns) if name in names])
        inputs += [((row, left, row + 1, right), taker.accounts) for left, right in spans]
    return Protection(tab=FREE, inputs=tuple(inputs))


def _of_boxes(key: str, boxes: int = 0, editors: tuple[str, ...] = ()) -> Protection:
    """Return the protection of a tab without forms, with this number of *boxes* to tick, one below another."""
    top = HEADING_ROW + 1
    return Protection(tab=key, inputs=(((top, 1, top + boxes, 2), editors),) if boxes else ())


class _Inputs(NamedTuple):
    """The names of the inputs of a *row*, and who fills them in.

    *own*: no deputy may. It holds only what determines the protection, because most forms of a new turn differ from the
    last ones only in their choices.
    """

    row: int
    names: tuple[str, ...]
    seat: str
    authors: tuple[str, ...]
    helpers: tuple[str, ...]
    own: bool


def _inputs(lines: Lines) -> tuple[_Inputs, ...]:
    inputs = []
    for row, place, form in lines:
        boxes = _BOXES if form.has_ready_box(place[2]) and not form.is_skipped else _BOXES[:1]
        names = boxes if form.is_skipped else (*form.drawn, *boxes)
        is_own = form.counted.confirmed or desk_forms.is_desk_form(form)
        inputs.append(_Inputs(row, names, form.seat, form.who.authors, form.who.helpers, is_own))
    return tuple(inputs)


_BOXES = ("keep", "ready")
"""The columns of boxes; the second is that of rows that are made ready."""


def _of_forms(key: str, tab_template: TabTemplate, rows: Sequence[_Inputs], typists: Typists) -> Protection:
    columns = [column.field for column in tab_template.columns]
    inputs: list[tuple[tuple[int, int, int, int], Editors]] = []
    for each in rows:
        spans = _spans([at for at, name in enumerate(columns) if name in each.names])
        editors = _editors(each, typists)
        inputs += [((each.row, left, each.row + 1, right), editors) for left, right in spans]
    return Protection(tab=key, inputs=tuple(inputs))


def protection_digest(protections: Sequence[Protection]) -> str:
    """The digest of a workbook's protection."""
    return digest([protection.model_dump() for protection in protections])


def _editors(row: _Inputs, typists: Typists) -> Editors:
    """Return who may type in *row*: everyone if one of the accounts is unknown."""
    policy: Policy = typists.policy.value
    people: tuple[Seat, ...] = typists.people.value
    if row.seat == GM:
        return policy.gm
    if not is_named(policy, typists.layout):
        return EVERYONE
    helpers = (seat for name in row.helpers for seat in people if seat.id == name)
    owners = authors_of(row.seat, row.authors, people)
    accounts = [seat.account for seat in (*owners, *helpers) if seat.id not in typists.gone]
    seats = {seat.id for seat in owners}
    accounts += [each.account for each in typists.deputies if each.seat in seats and each.account and not row.own]
    named_accounts = [account for account in accounts if account]
    if not accounts:
        return policy.gm
    return tuple(dict.fromkeys(named_accounts)) if len(named_accounts) == len(accounts) else EVERYONE


def _spans(columns: list[int]) -> list[tuple[int, int]]:
    """Return groups of neighbouring *columns*, each with its first column and the one after its last."""
    spans: list[tuple[int, int]] = []
    for column in columns:
        if spans and spans[-1][1] == column:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans
