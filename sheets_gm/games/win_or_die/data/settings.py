"""The settings of a match. Each default is a ruling, or the number of the rulebook."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.csv_tables import BadTable
from sheets_gm.games.win_or_die.data.board import Board, board
from sheets_gm.games.win_or_die.data.tables import FILES, Tables, checked, tables
from sheets_gm.games.win_or_die.data.words import NAME

UNFINISHED = {"dark_lord": "Dark Lord Mode", "mission": "Mission Mode", "alliance": "Alliance Mode"}  # WOD-107

MAP = "basic_map"


class Settings(GameSettings):
    """The settings of a match. Each default is the ruling in its comment."""

    mode: Literal["advanced", "core", "first"] = "advanced"  # WOD-93 to WOD-96
    """`advanced`: players build legions, the War Council sits, best of three; `core`: Recommended Line-ups, one game;
    `first`: the First Game, with its two line-ups and without reinforcements.
    """
    map: str = MAP  # WOD-92
    """`basic_map`, `eastern_mist_forest`, or another file of `templates/win_or_die/maps`."""
    best_of: int = 0  # WOD-95
    """The games of the match: 1, 3 or 5; 0: three in the Advanced Mode, else one."""
    copies: Literal["two", "one"] = "two"  # WOD-38, WOD-39
    """`two`: both players pick a region in secret; `one`: one after the other, in public, and never the same. For
    example, both want the Forest: both have it, or the second picks another region (WOD-38, WOD-39).
    """
    mirror: bool = True  # R23
    """Whether both players may pick the same region in secret; if not, a die decides who picks again. For example, both
    picked the Forest in secret: they keep it, or a die sends one to pick again (WOD-38).
    """
    next_first: Literal["loser", "winner", "die"] = "loser"  # R29
    """Who begins the second and third game: the loser or the winner of the one before, or a die decides. For example,
    teal lost the first game: teal begins the second, red does, or a die says who (WOD-95).
    """
    budget: int = Field(20, ge=6, le=60)  # WOD-41
    """The Titan Crystals for a legion."""
    fewest_units: int = Field(6, ge=1, le=9)  # WOD-43
    """The fewest units of a legion beside its Leader."""
    most_units: int = Field(9, ge=1, le=9)  # WOD-43
    """The most units of a legion beside its Leader."""
    lineup_limits: Literal["same", "none"] = "same"  # WOD-41
    """The limits of Recommended Line-ups in the Advanced Mode: the `same` as of a legion that is built (budget,
    fewest_units, most_units, morale_cap), or `none`. For example, a line-up of 22 crystals with a budget of 20 is
    refused, or taken (WOD-41).
    """
    battle_bases: int = Field(12, ge=10, le=20)  # R20
    """The most units that a player can have on the battlefield."""
    leader_enhance: bool = False  # R21
    """Whether a Leader may have enhancements. For example, the Leader gets +1 Power, or only units do (WOD-44)."""
    command_tokens: int = Field(7, ge=1, le=20)  # WOD-50
    """The Command Tokens of each player."""
    first_turn_tokens: int = Field(5, ge=0, le=20)  # WOD-51
    """The Command Tokens that the first player has in the first round."""
    second_player_tokens: int = Field(7, ge=0, le=20)  # WOD-50
    """The Command Tokens that the second player has in the first round."""
    reserve_each_round: int = Field(0, ge=0, le=19)  # R17
    """Command Tokens that are set aside in every round."""
    tokens_per_unit: int = Field(3, ge=1, le=20)  # WOD-59
    """The most Command Tokens on a unit."""
    zoc: Literal["advanced", "always", "never"] = "advanced"  # R9
    """Where zones of control hold: in the Advanced Mode, in every mode, or never. For example, a unit passes beside an
    enemy: it stops there in the Advanced Mode, in every mode, or never (WOD-97).
    """
    zoc_morale: int = Field(12, ge=0, le=99)  # WOD-97
    """The morale from which on a legion has zones of control."""
    los_edge_both: bool = True  # R2
    """Whether a line of sight along the side between two blindage spaces is blocked. For example, the line runs exactly
    between two forests: it is blocked, or free (WOD-25).
    """
    highland_mode: Literal["literal", "threshold"] = "literal"  # R7
    """From highland against lower ground: a 3 always hits (`literal`), or every die from 3 on hits (`threshold`). For
    example, hit on 5 and more, from highland: 3, 5 and 6 hit, or 3 to 6 (WOD-34).
    """
    support_at: Literal["roller", "target"] = "roller"  # R10
    """Whose neighbours add dice: the allies next to the unit that rolls, or its allies next to its target. For example,
    an ally stands beside the shooter, another beside the target: the first adds a die, or the second (WOD-65).
    """
    invalid_target: Literal["spent", "returned"] = "spent"  # R11
    """Whether the Command Token is spent when a revealed target proves to be out of reach. For example, the hidden
    target turns out to stand in forest: the token is gone, or comes back (WOD-64).
    """
    leader_death_loses: bool = False  # R15
    """Whether a legion without its Leader is defeated. For example, the Leader falls: its passives end, or the game
    does (WOD-6).
    """
    mine_income: int = Field(1, ge=0, le=10)  # R19
    """The Titan Crystals of each mine at the start of a turn."""
    morale_cap: int = Field(35, ge=10, le=99)  # WOD-71
    """The highest morale."""
    council_cost: int = Field(2, ge=0, le=20)  # WOD-77
    """The Titan Crystals that a Tactic costs."""
    council_token: bool = False  # R25
    """Whether the War Council costs a Command Token too, placed on the unit that is named. For example, a Tactic costs
    2 crystals, or a token as well (WOD-77).
    """
    fatigue_limit: int = Field(8, ge=1, le=50)  # WOD-90
    """The fatigue that is a defeat."""
    fatigue_mode: Literal["literal", "compare"] = "literal"  # R28
    """At the limit of fatigue: who reaches it is defeated, or when both have, the lower morale is. For example, teal
    reaches 8: it loses; or once both have 8, who has the lower morale loses (WOD-90).
    """
    reactions: Literal["standing", "live"] = "standing"  # R32
    """How Reactions are used: by standing orders, or the match waits and asks (`live`). For example, an enemy comes
    near: the row prepared for that fires, or the match waits for an answer (WOD-60).
    """
    on_fail: Literal["stop", "skip"] = "stop"  # R31
    """What a command that is illegal does to those after it: it stops them, or it is skipped. For example, the second
    of five commands is illegal: three are left undone, or only that one (WOD-85).
    """
    tables: str = ""
    """The tables that the match keeps. Leave this empty to use those in `templates/win_or_die`."""

    @model_validator(mode="before")
    @classmethod
    def _lineups_of_old_matches(cls, values: Any) -> Any:
        """Set old line-up limits: a match that stored its settings without this one began when line-ups had
        no limits.
        """
        if isinstance(values, dict) and values.get("tables") and "lineup_limits" not in values:
            return {**values, "lineup_limits": "none"}
        return values

    @field_validator("mode", mode="before")
    @classmethod
    def _a_finished_mode(cls, mode: Any) -> Any:
        """Refuse modes that the rulebook does not define yet (R36)."""
        if mode in UNFINISHED:
            raise ValueError(f"the rulebook's {UNFINISHED[mode]} is work in progress; use advanced, core or first")
        return mode

    @field_validator("best_of")
    @classmethod
    def _odd(cls, games: int) -> int:
        if games not in (0, 1, 3, 5):
            raise ValueError(f"it cannot be {games}: write 0, 1, 3 or 5")
        return games

    @field_validator("map")
    @classmethod
    def _a_map(cls, text: str) -> str:
        name = "map" if "\n" in text else f"maps/{text.strip()}.txt"
        if "\n" not in text:
            text = _map_file(text.strip())
        try:
            board(text)
        except BadTable as error:
            raise ValueError(f"{name}: {error}") from error
        return text

    @field_validator("tables")
    @classmethod
    def _some_tables(cls, packed: str) -> str:
        try:
            if packed:
                tables(packed)
                return packed
            return checked({name: files.read(NAME, name) for name in FILES})
        except BadTable as error:
            raise ValueError(str(error)) from error

    @field_validator("most_units")
    @classmethod
    def _as_many(cls, most: int, info: Any) -> int:
        if most < info.data.get("fewest_units", 1):
            raise ValueError(f"{most} is less than fewest_units, which is {info.data['fewest_units']}")
        return most

    @property
    def known(self) -> Tables:
        """The tables of the match."""
        return tables(self.tables)

    @property
    def board(self) -> Board:
        """The map of the match."""
        return board(self.map)

    @property
    def wins_needed(self) -> int:
        """The number of won games that wins the match (WOD-95)."""
        games = self.best_of or (3 if self.advanced else 1)
        return games // 2 + 1

    @property
    def tokens_each_turn(self) -> int:
        """The Command Tokens at the start of a turn after the first round (WOD-50, R17)."""
        return max(0, self.command_tokens - self.reserve_each_round)

    def tokens_in_first_round(self, *, first: bool) -> int:
        """Return the tokens of the *first* or the second player in the first round, at most all that they own
        (WOD-51).
        """
        return min(self.first_turn_tokens if first else self.second_player_tokens, self.command_tokens)

    @property
    def advanced(self) -> bool:
        """Whether players build legions, buy enhancements and activate Tactics (WOD-96)."""
        return self.mode == "advanced"

    @property
    def reinforcements(self) -> bool:
        """Whether allies can be called (WOD-93)."""
        return self.mode != "first"

    @property
    def zones(self) -> bool:
        """Whether zones of control are in force (WOD-94, R9)."""
        return self.zoc == "always" or (self.zoc == "advanced" and self.advanced)


def maps() -> tuple[str, ...]:
    """Return the names of the maps in the template's folder."""
    return tuple(sorted(path.stem for path in (files.folder(NAME) / "maps").glob("*.txt")))


def _map_file(name: str) -> str:
    if name not in maps():
        raise ValueError(f"there is no map “{name}”; there are {', '.join(maps())}")
    return files.read(NAME, f"maps/{name}.txt")
