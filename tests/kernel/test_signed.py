"""Public keys by their short names."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.match.signed import fingerprint, is_named

KEY, OTHER = "ab" * 32, "cd" * 32


@pytest.mark.parametrize(
    ("name", "so"),
    [
        (KEY, True),
        (fingerprint(KEY), True),
        (fingerprint(KEY)[:-1], False),
        ("", False),
        (fingerprint(OTHER), False),
        (OTHER, False),
    ],
)
def test_a_key_is_named_by_itself_or_by_at_least_sixteen_digits_of_its_fingerprint(name: str, so: bool) -> None:
    assert is_named(KEY, name) is so
