"""How long a whole turn of sixty armies takes: checked, moved, judged, fought, and drawn for the public."""

from __future__ import annotations

import time

from sheets_gm.adapters.wiring import template
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.orders import Move
from sheets_gm.games.war_game.state import Match
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.tabs import Eyes, ViewTab, template_for_tabs
from tests.games.war_game import crowded

ARMIES = 60
WAR_GAME = game("war_game")


def stands(match: Match, side: str, order: Order) -> bool:
    remark = WAR_GAME.check(match, side, order)
    return remark is None or not remark.refuses


def turn(match: Match, given: dict[str, list[Move]]) -> Match:
    """A whole turn as a poll plays it, without the sheet."""
    orders: dict[str, tuple[Order, ...]] = {
        side: tuple(order for order in each if stands(match, side, order)) for side, each in given.items()
    }
    judging: Match = WAR_GAME.resolve(match, orders, bot_dice("orders")).state
    after: Match = WAR_GAME.resolve(judging, {}, bot_dice("judge")).state if judging.phase == "judging" else judging
    WAR_GAME.open(after)
    tabs = WAR_GAME.tabs_for(after.settings)
    tables = template_for_tabs(template("war_game"), tabs).tabs
    view = WAR_GAME.view(after, None)
    for tab in tabs:
        if isinstance(tab, ViewTab) and tab.eyes is Eyes.PUBLIC:
            tab.draw(view, tables[tab.key])
    return after


def test_a_whole_turn_of_sixty_armies_takes_less_than_a_tenth_of_a_second() -> None:
    members = {"coalition": ("c1",), "phyrexia": ("p1",)}
    taken = []
    for number in range(6):
        match = crowded.crowd(bot_dice(f"sixty {number}"), crowded.world(0), ARMIES).but(members=members)
        given = crowded.orders(match, bot_dice(f"orders {number}"))
        started = time.process_time()
        after = turn(match, given)
        taken.append(time.process_time() - started)
        assert after.turn == 2 or after.result is not None
    print(f"fastest {min(taken) * 1000:.0f} ms, slowest {max(taken) * 1000:.0f} ms")  # noqa: T201 - the figure
    assert min(taken) < 0.1
