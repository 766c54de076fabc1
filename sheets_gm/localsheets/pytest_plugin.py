"""A pytest plug-in: the fixture `sheets` (or `localsheets`), a spreadsheet service for each test.

pytest finds it automatically if this distribution is installed. A service is in memory and belongs to one test; that of
`sheets_of_the_session` belongs to all. A server that answers over HTTP starts when its address is first used. Injected
failures can be repeated by their seed.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import gspread

    from sheets_gm.localsheets import Service

MARK = "localsheets"
ROBOT = "robot@example.org"


@dataclass(frozen=True, slots=True)
class Call:
    """A call made by a program: its method, path, query and JSON body, and the status of the answer."""

    method: str
    path: str
    query: str
    body: Any
    status: int


class Sheets:
    """The spreadsheet service of one test, with every call made by programs (*calls*)."""

    def __init__(self, service: Service, open_until_the_end: ExitStack) -> None:
        self.service = service
        self.calls: list[Call] = []
        self._note_calls()
        self._open = open_until_the_end
        self._tokens: dict[str, str] = {}
        self._url = ""

    def _note_calls(self) -> None:
        answer = self.service.handle

        def handle(method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, Any]:
            status, content = answer(method, path, query, body, headers)
            is_json = headers.get("content-type", "").startswith("application/json")
            try:
                sent = json.loads(body) if body and is_json else None
            except ValueError:
                sent = None  # the service has refused it
            self.calls.append(Call(method, path, query, sent, status))
            return status, content

        self.service.handle = handle  # type: ignore[method-assign]

    def seed(
        self, title: str, tabs: Mapping[str, Sequence[Sequence[Any]]] | str | Path, account: str = ROBOT
    ) -> gspread.Spreadsheet:
        """Create a spreadsheet of *account*, with rows by tab, as if typed, or with those of a .csv or .xlsx file.

        A workbook needs openpyxl. The calls of seeding are not in `calls`. Raises `ValueError` for other files.
        """
        if not isinstance(tabs, Mapping):
            tabs = _tabs_of(Path(tabs))
        before = len(self.calls)
        spreadsheet = self.gspread(account).create(title)
        for number, (name, rows) in enumerate(tabs.items()):
            tab = spreadsheet.sheet1 if number == 0 else spreadsheet.add_worksheet(name, 1000, 26)
            if number == 0:
                tab.update_title(name)
            if rows:
                tab.update([list(row) for row in rows], raw=False)
        del self.calls[before:]
        return spreadsheet

    @property
    def url(self) -> str:
        """The address of the service over HTTP, "http://127.0.0.1:PORT". The first use starts the server."""
        from sheets_gm.localsheets import server

        if not self._url:
            self._url = self._open.enter_context(server.running(self.service))
        return self._url

    def token(self, account: str = ROBOT) -> str:
        """Return the bearer token of an account, which is created when first used."""
        if account not in self._tokens:
            self._tokens[account] = self.service.add_account(account)
        return self._tokens[account]

    def gspread(self, account: str = ROBOT) -> gspread.Client:
        """Return a gspread client, signed in as *account*, that calls the service without a socket."""
        import gspread
        from google.oauth2.credentials import Credentials

        from sheets_gm.localsheets import in_process

        client = gspread.Client(auth=Credentials(token=self.token(account)))  # type: ignore[no-untyped-call]
        in_process.mount(client.http_client.session, self.service)
        return client

    def go_wrong(
        self, *, faults: str = "", latency: str = "", quota: str = "", strange: str = "", seed: int = 0
    ) -> None:
        """From now on answer as `localsheets serve` does with these options; omitted ones are off. Raises
        `ValueError`.
        """
        from sheets_gm.localsheets.api import fault_injection
        from sheets_gm.localsheets.api import quota as limits
        from sheets_gm.localsheets.drive import strangeness

        self.service.fault_injection = fault_injection.FaultInjection(
            fault_injection.parse_latency(latency) if latency else (0.0, 0.0),
            fault_injection.parse_faults(faults) if faults else {},
            seed,
        )
        self.service.quota = limits.Quota(limits.parse_limits(quota)) if quota else None
        self.service.strangeness = strangeness.Strangeness(strangeness.parse(strange) if strange else {}, seed)


def _tabs_of(path: Path) -> Mapping[str, Sequence[Sequence[Any]]]:
    if path.suffix.lower() == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return {path.stem: list(csv.reader(file))}
    if path.suffix.lower() != ".xlsx":
        raise ValueError(f"{path.name} is neither a .csv nor a .xlsx file.")
    import openpyxl

    book = openpyxl.load_workbook(path)
    return {
        sheet.title: [
            ["" if cell is None else cell if isinstance(cell, int | float) else str(cell) for cell in row]
            for row in sheet.values
        ]
        for sheet in book.worksheets
    }


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark with pytest."""
    line = f"{MARK}(faults, latency, quota, strange, seed): what goes wrong in the service of the fixture `sheets`"
    config.addinivalue_line("markers", line)


@contextmanager
def _opened() -> Iterator[Sheets]:
    from sheets_gm.localsheets import server

    service = server.open_service(None)
    with ExitStack() as stack:
        stack.callback(service.close)
        yield Sheets(service, stack)


@pytest.fixture(name="sheets")
def sheets_of_a_test(request: pytest.FixtureRequest) -> Iterator[Sheets]:
    """Yield a spreadsheet service for this test only. The mark `localsheets` sets the failures in it."""
    mark = request.node.get_closest_marker(MARK)
    with _opened() as sheets:
        if mark and mark.kwargs:
            sheets.go_wrong(**mark.kwargs)
        yield sheets


@pytest.fixture(name="localsheets")
def sheets_by_its_other_name(sheets: Sheets) -> Sheets:
    """Return the fixture `sheets`, for a project that already has one of that name."""
    return sheets


@pytest.fixture(scope="session")
def sheets_of_the_session() -> Iterator[Sheets]:
    """Yield one spreadsheet service for all tests, for those that only read what was seeded once."""
    with _opened() as sheets:
        yield sheets
