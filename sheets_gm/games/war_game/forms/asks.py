"""The questions of a side: where an army can be after a turn, who could engage it, and the odds of a battle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from sheets_gm.games.war_game.data.numbers import RANGE
from sheets_gm.games.war_game.data.words import ATTACKS, OWNERS
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.orders import Judge, Strategy
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.games.war_game.rules.announcing import announcement
from sheets_gm.games.war_game.rules.combat.odds import odds_of, share
from sheets_gm.games.war_game.rules.combat.strategies import battle_of
from sheets_gm.games.war_game.rules.combat.strength import bonuses, chance
from sheets_gm.games.war_game.rules.healing import structure_at
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import fold, whole_number
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Reply, Who
from sheets_gm.kernel.outcome import Order

ROWS = 4
MARK = 5
"""The mark of a strategy for which nobody says one."""


class AskArmy(Order):
    """Asks where *army* can be after this turn, and who could engage it, where it is or in the square *at*."""

    army: str
    at: str | None = None


class AskBattle(Order):
    """Asks for the odds of a battle with these marks, if *killer* tries to kill."""

    battle: str
    first: int | None = None
    second: int | None = None
    killer: str | None = None
    kill: int | None = None
    escape: int | None = None


def ask_forms(match: Match, side: str) -> tuple[Form, ...]:
    """Return the question forms of *side*."""
    armies = tuple(army.name for army in (*match.side(side), *(a for a in match.armies if a.side != side)))
    about = (Field("army", choices=armies, required=True), Field("at", Kind.TEXT, most=6))
    shown = {"reach": None, "threats": None}
    forms = [Form("ask_army", side, AskArmy, about, rows=ROWS, close=Close.ASK, shown=shown, who=Who(team=True))]
    numbers = tuple(str(battle.number) for battle in match.battles if battle.number)
    if numbers:
        fighters = tuple(name for battle in match.battles if battle.number for name in battle.armies)
        most = match.world.battle["strategy most"]
        marks = [Field(name, Kind.WHOLE, low=0, high=most) for name in ("first", "second", "kill", "escape")]
        fields = (Field("battle", choices=numbers, required=True), *marks, Field("killer", choices=fighters))
        odds = {"first_wins": None, "second_wins": None, "killed": None}
        forms.append(
            Form("ask_battle", side, AskBattle, fields, rows=ROWS, close=Close.ASK, shown=odds, who=Who(team=True))
        )
    return tuple(forms)


def answer(view: View, _seat: str, order: Order) -> Reply:
    """Answer a question from what the side sees and nothing else."""
    match = _position(view)
    if isinstance(order, AskArmy):
        return _about_army(match, order)
    if isinstance(order, AskBattle):
        return _about_battle(match, order)
    raise TypeError(f"{order.kind} is no ask")


def _position(view: View) -> Match:
    """Build a position from what the view shows."""
    return Match(
        settings=view.settings, turn=view.turn, phase="orders", armies=view.armies, battles=view.battles,
        points=view.points, destroyed=view.destroyed, control=view.control, notes=view.notes, razing=view.razing,
    )  # fmt: skip


# -- an army -----------------------------------------------------------------------------------------------------------


def _about_army(match: Match, order: AskArmy) -> Reply:
    army = match.find(order.army)
    if army is None:
        return Reply(f"There is no army {order.army}. The tab Armies has all names")
    place = army.place
    if order.at:
        letters = "".join(each for each in fold(order.at) if each.isalnum()).upper()
        square = letters if letters[:1].isdigit() else letters[1:] + letters[:1]
        named_place = match.world.find_place(plane_of(army.place), square)
        if named_place is None:
            return Reply(f"There is no square {order.at} on {plane_of(army.place)}")
        place = named_place
    threats = list(_threats(match, army, place))
    where = "" if place == army.place else f" in {square_of(place)}"
    text = f"{army.name} could be engaged{where} by {listed(threats)}." if threats else _safe(match, army, where)
    return Reply(text, {"reach": _reach(match, army), "threats": "\n".join(threats)})


def _safe(match: Match, army: Army, where: str) -> str:
    if army.name in match.engaged and not where:
        return f"{army.name} is in battle already, so nobody can engage it."
    return f"Nobody could engage {army.name}{where}."


def _reach(match: Match, army: Army) -> str:
    """List where the army can be after the turn (CPW-77, CPW-79, CPW-150)."""
    if army.name in match.engaged:
        return "in battle: it cannot move"
    battles = {battle.place for battle in match.battles}
    by_steps: dict[int, list[str]] = defaultdict(list)
    exits: list[str] = []
    for place, steps in match.world.near(army.place, RANGE).items():
        portal = match.world.portal(place)
        if portal is not None and not battles & {place, portal.leads_to}:
            exits.append(f"by {portal.name} around {portal.leads_to}")
        if steps and place not in battles:
            by_steps[steps].append(square_of(place))
    lines = [f"{steps}: {' '.join(sorted(squares, key=_in_order))}" for steps, squares in sorted(by_steps.items())]
    return "\n".join([*lines, *exits])


def _in_order(square: str) -> tuple[int, str]:
    return int(square[:-1]), square[-1]


def _threats(match: Match, army: Army, place: str) -> Iterator[str]:
    """Yield the enemies that can reach *place* this turn, with steps and chance in an even battle (CPW-82)."""
    if place in {battle.place for battle in match.battles}:
        return
    near = match.world.near(place, RANGE)
    others = [each for each in match.armies if each.side != army.side and each.place in near and each.place != place
              and each.name not in match.engaged and (not each.hired or _home(match, each) == place)]  # fmt: skip
    for other in sorted(others, key=lambda each: (near[each.place], each.name)):
        steps = near[other.place]
        yield f"{other.name} ({steps} step{'s' * (steps > 1)}, wins with {share(_even(match, other, army, place))})"


def _home(match: Match, army: Army) -> str:
    """Return the place of the structure that mercenaries guard. They attack nowhere else (CPW-14)."""
    return match.world.structures[army.guards].place


def _even(match: Match, attacker: Army, defender: Army, place: str) -> Fraction:
    """Return the attacker's chance if both strategies have the same mark and the weather changes nothing."""
    holder = defender.side if defender.place == place and _in_own_structure(match, defender) else ""
    battle = Battle(number=1, type=ATTACKS, place=place, first=(attacker.name,), second=(defender.name,), holder=holder)
    added = [sum(part.amount for part in bonuses(match, battle, first=first)) for first in (True, False)]
    return chance(added[0] - added[1], match.world.battle["die"])


