"""A plug-in of pytest: the fixture `sheets`, a spreadsheet service for each test.

pytest finds it by itself where this distribution is installed. A service is in memory and belongs to one test; a server
that answers over HTTP starts when its address is first asked for. What goes wrong is repeatable by its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import gspread

    from sheets_gm.localsheets import Service

MARK = "localsheets"
ROBOT = "robot@example.org"


class Sheets:
    """The spreadsheet service of one test."""

    def __init__(self, service: Service, open_until_the_end: ExitStack) -> None:
        self.service = service
        self._open = open_until_the_end
        self._tokens: dict[str, str] = {}
        self._url = ""

    @property
    def url(self) -> str:
        """The address of the service over HTTP, "http://127.0.0.1:PORT"; asking for it starts the server."""
        from sheets_gm.localsheets import server

        if not self._url:
            self._url = self._open.enter_context(server.running(self.service))
        return self._url

    def token(self, account: str = ROBOT) -> str:
        """The bearer token of an account, which is made when it is first named."""
        if account not in self._tokens:
            self._tokens[account] = self.service.add_account(account)
        return self._tokens[account]

    def gspread(self, account: str = ROBOT) -> gspread.Client:
        """A client of gspread, signed in as *account*, that calls the service without a socket."""
        import gspread
        from google.oauth2.credentials import Credentials

        from sheets_gm.localsheets import in_process

        made = gspread.Client(auth=Credentials(token=self.token(account)))  # type: ignore[no-untyped-call]
        in_process.mount(made.http_client.session, self.service)
        return made

    def go_wrong(
        self, *, faults: str = "", latency: str = "", quota: str = "", strange: str = "", seed: int = 0
    ) -> None:
        """From now on answer as `localsheets serve` does with these options; those left out are off. `ValueError`."""
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


def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest about the mark."""
    line = f"{MARK}(faults, latency, quota, strange, seed): what goes wrong in the service of the fixture `sheets`"
    config.addinivalue_line("markers", line)


@pytest.fixture(name="sheets")
def sheets_of_a_test(request: pytest.FixtureRequest) -> Iterator[Sheets]:
    """A spreadsheet service for this test alone; the mark `localsheets` says what goes wrong in it."""
    from sheets_gm.localsheets import server

    service = server.open_service(None)
    mark = request.node.get_closest_marker(MARK)
    wishes: dict[str, Any] = mark.kwargs if mark else {}
    with ExitStack() as stack:
        stack.callback(service.close)
        made = Sheets(service, stack)
        if wishes:
            made.go_wrong(**wishes)
        yield made
