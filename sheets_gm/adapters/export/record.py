"""The record of a match as JSON: what `sheets-gm verify` needs to check it, and never the seed.

The file has one line for its head and one line for each entry. If the match has a key, one line for the signature of
each entry follows.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from pydantic import ValidationError

from sheets_gm.adapters.files.bounded import RECORD, TooLarge, check_values, read_text
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.model import Model

M = TypeVar("M", bound=Model)

FORMAT = "sheets-gm match 1"
PUBLIC = "sheets-gm match 1, public part"

KEYS, HEAD_KEYS = {"head", "entries", "signatures"}, {"format", "charter", "hidden"}

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape for half of a character, which is valid only beside its other half."""

FIRST_ENTRY_LINE = 3
"""The line of an exported file that holds entry 0. Each entry is on a line of its own."""


class BadExport(UserError, ValueError):
    """The file is not an exported match, or is damaged. The message names the place."""


class UnknownKeys(BadExport):
    """The file has *keys* that this version does not know. Their meaning is unknown, so nothing in it is proved."""

    def __init__(self, path: Path, keys: Sequence[str]) -> None:
        unknown = "the unknown key" if len(keys) == 1 else "the unknown keys"
        super().__init__(
            f"{path} has {unknown} {listed(keys)}, so nothing is proved: somebody added it, or a newer version wrote "
            "the file."
        )
        self.keys = tuple(keys)


class MatchRecord(NamedTuple):
    """A match to export. *hidden* is the secret of hidden rolls, which is known once the match is over.

    *signatures* are those of the entries, in order and in hexadecimal; () if they are not signed.
    """

    charter: Charter
    entries: Iterable[Entry]
    hidden: bytes | None = None
    signatures: Sequence[str] = ()


def public(entry: Entry) -> Entry:
    """Return what everybody may know of *entry* during the match. Locks and digests of the rest stay."""
    act = entry.act
    if act is not None and act["kind"] == "fill in":
        act = {name: value for name, value in act.items() if name != "cells"}
    if act is not None and act.get("hidden"):
        act = {name: value for name, value in act.items() if name not in ("what", "old", "new")}
    return entry.but(
        act=act,
        typed=(),
        slips=(),
        refused=(),
        orders={},
        salts={},
        state={},
        rolls=tuple(roll for roll in entry.rolls if not roll.hidden),
        events=tuple(event for event in entry.events if event.get("audience") is None),
    )


