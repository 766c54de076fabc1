"""Every expected error has an exit code."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sheets_gm
from sheets_gm.adapters.cli.exit_codes import CODES, LOCAL_SPREADSHEET, exit_code
from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.errors import GameError

PACKAGE = Path(sheets_gm.__file__).parent


def subclasses(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def our_exceptions() -> dict[str, type[BaseException]]:
    """Every exception class that the program defines, by its full name."""
    for module in pkgutil.walk_packages(sheets_gm.__path__, "sheets_gm."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {
        f"{each.__module__}.{each.__qualname__}": each
        for each in subclasses(BaseException)
        if each.__module__.startswith("sheets_gm.")
    }


@cache
def caught_names() -> frozenset[str]:
    """The names of the exception classes that the program itself catches."""
    names: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                names.update(each.id for each in ast.walk(node.type) if isinstance(each, ast.Name))
                names.update(each.attr for each in ast.walk(node.type) if isinstance(each, ast.Attribute))
    return frozenset(names)


EXCEPTIONS = our_exceptions()


@pytest.mark.parametrize("name", sorted(EXCEPTIONS))
def test_an_exception_has_an_exit_code_or_never_reaches_a_person(name: str) -> None:
    kind = EXCEPTIONS[name]
    if kind not in CODES and exit_code(kind) is None:
        # the local spreadsheet also catches its own errors as the ValueError that they are
        known = ("sheets_gm.", "builtins") if name.startswith(LOCAL_SPREADSHEET) else ("sheets_gm.",)
        parents = {each.__name__ for each in kind.__mro__ if each.__module__.startswith(known)}
        assert issubclass(kind, GameError) or parents & caught_names() - {"Exception", "BaseException"}


def test_the_most_specific_class_gives_the_exit_code() -> None:
    assert exit_code(SheetsDown) == 4
    assert exit_code(BadCredentials) == 3


def test_a_bug_has_no_exit_code() -> None:
    assert exit_code(ValueError) is None
    assert exit_code(GameError) is None


def test_help_needs_no_heavy_import() -> None:
    """The first line of help comes at once: commands import what they need when they are called."""
    program = "import sys, sheets_gm.adapters.cli; print(*(name.partition('.')[0] for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"pydantic", "gspread", "google", "requests", "sqlalchemy", "starlette", "rich"} & set(
        done.stdout.split()
    )


def test_a_command_on_a_local_spreadsheet_loads_nothing_of_the_service_behind_it() -> None:
    """The commands only send their calls to it: it is another program."""
    program = (
        "import sys; from sheets_gm.adapters.google import opening; opening.connect('token', 'http://127.0.0.1:1');"
        "print(*(name for name in sys.modules if name.startswith('sheets_gm.localsheets')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    room = "sheets_gm.localsheets"
    assert {*done.stdout.split()} == {room, f"{room}.rewrite", f"{room}.google_hosts"}
