"""What the tests of the adapters share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity import credential_files
from tests.adapters.place import Place

KEYS = 3
"""Private keys that these tests share: more than any of them compares, and each takes a tenth of a second to make."""

credential_files.BITS = 1024  # the keys protect nothing, and long ones take long to read, too
_new, _next = credential_files.new_private_key, itertools.count()


@cache
def _kept(_number: int) -> RSAPrivateKey:
    return _new()


credential_files.new_private_key = lambda: _kept(next(_next) % KEYS)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An installation that signs in as the robot."""
    service = Service(Storage(None))
    with server.running(service) as base:
        made = Place(service, base, tmp_path)
        made.settle(service_account="key.json")
        yield made
