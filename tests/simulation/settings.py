"""The matches that are simulated: few players, so that a run is short."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.rules import Secrecy
from tests.simulation.blueprint import HOUR, REAL_DICE, Setting

PLAYERS = 2

IN_TIME = {"every": HOUR, "grace": 300.0, "remind": 600.0, "no_show": "bot", "open_after": 2, "votes": True, "plans": 2}
"""How a match with deadlines is run."""


@cache
def settings_of(name: str) -> tuple[Setting, ...]:
    """The matches of a game that are simulated: in one workbook, with deadlines and without, in sealed ones, and with
    real dice, whose rolls the GM types."""
    rules: Game[object, object] = game(name)  # type: ignore[type-var]
    shown = Policy(open_hands=rules.secrecy is not Secrecy.OPEN)
    sealed = Policy(layout="sealed")
    keyed = (Setting(name, PLAYERS, (), policy) for policy in (shown, shown.but(**IN_TIME), sealed.but(**IN_TIME)))
    return (*keyed, Setting(name, PLAYERS, (), shown.but(**IN_TIME), REAL_DICE))


def lively(name: str) -> ModuleType | None:
    """The module of a game's tests with matches in which much happens at once, and with the people of these."""
    path = f"tests.games.{name}.lively"
    return import_module(path) if find_spec(path) else None


@cache
def lively_settings_of(name: str) -> tuple[Setting, ...]:
    """The matches of a game in which much happens at once, run as the ordinary ones are; none where it has no such."""
    found = lively(name)
    if found is None:
        return ()
    chosen = tuple(found.settings().items())
    return tuple(replace(each, settings=chosen, lively=True) for each in settings_of(name))


def all_settings_of(name: str) -> tuple[Setting, ...]:
    """The ordinary matches of a game, and those in which much happens at once, by the number that a script has."""
    return (*settings_of(name), *lively_settings_of(name))
