"""Links, keys and browsers: who has access, from where, and what a page can do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gspread
import pytest
import requests
from gspread.exceptions import NoValidUrlKeyFound, SpreadsheetNotFound

from sheets_gm.localsheets import rewrite
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from tests.localsheets import real
from tests.localsheets.conftest import People


@pytest.fixture
def base() -> Iterator[tuple[Service, str]]:
    service = Service(Storage(None))
    with server.running(service) as address:
        yield service, address


def browser(base: str, **headers: str) -> requests.Session:
    session = requests.Session()
    session.headers.update({"accept": "text/html", **headers})
    return session


def test_a_link_becomes_a_cookie_that_no_script_reads_and_no_other_site_sends(base: tuple[Service, str]) -> None:
    service, address = base
    key = service.add_account("ana@x")
    held = browser(address, **{"sec-fetch-site": "none"})
    answer = held.get(f"{address}/?key={key}&theme=dark", allow_redirects=False, timeout=10)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?theme=dark")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert held.get(f"{address}/", timeout=10).status_code == 200
    assert held.get(f"{address}/drive/v3/files", timeout=10).json()["files"] == []


def test_a_link_from_another_site_leads_on_without_its_key(base: tuple[Service, str]) -> None:
    service, address = base
    key = service.add_account("ana@x")
    answer = browser(address).get(f"{address}/d/some-sheet?key={key}", timeout=10)
    assert (answer.status_code, answer.headers["refresh"]) == (200, "0; url=/d/some-sheet")
    assert key not in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_without_a_key_a_browser_sees_how_to_get_one_and_nothing_else(base: tuple[Service, str]) -> None:
    service, address = base
    client = real.client(address, service.add_account("ana@x"))
    sheet = client.create("Secret plans")
    for path in ("/", f"/d/{sheet.id}", "/?key=guess", "/d/no-such-sheet"):
        answer = browser(address).get(address + path, timeout=10)
        assert answer.status_code == 403
        assert "This page needs a key" in answer.text
    for path in ("/events", "/drive/v3/files", f"/v4/spreadsheets/{sheet.id}", f"/drive/v3/files/{sheet.id}"):
        answer = browser(address).get(address + path, timeout=10)
        assert (answer.status_code, "Secret" in answer.text) == (403, False)
    sheet.share("", perm_type="anyone", role="reader")
    assert browser(address).get(f"{address}/d/{sheet.id}", timeout=10).status_code == 200
    assert "Secret plans" in browser(address).get(f"{address}/v4/spreadsheets/{sheet.id}", timeout=10).text
    assert browser(address).get(f"{address}/drive/v3/files", timeout=10).status_code == 403


def test_a_visitor_gets_events_only_for_documents_that_it_may_read(base: tuple[Service, str]) -> None:
    service, address = base
    client = real.client(address, service.add_account("ana@x"))
    hidden, shared = client.create("Hidden"), client.create("Shared")
    shared.share("", perm_type="anyone", role="reader")
    assert requests.get(f"{address}/events?document={hidden.id}", timeout=10).status_code == 403
    with requests.get(f"{address}/events?document={shared.id}", stream=True, timeout=10) as stream:
        lines = stream.iter_lines()
        assert next(lines) == b": here"
        hidden.sheet1.update([["x"]], "A1")
        shared.sheet1.update([["x"]], "A1")
        event = next(line for line in lines if line.startswith(b"data: "))
    assert json.loads(event.removeprefix(b"data: "))["spreadsheetId"] == shared.id


def test_the_links_in_answers_are_opened_by_gspread_and_by_a_browser(base: tuple[Service, str]) -> None:
    service, address = base
    key = service.add_account("ana@x")
    client = real.client(address, key)
    sheet = client.create("Games")
    link = sheet.fetch_sheet_metadata()["spreadsheetUrl"]
    assert link == f"{address}/spreadsheets/d/{sheet.id}/edit"
    assert sheet.client.get_file_drive_metadata(sheet.id)["id"] == sheet.id
    assert client.open_by_url(link).id == sheet.id
    with pytest.raises(SpreadsheetNotFound):
        client.open_by_url(f"{address}/spreadsheets/d/none/edit")
    with pytest.raises(NoValidUrlKeyFound):
        client.open_by_url(f"{address}/")
    with requests.Session() as held:
        held.get(f"{address}/?key={key}", timeout=10)
        assert held.get(link, timeout=10).url == f"{address}/d/{sheet.id}"
    assert requests.get(f"{address}/spreadsheets/d/{'x' * 9}/edit", timeout=10).status_code == 403


def test_a_new_link_ends_the_old_one(base: tuple[Service, str]) -> None:
    service, address = base
    old = service.add_account("ana@x")
    held = browser(address)
    held.get(f"{address}/?key={old}", timeout=10)
    new = service.add_account("ana@x")
    assert held.get(f"{address}/", timeout=10).status_code == 403
    held.get(f"{address}/?key={new}", timeout=10)
    assert held.get(f"{address}/", timeout=10).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_name_that_somebody_else_holds_is_not_answered(base: tuple[Service, str], host: str) -> None:
    service, address = base
    headers = {"host": host, "authorization": f"Bearer {service.add_account('ana@x')}"}
    for path in ("/", "/events", "/drive/v3/files", "/page/sheet.js"):
        answer = requests.get(address + path, headers=headers, timeout=10)
        assert answer.status_code == 403
        assert "does not answer to that name" in answer.json()["error"]["message"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_page_of_another_site_cannot_write(base: tuple[Service, str], origin: str) -> None:
    service, address = base
    held = browser(address)
    held.get(f"{address}/?key={service.add_account('ana@x')}", timeout=10)
    body = {"properties": {"title": "x"}}
    answer = held.post(f"{address}/v4/spreadsheets", json=body, headers={"origin": origin}, timeout=10)
    assert answer.status_code == 403
    assert service.documents == {}
    assert (
        held.post(f"{address}/v4/spreadsheets", json=body, headers={"origin": address}, timeout=10).status_code == 200
    )


def test_every_answer_is_fenced(base: tuple[Service, str]) -> None:
    _, address = base
    for path in ("/", "/page/sheet.js", "/drive/v3/files", "/nowhere", "/token"):
        headers = requests.get(address + path, timeout=10).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_no_page_has_a_script_or_a_style_of_its_own_within(base: tuple[Service, str]) -> None:
    from importlib import resources

    for file in resources.files("sheets_gm.localsheets").joinpath("page").iterdir():
        if file.name.endswith(".html"):
            text = file.read_text("utf-8")
            assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=", text), file.name


def test_only_a_token_of_its_own_identifies_a_caller(people: People, sheet: Any) -> None:
    token = people.service.add_account("ben@x")
    for shown in (f"Basic {token}", token, f"Bearer {token}x", "Bearer", "Bearer "):
        status, _ = people.service.handle("GET", "/drive/v3/files", "", b"", {"authorization": shown})
        assert status == 403, shown
    assert people.service.handle("GET", "/drive/v3/files", "", b"", {"authorization": f"bearer {token}"})[0] == 200


def test_what_is_kept_of_a_token_is_no_token(tmp_path: Path) -> None:
    service = Service(Storage(tmp_path))
    token = service.add_account("ana@x")
    service.identity.close()
    service.storage.close()
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()
        assert file.stat().st_mode & 0o077 == 0


# -- on a network ------------------------------------------------------------------------------------------------------


def test_on_a_network_every_account_has_its_link_and_the_plain_address_gives_nothing(tmp_path: Path) -> None:
    from sheets_gm.localsheets.http_server.listening import own_names

    outward = own_names()[0]
    with real.process(
        tmp_path, "--lan", "--name", "table.example", "--account", "ana@x", "--account", "ben@x"
    ) as running:
        port = running.base.rpartition(":")[2]
        theirs = f"http://{outward}:{port}"
        assert requests.get(theirs, headers={"accept": "text/html"}, timeout=10).status_code == 403
        assert requests.get(running.base, headers={"host": f"table.example:{port}"}, timeout=10).status_code == 403
        assert requests.get(f"{theirs}/drive/v3/files", timeout=10).status_code == 403
        code, out, err = running.stop()
    assert (code, err) == (0, "")
    links = dict(re.findall(r"(\S+@\S+)\s+http://\S+/\?key=(\S+)", out))
    assert set(links) == {"ana@x", "ben@x"}
    assert len(set(links.values())) == 2
    with real.process(tmp_path, "--lan", port=int(port)) as running:
        ana = real.client(running.base, links["ana@x"])
        assert ana.create("On the network").sheet1.title == "Sheet1"
        assert requests.get(f"{running.base}/?key={links['ben@x']}", timeout=10).status_code == 200
        requests.get(f"{running.base}/v4/spreadsheets/x?key={links['ben@x']}", data="{", timeout=10)
        _, out, err = running.stop()
    assert not [key for key in links.values() if key in out + err]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--trust-all", "--lan"], "this machine only"),
        (["--name", "x"], "--name needs --lan"),
        (["--quota", "some"], "“some” is not a quota"),
        (["--faults", "rain:0.5"], "“rain:0.5” is not a fault"),
        (["--faults", "503:0.6,timeout:0.6"], "more than 1"),
        (["--strange", "haunted"], "“haunted” is not a strangeness"),
        (["--strange", "shuffled:3"], "shuffled takes no number"),
        (["--strange", "slow-large:long"], "“long” is not a number"),
        (["--latency", "soon"], "“soon” is not a latency"),
        (["--latency", "2s-1s"], "shorter time first"),
        (["--token-lifetime", "long"], "is not a duration"),
        (["--port", "99999"], "not in the range"),
    ],
)
def test_what_cannot_be_served_is_reported_at_once(tmp_path: Path, words: list[str], message: str) -> None:
    from click.testing import CliRunner

    from sheets_gm.localsheets.http_server.command_line.serving import serve

    done = CliRunner().invoke(serve, [*words, "--data", str(tmp_path / "sheets")])
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert not (tmp_path / "sheets").exists()


def test_whoever_trusts_all_needs_no_key(tmp_path: Path) -> None:
    with real.process(tmp_path, "--trust-all") as running:
        anybody = gspread.Client(auth=None, session=requests.Session())  # type: ignore[arg-type]
        rewrite.mount(anybody.http_client.session, running.base)
        sheet = anybody.create("Open")
        sheet.sheet1.add_protected_range("A1:B2")
        sheet.sheet1.update([["x"]], "A1")
        assert requests.get(running.base, timeout=10).status_code == 200
        evil = requests.get(f"{running.base}/drive/v3/files", headers={"host": "evil.example"}, timeout=10)
        assert evil.status_code == 403


# -- in a real browser -------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_in_a_browser_the_key_leaves_the_address_and_nothing_is_broken_by_the_fence(
    base: tuple[Service, str], browser: Any
) -> None:
    service, address = base
    key = service.add_account("ana@x")
    sheet = real.client(address, key).create("Games")
    sheet.sheet1.update([["board"]], "A1")
    context = browser.new_context()
    page = context.new_page()
    logged: list[str] = []
    page.on("console", lambda line: logged.append(line.text))
    page.on("pageerror", lambda error: logged.append(str(error)))
    page.goto(f"{address}/d/{sheet.id}?key={key}#gid=0")
    page.get_by_text("board").first.wait_for()
    assert page.url == f"{address}/d/{sheet.id}#gid=0"
    assert page.evaluate("document.cookie") == ""
    page.go_back()
    assert key not in page.url
    assert [each for each in logged if "favicon" not in each and "404" not in each] == []
    context.close()


@pytest.mark.browser
def test_a_link_in_somebody_elses_page_opens_the_sheet_and_tells_that_page_nothing(
    base: tuple[Service, str], browser: Any
) -> None:
    service, address = base
    key = service.add_account("ana@x")
    sheet = real.client(address, key).create("Games")
    sheet.sheet1.update([["board"]], "A1")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"data:text/html,<a href='{address}/d/{sheet.id}?key={key}'>my seat</a>")
    page.get_by_text("my seat").click()
    page.get_by_text("board").first.wait_for()
    assert page.url.partition("#")[0] == f"{address}/d/{sheet.id}"
    page.goto(f"data:text/html,<a href='{address}/spreadsheets/d/{sheet.id}/edit'>without a key</a>")
    page.get_by_text("without a key").click()
    page.get_by_text("board").first.wait_for()
    page.goto(f"data:text/html,<iframe src='{address}/d/{sheet.id}'></iframe>")
    assert "board" not in page.frames[-1].locator("body").inner_text()
    context.close()
    stranger = browser.new_context().new_page()
    stranger.goto(f"{address}/d/{sheet.id}")
    assert "This page needs a key" in stranger.locator("body").inner_text()
    stranger.context.close()
