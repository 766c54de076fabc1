"""Sharing: who may edit a document."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.adapters.google.api import FILES, Api
from sheets_gm.gm.ports.sheets import SheetsRefused


def share(api: Api, document: str, writers: Sequence[str], without: Sequence[str] = ()) -> tuple[str, ...]:
    """Let *writers* edit a document, and remove those in *without*. Return the writers who are new.

    If one writer is refused, those added before are removed again. `SheetsRefused`.
    """
    if not writers and not without:
        return ()
    address = f"{FILES}/{document}/permissions"
    permissions = api.call("get", address, params={"fields": "permissions(id,emailAddress,role)"})["permissions"]
    editors = {each.get("emailAddress", "").casefold() for each in permissions if each["role"] in ("writer", "owner")}
    removed = {account.casefold() for account in without}
    for each in permissions:
        if each.get("emailAddress", "").casefold() in removed and each["role"] != "owner":
            api.call("delete", f"{address}/{each['id']}")
    new: list[str] = []
    try:
        for account in writers:
            if account.casefold() not in editors:
                body = {"type": "user", "role": "writer", "emailAddress": account}
                api.call("post", address, body, params={"sendNotificationEmail": "false"})
                new.append(account)
    except SheetsRefused as refused:
        share(api, document, (), new)
        raise SheetsRefused(f"The spreadsheet cannot be shared with {account}: {refused}") from refused
    return tuple(new)
