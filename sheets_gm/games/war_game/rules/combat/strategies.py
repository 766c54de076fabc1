"""Strategies (rulebook 6): who may send them, what was sent, and which are kill attempts."""

from __future__ import annotations

from collections.abc import Iterable

from sheets_gm.games.war_game.data.words import RAIDS
from sheets_gm.games.war_game.position.opening import refused
from sheets_gm.games.war_game.position.orders import Strategy
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.games.war_game.rules.announcing import battle_words
from sheets_gm.kernel.outcome import Remark


def battle_of(match: Match, number: int) -> Battle | None:
    """Return the battle with this number, None if there is none."""
    return next((battle for battle in match.battles if battle.number == number), None)


def armies_of(match: Match, battle: Battle, side: str) -> tuple[Army, ...]:
    """Return the armies of *side* in a battle."""
    return tuple(army for name in battle.armies if (army := match.army(name)).side == side)


def enemies_of(match: Match, battle: Battle, army: Army) -> tuple[Army, ...]:
    """Return the armies that *army* fights."""
    names = battle.second if army.name in battle.first else battle.first
    return tuple(match.army(name) for name in names)


def check_strategy(match: Match, side: str, order: Strategy) -> Remark | None:
    """Return why a strategy is refused, a warning, or None."""
    battle, army = battle_of(match, order.battle), match.find(order.army)
    if battle is None or army is None or army.name not in battle.armies or army.side != side:
        return refused("text", f"{order.army} is not yours in battle {order.battle}", "CPW-162")
    enemies = enemies_of(match, battle, army)
    if order.victim is not None and order.victim not in {enemy.name for enemy in enemies}:
        return refused("victim", f"{order.victim} is not in this battle", "CPW-191", enemies[0].name)
    kills = order.kill or order.victim is not None
    squad = match.world.battle["kill squad"]
    if kills and army.top < squad:
        why = f"{army.name} has {army.top} units in its highest slot; a kill attempt takes {squad}"
        return refused("kill", why, "CPW-192")
    if kills and len(enemies) > 1 and order.victim is None:
        return refused("victim", "Name the army that the kill attempt is for", "CPW-191", enemies[0].name)
    if kills and not order.text:
        return Remark(text="A kill attempt without a strategy does not count", field="text", clause="CPW-191",
                      refuses=False)  # fmt: skip
    return None


def title(battle: Battle, player: str, *, kill: bool, joint: bool, contingency: bool) -> str:
    """Return the title of a strategy with its labels (CPW-163, CPW-164)."""
    labels = [
        label
        for label, there in (("Kill Attempt", kill), ("Joint Engage", joint), ("Contingency", contingency))
        if there
    ]
    head = f"{player}: {battle_words(battle)}"
    return f"{head} ({', '.join(labels)})" if labels else head


def counted(match: Match, battle: Battle, army: str) -> Strategy | None:
    """Return the strategy of *army* that counts: the player's, else the contingency (CPW-R44); None if none
    was sent.
    """
    return sent_by(match.sent, battle, army)


def sent_by(sent: Iterable[Strategy], battle: Battle, army: str) -> Strategy | None:
    """Return the one strategy of *army* among *sent* that counts."""
    army_strategies = [each for each in sent if (each.battle, each.army) == (battle.number, army) and each.text]
    return next(
        (each for each in army_strategies if not each.contingency), army_strategies[0] if army_strategies else None
    )


def kill_attempts(match: Match, battle: Battle) -> dict[str, str]:
    """Return the armies that try to kill, each with its victim (CPW-191, CPW-192). A raider always tries (CPW-106)."""
    attempts: dict[str, str] = {}
    for name in battle.armies:
        army = match.army(name)
        enemies = [enemy.name for enemy in enemies_of(match, battle, army)]
        strategy = counted(match, battle, name)
        raids = battle.type == RAIDS and name in battle.first
        tries = raids or (strategy is not None and (strategy.kill or strategy.victim is not None))
        named = strategy.victim if strategy is not None else None
        victim = named if named in enemies else enemies[0] if len(enemies) == 1 else None
        if tries and victim is not None and army.top >= match.world.battle["kill squad"]:
            attempts[name] = victim
    return attempts


def stratless(match: Match, battle: Battle, names: tuple[str, ...]) -> bool:
    """Whether a side sent no strategy (CPW-200). Never true for mercenaries (CPW-R43)."""
    return not any(match.army(name).hired or counted(match, battle, name) for name in names)
