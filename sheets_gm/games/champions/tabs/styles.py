"""The styles of the template with which the tabs of this game are drawn."""

from __future__ import annotations

STYLES = (
    "map.edge", "tile.corner", "tile.corner.head", "tile.corner.own", "tile.edge", "tile.edge.head",
    "tile.edge.own", "tile.centre", "tile.centre.head", "tile.centre.own", "panel", "panel.count",
    "panel.result", "panel.room", "panel.fight", "legend", "person", "person.own", "person.out", "person.at",
    "health.good", "health.hurt", "health.low", "health.dead", "tier.common", "tier.uncommon", "tier.rare",
    "tier.legendary", "found", "does", "rule", "rule.head",
)  # fmt: skip
