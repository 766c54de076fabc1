"""A match to look back at: its journal, which may be long, and everything that is needed to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.finding import owners, read_action
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.timeline import taken_back, undone
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.sheet.tabs import Tab, template_for_tabs
from sheets_gm.sheet.template import Template

if TYPE_CHECKING:
    from sheets_gm.gm.story.audience import Audience
    from sheets_gm.gm.story.model import Story


@dataclass(frozen=True)
class Past:
    """A match to look back at. `entries()` reads its journal from the beginning; it may be called repeatedly."""

    game: Game[Any, Any]
    record: Record
    entries: Callable[[], Iterable[Entry]]
    own_template: Template

    @cached_property
    def codec(self) -> Codec[Any]:
        """What converts the values of the match."""
        return Codec(self.game, self.record.charter)

    @cached_property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs of the game in this match."""
        return self.game.tabs_for(self.record.charter.settings)

    @cached_property
    def template(self) -> Template:
        """The template with a table for each of the tabs."""
        return template_for_tabs(self.own_template, self.tabs)

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the entries that a rewind has undone."""
        return undone(self.entries())

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The numbers of those of them whose effect is undone: what was said, ruled and who plays stays."""
        return taken_back(self.entries())

    @cached_property
    def stories(self) -> dict[Audience, Story]:
        """The stories that were built from it, by audience."""
        return {}

    def timeline(self) -> Iterator[Entry]:
        """Yield the entries that led to the current position."""
        return (entry for entry in self.entries() if entry.number not in self.undone)


def record_of(charter: Charter, entries: Iterable[Entry], *, over: bool) -> Record:
    """Return a record made only from the journal: who played when, which teams conceded, and who won by that."""
    record = Record(charter=charter, seed="")
    for entry in entries:
        if entry.act is not None:
            action = read_action(entry.act)
            if owners()[type(action)].in_story(action):
                record = after(record, action, entry.number, entry.when)
    status = Status.OVER if over else Status.LIVE
    return Upkeep.change(record, emptied=None).but(status=status, workbooks=(), drafts=())
