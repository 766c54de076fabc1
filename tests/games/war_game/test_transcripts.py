"""Short matches that must go as they went: what is logged, shown, asked and refused, turn by turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.transcripts import assert_unchanged, transcripts


@pytest.mark.parametrize("path", transcripts("war_game"), ids=lambda path: path.stem)
def test_a_match_goes_as_its_transcript_says(path: Path) -> None:
    assert_unchanged(path)
