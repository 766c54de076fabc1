"""Errors that stop the polling of a match. They state what the game master can do."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.between.rows.position_checks import fault, newest_to_go_on_from
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.rule_errors import RulesFailed
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Action, Adopt, Override, Rewind
from sheets_gm.kernel.errors import GameError, SetupError, UnavailableError, UserError


class RulesChanged(UserError):
    """A match is bound to another version of its game's rules than the installed one."""

    def __init__(self, match: str, bound: str, installed: str) -> None:
        self.bound = bound
        super().__init__(
            f"{match} is bound to rules {bound}, and {installed} is installed. `sheets-gm recheck` shows whether all "
            "that was played stays the same; `sheets-gm recheck --adopt` lets the match go on with the new rules."
        )


class PositionBroken(UserError):
    """The rules fail on the current position, or on the orders of its step; an override or a rewind repairs it."""


class Runaway(GameError):
    """A game opens step after step in which nobody has anything to do."""


def check_playable(session: Session, actions: Sequence[Action]) -> None:
    """Raise `RulesChanged` or `RulesFailed` if the match cannot continue and none of *actions* repairs it."""
    if session.record.rules_version != session.game.version and not any(isinstance(each, Adopt) for each in actions):
        raise RulesChanged(session.match, session.record.rules_version, session.game.version)
    if session.position.broken and not any(isinstance(each, Override | Rewind) for each in actions):
        session.refresh()  # another process may have repaired it
        if session.position.broken:
            raise RulesFailed(session.position.broken)


def _position_broken(session: Session, why: str) -> PositionBroken:
    """Return the error for a match whose rules fail, for the reason *why*. It names an entry to go back to."""
    match, number = session.match, session.entry.number
    to = newest_to_go_on_from(session.context())
    if to is None:
        what = f"No entry before it goes on either: correct the rules of {session.game.name}"
    else:
        what = f'Go back to a position from which it goes on with `sheets-gm rewind {match} "#{to}" --why ...`'
    return PositionBroken(f"{match} cannot go on from entry {number}: {why.removesuffix('.')}. {what}")


def as_position_broken(session: Session, error: Exception) -> PositionBroken | None:
    """Return *error* as an error of the rules on the current position; None if it has another cause."""
    if isinstance(error, RulesFailed):
        return _position_broken(session, str(error))
    if isinstance(error, UserError | SetupError | UnavailableError | Conflict | Runaway):
        return None
    why = fault(session.context(), session.state, steps=0)
    return None if why is None else _position_broken(session, why)
