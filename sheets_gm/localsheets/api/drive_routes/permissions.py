"""`permissions` of the Drive API: with whom a file is shared.

The owner can share a file, and so can editors unless `writersCanShare` is false. A caller who has only the link can
neither share it nor see with whom it is shared. Only the owner can transfer ownership; a new owner in another domain
must accept first. The owner's permission cannot be removed. Every user can remove their own. Access inherited from a
folder can be extended here, but neither removed nor reduced.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheets_gm.localsheets.drive import folders, typed_cells
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.strangeness import DOMAIN_POLICY, NO_ACCOUNT
from sheets_gm.localsheets.protocol.errors import (
    ApiError,
    file_forbidden,
    inherited_permission,
    invalid,
    no_such_account,
    sharing_limit,
    sharing_policy,
)
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

MOST_SHARED, LONGEST_ADDRESS = 600, 320
"""Whom a file can be shared with at most, and the most characters of an address (RFC 3696).

Of Google 600 is told by others; its own pages that we know state no number.
"""
TYPES = ("user", "group", "domain", "anyone")


def require_owner(drive: Drive, document: Document, call: Call) -> None:
    """Raise 403 unless the caller is the owner."""
    if drive.role(call, document) != "owner":
        raise file_forbidden(document.id)


def require_sharer(drive: Drive, document: Document, call: Call) -> None:
    """Raise 403 unless the caller may change with whom the file is shared."""
    if not may_share(drive, document, call):
        raise file_forbidden(document.id)


def may_share(drive: Drive, document: Document, call: Call) -> bool:
    """Whether the caller may change with whom the file is shared."""
    return drive.role(call, document) in access.sharing_roles(document) and drive.is_named(call, document)


def _open_for_editors(drive: Drive, call: Call) -> Document:
    """Return the file for an editor with whom it is shared by name. Raises 403 for others."""
    document = drive.open(call, write=True)
    if not drive.is_named(call, document):
        raise file_forbidden(document.id)
    return document


def permissions_list(drive: Drive, call: Call) -> Json:
    """`permissions.list`: for editors. A user without an account on this server has no display name."""
    document = _open_for_editors(drive, call)
    return {
        "kind": "drive#permissionList",
        "permissions": [_permission_resource(drive, each) for each in folders.effective(document)],
    }


def _permission_resource(drive: Drive, held: Json) -> Json:
    if held["type"] != "user" or drive.knows(held["emailAddress"]):
        return held
    return {name: value for name, value in held.items() if name != "displayName"}


def permissions_get(drive: Drive, call: Call) -> Json:
    """`permissions.get`: for editors; everybody can get their own."""
    document = drive.open(call)
    permission = _find(folders.effective(document), call)
    if permission.get("emailAddress") != call.account:
        _open_for_editors(drive, call)
    return permission


def permissions_create(drive: Drive, call: Call) -> Json:
    """`permissions.create`: for a user, a group, a domain, or anyone with the link."""

    def work(document: Document) -> Json:
        require_sharer(drive, document, call)
        permission = _new_permission(drive, call.body)
        held = document.meta["permissions"]
        same = next((each for each in held if each["id"] == permission["id"]), None)
        if same is not None and same["role"] == "owner":
            return dict(same)
        if permission["role"] == "owner":
            _require_transfer(drive, document, call, permission)
        _check_invitation(drive, document, call, permission)
        if same is None and len(held) > MOST_SHARED:  # the owner's is one more
            raise ApiError(403, f"A file can be shared with at most {MOST_SHARED} addresses.")
        document.snapshot_meta()
        held = [each for each in document.meta["permissions"] if each["id"] != permission["id"]]
        document.meta["permissions"] = [*held, permission]
        if permission["role"] == "owner":
            _transfer_ownership(document, permission)
        return permission

    return drive.update_document(drive.open(call), call, work)


def permissions_update(drive: Drive, call: Call) -> Json:
    """`permissions.update`: change a role, or propose a new owner, who then accepts."""

    def work(document: Document) -> Json:
        now = _find(folders.effective(document), call)
        role, pending = call.body.get("role", now["role"]), call.body.get("pendingOwner")
        if role not in access.ROLES:
            raise invalid("The specified role is invalid.")
        if role == "owner" and now["role"] != "owner":
            _require_transfer(drive, document, call, now)
        elif pending:
            require_owner(drive, document, call)
        else:
            require_sharer(drive, document, call)
        if now["role"] == "owner" and role != "owner":
            raise file_forbidden(document.id)
        least = folders.inherited_role(document, now["id"])
        if least is not None and access.ROLES.index(role) < access.ROLES.index(least):
            raise inherited_permission()
        document.snapshot_meta()
        if all(each["id"] != now["id"] for each in document.meta["permissions"]):
            direct = {name: value for name, value in now.items() if name != "permissionDetails"}
            document.meta["permissions"] = [*document.meta["permissions"], direct]
        permission = _find(document.meta["permissions"], call)
        permission["role"] = role
        if pending is not None:
            for each in document.meta["permissions"]:
                each.pop("pendingOwner", None)
            if pending:
                permission |= {"pendingOwner": True, "role": "writer"}
        if role == "owner":
            _transfer_ownership(document, permission)
        return dict(permission)

    return drive.update_document(drive.open(call), call, work)


def permissions_delete(drive: Drive, call: Call) -> Json:
    """`permissions.delete`: any permission but the owner's. Users can always remove their own."""

    def work(document: Document) -> Json:
        permission = _find(folders.effective(document), call)
        if permission["id"] != access.permission_id("user", call.account):
            require_sharer(drive, document, call)
        if permission["role"] == "owner":
            raise file_forbidden(document.id)
        if all(each["id"] != permission["id"] for each in document.meta["permissions"]):
            raise inherited_permission()
        document.snapshot_meta()
        document.meta["permissions"] = [each for each in document.meta["permissions"] if each["id"] != permission["id"]]
        typed_cells.forget(document, permission.get("emailAddress", ""))
        return {}

    return drive.update_document(drive.open(call), call, work)


