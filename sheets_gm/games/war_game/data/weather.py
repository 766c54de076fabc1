"""Weather (rulebook 6.1.3): three dice for each battle, read from a table that the GM can edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.war_game.data.tables import BadData, Line, read_table
from sheets_gm.games.war_game.data.words import WATER

WEATHER = "weather.csv"
COLUMNS = ("part", "from", "to", "plane", "text", "when cold", "attacker", "raider", "only on")
PARTS = ("temperature", "sky", "wind")
DIE = 6
COLD = 2
"""A temperature up to this roll is cold."""
ANY = "any"


@dataclass(frozen=True, slots=True)
class WeatherLine:
    """What the rolls from *low* to *high* mean for one part of the weather.

    *attacker* and *raider* are added to the rolls of an attacker and of a raider. *on_water* limits them to battles on
    islands and ocean.
    """

    low: int
    high: int
    text: str
    cold: str
    attacker: int
    raider: int
    on_water: bool

    def at(self, temperature: int) -> str:
        """Return the words of this line for a temperature roll."""
        return self.cold if self.cold and temperature <= COLD else self.text


WeatherTable = Mapping[tuple[str, str], tuple[WeatherLine, ...]]
"""The lines by part and plane."""


def read_weather(text: str, planes: tuple[str, ...]) -> WeatherTable:
    """Read the weather of every plane. Raises BadData."""
    lines_by_part: dict[tuple[str, str], list[WeatherLine]] = {}
    for line in read_table(WEATHER, text, COLUMNS):
        where = line.one_of("plane", (ANY, *planes))
        read = _line(line)
        for plane in planes if where == ANY else (where,):
            lines_by_part.setdefault((line.one_of("part", PARTS), plane), []).append(read)
    for part in PARTS:
        for plane in planes:
            faces = sorted(
                face for each in lines_by_part.get((part, plane), ()) for face in range(each.low, each.high + 1)
            )
            if faces != list(range(1, DIE + 1)):
                raise BadData(f"{WEATHER}: the {part} of {plane} must have each roll from 1 to {DIE} once")
    return {key: tuple(lines) for key, lines in lines_by_part.items()}


def _line(line: Line) -> WeatherLine:
    low = line.whole("from", 1, DIE)
    return WeatherLine(
        low,
        line.whole("to", low, DIE),
        line.named("text"),
        line["when cold"],
        line.whole("attacker", -9, 9),
        line.whole("raider", -9, 9),
        line.one_of("only on", ("", "water")) == "water",
    )


def lines_for(table: WeatherTable, plane: str, rolls: tuple[int, int, int]) -> tuple[WeatherLine, ...]:
    """Return the lines for *rolls* on *plane*: temperature, sky, wind."""
    return tuple(
        next(each for each in table[part, plane] if each.low <= roll <= each.high)
        for part, roll in zip(PARTS, rolls, strict=True)
    )


def weather_words(table: WeatherTable, plane: str, rolls: tuple[int, int, int]) -> str:
    """Describe the weather as announcements do: "Cold Snow and Strong Winds" (CPW-176)."""
    temperature, sky, wind = lines_for(table, plane, rolls)
    return f"{temperature.text} {sky.at(rolls[0])} and {wind.text}"


def weather_bonus(table: WeatherTable, plane: str, rolls: tuple[int, int, int], terrain: str, *, raider: bool) -> int:
    """Return what the weather adds to the roll of a raider, or of another attacker."""
    return sum(
        each.raider if raider else each.attacker
        for each in lines_for(table, plane, rolls)
        if terrain in WATER or not each.on_water
    )
