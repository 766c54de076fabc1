"""The table of what the simulation does to a match, and how often the match survived it, for docs/reliability.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.simulation.disk import AWAY, STORE_FAULTS
from tests.simulation.network import NETWORK_FAULTS
from tests.simulation.owners import EDITS
from tests.simulation.people import DEEDS
from tests.simulation.running import PROCESS_FAULTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"

START, END = "<!-- table -->", "<!-- end of table -->"

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


def write(counted: Mapping[str, Counter[str]], seeds: int, broken: int) -> None:
    """Write the table of so many *seeds* of each game into the page, and how many worlds were *broken*."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    heading = f"How often in {seeds:,} seeds of each game; of these {seeds * len(counted):,} worlds, {broken} broke:"
    PAGE.write_text(f"{before}{START}\n{heading}\n\n{table(counted)}\n{END}{after}", encoding="utf-8")


def names_on_the_page() -> list[str]:
    """What the page says that is done."""
    lines = PAGE.read_text(encoding="utf-8").partition(START)[2].partition(END)[0].splitlines()
    return [line.split("|")[2].strip() for line in lines if line.startswith("| ")][1:]
