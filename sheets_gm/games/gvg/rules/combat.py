"""Combat on open tiles and at structures.

Each tile is a separate battle, sum against sum. The side with the higher total wins and the other is knocked down. A
tie on an open tile is a stalemate. At a structure the attackers win a tie only if nobody defends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.gvg.data.words import (
    BUFF,
    BULWARK_DAMAGE,
    DPS,
    FISH_DAMAGE,
    FLY,
    HOLD,
    PROTECTION,
    REDUCTION,
    TANK,
    TEAMS,
    other,
)
from sheets_gm.games.gvg.position.events import Fought, HPLost, KnockedDown, Part, Protected, Side
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Player

ATTACKS, DEFENDS, BOTH = "attacks", "defends", "both"


@dataclass(frozen=True, slots=True)
class Force:
    """The *players* of a team in the battle at *at*, before they roll.

    *stance* decides their role bonuses, *against* is the opponent ("player", "structure" or "boss"), *why* names their
    rolls in the dice log. *tree* says that they defend a Tree that one of them carries, *guards* that their own Tree is
    on the ground at *at*. *rolls* are rolls to use instead of new ones, by seat.
    """

    team: str
    at: str
    players: Sequence[Player]
    stance: str
    against: str
    why: str
    tree: bool = False
    guards: bool = False
    rolls: Mapping[str, int] | None = None


def near(turn: Resolution, at: str) -> frozenset[str]:
    """Return the tiles within 1 square of *at* (R16)."""
    return turn.match.board.near(at, turn.settings.buff_metric == "king")


def open_battle(
    turn: Resolution, at: str, here: Sequence[Player], why: str, rolls: Mapping[str, int] | None = None
) -> str:
    """Resolve a battle of both teams on an open tile or for a carried Tree. Returns the winner, "" if there is none.

    *rolls* are rolls to use instead of new ones, by seat.
    """
    sides = {team: [player for player in here if player.team == team] for team in TEAMS}
    carries = [team for team in TEAMS if any(_carries(turn, player) for player in sides[team])]
    if len(carries) == 1:
        defends = carries[0]
        attack, defence = other(defends), defends
        stances = {attack: ATTACKS, defence: DEFENDS}
    else:
        attack, defence = TEAMS
        stances = dict.fromkeys(TEAMS, BOTH if carries else ATTACKS)
    tallies = {
        team: side(
            turn,
            Force(
                team,
                at,
                sides[team],
                stances[team],
                "player",
                why,
                tree=team in carries,
                guards=turn.match.on_ground(team, at),
                rolls=rolls,
            ),
        )
        for team in TEAMS
    }
    difference = tallies[attack].total - tallies[defence].total
    # R10: the carrier's team wins a tie for one carried Tree; any other tie is a stalemate (GVG-32)
    tied = "defence" if len(carries) == 1 and turn.settings.tree_tie == "defender" else "stalemate"
    outcome = "attack" if difference > 0 else "defence" if difference < 0 else tied
    turn.events.append(
        Fought(
            clause="GVG-56" if len(carries) == 1 else "GVG-32" if outcome == "stalemate" else "GVG-30",
            at=at,
            place="tree" if carries else "open",
            attack=tallies[attack],
            defence=tallies[defence],
            outcome=outcome,
            **beside_the_rolls(turn, at, tallies.values()),
        )
    )
    if outcome == "stalemate":
        return ""
    winner = attack if outcome == "attack" else defence
    knock_down(turn, at, sides[other(winner)])
    return winner


def siege(turn: Resolution, at: str, owner: str, attackers: Sequence[Player], defenders: Sequence[Player]) -> None:
    """Resolve a battle at *owner*'s standing structure."""
    if turn.has(owner, PROTECTION):  # GVG-75, R33
        turn.events.append(Protected(clause="GVG-75", at=at, team=owner))
        return
    rolled = any(turn.roller(player) for player in attackers)
    if not defenders:
        # R15: a player who holds at an undefended structure risks nothing, and without a roll there is no attack
        attackers = [player for player in attackers if turn.action[player.seat] != HOLD]
        if not rolled:
            return
    enemy = other(owner)
    fish = turn.match.board.kinds[at] == "fish"
    attack = side(turn, Force(enemy, at, attackers, ATTACKS, "structure", "attack"))
    skill = FISH_DAMAGE if fish else BULWARK_DAMAGE
    if rolled and turn.has(enemy, skill):  # R32: once for each tile
        attack = attack.but(parts=(*attack.parts, Part(what=skill, amount=turn.settings.damage_bonus)))
    carried = any(_carries(turn, player) for player in defenders)
    defence = side(turn, Force(owner, at, defenders, DEFENDS, "structure", "defence", tree=carried))
    defence = defence.but(parts=(*_structure(turn, at, owner, fish=fish), *defence.parts))
    tie_won = not defenders  # GVG-33, GVG-34
    # GVG-78, R15: players who do not roll are there to be beaten, and remove no HP
    won = rolled and (attack.total > defence.total or (attack.total == defence.total and tie_won))
    tied = attack.total == defence.total
    turn.events.append(
        Fought(
            clause=("GVG-33" if tie_won else "GVG-34")
            if tied
            else ("GVG-49" if fish else "GVG-42")
            if won
            else "GVG-45",
            at=at,
            place="fish" if fish else "bulwark",
            attack=attack,
            defence=defence,
            outcome="attack" if won else "defence",
            **beside_the_rolls(turn, at, (attack, defence)),
        )
    )
    if not won:
        if defenders or turn.settings.pve_loss_ko:  # R11
            knock_down(turn, at, attackers)
        return
    left = _remove_hp(turn, at, owner, fish=fish)
    if left == 0 or turn.settings.defenders_ko_on_hit:  # GVG-46, R12
        knock_down(turn, at, defenders)
    else:  # R41: a carrier among the defenders has lost its defence
        knock_down(turn, at, [player for player in defenders if _carries(turn, player)])


