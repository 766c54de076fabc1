"""The settings of a match."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator, model_validator

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.csv_tables import BadTable
from sheets_gm.games.wesnoth.data.board import BadMap
from sheets_gm.games.wesnoth.data.numbers import NAME, SEATS
from sheets_gm.games.wesnoth.data.tables import FILES, checked, tables
from sheets_gm.games.wesnoth.data.world import World, world

MAP = "two_fords"


class Settings(GameSettings):
    """The settings of a match. The comment at each names the clause whose ruling is its default."""

    map: str = MAP
    """`two_fords` (2 players), `three_vales` (3), `four_gates` (4, in teams), `six_crowns` (6), or another file of
    `templates/wesnoth/maps`.
    """
    teams: str = ""
    """A team number for each castle, like `1 2 1 2`, or `each` for no allies; empty: as the map says."""
    gold: int = 15  # WES-4
    """Gold that each player starts with."""
    schedule: str = "long"  # WES-5
    """The times of day: `long` has six, `short` has four; `templates/wesnoth/schedule.csv` may name more."""
    castles_to_win: Literal["all", "one"] = "all"  # WES-1
    """`all`: a team wins when all its enemies are out of the game; `one`: the first castle conquered wins. For example,
    of four castles one falls: its player is out and the others go on, or the match is over (WES-1).
    """
    alignment: Literal["faction", "unit"] = "faction"  # WES-7
    """Whether the time of day counts by the alignment of a unit's faction, or by the unit's own. For example, a neutral
    unit of a lawful faction is stronger by day, or the same at all times (WES-7).
    """
    act_when_recruited: bool = False  # WES-13
    """Whether a unit may act in the turn in which it is recruited. For example, a Spearman recruited this turn attacks
    at once, or next turn (WES-13).
    """
    recruit_anywhere: bool = False  # WES-16
    """Whether a leader may recruit when it is not on the main tile of its castle. For example, the leader stands in a
    village: it recruits, or must go home first (WES-16).
    """
    recruit_price: int = 3  # WES-17
    """The price of a unit of the player's own faction, in gold."""
    mercenary_price: int = 4  # WES-17
    """The price of a unit of another faction, in gold."""
    take_allied_villages: bool = False  # WES-28
    """Whether a unit that ends its move on an ally's village takes it. For example, Ana's unit ends on her ally's
    village: it is hers, or stays his (WES-28).
    """
    income_by: Literal["player", "team"] = "player"  # WES-29
    """Whether villages are compared by player or by team when gold is paid at dawn and dusk. For example, two allies
    have 2 villages each and an enemy 3: the enemy earns, or the allies do (WES-29).
    """
    rerolls: Literal["attack", "turn"] = "attack"  # WES-36
    """How often a player may reroll for gold: once for each attack, or once in each turn. For example, Ana attacks
    three times: she may reroll in each attack, or once (WES-36).
    """
    reroll_price: int = 1  # WES-36
    """The price of a reroll, in gold."""
    resistance: Literal["type", "kind"] = "type"  # WES-39
    """Whether resistances go by type of damage (blade, fire, ...) or by kind of attack (melee, ranged, magical). For
    example, a bow's arrow counts as pierce, or as ranged (WES-39).
    """
    minimum_without_hit: bool = False  # WES-40
    """Whether an attack without a hit still does 1 damage. For example, three misses do nothing, or 1 damage (WES-40).
    """
    advance_price: Literal["own", "fallen"] = "own"  # WES-42
    """Whose level sets the price of an advancement: that of the unit itself, or of the unit it killed. For example, a
    unit of level 1 kills one of level 2: it pays for one level, or for two (WES-42).
    """
    price_per_level: int = 4  # WES-42
    """The price of an advancement for each level, in gold."""
    advance_by_counter: bool = True  # WES-42
    """Whether a unit may advance by a counter attack. For example, a defender kills its attacker: it may advance, or
    only attackers may (WES-42).
    """
    leaderless: Literal["play_on", "leave"] = "play_on"  # WES-45
    """Whether a player whose leader is dead plays on with the remaining units, or leaves the game. For example, Ana's
    leader falls, three units are left: they fight on, or go (WES-45).
    """
    max_rounds: int = 0  # WES-47
    """The number of rounds; 0: no limit."""
    answers: Literal["standing", "attacker", "live"] = "standing"  # WES-31, WES-36, WES-42
    """Who is asked about counter attacks, rerolls and advancement: nobody, only the player whose turn it is, or every
    player (`live`). The standing answers decide for players who are not asked. For example, Ana attacks Ben: his
    standing answer says whether he strikes back, or he is asked (WES-31).
    """
    tables: str = ""
    """The tables that the match keeps. Leave this empty to use those in `templates/wesnoth`."""

    @field_validator("map")
    @classmethod
    def _a_map(cls, text: str) -> str:
        return text if "\n" in text else _map_file(text.strip())

    @field_validator("tables")
    @classmethod
    def _some_tables(cls, packed: str) -> str:
        if packed:
            tables(packed)
            return packed
        try:
            return checked({name: files.read(NAME, name) for name in FILES})
        except BadTable as error:
            raise ValueError(str(error)) from error

    @field_validator("gold", "max_rounds", "recruit_price", "mercenary_price", "reroll_price", "price_per_level")
    @classmethod
    def _not_negative(cls, value: int) -> int:
        if not 0 <= value <= 1000:
            raise ValueError(f"it cannot be {value}: write 0 to 1000")
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Settings:
        try:
            board = self.world.board
        except BadMap as error:
            raise ValueError(f"{_map_name(self.map)}: {error}") from error
        if self.schedule not in self.world.tables.schedules:
            schedules = ", ".join(self.world.tables.schedules)
            raise ValueError(f"schedule: there is no schedule “{self.schedule}”; there are {schedules}")
        words = self.teams.split()
        if words and words != ["each"]:
            if len(words) != board.players or not all(word.isdigit() for word in words):
                like = " ".join(str(castle % 2 + 1) for castle in range(board.players))
                each = f"give a number for each of the {board.players} castles, like “{like}”"
                raise ValueError(f"teams: {each}, not “{self.teams}”")
            if len(set(words)) < 2:
                raise ValueError(f"teams: there must be at least two, not only team {words[0]}")
        return self

    @property
    def world(self) -> World:
        """The map with the tables that describe its terrain."""
        return world(self.map, self.tables)

    @property
    def team_of(self) -> dict[str, str]:
        """The team of each seat with a castle on the map. A team has the name of its first seat (WES-9)."""
        board = self.world.board
        words = self.teams.split()
        numbers = [*range(board.players)] if words == ["each"] else [*(words or board.teams or range(board.players))]
        first = {number: SEATS[at] for at, number in reversed([*enumerate(numbers)])}
        return {SEATS[at]: first[number] for at, number in enumerate(numbers)}


def maps() -> tuple[str, ...]:
    """Return the names of the maps in the template's folder."""
    return tuple(sorted(path.stem for path in (files.folder(NAME) / "maps").glob("*.txt")))


def _map_name(text: str) -> str:
    """Return the name of the map *text* for a message: its file name if it is one of the template's."""
    return next((f"maps/{name}.txt" for name in maps() if files.read(NAME, f"maps/{name}.txt") == text), "map")


def _map_file(name: str) -> str:
    if name not in maps():
        raise ValueError(f"there is no map “{name}”; there are {', '.join(maps())}")
    return files.read(NAME, f"maps/{name}.txt")
