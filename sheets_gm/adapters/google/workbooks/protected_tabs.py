"""Protecting the tabs of workbooks at Google, with what is known of their protection from the last call.

This knowledge is no longer valid after another process has protected them: then the record of the match notes another
protection, or its journal has an entry that this process did not write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body, batch_update, parts
from sheets_gm.adapters.google.calls.retries import MayHaveHappened
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsRefused
from sheets_gm.gm.workbooks.protection import protection_digest

Tabs = Mapping[int, protected_ranges.ProtectedTab]


class _Known(NamedTuple):
    """The protected *tabs* of a document as this process left them, and the protection in the record (*guarded*)."""

    guarded: str
    tabs: Tabs


class ProtectedTabs:
    """The protected tabs of each document, as known from the last write. *api* fetches those that are not known."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._known: dict[str, _Known] = {}

    def of(self, workbook: Workbook) -> Tabs:
        """Return the protected tabs of a workbook. They are fetched if they are not known."""
        cached = self._known.get(workbook.document)
        if cached is not None and cached.guarded == workbook.guarded:
            return cached.tabs
        return self._fetch(workbook.document)

    def changed(
        self,
        document: str,
        protections: Sequence[Protection],
        before: Tabs,
        requests: Sequence[Body],
        replies: Sequence[Body],
    ) -> None:
        """Note the tabs after *requests*, which got *replies*. *before* are the tabs until then.

        They are now protected by *protections*.
        """
        tabs = protected_ranges.after(before, requests, replies)
        self._known[document] = _Known(protection_digest(protections), tabs)

    def forget(self, document: str) -> None:
        """Forget the protected tabs of a document, so that they are fetched when they are needed."""
        self._known.pop(document, None)

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs, without a call if they already are. The remarks are what other people protect there."""
        # what is known may be old: this is also how protection is checked
        current = self._fetch(workbook.document)
        changes = protected_ranges.changes(current, protections, workbook)
        if changes:
            lost: SheetsRefused | MayHaveHappened | None = None
            try:
                for part in parts(changes):
                    batch_update(self._api, workbook.document, part)
            except (SheetsRefused, MayHaveHappened) as error:
                lost = error
            current = self._fetch(workbook.document)
            workbook = workbook.but(answered=protected_ranges.answered(current, protections, workbook))
            # an earlier attempt whose answer was lost may have succeeded: the current state shows it
            if lost and protected_ranges.changes(current, protections, workbook):
                raise lost
        self.forget(workbook.document)
        return workbook.but(remarks=protected_ranges.foreign_protections(current, protections))

    def _fetch(self, document: str) -> dict[int, protected_ranges.ProtectedTab]:
        params = {"fields": protected_ranges.MASK}
        return protected_ranges.protected_tabs(self._api.call("get", f"{SHEETS}/{document}", params=params))
