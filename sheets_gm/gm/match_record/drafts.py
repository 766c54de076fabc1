"""Rows as they were at the last poll, and the rows that count for an absent seat."""

from __future__ import annotations

from sheets_gm.kernel.forms import Form, Typed
from sheets_gm.kernel.model import Model

BY_GM, BY_PLAN = "game master", "plan"
"""Who filled in a row that its owner did not type: the game master, or the owner's plan."""

BY_OWNER = ("", BY_GM, BY_PLAN)
"""Origins of rows that count as the owner's own, and are in the cells of the sheet."""


class Draft(Model):
    """The content of a row at the last poll: its cells, when they last changed, how often, and the receipt.

    *seat* is the owner of its form, a seat or a team. This is so in all stored rows.

    For a row of a form that closes at once: *done* is the entry that played the row, while the row is unchanged since.
    *played* is the entry that last played it, until it is ticked again. *closed* is the name of the row within its
    form, without the seat, once the form has closed: then the row is shown without inputs. *standing* is the name of a
    row of a standing form within its form ("" if its rows have no names). Such a row is kept from step to step, even
    while its form is not open. *by* names who filled the row in, if its owner did not. *filled* is the entry in which
    that happened, or in which the form opened again: a workbook that shows an earlier entry is not read for this row.

    *shown* are values that replace shown values of the form. For a row that asks, they and the receipt are the answer,
    in the position after the entry *answered*. *asked_again* is the entry after which its tick came too late and its
    owner was asked for another one. *kept*: somebody typed the row in a form that was open until a backup was restored.
    It does not count, and is shown until the step after the next opening of its form is over. *swapped* is the digest
    of foreign content: several rows had only swapped their contents, and were put back. If it happens again, it counts.

    For a row that is carried out when it is ticked: *refused*: it was refused, so its box is drawn empty until the next
    tick. *typed* holds that tick until the empty box was drawn or read; a later tick is a new one. Among the rows of
    the game, only those are refused in this way that concede, or on which the rules fail.
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
    """The *drafts* that the rewind in *entry* emptied. Workbooks that show an earlier entry still have them."""

    entry: int
    drafts: tuple[Draft, ...]


class StandingOrder(Model):
    """A standing order: the cells that count for a row of a form whenever its seat is absent.

    *authors* are those who could fill in the row when it was made; it counts while they are the same. If the rows of
    the form have names, it belongs to the row with this *name*, even if the row's number changes.
    """

    form: str
    seat: str
    row: int
    typed: dict[str, Typed]
    authors: tuple[str, ...] = ()
    name: str | None = None

    def row_in(self, form: Form) -> int | None:
        """Return the row of *form* that the order is for; None if that row does not exist now."""
        if self.name is None:
            return self.row if self.row < form.rows else None
        return form.row_named(self.name)


class StandIn(Model):
    """A seat for which the program plays rows that close at once, in *period*. *rows* is the number of rows played."""

    seat: str
    period: str = ""
    rows: int = 0
