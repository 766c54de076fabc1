"""Which tests a change touches: by what imports what, by who names a document or script, by whose game it is.

- A module touches every test whose imports lead to it, however far. A string that names a module counts as an import of
  it, because tests start programs by name; the command line and the search for games import by looking (`LOOKING`).
- A game's folder, template and tests touch that game: the room of its tests, and every test elsewhere that asks it by
  its name (`[gvg]`). The other rooms play games too, but only as examples; the run of the day holds them.
- The page of the local spreadsheet touches that server's tests and whatever starts a browser.
- A document or script touches the tests of modules that name its folder; data of tests touches the tests beside it.
- What nobody knows touches everything.

`python -m tests.touched [PATH …]` prints what is touched by these paths, or by what differs from the branch `main`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.import_graph import PACKAGE, ROOT, dotted, imports, modules, tree

CHOOSING = {"tests/conftest.py", "tests/sampling.py", "tests/touched.py", "scripts/test"}
ALWAYS = frozenset({"tests/test_house.py"})
LOOKING = {
    f"{PACKAGE}.adapters.cli": f"{PACKAGE}/adapters/cli",
    f"{PACKAGE}.games.finding": "",
    f"{PACKAGE}.localsheets": f"{PACKAGE}/localsheets",
}
"""Modules that import by looking, and the folder that they look into: "" for the games, which are asked by name."""

PROGRAM = "sheets-gm"
"""Who names the program starts the command line."""

PAGE = f"{PACKAGE}/localsheets/page/"
NAMED = ("docs", "scripts", ".ci")
"""Folders whose files are found by which tests name them; README.md is one of the documents."""

READERS = {
    "templates/common/": f"{PACKAGE}.games.files",
    "templates/deploy/": f"{PACKAGE}.adapters.cli.deploy",
}
"""Folders that are read by one module."""


@dataclass(frozen=True)
class Touched:
    """Test *files* that are touched, and *games* that others ask by name; or *everything*, and *why* it is."""

    files: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    everything: bool = False
    why: str = ""

    def __str__(self) -> str:
        if self.everything:
            return f"everything is touched: {self.why}"
        games = f", and what is asked elsewhere of {', '.join(sorted(self.games))}" if self.games else ""
        return f"{len(self.files)} test files are touched{games}"

    def holds(self, nodeid: str) -> bool:
        """Whether the test with this id is touched."""
        file, _, name = nodeid.partition("::")
        asked = re.findall(r"[a-z_]+", name.partition("[")[2])
        return self.everything or file in self.files or not self.games.isdisjoint(asked)

    def may_hold(self, file: str) -> bool:
        """Whether some test of *file* may be touched, before its tests are known."""
        return self.everything or file in self.files or (bool(self.games) and _asks_games(file, self.games))


def changed(against: str = "main") -> tuple[str, ...]:
    """The files that differ from where this branch left *against*, committed or not, and those that are new."""
    base = _git("merge-base", "HEAD", against)[0]
    found = {*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")}
    return tuple(sorted(found))


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def touched(paths: Iterable[str]) -> Touched:
    """What a change of *paths*, files or folders below the root, touches."""
    paths = tuple(_spread(paths))
    files, games, seeds = set(ALWAYS), set[str](), set[str]()
    for path in paths:
        parts = Path(path).parts
        named = set(parts[:1]) & {*NAMED, "README.md"}
        if game := game_of(path):
            games.add(game)
            files |= _tests_below(f"tests/games/{game}")
            seeds |= {dotted(ROOT / path)} if path.startswith("tests/") and path in _module_files() else set()
        elif path in _module_files():
            seeds.add(dotted(ROOT / path))
        elif path.startswith(PAGE):
            files |= _tests_below("tests/localsheets") | _with_a_browser()
        elif reader := next((READERS[folder] for folder in READERS if path.startswith(folder)), ""):
            seeds.add(reader)
        elif named:
            seeds |= naming(path)
        elif parts[0] == "tests" and len(parts) > 2:
            files |= _tests_below(_room(path))
        elif parts[0] == PACKAGE:
            seeds |= {dotted(each) for each in (ROOT / _room(path)).glob("*.py")}
        elif path != ".gitignore":
            return Touched(everything=True, why=f"nobody knows what {path} touches")
    if choosing := CHOOSING & {*paths}:
        return Touched(everything=True, why=f"{min(choosing)} is about which tests are run")
    return Touched(frozenset(files | reaching(seeds)), frozenset(games))


def _spread(paths: Iterable[str]) -> Iterator[str]:
    """Each file; of a folder those in it."""
    for path in paths:
        if (ROOT / path).is_dir():
            inside = (each for each in sorted((ROOT / path).rglob("*")) if each.is_file())
            yield from (str(each.relative_to(ROOT)) for each in inside if "__pycache__" not in each.parts)
        else:
            yield path


def game_of(path: str) -> str:
    """The game that owns *path*, "" for none."""
    for above in (f"{PACKAGE}/games", "templates", "tests/games"):
        name = path.removeprefix(f"{above}/").partition("/")[0]
        if path.startswith(f"{above}/{name}/") and (ROOT / PACKAGE / "games" / name).is_dir():
            return name
    return ""


def _room(path: str) -> str:
    """The nearest package that holds *path*."""
    folder = Path(path).parent
    while not (ROOT / folder / "__init__.py").is_file():
        folder = folder.parent
    return str(folder)


def _tests_below(folder: str) -> frozenset[str]:
    return frozenset(str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("test_*.py"))


@cache
def _module_files() -> dict[str, str]:
    """The full name of every module by its path."""
    return {str(path.relative_to(ROOT)): dotted(path) for top in (PACKAGE, "tests") for path in modules(top)}


@cache
def reached() -> dict[str, frozenset[str]]:
    """What each module leads to at once: what it imports with the packages above it, and what it names."""
    known = set(_module_files().values())
    found: dict[str, frozenset[str]] = {}
    for path, name in _module_files().items():
        near = set(imports(ROOT / path))
        if path.startswith("tests/"):
            near |= {each for text in _strings(path) for each in re.findall(rf"\b(?:{PACKAGE}|tests)(?:\.\w+)+", text)}
            near |= {f"{PACKAGE}.adapters.cli"} if PROGRAM in _strings(path) else set()
        near |= {each.rpartition(".")[0] for each in near}  # a class or function of a module, or a package's module
        if LOOKING.get(name):
            near |= {dotted(each) for each in modules(LOOKING[name])}
        found[name] = frozenset(near & known - {name})
        tree.cache_clear()  # nothing more is read from it here, and to keep all of them takes longer than to read them
    return found


def reaching(seeds: Iterable[str]) -> frozenset[str]:
    """The test files that lead to one of the modules *seeds*."""
    importers: dict[str, set[str]] = {}
    for name, near in reached().items():
        for each in near:
            importers.setdefault(each, set()).add(name)
    found, left = set[str](), list(seeds)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += importers.get(name, ())
    return frozenset(
        path for path, name in _module_files().items() if name in found and Path(path).name.startswith("test_")
    )


def naming(path: str) -> frozenset[str]:
    """The modules of tests that name the folder and the name of the file *path*, or all files of its kind there."""
    folder, last = Path(path).parent.name, Path(path).name
    known = ((each, name) for each, name in _module_files().items() if each.startswith("tests/"))
    return frozenset(
        name
        for each, name in known
        if each not in CHOOSING
        and (not folder or folder in _strings(each))
        and _strings(each) & {last, f"*{Path(path).suffix}"}
    )


@cache
def _strings(path: str) -> frozenset[str]:
    nodes = (node for node in ast.walk(tree(ROOT / path)) if isinstance(node, ast.Constant))
    return frozenset(part for node in nodes if isinstance(node.value, str) for part in node.value.split("/"))


@cache
def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _with_a_browser() -> frozenset[str]:
    return reaching({"tests.browsing"}) - {"tests/test_house.py"}


def _asks_games(file: str, games: Iterable[str]) -> bool:
    """Whether *file* may ask one of *games* by its name: it names one, or looks for all there are."""
    return any(word in _text(file) for word in (*games, "games()", "asked()", "parametrize"))


def main() -> None:
    """Print what is touched."""
    found = touched(sys.argv[1:] or changed())
    sys.stdout.write("\n".join([str(found), *sorted(found.files), ""]))


if __name__ == "__main__":
    main()
