"""The signs on the tabs."""

from __future__ import annotations

from sheets_gm.games.gvg.data.words import BLUE, DPS, HEALER, RED, TANK

SIGN = {DPS: "🗡", TANK: "🛡", HEALER: "🌿"}
SIDE = {BLUE: "●", RED: "▲"}
"""The sign of each team, for eyes that its colour does not help."""
HEART = "♥"
BULWARK, FISH, TREE, COIN, DRUM, MONSTER = "♜", "🐠", "🍁", "🟡", "🥁", "🐉"
