"""The styles of the template with which the tabs of this game are drawn."""

from __future__ import annotations

STYLES = (
    "edge", "hex.plain", "hex.mine", "hex.mountains", "hex.forest", "hex.highland", "unit.red",
    "unit.red.hidden", "leader.red", "leader.red.hidden", "panel.red", "unit.teal", "unit.teal.hidden",
    "leader.teal", "leader.teal.hidden", "panel.teal", "mark.head", "tactic.red", "mark.red", "tactic.teal",
    "mark.teal", "panel.news", "legend", "task", "panel.result", "hurt", "row", "rule", "rule.head",
)  # fmt: skip
