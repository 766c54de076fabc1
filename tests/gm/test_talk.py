"""Talk: what people say in a match reaches its log, its report, its notices and the story of it."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from sheets_gm.adapters.google.drive import posts
from sheets_gm.games.finding import games
from sheets_gm.gm.between.effects import without_step
from sheets_gm.gm.between.talk import MOST, MOST_COMMENTS, Talk, TellTeam
from sheets_gm.gm.forgetting import person_called, without_person
from sheets_gm.gm.match_record.table_talk import KEPT
from sheets_gm.gm.poll.comments import EVERY
from sheets_gm.gm.poll.comments import MOST as MOST_AT_ONCE
from sheets_gm.gm.ports.sheets import Post, SheetsRefused
from sheets_gm.gm.story.audience import PUBLIC, Audience
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.past import Past
from tests.few import by_day
from tests.gm.any_game import SETTINGS, evening_of, match_of
from tests.gm.bare import Bare
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import ask, fill, friday, home
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


def test_what_is_said_is_in_the_log_the_report_the_story_and_a_notice_to_the_table_whatever_is_played() -> None:
    match = friday()
    notices = heard(match)
    too_much = ask(match, "blue2", act="say", who="x" * 501)
    assert ("500" in too_much, too_much[:1]) == (True, "✗")
    assert ask(match, "blue2", act="say", who=f" {SAID}\n ") == f"✓ Ben: “{SAID}”"
    assert match.log()[-1] == f"Ben: “{SAID}”"
    assert f"Ben: “{SAID}”" in report(match)
    (notice,) = notices
    assert (notice.seat, f"Ben: “{SAID}”" in notice.body) == (None, True)
    assert "blue2" in match.table.waiting
    match.play(1)
    ask(match, "red1", act="say", who="Well played.")
    story = build_story(past_of(match), PUBLIC)
    assert [(act.kind, act.text) for act in story.acts] == [
        ("Talk", f"Ben: “{SAID}”"),
        ("Talk", "Cleo: “Well played.”"),
    ]
    assert not any(SAID in turn.text for turn in story.turns)
    match.do("rewind", "Turn 1")
    assert {f"Ben: “{SAID}”", "Cleo: “Well played.”"} <= {*match.log()}
    match.do("concede", "red")
    match.do("say", None, "Dinner at eight.", None, row=2)
    assert match.log()[-1] == "The game master: “Dinner at eight.”"
    assert is_proved(match)


def test_nobody_floods_a_match_and_each_turn_begins_anew() -> None:
    match = Bare()
    for number in range(MOST):
        assert match.ask("blue2", "say", who=f"number {number}").startswith("✓")
    assert f"You have said {MOST} things in this turn" in match.ask("blue2", "say", who="one more")
    assert match.ask("red1", "say", who=SAID).startswith("✓")
    match.record = without_step(match.record)
    assert match.ask("blue2", "say", who="one more").startswith("✓")


def test_to_say_nothing_is_refused() -> None:
    match = Bare()
    for typed in ("", "  \n "):
        assert match.ask("blue2", "say", who=typed) == "✗ Write what you say into Who or what."
        assert match.ask("blue2", "say to my team", who=typed) == "✗ Write what you say to your team into Who or what."
        assert match.do("say", value=typed) == "✗ Write what you say."
    assert not Talk.of(match.record).said


def test_it_is_text_wherever_it_stands() -> None:
    match = friday()
    for text in ('=IMPORTDATA("https://example.org")', "'=1+1", "+1", "<b>bold</b>", "a | b\t🐎"):
        ask(match, "blue2", act="say", who=text)
        assert match.log()[-1] == f"Ben: “{' '.join(text.split())}”."
    assert not any(str(cell).startswith("=") for row in match.values("log") for cell in row)


def test_something_can_be_said_when_the_match_is_over() -> None:
    match = Bare()
    match.do("concede", "red")
    assert match.record.status == "over"
    assert match.ask("red1", "say", who="Well played.") == "✓ Cleo: “Well played.”."


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


# -- within a team -----------------------------------------------------------------------------------------------------

TOLD = "Let us take the Fish."


def two_teams(on: str = "") -> Evening:
    """A sealed match of GvG of two against two."""
    return evening_of("gvg", on=on)


def reports(match: Evening) -> dict[str, str]:
    """The texts of the report of each workbook that has one."""
    return {
        each.key: "\n".join(str(cell) for row in match.values("report", each.key) for cell in row)
        for each in match.table.workbooks.layouts
        if "report" in each.tabs
    }


def mates(match: Evening) -> list[str]:
    """Two seats of one team."""
    people = match.table.session.record.people
    first = next(each for each in people if sum(each.team == other.team for other in people) > 1)
    return [each.id for each in people if each.team == first.team][:2]


def comment(match: Evening, seat: str, text: str, book: str) -> None:
    """Let the player of *seat* comment on a workbook, and poll once that is looked at."""
    write(match, seat, text, book)
    match.now += EVERY
    match.tick()


def write(match: Evening, seat: str, text: str, book: str, to: int | None = None) -> None:
    """Let the player of *seat* comment on a workbook, or reply to an earlier comment."""
    workbook = next(each for each in match.record.workbooks if each.key == book)
    account = next(each.account or "" for each in match.table.session.record.people if each.id == seat)
    match.person(account).comment(workbook, text, to)


def stored(match: Evening) -> str:
    """All entries, as an export has them."""
    return "\n".join(entry.model_dump_json() for entry in match.store.entries(match.name))


def test_what_is_said_to_a_team_is_read_by_the_team_and_by_nobody_else() -> None:
    match = two_teams()
    one, other = mates(match)
    notices, entries = heard(match), len(list(match.store.entries(match.name)))
    answer = ask(match, one, act="say to my team", who=TOLD)
    assert answer == f"✓ To your team: “{TOLD}”"
    assert [key for key, text in reports(match).items() if TOLD in text] == [home(match, one)]
    assert [(each.seat, TOLD in each.body, each.talk) for each in notices] == [(other, True, True)]
    noted = {each.key: str([match.sync.marks(each, tab) for tab in each.tabs]) for each in match.record.workbooks}
    assert [key for key, text in noted.items() if TOLD in text] == [home(match, one)]
    assert "page.talk" in noted[home(match, one)]  # its page shows it beside the headlines
    assert len(list(match.store.entries(match.name))) == entries
    ask(match, other, act="say to my team", who="Agreed.")
    assert reports(match)[home(match, one)].index("Agreed.") < reports(match)[home(match, one)].index(TOLD)


def test_nothing_of_it_shows_elsewhere_not_even_that_something_was_said() -> None:
    match = two_teams()
    one, _ = mates(match)
    others = [each.key for each in match.table.workbooks.layouts if each.key != home(match, one)]
    account = next(each.account or "" for each in match.table.session.record.people if each.id == one)
    fill(match, one, {"act": "say to my team", "who": TOLD}, account)
    match.play(1)
    before = {key: match.sheets_of(key) for key in others}
    ask(match, one, act="say to my team", who=TOLD)
    assert {key: match.sheets_of(key) for key in others} == before
    match.play(1)
    assert TOLD not in stored(match)
    assert TOLD not in str(build_story(past_of(match), Audience(one, "")).acts)


def test_the_last_lines_of_a_team_stay_and_the_same_words_twice_from_one_row_are_said_once() -> None:
    match = Bare()
    for text in (*(f"number {number}" for number in range(KEPT + 2)), "Agreed.", "Agreed."):
        match.act(TellTeam(text=text, by="blue1"))
    told = [each.text for each in Talk.of(match.record).told]
    assert told == [*(f"number {number}" for number in range(3, KEPT + 2)), "Agreed."]


def test_in_a_shared_spreadsheet_or_without_others_nothing_is_said_to_a_team() -> None:
    shared = friday()
    assert "There is no “say to my team” here" in ask(shared, "blue2", act="say to my team", who=TOLD)
    alone = match_of("champions", sealed=True)
    alone.tick()
    assert "There is no “say to my team” here" in ask(
        alone, alone.table.session.record.people[0].id, act="say to my team", who=TOLD
    )


def test_the_words_of_who_is_forgotten_are_gone() -> None:
    match = Bare()
    match.act(TellTeam(text=TOLD, by="blue1"))
    match.act(TellTeam(text="Agreed.", by="blue2"))
    match.do("concede", "blue")
    after = without_person(match.record, person_called("Ana", [match.record]), match.game, (), None)
    assert [each.text for each in Talk.of(after).told] == ["Agreed."]


@pytest.mark.parametrize("name", by_day("council", "gvg", "win_or_die", of=sorted({*games(), *SETTINGS})))
def test_a_player_with_others_in_the_team_talks_to_them_alone(name: str) -> None:
    match = match_of(name, sealed=True)
    match.tick()
    people = [each for each in match.table.session.record.people if not each.neutral]
    teams = Counter(each.team for each in match.table.session.record.people)
    for seat in people[:2]:
        answer = ask(match, seat.id, act="say to my team", who=TOLD)
        assert answer.startswith("✓" if teams[seat.team] > 1 else "✗")
        own = {each.key for each in match.table.workbooks.layouts if each.team(people) == seat.team}
        assert all(key in own for key, text in reports(match).items() if TOLD in text)
        assert TOLD not in stored(match)


# -- comments ----------------------------------------------------------------------------------------------------------


def test_a_comment_or_reply_that_everybody_sees_is_talk_told_once_by_whatever_process_with_its_authors_name() -> None:
    match = two_teams()
    one, other = mates(match)
    notices = heard(match)
    comment(match, one, "Who holds the\nTree?", "public")
    name = next(each.player for each in match.table.session.record.people if each.id == one)
    line = f"{name}, in a comment: “Who holds the Tree?”"
    assert match.log()[-1] == line
    assert line in reports(match)["public"]
    assert [(each.seat, line in each.body, each.talk) for each in notices] == [(None, True, True)]
    assert [act.text for act in build_story(past_of(match), PUBLIC).acts] == [line]
    match.table = match.poller("another")
    match.now += EVERY
    match.tick()
    write(match, other, "We do.", "public", 0)
    match.now += EVERY
    match.tick()
    told = [line for line in match.log() if "in a comment" in line]
    assert [line.partition(": ")[2] for line in told] == ["“Who holds the Tree?”", "“We do.”"]
    assert is_proved(match)


def test_many_comments_come_one_look_after_the_other_and_long_ones_are_cut() -> None:
    match = two_teams()
    one, _ = mates(match)
    for number in range(MOST_AT_ONCE + 1):
        write(match, one, f"number {number} {'x' * 600}", "public")
        time.sleep(0.002)  # times of comments are given in milliseconds
    counts = []
    for _ in range(2):
        match.now += EVERY
        match.tick()
        counts.append(sum("in a comment" in line for line in match.log()))
    assert counts == [MOST_AT_ONCE, MOST_AT_ONCE + 1]
    assert match.log()[-1].endswith("x…”")


def test_who_floods_a_match_with_comments_is_passed_on_up_to_a_limit_and_costs_nobody_else_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = two_teams()
    flood = [Post("A stranger", f"number {number}", f"2027-01-15T09:{number:02}:00Z") for number in range(50)]
    flood += [Post("Dan", "Who holds the Tree?", "2027-01-15T10:00:00Z")]
    monkeypatch.setattr(
        match.table.workbooks.sheets, "posts", lambda book, _since: flood if book.key == "public" else []
    )
    for _ in range(6):
        match.now += EVERY
        match.tick()
    told = [line for line in match.log() if "in a comment" in line]
    assert len(told) == MOST_COMMENTS + 1
    assert told[-1] == "Dan, in a comment: “Who holds the Tree?”"
    assert Talk.of(match.table.session.record).heard["public"] == flood[-1].written


def test_more_comments_than_fit_into_one_answer_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posts, "PAGE", 2)
    match = two_teams("google")
    one, _ = mates(match)
    for number in range(5):
        comment(match, one, f"number {number}", "public")
    match.store.save(Talk(heard={"public": ""}).on(match.store.record(match.name)))
    match.table = match.poller("another")
    match.now += EVERY
    match.tick()
    assert [sum(f"number {number}" in line for line in match.log()) for number in range(5)] == [2] * 5


def test_comments_that_were_there_before_a_match_or_before_the_first_look_are_left() -> None:
    match = two_teams()
    match.store.save(Talk().on(match.store.record(match.name)))
    one, _ = mates(match)
    match.table = match.poller("another")
    comment(match, one, "An old one.", "public")
    comment(match, one, "A new one.", "public")
    assert [line.partition(": ")[2] for line in match.log() if "in a comment" in line] == ["“A new one.”"]


def test_the_match_goes_on_where_comments_may_not_be_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, asked = two_teams("google"), list[str]()

    def refused(_api: object, document: str, _since: str) -> list[Post]:
        asked.append(document)
        raise SheetsRefused("Request had insufficient authentication scopes.")

    monkeypatch.setattr(posts, "_posts", refused)
    for _ in range(2):
        match.now += EVERY
        match.play(1)
    assert match.table.session.entry.kind == "turn"
    assert len(asked) == len({*asked}) > 0
    assert "insufficient authentication scopes" in caplog.text


def test_what_a_team_says_in_comments_on_its_own_spreadsheet_stays_in_the_team() -> None:
    match = two_teams()
    one, other = mates(match)
    notices = heard(match)
    comment(match, one, TOLD, home(match, one))
    match.play(1)
    assert [key for key, text in reports(match).items() if TOLD in text] == [home(match, one)]
    assert {each.seat for each in notices if TOLD in each.body} == {one, other}
    assert TOLD not in stored(match)


def test_what_a_player_and_the_game_master_write_on_a_workbook_of_one_goes_nowhere() -> None:
    match = match_of("champions", sealed=True)
    match.tick()
    notices, seat = heard(match), match.table.session.record.people[0].id
    comment(match, seat, "Is this allowed?", home(match, seat))
    told = [str(match.values(tab, each.key)) for each in match.table.workbooks.layouts for tab in each.tabs]
    assert not any("Is this allowed" in each for each in (*told, stored(match), *(each.body for each in notices)))
