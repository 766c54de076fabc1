"""Whose turn it is, as a page can list it: the mark on the first tab of each workbook."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.calls.cell_requests import rgb
from sheets_gm.gm.between.rulings import Claim
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.localsheets.api.matches import matches
from sheets_gm.localsheets.api.open_turns import open_turns
from sheets_gm.sheet.marks import IDLE
from tests.colours import rounded
from tests.gm.table import Evening
from tests.gm.test_hand_over import take
from tests.gm.test_seats_tab import ask, friday


def turns(evening: Evening, account: str) -> list[dict[str, Any]]:
    """The turns with something to do."""
    return [turn for turn in open_turns(evening.service.documents.values(), account) if turn["tab"] is not None]


def done(evening: Evening, account: str) -> list[dict[str, Any]]:
    """The turns in which nothing is left to do."""
    return [turn for turn in open_turns(evening.service.documents.values(), account) if turn["tab"] is None]


def test_everybody_who_is_waited_for_has_a_turn_with_its_tab_and_deadline() -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",), every=86400.0))
    evening.tick()
    found = turns(evening, "Ana@table")
    due = evening.table.session.record.due or 0
    assert [(turn["step"], turn["tab"], turn["due"]) for turn in found] == [("Turn 1 of 60", "Orders", int(due))]
    assert turns(evening, "gm@table") == []
    assert turns(evening, "nobody@table") == []


def test_a_turn_is_gone_when_its_player_is_ready_and_comes_back_with_the_next() -> None:
    evening = Evening(on="google")
    evening.all_ready(but=("red5",))
    evening.tick()
    assert turns(evening, "ana@table") == []
    waited = next(seat.account for seat in evening.seats if seat.id == "red5")
    assert turns(evening, waited or "")[0]["due"] is None
    evening.play(1)
    assert turns(evening, "ana@table")[0]["step"] == "Turn 2 of 60"


def test_a_turn_leads_to_the_first_thing_to_do_and_lists_all() -> None:
    """Ana is a captain who can pay: her order is ready, and her team's skills are still to be chosen."""
    evening = Evening(on="google", settings={"skill_costs": {"Player Speed": 0}})
    evening.tick()
    assert [(each["tab"], each["duties"]) for each in turns(evening, "ana@table")] == [
        ("Orders", [("Orders", False), ("Commands", False)])
    ]
    evening.order("blue1", ready=True)
    evening.tick()
    assert [(each["tab"], each["duties"]) for each in turns(evening, "ana@table")] == [
        ("Commands", [("Orders", True), ("Commands", False)])
    ]
    evening.order("blue1", move_to="nowhere")
    evening.tick()
    assert turns(evening, "ana@table")[0]["tab"] == "Orders"


def test_a_closed_form_has_no_deadline() -> None:
    evening = Evening(
        on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=86400.0)
    )
    evening.tick()
    own = f"seat.{evening.seats[0].id}"
    assert "due" in evening.values("movement", own)[0][0]
    assert "due" not in evening.values("battle", own)[0][0]


def test_who_is_ready_sees_who_is_waited_for() -> None:
    evening = Evening(on="google")
    evening.all_ready(but=("red4", "red5"))
    evening.tick()
    names = [seat.player for seat in evening.seats if seat.id in ("red4", "red5")]
    assert [each["waiting"] for each in done(evening, "ana@table")] == [names]
    late = next(seat.account for seat in evening.seats if seat.id == "red5")
    assert done(evening, late or "") == []


