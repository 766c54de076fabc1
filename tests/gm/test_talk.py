"""Talk: what people say in a match reaches its log, its report, its notices and the story of it."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.desk.features.course.talk import MOST
from sheets_gm.gm.story.audience import PUBLIC, Audience
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from tests.gm.any_game import SETTINGS, match_of
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import ask, friday, home
from tests.gm.test_votes import heard

SAID = "Good luck, all of you!"


def past_of(match: Evening) -> Past:
    """The match to look back at."""
    record = match.store.record(match.name)
    return Past(match.game, record, lambda: tuple(match.store.entries(match.name)), match.table.session.template)


def report(match: Evening) -> str:
    """The texts of the public report."""
    (book,) = (
        each for each in match.table.workbooks.layouts if "report" in each.tabs and each.key in ("table", "public")
    )
    return "\n".join(str(cell) for row in match.values("report", book.key) for cell in row)


def test_what_a_player_says_is_in_the_log_the_report_and_a_notice_to_the_table() -> None:
    match = friday()
    notices = heard(match)
    assert ask(match, "blue2", act="say", who=f" {SAID}\n ") == f"✓ Ben: “{SAID}”"
    assert match.log()[-1] == f"Ben: “{SAID}”"
    assert f"Ben: “{SAID}”" in report(match)
    (notice,) = notices
    assert (notice.seat, f"Ben: “{SAID}”" in notice.body) == (None, True)
    assert "blue2" in match.table.waiting
    assert is_proved(match)


def test_the_game_master_says_something_on_the_desk() -> None:
    match = friday()
    match.do("say", None, "Dinner at eight.", None)
    assert match.log()[-1] == "The game master: “Dinner at eight.”"
    match.do("say", None, None, None, row=2)
    assert "Write what you say" in match.answer(2)


def test_it_is_part_of_the_story_and_no_headline_of_its_turn() -> None:
    match = friday()
    ask(match, "blue2", act="say", who=SAID)
    match.play(1)
    ask(match, "red1", act="say", who="Well played.")
    story = build_story(past_of(match), PUBLIC)
    assert [(act.kind, act.text) for act in story.acts] == [
        ("Talk", f"Ben: “{SAID}”"),
        ("Talk", "Cleo: “Well played.”"),
    ]
    assert not any(SAID in turn.text for turn in story.turns)


def test_a_rewind_takes_back_turns_and_not_what_was_said() -> None:
    match = friday()
    match.play(1)
    ask(match, "blue2", act="say", who=SAID)
    match.do("rewind", "Turn 1")
    assert f"Ben: “{SAID}”" in match.log()


def test_nobody_floods_a_match_and_each_turn_begins_anew() -> None:
    match = friday()
    for number in range(MOST):
        assert ask(match, "blue2", act="say", who=f"number {number}").startswith("✓")
    assert f"You have said {MOST} things in this turn" in ask(match, "blue2", act="say", who="one more")
    assert ask(match, "red1", act="say", who=SAID).startswith("✓")
    match.play(1)
    assert ask(match, "blue2", act="say", who="one more").startswith("✓")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (None, "Write what you say into Who"),
        ("  \n ", "Write what you say into Who"),
        ("x" * 501, "500"),
    ],
)
def test_nothing_and_too_much_is_answered_at_its_cell(typed: str | None, answer: str) -> None:
    match = friday()
    told = ask(match, "blue2", act="say", who=typed)
    assert (answer in told, told[:1]) == (True, "✗")
    assert not match.table.session.record.said


@pytest.mark.parametrize("text", ['=IMPORTDATA("https://example.org")', "'=1+1", "+1", "<b>bold</b>", "a | b\t🐎"])
def test_it_is_text_wherever_it_stands(text: str) -> None:
    match = friday()
    ask(match, "blue2", act="say", who=text)
    (line,) = (each for each in match.log() if each.startswith("Ben: “"))
    assert line == f"Ben: “{' '.join(text.split())}”."
    assert not any(str(cell).startswith("=") for row in match.values("log") for cell in row)


def test_something_can_be_said_when_the_match_is_over() -> None:
    match = friday()
    match.do("concede", "red")
    assert match.table.session.record.status == "over"
    assert ask(match, "red1", act="say", who="Well played.") == "✓ Cleo: “Well played.”"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted({*games(), *SETTINGS}))
def test_in_every_game_everybody_reads_it_and_nothing_else_is_told_by_it(name: str) -> None:
    match = match_of(name, sealed=True)
    match.tick()
    seat = next(each for each in match.table.session.record.people if not each.neutral)
    waiting = match.table.waiting
    assert ask(match, seat.id, act="say", who=SAID).startswith("✓")
    assert SAID in report(match)
    assert match.table.waiting == waiting
    for each in match.table.session.record.people:
        story = build_story(past_of(match), Audience(each.id, each.team))
        assert [act.text for act in story.acts] == [f"{seat.player}: “{SAID}”"]
    assert is_proved(match)


def test_what_a_team_says_in_comments_on_its_own_spreadsheet_stays_there() -> None:
    match = match_of("gvg", sealed=True)
    match.tick()
    seat = next(each for each in match.table.session.record.people if not each.neutral)
    book = next(each for each in match.record.workbooks if each.key == home(match, seat.id))
    address = f"https://www.googleapis.com/drive/v3/files/{book.document}/comments?fields=id"
    match.person(seat.account or "").call("post", address, {"content": "Let us take the Fish."})
    match.play(1)
    told = [str(match.values(tab, each.key)) for each in match.table.workbooks.layouts for tab in each.tabs]
    told += [entry.model_dump_json() for entry in match.store.entries(match.name)]
    assert not any("Let us take" in each for each in told)