def _in_own_structure(match: Match, army: Army) -> bool:
    """Whether the army stands in a base or stronghold of its own side."""
    structure = structure_at(match, army.place)
    return structure is not None and OWNERS.get(structure.kind) == army.side


# -- a battle ----------------------------------------------------------------------------------------------------------


def _about_battle(match: Match, order: AskBattle) -> Reply:
    number = whole_number(order.battle)
    battle = None if number is None else battle_of(match, number)
    if battle is None:
        return Reply(f"There is no battle {order.battle}")
    judged = _marked(battle, order)
    odds = odds_of(match.but(sent=_sent(battle, order.killer)), battle, judged)
    first, second = share(odds.first_wins), share(1 - odds.first_wins)
    sides = [
        f"{listed(names)} {'wins' if len(names) == 1 else 'win'} with {each}"
        for names, each in ((battle.first, first), (battle.second, second))
    ]
    killed = odds.kills.get(order.killer or "")
    kills = f" {order.killer} wins and kills with {share(killed)}." if killed is not None else ""
    shown = {"first_wins": first, "second_wins": second, "killed": share(killed) if killed is not None else None}
    return Reply(f"{listed(sides)} ({announcement(match, battle)}).{kills}", shown)


def _marked(battle: Battle, order: AskBattle) -> Judge:
    """Return the marks in the question as the judge's order."""
    first = order.killer in battle.first
    return Judge(
        battle=battle.number,
        first=MARK if order.first is None else order.first,
        second=MARK if order.second is None else order.second,
        first_kill=order.kill if first else None,
        second_escape=order.escape if first else None,
        second_kill=None if first else order.kill,
        first_escape=None if first else order.escape,
    )


def _sent(battle: Battle, killer: str | None) -> tuple[Strategy, ...]:
    """Return a strategy for every army, as if all had sent one. *killer* tries to kill its first enemy."""
    strategies = []
    for name in battle.armies:
        enemies = battle.second if name in battle.first else battle.first
        victim = enemies[0] if name == killer else None
        strategies.append(
            Strategy(battle=battle.number, army=name, kill=name == killer, victim=victim, text="as asked")
        )
    return tuple(strategies)
