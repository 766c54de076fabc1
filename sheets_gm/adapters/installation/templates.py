"""The templates of the games, read from the template folders."""

from __future__ import annotations

from functools import cache

from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.template import Template, read

WORKBOOK = "workbook.toml"
COMMON = "common"


@cache
def template(name: str) -> Template:
    """The template of a game, with the tabs that every match has, checked against the tabs of the game.

    It fits every match that the game can have; `template_for_tabs` gives a match a table for each of its own tabs.
    `NoSuchGame`, `NoTemplate`, `BadTemplate`.
    """
    own, common = (read(files.read(folder, WORKBOOK), f"templates/{folder}/{WORKBOOK}") for folder in (name, COMMON))
    file = files.installed_folder(COMMON) / WORKBOOK
    installed = None if file.parent == files.folder(COMMON) else read(file.read_text(encoding="utf-8"), str(file))
    return load(own, common, [columns_of(tab) for tab in game(name).all_tabs()], COLUMNS, installed)
