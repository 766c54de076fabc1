"""Forty players, a judge and sixty armies: what is sent to Google, and how much work a turn is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gspread.http_client import HTTPClient

from sheets_gm.adapters.google.calls.api import LARGEST
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.policy import Policy
from tests.calls import calls
from tests.games.war_game import sixty
from tests.games.war_game.whole_turns import whole_turns
from tests.gm.table import Evening

WAR_GAME = game("war_game")


@pytest.fixture(scope="module")
def evening() -> Iterator[tuple[Evening, list[int]]]:
    """The match after its first two steps, and the bytes of each call."""
    sizes: list[int] = []
    plain = HTTPClient.request

    def request(self: Any, method: str, endpoint: str, params: Any = None, data: Any = None, *others: Any) -> Any:
        sizes.append(len(data or b""))
        return plain(self, method, endpoint, params, data, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HTTPClient, "request", request)
        made = Evening(
            on="google",
            plays="war_game",
            settings=sixty.settings().model_dump(),
            policy=Policy(layout="sealed", gm=("gm@table",)),
        )
        made.play(2)
        yield made, sizes


def test_a_match_of_forty_players_and_a_judge_is_built_and_played(evening: tuple[Evening, list[int]]) -> None:
    made, _ = evening
    assert len(made.seats) == 41
    assert {book.key for book in made.record.workbooks} == {
        "public", "team.coalition", "team.phyrexia", "seat.judge", "gm",
    }  # fmt: skip
    names = [str(line[0]) for line in made.values("armies") if line]
    assert sum(name[:1] in "⚜🎭" for name in names if name) == 60
    assert "Turn 2" in str(made.values("armies")[0][0])


def test_no_call_is_larger_than_google_takes(evening: tuple[Evening, list[int]]) -> None:
    _, sizes = evening
    assert max(sizes) <= LARGEST


# -- work --------------------------------------------------------------------------------------------------------------

MOST_CALLS = 500_000
"""Calls of functions that a whole turn may take; `scripts/bench` prints its time."""


def test_a_turn_takes_a_bounded_amount_of_work_and_no_more_as_the_match_goes_on() -> None:
    counted = [sum(each.values()) for each in whole_turns(4, calls)]
    assert max(counted) < MOST_CALLS
    assert counted[-1] < 1.2 * counted[1]
