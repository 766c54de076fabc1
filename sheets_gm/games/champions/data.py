"""The numbers of the rulebook, and the settings of a match: each ruling's key with its default."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.champions.armoury import BadItems, armoury
from sheets_gm.games.champions.throws import Throw, throw
from sheets_gm.games.champions.tiles import BadTiles, tiles
from sheets_gm.games.champions.words import HEAVY, LIGHT, MAGICAL, MEDIUM, NAME, PHYSICAL, SUPPORT
from sheets_gm.games.contract import GameSettings

GLADIATOR, ROGUE, HEALER, MAGE = "Gladiator", "Rogue", "Healer", "Mage"
TYPES = (GLADIATOR, ROGUE, HEALER, MAGE)  # CBR-18

HEALTH = {GLADIATOR: 100, ROGUE: 85, HEALER: 80, MAGE: 85}  # CBR-35

BASE = {GLADIATOR: Throw(2, 10), ROGUE: Throw(3, 8), MAGE: Throw(4, 5), HEALER: Throw(1, 10)}  # CBR-51

BEATS = {
    GLADIATOR: (MAGE, HEALER),  # CBR-27, CBR-30
    MAGE: (ROGUE, HEALER),  # CBR-28, CBR-30
    ROGUE: (GLADIATOR, HEALER),  # CBR-29, CBR-30
    HEALER: (),
}

AFFINITY = {
    GLADIATOR: (PHYSICAL,),  # CBR-20
    ROGUE: (PHYSICAL, SUPPORT),  # CBR-20, CBR-22
    MAGE: (MAGICAL,),  # CBR-21
    HEALER: (MAGICAL, SUPPORT),  # CBR-21, CBR-22
}

WEARS = {
    GLADIATOR: (LIGHT, MEDIUM, HEAVY),  # CBR-24
    ROGUE: (LIGHT, MEDIUM),
    MAGE: (LIGHT, MEDIUM),
    HEALER: (LIGHT,),  # CBR-25
}
"""R11: the classes of armor that each may wear."""

HEAL = Throw(1, 20)  # CBR-60
AFFINITY_PERCENT = 25  # CBR-40
HANDS = 2  # CBR-26: items of any mix, beside one of armor
TEAM = 2  # CBR-34: Champions a side
TURNS = 4  # CBR-39: actions in a set
FEWEST, MOST = 2, 16  # R1: players
MOST_LOOT = 5  # the columns of the Looting tab

ATTACK, HEAL_ACTION, SUPPORT_ACTION, EVADE = "Attack", "Heal", "Support", "Evade"
ACTIONS = (ATTACK, HEAL_ACTION, SUPPORT_ACTION, EVADE)  # CBR-46
ASSIST = "Assist"
SELF, PARTNER = "Self", "Partner"

LETTERS = {"G": GLADIATOR, "R": ROGUE, "H": HEALER, "M": MAGE}

GRIDS = (4, 3, 2, 1)
CAPACITY = {2: 4, 3: 9, 4: 16}


def may(champion: str, action: str) -> bool:
    """Whether a *champion* may choose *action* (CBR-47, CBR-48)."""
    if action == HEAL_ACTION:
        return champion == HEALER
    return action != SUPPORT_ACTION or champion != GLADIATOR


class Settings(GameSettings):
    """A match's settings. Every default is the ruling that its comment names."""

    items: str = ""
    """The whole text of another table of items; empty: `templates/champions/items.csv` as it stands."""
    tiles: str = ""
    """The whole text of other tiles; empty: `templates/champions/tiles.txt` as it stands."""
    max_players: int = Field(MOST, ge=FEWEST, le=MOST)  # R1
    """The most players, 2 to 16."""
    start_grid: Literal["auto", 2, 3, 4] = "auto"  # R1
    """Tiles along each side of the first map; `auto`: by the number of players."""
    shrink_at: dict[str, int] = {"4": 9, "3": 4}  # R2
    """How many players are left when the map shrinks to that size."""
    final_arena_at: int = Field(2, ge=0, le=16)  # R4
    """How many players are left when one tile remains."""
    relocate: Literal["random_distinct", "geometric"] = "random_distinct"  # R3
    """Where players are put on a smaller map: on tiles drawn for them, each its own, or on the tile that lies alike
    (`geometric`).
    """
    stall_rounds: int = Field(3, ge=1)  # R4
    """Rounds in a row without a battle after which the map shrinks."""
    deadlock_rounds: int = Field(6, ge=1)  # R4, beyond it: rounds in which nobody falls
    """Rounds in a row in which nobody falls, after which the map shrinks; on the last tile exhaustion sets in."""
    exhaustion: int = Field(10, ge=1)  # R4, beyond it: health that such rounds cost on the last tile
    """Health that every Champion loses to exhaustion: so much in its first round, twice as much in its second, ..."""
    show_names: bool = True  # R5
    """Whether the map names who is where."""
    loot_actions: int = Field(3, ge=0, le=MOST_LOOT)  # R6
    """Loot actions of a player each round."""
    loot_bonus_max: int = Field(2, ge=0)  # R9
    """The most loot actions that worn items can add."""
    pool_refill: int = Field(0, ge=0)  # R7
    """Items that come back to each tile's pool every round, up to what it first held."""
    trading: Literal[False] = False  # R10
    """Players cannot trade items."""
    drop_on_elimination: Literal["tile", "lost"] = "tile"  # R12
    """Where an eliminated player's items go: into the tile's pool, or nowhere."""
    sets_per_battle: int = Field(1, ge=1, le=5)  # R14
    """Sets of four turns in a battle."""
    rest_heal: int = Field(0, ge=0)  # R14
    """Health that every living Champion regains after a round."""
    default_pref: str = "HMRG"  # R16
    """The order in which types are attacked where a player says nothing: H(ealer), M(age), R(ogue), G(ladiator)."""
    overheal: bool = False  # R17
    """Whether healing can go beyond the full health."""
    item_crit: bool = False  # R18
    """Whether an item's die that shows its highest side counts twice, like the Champion's own."""
    strong: float = Field(0.25, ge=0, le=1)  # R20
    """What a strength adds to the damage, as a share."""
    weak: float = Field(-0.2, ge=-1, le=0)  # R20
    """What a weakness takes from it, as a share below 0."""
    affinity_mode: Literal["total", "item_only"] = "total"  # R21
    """What affinity multiplies: the whole attack (`total`), or only the items' dice."""
    evade_pct: int = Field(50, ge=0, le=100)  # R24
    """How many attacks in a hundred miss a Champion that evades."""
    evade_cap: int = Field(75, ge=0, le=100)  # R24
    """The most that items can raise it to."""
    assist: str = "1d6"  # R25
    """What a Champion without a Support item adds to its partner's attacks."""
    rounding: Literal["half_up", "half_even"] = "half_up"  # R27
    """How halves are rounded: up, or to the even number."""
    private_sheets: Literal[True] = True  # R30: a shared workbook is the GM's policy, "open hands"
    """Each player has a workbook of their own; `--open-hands` plays on a shared one."""

    @model_validator(mode="before")
    @classmethod
    def _last_tile(cls, values: Any) -> Any:
        """The one tile has a key of its own; `shrink_at` may name it too."""
        if isinstance(values, dict) and isinstance(values.get("shrink_at"), dict):
            sizes = {str(size): alive for size, alive in values["shrink_at"].items()}
            last = sizes.pop("2", None)
            values = {**values, "shrink_at": sizes}
            if last is not None and values.setdefault("final_arena_at", last) != last:
                raise ValueError("shrink_at.2 and final_arena_at name the same thing: set one of them")
        return values

    @field_validator("shrink_at")
    @classmethod
    def _two_sizes(cls, sizes: dict[str, int]) -> dict[str, int]:
        if set(sizes) - {"4", "3"} or any(not 0 <= alive <= 16 for alive in sizes.values()):
            raise ValueError("it says at how many players the maps 4 and 3 shrink: {4 = 9, 3 = 4}")
        return sizes

    @field_validator("items")
    @classmethod
    def _some_items(cls, text: str) -> str:
        text = text or files.read(NAME, "items.csv")
        try:
            armoury(text)
        except BadItems as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("tiles")
    @classmethod
    def _some_tiles(cls, text: str) -> str:
        text = text or files.read(NAME, "tiles.txt")
        try:
            tiles(text)
        except BadTiles as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("default_pref")
    @classmethod
    def _every_type(cls, letters: str) -> str:
        if sorted(letters.upper()) != sorted(LETTERS):
            raise ValueError("it names the letters H, M, R and G once each")
        return letters.upper()

    @field_validator("assist")
    @classmethod
    def _dice(cls, text: str) -> str:
        throw(text)
        return text

    @model_validator(mode="after")
    def _items_for_tiles(self) -> Settings:
        missing = tiles(self.tiles).unfilled(armoury(self.items))
        if missing:
            raise ValueError(f"the tiles hold {missing} items, and there are none in the items")
        if self.loot_actions + self.loot_bonus_max > MOST_LOOT:
            raise ValueError(f"loot_actions and loot_bonus_max come to more than {MOST_LOOT}")
        return self
