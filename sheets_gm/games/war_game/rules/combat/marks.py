"""The marks of strategies (rulebook 6.3 and 6.5): what the judge gives to each side before the dice."""

from __future__ import annotations

from sheets_gm.games.war_game.position.orders import Judge
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.combat.strategies import stratless
from sheets_gm.games.war_game.rules.combat.strength import bonuses


def default_winner(match: Match, battle: Battle) -> bool | None:
    """Return True if the first side wins by default, False if the second does, None if neither does.

    A side wins by default if only the other sent no strategy (CPW-200).
    """
    first, second = (stratless(match, battle, names) for names in (battle.first, battle.second))
    return second if first != second else None


def missing_marks(match: Match, battle: Battle, judged: Judge) -> tuple[str, ...]:
    """Return the armies whose strategy needs a mark but has none (CPW-R56).

    No mark is needed for a side whose enemy sent nothing, which has the best mark, or for mercenaries, whose mark is
    fixed.
    """
    if default_winner(match, battle) is not None:
        return ()
    sides = ((battle.first, _given(judged, first=True)), (battle.second, _given(judged, first=False)))
    without = [names for names, marks in sides if not marks and _sent(match, battle, names)]
    return tuple(name for names in without for name in names)


def marks_of(match: Match, battle: Battle, judged: Judge) -> tuple[int, int]:
    """Return the marks of both sides. A side has the best mark if only its enemy sent nothing (CPW-200).

    If a mark that is needed is missing, both sides have 0 (CPW-R56).
    """
    default = default_winner(match, battle)
    if default is not None:
        most = match.world.battle["strategy most"]
        first, second = _mark(match, battle, judged, first=True), _mark(match, battle, judged, first=False)
        return (most, second) if default else (first, most)
    if missing_marks(match, battle, judged):
        return 0, 0
    return _mark(match, battle, judged, first=True), _mark(match, battle, judged, first=False)


def lead_before_dice(match: Match, battle: Battle, judged: Judge) -> int:
    """Return by how much the first side leads before the dice."""
    added = [sum(part.amount for part in bonuses(match, battle, first=first)) for first in (True, False)]
    first, second = marks_of(match, battle, judged)
    return added[0] + first + (judged.adjust or 0) - added[1] - second


def _mark(match: Match, battle: Battle, judged: Judge, *, first: bool) -> int:
    """Return the mark of a side's strategy. For two marks of a joint it is their mean, rounded up (CPW-178)."""
    names = battle.first if first else battle.second
    if match.army(names[0]).hired:
        return match.world.battle["mercenary strategy"]
    given = _given(judged, first=first) if _sent(match, battle, names) else ()
    return -(-sum(given) // len(given)) if given else 0


def _sent(match: Match, battle: Battle, names: tuple[str, ...]) -> bool:
    """Whether a side sent a strategy; never true for mercenaries."""
    return not match.army(names[0]).hired and not stratless(match, battle, names)


def _given(judged: Judge, *, first: bool) -> tuple[int, ...]:
    """Return the marks that the judge gave to a side."""
    marks = (judged.first, judged.first_joint) if first else (judged.second, judged.second_joint)
    return tuple(mark for mark in marks if mark is not None)
