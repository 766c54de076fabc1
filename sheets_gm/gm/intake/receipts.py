"""Receipts: the answer of the sheet to a row, and the draft that stores it between two polls.

A receipt changes only when its row or the answer does. Its first character decides its colour: ✗ for a row that does
not count, ⚠ for one that counts but has a wrong cell, ✓ for one that counts as it is, none for an unfinished one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sheets_gm.gm.intake.checked_rows import Answered, FormatTime, Together
from sheets_gm.gm.intake.desk.desk_forms import CLAIMS, is_desk_form
from sheets_gm.gm.intake.desk.seats_tab import ONCE_MORE, SEATS
from sheets_gm.gm.intake.late_rows import content
from sheets_gm.gm.intake.verdicts import Verdict, verdict
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.hooks import TAKEN
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.kernel.english import capitalized
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Close, Typed
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.cleaning import is_blank, spelled, tick
from sheets_gm.sheet.reading import RowRead, as_drawn

HOOK_TAKEN = "What you wrote was taken from the cell: the address of a hook is a secret."
"""The answer to a refused row from which the address of a hook was removed."""

NOT_READY = "⚠ Not ready"
"""The start of the answer to a tick while another row must be fixed or filled in first."""

TICK_AGAIN = "You ticked Ready for an earlier turn. Look at this row, and tick Ready again."
"""The answer to a tick for a turn that was played before the tick arrived, as from a phone without network."""

SWAPPED = (
    "Rows here had only swapped what they hold, as when somebody sorts them, and were put back. If you mean it, type "
    "it once more."
)
"""The answer to several rows each of which holds the former content of another."""

SKIPPED = "✗ Skipped"
"""The start of the answer to a row that did nothing on its turn."""

READY_ONCE_MORE = "Tick Ready once more to do it."
"""The end of the question before a row of the game that concedes is played."""

TWICE = 5.0
"""Seconds in which a second press of a box counts as the first one."""

JUST_DONE = "This was done just now. To do it once more, tick it again."
"""The answer to a row of a desk form that was just carried out and is ticked again."""

TICK_TO_DO = "Tick {} to have it done."
"""The answer to a row of a desk form that was refused, is now right, and is not ticked."""

BOXES = {CLAIMS: "Send", FREE: "Take"}
"""The names of the boxes of desk forms that are not called Do."""

REPLACED = "It does not count: you are ready with another form in its place."
"""The answer to a correct row while another form with the same duty is ready."""


def draft_of(row: Answered, before: Draft | None, now: float, format_time: FormatTime) -> Draft:
    """Return the draft that stores *row*. *before* is the draft of the last poll, which stays if nothing changed.

    A row that was carried out stays so until somebody changes a cell of it or ticks it again. A row that was put back,
    because it held the content of another row, says so until somebody changes it.
    """
    draft = _without_hook(_draft_of(row, before, now, format_time))
    draft = before if before is not None and draft == before else draft
    swapped = row.read.swapped or (before.swapped if before and before.typed == draft.typed else "")
    if not swapped and not draft.swapped:
        return draft
    text = draft.receipt.removesuffix(f" {SWAPPED}")
    draft = draft.but(swapped=swapped, receipt=_with_swapped(text) if swapped else text)
    return before if before is not None and draft == before else draft


def _without_hook(draft: Draft) -> Draft:
    """Return *draft*. If its row was refused, the secret address of a hook is removed, because others may read it."""
    if draft.form != SEATS or not draft.receipt.startswith("✗") or "hook" not in plain(str(draft.typed.get("act"))):
        return draft
    held = {name: TAKEN for name, value in draft.typed.items() if isinstance(value, str) and "/" in value}
    typed = {**draft.typed, **held}
    if TAKEN not in typed.values() or "taken from" in draft.receipt:
        return draft.but(typed=typed) if held else draft
    return draft.but(typed=typed, receipt=f"{draft.receipt} {HOOK_TAKEN}")


def _draft_of(row: Answered, before: Draft | None, now: float, format_time: FormatTime) -> Draft:
    kept = _kept(row.read, before) if before is not None else None
    return _answered(row, before, _last_change(row.read, before, now), format_time) if kept is None else kept


def _kept(read: RowRead, before: Draft) -> Draft | None:
    """Return the draft *before*, with the current cells, of a row that stays carried out or refused; None otherwise."""
    typed = dict(read.typed)
    if before.done is not None and not read.ready and same_cells(before.typed, typed):
        return before if read.spent or before.typed == typed else before.but(typed=typed)
    if read.order is not None and stays_refused(before, read):
        return before if before.refused and before.typed == typed else before.but(typed=typed, refused=True)
    return None


def _last_change(read: RowRead, before: Draft | None, now: float) -> tuple[float, int]:
    """Return when a row was last changed, and how often it was; 0 and 0 for a new one in which nobody has typed."""
    if before is None:
        return (now, 1) if read.touched else (0.0, 0)
    if before.done is None and before.typed == dict(read.typed):
        return before.since, before.revision
    return now, before.revision + 1


def _answered(row: Answered, before: Draft | None, change: tuple[float, int], format_time: FormatTime) -> Draft:
    """Return the draft of *row* with its answer. *change* is when it was last changed, and how often."""
    read, typed, (since, revision) = row.read, dict(row.read.typed), change
    of_desk = is_desk_form(row.form) and read.order is not None
    was_refused = before is not None and before.refused and read.touched and not read.ready
    row = row._replace(confirm="") if was_refused and of_desk else row
    text, shown = receipt(row, format_time(since) if revision else ""), dict(row.reply.shown) if row.reply else {}
    if was_refused and of_desk and not row.refused:
        text = f"{text.removesuffix('.')}. {TICK_TO_DO.format(BOXES.get(read.key[0], 'Do'))}"
    if before and (before.receipt, before.since, before.revision, before.shown) == (text, since, revision, shown):
        return before
    form, seat, number = read.key
    filled = before if before is not None and content(before.typed) == content(typed) else None
    return Draft.unchecked(
        form=form,
        seat=seat,
        row=number,
        typed=typed,
        since=since,
        revision=revision,
        receipt=text,
        played=_played(read, before),
        standing=row.form.row.name if row.form.close is Close.STANDING else None,
        shown=shown,
        by=filled.by if filled else "",
        filled=filled.filled if filled else None,
        refused=was_refused or (read.ready and row.refused and (of_desk or row.asked)),
    )


def _played(read: RowRead, before: Draft | None) -> int | None:
    """Return the entry that played the content of a row *before*, until it is ticked again."""
    if before is None or read.ready:
        return None
    return before.done if before.played is None else before.played


def was_skipped(draft: Draft) -> bool:
    """Return whether the row of *draft* was skipped on its turn, and was not changed since."""
    return draft.receipt.startswith(SKIPPED)


def stays_refused(draft: Draft, read: RowRead) -> bool:
    """Return whether the tick in the row of *draft* was refused, and the row was neither changed nor ticked since."""
    if draft.done is not None or not draft.receipt.startswith("✗"):
        return False
    if draft.typed == dict(read.typed):
        return draft.refused
    return draft.refused and not read.ready and same_cells(draft.typed, read.typed)


def is_asked_once_more(draft: Draft, read: RowRead) -> bool:
    """Return whether a row is unchanged since its owner was asked to tick it once more."""
    return (
        draft.refused and draft.receipt.endswith((ONCE_MORE, READY_ONCE_MORE)) and same_cells(draft.typed, read.typed)
    )


def is_second_press(first: float, now: float) -> bool:
    """Return whether a press of a box counts as the one at the instant *first*."""
    return 0.0 <= now - first < TWICE


def is_pressed_twice(draft: Draft, read: RowRead, now: float) -> bool:
    """Return whether a row that was just carried out is ticked again, unchanged."""
    was_done = draft.done is not None or draft.receipt.endswith(JUST_DONE)
    return read.ready and was_done and is_second_press(draft.since, now) and same_cells(draft.typed, read.typed)


def with_empty_boxes(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Return *drafts* after every box was drawn: the box of a refused row is empty."""
    return tuple(
        each.but(typed={**each.typed, "ready": False}) if each.refused and tick(each.typed.get("ready")) else each
        for each in drafts
    )


