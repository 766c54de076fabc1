"""Saved answers: the local spreadsheet gives them again, and what differs from them is named one by one."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.doctor.rehearsal.fixtures import Scrubber, save
from sheets_gm.adapters.doctor.rehearsal.local_twin import BASE
from sheets_gm.adapters.doctor.rehearsal.recording import Exchange
from sheets_gm.adapters.doctor.rehearsal.rehearsal import Rehearsal
from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Participants, Stage
from sheets_gm.adapters.doctor.rehearsal.steps import by_hand, play
from sheets_gm.adapters.doctor.rehearsal.steps.formats import AS_WRITTEN
from sheets_gm.adapters.doctor.rehearsal.table import STEPS
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import connect
from sheets_gm.games.finding import games
from sheets_gm.gm.creation import NewMatch
from sheets_gm.gm.match_record.record import Record
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.quota import GOOGLE, Quota
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.batch_update.requests import HANDLERS
from sheets_gm.localsheets.drive.storage import Storage
from tests.adapters.doctor.replaying import replay

ROOT = Path(__file__).resolve().parents[3]
SETS = Path(__file__).parent / "answers"
GUEST, SECOND = "ana@x.org", "ben@x.org"


def account(service: Service, name: str) -> GoogleSheets:
    """*name* on *service*, which knows whose calls it makes."""
    made = connect(service.add_account(name), BASE)
    assert made.identity
    made.connection.identity = replace(made.identity, account=name)
    inprocess.mount(made.http.session, service)
    return made


def stage_on(service: Service, ask: Callable[[str], str] | None = None) -> Stage:
    service.address = BASE
    service.add_account(GUEST)
    second = account(service, SECOND)
    return Stage(account(service, "sync@x.org"), time.sleep, time.monotonic, "", Participants((GUEST,), second), ask)


def rehearse_into(folder: Path, *names: str) -> Path:
    """Rehearse steps on a new local spreadsheet, and save the answers in *folder*."""
    steps = [step for step in STEPS if step.name in names]
    scrubber = Scrubber()
    for tried in Rehearsal(stage_on(Service(Storage(None))), steps).run():
        assert not tried.differences, tried.differences
        save(folder, tried, scrubber)
    return folder


@pytest.fixture
def answers() -> Path:
    """A set that was saved from a local spreadsheet."""
    return SETS / "local"


def test_the_local_spreadsheet_gives_the_answers_again_that_it_gave(tmp_path: Path) -> None:
    folder = rehearse_into(tmp_path, "drive-file", "invitations", "typed-cells", "lists")
    assert len(list(folder.iterdir())) == 4
    assert replay(folder) == []


@pytest.mark.parametrize("folder", sorted(SETS.iterdir()), ids=lambda folder: str(folder.name))
def test_the_local_spreadsheet_gives_the_answers_of_each_saved_set(folder: Path) -> None:
    assert list(folder.iterdir())
    assert replay(folder) == []


def changed(answers: Path, folder: Path, step: str, change: Callable[[list[dict[str, Any]]], None]) -> Path:
    """A set of one step, in which the exchanges are changed."""
    folder.mkdir()
    file = folder / f"{step}.json"
    shutil.copy(answers / file.name, file)
    saved = json.loads(file.read_text(encoding="utf-8"))
    change(saved["exchanges"])
    file.write_text(json.dumps(saved), encoding="utf-8")
    return folder


def test_a_set_that_differs_is_named_difference_by_difference(answers: Path, tmp_path: Path) -> None:
    def change(exchanges: list[dict[str, Any]]) -> None:
        first, *_, last = (each for each in exchanges if each["answer"] and "values" in each["answer"])
        first["answer"]["values"][0] = ["3,00"]
        last["answer"]["range"] = "Elsewhere!A1"
        refused = next(each for each in exchanges if each["method"] == "PUT")
        refused["status"] = 503

    found = replay(changed(answers, tmp_path / "set", "typed-cells", change))
    assert [(each.step, each.place, each.saved, each.local) for each in found] == [
        ("typed-cells", "status", 503, 200),
        ("typed-cells", "answer.values[0][0]", "3,00", 3),
        ("typed-cells", "answer.range", "Elsewhere!A1", "'sheets-gm rehearsal typed'!B1"),
    ]
    assert found[0].call == "2: PUT /v4/spreadsheets/document-2/values/'sheets-gm%20rehearsal%20typed'!A1:A10"


def test_ids_and_times_that_a_service_chooses_are_no_differences(answers: Path, tmp_path: Path) -> None:
    def change(exchanges: list[dict[str, Any]]) -> None:
        text = json.dumps(exchanges)
        access = next(each["answer"]["id"] for each in exchanges if each["method"] == "POST")
        exchanges[:] = json.loads(text.replace(access, "another-id"))

    assert replay(changed(answers, tmp_path / "set", "invitations", change)) == []


# -- what the steps try ------------------------------------------------------------------------------------------------


def test_each_kind_of_request_that_the_program_sends_is_tried(answers: Path) -> None:
    folder = ROOT / "sheets_gm" / "adapters" / "google"
    source = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    sent = {kind for kind in HANDLERS if f'"{kind}": ' in source}
    files = [json.loads(file.read_text(encoding="utf-8")) for file in answers.iterdir()]
    bodies = [each["body"] for file in files for each in file["exchanges"] if "requests" in (each["body"] or ())]
    assert sent - {kind for body in bodies for request in body["requests"] for kind in request} == set()
    assert len(sent) > 20


def facts_of(name: str, stage: Stage) -> dict[str, Any]:
    step = next(step for step in STEPS if step.name == name)
    return dict(step.run(stage))


def test_every_format_is_read_as_it_was_written() -> None:
    facts = facts_of("formats", stage_on(Service(Storage(None))))
    headings = facts.pop("moved: headings")
    assert headings == ["B", "A", None, "D"]
    assert facts.pop("refused") == {}
    assert set(facts.values()) == {AS_WRITTEN}
    assert len(facts) > 20


def test_the_feed_tells_of_an_edit_by_the_api_and_of_one_by_hand() -> None:
    service = Service(Storage(None))

    def type_it(question: str) -> str:
        found = re.search(r"/d/([\w-]+)", question)
        assert found
        address = f"{SHEETS}/{found[1]}/values/'{TITLE} feed by hand'!A1"
        stage.sheets.call("put", address, {"values": [["1"]]}, {"valueInputOption": "USER_ENTERED"})
        return "y"

    stage = stage_on(service, type_it)
    assert facts_of("feed", stage) == {"edit by API": "listed"}
    assert facts_of("feed-by-hand", stage) == {"edit by hand": "listed"}
    assert set(stage.measures) == {
        "seconds until the feed lists an edit by API",
        "seconds until the feed lists an edit by hand",
    }


def test_a_feed_that_never_tells_is_given_up_after_ten_minutes() -> None:
    stage = stage_on(Service(Storage(None)), lambda _question: "y")  # but nobody has typed
    now = [0.0]
    stage.clock, stage.sleep = (lambda: now[0]), (lambda seconds: now.__setitem__(0, now[0] + 100 * seconds))
    stage.batch({"updateSpreadsheetProperties": {"properties": {"title": "x"}, "fields": "title"}})
    assert facts_of("feed-by-hand", stage) == {"edit by hand": "not listed within 600 s"}


def test_a_person_is_asked_what_a_phone_shows_and_what_they_type_is_read() -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        for words, cell, value in (
            ("Type 3", "A3", "3"),
            ("type 5", "A10", "5"),
            ("tick the box in A11", "A11", "✓ #7"),
        ):
            if words in question:
                typed = {"values": [[value]]}
                address = f"{SHEETS}/{stage.document}/values/'{TITLE} by hand'!{cell}"
                stage.sheets.call("put", address, typed, {"valueInputOption": "USER_ENTERED"})
        return "no" if "emoji" in question else "Yes"

    stage = stage_on(Service(Storage(None)), answer)
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "by-hand"]).run()
    assert [(each.found, each.expected) for each in tried.differences] == [("n", "y")]
    assert not tried.breaks
    assert len(asked) == len(by_hand.QUESTIONS)
    assert "/d/" in asked[0]


def test_what_a_restored_version_lacks_is_named() -> None:
    service = Service(Storage(None))

    def answer(question: str) -> str:
        if "Restore this version" in question:  # of what it had, only the cell comes back
            typed = {"values": [["before"]]}
            address = f"{SHEETS}/{stage.document}/values/'{TITLE} versions'!A1"
            stage.sheets.call("put", address, typed, {"valueInputOption": "RAW"})
        return "y"

    stage = stage_on(service, answer)
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "versions"]).run()
    lost = {"list", "protections", "metadata of the tab", "metadata of the file"}
    assert {each.fact for each in tried.differences} == lost
    assert not tried.breaks


def test_the_quota_that_a_refused_poll_names_is_read() -> None:
    service = Service(Storage(None), quota=Quota(GOOGLE))
    stage = stage_on(service)
    slept: list[float] = []
    stage.sleep, stage.exhausts = slept.append, True
    service.clock = ClockOf(slept)
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "quota"]).run()
    assert tried.differences == ()
    assert 50 < tried.measures["polls before one was refused"] <= 60
    assert slept == [61.0]


def test_a_quota_that_is_never_used_up_is_a_difference_that_breaks_nothing() -> None:
    stage = stage_on(Service(Storage(None)))
    stage.sleep, stage.exhausts = (lambda _seconds: None), True
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "quota"]).run()
    assert ("status", 429, "not refused within 400 polls") in [
        (each.fact, each.expected, each.found) for each in tried.differences
    ]
    assert not tried.breaks


class ClockOf:
    """A clock that stands still but for what was *slept*."""

    def __init__(self, slept: list[float]) -> None:
        self.slept = slept

    def __call__(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=sum(self.slept))


@pytest.mark.parametrize("name", sorted(games()))
def test_the_layout_of_every_game_is_that_of_its_most_players(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[NewMatch] = []

    def note(new: NewMatch, *_others: Any) -> Record:
        made.append(new)
        raise LookupError

    monkeypatch.setattr(play, "create_match", note)
    monkeypatch.setattr(play, "games", lambda: {name: games()[name]})
    with pytest.raises(LookupError):
        facts_of("layouts", stage_on(Service(Storage(None))))
    assert [sum(not seat.neutral for seat in new.seats) for new in made] == [games()[name].players[1]]


def test_a_layout_is_built_whole_measured_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "games", lambda: {"gvg": games()["gvg"]})
    stage = stage_on(Service(Storage(None)))
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "layouts"]).run()
    assert tried.differences == ()
    assert tried.measures["bytes for gvg"] > 50_000
    assert tried.measures["seconds for gvg"] >= 0
    tabs = [each["addSheet"]["properties"]["title"] for each in requests_of(tried.exchanges) if "addSheet" in each]
    gone = [each for each in requests_of(tried.exchanges) if "deleteSheet" in each]
    assert "Board" in tabs
    assert len(gone) == len(tabs)


def requests_of(exchanges: Sequence[Exchange]) -> list[dict[str, Any]]:
    return [request for each in exchanges if each.body for request in each.body.get("requests", ())]


@pytest.mark.parametrize(
    ("kind", "fact", "breaks"),
    [("addBanding", "made: bands", False), ("mergeCells", "merges", False), ("updateCells", "userEnteredValue", True)],
)
def test_a_format_that_a_service_loses_is_named(kind: str, fact: str, breaks: bool) -> None:
    service = Service(Storage(None))
    plain = service.handle

    def forgetful(method: str, path: str, query: str, body: bytes, headers: Any) -> Any:
        if kind.encode() in body and b"sheets-gm" not in path.encode():
            return 200, {"replies": [{}]}
        return plain(method, path, query, body, headers)

    stage = stage_on(service)
    stage.document  # noqa: B018 - made before anything is lost
    service.handle = forgetful  # type: ignore[method-assign]
    (tried,) = Rehearsal(stage, [step for step in STEPS if step.name == "formats"]).run()
    assert fact in {each.fact.partition("[")[0] for each in tried.differences} | {
        each.fact for each in tried.differences
    }
    assert tried.breaks is breaks, tried.differences
