"""Filter views: the rows of a list that its reader sees after choosing a name. For nobody else does anything change."""

from __future__ import annotations

from typing import NamedTuple


class FilterView(NamedTuple):
    """A choice of rows of a list. *name* tells it apart from the others of its tab; without a *title* there is none.

    It hides the rows whose cell in *column* shows one of the texts *hidden*, and those whose cell does not hold the
    text *holds*, if there is one: in capitals or small letters, or *exactly* so.
    """

    name: str
    title: str = ""
    column: int = 0
    hidden: tuple[str, ...] = ()
    holds: str = ""
    exactly: bool = False
