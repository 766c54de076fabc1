"""A sealed match of Champions on the local spreadsheet: everybody has a workbook of its own, and bots play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sheets_gm.adapters.installation import templates
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.forms import Typed
from tests.gm import table

TEMPLATE = templates.template("champions")


@dataclass
class Evening(table.Evening):
    """A match that bots can play until some phase, and people's cells in their own workbooks."""

    plays: str = "champions"
    players: int | None = 3
    policy: Policy = field(default_factory=lambda: Policy(layout="sealed", gm=("gm@table",)))

    def until(self, phase: str) -> None:
        """Play until *phase* is open."""
        for _ in range(60):
            if self.table.session.state.phase == phase:
                return
            self.play()
        raise AssertionError(f"the phase {phase} never came")

    def fill(self, seat: str, row: str = "", **cells: Typed) -> str:
        """Fill in cells of a row of the open form in the workbook of *seat*, tick, and hear what the sheet answers."""
        tab, name, key = self.table.session.state.phase, f"{seat} {row}".strip(), f"seat.{seat}"
        typed = {self.cell(tab, name, field, key): value for field, value in cells.items()}
        self.type(tab, typed, f"{self.table.session.people.seats[seat].player.lower()}@table", key)
        self.tick()
        return self.receipt(name, tab, key)

    def texts(self, key: str, but: str = "") -> Iterator[str]:
        """Every text in a workbook, *but* those of one tab, by its key."""
        for tab, rows in self.sheets_of(key).items():
            if tab == but:
                continue
            yield from (value for row in rows for value in row if isinstance(value, str))
