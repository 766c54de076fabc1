"""Drive permissions: with whom a file is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheets_gm.localsheets import access
from sheets_gm.localsheets.calls import Call, Json
from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.errors import forbidden, invalid, not_found

if TYPE_CHECKING:
    from sheets_gm.localsheets.service import Service


def permissions_list(service: Service, call: Call) -> Json:
    """`permissions.list`."""
    document = service.open(call)
    return {"kind": "drive#permissionList", "permissions": document.meta["permissions"]}


def permissions_create(service: Service, call: Call) -> Json:
    """`permissions.create`: for a user, or for anyone who has the link."""

    def work(document: Document) -> Json:
        wanted: Json = {name: call.body[name] for name in ("type", "role", "emailAddress") if name in call.body}
        if wanted.get("role") not in access.ROLES or wanted.get("type") not in ("user", "anyone"):
            raise invalid("The specified permission is not valid.")
        document.touch_meta()
        held = document.meta["permissions"]
        same = [each for each in held if each.get("emailAddress") == wanted.get("emailAddress")]
        made: Json = {"id": str(max(int(each["id"]) for each in held) + 1), **wanted}
        if same and same[0]["type"] == wanted["type"]:
            made["id"] = same[0]["id"]
            if same[0]["role"] == "owner":
                made = same[0]
            held[held.index(same[0])] = made
        else:
            held.append(made)
        return {"kind": "drive#permission", **made}

    return service.change(call, work)


def permissions_delete(service: Service, call: Call) -> Json:
    """`permissions.delete`: never the owner's."""

    def work(document: Document) -> Json:
        held = document.meta["permissions"]
        found = next((each for each in held if each["id"] == call.names[1]), None)
        if found is None:
            raise not_found()
        if found["role"] == "owner":
            raise forbidden()
        document.touch_meta()
        document.meta["permissions"] = [each for each in held if each is not found]
        return {}

    return service.change(call, work)
