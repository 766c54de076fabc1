"""Building a legion (rulebook, "Set up the Legion" and "Enhancement Set Up").

In the Advanced Mode a legion is a Leader and six to nine other units with enhancements, for 20 Titan Crystals; in other
modes it is a Recommended Line-up. A player without a legal legion gets the line-up of the region.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sheets_gm.games.win_or_die.data.cards.lineups import LineUp
from sheets_gm.games.win_or_die.data.cards.units import Card
from sheets_gm.games.win_or_die.data.cards.wording import figures_text
from sheets_gm.games.win_or_die.data.words import SAME, SEATS
from sheets_gm.games.win_or_die.position.events import LegionSet
from sheets_gm.games.win_or_die.position.orders import ChooseLineUp, Enlist
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Match, Player, Recruit
from sheets_gm.games.win_or_die.rules.setup import lineups
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import Order, Remark


def cards_for(match: Match, player: Player) -> tuple[Card, ...]:
    """Return the cards of a player's Barrack (WOD-37)."""
    return tuple(
        card for card in match.known.cards.values() if card.region == player.region or card.id in player.mercenaries
    )


def cost(match: Match, recruits: Sequence[Recruit]) -> int:
    """Return the price of *recruits* with their enhancements (WOD-4, WOD-44)."""
    return lineups.cost(match.settings, recruits)


def morale(match: Match, recruits: Sequence[Recruit]) -> int:
    """Return the morale of *recruits* (WOD-45)."""
    return lineups.morale(match.settings, recruits)


# -- one row -----------------------------------------------------------------------------------------------------------


def check(match: Match, seat: str, order: Enlist) -> Remark | None:
    """Return why a row of a legion is refused, or None."""
    settings = match.settings
    if not settings.advanced:
        return Remark(text="Legions are built in the Advanced Mode; choose a line-up", clause="WOD-41")
    if not 0 <= order.slot <= settings.most_units:
        return Remark(text=f"A legion has a Leader and up to {settings.most_units} units", clause="WOD-43")
    if order.card is None:
        return Remark(field="card", text="Choose a unit", clause="WOD-43")
    may = cards_for(match, match.player(seat))
    leaders = [card.name for card in may if card.leader]
    others = [card.name for card in may if not card.leader]
    wanted = leaders if order.slot == 0 else others
    if order.card not in wanted:
        named_card = match.known.by_name.get(order.card)
        if named_card is None:
            text, clause = f"There is no unit “{order.card}”", "WOD-7"
        elif named_card not in may:
            text, clause = f"{order.card} is not in your Barrack", "WOD-20"
        else:
            text = f"{order.card} {'cannot lead' if order.slot == 0 else 'is a Leader, and a legion has one'}"
            clause = "WOD-42"
        return Remark(field="card", text=text, instead=wanted[0], clause=clause)
    if order.slot == 0 and order.enhancements and not settings.leader_enhance:
        field = order.enhancements[0]
        return Remark(field=field, text="A Leader has no enhancements", instead="no", clause="WOD-R21")
    return None


def price(match: Match, order: Enlist) -> Remark:
    """Return the price of the unit in a legal row, with enhancements, and the figures of the unit."""
    (recruit,) = recruits_of(match, (order,))
    card = match.known.cards[recruit.card]
    paid = cost(match, (recruit,))
    crystals = counted(paid, "Titan Crystal") if paid else "nothing"
    return Remark(text=f"Costs {crystals}; {figures_text(card)}", refuses=False, informs=True)


# -- all rows ----------------------------------------------------------------------------------------------------------


def fits(match: Match, orders: Sequence[Enlist]) -> list[Remark | None]:
    """Return why rows that are legal by themselves conflict: limits, enhancements of one kind, crystals."""
    copies: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    spent = 0
    remarks: list[Remark | None] = []
    for order in orders:
        (recruit,) = recruits_of(match, (order,))
        card = match.known.cards[recruit.card]
        price = cost(match, (recruit,))
        full = next((each for each in recruit.enhancements if kinds[each] >= SAME), None)
        remark = None
        if copies[card.id] >= card.limit:  # WOD-22
            text = f"The Barrack has only {card.limit} of {card.name}"
            remark = Remark(field="card", text=text, clause="WOD-22")
        elif full is not None:
            text = f"The legion has {SAME} {full} enhancements already"
            remark = Remark(field=full, text=text, clause="WOD-44")
        elif spent + price > match.settings.budget:
            left = match.settings.budget - spent
            text = f"{card.name} costs {price} Titan Crystals, and only {left} are left"
            remark = Remark(field="card", text=text, clause="WOD-41")
        remarks.append(remark)
        if remark is None:
            copies[card.id] += 1
            kinds.update(recruit.enhancements)
            spent += price
    return remarks


