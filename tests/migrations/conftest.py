"""Each match of 0.1.0 is unpacked once, and all tests go on with it, in whatever order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.migrations.matches import MATCHES, Continued, continued


@pytest.fixture(scope="module", params=MATCHES)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Continued]:
    with continued(request.param, tmp_path_factory.mktemp("old") / request.param) as found:
        yield found
