"""The table of what the simulation does to a match, and how often the match survived it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.simulation.disk import AWAY, STORE_FAULTS
from tests.simulation.network import NETWORK_FAULTS
from tests.simulation.owners import EDITS
from tests.simulation.people import DEEDS
from tests.simulation.running import PROCESS_FAULTS

FAULTS: Mapping[str, Sequence[str]] = {
    "the network": NETWORK_FAULTS,
    "the store": (*STORE_FAULTS, AWAY),
    "processes and clocks": PROCESS_FAULTS,
    "owners of the spreadsheet": EDITS,
    "players and the GM": DEEDS,
}
"""What is done, by where it happens. The names are those that runs count."""


def table(counted: Mapping[str, Counter[str]]) -> str:
    """The table, from what was *counted* in the runs of each game."""
    games = sorted(counted)
    lines = [f"| where | what | {' | '.join(games)} |", f"|---|---|{'---:|' * len(games)}"]
    for where, names in FAULTS.items():
        for name in names:
            cells = " | ".join(f"{counted[game][name]:,}" for game in games)
            lines.append(f"| {where} | {name} | {cells} |")
    return "\n".join(lines)


def never_done(counted: Mapping[str, Counter[str]]) -> list[str]:
    """What of the table happened in none of the runs."""
    done = sum(counted.values(), Counter[str]())
    return [name for names in FAULTS.values() for name in names if not done[name]]
