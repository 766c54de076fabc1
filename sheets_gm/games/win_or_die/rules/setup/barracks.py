"""Picking a region and two Mercenary cards (rulebook, "Set up the Barrack")."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.win_or_die.data.words import RANDOM, SEATS, other
from sheets_gm.games.win_or_die.position.events import BarrackSet, PickAgain, RegionChosen
from sheets_gm.games.win_or_die.position.orders import ChooseBarrack
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.series.beginning import choose_first
from sheets_gm.kernel.outcome import Remark

SLOTS = ("mercenary_1", "mercenary_2")
"""The fields of the two Mercenary cards."""


def pickers(match: Match) -> tuple[str, ...]:
    """Return the seats that pick a region now."""
    return (match.picking,) if match.picking else SEATS


def regions(match: Match, seat: str) -> tuple[str, ...]:
    """Return the regions that *seat* may pick, with the random card (WOD-38, WOD-39)."""
    taken = match.player(other(seat)).region if match.picking else ""
    left = tuple(region for region in match.known.regions if region != taken)
    return left if match.settings.copies == "one" else (*left, RANDOM)


def check(match: Match, seat: str, order: ChooseBarrack) -> Remark | None:
    """Return why a pick is refused, or None."""
    if seat not in pickers(match):
        return Remark(text=f"It is {match.picking}'s turn to pick a region", clause="WOD-38")
    may = regions(match, seat)
    if order.region not in may:
        gone = order.region in match.known.regions
        text = f"{order.region} is taken" if gone else f"There is no region “{order.region}”"
        return Remark(field="region", text=text, instead=may[0], clause="WOD-38" if gone else "WOD-2")
    names = [card.name for card in match.known.mercenaries]
    for field in SLOTS:
        name = getattr(order, field)
        if name and name not in names:
            text = f"There is no Mercenary card “{name}”"
            return Remark(field=field, text=text, instead=names[0], clause="WOD-37")
    if order.mercenary_1 and order.mercenary_1 == order.mercenary_2:
        spare = next(name for name in names if name != order.mercenary_1)
        text = "The two Mercenary cards must be different"
        return Remark(field="mercenary_2", text=text, instead=spare, clause="WOD-R22")
    return None


def pick(step: Resolution, orders: Mapping[str, ChooseBarrack]) -> None:
    """Take the picks and reveal them at the same time (WOD-39). A player without a pick draws the random card."""
    match = step.before
    wanted = {seat: orders[seat].region if seat in orders else RANDOM for seat in pickers(match)}
    for seat in wanted:
        step.amend(seat, mercenaries=_mercenaries(match, orders.get(seat)))
    if match.settings.copies == "one":
        _in_turn(step, *wanted.items())
        return
    named = set(wanted.values())
    if not match.settings.mirror and len(wanted) > 1 and len(named) == 1 and RANDOM not in named:
        _again(step, named.pop())
        return
    for seat, region in sorted(wanted.items(), key=lambda item: item[1] == RANDOM):
        _set(step, seat, region)
    _done(step)


def _mercenaries(match: Match, order: ChooseBarrack | None) -> tuple[str, ...]:
    """Return the two Mercenary cards of an order. Where it names none, the first ones of the table count."""
    named = [order.mercenary_1, order.mercenary_2] if order else []
    ids = [card.id for card in match.known.mercenaries if card.name in named]
    ids += [card.id for card in match.known.mercenaries if card.id not in ids]
    return tuple(sorted(ids[:2], key=[card.id for card in match.known.mercenaries].index))


def _set(step: Resolution, seat: str, region: str) -> None:
    """Set the region of *seat*. A random one is drawn in secret and stays face down (R23)."""
    drawn = region == RANDOM
    if drawn:
        taken = step.players[other(seat)].region
        deck = [each for each in step.before.known.regions if step.before.settings.mirror or each != taken]
        region = step.dice.pick(deck, f"game {step.now.game}: random region of {seat}", hidden=True)
    player = step.amend(seat, region=region, drawn=drawn)
    step.tell(RegionChosen(clause="WOD-39", seat=seat, region="" if drawn else region))
    names = tuple(step.before.known.cards[card].name for card in player.mercenaries)
    step.tell(BarrackSet(clause="WOD-37", seat=seat, region=region, mercenaries=names, audience=(seat,)))


def _in_turn(step: Resolution, given: tuple[str, str]) -> None:
    """Let the players pick one after the other, with one copy of the game (WOD-38). Dice pick for a player without a
    pick.
    """
    seat, region = given
    may = regions(step.before, seat)
    if region not in may:
        region = step.dice.pick(may, f"game {step.now.game}: region of {seat}")
    _set(step, seat, region)
    if step.players[other(seat)].region:
        _done(step)
    else:
        step.set(picking=other(seat))


def _again(step: Resolution, region: str) -> None:
    """Decide by a die who picks again, because both picked *region* and only one may have it (R23)."""
    loser = step.dice.pick(SEATS, f"game {step.now.game}: who picks again")
    _set(step, other(loser), region)
    step.set(picking=loser)
    step.tell(PickAgain(clause="WOD-R23", seat=loser, region=region))


def _done(step: Resolution) -> None:
    """Decide who begins, and go on to the legions (WOD-40)."""
    step.set(picking="")
    choose_first(step)
    step.set(phase="legion")
