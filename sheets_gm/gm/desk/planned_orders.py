"""Planned orders: for which turn one is meant, on what it depends, and which row of the game it fills in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import PlanOrder
from sheets_gm.gm.desk.typed_cells import cells_of, fields_by_name, value_for
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.conditions import Asked, BadCondition, read_conditions
from sheets_gm.kernel.english import listed, with_names
from sheets_gm.kernel.forms import NEVER_DUE, Field, Form, Typed
from sheets_gm.sheet.cleaning import plain
from sheets_gm.sheet.people import names_of, with_seats
from sheets_gm.sheet.reading import READY, Key, RowRead, read_row, row_name
from sheets_gm.sheet.tabs import FormTab

EVERY_TIME = "every time"
"""A plan that stays: it fills in a row whenever its form opens."""

NEXT_TIMES = ("", "next", "next time", "next turn")
"""How people write that a plan is for the next time that its form opens."""

_NUMBER = re.compile(r"#?\s*(\d+)")


class NotOpen(BadAction):
    """No form is open that has the cells of a planned order: its turn has not come."""


class Taken(BadAction):
    """The row of a planned order was filled in already."""


class PlannedRow(NamedTuple):
    """The row that a planned order fills in: its form, what is typed in it, how that is read, and what is wrong."""

    form: Form
    key: Key
    cells: dict[str, Typed]
    read: RowRead
    problem: str


def is_every_time(when: str) -> bool:
    """Whether a plan stays after it has filled in a row."""
    return plain(when) in (plain(EVERY_TIME), "always", "every turn")


def is_for_any_turn(when: str) -> bool:
    """Whether a plan is for no certain turn."""
    return is_every_time(when) or " ".join(when.casefold().split()) in NEXT_TIMES


def is_now(context: MatchContext, when: str) -> bool:
    """Whether *when* names the step that is open: “Turn 12” is “Turn 12 of 60”, and not “Turn 120”."""
    if is_for_any_turn(when):
        return False
    label = with_names(context.game.label(context.state), {seat.id: seat for seat in context.record.people})
    return re.match(rf"{re.escape(' '.join(when.split()))}(?!\w)", label, re.IGNORECASE) is not None


def what_is_asked(context: MatchContext, seat: str, condition: str) -> tuple[Asked, ...]:
    """What the *condition* of a plan of *seat* asks for. BadAction."""
    names = {each.id: each.player for each in context.record.people}
    try:
        view = context.game.view(context.state, seat)
        return read_conditions(context.game.conditions, condition, view, seat, names)
    except BadCondition as bad:
        raise BadAction(str(bad), "condition", bad.instead) from bad


def in_words(order: PlanOrder, *, conditional: bool) -> str:
    """How a plan was read; *conditional*: it depends on something."""
    when = "Next time" if order.when.casefold().strip() in NEXT_TIMES else order.when.strip()
    when = "Every time" if is_every_time(order.when) else when
    if conditional and order.condition.casefold().startswith(("if ", "unless ")):
        when = f"{when}, {order.condition.strip()}"
    elif conditional:
        when = f"{when}, if {order.condition.strip()}"
    does = order.order.strip() or "nothing"
    other = f"; otherwise {order.otherwise.strip() or 'nothing'}" if conditional or order.otherwise.strip() else ""
    return f"{when}: {does}{other}{', ready' if order.tick else ', as a draft'}."


def read_plan(
    context: MatchContext,
    seat: str,
    target: str,
    text: str,
    field: str = "order",
    *,
    taken: Collection[Key] = (),
    opened: Collection[tuple[str, str]] | None = None,
) -> PlannedRow:
    """The row that the planned order *text* of *seat* fills in now. BadAction, `NotOpen`.

    *target* names its row, else it is the first that is not *taken*; *opened* are the only forms that count, by their
    key and their owner.
    """
    forms = [form for form in _forms(context, seat) if opened is None or (form.key, form.seat) in opened]
    if not forms:
        raise NotOpen("Nothing is asked of you now", "order")
    named, row_text = _of_target(context, forms, target)
    form, given = _with_cells(context, named, text, field)
    rows = [row for row in range(form.rows) if _may(form.at(row), seat, context)]
    row = _row(form, rows, row_text, taken)
    own, key = form.at(row), (form.key, form.seat, row)
    cells: dict[str, Typed] = {**own.drawn, READY.name: False if own.has_ready_box(row) else None}
    fields = {each.name: each for each in own.fields}
    for name, value in given.items():
        if name in fields:
            cells[name] = _cell(fields[name], value, field)
    names = names_of({each.id: each for each in context.record.people})
    read = read_row(key, own, with_seats(own, cells, names), {})
    return PlannedRow(own, key, cells, read, _problem(context, own, read))


def _forms(context: MatchContext, seat: str) -> Iterator[Form]:
    """The open forms of the game in which *seat* fills in rows, those that are due first."""
    forms = context.record.forms_in_play(context.game.open(context.state))
    for form in sorted(forms, key=lambda form: not form.due):
        if form.close not in NEVER_DUE and any(_may(form.at(row), seat, context) for row in range(form.rows)):
            yield form


def _may(form: Form, seat: str, context: MatchContext) -> bool:
    """Whether *seat* fills in a row with this *form*."""
    return any(each.id == seat for each in context.record.seats_of(form.seat, form.authors))


def _title(context: MatchContext, form: Form) -> str:
    """The title of the tab that has *form*."""
    tabs = context.game.tabs_for(context.record.charter.settings)
    key = next((tab.key for tab in tabs if isinstance(tab, FormTab) and tab.form == form.key), "")
    return context.template.tabs[key].title if key in context.template.tabs else form.key


def _of_target(context: MatchContext, forms: Sequence[Form], target: str) -> tuple[Sequence[Form], str]:
    """Those of *forms* whose tab *target* names, and what is left of it: the name or the number of a row."""
    text = target.strip()
    for form in sorted(forms, key=lambda form: -len(_title(context, form))):
        title = _title(context, form)
        rest = text[len(title) :]
        if plain(text[: len(title)]) == plain(title) and (not rest or not rest[0].isalnum()):
            return [each for each in forms if each.key == form.key], rest.strip(" :,")
    return forms, text


def _with_cells(context: MatchContext, forms: Sequence[Form], text: str, field: str) -> tuple[Form, dict[str, str]]:
    """The first of *forms* that has the cells that *text* names, and these by field. BadAction, `NotOpen`.

    Where it names none, the first form's cells from left to right: "B9; FIGHT".
    """
    if "=" not in text:
        form = forms[0]
        values = [part.strip() for part in text.split(";")]
        names = [each.name for each in form.at(0).fields]
        if len(values) > len(names):
            raise BadAction(f"There are only {len(names)} cells: {', '.join(names)}", field)
        return form, {name: value for name, value in zip(names, values, strict=False) if value}
    try:
        given = cells_of(text)
    except BadAction as bad:
        raise BadAction(str(bad), field) from bad
    for form in forms:
        known = fields_by_name(context, form.at(0))
        if given.keys() <= known.keys():
            return form, {known[name]: value for name, value in given.items()}
    shown = [name for form in forms for name in _headings(context, form)]
    now = listed([*dict.fromkeys(shown)])
    raise NotOpen(f"None of your rows has all of {', '.join(given)} now. They have {now}", field)


def check_cells(context: MatchContext, text: str, field: str) -> None:
    """Raise BadAction where no row of the game ever has all cells that *text* names."""
    if "=" not in text:
        return
    given = cells_of(text)
    known: dict[str, str] = {}
    for tab in context.game.tabs_for(context.record.charter.settings):
        if isinstance(tab, FormTab) and not tab.ask:
            columns = [each for each in context.template.tabs[tab.key].columns if each.field in tab.fields]
            names = {plain(name): each.heading for each in columns for name in (each.heading, each.field)}
            if given.keys() <= names.keys():
                return
            known |= {each.heading: each.heading for each in columns}
    raise BadAction(f"No row has all of these cells: {', '.join(given)}. The cells are {listed([*known])}", field)


def _headings(context: MatchContext, form: Form) -> Iterator[str]:
    """The headings of the cells of *form*, as the sheet has them."""
    tabs = context.game.tabs_for(context.record.charter.settings)
    key = next((tab.key for tab in tabs if isinstance(tab, FormTab) and tab.form == form.key), "")
    columns = {each.field: each.heading for each in context.template.tabs[key].columns} if key else {}
    return (columns.get(each.name, each.name) for each in form.at(0).fields)


def _row(form: Form, rows: Sequence[int], text: str, taken: Collection[Key]) -> int:
    """The row of *form* that *text* names, else the first of *rows* that is not *taken*. BadAction."""
    free = [row for row in rows if (form.key, form.seat, row) not in taken]
    if not text:
        names = [form.at(row).name for row in rows if form.at(row).name]
        if len(names) > 1:
            raise BadAction(f"Write for which row: {listed(names, 'or')}", "target")
        if not free:
            raise Taken("All rows were filled in already", "target")
        return free[0]
    names_of_rows = {
        plain(name): row
        for row in rows
        for name in (form.at(row).name, row_name((form.key, form.seat, row), form.at(row)))
        if name
    }
    number = _NUMBER.fullmatch(text)
    numbered = rows[int(number[1]) - 1] if number and 0 < int(number[1]) <= len(rows) else None
    row = names_of_rows.get(plain(text), numbered)
    if row is None:
        named = [form.at(each).name for each in rows if form.at(each).name]
        known = named or [f"#{at}" for at in range(1, len(rows) + 1)]
        raise BadAction(f"“{text}” is no row there. The rows are {listed(known)}", "target")
    if row not in free:
        raise Taken("The row was filled in already", "target")
    return row


def _cell(field: Field, text: str, at: str) -> Typed:
    """What stands in the cell of *field*. BadAction."""
    try:
        return value_for(field, text)
    except BadAction as bad:
        raise BadAction(str(bad), at) from bad


def _problem(context: MatchContext, form: Form, read: RowRead) -> str:
    """Why what was *read* cannot stand now, as a sentence; "" if it can."""
    if read.slips:
        return "; ".join(f"{slip.typed}: {slip.text}" for slip in read.slips) + "."
    if read.order is None:
        return f"{listed(list(read.missing))} is missing." if read.missing else "It is no order."
    remark = context.game.check(context.state, form.seat, read.order)
    return f"{remark.text.removesuffix('.')}." if remark is not None and remark.refuses else ""
