"""The numbers of a battle roll (rulebook 6.3), read from a table that the GM can edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sheets_gm.games.war_game.data.tables import BadData, Line, no_twins, read_table

BATTLE = "battle.csv"
COLUMNS = ("what", "value", "explanation")

NUMBERS = {
    "die": (2, 1000),
    "strategy most": (0, 100),
    "colour": (0, 100),
    "home terrain": (0, 100),
    "own structure": (0, 100),
    "raid": (0, 100),
    "raid kill": (0, 100),
    "feature": (0, 100),
    "mercenary strategy": (0, 100),
    "adjustment most": (0, 100),
    "kill margin": (0, 100),
    "kill squad": (1, 100_000),
    "kill step": (1, 100_000),
    "kill step most": (0, 100),
    "squad lost": (0, 6),
}
"""The numbers that the table must have, each with its limits."""


@dataclass(frozen=True, slots=True)
class BattleTable:
    """The numbers of battles: `table["die"]`.

    *sizes* are pairs of a ratio of strengths and the bonus from that ratio on; *losses* the percentages of losers and
    winners from each margin on. Both start with the largest.
    """

    numbers: Mapping[str, int]
    sizes: tuple[tuple[Fraction, int], ...]
    losses: tuple[tuple[int, int, int], ...]

    def __getitem__(self, what: str) -> int:
        return self.numbers[what]

    def size_bonus(self, strength: int, other: int) -> int:
        """The bonus of a side with *strength* against *other*: 0 for the weaker side."""
        if strength <= other:
            return 0
        if other <= 0:
            return self.sizes[0][1] if self.sizes else 0
        ratio = Fraction(strength, other)
        return next((bonus for least, bonus in self.sizes if ratio >= least), 0)

    def percent_lost(self, margin: int) -> tuple[int, int]:
        """Return the percentages that the loser and the winner lose at *margin*."""
        return next(((loser, winner) for least, loser, winner in self.losses if margin >= least), self.losses[-1][1:])


def read_battle_table(text: str) -> BattleTable:
    """Read the numbers in *text*. Raises BadData."""
    lines = read_table(BATTLE, text, COLUMNS)
    no_twins(lines, [line["what"] for line in lines], "number")
    numbers: dict[str, int] = {}
    sizes: list[tuple[Fraction, int]] = []
    losses: list[tuple[int, int, int]] = []
    for line in lines:
        name, _, least = line["what"].partition(" ")
        if line["what"] in NUMBERS:
            numbers[line["what"]] = line.whole("value", *NUMBERS[line["what"]])
        elif name == "size":
            sizes.append((_ratio(line, least), line.whole("value", 0, 100)))
        elif name == "loss":
            losses.append(_losses(line, least))
        else:
            raise line.bad(f"nothing is called “{line['what']}” here")
    missing = next((what for what in NUMBERS if what not in numbers), None)
    if missing is not None or not losses:
        raise BadData(f"{BATTLE}: there is no line “{missing or 'loss 1'}”")
    return BattleTable(numbers, tuple(sorted(sizes, reverse=True)), tuple(sorted(losses, reverse=True)))


def _ratio(line: Line, text: str) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or Fraction(text) <= 1:
        raise line.bad(f"“{line['what']}” is not like “size 1.15”, a ratio above 1")
    return Fraction(text)


def _losses(line: Line, least: str) -> tuple[int, int, int]:
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", line["value"])
    if not re.fullmatch(r"[0-9]{1,3}", least) or not match or max(int(match[1]), int(match[2])) > 100:
        raise line.bad("it is not like “loss 3” with the percentages of the loser and the winner, “25/10”")
    return int(least), int(match[1]), int(match[2])
