"""Reads files that strangers give us, each up to a limit, so that a small file cannot fill a large memory.

The limits follow from what a real match needs. A match of 3,000 turns, five against five, is 24 MB of text with 1.7
million values, and compresses to a sixth. The largest spreadsheet file of a demo match is 3 MB uncompressed. Of the
game with the largest entries, a match of 400 turns fits, or of 180 with everything that it can have.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path
from typing import BinaryIO

from sheets_gm.kernel.errors import UserError

RECORD = 32_000_000
"""Bytes of the longest text of a match that is read."""

VALUES = 2_000_000
"""The most values in such a text: each takes far more memory than its characters do."""

RATIO = 100
"""The largest ratio of uncompressed to compressed length. `SLACK` bytes are always allowed."""

SLACK = 1_000_000

LINE = 1_000_000
"""Bytes of the longest line of a bulk file."""

GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file."""


class TooLarge(UserError, ValueError):
    """A file is larger, or holds more values, than this program reads."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the content of the file *path*. Raises TooLarge if it has more than *most* bytes, and OSError."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge(f"{path} is too large: at most {megabytes(most)} are read.")
    return content


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """Return the text in *path*, with "\\n" as line end. Raises TooLarge, OSError and UnicodeDecodeError."""
    return io.TextIOWrapper(io.BytesIO(read_bytes(path, most)), encoding=encoding).read()


def check_values(text: str, name: object) -> None:
    """Raise TooLarge if the JSON *text* of the file called *name* holds more than `VALUES` values."""
    if sum(map(text.count, "[{,")) > VALUES:
        raise TooLarge(f"{name} holds more than {VALUES:,} values, the most that are read.")


def expanded(data: bytes, form: int, most: int) -> bytes | None:
    """Return *data* uncompressed. Return None if it is damaged, over *most* bytes, or compressed suspiciously well.

    *form* is the format of the compression, as the `wbits` of zlib.
    """
    expand = zlib.decompressobj(wbits=form)
    try:
        content = expand.decompress(data, min(most, len(data) * RATIO + SLACK))
    except zlib.error:
        return None
    return content if expand.eof else None


def lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of *path*, uncompressed if need be. Raises TooLarge, OSError, EOFError and zlib.error."""
    with path.open("rb") as file:
        packed = file.read(2) == GZIP
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        if not packed:
            yield from _bounded_lines(file, path, size)
            return
        with GzipFile(fileobj=file) as opened:
            yield from _bounded_lines(opened, path, size * RATIO + SLACK)


def _bounded_lines(opened: BinaryIO | GzipFile, path: Path, most: int) -> Iterator[bytes]:
    taken = 0
    while line := opened.readline(LINE + 1):
        taken += len(line)
        if len(line) > LINE:
            raise TooLarge(f"{path} has a line of more than {megabytes(LINE)}: give a file with one entry a line.")
        if taken > most:
            raise TooLarge(f"{path} is unpacked to more than {RATIO} times its size, so it is no bulk file.")
        yield line


def megabytes(size: int) -> str:
    """Return *size* in bytes as people write it: "32 MB"."""
    return f"{size / 1_000_000:g} MB"
