"""The settings of a match. Their defaults are the rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field, model_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.war_game.data.army_lists import SLOTS, StartingArmy
from sheets_gm.games.war_game.data.creatures import wrong_units
from sheets_gm.games.war_game.data.maps import PLANES
from sheets_gm.games.war_game.data.numbers import MOST_PLAYERS
from sheets_gm.games.war_game.data.tables import BadData
from sheets_gm.games.war_game.data.words import COALITION, MERCENARIES, NAME, PORTAL, SIDES
from sheets_gm.games.war_game.data.world import Texts, World, read_world
from sheets_gm.kernel.geometry.square import Step

FILES = {
    "planes": "planes.txt",
    "structures": "structures.csv",
    "ranks": "ranks.csv",
    "weather": "weather.csv",
    "battle": "battle.csv",
    "creatures": "creatures.csv",
    "armies": "armies.csv",
    "mercenaries": "mercenaries.csv",
}
"""The data files of the template, by the setting that replaces them."""


OF_A_FACTION = {3: 1, 5: 2}
"""How many armies of a level a faction may have: Captains, Lieutenant Commanders (CPW-8); of the others any."""


class Settings(GameSettings):
    """The settings of a match. Each default is the ruling in its comment."""

    players: int = Field(2, ge=1, le=MOST_PLAYERS)
    """The number of places for players on each side."""
    planes: str = ""
    """The text of the planes that replaces `templates/war_game/planes.txt`; empty: use that file."""
    structures: str = ""
    """The text of the structures that replaces `templates/war_game/structures.csv`; empty: use that file."""
    ranks: str = ""
    """The text of the ranks that replaces `templates/war_game/ranks.csv`; empty: use that file."""
    weather: str = ""
    """The text of the weather that replaces `templates/war_game/weather.csv`; empty: use that file."""
    battle: str = ""
    """The text of the numbers of battles that replaces `templates/war_game/battle.csv`; empty: use that file."""
    creatures: str = ""
    """The text of the creatures that replaces `templates/war_game/creatures.csv`; empty: use that file."""
    armies: str = ""
    """The text of the starting armies that replaces `templates/war_game/armies.csv`; empty: use that file."""
    mercenaries: str = ""
    """The text of the mercenaries that replaces `templates/war_game/mercenaries.csv`; empty: use that file."""
    diagonal: Literal["step", "none"] = "step"  # CPW-R1
    """Whether a diagonal step costs one step like any other, or armies do not move diagonally (`none`). For example,
    from B3 to C4 it is one step, or two over B4 (CPW-R1).
    """
    resolve_order: Literal["movement_first", "battles_first"] = "movement_first"  # CPW-R2
    """Whether movement or the announced battles come first in a turn. For example, an army that leaves a battle's
    square by its order is gone before the battle, or fights first (CPW-R2).
    """
    engage_empty: Literal["move", "hold"] = "move"  # CPW-R4
    """What an engage order on an empty square does: the army moves there, or stays. For example, it engages C4 and the
    enemy has left: it stands on C4 in the end, or where it was (CPW-82).
    """
    missing_order: Literal["hold", "try"] = "hold"  # CPW-R5
    """What an army does without an order for the army in its last square: it stays, or moves if that army leaves. For
    example, it moves to C4 where a friend stood who leaves: it stays, or takes the square (CPW-85).
    """
    head_on: Literal["swap", "battle"] = "swap"  # CPW-R6
    """What two armies do that engage each other's squares: they change places, or they fight. For example, one engages
    C4 from C5, the other C5 from C4: they pass each other, or meet (CPW-79, CPW-84).
    """
    intercept_pick: Literal["random", "earliest"] = "random"  # CPW-R10
    """Which passing army is intercepted: a random one, or the one that arrives first. For example, two enemies pass: a
    die chooses, or the one whose way there is shorter is stopped (CPW-90).
    """
    intercept_named: Literal["prefer", "only"] = "prefer"  # CPW-R11
    """Whether an interceptor that names an army takes another one if that army does not pass. For example, it names the
    Host, and only the Choir passes: the Choir is stopped, or nobody (CPW-91).
    """
    joint_on_vs: bool = False  # CPW-R17
    """Whether two allies that meet an enemy on an empty square fight it jointly. For example, two allies and an enemy
    come to an empty square: the nearest fights alone, or both fight together (CPW-113, CPW-117).
    """
    joint_side: int = Field(2, ge=1, le=3)  # CPW-R18
    """The most armies of one side in a battle; 1: no joint battles. The rulebook has four in a battle in total, and
    speaks of “both” armies of a side; with 3 there may be three against one.
    """
    merc_tries: int = Field(2, ge=1, le=20)  # CPW-R29
    """The turns in which mercenaries try to take their structure back."""
    destroy_counter: Literal["army", "side"] = "army"  # CPW-R33
    """Whether one army must stay for all turns of a destruction, or armies of its side may follow each other. For
    example, the Host stays two turns and the Guard follows it for two: the count begins again, or the structure
    falls (CPW-139).
    """
    destroy_turns: int = Field(4, ge=1, le=50)  # CPW-139
    """The turns that it takes to destroy a structure."""
    vp_target: int = Field(500, ge=1, le=100_000)  # CPW-37
    """The victory points that win."""
    vp_battle: int = Field(2, ge=0, le=10_000)  # CPW-R36
    """The victory points for a battle won."""
    vp_feature: int = Field(2, ge=0, le=10_000)  # CPW-R36
    """The victory points that a feature with the effect `vp2` pays each turn."""
    vp_structure: int = Field(50, ge=0, le=10_000)  # CPW-142
    """The victory points for a destroyed base or stronghold."""
    stratless_margin: int = Field(10, ge=1, le=100)  # CPW-R43
    """The least margin of a battle that is won because the enemy sent no strategy."""
    slot_match: Literal["exact", "at_most"] = "exact"  # CPW-R46
    """Whether a creature fits only the slot of its size, or larger ones too. For example, a creature 2/5 fits slots of
    5 only, or those of 6 too (CPW-52, CPW-54).
    """
    multicolour: Literal["any", "all"] = "any"  # CPW-R47
    """Whether one colour of a creature must be among an army's factions, or all of them. For example, a red and white
    creature may serve under a red army, or only under one with both colours (CPW-57, CPW-59).
    """

    @model_validator(mode="before")
    @classmethod
    def _from_files(cls, values: Any) -> Any:
        """Fill in missing texts from the template's files."""
        if not isinstance(values, dict):
            return values
        return {**values, **{key: values.get(key) or files.read(NAME, name) for key, name in FILES.items()}}

    @model_validator(mode="after")
    def _readable(self) -> Settings:
        _check(self.world, self.slot_match, self.multicolour)
        return self

    @property
    def world(self) -> World:
        """Return the world that the settings describe."""
        return _world_of(_These(self))


