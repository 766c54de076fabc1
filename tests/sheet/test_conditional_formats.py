"""Conditional formats: what a rule says here is what its formula says in a spreadsheet."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.adapters.google.calls import api, cell_requests
from sheets_gm.adapters.google.workbooks.tabs import formatting
from sheets_gm.games import files
from sheets_gm.gm.ports.sheets import TabPlan, WorkbookPlan
from sheets_gm.kernel.forms import Typed
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.sheet import conditional_formats
from sheets_gm.sheet.conditional_formats import CellStyles, matches
from sheets_gm.sheet.grid import Area, Cell, grid
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.template import BadTemplate, Band, Column, Rule, Style, TabTemplate, Template, parse
from tests.gm.table import sheets_on

FORM = TabTemplate(
    title="Orders",
    columns=tuple(Column(field=name, heading=name.title()) for name in ("seat", "move", "ready", "receipt")),
)


def painted(rule: Rule, values: Sequence[Typed]) -> list[bool]:
    """Over which cells of a column of *values* the local spreadsheet lays *rule*."""
    tab_template = TabTemplate(title="Tab", widths=(100,), rules=(rule.but(area="B2:B"),))
    writes = plan("tab", None, [], grid([[], *([Cell(), Cell(value, "plain")] for value in values)]))
    size = len(values) + 1
    content = WorkbookPlan([TabPlan("tab", tab_template, size, 2)], {"plain": Style(bold=True)}, writes)
    made = SHEETS.make("table", "T", content)
    mask = "sheets.data.rowData.values(userEnteredFormat,effectiveFormat)"
    asked = {"ranges": f"Tab!B2:B{size}", "includeGridData": "true", "fields": mask}
    held = SHEETS.call("get", f"{api.SHEETS}/{made.document}", params=asked)
    cells = [row["values"][0]["effectiveFormat"] for row in held["sheets"][0]["data"][0]["rowData"]]
    return [cell.get("backgroundColorStyle", {}).get("rgbColor") == cell_requests.rgb("#ff0000") for cell in cells]


SHEETS = sheets_on(Service(Storage(None)), "sync@table")
KNOWN = ["", None, True, False, 0, 1, 2.5, -3, "✓ taken", "x ✓", "♥", "♥♥♥", "🍁🗡B1", 'a "b" c', "TRUE", "=x"]
VALUES = st.text(alphabet='ab♥✓🍁" ;,=', max_size=6) | st.integers(-5, 5)
TEXTS = st.sampled_from(["✓", "♥", "🍁", "a", 'b"', "ab", ";", "TRUE"])
SOME = st.lists(TEXTS, max_size=2).map(tuple)
ASKED = {"starts": st.none() | TEXTS, "holds": SOME, "lacks": SOME, "among": SOME, "ticked": st.booleans()}
RULES = st.fixed_dictionaries({**ASKED, "below": st.none() | st.integers(-2, 3)}).filter(
    lambda made: any(value not in (None, (), False) for value in made.values())
)


@given(asked=RULES, more=st.lists(VALUES, max_size=5))
def test_a_rule_is_met_here_exactly_where_the_sheet_lays_it_over_a_cell(
    asked: dict[str, Any], more: list[Typed]
) -> None:
    rule = Rule(**asked, fill="#ff0000")
    values = [*KNOWN, *more]
    assert dict(enumerate(painted(rule, values))) == {at: matches(rule, value) for at, value in enumerate(values)}


def test_the_first_rule_that_holds_wins_and_lies_over_the_cells_own_style() -> None:
    first = Rule(of="receipt", starts="✗", fill="#ff0000")
    second = Rule(on=("receipt",), starts="✗", fill="#00ff00", bold=True)
    tab_template = FORM.but(rules=(first, second))
    lines = [
        [],
        [],
        [],
        [Cell("blue1"), Cell("A1"), Cell(True), Cell("✗ no")],
        [Cell("blue2"), Cell(), Cell(), Cell("✓")],
    ]
    styles = CellStyles(tab_template, grid(lines))
    style = Style(fill="#fffbeb", ink="#123456")
    assert styles.of(style, 3, 0) == style.but(fill="#ff0000")
    assert styles.of(style, 3, 3) == style.but(fill="#ff0000")
    assert styles.of(style, 4, 3) == style


def test_a_rule_of_columns_that_do_not_touch_has_an_area_for_each_run() -> None:
    tab_template = FORM.but(rules=(Rule(on=("receipt", "seat", "move"), of="ready", ticked=True, bold=True),))
    assert [each.area for each in conditional_formats.placed_rules(tab_template, 9)] == [
        Area(3, 0, 9, 2),
        Area(3, 3, 9, 4),
    ]
    assert {conditional_formats.formula(each) for each in conditional_formats.placed_rules(tab_template, 9)} == {
        '=OR($C4=TRUE();LEFT($C4)="✓")'
    }


def test_bands_go_by_turns_and_leave_cells_that_have_a_colour() -> None:
    tab_template = FORM.but(bands=(Band(first="#111111", second="#222222"),))
    styles = CellStyles(tab_template, grid([[Cell("x")]] * 6))
    assert [styles.of(Style(), row, 0).fill for row in range(2, 6)] == [None, "#111111", "#222222", "#111111"]
    assert styles.of(Style(fill="#333333"), 4, 0).fill == "#333333"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[tabs.x.rules]]\narea = "A1:B2"\nfill = "#ffffff"', "needs starts"),
        ('[[tabs.x.rules]]\narea = "A1:B2"\nstarts = "x"', "needs fill"),
        ('[[tabs.x.rules]]\narea = "2A"\nstarts = "x"\nbold = true', "area"),
        ('[[tabs.x.rules]]\nof = "nothing"\nstarts = "x"\nbold = true', "unknown column: nothing"),
        ('[[tabs.x.rules]]\nstarts = "x"\nbold = true', "needs an area"),
        ('[tabs.x]\ntitle = "X"\nbands = [{ second = "#ffffff" }]', "needs an area"),
        ('[tabs.x]\ntitle = "X"\nbands = [{ area = "A1:B", second = "red" }]', "bands.0.second"),
    ],
)
def test_a_rule_that_says_too_little_or_names_what_is_not_there_is_reported_by_its_place(
    text: str, message: str
) -> None:
    head = 'title = "T"\n' + ("" if "[tabs.x]" in text else '[tabs.x]\ntitle = "X"\n')
    with pytest.raises(BadTemplate, match=message):
        parse(head + text)


def test_what_the_documents_show_of_a_template_is_read() -> None:
    page = (files.folder("common").parent.parent / "docs" / "sheets.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"(?ms)^```ini\n(.*?)^```$", page)
    changed = tomllib.loads(shown)["tabs"]
    own = tomllib.loads(files.read("gvg", "workbook.toml"))
    common = tomllib.loads(files.read("common", "workbook.toml"))
    tabs = {**common["tabs"], **own["tabs"]}
    made = Template.model_validate({**own, "tabs": {key: {**tabs[key], **given} for key, given in changed.items()}})
    assert made.tabs["orders"].rules[0].starts == "✗"
    assert made.tabs["log"].bands
    assert made.tabs["history"].graphs


def test_no_rule_says_of_a_cell_what_a_conditional_format_cannot() -> None:
    given = Rule(of="ready", ticked=True, fill="#ff0000", ink="#00ff00", bold=True, italic=True, strike=True)
    tab = TabPlan("orders", FORM.but(rules=(given,)), 9, 9)
    made = [
        each["addConditionalFormatRule"]["rule"]
        for each in formatting.add_tab(tab, "Orders", 0)
        if "addConditionalFormatRule" in each
    ]
    look = made[0]["booleanRule"]["format"]
    assert set(look) == {"backgroundColorStyle", "textFormat"}
    assert set(look["textFormat"]) == {"foregroundColorStyle", "bold", "italic", "strikethrough"}
    assert look["backgroundColorStyle"] == {"rgbColor": cell_requests.rgb("#ff0000")}
