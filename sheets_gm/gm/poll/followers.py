"""Notices for followers, who watch from outside: what happened in each turn, after the delay of the match.

They have no link, because the spreadsheets show the current position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.notices import Notice, listed_lines
from sheets_gm.gm.session import Session
from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.delay import told_now
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import Turn
from sheets_gm.kernel.actions import events_of_rules
from sheets_gm.kernel.english import capitalized, describe_winners
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.sheet.picture.svg import draw_picture


def stories(session: Session, done: Sequence[Step[Any]]) -> list[Notice]:
    """Return the notices for followers after the steps *done*: one for each turn, with the board after it."""
    record = session.record
    past = Past(session.game, record, lambda: session.ports.store.entries(session.match), session.template)
    turns = told_now(past, _backwards(session), done[0].entry.number, record.policy.delay)
    told = [_notice(session, past, turn) for turn in turns]
    if record.status is Status.OVER and told:
        told[-1] = told[-1].but(body=f"{told[-1].body}\n{_ending(session)}".strip())
    return [each for each in told if each.body]


def _ending(session: Session) -> str:
    result = session.record.result or session.game.result(session.state)
    if result is None:
        return ""
    return f"{capitalized(describe_winners(result.winners, session.people.seats))}: {result.reason}."


def _notice(session: Session, past: Past, turn: Turn) -> Notice:
    lines = [
        session.describe(event, happening.entry)
        for happening in turn.entries
        for event in events_of_rules(happening.events)
    ]
    return Notice(
        seat=None,
        title=f"{past.record.title}: {turn.label}",
        body=listed_lines(lines),
        picture=partial(_drawn, past, turn),
        followers=True,
    )


def _drawn(past: Past, turn: Turn, emoji: bool) -> str:
    return draw_picture(boards_after(past, PUBLIC, turn), emoji=emoji).svg


def _backwards(session: Session) -> Iterator[Entry]:
    entries = {each.entry.number: each.entry for each in session.window.recent}
    for number in range(session.entry.number, -1, -1):
        yield entries.get(number) or next(iter(session.ports.store.entries(session.match, number)))
