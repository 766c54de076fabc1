"""The numbers of the rulebook, and the settings of a match. The defaults of the settings are the rulings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.champions.dice_notation import DiceFormula, parse_dice
from sheets_gm.games.champions.items import BadItems, read_items
from sheets_gm.games.champions.tiles import BadTiles, read_tiles
from sheets_gm.games.champions.words import HEAVY, LIGHT, MAGICAL, MEDIUM, NAME, PHYSICAL, SUPPORT
from sheets_gm.games.contract import GameSettings

GLADIATOR, ROGUE, HEALER, MAGE = "Gladiator", "Rogue", "Healer", "Mage"
TYPES = (GLADIATOR, ROGUE, HEALER, MAGE)  # CBR-18

HEALTH = {GLADIATOR: 100, ROGUE: 85, HEALER: 80, MAGE: 85}  # CBR-35

BASE = {
    GLADIATOR: DiceFormula(2, 10),
    ROGUE: DiceFormula(3, 8),
    MAGE: DiceFormula(4, 5),
    HEALER: DiceFormula(1, 10),
}  # CBR-51

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
"""The classes of armor that each type may wear (R11)."""

HEAL = DiceFormula(1, 20)  # CBR-60
AFFINITY_PERCENT = 25  # CBR-40
HANDS = 2  # CBR-26: items of any mix, besides armor
TEAM = 2  # CBR-34: Champions on a side
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
    """Whether a Champion of this type may take *action* (CBR-47, CBR-48)."""
    if action == HEAL_ACTION:
        return champion == HEALER
    return action != SUPPORT_ACTION or champion != GLADIATOR


class Settings(GameSettings):
    """The settings of a match. Each default is the ruling in its comment."""

    items: str = ""
    """The text of a table of items that replaces `templates/champions/items.csv`; empty: use that file."""
    tiles: str = ""
    """The text of a description of tiles that replaces `templates/champions/tiles.txt`; empty: use that file."""
    max_players: int = Field(MOST, ge=FEWEST, le=MOST)  # R1
    """The largest number of players, 2 to 16."""
    start_grid: Literal["auto", 2, 3, 4] = "auto"  # R1
    """The size of the first map, in tiles along each side; `auto`: by the number of players."""
    shrink_at: dict[str, int] = {"4": 9, "3": 4}  # R2
    """For the maps of size 4 and 3: the number of players left at which they shrink."""
    final_arena_at: int = Field(2, ge=0, le=16)  # R4
    """The number of players left at which the map shrinks to a single tile."""
    relocate: Literal["random_distinct", "geometric"] = "random_distinct"  # R3
    """Where players start on a smaller map: each on a random tile of its own, or on the tile that corresponds to the
    old one (`geometric`).
    """
    stall_rounds: int = Field(3, ge=1)  # R4
    """The number of rounds in a row without a battle after which the map shrinks."""
    deadlock_rounds: int = Field(6, ge=1)  # R4, beyond it: rounds in which nobody falls
    """The number of rounds in a row without a fallen Champion after which the map shrinks; on the last tile, exhaustion
    begins.
    """
    exhaustion: int = Field(10, ge=1)  # R4, beyond it: health that such rounds cost on the last tile
    """The health that each Champion loses in the first round of exhaustion; twice as much in the second, and so on."""
    show_names: bool = True  # R5
    """Whether the map shows the names of the players on each tile."""
    loot_actions: int = Field(3, ge=0, le=MOST_LOOT)  # R6
    """The number of looting actions of a player in each round."""
    loot_bonus_max: int = Field(2, ge=0)  # R9
    """The largest number of looting actions that worn items can add."""
    pool_refill: int = Field(0, ge=0)  # R7
    """The number of items that each tile regains after every round, up to its first number."""
    trading: Literal[False] = False  # R10
    """Players cannot trade items."""
    drop_on_elimination: Literal["tile", "lost"] = "tile"  # R12
    """Where the items of an eliminated player go: into the pool of its tile, or out of the match."""
    sets_per_battle: int = Field(1, ge=1, le=5)  # R14
    """The number of sets in a battle."""
    rest_heal: int = Field(0, ge=0)  # R14
    """The health that each living Champion regains after a round."""
    default_pref: str = "HMRG"  # R16
    """The order in which types are attacked without an order: H(ealer), M(age), R(ogue), G(ladiator)."""
    overheal: bool = False  # R17
    """Whether healing can raise health above its maximum."""
    item_crit: bool = False  # R18
    """Whether item dice crit: a die that shows its highest face counts double, as base dice do."""
    strong: float = Field(0.25, ge=0, le=1)  # R20
    """The share of damage that strength against the target adds."""
    weak: float = Field(-0.2, ge=-1, le=0)  # R20
    """The share of damage that strength of the target takes away, below 0."""
    affinity_mode: Literal["total", "item_only"] = "total"  # R21
    """What affinity multiplies: the whole attack (`total`), or only the dice of the items (`item_only`)."""
    evade_pct: int = Field(50, ge=0, le=100)  # R24
    """The chance in percent that an attack misses a Champion that evades."""
    evade_cap: int = Field(75, ge=0, le=100)  # R24
    """The highest chance to miss, with all items."""
    assist: str = "1d6"  # R25
    """The dice that Support without an item (Assist) adds to the attack of the partner."""
    rounding: Literal["half_up", "half_even"] = "half_up"  # R27
    """How halves are rounded: up, or to the even number."""
    private_sheets: Literal[True] = True  # R30: a shared workbook is the GM's policy, "open hands"
    """Each player has a workbook of their own; `--open-hands` uses one shared workbook instead."""

    @model_validator(mode="before")
    @classmethod
    def _last_tile(cls, values: Any) -> Any:
        """Accept size 2 in `shrink_at` as another name of `final_arena_at`."""
        if isinstance(values, dict) and isinstance(values.get("shrink_at"), dict):
            sizes = {str(size): alive for size, alive in values["shrink_at"].items()}
            last = sizes.pop("2", None)
            values = {**values, "shrink_at": sizes}
            if last is not None and values.setdefault("final_arena_at", last) != last:
                raise ValueError("shrink_at.2 and final_arena_at mean the same; set only one of them")
        return values

    @field_validator("shrink_at")
    @classmethod
    def _two_sizes(cls, sizes: dict[str, int]) -> dict[str, int]:
        if set(sizes) - {"4", "3"} or any(not 0 <= alive <= 16 for alive in sizes.values()):
            raise ValueError("write at how many players, 0 to 16, the maps of size 4 and 3 shrink, like {4 = 9, 3 = 4}")
        return sizes

    @field_validator("items")
    @classmethod
    def _readable_items(cls, text: str) -> str:
        text = text or files.read(NAME, "items.csv")
        try:
            read_items(text)
        except BadItems as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("tiles")
    @classmethod
    def _readable_tiles(cls, text: str) -> str:
        text = text or files.read(NAME, "tiles.txt")
        try:
            read_tiles(text)
        except BadTiles as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("default_pref")
    @classmethod
    def _every_type(cls, letters: str) -> str:
        if sorted(letters.upper()) != sorted(LETTERS):
            raise ValueError("write each of the letters H, M, R and G once")
        return letters.upper()

    @field_validator("assist")
    @classmethod
    def _dice(cls, text: str) -> str:
        parse_dice(text)
        return text

    @model_validator(mode="after")
    def _items_for_tiles(self) -> Settings:
        missing = read_tiles(self.tiles).unfilled(read_items(self.items))
        if missing:
            raise ValueError(f"the tiles need {missing} items, and the table of items has none")
        if self.loot_actions + self.loot_bonus_max > MOST_LOOT:
            raise ValueError(f"loot_actions and loot_bonus_max together are more than {MOST_LOOT}")
        return self
