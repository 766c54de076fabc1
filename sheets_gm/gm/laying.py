"""Laying out: a workbook's tabs as its template has them, and what they were like when they were built.

Law: a workbook remembers the fields of its columns, so that whatever was typed is read for the field that it was typed
for, and goes along with its column, although the template has meanwhile changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.gm.layout import LOG, Sheaf
from sheets_gm.gm.ports import Laid, Record, TabPlan, Workbook
from sheets_gm.gm.showing import Scene, history_tab, log_head, size
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import digest
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import charts_of, draw_history_head, paper_for
from sheets_gm.sheet.template import Column, Paper, Template

CHART_COLUMNS = 7
"""Columns that a chart may lie on."""

Values = Sequence[Sequence[Typed]]


def edition(template: Template, sheaf: Sheaf) -> str:
    """The digest of all in *template* that one workbook is built by."""
    papers = [[key, template.tabs[key].model_dump(mode="json")] for key in sheaf.tabs]
    return digest([papers, {name: style.model_dump() for name, style in template.styles.items()}])


def laid(template: Template, sheaf: Sheaf) -> dict[str, Laid]:
    """What the tabs of a workbook are like that is built by *template*."""
    return {key: Laid(title=template.tabs[key].title, columns=_columns(template.tabs[key])) for key in sheaf.tabs}


def _columns(paper: Paper) -> tuple[tuple[str, str], ...]:
    columns = tuple((each.field, each.heading) for each in paper.columns)
    return columns if any(field == "receipt" for field, _ in columns) else ()


def paper_of(record: Record, workbook: Workbook, key: str, paper: Paper) -> Paper:
    """*paper* with the columns that the tab *key* of *workbook* was built with."""
    was = record.laid.get(workbook.template, {}).get(key)
    if was is None or was.columns == _columns(paper):
        return paper
    return paper.but(columns=tuple(Column(field=field, heading=heading) for field, heading in was.columns))


def plans(scene: Scene, grids: Mapping[str, Grid], workbook: Workbook | None = None) -> list[TabPlan]:
    """The tabs of a workbook to be made, or, of one that is there, to be dressed anew."""
    return [_plan(scene, key, grid, workbook) for key, grid in grids.items()]


def shown(scene: Scene, key: str) -> Paper:
    """The paper of a tab, with those columns that this match has."""
    paper = scene.template.tabs[key]
    tab = history_tab(scene.game)
    return paper_for(paper, scene.tallied[0]) if tab is not None and tab.key == key and scene.tallied else paper


def charts(scene: Scene, key: str) -> tuple[Chart, ...]:
    """The charts of a tab."""
    tab = history_tab(scene.game)
    if tab is None or tab.key != key or not scene.tallied:
        return ()
    return charts_of(scene.template.tabs[key], scene.template.styles, scene.tallied[0])


def head_of(scene: Scene, sheaf: Sheaf, key: str) -> Grid | None:
    """The head of a tab that is told in windows, which is drawn once; None of any other."""
    tab = history_tab(scene.game)
    if key == LOG:
        return log_head(scene.template, sheaf)
    if tab is not None and tab.key == key and scene.tallied:
        return draw_history_head(scene.template.tabs[key], scene.tallied[0])
    return None


def _plan(scene: Scene, key: str, grid: Grid, workbook: Workbook | None) -> TabPlan:
    paper, drawn = shown(scene, key), charts(scene, key)
    rows, columns = size(grid)
    columns = max([columns, *(chart.column + CHART_COLUMNS for chart in drawn)])
    was = scene.record.laid.get(workbook.template, {}).get(key) if workbook else None
    if was is None or grid.top:
        return TabPlan(key, paper, rows, columns, drawn, called=was.title if was else "", emptied=bool(grid.top))
    before = [field for field, _ in was.columns]
    now = [field for field, _ in _columns(paper)]
    former = tuple(before.index(field) if field in before else None for field in now) if before != now else ()
    return TabPlan(key, paper, rows, columns, former=former, wide=len(before) if former else 0, called=was.title)


def shifted(values: Values, plan: TabPlan) -> Values:
    """The values of a tab as they lie once its columns have been moved."""
    if not plan.former:
        return values
    return [
        [*(line[at] if at is not None and at < len(line) else None for at in plan.former), *line[plan.wide :]]
        for line in values
    ]
