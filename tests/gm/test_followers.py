"""Followers watch from outside: they hear of each turn as late as the match says, and of nothing hidden."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.export.files import ALL_FORMATS, write_exports
from sheets_gm.adapters.installation.settings import Channels, Settings
from sheets_gm.adapters.notices.sending import addresses_for
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.story.delay import delayed
from tests.gm.table import Evening
from tests.gm.test_looking_back import SHORT, past_of

GM = ("gm@table",)


def told(match: Evening) -> list[str]:
    """The titles of the notices for followers."""
    return [each.title.removeprefix("An evening: ") for each in match.notices if each.followers]


def with_followers(match: Evening) -> Evening:
    """*match* with its first tick done, which somebody follows."""
    match.table.outlet = match.table.outlet._replace(followed=True)
    match.tick()
    return match


def short(delay: int) -> Evening:
    return with_followers(Evening(settings=SHORT, policy=Policy(gm=GM, no_show="hold", delay=delay)))


def test_without_a_delay_followers_hear_of_a_turn_once_it_is_over() -> None:
    match = short(0)
    match.play(2)
    assert told(match) == ["Turn 1 of 4", "Turn 2 of 4"]


def test_followers_hear_of_each_turn_one_turn_late_and_of_the_last_at_the_end() -> None:
    match = short(1)
    match.play(1)
    assert told(match) == []
    match.play(2)
    assert told(match) == ["Turn 1 of 4", "Turn 2 of 4"]
    match.play(1)
    assert match.table.session.record.status is Status.OVER
    assert told(match) == ["Turn 1 of 4", "Turn 2 of 4", "Turn 3 of 4", "Turn 4 of 4"]
    last = [each for each in match.notices if each.followers][-1]
    assert "win" in last.body or "draw" in last.body
    match.do("claim", "", "unfair")
    assert len(told(match)) == 4


def test_after_a_concession_followers_hear_of_what_is_left_and_who_won() -> None:
    match = short(2)
    match.play(2)
    match.do("concede", "red")
    assert told(match) == ["Turn 1 of 4", "Turn 2 of 4"]
    assert "conceded" in [each for each in match.notices if each.followers][-1].body


def test_a_notice_for_followers_has_the_board_of_then_and_no_link() -> None:
    match = short(1)
    match.play(1)
    before = match.values("board")
    match.play(1)
    notice = next(each for each in match.notices if each.followers)
    assert "http" not in notice.body
    assert notice.picture is not None
    assert "Turn 1 of 4" in notice.picture(False)
    assert before != match.values("board")


def test_what_is_hidden_is_in_no_notice_for_followers_and_a_turn_of_many_rows_is_one_notice() -> None:
    match = with_followers(Evening(plays="win_or_die", policy=Policy(gm=GM, layout="sealed", delay=1)))
    match.play(5)
    own = [each for each in match.notices if each.followers]
    assert own
    assert len(told(match)) == len(dict.fromkeys(told(match)))
    public = {f"• {line}" for line in match.log()}
    assert {line for each in own for line in each.body.split("\n")} <= public


def test_the_delay_is_changed_and_taken_back_on_the_desk() -> None:
    match = short(0)
    match.do("change", "delay", "2 turns")
    assert match.answer() == "✓ The game master changed how late followers see the match to 2 turns: because"
    assert match.table.session.record.policy.delay == 2
    match.do("change", "delay", "none", row=2)
    assert match.table.session.record.policy.delay == 0
    match.do("change", "delay", "soon", row=3)
    assert "Write how many turns" in match.answer(3)


def test_a_match_is_shown_to_followers_as_it_was(tmp_path: Path) -> None:
    match = short(2)
    match.play(3)
    past = delayed(past_of(match), 2)
    assert [entry.number for entry in past.entries()] == [0, 1]
    assert past.record.status is Status.LIVE
    (page,) = write_exports(match.store, match.name, tmp_path, ["html"], "followers")
    assert page.name == "evening-followers.html"
    text = page.read_text(encoding="utf-8")
    assert "Turn 1 of 4" in text
    assert "Turn 2 of 4" not in text.replace("Turn 2 of 4 · open", "")
    newest = match.table.session.entry
    assert newest.seal not in text


def test_a_match_that_has_hardly_begun_is_shown_as_it_began() -> None:
    match = short(3)
    match.play(1)
    assert [entry.number for entry in delayed(past_of(match), 3).entries()] == [0]


def test_followers_have_addresses_of_their_own() -> None:
    channels = Channels(table=("json://table",), followers=("json://followers",), seats={"blue1": ("json://ana",)})
    notice = Notice(seat=None, title="", body="")
    assert addresses_for(channels, notice) == ("json://table",)
    assert addresses_for(channels, notice.but(followers=True)) == ("json://followers",)
    assert addresses_for(channels, notice.but(seat="blue1")) == ("json://ana",)


def test_a_rewind_shows_followers_nothing_newer() -> None:
    match = short(2)
    match.play(3)
    match.do("rewind", "Turn 3")
    match.play(1)
    ends = [entry.number for entry in delayed(past_of(match), 2).timeline()]
    assert max(ends) <= 3


@pytest.mark.parametrize(("name", "followed"), [("evening", True), ("*", True), ("another", False)])
def test_a_match_is_told_to_followers_only_where_it_has_some(name: str, *, followed: bool) -> None:
    match = short(0)
    settings = Settings(notices={name: Channels(followers=("json://followers",))})
    poller = wiring.poller(match.store, match.sync, match.name, settings, match.table.outlet.notify)
    assert poller.outlet.followed is followed


def files_of(match: Evening, folder: Path) -> dict[str, bytes]:
    """All that is exported for followers, by name; of a workbook its parts."""
    found: dict[str, bytes] = {}
    for path in write_exports(match.store, match.name, folder, ALL_FORMATS, "followers"):
        found[path.name] = path.read_bytes()
        if path.suffix == ".xlsx":
            with ZipFile(path) as parts:
                found[path.name] = b"".join(parts.read(each) for each in parts.namelist() if "docProps" not in each)
    return found


def test_what_happens_within_the_delay_changes_no_file_and_no_notice_for_followers(tmp_path: Path) -> None:
    quiet, lively = short(2), short(2)
    for match in (quiet, lively):
        match.play(1)
    for _ in range(2):
        quiet.tick(resolve=True)
        lively.play(1)
    lively.do("say", "", "red is about to win")
    lively.do("substitute", "blue1", "Zoe <zoe@table>", row=2)
    assert quiet.table.session.entry.after != lively.table.session.entry.after
    assert files_of(quiet, tmp_path / "quiet") == files_of(lively, tmp_path / "lively")
    heard = [
        [(each.title, each.body, each.picture and each.picture(False)) for each in match.notices if each.followers]
        for match in (quiet, lively)
    ]
    assert heard[0] == heard[1] != []
