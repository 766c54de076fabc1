"""E-mail addresses, read as people type and paste them."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.addresses import name_and_address


@pytest.mark.parametrize(
    ("typed", "name", "address"),
    [
        ("Ana <ana@x.org>", "Ana", "ana@x.org"),
        ('"Ana B." <mailto:ANA@x.org>,', "Ana B.", "ANA@x.org"),
        ("Ana B. ana@x.org", "Ana B.", "ana@x.org"),
        ("Ana, ana@x.org", "Ana", "ana@x.org"),
        ("Ana (ana@x.org)", "Ana", "ana@x.org"),
        ("<ana@x.org>", "", "ana@x.org"),
        (" ana@x.org. ", "", "ana@x.org"),
        ("Ana", "Ana", ""),
        ("ana at x.org", "ana at x.org", ""),
        ("ana@x.org and ben@x.org", "ana@x.org and ben@x.org", ""),
    ],
)
def test_a_text_is_a_name_and_an_address_or_a_name_alone(typed: str, name: str, address: str) -> None:
    assert name_and_address(typed) == (name, address)
