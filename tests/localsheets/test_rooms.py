"""The rooms of the local spreadsheet: each imports only itself and those before it, and none is crowded."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sheets_gm import localsheets

PACKAGE = "sheets_gm.localsheets"
FOLDER = Path(localsheets.__path__[0])
ROOMS = (
    *(
        "errors",
        "google_hosts",
        "protocol",
        "spreadsheet.model",
        "spreadsheet.developer_metadata",
        "spreadsheet.formulas",
    ),
    *("spreadsheet.values", "spreadsheet.calculation", "batch_update", "identity", "drive", "api", "rewrite"),
    *("http_server", "pytest_plugin", "__main__"),
)
"""From the bottom up."""

MOST = 13
"""Modules, or scripts of the page, that one folder may hold."""


def room_of(parts: Sequence[str]) -> str:
    """The room that a module lies in, by the parts of its name: one of `ROOMS`, if it lies in one of them."""
    return ".".join(parts[:2] if parts[0] == "spreadsheet" else parts[:1])


def room(path: Path) -> str:
    return room_of(path.relative_to(FOLDER).with_suffix("").parts)


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{PACKAGE}."):
            for name in node.names:
                if path.name == "pytest_plugin.py" and name.name in localsheets.__all__:
                    continue  # it uses the package as strangers do
                yield room_of([*str(node.module).split("."), name.name][2:])


EMPTY = {FOLDER / "__init__.py", FOLDER / "spreadsheet" / "__init__.py"}
MODULES = [path for path in sorted(FOLDER.rglob("*.py")) if path not in EMPTY]


def test_every_room_is_listed() -> None:
    assert {room(path) for path in MODULES} == set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_room_imports_only_those_before_it(path: Path) -> None:
    assert [name for name in imported(path) if ROOMS.index(name) > ROOMS.index(room(path))] == []


def test_no_folder_is_crowded() -> None:
    folders = {path.parent for ending in ("py", "js") for path in FOLDER.rglob(f"*.{ending}")}
    crowded = {
        str(folder.relative_to(FOLDER)): len(files)
        for folder in folders
        if len(files := [*folder.glob("*.py"), *folder.glob("*.js")]) > MOST
    }
    assert crowded == {}


def test_every_room_says_what_lives_there() -> None:
    packages = [path for path in FOLDER.rglob("__init__.py") if path.parent != FOLDER]
    described = {path: ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "" for path in packages}
    assert [str(path) for path, text in described.items() if text.count(".") < 2] == []