def _structure(turn: Resolution, at: str, owner: str, *, fish: bool) -> tuple[Part, ...]:
    """Return the parts of a structure's own defence: its die, and the tier of a Fish (GVG-41, GVG-48)."""
    name = f"{'Fish' if fish else 'Bulwark'} {at}"
    die = Part(what=name, amount=turn.dice.roll(turn.settings.die_sides, f"turn {turn.turn}: defence of {name}"))
    if not fish:
        return (die,)
    tier = turn.settings.fish_tier(turn.match.destroyed(owner))
    return (die, Part(what="tier", amount=tier)) if tier else (die,)


def _remove_hp(turn: Resolution, at: str, owner: str, *, fish: bool) -> int:
    """Remove 1 HP from a structure and return the rest (GVG-42, GVG-49)."""
    if fish:
        left = turn.fish[owner] = turn.fish[owner] - 1
    else:
        left = turn.bulwarks[at] = turn.bulwarks[at] - 1
    clause = ("GVG-50" if left == 0 else "GVG-49") if fish else "GVG-42"
    turn.events.append(HPLost(clause=clause, at=at, structure="Fish" if fish else "Bulwark", team=owner, left=left))
    return left


def _carries(turn: Resolution, player: Player) -> bool:
    return player.seat in turn.carrier.values()


def side(turn: Resolution, force: Force) -> Side:
    """Roll for *force* and add its bonuses (GVG-28, GVG-29)."""
    parts: list[Part] = []
    for player in force.players:
        if not turn.roller(player):
            continue  # R15: it is present and adds nothing
        roll = force.rolls[player.seat] if force.rolls is not None else _roll(turn, player, force)
        parts.append(Part(what="roll", amount=roll, seat=player.seat))
        bonus = _role_bonus(turn, player, force)
        if bonus:
            parts.append(Part(what=player.role, amount=bonus, seat=player.seat))
        buff = _buff(turn, player, force.at)
        if buff:
            parts.append(Part(what="buff", amount=buff, seat=player.seat))
    if force.tree:
        parts.append(Part(what="Tree", amount=turn.settings.tree_bonus))  # GVG-55
    return Side(team=force.team, parts=tuple(parts), seats=tuple(player.seat for player in force.players))


def _roll(turn: Resolution, player: Player, force: Force) -> int:
    return turn.dice.roll(turn.settings.die_sides, f"turn {turn.turn}: {force.why} of {player.seat} at {force.at}")


def _role_bonus(turn: Resolution, player: Player, force: Force) -> int:
    """Return the bonus of a DPS in attack (R8) or of a Tank in defence, including a Tree on the ground (R9, GVG-12)."""
    if player.role == DPS and force.stance in (ATTACKS, BOTH):
        return turn.settings.dps_vs_boss if force.against == "boss" else turn.settings.role_bonus
    if player.role == TANK and (force.stance in (DEFENDS, BOTH) or force.guards):
        return turn.settings.role_bonus
    return 0


def _buff(turn: Resolution, player: Player, at: str) -> int:
    """Return the bonus to *player*'s roll from Healers within 1 square (GVG-14)."""
    if not turn.buffing or turn.has(other(player.team), REDUCTION):  # GVG-72, R31
        return 0
    return turn.settings.buff_bonus * len(_buffers(turn, player, at))


def _buffers(turn: Resolution, player: Player, at: str) -> tuple[str, ...]:
    """Return the Healers within 1 square whose buffs count for *player*'s roll, if nothing negates them (GVG-14)."""
    reach = near(turn, at)
    healers = tuple(each.seat for each in turn.buffing if each.team == player.team and turn.at[each.seat] in reach)
    return healers if turn.settings.buff_stacks else healers[:1]


def beside_the_rolls(turn: Resolution, at: str, sides: Iterable[Side]) -> dict[str, Any]:
    """Return what `Fought` stores about the players of *sides* apart from rolls: the buffs, and the actions of the
    others.
    """
    seats = {seat for side in sides for seat in side.seats}
    here = [player for player in turn.match.players if player.seat in seats]
    buffed: dict[str, tuple[str, ...]] = {}
    negated: list[str] = []
    for player in here:
        healers = _buffers(turn, player, at) if turn.buffing and turn.roller(player) else ()
        if healers and turn.has(other(player.team), REDUCTION):
            negated += healers
        elif healers:
            buffed[player.seat] = healers
    idle = {
        player.seat: FLY if player.seat in turn.teleported else turn.action[player.seat]
        for player in here
        if not turn.roller(player)
    }
    return {"buffed": buffed, "negated": tuple(dict.fromkeys(negated)), "idle": idle}


def _untouchable(turn: Resolution, player: Player) -> bool:
    """Whether *player* buffs and therefore is not knocked down (R17). A carrier always can be (GVG-56)."""
    return turn.settings.buffer_untouchable and turn.action[player.seat] == BUFF and not _carries(turn, player)


def knock_down(turn: Resolution, at: str, players: Sequence[Player]) -> None:
    """Knock *players* down (GVG-31), including Healers who buff on this tile (R17)."""
    fallen = [player.seat for player in players if player.seat not in turn.down and not _untouchable(turn, player)]
    if fallen:
        turn.down.update(fallen)
        turn.events.append(KnockedDown(clause="GVG-31", seats=tuple(fallen), at=at))
