"""Addresses reachable from the internet: only https, unless the user insists.

A link is a secret, and so is the cookie that replaces it. Over plain http everybody on the way can read both.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

import click

INSIST = "--without-tls"


def check_public(text: str, *, insists: bool) -> str:
    """Return *text*, the address of the proxy in front, as "https://NAME" or "https://NAME:PORT". Raises
    `click.BadParameter`.
    """
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError:
        port = -1
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username or port == -1
    if parts.scheme not in ("http", "https") or not parts.hostname or more:
        raise click.BadParameter(
            f"“{text}” is not an address: write one like https://play.example.org.", param_hint="--public"
        )
    if parts.scheme == "http" and not insists:
        raise click.BadParameter(
            f"{text} has no https: everybody on the way could read the links and what is typed. Put a proxy with a "
            f"certificate in front (docs/running.md, “A table on the internet”), or add {INSIST}.",
            param_hint="--public",
        )
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{parts.hostname}" + (f":{port}" if port not in (None, usual) else "")


def check_network(names: Iterable[str], *, insists: bool) -> None:
    """Refuse to listen on a network in which this machine has a public address. Raises `click.UsageError`."""
    address = next((name for name in names if _is_public(name)), None)
    if address is not None and not insists:
        raise click.UsageError(
            f"The internet can reach this machine at {address}, and --lan has no https: everybody on the way could "
            f"read the links and what is typed. Put a proxy with a certificate in front and name it with --public "
            f"(docs/running.md, “A table on the internet”), or add {INSIST}."
        )


def _is_public(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_global
    except ValueError:
        return False  # a name, not an address
