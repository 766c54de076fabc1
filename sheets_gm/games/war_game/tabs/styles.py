"""The styles of the template with which the tabs of this game are drawn."""

from __future__ import annotations

STYLES = (
    "map.edge", "terrain.plains", "terrain.islands", "terrain.swamp", "terrain.mountains", "terrain.forest",
    "terrain.ocean", "map.coalition", "map.phyrexia", "map.mercenaries", "map.battle", "map.base.W",
    "map.base.U", "map.base.B", "map.base.R", "map.base.G", "map.stronghold", "map.feature", "map.portal",
    "map.ruin", "score", "legend", "text", "text.head", "rule", "rule.head", "rule.value",
)  # fmt: skip
