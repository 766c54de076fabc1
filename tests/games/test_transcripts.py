"""The transcripts of all games: which there are, what they try, and what a failure shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.games.finding import game, games
from tests.games.transcripts import assert_unchanged, recorded, text_of, transcripts

EVERY = [path for name in games() for path in transcripts(name)]
"""Short matches that must go as they went: what is logged, shown, asked and refused, turn by turn."""


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_a_match_goes_as_its_transcript_says(path: Path) -> None:
    assert_unchanged(path)


@pytest.mark.parametrize("name", [name for name in games() if transcripts(name)])
def test_transcripts_try_most_settings_away_from_their_defaults(name: str) -> None:
    settings = game(name).settings
    default = settings().model_dump(mode="json")
    kept = [recorded(path) for path in transcripts(name)]
    away = {key for match in kept for key, value in match.settings.items() if value != default[key]}
    assert len(away) > len(settings.model_fields) / 2
    assert {match.game for match in kept} == {name}


def test_a_failure_names_the_step_and_shows_the_lines_that_differ(tmp_path: Path) -> None:
    kept = next(path for path in transcripts("gvg") if path.stem == "other_values")
    other = tmp_path / kept.name
    other.write_text(kept.read_text("utf-8").replace("history: 3 ", "history: 4 ", 1), "utf-8")
    with pytest.raises(AssertionError) as failed:
        assert_unchanged(other)
    first, *lines = str(failed.value).splitlines()
    assert first.startswith("other_values.txt parts at == ")
    assert [line[:11] for line in lines if line.startswith(("-history", "+history"))] == ["-history: 4", "+history: 3"]


def test_a_new_transcript_is_written_from_its_first_line(tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    new.write_text('{"game": "gvg", "players": 2, "seed": 1, "steps": 2, "bots": {}, "settings": {"max_turns": 5}}\n')
    text = text_of(recorded(new))
    assert text.startswith(new.read_text("utf-8"))
    assert [line[:5] for line in text.splitlines() if line.startswith("== ")] == ["== 0 ", "== 1 ", "== 2 ", "== en"]
    with pytest.raises(AssertionError, match=r"new.txt parts at the start"):
        assert_unchanged(new)
    new.write_text(text)
    assert_unchanged(new)
