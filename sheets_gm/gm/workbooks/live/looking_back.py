"""Looking back at a match that is over: its story and its last boards, made once for each entry from the journal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sheets_gm.gm.session import Session
from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import last_turn
from sheets_gm.gm.workbooks.snapshot import Final


@dataclass(slots=True)
class LookingBack:
    """The match of *session* in retrospect, as everybody may see it."""

    session: Session
    _last: tuple[Any, Final] | None = field(default=None)

    def final(self) -> Final:
        """Return the story of a match that is over, and its last boards."""
        session = self.session
        now = (session.entry.seal, session.record.result)
        if self._last is None or self._last[0] != now:
            past = Past(
                session.game, session.record, lambda: session.ports.store.entries(session.match), session.template
            )
            final = Final(build_story(past, PUBLIC), boards_after(past, PUBLIC, last_turn(past, PUBLIC)))
            self._last = now, final
        return self._last[1]
