"""The marks of whose turn it is and of the state of a match, on the first tab of a workbook.

With them a page can list the turns of its reader, and the matches that its reader runs. The first mark names who must
fill in the forms of the same workbook, and which of these are ready. Neither reveals anything that the tabs do not
show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.intake.attendance import WAITED_FOR, waiting
from sheets_gm.gm.intake.receipts import NOT_READY
from sheets_gm.gm.match_record.claims import Claims, Stage
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.seats.hand_over import FREE, deputies, openings
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.gm.workbooks.layout import GM_TAB, PUBLIC, WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.english import owner_name
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.cleaning import clean
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.marks import RUNS, TURNS, hashed, marked
from sheets_gm.sheet.reading import READY
from sheets_gm.sheet.tabs import FormTab


@dataclass(slots=True)
class Turn:
    """One person's duties: for each tab by title whether it is done, and deadlines of done and open ones.

    *waited* has the names under which the match waits for the person.
    """

    duties: dict[str, bool] = field(default_factory=dict)
    waited: dict[str, None] = field(default_factory=dict)
    ends: dict[bool, list[float]] = field(default_factory=lambda: {True: [], False: []})

    def add(self, title: str, end: float | None, name: str = "", *, done: bool) -> None:
        """Add a duty on the tab with *title* until *end*, None for no deadline, of who is called *name*. *done*: it is
        already done.
        """
        self.duties[title] = self.duties.get(title, True) and done
        self.waited |= {} if done or not name else {name: None}
        self.ends[done] += [] if end is None else [end]

    def mark(self) -> dict[str, Any]:
        """Return the turn for a mark. Its deadline is that of the open duties, or of all of them if all are done."""
        left = self.ends[all(self.duties.values())]
        return {
            "duties": [[title, done] for title, done in self.duties.items()],
            "due": int(min(left)) if left else None,
            **({"waited": [*self.waited]} if self.waited else {}),
        }


def turn_mark(snapshot: Snapshot, layout: WorkbookLayout, *, attended: bool) -> tuple[tuple[str, str], ...]:
    """Return the mark of whose turn it is in one workbook; none if nobody has or looks for duties there.

    Without *attended* it does not say whom the match waits for elsewhere, as in `head_rows.head_of`, but names the
    document that says it: the public one.
    """
    if not layout.eyes and not layout.teams and FREE not in layout.tabs and layout.key != PUBLIC:
        return ()
    turns_by_account = _offers(snapshot, layout) | _turns(snapshot, layout)
    turns = {account: turn.mark() for account, turn in sorted(turns_by_account.items())}
    mark: dict[str, Any] = {"step": snapshot.heading, "turns": turns}
    if snapshot.record.policy.grace:
        mark["grace"] = int(snapshot.record.policy.grace)
    if attended:
        mark["waiting"] = [owner_name(owner, snapshot.seats) for owner in waiting(snapshot.attendance)]
    else:
        mark["waiting_in"] = next(
            (book.document for book in snapshot.record.workbooks if book.key in PUBLIC_WORKBOOKS), ""
        )
    return marked(TURNS, mark)


def run_mark(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[tuple[str, str], ...]:
    """Return the mark for the state of the match, in the workbook with the GM tab.

    With it a page can list the matches that its reader runs. It reveals nothing that the GM tab does not show.
    """
    record = snapshot.record
    if GM_TAB not in layout.tabs or not record.policy.gm:
        return ()
    due = None if record.due is None or record.status is not Status.LIVE else int(record.due)
    content = {
        "people": sorted(hashed(account) for account in record.policy.gm),
        "step": snapshot.heading,
        "status": record.status.value,
        "due": due,
        "waiting": [owner_name(owner, snapshot.seats) for owner in waiting(snapshot.attendance)],
        "claims": sum(case.stage is not Stage.FINAL for case in Claims.of(record).cases),
        "problem": record.reason,
        "match": next((book.document for book in record.workbooks if book.key == PUBLIC), ""),
    }
    return marked(RUNS, content)


def _turns(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Turn]:
    """Return the turn of each person with duties, by hashed account, even if all are done.

    While a player is absent, the duties are those of the deputy too.
    """
    record = snapshot.record
    if record.status is not Status.LIVE or record.pending is not None:
        return {}
    titles = {
        tab.form: snapshot.template.tabs[tab.key].title
        for tab in reversed(snapshot.tabs)
        if isinstance(tab, FormTab) and tab.key in layout.tabs
    }
    duties = [duty for duty in duties_of(snapshot, layout) if duty.form.key in titles]
    ends = deadlines(record, [duty.form for duty in duties])
    turns_by_account: dict[str, Turn] = {}
    named = deputies(record)
    absent = record.presence.absent_at(snapshot.now) if named else frozenset()
    filling_in = {each.seat: each.account for each in named if each.seat in absent}
    for form, part, done in duties:
        for seat in record.seats_of(part.awaited, part.who.authors):
            for account in filter(None, (seat.account, filling_in.get(seat.id))):
                turns_by_account.setdefault(hashed(account), Turn()).add(
                    titles[form.key], ends[part.awaited], owner_name(part.awaited, snapshot.seats), done=done
                )
    return turns_by_account


def _offers(snapshot: Snapshot, layout: WorkbookLayout) -> dict[str, Turn]:
    """Return the turn, by hashed account, of each person to whom this workbook offers a seat."""
    record, turns_by_account = snapshot.record, dict[str, Turn]()
    if FREE in layout.tabs and record.status is not Status.OVER:
        for opening in openings(record):
            if opening.account:
                turns_by_account.setdefault(hashed(opening.account), Turn()).add(
                    snapshot.template.tabs[FREE].title, None, done=False
                )
    return turns_by_account


class Duty(NamedTuple):
    """A *form* that is due, a *part* of it (`Form.parts`), and whether that is *done*."""

    form: Form
    part: Form
    done: bool


def duties_of(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[Duty, ...]:
    """Return what is due in one workbook."""
    made_of = snapshot.forms, snapshot.record.drafts, snapshot.attendance
    return snapshot.drawn.made(layout.key, "duties", _duties, Same(layout), *map(Same, made_of))


def _duties(
    layout: WorkbookLayout, forms: Sequence[Form], drafts: Sequence[Draft], attendance: Mapping[str, Attendance]
) -> tuple[Duty, ...]:
    here = [form for form in forms if form.due and layout.has(form.seat, team=form.who.team)]
    by_owner = _by_owner(drafts)
    return tuple(
        Duty(
            form,
            part,
            attendance.get(part.awaited) not in WAITED_FOR or part.counted.forced or _is_ready(form, part, by_owner),
        )
        for form, part in _parts(here)
    )


def _parts(forms: Iterable[Form]) -> Iterator[tuple[Form, Form]]:
    return ((form, part) for form in forms for part in form.parts())


def _by_owner(drafts: Iterable[Draft]) -> Mapping[tuple[str, str], tuple[Draft, ...]]:
    """Return *drafts* by form and owner."""
    drafts_by_owner: dict[tuple[str, str], tuple[Draft, ...]] = {}
    for draft in drafts:
        drafts_by_owner[draft.form, draft.seat] = (*drafts_by_owner.get((draft.form, draft.seat), ()), draft)
    return drafts_by_owner


def _is_ready(form: Form, part: Form, drafts: Mapping[tuple[str, str], tuple[Draft, ...]]) -> bool:
    """Return whether a part of *form* is ready: a row is ticked, and no answer says that one is wrong."""
    if form.close is Close.AT_ONCE:
        return False
    own_drafts = [*_own(form, part, drafts.get((form.key, form.seat), ()))]
    return any(clean(READY, each.typed.get("ready")) is True for each in own_drafts) and not any(
        each.receipt.startswith(("✗", NOT_READY)) for each in own_drafts
    )


def _own(form: Form, part: Form, drafts: tuple[Draft, ...]) -> Iterator[Draft]:
    """Yield those of *drafts* that are in the rows of *part*."""
    return (each for each in drafts if each.row < form.rows and form.at(each.row).who.authors == part.who.authors)
