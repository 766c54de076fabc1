"""The samples of a run: they follow from the tree alone, and what they leave out is written down."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import sampling
from tests.import_graph import ROOT, modules, tree

PAGE = ROOT / "docs" / "tests.md"
WORLDS = """
import pytest

@pytest.mark.sampled(2)
@pytest.mark.parametrize("world", range(9))
def test_world(world: int) -> None:
    pass
"""


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_now", list(sampling._now))


def chosen(tree_hash: str) -> list[int]:
    sampling.go_by(tree_hash)
    return sampling.sample(range(100), 10, "numbers")


def test_a_sample_is_the_same_for_a_tree_and_another_for_the_next() -> None:
    assert chosen("one") == chosen("one") != chosen("two")
    assert chosen("one") == sorted(chosen("one"))
    assert len(chosen("one")) == 10
    assert chosen(sampling.ALL) == list(range(100))


def test_everything_is_in_the_sample_of_some_tree() -> None:
    assert {each for number in range(100) for each in chosen(str(number))} == set(range(100))


def test_the_hash_follows_what_is_in_the_tree_and_nothing_else(tmp_path: Path) -> None:
    for folder in sampling.HASHED:
        (tmp_path / folder).mkdir()
    (tmp_path / "tests" / "test_one.py").write_text("one", encoding="utf-8")
    first = sampling.hash_of_tree(tmp_path)
    (tmp_path / "tests" / "__pycache__").mkdir()
    (tmp_path / "tests" / "__pycache__" / "test_one.pyc").write_text("compiled", encoding="utf-8")
    (tmp_path / "README.md").write_text("words", encoding="utf-8")
    copy = tmp_path / "elsewhere"
    shutil.copytree(tmp_path / "tests", copy / "tests")
    assert sampling.hash_of_tree(tmp_path) == sampling.hash_of_tree(copy) == first
    (tmp_path / "tests" / "test_one.py").write_text("two", encoding="utf-8")
    assert sampling.hash_of_tree(tmp_path) != first


def collected(folder: Path, *words: str) -> tuple[set[str], str]:
    """The worlds of the tests in *folder* that a run would play, and all that it prints."""
    options = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), "-p", "tests.conftest"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-p", "no:cacheprovider", *options, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return set(re.findall(r"<Function \w+(\[.+\])>", done.stdout)), done.stdout


def test_a_run_prints_what_repeats_its_samples_and_runs_everything_when_asked(tmp_path: Path) -> None:
    (tmp_path / "test_worlds.py").write_text(WORLDS, encoding="utf-8")
    sampled, printed = collected(tmp_path, "test_worlds.py")
    everything, _ = collected(tmp_path, "test_worlds.py", "--all")
    assert set() < sampled < everything
    (tree_hash,) = re.findall(r"--sample (\w+) repeats", printed)
    named = min(everything - sampled)
    words = ("--sample", tree_hash, "test_worlds.py", f"test_worlds.py::test_world{named}")
    assert collected(tmp_path, *words)[0] == {*sampled, named}


EVENINGS = """
import pytest

@pytest.mark.long
@pytest.mark.parametrize("room", ["{1}"])
@pytest.mark.parametrize("evening", range({0}))
def test_evening(evening: int, room: str) -> None:
    pass
"""


def test_of_many_long_tests_of_a_room_a_part_is_run_and_of_few_all(tmp_path: Path) -> None:
    """In a run of all tests a twelfth and at least 4; in one of some rooms a quarter and at least 12."""
    rooms = {"few": (4, 4, 4), "some": (40, 4, 12), "many": (100, 9, 25)}
    for room, (written, _, _) in rooms.items():
        (tmp_path / "tests" / room).mkdir(parents=True)
        (tmp_path / "tests" / room / f"test_{room}.py").write_text(EVENINGS.format(written, room), encoding="utf-8")
    of_all, of_rooms = (collected(tmp_path, *words)[0] for words in (["tests"], [f"tests/{room}" for room in rooms]))
    assert of_all < of_rooms
    for room, (_, day, part) in rooms.items():
        assert [sum(f"-{room}]" in each for each in found) for found in (of_all, of_rooms)] == [day, part]


@pytest.mark.parametrize(
    ("test", "room"),
    [
        ("tests/gm/test_desk.py::test_one", "gm"),
        ("tests/adapters/google/test_manners.py::test_one[gvg]", "adapters/google"),
        ("tests/games/gvg/test_bot.py", "games"),
        ("tests/test_house.py", "tests"),
    ],
)
def test_the_room_of_a_test_is_its_folder(test: str, room: str) -> None:
    assert sampling.room_of(test) == room


def test_the_page_says_of_every_room_what_its_long_tests_hold() -> None:
    text = PAGE.read_text("utf-8").partition("## Long tests")[2]
    marked = [path for path in modules("tests") if "\n@pytest.mark.long\n" in path.read_text("utf-8")]
    there = {sampling.room_of(path.relative_to(ROOT).as_posix()) for path in marked if path != Path(__file__)}
    assert set(re.findall(r"(?m)^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$", text)) == there


def samples() -> Iterator[tuple[Path, str]]:
    """Every sample of the other tests: the file, and its name or the test that is marked, or that each test is."""
    for path in modules("tests"):
        if path == Path(__file__) or not re.search(r"sampled?\(|number\(", path.read_text("utf-8")):
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Assign) and ast.unparse(node).startswith("pytestmark = pytest.mark.sampled("):
                yield path, "each test"
            if isinstance(node, ast.FunctionDef):
                marks = [ast.unparse(each) for each in node.decorator_list]
                if any(mark.startswith("pytest.mark.sampled(") for mark in marks):
                    yield path, node.name
            elif (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).removeprefix("sampling.") in ("sample", "number")
                and len(node.args) > 2
            ):
                name = node.args[2]
                assert isinstance(name, ast.Constant), f"{path}:{node.lineno}: the name of a sample is a plain string"
                yield path, str(name.value)


def test_the_page_says_of_every_sample_what_it_leaves_out_and_where_that_is_tested() -> None:
    rows = re.findall(r"(?m)^\| `([^`]+)` \| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text("utf-8"))
    there = {(path.relative_to(ROOT / "tests").as_posix(), name) for path, name in samples()}
    assert {(file, name) for file, name, *_ in rows} == there
    assert all(kept.strip() and catches.strip() and rest.strip() for _, _, kept, catches, rest in rows)
