"""The plug-in of pytest: what docs/localsheets.md shows, with each client that it names."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import gspread
import openpyxl
import pytest
import requests
from google.auth.transport.requests import AuthorizedSession
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

from sheets_gm.localsheets import in_process, rewrite
from sheets_gm.localsheets.pytest_plugin import Sheets

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "localsheets.md").read_text(encoding="utf-8")


def over_http(sheets: Sheets) -> gspread.Client:
    made = gspread.Client(auth=Credentials(token=sheets.token()))  # type: ignore[no-untyped-call]
    rewrite.mount(made.http_client.session, sheets.url)
    return made


def by_discovery(sheets: Sheets, made: str) -> str:
    signed = Credentials(token=sheets.token())  # type: ignore[no-untyped-call]
    service = build("sheets", "v4", credentials=signed, client_options={"api_endpoint": sheets.url})
    title: str = service.spreadsheets().get(spreadsheetId=made).execute()["properties"]["title"]
    service.close()
    return title


def by_session(sheets: Sheets, made: str) -> str:
    signed = Credentials(token=sheets.token())  # type: ignore[no-untyped-call]
    session = AuthorizedSession(signed)  # type: ignore[no-untyped-call]
    in_process.mount(session, sheets.service)
    title: str = session.get(f"https://sheets.googleapis.com/v4/spreadsheets/{made}").json()["properties"]["title"]
    return title


def by_urllib(sheets: Sheets, made: str) -> str:
    headers = {"Authorization": f"Bearer {sheets.token()}"}
    request = urllib.request.Request(f"{sheets.url}/v4/spreadsheets/{made}", headers=headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        title: str = json.load(answer)["properties"]["title"]
    return title


CLIENTS: dict[str, Callable[[Sheets, str], str]] = {
    "gspread": lambda sheets, made: sheets.gspread().open_by_key(made).title,
    "gspread over HTTP": lambda sheets, made: over_http(sheets).open_by_key(made).title,
    "google-api-python-client": by_discovery,
    "google-auth": by_session,
    "requests": lambda sheets, made: requests.get(
        f"{sheets.url}/v4/spreadsheets/{made}", headers={"Authorization": f"Bearer {sheets.token()}"}, timeout=20
    ).json()["properties"]["title"],
    "urllib": by_urllib,
}


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_reads_the_service_of_the_test(name: str, sheets: Sheets) -> None:
    made = sheets.gspread().create("Numbers").id
    assert CLIENTS[name](sheets, made) == "Numbers"


def test_the_page_has_a_line_for_each_of_these_clients() -> None:
    table = PAGE.partition("| client | the line |")[2].partition("\n\n")[0]
    assert set(re.findall(r"(?m)^\| ([a-zA-Z -]+) \|", table)) == set(CLIENTS)


def test_each_test_has_a_service_of_its_own(sheets: Sheets) -> None:
    assert sheets.gspread().openall() == []
    assert sheets.token() == sheets.token()
    assert sheets.token("ana@example.org") != sheets.token()


def test_a_spreadsheet_is_seeded_from_rows_from_csv_and_from_a_workbook(sheets: Sheets, tmp_path: Path) -> None:
    made = sheets.seed("Numbers", {"One": [[1, 2], ["=A1+B1"]], "Two": []})
    assert [tab.title for tab in made.worksheets()] == ["One", "Two"]
    assert made.sheet1.get_all_values() == [["1", "2"], ["3", ""]]
    (tmp_path / "list.csv").write_text("name,born\nAna,3/1/2026\n", encoding="utf-8")
    assert sheets.seed("List", tmp_path / "list.csv").sheet1.get_all_values() == [["name", "born"], ["Ana", "3/1/2026"]]
    book = openpyxl.Workbook()
    book.worksheets[0].append(["a", 2, None])
    book.create_sheet("More").append(["=1+1"])
    book.save(tmp_path / "book.xlsx")
    seeded = sheets.seed("Book", tmp_path / "book.xlsx")
    assert [tab.get_all_values() for tab in seeded.worksheets()] == [[["a", "2"]], [["2"]]]
    with pytest.raises(ValueError, match="neither"):
        sheets.seed("None", tmp_path / "notes.txt")


def test_what_programs_asked_is_kept_in_its_order_and_without_the_seeding(localsheets: Sheets) -> None:
    made = localsheets.seed("Numbers", {"One": [[1]]})
    assert localsheets.calls == []
    made.sheet1.update([["x"]], "B1")
    with pytest.raises(gspread.exceptions.APIError):
        made.values_get("Nowhere!A1")
    *_, put, get = localsheets.calls
    assert (put.method, put.path.rpartition("/")[2], put.body["values"], put.status) == (
        "PUT",
        "%27One%27%21B1",
        [["x"]],
        200,
    )
    assert (get.method, get.status) == ("GET", 400)


def test_all_tests_may_share_a_service(sheets_of_the_session: Sheets, sheets: Sheets) -> None:
    sheets_of_the_session.seed("For all", {"One": [[1]]})
    assert [each.title for each in sheets_of_the_session.gspread().openall()] == ["For all"]
    assert sheets.gspread().openall() == []


def codes(sheets: Sheets) -> list[int]:
    """What twelve questions after a spreadsheet that is none are answered with."""
    headers = {"Authorization": f"Bearer {sheets.token()}"}
    session = requests.Session()
    in_process.mount(session, sheets.service)
    url = "https://sheets.googleapis.com/v4/spreadsheets/none"
    return [session.get(url, headers=headers).status_code for _ in range(12)]


@pytest.mark.localsheets(faults="503:0.5", seed=7)
def test_what_goes_wrong_is_repeated_by_its_seed(sheets: Sheets) -> None:
    first = codes(sheets)
    assert {404, 503} == set(first)
    sheets.go_wrong(faults="503:0.5", seed=7)
    assert codes(sheets) == first
    sheets.go_wrong(quota="reads=3")
    assert codes(sheets) == [404] * 3 + [429] * 9
    sheets.go_wrong()
    assert codes(sheets) == [404] * 12


def test_the_tests_of_the_page_pass_where_nothing_but_the_distribution_is_installed(tmp_path: Path) -> None:
    """pytest finds the fixture by the entry point; no conftest names it."""
    (shown,) = (each for each in re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE) if "def test_" in each)
    (tmp_path / "test_mine.py").write_text(shown, encoding="utf-8")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "-p",
        "no:xdist",
        "--rootdir",
        str(tmp_path),
    ]
    done = subprocess.run(
        [*words, "--strict-markers", str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout
