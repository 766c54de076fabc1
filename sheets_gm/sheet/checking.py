"""The check of a template against the tabs of its game, so that every column of a match can be filled in.

It reports all problems at once, each with its line. Words, colours, widths, the order of the columns and the choice of
optional columns are free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any, NamedTuple

from sheets_gm.kernel.folding import plain
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import SIGN
from sheets_gm.sheet.row_planning import MARKER
from sheets_gm.sheet.tabs import FormTab, HistoryTab, Tab
from sheets_gm.sheet.template import (
    WHOSE,
    BadTemplate,
    Column,
    TabTemplate,
    Template,
    did_you_mean,
    merged,
    validated,
)
from sheets_gm.sheet.toml_text import Path, Problem, TomlText

FORM_COLUMNS = ("seat", "ready", "receipt")
"""The columns of every form's tab: rows are found by their seat, locked when they are ready, answered by a receipt."""

ASK_COLUMNS = ("seat", "receipt")
"""The columns of every tab of an ask, which is answered as soon as it can be read."""

ASK_OPTIONAL = ("player", SIGN, WHOSE)
"""The columns that any such tab may have."""

FORM_OPTIONAL = ("player", "keep", SIGN, WHOSE)
"""The columns that any form's tab may have."""

STYLES = (
    *("title", "help", "idle", "heading", "seat", "player", "shown", "input", "ready", "receipt"),
    *("info", "account", "label", "mono", "log", "done", MARKER, WHOSE, SIGN),
    *("status", "step", "more", "story", "score", "report", "coordinate", "piece"),
)
"""The styles of forms and of the tabs that every match has."""


NEARLY = 0.74
"""How similar two names are, from 0 to 1, if one may be a misspelling of the other."""


class TabColumns(NamedTuple):
    """The columns that the tab *key* must have and may have. *optional* is None if it may have any.

    *form*: the columns are found by their headings.  *table* is the table of
    the template that the tab shares with other tabs, if it has none of its own. *styles* are the styles that its
    drawing uses.
    """

    key: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] | None = None
    form: bool = False
    table: str = ""
    styles: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """The name of the table that the template must have."""
        return self.table or self.key


def columns_of(tab: Tab) -> TabColumns:
    """Return the columns that *tab* must have and may have in a template."""
    if isinstance(tab, FormTab):
        always, maybe = (ASK_COLUMNS, ASK_OPTIONAL) if tab.ask else (FORM_COLUMNS, FORM_OPTIONAL)
        fields, shown = (*always, *tab.fields), (*maybe, *tab.optional)
        return TabColumns(tab.key, fields, shown, form=True, table=tab.template)
    if isinstance(tab, HistoryTab):
        return TabColumns(tab.key, ("turn",), tab.columns, table=tab.template)
    return TabColumns(tab.key, (), tab.columns, table=tab.template, styles=tab.styles)


class Files(NamedTuple):
    """The texts of the *own* template file of a game, and of the *common* one for what the first lacks."""

    own: TomlText
    common: TomlText

    def table(self, name: str, key: str) -> tuple[TomlText, Any] | None:
        """Return the table *key* of the tables *name*, and the file that has it. The game's own file comes first."""
        for file in self:
            tables = file.data.get(name)
            if isinstance(tables, dict) and key in tables:
                return file, tables[key]
        return None

    def tab(self, tab: TabColumns) -> tuple[str, TomlText, Any] | None:
        """Return the table of a tab, or the table that it shares: its key, the file that has it, and the table."""
        tables = ((key, self.table("tabs", key)) for key in (tab.key, tab.table) if key)
        return next(((key, *table) for key, table in tables if table is not None), None)


def load(
    own: TomlText,
    common: TomlText,
    of_game: Sequence[TabColumns],
    of_match: Sequence[TabColumns],
    installed: TomlText | None = None,
) -> Template:
    """Return the template of a game, completed by the common one. Raises BadTemplate with all problems in both files.

    *of_game* are the tabs of the game, *of_match* those that every match has. *common* may be a game master's copy of
    the common template. Then *installed* is the one that came with the program; it supplies the texts that the copy
    lacks.
    """
    (game_template, first), (common_template, second) = validated(own), validated(common)
    all_problems = {*first, *second, *problems(Files(own, common), of_game, of_match)}
    if all_problems or game_template is None or common_template is None:
        raise BadTemplate("\n".join(map(str, sorted(all_problems, key=lambda each: (each.file != own.name, each)))))
    template = merged(common_template, game_template)
    tables = dict(template.tabs)
    for key, table in _table(installed, "tabs").items() if installed else ():
        if key in tables and "words" in table:
            tables[key] = tables[key].but(words={**table["words"], **tables[key].words})
    forms = {key for tab in (*of_game, *of_match) if tab.form for key in (tab.key, tab.table)} & tables.keys()
    return template.but(tabs={**tables, **{key: _with_sign(_with_headings_frozen(tables[key])) for key in forms}})


