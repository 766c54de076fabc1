"""The styles of the template with which the tabs of this game are drawn."""

from __future__ import annotations

STYLES = (
    "edge", "hex.plain", "hex.forest", "hex.mountain", "hex.water", "hex.harsh", "hex.city", "hex.village",
    "hex.village.blue", "hex.village.red", "hex.village.teal", "hex.village.orange", "hex.village.violet",
    "hex.castle.blue", "hex.castle.red", "hex.castle.teal", "hex.castle.orange", "hex.castle.violet",
    "hex.main.blue", "hex.main.red", "hex.main.teal", "hex.main.orange", "hex.main.violet", "unit.blue",
    "unit.blue.spent", "leader.blue", "leader.blue.spent", "unit.red", "unit.red.spent", "leader.red",
    "leader.red.spent", "unit.teal", "unit.teal.spent", "leader.teal", "leader.teal.spent", "unit.orange",
    "unit.orange.spent", "leader.orange", "leader.orange.spent", "unit.violet", "unit.violet.spent",
    "leader.violet", "leader.violet.spent", "panel.time", "panel.light", "panel.heading", "panel.result",
    "legend", "row", "hurt", "rule", "rule.head",
)  # fmt: skip
