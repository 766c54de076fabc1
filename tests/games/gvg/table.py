"""A vocabulary for tests: positions, orders, dice and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.finding import game
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.forms.checks import check
from sheets_gm.games.gvg.position.orders import Command, Play, Shots
from sheets_gm.games.gvg.position.state import Boss, Match, Player, Team, Tree
from sheets_gm.games.gvg.rules.laws import LAWS
from sheets_gm.games.gvg.rules.turn import resolve
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import GM, Event, Order, Remark
from tests.scripted_dice import Scripted

GVG = game("gvg")
QUIET = 3
"""The value of a die that a test does not name."""


@dataclass(frozen=True)
class After:
    """The result of a step: the position, the events, and the rolls by name."""

    match: Match
    events: tuple[Event, ...]
    rolls: Mapping[str, int]

    def of_kind(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]

    def down(self) -> list[str]:
        return sorted(seat for event in self.of_kind("knocked_down") for seat in event.seats)

    def at(self, seat: str) -> str:
        return self.match.player(seat).at


def position(
    players: Mapping[str, str],
    *,
    turn: int = 5,
    phase: str = "orders",
    settings: Mapping[str, Any] | None = None,
    bulwarks: Mapping[str, int] | None = None,
    fish: Mapping[str, int] | None = None,
    trees: Mapping[str, str] | None = None,
    coins: Mapping[str, int] | None = None,
    charges: Mapping[str, int] | None = None,
    used: Mapping[str, Mapping[str, int]] | None = None,
    jungle: Sequence[str] | None = None,
    boss: str | None = None,
    captains: Mapping[str, str] | None = None,
    dropped: Mapping[str, int] | None = None,
    duel: Mapping[str, int] | None = None,
) -> Match:
    """A position. Players are "Role tile", with "down" or "roll N" behind; a Tree is a tile or a seat that carries it;
    the Boss is "tile HP". *dropped* is the turn in which a Tree was dropped, *duel* the points of the Archery Duel.
    """
    made = Settings.model_validate(dict(settings or {}))
    people = [_player(seat, words, turn, blind=made.turn_mode == "blind") for seat, words in players.items()]
    match = Match(
        settings=made,
        turn=turn,
        phase=phase,
        players=tuple(sorted(people, key=lambda each: (each.team, each.seat))),
        teams={
            team: Team(
                captain=(captains or {}).get(team, _first(players, team)),
                coins=(coins or {}).get(team, 0),
                charges=(charges or {}).get(team, 0),
                used=dict((used or {}).get(team, {})),
            )
            for team in TEAMS
        },
        bulwarks={},
        fish={team: (fish or {}).get(team, made.fish_hp) for team in TEAMS},
        trees={team: Tree(at="") for team in TEAMS},
        coins=(),
        duel_open=phase == "archery" or (turn == made.halftime_turn and not made.halftime_blocks),
        duel_score=dict(duel or {}),
        duel_rounds=sum((duel or {}).values()),
    )
    place = match.board
    hearts = {tile: made.bulwark_hp for team in TEAMS for tile in place.bulwarks[team]} | dict(bulwarks or {})
    for team in TEAMS:
        # a Fish is only ever wounded behind a destroyed Bulwark
        if match.fish[team] < made.fish_hp and all(hearts[tile] for tile in place.bulwarks[team]):
            hearts[place.bulwarks[team][-1]] = 0
    at = {each.seat: each.at for each in people}
    stand = {team: (trees or {}).get(team, place.fish[team]) for team in TEAMS}
    monster = boss.split() if boss else None
    return match.but(
        bulwarks=hearts,
        trees={
            team: Tree(
                at=at.get(where, where), carrier=where if where in at else None, dropped=(dropped or {}).get(team, 0)
            )
            for team, where in stand.items()
        },
        coins=place.coins if jungle is None else tuple(tile for tile in place.coins if tile in jungle),
        boss=Boss(at=monster[0], hp=int(monster[1])) if monster else None,
    )


def _first(players: Mapping[str, str], team: str) -> str:
    return next((seat for seat in sorted(players) if seat.startswith(team)), "")


def _player(seat: str, words: str, turn: int, *, blind: bool) -> Player:
    role, at, *rest = words.split()
    down = turn - 1 if "down" in rest else 0
    roll = int(rest[rest.index("roll") + 1]) if "roll" in rest else (None if down or blind else QUIET)
    return Player(seat=seat, team=seat.rstrip("0123456789"), role=role, at=at, down=down, roll=roll)


def order(words: str) -> Play:
    """A player's order: a tile, BALLISTA, an action, in any order ("C9 HOLD")."""
    made: dict[str, str] = {}
    for word in words.split():
        if word == "BALLISTA":
            made["mode"] = word
        elif word in ("AUTO", "HOLD", "BUFF", "REVIVE", "PICKUP", "FIGHT"):
            made["action"] = word
        else:
            made["move_to"] = word
    return Play.model_validate(made)


def command(skills: Sequence[str]) -> Command:
    """A captain's order."""
    return Command.model_validate({f"skill_{number}": skill for number, skill in enumerate(skills, start=1)})


def play(
    match: Match,
    orders: Mapping[str, str] | None = None,
    commands: Mapping[str, Sequence[str]] | None = None,
    shots: Sequence[Mapping[str, Any]] = (),
    rolls: Mapping[str, int] | None = None,
) -> After:
    """Resolve the open step. Rolls are named without their turn ("attack of blue1 at C13"); every law is checked."""
    given: dict[str, tuple[Order, ...]] = {seat: (order(words),) for seat, words in (orders or {}).items()}
    for team, skills in (commands or {}).items():
        captain = match.teams[team].captain
        given[captain] = (*given.get(captain, ()), command(skills))
    if shots:
        given[GM] = tuple(Shots.model_validate(dict(shot)) for shot in shots)
    named = {_reason(match, why): value for why, value in (rolls or {}).items()}
    script = Scripted(named, lambda sides, why, hidden: min(QUIET, sides))
    dice = Dice(script)
    outcome = resolve(match, given, dice)
    assert not script.left, f"nobody rolled {sorted(script.left)}; rolled were {[roll.why for roll in dice.rolls]}"
    for law in LAWS:
        assert law(outcome.state) is None
    assert all(GVG.describe(event, {}) for event in outcome.events)
    return After(outcome.state, outcome.events, {roll.why: roll.value for roll in dice.rolls})


def _reason(match: Match, why: str) -> str:
    return why if why.startswith("turn ") else f"turn {match.turn}: {why}"


def remark(match: Match, seat: str, words: str) -> Remark | None:
    """The remark of the rules on a player's order."""
    return check(match, seat, order(words))
