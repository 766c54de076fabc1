"""The styles of the template with which the tabs of this game are drawn."""

from __future__ import annotations

STYLES = (
    "board.edge", "board.wall", "board", "board.courtyard", "board.lane", "board.stair", "board.jungle",
    "board.courtyard.name", "board.lane.name", "board.stair.name", "board.jungle.name", "board.ruin",
    "board.blue", "board.red", "board.held.blue", "board.held.red", "board.both", "board.base.blue",
    "board.base.red", "team.blue", "team.red", "panel", "panel.score", "panel.result", "legend",
    "skill.ready", "skill.in", "rule", "rule.head",
)  # fmt: skip
