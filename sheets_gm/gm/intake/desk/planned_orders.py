"""Planned orders: their turn, their condition, and the row of the game that they fill in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import PlanOrder
from sheets_gm.gm.between.rows.typed_cells import cells_of, fields_by_name, read_typed, value_for
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.conditions import BadCondition, read_conditions
from sheets_gm.kernel.english import listed, with_names
from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.forms import NEVER_DUE, Form, Typed
from sheets_gm.sheet.reading import READY, Key, RowRead, row_name
from sheets_gm.sheet.tabs import FormTab

EVERY_TIME = "every time"
"""A plan that stays: it fills in a row whenever its form opens."""

NEXT_TIME = "next time"
"""A plan for the next time that its row opens."""

_NUMBER = re.compile(r"#?\s*(\d+)")


class NotOpen(Exception):
    """No open form has the cells of a planned order: its turn has not come."""


class Taken(BadAction):
    """The row of a planned order is already filled in."""


class PlannedRow(NamedTuple):
    """The row that a planned order fills in, its cells, and what is wrong with them ("" for nothing).

    Its Ready box is empty, or None if it has none.
    """

    key: Key
    cells: Mapping[str, Typed]
    problem: str


def is_every_time(when: str) -> bool:
    """Return whether a plan stays after it has filled in a row."""
    return plain(when) in (EVERY_TIME, "always", "every turn")


def is_next_time(when: str) -> bool:
    """Return whether a plan is for the next time that its row opens."""
    return plain(when) in ("", NEXT_TIME, "next", "next turn")


def is_for_any_turn(when: str) -> bool:
    """Return whether a plan is for no certain turn."""
    return is_every_time(when) or is_next_time(when)


def open_step(context: MatchContext) -> str:
    """Return the name of the open step for players."""
    return with_names(context.game.label(context.state), {seat.id: seat for seat in context.record.people})


def is_now(step: str, when: str) -> bool:
    """Return whether *when* names the open *step*. “Turn 12” names “Turn 12 of 60”, but not “Turn 120”."""
    return re.match(rf"{re.escape(plain(when))}(?!\w)", plain(step)) is not None


def is_so(context: MatchContext, seat: str, condition: str) -> bool | None:
    """Return whether the *condition* of a plan of *seat* is met now; None if it has none. Raises BadAction."""
    if not condition.strip():
        return None
    view = context.game.view(context.state, seat)
    names = {each.id: each.player for each in context.record.people}
    try:
        asked = read_conditions(context.game.checks.conditions, condition, view, seat, names)
    except BadCondition as bad:
        raise BadAction(str(bad), "condition", bad.instead) from bad
    return all(each.holds(view, seat) for each in asked)


def in_words(order: PlanOrder, *, conditional: bool) -> str:
    """Return a sentence that says how a plan was read. *conditional*: the plan has a condition."""
    when = order.when.strip()
    if is_for_any_turn(when):
        when = (EVERY_TIME if is_every_time(when) else NEXT_TIME).capitalize()
    if conditional and plain(order.condition).startswith(("if ", "unless ")):
        when = f"{when}, {order.condition.strip()}"
    elif conditional:
        when = f"{when}, if {order.condition.strip()}"
    does = order.order.strip() or "nothing"
    other = f"; otherwise {order.otherwise.strip() or 'nothing'}" if conditional or order.otherwise.strip() else ""
    return f"{when}: {does}{other}{', ready' if order.tick else ', as a draft'}."


def open_forms(context: MatchContext, seat: str) -> tuple[Form, ...]:
    """Return the open forms of the game in which *seat* fills in rows, due forms first."""
    forms = context.record.forms_in_play(context.game.open(context.state))
    return own_forms(context, seat, forms)


def own_forms(context: MatchContext, seat: str, forms: Iterable[Form]) -> tuple[Form, ...]:
    """Return those of *forms* in which *seat* fills in rows, due forms first."""
    seat_forms = (form for form in forms if form.close not in NEVER_DUE and _rows(context, seat, form))
    return tuple(sorted(seat_forms, key=lambda form: not form.due))


def _rows(context: MatchContext, seat: str, form: Form) -> list[int]:
    record, owner = context.record, form.seat
    return [
        row
        for row in range(form.rows)
        if any(each.id == seat for each in record.seats_of(owner, form.at(row).who.authors))
    ]


def read_plan(
    context: MatchContext, seat: str, forms: Sequence[Form], target: str, text: str, taken: Collection[Key] = ()
) -> PlannedRow:
    """Return the row of *forms* that the planned order *text* of *seat* fills in. Raises BadAction or `NotOpen`.

    *target* names the row; without it, it is the first one that is not *taken*.
    """
    named, row_text = _of_target(context, forms, target)
    form, given = _with_cells(context, named, text)
    row = _row(form, _rows(context, seat, form), row_text, taken)
    row_form, key = form.at(row), (form.key, form.seat, row)
    fields = {each.name: each for each in row_form.fields}
    typed = {name: value_for(fields[name], value) for name, value in given.items() if name in fields}
    cells = {**row_form.drawn, READY.name: False if row_form.has_ready_box(row) else None, **typed}
    return PlannedRow(key, cells, _problem(context, row_form, read_typed(context, row_form, key, cells)))


def _title(context: MatchContext, form: Form) -> str:
    tabs = context.game.tabs_for(context.record.charter.settings)
    return next(
        context.template.tabs[tab.key].title for tab in tabs if isinstance(tab, FormTab) and tab.form == form.key
    )


def _of_target(context: MatchContext, forms: Sequence[Form], target: str) -> tuple[Sequence[Form], str]:
    """Return those of *forms* whose tab *target* names, and the rest of *target*: the name or the number of a row."""
    text = fold(target).strip()
    titles = {form.key: fold(_title(context, form)) for form in forms}
    for key, title in sorted(titles.items(), key=lambda each: -len(each[1])):
        rest = text[len(title) :]
        if plain(text[: len(title)]) == plain(title) and not rest[:1].isalnum():
            return [form for form in forms if form.key == key], rest.strip(" :,")
    return forms, text


def _with_cells(context: MatchContext, forms: Sequence[Form], text: str) -> tuple[Form, Mapping[str, str]]:
    """Return the first of *forms* that has the cells in *text*, and the cells by field. Raises BadAction or `NotOpen`.

    If *text* names no cells, they are those of the first form from left to right: "B9; FIGHT".
    """
    if not forms:
        raise NotOpen
    text = fold(text)
    if "=" not in text:
        names = [each.name for each in forms[0].at(0).fields]
        values = [part.strip() for part in text.split(";")]
        if len(values) > len(names):
            raise BadAction(f"There are only {len(names)} cells: {', '.join(names)}")
        return forms[0], {name: value for name, value in zip(names, values, strict=False) if value}
    given = cells_of(text)
    for form in forms:
        fields = fields_by_name(context, form.at(0))
        if given.keys() <= fields.keys():
            return form, {fields[name]: value for name, value in given.items()}
    raise NotOpen


def check_cells(context: MatchContext, text: str) -> None:
    """Raise BadAction if no row of the game ever has all cells that *text* names."""
    if "=" not in text:
        return
    given = cells_of(text)
    headings: list[str] = []
    for tab in context.game.tabs_for(context.record.charter.settings):
        if isinstance(tab, FormTab) and not tab.ask:
            columns = [each for each in context.template.tabs[tab.key].columns if each.field in tab.fields]
            if given.keys() <= {plain(name) for each in columns for name in (each.heading, each.field)}:
                return
            headings += [each.heading for each in columns]
    cells = listed([*dict.fromkeys(headings)])
    raise BadAction(f"No row has all of these cells: {', '.join(given)}. The cells are {cells}")


def _row(form: Form, rows: Sequence[int], text: str, taken: Collection[Key]) -> int:
    """Return the row of *form* that *text* names, or else the first of *rows* that is not *taken*. Raises BadAction."""
    free = [row for row in rows if (form.key, form.seat, row) not in taken]
    if not text:
        names = [form.at(row).row.name for row in rows if form.at(row).row.name]
        if len(names) > 1:
            raise BadAction(f"Write for which row: {listed(names, 'or')}", "target")
        if not free:
            raise Taken("All rows were filled in already", "target")
        return free[0]
    names_of_rows = {
        plain(name): row
        for row in rows
        for name in (form.at(row).row.name, row_name((form.key, form.seat, row), form.at(row)))
        if name
    }
    number = _NUMBER.fullmatch(text)
    numbered = rows[int(number[1]) - 1] if number and 0 < int(number[1]) <= len(rows) else None
    row = names_of_rows.get(plain(text), numbered)
    if row is None:
        named = [form.at(each).row.name for each in rows if form.at(each).row.name]
        row_names = named or [f"#{at}" for at in range(1, len(rows) + 1)]
        raise BadAction(f"“{text}” is no row there. The rows are {listed(row_names)}", "target")
    if row not in free:
        raise Taken("The row was filled in already", "target")
    return row


def _problem(context: MatchContext, form: Form, read: RowRead) -> str:
    """Return why the row that was *read* is refused now, as a sentence; "" if it is not."""
    if read.slips:
        return "; ".join(f"{slip.typed}: {slip.text}" for slip in read.slips) + "."
    if read.order is None:
        return f"{listed(list(read.missing))} is missing." if read.missing else "It is no order."
    remark = context.game.checks.check(context.state, form.seat, read.order)
    return f"{remark.text.removesuffix('.')}." if remark is not None and remark.refuses else ""
