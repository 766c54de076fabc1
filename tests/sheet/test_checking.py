"""Held against its game: which style of a template is meant for one that is missing."""

from __future__ import annotations

import pytest

from sheets_gm.sheet.checking import _is_misspelt


@pytest.mark.parametrize(
    ("other", "name", "misspelt"),
    [
        ("titel", "title", True),
        ("title", "title", False),
        ("panel.titel", "panel.title", True),
        ("panal.titel", "panel.title", False),
        ("panel.help", "panel.title", False),
        ("title", "panel.title", False),
    ],
)
def test_a_style_is_misspelt_if_one_of_its_parts_is_nearly_the_same(other: str, name: str, misspelt: bool) -> None:
    assert _is_misspelt(other, name) is misspelt
