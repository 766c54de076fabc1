"""Two worlds that differ only in what one seat has typed: nobody else can tell them apart before the turn is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sheets_gm.gm.workbooks.layout import WorkbookLayout, layouts_of
from sheets_gm.gm.workbooks.live import reading as live
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.outcome import GM
from tests.simulation.running import Stage
from tests.simulation.script import FOREVER, Script, Step
from tests.simulation.settings import settings_of
from tests.simulation.world import world


@dataclass(frozen=True)
class Reach:
    """What people other than one seat can see: cells by workbook and tab, and the notices; *done* is public anyway."""

    done: Mapping[str, Any]
    entries: int
    typed: tuple[str, ...]
    cells: Mapping[str, Mapping[str, Any]]
    notices: tuple[str, ...]


def reach(script: Script, secret: int) -> Reach | None:
    """The reach of everybody else after *script*, when one seat has typed what *secret* says. None: nobody is asked."""
    setting = next(each for each in settings_of(script.game) if each.policy.layout == "sealed")
    with world(setting, script.store, script.seed) as made:
        stage = Stage(made, script.syncs)
        try:
            for step in script.steps:
                stage.do(step)
            stage.calm()
            session = stage.ledger.session
            asked = [form for form in session.forms if form.seat != GM and _is_private(form)]
            if not asked:
                return None
            form = Random(script.seed).choice(asked)
            made.notices.clear()
            stage.people.fill(Random(secret), "random", form, ticked=False)
            for calls in (20, FOREVER, FOREVER):
                stage.do(Step("go", (0, calls)))
            poller = made.poller()
            found = live.read(poller.workbooks)
            submissions = answer_rows(poller.session, live.typed_rows(poller.workbooks, found), made.time.now)
            own = {layout.key for layout in layouts_of(session.game, session.record) if _sees(layout, form)}
            return Reach(
                done=dict(submissions.attendance),
                entries=len(stage.ledger.entries),
                typed=tuple(str(row.read.typed) for row in submissions.rows if row.key[:2] == (form.key, form.seat)),
                cells={
                    book.key: {
                        sheet.title: dict(sorted(sheet.cells.items()))
                        for sheet in made.service.documents[book.document].sheets.values()
                    }
                    for book in session.record.workbooks
                    if book.key not in own
                },
                notices=tuple(made.notices),
            )
        finally:
            stage.end()


def _is_private(form: Form) -> bool:
    return form.due and not form.counted.forced and form.close is not Close.ASK


def _sees(layout: WorkbookLayout, form: Form) -> bool:
    return layout.key == "gm" or layout.has(form.seat, team=form.who.team)


def differences(one: Reach, other: Reach) -> list[str]:
    """What tells two worlds apart."""
    found = [f"notices: {one.notices} and {other.notices}"] if one.notices != other.notices else []
    for book, tabs in one.cells.items():
        for title, cells in tabs.items():
            others = other.cells[book].get(title, {})
            found += [
                f"{book}, {title}, {place}: {cells.get(place)} and {others.get(place)}"
                for place in sorted({*cells, *others})
                if cells.get(place) != others.get(place)
            ]
    return found


def is_comparable(one: Reach | None, other: Reach | None) -> bool:
    """Whether two worlds differ in what was typed, and in nothing that everybody may know."""
    if one is None or other is None:
        return False
    return one.typed != other.typed and one.done == other.done and one.entries == other.entries
