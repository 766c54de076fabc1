"""What `sheets-gm new --from` takes from an exported match: its game, its settings, its people and a position."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from sheets_gm.gm.story.sandboxes import Taken
    from sheets_gm.kernel.match.journal import Charter
    from sheets_gm.kernel.seats import Seat

MOST_NAME = 60
"""Letters of the name of a match."""


class Origin(NamedTuple):
    """The match from which a sandbox is taken, and the position."""

    charter: Charter
    taken: Taken

    @property
    def title(self) -> str:
        """The default title of the sandbox."""
        return f"{self.charter.title}, {self.taken.sandbox.label}"

    def name(self, taken: Collection[str]) -> str:
        """Return a name for the sandbox that is not in *taken*."""
        ends = ("-sandbox", *(f"-sandbox-{number}" for number in range(2, 10_000)))
        names = (f"{self.charter.match[: MOST_NAME - len(end)]}{end}" for end in ends)
        return next(name for name in names if name not in taken)


def origin_of_sandbox(path: Path, turn: str | None, game_name: str | None) -> Origin:
    """Return the match in the exported file *path*, before *turn*. Raises `BadExport`, `NoSuchTurn` or `NoSandbox`."""
    from sheets_gm.adapters.export.carried import fitting, past_in_file
    from sheets_gm.gm.story.sandboxes import take

    past = past_in_file(path)
    charter = past.record.charter
    if game_name and game_name != charter.game:
        raise click.UsageError(f"{path} is a match of {charter.game}, not of {game_name}: leave the game out.")
    with fitting(path):
        return Origin(charter, take(past, turn))


def check_fits(seats: tuple[Seat, ...], taken: Taken) -> None:
    """Raise `UsageError` unless the roster has the same *seats* as the sandbox. The players may differ."""
    there, wanted = _places(seats), _places(taken.seats)
    if there != wanted:
        raise click.UsageError(
            "The roster must have the seats of that match, with their teams and choices: "
            + "; ".join(sorted(wanted - there) or sorted(there - wanted))
            + "."
        )


def _places(seats: tuple[Seat, ...]) -> set[str]:
    return {
        " ".join((seat.id, seat.team, *(("captain",) if seat.captain else ()), *seat.traits.values())) for seat in seats
    }
