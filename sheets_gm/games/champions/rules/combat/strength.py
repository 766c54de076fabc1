"""Strengths: which types are strong against which, the Healer's passive effect, and the damage multiplier.

Strength and affinity are added, never multiplied (CBR-41). Every result is rounded to the nearest whole number
(CBR-58).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheets_gm.games.champions.data.numbers import BEATS, HEALER, LETTERS
from sheets_gm.games.champions.data.settings import Settings

Why = Literal["strong", "weak", "affinity"]


def rounded(value: int, percent: int, settings: Settings) -> int:
    """Return *percent* of *value* as a whole number. Halves go up or to the even number, depending on the settings
    (R27).
    """
    whole, rest = divmod(value * percent, 100)
    if settings.rounding == "half_even" and rest == 50:
        return whole + whole % 2
    return whole + (rest >= 50)


def passive(sides: tuple[tuple[str, ...], tuple[str, ...]]) -> int | None:
    """Return the side (0 or 1) whose Healer's passive effect applies: the only one with a living Healer (CBR-31,
    CBR-32, R22).
    """
    has = [HEALER in side for side in sides]
    return None if has[0] is has[1] else has.index(True)


@dataclass(frozen=True, slots=True)
class Matchup:
    """The types of *attacker* and *target*, the attacker's side, and the side whose passive effect applies (R22)."""

    attacker: str
    target: str
    side: int
    at_work: int | None

    @property
    def strong(self) -> bool:
        """Whether the attacker is strong against the target.

        CBR-31 says "both other types": the Healer's partner is not strong against its own type.
        """
        if self.at_work is None:
            return self.target in BEATS[self.attacker]
        if self.side != self.at_work:
            return False  # CBR-38: the other team's strengths are void, those against the Healer too
        return HEALER not in (self.attacker, self.target) and self.attacker != self.target

    @property
    def weak(self) -> bool:
        """Whether the target is strong against the attacker."""
        return Matchup(self.target, self.attacker, 1 - self.side, self.at_work).strong


def multiplier(settings: Settings, matchup: Matchup, *, affinity: bool) -> tuple[int, tuple[Why, ...]]:
    """Return the damage multiplier in percent, and the reasons for it (R20)."""
    percent, why = 100, list[Why]()
    if matchup.strong:
        percent += round(settings.strong * 100)  # CBR-36
        why.append("strong")
    if matchup.weak:
        percent += round(settings.weak * 100)  # CBR-37
        why.append("weak")
    if affinity:
        percent += settings.affinity_bonus  # CBR-40
        why.append("affinity")
    return percent, tuple(why)


def preference(text: str | None, default: str) -> tuple[str, ...]:
    """Return all types in the order in which an Attack looks for them: those in *text*, then the others (R16)."""
    letters = [word for word in (text or "").replace(",", " ").split() if word]
    if len(letters) == 1 and letters[0].title() not in LETTERS.values():
        letters = list(letters[0])
    named = [LETTERS[word[0].upper()] for word in letters if word[0].upper() in LETTERS]
    return tuple(dict.fromkeys([*named, *(LETTERS[letter] for letter in default)]))
