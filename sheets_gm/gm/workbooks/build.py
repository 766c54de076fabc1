"""The building of a workbook's tabs as its template has them, and the memory of how they were built.

A workbook remembers the fields of its columns. So a typed cell is read for the field that it was typed for, and moves
along with its column, even if the template has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.workbook import BuiltTab, Workbook
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.gm.workbooks.boards.board_charts import board_charts, size_with
from sheets_gm.gm.workbooks.boards.score_row import has_score_row, template_with_score_row
from sheets_gm.gm.workbooks.head_rows import has_head, template_with_head
from sheets_gm.gm.workbooks.layout import MATCH, STATISTICS, WorkbookLayout, order_of_tabs
from sheets_gm.gm.workbooks.looking_back.board_cells import like_boards
from sheets_gm.gm.workbooks.looking_back.match_tab import with_heights
from sheets_gm.gm.workbooks.looking_back.statistics_tab import draw_statistics
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tab_sizes import size
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import digest
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import charts_of, template_for, with_names
from sheets_gm.sheet.template import Column, TabTemplate, Template

BUILT = (
    "the help of a tab has lines of its own, a tick names its step, boards have a score, letters of two sizes, charts "
    "below them and a link to the history; forms come first; boards and forms say who is waited for and what happened"
)
"""What current workbooks have that older ones lack. A change of this text causes a rebuild."""

Values = Sequence[Sequence[Typed]]


def template_digest(template: Template, layout: WorkbookLayout) -> str:
    """Return the digest of the part of *template* that one workbook is built from, and of the way it is built."""
    return _digest(BUILT, Same(template), tuple(layout.tabs))


@lru_cache(maxsize=64)
def _digest(how: str, template: Same, tabs: tuple[str, ...]) -> str:
    """Return the digest of these *tabs* of a template, cached. *how* is the way they are built."""
    held: Template = template.value
    tab_templates = [[key, held.tabs[key].model_dump(mode="json")] for key in tabs]
    return digest([how, tab_templates, {name: style.model_dump() for name, style in held.styles.items()}])


def built_tabs(template: Template, layout: WorkbookLayout) -> dict[str, BuiltTab]:
    """Return the tabs of a workbook as *template* builds them."""
    return {key: BuiltTab(title=template.tabs[key].title, columns=_columns(template.tabs[key])) for key in layout.tabs}


def _columns(tab_template: TabTemplate) -> tuple[tuple[str, str], ...]:
    """Return the columns of a form's tab, which a workbook remembers; none for any other tab."""
    return tab_template.called if "receipt" in tab_template.places else ()


def template_as_built(record: Record, workbook: Workbook, key: str, tab_template: TabTemplate) -> TabTemplate:
    """Return *tab_template* with the columns that the tab *key* of *workbook* was built with."""
    was = record.laid.get(workbook.template, {}).get(key)
    if was is None or was.columns == _columns(tab_template):
        return tab_template
    return tab_template.but(columns=tuple(Column(field=field, heading=heading) for field, heading in was.columns))


def tab_plans(
    snapshot: Snapshot, layout: WorkbookLayout, grids: Mapping[str, Grid], workbook: Workbook | None = None
) -> list[TabPlan]:
    """Return the tabs to build, or to format again in a *workbook* that exists."""
    order = order_of_tabs(layout, snapshot.tabs)
    return [_plan(snapshot, layout, key, grids[key], workbook) for key in order if key in grids]


def template_as_shown(snapshot: Snapshot, key: str) -> TabTemplate:
    """Return the template of a tab, with the columns that this match has."""
    tab_template = snapshot.template.tabs[key]
    if key == MATCH:
        shown = like_boards(tab_template, snapshot)
        return with_heights(shown, snapshot.final) if snapshot.final else shown
    game_tab = next((tab for tab in snapshot.tabs if tab.key == key), None)
    if has_score_row(snapshot.game, game_tab):
        tab_template = template_with_score_row(tab_template)
    if has_head(game_tab):
        return template_with_head(tab_template)
    tab = snapshot.history_tab
    return (
        template_for(with_names(tab_template, snapshot.names), snapshot.history[0])
        if tab is not None and tab.key == key and snapshot.history
        else tab_template
    )


def charts(snapshot: Snapshot, layout: WorkbookLayout, key: str, grid: Grid) -> tuple[Chart, ...]:
    """Return the charts of a tab that shows *grid*."""
    if key == STATISTICS and snapshot.final:
        return draw_statistics(snapshot.template.tabs[key], snapshot).charts
    tab = snapshot.history_tab
    if tab is None or tab.key != key or not snapshot.history:
        return board_charts(snapshot, layout, key, grid)
    return charts_of(snapshot.template.tabs[key], snapshot.template.styles, snapshot.history[0])


def _plan(snapshot: Snapshot, layout: WorkbookLayout, key: str, grid: Grid, workbook: Workbook | None) -> TabPlan:
    tab_template, drawn = template_as_shown(snapshot, key), charts(snapshot, layout, key, grid)
    rows, columns = size_with(drawn, size(grid), tab_template)
    was = snapshot.record.laid.get(workbook.template, {}).get(key) if workbook else None
    if was is None or grid.top:
        return TabPlan(key, tab_template, rows, columns, drawn, called=was.title if was else "", emptied=bool(grid.top))
    before = [field for field, _ in was.columns]
    now = [field for field, _ in _columns(tab_template)]
    former = tuple(before.index(field) if field in before else None for field in now) if before != now else ()
    wide = len(before) if former else 0
    return TabPlan(key, tab_template, rows, columns, drawn, former=former, wide=wide, called=was.title)


def shifted(values: Values, plan: TabPlan) -> Values:
    """Return the values of a tab after its columns have moved."""
    if not plan.former:
        return values
    return [
        [*(line[at] if at is not None and at < len(line) else None for at in plan.former), *line[plan.wide :]]
        for line in values
    ]
