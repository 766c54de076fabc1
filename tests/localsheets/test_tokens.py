"""The token endpoint, with the whole flow of google-auth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import gspread
import pytest
import requests
from google.auth import crypt, jwt
from google.auth.exceptions import RefreshError
from google.oauth2.credentials import Credentials
from google.oauth2.service_account import Credentials as ServiceAccount
from gspread.exceptions import APIError, SpreadsheetNotFound

from sheets_gm.localsheets import rewrite
from sheets_gm.localsheets.api.drive_routes.files import SPREADSHEET
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.drive.strangeness import SHARED_DRIVE, SHEETS_MADE, Strangeness
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity import credential_files, token_endpoint
from sheets_gm.localsheets.identity.accounts import Key
from sheets_gm.localsheets.identity.scopes import AUTH
from sheets_gm.localsheets.spreadsheet.model import access
from tests.localsheets import real

SHEETS, DRIVE = f"{AUTH}spreadsheets", f"{AUTH}drive"
ROBOT = "robot@local-sheets.iam.gserviceaccount.com"


class Place:
    """A server, its service, and a clock that can be moved."""

    def __init__(self, service: Service, base: str, folder: Path) -> None:
        self.service, self.base, self.folder = service, base, folder

    def key(self, name: str = "robot") -> Path:
        path = self.folder / f"{name}.json"
        credential_files.write(path, credential_files.service_account_key(self.service.identity, name, self.base))
        return path

    def robot(self, *scopes: str) -> gspread.Client:
        path = self.folder / "robot.json"
        return real.client(
            self.base,
            ServiceAccount.from_service_account_file(  # type: ignore[no-untyped-call]
                path if path.exists() else self.key(), scopes=scopes or (SHEETS, DRIVE)
            ),
        )

    def ask(self, **form: str) -> tuple[int, Any]:
        media = {"content-type": "application/x-www-form-urlencoded"}
        return self.service.handle("POST", "/token", "", urlencode(form).encode(), media)

    def assertion(self, held: Any, **changed: Any) -> str:
        now = int(datetime.now(UTC).timestamp())
        claims = {
            "iss": held["client_email"],
            "aud": "https://oauth2.googleapis.com/token",
            "iat": now,
            "exp": now + 3600,
            "scope": SHEETS,
            **changed,
        }
        signer = crypt.RSASigner.from_service_account_info(held)  # type: ignore[no-untyped-call]
        unsigned_claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(signer, unsigned_claims).decode()  # type: ignore[no-untyped-call,no-any-return]

    def asserted(self, held: Any, **changed: Any) -> tuple[int, Any]:
        return self.ask(
            grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", assertion=self.assertion(held, **changed)
        )


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    service = Service(Storage(None))
    with server.running(service) as base:
        yield Place(service, base, tmp_path)


@pytest.fixture
def bare(tmp_path: Path) -> Place:
    """The same without a socket."""
    return Place(Service(Storage(None)), "http://127.0.0.1:8765", tmp_path)


def test_gspread_signs_in_with_a_key_file_as_it_does_on_google(place: Place) -> None:
    client = gspread.service_account(filename=str(place.key()))
    rewrite.mount(client.http_client.session, place.base)
    sheet = client.create("By a robot")
    sheet.sheet1.update([["beep"]], "A1")
    assert sheet.sheet1.acell("A1").value == "beep"
    assert [each["emailAddress"] for each in sheet.list_permissions()] == [ROBOT]


def test_a_key_file_has_all_that_googles_have_and_only_its_owner_may_read_it(place: Place) -> None:
    path = place.key()
    held = json.loads(path.read_text("utf-8"))
    assert set(held) == {
        "type", "project_id", "private_key_id", "private_key", "client_email", "client_id", "auth_uri", "token_uri",
        "auth_provider_x509_cert_url", "client_x509_cert_url", "universe_domain",
    }  # fmt: skip
    assert held["token_uri"] == f"{place.base}/token"
    assert held["private_key"].startswith("-----BEGIN PRIVATE KEY-----\n")
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(credential_files.FileExists, match="already exists"):
        credential_files.write(path, {})


def test_a_spreadsheet_is_shared_with_a_service_account_by_its_address(place: Place) -> None:
    robot = place.robot()
    sheet = real.client(place.base, place.service.add_account("ana@x")).create("Games")
    with pytest.raises(PermissionError):
        robot.open_by_key(sheet.id)
    sheet.share(ROBOT, perm_type="user", role="writer", notify=False)
    robot.open_by_key(sheet.id).sheet1.update([["here"]], "A1")
    assert sheet.sheet1.acell("A1").value == "here"


def test_an_access_token_that_has_run_out_is_renewed_unseen(place: Place) -> None:
    robot = place.robot()
    sheet = robot.create("Long lived")
    first = robot.http_client.auth.token
    ahead = timedelta(hours=1, minutes=4)  # past the token's end, and within the skew of a new assertion
    place.service.clock = lambda: datetime.now(UTC) + ahead
    sheet.sheet1.update([["still here"]], "A1")
    assert robot.http_client.auth.token != first


def test_tokens_that_a_server_before_it_issued_are_renewed_unseen(tmp_path: Path) -> None:
    with real.process(tmp_path) as first:
        made = _account(tmp_path, "add", "robot", "--service-account-key", "key.json")
        assert made.startswith("Wrote key.json")
        client = gspread.service_account(filename=str(tmp_path / "key.json"))
        rewrite.mount(client.http_client.session, first.base)
        sheet = client.create("Kept")
        token = client.http_client.auth.token
        code, out, err = first.stop()
        assert (code, err) == (0, "")
    with real.process(tmp_path, port=int(first.base.rpartition(":")[2])):
        assert sheet.sheet1.title == "Sheet1"
        assert client.http_client.auth.token != token
    assert token
    assert token not in out


def _account(home: Path, *words: str) -> str:
    import subprocess

    done = subprocess.run(
        [*real.PROGRAM, "account", *words], cwd=home, text=True, capture_output=True, check=True, timeout=60
    )
    return done.stdout


def test_a_plain_token_is_never_answered_with_401(place: Place) -> None:
    wrong = real.client(place.base, "no-token-of-ours")
    with pytest.raises(APIError, match="does not have permission") as raised:
        wrong.create("Nothing")
    assert raised.value.code == 403


def test_an_issued_token_that_is_unknown_answers_401_as_google_does(place: Place) -> None:
    headers = {"authorization": "Bearer ya29.made-up"}
    answer = requests.get(f"{place.base}/v4/spreadsheets/x", headers=headers, timeout=10)
    assert (answer.status_code, answer.json()["error"]["status"]) == (401, "UNAUTHENTICATED")
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]
    answer = requests.get(f"{place.base}/drive/v3/files", headers=headers, timeout=10)
    assert answer.json()["error"]["errors"][0]["reason"] == "authError"


def test_a_token_lasts_as_long_as_the_server_says(bare: Place) -> None:
    held = json.loads(bare.key().read_text("utf-8"))
    status, answer = bare.asserted(held)
    assert (status, answer["expires_in"], answer["token_type"]) == (200, 3599, "Bearer")
    bare.service.token_lifetime = 60
    assert bare.asserted(held)[1]["expires_in"] == 60


NOT_SHORT = "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat"


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"iat": -7200, "exp": -3600}, "invalid_grant", NOT_SHORT),
        ({"iat": 7200, "exp": 10800}, "invalid_grant", NOT_SHORT),
        ({"iat": 0, "exp": 86400}, "invalid_grant", NOT_SHORT),
        ({"iat": None}, "invalid_grant", "Invalid JWT: iat (issued at) is not set."),
        ({"exp": None}, "invalid_grant", "Invalid JWT: exp (expiration time) is not set."),
        ({"iss": "nobody@x.iam.gserviceaccount.com"}, "invalid_grant", "Invalid JWT Signature."),
        ({"iss": None}, "invalid_grant", "Invalid JWT Signature."),
        ({"aud": "https://elsewhere.example/token"}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"aud": None}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"aud": ["https://elsewhere.example/token"]}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"aud": [["https://oauth2.googleapis.com/token"]]}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"aud": {"https://oauth2.googleapis.com/token": 1}}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"aud": []}, "invalid_grant", "Invalid JWT: Failed audience check."),
        ({"iss": ["robot"]}, "invalid_grant", "Invalid JWT Signature."),
        ({"iss": "\ud800"}, "invalid_grant", "Invalid JWT Signature."),
        ({"exp": 10**400}, "invalid_grant", "Invalid JWT: exp (expiration time) is not set."),
        ({"scope": [SHEETS]}, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
        ({"scope": ""}, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
        ({"scope": None}, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
        ({"scope": "sheets"}, "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
        ({"sub": "ana@x"}, "unauthorized_client", "Client is unauthorized to retrieve access tokens"),
    ],
)
def test_a_wrong_assertion_is_refused_in_googles_words(
    bare: Place, changed: dict[str, Any], error: str, message: str
) -> None:
    held = json.loads(bare.key().read_text("utf-8"))
    now = int(datetime.now(UTC).timestamp())
    moved = {
        name: value + now if name in ("iat", "exp") and value is not None else value for name, value in changed.items()
    }
    status, answer = bare.asserted(held, **moved)
    assert (status, answer["error"]) == (401 if error == "unauthorized_client" else 400, error)
    assert answer["error_description"].startswith(message)


def test_an_assertion_may_name_several_audiences(bare: Place) -> None:
    held = json.loads(bare.key().read_text("utf-8"))
    several = ["https://elsewhere.example/token", "https://oauth2.googleapis.com/token"]
    assert bare.asserted(held, aud=several)[0] == 200


def test_a_stranger_cannot_find_out_which_accounts_exist(bare: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known with keys, known without, unknown: the same answer, and as many signatures checked."""
    held = json.loads(bare.key().read_text("utf-8"))
    stranger = json.loads(bare.key("stranger").read_text("utf-8"))
    bare.service.add_account("ana@x")
    checked: list[str] = []
    signed_by = token_endpoint._signed_by

    def counted(key: Key, signed: bytes, signature: bytes) -> bool:
        checked.append(key.id)
        return signed_by(key, signed, signature)

    monkeypatch.setattr(token_endpoint, "_signed_by", counted)
    answers = []
    for issuer in (held["client_email"], "ana@x", "nobody@x"):
        checked.clear()
        answers.append((bare.asserted(stranger, iss=issuer), len(checked)))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1] == 1


