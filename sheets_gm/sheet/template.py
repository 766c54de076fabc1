"""Templates: a game's `workbook.toml` with its tabs, headings, help, widths and colours.

Law: a template says how things look and are called, never what they mean; whoever rewords or recolours a sheet
touches nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import StringConstraints, ValidationError

from sheets_gm.kernel.model import Model

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]


class Style(Model):
    """How a cell looks. None and False leave a property as the sheet has it."""

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
    """A column of a form or list: the field it shows, its heading, width in pixels, help (a note), style."""

    field: str
    heading: str
    width: int = 100
    help: str | None = None
    style: str = ""


class Paper(Model):
    """One tab: its title, its columns where it is a list, the widths where it is a picture, and its words.

    *heights* are of the first rows, in pixels; *height* of all others (None: as the sheet has them).
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
    words: dict[str, str] = {}

    def word(self, name: str) -> str:
        """The template's wording for *name*; the name itself where it has none."""
        return self.words.get(name, name)


class Template(Model):
    """A game's whole workbook template; tabs in the order they stand."""

    title: str
    version: int = 1
    styles: dict[str, Style] = {}
    tabs: dict[str, Paper]


PLAIN = Style()


def look(styles: Mapping[str, Style], name: str) -> Style:
    """The style called *name*: "player.blue" where there is none falls back to "player", and that to a plain cell."""
    while name:
        if name in styles:
            return styles[name]
        name = name.rpartition(".")[0]
    return PLAIN


def over(common: Template, own: Template) -> Template:
    """A game's *own* template laid over the *common* one: its tabs come first, its tabs and styles win."""
    return own.but(styles={**common.styles, **own.styles}, tabs={**own.tabs, **{
        key: paper for key, paper in common.tabs.items() if key not in own.tabs
    }})  # fmt: skip


class BadTemplate(ValueError):
    """A template cannot be read; the message names the place and what is wrong there."""


def parse(text: str, name: str = "workbook.toml") -> Template:
    """The template in *text* (TOML). BadTemplate if it is none."""
    try:
        return Template.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadTemplate(f"{name}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadTemplate(f"{name}: {where}: {first['msg']}") from error
