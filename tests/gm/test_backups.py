"""Going back to a backup of the store: the match goes on from it, says so, and uses no secret that was shown again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.cli.sync_log import sentences
from sheets_gm.adapters.export.files import last_exported, write_exports
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.after_backup import ASK_AGAIN
from sheets_gm.gm.poll.backups import PlayedElsewhere
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.workbooks.live.closed_forms import KEPT
from sheets_gm.gm.workbooks.marker import marked_entry
from sheets_gm.kernel.forms import Close
from sheets_gm.sheet.reading import row_name
from tests.few import by_day
from tests.gm.any_game import assert_recomputes
from tests.gm.table import Evening

GAMES = ("gvg", "wesnoth", "champions", "win_or_die", "war_game")


class Kept:
    """A match whose store is a file, which can be copied and put back, as docs/running.md says."""

    def __init__(self, folder: Path, game: str = "gvg", **given: Any) -> None:
        self.file, self.copy = folder / "matches.db", folder / "backup.db"
        policy = Policy(layout="shared" if game == "gvg" else "sealed", gm=("gm@table",))
        store = open_store(str(self.file))
        self.evening = Evening(plays=game, players=4 if game == "gvg" else 2, policy=policy, store=store, **given)

    def back_up(self) -> None:
        """Copy the store while it runs."""
        self.copy.unlink(missing_ok=True)
        with sqlite3.connect(self.file) as db:
            db.execute("VACUUM INTO ?", (str(self.copy),))

    def go_back(self) -> Poller:
        """Stop the sync, put the copy back, and start the sync."""
        self.evening.store.close()
        for left in (self.file, Path(f"{self.file}-wal"), Path(f"{self.file}-shm")):
            left.unlink(missing_ok=True)
        self.file.write_bytes(self.copy.read_bytes())
        self.evening.store = open_store(str(self.file))
        self.evening.table = self.evening.poller("after the backup")
        return self.evening.table

    @property
    def entries(self) -> list[Any]:
        return list(self.evening.store.entries("evening"))


def secrets_of_rolls(entries: list[Any]) -> set[str]:
    """The secrets with which dice were rolled."""
    return {entry.secret for entry in entries if entry.rolls}


def gm_tab(evening: Evening) -> str:
    return "\n".join(str(cell) for row in evening.values("gm") for cell in row)


@pytest.mark.parametrize("game", by_day("gvg", "champions", of=GAMES))
def test_a_match_goes_on_from_a_backup_and_uses_no_secret_again(tmp_path: Path, game: str) -> None:
    kept = Kept(tmp_path, game)
    evening = kept.evening
    evening.play()
    kept.back_up()
    backed_up = len(kept.entries)
    evening.play(2)
    lost = kept.entries[backed_up:]
    kept.go_back()
    said = [*sentences(evening.tick())]
    assert len(said) == 1
    assert f"the store ends with entry {backed_up - 1}, and the sheet had shown {lost[-1].number}" in said[0]
    assert [*sentences(evening.tick())] == []
    assert [entry.act and entry.act["kind"] for entry in kept.entries[backed_up:]] == ["restore"] * len(lost)
    assert "from a backup" in gm_tab(evening)
    assert sum("from a backup" in line for line in evening.log()) == 1
    evening.play(2)
    after = kept.entries[backed_up:]
    assert len(after) > len(lost)
    assert not secrets_of_rolls(after) & {entry.secret for entry in lost}
    assert "from a backup" not in gm_tab(evening)
    assert evening.tick().writes == 0
    assert_recomputes(evening)


def test_what_players_typed_since_the_backup_is_kept_without_its_ticks(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    evening.play()
    evening.order("blue1", action="HOLD")
    evening.all_ready()
    kept.go_back()
    tick = evening.tick()
    assert not [step for step in tick.steps if step.entry.kind == "turn"]
    row = evening.row("orders", "blue1")
    assert row["action"] == "HOLD"
    assert not row["ready"]
    assert row["receipt"] == ASK_AGAIN
    evening.all_ready()
    assert [step.entry.kind for step in evening.tick().steps] == ["turn"]


def test_what_is_ticked_once_the_backup_is_shown_counts_whatever_becomes_of_the_marker(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    evening.play()
    kept.go_back()
    evening.tick()
    evening.all_ready()
    type_over_marker(evening, "#99 00000000")
    assert [step.entry.kind for step in evening.tick().steps] == ["turn"]


class Killed(BaseException):
    """The end of a process, which nothing catches."""


@pytest.mark.parametrize("seam", ["append", "remake"])
def test_a_sync_that_is_killed_while_it_goes_back_takes_no_tick_for_this_turn(
    tmp_path: Path, seam: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    evening.play(2)
    evening.all_ready()
    table = kept.go_back()
    owner = evening.store if seam == "append" else evening.sync
    done = getattr(owner, seam)

    def once(*args: Any, **named: Any) -> Any:
        done(*args, **named)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, seam, once)
        with pytest.raises(Killed):
            table.tick()
    evening.store.release("evening", "after the backup")
    evening.table = evening.poller("another")
    evening.tick()
    assert all(entry.kind == "act" for entry in kept.entries[2:])
    assert not evening.row("orders", "blue1")["ready"]


def type_over_marker(evening: Evening, text: str) -> str:
    """Type *text* over the marker of the shared workbook; return the tab that it stands on."""
    book, first = evening.record.workbooks[0], evening.table.workbooks.layouts[0].tabs[0]
    row = evening.values(first)[0]
    column = next(at for at, cell in enumerate(row) if isinstance(cell, str) and cell.startswith("#"))
    evening.sync.type_in(book, [(book.tabs[first], 0, column, text)])
    return first


@pytest.mark.parametrize("marker", ["#99 00000000", "#999999999 0123abcd", "#0 00000000", "#1 00000000"])
def test_a_marker_that_was_typed_over_is_put_back_and_play_goes_on(tmp_path: Path, marker: str) -> None:
    evening = Kept(tmp_path).evening
    evening.play()
    evening.order("blue1", action="HOLD")
    evening.tick()
    first = type_over_marker(evening, marker)
    assert marker in "".join(sentences(evening.tick()))
    assert marked_entry(evening.values(first)) == evening.table.session.entry.number
    assert marker in gm_tab(evening)
    assert "backup" not in gm_tab(evening)
    assert evening.row("orders", "blue1")["action"] == "HOLD"
    evening.tick()
    assert evening.tick().writes == 0
    evening.all_ready()
    assert [step.entry.number for step in evening.tick().steps] == [2]


def test_an_export_remembers_what_was_shown_where_the_sheets_went_back_too(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    evening.play(2)
    [path] = write_exports(evening.store, "evening", tmp_path, ["json"])
    lost = kept.entries[2:]
    kept.go_back()
    evening.table.memory.backup.exported = lambda match: last_exported(tmp_path, match)
    assert last_exported(tmp_path, "another") is None
    book = evening.record.workbooks[0]
    dice = book.tabs["dice"]
    evening.sync.type_in(book, [(dice, row, 1, "") for row in range(2, 12)])
    evening.tick()
    assert len(kept.entries) == 2 + len(lost)
    path.write_text("{}")
    assert last_exported(tmp_path, "evening") is None


def test_an_emptied_dice_tab_without_an_export_hides_no_secret_that_was_shown(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    evening.play(2)
    lost = kept.entries[2:]
    kept.go_back()
    book = evening.record.workbooks[0]
    evening.sync.type_in(book, [(book.tabs["dice"], row, 1, "") for row in range(2, 12)])
    evening.tick()
    assert len(kept.entries) == 2 + len(lost)
    evening.play()
    assert not secrets_of_rolls(kept.entries[2:]) & {entry.secret for entry in lost}


@pytest.mark.parametrize("log", ["", "#98"], ids=["a marker alone", "a marker far ahead"])
def test_what_somebody_typed_into_a_marker_passes_over_few_entries(tmp_path: Path, log: str) -> None:
    evening = Kept(tmp_path).evening
    evening.play()
    number = evening.table.session.entry.number
    book, first = evening.record.workbooks[0], evening.table.workbooks.layouts[0].tabs[0]
    column = next(at for at, cell in enumerate(evening.values(first)[0]) if str(cell).startswith("#1 "))
    cells = [(book.tabs[first], 0, column, "#99999 00000000"), *([(book.tabs["log"], 5, 4, log)] if log else [])]
    evening.sync.type_in(book, cells)
    evening.table = evening.poller("another")
    evening.tick()
    assert evening.table.session.entry.number == number


def test_a_secret_that_somebody_made_up_on_the_dice_tab_means_nothing(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    book = evening.record.workbooks[0]
    evening.sync.type_in(book, [(book.tabs["dice"], 4, 1, "7"), (book.tabs["dice"], 6, 1, "ab" * 32)])
    evening.table = evening.poller("another")
    evening.tick()
    assert len(kept.entries) == 2


def test_two_stores_with_the_same_match_do_not_outrun_each_other(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    other = open_store(str(kept.copy))
    tables = [evening.table, kept_poller(evening, other)]

    def ticks() -> Iterator[int]:
        for turn in range(20):
            evening.now += 1
            table = tables[turn % 2]
            table.tick(actions=[Pause()] if turn == 0 else [])
            yield table.session.entry.number

    with pytest.raises(PlayedElsewhere, match="another installation plays the same match"):
        list(ticks())
    assert evening.store.last_number("evening") < 8
    evening.table = tables[0]


def test_a_backup_may_be_put_back_again_within_the_hour(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    for _ in range(2):
        kept.back_up()
        evening.tick(actions=[Pause()])
        evening.tick(actions=[Resume()])
        kept.go_back()
        evening.tick()
    assert [entry.act and entry.act["kind"] for entry in kept.entries[1:]] == ["restore"] * 4
    evening.play()
    assert evening.record.status is Status.LIVE


def test_two_stores_that_take_turns_by_cron_do_not_outrun_each_other_for_long(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    evening = kept.evening
    evening.play()
    kept.back_up()
    other = open_store(str(kept.copy))

    def ticks() -> Iterator[None]:
        for turn in range(40):
            evening.now += 60
            table = kept_poller(evening, other) if turn % 2 else evening.poller("each time anew")
            paused = table.session.record.status is Status.PAUSED
            table.tick(actions=[] if turn % 2 else [Resume() if paused else Pause()])
            yield

    with pytest.raises(PlayedElsewhere):
        list(ticks())
    assert evening.store.last_number("evening") < 16


def kept_poller(evening: Evening, other: Any) -> Poller:
    """A process that polls the same match from another store."""
    mine, evening.store = evening.store, other
    try:
        return evening.poller("elsewhere")
    finally:
        evening.store = mine


def test_what_was_typed_in_a_form_that_is_closed_by_then_is_kept_and_said_until_it_opened_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path, "champions")
    evening = kept.evening
    evening.tick()
    kept.back_up()
    first = evening.table.session.forms[0].key
    for _ in range(6):
        evening.play()
        if not any(form.key == first for form in evening.table.session.forms):
            break
    opened = next(form for form in evening.table.session.forms if form.close is Close.TOGETHER and form.key != first)
    tab = next(tab.key for tab in evening.table.session.journal.tabs if getattr(tab, "form", None) == opened.key)
    name = row_name((opened.key, opened.seat, 0), opened.at(0))
    book = next(
        each
        for each in evening.table.workbooks.layouts
        if tab in each.tabs and each.has(opened.seat, team=opened.who.team)
    )
    field = opened.at(0).fields[0].name
    evening.type(tab, {evening.cell(tab, name, field, book.key): "my plan"}, key=book.key)
    evening.tick()
    kept.go_back()
    evening.tick()
    row = evening.row(tab, f"{name} before", book.key)
    assert row[field] == "my plan"
    assert row["receipt"] == KEPT
    assert evening.tick().writes == 0
    evening.play()
    assert evening.row(tab, f"{name} before", book.key)[field] == "my plan"
    for _ in range(8):
        evening.play()
    assert "my plan" not in str(evening.sheets_of(book.key)[tab])
