"""Questions about a game on paper: its tabs, the tables of its template, and what is drawn there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from string import Formatter
from typing import Any

from sheets_gm.games.variants import variants
from sheets_gm.gm.questions.played import Match, Played, Wrong, few, in_turn, rows_of, sees
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Close
from sheets_gm.sheet.checking import STYLES
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.reading import lines_of, read_tab
from sheets_gm.sheet.rendering import SIGN, draw_rows, form_rows
from sheets_gm.sheet.tabs import Eyes, HistoryTab, ViewTab, template_for_tabs
from sheets_gm.sheet.template import PLAIN, WHOSE, Column, style_at

EACH_FORM = {"seat", "player", "ready", "receipt"}
"""The columns of every form."""


def gives_each_tab_a_title_of_its_own(played: Played) -> Iterator[Wrong]:
    """The tabs must have different titles with all settings. A spreadsheet refuses two tabs with the same title."""
    for settings in few(variants(played.game.settings), 15):
        tabs = played.game.tabs_for(settings)
        tables = template_for_tabs(played.template, tabs).tabs
        keys = {*(tab.key for tab in tabs), *(tab.key for tab in COLUMNS)}
        for key, count in Counter(tab.key for tab in tabs).items():
            if count > 1:
                yield Wrong(f"{count} tabs have the key {key}", "tabs")
        for title, count in Counter(plain(tables[key].title) for key in keys).items():
            if count > 1:
                yield Wrong(f"{count} tabs have the title {title}", "tabs")


def has_a_tab_for_each_form(played: Played) -> Iterator[Wrong]:
    """Every form must have a tab, because nobody could fill it in otherwise."""
    for state in played.states():
        for form in played.opened(state):
            tab = played.form_tabs.get(form.key)
            if tab is None:
                keys = ", ".join(played.form_tabs)
                yield Wrong(f"no tab has the form {form.key}; the tabs have: {keys or 'no form'}", "open")
            elif (form.close is Close.ASK) is not tab.ask:
                yield Wrong(f"of the form {form.key} and its tab {tab.key}, only one is an ask", "open")


def _columns_used(played: Played) -> dict[str, set[str]]:
    """Return the fields and shown values of each form that has a tab, by its key."""
    used: dict[str, set[str]] = {}
    for state in played.states():
        for _, form in rows_of(played.opened(state)):
            if form.key in played.form_tabs:
                used.setdefault(form.key, set()).update((field.name for field in form.fields), form.shown)
    return used


def has_a_column_for_whatever_a_form_has(played: Played) -> Iterator[Wrong]:
    """The game's own template must have a column for everything in a form, and no column that is never filled.

    What stands below the name of a row, by `details`, needs no column.
    """
    for key, names in _columns_used(played).items():
        tab = played.form_tabs[key]
        columns = [column.field for column in played.tables[tab.key].columns]
        below = {name for text in played.tables[tab.key].details for _, name, _, _ in Formatter().parse(text) if name}
        always = EACH_FORM - {"ready"} if tab.ask else EACH_FORM
        for name in sorted((names | always) - set(columns) - below):
            yield Wrong(f"the tab {tab.key} has no column {name} for the form {key}", "tabs")
        for name in sorted(set(columns) - names - always - {"keep", SIGN, WHOSE}):
            yield Wrong(f"nothing fills the column {name} of the tab {tab.key}", "tabs")
        if len(set(columns)) < len(columns):
            yield Wrong(f"the tab {tab.key} has two columns for one field", "tabs")


def declares_the_columns_of_its_tabs(played: Played) -> Iterator[Wrong]:
    """A tab must declare exactly the columns that it uses, because templates are checked against them."""
    for key, names in _columns_used(played).items():
        tab = played.form_tabs[key]
        declared = {*tab.fields, *tab.optional}
        if names != declared and not played.over():
            yield Wrong(f"the tab {tab.key} declares {sorted(declared)}, and its rows have {sorted(names)}", "tabs")
    for history in played.tabs:
        if isinstance(history, HistoryTab):
            columns = {column.field for column in played.tables[history.key].columns}
            if columns != {"turn", *history.columns}:
                declares = f"the tab {history.key} declares {sorted(history.columns)}"
                yield Wrong(f"{declares}, and has {sorted(columns)}", "tabs")


def draws_every_column_of_a_list(played: Played) -> Iterator[Wrong]:
    """A list must be drawn with every column that it declares, even with those that its own template lacks."""
    view = played.game.view(next(played.states()), None)
    for tab in played.tabs:
        if isinstance(tab, ViewTab) and tab.columns is not None and tab.eyes is Eyes.PUBLIC:
            columns = tuple(Column(field=field, heading=field) for field in tab.columns)
            if not tab.draw(view, played.tables[tab.key].but(columns=columns)).rows:
                yield Wrong(f"the tab {tab.key} draws nothing", tab.draw)


def has_a_column_in_every_template_for_what_a_row_must_have(played: Played) -> Iterator[Wrong]:
    """A field that a row requires must be a column that every template needs. Templates may leave out other columns."""
    for state in played.states():
        for _, form in rows_of(played.opened(state)):
            tab = played.form_tabs.get(form.key)
            for field in form.fields:
                if field.required and tab is not None and field.name not in tab.fields:
                    yield Wrong(f"the tab {tab.key} may be without {field.name}, which a row must have", "tabs")


def gives_each_column_a_heading_of_its_own(played: Played) -> Iterator[Wrong]:
    """The headings of a tab must be different, because a column is found by its heading."""
    for tab in played.tabs:
        headings = [plain(column.heading) for column in played.tables[tab.key].columns]
        if not all(headings) or len(set(headings)) < len(headings):
            yield Wrong(f"the headings of the tab {tab.key} are not different: {headings}", "tabs")


def draws_every_position_for_everybody(played: Played) -> Iterator[Wrong]:
    """Every position must be drawn for everybody, in known styles and without overlapping merged areas."""
    declared = {style.split(".")[0] for tab in played.tabs if isinstance(tab, ViewTab) for style in tab.styles}
    declared |= {*STYLES, ""}
    declared |= {(column.style or "").split(".")[0] for tab in played.tables.values() for column in tab.columns}
    for match in played.matches:
        for at, step in enumerate(played.steps(match, 3)):
            for seat in in_turn(at, played.eyes(match)):
                for tab, grid in _drawn(played, match, step.state, seat):
                    for style in {cell.style for row in grid.rows for cell in row} - {""}:
                        if style_at(played.template.styles, style) is PLAIN:
                            yield Wrong(f"the template does not say how {style} looks", tab.draw)
                        elif style.split(".")[0] not in declared:
                            yield Wrong(f"the tab {tab.key} does not declare the style {style}", tab.draw)
                    if _overlaps(grid):
                        yield Wrong(f"merged areas of the tab {tab.key} overlap", tab.draw)


def _drawn(played: Played, match: Match, state: Any, seat: str | None) -> Iterator[tuple[ViewTab, Grid]]:
    view = played.game.view(state, seat)
    for tab in played.tabs:
        if isinstance(tab, ViewTab) and sees(tab, match.seats, seat):
            yield tab, tab.draw(view, played.tables[tab.key])


def _overlaps(grid: Grid) -> bool:
    cells = [
        (row, column)
        for area in grid.merges
        for row in range(area.top, area.bottom)
        for column in range(area.left, area.right)
    ]
    return len(cells) > len(set(cells))


def draws_a_form_that_orders_nothing_and_needs_no_write(played: Played) -> Iterator[Wrong]:
    """A form that was just drawn must contain no orders, and planning it again must give no writes."""
    for match in played.matches:
        seats = {seat.id: seat for seat in match.seats}
        for step in played.steps(match, 3):
            forms = played.opened(step.state)
            for key, tab in played.form_tabs.items():
                table = played.tables[tab.key]
                lines = lines_of([form for form in forms if form.key == key])
                rows = tuple(form_rows(table, lines, seats, {}))
                drawn = draw_rows(table, played.game.label(step.state), rows, None if lines.keys else "")
                values = [[cell.value for cell in row] for row in drawn.rows]
                read = read_tab(lines, table, seats, values)
                if plan(tab.key, drawn, values, drawn) or read.disturbed:
                    yield Wrong(f"the tab {tab.key} is not right as it is drawn", "open")
                if any(row.touched or row.slips or row.ready for row in read.rows.values()):
                    yield Wrong(f"rows of the form {key} order something as they are drawn", "open")


def tallies_turn_by_turn(played: Played) -> Iterator[Wrong]:
    """The turns of the history must count up one by one, in columns of the template."""
    for tab in (tab for tab in played.tabs if isinstance(tab, HistoryTab)):
        columns = {column.field for column in played.tables[tab.key].columns} - {"turn"}
        for match in played.matches:
            tallies = [tab.tally(played.game.view(step.state, None)) for step in played.steps(match)]
            if tallies[0].turn or any(after.turn - before.turn not in (0, 1) for before, after in pairwise(tallies)):
                yield Wrong(f"the turns of the tab {tab.key} do not go on one by one from 0", tab.tally)
            if any(
                not tally.values.keys() <= columns or tally.values.keys() != tallies[0].values.keys()
                for tally in tallies
            ):
                yield Wrong(f"a tally of the tab {tab.key} has other values than its columns", tab.tally)


QUESTIONS = (
    gives_each_tab_a_title_of_its_own,
    has_a_tab_for_each_form,
    has_a_column_for_whatever_a_form_has,
    declares_the_columns_of_its_tabs,
    draws_every_column_of_a_list,
    has_a_column_in_every_template_for_what_a_row_must_have,
    gives_each_column_a_heading_of_its_own,
    draws_every_position_for_everybody,
    draws_a_form_that_orders_nothing_and_needs_no_write,
    tallies_turn_by_turn,
)
"""The questions; first those that need only the first position."""
