"""What a seat can see, and the sentences for events. In GvG everything is public except the orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sheets_gm.games.gvg.data.board import tile_name
from sheets_gm.games.gvg.data.words import BUFF, FLY, HOLD, PICKUP, REDUCTION, REVIVE, other
from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.position.orders import AskOdds
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules.ending import LESS_IS_BETTER
from sheets_gm.games.gvg.rules.odds import Force, Odds, odds_at
from sheets_gm.kernel.english import capitalized, counted, listed, side_name
from sheets_gm.kernel.forms import Reply
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Order
from sheets_gm.kernel.seats import Seat

TITLE = {"commands": "captains", "orders": "orders", "archery": "Archery Duel", "over": "over"}


class View(Model):
    """The match as a seat sees it. *eyes* is the seat, None for the public; *names* maps seats to players' names.

    *news* are the most important lines of the last turn, *arrows* its moves.
    """

    heading: str
    match: Match
    eyes: str | None = None
    names: dict[str, str] = {}
    news: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


def label(match: Match) -> str:
    """Name the open step, such as “Turn 12 of 60”."""
    if match.result is not None:
        winner = match.result.winners[0].capitalize() + " wins" if match.result.winners else "a draw"
        return f"Turn {match.turn}: {winner}"
    step = "" if match.phase == "orders" else f", {TITLE[match.phase]}"
    return f"Turn {match.turn} of {match.settings.max_turns}{step}"


def view(match: Match, seat: str | None) -> View:
    """The match as *seat* sees it; None is the public."""
    return View(heading=label(match), match=match, eyes=seat)


def whereabouts(view: View, seat: str) -> str:
    """Describe where the player at *seat* is: “B9”, “B9 (knocked down)”, “B9 (carries the Tree)”."""
    player = view.match.player(seat)
    status = "knocked down" if player.down else "carries the Tree" if seat in view.match.carriers else ""
    return f"{tile_name(player.at)} ({status})" if status else tile_name(player.at)


def answer(view: View, seat: str, order: Order) -> Reply:
    """Answer with the odds of the battles on a tile if *seat* goes there."""
    assert isinstance(order, AskOdds)
    player, tile = view.match.player(seat), tile_name(order.tile)
    if player.down:
        return Reply("You are knocked down, so you cannot fight this turn.")
    movers = (seat, order.against) if order.against else (seat,)
    battles = odds_at(view.match, order.tile, movers)
    own_battles = [battle for battle in battles if player.team in (battle.attack.team, battle.defence.team)]
    if not own_battles:
        return Reply(f"You would fight nobody at {tile}.")
    win, lose = own_battles[0].of(player.team)
    text = " ".join(_odds(battle, player.team) for battle in own_battles)
    return Reply(f"At {tile}: {text}", {"win": _percent(win), "lose": _percent(lose)})


def _odds(battle: Odds, team: str) -> str:
    """Describe the odds of one battle for *team*, with the dice and the bonuses of both sides."""
    win, lose = battle.of(team)
    attacks = battle.attack.team == team
    own_side, other = (battle.attack, battle.defence) if attacks else (battle.defence, battle.attack)
    chances = f"you win {_percent(win)}, lose {_percent(lose)}"
    nobody = f", nobody wins {_percent(battle.nobody)}" if battle.nobody else ""
    return f"{chances}{nobody} ({_side_odds(own_side)} against {_side_odds(other)})."


def _side_odds(force: Force) -> str:
    dice = counted(len(force.dice), "die", "dice")
    return f"{dice} {'+' if force.bonus > 0 else '−'} {abs(force.bonus)}" if force.bonus else dice


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def names_of(seats: Mapping[str, Seat], ids: tuple[str, ...]) -> str:
    """List the names of the players of *ids* for a sentence."""
    return listed([seats[each].player if each in seats else each for each in ids])


def _verb(seats: tuple[str, ...], one: str, many: str) -> str:
    return one if len(seats) == 1 else many


IDLE = {
    HOLD: "holds",
    BUFF: "buffs",
    REVIVE: "revives",
    PICKUP: "reaches for the Tree",
    FLY: "came by a Ballista charge",
}
"""What a player does who is in a battle and does not roll."""


def _side(event: events.Fought, side: events.Side, seats: Mapping[str, Seat]) -> str:
    """Describe the total of a side in a battle, with its parts. A structure is named without the tile."""
    words: list[str] = []
    for part in side.parts:
        name = part.what.removesuffix(f" {event.at}")
        if part.seat is not None and part.what == "roll":
            name = names_of(seats, (part.seat,))
        sign = "− " if part.amount < 0 else "+ " if words else ""
        healers = event.buffed.get(part.seat or "", ()) if part.what == "buff" else ()
        words.append(f"{sign}{name} {abs(part.amount)}{f' ({names_of(seats, healers)})' if healers else ''}")
    if not words:
        return f"{_idle(event, side.seats, seats)} 0" if side.seats else f"no player of {side.team.capitalize()} 0"
    total = f" = {side.total}" if len(words) > 1 else ""
    rolled = {part.seat for part in side.parts}
    others = tuple(seat for seat in side.seats if seat not in rolled)  # R15: they are there and add nothing
    return " ".join(words) + total + (f" with {_idle(event, others, seats)}" if others else "")


def _idle(event: events.Fought, players: tuple[str, ...], seats: Mapping[str, Seat]) -> str:
    """Name those of *players* who do not roll, each with their action: “Ana (holds) and Ben (buffs)”."""
    acts: dict[str, tuple[str, ...]] = {}
    for seat in players:
        act = IDLE.get(event.idle.get(seat, ""), "no roll")
        acts[act] = (*acts.get(act, ()), seat)
    return listed([f"{names_of(seats, idle_seats)} ({act})" for act, idle_seats in acts.items()])


def _fought(event: events.Fought, seats: Mapping[str, Seat]) -> str:
    where = {"open": "", "bulwark": "Bulwark ", "fish": "Fish ", "tree": "The Tree at ", "boss": "The Boss at "}
    if event.place in ("bulwark", "fish", "boss"):
        ends = {"attack": "the attack succeeds", "defence": "the attack fails", "stalemate": "stalemate"}
    else:
        ends = {
            "attack": f"{event.attack.team.capitalize()} wins",
            "defence": f"{event.defence.team.capitalize()} wins",
            "stalemate": "stalemate",
        }
    sums = f"{_side(event, event.attack, seats)} against {_side(event, event.defence, seats)}"
    negated = f"; Healing Reduction negates the buff of {names_of(seats, event.negated)}" if event.negated else ""
    return f"{where[event.place]}{tile_name(event.at)}: {sums}: {ends[event.outcome]}{beside_score(event)}{negated}"


def beside_score(event: events.Fought) -> str:
    """Return in brackets why a side has won a battle without the higher total; "" if it has it, or nobody won."""
    won, lost = (event.attack, event.defence) if event.outcome == "attack" else (event.defence, event.attack)
    if event.outcome == "stalemate" or won.total > lost.total:
        return ""
    if won.total < lost.total:
        return " (no attacker rolls)"  # GVG-78, R15
    # GVG-33, GVG-34, R10
    ties = {"tree": f"{event.defence.team.capitalize()} carries the Tree", "boss": "the Boss loses it"}
    defended = "players defend" if event.outcome == "defence" else "nobody defends"
    return f" (a tie, and {ties.get(event.place, defended)})"


def _skill_used(event: events.SkillUsed, _seats: Mapping[str, Seat]) -> str:
    text = f"{event.team.capitalize()} uses {event.skill} ({counted(event.left, 'coin')} left)"
    negates = f": the buffs of {other(event.team).capitalize()}'s Healers add nothing"  # R31
    return text + (negates if event.skill == REDUCTION else "")


def _moved(event: events.Moved, seats: Mapping[str, Seat]) -> str:
    text = f"{names_of(seats, (event.seat,))} moves {tile_name(event.start)} → {tile_name(event.end)}"
    return f"{text} ({', '.join([*_towards(event), _allowance(event)])})"


def _towards(event: events.Moved) -> list[str]:
    return [f"towards {tile_name(event.wanted)}"] if event.wanted else []


def _allowance(event: events.Moved) -> str:
    """Describe what determined a player's steps: its roll, its skill, or the Tree that it carries."""
    if event.roll is None:
        return f"{counted(event.steps, 'step')} at most" + (f" with {event.skill}" if event.skill else "")
    return f"roll {event.roll}" + (f" + {event.skill} {event.steps - event.roll}" if event.skill else "")


