"""Files that strangers give us: each is read up to a limit, so that a small file cannot take a large memory.

The limits follow from what a real match needs. 3,000 turns of five against five are 24 MB of text with 1.7 million
values, and are packed to a sixth; the largest match sheet of a demo is 3 MB unpacked. Of the game with the largest
entries 400 turns fit, and 180 of a match with all that it can have.
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
"""How many times its length a packed text may have when it is unpacked; `SLACK` bytes are always allowed."""

SLACK = 1_000_000

LINE = 1_000_000
"""Bytes of the longest line of a bulk file."""

GZIP = b"\x1f\x8b"
"""How a compressed file begins."""


class TooLarge(UserError, ValueError):
    """A file is larger, or holds more, than anything that this program reads."""


def read_bytes(path: Path, most: int) -> bytes:
    """What *path* holds. `TooLarge` where that is more than *most* bytes, OSError."""
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise TooLarge(f"{path} is too large: at most {megabytes(most)} are read.")
    return found


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """The text that *path* holds, with line ends of one kind. `TooLarge`, OSError, UnicodeDecodeError."""
    return io.TextIOWrapper(io.BytesIO(read_bytes(path, most)), encoding=encoding).read()


def check_values(text: str, name: object, most: int = VALUES) -> None:
    """`TooLarge` if the JSON *text* of the file called *name* holds more than *most* values."""
    if sum(map(text.count, "[{,")) > most:
        raise TooLarge(f"{name} holds more than {most:,} values, the most that are read.")


def expanded(data: bytes, form: int, most: int) -> bytes | None:
    """What is packed in *data*, in a *form* of zlib; None where it is damaged, more than *most* bytes, or out of ratio.

    A form is what zlib calls wbits.
    """
    expand = zlib.decompressobj(wbits=form)
    try:
        found = expand.decompress(data, min(most, len(data) * RATIO + SLACK))
    except zlib.error:
        return None
    return found if expand.eof else None


def lines(path: Path) -> Iterator[bytes]:
    """The lines of *path*, unpacked if it is compressed. `TooLarge`, OSError, EOFError, zlib.error."""
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
    """*size* bytes as people write it: "32 MB"."""
    return f"{size / 1_000_000:g} MB"
