"""Which machines may be called: those of the public internet, and those whose IP addresses are in the settings.

The guard checks each connection when it is opened. So it does not matter whether a name resolves to another address the
second time, or how a library opens its connections.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

NAT64 = ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for an IPv4 address (RFC 6052)."""

LOOPBACK = frozenset({"127.0.0.1", "::1"})

CONNECTING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
"""The audit events of Python for sending to an address, which is their second argument."""


class Guard:
    """Refuses connections to addresses that are not public, except the *own* addresses of the current call."""

    def __init__(self, always: Iterable[str] = ()) -> None:
        self._always = frozenset(always)
        self.own: frozenset[str] = frozenset()

    def watch(self) -> None:
        """Check all connections of this process from now on. This cannot be undone."""
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if event in CONNECTING:
            self.check(args[1])

    def check(self, address: object) -> None:
        """Raise PermissionError unless a connection to the socket *address* is allowed."""
        host = str(address[0]) if isinstance(address, tuple) else ""
        if host not in self._always | self.own and not is_public(host):
            raise PermissionError("The address is not one of the public internet.")


def is_public(host: str) -> bool:
    """Return whether *host* is the public IP address of one machine. A name is not."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner: object = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner is None and address in NAT64:
            inner = ip_address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast


def typed_numbers(hosts: Iterable[str]) -> frozenset[str]:
    """Return those *hosts* that are IP addresses; "localhost" stands for both loopback addresses."""
    names = {host.strip("[]") for host in hosts}
    return frozenset(host for host in names if _is_number(host)) | (LOOPBACK if "localhost" in names else frozenset())


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
