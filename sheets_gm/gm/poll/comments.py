"""Comments on the workbooks of a match, passed on to the people who may read them.

A comment on a public workbook counts as talk: it appears in the log, the report and the notices. A comment on the
workbook of a team stays in the team. A comment on a player's own workbook stays between the player and the game master.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sheets_gm.gm.between.talk import Comment, Talk, commented, without_flood
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.table_talk import TeamMessage, told_with
from sheets_gm.gm.match_record.told_names import without_addresses
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS, Workbook
from sheets_gm.gm.ports.sheets import Post, SheetsDown
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.seats import Seat

EVERY = 60.0
"""Seconds between two looks at the comments of a match."""

MOST = 10
"""Comments on one workbook that are passed on at a time; the others wait for the next look."""


@dataclass(slots=True)
class CommentReader:
    """A reader that looks for new comments on the workbooks of a match from time to time."""

    books: Workbooks
    _next: float = field(init=False, default=float("-inf"))

    def is_due(self, now: float) -> bool:
        """Return whether it is time to look."""
        return now >= self._next

    def look(self, now: float) -> tuple[Comment, ...]:
        """Return the actions that pass on new public comments, and store comments within a team. Raises `Conflict`.

        Comments from before the match, or before the first look, are ignored.
        """
        self._next = now + EVERY
        session = self.books.session
        record, talk = session.record, Talk.of(session.record)
        told, heard = talk.told, dict(talk.heard)
        actions: list[Comment] = []
        books = {book.key: book for book in record.workbooks}
        for layout in self.books.layouts:
            is_public, readers = layout.key in PUBLIC_WORKBOOKS, layout.readers(record.people)
            team = layout.team(record.people)
            if layout.key not in books or not (is_public or (team and len(readers) > 1)):
                continue
            new = [
                commented(_name(post, readers, record), without_addresses(post.text, record), layout.key, post.written)
                for post in self._new_posts(books[layout.key], heard)
            ]
            if is_public:
                passed = without_flood(record, new)[:MOST]
                actions += passed
                heard |= {layout.key: new[-1].written} if new and not passed else {}
                continue
            for comment in new[:MOST]:
                told = told_with(told, TeamMessage(team=team, seat="", name=comment.name, text=comment.text, at=now))
                heard[layout.key] = comment.written
        if (told, heard) != (talk.told, talk.heard):
            session.save_part(talk.but(told=told, heard=heard))
        return tuple(actions)

    def _new_posts(self, book: Workbook, heard: dict[str, str]) -> list[Post]:
        """Return the comments since the last look (first: none). *heard* gets the place to continue."""
        since = heard.get(book.key)
        try:
            posts = sorted(self.books.sheets.posts(book, since or ""), key=lambda post: post.written)
        except SheetsDown:
            return []
        if since is None:
            heard[book.key] = posts[-1].written if posts else ""
            return []
        return [post for post in posts if post.written > since]


def _name(post: Post, readers: Iterable[Seat], record: Record) -> str:
    """Return the player among *readers* whose name or address fits the author; else the author."""
    author = plain(post.author)
    return next(
        (seat.player for seat in readers if author in _names(seat)),
        without_addresses(" ".join(post.author.split()), record) or "Somebody",
    )


def _names(seat: Seat) -> Iterator[str]:
    yield plain(seat.player)
    if seat.account:
        yield plain(seat.account.partition("@")[0])
