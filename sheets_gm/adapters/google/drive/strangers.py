"""Strangers: accounts that can open a spreadsheet although the program did not give them access.

An access that comes from a folder or a shared drive cannot be removed from a spreadsheet in it. The program does not
try, but says where it can be removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import DRIVE, Api, Body
from sheets_gm.gm.ports.sheets import SheetsRefused

READING = ("reader", "commenter")
"""The roles that cannot change a cell."""

UNSEEN = "this account cannot see who can open it: look yourself, under Share"
"""The line about a private spreadsheet whose readers are unknown."""

_MEANS = {"reader": "read", "commenter": "comment on"}


def is_inherited(access: Mapping[str, Any]) -> bool:
    """Return whether an access comes only from a folder or a shared drive, so that it can be removed only there."""
    details = access.get("permissionDetails", ())
    return bool(details) and all(each.get("inherited") for each in details)


def inherited_roles(access: Mapping[str, Any]) -> frozenset[str]:
    """Return the roles that somebody inherits from a folder or a shared drive."""
    return frozenset(str(each.get("role", "")) for each in access.get("permissionDetails", ()) if each.get("inherited"))


def name_of(access: Mapping[str, Any]) -> str:
    """Return the name of the person or group with an access."""
    kind = access["type"]
    if kind == "anyone":
        return "anyone with the link"
    if kind == "domain":
        return f"everybody of {access['domain']}" if access.get("domain") else "everybody of a domain"
    return str(access.get("emailAddress") or f"a {kind}")


def advice(access: Mapping[str, Any]) -> str:
    """Return how to remove an access by hand."""
    if is_inherited(access):
        return "it is inherited: remove it in the folder or the shared drive"
    if access["type"] == "anyone":
        return "Share, General access: Restricted"
    return f"Share, and remove {name_of(access)}"


def line_of(access: Mapping[str, Any]) -> str:
    """Return who can open a spreadsheet, and how to end that."""
    means = _MEANS.get(str(access["role"]), "edit")
    return f"{name_of(access)} can {means} it too: {advice(access)}"


class Insiders:
    """The accounts of this program: the one that calls *api*, and the *accounts* that share its work.

    If the address of the calling account is unknown, Drive knows the id of its access.
    """

    def __init__(self, api: Api, accounts: Callable[[], Collection[str]]) -> None:
        self._api = api
        self._accounts = accounts
        self._own: str | None = None

    def include(self, access: Mapping[str, Any]) -> bool:
        """Return whether an access belongs to one of these accounts."""
        address = str(access.get("emailAddress", ""))
        if any(same_person(address, account) for account in self._accounts() if address):
            return True
        if self._own is None:
            user = self._api.call("get", f"{DRIVE}/about", params={"fields": "user(permissionId)"}).get("user", {})
            self._own = str(user.get("permissionId", ""))
        return str(access["id"]) == self._own


def same_person(one: str, two: str) -> bool:
    """Return whether two addresses may be spellings of the same account. Google knows some accounts by several."""
    return _plain(one) == _plain(two)


def _plain(address: str) -> str:
    name, _, domain = address.casefold().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain.replace('googlemail.com', 'gmail.com')}"


def strangers(
    held: Iterable[Body], expected_ids: Collection[str], insiders: Insiders, accounts: Collection[str] = ()
) -> list[Body]:
    """Return those of *held* that are strangers.

    An access is none if its id is in *expected_ids*, or it belongs to one of *accounts* ("" is anyone with the link),
    to this program, or to an owner.
    """
    return [
        each
        for each in held
        if each["role"] != "owner"
        and str(each["id"]) not in expected_ids
        and not any(_is_of(each, account) for account in accounts)
        and not insiders.include(each)
    ]


def _is_of(access: Mapping[str, Any], account: str) -> bool:
    if not account:
        return bool(access["type"] == "anyone")
    return "emailAddress" in access and same_person(str(access["emailAddress"]), account)


def require_private(name: str, outsiders: Sequence[Body]) -> None:
    """Raise `SheetsRefused` if strangers can open the spreadsheet *name*, which must be private."""
    if outsiders:
        raise SheetsRefused(
            f"{name} would not be private: {'; '.join(map(line_of, outsiders))}. End that or use another spreadsheet. "
            "With --set allow-others=yes it is used as it is, and the GM tab names them."
        )
