"""What the tests of the adapters share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import Place

credential_files.BITS = 1024
"""The keys of these tests protect nothing, and a long one takes a tenth of a second to make and to read."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An installation that signs in as the robot."""
    service = Service(Storage(None))
    with server.running(service) as base:
        made = Place(service, base, tmp_path)
        made.settle(service_account="key.json")
        yield made
