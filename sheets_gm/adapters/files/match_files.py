"""A match as a file that takes it to another installation: its record and its journal, with all secrets.

The file is JSON. Only its owner may read it, because it holds the seed of the dice. It is written as a whole or not at
all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import field_validator

from sheets_gm.adapters.files.bounded import RECORD, TooLarge, check_values, megabytes, read_text
from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.gm.match_record.migration import up_to_date
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.moving_matches import CannotMove, MovingMatch
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.model import Model


class MatchFile(Model):
    """The content of the file. *account* is the account that serves the match ("" if unknown)."""

    format: Literal["sheets-gm match 1"] = "sheets-gm match 1"
    account: str = ""
    polled: float = 0.0
    record: Record
    entries: tuple[Entry, ...]

    @field_validator("record", mode="before")
    @classmethod
    def _of_an_earlier_version(cls, value: Any) -> Any:
        """Convert a record that an earlier version wrote into one of this version."""
        if not isinstance(value, dict):
            return value
        return json.loads(up_to_date({name: json.dumps(field) for name, field in value.items()}))


def check_size(record: Record, entries: Iterable[Entry]) -> None:
    """Raise CannotMove if the match is too long for a file that can be read again."""
    text = MatchFile(record=record, entries=tuple(entries)).model_dump_json()
    try:
        check_values(text, "it")
        if len(text.encode()) > RECORD:
            raise TooLarge(f"it takes more than {megabytes(RECORD)}")
    except TooLarge as error:
        why = str(error).removesuffix(".")
        raise CannotMove(f"A file is not for a match of this length: {why}. Move it with --to-store.") from error


def check_file(path: Path, record: Record) -> None:
    """Raise CannotMove if *path* holds another match, or its folder does not exist."""
    if path.exists() and read_match(path).record.seed != record.seed:
        raise CannotMove(f"{path} holds another match: choose another file.")
    if not path.parent.is_dir():
        raise CannotMove(f"There is no folder {path.parent}: create it, or choose another.")


def write_match(path: Path, moving: MovingMatch, account: str) -> None:
    """Write a match that its store has given away. Raises CannotMove if the file cannot be written."""
    match_file = MatchFile(account=account, polled=moving.polled, record=moving.record, entries=tuple(moving.entries))
    try:
        write_private(path, match_file.model_dump_json())
    except OSError as error:
        raise CannotMove(f"{path} cannot be written ({error.strerror}). Choose another file, and try again.") from error


def read_match(path: Path) -> MatchFile:
    """Return the match in the file *path*. Raises CannotMove."""
    try:
        text = read_text(path, RECORD)
        check_values(text, path)
        return MatchFile.model_validate_json(text)
    except TooLarge as error:
        raise CannotMove(str(error)) from error
    except OSError as error:
        raise CannotMove(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise CannotMove(f"{path} is not a file of sheets-gm move --out, or is damaged.") from error
