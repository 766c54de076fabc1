"""How an exported file was made apart from its record: for which audience, and in which time zone."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from sheets_gm.adapters.export.record import BadExport
from sheets_gm.adapters.installation.version import running
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.past import Past
from sheets_gm.kernel.model import Model


class Origin(Model):
    """*seat*, *team* and *everything* are those of the audience, *zone* is the time zone of the match.

    *version* is that of the program that wrote the file; "" for older ones, which did not write it.
    """

    seat: str | None
    team: str
    everything: bool
    zone: str
    version: str = ""

    @property
    def audience(self) -> Audience:
        """The audience of the file."""
        return Audience(self.seat, self.team, self.everything)


def origin_of(past: Past, audience: Audience) -> Origin:
    """Return the origin of a file that shows *past* to *audience*."""
    zone = past.record.policy.zone
    return Origin(seat=audience.seat, team=audience.team, everything=audience.everything, zone=zone, version=running())


def read_origin(text: str, path: Path) -> Origin:
    """Return the origin in *text*, from the file *path*. Raises `BadExport`."""
    try:
        return Origin.model_validate_json(text)
    except ValidationError as error:
        raise BadExport(f"{path} is damaged: it does not say how it was made.") from error
