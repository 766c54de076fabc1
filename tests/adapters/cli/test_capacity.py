"""What `capacity` foretells, and what `status` tells of each match's share of the calls."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sheets_gm.adapters.cli.durations import format_duration
from sheets_gm.adapters.installation.settings import FILE, Quota, Settings, dump
from sheets_gm.adapters.stores.database.store import open_store
from tests.adapters.place import typed
from tests.installation import installation


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with installation(tmp_path):
        yield tmp_path


def plan(home: Path, *words: str) -> dict[str, float]:
    done = typed(home, "capacity", *words, "--json")
    assert done.code == 0, done.err
    answer: dict[str, float] = json.loads(done.out)
    return answer


def test_a_few_matches_are_polled_as_often_as_they_wish(tmp_path: Path) -> None:
    output = plan(tmp_path, "--matches", "4")
    assert (output["busy"], output["busy_pause"], output["idle_pause"]) == (1, 5, 7200)
    assert output["wanted"] < output["granted"] == pytest.approx(60 * 0.97)


def test_more_accounts_answer_sooner_until_their_project_has_no_more(tmp_path: Path) -> None:
    delays = [plan(tmp_path, "--matches", "200", "--accounts", number)["busy_delay"] for number in ("1", "2", "4", "8")]
    assert delays == sorted(delays, reverse=True)
    assert delays[0] > 4 * delays[2]
    assert plan(tmp_path, "--matches", "400", "--accounts", "8")["granted"] == pytest.approx(300 * 0.97)


def test_sealed_matches_cost_a_call_for_each_workbook(tmp_path: Path) -> None:
    assert (
        plan(tmp_path, "--matches", "10", "--workbooks", "4")["wanted"]
        == 4 * plan(tmp_path, "--matches", "10")["wanted"]
    )


def test_what_is_too_much_is_said_with_what_would_be_enough(tmp_path: Path) -> None:
    done = typed(tmp_path, "capacity", "--matches", "2000", "--no-feed")
    assert done.code == 0
    assert "exceeds the quota" in done.out
    assert re.search(r"With \d+ accounts in \d+ projects, no poll would wait", done.out)


def test_a_plan_for_people_tells_of_busy_and_quiet_matches_and_of_the_feed(tmp_path: Path) -> None:
    output = typed(tmp_path, "capacity", "--matches", "200", "--busy", "20").out
    assert "200 matches, 20 of them busy, served by 1 account" in output
    assert "about three minutes" in output
    assert "feed" not in typed(tmp_path, "capacity", "--matches", "200", "--no-feed").out


def test_what_the_document_shows_is_what_is_said(tmp_path: Path) -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "running.md").read_text(encoding="utf-8")
    (words, shown) = re.findall(r"(?ms)^\$ sheets-gm (capacity [^\n]+)\n(.*?)^```$", text)[0]
    output = typed(tmp_path, *words.split()).out
    assert [line.rstrip() for line in output.splitlines()] == [line.rstrip() for line in shown.splitlines()]


def test_a_raised_quota_is_reckoned_with(tmp_path: Path) -> None:
    settings = Settings()
    raised = settings.but(google=settings.google.but(quota=Quota(reads=3000, account_reads=600)))
    (tmp_path / FILE).write_text(dump(raised), encoding="utf-8")
    assert plan(tmp_path, "--matches", "200")["granted"] == pytest.approx(600 * 0.97)


def test_more_busy_matches_than_there_are_is_one_line(tmp_path: Path) -> None:
    done = typed(tmp_path, "capacity", "--matches", "3", "--busy", "4")
    assert done.code == 2
    assert "there are only 3 matches, so 4 cannot be busy" in done.err


@pytest.mark.parametrize(
    ("length", "message"),
    [(5, "5 s"), (106, "106 s"), (120, "2 min"), (506, "8.4 min"), (7200, "2 h"), (9000, "2.5 h")],
)
def test_a_span_of_time_is_written_as_people_say_it(length: float, message: str) -> None:
    assert format_duration(length) == message


# -- the share of each match -------------------------------------------------------------------------------------------


def test_status_tells_the_calls_of_each_match_its_share_of_a_quota_and_its_pace(home: Path) -> None:
    for name in ("friday", "sunday"):
        typed(home, "new", "gvg", "--name", name, "--set", "team_size=1")
    typed(home, "sync", "--once")
    for _ in range(3):
        typed(home, "sync", "friday", "--once")
    answer = {each["match"]: each for each in json.loads(typed(home, "status", "--json").out)}
    assert answer["friday"]["calls"]["reads"] == answer["sunday"]["calls"]["reads"] + 3
    assert answer["friday"]["pace"] == {"why": "no quota", "every": 1}
    with closing(open_store(home / "matches.db")) as store:
        store.sync_registry.heartbeat("host/1/1", time.time(), {})
    output = typed(home, "status", "friday").out
    assert "calls in the last hour" not in output, "without a quota nobody has to count them"
    assert "polled: about every 1 s (no quota)" in output
    text = (home / FILE).read_text(encoding="utf-8")
    (home / FILE).write_text(text + "\n[google.quota]\nreads = 300\n", encoding="utf-8")
    answer = {each["match"]: each for each in json.loads(typed(home, "status", "--json").out)}
    assert sum(each["calls"]["share"] for each in answer.values()) == pytest.approx(1, abs=0.001)
    assert re.search(r"writes, \d+% of all calls", typed(home, "status", "friday").out)


def test_status_tells_why_a_match_on_google_is_polled_as_often_as_it_is(home: Path) -> None:
    typed(home, "new", "gvg", "--name", "friday", "--every", "10m")
    text = (home / FILE).read_text(encoding="utf-8")
    (home / FILE).write_text(text + "\n[google.quota]\nreads = 300\n", encoding="utf-8")
    answer = json.loads(typed(home, "status", "--json").out)[0]
    assert answer["pace"] == {"why": "a step was just played", "every": 5}


def test_a_fixed_pace_is_kept_where_one_is_set(home: Path) -> None:
    typed(home, "new", "gvg", "--name", "friday")
    text = (home / FILE).read_text(encoding="utf-8")
    (home / FILE).write_text("every = 7.5\n" + text, encoding="utf-8")
    assert json.loads(typed(home, "status", "--json").out)[0]["pace"] == {"why": "fixed", "every": 7.5}
