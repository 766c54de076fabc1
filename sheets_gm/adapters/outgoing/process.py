"""The process that makes the calls: `python -m sheets_gm.adapters.outgoing.process`.

It reads one task per line as JSON, and answers each with a line of JSON. It imports a library only for the tasks that
need it. No answer contains the address, which may be a secret.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from urllib.request import getproxies

from sheets_gm.adapters.outgoing.guard import Guard, typed_numbers

Json: TypeAlias = dict[str, Any]

TIMEOUT = 10.0
"""Seconds to wait for each read. The caller limits the whole call."""


def fetch(guard: Guard, address: str, most: int) -> Json:
    """Return the page at *address*, up to *most* bytes, and its status."""
    import requests

    guard.own = typed_numbers([urlsplit(address).hostname or ""])
    with requests.get(address, timeout=TIMEOUT, stream=True) as answer:
        body = bytearray()
        for part in answer.iter_content(1024):
            body += part
            if len(body) > most:
                break
    return {"status": answer.status_code, "body": bytes(body[: most + 1]).decode("utf-8", "replace")}


def notify(guard: Guard, address: str, title: str, body: str, files: list[str], *, trusted: bool) -> Json:
    """Send a notice to an apprise *address*. If it is *trusted*, it may be an IP address of a private network."""
    import apprise

    service = apprise.Apprise.instantiate(address, asset=apprise.AppriseAsset(http_redirects=False))
    if service is None:
        return {"sent": False}
    typed = (getattr(service, name, None) or "" for name in ("host", "smtp_host"))
    guard.own = typed_numbers(map(str, typed)) if trusted else frozenset()
    sender = apprise.Apprise()
    sender.add(service)
    return {"sent": bool(sender.notify(title=title, body=body, attach=files or None))}


def prepare(_guard: Guard, what: str) -> Json:
    """Import what calls of the kind *what* need, which takes seconds on a busy machine."""
    if what == "notify":
        import apprise

        apprise.Apprise.instantiate("json://localhost")
    return {}


TASKS: Mapping[str, Callable[..., Json]] = {"prepare": prepare, "fetch": fetch, "notify": notify}


def done(guard: Guard, line: str) -> Json:
    """Do the task in *line* and return the answer."""
    task = json.loads(line)
    try:
        return TASKS[task.pop("task")](guard, **task)
    except Exception as error:  # noqa: BLE001 - whatever a library raises, the caller hears that the call failed
        return {"error": type(error).__name__}


def _proxies() -> set[str]:
    """Return the IP addresses of the proxies in the environment. Calls go through them, so they may be private."""
    addresses = set[str]()
    for proxy in getproxies().values():
        host = urlsplit(proxy if "://" in proxy else f"//{proxy}").hostname
        try:
            addresses.update(str(each[4][0]) for each in socket.getaddrinfo(host, None) if host)
        except OSError:
            continue
    return addresses


def never_redirect() -> None:
    """Keep all libraries of this process from following redirects."""
    import requests

    def nowhere(self: requests.sessions.SessionRedirectMixin, resp: requests.Response) -> None:
        """Return None: no redirect is followed."""

    requests.Session.get_redirect_target = nowhere  # type: ignore[method-assign]


def main() -> None:
    """Answer tasks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that asks; this one ends with it
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    guard = Guard(_proxies())
    never_redirect()
    guard.watch()
    for line in sys.stdin:
        answers.write(json.dumps(done(guard, line)) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
