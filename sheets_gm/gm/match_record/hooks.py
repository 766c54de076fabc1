"""Hooks: secret addresses of services that receive a player's notices.

Anybody who knows such an address can write to it. Only addresses in the formats of known services are accepted, so that
no player can make this machine call another machine, or one in its own network.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import NamedTuple

from sheets_gm.kernel.english import listed

SERVICES = MappingProxyType(
    {
        "Discord": r"(https://)(?:(?:canary|ptb)\.)?(discord)(?:app)?(\.com/api/webhooks/\d{1,20}/[A-Za-z0-9_-]{1,100})",
        "Slack": r"(https://hooks\.slack\.com/services/[A-Za-z0-9]{1,30}/[A-Za-z0-9]{1,30}/[A-Za-z0-9]{1,60})",
        "Google Chat": (
            r"(https://chat\.googleapis\.com/v1/spaces/[\w-]{1,60}/messages\?key=(?:[\w-]|%3D){1,200}&token=(?:[\w-]|%3D){1,200})"
        ),
        "Guilded": r"(https://media\.guilded\.gg/webhooks/[0-9a-f-]{36}/[A-Za-z0-9_-]{20,120})",
        "ntfy": r"(https://ntfy\.sh/[A-Za-z0-9_-]{1,64})",
    }
)
"""The services with patterns of their addresses; the groups are the parts that the notifier needs. Addresses of
Discord's test applications have another host, which leads to the same place.
"""

TAKEN = "•••"
"""The text that replaces an address removed from a cell."""


class BadHook(ValueError):
    """The error for an address of an unknown service. The message does not repeat the address."""


class Hook(NamedTuple):
    """A *service*, and its *address* in the form that the sender of notices needs."""

    service: str
    address: str


def hook_of(address: str) -> Hook:
    """Return the hook for an *address*. Raises `BadHook`."""
    if address == TAKEN:
        raise BadHook("The address was taken from this cell. Write it again.")
    for name, pattern in SERVICES.items():
        if match := re.fullmatch(pattern, address, re.ASCII):
            return Hook(name, "".join(match.groups()))
    services = listed(tuple(SERVICES), "or")
    raise BadHook(f"Write the whole address of a hook, with https://, as {services} gives it out.")
