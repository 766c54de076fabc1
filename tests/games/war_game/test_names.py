"""The names of armies: a new one reaches all that names the army, and comes when no order waits any more (CPW-R54)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice, play_out, seats_for
from sheets_gm.games.war_game.data.words import JUDGE
from sheets_gm.games.war_game.position.army_names import renamed
from sheets_gm.games.war_game.position.events import SHOWN, Killed, Lost, Met, Moved, NotChanged, Won
from sheets_gm.games.war_game.position.orders import (
    Amend,
    Change,
    Heal,
    Judge,
    Move,
    Redesign,
    Strategy,
)
from sheets_gm.games.war_game.position.state import Army, BumpRequest, LastTurn, Match
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.games.war_game.rules.turn import resolve
from sheets_gm.kernel.outcome import Order
from tests.games.war_game.table import battle, position
from tests.games.war_game.test_structures import GREEN, MADE, TOPS, at, kinds, turn

pytestmark = pytest.mark.clause("CPW-137", "CPW-R54")


def waiting(**changes: Any) -> Match:
    """Ann in her base, one turn before she changes; Xan and Bob near her."""
    armies: dict[str, str | Army] = {
        **TOPS,
        "Ann": at("Ann", "C5 6D", primary="W", secondary="G", turns=1),
        "Xan": "P5 7D",
        "Bob": "C5 5C",
    }
    return position(armies, MADE, **changes)


def test_an_army_that_is_attacked_in_the_turn_of_its_new_name_fights_under_it() -> None:
    orders: dict[str, list[Order]] = {
        "coalition": [Change(army="Ann", units=GREEN, name="Anna")],
        "phyrexia": [Move(army="Xan", line="7D > 6D - engage Ann")],
    }
    match, events = turn(waiting(assigned={"Ann": "c1"}), orders)
    (fight,) = match.battles
    assert (fight.first, fight.second) == (("Xan",), ("Anna",))
    assert {"met", "changed", "announced"} <= set(kinds(events))
    after, events = turn(match, {"coalition": [Strategy(battle=1, army="Anna", text="Hold the gate.")]})
    assert "won" in kinds(events)
    assert after.assigned == {"Anna": "c1"}


def test_a_new_name_of_a_newcomer_waits_for_the_orders_that_were_accepted() -> None:
    match = waiting(assigned={"Ann": "c1"}, fought={"c1": 2})
    orders: dict[str, list[Order]] = {
        "coalition": [
            Move(army="Ann", line="Ann: 6D > 6E"),
            Move(army="Bob", line="5C > 6D - replace Ann"),
        ],
        "judge": [Redesign(army="Ann", name="Anna", reason="A newcomer.")],
    }
    after, events = turn(match, orders)
    assert (after.army("Anna").place, after.army("Bob").place) == ("Dominaria 6E", "Dominaria 6D")
    assert after.assigned == {"Anna": "c1"}
    assert after.names == {}
    assert kinds(events).index("moved") < kinds(events).index("renamed")


def test_a_name_that_was_given_away_meanwhile_is_told_and_not_given() -> None:
    match = waiting(names={"Bob": "anna"}, phase="judging", changes=(Change(army="Ann", name="Anna"),))
    after = resolve(match, {}, bot_dice("x"))
    (refused,) = (event for event in after.events if isinstance(event, NotChanged))
    assert (refused.army, refused.why) == ("Ann", "Bob gets this name at the end of the turn")
    assert after.state.find("anna") is not None


def test_a_result_can_be_amended_though_an_army_has_another_name_since() -> None:
    match = waiting(
        names={"Xan": "Xerxes"},
        phase="judging",
        announced=1,
        battles=(battle("attacks", "Dominaria 9E", ["Bob"], ["Xan"]),),
        sent=tuple(Strategy(battle=1, army=name, text="Fight!") for name in ("Bob", "Xan")),
    )
    there = {name: match.army(name).but(place="Dominaria 9E", camp="Dominaria 9E") for name in ("Bob", "Xan")}
    judged = Judge(battle=1, winner="first", losses="30/10")
    after = resolve(match.with_armies(dict(there)), {JUDGE: (judged,)}, bot_dice("x")).state
    assert after.army("Xerxes").size == 7000
    amended = resolve(after, {JUDGE: (Amend(battle="1", losses="50/10", reason="Again."),)}, bot_dice("x")).state
    assert amended.army("Xerxes").size == 5000


def everything() -> Match:
    """A position in which Ann is named wherever an army can be."""
    last = LastTurn(
        turn=1,
        battles=(battle("vs.", "Dominaria 4B", ["Ann"], ["Xan"]),),
        before=(waiting().army("Ann"),),
        events=(
            Moved(clause="CPW-28", army="Ann", start="Dominaria 4B", end="Dominaria 4C"),
            Met(clause="CPW-28", type="vs.", place="Dominaria 4C", first=("Xan",), second=("Ann",)),
            Won(clause="CPW-28", battle=1, side="coalition", winners=("Ann",), losers=("Xan",), margin=3),
            Lost(clause="CPW-28", army="Ann", units=5, left=5),
            Killed(clause="CPW-28", army="Xan", by="Ann", how="killed"),
        ),
    )
    return waiting(
        battles=(battle("vs.", "Dominaria 4B", ["Xan"], ["Ann"]),),
        assigned={"Ann": "c1"},
        names={"Ann": "Anna"},
        sent=(Strategy(battle=1, army="Xan", kill=True, victim="Ann", text="Ann must fall"),),
        bumps=(BumpRequest(battle=1, army="Ann", place="Dominaria 4C"),),
        heals=(Heal(army="Ann", now=True),),
        changes=(Change(army="Ann", name="Anna"),),
        pending={"coalition": (Move(army="Ann", to="4C"),)},
        last=last,
    )


def texts(value: Any) -> Iterator[str]:
    """Every text in a position as it is stored: the keys too."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def test_a_new_name_reaches_every_place_that_names_the_army_and_no_other() -> None:
    match = everything()
    stored = match.model_dump(mode="json", exclude={"settings"})
    assert sum(text == "Ann" for text in texts(stored)) == 16
    after = renamed(match, "Ann", "Rex")
    found = list(texts(after.model_dump(mode="json", exclude={"settings"})))
    assert found.count("Rex") == 16
    assert "Ann" not in found
    assert "Ann must fall" in found
    assert after.army("Rex").legend == "Legend of Ann"