def _find(permissions: Iterable[Json], call: Call) -> Json:
    name = call.names[1]
    permission: Json | None = next((each for each in permissions if each["id"] == name), None)
    if permission is None:
        raise ApiError(404, f"Permission not found: {name}.", reason="notFound", location="permissionId")
    return permission


def _check_invitation(drive: Drive, document: Document, call: Call, permission: Json) -> None:
    """Check whether a file may be shared like this.

    Raises 400 for an address without an account that may not be mailed; 403 for too many shares or shares outside the
    domain, if these limits are on.
    """
    if DOMAIN_POLICY in drive.strangeness and _is_outside(document, permission):
        raise sharing_policy()
    mailed = call.options().get("sendNotificationEmail", "true").lower() != "false"
    if NO_ACCOUNT in drive.strangeness and permission["type"] == "user" and not mailed:
        has_account = drive.knows(str(call.body["emailAddress"])) or drive.knows(permission["emailAddress"])
        if not has_account:
            raise no_such_account(permission["emailAddress"])
    if not drive.strangeness.may_share(call.account, drive.clock().timestamp()):
        raise sharing_limit()


def _is_outside(document: Document, permission: Json) -> bool:
    """Whether a permission admits somebody from another domain than the owner's, or anyone with the link."""
    return str(permission.get("domain") or access.domain(permission.get("emailAddress", ""))) != access.domain(
        document.meta["owner"]
    )


def _new_permission(drive: Drive, body: Json) -> Json:
    """Return the Permission resource that *body* describes. Raises 400 in Drive's words."""
    kind, role = body.get("type"), body.get("role")
    for name, value in (("type", kind), ("role", role)):
        if not value:
            raise ApiError(400, f"The permission {name} field is required.", reason="required")
    if kind not in TYPES or role not in access.ROLES or (role == "owner" and kind != "user"):
        raise ApiError(400, "The specified role is invalid or not applicable for the given permission type.")
    if kind == "anyone":
        return {
            "kind": "drive#permission",
            "id": access.LINK,
            "type": "anyone",
            "role": role,
            "allowFileDiscovery": False,
        }
    name = "domain" if kind == "domain" else "emailAddress"
    whom = body.get(name)
    if (
        not isinstance(whom, str)
        or not whom
        or (name == "emailAddress" and "@" not in whom)
        or len(whom) > LONGEST_ADDRESS
    ):
        raise ApiError(400, f"The specified {name} is invalid or not applicable for the given permission type.")
    whom = drive.strangeness.spelling(whom)
    if kind == "user":
        return access.of_user(whom, role)
    named = {name: whom, "displayName": whom}
    return {"kind": "drive#permission", "id": access.permission_id(kind, whom), "type": kind, "role": role, **named}


def _require_transfer(drive: Drive, document: Document, call: Call, to: Json) -> None:
    """Raise 403 unless the owner calls and the new owner is in the same domain, or the caller accepts a proposed
    transfer.
    """
    if call.options().get("transferOwnership", "").lower() != "true":
        message = "The transferOwnership parameter must be enabled when the permission role is 'owner'."
        raise ApiError(403, message, reason="forbidden", location="transferOwnership")
    if to.get("pendingOwner") and to["id"] == access.permission_id("user", call.account):
        return
    require_owner(drive, document, call)
    if access.domain(to["emailAddress"]) != access.domain(document.meta["owner"]):
        message = "Consent is required to transfer ownership of a file to another user."
        raise ApiError(403, message, reason="consentRequiredForOwnershipTransfer")


def _transfer_ownership(document: Document, new: Json) -> None:
    """Transfer the ownership; the previous owner becomes an editor."""
    for each in document.meta["permissions"]:
        if each["role"] == "owner" and each["id"] != new["id"]:
            each["role"] = "writer"
    new.pop("pendingOwner", None)
    document.meta["owner"] = new["emailAddress"]
