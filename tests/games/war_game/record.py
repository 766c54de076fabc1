"""Records the goldens anew: `python -m tests.games.war_game.record`. It looks for a match for every way to end."""

from __future__ import annotations

import re
from pathlib import Path

from sheets_gm.games import files
from sheets_gm.games.war_game.rules.ending import ARMIES, ARRANGED, CONCEDED, POINTS, STRUCTURES
from tests.games.war_game.quitters import BOTS, WAR_GAME
from tests.games.war_game.table import structures
from tests.games.whole import Try, record

GOLDENS = Path(__file__).parent / "goldens.json"
ENDS = (STRUCTURES, ARMIES, POINTS, CONCEDED, ARRANGED)


def town(square: str) -> str:
    """A single stronghold, in the Coalition's home."""
    return structures([f"Town,stronghold,Dominaria,{square},,,"], [f"Fort {number}" for number in range(5)])


GUARD = """name,structure,level,units
Guard,Mirrodin feature 0,6,1 Memnite / 1 Alpha Myr / 1 Cathodion / 1 Myr Enforcer
"""

COURT = (
    "The Whispering Court,phyrexia,2,Dominaria,22H,Sheoldred,,,"
    "9 Phyrexian Negator / 9 Grave Titan / 9 Xathrid Demon / 9 Dread Cacodemon"
)


def without_leaders() -> str:
    """The template's armies, but of Phyrexia's top three ranks only a few units far from home."""
    lines = files.read("war_game", "armies.csv").splitlines()
    return "\n".join([*(line for line in lines if not re.search(",phyrexia,[123],", line)), COURT])


ALONE = {"vp_target": 100_000, "mercenaries": GUARD}

TRIES: tuple[Try, ...] = (
    ("keen", {"vp_target": 150}),
    ("quitter", {}),
    ("peacemaker", {}),
    ("keen", {**ALONE, "structures": town("8E"), "armies": without_leaders(), "destroy_turns": 50}),
    ("keen", {**ALONE, "structures": town("23A")}),
)


def main() -> None:
    """Write `goldens.json`."""
    missing = record(WAR_GAME, GOLDENS, ENDS, TRIES, BOTS, seeds=3)
    print("not found:", sorted(missing))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
