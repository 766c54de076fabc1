"""TOML files: the line of each table and key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sheets_gm.games import files
from sheets_gm.sheet.toml_text import Path, TomlText, lines_of

TRICKY = (
    """# a comment with [brackets] and = signs
title = "a # that is none, [nor] {this}"
a.b . "c.d" = 1

[tabs . "log.old"] # comment
words = { one = "1", "two.2" = [ "x", { y = 2.5 } ], at = 1979-05-27 07:32:00 }
long = '''
[no.table]
key = "none" '''
quoted = """
    '''"""
\\"""[no.table]
"""
'''
    """columns = [
    # a comment
    { field = "seat", width = -1.5e3 }, [
        true, 0xff
    ],
    { field = '', heading = "" },
]

[[tabs.rules]]
on = []
[[tabs.rules]]
of = "x"
[tabs.rules.more]
deep = 1
[[tabs.rules.parts]]
[[tabs.rules.parts]]
last = 1
[tabs]
own = 2
"""
)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of everything in a TOML document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(each, (*path, key))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("a", "b"), 3),
        (("a", "b", "c.d"), 3),
        (("tabs", "log.old"), 5),
        (("tabs", "log.old", "words", "two.2", 1, "y"), 6),
        (("tabs", "log.old", "words", "at"), 6),
        (("tabs", "log.old", "long"), 7),
        (("tabs", "log.old", "quoted"), 10),
        (("tabs", "log.old", "columns"), 13),
        (("tabs", "log.old", "columns", 0, "width"), 15),
        (("tabs", "log.old", "columns", 1, 1), 16),
        (("tabs", "log.old", "columns", 2, "heading"), 18),
        (("tabs", "rules", 0, "on"), 22),
        (("tabs", "rules", 1), 23),
        (("tabs", "rules", 1, "more", "deep"), 26),
        (("tabs", "rules", 1, "parts", 1, "last"), 29),
        (("tabs",), 30),
        (("tabs", "own"), 31),
    ],
)
def test_each_table_and_key_has_its_line(path: Path, line: int) -> None:
    assert TomlText(TRICKY, "x").line(path) == line


@pytest.mark.parametrize("name", ["common", "gvg", "wesnoth", "champions"])
def test_every_value_of_a_template_has_a_line_and_its_key_is_there(name: str) -> None:
    text = files.read(name, "workbook.toml")
    lines, rows = lines_of(text), text.splitlines()
    assert set(lines) == set(paths(TomlText(text, name).data)) == set(lines)
    assert [path for path, line in lines.items() if isinstance(path[-1], str) and path[-1] not in rows[line - 1]] == []


def test_what_is_not_there_has_the_line_of_its_table() -> None:
    file = TomlText("a = 1\n[b]\nc = 2\n", "x.toml")
    assert [file.line(path) for path in (("b", "d"), ("b", "c", 4), ("e",))] == [2, 3, 1]
    assert str(file.problem(("b", "d"), "it is missing")) == "x.toml: line 2: b.d: it is missing"