def same_cells(one: Mapping[str, Typed], other: Mapping[str, Typed]) -> bool:
    """Return whether two rows as typed differ at most in their Ready box."""
    return _cells(one) == _cells(other)


def _cells(typed: Mapping[str, Typed]) -> Mapping[str, Typed]:
    return {name: None if value == "" else value for name, value in typed.items() if name != "ready"}


def receipt(row: Answered, time: str) -> str:
    """Return the answer to a row that was last changed at *time*; "" for an untouched one."""
    return WORDS[verdict(row)](row, time)


def _of_all(row: Answered, _time: str = "") -> str:
    """Return what the rules say about all rows that share the Ready box of *row*, which has the box."""
    total = row.together.total if row.together else None
    return "" if total is None else _remark(row.read, total)


def _of_answered(row: Answered, _time: str) -> str:
    text = row.reply.text if row.reply is not None else ""
    return " ".join(("⚠" if row.read.slips else "✓", *_wrong_cells(row), text))


def _of_late(row: Answered, time: str) -> str:
    wrong = list(_wrong_cells(row))
    is_right = not wrong and (row.remark is None or row.remark.informs)
    return _state(row, time, [*wrong, "This turn is locked: what you type now counts for the next one."], is_right)


def _of_waiting(row: Answered, time: str) -> str:
    wrong = list(_wrong_cells(row))
    return _state(row, time, [*wrong, f"Waiting for {row.waits_for}: fix or empty that row first."], not wrong)


