"""Exporting a match: the final match sheet, and the record that `verify` checks."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord, write_record
from sheets_gm.adapters.export.report.page import report_page
from sheets_gm.adapters.export.signing import Signer
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.story.audience import audience_named, usual_audience
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.rules import Secrecy


class CannotWrite(UserError):
    """Files cannot be written to the chosen folder. The message states what to do."""


FORMATS = ("xlsx", "html", "json")
"""What a match can be exported as."""


def write_exports(
    store: Store, match: str, folder: Path, formats: Sequence[str] = FORMATS, who: str | None = None
) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* and yield the files. `CannotWrite`, `NoSuchAudience`.

    The workbook and the report show what *who* sees (a player, a team, "public" or "gm"), else what everybody may see.
    While a match with secrets goes on, no file holds anything else that is hidden.
    """
    record = store.record(match)
    secrecy = find(record.charter.game).secrecy
    audience = audience_named(record, who) if who else usual_audience(record, secrecy)
    paths = {kind: folder / f"{file_name(match)}.{kind}" for kind in formats}
    check_writable(folder, paths.values())
    is_open = record.status is Status.OVER or secrecy is Secrecy.OPEN
    sign = Signer(record.charter, bytes.fromhex(record.seed)) if record.charter.key else None

    def proof() -> MatchRecord:
        return MatchRecord(record.charter, store.entries(match), hidden_secret(record))

    # somebody's own view must not carry what it does not show
    carried = Proof(proof, sign, is_open and (audience.everything or secrecy is Secrecy.OPEN))
    if "xlsx" in formats:
        with replacing(paths["xlsx"]) as partly:
            write_match_sheet(partly, past_in_store(store, match), audience, carried)
        yield paths["xlsx"]
    if "html" in formats:
        with replacing(paths["html"]) as partly:
            page = report_page(past_in_store(store, match), audience, carried)
            partly.write_text(page, encoding="utf-8")
        yield paths["html"]
    if "json" in formats:
        with replacing(paths["json"]) as partly:
            write_record(partly, proof(), sign, whole=is_open)
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
