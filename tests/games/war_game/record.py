"""Records the goldens anew: `python -m tests.games.war_game.record`. It looks for a match for every way to end."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.games.war_game.ending import ARMIES, ARRANGED, CONCEDED, POINTS, STRUCTURES
from tests.games.war_game.quitters import BOTS, WAR_GAME
from tests.games.war_game.table import structures
from tests.games.whole import Try, record

GOLDENS = Path(__file__).parent / "goldens.json"
ENDS = (STRUCTURES, ARMIES, POINTS, CONCEDED, ARRANGED)

TOWN = structures(["Town,stronghold,Dominaria,8E,,,"], [f"Fort {number}" for number in range(5)])
"""A single stronghold, which is not far from the Coalition's armies."""

GUARD = """name,structure,level,units
Guard,Mirrodin feature 0,6,1 Memnite / 1 Alpha Myr / 1 Cathodion / 1 Myr Enforcer
"""

FEW = """name,side,level,plane,square,legend,primary,secondary,units
Guards,coalition,3,Dominaria,13I,Hero,W,,5000 Serra Angel / 2500 Archangel / 1500 Sun Titan / 1000 Hexplate Golem
Vanguard,coalition,4,Dominaria,9E,Hero,W,,5000 Cathodion / 2500 Serra Angel / 1500 Archangel / 1000 Sun Titan
Evil Court,phyrexia,2,Dominaria,{},Evil,,,9 Phyrexian Negator / 9 Grave Titan / 9 Xathrid Demon / 9 Dread Cacodemon
"""
"""So few armies that one kill or one fire ends the match."""

TRIES: tuple[Try, ...] = (
    ("commander", {"vp_target": 150}),
    ("quitter", {}),
    ("peacemaker", {}),
    (
        "commander",
        {
            "vp_target": 100_000,
            "structures": TOWN,
            "mercenaries": GUARD,
            "armies": FEW.format("8E"),
            "destroy_turns": 50,
        },
    ),
    (
        "commander",
        {
            "vp_target": 100_000,
            "structures": TOWN,
            "mercenaries": GUARD,
            "armies": FEW.format("3A"),
            "destroy_turns": 1,
        },
    ),
)


def main() -> None:
    """Write `goldens.json`."""
    missing = record(WAR_GAME, GOLDENS, ENDS, TRIES, BOTS, seeds=3)
    print("not found:", sorted(missing))  # noqa: T201 - a tool of the tests


if __name__ == "__main__":
    main()
