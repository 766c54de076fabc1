"""The files of the page, read once at the start and cached by browsers.

An entry module includes all modules that it imports (`bundle`). Paths contain the version of the files, so that a
browser never mixes two versions; for any other version it gets the current file and does not cache it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable

from sheets_gm.localsheets.http_server.page_files.bundle import bundle

KINDS = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""The media types of files with a path of their own, by extension."""

FOREVER = "public, max-age=31536000, immutable"
"""`Cache-Control` for files that never change at their path."""

_HOME = "/page/"
_PLACEHOLDER = re.compile(rb"\{(\w+)\}")
_ENTRY = re.compile(rb'<script type="module" src="/page/([\w-]+\.js)"')


@dataclass(frozen=True)
class Asset:
    """A file of the page, its media type, and its `Cache-Control` ("" for the default)."""

    data: bytes
    media: str
    keep: str


def _on_disk(folder: Traversable | None = None, path: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the files in and below the folder `page`, by their paths in it."""
    for file in (folder or resources.files("sheets_gm.localsheets").joinpath("page")).iterdir():
        if file.is_dir():
            yield from _on_disk(file, f"{path}{file.name}/")
        else:
            yield f"{path}{file.name}", file.read_bytes()


class Assets:
    """All files of the page by name: those of the folder `page`, or the given ones. Raises `BundleError`."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        held = dict(_on_disk() if files is None else files)
        pages = {name: data for name, data in held.items() if name.endswith(".html")}
        modules = {name: data.decode() for name, data in held.items() if name.endswith(".js")}
        for entry in {each.decode() for data in pages.values() for each in _ENTRY.findall(data)}:
            held[entry] = bundle(modules, entry).encode()
        digest = sha256()
        for name, data in sorted(held.items()):
            digest.update(name.encode() + b"\0" + data + b"\0")
        self.version = digest.hexdigest()[:12]
        """Identifies the content of the files."""
        self._files = held
        home = f"{_HOME}{self.version}/".encode()
        self._pages = {name: data.replace(_HOME.encode(), home) for name, data in pages.items()}

    def page(self, name: str, **words: str) -> bytes:
        """Return a page with the paths of this version, and with *words* in its placeholders. Raises KeyError."""
        texts = {word.encode(): escape(text).encode() for word, text in words.items()}
        return _PLACEHOLDER.sub(lambda match: texts.get(match[1], match[0]), self._pages[name])

    def asset(self, version: str, name: str) -> Asset | None:
        """Return the file at a path; None if there is none."""
        media = KINDS.get(name.rpartition(".")[2])
        if media is None or name not in self._files:
            return None
        return Asset(self._files[name], f"{media}; charset=utf-8", FOREVER if version == self.version else "")


@cache
def installed_assets() -> Assets:
    """Return the files of the installed page. They are read once in a process, so all its servers show the
    same page.
    """
    return Assets()
