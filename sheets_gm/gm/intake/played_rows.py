"""Played rows: what a row of a form that closes at once did, and how long the sheet shows it.

The answer stays beside its row until somebody changes the row, or until the seat has a new form. If the form has
closed, its row is shown without inputs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sheets_gm.gm.intake.desk.desk_forms import CLAIMS, LASTING
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.intake.receipts import was_skipped, with_suggestion
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.journal import Typing
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat, authors_of
from sheets_gm.sheet.cleaning import clean
from sheets_gm.sheet.reading import READY, Key, row_name
from sheets_gm.sheet.rendering import Line

TOO_LATE = "✗ Not done: the turn ended before this row."
"""The answer to a ticked row whose form closed before the row was played."""

WRONG = "✗ "
"""The start of the answer to a row that must be fixed first."""

EMPTIED = (SEATS, CLAIMS)
"""The forms whose rows are emptied after they were carried out."""

DONE = "✓ Done."
"""The answer to a row that was played if there is nothing else to say."""


def with_answer(drafts: Iterable[Draft], row: Draft, entry: int, lines: Sequence[Line]) -> tuple[Draft, ...]:
    """Return *drafts* with *row* carried out by *entry*: its answer is the *lines* of the log, and its box is empty.

    A row of `EMPTIED` loses all its cells, so that nobody asks for the same thing again by mistake.
    """
    receipt = f"✓ {_joined(lines)}" if lines else DONE
    if row.form in EMPTIED:
        row = row.but(typed=dict.fromkeys(row.typed), filled=entry)
    typed = {**row.typed, "ready": False}
    done = row.but(typed=typed, done=entry, played=entry, receipt=receipt)
    return tuple({**{key_of(draft): draft for draft in drafts}, key_of(row): done}.values())


def with_refusal(drafts: Iterable[Draft], row: Draft, remark: Remark) -> tuple[Draft, ...]:
    """Return *drafts* with *row* refused for the reason in *remark*."""
    refused = row.but(receipt=f"✗ {with_suggestion(remark.text, remark.instead)}", refused=True)
    return tuple({**{key_of(draft): draft for draft in drafts}, key_of(row): refused}.values())


def asking_row(drafts: Iterable[Draft], forms: Sequence[Form], typed: Sequence[Typing]) -> Draft | None:
    """Return the played row that caused the question which the row *typed* answers. It gets the outcome as well.

    It is the newest played row of a form that is not itself an answer; None if the row answers no question.
    """
    at_once = {(form.key, form.seat): form for form in forms if form.close is Close.AT_ONCE}
    row = at_once.get((typed[0].form, typed[0].seat)) if typed else None
    if row is None or not row.clock.reaction:
        return None
    played = (each for each in drafts if each.done is not None and (each.form, each.seat) in at_once)
    candidates = (each for each in played if not at_once[each.form, each.seat].clock.reaction)
    return max(candidates, key=lambda each: each.done or 0, default=None)


def with_outcome(drafts: Iterable[Draft], row: Draft, lines: Sequence[Line]) -> tuple[Draft, ...]:
    """Return *drafts* with *lines* added to the answer of the played *row*."""
    told = _joined(lines)
    receipt = f"✓ {told}" if row.receipt == DONE and told else ". ".join(filter(None, (row.receipt, told)))
    return tuple(each.but(receipt=receipt) if key_of(each) == key_of(row) else each for each in drafts)


def _joined(lines: Sequence[Line]) -> str:
    """Return *lines* as sentences, of which some end with a full stop of their own."""
    *texts, last = [line.text for line in lines] or [""]
    return ". ".join((*(text.removesuffix(".") for text in texts), last))


def lasting_drafts(drafts: Iterable[Draft]) -> tuple[Draft, ...]:
    """Return those of *drafts* that a rewind keeps: rows of the desk forms, and standing rows."""
    return tuple(draft for draft in drafts if draft.form in LASTING or draft.standing is not None)


def absent_standing(drafts: Iterable[Draft], rows: Iterable[Key]) -> tuple[Draft, ...]:
    """Return the *drafts* of standing rows whose forms are not open: none of *rows* belongs to them."""
    forms = {key[:2] for key in rows}
    return tuple(draft for draft in drafts if draft.standing is not None and (draft.form, draft.seat) not in forms)


def drafts_after(
    drafts: Iterable[Draft], before: Sequence[Form], after: Sequence[Form], entry: int, *, together: bool
) -> tuple[Draft, ...]:
    """Return what remains of *drafts* after the step of *entry*. The open forms changed from *before* to *after*.

    *together*: the step took all rows of the forms that close together.
    """
    was = {(form.key, form.seat): form for form in before}
    now = {(form.key, form.seat): form for form in after}
    left: list[Draft | None] = []
    for draft in drafts:
        new = now.get((draft.form, draft.seat))
        if draft.kept:
            left.append(_kept_after(draft, was.get((draft.form, draft.seat)), new, together=together))
        elif draft.closed is not None and new is not None and draft.row < new.rows:
            left.append(emptied(draft, new, entry))
        else:
            left.append(_draft_after(draft, was, now, together=together))
    return tuple(draft for draft in left if draft is not None)


def _kept_after(draft: Draft, old: Form | None, new: Form | None, *, together: bool) -> Draft | None:
    """Return a row from before a backup, below the rows of its form once it opens; None when its step is over.

    Its owner can copy from it what is still useful.
    """
    if old is None:
        return draft if new is None or draft.row >= new.rows else draft.but(row=draft.row + new.rows)
    return draft if new is not None and new.shown == old.shown and not together and draft.row >= new.rows else None


def without_typing_of(
    drafts: Iterable[Draft], seats: Collection[str], people: Sequence[Seat], forms: Sequence[Form], entry: int
) -> tuple[Draft, ...]:
    """Return *drafts* after *seats* got other players in *entry*, without what only the former players could type.

    *people* are all seats, *forms* the open forms. Standing rows stay with the seat, like its position. Rows in which
    somebody takes a seat belong to that person, so they stay too.
    """
    open_now = {(form.key, form.seat): form for form in forms}
    remaining: list[Draft] = []
    for draft in drafts:
        form = open_now.get((draft.form, draft.seat))
        is_open = form is not None and draft.row < form.rows
        authors = form.at(draft.row).who.authors if form is not None and is_open else ()
        owners = {seat.id for seat in authors_of(draft.seat, authors, people)}
        if not owners or not owners <= {*seats} or draft.standing is not None or draft.form == FREE:
            remaining.append(draft)
        elif form is not None and is_open:
            remaining.append(emptied(draft, form, entry))
    return tuple(remaining)


def emptied(draft: Draft, form: Form, entry: int) -> Draft:
    """Return an empty draft in place of *draft*. A workbook from before *entry* still shows the old content."""
    cells = form.at(draft.row).drawn
    if form.has_ready_box(draft.row):
        cells = {**cells, READY.name: False}
    return Draft(form=draft.form, seat=draft.seat, row=draft.row, typed=cells, since=0.0, filled=entry)


def _draft_after(
    draft: Draft, was: dict[tuple[str, str], Form], now: dict[tuple[str, str], Form], *, together: bool
) -> Draft | None:
    place = (draft.form, draft.seat)
    old, new = was.get(place), now.get(place)
    if draft.form in LASTING:
        return draft
    if draft.standing is not None:
        followed = _standing_after(draft, new)
        return followed if followed is None or _has_same_authors(old, draft.row, new, followed.row) else None
    if draft.closed is not None:
        return draft if new is None else None
    if old is None or old.close is Close.TOGETHER:
        followed = None if together else _followed(draft, old, new)
        return followed if followed is None or _has_same_authors(old, draft.row, new, followed.row) else None
    if old.close is Close.ASK:
        followed = _followed(draft, old, new)
        return followed if new is not None and followed is not None and followed.row < new.rows else None
    if new is None:
        return _closed(draft, old)
    # another question to the same seat is a new form
    return _followed(draft, old, new) if new.shown == old.shown else None


def _followed(draft: Draft, old: Form | None, new: Form | None) -> Draft | None:
    """Return *draft* moved to the row of its name in *new* (None: no such row); without names, unchanged."""
    if old is None or new is None or draft.row >= old.rows or not old.at(draft.row).row.name:
        return draft
    at = new.row_named(old.at(draft.row).row.name)
    return None if at is None else draft if at == draft.row else draft.but(row=at)


def _has_same_authors(old: Form | None, before: int, new: Form | None, after: int) -> bool:
    """Return whether row *before* of *old* and row *after* of *new* belong to the same people."""
    if old is None or new is None or before >= old.rows or after >= new.rows:
        return True
    return old.at(before).who.authors == new.at(after).who.authors


def _standing_after(draft: Draft, form: Form | None) -> Draft | None:
    """Return the draft of a standing row, moved to the row of *form* with the same name; None if there is none."""
    if form is None or not form.each:
        return draft
    at = next((at for at, row in enumerate(form.each) if row.name == draft.standing), None)
    return None if at is None else draft if at == draft.row else draft.but(row=at)


def _closed(draft: Draft, form: Form) -> Draft | None:
    """Return the draft of a row whose form has closed; None if the row did nothing and was not ticked."""
    ticked = clean(READY, draft.typed.get("ready")) is True
    if (draft.done is None and not ticked and not draft.refused) or draft.row >= form.rows:
        return None
    name = row_name(key_of(draft), form.at(draft.row)).removeprefix(draft.seat).strip()
    is_answered = draft.done is not None or was_skipped(draft)
    return draft.but(closed=name, receipt=draft.receipt if is_answered else _too_late(draft.receipt))


def _too_late(receipt: str) -> str:
    """Return the answer to a ticked row whose form closed too early. It includes the mistakes in its *receipt*."""
    return f"{TOO_LATE} {receipt.removeprefix(WRONG)}" if receipt.startswith(WRONG) else TOO_LATE
