"""Audiences: who looks back at a match, which determines what they may see."""

from __future__ import annotations

from dataclasses import dataclass

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import GM, Event
from sheets_gm.kernel.rules import Secrecy

PUBLIC_NAME = "public"


class NoSuchAudience(UserError, LookupError):
    """No seat, player or team of the match has that name. The message lists the possible names."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who look: as *seat* (None: the public) and its *team*. *everything*: nothing is hidden."""

    seat: str | None = None
    team: str = ""
    everything: bool = False

    @property
    def eyes(self) -> tuple[str, ...]:
        """The seat and the team, as events name their audience."""
        return tuple(each for each in (self.seat, self.team) if each)

    def knows(self, event: Event) -> bool:
        """Return whether this audience may know of *event*."""
        return self.everything or event.known_to(*self.eyes)


PUBLIC = Audience()
EVERYTHING = Audience(seat=GM, everything=True)


def usual_audience(record: Record, secrecy: Secrecy) -> Audience:
    """Return the audience of a match if none is named.

    It is everything once the match is over, or if the game hides nothing; otherwise it is the public.
    """
    return EVERYTHING if record.status is Status.OVER or secrecy is Secrecy.OPEN else PUBLIC


def audience_named(record: Record, name: str) -> Audience:
    """Return the audience called *name*: "public", "gm", or a seat, a player or a team. Raises `NoSuchAudience`."""
    wanted = plain(name)
    if wanted == PUBLIC_NAME:
        return PUBLIC
    if wanted == GM:
        return EVERYTHING
    people = record.people
    seats = [seat for seat in people if wanted == plain(seat.id)]
    seats = seats or [seat for seat in people if wanted == plain(seat.player)]
    if len(seats) == 1:
        return Audience(seats[0].id, seats[0].team)
    if any(wanted == plain(seat.team) for seat in people):
        return Audience(next(seat.team for seat in people if wanted == plain(seat.team)))
    names = [seat.player if seat.player == seat.id else f"{seat.player} ({seat.id})" for seat in people]
    raise NoSuchAudience(f"Nobody in this match is called “{name}”. There are {listed([*names, PUBLIC_NAME, GM])}.")
