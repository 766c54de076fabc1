"""Exporting a match: its tabs as players see them, and the record that `verify` checks."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheets_gm.adapters.export.record import MatchRecord, public, write_record
from sheets_gm.adapters.export.signing import Signer
from sheets_gm.adapters.export.xlsx import ExportTab, write_workbook
from sheets_gm.adapters.installation import templates
from sheets_gm.games.finding import game as find
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.log.history_rows import history_row, history_tab
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.log.reports import Happening
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.growing_tabs import head_of
from sheets_gm.gm.workbooks.layout import DICE, GM_TAB, ROSTER, layouts_of
from sheets_gm.gm.workbooks.reference_tabs import draw_roster
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import history_rows
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import FormTab, Tally, template_for_tabs
from sheets_gm.sheet.template import Template


class CannotWrite(UserError):
    """Files cannot be written to the chosen folder. The message states what to do."""


def snapshot_of(store: Store, match: str) -> Snapshot:
    """The current state of a match with its whole log, ready to be drawn."""
    record = store.record(match)
    game = find(record.charter.game)
    codec = Codec(game, record.charter)
    seats = {seat.id: seat for seat in record.people}
    log: list[Line] = []
    history: list[Tally] = []
    recent: list[Happening] = []
    tabs = game.tabs_for(record.charter.settings)
    has_history = history_tab(tabs) is not None
    last: Entry | None = None
    for entry in store.entries(match):
        events = codec.events(entry.events)
        log += log_lines(game, record, entry, events)
        recent.append(Happening(entry, events))
        if has_history and (row := history_row(game, tabs, codec.state(entry.state))):
            history.append(row)
        last = entry
    if last is None:
        raise LookupError(f"the match {match} has no journal")
    state = codec.state(last.state)
    forms = record.forms_in_play(game.open(state))
    template = without_accounts(template_for_tabs(templates.template(game.name), tabs))
    roster = draw_roster(template.tabs[ROSTER], record.people, record.policy.layout)
    return Snapshot(
        game=game,
        template=template,
        record=record,
        entry=last,
        state=state,
        forms=forms,
        attendance={},
        log=tuple(log),
        log_start=0,
        seats=seats,
        roster=roster,
        history=history_rows(history),
        recent=tuple(recent),
    )


def without_accounts(template: Template) -> Template:
    """*template* with a Roster tab that is safe to pass on: without the accounts of players."""
    tab_template = template.tabs[ROSTER]
    columns = tuple(column for column in tab_template.columns if column.field != "account")
    rules = tuple(rule for rule in tab_template.rules if "account" not in (*rule.on, rule.of))
    tab_template = tab_template.but(columns=columns, rules=rules, help=tab_template.words.get("exported"))
    return template.but(tabs={**template.tabs, ROSTER: tab_template})


def export_tabs(snapshot: Snapshot) -> list[ExportTab]:
    """The tabs of the final match sheet: the public ones, without forms and the GM's desk."""
    public_book, *_ = layouts_of(snapshot.game, snapshot.record)
    forms = {tab.key for tab in (*snapshot.tabs, *desk_forms.TABS) if isinstance(tab, FormTab)}
    tabs = []
    for key, drawn in draw(snapshot, public_book).items():
        if key in forms or key in (GM_TAB, DICE):
            continue
        head = head_of(snapshot, public_book, key)
        grid = Grid(head.rows + drawn.rows) if head else drawn
        tabs.append(ExportTab(build.template_as_shown(snapshot, key), grid, build.charts(snapshot, key)))
    return tabs


def write_exports(store: Store, match: str, folder: Path, formats: Sequence[str]) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* ("xlsx", "json") and yield the files.

    While a match with secrets goes on, neither file holds anything hidden.
    """
    paths = {kind: folder / f"{file_name(match)}.{kind}" for kind in formats}
    check_writable(folder, paths.values())
    record = store.record(match)
    whole = record.status is Status.OVER or find(record.charter.game).secrecy is Secrecy.OPEN
    if "xlsx" in formats:
        snapshot = snapshot_of(store, match)
        entries = store.entries(match) if whole else map(public, store.entries(match))
        exported = MatchRecord(record.charter, entries, hidden_secret(record))
        write_workbook(paths["xlsx"], export_tabs(snapshot), snapshot.template.styles, exported)
        yield paths["xlsx"]
    if "json" in formats:
        exported = MatchRecord(record.charter, store.entries(match), hidden_secret(record))
        sign = Signer(record.charter, bytes.fromhex(record.seed)) if record.charter.key else None
        write_record(paths["json"], exported, sign, whole=whole)
        yield paths["json"]


def last_exported(folder: Path, match: str) -> tuple[int, str] | None:
    """The number and the secret of the newest entry in the exported record of *match* in *folder*; None without one.

    Nobody vouches for them: the secret must be compared.
    """
    try:
        with (folder / f"{file_name(match)}.json").open(encoding="utf-8") as file:
            lines = deque((line for line in file if line.startswith('{"number":')), maxlen=1)
        entry = json.loads(lines[0].rstrip().rstrip(",")) if lines else {}
    except (OSError, ValueError, RecursionError):
        return None  # it is no record that this program wrote
    number, secret = entry.get("number"), entry.get("secret")
    return (number, secret) if isinstance(number, int) and isinstance(secret, str) else None


def file_name(match: str) -> str:
    """The file name for *match*: its name without characters that leave the folder or hide the file."""
    return re.sub(r"[^\w .-]", "_", match).lstrip(".- ") or "match"


def check_writable(folder: Path, paths: Iterable[Path]) -> None:
    """Create *folder* and find out whether *paths* in it can be written, before any work is done. `CannotWrite`."""
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            exists = path.exists()
            path.open("ab").close()
            if not exists:
                path.unlink()
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise CannotWrite(f"{path} cannot be written ({why}): choose another folder with --to.") from error


def hidden_secret(record: Record) -> bytes | None:
    """The secret of hidden rolls, once the match is over."""
    from sheets_gm.kernel.dice import Secrets

    return Secrets(bytes.fromhex(record.seed)).hidden if record.status is Status.OVER else None