def write_record(
    path: Path, match: MatchRecord, sign: Callable[[Entry], str] | None = None, *, whole: bool = True
) -> None:
    """Write a match to *path*, each entry signed by *sign*. Without *whole*, write the public part of its entries."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(record_parts(match, sign, whole=whole))


def record_parts(
    match: MatchRecord, sign: Callable[[Entry], str] | None = None, *, whole: bool = True
) -> Iterator[str]:
    """Yield the text that `write_record` writes, in parts."""
    hidden = match.hidden.hex() if match.hidden else None
    charter = match.charter.published()
    signatures = list(match.signatures)
    head = {"format": FORMAT if whole else PUBLIC, "charter": charter, "hidden": hidden}
    yield '{"head": ' + json.dumps(head, ensure_ascii=False) + ',\n"entries": [\n'
    for number, entry in enumerate(match.entries):
        yield ("" if number == 0 else ",\n") + (entry if whole else public(entry)).model_dump_json()
        if sign is not None:
            signatures.append(sign(entry))
    yield "\n]"
    if signatures:
        yield ',\n"signatures": ' + json.dumps(signatures, indent=0)
    yield "}\n"


def read_record(path: Path, carried: str | None = None) -> MatchRecord:
    """Return the match in the exported record *path*, or in *carried*, the record inside the file *path*.

    Raises `BadExport`, or `UnknownKeys` if it has unknown content.
    """
    file = _json(path, carried)
    head = file.get("head") if isinstance(file, dict) else None
    if not isinstance(head, dict) or "format" not in head or not isinstance(file.get("entries"), list):
        _refuse(f"{path} is not an exported match")
    if head["format"] == PUBLIC:
        raise BadExport(f"{path} holds only the public part. Export the match again when it is over and verify that.")
    if head["format"] != FORMAT:
        raise BadExport(f"{path} was written by another version, in the format “{head['format']}”.")
    signatures = file.get("signatures", [])
    if not isinstance(signatures, list) or not all(isinstance(each, str) for each in signatures):
        _refuse(f"{path} is damaged: its signatures are not a list of texts")
    unknown = [*(file.keys() - KEYS), *(f"head.{key}" for key in head.keys() - HEAD_KEYS)]
    try:
        charter = _known(Charter, head["charter"], "head.charter", unknown)
        hidden = bytes.fromhex(head["hidden"]) if head["hidden"] else None
    except (KeyError, TypeError, ValueError) as error:
        _refuse(f"The head of {path} is damaged ({str(error).splitlines()[0]})", error)
    values = file["entries"]
    values.reverse()  # each is let go once it is read: together they take as much memory as the entries
    entries = [_entry(values.pop(), path, number, unknown) for number in range(len(values))]
    if unknown or charter is None:
        raise UnknownKeys(path, sorted(unknown))
    return MatchRecord(charter, [entry for entry in entries if entry is not None], hidden, signatures)


def _json(path: Path, carried: str | None) -> Any:
    try:
        text = read_text(path, RECORD) if carried is None else carried
        check_values(text, path)
        file = json.loads(text, object_pairs_hook=partial(_each_once, path), parse_constant=partial(_constant, path))
        if _SURROGATE.search(text):
            json.dumps(file, ensure_ascii=False).encode()
        return file
    except FileNotFoundError as error:
        raise BadExport(f"There is no file {path}: sheets-gm export writes one, and says where it is.") from error
    except IsADirectoryError as error:
        _refuse(f"{path} is a folder", error)
    except UnicodeDecodeError as error:
        _refuse(f"{path} is not a text file", error)
    except json.JSONDecodeError as error:
        _refuse(f"{path}, line {error.lineno}: {error.msg}: the file is damaged or is not an exported match", error)
    except UnicodeEncodeError as error:
        _refuse(f"{path} is damaged: it has half of a character, \\u{ord(error.object[error.start]):04x}", error)
    except RecursionError as error:
        _refuse(f"{path} is damaged: its brackets are nested too deep", error)
    except TooLarge as error:
        raise BadExport(str(error)) from error
    except BadExport:
        raise
    except ValueError as error:
        _refuse(f"{path} is damaged: it has a number of too many digits", error)
    except OSError as error:
        _refuse(f"{path} cannot be read ({error.strerror})", error)


def _constant(path: Path, name: str) -> NoReturn:
    _refuse(f"{path} is damaged: {name} is no number")


def _refuse(problem: str, error: Exception | None = None) -> NoReturn:
    raise BadExport(f"{problem}: give a file that sheets-gm export wrote.") from error


def _each_once(path: Path, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of *pairs*. Refuse a key that occurs twice: other programs may read the other value."""
    keys = Counter(key for key, _ in pairs)
    for key, times in keys.items():
        if times > 1:
            _refuse(f"{path} is damaged: {key} occurs twice in one object")
    return dict(pairs)


def _known(kind: type[M], value: Any, where: str, unknown: list[str]) -> M | None:
    """Return *value* as a *kind*; None if it has other keys, which are added to *unknown*. Raises `ValidationError`."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        extra = [each for each in error.errors() if each["type"] == "extra_forbidden"]
        if len(extra) < error.error_count():
            raise
        unknown += [".".join((where, *map(str, each["loc"]))) for each in extra]
        return None


def _entry(value: Mapping[str, Any], path: Path, number: int, unknown: list[str]) -> Entry | None:
    try:
        return _known(Entry, value, f"entry {number}", unknown)
    except ValidationError as error:
        first = next(each for each in error.errors() if each["type"] != "extra_forbidden")
        field = ".".join(str(part) for part in first["loc"])
        raise BadExport(f"{path}: entry {number}: {field}: {first['msg']}") from error
