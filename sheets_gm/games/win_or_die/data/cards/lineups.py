"""The Recommended Line-ups, from `lineups.csv` (WOD-3, WOD-41, WOD-91)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.csv_tables import BadTable, TableRow, table_rows
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, MERCENARIES, SAME

LINEUPS = "lineups.csv"

MOST_UNITS = 9  # WOD-43
"""The most units of a line-up beside its Leader; that many have a space to be deployed on."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """A ready-made legion: its *region*, and each card with its enhancements, the Leader first."""

    name: str
    region: str
    units: tuple[tuple[str, tuple[str, ...]], ...]


def read_lineups(text: str, cards: Mapping[str, Card]) -> dict[str, LineUp]:
    """Read the line-ups of a table, by name. Raises BadTable."""
    lineups: dict[str, LineUp] = {}
    for row in table_rows(LINEUPS, text, ("lineup", "card", "enhancements")):
        name, card = row.named("lineup"), cards.get(row["card"])
        if card is None:
            raise row.bad(f"there is no card “{row['card']}”", "card")
        enhancements = row.several("enhancements")
        unknown = next((each for each in enhancements if each not in ENHANCEMENTS), None)
        if unknown is not None:
            raise row.bad(f"“{unknown}” is not one of {', '.join(ENHANCEMENTS)}", "enhancements")
        lineup = lineups.get(name)
        if lineup is None:
            if not card.leader:
                raise row.bad("the first card of a line-up must be a Leader", "card")
            lineup = LineUp(name, card.region, ())
        elif card.leader:
            raise row.bad(f"{name} has a Leader already", "card")
        if card.region not in (lineup.region, MERCENARIES):
            raise row.bad(f"{card.name} is not of {lineup.region}", "card")
        _check_legion(row, lineup, card, enhancements)
        lineups[name] = LineUp(name, lineup.region, (*lineup.units, (card.id, enhancements)))
    alone = next((each.name for each in lineups.values() if len(each.units) == 1), None)
    if alone is not None:
        raise BadTable(f"{LINEUPS}: {alone} has a Leader and no other unit, so it would have no morale")
    missing = {card.region for card in cards.values()} - {each.region for each in lineups.values()} - {MERCENARIES}
    if missing:
        raise BadTable(f"{LINEUPS}: there is no line-up of {', '.join(sorted(missing))}")
    if len({each.region for each in [*lineups.values()][:2]}) < 2:
        raise BadTable(f"{LINEUPS}: the first two line-ups must be of two regions")
    return lineups


def _check_legion(row: TableRow, lineup: LineUp, card: Card, enhancements: tuple[str, ...]) -> None:
    """Raise BadTable if the line-up *lineup* cannot also contain *card*."""
    if len(lineup.units) > MOST_UNITS:
        raise row.bad(f"{lineup.name} has a Leader and {MOST_UNITS} units already", "card")
    if [each for each, _ in lineup.units].count(card.id) >= card.limit:  # WOD-22
        raise row.bad(f"a Barrack has only {card.limit} of {card.name}", "card")
    counts = Counter(each for _, given in lineup.units for each in given)
    for each in enhancements:
        if enhancements.count(each) > 1:
            raise row.bad(f"a unit can have {each} once", "enhancements")
        if counts[each] >= SAME:  # WOD-44
            raise row.bad(f"{lineup.name} has {SAME} {each} enhancements already", "enhancements")