def _of_unconfirmed(row: Answered, time: str) -> str:
    tick_first = f"Tick {row.confirm} to confirm it: it counts only then."
    return _state(row, time, [tick_first, *_wrong_cells(row, row.remark)], is_right=False)


def _of_remarked(row: Answered, time: str) -> str:
    remark = row.remark
    is_right = (remark is None or remark.informs) and not any(_wrong_cells(row))
    skipped = ["It will be skipped."] if remark is not None and remark.skips else []
    return _state(row, time, [*_wrong_cells(row, remark), *skipped], is_right)


def _of_right(row: Answered, time: str, added: Sequence[str] = ()) -> str:
    wrong = list(_wrong_cells(row))
    return _state(row, time, [*wrong, *added], not wrong)


def _state(row: Answered, time: str, sentences: Sequence[str], is_right: bool) -> str:
    """Return the answer to a row that counts: its sign, its state, and *sentences* about it."""
    state = "Standing" if row.form.close is Close.STANDING else "Ready" if row.read.ready else "Saved"
    return ". ".join(filter(None, (f"{'✓' if is_right else '⚠'} {state} · {time}", " ".join(sentences))))


def with_another_tick(text: str) -> str:
    """Return the answer to a row that was ticked for an earlier turn. *text* is the answer without that tick."""
    return f"{text} {TICK_AGAIN}" if text.startswith("✗") else f"⚠ {TICK_AGAIN}"


def _with_swapped(text: str) -> str:
    """Return the answer to a row that was put back because it held another's content. *text* is the usual answer."""
    sign, text = (text[:1], text[1:].strip()) if text.startswith(("✗", "⚠", "✓")) else ("", text)
    return " ".join(each for each in ("✗" if sign == "✗" else "⚠", text, SWAPPED) if each)


def _of_one_among_others(row: Answered, time: str) -> str:
    """Return the answer to a correct row that shares its Ready box: first what must be done, then the figures."""
    together = row.together or Together()
    wrong, remarks = [*_wrong_cells(row)], [each for each in (row.remark, together.total) if each is not None]
    sentences = [*_wrong_cells(row, row.remark), *filter(None, (_of_all(row),))]
    sign = "⚠ " if wrong or not all(each.informs for each in remarks) else "✓ "
    here, state = not together.first, "Ready" if together.ready else "Saved"
    if together.waits_for and (together.held or (here and together.ticked)):
        sentences.insert(0, _what_to_do(row, together))
        sign = "" if together.unfinished else "✗ " if together.held else "⚠ "
    elif row.form.due and not together.ticked:
        sentences.append(f"Tick Ready{f' in {together.first}' if together.first else ''} when you are done.")
    if here and together.ticked and not together.ready:
        state, sign = NOT_READY.removeprefix("⚠ "), sign if sign == "✗ " else "⚠ "
    elif sign == "✗ ":
        return f"{sign}{' '.join(sentences)}"
    elif not sentences and here and together.empty:
        sentences += _idle(row)
    return ". ".join((f"{sign}{state} · {time}", *([" ".join(sentences)] if sentences else ())))


def _what_to_do(row: Answered, together: Together) -> str:
    """Return what must be done with the row that the others wait for."""
    do = f"{'Fill in' if together.unfinished else 'Fix or empty'} {together.waits_for}"
    return f"{do}{': all rows here count together, or none does' if row.form.counted.whole else ' first'}."


def _idle(row: Answered) -> Iterator[str]:
    """Yield what a form means that is ready and empty."""
    if row.read.ready and row.form.counted.idle is not None and row.form.counted.idle.now:
        yield f"{capitalized(row.form.counted.idle.now)}."