def _shots(event: events.ShotsCompared, _seats: Mapping[str, Seat]) -> str:
    won = f"{event.winner.capitalize()} scores" if event.winner else "equal, both shoot again"
    return f"Archery, round {event.round}: Blue {event.blue:g}, Red {event.red:g}: {won}"


def _ended(event: events.Ended, seats: Mapping[str, Seat]) -> str:
    if not event.result.winners:
        return f"The match is a draw: {event.result.reason}"
    winner = event.result.winners[0]
    text = f"{capitalized(side_name(winner, seats))} wins the match: {event.result.reason}"
    if not event.scores:
        return text
    if event.step in LESS_IS_BETTER:  # the score of a team is what its enemy has left
        left = {other(team): score for team, score in event.scores.items()}
        return f"{text} ({_compare(left, [other(winner), winner])} HP)"
    return f"{text} ({_compare(event.scores, sorted(event.scores, key=lambda team: team != winner))})"


def _compare(numbers: Mapping[str, int], teams: Sequence[str]) -> str:
    """List *numbers* of *teams*, in their order: “Blue 6, Red 3”."""
    return ", ".join(f"{team.capitalize()} {numbers[team]}" for team in teams)


def _killed(event: events.BossSlain, _seats: Mapping[str, Seat]) -> str:
    gains = [f"{team.capitalize()} gains {counted(coins, 'coin')}" for team, coins in event.coins.items()]
    # R24: the larger margin over the Boss's die takes the coins
    margins = (
        f" (margins over the Boss: {_compare(event.margins, list(event.margins))})" if len(event.margins) > 1 else ""
    )
    return f"The Boss is killed: {', '.join(gains)}{margins}"


