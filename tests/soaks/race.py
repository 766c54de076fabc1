"""Two processes that poll one match in PostgreSQL, with every turn played at once."""

from __future__ import annotations

from pathlib import Path

from tests.gm.race import race


def test_two_processes_play_each_turn_once_in_postgresql(tmp_path: Path, postgres: str) -> None:
    race(tmp_path, postgres, turns=100)
