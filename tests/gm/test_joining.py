"""Somebody joins a match that is played, in a new seat, where the rules of the game let them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.gaps import gap
from sheets_gm.adapters.export.record import read_record
from sheets_gm.gm.forgetting import person_called, without_person
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.hand_over import deputies
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from tests.gm.table import Evening
from tests.gm.test_hand_over import DAY, guests, is_proved, who
from tests.gm.test_seats_tab import friday, roster

ZOE = "Zoe <zoe@table>"


def two_of_three() -> Evening:
    """A match of GvG whose teams have two of three players, its first tick done."""
    match = Evening(settings={"team_size": 3}, players=4, policy=Policy(gm=("gm@table",), no_show="hold", every=DAY))
    match.tick()
    return match


def test_a_friend_joins_a_team_that_has_room_and_plays_at_once() -> None:
    match = two_of_three()
    match.play(1)
    match.do("join", "blue", f"{ZOE}, role=healer")
    assert match.answer() == "✓ Zoe joins team Blue as blue3 (Healer): because"
    assert who(match, "blue3") == ("Zoe", "zoe@table")
    assert "Zoe" in roster(match)["blue3"]
    assert guests(match, "table")["zoe@table"] == "writer"
    assert "blue3" in match.table.waiting
    match.order("blue3", as_account="zoe@table", ready=True)
    with pytest.raises(SheetsRefused):
        match.order("blue3", as_account="ben@table", ready=True)
    match.tick()
    assert "blue3" not in match.table.waiting
    assert is_proved(match)


def test_a_rewind_takes_the_seat_away_and_another_one_gives_it_back() -> None:
    match = two_of_three()
    match.play(1)
    match.do("join", "", f"{ZOE}")
    joined = match.table.session.entry.number
    match.play(1)
    match.do("rewind", "#0", row=2)
    assert [seat.id for seat in match.table.session.record.people] == ["blue1", "blue2", "red1", "red2"]
    assert "zoe@table" not in guests(match, "table")
    match.play(1)
    match.do("rewind", f"#{joined}", row=3)
    assert who(match, "blue3") == ("Zoe", "zoe@table")
    match.play(1)
    assert is_proved(match)


def test_a_deputy_who_joins_fills_in_for_no_other_side() -> None:
    match = two_of_three()
    match.do("deputy", "Ben", ZOE)
    match.do("join", "red", ZOE, row=2)
    assert deputies(match.table.session.record) == ()


def test_a_sixth_friend_finds_no_seat_and_reads_what_there_is_instead() -> None:
    match = friday()
    match.do("join", "", ZOE)
    assert "All 4 seats of the game are taken. Somebody more can be a deputy" in match.answer()


def test_what_is_written_wrongly_is_said() -> None:
    match = two_of_three()
    for row, (on, value, said) in enumerate(
        [
            ("", "", "Write who joins"),
            ("", "Zoe", "Write an address too"),
            ("", "Ana <ana@table>", "already plays"),
            ("blue2", ZOE, "There is a seat blue2 already"),
            ("green", ZOE, "The seats that nobody has are blue3 and red3"),
            ("", f"{ZOE}, role=wizard", "is no role"),
            ("", f"{ZOE}, role=a=b", "“a=b” is no role"),
            ("", f"{ZOE}, colour=red", "Nobody chooses colour"),
        ],
        start=1,
    ):
        match.do("join", on, value, row=row)
        assert said in match.answer(row), (on, value)
    assert len(match.table.session.record.people) == 4


def battle_royale() -> Evening:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    return match


def test_in_a_sealed_match_a_newcomer_gets_a_private_spreadsheet_later_if_it_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = battle_royale()
    match.do("join", "", ZOE)
    assert match.answer().startswith("✓ Zoe joins as p4")

    def refuse(*_: object, **__: object) -> None:
        raise SheetsRefused("no room is left")

    with monkeypatch.context() as patched:
        patched.setattr(type(match.table.workbooks.sheets), "make", refuse)
        match.tick()
        match.tick()
    (line,) = Repairs.of(match.table.session.record).mended
    assert "could not be made: no room is left" in line
    match.now += 3700
    match.tick()
    assert guests(match, "seat.p4")["zoe@table"] == "writer"
    assert guests(match, "public")["zoe@table"] == "commenter"
    assert "zoe@table" not in guests(match, "seat.p1")
    match.seats = match.table.session.record.people
    match.record = match.table.session.record
    match.play(1)
    assert is_proved(match)
    assert match.tick().writes == 0


def test_nobody_joins_a_battle_royale_once_somebody_has_moved() -> None:
    match = battle_royale()
    match.play(1)
    match.do("join", "", ZOE)
    assert "Nobody joins after the first movement" in match.answer()


def test_a_match_that_somebody_has_joined_is_exported_and_proved(tmp_path: Path) -> None:
    match = two_of_three()
    match.do("join", "red", ZOE)
    match.play(1)
    match.do("override hidden", "teams.red.coins", "3", row=2)
    assert list(write_exports(match.store, match.name, tmp_path, ["xlsx"], "followers"))
    match.do("concede", "blue", row=3)
    page, record = write_exports(match.store, match.name, tmp_path, ["html", "json"])
    assert "Zoe" in page.read_text(encoding="utf-8")
    exported = read_record(record)
    entries = tuple(exported.entries)
    assert gap(match.game, exported.charter, entries, exported.hidden) is None
    assert not [
        each for each in verify(match.game, exported.charter, entries, exported.hidden) if isinstance(each, Fault)
    ]


def test_who_has_joined_and_left_is_forgotten() -> None:
    match = two_of_three()
    match.do("join", "red", ZOE)
    match.do("give up", "Zoe", row=2)
    record = match.table.session.record
    forgotten = without_person(
        record, person_called("Zoe", [record]), match.game, match.store.entries(match.name), None
    )
    # whom the workbooks are shared with is put right at the next look
    assert "zoe" not in forgotten.but(drafts=(), workbooks=()).model_dump_json().casefold()
