"""The position that everybody sees at the start of a turn, and what an army is ordered to try in it (rulebook 4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.war_game.data.words import MOVE, STATIONARY
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.outcome import Remark


@dataclass(frozen=True, slots=True)
class Command:
    """What an army will try: its *verb*, and the places that the order names, from start to end.

    *target* is an army, *troops* the units of a transfer. *note* tells everybody how the order was read.
    """

    army: str
    verb: str
    stops: tuple[str, ...]
    target: str = ""
    troops: tuple[tuple[int, str], ...] = ()
    note: str = ""
    warns: bool = False

    @property
    def start(self) -> str:
        """Where the army starts."""
        return self.stops[0]

    @property
    def end(self) -> str:
        """Where the army wants to end."""
        return self.stops[-1]

    @property
    def moves(self) -> bool:
        """Whether the army wants to go somewhere."""
        return self.verb not in STATIONARY and len(self.stops) > 1


class Opening:
    """The position at the start of a turn, as everybody sees it: the places of armies and battles."""

    __slots__ = ("battles", "engaged", "here", "match", "names", "world")

    def __init__(self, match: Match) -> None:
        self.match, self.world = match, match.world
        self.engaged = match.engaged
        self.here: dict[str, Army] = {army.place: army for army in match.armies if army.name not in self.engaged}
        self.battles: dict[str, Battle] = {battle.place: battle for battle in match.battles}
        self.names: dict[str, Army] = {army.name: army for army in match.armies}

    def structure(self, place: str) -> bool:
        """Whether there is a structure at *place* that is not destroyed."""
        structure = self.world.by_place.get(place)
        return structure is not None and structure.name not in self.match.destroyed


@lru_cache(maxsize=4)
def _opening(position: _Identity) -> Opening:
    return Opening(position.match)


class _Identity:
    """Wraps a position as a cache key that compares by identity, because a position has no hash."""

    __slots__ = ("match",)

    def __init__(self, match: Match) -> None:
        self.match = match

    def __hash__(self) -> int:
        return id(self.match)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.match is self.match


def opening_of(match: Match) -> Opening:
    """Return the opening of *match*, from a cache."""
    return _opening(_Identity(match))


def refused(field: str, text: str, clause: str, instead: str | None = None) -> Remark:
    """Build the remark that refuses an order."""
    return Remark(text=text[0].upper() + text[1:], field=field, instead=instead, clause=clause)


def command_words(command: Command) -> str:
    """Describe how an order was read: "Frank: 3A > 2B - engage Jeff"."""
    text = f"{command.army}: {plane_of(command.start)}; {' > '.join(square_of(place) for place in command.stops)}"
    if command.verb == MOVE:
        return text if command.moves else f"{text} - stay"
    troops = listed([f"{number} {name}" for number, name in command.troops])
    target = f"{troops} to {command.target}" if command.troops else command.target
    return f"{text} - {command.verb} {target}".rstrip()
