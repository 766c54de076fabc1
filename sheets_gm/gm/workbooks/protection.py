"""Protection: who may edit which cells of a match. The adapters make protected ranges of it.

Only the sync may edit the engine's cells. An input may be edited by its seat, by those seats of its team that may fill
it in, and by those who may help (a captain).
If the account of a seat is unknown, or people come in by a link or as members of a group, everyone who may edit the
workbook may edit its inputs.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.ports.sheets import Protection
from sheets_gm.gm.workbooks.form_tabs import forms_on
from sheets_gm.gm.workbooks.gm_tab import controls
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout
from sheets_gm.gm.workbooks.sharing import is_named
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.tabs import FormTab


def protections_of(snapshot: Snapshot, layout: WorkbookLayout) -> list[Protection]:
    """The protection of every tab of one workbook."""
    forms = {tab.key: tab for tab in (*snapshot.tabs, *desk_forms.TABS) if isinstance(tab, FormTab)}
    protections = []
    for key in layout.tabs:
        inputs: list[tuple[tuple[int, int, int, int], tuple[str, ...]]] = []
        if key in forms:
            columns = [column.field for column in snapshot.template.tabs[key].columns]
            for row, place, form in forms_on(forms[key], layout, snapshot.forms):
                boxes = {"ready", "keep"} if form.has_ready_box(place[2]) else {"keep"}
                names = {field.name for field in form.fields} | boxes
                spans = _spans([at for at, name in enumerate(columns) if name in names])
                editors = _editors(snapshot, layout, form)
                inputs += [((row, left, row + 1, right), editors) for left, right in spans]
        elif key == GM_TAB:
            top = HEADING_ROW + 1
            inputs.append(((top, 1, top + len(controls(snapshot.record)), 2), snapshot.record.policy.gm))
        protections.append(Protection(tab=key, inputs=tuple(inputs)))
    return protections


def protection_digest(protections: Sequence[Protection]) -> str:
    """The digest of a workbook's protection."""
    return digest([protection.model_dump() for protection in protections])


def _editors(snapshot: Snapshot, layout: WorkbookLayout, form: Form) -> tuple[str, ...]:
    """The accounts that may type in *form*; empty, which means everyone, if one of them is unknown."""
    if form.seat == GM:
        return snapshot.record.policy.gm
    if not is_named(snapshot.record.policy, layout):
        return ()
    seats = snapshot.seats
    helpers = (seats[seat] for seat in form.helpers if seat in seats)
    accounts = [seat.account for seat in (*snapshot.record.seats_of(form.seat, form.authors), *helpers)]
    known = [account for account in accounts if account]
    return tuple(dict.fromkeys(known)) if len(known) == len(accounts) else ()


def _spans(columns: list[int]) -> list[tuple[int, int]]:
    """Runs of neighbouring *columns*, each from its first up to, and without, its right end."""
    spans: list[tuple[int, int]] = []
    for column in columns:
        if spans and spans[-1][1] == column:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans
