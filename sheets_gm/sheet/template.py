"""Templates: a game's `workbook.toml` with its tabs, headings, help, widths and colours.

A template defines names and looks, never meanings. New words or colours change nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import Annotated, Literal, Self

from pydantic import StringConstraints, ValidationError, model_validator
from pydantic_core import ErrorDetails

from sheets_gm.kernel.errors import SetupError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.validation_messages import in_plain_words
from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.toml_text import Problem, TomlText

WHOSE = "whose"
"""The field and style of the column that says whose a row is: its sign, its name, and facts for the decision."""

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]


class Style(Model):
    """How a cell looks. None and False leave a property at the sheet's default."""

    fill: Colour | None = None
    ink: Colour | None = None
    border: Colour | None = None
    bold: bool = False
    italic: bool = False
    strike: bool = False
    wrap: bool = False
    size: int | None = None
    align: Literal["left", "center", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None


class Column(Model):
    """A column of a form or list: its field, heading, width in pixels, help (a note), and style.

    *rare* columns are seldom needed: neighbouring ones are folded into a group, which people can open. *details* are
    texts for the column `whose`, below the name of a row. Fields are in braces: "{roll:step}" becomes "2 steps". A text
    with an empty field is left out.
    """

    field: str
    heading: str
    width: int = 100
    help: str | None = None
    style: str = ""
    rare: bool = False
    details: tuple[str, ...] = ()


Place = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,2}[1-9][0-9]{0,4}:[A-Z]{1,2}([1-9][0-9]{0,4})?$")]
"""An area of a tab: "A3:E19", or "A3:E" down to the last row."""


class Rule(Model):
    """A conditional format: how cells look while its conditions are true. The spreadsheet itself evaluates it.

    It applies to the columns *on* of a list (none: all columns), or to an *area* of another tab. It tests the cell
    itself, or with *of* the cell of that column in the same row. All conditions must be true: the cell *starts* with a
    text, *holds* texts, *lacks* texts, is one *among* texts (in any case), is *ticked*, is a number *below* another.
    *fill*, *ink*, *bold*, *italic* and *strike* replace the cell's own style. The first rule of a tab that matches
    wins.
    """

    on: tuple[str, ...] = ()
    area: Place | None = None
    of: str | None = None
    starts: str | None = None
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    ticked: bool = False
    below: int | None = None
    fill: Colour | None = None
    ink: Colour | None = None
    bold: bool = False
    italic: bool = False
    strike: bool = False

    @model_validator(mode="after")
    def _has_condition_and_format(self) -> Self:
        texts = self.starts or self.holds or self.lacks or self.among
        has_condition = texts or self.ticked or self.below is not None
        if not has_condition:
            raise ValueError("a rule needs starts, holds, lacks, among, ticked or below")
        if not (self.fill or self.ink or self.bold or self.italic or self.strike):
            raise ValueError("a rule needs fill, ink, bold, italic or strike")
        return self


class Band(Model):
    """Rows in alternating colours: the rows of a list below its headings, or of an *area* of another tab."""

    area: Place | None = None
    first: Colour = "#ffffff"
    second: Colour


class Graph(Model):
    """A line chart above a history: its title, and the columns that are its lines, each in its style's text colour."""

    title: str
    lines: tuple[str, ...]


HELP_LETTERS = 64
"""Letters in a line of a tab's help: what a phone shows beside the row numbers."""

TITLE_HEIGHT, HELP_LINE, HELP_SPACE = 30, 15, 8
"""Pixels of a tab's title, of a line of its help, and of the space around these lines."""

CHART_SPACE = 260
"""Pixels below the help of a history, for its charts."""


@lru_cache(maxsize=1024)
def _in_lines(text: str) -> str:
    return "\n".join(wrap(text, HELP_LETTERS, break_on_hyphens=False))


class TabTemplate(Model):
    """One tab: its title, its columns if it is a list or else its widths, and its texts (*words*).

    *heights* are the heights of the first rows in pixels, *height* that of all others (None: the sheet's default).
    """

    title: str
    help: str | None = None
    colour: Colour | None = None
    columns: tuple[Column, ...] = ()
    widths: tuple[int, ...] = ()
    heights: tuple[int, ...] = ()
    height: int | None = None
    frozen_rows: int = 0
    frozen_columns: int = 0
    gridlines: bool = True
    rules: tuple[Rule, ...] = ()
    bands: tuple[Band, ...] = ()
    graphs: tuple[Graph, ...] = ()
    words: dict[str, str] = {}

    @model_validator(mode="after")
    def _refers_to_its_columns(self) -> Self:
        fields = {column.field for column in self.columns}
        named = [("rule", {*rule.on, *([rule.of] if rule.of else [])}) for rule in self.rules]
        for what, names in (*named, *(("graph", set(graph.lines)) for graph in self.graphs)):
            if names - fields:
                raise ValueError(f"a {what} names an unknown column: {', '.join(sorted(names - fields))}")
        areas = [*(rule.area for rule in self.rules), *(band.area for band in self.bands)]
        if not self.columns and None in areas:
            raise ValueError("a rule or band of a tab without columns needs an area")
        return self

    @property
    def help_text(self) -> str | None:
        """The help text, in lines that are short enough for a phone."""
        return _in_lines(self.help) if self.help else None

    @property
    def is_form(self) -> bool:
        """Whether the tab has answers (receipts)."""
        return "receipt" in self.places

    @property
    def help_height(self) -> int:
        """The height of the help in pixels."""
        return len((self.help_text or "").splitlines()) * HELP_LINE + HELP_SPACE

    @property
    def row_heights(self) -> tuple[int, ...]:
        """The heights of the first rows. The second has room for a help of several lines, and for charts."""
        if self.graphs:
            needed = (TITLE_HEIGHT, self.help_height + CHART_SPACE)
        elif self.is_form or (self.help_text and "\n" in self.help_text):
            needed = (TITLE_HEIGHT, self.help_height)
        else:
            return self.heights
        return tuple(max(each) for each in zip_longest(self.heights, needed, fillvalue=0))

    @cached_property
    def headings(self) -> tuple[Cell, ...]:
        """The cells with the headings of the columns."""
        return tuple(Cell(column.heading, "heading", column.help) for column in self.columns)

    @cached_property
    def styles(self) -> tuple[tuple[str, str], ...]:
        """The field of each column, and its style."""
        return tuple((column.field, column.style) for column in self.columns)

    @cached_property
    def details(self) -> tuple[str, ...]:
        """The texts below the name of a row, in the column `whose`."""
        return next((column.details for column in self.columns if column.field == WHOSE), ())

    @cached_property
    def texts_of_headings(self) -> list[Typed]:
        """The headings of the columns, as a sheet returns them."""
        return [column.heading for column in self.columns]

    @cached_property
    def called(self) -> tuple[tuple[str, str], ...]:
        """The field of each column, and its heading."""
        return tuple((column.field, column.heading) for column in self.columns)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The number of each field's column."""
        return {column.field: at for at, column in enumerate(self.columns)}

    @cached_property
    def fields(self) -> Mapping[str, str]:
        """The field of each heading; the headings are in their form for comparison."""
        return {plain(column.heading): column.field for column in self.columns}

    def word(self, name: str) -> str:
        """Return the template's text for *name*, or *name* itself."""
        return self.words.get(name, name)


class Template(Model):
    """A game's complete template, with its tabs in order. *rules* apply to every form, after the form's own rules."""

    title: str
    version: int = 1
    styles: dict[str, Style] = {}
    rules: tuple[Rule, ...] = ()
    tabs: dict[str, TabTemplate]


PLAIN = Style()


def style_at(styles: Mapping[str, Style], name: str) -> Style:
    """Return the style called *name*. "player.blue" falls back to "player", and "player" to a plain cell."""
    while name:
        if name in styles:
            return styles[name]
        name = name.rpartition(".")[0]
    return PLAIN


def merged(common: Template, own: Template) -> Template:
    """Return a game's *own* template, with the *common* one for all that it lacks. Its own tabs come first."""
    rules = (*own.rules, *common.rules)
    tab_templates = {
        **own.tabs,
        **{key: tab_template for key, tab_template in common.tabs.items() if key not in own.tabs},
    }
    tabs = {key: _with_form_rules(tab_template, rules) for key, tab_template in tab_templates.items()}
    return own.but(styles={**common.styles, **own.styles}, rules=rules, tabs=tabs)


def _with_form_rules(tab_template: TabTemplate, rules: tuple[Rule, ...]) -> TabTemplate:
    """Return *tab_template*. If it is a form, it gets those of *rules* whose columns it has."""
    fields = {column.field for column in tab_template.columns}
    if "receipt" not in fields:
        return tab_template
    return tab_template.but(
        rules=(*tab_template.rules, *(rule for rule in rules if fields >= {*rule.on, rule.of or "receipt"}))
    )


class BadTemplate(SetupError, ValueError):
    """The error for a template that cannot be used. The message has a line for each problem, with its place."""


def parse(text: str, name: str = "workbook.toml") -> Template:
    """Return the template in *text* (TOML). Raises BadTemplate."""
    template, problems = validated(read(text, name))
    if template is None:
        raise BadTemplate("\n".join(map(str, problems)))
    return template


def read(text: str, name: str) -> TomlText:
    """Return the *text* of the template file *name*. Raises BadTemplate if it is not valid TOML."""
    try:
        return TomlText(text, name)
    except tomllib.TOMLDecodeError as error:
        raise BadTemplate(f"{name}: {error}") from error


def validated(file: TomlText) -> tuple[Template | None, tuple[Problem, ...]]:
    """Return the template in *file*, or None and all problems in it."""
    try:
        return Template.model_validate(file.data), ()
    except ValidationError as error:
        return None, tuple(_problem(file, each) for each in error.errors())


def _problem(file: TomlText, error: ErrorDetails) -> Problem:
    *table, key = error["loc"] or ("template",)
    message = in_plain_words(error)
    if error["type"] == "extra_forbidden":
        message += did_you_mean(str(key), _model_at(table).model_fields)
    return file.problem((*table, key), message)


def _model_at(path: Sequence[str | int]) -> type[Model]:
    """The model of the table at *path*."""
    tables: Mapping[str | int, type[Model]] = {"styles": Style, "columns": Column, "rules": Rule, "bands": Band}
    tables = {**tables, "graphs": Graph, "tabs": TabTemplate}
    if path[:1] == ["tabs"] and len(path) > 2:
        return tables.get(path[2], TabTemplate)
    return tables.get(path[0], Template) if path else Template


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the end of a message, with the name in *names* that is most similar to *name*; "" if none is."""
    near = get_close_matches(name, [*names], n=1)
    return f". Did you mean “{near[0]}”?" if near else ""
