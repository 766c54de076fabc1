"""The files of the page: bundled, cached by the browser, and delivered with the data that is already known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import requests
from gspread.spreadsheet import Spreadsheet

from sheets_gm.localsheets.api.first_answer import FirstAnswer, first_answer
from sheets_gm.localsheets.api.open_turns import person_of
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.http_server.page_files.bundle import BundleError, bundle
from sheets_gm.localsheets.http_server.page_files.static_files import FOREVER, Assets
from tests.localsheets import real
from tests.localsheets.browser_page import World, expect


@pytest.fixture
def base() -> Iterator[tuple[Service, str]]:
    service = Service(Storage(None))
    with server.running(service) as address:
        yield service, address


# -- joining -----------------------------------------------------------------------------------------------------------

MODULES = {
    "main.js": 'import { one } from "./a.js";\nimport { two } from "./b.js";\n'
    "const held = 3;\nglobalThis.result = [...globalThis.ran, one(), two(), held];\n",
    "a.js": 'import { two } from "./b.js";\nglobalThis.ran.push("a");\nconst held = 1;\n'
    "export function one() {\n  return held + two();\n}\n",
    "b.js": 'globalThis.ran = [...(globalThis.ran ?? []), "b"];\nconst held = 10;\nexport const two = () => held;\n',
}


@pytest.mark.browser
def test_joined_modules_run_once_in_order_and_keep_their_own_names(world: World) -> None:
    page = world.browser.new_page()
    code = bundle(MODULES, "main.js")
    result = page.evaluate(
        "code => import('data:text/javascript,' + encodeURIComponent(code)).then(() => result)", code
    )
    page.close()
    assert result == ["b", "a", 11, 10, 3]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"a.js": 'import * as b from "./b.js";'}, r'a\.js: import \* as b from "\./b\.js";'),
        ({"b.js": "export default 3;"}, r"b\.js: export default 3;"),
        ({"b.js": "export { two };"}, r"b\.js: export { two };"),
        ({"b.js": 'import { one } from "./a.js";'}, "main.js imports a.js imports b.js imports a.js"),
        ({"a.js": 'import { x } from "./nowhere.js";'}, "a.js imports nowhere.js, which is not there"),
    ],
)
def test_a_module_of_another_form_is_named_and_not_guessed_at(changed: dict[str, str], why: str) -> None:
    with pytest.raises(BundleError, match=why):
        bundle({**MODULES, **changed}, "main.js")


def test_the_page_asks_for_one_script(base: tuple[Service, str]) -> None:
    service, address = base
    key = service.add_account("ana@x")
    made = real.client(address, key).create("Board")
    text = requests.get(f"{address}/d/{made.id}", headers={"authorization": f"Bearer {key}"}, timeout=10).text
    (script,) = re.findall(r'src="(/page/[^"]+\.js)"', text)
    assert not re.search(r"^(import|export) ", requests.get(address + script, timeout=10).text, re.MULTILINE)


# -- keeping -----------------------------------------------------------------------------------------------------------

FILES = {
    "list.html": b'<link href="/page/page.css"><script type="module" src="/page/list.js"></script>',
    "list.js": b"1;",
    "page.css": b"body {}",
}


def test_a_browser_keeps_a_file_by_the_address_of_its_version(base: tuple[Service, str]) -> None:
    _, address = base
    version = Assets().version
    answer = requests.get(f"{address}/page/{version}/sheet.js", timeout=10)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, FOREVER)
    for old in (f"{address}/page/sheet.js", f"{address}/page/000000000000/sheet.js"):
        again = requests.get(old, timeout=10)
        assert (again.content, again.headers["cache-control"]) == (answer.content, "no-store")


@pytest.mark.parametrize("name", ["list.js", "page.css", "list.html"])
def test_whatever_changes_in_the_files_is_another_version(name: str) -> None:
    before, after = Assets(FILES), Assets({**FILES, name: FILES[name] + b" "})
    assert before.version != after.version
    assert f"/page/{after.version}/list.js".encode() in after.page("list.html")
    assert f"/page/{after.version}/page.css".encode() in after.page("list.html")
    assert before.version == Assets(dict(reversed(FILES.items()))).version


def test_only_scripts_styles_and_pictures_have_an_address() -> None:
    made = Assets({**FILES, "notes.txt": b"x"})
    assert [name for name in (*FILES, "notes.txt", "nothing.js") if made.asset("", name) is None] == [
        "list.html",
        "notes.txt",
        "nothing.js",
    ]


# -- what the page brings along ----------------------------------------------------------------------------------------


@pytest.mark.browser
def test_a_title_is_shown_as_it_is_whatever_signs_are_in_it(world: World) -> None:
    title = '"><script>document.title = "mine"</script>&amp;{tabs} é'
    sheet = world.made([["x"]])
    sheet.update_title(title)
    page = world.open(sheet)
    expect(page.page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.page.title() == title


@pytest.mark.browser
def test_the_page_of_a_spreadsheet_asks_for_its_cells_once_before_it_is_drawn(world: World) -> None:
    sheet = world.made([["x"]])
    sheet.add_worksheet("Second", 3, 3).update([["of the second"]])
    page = world.open(sheet, gid=sheet.worksheet("Second").id)
    page.shows("A1", "of the second")
    asked = page.page.evaluate(
        "performance.getEntriesByType('resource').filter(each => each.name.includes('/v4/')"
        " && each.startTime < performance.getEntriesByName('drawn')[0].startTime).length"
    )
    assert asked == 1


@pytest.mark.browser
def test_an_address_of_no_tab_shows_the_first(world: World) -> None:
    page = world.open(world.made([["first"]]), gid=77)
    page.shows("A1", "first")


@pytest.mark.browser
def test_whoever_may_not_see_a_spreadsheet_sees_that_it_is_not_found_and_as_whom(world: World) -> None:
    sheet = world.made([["secret"]])
    page = world.visit("eve@x").new_page()
    for name in (sheet.id, "no-such-sheet"):
        answer = page.goto(f"{world.base}/d/{name}")
        assert answer is not None
        assert answer.status == 404
        assert "secret" not in page.content()
        expect(page.get_by_role("heading", level=1)).to_have_text("Spreadsheet not found")
        expect(page.locator("main")).to_contain_text("You are signed in as eve@x")
        expect(page.get_by_text("Live")).to_have_count(0)
    page.get_by_role("link", name="Spreadsheets that are shared with you").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spreadsheets")


def test_the_page_can_be_installed_as_an_app_that_keeps_nothing(base: tuple[Service, str]) -> None:
    service, address = base
    key = service.add_account("ana@x")
    visitor = requests.Session()
    page = visitor.get(f"{address}/?key={key}", timeout=10)
    (path,) = re.findall(r'<link rel="manifest" href="([^"]+)">', visitor.get(address, timeout=10).text)
    answer = requests.get(address + path, timeout=10)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]
    app = answer.json()
    assert (app["start_url"], app["display"]) == ("/", "standalone")
    assert all(requests.get(address + icon["src"], timeout=10).status_code == 200 for icon in app["icons"])
    assert page.headers["cache-control"] == "no-store"


# -- what a play view begins with --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A spreadsheet that notes a match: Ana plays on the tab Orders, with the board Board; Eve may only read it."""

    service: Service
    sheet: Spreadsheet

    def first(self, account: str, *, likes_sheet: bool = False) -> FirstAnswer:
        return first_answer(self.service, self.sheet.id, self.token(account), sheet=likes_sheet)

    def token(self, account: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.service.add_account(account)}"}