def left_out_cells(row: Answered) -> str:
    """Return the remarks about the ignored cells of *row*, in one sentence or more for each; "" if there are none."""
    return " ".join(_wrong_cells(row)) if row.read.slips or row.left_out else ""


def _unfinished(row: Answered) -> str:
    """Return the answer to a row without a tick that still has empty cells."""
    text = with_suggestion(
        f"Still to fill in: {', '.join(row.unfinished)}", row.remark.instead if row.remark is not None else None
    )
    wrong = left_out_cells(row)
    return f"⚠ {text} {wrong}" if wrong else text


def _wrong_cells(row: Answered, remark: Remark | None = None, *, counts: bool = True) -> Iterator[str]:
    """Yield what is wrong with each wrong cell of a row, from left to right, and the rules' *remark* about the row.

    *counts*: the rest of the row counts, so each sentence also says what counts instead of its cell.
    """
    read = row.read
    sentences: dict[str, str] = {}
    for slip in read.slips:
        became = _became(row, slip.field) if counts else ""
        text = f"{slip.cell or slip.field}: {with_suggestion(slip.text, slip.instead, became)}"
        sentences[slip.field] = f"{sentences[slip.field]} {text}" if slip.field in sentences else text
    for each in row.left_out:
        if each.remark.field and each.remark.field not in sentences:
            sentences[each.remark.field] = _remark(read, each.remark, _became(row, each.remark.field) if counts else "")
    if remark is not None:
        name, text = remark.field or "", _remark(read, remark)
        sentences[name] = f"{sentences[name]} {text}" if name in sentences else text
    columns = {name: at for at, name in enumerate(read.cells)}
    for name in sorted(sentences, key=lambda name: columns.get(name, len(columns))):
        yield sentences[name]


def _became(row: Answered, name: str) -> str:
    """Return what counts instead of an ignored cell, as a sentence."""
    field = next((each for each in row.form.fields if each.name == name), None)
    if field is None:
        return ""  # the Ready box: its answer states whether the row is ready
    value: Typed = row.read.instead.get(name, as_drawn(field))
    return "It is left out." if is_blank(value) else f"It is left out, and “{spelled(value)}” counts."


def _remark(read: RowRead, remark: Remark, became: str = "") -> str:
    cell = read.cells.get(remark.field or "", "")
    text = f"{remark.text.removesuffix('.')} ({remark.clause})." if remark.clause else remark.text
    return (f"{cell}: " if cell else "") + with_suggestion(text, remark.instead, became)


def with_suggestion(text: str, instead: str | None, became: str = "") -> str:
    """Return *text* as a sentence, then *became*, then the nearest legal choice: "... Try E9."."""
    sentence = text if text.endswith((".", "!", "?", ")")) else f"{text}."
    return " ".join((sentence, *([became] if became else ()), *([f"Try {instead}."] if instead else ())))


WORDS: Mapping[Verdict, Callable[[Answered, str], str]] = {
    Verdict.UNFINISHED: lambda row, _: " ".join(filter(None, (_unfinished(row), _of_all(row)))),
    Verdict.UNTOUCHED: _of_all,
    Verdict.REFUSED: lambda row, _: (
        "✗ " + " ".join(filter(None, (*_wrong_cells(row, row.remark, counts=False), _of_all(row))))
    ),
    Verdict.SKIPPED: lambda row, time: f"{SKIPPED} · {time}. {' '.join(_wrong_cells(row, row.remark))}",
    Verdict.ANSWERED: _of_answered,
    Verdict.REPLACED: lambda _, time: f"Saved · {time}. {REPLACED}",
    Verdict.AMONG_OTHERS: _of_one_among_others,
    Verdict.EMPTY: lambda row, _: "⚠ This row is empty. Fill it in or untick it." if row.read.ready else "",
    Verdict.EMPTY_AND_TICKED: lambda _, __: "⚠ This row is empty. Fill it in or untick it: the rows below wait for it.",
    Verdict.LATE: _of_late,
    Verdict.WAITING: _of_waiting,
    Verdict.UNCONFIRMED: _of_unconfirmed,
    Verdict.REMARKED: _of_remarked,
    Verdict.NOT_TICKED: lambda row, time: _of_right(row, time, ["Tick Ready when you are done."]),
    Verdict.IDLE: lambda row, time: _of_right(row, time, [*_idle(row)]),
    Verdict.RIGHT: _of_right,
}
"""For each verdict: returns the answer to a row, given the time of its last change as text."""
