"""The entry that opened each open form. A Ready box names it, so a tick belongs to a certain step.

A step that plays all forms opens all of them again, and so does a rewind. If a single row was played, the forms of
other seats stay open as long as they show the same. A different question to the same seat is a new form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.model import Model


class OpenedForm(Model):
    """A form that closes at once, open since the entry *since*."""

    form: str
    seat: str
    since: int


class Opened(Model):
    """The entry that opened the step, and the forms that close at once and opened after it."""

    step: int | None = None
    alone: tuple[OpenedForm, ...] = ()

    def after(self, entry: int, before: Sequence[Form], forms: Sequence[Form], *, anew: bool) -> Opened:
        """Return what is open after *entry*: *forms*, where *before* were the forms until then. *anew*: all are new."""
        if anew:
            return Opened(step=entry)
        shown = {(form.key, form.seat): form.shown for form in before if form.close is Close.AT_ONCE}
        since = self._since
        alone = []
        for form in forms:
            if form.close is Close.AT_ONCE:
                place = form.key, form.seat
                goes_on = place in shown and shown[place] == form.shown
                opened = since.get(place, self.step) if goes_on else entry
                if opened is not None and opened != self.step:
                    alone.append(OpenedForm(form=form.key, seat=form.seat, since=opened))
        return Opened(step=self.step, alone=tuple(alone))

    def named(self, forms: Iterable[Form]) -> tuple[Form, ...]:
        """Return *forms* with the entries that opened them."""
        since = self._since
        opened = (
            (form, since.get((form.key, form.seat), self.step) if form.close in TICKED else None) for form in forms
        )
        return tuple(form if form.since == entry else form.opened(entry) for form, entry in opened)

    @property
    def _since(self) -> Mapping[tuple[str, str], int]:
        return {(each.form, each.seat): each.since for each in self.alone}


TICKED = (Close.TOGETHER, Close.AT_ONCE)
"""The ways of closing in which a tick of Ready ends the row's wait. A standing row signals nothing."""
