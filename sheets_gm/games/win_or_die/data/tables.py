"""All tables of the game together. A match stores the tables with which it was created, packed into one text, so
editing a file does not change a running match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sheets_gm.games.csv_tables import PackedTables
from sheets_gm.games.win_or_die.data.cards.lineups import LINEUPS, LineUp, read_lineups
from sheets_gm.games.win_or_die.data.cards.tactics import TACTICS, Tactic, read_tactics
from sheets_gm.games.win_or_die.data.cards.units import ABILITIES, UNITS, Card, read_cards
from sheets_gm.games.win_or_die.data.words import MERCENARIES

FILES = (UNITS, ABILITIES, TACTICS, LINEUPS)


@dataclass(frozen=True, eq=False)
class Tables:
    """The cards by id, and the Tactics and line-ups by name."""

    cards: Mapping[str, Card]
    tactics: Mapping[str, Tactic]
    lineups: Mapping[str, LineUp]

    @cached_property
    def regions(self) -> tuple[str, ...]:
        """The regions, without the Mercenaries."""
        return tuple(dict.fromkeys(card.region for card in self.cards.values() if card.region != MERCENARIES))

    @cached_property
    def mercenaries(self) -> tuple[Card, ...]:
        """The Mercenary cards."""
        return tuple(card for card in self.cards.values() if card.region == MERCENARIES)

    @cached_property
    def by_name(self) -> Mapping[str, Card]:
        """The cards by name."""
        return {card.name: card for card in self.cards.values()}

    def lineups_of(self, region: str) -> tuple[LineUp, ...]:
        """Return the line-ups of *region*; the first is the default."""
        return tuple(each for each in self.lineups.values() if each.region == region)


def parse(texts: Mapping[str, str]) -> Tables:
    """Read the tables from the *texts* of the files, by file name. Raises BadTable."""
    cards = read_cards(texts[UNITS], texts[ABILITIES])
    return Tables(cards, read_tactics(texts[TACTICS]), read_lineups(texts[LINEUPS], cards))


_PACKED = PackedTables(FILES, parse)
pack, checked, tables = _PACKED.pack, _PACKED.checked, _PACKED.tables