def test_a_private_workbook_does_not_follow_which_of_many_is_ready_but_leads_to_the_public_one_that_does() -> None:
    evening = Evening(on="google", plays="champions", players=6, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    documents, books = evening.service.documents, {book.key: book for book in evening.record.workbooks}
    account, names = evening.seats[0].account or "", [seat.player for seat in evening.seats]
    for at, seat in enumerate(evening.seats[:2]):
        key = f"seat.{seat.id}"
        before = documents[books["seat.p1"].document].meta["version"]
        evening.type("movement", {evening.cell("movement", seat.id, "ready", key): True}, key=key)
        evening.tick()
        assert (documents[books["seat.p1"].document].meta["version"] == before) is (seat.id != "p1")
        (turn,) = open_turns(documents.values(), account, documents)
        assert turn["waiting"] == names[at + 1 :]
    (turn,) = [each for each in open_turns(documents.values(), account) if each["tab"] is None]
    assert turn["waiting"] == []
    del documents[books["public"].document]
    (turn,) = open_turns(documents.values(), account, documents)
    assert turn["waiting"] == []


def test_a_match_that_is_paused_or_over_is_nobodys_turn() -> None:
    evening = Evening(on="google")
    evening.tick()
    evening.do("pause")
    assert turns(evening, "ana@table") == []


def test_another_process_writes_no_turn_that_is_noted_already() -> None:
    evening = Evening(on="google")
    evening.play(1)
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0
    assert turns(evening, "ana@table")


def test_turns_are_noted_in_private_workbooks_only_where_a_match_has_them() -> None:
    evening = Evening(on="google", plays="champions", players=6, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    first, second = (seat.account or "" for seat in evening.seats[:2])
    own = next(book for book in evening.record.workbooks if book.key == f"seat.{evening.seats[0].id}")
    assert [turn["document"] for turn in turns(evening, first)] == [own.document]
    before = evening.service.documents[own.document].meta["version"]
    key = f"seat.{evening.seats[1].id}"
    evening.type("movement", {evening.cell("movement", evening.seats[1].id, "ready", key): True}, key=key)
    evening.tick()
    assert turns(evening, second) == []
    assert evening.service.documents[own.document].meta["version"] == before


def test_a_player_of_a_side_has_a_turn_for_the_rows_that_only_this_player_fills_in() -> None:
    evening = Evening(on="google", plays="war_game", policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    assert [turn["tab"] for turn in turns(evening, "ana@table")] == ["Movement"]


def test_what_strangers_note_there_shows_nothing_and_harms_nobody() -> None:
    evening = Evening(on="google")
    evening.tick()
    document = evening.service.documents[evening.record.workbooks[0].document]
    for value in ("", "no json", '{"turns": 5}', '{"turns": {"a": ["b"]}}'):
        document.meta.setdefault("developerMetadata", []).append(
            {"metadataKey": "page.turns", "metadataValue": value, "location": {"spreadsheet": True}}
        )
    assert len(turns(evening, "ana@table")) == 1


def test_a_tab_with_nothing_to_do_is_told_apart_by_its_colour() -> None:
    evening = Evening(on="google", plays="wesnoth")
    evening.tick()
    book = evening.record.workbooks[0]
    fields = "sheets.properties(sheetId,tabColorStyle)"
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": fields})
    colours = {
        each["properties"]["sheetId"]: each["properties"].get("tabColorStyle", {}).get("rgbColor")
        for each in answer["sheets"]
    }
    assert rounded(colours[book.tabs["answers"]]) == rounded(rgb(IDLE))
    assert rounded(colours[book.tabs["actions"]]) == rounded(rgb(evening.looks.tabs["actions"].colour or ""))


def hidden(evening: Evening, key: str) -> set[str]:
    """The keys of the hidden tabs of one workbook."""
    book = next(book for book in evening.record.workbooks if book.key == key)
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": "sheets.properties"})
    found = {each["properties"].get("sheetId", 0) for each in answer["sheets"] if each["properties"].get("hidden")}
    return {tab for tab, sheet in book.tabs.items() if sheet in found}


def test_the_tabs_of_closed_phases_are_hidden_until_they_open() -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    own = f"seat.{evening.seats[0].id}"
    assert hidden(evening, own) == {"looting", "equipment", "battle", "claims"}
    evening.play(1)
    assert hidden(evening, own) == {"movement", "equipment", "battle", "claims"}
    shared = Evening(on="google", policy=Policy(gm=("gm@table",)))
    shared.tick()
    assert "archery" in hidden(shared, "table")


def test_a_tab_that_somebody_else_hides_is_shown_again_and_one_that_the_sync_hid_stays() -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    own = f"seat.{evening.seats[0].id}"
    book = next(book for book in evening.record.workbooks if book.key == own)
    gone = {"properties": {"sheetId": book.tabs["movement"], "hidden": True}, "fields": "hidden"}
    evening.person(evening.seats[0].account or "").call(
        "post", f"{SHEETS}/{book.document}:batchUpdate", {"requests": [{"updateSheetProperties": gone}]}
    )
    assert "movement" in hidden(evening, own)
    evening.now += 4000  # long enough for a look at more than cells, once something has to be shown
    seat = evening.seats[0].id
    evening.type("movement", {evening.cell("movement", seat, "move_to", own): "A1"}, key=own)
    evening.tick()
    assert hidden(evening, own) == {"looting", "equipment", "battle", "claims"}


def stands(evening: Evening, account: str) -> Any:
    """How the match stands for *account*, if it runs it."""
    (match,) = matches(evening.service.documents.values(), account, evening.service.documents)
    return match["run"]


def test_a_match_with_several_spreadsheets_is_one_with_its_score_and_leads_to_what_is_to_do() -> None:
    evening = Evening(on="google", plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    every = evening.service.documents
    books = {book.key: book.document for book in evening.record.workbooks}
    for account, own in (("ana@table", "seat.p1"), ("gm@table", "gm")):
        (match,) = matches(every.values(), account, every)
        assert match["document"] == books[own]
        assert {match["document"], books["public"]} <= {*match["also"]}
        assert (match["name"], match["step"]) == ("An evening", "Round 1: Movement")
        assert match["score"] == [["Health", [["p1", 350], ["p2", 350], ["p3", 350]]]]
        assert match["waiting"] == ["you" if account == "ana@table" else "Ana", "Ben", "Cleo"]
        assert sorted(side for _, _, side in match["board"]["pieces"]) == ["p1", "p2", "p3"]


def test_a_deputy_is_waited_for_only_while_the_player_is_away() -> None:
    evening = friday("google")
    ask(evening, "blue2", act="deputy", who="ana")
    evening.tick()

    def waiting() -> list[str]:
        (match,) = matches(evening.service.documents.values(), "ana@table", evening.service.documents)
        return list(match["waiting"])

    assert waiting() == ["you", "Ben", "Cleo", "Dov"]
    evening.order("blue1", as_account="ana@table", ready=True)
    evening.tick()
    assert waiting() == ["Ben", "Cleo", "Dov"]
    ask(evening, "blue2", act="away", until="7d")
    evening.tick()
    assert waiting() == ["you", "Cleo", "Dov"]


def test_who_has_nothing_to_do_in_a_private_workbook_learns_too_who_is_waited_for() -> None:
    evening = Evening(on="google", plays="win_or_die", policy=Policy(layout="sealed", gm=("gm@table",), every=86400.0))
    while evening.table.session.state.phase != "battle":
        evening.play(1)
    evening.tick()
    every = evening.service.documents
    state = evening.table.session.state
    idle, busy = ("red", "teal") if state.acting == "teal" else ("teal", "red")
    by_id = {seat.id: seat for seat in evening.seats}
    (match,) = matches(every.values(), by_id[idle].account or "", every)
    assert match["waiting"] == [by_id[busy].player]
    assert [name for name, _ in match["score"]] == ["Morale"]  # what decides now, not what comes first in the table
    assert match["due"] == int(evening.table.session.record.due or 0)
    (run,) = matches(every.values(), "gm@table", every)  # each match is one, also where nobody has a turn
    assert len(run["also"]) == len(evening.record.workbooks)


def test_a_game_master_finds_how_each_match_stands_and_nobody_else_does() -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",), every=86400.0))
    evening.tick()
    run = stands(evening, "GM@table")
    due = int(evening.table.session.record.due or 0)
    assert (run["status"], run["step"], run["due"], run["claims"]) == ("live", "Turn 1 of 60", due, 0)
    assert len(run["waiting"]) == 10
    evening.all_ready(but=("red5",))
    evening.tick(actions=[Claim(by="blue1", number=1, text="Red moved twice")])
    run = stands(evening, "gm@table")
    assert (len(run["waiting"]), run["claims"]) == (1, 1)
    assert stands(evening, "ana@table") is None


def test_a_match_that_is_paused_has_no_deadline_and_one_with_a_problem_comes_first() -> None:
    evening = Evening(on="google", policy=Policy(gm=("gm@table",), every=86400.0))
    evening.do("pause")
    evening.tick()
    run = stands(evening, "gm@table")
    assert (run["status"], run["due"], run["problem"]) == ("paused", None, "")


@pytest.mark.parametrize("layout", ["shared", "sealed"])
def test_whoever_is_offered_a_seat_is_led_to_the_tab_where_it_is_taken(layout: str) -> None:
    evening = friday("google", layout=layout)
    evening.do("offer", "ben", "Zoe <zoe@table>")
    evening.tick()
    found = [(turn["tab"], turn["due"]) for turn in turns(evening, "zoe@table")]
    assert found == [("Free seats", None)]
    take(evening, "blue2 Zoe", "zoe@table")
    evening.tick()
    evening.tick()
    assert [turn["tab"] for turn in turns(evening, "zoe@table")] == ["Orders"]
    assert turns(evening, "ben@table") == []
