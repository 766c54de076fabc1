"""Battles (rulebook 6.3): rolls, the winner, losses, kills, and who leaves the square, battle by battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets_gm.games.war_game.data.words import BESIEGES, SIDES
from sheets_gm.games.war_game.position.events import Besieged, Part, Rolled, Ruled, Won
from sheets_gm.games.war_game.position.orders import Judge
from sheets_gm.games.war_game.position.state import Battle, Match
from sheets_gm.games.war_game.rules.combat.bumping import bump, leave_after_victory
from sheets_gm.games.war_game.rules.combat.field import Field, field_of
from sheets_gm.games.war_game.rules.combat.losses import lose, lose_squad, percentages, try_to_kill
from sheets_gm.games.war_game.rules.combat.marks import default_winner, marks_of, missing_marks
from sheets_gm.games.war_game.rules.combat.strategies import counted, kill_attempts
from sheets_gm.games.war_game.rules.combat.strength import bonuses
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

FIRST, SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class Decision:
    """How a battle was decided: whether the first side won, by which margin, and how (see `Won`)."""

    first_won: bool
    margin: int
    how: str


def fight_battles(match: Match, marks: Mapping[int, Judge], dice: Dice) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after its announced battles, fought in the order of their numbers (CPW-R40), and the events."""
    field = field_of(match, dice)
    going_on: list[Battle] = [battle for battle in match.battles if not battle.number]
    for battle in sorted((each for each in match.battles if each.number), key=lambda each: each.number):
        judged = marks.get(battle.number) or Judge(battle=battle.number)
        if judged.siege:
            going_on += _besiege(field, battle, judged)
        else:
            _fight(field, battle, judged)
    armies = tuple(field.armies[army.name] for army in match.armies if army.name in field.armies)
    points = {side: match.points[side] + field.points[side] for side in SIDES}
    fought = _fought(match)
    after = match.but(armies=armies, battles=(*going_on, *field.begun), points=points, fought=fought, sent=(), bumps=())
    return after, tuple(field.events)


def _besiege(field: Field, battle: Battle, judged: Judge) -> tuple[Battle, ...]:
    """Let the battle go on as a siege: both sides stay, and it is announced again (CPW-170, CPW-R45).

    The losses are those of the first and the second side. The siege is over once a side has no army left; the other has
    then won it (CPW-R55).
    """
    for names, percent in zip((battle.first, battle.second), percentages(judged.losses) or (0, 0), strict=True):
        for name in names:
            lose(field, name, percent, squad=False)
    empty = {name for name in battle.armies if not field.army(name).size}
    first, second = (tuple(name for name in names if name not in empty) for names in (battle.first, battle.second))
    if first and second:
        field.events.append(Besieged(clause="CPW-170", battle=battle.number, place=battle.place))
    elif first or second:
        field.events.append(_won(field, battle, Decision(bool(first), 1, "siege"), "CPW-R55"))
    _rule(field, judged)
    _remove_empty(field, battle)
    if first and second:
        return (battle.but(number=0, type=BESIEGES, weather=None, first=first, second=second),)
    _leave(field, battle, first or second, ())
    return ()


def _fight(field: Field, battle: Battle, judged: Judge) -> None:
    squads = kill_attempts(field.match, battle)
    decision = _decide(field, battle, judged)
    winners, losers = (battle.first, battle.second) if decision.first_won else (battle.second, battle.first)
    loser_lost, winner_lost = percentages(judged.losses) or field.match.world.battle.percent_lost(decision.margin)
    field.events.append(_won(field, battle, decision, "CPW-200" if decision.how == "stratless" else "CPW-187"))
    _rule(field, judged)
    for names, percent in ((losers, loser_lost), (winners, winner_lost)):
        for name in names:
            lose(field, name, percent, squad=name in squads)
    for name in losers:
        if name in squads:
            lose_squad(field, name)  # CPW-197: a lost battle always costs the squad
    marks = (
        (judged.first_kill or 0, judged.second_escape or 0)
        if decision.first_won
        else (judged.second_kill or 0, judged.first_escape or 0)
    )
    _remove_empty(field, battle)
    for name in winners:
        if squads.get(name) in field.armies and name in field.armies:
            try_to_kill(field, battle, name, squads[name], marks)
    _remove_empty(field, battle)
    _leave(field, battle, winners, losers)


