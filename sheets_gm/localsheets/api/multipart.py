"""Bodies of several parts: a batch of calls (`/batch/drive/v3`), and a file with its metadata (an upload)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import urlsplit

from sheets_gm.localsheets.drive.call import Answer, Content
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.protocol.json_text import bytes_of

BATCHES = ("/batch", "/batch/drive/v3", "/batch/sheets/v4")
MOST_CALLS = 100
"""The calls that Drive takes in one batch."""
BOUNDARY = "batch_of_answers"

Handle: TypeAlias = Callable[[str, str, str, bytes, Mapping[str, str]], tuple[int, Answer]]


def parts_of(content: bytes, media: str) -> list[tuple[Message, bytes]]:
    """The parts of a body: their headers and their contents. 400 if it has none."""
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + media.encode("latin-1") + b"\r\n\r\n" + content)
    if not message.is_multipart():
        raise invalid("The body must be multipart, with a boundary in its Content-Type.")
    return [(part, _bytes_in(part)) for part in message.walk() if part is not message]


def _bytes_in(part: Message) -> bytes:
    held = part.get_payload(decode=True)
    return held if isinstance(held, bytes) else b""


def answer_batch(handle: Handle, content: bytes, headers: Mapping[str, str]) -> Content:
    """The answers of all calls in a batch, each with the id of its call. A call without a token has the batch's.

    400 for what is no batch, or too many calls. Each call fails or succeeds by itself.
    """
    calls = parts_of(content, headers.get("content-type", ""))
    if len(calls) > MOST_CALLS:
        raise invalid(f"The batch has {len(calls)} calls, and at most {MOST_CALLS} are allowed.")
    made = b""
    for part, body in calls:
        status, answer = _answer_one(handle, body, headers)
        text, media = (
            (answer.data, answer.media)
            if isinstance(answer, Content)
            else (bytes_of(answer), "application/json; charset=UTF-8")
        )
        number = str(part.get("Content-ID", "")).strip("<>")
        head = f"--{BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: <response-{number}>\r\n\r\n"
        line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {media}\r\n"
        line += f"Content-Length: {len(text)}\r\n\r\n"
        made += head.encode() + line.encode() + text + b"\r\n"
    return Content(made + f"--{BOUNDARY}--\r\n".encode(), f"multipart/mixed; boundary={BOUNDARY}")


def _answer_one(handle: Handle, call: bytes, outer: Mapping[str, str]) -> tuple[int, Answer]:
    """The answer of one call, which is written as in HTTP: a line, headers, a body. 400 for anything else."""
    first, _, rest = call.lstrip().partition(b"\n")
    words = first.decode("latin-1").split()
    if len(words) < 2:
        raise invalid("A part of the batch is no call.")
    message = BytesParser(policy=HTTP).parsebytes(rest)
    headers = {name.lower(): str(value) for name, value in message.items()}
    headers.setdefault("authorization", outer.get("authorization", ""))
    address = urlsplit(words[1])
    if address.path.startswith("/batch"):
        raise invalid("A batch holds no batches.")
    return handle(words[0], address.path, address.query, _bytes_in(message), headers)