SIGN_WIDTH = 24
SIGN_COLUMN = Column(field=SIGN, heading="✓✗", width=SIGN_WIDTH)
"""The column with the first sign of each answer, which every form has unless its template defines one."""


def _with_sign(table: TabTemplate) -> TabTemplate:
    """Return the table of a form's tab with a further column: the first sign of each answer.

    It is the second column, which a phone always shows. It has the colours of the answer. The column of the answer
    becomes narrower by its width, so the tab does not become wider.
    """
    fields = [column.field for column in table.columns]
    if SIGN in fields or "seat" not in fields or "receipt" not in fields:
        return table
    at = fields.index(WHOSE if WHOSE in fields else "seat") + 1
    rules = tuple(rule.but(on=(*rule.on, SIGN)) if "receipt" in rule.on else rule for rule in table.rules)
    columns = tuple(_narrower(each) if each.field == "receipt" else each for each in table.columns)
    columns = (*columns[:at], SIGN_COLUMN, *columns[at:])
    return table.but(columns=columns, rules=rules, frozen_columns=max(table.frozen_columns, at) + 1)


def _with_headings_frozen(table: TabTemplate) -> TabTemplate:
    """Return the table of a form's tab with the rows down to its headings frozen, unless it has `frozen_rows`."""
    return table if "frozen_rows" in table.model_fields_set else table.but(frozen_rows=HEADING_ROW + 1)


def _narrower(receipt: Column) -> Column:
    return receipt.but(width=receipt.width - SIGN_WIDTH) if receipt.width else receipt


def problems(files: Files, of_game: Sequence[TabColumns], of_match: Sequence[TabColumns]) -> Iterator[Problem]:
    """Yield what is missing in the template, or does not fit the game."""
    yield from _tabs(files, of_game, of_match)
    for tab in (*of_game, *of_match):
        if tab_table := files.tab(tab):
            yield from _columns(*tab_table, tab)
    styles = {name for file in files for name in _table(file, "styles")}
    style_names = {*STYLES}
    others = [name for name in _table(files.common, "styles") if name.partition(".")[0] not in style_names]
    for name in STYLES:
        if name not in styles:
            yield _missing(files.common, "styles", name, get_close_matches(name, others, n=1))
    yield from _drawn_styles(files, of_game, styles)
    yield from _column_styles(files, (*of_game, *of_match), styles)
    yield from _rules(files, of_game, of_match)


def _drawn_styles(files: Files, of_game: Sequence[TabColumns], styles: Collection[str]) -> Iterator[Problem]:
    """Yield the styles that a tab needs, if the template has neither the style nor one of its fallbacks."""
    drawn = dict.fromkeys(name for tab in of_game for name in tab.styles)
    others = [name for name in _table(files.own, "styles") if name not in drawn]
    for name in drawn:
        parts = name.split(".")
        fallbacks = {".".join(parts[: at + 1]) for at in range(len(parts))}
        if not fallbacks & {*styles}:
            yield _missing(files.own, "styles", name, [other for other in others if _is_misspelt(other, name)][:1])


