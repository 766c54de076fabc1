"""What a player may not know never reaches its workbook, the public one, or an export."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.packing import unpacked
from sheets_gm.adapters.export.record import BadExport, read_record
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.rules.turn import start
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import LayoutRefused
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.reading import read_row
from tests.games.champions.evening import Evening
from tests.games.champions.table import CHAMPIONS, play, position


@pytest.mark.clause("CBR-R30")
def test_a_shared_workbook_is_refused_unless_the_gm_says_open_hands() -> None:
    with pytest.raises(LayoutRefused, match="has hidden information"):
        Evening(policy=Policy(layout="shared"))
    evening = Evening(policy=Policy(layout="shared", open_hands=True))
    (book,) = evening.table.session.record.workbooks
    assert {"map", "stash", "battle"} <= set(book.tabs)
    assert "pools" not in book.tabs


@pytest.mark.clause("CBR-R30")
def test_a_shared_workbook_shows_the_hands_of_all_one_below_another() -> None:
    evening = Evening(policy=Policy(layout="shared", open_hands=True))
    titles = [row[0] for row in evening.values("stash") if row and str(row[0]).startswith("Stash")]
    assert len(titles) == 3


@pytest.mark.clause("CBR-R30")
def test_each_player_has_a_workbook_with_its_own_forms_and_nobody_elses() -> None:
    evening = Evening()
    assert [book.key for book in evening.table.session.record.workbooks] == [
        "public",
        "seat.p1",
        "seat.p2",
        "seat.p3",
        "gm",
    ]
    named = [column.field for column in evening.looks.tabs["movement"].columns].index("seat")
    seats = [row[named] for row in evening.values("movement", "seat.p2")[3:] if row]
    assert seats == ["p2"]
    assert not {"stash", "movement", "battle", "pools"} & set(evening.sheets_of("public"))


BEFORE = {
    "movement": {"p1": "B2: all; stash P-C1", "p2": "B2: Gladiator P-R1 D-R3, Mage M-L1; stash S-L3", "p3": "A1: all"},
    "battle": {"p1": "B2: all", "p2": "B2: Gladiator P-R1 D-R3, Mage M-L1; stash S-L3", "p3": "B2: Mage 20 M-C1"},
}
AFTER = {
    "movement": {"p1": "B2: all; stash P-C1", "p2": "B2: Gladiator, Mage", "p3": "A1: all; stash M-C3 M-C3"},
    "battle": {"p1": "B2: all", "p2": "B2: Gladiator P-C1, Mage S-C1", "p3": "B2: Mage 20 D-U1; stash P-C1"},
}


@pytest.mark.parametrize("phase", ["movement", "looting", "equipment", "battle"])
def test_what_others_have_and_what_tiles_hold_changes_nothing_in_a_players_workbook(phase: str) -> None:
    """Every tab is drawn: its values, drop-downs, notes and sizes."""
    evening = Evening()
    snapshot = evening.table.workbooks.snapshot({})
    people = "battle" if phase == "battle" else "movement"
    shown: list[Any] = []
    for players, pool in ((BEFORE[people], ["P-L1", "P-L2"]), (AFTER[people], ["S-C1"])):
        state = position(players, phase=phase, size=2, pools={"A1": pool, "B2": pool[:1]})
        shown.append(dataclasses.replace(snapshot, state=state, forms=CHAMPIONS.open(state)))
    assert shown[0].state != shown[1].state
    for layout in evening.table.workbooks.layouts:
        drawn = [draw(each, layout) for each in shown]
        if layout.key in ("public", "seat.p1"):
            assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[1], "the GM sees the difference"


@pytest.mark.parametrize("phase", ["movement", "looting", "equipment", "battle"])
def test_what_others_have_and_what_tiles_hold_changes_no_answer_to_a_player(phase: str) -> None:
    """Whatever is typed is read, refused or taken in the same words."""
    people = "battle" if phase == "battle" else "movement"
    pools = (["P-L1", "P-L2"], ["S-C1"])
    one, other = (
        position(players[people], phase=phase, size=2, pools={"A1": pool, "B2": pool[:1]})
        for players, pool in zip((BEFORE, AFTER), pools, strict=True)
    )
    form = next(form for form in CHAMPIONS.open(one) if form.seat == "p1")
    asked = 0
    for row in range(form.rows):
        for field in form.at(row).fields:
            for typed in ("nonsense", *field.choices, *field.known[::7]):
                read = read_row((form.key, "p1", row), form.at(row), {field.name: typed}, {})
                if read.order is not None:
                    asked += 1
                    assert CHAMPIONS.checks.check(one, "p1", read.order) == CHAMPIONS.checks.check(
                        other, "p1", read.order
                    )
                    assert CHAMPIONS.checks.fits(one, "p1", (read.order,)) == CHAMPIONS.checks.fits(
                        other, "p1", (read.order,)
                    )
    assert asked > 3


@pytest.mark.clause("CBR-33", "CBR-R13")
def test_a_player_is_told_who_is_on_its_tile_and_how_they_are_but_not_what_they_wear() -> None:
    match = position({"p1": "B2: all", "p2": "B2: Gladiator 30 P-L1, Mage 0", "p3": "A1: all"}, phase="movement")
    view = CHAMPIONS.view(match, "p1")
    assert view.person("p2").champions == {"Gladiator": 30, "Rogue": 0, "Healer": 0, "Mage": 0}
    assert [hand.seat for hand in view.holdings] == ["p1"]
    assert "P-L1" not in view.but(settings=None).model_dump_json()
    assert [hand.seat for hand in CHAMPIONS.view(match, GM).holdings] == ["p1", "p2", "p3"]
    assert CHAMPIONS.view(match, None).holdings == ()


@pytest.mark.clause("CBR-9", "CBR-R5")
def test_where_names_are_not_shown_only_those_on_its_own_tile_are_named_to_a_player() -> None:
    players = {"p1": "B2: all", "p2": "B2: all", "p3": "A1: all"}
    shown = position(players, phase="movement")
    assert [person.at for person in CHAMPIONS.view(shown, None).people] == ["B2", "B2", "A1"]
    match = position(players, phase="movement", settings={"show_names": False})
    assert [person.at for person in CHAMPIONS.view(match, "p1").people] == ["B2", "B2", None]
    assert [person.at for person in CHAMPIONS.view(match, None).people] == [None, None, None]
    assert CHAMPIONS.view(match, None).crowds == {"A1": 1, "B2": 2}


@pytest.mark.clause("CBR-R5")
def test_where_names_are_not_shown_no_public_roll_tells_where_anybody_starts() -> None:
    made = Settings(show_names=False)
    dice = Dice(Keyed(b"one", b"two"))
    start(made, made_up(CHAMPIONS.places(made)), dice)
    assert [roll.why for roll in dice.rolls if not roll.hidden] == []


@pytest.mark.clause("CBR-R5", "CBR-43")
@pytest.mark.parametrize("shown", [True, False])
def test_where_names_are_not_shown_no_public_roll_tells_who_fights_whom(shown: bool) -> None:
    people = dict.fromkeys(("p1", "p2", "p3"), "B2: all")
    after = play(position(people, phase="equipment", settings={"show_names": shown}))
    pairing = {why for why in after.rolls if "pairing" in why}
    assert len(pairing) == 2
    assert pairing & after.hidden == (set() if shown else pairing)


@pytest.mark.clause("CBR-R10", "CBR-R30")
def test_neither_attendance_nor_locks_tell_who_owns_nothing() -> None:
    players = {"p1": "B2: all; stash P-C1", "p2": "D4: all", "p3": "A1: Healer; stash D-U3"}
    forms = CHAMPIONS.open(position(players, phase="equipment"))
    for key, due in (("equipment", True), ("ask", False)):
        assert [(form.seat, form.due) for form in forms if form.key == key] == [("p1", due), ("p2", due), ("p3", due)]


@pytest.mark.clause("CBR-R8")
def test_what_tiles_hold_and_who_draws_what_is_rolled_with_dice_that_nobody_sees() -> None:
    match = position({"p1": "B2: all", "p2": "B2: all"}, phase="looting", pools={"B2": ["P-C1", "P-C2", "M-C1"]})
    after = play(match)
    drawn = {why for why in after.rolls if "loot" in why}
    assert len(drawn) > 3
    assert drawn <= after.hidden
    assert all(event.audience == (event.seat,) for event in after.events_of("looted"))


def test_a_position_of_version_2_is_still_read_with_the_random_number_in_it() -> None:
    match = position({"p1": "B2: all", "p2": "B2: all"}, phase="movement")
    stored = {**match.model_dump(mode="json"), "blind": "0" * 32}
    old = CHAMPIONS.state.model_validate_json(json.dumps(stored))
    assert old == match.but(blind="0" * 32)
    assert CHAMPIONS.view(old, "p1") == CHAMPIONS.view(match, "p1")


@pytest.mark.clause("CBR-19")
def test_loot_is_found_in_the_own_workbook_and_in_no_other_players() -> None:
    evening = Evening()
    evening.until("equipment")
    item_table = evening.table.session.state.item_table
    for player in evening.table.session.state.players:
        names = {item_table[item].name for item in player.stash}
        own = " ".join(evening.texts(f"seat.{player.seat}"))
        assert all(name in own for name in names)
    for key in ("public", "seat.p1"):
        text = " ".join(evening.texts(key, but="rules"))  # that tab lists every item there is
        players = evening.table.session.state.players
        others = {item for player in players for item in player.stash if player.seat != "p1"}
        mine = set(evening.table.session.state.player("p1").stash) if key != "public" else set()
        assert [item for item in others - mine if item_table[item].name in text] == []


def test_private_events_leave_no_gap_in_the_public_log() -> None:
    evening = Evening()
    for _ in range(9):
        evening.play()
    public = [
        line.text
        for entry in evening.store.entries(evening.name)
        for line in log_lines(
            CHAMPIONS, evening.record, entry, evening.table.session.journal.recorder.codec.events(entry.events)
        )
    ]
    shown = [row[1] for row in evening.values("log")[3:]]
    assert shown == public
    assert len(shown) > 15
    hidden = [event for entry in evening.store.entries(evening.name) for event in entry.events if event["audience"]]
    assert hidden


def test_another_process_goes_on_with_the_log_where_it_stands() -> None:
    evening = Evening()
    for _ in range(4):
        evening.play()
    before = evening.values("log")
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0
    evening.play()
    assert evening.values("log")[: len(before)] == before


def test_the_export_of_a_running_match_holds_nothing_hidden(tmp_path: Path) -> None:
    evening = Evening()
    evening.until("battle")
    state = evening.table.session.state
    workbook, page, proof = write_exports(evening.store, evening.name, tmp_path, ["xlsx", "html", "json"])
    held = json.loads(proof.read_text(encoding="utf-8"))
    shown = [entry[name] for entry in held["entries"] for name in ("state", "orders", "typed", "salts", "slips")]
    assert not any(shown)
    assert not [roll for entry in held["entries"] for roll in entry["rolls"] if roll["hidden"]]
    assert not [event for entry in held["entries"] for event in entry["events"] if event["audience"]]
    text = json.dumps(held["entries"])
    items = {item for player in state.players for item in player.stash}
    assert [item for item in items if f'"{item}"' in text] == []
    report = page.read_text(encoding="utf-8")
    frames, sealed, record, _ = (
        unpacked(packed) or "" for packed in re.findall(r'text/plain" id="\w+">([^<]*)<', report)
    )
    told = [report.partition("<script")[0], frames, *sealed.split("\n")[2:]]  # after the charter, which lists all items
    assert [item for item in items if any(item in each for each in told)] == []
    assert record == proof.read_text(encoding="utf-8")
    with pytest.raises(BadExport, match="only the public part"):
        read_record(proof)
    book = openpyxl.load_workbook(workbook)
    cells = " ".join(
        str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row if cell is not None
    )
    assert "salt of" not in cells
    assert "loot 1 of" not in cells


def test_the_export_of_a_finished_match_proves_all_of_it(tmp_path: Path) -> None:
    evening = Evening(players=2)
    for _ in range(120):
        if evening.table.session.record.status is Status.OVER:
            break
        evening.play()
    (proof,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    charter, entries, hidden, _signatures = read_record(proof)
    assert hidden is not None
    assert [each for each in verify(CHAMPIONS, charter, entries, hidden) if isinstance(each, Fault)] == []


@pytest.mark.clause("CBR-64", "CBR-R31")
def test_a_backup_takes_a_seat_with_all_that_it_has_and_is_called_by_its_own_name() -> None:
    evening = Evening()
    table = evening.table
    seats = {**table.session.people.seats, "p2": table.session.people.seats["p2"].but(player="Backup")}
    snapshot = dataclasses.replace(table.workbooks.snapshot({}), seats=seats)
    public = draw(snapshot, table.workbooks.layouts[0])
    texts = [str(cell.value) for row in public["map"].rows for cell in row]
    assert "Backup" in texts
    assert evening.seats[1].player not in texts
