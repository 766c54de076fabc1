"""How the sheet writes Champions, items and maps."""

from __future__ import annotations

from sheets_gm.games.champions.data.items import Item

ICON = {"Gladiator": "🛡", "Rogue": "🗡", "Healer": "🌿", "Mage": "🔮"}


def size_name(size: int) -> str:
    """Write the map of *size*, like "3×3"."""
    return f"{size}×{size}" if size > 1 else "a single tile"


def category_of(item: Item) -> str:
    """Return the category of *item*; of armor with its class."""
    return f"{item.armor} Armor" if item.armor else item.category


def effects_of(item: Item) -> str:
    """Describe the effects of *item*."""
    lines = [f"attack +{item.attack}"] if item.attack else []
    lines += [f"healing +{item.heal}"] if item.heal else []
    lines += [f"defence {item.defence}"] if item.defence else []
    lines += [f"{item.loot} more looting action"] if item.loot else []
    lines += [f"Evade +{item.evade} %"] if item.evade else []
    lines += ["its wearer's item dice crit"] if item.crit else []
    lines += [f"once, instead of death: {item.revive} health"] if item.revive else []
    if item.active:
        what = {
            "heal": "Support: heals one of your Champions {}",
            "heal_both": "Support: heals both {}",
            "evade_up": "Support: both evade +{} %",
            "attack_up": "Support: partner's attack +{}",
            "attack_down": "Support: one enemy's attack −{}",
            "defense_up": "Support: defence of one of your Champions +{}",
        }[item.active.effect]
        lines.append(what.format(item.active.dice or item.active.percent))
    return ", ".join(lines)
