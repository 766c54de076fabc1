"""The working state of a step while it is being resolved.

Rules read the position before the step and record their results here. The next position is built from them once, at the
end. Only `resolve` and the rules it calls see this value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import FIGHT, TEAMS, Step
from sheets_gm.games.gvg.position.orders import Command, Play, Shots
from sheets_gm.games.gvg.position.state import Boss, Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Orders, Result

STAY = Play()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the match ends: its result, and the tie-breaker that decided it, if any."""

    result: Result
    step: Step | None = None


@dataclass(slots=True)
class Resolution:
    """The position before the step (*match*), its orders by kind, and the results so far."""

    match: Match
    dice: Dice
    settings: Settings
    plays: Mapping[str, Play]
    commands: Mapping[str, Command]
    shots: tuple[Shots, ...]
    at: dict[str, str]
    coins: dict[str, int]
    charges: dict[str, int]
    used: dict[str, dict[str, int]]
    effects: dict[str, tuple[str, ...]]
    bulwarks: dict[str, int]
    fish: dict[str, int]
    tree_at: dict[str, str]
    carrier: dict[str, str | None]
    dropped: dict[str, int]
    jungle: set[str]
    boss: Boss | None
    duel_open: bool
    duel_score: dict[str, int]
    duel_rounds: int
    teleported: set[str] = field(default_factory=set)
    action: dict[str, str] = field(default_factory=dict)
    buffing: list[Player] = field(default_factory=list)
    down: set[str] = field(default_factory=set)
    revived: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    verdict: Verdict | None = None
    _present: dict[str, list[Player]] | None = None

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.match.turn

    def has(self, team: str, skill: str) -> bool:
        """Whether the skill *skill* of *team* is active this turn."""
        return skill in self.effects[team]

    def present(self) -> Mapping[str, list[Player]]:
        """The standing players by tile after Movement (R39), in seat order."""
        if self._present is None:
            here: dict[str, list[Player]] = {}
            for player in self.match.players:
                if not player.down:
                    here.setdefault(self.at[player.seat], []).append(player)
            self._present = here
        return self._present

    def roller(self, player: Player) -> bool:
        """Whether *player* rolls in the battle on its tile (R15)."""
        return self.action[player.seat] == FIGHT


def begin(match: Match, orders: Orders, dice: Dice) -> Resolution:
    """Start resolving the open step of *match*."""
    captains = {team.captain: name for name, team in match.teams.items()}
    every = [(seat, order) for seat, given in orders.items() for order in given]
    return Resolution(
        match=match,
        dice=dice,
        settings=match.settings,
        plays={seat: order for seat, order in every if isinstance(order, Play)},
        commands={captains[seat]: order for seat, order in every if isinstance(order, Command) and seat in captains},
        shots=tuple(order for _, order in every if isinstance(order, Shots)),
        at={player.seat: player.at for player in match.players},
        coins={name: team.coins for name, team in match.teams.items()},
        charges={name: team.charges for name, team in match.teams.items()},
        used={name: dict(team.used) for name, team in match.teams.items()},
        effects={team: match.effects.get(team, ()) for team in TEAMS},
        bulwarks=dict(match.bulwarks),
        fish=dict(match.fish),
        tree_at={owner: tree.at for owner, tree in match.trees.items()},
        carrier={owner: tree.carrier for owner, tree in match.trees.items()},
        dropped={owner: tree.dropped for owner, tree in match.trees.items()},
        jungle=set(match.coins),
        boss=match.boss,
        duel_open=match.duel_open,
        duel_score=dict(match.duel_score),
        duel_rounds=match.duel_rounds,
    )
