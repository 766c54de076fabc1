"""Exporting a match: its tabs as players see them, and everything that `verify` needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheets_gm.adapters import wiring
from sheets_gm.adapters.export.formats import ExportTab
from sheets_gm.games.contract import Secrecy
from sheets_gm.games.finding import game as find
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.log.history_rows import history_row, history_tab
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import DICE, GM_TAB, ROSTER, workbook_layouts
from sheets_gm.gm.workbooks.reference_tabs import draw_roster
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.windows import head_of
from sheets_gm.kernel.journal import Entry
from sheets_gm.kernel.rules import Codec
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import history_rows
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import FormTab, Tally
from sheets_gm.sheet.template import Template


class CannotWrite(OSError):
    """Files cannot be written where they were asked for; the message says what to do."""


def snapshot_of(store: Store, match: str) -> Snapshot:
    """A match as it stands, with its whole log, ready to be drawn for people who keep it."""
    record = store.record(match)
    game = find(record.charter.game)
    codec = Codec(game)
    seats = {seat.id: seat for seat in record.people}
    told: list[Line] = []
    tallied: list[Tally] = []
    tallying = history_tab(game) is not None
    last: Entry | None = None
    for entry in store.entries(match):
        told += log_lines(game, record, entry, codec.events(entry.events))
        if tallying and (tally := history_row(game, codec.state(entry.state))):
            tallied.append(tally)
        last = entry
    if last is None:
        raise LookupError(f"the match {match} has no journal")
    state = codec.state(last.state)
    forms = game.open(state)
    template = without_accounts(wiring.template(game.name))
    roster = draw_roster(template.tabs[ROSTER], record.people, record.policy.layout)
    return Snapshot(
        game=game,
        template=template,
        record=record,
        entry=last,
        state=state,
        forms=forms,
        attendance={},
        log=tuple(told),
        log_start=0,
        seats=seats,
        roster=roster,
        history=history_rows(tallied),
    )


def without_accounts(template: Template) -> Template:
    """*template* with a Roster that people may pass around: nobody's address, and no word of who may type where."""
    tab_template = template.tabs[ROSTER]
    columns = tuple(column for column in tab_template.columns if column.field != "account")
    rules = tuple(rule for rule in tab_template.rules if "account" not in (*rule.on, rule.of))
    tab_template = tab_template.but(columns=columns, rules=rules, help=tab_template.words.get("exported"))
    return template.but(tabs={**template.tabs, ROSTER: tab_template})


def export_tabs(snapshot: Snapshot) -> list[ExportTab]:
    """The tabs of the final match sheet: what is public, without forms and the GM's desk."""
    policy = snapshot.record.policy
    book = workbook_layouts(snapshot.game, snapshot.record.charter.seats, policy.layout, open_hands=policy.open_hands)[
        0
    ]
    forms = {tab.key for tab in (*snapshot.game.tabs, *desk_forms.TABS) if isinstance(tab, FormTab)}
    pages = []
    for key, drawn in draw(snapshot, book).items():
        if key in forms or key in (GM_TAB, DICE):
            continue
        head = head_of(snapshot, book, key)
        grid = Grid(head.rows + drawn.rows) if head else drawn
        pages.append(ExportTab(build.template_as_shown(snapshot, key), grid, build.charts(snapshot, key)))
    return pages


def write_exports(store: Store, match: str, folder: Path, formats: Sequence[str]) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* ("xlsx", "json") and yield the files.

    While a match goes on that hides things from its players, neither file holds anything hidden.
    """
    from sheets_gm.adapters.export import formats as written

    paths = {kind: folder / f"{file_name(match)}.{kind}" for kind in formats}
    must_be_writable(folder, paths.values())
    record = store.record(match)
    whole = record.status is Status.OVER or find(record.charter.game).secrecy is Secrecy.OPEN
    if "xlsx" in formats:
        snapshot = snapshot_of(store, match)
        entries = store.entries(match) if whole else map(written.public, store.entries(match))
        written.export_xlsx(
            paths["xlsx"],
            export_tabs(snapshot),
            snapshot.template.styles,
            record.charter,
            entries,
            hidden_secret(record),
        )
        yield paths["xlsx"]
    if "json" in formats:
        written.export_json(paths["json"], record.charter, store.entries(match), hidden_secret(record), whole=whole)
        yield paths["json"]


def file_name(match: str) -> str:
    """What the files of *match* are called: its name, without what would lead out of a folder or hide there."""
    return re.sub(r"[^\w .-]", "_", match).lstrip(".- ") or "match"


def must_be_writable(folder: Path, paths: Iterable[Path]) -> None:
    """Make *folder*, and find out whether *paths* in it can be written, before any work is done. CannotWrite."""
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            there = path.exists()
            path.open("ab").close()
            if not there:
                path.unlink()
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise CannotWrite(f"{path} cannot be written ({why}): name another folder with --to.") from error


def hidden_secret(record: Record) -> bytes | None:
    """The secret of hidden rolls, once the match is over."""
    from sheets_gm.kernel.dice import Secrets

    return Secrets(bytes.fromhex(record.seed)).hidden if record.status is Status.OVER else None
