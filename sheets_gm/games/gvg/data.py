"""The rulebook's numbers, and the settings of a match with their defaults."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.gvg.board import BadBoard, board

NAME = "gvg"

BLUE = "blue"
RED = "red"
TEAMS = (BLUE, RED)
TEAM = 5  # GVG-1: the most players in a team


def other(team: str) -> str:
    """The team that plays against *team*."""
    return RED if team == BLUE else BLUE


DPS, TANK, HEALER = "DPS", "Tank", "Healer"
ROLES = (DPS, TANK, HEALER)

ROLE_BONUS = 2  # GVG-10, GVG-11, GVG-12
BUFF_BONUS = 2  # GVG-14
BUFF_RANGE = 1  # GVG-14, GVG-17
TREE_BONUS = 2  # GVG-55
CARRIER_STEPS = 2  # GVG-53
CARRIER_STEPS_MARKED = 1  # GVG-54
BULWARK_HP = 3  # GVG-41
FISH_HP = 6  # GVG-47
BOSS_HP = 3  # GVG-58
BOSS_REWARD = 2  # GVG-59
DUEL_REWARD = 2  # GVG-87
DUEL_POINTS = 3  # GVG-85, GVG-87
HALFTIME = 30  # GVG-83
SPEED_BONUS = 3  # GVG-71
DAMAGE_BONUS = 4  # GVG-73, GVG-74

FISH_TIER = {1: 2, 2: 0, 3: -2}
"""GVG-48: the bonus to the Fish's die, by the number of destroyed Bulwarks."""

SPEED = "Player Speed"
REDUCTION = "Healing Reduction"
BULWARK_DAMAGE = "Bulwark Damage"
FISH_DAMAGE = "Fish Damage"
PROTECTION = "City Protection"
TREE_SPEED = "Tree Speed"
BALLISTA = "Ballista Charges"

COST = {
    SPEED: 1,
    REDUCTION: 1,
    BULWARK_DAMAGE: 1,
    FISH_DAMAGE: 1,
    PROTECTION: 2,
    TREE_SPEED: 2,
    BALLISTA: 1,
}
"""The Command Skills and their costs in coins (GVG-71 to GVG-77)."""

SKILL_CLAUSE = {
    SPEED: "GVG-71",
    REDUCTION: "GVG-72",
    BULWARK_DAMAGE: "GVG-73",
    FISH_DAMAGE: "GVG-74",
    PROTECTION: "GVG-75",
    TREE_SPEED: "GVG-76",
    BALLISTA: "GVG-77",
}

WALK, FLY = "WALK", "BALLISTA"
AUTO, HOLD, BUFF, REVIVE, PICKUP, FIGHT = "AUTO", "HOLD", "BUFF", "REVIVE", "PICKUP", "FIGHT"

Step = Literal["tree", "bulwarks", "bulwark_hp", "fish_hp"]


