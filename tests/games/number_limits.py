"""Numbers of tables: each is taken from its least to its most, and refused beyond."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest


def assert_limits(read: Callable[[str], object], text: str, start: str, limits: tuple[int, int]) -> None:
    """Assert that *read* takes *text* with the least and the most of a number, and neither one less nor one more.

    *start* is the start of a line up to that number, which is its last word.
    """
    assert f"\n{start}" in text
    before = re.sub(r"-?\d+$", "", start)
    least, most = limits

    def with_number(number: int) -> str:
        return text.replace(f"\n{start}", f"\n{before}{number}", 1)

    for number in limits:
        read(with_number(number))
    for number in (least - 1, most + 1):
        with pytest.raises(ValueError, match=r"line \d+"):
            read(with_number(number))
