"""Raids come before all other moves (rulebook 4.1.5)."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.war_game.data.numbers import RAIDS_A_TURN
from sheets_gm.games.war_game.data.words import RAID, RAIDS
from sheets_gm.games.war_game.position.ground import in_random_order
from sheets_gm.games.war_game.rules.movement.march import March


def raid(march: March) -> None:
    """Play the raids one by one in random order (CPW-R14).

    A raid fails if the raider was raided, if its target is in a battle or gone, or if its side has had two raids. A
    raided army does not move (CPW-100), and its square counts as a battle for all others (CPW-101).
    """
    raiders = [name for name, command in march.commands.items() if command.verb == RAID]
    done: Counter[str] = Counter()
    for name in in_random_order(raiders, march.dice, march.why("the order of raids")):
        target = march.commands[name].target
        if name in march.fighting:
            continue
        if target in march.fighting:
            march.hold(name, "raid_target", "CPW-R14", target)
        elif done[march.side(name)] >= RAIDS_A_TURN:
            march.hold(name, "raids", "CPW-104")
        else:
            done[march.side(name)] += 1
            march.raided.add(target)
            march.fight(RAIDS, march.army(target).place, (name,), (target,), "CPW-98")
