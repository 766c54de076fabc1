"""Fifty clients at once, and a server that is killed: a short form of what `scripts/soak` does at length."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.localsheets import load


def test_fifty_clients_at_once_lose_nothing_and_meet_no_error(tmp_path: Path) -> None:
    done = load.hammer(tmp_path, clients=50, seconds=3)
    assert done.lost == []
    assert done.wrong == {}
    assert sum(map(len, done.took.values())) >= 100


def test_a_server_killed_at_any_moment_keeps_what_it_answered_and_no_half_of_a_batch(tmp_path: Path) -> None:
    done = load.kill_often(tmp_path, kills=3)
    assert done.wrong == []
    assert done.acknowledged >= done.kills


def test_a_loss_would_be_found() -> None:
    hand = load.Writer(0, tried=5, kept=4, rows=[3])
    assert hand.judged([4] * load.WIDTH, Counter({(0, 3): 1})) == []
    assert hand.judged([5] * load.WIDTH, Counter({(0, 3): 1})) == []
    assert "was acknowledged" in hand.judged([3] * load.WIDTH, Counter({(0, 3): 1}))[0]
    assert "half a batch" in hand.judged([4] * 4 + [5] * 4, Counter({(0, 3): 1}))[0]
    assert hand.judged([4] * load.WIDTH, Counter()) == ["writer 0: log row 3 is lost"]
