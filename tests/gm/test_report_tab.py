"""The tab "What happened", and what the board says of the last turn and of the next."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.gm.log import window
from sheets_gm.gm.log.log_lines import LOG_WINDOW
from sheets_gm.gm.log.reports import Chapter, Happening, chapters, headlines, news_of
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.workbooks.head_rows import LinkedText, with_stand
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.english import with_people
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance, Entry, Typing
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Answer, Paragraph, Weight
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid
from sheets_gm.sheet.marks import MOVES
from tests.games.asked import with_other
from tests.gm.table import Evening
from tests.gm.test_left_behind import killed_before_writing


def column(evening: Evening, key: str = "") -> list[str]:
    return [str(line[0]) for line in evening.values("report", key)[2:] if line]


def test_the_newest_turn_comes_first_below_its_heading() -> None:
    evening = Evening()
    evening.play(2)
    lines = column(evening)
    headings = [line for line in lines if line.startswith("Turn ")]
    assert headings == [f"Turn {turn} of 60 · #{turn} · Fri 15 Jan 08:00 · all ready" for turn in (2, 1)]
    assert lines[0] == headings[0]
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
    assert lines[0].startswith("Turn 12 of 60 · ")
    assert not any(line.startswith("Turn 1 of 60") for line in lines)


def test_the_headlines_of_a_turn_that_has_none_are_its_lines_or_its_details() -> None:
    headline, line, detail = (Paragraph(weight, Weight(weight)) for weight in ("headline", "line", "detail"))
    early = Chapter("Turn 1", (headline,))
    assert headlines([Chapter("Turn 2", (detail, line, headline)), early]) == ("headline",)
    assert headlines([Chapter("Turn 2", (detail, line)), early]) == ("line",)
    assert headlines([Chapter("Turn 2", (detail,)), early]) == ("detail",)
    slips = tuple(Paragraph(f"{of} slip", Weight.HEADLINE, answer=of) for of in (Answer.OTHER, Answer.OWN))
    assert headlines([Chapter("Turn 2", (*slips, line)), early]) == (slips[1].text, slips[0].text, "line")
    act = Chapter("Players", (Paragraph("act"),), played=False)
    acted, played = news_of([act, early], "Turn 2"), news_of([early], "Turn 2")
    assert (acted.before, acted.latest, played.latest) == (("headline", "act"), ("act", "headline"), ("headline",))


@pytest.mark.parametrize("text", ["You did not answer in time: so the bells toll.", "Youri's blow did not count."])
def test_what_a_game_tells_is_never_taken_for_what_became_of_an_answer(text: str) -> None:
    told = (Paragraph(text, Weight.LINE), Paragraph("Blue Base fell.", Weight.HEADLINE))
    assert headlines([Chapter("Turn 1", told, absent=("Ana",))]) == (
        "Blue Base fell.",
        "Ana did not answer in time.",
    )


def test_a_heading_says_when_and_why_a_turn_was_played_and_who_was_absent() -> None:
    evening = Evening(policy=Policy(every=3600.0, zone="Asia/Tokyo", gm=("gm@table",)))
    evening.order("blue1", move_to="A1")
    evening.all_ready(but=["blue2"])
    for _ in range(13):
        evening.now += 299.0
        evening.tick()
    evening.play(1, but=["red1"])
    evening.tick(resolve=True)
    absent = {seat.id: seat.player for seat in evening.seats}
    headings = [line for line in column(evening) if line.startswith("Turn ")]
    assert headings == [
        "Turn 2 of 60 · #2 · Fri 15 Jan 18:05 · the game master",
        f"Turn 1 of 60 · #1 · Fri 15 Jan 18:00 · the deadline · absent: {absent['blue2']}",
    ]


def struck(evening: Evening, tab: str) -> list[str]:
    """The first texts of the lines that are struck through."""
    params = {
        "fields": "sheets(properties(sheetId),data(rowData(values(formattedValue,userEnteredFormat(textFormat)))))"
    }
    answer = evening.sync.call("get", f"{SHEETS}/{evening.record.workbooks[0].document}", params=params)
    sheet = next(each for each in answer["sheets"] if each["properties"].get("sheetId", 0) == evening.sheet_id(tab))
    rows = [row.get("values", []) for row in sheet["data"][0]["rowData"]]
    return [
        row[0]["formattedValue"]
        for row in rows
        if row and row[0].get("userEnteredFormat", {}).get("textFormat", {}).get("strikethrough")
    ]


def test_what_a_rewind_takes_back_is_struck_through_until_another_brings_it_back() -> None:
    evening = Evening(on="google")
    evening.play(3)
    evening.do("rewind", "Turn 2")
    lines = evening.values("log")
    gone = [line[0] for line in lines[3:] if line[4] in ("#2", "#3")]
    assert gone
    assert struck(evening, "log") == gone
    headings = [line for line in struck(evening, "report") if line.startswith("Turn ")]
    assert headings == [f"Turn {turn} of 60 · #{turn} · Fri 15 Jan 08:00 · all ready · taken back" for turn in (3, 2)]
    other = evening.poller("another")
    other.tick()
    assert (struck(evening, "log"), other.tick().writes) == (gone, 0)
    evening.do("rewind", "#3", row=2)
    assert struck(evening, "log") == [line[0] for line in evening.values("log")[3:] if line[4] == "#4"]


def test_a_rewind_strikes_every_line_that_it_takes_back_however_many() -> None:
    evening = Evening(on="google")
    evening.play(12)
    evening.do("rewind", "#0")
    lines = [line for line in evening.values("log")[3:] if line[4] != "#13"]
    assert len(lines) > LOG_WINDOW
    assert struck(evening, "log") == [line[0] for line in lines]
    evening.tick(rebuild=True)
    assert struck(evening, "log") == [line[0] for line in lines]


def test_a_rewind_strikes_every_line_of_an_entry_of_which_the_window_would_hold_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(on="google")
    evening.play(3)
    lines = [line[0] for line in evening.values("log")[3:] if line[4] != "#0"]
    monkeypatch.setattr(window, "LOG_WINDOW", len(lines) - 1)
    evening.do("rewind", "#0")
    assert struck(evening, "log")[-len(lines) :] == lines


def test_a_line_is_struck_through_if_the_process_that_took_it_back_was_killed_and_another_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(on="google")
    evening.play(2)
    monkeypatch.setattr(window, "LOG_WINDOW", 1)
    killed_before_writing(evening, lambda: evening.tick(actions=[Rewind(to=1, why="a typing error")]))
    evening.now += 1
    evening.poller("another").tick(resolve=True)
    assert evening.store.last(evening.name).number == 4
    assert struck(evening, "log") == [line[0] for line in evening.values("log")[3:] if line[4] == "#2"]


def test_the_log_has_the_number_and_the_date_of_each_entry() -> None:
    evening = Evening()
    evening.play(2)
    heads = evening.values("log")[2]
    assert list(heads) == ["When", "What happened", "Rule", "Played", "Entry"]
    assert {tuple(line[3:5]) for line in evening.values("log")[3:]} == {
        ("Fri 15 Jan 08:00", "#1"), ("Fri 15 Jan 08:00", "#2"),
    }  # fmt: skip


def test_the_board_names_the_few_who_are_waited_for() -> None:
    evening = Evening()
    evening.tick()
    called = [seat.player for seat in evening.seats]
    assert str(evening.values("board")[1][0]).startswith(f"Waiting for {', '.join(called[:5])} and 5 more\n")
    evening.all_ready(but=("blue1", "red2"))
    evening.tick()
    names = [seat.player for seat in evening.seats if seat.id in ("blue1", "red2")]
    assert evening.values("board")[1][0] == f"Waiting for {names[0]} and {names[1]}\nNothing has happened yet."


def test_the_board_says_when_the_turn_ends_and_not_who_has_begun() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",), every=86400.0))
    evening.order("blue1", mode="SPRINT")
    evening.tick()
    title, line = (str(evening.values("board")[row][0]) for row in (0, 1))
    assert title.startswith("Board · Turn 1 of 60\nNobody is clearly ahead\nuntil Sat 08:")
    assert line.startswith("Waiting for ")
    assert "draft" not in line


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


def test_the_dice_tab_says_that_a_lock_holds_an_action() -> None:
    evening = Evening()
    evening.do("pause")
    assert {"Lock of the action", "Salt of the action"} <= {str(row[0]) for row in evening.values("dice") if row}


def test_the_board_goes_on_showing_the_last_turn_when_the_game_master_acts_after_it() -> None:
    evening = Evening()
    evening.play(3)

    def news() -> list[str]:
        rows = [[str(each) for each in line[7:]] for line in evening.values("board")]
        return [line[0] for line in rows[rows.index(["Last turn"]) + 1 :] if len(line) == 1]

    before = news()
    evening.do("pause", why="We all need some sleep")
    assert news() == [*before[:3], "The game master paused the match: We all need some sleep"]


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


def test_the_board_of_a_team_says_when_the_turn_ends_though_its_orders_come_first() -> None:
    evening = Evening(policy=Policy(layout="sealed", gm=("gm@table",), every=3600.0))
    evening.tick()
    assert evening.book("board", "team.blue").tabs.keys() >= {"board", "orders"}
    assert "\nuntil " in str(evening.values("board", "team.blue")[0][0])


def waited_for(evening: Evening, seat: str) -> str:
    """Whom the match waits for, as the private workbook of *seat* says it."""
    return str(evening.values("movement", f"seat.{seat}")[1][0]).splitlines()[0]


def ready(evening: Evening, seat: str) -> int:
    """Let a player of Champions be ready; the number of writes by which that is shown."""
    key = f"seat.{seat}"
    evening.type("movement", {evening.cell("movement", seat, "ready", key): True}, key=key)
    before = evening.sync.calls["write"]
    evening.tick()
    return int(evening.sync.calls["write"] - before)


def test_a_private_workbook_says_who_else_is_waited_for_as_long_as_it_is_so() -> None:
    evening = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=3600.0))
    evening.tick()
    assert [waited_for(evening, seat) for seat in ("p1", "p2")] == [
        "Waiting for Ana, Ben and Cleo", "Waiting for Ben, Ana and Cleo",
    ]  # fmt: skip
    ready(evening, "p2")
    assert {waited_for(evening, seat) for seat in ("p1", "p2")} == {"Waiting for Ana and Cleo"}


def test_a_private_workbook_is_not_written_when_one_of_many_others_is_ready() -> None:
    evening = Evening(plays="champions", players=7, policy=Policy(layout="sealed", gm=("gm@table",), every=3600.0))
    evening.tick()
    assert waited_for(evening, "p1") == "Waiting for Ana and others"
    assert ready(evening, "p2") == 3  # of the player, the public and the game master
    assert waited_for(evening, "p2") == "Waiting for others"
    assert evening.values("map")[1][0].startswith("Waiting for Ana, Cleo, Dov, Edda, Finn and Gus")


WAITING = LinkedText("Waiting")


def test_who_is_waited_for_stands_below_a_line_of_the_game_and_never_in_the_place_of_its_figures() -> None:
    title = (Cell("Dominaria", "title"),)
    score, figures = (Cell("Blue 4 · Red 2", "score"),), (Cell("1", "shown"), Cell("2", "shown"))
    assert with_stand(Grid((title, score)), WAITING).rows[1] == (Cell("Blue 4 · Red 2\nWaiting", "score"),)
    assert with_stand(Grid((title, figures)), WAITING).rows[1] == figures


def test_an_entry_is_not_described_again_for_the_same_readers() -> None:
    evening = Evening(accounts=False)
    evening.play(2)
    session = evening.table.session
    described: list[int] = []

    def report(events: Sequence[Event], seats: Mapping[str, Seat]) -> tuple[Paragraph, ...]:
        described.append(len(events))
        return (Paragraph(f"{len(events)} events, {len(seats)} seats"),)

    rules = with_other(session.game, report=report)
    first = chapters(rules, session.record, session.window.recent[:-1], ())
    told = len(described)
    whole = chapters(rules, session.record, session.window.recent, (), first.entries)
    assert len(described) == told + 1
    assert whole == chapters(rules, session.record, session.window.recent, ())
    other = session.record.people[0].but(player="Zoe")
    changed = session.record.but(seats=(other, *session.record.people[1:]))
    described.clear()
    chapters(rules, changed, session.window.recent, (), whole.entries)
    assert len(described) == told + 1


def test_the_log_says_why_a_turn_was_played_before_all_were_ready() -> None:
    evening = Evening(policy=Policy(every=3600.0, gm=("gm@table",)))
    evening.play(1)
    evening.play(1, but=["red1"])
    evening.tick(resolve=True)
    when = [str(line[0]) for line in evening.values("log")[3:]]
    assert when.count("Turn 2 of 60 · the game master") == 1
    assert {each for each in when if "·" in each} == {"Turn 2 of 60 · the game master"}


def notes(evening: Evening, tab: str, key: str = "") -> dict[int, str]:
    """The notes of the cells of a tab, the first of each row."""
    held = evening.sync.notes(evening.book(tab, key), tab)
    return {row: note for (row, _), note in sorted(held.items(), reverse=True)}


def test_the_rolls_of_every_earlier_turn_are_read_in_the_log() -> None:
    evening = Evening()
    evening.play(4)
    told = "\n".join(notes(evening, "log").values())
    people = {seat.id: seat.player for seat in evening.seats}
    entries = [*evening.store.entries(evening.name)]
    rolls = [roll for entry in entries[1:] for roll in entry.rolls]  # nothing is told of the first position
    assert len(rolls) > 30
    for roll in rolls:
        why = " ".join(people.get(word, word) for word in roll.why.split(" "))
        assert f"{why}: {roll.value} of {roll.sides}" in told
    drawn = notes(evening, "log")
    evening.table = evening.poller("another")
    assert evening.tick(rebuild=True).writes
    assert notes(evening, "log") == drawn


def test_hidden_rolls_are_in_no_note_of_a_log() -> None:
    evening = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.play(6)
    hidden = [roll for entry in evening.store.entries(evening.name) for roll in entry.rolls if roll.hidden]
    assert hidden
    told = "\n".join(notes(evening, "log", "public").values())
    assert [
        roll.why for roll in hidden if f"{with_people(roll.why, evening.table.session.people.seats)}: " in told
    ] == []
    assert " of " in told


def arrows(evening: Evening) -> object:
    """The arrows of the board, as the page reads them."""
    return json.loads(evening.sync.marks(evening.book("board"), "board")[MOVES])


def test_a_turn_in_which_nobody_moves_is_told_and_the_arrows_of_the_turn_before_go() -> None:
    evening = Evening()
    evening.play(1)
    assert arrows(evening)
    evening.all_ready()
    evening.tick()
    heading, line, earlier, *_ = column(evening)
    assert heading.startswith("Turn 2 of 60")
    assert line == "Nothing happened."
    assert earlier.startswith("Turn 1 of 60")
    assert arrows(evening) == []
    evening.do("rewind", "Turn 2")
    assert arrows(evening)


def test_who_had_time_left_is_not_absent_when_the_game_master_has_the_turn_played() -> None:
    evening = Evening(policy=Policy(every=3600.0))
    evening.all_ready(but=["red1"])
    evening.tick(resolve=True)
    assert evening.store.last("evening").attendance["red1"] is Attendance.EXCUSED
    assert Excuses.of(evening.record).missed.get("red1", 0) == 0


@pytest.mark.parametrize(
    ("by", "what"),
    [
        ("", "no order of yours counted"),
        ("standing order", "your standing order counted"),
        ("bot", "the bot played for you"),
    ],
)
def test_who_did_not_answer_in_time_reads_so_first_and_what_counted(by: str, what: str) -> None:
    typed = (Typing(seat="blue1", form="orders", row=0, cells={}, by=by),) if by else ()
    evening = Evening()
    entry = Entry(number=1, kind="turn", rules="1", attendance={"blue1": Attendance.NO_SHOW}, typed=typed, seal="s")
    session = evening.table.session
    happened = [Happening(entry, ())]
    (chapter,) = chapters(session.game, session.record, happened, ("blue1", "blue")).chapters
    assert headlines([chapter], ("blue1",)) == (f"You did not answer in time: {what}.",)
    (public,) = chapters(session.game, session.record, happened, ()).chapters
    assert [each.text for each in public.paragraphs] == ["Nothing happened."]
    assert headlines([replace(public, played=True)]) == ("Ana did not answer in time.", "Nothing happened.")


def test_who_did_not_answer_reads_the_same_from_a_process_that_has_read_the_entry_before() -> None:
    evening = Evening()
    first = evening.store.last("evening")
    entry = Entry(number=1, kind="turn", rules="1", attendance={"blue1": Attendance.NO_SHOW}, seal="s")
    both = chapters(evening.game, evening.record, [Happening(first, ()), Happening(entry, ())], ("blue1", "blue"))
    assert both.chapters[0].paragraphs[0].text == "You did not answer in time: you stayed at Blue Base."
    alone = chapters(evening.game, evening.record, [Happening(entry, ())], ("blue1", "blue"))
    again = chapters(evening.game, evening.record, [Happening(entry, ())], ("blue1", "blue"), both.entries)
    assert again.chapters == alone.chapters


@pytest.mark.parametrize(("layout", "tab"), [("shared", "orders"), ("sealed", "orders"), ("sealed", "board")])
def test_who_shares_a_spreadsheet_reads_there_who_did_not_answer_in_time(layout: str, tab: str) -> None:
    evening = Evening(settings={"team_size": 2}, policy=Policy(layout=layout, gm=("gm@table",), every=60.0))
    evening.tick()
    for _ in range(2):  # a longer gap would be an outage, which moves the deadline
        evening.now += 30
        evening.tick()
    head = " ".join(str(evening.values(tab)[1][0]).split())
    assert "Last turn: Ana, Ben, Cleo and Dov did not answer in time · Nothing happened." in head


def test_who_did_not_answer_in_time_reads_what_an_empty_form_came_to() -> None:
    evening = Evening()
    session = evening.table.session
    attendance = {"blue1": Attendance.NO_SHOW}
    entry = Entry(number=1, kind="turn", rules="1", label="Turn 1", attendance=attendance, seal="s")
    newest, *_ = chapters(
        session.game, session.record, [*session.window.recent, Happening(entry, ())], ("blue1", "blue")
    ).chapters
    assert headlines([newest], ("blue1",)) == ("You did not answer in time: you stayed at Blue Base.",)


def test_who_plays_without_a_team_and_did_not_answer_in_time_reads_what_it_came_to() -> None:
    evening = Evening(plays="champions", players=2, policy=Policy(layout="sealed", gm=("gm@table",), every=60.0))
    evening.tick()
    for _ in range(2):  # a longer gap would be an outage, which moves the deadline
        evening.now += 30
        evening.tick()
    assert "Last turn: You did not answer in time: you stayed at B2." in " ".join(
        str(evening.values("looting")[1][0]).split()
    )


@pytest.mark.parametrize(
    ("plays", "layout", "tab", "text"),
    [
        ("gvg", "shared", "orders", "Ben's “Z99” did not count."),
        ("champions", "sealed", "movement", "Your “Z99” did not count."),
    ],
)
def test_who_was_not_ready_reads_after_the_deadline_what_did_not_count(
    plays: str, layout: str, tab: str, text: str
) -> None:
    evening = Evening(plays=plays, players=2, policy=Policy(layout=layout, gm=("gm@table",), every=60.0))
    evening.tick()
    seat = next(each.id for each in evening.seats if each.player == text.partition("'")[0] or plays == "champions")
    evening.type(tab, {evening.cell(tab, seat, "move_to"): "Z99"})
    for _ in range(2):
        evening.now += 30
        evening.tick()
    lines = str(evening.values("report", f"seat.{seat}" if layout == "sealed" else ""))
    assert text in " ".join(lines.split())


def test_who_was_ready_reads_what_of_the_order_did_not_count() -> None:
    """The last one to be ready sees no answer before the step is played."""
    policy = Policy(layout="sealed", gm=("gm@table",))
    evening = Evening(plays="win_or_die", policy=policy)
    for seat, cards in (("red", ("Sellsword", "Griffon Courier")), ("teal", ("Sellsword", "Sellsword"))):
        cells: dict[str, Typed] = {"region": "Random", "mercenary_1": cards[0], "mercenary_2": cards[1], "ready": True}
        columns = [column.field for column in evening.looks.tabs["barracks"].columns]
        typed = {f"{chr(65 + columns.index(name))}4": value for name, value in cells.items()}
        evening.type("barracks", typed, key=f"seat.{seat}")
    assert evening.tick().steps
    told = "Your order did not count in full: The two Mercenary cards must be different."
    lines = {seat: " ".join(str(evening.values("report", f"seat.{seat}")).split()) for seat in ("red", "teal")}
    assert [told in lines[seat] for seat in ("red", "teal")] == [False, True]
