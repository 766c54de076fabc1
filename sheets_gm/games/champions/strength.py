"""Strengths: who is strong against whom, the Healer's passive, and what they make of damage.

Laws: strength and affinity are added and never multiplied (CBR-41); every result is rounded to the nearest whole
(CBR-58).
"""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.champions.data import AFFINITY_PERCENT, BEATS, HEALER, LETTERS, Settings

Why = Literal["strong", "weak", "affinity"]


def rounded(value: int, percent: int, settings: Settings) -> int:
    """*value* times *percent*, to the nearest whole; halves up (R27), or to the even one where the match says so."""
    whole, rest = divmod(value * percent, 100)
    if settings.rounding == "half_even" and rest == 50:
        return whole + whole % 2
    return whole + (rest >= 50)


def passive(sides: tuple[tuple[str, ...], tuple[str, ...]]) -> int | None:
    """The side (0 or 1) whose Healer is at work: the only one that has a living Healer (CBR-31, CBR-32, R22)."""
    has = [HEALER in side for side in sides]
    return None if has[0] is has[1] else has.index(True)


def strong(attacker: str, target: str, side: int, at_work: int | None) -> bool:
    """Whether *attacker*, of *side*, is strong against *target*; *at_work* is the side whose Healer is (R22).

    CBR-31 says "both other types": the Healer's partner is not strong against its own.
    """
    if at_work is None:
        return target in BEATS[attacker]
    if side != at_work:
        return False  # CBR-38: the other team's strengths are void, those against the Healer too
    return HEALER not in (attacker, target) and attacker != target


def multiplier(
    settings: Settings, attacker: str, target: str, side: int, at_work: int | None, *, affinity: bool
) -> tuple[int, tuple[Why, ...]]:
    """The percentage that damage is multiplied by, and what it is made of (R20)."""
    percent, why = 100, list[Why]()
    if strong(attacker, target, side, at_work):
        percent += round(settings.strong * 100)  # CBR-36
        why.append("strong")
    if strong(target, attacker, 1 - side, at_work):
        percent += round(settings.weak * 100)  # CBR-37
        why.append("weak")
    if affinity:
        percent += AFFINITY_PERCENT  # CBR-40
        why.append("affinity")
    return percent, tuple(why)


def preference(text: str | None, default: str) -> tuple[str, ...]:
    """All types in the order in which an Attack looks for them: those that *text* lists, then the others (R16)."""
    letters = [word for word in (text or "").replace(",", " ").split() if word]
    if len(letters) == 1 and letters[0].title() not in LETTERS.values():
        letters = list(letters[0])
    named = [LETTERS[word[0].upper()] for word in letters if word[0].upper() in LETTERS]
    return tuple(dict.fromkeys([*named, *(LETTERS[letter] for letter in default)]))
