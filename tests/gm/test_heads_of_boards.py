"""The first rows of each board: the title, who is waited for with links to the rows, and the score."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.games.finding import game, games
from sheets_gm.gm.log.reports import Chapter, news_of
from sheets_gm.gm.match_record.deadlines import short_clock_face
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.workbooks.boards.history_link import APART
from sheets_gm.gm.workbooks.boards.score_row import (
    _ahead,
    has_score_row,
    score_cell,
    template_with_score_row,
    with_score_row,
)
from sheets_gm.gm.workbooks.head_rows import (
    STAND_LINE,
    STAND_LINES,
    STEP_HEIGHT,
    _linked,
    happened,
    labelled,
    template_with_head,
    with_stand_above_help,
    with_step,
)
from sheets_gm.gm.workbooks.layout import order_of_tabs
from sheets_gm.kernel.report import Paragraph, Weight
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Run, from_a1, grid
from sheets_gm.sheet.marks import HIDDEN, PLACES, board_marks
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import HELP_LETTERS, HELP_LINE, HELP_SPACE, Band, Column, Rule, TabTemplate
from tests.gm.table import Evening

TITLE, STATE, SCORE = 0, 1, 2


def row_data(evening: Evening, tab: str, row: int) -> Any:
    """The first cell of a row of a tab as the service has it."""
    book = evening.book(tab)
    title = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": "sheets.properties(sheetId,title)"})
    called = {each["properties"]["sheetId"]: each["properties"]["title"] for each in title["sheets"]}
    params = {"ranges": f"'{called[book.tabs[tab]]}'!A{row + 1}", "fields": "sheets.data.rowData.values"}
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params=params)
    return answer["sheets"][0]["data"][0]["rowData"][0]["values"][0]


def boards_of(evening: Evening, book: Workbook) -> list[ViewTab]:
    """The boards that a workbook has."""
    tabs = evening.table.session.journal.tabs
    return [tab for tab in tabs if isinstance(tab, ViewTab) and tab.board and tab.key in book.tabs]


@cache
def open_evening(name: str) -> Evening:
    """A match of the game after a turn, in which nothing is hidden."""
    evening = Evening(on="google", plays=name, policy=Policy(gm=("gm@table",), layout="shared", open_hands=True))
    evening.play()
    return evening


@pytest.mark.parametrize("name", sorted(games()))
def test_no_side_has_more_of_a_figure_than_the_rules_allow(name: str) -> None:
    session = open_evening(name).table.session
    story, view = session.game.showing.story, session.game.view(session.state, None)
    assert story is not None
    limits, figures = story.limits(view), story.figures(view)
    assert limits or name == "wesnoth", "leaders who are not alike have no measure in common"
    assert all(
        0 < value <= most for figure, most in limits.items() for value in (most, *figures[figure].values()) if value
    )


@pytest.mark.parametrize("name", sorted(games()))
def test_every_board_shows_the_score_in_rows_that_stay(name: str) -> None:
    evening = open_evening(name)
    session, book = evening.table.session, evening.record.workbooks[0]
    boards = boards_of(evening, book)
    story = session.game.showing.story
    assert boards
    assert story is not None
    drawn = evening.table.workbooks.looks.shown[book.key]
    for tab in boards:
        shown = drawn[tab.key]
        tab_template = session.template.tabs[tab.key]
        with_score = has_score_row(session.game, tab)
        frozen = (template_with_score_row(tab_template) if with_score else tab_template).frozen_rows
        places = json.loads(dict(shown.marks)[PLACES])
        assert SCORE < frozen <= min(row for row, _ in places.values()) + 1
        head = " ".join(str(cell.value) for row in shown.rows[:frozen] for cell in row if cell.value is not None)
        name_of_figure, sides = next(iter(story.figures(session.game.view(session.state, None)).items()))
        assert tab.scored or name_of_figure in head
        assert tab.scored or str(max(sides.values())) in head


@pytest.mark.parametrize("name", sorted(games()))
def test_whoever_is_waited_for_leads_to_her_row(name: str) -> None:
    evening = open_evening(name)
    first = evening.record.workbooks[0]
    cell = row_data(evening, boards_of(evening, first)[0].key, STATE)
    charts = f"#gid={first.tabs['history']}&range=A1"
    links = [run["format"]["link"]["uri"] for run in cell["textFormatRuns"] if "link" in run["format"]]
    links = [link for link in links if link != charts]
    assert links, cell
    keys = {sheet: key for key, sheet in first.tabs.items()}
    for link in links:
        words = dict(word.split("=") for word in link.removeprefix("#").split("&"))
        key = keys[int(words["gid"])]
        row, _ = from_a1(words["range"])
        line = evening.values(key)[row]
        assert any(value in ("", False) for value in line), line  # it is to be filled in


def test_who_has_filled_in_one_tab_and_is_waited_for_on_another_is_named_with_that_tab() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",), layout="shared"))
    evening.play(turns=2, bot="keen")
    captains = [form.seat for form in evening.table.session.forms if form.due and form.key == "commands"]
    assert captains == ["blue1", "red1"]
    evening.all_ready()
    evening.tick()
    assert str(evening.values("board")[STATE][0]).startswith("Waiting for Ana (Commands) and Finn (Commands)\n")
    evening.type("commands", {evening.cell("commands", "blue1", "ready"): True})
    evening.tick()
    assert str(evening.values("board")[STATE][0]).startswith("Waiting for Finn (Commands)\n")


def test_links_follow_what_is_still_to_do_and_write_nothing_when_they_are_right() -> None:
    evening = Evening(on="google")
    evening.tick()
    assert evening.tick().writes == 0
    before = row_data(evening, "board", STATE)["textFormatRuns"]
    evening.all_ready(but=["blue4", "red4"])
    evening.tick()
    cell = row_data(evening, "board", STATE)
    text, runs = cell["userEnteredValue"]["stringValue"], cell["textFormatRuns"]
    assert runs != before
    names = [seat.player for seat in evening.seats if seat.id in ("blue4", "red4")]
    assert all(name in text for name in names)
    starts = {run["startIndex"]: run["format"] for run in runs}
    rows = [from_a1(evening.cell("orders", seat, "ready"))[0] + 1 for seat in ("blue4", "red4")]
    gid = evening.sheet_id("orders")
    assert [starts[text.index(name)]["link"]["uri"] for name in names] == [f"#gid={gid}&range=A{row}" for row in rows]


@pytest.mark.parametrize("name", sorted(games()))
def test_a_form_says_what_its_board_does_until_when_who_is_ahead_and_who_is_waited_for(name: str) -> None:
    evening = open_evening(name)
    book, session = evening.record.workbooks[0], evening.table.session
    looks = evening.table.workbooks.looks.shown[book.key]
    board = looks[next(tab.key for tab in boards_of(evening, book))]
    due = {form.key for form in session.all_forms if form.due}
    forms = [tab.key for tab in session.journal.tabs if isinstance(tab, FormTab) and tab.form in due]
    assert forms
    stand = str(board.rows[STATE][0].value).partition(APART)[0]
    assert stand.startswith("Waiting for ")
    for key in forms:
        assert looks[key].rows[STATE][0].value == f"{stand}\n{session.template.tabs[key].help_text}"
        assert re.search(" ahead|^No clear lead", str(looks[key].rows[TITLE][0].value).splitlines()[1])


@pytest.mark.parametrize("name", sorted(games()))
def test_the_first_screen_of_a_player_says_all_that_is_asked_first(name: str) -> None:
    """Who is ahead, who is waited for and until when, what happened, where the reader and others are: on a phone."""
    layout = "shared" if game(name).secrecy is Secrecy.OPEN else "sealed"
    evening = Evening(plays=name, policy=Policy(gm=("gm@table",), layout=layout, every=86400.0), own_desk=True)
    for turns in range(4):
        evening.play(min(turns, 1))
        evening.tick()
        session = evening.table.session
        for book in evening.table.workbooks.layouts:
            own = [session.people.seats[seat] for seat in book.eyes if seat in session.people.seats]
            if not own or own[0].neutral:
                continue
            looks = evening.table.workbooks.looks.shown[book.key]
            first = next(
                key for key in order_of_tabs(book, session.journal.tabs) if (HIDDEN, "yes") not in looks[key].marks
            )
            title, below = (str(looks[first].rows[row][0].value) for row in (TITLE, STATE))
            assert re.search(r"( ahead|No clear lead).*\n(due|until) \w+ \d\d:\d\d UTC", title), title
            assert re.search(r"^Waiting for \w+", below), below
            assert re.search(r"^(This turn|Last turn|So far): |^Nothing has happened yet", below, re.MULTILINE), below
            placed = " ".join(str(row[0].value) for row in looks[first].rows[STATE:] if row)
            set_up = name == "win_or_die" and not session.state.units
            assert set_up or all(
                re.search(rf"{seat.player}\W.*([A-Z0-9]\d|Base)", placed, re.DOTALL) for seat in own
            ), placed
            others = [seat for seat in evening.seats if not seat.neutral and seat not in own]
            seen = " ".join(below.partition("\nYou see ")[2].splitlines())
            assert not seen or " more" in seen or all(f"\xa0{seat.player}" in seen for seat in others), below
            assert seen or not others or name == "win_or_die", below  # whose other legion is not deployed yet
            assert max(map(len, below.partition(APART)[0].splitlines())) <= HELP_LETTERS


def test_a_form_that_only_shows_its_answers_says_who_is_waited_for_too() -> None:
    policy = Policy(gm=("gm@table",), layout="sealed", every=86400.0)
    evening = Evening(plays="wesnoth", players=2, policy=policy, turns=6)
    evening.tick()
    actions = evening.table.workbooks.looks.shown["team.blue"]["actions"]
    assert (HIDDEN, "yes") not in actions.marks
    assert "\nuntil " in str(actions.rows[TITLE][0].value)
    stand = str(actions.rows[STATE][0].value).splitlines()
    assert stand[0] == "Waiting for Ben"
    assert stand[1].startswith("● Ana · 0 gold · Leader b1 C5, others D4")
    assert stand[2].startswith("You see ▲\xa0Ben: ")


CHAPTERS = (
    Chapter("Turn 4", (Paragraph("Ben moves", about=frozenset({"ben"})),)),
    Chapter("Turn 3", (Paragraph("Ana gains 2", Weight.HEADLINE), Paragraph("Ben loses 2", losers=frozenset({"ben"}),
                                                                            about=frozenset({"ben"}))), entry=3),
    Chapter("Turn 2", (Paragraph("All begin"),), entry=2),
)  # fmt: skip


def test_what_happened_in_a_turn_that_goes_on_stands_above_the_last_one_and_own_losses_come_first() -> None:
    last = "Last turn: Ben loses 2 · Ana gains 2"
    assert happened(news_of(CHAPTERS, "Turn 4", ("ben",)), 3) == ["This turn: Ben moves", last]
    assert happened(news_of(CHAPTERS[1:], "Turn 4", ("ben",)), 3) == [last]


def test_names_in_what_happened_have_their_labels_but_not_parts_of_other_words() -> None:
    chapter = Chapter("Turn 3", (Paragraph("Elf Guard beats Elf, not Elfin"),), entry=3)
    labels = {"Elf": "● Elf (Ana)", "Elf Guard": "▲ Elf Guard"}
    told = ["Last turn: ▲ Elf Guard beats ● Elf (Ana), not Elfin"]
    assert happened(labelled(news_of([chapter], "Turn 4"), labels), 2) == told


@pytest.mark.parametrize("quiet", [Paragraph("Nothing was seen to happen."), Paragraph("A roll", Weight.DETAIL)])
def test_a_quiet_turn_is_the_last_one_and_the_turn_before_it_follows_as_such(quiet: Paragraph) -> None:
    last = f"Last turn: {quiet.text}"
    told = happened(news_of([Chapter("Turn 3", (quiet,), entry=3), CHAPTERS[2]], "Turn 4"), 3)
    assert told == [last, "Before that: All begin"]
    assert happened(news_of([Chapter("Turn 3", (quiet,), entry=3)], "Turn 4"), 3) == [last]


def test_what_people_did_before_the_first_turn_is_no_last_turn() -> None:
    said = Chapter("Talk", (Paragraph("The game master: “Hello”."),), played=False)
    assert happened(news_of([said], "Turn 1"), 3) == ["So far: The game master: “Hello”."]
    start = Chapter("Start", (Paragraph("Starts: Ana B1, Ben A3"),))
    assert happened(news_of([start], "Turn 1"), 3) == ["So far: Starts: Ana B1, Ben A3"]


def test_a_board_and_a_form_have_room_for_how_things_stand_and_a_form_for_its_help_too() -> None:
    room = STAND_LINES * STAND_LINE + HELP_SPACE
    board = TabTemplate(title="Board", help="Signs.", heights=(30, 18, 40))
    columns = tuple(Column(field=field, heading=field) for field in ("seat", "ready", "receipt"))
    form = template_with_head(TabTemplate(title="Orders", help="Tick Ready.", columns=columns))
    assert template_with_head(board).row_heights == (STEP_HEIGHT, room, 40)
    assert form.row_heights == (STEP_HEIGHT, room + HELP_LINE)


def test_a_match_that_is_over_says_what_happened_in_its_last_turn() -> None:
    evening = Evening(settings={"team_size": 2, "max_turns": 1})
    evening.play(2)
    evening.tick()
    won, last = str(evening.values("board")[STATE][0]).split("\n", 1)
    assert (won.startswith("Over: "), last.startswith("Last turn: ")) == (True, True)


def test_what_happened_takes_no_more_lines_than_it_has() -> None:
    (found,) = happened(news_of([Chapter("Turn 3", (Paragraph("Blue beats Red. " * 20),))], "Turn 4"), 2)
    first, second = found.splitlines()
    assert max(len(first), len(second)) <= HELP_LETTERS
    assert second.endswith(" …")


def test_what_happened_ends_with_a_whole_event_and_the_number_of_the_others() -> None:
    events = tuple(
        Paragraph(f"b{number} Heavy Cavalryman dies at H{number}", Weight.HEADLINE) for number in range(4, 0, -1)
    )
    (found,) = happened(news_of([Chapter("Turn 3", events, entry=3)], "Turn 4"), 2)
    first, second = found.splitlines()
    assert first == "Last turn: b1 Heavy Cavalryman dies at H1 · b2 Heavy Cavalryman"
    assert second == "dies at H2 · b3 Heavy Cavalryman dies at H3 · 1 more"


def test_the_first_row_says_who_is_clearly_ahead_and_in_what() -> None:
    lead = {"blue": 3.0, "red": 3.0}
    rules = game("gvg")
    assert rules.showing.story is not None
    told = replace(rules.showing.story, lead=lambda _view: lead)
    seats = {seat.id: seat for seat in Evening().seats}
    view = rules.view(Evening().table.session.state, None)
    assert _ahead(told, view, seats) == "Nobody is clearly ahead"
    lead["red"] = 4.0
    assert _ahead(told, view, seats) == "▲ Red is ahead"
    figures = {"Coins": {"blue": 1, "red": 9}, "Points": {"blue": 5, "red": 5}, "Tree steps": {"blue": 0, "red": 3}}
    story = replace(told, figures=lambda _view: figures, scores=("Points", "Coins", "Tree steps"))
    assert _ahead(story, view, seats) == "▲ Red is ahead in tree steps, 3 to 0"
    lead["blue"] = 5.0  # a lead that no figure shows
    assert _ahead(story, view, seats) == "No clear lead in tree steps: ▲ Red 3, ● Blue 0"
    lead["blue"] = lead["red"] = 3.0
    assert _ahead(story, view, seats) == "No clear lead in tree steps: ▲ Red 3, ● Blue 0"
    figures["Points"]["red"] = 4
    assert _ahead(story, view, seats) == "● Blue is ahead in points 5:4, ▲ Red in tree steps 3:0"
    figures["Tree steps"]["blue"] = 4
    assert _ahead(story, view, seats) == "No clear lead in points: ● Blue 5, ▲ Red 4"
    figures["Points"] |= {"green": 4, "white": 3}
    lead["blue"] = 5.0
    assert _ahead(story, view, seats) == "● Blue is ahead in points, 5 to 4 of ▲ Red and green"
    lead["blue"], figures["Points"]["green"] = 3.0, 5
    assert _ahead(story, view, seats) == "No clear lead in points: ● Blue and green 5"


def test_of_many_who_are_waited_for_the_last_are_counted() -> None:
    named = _linked("Waiting for ", [("Ana", "tab:orders!A4"), ("Ben", ""), ("7 more", "tab:orders!A6")])
    assert named.text == "Waiting for Ana, Ben and 7 more"
    assert named.runs == (
        Run(12, link="tab:orders!A4"), Run(15), Run(25, link="tab:orders!A6"), Run(31),
    )  # fmt: skip


def test_the_help_of_a_form_stands_below_who_is_waited_for() -> None:
    form = Grid(((Cell("Orders", "title"),), (Cell("Choose.", "help"),)))
    stand = _linked("Waiting for ", [("Ana", "tab:orders!A4")])
    cell = with_stand_above_help(with_step(form, "until Sun", "● Blue is ahead"), stand).rows
    assert (cell[TITLE][0].value, cell[TITLE][0].runs) == ("Orders\n● Blue is ahead\nuntil Sun", (Run(6, "step"),))
    assert cell[STATE][0].value == "Waiting for Ana\nChoose."
    assert cell[STATE][0].runs[-1] == Run(16, "help")


# -- the row of the score ----------------------------------------------------------------------------------------------

BOARD = grid(
    [
        [Cell("Board", "title")],
        [Cell("A help", "help")],
        [Cell("", "base")],
        [Cell("A1"), Cell("B1")],
    ],
    [Area(0, 0, 1, 2), Area(2, 0, 3, 2), Area(1, 3, 4, 4)],
)._replace(marks=board_marks({"A1": (3, 0), "B1": (3, 1)}))


def test_everything_below_the_score_moves_down_by_a_row() -> None:
    score = Cell("Blue 4", "score")
    made = with_score_row(BOARD, score)
    assert made.rows == (*BOARD.rows[:2], (score,), *BOARD.rows[2:])
    assert made.merges == (Area(0, 0, 1, 2), Area(3, 0, 4, 2), Area(1, 3, 5, 4))
    assert json.loads(dict(made.marks)[PLACES]) == {"A1": [4, 0], "B1": [4, 1]}


def test_a_line_of_the_game_itself_is_in_place_of_the_score() -> None:
    own = Cell("Round 4 of 9", "score")
    made = with_score_row(BOARD._replace(rows=(BOARD.rows[0], (own,), *BOARD.rows[2:])), Cell("Blue 4", "score"))
    assert made.rows[1:3] == ((EMPTY,), (own,))


def test_a_board_of_one_row_gets_a_score_too() -> None:
    assert with_score_row(Grid((BOARD.rows[0],)), EMPTY).rows == (BOARD.rows[0], (), (EMPTY,))


def test_the_template_of_a_board_moves_along() -> None:
    before = TabTemplate(
        title="Board",
        heights=(30, 18, 40),
        frozen_rows=3,
        rules=(Rule(area="A3:E", starts="x", bold=True), Rule(area="A1:B2", starts="x", bold=True)),
        bands=(Band(area="A2:D24", second="#f8fafc"),),
    )
    after = template_with_score_row(before)
    assert (after.heights, after.frozen_rows) == ((30, 18, 22, 40), 4)
    assert [rule.area for rule in after.rules] == ["A4:E", "A1:B2"]
    assert [band.area for band in after.bands] == ["A2:D25"]
    assert template_with_score_row(TabTemplate(title="Board", height=26)).heights == ()


def test_the_leader_of_each_figure_is_bold_and_has_a_full_meter() -> None:
    cell = score_cell([["Points", [["blue", 4], ["red", 10]]]], {"blue": "● Blue", "red": "▲ Red"})
    assert cell.value == "Points: ● Blue 4 ▰▰▱▱▱  ▲ Red 10 ▰▰▰▰▰"
    start = len("Points: ● Blue 4 ▰▰▱▱▱  ")
    assert cell.runs == (Run(start, "score.lead"), Run(len(cell.value)))


def test_a_meter_is_full_with_what_the_rules_allow() -> None:
    cell = score_cell([["Points", [["blue", 4], ["red", 10]]]], {}, [("Points", 20)])
    assert cell.value == "Points: blue 4 ▰▱▱▱▱  red 10 ▰▰▱▱▱"


@pytest.mark.parametrize("values", [(3, 3), (0, 0), (-2, 0)])
def test_nobody_leads_where_all_are_even_or_have_nothing(values: tuple[int, int]) -> None:
    cell = score_cell([["Points", [["blue", values[0]], ["red", values[1]]]]], {})
    assert "▱" not in str(cell.value)
    assert bool(cell.runs) is (len(set(values)) > 1)


def test_of_many_sides_the_best_three_are_named() -> None:
    sides = [[name, value] for name, value in zip("abcdef", (1, 5, 2, 9, 4, 0), strict=True)]
    cell = score_cell([["Health", sides], ["Champions", sides]], {})
    assert str(cell.value).replace("▰", "").replace("▱", "") == "Health: d 9   b 5   e 4   and 3 more"


def test_a_game_without_figures_has_an_empty_row() -> None:
    assert score_cell([], {}) == EMPTY


@pytest.mark.parametrize(("days", "told"), [(5.9, "Sun 05:36 UTC"), (6.0, "Sun 25 Jan 08:00 UTC")])
def test_a_deadline_of_this_week_needs_no_date(days: float, told: str) -> None:
    monday = 1768809600.0
    assert short_clock_face(monday + days * 86400.0, "UTC", monday) == told
