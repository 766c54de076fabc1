"""The settings of a match. Every default is the rulebook's number or a ruling; the comment next to it says which."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.gvg.data.board import BadBoard, board
from sheets_gm.games.gvg.data.words import COST, NAME, TEAM, Step
from sheets_gm.kernel.english import listed

MOST = 1000
"""The largest number that a setting accepts, so that no setting can make a match endless."""


class Settings(GameSettings):
    """The settings of a match."""

    board: str = ""
    """The full text of a custom board. Empty: the board in `templates/gvg/board.txt`."""
    die_sides: int = Field(6, ge=1, le=MOST)  # R1
    """The number of sides of every die."""
    bulwark_hp: int = Field(3, ge=1, le=20)  # GVG-41
    """The HP of a Bulwark, 1 to 20."""
    fish_hp: int = Field(6, ge=1, le=20)  # GVG-47
    """The HP of the Fish, 1 to 20."""
    fish_tiers: tuple[int, ...] = (2, 0, -2)  # GVG-48
    """The bonus to the Fish's die with 1, 2, 3, ... Bulwarks destroyed. The last number also stands for more."""
    boss_hp: int = Field(3, ge=1, le=20)  # GVG-58
    """The HP of the Boss, 1 to 20."""
    boss_reward: int = Field(2, ge=0, le=MOST)  # GVG-59
    """The coins for the final blow against the Boss."""
    role_bonus: int = Field(2, ge=0, le=MOST)  # GVG-10, GVG-11, GVG-12
    """The bonus of a DPS in attack and of a Tank in defence."""
    buff_bonus: int = Field(2, ge=0, le=MOST)  # GVG-14
    """The bonus that a Healer's buff gives to each roll."""
    tree_bonus: int = Field(2, ge=0, le=MOST)  # GVG-55
    """The bonus of a carried Tree to its carrier's team in defence."""
    carrier_steps: int = Field(2, ge=0, le=MOST)  # GVG-53
    """The movement of a Tree Carrier."""
    carrier_steps_marked: int = Field(1, ge=0, le=MOST)  # GVG-54
    """The movement of a Tree Carrier with a standing enemy on its tile."""
    speed_bonus: int = Field(3, ge=0, le=MOST)  # GVG-71
    """The bonus of Player Speed to every movement roll."""
    damage_bonus: int = Field(4, ge=0, le=MOST)  # GVG-73, GVG-74
    """The bonus of Bulwark Damage and of Fish Damage to the attack total."""
    skill_costs: dict[str, int] = COST  # GVG-71 to GVG-77
    """The cost of each Command Skill in coins. Skills that are not named keep their cost."""
    halftime_turn: int = Field(30, ge=1, le=MOST)  # GVG-83
    """The turn that opens with halftime."""
    duel_points: int = Field(3, ge=1, le=20)  # GVG-87
    """The points that win the Archery Duel."""
    duel_reward: int = Field(2, ge=0, le=MOST)  # GVG-87
    """The coins for winning the Archery Duel."""
    turn_mode: Literal["rolled", "two_step", "blind"] = "rolled"  # R2
    """`rolled`: the turn opens with its movement rolls shown, and skills and orders are given together. `two_step`:
    skills are locked first, then the rolls are shown. `blind`: rolls are not shown, and players walk towards their
    destination as far as the roll allows. For example, a 4 is rolled for Ana. `rolled`: she sees it and picks a tile
    4 steps away (GVG-22, GVG-23).
    """
    diagonal: bool = False  # R3
    """Whether players may move diagonally. For example, from A6 to B7 it is two steps, or one with diagonals (GVG-23).
    """
    overreach: Literal["clamp", "refuse"] = "clamp"  # R5
    """A destination out of reach: go as far towards it as possible (`clamp`), or refuse the order (`refuse`). For
    example, Ana with 3 steps asks for a tile 5 steps away: she goes 3 of them, or stays (GVG-23).
    """
    enemy_base_entry: bool = False  # R6
    """Whether a player may enter the other team's Base. For example, a blue player on A17 may go on into Red's Base, or
    never (GVG-20).
    """
    structures_block: bool = False  # R6
    """Whether an enemy's standing Bulwark or Fish stops movement: a player may enter its tile but not pass it. For
    example, a Bulwark stands on A13: a blue player ends on A13 and goes on next turn, or walks through to A14 at
    once (GVG-20).
    """
    dps_vs_boss: int = Field(0, ge=0, le=MOST)  # R8
    """The bonus of a DPS against the Boss."""
    tree_tie: Literal["defender", "stalemate"] = "defender"  # R10
    """A tie on the tile of a carried Tree: the carrier's team wins (`defender`), or nobody does (`stalemate`). For
    example, the carrier's team rolls 5 and the attackers 5: the attackers are knocked down, or nobody is (GVG-32,
    GVG-34).
    """
    pve_loss_ko: bool = True  # R11
    """Whether attackers who lose to an undefended structure are knocked down. For example, Ana rolls 2 against a
    Bulwark's 5: she is knocked down, or stands (GVG-31, GVG-45).
    """
    defenders_ko_on_hit: bool = False  # R12
    """Whether defenders who lose are knocked down although their structure still stands. For example, a Bulwark of 3 HP
    loses 1 while Gus defends it: Gus stands, or is knocked down (GVG-31, GVG-46).
    """
    buff_stacks: bool = True  # R16
    """Whether the buffs of several Healers add up. For example, two Healers beside Ana buff her: her roll gets +4, or
    +2 (GVG-14).
    """
    buff_metric: Literal["graph", "king"] = "graph"  # R16
    """What “within 1 square” means: one step on the board (`graph`), or also diagonally (`king`). For example, a Healer
    on A6 reaches A7; by `king` B7 too, where the way to B7 is longer (GVG-14).
    """
    buffer_untouchable: bool = False  # R17
    """Whether a Healer who buffs stays up when its team loses on its own tile. For example, a Healer buffs from a tile
    on which her team loses: she falls with it, or stays up (GVG-16).
    """
    jungle_respawn_turns: tuple[int, ...] = (30,)  # R21
    """The turns that open with new coins on empty jungle tiles. Not given: halftime."""
    boss_turns: tuple[int, ...] = (15, 45)  # R22
    """The turns that open with a new Boss."""
    boss_ko: bool = False  # R23
    """Whether players who lose to the Boss are knocked down. For example, Ana rolls 2 against the Boss's 5: she stands,
    or is knocked down (GVG-61).
    """
    boss_reroll_pvp: bool = True  # R23
    """Whether teams that meet at the Boss roll again to fight each other. For example, both teams are at the Boss:
    after it they roll again and fight each other, or do not (GVG-62).
    """
    owner_may_carry: bool = False  # R25
    """Whether players may carry their own team's Tree. For example, Blue's Tree lies on C8: a blue player may carry it
    away from Red, or only Red may take it (GVG-51).
    """
    tree_reset_turns: int = Field(0, ge=0, le=MOST)  # R26
    """The number of turns after which a dropped Tree returns home. 0: never."""
    double_capture: Literal["ladder", "draw"] = "ladder"  # R28
    """Both teams capture a Tree in the same turn: the tie-breakers decide (`ladder`), or it is a draw (`draw`). For
    example, both Trees come home in turn 40: the team with more destroyed Bulwarks wins, or nobody (GVG-7, GVG-52).
    """
    cooldown_turns: int = Field(3, ge=1, le=MOST)  # R29
    """The number of turns from one use of a skill to the next."""
    cooldown_scope: Literal["skill", "team"] = "skill"  # R29
    """What the cooldown applies to: each skill separately (`skill`), or all skills of the team (`team`). For example,
    Player Speed in turn 5: Tree Speed is free in turn 6, or no skill is before turn 8 (GVG-69).
    """
    hr_blocks_revive: bool = False  # R31
    """Whether Healing Reduction also prevents revives. For example, Red plays Healing Reduction: Blue's Healer still
    revives, or does not (GVG-72).
    """
    ballista_uses: int = Field(2, ge=1, le=MOST)  # R34
    """The number of charges that one purchase of Ballista Charges gives."""
    archery: Literal["manual", "auto", "off"] = "manual"  # R35
    """The Archery Duel at halftime: the GM enters the distances (`manual`), they are rolled (`auto`), or there is no
    duel (`off`). For example, halftime: the game master types who was nearer, the program rolls both distances, or
    nobody shoots (GVG-85).
    """
    halftime_blocks: bool = True  # R35
    """Whether the match waits at halftime until the Archery Duel is decided. For example, turn 30 waits for the duel,
    or is played meanwhile (GVG-85).
    """
    tiebreak: tuple[Step, ...] = ("tree", "bulwarks", "bulwark_hp", "fish_hp")  # R36
    """The tie-breakers after the last turn, in order: the first that differs decides."""
    max_turns: int = Field(60, ge=1, le=MOST)  # R37
    """The number of turns in a match."""
    team_size: int = Field(TEAM, ge=1, le=TEAM)  # R38
    """The number of seats in a team, 1 to 5."""
    max_per_role: int | None = Field(None, ge=1, le=TEAM)  # R38
    """The most players with the same role in a team. Unset: no limit."""
    captain_may_fill: bool = True  # R38
    """Whether captains may fill in the rows of their team. The last entry counts, whoever typed it. For example, Ben is
    away, and Ana, the captain, types his move; or only Ben may (GVG-5).
    """
    forward_spawn: int = Field(0, ge=0, le=3)
    """How many players of each team start at a Bulwark instead of the Base, 0 to 3, in seat order."""

    @model_validator(mode="before")
    @classmethod
    def _respawn_at_halftime(cls, given: Any) -> Any:
        """Set the respawn turn of jungle coins to halftime, whichever turn that is (GVG-84)."""
        if isinstance(given, dict) and "halftime_turn" in given and "jungle_respawn_turns" not in given:
            return {**given, "jungle_respawn_turns": (given["halftime_turn"],)}
        return given

    @field_validator("board")
    @classmethod
    def _read_board(cls, text: str) -> str:
        text = text or files.read(NAME, "board.txt")
        try:
            board(text)
        except BadBoard as error:
            raise ValueError(str(error)) from error
        return text

    @field_validator("jungle_respawn_turns", "boss_turns")
    @classmethod
    def _real_turns(cls, turns: tuple[int, ...]) -> tuple[int, ...]:
        wrong = [turn for turn in turns if not 1 <= turn <= MOST]
        if wrong:
            raise ValueError(f"there is no turn {wrong[0]}; turns are 1 to {MOST}")
        return turns

    @field_validator("fish_tiers")
    @classmethod
    def _at_least_one_tier(cls, tiers: tuple[int, ...]) -> tuple[int, ...]:
        wrong = next((tier for tier in tiers if abs(tier) > MOST), None)
        if wrong is not None:
            raise ValueError(f"the Fish cannot have the tier {wrong}: write -{MOST} to {MOST}")
        if not tiers:
            raise ValueError(f"the Fish needs at least one tier, from -{MOST} to {MOST}")
        return tiers

    @field_validator("skill_costs")
    @classmethod
    def _costs_of_every_skill(cls, costs: dict[str, int]) -> dict[str, int]:
        for skill, cost in costs.items():
            if skill not in COST:
                raise ValueError(f"there is no skill {skill}; the skills are {listed(tuple(COST))}")
            if not 0 <= cost <= MOST:
                raise ValueError(f"{skill} cannot cost {cost} coins: write 0 to {MOST}")
        return {**COST, **costs}

    @field_validator("tiebreak")
    @classmethod
    def _each_tiebreak_once(cls, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        twice = next((step for at, step in enumerate(steps) if step in steps[:at]), None)
        if twice is not None:
            raise ValueError(f"{twice} is there twice: write each tie-breaker once")
        return steps

    def fish_tier(self, destroyed: int) -> int:
        """Return the bonus to the Fish's die with *destroyed* Bulwarks destroyed, at least 1 (GVG-48)."""
        return self.fish_tiers[min(destroyed, len(self.fish_tiers)) - 1]
