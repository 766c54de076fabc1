"""Which of many like tests the day's run holds: a sample that follows from the tree.

A test that asks one question of hundreds of seeds, spellings or layouts asks it of a few of them in the day's run, and
of all with `--all`. Which few is decided by the hash of the product, its templates and its tests: a commit is never
green on one day and red on another, and the next commit asks others. The hash is printed; `--sample HASH` repeats it.

Two forms. A test with parameters is marked, and the rest is not run (`each`: so many for each value of a parameter):

    @pytest.mark.sampled(9, each="game")

Tests with different names, perhaps of several files, are sampled together where each is marked `among` the same:

    @pytest.mark.sampled(2, among="evenings by hand")

Where each test of a file asks the same games or layouts, the file is marked, and a sample is taken of each test:

    pytestmark = pytest.mark.sampled(3)

Tests that take long are marked as such. Of those of a room a part is run, once there are many:

    @pytest.mark.long

A loop inside a test takes a sample of what it goes over:

    for seed in sample(range(200), 50, "seeds of the race"):

What each sample would still catch, and where the rest is caught, is written in docs/tests.md; a test holds that page
against the samples that there are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).resolve().parent.parent
HASHED = ("sheets_gm", "templates", "tests")
LENGTH = 12
"""Letters of a hash that are shown."""

ALL = ""
"""The hash of a run that takes everything."""

LONG_OF_ALL, LONG_OF_A_PART = (4, 12), (12, 4)
"""So many of the long tests of a room are run in any case, and of more of them one in so many: in a run of all tests,
and in one of some of them, which has the time for more."""

Each = TypeVar("Each")

_now = [ALL]
"""The hash that this run goes by."""


def go_by(tree: str) -> None:
    """Take samples by the hash *tree* from now on, everything if it is `ALL`."""
    _now[0] = tree


def runs_everything() -> bool:
    """Whether this run takes no samples."""
    return _now[0] == ALL


def hash_of_tree(root: Path = ROOT) -> str:
    """The hash of all that is hashed below *root*: names and bytes, without what Python and editors leave there."""
    found = hashlib.sha256()
    for path in _files(root):
        data = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()[:LENGTH]


def _files(root: Path) -> Iterator[Path]:
    for folder in HASHED:
        for path in sorted((root / folder).rglob("*")):
            hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(root).parts)
            if path.is_file() and not hidden:
                yield path


def sample(every: Iterable[Each], keep: int, name: str, *of: object) -> list[Each]:
    """*keep* of *every*, in their order, chosen by the hash of the tree and the *name* of the sample; all with `--all`.

    A test that samples again and again says *of* what each is, so that not always the same places are chosen.
    """
    found = list(every)
    names = [f"{name} {of} {place}" for place in range(len(found))]
    kept = chosen(names, keep)
    return [each for each, known in zip(found, names, strict=True) if known in kept]


def number(day: int, everything: int, name: str) -> int:
    """How many turns, minutes or steps the test called *name* takes: as many as suffice a day, or *everything*."""
    del name  # the page on tests has a row for it
    return everything if runs_everything() else day


def chosen(names: Iterable[str], keep: int) -> set[str]:
    """*keep* of *names*, or all: those whose own hash with that of the tree is least, whichever the others are."""
    if runs_everything():
        return set(names)
    return set(sorted(names, key=lambda name: hashlib.sha256(f"{_now[0]} {name}".encode()).digest())[:keep])


def sample_of_items(
    items: Sequence[pytest.Item], named: Iterable[str] = (), *, is_part: bool = False
) -> list[pytest.Item]:
    """The tests to run: of those that are sampled or long, a sample and whatever is *named* by its whole id.

    *is_part*: they are those of some rooms, or those that a change touches.
    """
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if group := _group(item):
            groups.setdefault(group, []).append(item)
    left_out = set[str]()
    for those in groups.values():
        ids = {item.nodeid for item in those}
        left_out |= ids - chosen(ids, _keep(those, LONG_OF_A_PART if is_part else LONG_OF_ALL))
    return [item for item in items if item.nodeid not in left_out.difference(named)]


def room_of(test: str) -> str:
    """The room of a test by its id or path: its folder below `tests`, of the adapters that below them; or `tests`."""
    folders = test.partition("::")[0].removeprefix("tests/").split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] == ["adapters"] else 1]) or "tests"


def _group(item: pytest.Item) -> str:
    """What a test is sampled among: all with the same function, and the same value of the parameter `each`; or the long
    tests of its room. "" where it is always run.
    """
    mark = item.get_closest_marker("sampled")
    if mark is None:
        return f"the long tests of {room_of(item.nodeid)}" if item.get_closest_marker("long") else ""
    assert isinstance(item, pytest.Function)
    if among := mark.kwargs.get("among"):
        return f"those among {among}"
    each = mark.kwargs.get("each")
    return f"{item.nodeid.partition('[')[0]} {item.callspec.params[each] if each else ''}"


def _keep(group: Sequence[pytest.Item], long: tuple[int, int]) -> int:
    """How many of a *group* are run; of *long* ones at least so many, and one in so many."""
    mark = group[0].get_closest_marker("sampled")
    if mark is None:
        least, part = long
        return max(least, -(-len(group) // part))
    keep: int = mark.args[0]
    return keep
