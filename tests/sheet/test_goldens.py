"""What the sheet language makes of made-up cells, tabs and templates stays as it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kept import assert_kept
from tests.sheet.goldens import kept


@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_what_is_made_stays_as_it_is_kept(path: Path) -> None:
    assert_kept(path, kept()[path]())
