"""Sharing: who may open a document, and who could not be invited.

Every account is tried. If the service refuses one, the reason is noted, and the others still get access. Google may
spell an account differently from the roster. Its spelling is stored with the account, so that a person is not invited
twice, and not lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.adapters.google.calls.api import FILES, Api, Body, NotFound, pages
from sheets_gm.adapters.google.drive.strangers import READING, inherited_roles, is_inherited, line_of
from sheets_gm.gm.match_record.workbook import LATER, NO_ACCOUNT, UNINVITED, UNSEEN, Guest, Workbook
from sheets_gm.gm.ports.sheets import Sharing, SheetsRefused

MASK = "nextPageToken,permissions(id,type,role,emailAddress,domain,permissionDetails(role,inherited))"
"""The fields to fetch of permissions."""

PAGE = 100
"""Permissions in one page: the most that Drive sends."""

LINK = "anyoneWithLink"
"""The id that Google gives to the access of anyone who has the link."""

ROLES = ("reader", "commenter", "writer", "fileOrganizer", "organizer", "owner")
"""Roles, from the least to the most."""


class SharingLimit(SheetsRefused):
    """Google does not let the account share anything for some hours."""


class Inherited(SheetsRefused):
    """The access comes from a folder or a shared drive, and can be changed only there."""


class NotMailed(SheetsRefused):
    """The access was given, but Google could not send the e-mail about it."""


class NoGoogleAccount(SheetsRefused):
    """There is no Google account with that address, and an e-mail was not allowed."""


def permissions(api: Api, document: str) -> Iterator[Body]:
    """Yield who has access to a document. Raises `SheetsRefused` if this account may not see that."""
    for page in pages(api, f"{FILES}/{document}/permissions", {"fields": MASK, "pageSize": PAGE}):
        yield from page.get("permissions", ())


def share(api: Api, workbook: Workbook, sharing: Sharing) -> Workbook:
    """Share a workbook with the people in *sharing*, remove earlier ones, and return it with its guests."""
    before = {guest.account: guest for guest in workbook.guests} or {
        account: Guest(account=account) for account in workbook.shared
    }
    if not sharing.guests and not before:
        return workbook
    try:
        held = {str(each["id"]): each for each in permissions(api, workbook.document)}
    except SheetsRefused as refused:
        why = UNSEEN if sharing.invites == UNINVITED else str(refused)
        return _with_guests(workbook, [guest.but(permission="", refused=why) for guest in sharing.guests])
    for account, guest in before.items():
        access = _found(held, guest)
        if account not in {each.account for each in sharing.guests} and access is not None:
            problem = remove(api, workbook.document, access)
            if problem:
                workbook = workbook.but(strangers=tuple(dict.fromkeys((*workbook.strangers, problem))))
    guests: list[Guest] = []
    invites = sharing.invites
    for guest in sharing.guests:
        guest_before = before.get(guest.account, guest)
        admitted = _admit(api, workbook, guest, _found(held, guest_before.but(role=guest.role)), invites)
        if admitted.refused == LATER:
            invites = LATER
        guests.append(admitted)
    return _with_guests(workbook, guests)


def _with_guests(workbook: Workbook, guests: Sequence[Guest]) -> Workbook:
    """Return the workbook with its guests. If their access has changed, its protection is due for a check."""
    shared = tuple(sorted(guest.account for guest in guests if guest.permission and guest.account))
    same = {(each.account, each.address) for each in workbook.guests if each.permission} == {
        (each.account, each.address) for each in guests if each.permission
    }
    kept: Body = {} if same else {"guarded": "", "answered": {}}
    return workbook.but(guests=tuple(guests), shared=shared, **kept)


def _found(held: Mapping[str, Body], guest: Guest) -> Body | None:
    """Return the access of a guest; None if there is none."""
    if guest.permission in held:
        return held[guest.permission]
    if not guest.account:
        return held.get(LINK)
    names = {guest.account.casefold(), guest.address.casefold()} - {""}
    return next((each for each in held.values() if str(each.get("emailAddress", "")).casefold() in names), None)


def _admit(api: Api, workbook: Workbook, guest: Guest, access: Body | None, invites: str) -> Guest:
    """Return the guest with access, or with the reason for having none. *access* is the existing access."""
    address = f"{FILES}/{workbook.document}/permissions"
    try:
        if access is None and invites in (UNINVITED, LATER):
            return guest.but(permission="", address="", refused=invites)
        if access is None:
            access = _invite(api, address, guest, mail=invites == "mail")
        elif must_change(workbook, guest, access):
            access = _change(api, f"{address}/{access['id']}", guest.role) or access
    except SharingLimit:
        return guest.but(permission="", address="", refused=LATER)
    except NoGoogleAccount:
        return guest.but(permission="", address="", refused=NO_ACCOUNT)
    except SheetsRefused as refused:
        return guest.but(permission="", address="", refused=str(refused))
    return guest.but(permission=str(access["id"]), address=str(access.get("emailAddress", "")), refused="")


def _change(api: Api, address: str, role: str) -> Body | None:
    """Change the role of an access. Return None if it is inherited; then the guest keeps a larger role."""
    try:
        return api.call("patch", address, {"role": role}, params={"fields": "id,type,role,emailAddress"})
    except Inherited:
        return None


def must_change(workbook: Workbook, guest: Guest, access: Body) -> bool:
    """Return whether a guest's role is too small, or is larger than this program gave and can be reduced."""
    role = str(access["role"])
    if ROLES.index(role) < ROLES.index(guest.role):
        return True
    given = role == "writer" and guest.role in READING and guest.account in workbook.shared
    return given and "writer" not in inherited_roles(access)