def _is_misspelt(other: str, name: str) -> bool:
    """Return whether *other* may be a misspelling of *name*: one part is similar, and all other parts are equal."""
    if other.count(".") != name.count("."):
        return False
    differ = [pair for pair in zip(other.split("."), name.split("."), strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and SequenceMatcher(None, *differ[0]).ratio() > NEARLY


def _table(file: TomlText, name: str) -> Mapping[str, Any]:
    table = file.data.get(name)
    return table if isinstance(table, dict) else {}


def _tabs(files: Files, of_game: Sequence[TabColumns], of_match: Sequence[TabColumns]) -> Iterator[Problem]:
    """Yield the tabs that are missing, and tabs that no game has, which are probably misspelt."""
    missing = list(dict.fromkeys(tab.named for tab in (*of_game, *of_match) if not files.tab(tab)))
    game_keys = {tab.named for tab in of_game}
    valid_keys = {*game_keys, *(tab.key for tab in (*of_game, *of_match))}
    for file in files:
        for key in [key for key in _table(file, "tabs") if key not in valid_keys]:
            near = get_close_matches(key, missing, n=1)
            missing = [each for each in missing if each not in near]
            # the common template may have tabs that other games have
            if near or file is files.own:
                meant = did_you_mean(key, near or sorted(valid_keys))
                yield file.problem(("tabs", key), f"the game has no such tab{meant}")
    for key in missing:
        yield _missing(files.own if key in game_keys else files.common, "tabs", key, [])


def _missing(file: TomlText, tables: str, key: str, misspelt: Sequence[str]) -> Problem:
    """Return the problem of a missing table, at the line of the *misspelt* one, or else at the end of the file."""
    what = f"[{tables}.{key}] is missing"
    if misspelt:
        return file.problem((tables, misspelt[0]), f"{what}. Is this it, misspelt?")
    return Problem(file.name, len(file.text.splitlines()), f"{tables}.{key}: {what}")


def _listed(tab_template: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the columns of a tab with their numbers. Values that are not columns are skipped."""
    columns = tab_template.get("columns") if isinstance(tab_template, dict) else None
    for number, column in enumerate(columns if isinstance(columns, list) else ()):
        if isinstance(column, dict) and isinstance(column.get("field"), str):
            yield number, column


def _columns(key: str, file: TomlText, tab_template: Any, tab: TabColumns) -> Iterator[Problem]:
    at: Path = ("tabs", key, "columns")
    columns = dict(_listed(tab_template))
    fields = [column["field"] for column in columns.values()]
    missing = [name for name in tab.required if name not in fields]
    valid_fields = None if tab.optional is None else (*tab.required, *tab.optional)
    for number, name in zip(columns, fields, strict=True):
        if fields.index(name) != [*columns].index(number):
            yield file.problem((*at, number, "field"), f"there is another column of “{name}”")
        elif valid_fields is not None and name not in valid_fields:
            near = get_close_matches(name, missing, n=1)
            missing = [each for each in missing if each not in near]
            nothing = "nobody can type in this column" if tab.form else "nothing is shown in this column"
            meant = did_you_mean(name, near or valid_fields)
            yield file.problem((*at, number, "field"), f"the tab has no field “{name}”, so {nothing}{meant}")
    for name in missing:
        yield file.problem(at, f"there is no column of “{name}”")
    if tab.form:
        yield from _headings(file, at, columns)


def _headings(file: TomlText, at: Path, columns: Mapping[int, Mapping[str, Any]]) -> Iterator[Problem]:
    """Yield the headings that are empty, or the same as another one."""
    seen: set[str] = set()
    for number, column in columns.items():
        heading = column.get("heading")
        if isinstance(heading, str):
            if not plain(heading):
                yield file.problem((*at, number, "heading"), "the heading is empty")
            elif plain(heading) in seen:
                yield file.problem((*at, number, "heading"), f"there is another column with the heading “{heading}”")
            seen.add(plain(heading))


def _column_styles(files: Files, tabs: Sequence[TabColumns], styles: set[str]) -> Iterator[Problem]:
    """Yield the styles of columns that the template does not have. A more general style of the template is enough."""
    for tab in tabs:
        key, file, tab_template = files.tab(tab) or (tab.key, files.own, None)
        for number, column in _listed(tab_template):
            style = column.get("style")
            if isinstance(style, str) and style and not styles & {*_wider(style)}:
                place = ("tabs", key, "columns", number, "style")
                yield file.problem(place, f"there is no style “{style}”{did_you_mean(style, sorted(styles))}")


def _wider(style: str) -> Iterator[str]:
    """Yield *style* and the more general styles: "line.blue", "line"."""
    while style:
        yield style
        style = style.rpartition(".")[0]


def _rules(files: Files, of_game: Sequence[TabColumns], of_match: Sequence[TabColumns]) -> Iterator[Problem]:
    """Yield the general rules whose column no form has. The common template may have rules for other games."""
    field_names = {name for tab in (*of_game, *of_match) if tab.form for name in (*tab.required, *(tab.optional or ()))}
    rules = files.own.data.get("rules")
    for number, rule in enumerate(rules if isinstance(rules, list) else ()):
        on, of = (rule.get("on"), rule.get("of")) if isinstance(rule, dict) else (None, None)
        for name in (*(on if isinstance(on, list) else ()), *([of] if of else ())):
            if isinstance(name, str) and name not in field_names:
                meant = did_you_mean(name, sorted(field_names))
                yield files.own.problem(("rules", number), f"no form has a column “{name}”{meant}")
