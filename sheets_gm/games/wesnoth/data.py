"""The numbers of the rulebook, and the settings of a match: each marked ruling's key with its default."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.wesnoth.board import BadMap
from sheets_gm.games.wesnoth.tables import FILES, BadTable, pack, parse, tables
from sheets_gm.games.wesnoth.world import World, world

NAME = "wesnoth"

SEATS = ("blue", "red", "teal", "orange", "violet", "gold")
"""Places by castle: the first castle of the map is blue's."""

FACTION_PRICE = 3  # WES-17
MERCENARY_PRICE = 4  # WES-17
HIGHEST_RECRUIT = 1  # WES-17
VILLAGE_GOLD = 1  # WES-28
INCOME = 1  # WES-29
REROLL_PRICE = 1  # WES-36
ADVANCE_PRICE = 4  # WES-42: for each level
MAGICAL_NEEDS = 3  # WES-35
REST_NEEDS = 5  # WES-44
CAPTURER_LEVEL = 1  # WES-22: from this level on a pawn stops enemies beside it

MAP = "two_fords"


class Settings(GameSettings):
    """A match's settings. Every default is the ruling that its comment names."""

    map: str = MAP
    """`two_fords` (2 players), `three_vales` (3), `four_gates` (4, in teams), `six_crowns` (6), or another file of
    `templates/wesnoth/maps`.
    """
    teams: str = ""
    """A team's number for each castle, like `1 2 1 2`, or `each` for everyone alone; empty: as the map says."""
    gold: int = 15  # WES-4
    """Gold that each player starts with."""
    schedule: str = "long"  # WES-5
    """The times of day: `long` has six, `short` has four; `templates/wesnoth/schedule.csv` may name more."""
    castles_to_win: Literal["all", "one"] = "all"  # WES-1
    """Whether all enemies must be out of the game, or the first castle conquered wins it."""
    alignment: Literal["faction", "unit"] = "faction"  # WES-7
    """Whether light and dark help by a unit's faction, or by the unit's own alignment."""
    act_when_recruited: bool = False  # WES-13
    """Whether a unit may act in the turn in which it is recruited."""
    recruit_anywhere: bool = False  # WES-16
    """Whether a leader may recruit away from its castle's main tile."""
    income_by: Literal["player", "team"] = "player"  # WES-29
    """Who must hold most villages to earn gold at dawn and dusk: a player, or a team together."""
    rerolls: Literal["attack", "turn"] = "attack"  # WES-36
    """A reroll for gold: once for each attack, or once in a player's turn."""
    resistance: Literal["type", "kind"] = "type"  # WES-39
    """Whether resistances go by the damage's type (blade, fire, ...), or by the attack's kind (melee, ranged, magical).
    """
    minimum_without_hit: bool = False  # WES-40
    """Whether an attack without a hit still does 1 damage."""
    advance_price: Literal["own", "fallen"] = "own"  # WES-42
    """Whose level sets the price of an advancement: the unit's own, or that of the one that fell."""
    advance_by_counter: bool = True  # WES-42
    """Whether a unit may advance by a counter attack."""
    leaderless: Literal["play_on", "leave"] = "play_on"  # WES-45
    """A player whose leader fell plays on with what is left, or leaves the board."""
    max_rounds: int = 36  # WES-47: 0 is no limit
    """Rounds of a match; 0: no limit."""
    answers: Literal["standing", "live"] = "standing"  # WES-31, WES-36, WES-42
    """A defender's choices: taken from its standing answers, or asked for each time (`live`), with a deadline."""
    tables: str = ""
    """Leave it empty: the tables of `templates/wesnoth` as they stand."""

    @field_validator("map")
    @classmethod
    def _a_map(cls, text: str) -> str:
        return text if "\n" in text else _map_file(text.strip() or MAP)

    @field_validator("tables")
    @classmethod
    def _some_tables(cls, packed: str) -> str:
        if packed:
            tables(packed)
            return packed
        texts = {name: files.read(NAME, name) for name in FILES}
        try:
            parse(texts)
        except BadTable as error:
            raise ValueError(str(error)) from error
        return pack(texts)

    @field_validator("gold", "max_rounds")
    @classmethod
    def _not_negative(cls, value: int) -> int:
        if not 0 <= value <= 1000:
            raise ValueError("it must be 0 to 1000")
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Settings:
        try:
            board = self.world.board
        except BadMap as error:
            raise ValueError(f"{_called(self.map)}{error}") from error
        if self.schedule not in self.world.tables.schedules:
            raise ValueError(f"schedule: there are {', '.join(self.world.tables.schedules)}, not «{self.schedule}»")
        words = self.teams.split()
        if words and words != ["each"]:
            if len(words) != board.players or not all(word.isdigit() for word in words):
                raise ValueError(f"teams: give a number for each of the {board.players} castles, like «1 2 1 2»")
            if len(set(words)) < 2:
                raise ValueError("teams: there must be at least two")
        return self

    @property
    def world(self) -> World:
        """The map with what the tables say of its terrain."""
        return world(self.map, self.tables)

    @property
    def team_of(self) -> dict[str, str]:
        """The team of each seat that the map has a castle for, named after its first seat (WES-9)."""
        board = self.world.board
        words = self.teams.split()
        numbers = [*range(board.players)] if words == ["each"] else [*(words or board.teams or range(board.players))]
        first = {number: SEATS[at] for at, number in reversed([*enumerate(numbers)])}
        return {SEATS[at]: first[number] for at, number in enumerate(numbers)}


def maps() -> tuple[str, ...]:
    """The names of the maps in the template's folder."""
    return tuple(sorted(path.stem for path in (files.folder(NAME) / "maps").glob("*.txt")))


def _called(text: str) -> str:
    """What the map *text* is called in a message: its file, if it is one of the template's."""
    file = next((f"maps/{name}.txt" for name in maps() if files.read(NAME, f"maps/{name}.txt") == text), "map")
    return f"{file}: "


def _map_file(name: str) -> str:
    if name not in maps():
        raise ValueError(f"there is no map called «{name}»; there are {', '.join(maps())}")
    return files.read(NAME, f"maps/{name}.txt")
