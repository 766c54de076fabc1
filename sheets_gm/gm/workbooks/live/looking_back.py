"""Looking back at a match that is played: what its last turns looked like, and its story once it is over.

Both are made once for an entry, from the journal. Of a turn that was shown before, only the boards are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.gm.session import Session
from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import Turn, last_turn
from sheets_gm.gm.workbooks.looking_back.replay_tab import last_turns, replayed
from sheets_gm.gm.workbooks.snapshot import Final, Replayed
from sheets_gm.kernel.match.journal import Entry


@dataclass(slots=True)
class LookingBack:
    """What the match of *session* looked like, as everybody may see it."""

    session: Session
    _made_for: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    _replayed: dict[tuple[Any, ...], Replayed] = field(default_factory=dict)
    _entries: dict[int, Entry] = field(default_factory=dict)

    def replay(self) -> tuple[Replayed, ...]:
        """The last turns, the newest first."""
        found: tuple[Replayed, ...] = self._once("replay", self._replay)
        return found

    def final(self) -> Final:
        """The story of the match, which is over, and its last boards."""
        found: Final = self._once("final", self._final)
        return found

    def _once(self, name: str, make: Any) -> Any:
        """What `make()` returns, made once for an entry and a result of the match."""
        now = (self.session.entry.seal, self.session.record.result)
        if self._made_for.get(name, (None, None))[0] != now:
            self._made_for[name] = now, make()
        return self._made_for[name][1]

    @property
    def _past(self) -> Past:
        session = self.session
        return Past(session.game, session.record, lambda: session.store.entries(session.match), session.template)

    def _replay(self) -> tuple[Replayed, ...]:
        past = self._past
        turns = last_turns(past, self._backwards())
        self._entries = {each.entry.number: each.entry for turn in turns for each in turn.entries}
        keys = [_key(past, turn) for turn in turns]
        self._replayed = {
            key: self._replayed.get(key) or replayed(past, turn) for key, turn in zip(keys, turns, strict=True)
        }
        return tuple(self._replayed[key] for key in reversed(keys))

    def _backwards(self) -> Iterator[Entry]:
        """The entries from the newest on; those that are known are not read again."""
        session = self.session
        known = {**self._entries, **{each.entry.number: each.entry for each in session.recent}}
        for number in range(session.entry.number, -1, -1):
            yield known.get(number) or next(iter(session.store.entries(session.match, number)))

    def _final(self) -> Final:
        past = self._past
        return Final(build_story(past, PUBLIC), boards_after(past, PUBLIC, last_turn(past, PUBLIC)))


def _key(past: Past, turn: Turn) -> tuple[Any, ...]:
    """What the boards after *turn* follow from: its entries, and a result that no rule has given."""
    return (*(each.entry.seal for each in turn.entries), past.record.result)
