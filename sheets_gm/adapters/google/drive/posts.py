"""Comments on a document, with the replies to them, as people wrote them."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import islice

from sheets_gm.adapters.google.calls.api import FILES, Api, Body, pages
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Post, SheetsRefused

_POST = "content,createdTime,author(displayName,me)"
MASK = f"nextPageToken,comments({_POST},replies({_POST}))"
"""The fields to fetch: Google never gives the address of an author."""

PAGE = 100
"""Comments in one page: the most that Drive sends."""

MOST_PAGES = 20
"""The most pages that one look reads. People who flood a document with more lose only their own comments."""

logger = logging.getLogger(__name__)


class Posts:
    """The comments on documents that the account of *api* may read."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._refused: set[str] = set()

    def read(self, workbook: Workbook, since: str) -> Sequence[Post]:
        """Return what others than this account wrote in comments that changed *since* (RFC 3339; "" for all).

        It is empty if the account may not read comments, perhaps because of a missing scope. This is logged once, and
        the document is not tried again. Raises `SheetsDown`.
        """
        if workbook.document in self._refused:
            return ()
        try:
            return tuple(_posts(self._api, workbook.document, since))
        except SheetsRefused as error:
            self._refused.add(workbook.document)
            logger.warning("The comments on the workbook %s are not passed on: %s", workbook.key, error)
            return ()


def _posts(api: Api, document: str, since: str) -> Iterator[Post]:
    params: Body = {"fields": MASK, "pageSize": PAGE, **({"startModifiedTime": since} if since else {})}
    for page in islice(pages(api, f"{FILES}/{document}/comments", params), MOST_PAGES):
        for comment in page.get("comments", ()):
            yield from map(_post, filter(_is_by_another, (comment, *comment.get("replies", ()))))


def _is_by_another(held: Body) -> bool:
    return bool(held.get("content")) and not held.get("author", {}).get("me")


def _post(held: Body) -> Post:
    return Post(held.get("author", {}).get("displayName", ""), held["content"], held["createdTime"])
