"""The structure: what may import what. It is read off the source, so no file can forget it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import PackageNotFoundError
from importlib.metadata import files as files_of
from pathlib import Path

import pytest

from sheets_gm import localsheets
from sheets_gm.games.finding import games

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


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WITH_OTHERS = {"h11", "oauthlib", "pydantic_core", "urllib3"}
"""Libraries that come with those in the list: with uvicorn, google-auth-oauthlib, pydantic and requests."""

LAYERS = ("kernel", "sheet", "games", "gm", "adapters")
"""From the bottom up: a layer may import itself and those before it."""

NEIGHBOUR = "localsheets"
DOOR = localsheets.__all__
"""What the local spreadsheet offers to others."""

TEXTS = {".py", ".toml", ".txt", ".csv", ".json", ".sh", ".yml", ".yaml", ".js", ".html", ""}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def own(path: Path) -> Iterator[tuple[str, ...]]:
    """The parts of what a file imports from this package, without the package's own name."""
    for name in imports(path):
        if name.startswith(f"{PACKAGE}."):
            yield tuple(name.split(".")[1:])


def layer(path: Path) -> str:
    return path.relative_to(ROOT / PACKAGE).parts[0]


def ours() -> list[Path]:
    """Every module of the product that lies in a layer."""
    return [path for path in modules(PACKAGE) if layer(path) in LAYERS]


