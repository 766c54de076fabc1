"""Who can play: two people, each in a different seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.games.win_or_die.rules.setup.lineups import morale, recruits_in
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def seating(settings: Settings, seats: Sequence[Seat]) -> tuple[Remark, ...]:
    """Return why a match cannot start: it needs two players, and settings that fit each other and the cards."""
    remarks = [*conflicts(settings)]
    remarks += [
        Remark(field=seat.id, text=f"The seats are {' and '.join(SEATS)}, not “{seat.id}”", clause="WOD-95")
        for seat in seats
        if seat.id not in SEATS
    ]
    if {seat.id for seat in seats} < set(SEATS):
        remarks.append(Remark(text="A match needs two players", clause="WOD-95"))
    elif len({seat.player for seat in seats}) < len(seats):
        text = "Both players have the same name. Give each a different one"
        remarks.append(Remark(field=seats[-1].id, text=text))
    return tuple(remarks)


def join(_match: object, _seat: Seat, _dice: Dice) -> Remark:
    """Refuse a newcomer: the match is between two players (WOD-95)."""
    return Remark(text="Win or Die is a game for two", clause="WOD-95")


def conflicts(settings: Settings) -> Iterator[Remark]:
    """Yield settings that leave a player no legal legion. Only a new match is checked; stored ones keep their
    settings.
    """
    tokens, reserve = settings.command_tokens, settings.reserve_each_round
    if reserve >= tokens:
        text = f"reserve_each_round {reserve} sets aside all of the {tokens} command_tokens"
        yield Remark(text=f"{text}: at most {tokens - 1} leaves a player one", clause="WOD-50")
    for seat in ("first", "second"):
        if settings.tokens_in_first_round(first=seat == "first") < 1:
            name = "first_turn_tokens" if seat == "first" else "second_player_tokens"
            text = f"{name} 0 leaves the {seat} player no Command Token in the first round: write 1 or more"
            yield Remark(text=text, clause="WOD-51")
    yield from _too_strong(settings)
    if not settings.advanced:
        return
    for region in settings.known.regions:
        least = _cheapest(settings, region)
        if least is not None and least > settings.budget:
            text = f"budget {settings.budget} is too small for fewest_units {settings.fewest_units}"
            yield Remark(text=f"{text}: a legion of {region} costs at least {least}", clause="WOD-43")
            return


def _too_strong(settings: Settings) -> Iterator[Remark]:
    """Yield the first printed line-up that a legion may be and that has too much morale (WOD-71)."""
    if settings.advanced and settings.lineup_limits == "same":
        return
    for lineup in settings.known.lineups.values():
        has = morale(settings, recruits_in(lineup))
        if has > settings.morale_cap:
            text = (
                f"morale_cap {settings.morale_cap} is too small for the line-up {lineup.name}, which has morale {has}"
            )
            yield Remark(text=text, clause="WOD-71")
            return


def _cheapest(settings: Settings, region: str) -> int | None:
    """Return the price of the cheapest legion of *region*, None for a region without cards."""
    cards = [card for card in settings.known.cards.values() if card.region == region]
    leaders = sorted(card.cost for card in cards if card.leader)
    others = sorted(card.cost for card in cards if not card.leader for _ in range(card.limit))
    return leaders[0] + sum(others[: settings.fewest_units]) if leaders else None
