"""Attacks, support and joint battles (rulebook 4.1.1, 4.1.6 and 4.3).

Each side has at most one joint battle a turn, drawn from all that could be one (CPW-118, CPW-R20).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheets_gm.games.war_game.data.numbers import MOST_IN_BATTLE
from sheets_gm.games.war_game.data.words import ATTACKS, VERSUS
from sheets_gm.games.war_game.position.ground import nearest_first, pick
from sheets_gm.games.war_game.rules.movement.march import March


@dataclass(frozen=True, slots=True)
class Attack:
    """The armies that engage *target*, closest first, and the supporters on their way to it."""

    target: str
    engagers: tuple[str, ...]
    supporters: tuple[str, ...]

    @property
    def first(self) -> str:
        """The closest of the attackers."""
        return self.engagers[0]


def engage(march: March) -> None:
    """Play all attacks on armies that stay: first on those ordered to stay, then on supporters that nobody needed."""
    if march.match.settings.head_on == "battle":
        _head_on(march)
    _attack(march, [name for name in sorted(march.opening.names) if name not in march.supporters], "attack")
    idle = _idle_supporters(march)
    _attack(march, idle, "attack on a supporter")


def _head_on(march: March) -> None:
    """Let two armies that engage each other's squares meet in one of the two (CPW-R6, the other setting)."""
    for name, command in sorted(march.movers.items()):
        other = command.target
        if name not in march.movers or not march.engages(name, other) or not march.engages(other, name):
            continue
        if (command.end, march.movers[other].end) == (march.ground[other], march.ground[name]):
            ends = (march.ground[other], march.ground[name])
            place = pick(ends, march.dice, march.why(f"{name} and {other} meet"))
            march.fight(VERSUS, place, (name,), (other,), "CPW-R6")


def _attack(march: March, targets: Sequence[str], what: str) -> None:
    """Play the attacks on *targets*. Attackers that do not fit into a battle move as near as they can."""
    attacks = [each for target in targets if (each := _attack_on(march, target, what)) is not None]
    joints = _draw_joints(march, attacks, what)
    for attack in attacks:
        ally = joints.get((march.side(attack.first), attack.target))
        helper = joints.get((march.side(attack.target), attack.target))
        attackers, defenders = _sides(march, attack, ally, helper)
        first, second = _closest_first(march, *attackers), tuple(defenders)
        march.fight(ATTACKS, march.ground[attack.target], first, second, "CPW-83")
        for name in attack.engagers:
            if name not in first:
                march.go_partly(name)


def _sides(march: March, attack: Attack, ally: str | None, helper: str | None) -> tuple[list[str], list[str]]:
    """Return the attackers and the defenders, with joint partners; with a third on a side if the settings and four in
    total allow it.
    """
    more = march.match.settings.joint_side - 2
    first, second = [attack.first], [attack.target]
    if ally is not None:
        others = [name for name in attack.engagers[2:] if march.side(name) == march.side(ally)]
        first += [ally, *[name for name in others if _may_join(march, name)][:more]]
    if helper is not None:
        others = [name for name in attack.supporters if name != helper]
        second += [helper, *[name for name in others if _may_join(march, name)][:more]]
    while len(first) + len(second) > MOST_IN_BATTLE:  # CPW-119
        (first if len(first) >= len(second) else second).pop()
    return first, second


def _closest_first(march: March, *names: str) -> tuple[str, ...]:
    """Return the names of armies by their steps, then alphabetically (CPW-R23)."""
    return tuple(sorted(names, key=lambda name: (march.steps(name), name)))


def _attack_on(march: March, target: str, what: str) -> Attack | None:
    """Return the attack on *target*, None if nobody engages it or it does not stay."""
    steps = {name: march.steps(name) for name in sorted(march.movers) if march.engages(name, target)}
    if not steps:
        return None
    if target in march.fighting and march.ground[target] == march.army(target).place:
        for name in steps:
            march.go_partly(name)  # its square is a battle
        return None
    if not march.still(target):
        return None
    engagers = nearest_first(steps, march.dice, march.why(f"{what}: {target}"))
    supporters = tuple(name for name, command in sorted(march.supporters.items()) if command.target == target)
    return Attack(target, engagers, supporters)


def _draw_joints(march: March, attacks: Sequence[Attack], what: str) -> dict[tuple[str, str], str]:
    """Draw each side's joint battle. Returns the partner by the side and the target of the attack."""
    candidates: dict[str, list[tuple[str, str]]] = {}
    for attack in attacks:
        if march.opening.structure(march.ground[attack.target]):
            continue  # CPW-122
        side = march.side(attack.first)
        second = attack.engagers[1] if len(attack.engagers) > 1 else None
        if second and march.side(second) == side and _may_join(march, attack.first) and _may_join(march, second):
            candidates.setdefault(side, []).append((attack.target, second))
        for helper in attack.supporters:
            if _may_join(march, helper):
                candidates.setdefault(march.side(helper), []).append((attack.target, helper))
    drawn: dict[tuple[str, str], str] = {}
    for side, pairs in sorted(candidates.items()):
        if side not in march.joined:
            keys = [f"{target} and {name}" for target, name in pairs]
            target, name = pairs[keys.index(pick(keys, march.dice, march.why(f"{what}: the joint of {side}")))]
            drawn[side, target] = name
            march.joined.add(side)
    return drawn


def _may_join(march: March, name: str) -> bool:
    """Whether the army may move in to form a joint battle (CPW-121, CPW-R19)."""
    may = march.opening.world.ranks[march.army(name).level].joins
    return may and march.match.settings.joint_side > 1


def _idle_supporters(march: March) -> list[str]:
    """Return the supporters that nobody needed. Those beside their ally stay, the others move as near as they can
    (CPW-R21).
    """
    idle = []
    for name in sorted(march.supporters):
        if march.steps(name) <= 1:
            march.hold(name, "not_needed", "CPW-110", march.commands[name].target)
            idle.append(name)
        else:
            march.go_partly(name)
    return idle
