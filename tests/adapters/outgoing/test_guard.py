"""No call goes to a private network, whatever was typed and whatever a name is looked up to."""

from __future__ import annotations

import socket

import pytest

from sheets_gm.adapters.outgoing.guard import Guard, is_public, typed_numbers


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("1.1.1.1", True),
        ("2606:4700::1111", True),
        ("::ffff:1.1.1.1", True),
        ("64:ff9b::101:101", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("fe80::1%1", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:a00:1::", False),
        ("64:ff9b::a00:1", False),
        ("localhost", False),
        ("example.org", False),
        ("2130706433", False),
        ("", False),
    ],
)
def test_only_a_number_of_the_public_internet_is_public(host: str, public: bool) -> None:
    assert is_public(host) is public


def test_a_private_number_is_called_only_if_it_was_typed_as_one() -> None:
    guard = Guard(["10.0.0.9"])
    guard.check(("1.1.1.1", 443))
    guard.check(("10.0.0.9", 3128))
    for address in (("127.0.0.1", 80), ("::1", 80, 0, 0), "/run/socket", ("router.lan", 80)):
        with pytest.raises(PermissionError, match="public internet"):
            guard.check(address)
    guard.own = typed_numbers(["127.0.0.1"])
    guard.check(("127.0.0.1", 80))


def test_what_is_typed_as_a_name_is_no_number_but_this_machine_itself() -> None:
    assert typed_numbers(["router.lan", "10.0.0.1", "[fd00::1]", ""]) == {"10.0.0.1", "fd00::1"}
    assert typed_numbers(["localhost"]) == {"127.0.0.1", "::1"}


def test_the_connections_of_python_are_those_that_the_guard_hears_of() -> None:
    """The hook is given the socket and the address, whichever library connects."""
    guard = Guard()
    with socket.socket() as one, pytest.raises(PermissionError, match="public internet"):
        guard._hook("socket.connect", (one, ("127.0.0.1", 80)))
