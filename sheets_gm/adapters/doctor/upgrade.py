"""What the installed version would change in a store of an earlier version, before it does so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sheets_gm.adapters.doctor.findings import Finding, warn
from sheets_gm.adapters.stores.database.schema import SCHEMA

STEPS = {
    1: "columns for when a match was polled are added",
    2: "records get parts when they are saved",
}
"""The upgrade from each former schema to the next."""


def pending(file: Path) -> Finding | None:
    """Return what the next command would change in the store in *file*; None if it is up to date."""
    before = stored_schema(file)
    if before is None or before >= SCHEMA:
        return None
    steps = "; ".join(STEPS[each] for each in range(before, SCHEMA))
    message = (
        f"{file.name} was written by an earlier version (schema {before}). The next command that opens it brings it to "
        f"schema {SCHEMA}: {steps}. No match is changed, but that earlier version cannot open it any more"
    )
    return warn("upgrade", message, "stop the sync, make a backup, then: sheets-gm status (sheets-gm help running)")


def stored_schema(file: Path) -> int | None:
    """Return the schema of the SQLite store in *file*, which is only read; None if it is unknown."""
    try:
        connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return None
    try:
        row = connection.execute("SELECT version FROM sheets_gm_schema").fetchone()
    except sqlite3.Error:
        return None  # opening it says what is wrong with it
    finally:
        connection.close()
    return None if row is None else int(row[0])
