"""The page *How to play*: what is the same in every game.

The sentences are words of the template. A game chooses among them by the settings of the match and fills in its
numbers, so no sentence repeats a number that a setting or a table can change. What a template lacks is left out: a
copy that somebody made before a sentence was added still works.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.template import TabTemplate

PICTURE = "picture"
"""The template's word that holds the picture: a row of signs in each line, and what they mean in the last."""

Line = tuple[str, str]
"""A text and its style, "rule" or "rule.head"; two empty texts are a gap."""

_NAME = re.compile(r"\{(\w+)\}")


def page_top(tab_template: TabTemplate) -> tuple[Row, ...]:
    """The title of the page, and below it the picture if the template has one."""
    lines = tab_template.words.get(PICTURE, "").split("\n")
    return ((Cell(tab_template.title, "title"),), *((Cell(line),) for line in lines if line))


def page_of(tab_template: TabTemplate, lines: Iterable[Line]) -> Grid:
    """The page with *lines*, one below the other."""
    return Grid((*page_top(tab_template), *((Cell(text, style),) if text else () for text, style in lines)))


def section(words: Mapping[str, str], keys: Iterable[str], values: Mapping[str, object]) -> Iterator[Line]:
    """A section with *values* filled in. *keys* are the words of its heading and of its sentences."""
    head, *sentences = keys
    if head in words:
        yield from (("", ""), (words[head], "rule.head"))
    yield from ((filled(words[key], values), "rule") for key in sentences if words.get(key))


def filled(text: str, values: Mapping[str, object]) -> str:
    """*text* with *values* in place of their {names}; other names stay as they are."""
    return _NAME.sub(lambda name: str(values.get(name[1], name[0])), text).strip()


def value_in_words(value: Any) -> str:
    """The value of a setting as it appears in a sentence and in the names of words."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def changed_settings(settings: BaseModel, without: Iterable[str] = ()) -> dict[str, str]:
    """The names of the settings that are not the defaults, with what they mean, save those in *without*."""
    usual, fields = type(settings)(), type(settings).model_fields
    return {
        name: " ".join((fields[name].description or "").replace("`", "").split())
        for name, value in settings
        if name not in without and value != getattr(usual, name)
    }


def settings_section(words: Mapping[str, str], changed: Iterable[str]) -> Iterator[Line]:
    """The last section: a line for each setting that was *changed*, or that there is none."""
    yield from section(words, ("changed_head",), {})
    yield from ((line, "rule") for line in tuple(changed) or (words.get("changed_none", ""),))
