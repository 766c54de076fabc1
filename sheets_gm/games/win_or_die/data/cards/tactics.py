"""The Tactics of the War Council, from `tactics.csv` (WOD-77)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.csv_tables import table_rows
from sheets_gm.games.win_or_die.data.words import STATS

TACTICS = "tactics.csv"
TACTIC_COUNT = 7  # WOD-77

BONUS, MORALE, MINE_INCOME, DISCOUNT, HEAL, DAMAGE = ("bonus", "morale", "mine_income", "discount", "heal", "damage")
LASTING, EACH_TURN = "lasting", "each_turn"

_TIMINGS: Mapping[str, str] = {
    BONUS: LASTING,
    MORALE: LASTING,
    MINE_INCOME: LASTING,
    DISCOUNT: LASTING,
    HEAL: EACH_TURN,
    DAMAGE: EACH_TURN,
}
"""The effects of Tactics, and whether they last or come again each turn."""


@dataclass(frozen=True, slots=True)
class TacticEffect:
    """One effect of a Tactic: a line of `tactics.csv`."""

    name: str
    amount: int
    stat: str = ""
    range: int = 0


@dataclass(frozen=True, slots=True)
class Tactic:
    """A Tactic and its effects."""

    id: str
    name: str
    effects: tuple[TacticEffect, ...]

    def amount(self, effect: str, stat: str = "") -> int:
        """Return the sum of the effects called *effect*; for bonuses only those to *stat*."""
        return sum(each.amount for each in self.effects if (each.name, each.stat) == (effect, stat))

    @property
    def each_turn(self) -> TacticEffect | None:
        """The effect that happens again at the start of each turn, None if there is none."""
        return next((each for each in self.effects if _TIMINGS[each.name] == EACH_TURN), None)


def read_tactics(text: str) -> dict[str, Tactic]:
    """Read the Tactics of a table, by name. Raises BadTable."""
    tactics: dict[str, Tactic] = {}
    for row in table_rows(TACTICS, text, ("id", "tactic", "effect", "amount", "stat", "range", "timing")):
        name, effect = row.named("tactic"), row.one_of("effect", tuple(_TIMINGS))
        row.one_of("timing", (_TIMINGS[effect],))
        tactic_effect = TacticEffect(
            effect,
            row.whole("amount", -9 if effect == BONUS else 1, 9),
            row.one_of("stat", STATS if effect == BONUS else ("",)),
            row.whole("range", 1, 9) if effect == DAMAGE else 0,
        )
        before = tactics.get(name)
        if before is None and len(tactics) == TACTIC_COUNT:
            raise row.bad(f"there are {TACTIC_COUNT} Tactics above already", "tactic")
        if before is not None and tactic_effect.name in (HEAL, DAMAGE) and before.each_turn is not None:
            raise row.bad(f"{name} has an effect of each turn above already", "effect")
        tactics[name] = Tactic(row.named("id"), name, (*(before.effects if before else ()), tactic_effect))
    return tactics
