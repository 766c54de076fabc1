"""Rows as they were at the last poll, and those that count for a seat that is absent."""

from __future__ import annotations

from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.model import Model

BY_GM, BY_PLAN = "game master", "plan"
"""What filled in a row that its owner did not type: the game master did, or what the owner had planned."""

BY_OWNER = ("", BY_GM, BY_PLAN)
"""What may have filled in a row that stands for its owner's own: it is in the cells of the sheet."""


class Draft(Model):
    """What one row contained at the last poll: its cells, when they last changed, how often, and the receipt.

    *seat* is the owner of its form, here and in whatever else is stored of rows: a seat or a team.

    For a row of a form that closes at once: *done* is the entry that played it, while it is as it was then, and
    *played* the entry that last played it, until it is ticked again. *closed* is the name of the row within its form,
    without the seat, once its form has closed: then the row is shown without inputs. *standing* is the name of a row of
    a standing form within its form ("" where its rows have no names): it is kept from step to step, also while its form
    is not open. *by* names who filled it in if its owner did not, *filled* is the entry in which that happened, or its
    form opened again: a workbook that shows an earlier one is not read for this row.

    *shown* are the values that the row shows over those of its form. For an ask they and the receipt are the answer, in
    the position after the entry *answered*. *asked_again* is the entry after which its tick came too late and its owner
    was asked for another one. *kept*: somebody typed it in a form that was open until a backup was put back. It counts
    for nothing, and is shown until the step after the next opening of its form is over. *swapped* is the digest of what
    its row held when several rows had only swapped what they held, and were put back: once more, and it counts.

    For a row that is done when it is ticked: *refused*: it was refused then, so its box is drawn empty until the next
    tick. *typed* holds that tick until the empty box was drawn or read: a tick after that is a new one. Of the rows of
    the game only those are refused so that give up, or on which the rules fail.
    """

    form: str
    seat: str
    row: int
    typed: dict[str, Typed]
    since: float
    revision: int = 0
    receipt: str = ""
    done: int | None = None
    played: int | None = None
    closed: str | None = None
    shown: dict[str, Typed] = {}
    answered: int | None = None
    standing: str | None = None
    by: str = ""
    filled: int | None = None
    asked_again: int | None = None
    kept: bool = False
    swapped: str = ""
    refused: bool = False


class Emptied(Model):
    """The *drafts* of rows that a rewind in *entry* emptied: a workbook that shows an earlier entry still has them."""

    entry: int
    drafts: tuple[Draft, ...]


class StandingOrder(Model):
    """A standing order: the cells that count for a row of a form whenever its seat is absent.

    *authors* are those who could fill in the row when it was made; it counts while they are still the same. Where the
    rows of its form have names, it follows the row with the *name* that its row had, whatever the number of that is.
    """

    form: str
    seat: str
    row: int
    typed: dict[str, Typed]
    authors: tuple[str, ...] = ()
    name: str | None = None

    def row_in(self, form: Form) -> int | None:
        """The row of *form* that it is for; None if that row is not there now."""
        if self.name is None:
            return self.row if self.row < form.rows else None
        return form.row_named(self.name)


class StandIn(Model):
    """A seat for which the program plays rows that close at once, in *period*: *rows* is how many it has played."""

    seat: str
    period: str = ""
    rows: int = 0
