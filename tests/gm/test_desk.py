"""The GM's desk: every action is a row of the sheet, an entry of the journal and a line of the log."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.between.changes import changeable
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.feature import Names
from sheets_gm.gm.between.finding import after_step
from sheets_gm.gm.between.pauses import Pause
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.between.rulings import Claim
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.intake.receipts import JUST_DONE, TWICE
from sheets_gm.gm.log.log_lines import describe_action
from sheets_gm.gm.match_record.claims import Claims, Stage
from sheets_gm.gm.match_record.clock_times import clock_times
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.hand_over import Openings
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.poll.errors import PositionBroken, RulesChanged
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.turns import last_turn
from sheets_gm.kernel.actions import Adopt, BadAction, Concede, Override, Rewind
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from tests.games.asked import with_other
from tests.gm.bare import Bare
from tests.gm.table import Evening

DAY = 86400.0


@pytest.fixture
def evening() -> Evening:
    """A match of two against two, and five turns, whose first two passed without orders."""
    settings = {"max_turns": 5, "team_size": 2}
    match = Evening(settings=settings, policy=Policy(every=DAY, gm=("gm@table",), appeal=DAY))
    for _ in range(2):
        match.tick(resolve=True)
    match.table = match.poller()
    return match


def entries(evening: Evening) -> list[Entry]:
    return list(evening.store.entries(evening.name))


@pytest.fixture(scope="module")
def context() -> MatchContext:
    """The same match as the desk sees it, for what is only asked of it."""
    match = Evening(settings={"max_turns": 5}, policy=Policy(every=DAY, gm=("gm@table",), appeal=DAY), turns=2)
    return match.table.session.context()


def refused(context: MatchContext, act: str, on: str | None, value: str | None, why: str | None = "because") -> str:
    """Why the game master may not do something."""
    remark = desk_forms.check(context, GM, DeskOrder(act=act, on=on or "", value=value or "", why=why or ""))
    assert remark is not None
    return remark.text


def recomputes(evening: Evening) -> bool:
    return list(verify(evening.game, evening.record.charter, entries(evening))) == entries(evening)


# -- overrides ---------------------------------------------------------------------------------------------------------


def test_an_override_changes_the_position_and_the_log_has_the_old_value(evening: Evening) -> None:
    before = evening.table.session.state.player("red2").at
    evening.do("override", "players.red2.at", "E9", why="the wrong tile was announced")
    assert evening.table.session.state.player("red2").at == "E9"
    line = f"The game master changed players.Dov.at from {before} to E9: the wrong tile was announced"
    assert evening.log()[-1] == line
    assert evening.answer() == f"✓ {line}"
    assert recomputes(evening)


@pytest.mark.parametrize(
    ("act", "on", "value", "why", "message"),
    [
        ("override", "players.red9.at", "E9", "x", "Did you mean"),
        ("override", "players.red2.at", "Z99", "x", "red2 is at Z99, and there is no such tile"),
        ("override", "teams.blue.coins", "many", "x", "cannot be"),
        ("override", "turn", "5000", "x", "The position would be invalid: "),
        ("override", "players.red2.at", "E9", None, "Write a reason: everybody reads it in the log."),
        (
            "rewind",
            "Turn 9",
            None,
            "x",
            "There is no step called Turn 9. Write it like Turn 2 of 5 or Turn 1 of 5, or #2 for",
        ),
        ("rewind", "#99", None, "x", "There is no entry 99. The newest is entry 2."),
        ("substitute", "blue9", "Zoe", "x", "There is no player or seat “blue9”. The players are Ana (blue1), "),
        ("substitute", "blue1", "Zoe <ben@table>", "x", "ben@table already plays: it is the account of Ben."),
        ("concede", "green", None, "x", "There is no team “green”. The teams are blue and red."),
        ("extend", None, "soon", "x", "“soon” is not a duration."),
        ("excuse", "nobody", None, "x", "There is no player or seat “nobody”."),
        ("rule", "3", "yes", "x", "There is no claim 3. There are none yet."),
        ("resume", None, None, "x", "The match is not paused."),
    ],
)
def test_an_impossible_action_is_refused_with_the_reason(
    context: MatchContext, act: str, on: str | None, value: str | None, why: str | None, message: str
) -> None:
    assert message in refused(context, act, on, value, why)


def test_what_is_refused_is_answered_at_its_row_and_neither_done_nor_in_the_way_of_others(evening: Evening) -> None:
    before = entries(evening)
    for act, on, message in (("extend", None, "is not a duration"), ("dance", None, "There is no “dance” here")):
        evening.do(act, on, "soon")
        assert evening.answer().startswith("✗ ")
        assert message in evening.answer()
    evening.play()
    assert entries(evening)[: len(before)] == before
    assert evening.table.session.entry.number == len(before)
    evening.do("override", "teams.blue.coins", 3, row=2)
    assert coins(evening) == 3
    evening.do("override", "teams.blue.coins", 4)  # put right and ticked at once
    assert coins(evening) == 4


@pytest.mark.parametrize(
    ("what", "value", "message"),
    [
        ("bulwarks", "{}", "the Bulwarks are at A13, A5, C13, C5, E13 and E5"),
        ("trees", "{}", "trees needs blue and red and has nothing"),
        ("players", "[]", "there are no players"),
        ("players.blue1", "hello", "players.blue1 has parts: name one, like players.blue1.seat"),
        ("players.blue1.role", "tank", "blue1 has the role tank; the roles are DPS, Tank and Healer"),
        ("players.blue1.seat", "red1", "two players have the same seat"),
        ("players.blue1.team", "green", "the teams are blue and red"),
        ("players.blue1.roll", "99", "blue1 has rolled 99 on a die with 6 sides"),
        ("players.blue1.roll", "-2", "blue1 has rolled -2"),
        ("teams.blue.captain", "nobody", "nobody cannot be the captain of blue"),
        ("teams.blue.captain", "red1", "its players are blue1, blue2, blue3, blue4 and blue5"),
        ("teams.blue.used", '{"Magic": 1}', "there is no skill Magic; the skills are Player Speed"),
        ("effects", '{"blue": ["Magic"]}', "there is no skill Magic"),
        ("coins", '["B6", "B6"]', "there are two coins at B6"),
        ("coins", '["A1"]', "there is a coin at A1; coins can be at"),
    ],
)
def test_an_override_after_which_nobody_could_play_on_says_what_would_do(
    context: MatchContext, what: str, value: str, message: str
) -> None:
    said = refused(context, "override", what, value)
    assert message in said
    assert "Error" not in said


@pytest.mark.parametrize(
    ("plays", "cases"),
    [
        (
            "wesnoth",
            {
                ("acting", "green"): "it is green's turn: there are blue and red",
                ("players.blue.castle", "7"): "blue has castle 7: there are 0 to 1",
                ("players.blue.faction", "Elves"): "blue leads Elves: there are",
                ("units.b1.seat", "green"): "belongs to no player: there are blue and red",
                ("units.blue.at", "D4"): "There is no “blue” in units.blue.at",
                ("units.b1.at", "Z99"): "is at Z99, which is not a tile",
            },
        ),
        ("champions", {("round", "0"): "it is round 0", ("players.p1.seat", "p2"): "two players have one seat"}),
    ],
)
def test_an_override_of_any_game_says_what_would_do(plays: str, cases: dict[tuple[str, str], str]) -> None:
    match = Bare(plays=plays, settings={}, players=2)
    if plays == "wesnoth":  # blue has two units, so its name alone is none of them
        match.state = match.state.but(units=(*match.state.units, match.state.units[0].but(id="b9", leader=False)))
    for (what, value), message in cases.items():
        assert message in match.do("override", what, value)


def test_a_unit_of_wesnoth_is_put_elsewhere_by_its_own_name() -> None:
    evening = Evening(plays="wesnoth", policy=Policy(gm=("gm@table",)))
    units, terrain = evening.table.session.state.units, evening.table.session.state.world.terrain
    free = next(tile for tile in terrain if all(tile != unit.at for unit in units))
    evening.do("override", f"units.{units[-1].id}.at", free)
    assert evening.table.session.state.units[-1] == units[-1].but(at=free)


def test_a_rewind_repairs_a_match_on_whose_position_the_rules_fail(evening: Evening) -> None:
    session = evening.table.session
    act = Override(what="bulwarks", old=dict(session.state.bulwarks), new={}, why="past all checks")
    with pytest.raises(BadAction, match="the Bulwarks are at"):
        evening.tick(actions=[act])
    stored_by_another_program(evening, act)
    table = evening.poller("another process")
    with pytest.raises(PositionBroken, match=r"cannot go on from entry 3: .*sheets-gm rewind .* \"#2\" --why"):
        table.tick()
    order = DeskOrder(act="rewind", on="#2", why="nobody could play on")
    table.tick(actions=[action_of_desk_order(table.session.context(), order)])
    assert not table.session.position.broken
    evening.play()
    assert recomputes(evening)


def stored_by_another_program(evening: Evening, action: Override) -> None:
    """Store the entry of *action* as a program does that checks nothing."""
    session = evening.table.session
    unchecked: Any = with_other(session.game, laws=())
    recorder = Recorder(unchecked, session.record.charter, Secrets(bytes.fromhex(session.record.seed)))
    step = recorder.carry_out(session.entry, session.state, action, session.journal.position, Locked({}))
    evening.store.append(evening.name, step.entry, session.record)


def test_a_row_that_was_refused_is_not_done_when_it_becomes_possible(evening: Evening) -> None:
    evening.do("rewind", "Turn 3")
    assert "There is no step called Turn 3." in evening.answer()
    refused = evening.answer()
    evening.play(2)
    assert evening.table.session.entry.number == 4
    assert evening.answer() == refused
    assert evening.row("desk", "gm #1")["ready"] is False
    evening.do("rewind", "Turn 3")
    assert evening.answer().startswith("✓")
    assert evening.table.session.entry.number == 5


def test_a_refused_row_that_is_ticked_again_is_checked_again(evening: Evening) -> None:
    evening.do("rewind", "Turn 3")
    refused = evening.answer()
    assert (refused[:1], evening.row("desk", "gm #1")["ready"]) == ("✗", False)
    (draft,) = (each for each in evening.table.session.record.drafts if each.form == "desk")
    assert draft.typed["ready"] is False, "a tick before the next poll would be no change"
    retype(evening, ready=True)
    evening.tick()
    assert (evening.answer(), evening.row("desk", "gm #1")["ready"]) == (refused, False)
    evening.play(2)
    assert (evening.answer(), evening.tick().writes) == (refused, 0)
    retype(evening, ready=True)
    evening.tick()
    assert evening.answer().startswith("✓")
    assert evening.table.session.entry.number == 5


@pytest.mark.parametrize("restarts", [False, True])
def test_a_refused_row_whose_box_could_not_be_emptied_is_not_done_when_it_becomes_possible(
    evening: Evening, *, restarts: bool
) -> None:
    retype(evening, act="rewind", on="Turn 3", why="because", ready=True)
    tick_unwritten(evening)
    if restarts:
        evening.table = evening.poller("another")
    assert evening.row("desk", "gm #1")["ready"] is True
    evening.play(2)
    assert (evening.row("desk", "gm #1")["ready"], evening.table.session.entry.number) == (False, 4)
    assert "There is no step called Turn 3." in evening.answer()
    retype(evening, ready=True)
    evening.tick()
    assert evening.answer().startswith("✓")


def test_a_refused_row_that_is_put_right_waits_for_another_tick_and_says_so(evening: Evening) -> None:
    evening.do("override", "teams.blue.coins", "many")
    retype(evening, value=3)
    evening.tick()
    assert evening.answer().endswith(". Tick Do to have it done.")
    assert evening.tick().writes == 0
    retype(evening, ready=True)
    evening.tick()
    assert (coins(evening), evening.row("desk", "gm #1")["ready"]) == (3, False)


def test_a_refused_row_of_a_tab_that_was_moved_is_ticked_again_once_it_is_drawn(evening: Evening) -> None:
    evening.do("rewind", "Turn 3")
    refused = evening.answer()
    evening.sync.lines_come(evening.book("desk"), "desk", "ROWS", 1, 3)
    retype(evening, ready=True)
    evening.tick()
    evening.tick()
    assert (evening.answer(), evening.row("desk", "gm #1")["ready"]) == (refused, False)


def test_a_refused_claim_has_an_empty_box_and_is_checked_again_when_it_is_ticked(evening: Evening) -> None:
    claim(evening, "blue1", text="Ana moved twice")
    first = claim(evening, "red1", text="once more", appeals=1)
    assert (first[:1], evening.row("claims", "red1")["ready"]) == ("✗", False)
    evening.do("rule", 1, "it stands")
    assert (evening.receipt("red1", "claims"), evening.tick().writes) == (first, 0)
    assert claim(evening, "red1").startswith("✓")


def test_a_player_cannot_use_the_desk(evening: Evening) -> None:
    with pytest.raises(Exception, match="protected"):
        evening.type("desk", {evening.cell("desk", "gm #1", "act"): "pause"}, "ana@table")


# -- rows that were done -----------------------------------------------------------------------------------------------


def coins(evening: Evening) -> int:
    blue: int = evening.table.session.state.teams["blue"].coins
    return blue


def retype(evening: Evening, **cells: Typed) -> None:
    """The GM changes cells of the first row of the Desk."""
    evening.type("desk", {evening.cell("desk", "gm #1", name): each for name, each in cells.items()}, "gm@table")


def tick_unwritten(evening: Evening) -> None:
    """A tick whose write the service does not take."""

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()


def test_the_box_of_a_row_that_was_done_unticks_itself_and_the_rest_stays(evening: Evening) -> None:
    tick = evening.do("override", "teams.blue.coins", 7)
    row = evening.row("desk", "gm #1")
    assert (row["ready"], row["act"], row["value"]) == (False, "override", 7)
    assert row["receipt"].startswith("✓ The game master changed teams.blue.coins")
    assert (len(tick.steps), evening.tick().writes, evening.answer()) == (1, 0, row["receipt"])


def test_a_row_that_was_done_is_not_done_again_while_it_is_retyped(evening: Evening) -> None:
    evening.do("override", "teams.blue.coins", 7)
    before = entries(evening)
    for cells in ({"on": "teams.red.coins"}, {"value": 4}, {"why": "a coin was missed"}):
        retype(evening, **cells)
        evening.tick()
        assert entries(evening) == before
    retype(evening, ready=True)
    evening.tick()
    assert (evening.table.session.state.teams["red"].coins, len(entries(evening))) == (4, len(before) + 1)
    assert evening.row("desk", "gm #1")["ready"] is False


def test_a_box_that_is_pressed_twice_is_done_once_and_after_a_while_once_more(evening: Evening) -> None:
    evening.do("extend", None, "1h")
    first = evening.table.session.record.due or 0.0
    for _ in range(3):
        evening.now += 1
        retype(evening, ready=True)
        evening.tick()
        assert evening.answer() == f"✗ {JUST_DONE}"
        assert evening.row("desk", "gm #1")["ready"] is False
    assert evening.table.session.record.due == first
    evening.now += TWICE
    evening.tick()
    retype(evening, ready=True)
    evening.tick()
    evening.tick()
    assert (evening.table.session.record.due or 0.0) - first == 3600


def test_a_claim_is_filed_once_however_it_is_retyped(evening: Evening) -> None:
    claim(evening, "red1", text="Ana moved twice", about=2)
    evening.type("claims", {evening.cell("claims", "red1", "text"): "Ben moved twice"}, "cleo@table")
    evening.tick()
    assert len(Claims.of(evening.table.session.record).cases) == 1
    assert claim(evening, "red1").startswith("✓ Claim 2 by Cleo: Ben moved twice")


@pytest.mark.parametrize("restarts", [False, True])
def test_a_row_that_is_retyped_before_its_box_is_unticked_is_kept_and_not_done_again(
    evening: Evening, *, restarts: bool
) -> None:
    retype(evening, act="override", on="teams.blue.coins", value=7, why="because", ready=True)
    tick_unwritten(evening)
    before = entries(evening)
    assert (coins(evening), evening.row("desk", "gm #1")["ready"]) == (7, True)
    for value in (8, 9):
        if restarts:
            evening.table = evening.poller("another")
        retype(evening, value=value)
        tick_unwritten(evening)
    evening.tick()
    row = evening.row("desk", "gm #1")
    assert (row["act"], row["on"], row["value"], row["why"]) == ("override", "teams.blue.coins", 9, "because")
    assert (row["ready"], coins(evening)) == (False, 7)
    evening.tick()
    assert entries(evening) == before
    retype(evening, ready=True)
    evening.tick()
    assert coins(evening) == 9


def test_a_row_whose_answer_could_not_be_shown_keeps_it(evening: Evening) -> None:
    retype(evening, act="override", on="teams.blue.coins", value=7, why="because", ready=True)
    tick_unwritten(evening)
    evening.table = evening.poller("another")
    assert evening.tick().steps == ()
    row = evening.row("desk", "gm #1")
    assert (row["ready"], row["value"]) == (False, 7)
    assert row["receipt"].startswith("✓ The game master changed teams.blue.coins")


def test_a_row_that_an_older_version_did_and_left_ticked_is_not_done_again(evening: Evening) -> None:
    evening.do("override", "teams.blue.coins", 7)
    record = evening.table.session.record
    (draft,) = (each for each in record.drafts if each.form == "desk")
    left = draft.but(played=None, typed={**draft.typed, "ready": True})
    evening.store.save(record.but(drafts=tuple(left if each == draft else each for each in record.drafts)))
    retype(evening, ready=True)
    before = entries(evening)
    evening.table = evening.poller("another")
    evening.tick()
    assert (entries(evening), evening.row("desk", "gm #1")["ready"]) == (before, False)
    evening.tick()
    evening.now += TWICE
    retype(evening, ready=True)
    evening.tick()
    assert len(entries(evening)) == len(before) + 1


def test_a_row_that_moved_before_its_box_was_unticked_is_not_done_again(evening: Evening) -> None:
    retype(evening, act="override", on="teams.blue.coins", value=7, why="because", ready=True)
    append = evening.store.append

    def meanwhile(match: str, entry: Entry, record: Record) -> Record:
        evening.sync.lines_come(evening.book("desk"), "desk", "ROWS", 1, 3)
        return append(match, entry, record)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.store, "append", meanwhile)
        evening.tick()
    before = entries(evening)
    evening.tick()
    evening.tick()
    assert entries(evening) == before
    assert evening.row("desk", "gm #1")["ready"] is False


def test_an_answer_stays_beside_its_row_when_the_turn_is_played(evening: Evening) -> None:
    retype(evening, act="override", on="teams.blue.coins", value=7, why="because", ready=True)
    tick = evening.tick(resolve=True)
    assert [step.entry.kind for step in tick.steps] == ["act", "turn"]
    answer = evening.answer()
    assert answer.startswith("✓ The game master changed teams.blue.coins")
    evening.play(1)
    assert (evening.answer(), evening.row("desk", "gm #1")["value"]) == (answer, 7)


def test_a_rewind_from_elsewhere_leaves_the_desk_as_it_is(evening: Evening) -> None:
    evening.do("override", "teams.blue.coins", 7)
    answer = evening.answer()
    evening.type("desk", {evening.cell("desk", "gm #2", "act"): "pause"}, "gm@table")
    evening.tick(actions=[Rewind(to=1, why="because")])
    assert (evening.answer(), evening.row("desk", "gm #2")["act"]) == (answer, "pause")


# -- rewinds -----------------------------------------------------------------------------------------------------------


def test_a_rewind_opens_an_earlier_turn_again_once_and_numbers_go_on_rising(evening: Evening) -> None:
    opened = entries(evening)[1].state
    evening.do("rewind", "Turn 2", why="Ben's orders were lost")
    evening.tick()
    last = entries(evening)[-1]
    assert (last.number, last.state) == (3, opened)
    assert "Turn 2" in str(evening.values("board")[0][0])
    evening.play(1)
    assert (entries(evening)[-1].number, entries(evening)[-1].label) == (4, "Turn 2 of 5")
    assert recomputes(evening)


def test_a_rewind_can_be_undone(evening: Evening) -> None:
    before = evening.table.session.state
    evening.do("rewind", "Turn 1")
    assert evening.table.session.state != before
    evening.do("rewind", "#2", row=2)
    assert evening.table.session.state == before


def test_a_match_that_is_over_goes_on_after_a_rewind_and_another_to_its_end_ends_it_again() -> None:
    evening = Evening(settings={"max_turns": 1, "team_size": 2})
    evening.play(1)
    assert evening.table.session.record.status is Status.OVER
    assert evening.do("rewind", "Turn 1", why="a die was misread").status is Status.LIVE
    assert evening.do("rewind", "#1", row=2).status is Status.OVER
    evening.do("rewind", "Turn 1", row=3)
    assert evening.play(1).status is Status.OVER
    assert recomputes(evening)


def test_replaying_a_match_with_rewinds_and_overrides_gives_the_same_digests() -> None:
    digests = []
    for _ in range(2):
        evening = Evening(settings={"max_turns": 6, "team_size": 2})
        evening.play(1)
        evening.do("override", "teams.red.coins", 4)
        evening.play(1)
        evening.do("rewind", "Turn 2", row=2)
        evening.play(1)
        digests.append([entry.seal for entry in entries(evening)])
    assert recomputes(evening)
    assert digests[0] == digests[1]


# -- people ------------------------------------------------------------------------------------------------------------


def test_a_substitute_takes_the_seat_its_cells_and_its_name(evening: Evening) -> None:
    evening.do("substitute", "blue2", "Zoe <zoe@table>", why="Ben moved house")
    assert evening.log()[-1] == "Zoe replaces Ben: Ben moved house"
    assert evening.row("orders", "blue2")["player"] == "Zoe"
    evening.tick()
    with pytest.raises(Exception, match=r"protected|permission"):
        evening.order("blue2", as_account="ben@table", move_to="A1")
    evening.order("blue2", as_account="zoe@table", ready=True)
    evening.tick()
    assert "Ready" in evening.receipt("blue2")
    assert any("Zoe" in str(cell) for line in evening.values("roster") for cell in line)
    assert recomputes(evening)


def test_the_log_keeps_the_names_of_those_who_played(evening: Evening) -> None:
    before = evening.log()
    evening.do("substitute", "blue2", "Zoe")
    evening.table.workbooks.looks.shown.clear()
    fresh = evening.poller("another")
    fresh.tick()
    assert evening.log()[: len(before)] == before


def test_a_concession_names_the_only_player_of_a_side_or_the_team_with_its_players() -> None:
    allies = {
        seat.id: seat
        for seat in (
            Seat(id="red", player="Ana", team="red"),
            Seat(id="teal", player="Ben", team="red"),
            Seat(id="blue", player="Cleo", team="blue"),
        )
    }
    names = Names(allies, "UTC")
    assert describe_action(Concede(team="red"), names) == "Team Red (Ana and Ben) concedes."
    assert describe_action(Concede(team="blue"), names) == "Cleo concedes."
    assert describe_action(Concede(team="violet"), names) == "Violet concedes."
    assert (
        describe_action(Concede(team="red"), names, conceded=("red",)) == "Team Red (Ana and Ben) concedes: Cleo wins."
    )


def test_every_tab_names_the_winner_by_concession_until_a_rewind_takes_it_back(
    evening: Evening,
) -> None:
    def shown() -> list[str]:
        heads = [str(evening.values(tab)[0][0]) for tab in ("board", "orders", "teams")]
        return [*heads, *(str(row[1]) for row in evening.values("gm") if row[:1] in (["Match"], ["Deadline"]))]

    before = shown()
    evening.do("concede", "red", why="by mistake")
    record = evening.table.session.record
    assert record.result is not None
    assert (record.status, record.result.winners) == (Status.OVER, ("blue",))
    people, winners = (listed([seat.player for seat in evening.seats if seat.team == team]) for team in ("red", "blue"))
    assert evening.log()[-1] == f"Team Red ({people}) concedes (by mistake): team Blue ({winners}) wins."
    assert evening.answer() == f"✓ {evening.log()[-1]}"
    assert record.result.reason == f"team Red ({people}) conceded"
    won = f"Team Blue ({winners}) wins"
    assert shown() == [
        *(f"{tab} · Turn 3 of 5 · {won}" for tab in ("Board", "Orders", "Teams")),
        f"over: {won}",
        "none: the match is over",
    ]
    assert evening.tick().writes == 0
    past = past_in_store(evening.store, evening.name)
    (board,) = boards_after(past, EVERYTHING, last_turn(past, EVERYTHING))
    assert board.grid.rows[0][0].value == f"Board · Turn 3 of 5 · {won}"
    evening.do("rewind", "Turn 2", row=2)
    after = shown()
    assert [line for line in after if "wins" in line or "over" in line] == []
    assert len(after) == len(before)
    assert evening.play(1).steps
    assert recomputes(evening)


def test_a_second_concession_is_refused_with_the_name_of_the_side() -> None:
    evening = Evening(plays="wesnoth", settings={"map": "three_vales"})
    record = evening.table.session.record
    first, *_ = dict.fromkeys(seat.team for seat in record.people)
    gone = after(record, Concede(team=first), 1, 0.0)
    with pytest.raises(BadAction, match=f"{record.people[0].player} has already conceded"):
        after(gone, Concede(team=first), 2, 0.0)


def test_a_rewind_takes_back_a_later_concession_and_another_rewind_brings_it_back() -> None:
    match = Bare(Policy(every=DAY))
    for action, status, conceded in (
        (Concede(team="red"), Status.OVER, ("red",)),
        (Claim(number=1, text="we did not agree", by="red1"), Status.OVER, ("red",)),
        (Rewind(to=2), Status.OVER, ("red",)),
        (Rewind(to=0), Status.LIVE, ()),
        (Rewind(to=1), Status.OVER, ("red",)),
    ):
        match.act(action)
        assert (match.record.status, match.record.conceded) == (status, conceded), action
        assert (match.record.result is not None, match.record.due is None) == (bool(conceded), bool(conceded))


@pytest.mark.parametrize(("act", "on"), [("concede", "blue"), ("excuse", "blue1"), ("pause", "")])
def test_what_needs_a_match_that_goes_on_is_refused_when_it_is_over(act: str, on: str) -> None:
    match = Bare()
    match.do("concede", "red")
    before = match.record
    assert match.do(act, on) == "✗ The match is over. Rewind it to an earlier position first."
    assert match.record == before


# -- attendance -------------------------------------------------------------------------------------------------------


def absent(**policy: object) -> Evening:
    evening = Evening(settings={"team_size": 2}, policy=Policy(every=DAY, gm=("gm@table",)).but(**policy))
    evening.tick()
    return evening


def deadline(evening: Evening, turns: int = 1) -> None:
    """Let so many deadlines pass, with a sync that polls a minute before each and at it."""
    for _ in range(turns):
        evening.now = (evening.store.record(evening.name).due or 0.0) - 60.0
        assert not evening.tick().steps
        evening.now += 58.0
        assert evening.tick().steps


def attended(evening: Evening, seat: str) -> Attendance:
    turn = [entry for entry in entries(evening) if entry.kind == "turn"][-1]
    return turn.attendance[seat]


def test_who_typed_nothing_is_a_no_show_and_who_ticked_an_empty_row_is_not() -> None:
    evening = absent()
    evening.order("blue1", ready=True)
    evening.order("blue2", move_to="A1")
    deadline(evening)
    assert attended(evening, "blue1") is Attendance.READY
    assert attended(evening, "blue2") is Attendance.DRAFT
    assert attended(evening, "red1") is Attendance.NO_SHOW


def test_a_standing_order_is_played_when_the_row_is_empty() -> None:
    evening = absent(no_show="standing")
    evening.order("blue2", move_to="A1", keep=True)
    evening.tick()
    evening.all_ready()
    evening.tick()
    assert evening.row("orders", "blue2")["keep"] is True
    assert "standing order: move_to A1" in evening.receipt("blue2")
    deadline(evening)
    turn = [entry for entry in entries(evening) if entry.kind == "turn"][-1]
    assert [typed.by for typed in turn.typed if typed.seat == "blue2"] == ["standing order"]
    assert evening.table.session.state.player("blue2").at == "A1"
    assert attended(evening, "blue2") is Attendance.NO_SHOW


def test_unticking_a_standing_order_ends_it() -> None:
    evening = absent(no_show="standing")
    evening.order("blue2", move_to="A1", keep=True)
    evening.tick()
    evening.order("blue2", keep=False)
    evening.tick()
    assert evening.table.session.record.standing == ()


def test_a_match_that_holds_orders_nothing_for_an_absent_seat() -> None:
    evening = absent(no_show="hold")
    evening.order("blue2", move_to="A1", keep=True)
    evening.tick()
    evening.order("blue2", move_to=None)
    deadline(evening)
    assert "blue2" not in [entry for entry in entries(evening) if entry.kind == "turn"][-1].orders


def test_the_bot_plays_for_an_absent_seat_where_the_match_says_so() -> None:
    evening = absent(no_show="bot")
    deadline(evening, 2)
    turn = entries(evening)[-1]
    assert {typed.by for typed in turn.typed} == {"bot"}
    assert any(player.at != "BASE_B" for player in evening.table.session.state.players if player.team == "blue")
    assert recomputes(evening)


def test_after_some_no_shows_a_substitute_may_take_the_seat() -> None:
    match = Bare(Policy(every=DAY, open_after=2))
    for missed, vacant in (({"red2": 1, "blue1": 1}, []), ({"red2": 2, "blue1": 0}, ["red2"])):
        match.record = Excuses(missed=missed).on(match.record)
        told = [match.act(action) for action in after_step(match.record)]
        assert told == ["After 2 no-shows in a row, a substitute may take the seat of Dov"] * len(vacant)
        assert list(Openings.of(match.record).vacant) == vacant
    match.do("substitute", "red2", "Zoe <zoe@table>")
    assert list(Openings.of(match.record).vacant) == []


# -- claims ------------------------------------------------------------------------------------------------------------


def claim(evening: Evening, seat: str, **cells: object) -> str:
    typed = {evening.cell("claims", seat, name): value for name, value in cells.items()}
    typed[evening.cell("claims", seat, "ready")] = True
    account = next(each.account for each in evening.seats if each.id == seat)
    evening.type("claims", typed, account or "")  # type: ignore[arg-type]
    evening.tick()
    return evening.receipt(seat, "claims")


def test_a_claim_a_ruling_an_appeal_and_the_last_word(evening: Evening) -> None:
    assert (
        claim(evening, "red1", text="Ana moved twice", about=2) == "✓ Claim 1 by Cleo about entry 2: Ana moved twice."
    )
    evening.do("rule", 1, "she did not | entry 2 | d6 for luck", "it was one move with Speed", row=1)
    (case,) = Claims.of(evening.table.session.record).cases
    assert (case.stage, case.evidence, case.reason) == (Stage.RULED, ("entry 2",), "it was one move with Speed")
    rolled = entries(evening)[-1].rolls
    assert [roll.why for roll in rolled] == ["ruling 1: luck"]
    assert f"[luck: {rolled[0].value} of 6]" in evening.log()[-1]
    assert claim(evening, "red2", text="Speed was on cooldown", appeals=1).startswith("✓ ")
    evening.do("rule", 1, "it stands", "it was not", row=2)
    assert Claims.of(evening.table.session.record).cases[0].stage is Stage.FINAL
    assert claim(evening, "red1", text="once more", appeals=1).startswith("✗ ")
    assert recomputes(evening)


def test_a_ruling_cannot_be_appealed_after_its_time() -> None:
    match = Bare(Policy(appeal=DAY))
    assert match.answer("red1", ClaimOrder(text="Ana moved twice")) == "✓ Claim 1 by Cleo: Ana moved twice."
    match.do("rule", "1", "no", "she did not")
    match.now += 1.5 * DAY
    assert "time to appeal is over" in match.answer("red2", ClaimOrder(text="but", appeals=1))
    assert "The newest is entry 2." in match.answer("red1", ClaimOrder(text="what?", about=77))


# -- dry runs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["sealed", "shared"])
def test_a_dry_run_is_shown_in_the_gms_own_workbook_only(layout: str) -> None:
    evening = Evening(policy=Policy(layout=layout, no_show="bot", gm=("gm@table",)), own_desk=True)
    for _ in range(3):
        evening.tick(resolve=True)
    before = {book.key: evening.sheets_of(book.key) for book in evening.record.workbooks if book.key != "gm"}
    count = len(entries(evening))
    box = next(at for at, line in enumerate(evening.values("gm"), start=1) if line and line[0] == "Dry run")
    evening.type("gm", {f"B{box}": True}, account="gm@table")
    evening.tick()
    lines = [str(line[1]) for line in evening.values("gm") if len(line) > 1 and not line[0]]
    assert len(lines) > 2
    assert len(entries(evening)) == count
    assert before == {book.key: evening.sheets_of(book.key) for book in evening.record.workbooks if book.key != "gm"}
    assert evening.values("gm")[box - 1][1] is False
    evening.tick(resolve=True)
    assert Repairs.of(evening.table.session.record).dry_run == ()


def test_there_is_no_box_for_a_dry_run_where_players_would_read_what_it_shows(evening: Evening) -> None:
    evening.tick()
    assert "Dry run" not in [line[0] for line in evening.values("gm") if line]


# -- versions of the rules ---------------------------------------------------------------------------------------------


def test_a_match_is_bound_to_its_rules_and_waits_for_somebody_to_adopt_others(evening: Evening) -> None:

    evening.table.session.game = replace(evening.game, version="gvg-99")
    with pytest.raises(RulesChanged, match="sheets-gm recheck"):
        evening.tick()
    evening.tick(actions=[Adopt(rules="gvg-99")])
    assert evening.tick(resolve=True).steps[0].entry.rules == "gvg-99"


def test_an_impossible_action_leaves_the_match_as_it_was(evening: Evening) -> None:
    from sheets_gm.gm.between.pauses import Resume

    with pytest.raises(BadAction):
        evening.tick(actions=[Resume()])
    assert evening.store.claims() == {}
    evening.play(1)
    assert recomputes(evening)


def test_the_gm_tab_says_when_the_deadline_is_and_in_which_zone_and_none_in_a_pause() -> None:
    evening = Evening(policy=Policy(at=clock_times("Sun 17:00"), zone="Europe/Berlin", gm=("gm@table",)))
    evening.tick()
    assert re.fullmatch(r"Sun \d\d [A-Z][a-z]{2} 17:00 CES?T", deadline_shown(evening))
    evening.tick(actions=[Pause()])
    assert deadline_shown(evening) == "none while the match is paused"


def deadline_shown(evening: Evening) -> str:
    return str(next(line[1] for line in evening.values("gm") if line and line[0] == "Deadline"))


def test_a_row_of_the_desk_that_nobody_has_ticked_says_what_is_still_empty(evening: Evening) -> None:
    evening.type("desk", {evening.cell("desk", "gm #1", "why"): "because"}, "gm@table")
    evening.tick()
    assert evening.answer() == "Still to fill in: Do what."
    evening.type("desk", {evening.cell("desk", "gm #1", "ready"): True}, "gm@table")
    evening.tick()
    assert evening.answer().startswith("✗ ")
    assert "This is required" in evening.answer()


def offered(evening: Evening, row: int = 1) -> tuple[str, ...]:
    form = next(form for form in evening.table.session.all_forms if form.key == "desk")
    typed = {draft.row: draft.typed for draft in evening.table.session.record.drafts if draft.form == "desk"}
    return next(field.choices for field in form.offered(typed.get(row - 1, {})) if field.name == "on")


def test_the_desk_offers_whom_an_act_may_be_done_to(evening: Evening) -> None:
    evening.tick()
    assert offered(evening)[:3] == ("Ana", "Ben", "Cleo")
    assert offered(evening)[-2:] == ("blue", "red")
    for act, choices in (
        ("concede", ("blue", "red")),
        ("pause", ()),
        ("override", ()),
        ("change", tuple(changeable())),
    ):
        evening.type("desk", {evening.cell("desk", "gm #1", "act"): act}, "gm@table")
        evening.tick()
        assert offered(evening) == choices
    assert {"every", "grace", "add game master", "title", "captain"} <= {*choices}


def test_the_desk_offers_the_turns_that_were_played_to_go_back_to(evening: Evening) -> None:
    evening.play(2)
    evening.type("desk", {evening.cell("desk", "gm #1", "act"): "rewind"}, "gm@table")
    evening.tick()
    evening.tick()
    played = [entry.label for entry in evening.store.entries(evening.name, 0) if entry.kind == "turn"]
    assert offered(evening) == tuple(reversed(played))
    evening.do("rewind", played[-1])
    assert evening.answer().startswith("✓")


def test_who_plays_alone_is_offered_and_concedes_by_name() -> None:
    duel = Evening(plays="wesnoth")
    duel.tick()
    assert offered(duel) == ("Ana", "Ben")
    duel.do("concede", "Ben")
    assert duel.answer().startswith("✓ Ben concedes (because): Ana wins. ")


def test_the_desk_has_another_row_when_all_are_used(evening: Evening) -> None:
    evening.tick()
    for row in range(1, 7):
        evening.do("claim", None, f"claim {row}", row=row)
        assert evening.answer(row).startswith(f"✓ Claim {row}")
    rows = [line[0] for line in evening.values("desk")[3:] if line and line[0]]
    assert rows == [f"#{row}" for row in range(1, 8)]


def test_beside_a_claim_the_game_master_reads_what_its_player_had_typed_and_when() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    evening.order("blue1", move_to="A1")
    evening.all_ready()
    evening.tick()
    claim(evening, "blue1", text="I had typed A1")
    lines = [str(row[1]) for row in evening.values("gm") if row and row[0] == "Typed"]
    assert lines[0].startswith("Turn 1 of 60, locked ")
    assert lines[0].endswith(": ready")
    assert any(line.startswith("cell A4: move_to=A1") for line in lines)


def test_beside_a_claim_stands_in_which_cells_its_player_typed_and_when(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GoogleSheets, "is_local", True)
    match = Evening(policy=Policy(gm=("gm@table",)), on="google")
    match.order("blue1", as_account="ana@table", move_to="A1")
    match.order("blue2", as_account="ben@table", move_to="A2")
    match.tick()
    claim(match, "blue1", text="I had typed A1")
    (case,) = Claims.of(match.table.session.record).cases
    cell = match.cell("orders", "blue1", "move_to")
    assert any(line.startswith(f"cell {cell} of Orders · ") for line in case.written)  # no tile of the board
    assert not any(match.cell("orders", "blue2", "move_to") in line for line in case.written)
    told = [str(row[1]) for row in match.values("gm") if row and row[0] == "Typed"]
    assert set(case.written) <= {*told}


def test_the_gm_tab_says_not_yet_of_who_has_time_left_and_marks_only_who_is_late() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",), every=3600.0, grace=1200.0))
    evening.tick()
    words = evening.looks.tabs["gm"].word

    def styles() -> set[tuple[str, str]]:
        grid = evening.table.workbooks.looks.shown["table"]["gm"]
        return {(str(row[1].value), row[1].style) for row in grid.rows if len(row) > 1 and "done." in row[1].style}

    assert styles() == {("not yet", "done.blank")}
    assert words("blank") == "not yet"
    for _ in range(13):
        evening.now += 300.0
        evening.tick()
    assert styles() == {("not yet", "done.late")}
