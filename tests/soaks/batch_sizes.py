"""What is sent in one batch, for every game in each layout and its largest size."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.match_record.policy import Policy
from tests.adapters.google.test_batch_sizes import Sent, policies, sent, stays_below_1_mb

__all__ = ["sent"]


@pytest.mark.parametrize(
    ("name", "policy"),
    [pytest.param(name, each, id=f"{name}-{each.layout}") for name in sorted(games()) for each in policies(name)],
)
def test_no_batch_of_any_game_in_any_layout_and_its_largest_size_is_over_1_mb(
    name: str, policy: Policy, sent: Sent
) -> None:
    stays_below_1_mb(name, policy, sent)
