"""Bodies of several parts: a batch of calls (`/batch/drive/v3`), and a file with its metadata (an upload).

Parts are counted before any is read, and are not searched for nested parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import urlsplit

from sheets_gm.localsheets.drive.call import Answer, Content
from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.protocol.json_text import bytes_of

BATCHES = ("/batch", "/batch/drive/v3", "/batch/sheets/v4")
MOST_CALLS = 100
"""The calls that Drive takes in one batch."""
MOST_ANSWERED = 20 * 1024 * 1024
"""The bytes that all answers of a batch have together; a call beyond them is answered with 400."""
BOUNDARY = "batch_of_answers"

_BOUNDARY = re.compile(r'boundary="?([^\s";,]{1,70})"?', re.IGNORECASE)
_LONGEST_HEADERS = 20_000

Handle: TypeAlias = Callable[[str, str, str, bytes, Mapping[str, str]], tuple[int, Answer]]
Part: TypeAlias = tuple[dict[str, str], bytes]


def parts_of(content: bytes, media: str, most: int) -> list[Part]:
    """Return the parts of a body: their headers, in lower case, and their contents. Raises 400, also for too many."""
    boundary = _BOUNDARY.search(media)
    if not media.lower().startswith("multipart/") or boundary is None or not boundary[1].isascii():
        raise invalid("The body must be multipart, with a boundary in its Content-Type.")
    mark = b"--" + boundary[1].encode()
    count = content.count(mark) - 1
    if not 0 < count <= most:
        raise invalid(f"The body has {max(count, 0)} parts, and at most {most} are allowed.")
    return [_read(part.removeprefix(b"\r\n").removesuffix(b"\r\n")) for part in content.split(mark)[1:-1]]


def _read(text: bytes) -> Part:
    """Split a text into headers and the content after them. Raises 400 if the headers are too long."""
    lines: dict[str, str] = {}
    while True:
        line, newline, text = text.partition(b"\n")
        line = line.strip()
        if not line or not newline:
            return lines, text if newline else line
        name, _, value = line.decode("latin-1").partition(":")
        lines[name.strip().lower()] = value.strip()
        if len(lines) > 100 or len(line) > _LONGEST_HEADERS:
            raise invalid("The headers of a part are too long.")


def answer_batch(handle: Handle, content: bytes, headers: Mapping[str, str]) -> Content:
    """Return the answers to all calls in a batch, each with the id of its call. A call without a token uses the
    batch's.

    Raises 400 for content that is not a batch, or for too many calls. Each call fails or succeeds by itself.
    """
    chunks: list[bytes] = []
    size = 0
    for part, body in parts_of(content, headers.get("content-type", ""), MOST_CALLS):
        status, text, media = _answered(handle, body, headers, full=size > MOST_ANSWERED)
        size += len(text)
        number = part.get("content-id", "").strip("<>")
        head = f"--{BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: <response-{number}>\r\n\r\n"
        line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {media}\r\n"
        chunks += [f"{head}{line}Content-Length: {len(text)}\r\n\r\n".encode(), text, b"\r\n"]
    return Content(b"".join(chunks) + f"--{BOUNDARY}--\r\n".encode(), f"multipart/mixed; boundary={BOUNDARY}")


def _answered(handle: Handle, call: bytes, outer: Mapping[str, str], *, full: bool) -> tuple[int, bytes, str]:
    """Return the status of one call, its answer, and the media type."""
    try:
        if full:
            raise invalid(f"The answers of this batch have more than {MOST_ANSWERED} bytes together.")
        status, answer = _answer_one(handle, call, outer)
    except ApiError as error:
        status, answer = error.code, error.body(drive=False)
    if isinstance(answer, Content):
        return status, answer.data, answer.media
    return status, bytes_of(answer), "application/json; charset=UTF-8"


def _answer_one(handle: Handle, call: bytes, outer: Mapping[str, str]) -> tuple[int, Answer]:
    """Return the answer to one call, which is written as in HTTP: a line, headers, a body. Raises 400 for anything
    else.
    """
    first, _, rest = call.lstrip().partition(b"\n")
    words = first.decode("latin-1").split()
    headers, body = _read(rest)
    headers.setdefault("authorization", outer.get("authorization", ""))
    try:
        address = urlsplit(words[1])
    except (IndexError, ValueError) as error:
        raise invalid("A part of the batch is no call.") from error
    if address.path.startswith("/batch"):
        raise invalid("A batch holds no batches.")
    return handle(words[0], address.path, address.query, body, headers)
