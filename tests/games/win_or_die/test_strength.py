"""The figures of a unit: whom an aura serves."""

from __future__ import annotations

import pytest

from sheets_gm.games.win_or_die.data.words import POWER
from sheets_gm.games.win_or_die.position.strength import changes, stat
from tests.games.win_or_die.table import position

SPOTTER = "ann-L2 G5"
"""Grand Bombardier Zug: ranged allies beside it have 1 more power."""


@pytest.mark.clause("WOD-R16")
@pytest.mark.parametrize(
    ("card", "leader", "more"),
    [
        ("ann-U2 G6", SPOTTER, 1),  # an archer with range 2
        ("ann-U4 G6", SPOTTER, 1),  # an archer with range 4, which cannot hit what is beside it
        ("ann-U1 G6", SPOTTER, 0),  # a fighter
        ("ann-U5 G6", SPOTTER, 0),  # a trickster with range 1
        ("ann-U2 G7", SPOTTER, 0),  # two spaces away
        ("ann-U2 G6", f"{SPOTTER} hidden", 0),
    ],
)
def test_an_aura_for_ranged_units_serves_only_those_beside_it(card: str, leader: str, more: int) -> None:
    field = position({"R1": leader, "R2": card, "T1": "yav-U1 A1"}).field
    unit = field.by_id["R2"]
    reasons = list(changes(field, unit, POWER))
    assert stat(field, unit, POWER) - field.card(unit).power == sum(amount for _, amount in reasons)
    assert [amount for name, amount in reasons if name == "Grand Bombardier Zug"] == [more] * bool(more)


SYLVARA = "ivy-L1 G5"
"""Sylvara, Canopy Warden: allied Archers within 2 have 1 more power."""


@pytest.mark.clause("WOD-R16")
@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("ivy-U2 G6", 1),  # an Archer with range 3
        ("ivy-U1 G6", 0),  # a Vanguard with range 1
        ("ann-L2 G6", 0),  # a Leader with range 3: ranged, but of another type
        ("cha-H1 G6", 0),  # a Hero with range 3
    ],
)
def test_an_aura_for_one_type_serves_no_ranged_unit_of_another(card: str, more: int) -> None:
    field = position({"R1": SYLVARA, "R2": card, "T1": "yav-U1 A1"}).field
    unit = field.by_id["R2"]
    assert [amount for name, amount in changes(field, unit, POWER) if name.startswith("Sylvara")] == [1] * more
    assert stat(field, unit, POWER) == field.card(unit).power + more
