"""Which module imports which, read off the source, so that no file can forget to say it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "sheets_gm"


def modules(folder: str) -> list[Path]:
    """Every module below *folder*."""
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """What a module says."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in *node*, however deep: there are far fewer of them than of nodes."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, part, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from statements(each)


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module that a file imports, wherever in it, by its full name."""
    found: set[str] = set()
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in statements(tree(path)):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = ".".join((*package[: len(package) - node.level + 1], *filter(None, [node.module])))
            whole = start if node.level else node.module or ""
            # "from package import module" imports the module too
            found.update({whole, *(f"{whole}.{name.name}" for name in node.names)})
    return frozenset(found)


def dotted(path: Path) -> str:
    """The full name of a module: a package's is its folder's."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def taken(path: Path) -> frozenset[str]:
    """The modules that a file takes something from, wherever in it: a package only for what its own file defines."""
    return frozenset(_taken(path))


def _taken(path: Path) -> Iterator[str]:
    for node in statements(tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                module = f"{node.module}.{name.name}"
                yield module if _lies_here(module) else str(node.module)


@cache
def _lies_here(module: str) -> bool:
    """Whether there is a module or package of this name."""
    lies = ROOT / module.replace(".", "/")
    return lies.with_suffix(".py").is_file() or lies.is_dir()
