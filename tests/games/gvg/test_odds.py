"""The odds that a player may ask for are those of every way in which the dice can fall."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.forms.all_forms import open_forms
from sheets_gm.games.gvg.forms.checks import check
from sheets_gm.games.gvg.position.events import Fought
from sheets_gm.games.gvg.position.orders import AskOdds, Play
from sheets_gm.games.gvg.position.resolution import begin
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.action import action
from sheets_gm.games.gvg.rules.odds import odds_at
from sheets_gm.games.gvg.views.visible import answer, view
from sheets_gm.kernel.explore import odds_of
from sheets_gm.kernel.forms import Close, Reply
from tests.games.gvg.table import position


def asked(match: Match, tile: str, against: str | None = None, seat: str = "blue1") -> Reply:
    return answer(view(match, seat), seat, AskOdds(tile=tile, against=against))


BATTLES: tuple[tuple[str, Mapping[str, str], Mapping[str, Any]], ...] = (
    ("C9", {"blue1": "DPS C9", "red1": "Tank C9"}, {}),
    ("C9", {"blue1": "DPS C9", "red1": "Healer C9"}, {}),
    ("C9", {"blue1": "Tank C9", "red1": "DPS C9", "red2": "Tank C9"}, {}),
)


@pytest.mark.clause("GVG-28", "GVG-30", "GVG-32")
@pytest.mark.parametrize(("at", "players", "given"), BATTLES)
def test_they_are_exact(at: str, players: Mapping[str, str], given: Mapping[str, Any]) -> None:
    """Nobody moves, so the battle that is asked for is the one of the turn."""
    match = position(players, **given)
    (odds,) = odds_at(match, at, ())
    found = _without_movement(match, at)
    assert odds.attack_wins == found.get("attack", 0)
    assert odds.defence_wins == found.get("defence", 0)
    assert odds.nobody == found.get("stalemate", 0)


def _without_movement(match: Match, at: str) -> Mapping[Any, Fraction]:
    """The outcomes of the action phase alone: the dice that open the next turn decide nothing here."""

    def outcome(dice: Any) -> str:
        turn = begin(match, {}, dice)
        action(turn)
        return next(event.outcome for event in turn.events if isinstance(event, Fought) and event.at == at)

    return odds_of(outcome, lambda found: found)


@pytest.mark.clause("GVG-33", "GVG-34")
@pytest.mark.parametrize("defended", [False, True])
def test_a_tie_at_a_structure_counts_for_whom_the_rules_say(defended: bool) -> None:
    tile = position({"blue1": "DPS C9"}).board.bulwarks["red"][0]
    players = {"blue1": f"DPS {tile}", **({"red1": f"Healer {tile}"} if defended else {})}
    match = position(players)
    (odds,) = odds_at(match, tile, ())
    found = _without_movement(match, tile)
    assert (odds.attack_wins, odds.defence_wins) == (found["attack"], found["defence"])
    assert odds.nobody == 0


def test_the_asker_and_an_opponent_are_taken_to_the_tile() -> None:
    match = position({"blue1": "DPS C4", "red1": "Tank C12"})
    (there,) = odds_at(position({"blue1": "DPS C9", "red1": "Tank C9"}), "C9", ())
    (asked_for,) = odds_at(match, "C9", ("blue1", "red1"))
    assert asked_for == there
    assert asked(match, "C9").text == "You would fight nobody at C9."
    reply = asked(match, "C9", "red1")
    assert reply.text == "At C9: you win 72.2 %, lose 16.7 %, nobody wins 11.1 % (1 die + 2 against 1 die)."
    assert reply.shown == {"win": "72.2 %", "lose": "16.7 %"}


def test_the_odds_at_a_boss_that_knocks_down_are_those_of_both_battles() -> None:
    settings = {"boss_ko": True, "boss_reroll_pvp": False}
    players = {f"{team}{number}": f"{role} E9" for team in TEAMS for number, role in enumerate(("DPS", "Healer"), 1)}
    match = position(players, boss="E9 3", settings=settings)
    assert [odds.place for odds in odds_at(match, "E9", ())] == ["boss", "boss", "open"]


def test_who_is_knocked_down_is_told_so() -> None:
    match = position({"blue1": "DPS C9 down 5", "red1": "Tank C9"})
    assert asked(match, "C9").text == "You are knocked down, so you cannot fight this turn."


def test_a_question_takes_little_time_whoever_is_there() -> None:
    """Ten dice on one tile: the sums are counted, not the ways in which ten dice fall."""
    everybody = {f"{team}{number}": "DPS C9" for team in ("blue", "red") for number in range(1, 6)}
    (odds,) = odds_at(position(everybody), "C9", ())
    assert odds.attack_wins == odds.defence_wins
    assert 0 < odds.nobody < Fraction(1, 10)


def test_every_player_may_ask_and_nobody_has_to() -> None:
    forms = [form for form in open_forms(position({"blue1": "DPS C4", "red1": "Tank C9"})) if form.key == "odds"]
    assert [(form.seat, form.due, form.close) for form in forms] == [
        ("blue1", False, Close.ASK),
        ("red1", False, Close.ASK),
    ]


def test_an_order_that_leads_to_a_fight_is_answered_with_its_odds_and_no_other_is() -> None:
    match = position({"blue1": "DPS C8 roll 2", "red1": "Healer C9", "red2": "Tank C11"})
    remark = check(match, "blue1", Play(move_to="C9"))
    assert remark is not None
    assert (remark.refuses, remark.informs) == (False, True)
    win, _ = odds_at(match, "C9", ("blue1",))[0].of("blue")
    assert remark.text == f"You fight their Healer there: {round(100 * win)} % to win if all others stay"
    assert check(match, "blue1", Play(move_to="C7")) is None