def test_a_stranger_cannot_find_out_how_many_keys_an_account_has(bare: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is the same for an account with three keys, with one and with none, whichever key has signed."""
    keys = []
    for _ in range(3):
        path = bare.key()
        keys.append(json.loads(path.read_text("utf-8")))
        path.unlink()
    stranger = json.loads(bare.key("stranger").read_text("utf-8"))
    checked: list[str] = []
    signed_by = token_endpoint._signed_by

    def counted(key: Key, signed: bytes, signature: bytes) -> bool:
        checked.append(key.id)
        return signed_by(key, signed, signature)

    monkeypatch.setattr(token_endpoint, "_signed_by", counted)
    work = []
    for issuer in (keys[0]["client_email"], stranger["client_email"], "nobody@x"):
        checked.clear()
        bare.asserted({**stranger, "client_email": issuer}, iss=issuer)
        work.append(len(checked))
    assert work == [3, 3, 3]
    for key in keys:
        checked.clear()
        assert bare.asserted(key)[0] == 200
        assert len(checked) == 3


def test_an_assertion_for_our_own_address_is_good_and_its_times_may_be_text(bare: Place) -> None:
    held = json.loads(bare.key().read_text("utf-8"))
    now = int(datetime.now(UTC).timestamp())
    status, _ = bare.asserted(held, aud=f"{bare.service.address}/token", iat=str(now), exp=str(now + 600))
    assert status == 200


def test_a_signature_by_another_key_or_a_revoked_one_is_refused(place: Place) -> None:
    held = json.loads(place.key().read_text("utf-8"))
    other = json.loads(place.key("other").read_text("utf-8"))
    assert place.asserted({**held, "private_key": other["private_key"]})[1] == {
        "error": "invalid_grant",
        "error_description": "Invalid JWT Signature.",
    }
    second = credential_files.service_account_key(place.service.identity, "robot", place.base)
    place.service.identity.revoke_key(held["private_key_id"])
    assert place.asserted(held)[1]["error_description"] == "Invalid JWT Signature."
    assert place.asserted(second)[0] == 200
    with pytest.raises(RefreshError, match="Invalid JWT Signature"):
        gspread.service_account(filename=str(place.folder / "robot.json")).http_client.login()


def test_whoever_is_removed_has_no_tokens_left(place: Place) -> None:
    robot = place.robot()
    robot.create("Mine")
    place.service.identity.remove(ROBOT)
    with pytest.raises(RefreshError, match="Invalid JWT Signature"):
        robot.openall()


@pytest.mark.parametrize("alg", ["none", "HS256"])
def test_no_algorithm_but_rs256_is_taken(bare: Place, alg: str) -> None:
    import base64

    held = json.loads(bare.key().read_text("utf-8"))
    header, claims, signature = bare.assertion(held).split(".")
    header = base64.urlsafe_b64encode(json.dumps({"alg": alg, "typ": "JWT"}).encode()).decode().rstrip("=")
    _, answer = bare.ask(
        grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", assertion=f"{header}.{claims}.{signature}"
    )
    assert answer["error_description"] == "Invalid JWT Signature."


@pytest.mark.parametrize(
    ("form", "error", "message"),
    [
        ({}, "unsupported_grant_type", "Invalid grant_type: "),
        ({"grant_type": "password"}, "unsupported_grant_type", "Invalid grant_type: password"),
        ({"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"}, "invalid_request", "Bad Request"),
        (
            {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "a.b"},
            "invalid_request",
            "Bad Request",
        ),
        (
            {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "é.b.c"},
            "invalid_request",
            "Bad Request",
        ),
        ({"grant_type": "refresh_token"}, "invalid_request", "Missing required parameter: refresh_token"),
        (
            {"grant_type": "refresh_token", "refresh_token": "1//x"},
            "invalid_grant",
            "Token has been expired or revoked.",
        ),
    ],
)
def test_what_is_not_a_token_request_is_refused(bare: Place, form: dict[str, str], error: str, message: str) -> None:
    assert bare.ask(**form) == (400, {"error": error, "error_description": message})


# -- users -------------------------------------------------------------------------------------------------------------


def _user(place: Place, *scopes: str) -> dict[str, Any]:
    return credential_files.authorized_user(place.service.identity, "ana@x", place.base, scopes or (SHEETS, DRIVE))


def test_a_users_consent_is_refreshed_without_google(place: Place) -> None:
    held = _user(place)
    ana = real.client(place.base, Credentials.from_authorized_user_info(held))  # type: ignore[no-untyped-call]
    sheet = ana.create("By consent")
    assert [each["emailAddress"] for each in sheet.list_permissions()] == ["ana@x"]
    place.service.clock = lambda: datetime.now(UTC) + timedelta(days=300)
    assert sheet.sheet1.title == "Sheet1"
    place.service.identity._run("DELETE FROM grants")
    place.service.clock = lambda: datetime.now(UTC) + timedelta(days=400)
    with pytest.raises(RefreshError, match=r"Token has been expired or revoked\."):
        ana.openall()


def test_gspread_oauth_reads_the_file_of_a_consent(place: Place, tmp_path: Path) -> None:
    credential_files.write(tmp_path / "user.json", _user(place))
    ana = gspread.oauth(
        credentials_filename=str(tmp_path / "none.json"), authorized_user_filename=str(tmp_path / "user.json")
    )
    rewrite.mount(ana.http_client.session, place.base)
    assert ana.create("By oauth").title == "By oauth"


def test_a_consent_is_for_one_app_and_no_more_than_it_says(bare: Place) -> None:
    held = _user(bare, SHEETS)
    form = {
        "grant_type": "refresh_token",
        **{name: held[name] for name in ("refresh_token", "client_id", "client_secret")},
    }
    assert bare.ask(**form)[1]["scope"] == SHEETS
    assert bare.ask(**{**form, "client_secret": "guess"}) == (
        401,
        {"error": "invalid_client", "error_description": "The provided client secret is invalid."},
    )
    assert bare.ask(**{**form, "client_id": "another"})[1]["error"] == "unauthorized_client"
    assert bare.ask(**form, scope=f"{SHEETS} {DRIVE}")[1]["error"] == "invalid_scope"


# -- scopes ------------------------------------------------------------------------------------------------------------


def test_a_token_for_reading_does_not_write(place: Place) -> None:
    sheet = place.robot().create("Read me")
    reader = place.robot(f"{SHEETS}.readonly").open_by_key(sheet.id)
    with pytest.raises(APIError, match="insufficient authentication scopes") as raised:
        reader.sheet1.update([["x"]], "A1")
    error = raised.value.error
    assert (error["code"], error["status"]) == (403, "PERMISSION_DENIED")
    assert error["details"] == [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            "domain": "googleapis.com",
            "metadata": {
                "service": "sheets.googleapis.com",
                "method": "google.apps.sheets.v4.SpreadsheetsService.UpdateValues",
            },
        }
    ]


def test_a_token_for_sheets_does_not_reach_drive(place: Place) -> None:
    place.robot()
    with pytest.raises(APIError) as raised:
        place.robot(SHEETS).openall()
    assert raised.value.error["errors"][0]["reason"] == "insufficientPermissions"


def test_drive_file_reaches_only_what_its_own_app_has_made(place: Place) -> None:
    sheet = real.client(place.base, place.service.add_account("ana@x")).create("Ana's")
    sheet.share(ROBOT, perm_type="user", role="writer", notify=False)
    robot = place.robot(f"{AUTH}drive.file")
    own = robot.create("Own")
    assert robot.open_by_key(own.id).title == "Own"
    with pytest.raises(SpreadsheetNotFound):
        robot.open_by_key(sheet.id)
    assert [each["name"] for each in robot.list_spreadsheet_files()] == ["Own"]


FILES = "https://www.googleapis.com/drive/v3/files"


def test_for_drive_a_scope_for_spreadsheets_reaches_no_file_of_another_app(place: Place) -> None:
    sheet = real.client(place.base, place.service.add_account("ana@x")).create("Ana's")
    sheet.share(ROBOT, perm_type="user", role="writer", notify=False)
    robot = place.robot(SHEETS, f"{AUTH}drive.file")
    assert robot.open_by_key(sheet.id).title == "Ana's"
    for method, path in (("get", ""), ("get", "/permissions"), ("delete", "")):
        with pytest.raises(APIError, match="File not found"):
            robot.http_client.request(method, f"{FILES}/{sheet.id}{path}")


@pytest.mark.parametrize("strange", [False, True])
def test_what_sheets_made_may_be_no_file_of_the_app_for_drive(place: Place, strange: bool) -> None:
    place.service.strangeness = Strangeness({SHEETS_MADE: 0.0} if strange else {})
    robot = place.robot(SHEETS, f"{AUTH}drive.file").http_client
    by_sheets = robot.request("post", "https://sheets.googleapis.com/v4/spreadsheets", json={}).json()["spreadsheetId"]
    by_drive = robot.request("post", FILES, json={"name": "D", "mimeType": SPREADSHEET}).json()["id"]
    wanted: Any = {"fields": "isAppAuthorized"}
    assert robot.request("get", f"{FILES}/{by_drive}", params=wanted).json() == {"isAppAuthorized": True}
    if not strange:
        assert robot.request("get", f"{FILES}/{by_sheets}", params=wanted).json() == {"isAppAuthorized": True}
        return
    with pytest.raises(APIError, match="File not found"):
        robot.request("get", f"{FILES}/{by_sheets}", params=wanted)
    assert robot.fetch_sheet_metadata(by_sheets)["spreadsheetId"] == by_sheets


def test_a_file_in_a_shared_drive_is_found_only_by_programs_that_know_of_shared_drives(place: Place) -> None:
    robot: Any = place.robot()
    made = robot.create("Shared").id
    place.service.strangeness = Strangeness({SHARED_DRIVE: 0.0})
    http = robot.http_client
    with pytest.raises(APIError, match="File not found"):
        http.request("get", f"{FILES}/{made}")
    assert http.request("get", f"{FILES}/{made}", params={"supportsAllDrives": "true"}).json()["id"] == made
    both: Any = {"supportsAllDrives": "true", "includeItemsFromAllDrives": "true"}
    asked: Any = (({}, []), ({"supportsAllDrives": "true"}, []), (both, [made]))
    for params, found in asked:
        assert [each["id"] for each in http.request("get", FILES, params=params).json()["files"]] == found
        feed = http.request("get", FILES.replace("files", "changes"), params={**params, "pageToken": "1"}).json()
        assert [each["fileId"] for each in feed["changes"]] == found
    assert http.fetch_sheet_metadata(made)["spreadsheetId"] == made


def test_what_an_app_notes_about_a_file_no_other_app_sees(place: Place) -> None:
    body = {"name": "D", "mimeType": SPREADSHEET, "appProperties": {"match": "friday"}}
    asked: Any = {"fields": "id,appProperties"}
    made = place.robot().http_client.request("post", FILES, json=body, params=asked).json()
    assert made["appProperties"] == {"match": "friday"}
    place.service.documents[made["id"]].meta["permissions"].append(access.of_user("ana@x", "reader"))
    ana = real.client(place.base, place.service.add_account("ana@x"))
    assert "appProperties" not in ana.http_client.request("get", f"{FILES}/{made['id']}", params=asked).json()


def test_every_call_asks_for_the_scopes_that_google_lists() -> None:
    from importlib import resources

    from sheets_gm.localsheets.api.routes import ROUTES
    from sheets_gm.localsheets.identity.scopes import needed

    ours = {f"{AUTH}{name}" for name in (
        "spreadsheets", "spreadsheets.readonly", "drive", "drive.readonly", "drive.file", "drive.metadata",
        "drive.metadata.readonly",
    )}  # fmt: skip
    listed: dict[tuple[str, str], set[str]] = {}

    def walk(resource: Any, root: str) -> None:
        for method in resource.get("methods", {}).values():
            path = root + method.get("flatPath", method["path"])
            listed[method["httpMethod"], path] = set(method.get("scopes", ()))
        for inner in resource.get("resources", {}).values():
            walk(inner, root)

    for name, root in (("sheets.v4", "/"), ("drive.v3", "/drive/v3/")):
        file = resources.files("googleapiclient").joinpath(f"discovery_cache/documents/{name}.json")
        walk(json.loads(file.read_text("utf-8")), root)
    checked = 0
    others = {
        f"/drive/v3/files/{name}" for name in ("trash", "generateIds", "generateCseToken")
    }  # not files, though they look like it
    for (method, path), scopes in listed.items():
        sample = path if path not in others else ""
        for part in (
            "spreadsheetId",
            "fileId",
            "range",
            "permissionId",
            "commentId",
            "replyId",
            "sheetId",
            "metadataId",
        ):
            sample = sample.replace("{" + part + "}", "1")
        if any(verb == method and pattern.fullmatch(sample) for verb, pattern, _ in ROUTES):
            checked += 1
            assert needed(method, sample) == scopes & ours, (method, path)
    assert checked >= 17