class _These:
    """Wraps settings as a cache key that compares by identity, because comparing their long texts is slow."""

    __slots__ = ("settings",)

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __hash__(self) -> int:
        return id(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _These) and other.settings is self.settings


@lru_cache(maxsize=32)
def _world_of(these: _These) -> World:
    settings = these.settings
    texts = Texts(**{key: getattr(settings, key) for key in FILES})
    return read_world(texts, Step.KING if settings.diagonal == "step" else Step.ORTHOGONAL)


@lru_cache(maxsize=32)
def _check(world: World, slot_match: str, multicolour: str) -> None:
    """Raise BadData if an army of *world* breaks the rules on its composition."""
    for army in world.armies:
        if why := _wrong_army(world, army, slot_match, multicolour):
            raise army.line.bad(why)
    for side in SIDES:
        _check_numbers(world, side)
    _check_room(world)


def _wrong_army(world: World, army: StartingArmy, slot_match: str, multicolour: str) -> str:
    for slot, most in enumerate(SLOTS, start=1):
        there = sum(each.count for each in army.units if each.slot == slot)
        if there > most:
            return f"slot {slot} of {army.name} has {there:,} units, more than {most:,}"
    if army.side == MERCENARIES:
        return ""
    return wrong_units(
        army.units, world.ranks[army.level], world.creatures, army.side, army.primary + army.secondary,
        slot_match=slot_match, multicolour=multicolour,
    )  # fmt: skip


def _check_room(world: World) -> None:
    """Raise BadData unless every plane has room for all armies, so that a losing army always finds a square."""
    for plane in world.planes.values():
        free = len(plane.terrain) - sum(each.kind == PORTAL for each in world.structures.values())
        if free <= len(world.armies):
            raise BadData(
                f"{PLANES}: {plane.name} has {free} squares without a portal, too few for {len(world.armies)} armies"
            )


def _check_numbers(world: World, side: str) -> None:
    """Raise BadData if a side has too many armies of a rank (CPW-9, CPW-11), or a faction too many (CPW-8)."""
    for level, rank in world.ranks.items():
        there = [army for army in world.armies if (army.side, army.level) == (side, level)]
        if rank.most and len(there) > rank.most:
            raise there[-1].line.bad(f"the side has {len(there)} armies of level {level}, more than {rank.most}")
        if side == COALITION and level in OF_A_FACTION:
            _check_factions(there, level, OF_A_FACTION[level])


def _check_factions(armies: Sequence[StartingArmy], level: int, most: int) -> None:
    """Raise BadData if a faction is the primary one of more than *most* of *armies*, all of one level (CPW-8)."""
    count: Counter[str] = Counter()
    for army in armies:
        count[army.primary] += 1
        if count[army.primary] > most:
            raise army.line.bad(f"the faction has more than {most} of level {level}")
