"""The numbers of the rulebook, and the settings of a match: each ruling's key with its default."""

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
TEAM = 5  # GVG-1: players of a team, at most


def other(team: str) -> str:
    """The opponents of *team*."""
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
"""GVG-48: what is added to the Fish's die, by the number of its Bulwarks that are destroyed."""

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
"""The Command Skills and their price in coins (GVG-71 to GVG-77)."""

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
    """A match's settings. Every default is the ruling that its comment names."""

    board: str = ""
    """The whole text of another board; empty: `templates/gvg/board.txt` as it stands."""
    die_sides: int = 6  # R1
    """Sides of every die."""
    turn_mode: Literal["rolled", "two_step", "blind"] = "rolled"  # R2
    """`rolled`: movement rolls are shown when a turn opens, then everything is ordered at once. `two_step`: skills are
    locked first, then rolls are shown. `blind`: no roll is shown, and a destination is a goal to walk towards.
    """
    diagonal: bool = False  # R3
    """Whether a step may be diagonal."""
    overreach: Literal["clamp", "refuse"] = "clamp"  # R5
    """A destination too far away: walk as near as the roll allows (`clamp`), or refuse it."""
    enemy_base_entry: bool = False  # R6
    """Whether a player may enter the other team's Base."""
    structures_block: bool = False  # R6
    """Whether an enemy's standing Bulwark or Fish may be entered, but not passed."""
    dps_vs_boss: int = 0  # R8
    """What a DPS adds against the Boss."""
    tree_tie: Literal["defender", "stalemate"] = "defender"  # R10
    """A tie where a Tree is carried: the carrier's side wins (`defender`), or nothing happens."""
    pve_loss_ko: bool = True  # R11
    """Whether attackers who lose to a structure that nobody defends are knocked down."""
    defenders_ko_on_hit: bool = False  # R12
    """Whether defenders who lose a round are knocked down while their structure still stands."""
    buff_stacks: bool = True  # R16
    """Whether two Healers add twice."""
    buff_metric: Literal["graph", "king"] = "graph"  # R16
    """What is within one square: a step on the board (`graph`), or a neighbour in any direction (`king`)."""
    buffer_untouchable: bool = False  # R17
    """Whether a Healer who buffs is spared when its own side loses."""
    jungle_respawn_turns: tuple[int, ...] = (HALFTIME,)  # R21
    """The turns at whose start coins come back to the jungle."""
    boss_turns: tuple[int, ...] = (15, 45)  # R22
    """The turns at whose start a Boss comes."""
    boss_ko: bool = False  # R23
    """Whether a team that fails against the Boss is knocked down."""
    boss_reroll_pvp: bool = True  # R23
    """Whether teams that meet at the Boss roll anew against each other."""
    owner_may_carry: bool = False  # R25
    """Whether a team may carry its own Tree."""
    tree_reset_turns: int = 0  # R26
    """Turns after which a dropped Tree goes home; 0: never."""
    double_capture: Literal["ladder", "draw"] = "ladder"  # R28
    """Both Trees are brought home in one turn: the tie-break decides (`ladder`), or it is a draw."""
    cooldown_turns: int = 3  # R29
    """Turns from the use of a skill to its next use."""
    cooldown_scope: Literal["skill", "team"] = "skill"  # R29
    """What waits so long: each skill alone, or all skills of the team."""
    hr_blocks_revive: bool = False  # R31
    """Whether Healing Reduction stops a Revive too."""
    ballista_uses: int = 2  # R34
    """Charges that one purchase of the Ballista gives."""
    archery: Literal["manual", "auto", "off"] = "manual"  # R35
    """Half-time archery: players or the GM enter distances (`manual`), the dice shoot (`auto`), or there is none
    (`off`).
    """
    halftime_blocks: bool = True  # R35
    """Whether the match waits at half time until the archery is decided."""
    tiebreak: tuple[Step, ...] = ("tree", "bulwarks", "bulwark_hp", "fish_hp")  # R36
    """What decides at the end of the last turn, the first that differs."""
    max_turns: int = 60  # R37
    """Turns of a match."""
    team_size: int = TEAM  # R38
    """Seats of a team, 1 to 5."""
    max_per_role: int | None = None  # R38
    """The most players of one role in a team; unset: no limit."""
    captain_may_fill: bool = True  # R38
    """Whether a captain may fill in the rows of team-mates; what is typed last counts, whoever typed it."""
    forward_spawn: int = 0
    """How many of each team's first seats start at a Bulwark instead of the Base, 0 to 3."""

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