def test_every_layer_is_known() -> None:
    folders = {path.name for path in (ROOT / PACKAGE).iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders == {*LAYERS, NEIGHBOUR}


def test_imports_point_down() -> None:
    upward = [
        f"{named(path)} imports {'.'.join(parts)}"
        for path in ours()
        for parts in own(path)
        if parts[0] in LAYERS and LAYERS.index(parts[0]) > LAYERS.index(layer(path))
    ]
    assert upward == []


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules of which each imports the one before it, the first again at the end; none where no circle is."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Also where a type alone is imported: the circle is there for whoever reads, if not for Python."""
    paths = {dotted(path): path for folder in (PACKAGE, "tests") for path in modules(folder)}
    graph = {name: {module for module in taken(path) if module in paths} for name, path in paths.items()}
    assert circle(graph) == []


FLOORS = 6
"""In the game master: the record, features, what was told, sessions, workbooks, the corridor."""

ROOMS = sorted(path.parent.relative_to(ROOT).as_posix() for path in modules(PACKAGE) if path.name == "__init__.py")


def floors(room: str) -> int:
    """How many levels of imports a package has, where each package inside it counts as one module."""
    inside = f"{room.replace('/', '.')}."
    graph: dict[str, set[str]] = {}
    for path in modules(room):
        name = dotted(path)
        if not name.startswith(inside) or path.name == "__main__.py":
            continue  # the package's own file, and the one that starts it
        name = name.removeprefix(inside).partition(".")[0]
        below = {each.removeprefix(inside).partition(".")[0] for each in taken(path) if each.startswith(inside)}
        graph.setdefault(name, set()).update(below - {name})
    height: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        height[name] = 1 + max((height[each] for each in graph.get(name, ())), default=0)
    return max(height.values(), default=0)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_low_enough_to_be_seen_through(room: str) -> None:
    assert floors(room) <= FLOORS


def test_the_local_spreadsheet_imports_nothing_of_ours() -> None:
    assert [
        named(path) for path in modules(f"{PACKAGE}/{NEIGHBOUR}") if any(p[0] != NEIGHBOUR for p in own(path))
    ] == []


def test_only_adapters_know_the_local_spreadsheet() -> None:
    knowing = {layer(path) for path in ours() if any(parts[0] == NEIGHBOUR for parts in own(path))}
    assert knowing <= {"adapters"}


def test_the_local_spreadsheet_has_one_door() -> None:
    """Whoever uses it imports what its package names, and nothing from the rooms behind it."""
    taken_from = {
        f"{named(path)}: {module}"
        for path in ours()
        for module in taken(path)
        if module.startswith(f"{PACKAGE}.{NEIGHBOUR}.") and module.split(".")[2:] not in [[each] for each in DOOR]
    }
    assert taken_from == set()


def test_what_the_door_of_the_local_spreadsheet_names_is_there() -> None:
    import sheets_gm.localsheets as door

    assert [name for name in DOOR if getattr(door, name, None) is None] == []
    with pytest.raises(AttributeError):
        door.nothing_like_that  # noqa: B018


@pytest.mark.parametrize(
    "path", [path for path in modules(f"{PACKAGE}/games") if path.parent.name != "games"], ids=named
)
def test_a_game_never_imports_another(path: Path) -> None:
    game = path.relative_to(ROOT / PACKAGE / "games").parts[0]
    folders = {each.name for each in (ROOT / PACKAGE / "games").iterdir() if each.is_dir()}
    others = {parts[1] for parts in own(path) if len(parts) > 1 and parts[0] == "games"} & folders - {game}
    assert others == set()


def test_nothing_but_a_game_imports_that_game() -> None:
    folders = {each.name for each in (ROOT / PACKAGE / "games").iterdir() if each.is_dir()}
    knowing = [
        f"{named(path)} imports {'.'.join(parts)}"
        for path in ours()
        for parts in own(path)
        if len(parts) > 1 and parts[0] == "games" and parts[1] in folders and parts[1] not in path.parts
    ]
    assert knowing == []


def test_only_the_tabs_of_a_game_know_the_sheet_language() -> None:
    knowing = [
        path.relative_to(ROOT / PACKAGE / "games")
        for path in modules(f"{PACKAGE}/games")
        if any(parts[0] == "sheet" for parts in own(path))
    ]
    allowed = [
        path
        for path in knowing
        if path == Path("contract.py") or path.parts[1:] == ("tabs.py",) or path.parts[1:2] == ("tabs",)
    ]
    assert knowing == allowed


def rooms_in_the_guide() -> tuple[str, ...]:
    """The rooms of a game in the order of the guide: each may import those before it."""
    guide = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
    return tuple(re.findall(r"(?m)^\| `(\w+)/` \|", guide))


def games_with_rooms() -> list[Path]:
    folders = sorted(path for path in (ROOT / PACKAGE / "games").iterdir() if (path / "__init__.py").is_file())
    return [folder for folder in folders if list(folder.glob("*/__init__.py"))]


@pytest.mark.parametrize("game", games_with_rooms(), ids=lambda path: path.name)
def test_the_rooms_of_a_game_are_those_of_the_guide_in_its_order(game: Path) -> None:
    order = rooms_in_the_guide()
    assert {path.name for path in game.glob("*.py")} == {"__init__.py"}
    assert {path.parent.name for path in game.glob("*/__init__.py")} <= set(order)
    upward = [
        f"{named(path)} imports {'.'.join(parts)}"
        for path in modules(str(game.relative_to(ROOT)))
        if len(inside := path.relative_to(game).parts) > 1
        for parts in own(path)
        if parts[:2] == ("games", game.name) and len(parts) > 2 and order.index(parts[2]) > order.index(inside[0])
    ]
    assert upward == []


def test_only_adapters_meet_the_world() -> None:
    """Below them there is the standard library, values that check themselves, and nothing else."""
    known = {*sys.stdlib_module_names, "orjson", "pydantic", "pydantic_core", PACKAGE}
    foreign = [
        f"{named(path)} imports {name}"
        for path in ours()
        if layer(path) != "adapters"
        for name in imports(path)
        if name.partition(".")[0] not in known
    ]
    assert foreign == []


WORLD = {"asyncio", "http", "logging", "multiprocessing", "random", "secrets", "socket", "sqlite3", "ssl", "subprocess"}
WORLD |= {"tempfile", "threading", "time", "urllib"}


def test_below_adapters_there_is_no_clock_no_network_and_no_other_luck() -> None:
    meeting = [
        f"{named(path)} imports {name}"
        for path in ours()
        if layer(path) != "adapters"
        for name in imports(path)
        if name.partition(".")[0] in WORLD
    ]
    assert meeting == []


DOORS = {
    "gspread": {"calls/retries.py", "connection.py", "google_sheets.py"},
    "google": {"accounts/credentials.py", "connection.py", "opening.py"},
    "google_auth_oauthlib": {"accounts/login.py"},
    "tenacity": {"calls/retries.py"},
}
"""The adapters that meet each library of the outside."""


@pytest.mark.parametrize("outside", DOORS)
def test_the_outside_has_its_doors(outside: str) -> None:
    doors = {path for path in ours() if any(name.partition(".")[0] == outside for name in imports(path))}
    assert doors <= {ROOT / PACKAGE / "adapters" / "google" / door for door in DOORS[outside]}


SHOWN = {ROOT / PACKAGE / "adapters/cli/demo.py"}
"""The demonstration shows one game before anybody chose, and so must name it."""


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text; of the command line only what runs, for its help shows examples."""
    text = path.read_text(encoding="utf-8")
    found: set[int] = set()
    if path.suffix == ".py" and "cli" in path.parts:
        for node in (tree(path), *statements(tree(path))):
            if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
                found.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    for number, line in enumerate(text.splitlines(), start=1):
        if number not in found:
            yield number, line


def texts() -> Iterator[Path]:
    for folder in (PACKAGE, "templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
                yield path


@pytest.mark.parametrize("game", [*sorted(games()), "duel"])
def test_a_game_is_named_nowhere_but_at_home(game: str) -> None:
    """A sixth game is added without an edit anywhere else, so nothing else may know which games there are."""
    name = re.compile(rf"(?<![a-z]){re.escape(game).replace('_', '[_ ]')}(?![a-z])", re.IGNORECASE)
    # other games may use the word for what it means: a game that is called like one of their rules is no stranger there
    homes = {ROOT / folder / each for folder in (f"{PACKAGE}/games", "templates") for each in games()}
    homes.add(ROOT / PACKAGE / NEIGHBOUR)  # it knows nothing of games, which another law holds
    naming = [
        f"{named(path)}:{number}"
        for path in texts()
        if path not in SHOWN and not homes & set(path.parents)
        for number, line in lines(path)
        if name.search(line)
    ]
    assert naming == []


@pytest.mark.parametrize("folder", [PACKAGE, "tests"])
def test_every_module_says_what_it_is_for(folder: str) -> None:
    silent = [named(path) for path in modules(folder) if tree(path).body and not ast.get_docstring(tree(path))]
    assert silent == []


def test_no_module_is_found_by_a_relative_way() -> None:
    assert [
        named(path)
        for path in modules(PACKAGE)
        if any(isinstance(node, ast.ImportFrom) and node.level for node in statements(tree(path)))
    ] == []


POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
POSIX_NAMES = {"fork", "forkpty", "getuid", "geteuid", "getgid", "kill", "killpg", "chown", "mkfifo", "nice", "owner"}
POSIX_NAMES |= {"setsid", "umask", "waitid", "clock_gettime", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL"}
"""What Python has on POSIX alone, or what does something else on Windows."""


def test_what_only_posix_has_is_used_where_the_platform_was_asked_for() -> None:
    named_at_all = re.compile(rf"\.\s*(?:{'|'.join(sorted(POSIX_NAMES))})\b")
    silent = [
        f"{named(path)}: {name}"
        for path in modules(PACKAGE)
        if not re.search(r"sys\.platform|except ImportError", text := path.read_text(encoding="utf-8"))
        for name in [
            *(POSIX_MODULES & {each.partition(".")[0] for each in imports(path)}),
            *(f"{node.value.id}.{node.attr}" for node in (ast.walk(tree(path)) if named_at_all.search(text) else ())
              if isinstance(node, ast.Attribute) and node.attr in POSIX_NAMES
              and isinstance(node.value, ast.Name) and node.value.id in {"os", "signal", "time", "home", "path"}),
        ]
    ]  # fmt: skip
    assert silent == []


def test_every_library_that_it_imports_is_one_that_it_asks_for() -> None:
    """What an extra brings is imported by the module that names the extra when it is missing."""
    extras = PROJECT["optional-dependencies"].values()
    asked = {_name(each) for each in [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]}
    asked |= {_name(PROJECT["name"]), "pytest"}  # the plug-in is imported by pytest alone
    brought = {name for each in asked for name in _brought_by(each)}
    imported = {name.partition(".")[0] for path in modules(PACKAGE) for name in imports(path)}
    assert imported - brought - sys.stdlib_module_names == WITH_OTHERS


def _brought_by(distribution: str) -> set[str]:
    """The names that a library can be imported by; none where it is not installed."""
    try:
        found = files_of(distribution)
    except PackageNotFoundError:
        return set()
    tops = {path.parts[0] if len(path.parts) > 1 else path.name.partition(".")[0] for path in found or ()}
    return {PACKAGE, *tops} if distribution == _name(PROJECT["name"]) else tops


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=; ]", requirement)[0].lower().replace("_", "-")
