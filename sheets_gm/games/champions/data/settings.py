"""The settings of a match. Their defaults are the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.champions.data.dice_notation import DiceFormula, parse_dice
from sheets_gm.games.champions.data.items import BadItems, read_items
from sheets_gm.games.champions.data.numbers import (
    BASE_DICE,
    FEWEST,
    GRIDS,
    HEALTH,
    LETTERS,
    MOST,
    MOST_HEALTH,
    MOST_LINK,
    MOST_LOOT,
    TYPES,
)
from sheets_gm.games.champions.data.tiles import BadTiles, board, read_tiles
from sheets_gm.games.champions.data.words import NAME
from sheets_gm.games.contract import GameSettings
from sheets_gm.kernel.english import listed

ONLY_STORED = frozenset({"trading", "private_sheets"})
"""Settings with one value each, which nobody sets: they are both there if a match has stored its settings."""


class Settings(GameSettings):
    """The settings of a match. Each default is the ruling in its comment."""

    items: str = ""
    """The text of a table of items that replaces `templates/champions/items.csv`; empty: use that file."""
    tiles: str = ""
    """The text of a description of tiles that replaces `templates/champions/tiles.txt`; empty: use that file."""
    max_players: int = Field(MOST, ge=FEWEST, le=MOST)  # R1
    """The largest number of players, 2 to 16."""
    start_grid: Literal["auto", 2, 3, 4] = "auto"  # R1
    """The size of the first map, in tiles along each side; `auto`: by the number of players. For example, nine players
    begin on 3 x 3 tiles (CBR-1).
    """
    shrink_at: dict[str, int] = {"4": 9, "3": 4}  # R2
    """For the maps of size 4 and 3: the number of players left at which they shrink."""
    final_arena_at: int = Field(2, ge=0, le=16)  # R4
    """The number of players left at which the map shrinks to a single tile."""
    relocate: Literal["random_distinct", "geometric"] = "random_distinct"  # R3
    """Where players start on a smaller map: each on a random tile, which players share only if there are more of them
    than tiles, or on the tile that corresponds to the old one (`geometric`). For example, from A1 of 4 x 4: a random
    tile of 3 x 3, or A1 again (CBR-2, CBR-4).
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
    """Whether the map shows the names of the players on each tile. For example, B2 shows “Ana, Ben”, or “2 players”
    (CBR-7).
    """
    battle_dice: Literal["tile", "everyone"] = "tile"  # CBR-33, R30
    """Who sees the dice of a battle: the players on its `tile`, and everybody else one line about it; or `everyone`.
    For example, Ana and Ben fight on B2: only they see the rolls, or all do (CBR-33).
    """
    loot_actions: int = Field(3, ge=0, le=MOST_LOOT)  # R6
    """The number of looting actions of a player in each round."""
    loot_bonus_max: int = Field(2, ge=0)  # R9
    """The largest number of looting actions that worn items can add."""
    pool_refill: int = Field(0, ge=0)  # R7
    """The number of items that each tile regains after every round, up to its first number."""
    trading: Literal[False] = False  # R10
    """Players cannot trade items."""
    drop_on_elimination: Literal["tile", "lost"] = "tile"  # R12
    """Where the items of an eliminated player go: into the pool of its tile, or out of the match. For example, Ana
    falls on B2: her sword can be looted there, or is gone (CBR-26).
    """
    health: dict[str, int] = HEALTH  # CBR-35
    """The full health of each Champion, like {Mage = 90}; types that are not named keep the rulebook's number."""
    base_dice: dict[str, str] = BASE_DICE  # CBR-51
    """The base dice of each Champion's attack, like {Mage = "5d4"}; types that are not named keep the rulebook's."""
    heal_dice: str = "1d20"  # CBR-60
    """The dice of Heal."""
    set_length: int = Field(4, ge=1, le=6)  # CBR-39
    """The number of actions in a set."""
    sets_per_battle: int = Field(1, ge=1, le=5)  # R14
    """The number of sets in a battle."""
    rest_heal: int = Field(0, ge=0)  # R14
    """The health that each living Champion regains after a round."""
    default_pref: str = "HMRG"  # R16
    """The order in which types are attacked without an order: H(ealer), M(age), R(ogue), G(ladiator)."""
    overheal: bool = False  # R17
    """Whether healing can raise health above its maximum. For example, a Mage of 90 with 85 is healed by 10: it has 90,
    or 95 (CBR-62).
    """
    item_crit: bool = False  # R18
    """Whether item dice crit: a die that shows its highest face counts double, as base dice do. For example, a sword's
    d6 shows a 6: it counts 6, or 12 (CBR-55, CBR-56).
    """
    affinity: float = Field(0.25, ge=0, le=1)  # CBR-40
    """The share that a Champion's affinity adds to the effects of an item."""
    strong: float = Field(0.25, ge=0, le=1)  # R20
    """The share of damage that strength against the target adds."""
    weak: float = Field(-0.2, ge=-1, le=0)  # R20
    """The share of damage that strength of the target takes away, below 0."""
    affinity_mode: Literal["total", "item_only"] = "total"  # R21
    """What affinity multiplies: the whole attack (`total`), or only the dice of the items (`item_only`). For example, 8
    by base dice and 4 by a magical item: a Mage does 15, or 13 (CBR-40, CBR-42).
    """
    evade_pct: int = Field(50, ge=0, le=100)  # R24
    """The chance in percent that an attack misses a Champion that evades."""
    evade_cap: int = Field(75, ge=0, le=100)  # R24
    """The highest chance to miss, with all items."""
    assist: str = "1d6"  # R25
    """The dice that Support without an item (Assist) adds to the attack of the partner."""
    rounding: Literal["half_up", "half_even"] = "half_up"  # R27
    """How halves are rounded: up, or to the even number. For example, 2.5 is 3, or 2 (CBR-58)."""
    main_thread: str = Field("", max_length=500)  # CBR-17
    """A link to the main thread, or another text, that the map shows."""
    room_links: dict[str, str] = {}  # CBR-16
    """Links to the rooms of tiles, like {B2 = "https://..."}. Only the players on a tile see its link."""
    private_sheets: Literal[True] = True  # R30: a shared workbook is the GM's policy, "open hands"
    """Each player has a workbook of their own; `--set open-hands=yes` uses one shared workbook instead."""

    @model_validator(mode="before")
    @classmethod
    def _dice_of_old_matches(cls, values: Any) -> Any:
        """Set `battle_dice` for older matches, in which everybody saw the dice of all battles."""
        if isinstance(values, dict) and "battle_dice" not in values and values.keys() >= ONLY_STORED:
            return {**values, "battle_dice": "everyone"}
        return values

    @model_validator(mode="before")
    @classmethod
    def _last_tile(cls, values: Any) -> Any:
        """Accept size 2 in `shrink_at` as another name of `final_arena_at`."""
        if isinstance(values, dict) and isinstance(values.get("shrink_at"), dict):
            sizes = {str(size): alive for size, alive in values["shrink_at"].items()}
            last = sizes.pop("2", None)
            values = {**values, "shrink_at": sizes}
            if last is not None and values.setdefault("final_arena_at", last) != last:
                both = f"shrink_at.2 is {last} and final_arena_at is {values['final_arena_at']}"
                raise ValueError(f"{both}, but they mean the same: set only one of them")
        return values

    @field_validator("shrink_at")
    @classmethod
    def _two_sizes(cls, sizes: dict[str, int]) -> dict[str, int]:
        wrong = next((f"{size} = {n}" for size, n in sizes.items() if size not in ("4", "3") or not 0 <= n <= 16), "")
        if wrong:
            like = "at how many players, 0 to 16, the maps of size 4 and 3 shrink, like {4 = 9, 3 = 4}"
            raise ValueError(f"it cannot have “{wrong}”: write {like}")
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

    @field_validator("health", mode="before")
    @classmethod
    def _health_of_all(cls, health: Any) -> Any:
        return _of_every_type(health, HEALTH)

    @field_validator("health")
    @classmethod
    def _possible_health(cls, health: dict[str, int]) -> dict[str, int]:
        for type, each in health.items():
            if not 1 <= each <= MOST_HEALTH:
                raise ValueError(f"{type} cannot have {each} health: write 1 to {MOST_HEALTH}")
        return health

    @field_validator("base_dice", mode="before")
    @classmethod
    def _dice_of_all(cls, dice: Any) -> Any:
        return _of_every_type(dice, BASE_DICE)

    @field_validator("base_dice")
    @classmethod
    def _base_dice(cls, dice: dict[str, str]) -> dict[str, str]:
        return {type: str(parse_dice(text)) for type, text in dice.items()}

    @field_validator("room_links")
    @classmethod
    def _known_tiles(cls, links: dict[str, str]) -> dict[str, str]:
        unknown = next((tile for tile in links if tile not in board(GRIDS[0])), None)
        if unknown is not None:
            raise ValueError(f"there is no tile “{unknown}”; write one from A1 to D4")
        for tile, link in links.items():
            if len(link) > MOST_LINK:
                raise ValueError(f"the link of {tile} has {len(link)} characters: write at most {MOST_LINK}")
        return links

    @field_validator("default_pref")
    @classmethod
    def _every_type(cls, letters: str) -> str:
        if sorted(letters.upper()) != sorted(LETTERS):
            raise ValueError(f"it cannot be “{letters}”: write each of the letters H, M, R and G once")
        return letters.upper()

    @field_validator("assist", "heal_dice")
    @classmethod
    def _dice(cls, text: str) -> str:
        return str(parse_dice(text))

    @model_validator(mode="after")
    def _items_for_tiles(self) -> Settings:
        missing = _unfilled(self.tiles, self.items)
        if missing:
            raise ValueError(f"the tiles need {missing} items, and the table of items has none")
        if self.loot_actions + self.loot_bonus_max > MOST_LOOT:
            both = f"loot_actions {self.loot_actions} and loot_bonus_max {self.loot_bonus_max}"
            raise ValueError(f"{both} together are more than {MOST_LOOT}")
        return self

    def base(self, type: str) -> DiceFormula:
        """Return the base dice of a Champion's attack."""
        return parse_dice(self.base_dice[type])

    @property
    def affinity_percent(self) -> int:
        """The factor of affinity, in percent."""
        return 100 + self.affinity_bonus

    @property
    def affinity_bonus(self) -> int:
        """The addition of affinity, in percent."""
        return round(self.affinity * 100)

    @property
    def turns(self) -> int:
        """The number of turns in a battle: the actions of all its sets."""
        return self.set_length * self.sets_per_battle


@lru_cache(maxsize=16)
def _unfilled(tiles: str, items: str) -> str:
    """Return a kind of item that *tiles* need and *items* lack, "" if there is none. It is cached, as views read
    settings often.
    """
    return read_tiles(tiles).unfilled(read_items(items))


def _of_every_type(given: Any, usual: Mapping[str, Any]) -> Any:
    """Return the *given* values by type, completed with the *usual* values."""
    if not isinstance(given, Mapping):
        return given
    unknown = next((type for type in given if type not in TYPES), None)
    if unknown is not None:
        raise ValueError(f"there is no Champion “{unknown}”; use {listed(TYPES, 'or')}")
    return {type: given.get(type, usual[type]) for type in TYPES}
