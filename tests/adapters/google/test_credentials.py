"""The ways in, against the local server's own token endpoint: the same code as on Google, from signature to renewal."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from google.auth.compute_engine import Credentials as MachineCredentials
from requests.adapters import HTTPAdapter

from sheets_gm.adapters.files.private_files import is_private, write_private
from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.accounts.credentials import (
    CLOUD_PLATFORM,
    DRIVE_METADATA,
    SERVICE_SCOPES,
    USER_SCOPES,
    expiry,
    token,
)
from sheets_gm.adapters.google.accounts.login import by_pasting, login
from sheets_gm.adapters.google.drive.files import file_access
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import open_sheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.installation.settings import Google, Settings, dump, load
from sheets_gm.gm.match_record.workbook import Guest
from sheets_gm.gm.ports.sheets import Sharing, SheetsDown, SheetsRefused, TabPlan, WorkbookPlan
from sheets_gm.localsheets.identity import credential_files
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol.errors import ApiError
from tests.adapters.place import ROBOT, Place, typed
from tests.localsheets import real


def test_a_service_account_signs_in_and_lays_tabs_into_a_sheet_that_was_shared_with_it(place: Place) -> None:
    robot = place.robot()
    assert robot.identity is not None
    assert (robot.identity.account, robot.identity.is_service_account) == (ROBOT, True)
    made = robot.make("table", "Friday", WorkbookPlan(), place.sheet.url)
    robot.share(made, Sharing((Guest(account="ana@x"),)))
    assert "ana@x" in {each["emailAddress"] for each in place.sheet.list_permissions()}


def test_a_user_makes_a_spreadsheet_of_their_own_and_shares_it(place: Place) -> None:
    mine = place.sheets(user_credentials="user.json")
    made = mine.make(
        "table", "Friday", WorkbookPlan([TabPlan("orders", templates.template("gvg").tabs["orders"], 9, 20)])
    )
    mine.share(made, Sharing((Guest(account="ana@x"),)))
    roles = {each["emailAddress"]: each["role"] for each in place.person.open_by_key(made.document).list_permissions()}
    assert roles == {"gm@x": "owner", "ana@x": "writer"}


def test_application_default_credentials_are_the_machines_own(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(place.folder / "key.json"))
    sheets = place.sheets(application_default=True)
    sheets.make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert sheets.identity is not None
    assert sheets.identity.account == ROBOT


def gcloud(place: Place, monkeypatch: pytest.MonkeyPatch, scopes: Sequence[str]) -> GoogleSheets:
    """What a machine signs in with on which somebody typed gcloud auth application-default login."""
    consent = credential_files.authorized_user(place.service.identity, "gm@x", place.base, scopes)
    credential_files.write(place.folder / "adc.json", consent)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(place.folder / "adc.json"))
    return place.sheets(application_default=True)


def test_gclouds_own_credentials_without_the_scopes_say_what_to_type(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = gcloud(place, monkeypatch, [CLOUD_PLATFORM])
    with pytest.raises((BadCredentials, SheetsRefused), match=r"--scopes=.*cloud-platform.*set-quota-project PROJECT"):
        file_access(sheets, place.sheet.id)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            "The sheets.googleapis.com API requires a quota project, which is not set by default.",
            "count against no project",
        ),
        (
            "Google Sheets API has not been used in project 764086051850 before or it is disabled.",
            "count against gcloud's own project",
        ),
    ],
)
def test_calls_that_count_against_no_project_of_the_gms_say_how_to_name_one(
    place: Place, monkeypatch: pytest.MonkeyPatch, message: str, words: str
) -> None:
    sheets = gcloud(place, monkeypatch, SERVICE_SCOPES)

    answer = place.service.handle

    def refuse(method: str, path: str, *rest: Any) -> Any:
        return answer(method, path, *rest) if path == "/token" else (403, ApiError(403, message).body())

    monkeypatch.setattr(place.service, "handle", refuse)
    with pytest.raises(SheetsRefused, match=f"{words}.*set-quota-project PROJECT"):
        file_access(sheets, place.sheet.id)


def test_a_virtual_machine_without_the_scopes_says_how_to_give_them_to_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Machine(MachineCredentials):
        """The account of a virtual machine, whose token comes without the scopes for spreadsheets."""

        def refresh(self, _request: Any) -> None:
            caller = Caller(ROBOT, scopes=frozenset([CLOUD_PLATFORM]))
            now = place.service.clock().timestamp()
            self.token = place.service.identity.issue(caller, now + 3600, now)

    monkeypatch.setattr("google.auth.default", lambda **_: (Machine(universe_domain="googleapis.com"), "p"))  # type: ignore[no-untyped-call]
    with pytest.raises(SheetsRefused, match=r"set-service-account VM .*--scopes=.*spreadsheets"):
        file_access(place.sheets(application_default=True), place.sheet.id)


def test_a_token_that_has_run_out_is_renewed_unseen(place: Place) -> None:
    robot = place.robot()
    robot.make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert robot.identity is not None
    first = robot.identity.credentials.token
    place.ahead(hours=1, minutes=4)  # past the token's end, and within the skew of a new assertion
    robot.make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert robot.identity.credentials.token != first


def test_a_wrong_clock_is_named_as_such(place: Place) -> None:
    place.ahead(days=1)
    with pytest.raises(BadCredentials, match="clock of this machine is wrong"):
        place.robot().make("table", "Friday", WorkbookPlan(), place.sheet.id)


def test_a_revoked_key_is_named_with_what_to_do(place: Place) -> None:
    place.service.identity.revoke_key(place.key["private_key_id"])
    with pytest.raises(BadCredentials, match=f"key of {ROBOT} is revoked.*make a new key"):
        place.robot().make("table", "Friday", WorkbookPlan(), place.sheet.id)


def test_a_consent_that_was_taken_back_is_named_with_what_to_do(place: Place) -> None:
    place.service.identity.remove("gm@x")
    with pytest.raises(BadCredentials, match=r"consent .* revoked or has expired: sign in again: sheets-gm login"):
        place.sheets(user_credentials="user.json").make("table", "Friday", WorkbookPlan())


def test_a_token_endpoint_that_is_away_is_no_fault_of_the_key(place: Place) -> None:
    away = {**place.key, "token_uri": f"http://127.0.0.1:{real.free_port()}/token"}
    (place.folder / "away.json").write_text(json.dumps(away), encoding="utf-8")
    with pytest.raises(SheetsDown, match="cannot be reached") as raised:
        place.sheets(service_account="away.json").make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert not isinstance(raised.value, BadCredentials)


def test_a_sheet_that_is_not_shared_names_the_address_to_share_it_with(place: Place) -> None:
    other = place.person.create("Private")
    with pytest.raises(SheetsRefused, match=f"{ROBOT} may not edit the spreadsheet: share it"):
        place.robot().make("table", "Friday", WorkbookPlan(), other.id)


def test_every_request_has_a_timeout_also_those_for_tokens(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, Any]] = []
    plain = HTTPAdapter.send

    def send(self: HTTPAdapter, request: Any, *args: Any, **more: Any) -> requests.Response:
        given.append((request.url, more.get("timeout")))
        return plain(self, request, *args, **more)

    monkeypatch.setattr(HTTPAdapter, "send", send)
    place.robot().make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert f"{place.base}/token" in {url for url, _ in given}
    # where google-auth asks for regions, it does so in a thread that nobody waits for
    waited = [(url, timeout) for url, timeout in given if not url.endswith("/allowedLocations")]
    assert [url for url, timeout in waited if timeout is None] == []


def test_with_a_local_server_nothing_leaves_the_machine(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts: list[str | None] = []
    plain = requests.adapters.HTTPAdapter.get_connection_with_tls_context
    # another account may still ask for its regions, in a thread that was started before
    others = {*threading.enumerate()} - {threading.current_thread()}

    def connect(self: HTTPAdapter, request: Any, *args: Any, **more: Any) -> Any:
        if threading.current_thread() not in others:
            hosts.append(urlsplit(request.url).hostname)
        return plain(self, request, *args, **more)

    monkeypatch.setattr(HTTPAdapter, "get_connection_with_tls_context", connect)
    robot = place.robot()
    robot.make("table", "Friday", WorkbookPlan(), place.sheet.id)
    assert robot.identity is not None
    worker = robot.identity.credentials._rab_manager.refresh_manager._worker
    worker.join(10)
    assert len(hosts) >= 3  # the token, the regions, the spreadsheet
    assert set(hosts) == {"127.0.0.1"}


OTHER = {"client_id": "x", "client_secret": "s3cret"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not JSON: s3cret", "is not JSON"),
        ("[]", "Google does not know its type"),
        (json.dumps({"type": "service_account", "private_key": "s3cret"}), "is a damaged key"),
        (json.dumps({"type": "authorized_user", **OTHER}), 'write user_credentials = "bad.json"'),
        (json.dumps({"installed": OTHER}), "sign in with it: sheets-gm login --client bad.json"),
        (None, "There is no file"),
    ],
)
def test_a_file_that_is_no_key_says_what_it_is_and_not_what_is_in_it(
    place: Place, text: str | None, message: str
) -> None:
    if text is not None:
        (place.folder / "bad.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadCredentials, match=message.replace(".", r"\.")) as raised:
        place.sheets(service_account="bad.json")
    assert "s3cret" not in str(raised.value)


def test_one_way_in_is_enough(place: Place) -> None:
    with pytest.raises(BadCredentials, match="keep one of service_account, user_credentials"):
        place.sheets(service_account="key.json", user_credentials="user.json")


def test_a_token_is_read_from_the_variable_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MY_TOKEN", "abc")
    settings = Google(endpoint="http://127.0.0.1:1", token_env="MY_TOKEN")
    identity = token(settings, tmp_path)
    assert (identity.source, identity.credentials.token) == ("$MY_TOKEN", "abc")


def test_no_secret_is_shown_by_anything_that_holds_one(place: Place) -> None:
    shown = []
    for named in ({"service_account": "key.json"}, {"user_credentials": "user.json"}):
        sheets = place.sheets(**named)
        shown += [repr(sheets), repr(sheets.identity), str(sheets.identity)]
    place.service.identity.remove("gm@x")
    place.service.identity.revoke_key(place.key["private_key_id"])
    for named in ({"service_account": "key.json"}, {"user_credentials": "user.json"}):
        with pytest.raises(BadCredentials) as raised:
            place.sheets(**named).make("table", "Friday", WorkbookPlan(), place.sheet.id)
        shown.append(str(raised.value))
    assert [secret for secret in place.secrets() if any(secret in text for text in shown)] == []


def test_a_private_file_is_its_owners_alone_even_where_an_open_one_stood(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o644)
    write_private(path, "new")
    assert (path.read_text(encoding="utf-8"), is_private(path)) == ("new\n", True)
    assert [each.name for each in tmp_path.iterdir()] == ["token"]


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    named = Settings(google=Google(endpoint="http://127.0.0.1:1", application_default=True))
    (tmp_path / "sheets-gm.toml").write_text(dump(named), encoding="utf-8")
    assert load(tmp_path) == named


# -- signing in --------------------------------------------------------------------------------------------------------


class Desk(BaseHTTPRequestHandler):
    """Where a code is changed for a consent."""

    asked: list[dict[str, list[str]]] = []
    granted: tuple[str, ...] = USER_SCOPES
    besides: dict[str, int] = {}

    def do_POST(self) -> None:
        self.asked.append(parse_qs(self.rfile.read(int(self.headers["content-length"])).decode()))
        made = {"access_token": "at", "refresh_token": "1//rt", "expires_in": 3599, "token_type": "Bearer"}
        body = json.dumps({**made, **self.besides, "scope": " ".join(self.granted)}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def desk() -> Iterator[str]:
    Desk.asked.clear()
    Desk.granted, Desk.besides = USER_SCOPES, {}
    with HTTPServer(("127.0.0.1", 0), Desk) as held:
        threading.Thread(target=held.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{held.server_port}/token"
        held.shutdown()


def client_of(desk: str) -> dict[str, Any]:
    """What the file of an OAuth client holds."""
    return {"installed": {"client_id": "me", "client_secret": "shh", "auth_uri": "https://a.test/", "token_uri": desk}}


def sign_in(
    folder: Path, client: dict[str, Any], *words: str, scopes: Sequence[str] = USER_SCOPES, **answer: str
) -> tuple[int, str, str]:
    """`sheets-gm login`, with a person who follows the address that it prints and answers with *answer*."""
    (folder / "client.json").write_text(json.dumps(client), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
        screen = Followed(" ".join(scopes), answer)
        done = typed(folder, "login", "--no-browser", "--client", "client.json", *words, out=screen)
    return done.code, done.out, done.err


class Followed(StringIO):
    """A screen, and a person who follows the address on it that asks for *scope*, and answers with *answer*."""

    def __init__(self, scope: str, answer: Mapping[str, str]) -> None:
        super().__init__()
        self.scope, self.answer = scope, answer

    def write(self, text: str) -> int:
        for line in text.splitlines():
            asked = {name: value for name, (value, *_) in parse_qs(urlsplit(line).query).items()}
            if asked.get("scope") == self.scope:
                params = {"state": asked["state"], **self.answer}
                threading.Thread(target=requests.get, args=(asked["redirect_uri"], params)).start()
        return super().write(text)


def test_a_gm_signs_in_once_and_the_consent_is_theirs_alone(tmp_path: Path, desk: str) -> None:
    code, out, err = sign_in(tmp_path, client_of(desk), code="4/abc")
    assert (code, err) == (0, "")
    assert Desk.asked[0]["code"] == ["4/abc"]
    kept = tmp_path / "user.json"
    held = json.loads(kept.read_text(encoding="utf-8"))
    assert (held["type"], held["refresh_token"], is_private(kept)) == ("authorized_user", "1//rt", True)
    assert "user_credentials" in out
    assert "1//rt" not in out
    assert open_sheets(Google(user_credentials="user.json"), tmp_path).identity is not None


def test_a_consent_that_ends_says_so_at_once_and_keeps_its_end(tmp_path: Path, desk: str) -> None:
    Desk.besides = {"refresh_token_expires_in": 604_799}
    port = real.free_port()
    code, _out, err = sign_in(tmp_path, client_of(desk), "--port", str(port), code="4/abc")
    assert code == 0
    assert "This consent ends on 20" in err
    assert "publish it (Google Cloud console, Audience, Publish app), then sign in again" in err
    assert Desk.asked[0]["redirect_uri"] == [f"http://localhost:{port}/"]
    identity = open_sheets(Google(user_credentials="user.json"), tmp_path).identity
    assert identity is not None
    assert identity.ends is not None
    end = identity.ends.timestamp()
    assert expiry(identity, end - 604_799).startswith("the consent ends in 6 days (20")
    assert expiry(identity, end - 3600).startswith("the consent ends in less than a day (20")
    assert expiry(identity, end + 1).startswith("the consent has ended (20")


def test_a_browser_elsewhere_ends_at_an_address_that_is_pasted(
    tmp_path: Path, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "client.json").write_text(json.dumps(client_of(desk)), encoding="utf-8")
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")

    def browse(url: str) -> str:
        asked = parse_qs(urlsplit(url).query)
        return f" {asked['redirect_uri'][0]}?state={asked['state'][0]}&code=4/abc\n"

    assert login(tmp_path / "client.json", tmp_path / "user.json", by_pasting(browse)) is None
    assert (Desk.asked[0]["code"], is_private(tmp_path / "user.json")) == (["4/abc"], True)
    with pytest.raises(BadCredentials, match="gave no consent"):
        login(tmp_path / "client.json", tmp_path / "user.json", by_pasting(lambda _: "http://localhost:1/"))


def test_a_client_of_the_wrong_type_says_which_one_is_needed(tmp_path: Path) -> None:
    code, _out, err = sign_in(tmp_path, {"web": {"client_id": "me", "client_secret": "shh"}})
    assert code == 3
    assert "it is an OAuth client of type “Web application”: create another one of type “Desktop app”" in err


def test_a_gm_with_many_matches_grants_the_feed_of_changes_too(tmp_path: Path, desk: str) -> None:
    Desk.granted = (*USER_SCOPES, DRIVE_METADATA)
    words, scopes = ("--feed", "--to", "feed.json"), (*USER_SCOPES, DRIVE_METADATA)
    code, _out, err = sign_in(tmp_path, client_of(desk), *words, scopes=scopes, code="4/abc")
    assert (code, err) == (0, "")
    assert is_private(tmp_path / "feed.json")


def test_a_gm_who_grants_only_a_part_is_told_what_to_tick(tmp_path: Path, desk: str) -> None:
    Desk.granted = USER_SCOPES[:1]
    code, _out, err = sign_in(tmp_path, client_of(desk), code="4/abc")
    assert (code, len(err.strip().splitlines())) == (3, 1), err
    assert "Not granted: “See, edit, create, and delete only the specific Google Drive files you use" in err
    assert "tick every box" in err
    assert not (tmp_path / "user.json").exists()


def test_a_gm_who_granted_more_at_another_time_is_let_in(tmp_path: Path, desk: str) -> None:
    Desk.granted = ("openid", DRIVE_METADATA, *USER_SCOPES)
    code, _out, err = sign_in(tmp_path, client_of(desk), code="4/abc")
    assert (code, err) == (0, "")
    assert is_private(tmp_path / "user.json")


def test_a_gm_who_says_no_keeps_nothing(tmp_path: Path, desk: str) -> None:
    code, _out, err = sign_in(tmp_path, client_of(desk), error="access_denied")
    assert (code, "gave no consent (access_denied)" in err) == (3, True), err
    assert not (tmp_path / "user.json").exists()


def test_a_login_with_a_service_accounts_key_says_what_that_is_for(place: Place) -> None:
    code, _out, err = sign_in(place.folder, place.key)
    assert code == 3
    assert 'write service_account = "client.json"' in err
