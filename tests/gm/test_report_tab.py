"""The tab "What happened", and what the board says of the last turn and of the next."""

from __future__ import annotations

from sheets_gm.gm.record.policy import Policy
from sheets_gm.gm.workbooks.report_tab import with_state_of_play
from sheets_gm.sheet.grid import Cell, Grid
from tests.gm.table import Evening


def column(evening: Evening, key: str = "") -> list[str]:
    return [str(line[0]) for line in evening.values("report", key)[2:] if line]


def test_the_newest_turn_comes_first_below_its_heading() -> None:
    evening = Evening()
    evening.play(2)
    lines = column(evening)
    assert lines[0] == "Turn 2 of 60"
    assert lines.index("Turn 2 of 60") < lines.index("Turn 1 of 60")
    assert lines[1].startswith("Blue moves: ")


def test_another_process_draws_the_same_report() -> None:
    evening = Evening()
    evening.play(5)
    before = column(evening)
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0
    assert column(evening) == before


def test_a_long_match_shows_its_last_turns_only() -> None:
    evening = Evening()
    evening.play(12)
    lines = column(evening)
    assert lines[0] == "Turn 12 of 60"
    assert "Turn 1 of 60" not in lines


def test_the_board_names_the_few_who_are_waited_for() -> None:
    evening = Evening()
    evening.tick()
    assert evening.values("board")[1][0] == "Waiting for 10 players"
    evening.all_ready(but=("blue1", "red2"))
    evening.tick()
    names = [seat.player for seat in evening.seats if seat.id in ("blue1", "red2")]
    assert evening.values("board")[1][0] == f"Waiting for {names[0]} and {names[1]} · 8 ready"


def test_the_board_says_when_the_turn_ends_and_who_has_begun() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",), every=86400.0))
    evening.order("blue1", mode="SPRINT")
    evening.tick()
    line = str(evening.values("board")[1][0])
    assert line.startswith("Waiting for 10 players · 1 draft · until ")


def test_a_paused_match_says_so_on_its_board() -> None:
    evening = Evening()
    evening.do("pause")
    assert str(evening.values("board")[1][0]).startswith("The game master has paused the match")


def test_an_action_of_the_game_master_is_a_headline_of_the_report() -> None:
    evening = Evening()
    evening.play(1)
    evening.do("pause", why="We all need some sleep")
    lines = column(evening)
    assert any("We all need some sleep" in line for line in lines[:30])


def test_the_board_goes_on_showing_the_last_turn_when_the_game_master_acts_after_it() -> None:
    evening = Evening()
    evening.play(3)

    def news() -> list[str]:
        rows = [[str(each) for each in line[7:]] for line in evening.values("board")]
        return [line[0] for line in rows[rows.index(["Last turn"]) + 1 :] if len(line) == 1]

    before = news()
    evening.do("pause", why="We all need some sleep")
    assert news() == [*before[-3:], "The game master paused the match: We all need some sleep"]


def test_a_private_workbook_reports_what_only_its_player_may_know() -> None:
    evening = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(3)
    own = {seat.id: column(evening, f"seat.{seat.id}") for seat in evening.seats}
    public = column(evening, "public")
    looted = {seat: [line for line in lines if " loots " in line] for seat, lines in own.items()}
    assert all(looted.values())
    names = {seat.id: seat.player for seat in evening.seats}
    assert all(line.startswith(names[seat]) for seat, lines in looted.items() for line in lines)
    assert not any(" loots " in line for line in public)


def test_a_private_workbook_is_not_written_when_somebody_else_is_ready() -> None:
    evening = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=3600.0))
    evening.tick()
    assert str(evening.values("here", "seat.p1")[1][0]).startswith("Due ")
    evening.type("movement", {evening.cell("movement", "p2", "ready", "seat.p2"): True}, key="seat.p2")
    before = evening.sync.calls["write"]
    evening.tick()
    assert "ready" in evening.values("map")[1][0]
    assert evening.sync.calls["write"] == before + 3  # of the player, the public and the game master


def test_who_is_waited_for_stands_behind_a_line_of_the_game_and_never_in_the_place_of_its_figures() -> None:
    title = (Cell("Dominaria", "title"),)
    score, figures = (Cell("Blue 4 · Red 2", "score"),), (Cell("1", "shown"), Cell("2", "shown"))
    assert with_state_of_play(Grid((title, score)), "Waiting").rows[1] == (Cell("Blue 4 · Red 2 · Waiting", "score"),)
    assert with_state_of_play(Grid((title, figures)), "Waiting").rows[1] == figures
