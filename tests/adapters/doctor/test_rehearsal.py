"""`sheets-gm doctor --rehearse`: nothing differs on the local spreadsheet, and whatever is strange there is named."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.doctor.rehearsal import asking, doing
from sheets_gm.adapters.doctor.rehearsal.asking import Tried
from sheets_gm.adapters.doctor.rehearsal.rows import PHONE, ROWS
from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.google.calls.api import LARGEST, SHEETS
from sheets_gm.adapters.google.calls.retries import RetryingClient
from sheets_gm.games.finding import games
from sheets_gm.localsheets.api.quota import GOOGLE, Quota
from sheets_gm.localsheets.batch_update.requests import HANDLERS
from sheets_gm.localsheets.drive import strangeness
from sheets_gm.localsheets.identity import credential_files, token_endpoint
from tests.adapters.place import Place, typed

ROOT = Path(__file__).resolve().parents[3]
QUICK = (
    "drive-file",
    "storage",
    "drive-parameters",
    "ready-box",
    "shared-drive",
    "locale",
    "poll-order",
    "same-batch-twice",
    "late-batch",
    "large-batch",
    "invitations",
    "link",
    "typed-cells",
    "written-cells",
    "array",
    "lists",
    "inputs",
    "conditional-formats",
    "churn",
    "table",
    "formats",
    "comments",
    "store-token",
    "feed",
)


def words(*only: str, place: Place | None = None) -> list[str]:
    """The command with these steps, on the GM's own spreadsheet if there is a *place*."""
    steps = [word for name in only for word in ("--only", name)]
    return ["doctor", "--rehearse", "--json", *steps, *(["--sheet", place.sheet.url] if place else [])]


def rehearsed(place: Place, *command: str, code: int = 0) -> dict[str, dict[str, Any]]:
    """The steps that were tried, by name."""
    done = typed(place.folder, *command)
    assert done.code == code, done.err + done.out
    assert not any(secret in done.out + done.err for secret in place.secrets())
    report = json.loads(done.out)
    assert report["left"] == []
    return {each["name"]: each for each in report["steps"]}


def facts(step: dict[str, Any]) -> list[str]:
    return [each["fact"] for each in step["differences"]]