@pytest.fixture
def match(base: tuple[Service, str]) -> Match:
    service, address = base
    sheet = real.client(address, service.add_account("gm@x")).create("Friday")
    sheet.add_worksheet("Orders", 5, 5).update([["Move"]])
    sheet.add_worksheet("Board", 300, 5).update([["A1"]])
    seats = {person_of("ana@x"): [["a", "Ana", ""]]}
    noted = json.dumps({"boards": ["Board"], "forms": [{"tab": "Orders"}, {"tab": "gone"}], "seats": seats})
    held = {"visibility": "DOCUMENT", "location": {"sheetId": sheet.sheet1.id}}
    parts = {"page.play": noted[:40], "page.play.2": noted[40:]}
    marks = [{**held, "metadataKey": key, "metadataValue": part} for key, part in parts.items()]
    sheet.batch_update({"requests": [{"createDeveloperMetadata": {"developerMetadata": mark}} for mark in marks]})
    sheet.share("ana@x", "user", "writer", notify=False)
    sheet.share("eve@x", "user", "reader", notify=False)
    return Match(service, sheet)


def test_cells_of_the_play_view_are_asked_for_by_the_page_itself(match: Match) -> None:
    first = match.first("ana@x")
    assert first.tabs == tuple(match.sheet.worksheet(title).id for title in ("Orders", "Board"))
    assert first.reader is not None
    assert first.reader["me"]["emailAddress"] == "ana@x"
    assert first.reader["may"]["canEdit"] is True
    path, _, query = first.cells.partition("?")
    status, answer = match.service.handle("GET", path, query, b"", match.token("ana@x"))
    assert status == 200
    assert isinstance(answer, dict)
    assert [each["properties"]["sheetId"] for each in answer["sheets"]] == list(first.tabs)
    assert len(answer["sheets"][1]["data"][0]["rowMetadata"]) == 200


def test_who_prefers_the_sheet_or_only_watches_is_sent_no_cells(match: Match) -> None:
    assert match.first("ana@x", likes_sheet=True).cells == ""
    watching = match.first("eve@x")
    assert (watching.cells, watching.tabs) == ("", ())
    assert watching.reader is not None
    assert watching.reader["may"]["canEdit"] is False
    assert first_answer(match.service, "no-such-sheet", match.token("eve@x")).status == 404
