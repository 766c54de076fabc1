"""The context of a GM action: the match as it is when somebody asks for the action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.template import Template


@dataclass(frozen=True, slots=True)
class MatchContext:
    """The parts of a match at the time *now* that an action of the game master needs.

    *last* is the number of the newest entry. *entries* reads the journal backwards from its end, *past* returns the
    position after an entry. *waiting* are the seats and teams that the match waits for; None if that is not known yet.
    """

    game: Game[Any, Any]
    template: Template
    record: Record
    state: Any
    last: int
    now: float
    entries: Callable[[], Iterable[Entry]]
    past: Callable[[int], Any]
    waiting: Collection[str] | None = None
