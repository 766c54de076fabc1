"""Exporting a match: its tabs as players see them, and everything that `verify` needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sheets_gm.adapters import wiring
from sheets_gm.adapters.export import Page
from sheets_gm.games.contract import Secrecy
from sheets_gm.games.finding import game as find
from sheets_gm.gm import house, laying, showing
from sheets_gm.gm.layout import DICE, GM_TAB, ROSTER, sheaves
from sheets_gm.gm.ports import Record, Status, Store
from sheets_gm.gm.showing import Scene
from sheets_gm.kernel.journal import Entry
from sheets_gm.kernel.match import Codec
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import joined
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import FormTab, Tally
from sheets_gm.sheet.template import Template


class CannotWrite(OSError):
    """Files cannot be written where they were asked for; the message says what to do."""


def scene_of(store: Store, match: str) -> Scene:
    """A match as it stands, with its whole log, ready to be drawn for people who keep it."""
    record = store.record(match)
    game = find(record.charter.game)
    codec = Codec(game)
    seats = {seat.id: seat for seat in record.people}
    told: list[Line] = []
    tallied: list[Tally] = []
    tallying = showing.history_tab(game) is not None
    last: Entry | None = None
    for entry in store.entries(match):
        told += showing.lines_told(game, record, entry, codec.events(entry.events))
        if tallying and (tally := showing.tally_of(game, codec.state(entry.state))):
            tallied.append(tally)
        last = entry
    if last is None:
        raise LookupError(f"the match {match} has no journal")
    state = codec.state(last.state)
    forms = game.open(state)
    template = without_accounts(wiring.template(game.name))
    roster = showing.draw_roster(template.tabs[ROSTER], record.people, record.policy.layout)
    rows = joined(tallied)
    return Scene(game, template, record, last, state, forms, {}, tuple(told), 0, seats, roster, tallied=rows)


def without_accounts(template: Template) -> Template:
    """*template* with a Roster that people may pass around: nobody's address, and no word of who may type where."""
    paper = template.tabs[ROSTER]
    columns = tuple(column for column in paper.columns if column.field != "account")
    rules = tuple(rule for rule in paper.rules if "account" not in (*rule.on, rule.of))
    paper = paper.but(columns=columns, rules=rules, help=paper.words.get("exported"))
    return template.but(tabs={**template.tabs, ROSTER: paper})


def sheets_of(scene: Scene) -> list[Page]:
    """The tabs of the final match sheet: what is public, without forms and the GM's desk."""
    policy = scene.record.policy
    book = sheaves(scene.game, scene.record.charter.seats, policy.layout, open_hands=policy.open_hands)[0]
    forms = {tab.key for tab in (*scene.game.tabs, *house.TABS) if isinstance(tab, FormTab)}
    pages = []
    for key, drawn in showing.draw(scene, book).items():
        if key in forms or key in (GM_TAB, DICE):
            continue
        head = laying.head_of(scene, book, key)
        grid = Grid(head.rows + drawn.rows) if head else drawn
        pages.append(Page(laying.shown(scene, key), grid, laying.charts(scene, key)))
    return pages


def write_exports(store: Store, match: str, folder: Path, formats: Sequence[str]) -> Iterator[Path]:
    """Write *match* to *folder* in each of *formats* ("xlsx", "json") and yield the files.

    While a match goes on that hides things from its players, neither file holds anything hidden.
    """
    from sheets_gm.adapters import export

    paths = {kind: folder / f"{file_name(match)}.{kind}" for kind in formats}
    must_be_writable(folder, paths.values())
    record = store.record(match)
    whole = record.status is Status.OVER or find(record.charter.game).secrecy is Secrecy.OPEN
    if "xlsx" in formats:
        scene = scene_of(store, match)
        entries = store.entries(match) if whole else map(export.public, store.entries(match))
        export.export_xlsx(
            paths["xlsx"], sheets_of(scene), scene.template.styles, record.charter, entries, hidden_secret(record)
        )
        yield paths["xlsx"]
    if "json" in formats:
        export.export_json(paths["json"], record.charter, store.entries(match), hidden_secret(record), whole=whole)
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


__all__: Sequence[Any] = ("hidden_secret", "scene_of", "sheets_of", "write_exports")
