"""The first facts of a match: how it ended, how the sides stand, which game it is, when it was played."""

from __future__ import annotations

from sheets_gm.gm.match_record.deadlines import date_and_time
from sheets_gm.gm.story.model import Story


def facts(story: Story) -> list[tuple[str, str]]:
    """Pairs of a name and a text, the result first."""
    found = [("Result", story.result or "not over")]
    if story.course:
        found.append(("How", story.course))
    found += [(each.title, each.text) for each in story.card]
    if story.standing:
        found.append(("At the end" if story.over else "Now", story.standing))
    found += [("Game", story.game), ("Ended in" if story.over else "Last played", story.turns[-1].label)]
    return [*found, ("Played", played(story)), *(("Note", note) for note in story.notes)]


def played(story: Story) -> str:
    """When a match was played, from its first to its last entry."""
    began, ended = (date_and_time(when, story.zone) for when in (story.began, story.ended))
    return began if began == ended else f"{began} to {ended}"
