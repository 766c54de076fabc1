"""Protecting the tabs of workbooks at Google, with what is known of their protection from the last call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body, batch_update, parts
from sheets_gm.adapters.google.calls.retries import MayHaveHappened
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.gm.ports.sheets import Protection, SheetsRefused
from sheets_gm.gm.record.workbook import Workbook


class ProtectedTabs:
    """The protected tabs of each document, as they are known from the last write; *api* fetches those of others."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._known: dict[str, Mapping[int, protected_ranges.ProtectedTab]] = {}

    def of(self, document: str) -> Mapping[int, protected_ranges.ProtectedTab]:
        """The protected tabs of a document, fetched if they are not known."""
        return self._known.get(document) or self._fetch(document)

    def changed(
        self,
        document: str,
        before: Mapping[int, protected_ranges.ProtectedTab],
        requests: Sequence[Body],
        replies: Sequence[Body],
    ) -> None:
        """Note what became of the tabs *before* after *requests*, which were answered by *replies*."""
        self._known[document] = protected_ranges.after(before, requests, replies)

    def forget(self, document: str) -> None:
        """Fetch the protected tabs of a document again when they are needed."""
        self._known.pop(document, None)

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs, in no batch if they already are. The remarks are what other people protect there."""
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
