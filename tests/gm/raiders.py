"""Raiders, the second game of the guide, as a game for tests: it is not installed, but loaded from its folder."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from sheets_gm.adapters.installation.templates import COMMON, WORKBOOK
from sheets_gm.games import files
from sheets_gm.games.contract import Game
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.template import Template, read

FOLDER = Path(__file__).parents[2] / "docs" / "raiders" / "raiders"


@cache
def rules() -> Game[Any, Any]:
    """The game."""
    spec = spec_from_file_location("raiders", FOLDER / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["raiders"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game[Any, Any] = module.GAME
    return game


@cache
def template() -> Template:
    """Its template."""
    own = read((FOLDER / "templates" / "raiders" / WORKBOOK).read_text("utf-8"), "raiders")
    return load(
        own, read(files.read(COMMON, WORKBOOK), "common"), [columns_of(tab) for tab in rules().all_tabs()], COLUMNS
    )
