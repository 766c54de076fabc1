"""What the sheet language makes of made-up cells, tabs and templates stays as it is kept."""

from __future__ import annotations

import pytest

from tests.kept import assert_kept
from tests.sheet.goldens import CHAPTERS, path_of, text_of


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_is_made_stays_as_it_is_kept(chapter: str) -> None:
    assert_kept(path_of(chapter), text_of(chapter))