def _invite(api: Api, address: str, guest: Guest, *, mail: bool) -> Body:
    """Share with a guest. Google sends an e-mail only if there is no other way, and only if *mail* allows it."""
    kind = "anyone" if not guest.account else "group" if guest.is_group else "user"
    body = {"type": kind, "role": guest.role, **({"emailAddress": guest.account} if guest.account else {})}
    params: Body = {"fields": "id,type,role,emailAddress"}
    if kind == "anyone":
        return api.call("post", address, body, params=params)
    try:
        return api.call("post", address, body, params={**params, "sendNotificationEmail": "false"})
    except NoGoogleAccount:
        if not mail:
            raise
        try:
            return api.call("post", address, body, params={**params, "sendNotificationEmail": "true"})
        except NotMailed:
            held = api.call("get", address, params={"fields": MASK, "pageSize": PAGE}).get("permissions", ())
            given = next((each for each in held if _is_of(each, guest.account)), None)
            if given is None:
                raise
            return dict(given)


def _is_of(access: Body, account: str) -> bool:
    return str(access.get("emailAddress", "")).casefold() == account.casefold()


def remove(api: Api, document: str, access: Body) -> str:
    """Remove an access, except an owner's. Return "", or a line about one that cannot be removed."""
    if access["role"] == "owner":
        return ""
    if is_inherited(access):
        return line_of(access)
    try:
        api.call("delete", f"{FILES}/{document}/permissions/{access['id']}")
    except NotFound:
        return ""  # somebody else was faster
    except Inherited:
        return line_of({**access, "permissionDetails": [{"role": access["role"], "inherited": True}]})
    except SheetsRefused as refused:
        return f"{line_of(access)} ({refused})"
    return ""


def uninvite(api: Api, workbook: Workbook) -> None:
    """Remove the access of those who got it when the workbook was built."""
    held = {str(each["id"]): each for each in permissions(api, workbook.document)}
    for guest in workbook.guests:
        if guest.permission in held and guest.account in workbook.invited:
            remove(api, workbook.document, held[guest.permission])
