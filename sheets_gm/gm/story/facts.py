"""The first facts of a match sheet: how it ended, how the sides stand, when it turned, awards, people, settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheets_gm.gm.match_record.deadlines import date_and_time
from sheets_gm.gm.story.model import Story


def facts(story: Story) -> list[tuple[str, str]]:
    """Return the facts as pairs of a name and a text, the result first."""
    pairs = [("Result", story.result or "not over")]
    pairs += [
        (name, text)
        for name, text in (("Against", story.others), ("To win", story.goal), ("How", story.course))
        if text
    ]
    pairs += [(each.title, each.text) for each in story.card]
    if story.standing:
        pairs.append(("At the end" if story.over else "Now", story.standing))
    pairs += [("Game", story.game), ("Ended in" if story.over else "Last played", story.turns[-1].label)]
    return [*pairs, ("Played", played(story)), *(("Note", note) for note in story.notes)]


def parts(story: Story) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
    """Yield the parts below the facts that are not empty: a title, and pairs of a name and a text."""
    people = [(name, f"{plays} ({seat})") for name, seat, plays in story.people]
    for title, pairs in (
        ("When it turned", [(f"{each.label} (#{each.entry})", each.text) for each in story.points]),
        ("Awards", [(each.title, each.text) for each in story.awards]),
        ("People", people),
        ("Settings that were changed", story.changed),
    ):
        if pairs:
            yield title, pairs


def played(story: Story) -> str:
    """Return when a match was played, from its first to its last entry."""
    began, ended = (date_and_time(when, story.zone) for when in (story.began, story.ended))
    return began if began == ended else f"{began} to {ended}"
