"""The files of the page, read once: as long as the server runs they do not change, and a browser may keep them.

A module that a page starts with holds all the others that it needs (`bundle`).

Law: a file is kept by the address that names its version, so that a browser never runs the files of two versions
together; by any other version it gets the present file and does not keep it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib import resources

from sheets_gm.localsheets.http_server.bundle import bundle

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
"""The endings of files that have an address of their own, and their media types."""

FOREVER = "public, max-age=31536000, immutable"
"""`Cache-Control` of what never changes at its address."""

_HOME = "/page/"
_ENTRY = re.compile(rb'<script type="module" src="/page/([\w-]+\.js)"')


@dataclass(frozen=True)
class Asset:
    """A file of the page, its media type, and for how long a browser may keep it ("": not at all)."""

    data: bytes
    media: str
    keep: str


def _on_disk() -> dict[str, bytes]:
    folder = resources.files("sheets_gm.localsheets").joinpath("page")
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


class Assets:
    """All files of the page, by name: of the folder `page`, or those that are given. `BundleError`."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        held = dict(_on_disk() if files is None else files)
        pages = {name: data for name, data in held.items() if name.endswith(".html")}
        modules = {name: data.decode() for name, data in held.items() if name.endswith(".js")}
        for entry in {each.decode() for data in pages.values() for each in _ENTRY.findall(data)}:
            held[entry] = bundle(modules, entry).encode()
        told = sha256()
        for name, data in sorted(held.items()):
            told.update(name.encode() + b"\0" + data + b"\0")
        self.version = told.hexdigest()[:12]
        """What names this state of the files."""
        self._files = held
        own = f"{_HOME}{self.version}/".encode()
        self._pages = {name: data.replace(_HOME.encode(), own) for name, data in pages.items()}

    def page(self, name: str, **words: str) -> bytes:
        """A page, with the addresses of this version in it, and *words* where it leaves room for them. KeyError."""
        made = self._pages[name]
        for word, text in words.items():
            made = made.replace(f"{{{word}}}".encode(), escape(text).encode(), 1)
        return made

    def asset(self, version: str, name: str) -> Asset | None:
        """A file by its address; None if there is none."""
        media = KINDS.get(name.rpartition(".")[2])
        if media is None or name not in self._files:
            return None
        return Asset(self._files[name], f"{media}; charset=utf-8", FOREVER if version == self.version else "")