def different(steps: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    return {name: facts(each) for name, each in steps.items() if each["differences"]}


@pytest.fixture
def guest(place: Place) -> str:
    place.service.add_account("ana.bo@x.org")
    return "ana.bo@x.org"


@pytest.fixture
def second(place: Place) -> str:
    """The file with the key of another account."""
    key = credential_files.service_account_key(place.service.identity, "second", place.base)
    credential_files.write(place.folder / "second.json", key)
    return "second.json"


def strange(place: Place, text: str) -> None:
    place.service.strangeness = strangeness.Strangeness(strangeness.parse(text), 1)


def test_nothing_differs_on_the_local_spreadsheet_for_a_service_account(place: Place, guest: str) -> None:
    steps = rehearsed(place, *words(*QUICK, place=place), "--invite", guest)
    assert set(steps) == set(QUICK)
    assert different(steps) == {}
    assert [name for name, each in steps.items() if each["left out"]] == []


def test_nothing_differs_on_the_local_spreadsheet_for_a_persons_own_account(place: Place, guest: str) -> None:
    place.settle(user_credentials="user.json")
    steps = rehearsed(place, *words(*QUICK), "--invite", guest)
    assert different(steps) == {}
    assert list(place.service.documents) == [place.sheet.id]


STRANGE = (
    ("aliases", "invitations", "address 1 again.emailAddress"),
    ("share-limit:1", "invitations", "address 1 again"),
    ("no-account", "invitations", "address 2 invited"),
    ("domain-policy", "invitations", "address 1 invited"),
    ("shared-drive", "shared-drive", "without"),
    ("drive-parameters", "drive-parameters", "unknown"),
)
"""Each strangeness, and the step and fact that name it."""

BORNE = {
    *("inherited", "no-storage", "reordered", "omits-false", "german", "busy"),
    *("shuffled", "editors-only", "sheets-made", "slow-large"),
}
"""Those that no step names, because the program minor them."""

OF_PEOPLE = {"cut", "late-edit"}
"""What people do while they play: nobody plays in a rehearsal."""


@pytest.mark.parametrize(("asked", "step", "fact"), STRANGE)
def test_each_strangeness_is_named(place: Place, guest: str, asked: str, step: str, fact: str) -> None:
    strange(place, asked)
    invited = ("--invite", guest, "--invite", "nobody@x.org")
    steps = rehearsed(place, *words(step, place=place), *invited)
    assert fact in facts(steps[step])


def test_every_strangeness_of_the_local_spreadsheet_is_asked_for() -> None:
    asked = {asked.partition(":")[0] for asked, _, _ in STRANGE}
    assert asked | BORNE | OF_PEOPLE == set(strangeness.STRANGENESSES)
    assert not asked & (BORNE | OF_PEOPLE)


def test_manners_that_are_minor_are_no_differences(place: Place, guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strange(place, ",".join(sorted(BORNE - {"slow-large"} | {"slow-large:5"})))
    monkeypatch.setattr(doing, "games", lambda: {"gvg": games()["gvg"]})
    monkeypatch.setattr(RetryingClient, "sleep", staticmethod(lambda seconds: None))
    place.sheet = place.shared("A German one")
    place.sheet.add_worksheet("Board", 5, 5)
    place.sheet.add_worksheet("Mine", 5, 5)
    steps = rehearsed(place, *words(*QUICK, "layouts", place=place), "--invite", guest)
    assert different(steps) == {}
    why = {name: each["left out"] for name, each in steps.items() if each["left out"]}
    assert why.keys() == {"drive-file"}
    assert why["drive-file"].startswith("a service account makes no spreadsheets (refused: 403")
    assert [tab.title for tab in place.sheet.worksheets()] == ["Sheet1", "Board", "Mine"]


def test_a_spreadsheet_that_is_made_in_german_is_no_difference(place: Place) -> None:
    place.settle(user_credentials="user.json")
    strange(place, "german,omits-false,reordered")
    assert different(rehearsed(place, *words("typed-cells", "lists", "formats"))) == {}


@pytest.mark.parametrize(
    ("sent", "step", "fact"),
    [
        (b"mergeCells", "formats", "made: mergeCells"),
        (b"addProtectedRange", "churn", "protected"),
    ],
)
def test_what_is_lost_is_still_named(
    place: Place, monkeypatch: pytest.MonkeyPatch, sent: bytes, step: str, fact: str
) -> None:
    strange(place, "reordered,omits-false")
    monkeypatch.setattr(doing, "games", lambda: {"gvg": games()["gvg"]})
    plain = place.service.handle

    def handle(method: str, path: str, query: str, body: bytes, headers: Any) -> Any:
        """Does everything but one kind of request."""
        if sent in body:
            asked = json.loads(body)["requests"]
            kept = [each for each in asked if sent.decode() not in each]
            status, answer = plain(method, path, query, json.dumps({"requests": kept}).encode(), headers)
            assert isinstance(answer, dict)
            return status, {**answer, "replies": [{} for _ in asked]}
        return plain(method, path, query, body, headers)

    monkeypatch.setattr(place.service, "handle", handle)
    steps = rehearsed(place, *words(step, place=place), code=6)
    assert fact in facts(steps[step])


def test_a_service_account_is_asked_for_a_spreadsheet_before_anything_is_tried(place: Place) -> None:
    done = typed(place.folder, "doctor", "--rehearse")
    assert done.code == 2
    assert "as Editor, and name it with --sheet URL." in done.err
    assert list(place.service.documents) == [place.sheet.id]


def test_a_refusal_is_one_difference_and_not_one_for_all_that_comes_after_it(place: Place, guest: str) -> None:
    strange(place, "no-account")
    steps = rehearsed(place, *words("invitations", place=place), "--invite", "nobody@x.org", "--invite", guest)
    assert facts(steps["invitations"]) == ["address 1 invited"]


def test_a_spreadsheet_that_was_given_keeps_its_tabs_names_and_people(place: Place, guest: str) -> None:
    def state() -> Any:
        document = place.service.documents[place.sheet.id]
        names = document.meta.get("namedRanges")
        return document.meta["properties"], document.meta["permissions"], list(document.sheets), names

    before = json.dumps(state(), sort_keys=True)
    rehearsed(place, *words(*QUICK, place=place), "--invite", guest)
    assert json.dumps(state(), sort_keys=True) == before
    assert set(place.service.documents) == {place.sheet.id}


def test_what_was_shared_is_taken_back_where_the_rest_of_a_step_is_not_asked(place: Place, guest: str) -> None:
    strange(place, "share-limit:1")
    before = len(place.service.documents[place.sheet.id].meta["permissions"])
    steps = rehearsed(place, *words("invitations", place=place), "--invite", guest)
    assert facts(steps["invitations"]) == ["address 1 again"]
    assert len(place.service.documents[place.sheet.id].meta["permissions"]) == before


def test_it_clears_up_after_an_interruption(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_args: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(asking, "unequal", stop)
    before = list(place.service.documents[place.sheet.id].sheets)
    assert typed(place.folder, *words("poll-order", place=place)).code != 0
    assert list(place.service.documents[place.sheet.id].sheets) == before


def test_the_raw_answers_are_saved_without_addresses_and_ids(place: Place, guest: str) -> None:
    rehearsed(place, *words("invitations", "poll-order", place=place), "--invite", guest, "--save", "tried")
    text = (place.folder / "tried" / "report.json").read_text(encoding="utf-8")
    assert {each.partition("-")[0] for each in re.findall(r"[\w.-]+@[\w.-]+", text)} == {"account"}
    for secret in (guest, "robot", "gm@x", place.sheet.id):
        assert secret not in text
    first = json.loads(text)["answers"]["poll-order"][0]
    assert {"method", "path", "body", "status", "answer"} <= set(first)


def test_a_report_for_the_maintainers_names_what_differs_and_nobody(place: Place, guest: str) -> None:
    strange(place, "aliases")
    rehearsed(place, *words("invitations", "poll-order", "churn", place=place), "--invite", guest)
    text = (place.folder / "rehearsal" / "report.json").read_text(encoding="utf-8")
    report = json.loads(text)
    steps = {each["name"]: each for each in report["steps"]}
    assert "address 1 again.emailAddress" in facts(steps["invitations"])
    assert "seconds for the batch" in steps["churn"]["measures"]
    assert report["summary"]["breaking"] == 0
    for secret in (guest, "robot", "gm@x", place.sheet.id, *place.secrets()):
        assert secret not in text


def test_it_prints_each_difference_with_what_it_means(place: Place, guest: str) -> None:
    strange(place, "aliases")
    done = typed(
        place.folder, *(word for word in words("invitations", place=place) if word != "--json"), "--invite", guest
    )
    assert done.code == 0
    assert "other invitations (" in done.out
    assert "address 1 again.emailAddress: " in done.out
    assert "; it should be ana.bo@x.org" in done.out
    assert "What to do: see “Invitations” in sheets-gm help google." in done.out
    assert re.search(r"1 step in [\d.]+ s with \d+ read, \d+ drive, \d+ write calls; 0 left out\.", done.out), done.out
    assert "1 difference, 0 of which break play." in done.out
    assert "invitations: invites each --invite address" in done.err


def test_a_difference_that_breaks_play_has_an_exit_code_of_its_own(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = place.service.handle

    def forgetful(method: str, path: str, query: str, body: bytes, headers: Any) -> Any:
        """Takes a mark for a new one although it is there."""
        status, answer = plain(method, path, query, body, headers)
        return (200, {"replies": []}) if status == 400 and b"createDeveloperMetadata" in body else (status, answer)

    monkeypatch.setattr(place.service, "handle", forgetful)
    steps = rehearsed(place, *words("same-batch-twice", place=place), code=6)
    assert facts(steps["same-batch-twice"]) == ["again"]


def refusing(place: Place, monkeypatch: pytest.MonkeyPatch, words: bytes, answer: Any = None) -> None:
    """Calls whose body has *words* are refused, or answered by *answer* without being done."""
    plain = place.service.handle
    refusal = {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "No."}}

    def handle(method: str, path: str, query: str, body: bytes, headers: Any) -> Any:
        if words in body:
            return (200, answer) if answer is not None else (400, refusal)
        return plain(method, path, query, body, headers)

    monkeypatch.setattr(place.service, "handle", handle)


@pytest.mark.parametrize(
    ("step", "sent", "fact"),
    [
        ("ready-box", b"findReplace", "cleared"),
        ("typed-cells", b"findReplace", "cleared"),
        ("written-cells", b"=x", "written"),
        ("lists", b"option 500", "501 set"),
        ("churn", b"addSheet", "failed"),
        ("store-token", b"addNamedRange", "added"),
    ],
)
def test_a_refusal_of_what_play_relies_on_breaks_play(
    place: Place, monkeypatch: pytest.MonkeyPatch, step: str, sent: bytes, fact: str
) -> None:
    refusing(place, monkeypatch, sent)
    steps = rehearsed(place, *words(step, place=place), code=6)
    assert {fact, "failed"} & set(facts(steps[step]))


def test_a_clearing_that_is_not_done_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(place, monkeypatch, b"findReplace", {"replies": []})
    steps = rehearsed(place, *words("typed-cells", place=place), code=6)
    assert any(each.startswith("left") for each in facts(steps["typed-cells"]))


def test_a_second_account_types_in_its_own_cell_only(
    place: Place, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (*words("protection", place=place), "--second", second)
    assert different(rehearsed(place, *command)) == {}
    refusing(place, monkeypatch, b"addProtectedRange", {"replies": [{}, {}]})
    steps = rehearsed(place, *command, code=6)
    assert {"neighbour's cell", "outside"} <= set(facts(steps["protection"]))


def test_an_editor_who_is_not_the_owner_cannot_share_where_the_owner_forbids_it(place: Place, second: str) -> None:
    place.settle(user_credentials="user.json")
    assert different(rehearsed(place, *words("editor-shares"), "--second", second)) == {}
    place.settle(service_account="key.json")
    steps = rehearsed(place, *words("editor-shares", place=place), "--second", second)
    assert steps["editor-shares"]["left out"].startswith("its owner decides (refused: 403")


def test_a_consent_whose_end_the_file_does_not_know_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.settle(user_credentials="user.json")
    assert different(rehearsed(place, *words("consent"))) == {}
    plain = token_endpoint.answer_token_request

    def in_testing(*args: Any) -> Any:
        status, answer = plain(*args)
        return status, {**answer, "refresh_token_expires_in": 3 * 86400}

    monkeypatch.setattr(token_endpoint, "answer_token_request", in_testing)
    steps = rehearsed(place, *words("consent"))
    assert facts(steps["consent"]) == ["ends as its file says"]
    assert steps["consent"]["measures"] == {"days left of the consent": 3.0}


def test_a_script_of_the_second_account_is_asked_for_and_what_it_wrote_is_read(place: Place, second: str) -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        if "as its owner" in question:  # as whom the script runs
            place.sheet.worksheet(f"{TITLE} script").update([["script"]], "A1")
        return "y"

    stage = stage_on(place, answer)
    stage.second = place.sheets(service_account=second)
    assert tried_on(stage, "script").differences == ()
    assert "second@" in asked[0]
    assert f"getRange(\"'{TITLE} script'!A1\")" in asked[0]
    assert tried_on(stage, "two-accounts").differences == ()


def test_without_a_second_account_or_a_person_their_steps_are_left_out(place: Place) -> None:
    steps = rehearsed(place, *words("protection", "by-hand", "invitations", "quota", place=place))
    why = {name: each["left out"] for name, each in steps.items()}
    assert why == {
        "invitations": "needs --invite",
        "protection": "needs --second",
        "by-hand": "needs --evening",
        "quota": "needs --evening",
    }


def test_an_evening_begins_with_what_to_have_at_hand(place: Place) -> None:
    done = typed(place.folder, *words("drive-parameters", place=place), "--evening")
    assert (done.code, done.err.splitlines()[0]) == (0, "Have at hand for the evening:")
    assert "signed in with two accounts" in done.err


def test_the_largest_batch_of_the_layouts_is_measured(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doing, "games", lambda: {"gvg": games()["gvg"]})
    steps = rehearsed(place, *words("layouts", place=place))
    (name,) = (each for each in steps["layouts"]["measures"] if each.startswith("seconds per MB of the largest batch"))
    size = int(re.sub(r"\D", "", name))
    assert 50_000 < size <= LARGEST
    assert steps["layouts"]["measures"][name] > 0


def test_bots_play_the_same_turns_on_the_service_as_on_the_local_spreadsheet(place: Place) -> None:
    steps = rehearsed(place, *words("turns", place=place))
    assert different(steps) == {}
    assert steps["turns"]["calls"]["write"] >= 3


def test_a_spreadsheet_in_which_a_match_is_played_is_left_alone(place: Place) -> None:
    ours = {"protectedRange": {"range": {"sheetId": 0}, "description": "sheets-gm"}}
    place.sheet.batch_update({"requests": [{"addProtectedRange": ours}]})
    done = typed(place.folder, *words("poll-order", place=place))
    assert done.code == 2
    assert "a match is played there: name a spreadsheet without one." in done.err


def test_a_step_that_does_not_exist_is_named_with_those_that_do(place: Place) -> None:
    done = typed(place.folder, *words("poll-oder", place=place))
    assert done.code == 2
    assert "there is no step poll-oder: choose one of drive-file, " in done.err


# -- what takes a person, a quota or a clock ---------------------------------------------------------------------------


def stage_on(place: Place, ask: Callable[[str], str] | None = None) -> Stage:
    """A stage on the local spreadsheet, with a spreadsheet that a person made for it."""
    return Stage(place.robot(), time.sleep, time.monotonic, place.sheet.id, ask=ask)


def tried_on(stage: Stage, name: str) -> Tried:
    (tried,) = asking.rehearsed(stage, [row for row in ROWS if row.name == name])
    return tried


def type_in(stage: Stage, row: str, cell: str, value: str, how: str = "USER_ENTERED") -> None:
    address = f"{SHEETS}/{stage.document}/values/'{TITLE} {row}'!{cell}"
    stage.sheets.call("put", address, {"values": [[value]]}, {"valueInputOption": how})


def test_the_feed_tells_of_what_a_person_types(place: Place) -> None:
    def answer(_question: str) -> str:
        type_in(stage, "feed-by-hand", "A1", "1")
        return "y"

    stage = stage_on(place, answer)
    tried = tried_on(stage, "feed-by-hand")
    assert tried.differences == ()
    assert set(tried.measures) == {"seconds until the feed lists an edit by hand"}


def test_a_feed_that_never_tells_is_given_up_after_ten_minutes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, now = stage_on(place, lambda _question: "y"), [0.0]  # but nobody has typed
    stage.document  # noqa: B018 - what makes it ready is a change too
    stage.clock, stage.sleep = (lambda: now[0]), (lambda seconds: now.__setitem__(0, now[0] + 100 * seconds))
    answer = 200, {"startPageToken": "1"}
    monkeypatch.setattr(asking, "_call", lambda *_ask: answer)
    assert [each.fact for each in tried_on(stage, "feed-by-hand").differences] == ["listed.changes"]
    assert now[0] >= 600


def test_a_person_is_asked_what_a_phone_shows_and_what_they_type_is_read(place: Place) -> None:
    asked: list[str] = []
    typed = (("Type 3", "A3", "3"), ("type 5", "A10", "5"), ("box in A11", "A11", "✓ #7"), ("Type east", "A1", "east"))

    def answer(question: str) -> str:
        asked.append(question)
        for words, cell, value in typed:
            if words in question:
                type_in(stage, "by-hand", cell, value)
        return "no" if "emoji" in question else "Yes"

    stage = stage_on(place, answer)
    tried = tried_on(stage, "by-hand")
    assert [(each.found, each.expected) for each in tried.differences] == [("n", "y")]
    assert not tried.breaks
    assert len(asked) == len(PHONE)
    assert "/d/" in asked[0]


def test_what_a_restored_version_lacks_is_named(place: Place) -> None:
    def answer(question: str) -> str:
        if "Restore this version" in question:  # of what it had, only the cell comes back
            type_in(stage, "versions", "A1", "before", "RAW")
        return "y"

    stage = stage_on(place, answer)
    tried = tried_on(stage, "versions")
    lost = {"list", "protections", "metadata of the tab", "metadata of the file"}
    assert {each.fact.partition(".")[0] for each in tried.differences} == lost
    assert not tried.breaks


class ClockOf:
    """A clock that stands still but for what was *slept*."""

    def __init__(self, slept: list[float]) -> None:
        self.slept = slept

    def __call__(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=sum(self.slept))


@pytest.mark.parametrize("limited", [True, False])
def test_the_quota_that_a_refused_poll_names_is_read(place: Place, limited: bool) -> None:
    slept: list[float] = []
    stage = stage_on(place, lambda _question: "y")
    stage.sleep = slept.append
    stage.document  # noqa: B018 - signed in before the clock stands still
    place.service.clock = ClockOf(slept)
    place.service.quota = Quota(GOOGLE) if limited else None
    tried = tried_on(stage, "quota")
    assert [(each.fact, each.found) for each in tried.differences if not limited][:1] == (
        [] if limited else [("refused.status", "not refused within 400 polls")]
    )
    assert (tried.differences == ()) is limited
    assert not tried.breaks
    assert slept == [61.0]


# -- the table ---------------------------------------------------------------------------------------------------------


def test_each_kind_of_request_that_the_program_sends_is_tried(place: Place) -> None:
    source = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "sheets_gm" / "adapters" / "google").rglob("*.py")
    )
    sent = {kind for kind in HANDLERS if f'"{kind}": ' in source}
    stage = stage_on(place)
    names = {*QUICK, "layouts"} - {"large-batch", "written-cells"}
    tried = [*asking.rehearsed(stage, [row for row in ROWS if row.name in names])]
    bodies = [each.body for row in tried for each in row.exchanges if isinstance(each.body, dict)]
    assert sent - {kind for body in bodies for request in body.get("requests", ()) for kind in request} == set()
    assert len(sent) > 20
