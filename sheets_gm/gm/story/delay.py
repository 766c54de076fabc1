"""The public view of a match with a delay of some turns, for followers, who could help the players.

A turn counts once it is over. If each row is played at once, many entries form one turn, so followers cannot tell from
the time of news how many rows somebody has played. Secrets stay secret: a follower sees what the public saw then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import takewhile

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.seats.players_then import PlayersThen
from sheets_gm.gm.story.audience import PUBLIC
from sheets_gm.gm.story.past import Past, record_of
from sheets_gm.gm.story.turns import Turn, entries_of_turns, newest_turns
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.journal import Entry

MOST_AT_ONCE = 8
"""The most turns for which one poll sends notices to followers."""


def delayed(past: Past, turns: int) -> Past:
    """Return *past* as it was *turns* turns ago. It is complete once the match is over, or without a delay."""
    if not turns or past.record.status is Status.OVER:
        return past
    runs = entries_of_turns(past.timeline())
    ends = deque((run[-1] for run in runs if run[-1].act is None), maxlen=turns + 2)  # what people do is no turn
    if not _is_over(past, ends[-1]):
        ends.pop()
    last = ends[-1 - turns].number if len(ends) > turns else 0
    charter, zone = past.record.charter, past.record.policy.zone

    def entries() -> Iterable[Entry]:
        return takewhile(lambda entry: entry.number <= last, past.entries())

    record = record_of(charter, entries(), over=False)
    return Past(past.game, record.but(policy=record.policy.but(zone=zone)), entries, past.own_template)


def _is_over(past: Past, entry: Entry) -> bool:
    """Return whether the step of *entry* is over, so that another one is open. *entry* is the newest of its turn."""
    seats = past.record.people_at(entry.number)
    label = with_names(past.game.label(past.codec.state(entry.state)), seats)
    return label != with_names(entry.label, seats)


def told_now(past: Past, backwards: Iterable[Entry], first: int, turns: int) -> tuple[Turn, ...]:
    """Return the turns to tell followers about now, with a delay of *turns*: one for each that ended since entry
    *first*.

    *backwards* are the entries from the newest on. Once the match is over, all remaining turns are returned.
    """
    newest: Sequence[Turn] = newest_turns(past, PUBLIC, backwards, turns + MOST_AT_ONCE)
    if past.record.status is Status.OVER:
        ended = sum(turn.last.number >= first for turn in newest)
        has_conceded = past.record.result is not None and PlayersThen.of(past.record).given_up[-1].since >= first
        if not ended and not has_conceded:
            return ()  # they have heard of all
        return tuple(newest[max(0, len(newest) - ended - turns) :])
    if newest and not _is_over(past, newest[-1].last):
        newest = newest[:-1]
    ended = sum(turn.last.number >= first for turn in newest)
    until = max(0, len(newest) - turns)
    return tuple(newest[max(0, until - ended) : until])
