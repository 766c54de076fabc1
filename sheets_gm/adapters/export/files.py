"""Exporting a match: the final match sheet, and the record that `verify` checks."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.export.record import MatchRecord, public, write_record
from sheets_gm.adapters.export.signing import Signer
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.story.audience import usual_audience
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.rules import Secrecy


class CannotWrite(UserError):
    """Files cannot be written to the chosen folder. The message states what to do."""


def write_exports(store: Store, match: str, folder: Path, formats: Sequence[str]) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* ("xlsx", "json") and yield the files.

    While a match with secrets goes on, neither file holds anything hidden.
    """
    paths = {kind: folder / f"{file_name(match)}.{kind}" for kind in formats}
    check_writable(folder, paths.values())
    record = store.record(match)
    secrecy = find(record.charter.game).secrecy
    whole = record.status is Status.OVER or secrecy is Secrecy.OPEN
    if "xlsx" in formats:
        entries = store.entries(match) if whole else map(public, store.entries(match))
        proof = MatchRecord(record.charter, entries, hidden_secret(record))
        with replacing(paths["xlsx"]) as partly:
            write_match_sheet(partly, past_in_store(store, match), usual_audience(record, secrecy), proof)
        yield paths["xlsx"]
    if "json" in formats:
        exported = MatchRecord(record.charter, store.entries(match), hidden_secret(record))
        sign = Signer(record.charter, bytes.fromhex(record.seed)) if record.charter.key else None
        with replacing(paths["json"]) as partly:
            write_record(partly, exported, sign, whole=whole)
        yield paths["json"]


def last_exported(folder: Path, match: str) -> tuple[int, str] | None:
    """The number and the secret of the newest entry in the exported record of *match* in *folder*; None without one.

    Nobody vouches for them: the secret must be compared.
    """
    try:
        with (folder / f"{file_name(match)}.json").open(encoding="utf-8") as file:
            lines = deque((line for line in file if line.startswith('{"number":')), maxlen=1)
        entry = json.loads(lines[0].rstrip().rstrip(",")) if lines else {}
    except (OSError, ValueError, RecursionError):
        return None  # it is no record that this program wrote
    number, secret = entry.get("number"), entry.get("secret")
    return (number, secret) if isinstance(number, int) and isinstance(secret, str) else None


def file_name(match: str) -> str:
    """The file name for *match*: its name without characters that leave the folder or hide the file."""
    return re.sub(r"[^\w .-]", "_", match).lstrip(".- ") or "match"


def check_writable(folder: Path, paths: Iterable[Path]) -> None:
    """Create *folder* and find out whether *paths* in it can be written, before any work is done. `CannotWrite`."""
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            exists = path.exists()
            path.open("ab").close()
            if not exists:
                path.unlink()
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise CannotWrite(f"{path} cannot be written ({why}): choose another folder with --to.") from error


def hidden_secret(record: Record) -> bytes | None:
    """The secret of hidden rolls, once the match is over."""
    from sheets_gm.kernel.dice import Secrets

    return Secrets(bytes.fromhex(record.seed)).hidden if record.status is Status.OVER else None
