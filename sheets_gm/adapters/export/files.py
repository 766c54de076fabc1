"""Exporting a match: the final match sheet, and the record that `verify` checks."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Protocol

from sheets_gm.adapters.export.journal_lines import journal_lines
from sheets_gm.adapters.export.match_sheet.workbook import write_match_sheet
from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.export.report.page import report_page
from sheets_gm.adapters.export.signing import Signer
from sheets_gm.adapters.export.tables import NAMES, tables, write_table
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.story.audience import PUBLIC_NAME, audience_named, usual_audience
from sheets_gm.gm.story.card import card_svg
from sheets_gm.gm.story.delay import delayed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.rules import Secrecy


class CannotWrite(UserError):
    """The files cannot be written to the chosen folder. The message states what to do."""


class Watcher(Protocol):
    """A listener for the progress of an export."""

    def begin(self, path: Path) -> None:
        """Note that the file *path* is started."""

    def watch(self, entries: Iterable[Entry]) -> Iterable[Entry]:
        """Return *entries*, which are read for the current file."""


FOLLOWERS = "followers"
"""The readers who watch from outside, with the delay of the match."""

FORMATS = ("xlsx", "html", "png", "json")
"""The default formats of an export."""

ALL_FORMATS = (*FORMATS, "jsonl", "csv")


def write_exports(
    store: Store,
    match: str,
    folder: Path,
    formats: Sequence[str] = FORMATS,
    who: str | None = None,
    watcher: Watcher | None = None,
) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* and yield the files. Raises `CannotWrite` or `NoSuchAudience`.

    The files for people show what *who* may see (a player, a team, "public", "followers" or "gm"), by default what
    everybody may see. While a match with secrets continues, no file holds anything else that is hidden. Files for
    followers end a number of turns ago, which the match sets. *watcher* gets the progress.
    """
    record = store.record(match)
    secrecy = find(record.charter.game).secrecy
    follows = who is not None and who.strip().casefold() == FOLLOWERS
    audience = audience_named(record, PUBLIC_NAME if follows else who) if who else usual_audience(record, secrecy)
    name = f"{match}-{FOLLOWERS}" if follows else match
    paths = {kind: paths_of(folder, name, kind) for kind in ALL_FORMATS if kind in formats}
    check_writable(folder, chain.from_iterable(paths.values()))
    is_open = record.status is Status.OVER or (secrecy is Secrecy.OPEN and not follows)
    sign = Signer(record.charter, bytes.fromhex(record.seed)) if record.charter.key else None

    past = past_in_store(store, match)
    past = delayed(past, record.policy.delay) if follows else past
    read = past.entries

    def entries() -> Iterable[Entry]:
        return read() if watcher is None else watcher.watch(read())

    def proof() -> MatchRecord:
        return MatchRecord(record.charter.without_accounts(), entries(), hidden_secret(record))

    past = replace(past, entries=entries)
    # somebody's own view must not carry what it does not show
    carries_all = is_open and (audience.everything or secrecy is Secrecy.OPEN)
    carried = Proof(proof, sign, carries_all, sign.text if sign is not None else None)
    whole = Proof(proof, sign, is_open)
    (card,) = (path.name for path in paths_of(folder, name, "png")) if "png" in formats else ("",)
    writers: Mapping[str, Callable[[], Iterator[Callable[[Path], object]]]] = {
        "xlsx": lambda: iter([lambda path: write_match_sheet(path, past, audience, carried)]),
        "html": lambda: iter([lambda path: _write(path, [report_page(past, audience, carried, card=card)])]),
        "png": lambda: iter([lambda path: path.write_bytes(png_of(card_svg(past, audience)))]),
        "json": lambda: iter([lambda path: _write(path, whole.text())]),
        "jsonl": lambda: iter([lambda path: _write(path, journal_lines(whole))]),
        "csv": lambda: (partial(write_table, table=table) for table in tables(past, audience)),
    }
    for kind, files in paths.items():
        for path, write in zip(files, writers[kind](), strict=True):
            if watcher is not None:
                watcher.begin(path)
            with replacing(path) as partly:
                write(partly)
            yield path


def paths_of(folder: Path, match: str, kind: str) -> list[Path]:
    """Return the files in *folder* for *match* in the format *kind*: for CSV, one for each table."""
    names = [f"{name}.csv" for name in NAMES] if kind == "csv" else [kind]
    return [folder / f"{file_name(match)}.{name}" for name in names]


def _write(path: Path, parts: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(parts)


def last_exported(folder: Path, match: str) -> tuple[int, str] | None:
    """Return the number and the secret of the newest entry in the exported record of *match*; None without one.

    They are not verified: the caller must compare the secret.
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
    """Return the file name for *match*: its name without characters that leave the folder or hide the file."""
    return re.sub(r"[^\w .-]", "_", match).lstrip(".- ") or "match"


def check_writable(folder: Path, paths: Iterable[Path]) -> None:
    """Create *folder* and check that *paths* in it can be written, before any work is done. Raises `CannotWrite`."""
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
    """Return the secret of hidden rolls, if the match is over."""
    from sheets_gm.kernel.dice import Secrets

    return Secrets(bytes.fromhex(record.seed)).hidden if record.status is Status.OVER else None
