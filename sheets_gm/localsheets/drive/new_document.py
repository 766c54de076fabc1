"""New documents: with an engine for their formulas, an owner and the default properties."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.identity.accounts import Caller, new_token
from sheets_gm.localsheets.spreadsheet.calculation.recalculation.engine import Engine
from sheets_gm.localsheets.spreadsheet.formulas.reference_updates import follow
from sheets_gm.localsheets.spreadsheet.model.access import of_user
from sheets_gm.localsheets.spreadsheet.model.document import Document


def document_with_engine(name: str, meta: dict[str, Any]) -> Document:
    """A document with the id *name* and without sheets."""
    return Document(name, meta, Engine, follow)


def new_document(caller: Caller, now: str, title: str, properties: dict[str, Any] | None = None) -> Document:
    """Return an empty document, not yet stored. It belongs to *caller*, and with the scope `drive.file` to the caller's
    app.
    """
    owner = caller.account
    name = new_token().replace("-", "0").replace("_", "1")
    meta = {
        "properties": {
            "title": title,
            "locale": "en_US",
            "autoRecalc": "ON_CHANGE",
            "timeZone": "Etc/GMT",
            **(properties or {}),
        },
        "owner": owner,
        "permissions": [of_user(owner, "owner")],
        "apps": [caller.client],
        "createdTime": now,
        "modifiedTime": now,
        "lastModifyingUser": owner,
        "version": 0,
    }
    return document_with_engine(name, meta)
