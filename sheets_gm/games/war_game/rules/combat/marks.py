"""The marks of strategies (rulebook 6.3 and 6.5): what each side has from the judge before the dice."""

from __future__ import annotations

from sheets_gm.games.war_game.position.orders import Judge
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.combat.strategies import stratless
from sheets_gm.games.war_game.rules.combat.strength import bonuses


def default_winner(match: Match, battle: Battle) -> bool | None:
    """Whether the first side wins by default, because the other alone sent nothing (CPW-200); None: neither does."""
    first, second = (stratless(match, battle, names) for names in (battle.first, battle.second))
    return second if first != second else None


def missing_marks(match: Match, battle: Battle, judged: Judge) -> tuple[str, ...]:
    """The armies whose strategy was sent and has no mark, where it needs one (CPW-R56).

    A side whose enemy sent nothing has the best mark anyway, and mercenaries have theirs.
    """
    if default_winner(match, battle) is not None:
        return ()
    sides = ((battle.first, _given(judged, first=True)), (battle.second, _given(judged, first=False)))
    without = [names for names, marks in sides if not marks and _sent(match, battle, names)]
    return tuple(name for names in without for name in names)


def marks_of(match: Match, battle: Battle, judged: Judge) -> tuple[int, int]:
    """The marks of both sides: the best one for a side whose enemy alone sent nothing (CPW-200).

    Where one that is needed is missing, neither side has any (CPW-R56).
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
    """What the first side is ahead by before both roll."""
    added = [sum(part.amount for part in bonuses(match, battle, first=first)) for first in (True, False)]
    first, second = marks_of(match, battle, judged)
    return added[0] + first + (judged.adjust or 0) - added[1] - second


def _mark(match: Match, battle: Battle, judged: Judge, *, first: bool) -> int:
    """The mark of a side's strategy: one for both armies, or the mean of two, rounded up (CPW-178)."""
    names = battle.first if first else battle.second
    if match.army(names[0]).hired:
        return match.world.battle["mercenary strategy"]
    given = _given(judged, first=first) if _sent(match, battle, names) else ()
    return -(-sum(given) // len(given)) if given else 0


def _sent(match: Match, battle: Battle, names: tuple[str, ...]) -> bool:
    """Whether a side of players sent a strategy."""
    return not match.army(names[0]).hired and not stratless(match, battle, names)


def _given(judged: Judge, *, first: bool) -> tuple[int, ...]:
    """The marks that the judge gave to a side."""
    marks = (judged.first, judged.first_joint) if first else (judged.second, judged.second_joint)
    return tuple(mark for mark in marks if mark is not None)
