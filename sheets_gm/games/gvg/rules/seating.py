"""The seats of a match: two teams, a captain each, and a role for every player (GVG-1, GVG-4, GVG-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import (
    ROLES,
    TEAMS,
)
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Return why a match cannot start with *seats* (GVG-1, GVG-4, GVG-9, R38)."""
    remarks = list(_carrying(settings))
    if settings.forward_spawn > settings.team_size:
        text = f"forward_spawn {settings.forward_spawn} is more than the players of a team, team_size"
        remarks.append(Remark(text=f"{text} {settings.team_size}: write {settings.team_size} or less"))
    names: dict[str, str] = {}
    for seat in seats:
        if seat.team not in TEAMS:
            remarks.append(Remark(field=seat.id, text=f"there is no team “{seat.team}”; the teams are {listed(TEAMS)}"))
        if seat.trait("role") not in ROLES:
            text = f"“{seat.trait('role')}” is not a role; the roles are {listed(ROLES)}"
            remarks.append(Remark(field=seat.id, text=text, clause="GVG-9"))
        if seat.player in names:
            text = f"{seat.player} already plays {names[seat.player]}; give every player a different name"
            remarks.append(Remark(field=seat.id, text=text))
        names.setdefault(seat.player, seat.id)
    for team in TEAMS:
        members = [seat for seat in seats if seat.team == team]
        if not 1 <= len(members) <= settings.team_size:
            text = (
                f"it has {counted(len(members), 'player')}, and 1 to {settings.team_size} can play; "
                f"write {' or '.join(TEAMS)} in the column “team”, or leave it empty to divide players evenly"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-1"))
        captains = [seat.player for seat in members if seat.captain]
        if members and len(captains) != 1:
            text = (
                f"it needs one captain but has {len(captains)} ({listed(captains)}); mark one in the column “captain”"
            )
            remarks.append(Remark(field=team, text=text, clause="GVG-4"))
        most = settings.max_per_role
        for role in ROLES:
            count = sum(seat.trait("role") == role for seat in members)
            if most is not None and count > most:
                text = f"it has {count} players with the role {role}, and the limit is {most}; change the column “role”"
                remarks.append(Remark(field=team, text=text, clause="GVG-9"))
    return tuple(remarks)


def _carrying(settings: Settings) -> Iterator[Remark]:
    """Yield settings with which no Tree can be carried home, or an enemy on the tile makes its carrier faster (GVG-53,
    GVG-54).
    """
    steps, marked = settings.carrier_steps, settings.carrier_steps_marked
    if not steps:
        text = "carrier_steps 0 lets no carrier move, so no Tree is ever captured: write 1 or more"
        yield Remark(text=text, clause="GVG-53")
    elif marked > steps:
        text = f"carrier_steps_marked {marked} is more than carrier_steps {steps}, so an enemy on its tile would speed"
        yield Remark(text=f"{text} a carrier up: write {steps} or less", clause="GVG-54")
    if settings.owner_may_carry:
        text = (
            "owner_may_carry lets a team carry its own Tree away from the enemy, who must then knock the carrier down"
        )
        yield Remark(text=text, clause="GVG-R25", refuses=False)