def total(match: Match, orders: Sequence[Enlist]) -> Remark:
    """Return the running total of a legion, or why it is not legal yet."""
    settings = match.settings
    recruits = recruits_of(match, orders)
    units = sum(order.slot > 0 for order in orders)
    spent, sum_of_morale = cost(match, recruits), morale(match, recruits)
    has = f"{counted(units, 'unit')}, {spent} of {settings.budget} Titan Crystals, morale {sum_of_morale}"
    if spent > settings.budget:
        over = counted(spent - settings.budget, "Titan Crystal")
        return Remark(text=f"{over} too many. Empty a row or an enhancement. {has}", clause="WOD-41")
    if not any(order.slot == 0 for order in orders):
        return Remark(text=f"Choose a Leader. {has}", clause="WOD-42")
    if units < settings.fewest_units:
        missing = settings.fewest_units - units
        more = counted(missing, "more unit", "more units")
        return Remark(text=f"Choose at least {more}. {has}", clause="WOD-43")
    if sum_of_morale > settings.morale_cap:
        return Remark(text=f"A legion has at most {settings.morale_cap} morale. {has}", clause="WOD-71")
    return Remark(text=has, refuses=False, informs=True)


def recruits_of(match: Match, orders: Sequence[Enlist]) -> tuple[Recruit, ...]:
    """Return the recruits that rows name, the Leader first."""
    names = match.known.by_name
    return tuple(
        Recruit(card=names[order.card or ""].id, enhancements=order.enhancements)
        for order in sorted(orders, key=lambda order: order.slot)
        if order.card in names
    )


# -- resolving ---------------------------------------------------------------------------------------------------------


def muster(step: Resolution, orders: Mapping[str, Sequence[Order]]) -> None:
    """Set both legions, and go on to the deployment."""
    match = step.before
    for seat in SEATS:
        given = orders.get(seat, ())
        rows = [order for order in given if isinstance(order, Enlist)]
        recruits: tuple[Recruit, ...] = ()
        lineup = ""
        if match.settings.advanced and rows and not any(fits(match, rows)) and not total(match, rows).refuses:
            recruits = recruits_of(match, rows)
        else:
            named = [order.lineup for order in given if isinstance(order, ChooseLineUp)]
            choice = match.known.lineups[(named or [match.known.lineups_of(match.player(seat).region)[0].name])[0]]
            if lineups.beyond(match.settings, choice) is None:
                lineup, recruits = choice.name, lineups.recruits_in(choice)
            else:
                recruits = lineups.within(match.settings, choice, cards_for(match, match.player(seat)))
        step.amend(seat, legion=recruits, crystals=max(0, match.settings.budget - cost(match, recruits)))  # WOD-47
        names = tuple(match.known.cards[each.card].name for each in recruits)
        step.tell(LegionSet(clause="WOD-48", seat=seat, lineup=lineup, units=names, audience=(seat,)))
    step.set(phase="deployment", picking=step.now.first)


def check_lineup(match: Match, seat: str, order: ChooseLineUp) -> Remark | None:
    """Return why a line-up is refused, or its units and its price."""
    may = lineup_names(match, match.player(seat))
    if order.lineup in may:
        return _contents(match, match.known.lineups[order.lineup])
    exists = order.lineup in match.known.lineups
    if exists and match.known.lineups[order.lineup].region == match.player(seat).region:
        return lineups.beyond(match.settings, match.known.lineups[order.lineup])
    text = f"{order.lineup} is not of your region" if exists else f"There is no line-up “{order.lineup}”"
    return Remark(field="lineup", text=text, instead=may[0] if may else None, clause="WOD-41")


def _contents(match: Match, lineup: LineUp) -> Remark:
    """Describe the units of *lineup*: their numbers and enhancements, the price and the morale."""
    recruits = lineups.recruits_in(lineup)
    names = Counter(f"{match.known.cards[each.card].name}{_with(each.enhancements)}" for each in recruits)
    units = ", ".join(f"{number} {name}" if number > 1 else name for name, number in names.items())
    text = f"{units}: costs {counted(cost(match, recruits), 'Titan Crystal')}, morale {morale(match, recruits)}"
    return Remark(text=text, refuses=False, informs=True)


def _with(enhancements: Sequence[str]) -> str:
    return f" ({', '.join(enhancements)})" if enhancements else ""


def lineup_names(match: Match, player: Player) -> tuple[str, ...]:
    """Return the line-ups that a player may choose: those of the region within the limits of a legion."""
    region_lineups = match.known.lineups_of(player.region)
    return tuple(each.name for each in region_lineups if lineups.beyond(match.settings, each) is None)
