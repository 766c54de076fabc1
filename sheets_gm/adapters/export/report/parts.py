"""The parts of a report that its check compares: the title, the headline, each section, each turn, the boards.

A part is compared as its elements, their attributes and their texts. The page's script builds the same text from the
elements that a browser made of the page, so both must spell it the same way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html.parser import HTMLParser

VOID = frozenset({"input", "br", "hr", "img", "meta", "link"})
"""Elements without an end."""

DIGITS = 16
"""The hexadecimal digits of a digest."""

SIGNED = "sheets_gm report 1"
"""The start of the text that the key of a match signs for a page."""


def digests(page: str) -> dict[str, str]:
    """Return the digest of each part of *page* in hexadecimal: 64 bits, enough as the match's key signs them."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


def signed_text(parts: str, seal: str) -> str:
    """Return the text that is signed for a page. *parts* are its digests as JSON, *seal* is that of its last entry."""
    return f"{SIGNED}\n{parts}\n{seal}"


def digest(text: str) -> str:
    """The digest of *text*."""
    return sha256(text.encode()).hexdigest()[:DIGITS]


def title_digest(title: str, preview: Sequence[str]) -> str:
    """The digest of the title of a page and of the texts that previews of its link show."""
    return digest(json.dumps([title, *preview], ensure_ascii=False, separators=(",", ":")))


class Hashed:
    """Pieces of a text, whose *digest* is known once they have been read."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces, self._hash = pieces, sha256()

    def __iter__(self) -> Iterator[str]:
        for piece in self._pieces:
            self._hash.update(piece.encode())
            yield piece

    @property
    def digest(self) -> str:
        """The digest of the pieces that have been read."""
        return self._hash.hexdigest()[:DIGITS]


class _Reader(HTMLParser):
    """A reader of a page that collects the digests of its parts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, str] = {}
        self._open: list[tuple[str, int, list[str]]] = []
        self._depth = 0
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._flush()
        named = {name.lower(): value or "" for name, value in attrs}
        self._depth += 1
        if (part := _part(tag, named)) is not None:
            self._open.append((part, self._depth, []))
        shown = "".join(f" {name}={_quoted(named[name])}" for name in sorted(named))
        self._add(f"<{tag}{shown}>")
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._flush()
        self._add(f"</{tag}>")
        if self._open and self._open[-1][1] == self._depth:
            part, _, texts = self._open.pop()
            self.found[part] = digest("".join(texts))
        self._depth -= 1

    def handle_data(self, data: str) -> None:
        self._text += data

    def _flush(self) -> None:
        text, self._text = self._text, ""
        if text:
            self._add(_quoted(text))

    def _add(self, token: str) -> None:
        for _, _, texts in self._open:
            texts.append(token)


def _part(tag: str, attributes: dict[str, str]) -> str | None:
    """Return the name of the part that begins with this element; None if none does."""
    if tag in ("header", "main"):
        return tag
    return attributes.get("id") if tag in ("section", "details") else None


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
