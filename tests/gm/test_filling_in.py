"""The game master fills in a row for a player, who can still change it."""

from __future__ import annotations

import re

import pytest

from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.typed_cells import HOW, value_for
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.forms import Field, Kind, Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from tests.gm.duels import duel
from tests.gm.table import Evening


def evening() -> Evening:
    made = Evening()
    made.tick()
    return made


def test_the_game_master_fills_in_a_row_and_it_is_answered_like_the_players_own() -> None:
    friday = evening()
    friday.do("fill in", "Ben", "move_to=c2, action=HOLD", why="he phoned")
    row = friday.row("orders", "blue2")
    assert (row["move_to"], row["action"], row["ready"]) == ("C2", "HOLD", "✓ #0")
    assert row["receipt"].startswith("✓ Ready · ")
    assert friday.answer() == "✓ The game master filled in a row for Ben: he phoned"
    assert friday.log()[-1] == "The game master filled in a row for Ben: he phoned"
    assert friday.tick().writes == 0


def test_the_journal_marks_a_row_that_the_game_master_filled_in() -> None:
    friday = evening()
    friday.do("fill in", "blue2", "Move to=C2")
    friday.all_ready(but=["blue2"])
    friday.tick()
    (turn,) = (entry for entry in friday.store.entries(friday.name) if entry.kind == "turn")
    by = {typed.seat: typed.by for typed in turn.typed if typed.form == "orders"}
    assert by["blue2"] == "game master"
    assert set(by.values()) == {"", "game master"}
    results = list(verify(friday.game, friday.record.charter, list(friday.store.entries(friday.name))))
    assert not any(isinstance(each, Fault) for each in results)


def test_the_player_changes_what_the_game_master_filled_in() -> None:
    friday = evening()
    friday.do("fill in", "Ben", "move_to=C2")
    friday.order("blue2", move_to=None, action="FIGHT", as_account="ben@table")
    friday.tick()
    row = friday.row("orders", "blue2")
    assert (row["move_to"], row["action"]) == ("", "FIGHT")
    (draft,) = (each for each in friday.table.session.record.drafts if (each.form, each.seat) == ("orders", "blue2"))
    assert (draft.by, draft.filled) == ("", None)


def test_a_row_that_is_not_shown_yet_is_not_read_as_if_its_player_had_emptied_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    friday = evening()

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with monkeypatch.context() as patch:
        patch.setattr(friday.sync, "write", busy)
        with pytest.raises(SheetsDown):
            friday.do("fill in", "Ben", "move_to=C2, ready=no")
    assert friday.row("orders", "blue2")["move_to"] == ""
    friday.tick()
    assert friday.row("orders", "blue2")["move_to"] == "C2"


@pytest.mark.parametrize(
    ("on", "value", "reason"),
    [
        ("Ben", "C2", "“C2” names no cell. Write it like move_to=B9, action=FIGHT."),
        ("Ben", "colour=blue", "No row has all of these cells: colour."),
        ("Ben", "move_to=Z99", "Z99"),
        ("Nobody", "move_to=C2", "There is no player or seat “Nobody”."),
        ("Ben #2", "move_to=C2", "There is only 1 row."),
        ("Ben", None, "The value is empty."),
    ],
)
def test_what_cannot_be_filled_in_is_refused_with_its_reason(on: str, value: str | None, reason: str) -> None:
    friday = evening()
    friday.do("fill in", on, value)
    assert friday.answer().startswith("✗")
    assert reason in friday.answer()
    assert friday.row("orders", "blue2")["move_to"] == ""


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Kind.FLAG, "Yes", True),
        (Kind.FLAG, "no", False),
        (Kind.TEXT, "yes", "yes"),
        (Kind.TEXT, "no", "no"),
        (Kind.WHOLE, "12", 12),
        (Kind.WHOLE, "many", "many"),
    ],
)
def test_yes_and_no_are_ticks_in_a_box_and_words_elsewhere(kind: Kind, text: str, value: Typed) -> None:
    assert value_for(Field("x", kind), text) == value


def test_what_is_neither_yes_nor_no_is_refused_in_a_box() -> None:
    with pytest.raises(BadAction, match="x is a box: write yes or no"):
        value_for(Field("x", Kind.FLAG), "perhaps")


def test_what_is_no_order_is_refused_with_how_to_write_one() -> None:
    context = duel().table.session.context()
    with pytest.raises(BadAction, match=re.escape(f"That is no order. {HOW}")):
        action_of_desk_order(context, DeskOrder(act="fill in", on="left", value="word=", why="phoned"))


def test_a_row_that_closes_at_once_is_played_when_the_game_master_fills_it_in() -> None:
    sunday = Evening(plays="wesnoth")
    sunday.tick()
    form = next(form for form in sunday.table.session.forms if form.key == "actions")
    number = sunday.table.session.entry.number
    name = sunday.table.session.people.seats[form.seat].player
    sunday.do("fill in", name, "action=End turn")
    kinds = [entry.kind for entry in sunday.store.entries(sunday.name) if entry.number > number]
    assert kinds == ["act", "turn"]
    assert not sunday.table.session.record.stand_ins
