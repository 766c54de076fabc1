"""What a side may ask: where an army can be, who could engage it, and exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sheets_gm.games.war_game.forms.all_forms import open_forms
from sheets_gm.games.war_game.forms.asks import AskArmy, AskBattle, answer
from sheets_gm.games.war_game.position.events import Killed, Won
from sheets_gm.games.war_game.position.orders import Judge, Strategy
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.combat.battles import fight_battles
from sheets_gm.games.war_game.rules.combat.odds import odds_of, share
from sheets_gm.games.war_game.views.visible import view
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Reply
from sheets_gm.kernel.outcome import Order
from tests.games.war_game.table import army, battle, position, settings, template
from tests.scripted_dice import Scripted

SMALL = template("battle.csv").replace("\ndie,20,", "\ndie,4,").replace("\nkill margin,5,", "\nkill margin,1,")
"""The numbers of battles with a die of four sides, so that all rolls can be tried."""

PORTALS = ["Near,portal,Dominaria,6A,,,Phyrexia 8D", "Far,portal,Phyrexia,8D,,,Dominaria 6A"]


def asked(match: Match, order: Order, side: str = "coalition") -> Reply:
    return answer(view(match, side), side, order)


def fighting(**changes: object) -> Match:
    sent = tuple(Strategy(battle=1, army=name, text="Fight!", kill=name == "Ann") for name in ("Ann", "Xan"))
    match = position(
        {"Ann": army("Ann", "C5 4B 9000/800"), "Xan": "P5 4B 6000"},
        settings(battle=SMALL),
        battles=(battle("attacks", "Dominaria 4B", ["Ann"], ["Xan"]),),
        sent=sent,
    )
    return match.but(**changes)


@pytest.mark.clause("CPW-187", "CPW-196", "CPW-R42")
@pytest.mark.parametrize("marks", [{}, {"first": 1, "second": 3, "first_kill": 2, "second_escape": 1}])
def test_the_odds_are_those_of_all_ways_in_which_the_dice_can_fall(marks: dict[str, int]) -> None:
    match = fighting()
    judged = Judge(battle=1, **marks)
    wins = kills = fights = 0
    for one, other, kill, escape in product(range(1, 5), repeat=4):
        rolls = {"Ann": one, "Xan": other, "kill, Ann": kill, "escape from Ann, Xan": escape}
        named = {f"turn 1: battle 1: {why}": value for why, value in rolls.items()}
        again = {f"turn 1: battle 1: Ann, again {attempt}": 1 + 3 * (attempt % 2) for attempt in (1, 2)}
        dice = Dice(Scripted({**again, **named}, lambda sides, why, hidden: 1))
        _, events = fight_battles(match, {1: judged}, dice)
        if any("again" in roll.why for roll in dice.rolls):
            continue  # a draw counts for nothing
        fights += 1
        wins += any(isinstance(event, Won) and event.winners == ("Ann",) for event in events)
        kills += any(isinstance(event, Killed) for event in events)
    odds = odds_of(match, match.battles[0], judged)
    assert odds.first_wins == Fraction(wins, fights)
    assert odds.kills == {"Ann": Fraction(kills, fights)}
    assert 0 < odds.kills["Ann"] < odds.first_wins < 1


def test_a_side_asks_for_the_odds_of_a_battle_under_marks() -> None:
    match = fighting(sent=())
    reply = asked(match, AskBattle(battle="1", first=6, second=4, killer="Ann", kill=3, escape=2))
    kill = (Strategy(battle=1, army="Ann", kill=True, text="x"), Strategy(battle=1, army="Xan", text="x"))
    odds = odds_of(match.but(sent=kill), match.battles[0], Judge(battle=1, first=6, second=4, first_kill=3,
                                                                 second_escape=2))  # fmt: skip
    assert reply.shown == {
        "first_wins": share(odds.first_wins),
        "second_wins": share(1 - odds.first_wins),
        "killed": share(odds.kills["Ann"]),
    }
    assert reply.text.startswith(f"Ann wins with {share(odds.first_wins)} and Xan wins with ")
    assert reply.text.endswith(f"Ann wins and kills with {share(odds.kills['Ann'])}.")
    assert asked(match, AskBattle(battle="9")).text == "There is no battle 9"


@pytest.mark.clause("CPW-77", "CPW-79", "CPW-150", "CPW-156")
def test_where_an_army_can_be_after_the_turn() -> None:
    fights = (battle("vs.", "Dominaria 5A", ["Bob"], ["Yul"]),)
    match = position(
        {"Ann": "C5 3A", "Bob": "C5 5A", "Yul": "P5 5A"}, settings(PORTALS), battles=fights,
    )  # fmt: skip
    reach = str(asked(match, AskArmy(army="Ann")).shown["reach"]).splitlines()
    assert reach[0] == "1: 2A 2B 3B 4A 4B"
    assert "5A" not in reach[1].split()
    assert reach[-1] == "by Near around Phyrexia 8D"
    assert asked(match, AskArmy(army="Bob")).shown["reach"] == "in battle: it cannot move"
    shut = match.but(battles=(*fights, battle("vs.", "Phyrexia 8D", ["Bob"], ["Yul"], number=2)))
    assert "Near" not in str(asked(shut, AskArmy(army="Ann")).shown["reach"])


@pytest.mark.clause("CPW-82", "CPW-14")
def test_who_could_engage_an_army_where_it_is_or_elsewhere() -> None:
    match = position({"Ann": "C5 3A", "Xan": "P5 5B", "Yul": "P5 6D", "Zed": "P5 9I", "Guard": "M6 M 3F"})
    reply = asked(match, AskArmy(army="Ann"))
    assert str(reply.shown["threats"]).splitlines() == [
        "Xan (2 steps, wins with 50.0 %)", "Yul (3 steps, wins with 50.0 %)",
    ]  # fmt: skip
    assert reply.text.startswith("Ann could be engaged by Xan (2 steps")
    assert asked(match, AskArmy(army="Ann", at="a1")).text == "Nobody could engage Ann in 1A."
    assert "no square 9Z" in asked(match, AskArmy(army="Ann", at="9Z")).text
    theirs = asked(match, AskArmy(army="Zed"))
    assert theirs.text == "Nobody could engage Zed."


def test_a_side_may_ask_while_it_writes_its_orders_and_nobody_waits_for_it() -> None:
    match = fighting(members={"coalition": ("c1",), "phyrexia": ("p1",)}, sent=())
    asks = [form for form in open_forms(match) if form.close is Close.ASK]
    assert {(form.key, form.seat) for form in asks} == {
        (key, side) for key in ("ask_army", "ask_battle") for side in ("coalition", "phyrexia")
    }  # fmt: skip
    assert not any(form.due for form in asks)
