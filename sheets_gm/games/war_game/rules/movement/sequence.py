"""Movement (rulebook 4): its chapters in order, from the orders to the places of all armies and the new battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sheets_gm.games.war_game.data.words import TRANSFER
from sheets_gm.games.war_game.position.events import Transferred
from sheets_gm.games.war_game.position.ground import Ground
from sheets_gm.games.war_game.position.opening import Command, opening_of
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.movement.commands import read_move
from sheets_gm.games.war_game.rules.movement.engaging import engage
from sheets_gm.games.war_game.rules.movement.entering import enter, pass_portals
from sheets_gm.games.war_game.rules.movement.holding import hold
from sheets_gm.games.war_game.rules.movement.interception import intercept
from sheets_gm.games.war_game.rules.movement.march import March
from sheets_gm.games.war_game.rules.movement.mercenaries import send_mercenaries
from sheets_gm.games.war_game.rules.movement.partial_moves import leave_portals, move_partly
from sheets_gm.games.war_game.rules.movement.raids import raid
from sheets_gm.games.war_game.rules.movement.routes import draw_routes
from sheets_gm.games.war_game.rules.movement.transfers import received, sent_units, without, wrong_transfer
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Remark


def transfer(march: March) -> None:
    """Send troops between armies that stayed and were not raided (CPW-95, CPW-96, CPW-R28)."""
    for name, command in sorted(march.commands.items()):
        if command.verb != TRANSFER:
            continue
        both = {name, command.target}
        moved = any(march.ground.get(each) != march.army(each).place for each in both)
        match = march.match.with_armies(dict(march.changed))
        giver, receiver = match.army(name), match.army(command.target)
        if moved or both & march.raided or wrong_transfer(match, giver, receiver, command.troops):
            march.hold(name, "no_transfer", "CPW-96", command.target)
            continue
        sent = sent_units(giver, command.troops)
        after = received(match, receiver, sent) if not isinstance(sent, str) else sent
        if isinstance(sent, str) or isinstance(after, str):
            raise AssertionError("a transfer that fits does not fit")
        march.changed[name] = without(giver, sent)
        march.changed[command.target] = receiver.but(units=after)
        event = Transferred(clause="CPW-95", giver=name, receiver=command.target, troops=command.troops)
        march.events.append(event)


STEPS = (
    raid,
    hold,
    draw_routes,
    intercept,
    engage,
    pass_portals,
    enter,
    move_partly,
    leave_portals,
    transfer,
    send_mercenaries,
)
"""Movement in the order of the rulebook: raids first (CPW-98), mercenaries last (CPW-16)."""


def commands_of(match: Match, orders: Mapping[str, Iterable[Move]]) -> dict[str, Command]:
    """Return what the armies will try, by name. *orders* are by side. Illegal orders are left out."""
    opening = opening_of(match)
    commands: dict[str, Command] = {}
    for side, given in sorted(orders.items()):
        for order in given:
            command = read_move(opening, side, order)
            if not isinstance(command, Remark):
                commands[order.army] = command
    return dict(sorted(commands.items()))


def move(match: Match, orders: Mapping[str, Iterable[Move]], dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after the movement of a turn, with new battles at the end of the list, and the events."""
    at = {army.name: army.place for army in match.armies}
    ground = Ground(match.world, at, (battle.place for battle in match.battles))
    march = March(match, opening_of(match), commands_of(match, orders), dice, ground)
    for step in STEPS:
        step(march)
    armies = tuple(
        march.changed.get(army.name, army).but(place=march.ground[army.name])
        if army.name in march.changed or march.ground[army.name] != army.place
        else army
        for army in match.armies
    )
    return match.but(armies=armies, battles=(*match.battles, *march.fights)), tuple(march.events)
