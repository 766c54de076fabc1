"""Why polling a match cannot continue, as errors that state what the GM can do."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Adopt, AnyAction, Override, Rewind
from sheets_gm.kernel.errors import GameError, UserError


class RulesChanged(UserError):
    """A match is bound to another version of its game's rules than the one that is installed."""

    def __init__(self, match: str, bound: str, found: str) -> None:
        super().__init__(
            f"{match} is bound to rules {bound}, and {found} is installed. `sheets-gm recheck` shows whether all "
            "that was played stays the same; `sheets-gm recheck --adopt` lets the match go on with the new rules."
        )


class PositionBroken(UserError):
    """The rules raise an error on the current position; an override or a rewind repairs it."""

    def __init__(self, match: str, number: int, why: str) -> None:
        super().__init__(
            f"{match} cannot go on from entry {number} ({why}). Go back to the position before it with "
            f'`sheets-gm rewind {match} "#{max(number - 1, 0)}" --why ...`'
        )


class Runaway(GameError):
    """A game opens step after step in which nobody has anything to do."""


def check_playable(session: Session, actions: Sequence[AnyAction]) -> None:
    """Refuse a match that cannot go on, unless one of *actions* repairs it. `RulesChanged`, `PositionBroken`."""
    if session.record.rules_version != session.game.version and not any(isinstance(each, Adopt) for each in actions):
        raise RulesChanged(session.match, session.record.rules_version, session.game.version)
    if session.broken and not any(isinstance(each, Override | Rewind) for each in actions):
        session.refresh()  # another process may have repaired it
        if session.broken:
            raise PositionBroken(session.match, session.entry.number, session.broken)
