"""A spreadsheet: a document whose formulas are worked out, and follow what they refer to."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.formulas.engine import Engine
from sheets_gm.localsheets.formulas.moving import follow


def spreadsheet(name: str, meta: dict[str, Any]) -> Document:
    """A document with the id *name* and no tabs yet."""
    return Document(name, meta, Engine, follow)
