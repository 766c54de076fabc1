"""The templates of the games, read from the template folders."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.template import Template, read

WORKBOOK = "workbook.toml"
COMMON = "common"


MOST_KEPT = 64
"""Templates that are kept in memory."""

Stamp: TypeAlias = tuple[tuple[str, int, int], ...]
"""The files of a template, each with when it was changed and its size."""


def template(name: str) -> Template:
    """Return the template of a game, checked against the game's tabs and with the tabs that every match has.

    Changed files are read again. The template fits every match that the game can have; `template_for_tabs` gives one
    match a table for each of its own tabs. Raises NoSuchGame, NoTemplate and BadTemplate.
    """
    return _template(name, _stamp(name))


def _stamp(name: str) -> Stamp:
    places = (files.folder(name) / WORKBOOK, files.folder(COMMON) / WORKBOOK, files.installed_folder(COMMON) / WORKBOOK)
    stats = ((str(place), place.stat()) for place in places if place.is_file())
    return tuple((place, status.st_mtime_ns, status.st_size) for place, status in stats)


@lru_cache(MOST_KEPT)
def _template(name: str, _as_of: Stamp) -> Template:
    game_template, common = (
        read(files.read(folder, WORKBOOK), f"templates/{folder}/{WORKBOOK}") for folder in (name, COMMON)
    )
    file = files.installed_folder(COMMON) / WORKBOOK
    installed = None if file.parent == files.folder(COMMON) else read(file.read_text(encoding="utf-8"), str(file))
    return load(game_template, common, [columns_of(tab) for tab in game(name).all_tabs()], COLUMNS, installed)