class Settings(GameSettings):
    """The settings of a match. The comment beside each names the ruling that its default follows."""

    board: str = ""
    """The full text of a custom board. Empty: the board in `templates/gvg/board.txt`."""
    die_sides: int = 6  # R1
    """The number of sides of every die."""
    turn_mode: Literal["rolled", "two_step", "blind"] = "rolled"  # R2
    """`rolled`: the turn opens with its movement rolls shown, and skills and orders are given together. `two_step`:
    skills are locked first, then the rolls are shown. `blind`: rolls are not shown, and players walk towards their
    destination as far as the roll allows.
    """
    diagonal: bool = False  # R3
    """Whether players may move diagonally."""
    overreach: Literal["clamp", "refuse"] = "clamp"  # R5
    """A destination out of reach: go as far towards it as possible (`clamp`), or refuse the order (`refuse`)."""
    enemy_base_entry: bool = False  # R6
    """Whether a player may enter the other team's Base."""
    structures_block: bool = False  # R6
    """Whether an enemy's standing Bulwark or Fish stops movement: a player may enter its tile but not pass it."""
    dps_vs_boss: int = 0  # R8
    """The bonus of a DPS against the Boss."""
    tree_tie: Literal["defender", "stalemate"] = "defender"  # R10
    """A tie on the tile of a carried Tree: the carrier's team wins (`defender`), or nobody does (`stalemate`)."""
    pve_loss_ko: bool = True  # R11
    """Whether attackers who lose to an undefended structure are knocked down."""
    defenders_ko_on_hit: bool = False  # R12
    """Whether defenders who lose are knocked down although their structure still stands."""
    buff_stacks: bool = True  # R16
    """Whether the buffs of several Healers add up."""
    buff_metric: Literal["graph", "king"] = "graph"  # R16
    """What “within 1 square” means: one step on the board (`graph`), or also diagonally (`king`)."""
    buffer_untouchable: bool = False  # R17
    """Whether a Healer who buffs stays up when its team loses on its own tile."""
    jungle_respawn_turns: tuple[int, ...] = (HALFTIME,)  # R21
    """The turns that open with new coins on empty jungle tiles."""
    boss_turns: tuple[int, ...] = (15, 45)  # R22
    """The turns that open with a new Boss."""
    boss_ko: bool = False  # R23
    """Whether players who lose to the Boss are knocked down."""
    boss_reroll_pvp: bool = True  # R23
    """Whether teams that meet at the Boss roll again to fight each other."""
    owner_may_carry: bool = False  # R25
    """Whether players may carry their own team's Tree."""
    tree_reset_turns: int = 0  # R26
    """The number of turns after which a dropped Tree returns home. 0: never."""
    double_capture: Literal["ladder", "draw"] = "ladder"  # R28
    """Both teams capture a Tree in the same turn: the tie-breakers decide (`ladder`), or it is a draw (`draw`)."""
    cooldown_turns: int = 3  # R29
    """The number of turns from one use of a skill to the next."""
    cooldown_scope: Literal["skill", "team"] = "skill"  # R29
    """What the cooldown applies to: each skill separately (`skill`), or all skills of the team (`team`)."""
    hr_blocks_revive: bool = False  # R31
    """Whether Healing Reduction also prevents revives."""
    ballista_uses: int = 2  # R34
    """The number of charges that one purchase of Ballista Charges gives."""
    archery: Literal["manual", "auto", "off"] = "manual"  # R35
    """The Archery Duel at halftime: the GM enters the distances (`manual`), they are rolled (`auto`), or there is no
    duel (`off`).
    """
    halftime_blocks: bool = True  # R35
    """Whether the match waits at halftime until the Archery Duel is decided."""
    tiebreak: tuple[Step, ...] = ("tree", "bulwarks", "bulwark_hp", "fish_hp")  # R36
    """The tie-breakers after the last turn, in order: the first that differs decides."""
    max_turns: int = 60  # R37
    """The number of turns in a match."""
    team_size: int = TEAM  # R38
    """The number of seats in a team, 1 to 5."""
    max_per_role: int | None = None  # R38
    """The most players with the same role in a team. Unset: no limit."""
    captain_may_fill: bool = True  # R38
    """Whether captains may fill in the rows of their team. The last entry counts, whoever typed it."""
    forward_spawn: int = 0
    """How many players of each team start at a Bulwark instead of the Base, 0 to 3, in seat order."""

    @field_validator("board")
    @classmethod
    def _a_board(cls, text: str) -> str:
        text = text or files.read(NAME, "board.txt")
        try:
            board(text)
        except BadBoard as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("die_sides", "max_turns", "cooldown_turns", "ballista_uses")
    @classmethod
    def _positive(cls, value: int) -> int:
        if value < 1:
            raise ValueError("it must be 1 or more")
        return value

    @field_validator("team_size")
    @classmethod
    def _one_to_five(cls, value: int) -> int:
        if not 1 <= value <= TEAM:  # R38
            raise ValueError(f"a team has 1 to {TEAM} seats")
        return value

    @field_validator("forward_spawn")
    @classmethod
    def _few_forward(cls, value: int) -> int:
        if not 0 <= value <= 3:
            raise ValueError("0 to 3 players may start at a Bulwark")
        return value
