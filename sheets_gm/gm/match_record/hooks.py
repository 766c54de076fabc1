"""Hooks: secret addresses of services to which a player has notices sent.

Whoever knows such an address can write there. Only addresses of these services are taken, as the services give them
out, so that no player can have this machine call another one, or one of its own network.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from sheets_gm.kernel.english import listed

SERVICES = MappingProxyType(
    {
        "Discord": r"https://(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]+",
        "Slack": r"https://hooks\.slack\.com/services/\w+/\w+/\w+",
        "Google Chat": r"https://chat\.googleapis\.com/v1/spaces/[\w-]+/messages\?key=[\w%-]+&token=[\w%-]+",
        "Guilded": r"https://media\.guilded\.gg/webhooks/[\w-]+/[\w-]+",
        "ntfy": r"https://ntfy\.sh/[\w-]+",
    }
)
"""The services, with what their addresses look like."""

TAKEN = "•••"
"""What a cell holds instead of an address that was taken from it."""


class BadHook(ValueError):
    """This is no address of a service that notices can be sent to. The message does not repeat it."""


def service_of(address: str) -> str:
    """The name of the service that an *address* is of. `BadHook`."""
    if address == TAKEN:
        raise BadHook("The address was taken from this cell. Write it again.")
    for name, pattern in SERVICES.items():
        if re.fullmatch(pattern, address):
            return name
    known = listed(tuple(SERVICES), "or")
    raise BadHook(f"Write the whole address of a hook, with https://, as {known} gives it out.")
