"""The spreadsheet of the season, which the sync keeps up to date."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sheets_gm.adapters.cli.context import Installation
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.kernel.errors import plain_reason

PAUSE = 60.0
"""Seconds until the next try if the spreadsheet could not be written."""


class SeasonKeeper:
    """Counts the season when a match ends, or continues after its end. Errors in it stop no match."""

    def __init__(self, installation: Installation, clock: Clock, log: Callable[[str], None]) -> None:
        self._installation = installation
        self._clock = clock
        self._log = log
        self._counted: frozenset[str] | None = None
        self._trouble = ""
        self._next = 0.0

    def after_round(self, statuses: Mapping[str, Status]) -> None:
        """Update the spreadsheet if the set of finished matches has changed since the last count."""
        over = frozenset(match for match, status in statuses.items() if status is Status.OVER)
        if over == self._counted or self._clock() < self._next:
            return
        from sheets_gm.adapters.season.keeping import FILE, keep_up

        if not (self._installation.folder / FILE).exists():
            self._counted = over
            return
        try:
            if keep_up(self._installation.folder, self._installation.store, self._installation.sheets):
                self._log("The spreadsheet of the season is up to date.")
            self._counted, self._trouble = over, ""
        except Exception as error:  # noqa: BLE001 - whatever it is, the matches go on
            self._next = self._clock() + PAUSE
            if plain_reason(error) != self._trouble:
                self._trouble = plain_reason(error)
                self._log(f"The spreadsheet of the season could not be written: {self._trouble}")