def _won(field: Field, battle: Battle, decision: Decision, clause: str) -> Won:
    """Return the event of a victory, and pay the winner's side (CPW-38, CPW-R36)."""
    winners, losers = (battle.first, battle.second) if decision.first_won else (battle.second, battle.first)
    side = field.army(winners[0]).side
    return Won(
        clause=clause,
        battle=battle.number,
        side=side,
        winners=winners,
        losers=losers,
        margin=decision.margin,
        how=decision.how,
        points=field.pay(side, field.match.settings.vp_battle),
    )


def _remove_empty(field: Field, battle: Battle) -> None:
    """Remove armies without units; they pay the same points as killed ones (CPW-R52)."""
    for names, enemies in ((battle.first, battle.second), (battle.second, battle.first)):
        side = field.match.army(enemies[0]).side
        for name in names:
            if name in field.armies and not field.army(name).size:
                field.remove(name, "", side, "empty", "CPW-R52")


def _leave(field: Field, battle: Battle, winners: tuple[str, ...], losers: tuple[str, ...]) -> None:
    """End the battle on its square: one joint winner leaves, then the losers, those with fewer units first."""
    field.ground.battles.discard(battle.place)
    field.fighting -= set(battle.armies)
    leave_after_victory(field, battle, [name for name in winners if name in field.armies])
    left = [name for name in losers if name in field.armies]
    for name in sorted(left, key=lambda name: (field.army(name).size, name)):
        army = field.army(name)
        if army.hired and army.tries >= field.match.settings.merc_tries:
            field.remove(name, "", "", "disbanded", "CPW-15")
        else:
            bump(field, name)


def _decide(field: Field, battle: Battle, judged: Judge) -> Decision:
    """Roll for both sides until the totals differ. A missing strategy or the judge may decide before the roll."""
    match = field.match
    first, second = marks_of(match, battle, judged)
    totals = (0, 0)
    attempt = 0
    while totals[0] == totals[1]:  # CPW-R42: draws are rolled again
        attempt += 1
        adjust = judged.adjust or 0
        totals = (
            _roll(field, battle, attempt, first, adjust, first=True),
            _roll(field, battle, attempt, second, 0, first=False),
        )
    lead = totals[0] - totals[1]
    if judged.winner is not None:
        wanted = judged.winner == FIRST
        return Decision(wanted, max(1, lead if wanted else -lead), "judge")
    default = default_winner(match, battle)
    if default is not None:
        return Decision(default, max(match.settings.stratless_margin, lead if default else -lead), "stratless")
    margin = abs(lead)
    return Decision(lead == margin, margin, "unmarked" if missing_marks(match, battle, judged) else "")


def _roll(field: Field, battle: Battle, attempt: int, mark: int, adjust: int, *, first: bool) -> int:
    """Roll for one side and return its total."""
    names = battle.first if first else battle.second
    again = f", again {attempt - 1}" if attempt > 1 else ""
    why = field.why(f"battle {battle.number}: {names[0]}{again}")
    parts = (
        Part(what="die", amount=field.dice.roll(field.match.world.battle["die"], why)),
        *((Part(what="strategy", amount=mark),) if mark else ()),
        *bonuses(field.match, battle, first=first),
        *((Part(what="judge", amount=adjust),) if adjust else ()),
    )
    rolled = Rolled(clause="CPW-187", battle=battle.number, armies=names, what="battle", parts=parts)
    field.events.append(rolled)
    return rolled.total


def _rule(field: Field, judged: Judge) -> None:
    if judged.reason:
        field.events.append(Ruled(clause="CPW-187", battle=judged.battle, reason=judged.reason))


def _fought(match: Match) -> dict[str, int]:
    """Return how many official battles each player has written (CPW-40)."""
    fought = dict(match.fought)
    for battle in match.battles:
        if battle.number:
            strategies = [strategy for name in battle.armies if (strategy := counted(match, battle, name))]
            writers = {each.author or match.assigned.get(each.army, "") for each in strategies} - {""}
            for writer in sorted(writers):
                fought[writer] = fought.get(writer, 0) + 1
    return fought