def test_every_event_that_the_last_turn_shows_says_which_of_its_texts_name_armies() -> None:
    """A field of theirs that is not of the type `ArmyName` holds something else."""
    others = {"kind", "clause", "audience", "start", "end", "how", "route", "place", "why", "type", "what", "side",
              "reason", "troops", "parts", "battle", "margin", "points", "units", "left", "squad"}  # fmt: skip
    for event in SHOWN:
        for name, hint in event.__annotations__.items():
            assert name in others or "ArmyName" in hint, (event, name)


def test_a_whole_match_goes_on_whoever_is_renamed_at_the_end_of_a_turn() -> None:
    rules = game("war_game")
    settings = rules.settings()
    steps = list(play_out(rules, settings, seats_for(rules, settings), {}, bytes(32), turns=30))
    tried = 0
    for step in steps:
        match: Match = step.state
        if match.phase != "judging":
            continue
        chosen = [army.name for army in match.armies if not army.hired][tried % 5 :: 5]
        named = match.but(names={name: f"New {name}" for name in chosen})
        after = resolve(named, {}, bot_dice(f"{tried}")).state
        assert [fault for law in LAWS if (fault := law(after)) is not None] == []
        resolve(after, {}, bot_dice("on"))
        tried += 1
    assert tried > 5