_REFUSED = {"coins": "not enough coins", "cooldown": "still on cooldown", "twice": "it is used once each turn"}
_NOT_PICKED_UP = {
    "none here": "there is none on its tile",
    "knocked down": "knocked down",
    "another was first": "another player was first",
    "carries one": "this player already carries one",
}

_SENTENCES: dict[str, Callable[[Any, Mapping[str, Seat]], str]] = {
    "skill_used": _skill_used,
    "skill_refused": lambda e, _: f"{e.team.capitalize()} cannot use {e.skill}: {_REFUSED[e.why]}",
    "moved": _moved,
    "flew": lambda e, s: (
        f"{names_of(s, (e.seat,))} teleports to {tile_name(e.end)} by ballista ({counted(e.left, 'charge')} left)"
    ),
    "captured": lambda e, s: f"{names_of(s, (e.seat,))} carries the Tree into {e.team.capitalize()}'s Base",
    "fought": _fought,
    "protected": lambda e, _: f"{tile_name(e.at)}: {e.team.capitalize()}'s City Protection negates the attack",
    "heart_lost": lambda e, _: (
        f"{e.team.capitalize()}'s {e.structure} {e.at} "
        + (f"loses 1 HP: {'♥' * e.left} {e.left} left" if e.left else "is destroyed")
        + (": the Tree is available" if e.structure == "Fish" and not e.left else "")
    ),
    "knocked_down": lambda e, s: (
        f"{names_of(s, e.seats)} {_verb(e.seats, 'is', 'are')} knocked down at {tile_name(e.at)}"
    ),
    "coin_gained": lambda e, _: f"{e.team.capitalize()} takes the coin at {e.at} (now {e.coins})",
    "coins_respawned": lambda e, _: f"Coins respawn at {', '.join(e.at)}",
    "boss_spawned": lambda e, _: f"The Boss appears at {e.at} ({'heads' if e.heads else 'tails'})",
    "boss_hit": lambda e, _: f"The Boss is hit by {listed([team.capitalize() for team in e.teams])}: {e.left} HP left",
    "boss_slain": _killed,
    "tree_picked": lambda e, s: f"{names_of(s, (e.seat,))} picks up {e.owner.capitalize()}'s Tree",
    "pickup_failed": lambda e, s: f"{names_of(s, (e.seat,))} does not pick up a Tree: {_NOT_PICKED_UP[e.why]}",
    "tree_dropped": lambda e, s: f"{names_of(s, (e.seat,))} drops {e.owner.capitalize()}'s Tree at {tile_name(e.at)}",
    "tree_reset": lambda e, _: f"{e.owner.capitalize()}'s Tree returns home to {e.at}",
    "revived": lambda e, s: f"{names_of(s, (e.by,))} revives {names_of(s, e.seats)}",
    "respawned": lambda e, s: (
        f"{names_of(s, e.seats)} {_verb(e.seats, 'respawns', 'respawn')} at {e.team.capitalize()}'s Base"
    ),
    "shots_compared": _shots,
    "duel_won": lambda e, _: f"{e.team.capitalize()} wins the Archery Duel and gains {counted(e.coins, 'coin')}",
    "ended": _ended,
}


def describe(event: Event, seats: Mapping[str, Seat]) -> str:
    """Describe *event* in a sentence."""
    return _SENTENCES[event.kind](event, seats)
