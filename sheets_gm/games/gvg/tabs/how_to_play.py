"""How to play: which rules apply to a match, with its numbers.

The texts are the template's words. This module chooses them by the match's settings and supplies the numbers that
replace their `{placeholders}`, so the sheet always explains the rules that are in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sheets_gm.games.gvg.data.board import Board, board
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import AUTO, BUFF, FIGHT, FLY, HOLD, PICKUP, REVIVE, ROLES, TEAMS
from sheets_gm.games.gvg.rules.halftime import rounds_at_most
from sheets_gm.kernel.english import amount, counted, listed
from sheets_gm.sheet.how_to_play import changed_settings, value_in_words


class Line(NamedTuple):
    """A row: a name, a value, and its text as the key of a template word; with *plain* the text itself."""

    text: str
    name: str = ""
    value: str = ""
    plain: bool = False


class Section(NamedTuple):
    """A heading, as the key of a template word, and its rows."""

    heading: str
    lines: tuple[Line, ...]


def sections(settings: Settings) -> tuple[Section, ...]:
    """Return everything that the sheet explains about a match with *settings*."""
    return tuple(
        Section(heading, tuple(lines))
        for heading, lines in (
            ("example", (Line(f"example_{number}") for number in range(1, 6))),
            ("win", _winning(settings)),
            ("turn", _turn(settings)),
            ("actions", _actions(settings)),
            ("fighting", _fighting(settings)),
            ("structures", _structures(settings)),
            ("tree", _tree(settings)),
            ("coins", _coins(settings)),
            ("skills", _skills(settings)),
            ("changed", _changed(settings)),
        )
    )


def numbers(settings: Settings) -> Mapping[str, str]:
    """Return the numbers of a match with *settings*, by the placeholders of the template's words."""
    place = board(settings.board)
    shown = {key: str(value) for key, value in settings if isinstance(value, int)}
    tiers = range(1, max(len(place.bulwarks[team]) for team in TEAMS) + 1)
    return {
        **shown,
        "forward_spawn": str(_forward(settings, place)),
        "turns": counted(settings.max_turns, "turn"),
        "boss_coins": amount(settings.boss_reward, "coin"),
        "boss_share": amount(settings.boss_reward // 2, "coin"),
        "duel_coins": amount(settings.duel_reward, "coin"),
        "points_to_win": counted(settings.duel_points, "point"),
        "sides": counted(settings.die_sides, "side"),
        "duel_rounds": str(rounds_at_most(settings)),
        "carrier_moves": counted(settings.carrier_steps, "step"),
        "marked_moves": amount(settings.carrier_steps_marked, "step"),
        "cooldown": counted(settings.cooldown_turns, "turn"),
        "again": str(4 + settings.cooldown_turns),
        "charges": counted(settings.ballista_uses, "charge"),
        "reset": counted(settings.tree_reset_turns, "turn"),
        "tiers": ", ".join(f"{_die(settings.fish_tier(number))} with {number}" for number in tiers),
        "jungle": listed(place.coins, none="no tile"),
        "boss_tiles": _boss_tiles(place),
        "boss_turns": _name_turns(_played(settings, settings.boss_turns)),
        "respawn_turns": _name_turns(_played(settings, settings.jungle_respawn_turns)),
    }


def _die(bonus: int) -> str:
    return f"die {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else "die"


def _played(settings: Settings, turns: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of *turns* that the match can reach, in order."""
    return tuple(sorted({turn for turn in turns if turn <= settings.max_turns}))


def _name_turns(turns: tuple[int, ...]) -> str:
    return f"{'turn' if len(turns) == 1 else 'turns'} {listed([*map(str, turns)])}"


def _forward(settings: Settings, place: Board) -> int:
    """Return how many players of a team start at a Bulwark: at most its number of players and of Bulwarks."""
    return min(settings.forward_spawn, settings.team_size, *(len(place.bulwarks[team]) for team in TEAMS))


def _boss_tiles(place: Board) -> str:
    heads, tails = place.boss_spots
    return f"{heads} (heads) or {tails} (tails)"


def _either(name: str, on: bool) -> Line:
    """Return the text for a setting that is on or off."""
    return Line(f"{name}_on" if on else f"{name}_off")


def _winning(settings: Settings) -> Iterator[Line]:
    yield from (Line("win_capture"), Line("win_path"))
    yield Line("win_limit" if settings.tiebreak else "win_limit_draw")
    for number, step in enumerate(settings.tiebreak, start=1):
        yield Line(f"tie_{step}", value=f"{number}.")
    decides = set(settings.tiebreak) - {"tree"}  # R28: the tie-breakers without the Tree
    yield Line(f"double_{settings.double_capture if decides else 'draw'}")


def _turn(settings: Settings) -> Iterator[Line]:
    yield from (Line("turn_order"), Line(f"mode_{settings.turn_mode}"), Line("turn_move"))
    yield _either("diagonal", settings.diagonal)
    yield Line(f"overreach_{settings.overreach}")
    yield _either("enemy_base", settings.enemy_base_entry)
    yield _either("blocks", settings.structures_block)
    if settings.forward_spawn:
        yield Line("forward_spawn")
    yield _either("fill", settings.captain_may_fill)


def _actions(settings: Settings) -> Iterator[Line]:
    for action in (AUTO, FIGHT, HOLD, PICKUP, BUFF, REVIVE, FLY):
        yield Line(f"action_{action.lower()}", action)
    yield _either("stacks", settings.buff_stacks)
    yield Line(f"within_{settings.buff_metric}")
    yield _either("untouchable", settings.buffer_untouchable)


def _fighting(settings: Settings) -> Iterator[Line]:
    yield Line("fight_sum")
    for role in ROLES:
        yield Line(f"role_{role.lower()}", role)
    if settings.dps_vs_boss and _played(settings, settings.boss_turns):
        yield Line("dps_vs_boss")
    yield from (Line("tie_open"), Line("tie_structure"), Line(f"tie_carried_{settings.tree_tie}"))
    yield _either("pve_loss", settings.pve_loss_ko)
    yield _either("defenders_hit", settings.defenders_ko_on_hit)
    yield from (Line("down_skips"), Line("down_returns"))


def _structures(settings: Settings) -> Iterator[Line]:
    yield Line("structure_bulwark", "Bulwark", f"{settings.bulwark_hp} HP")
    yield Line("structure_fish", "Fish", f"{settings.fish_hp} HP")
    if _played(settings, settings.boss_turns):
        yield Line("structure_boss", "Boss", f"{settings.boss_hp} HP")
        if len(_played(settings, settings.boss_turns)) > 1:
            yield Line("boss_again")
        yield _either("boss_ko", settings.boss_ko)
        yield _either("boss_reroll", settings.boss_reroll_pvp)


def _tree(settings: Settings) -> Iterator[Line]:
    yield from (Line("tree_pick_up"), Line("tree_carrier"), Line("tree_bonus"), Line("tree_dropped"))
    if settings.tree_reset_turns:
        yield Line("tree_reset")
    yield _either("own_tree", settings.owner_may_carry)


def _coins(settings: Settings) -> Iterator[Line]:
    yield Line("coin_jungle")
    if _played(settings, settings.jungle_respawn_turns):
        yield Line("coin_respawn")
    if _played(settings, settings.boss_turns):
        yield Line("coin_boss")
    if settings.halftime_turn > settings.max_turns:
        return
    yield Line(f"duel_{settings.archery}")
    if settings.archery == "manual":
        yield _either("duel_blocks", settings.halftime_blocks)


def _skills(settings: Settings) -> Iterator[Line]:
    for skill, cost in settings.skill_costs.items():
        yield Line(f"skill_{skill.lower().replace(' ', '_')}", skill, counted(cost, "coin") if cost else "free")
    yield from (Line("skill_order"), Line(f"cooldown_{settings.cooldown_scope}"))
    yield _either("hr_revive", settings.hr_blocks_revive)


def _changed(settings: Settings) -> Iterator[Line]:
    """Yield the settings that differ from the rulebook's, by name."""
    usual, changed = Settings(), changed_settings(settings)
    for key, meaning in changed.items():
        yield Line(meaning, key, _value(key, getattr(settings, key), getattr(usual, key)), plain=True)
    if not changed:
        yield Line("changed_none")


def _value(key: str, value: Any, usual: Any) -> str:
    if key == "board":
        return "custom"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items() if number != usual[name])
    return "none" if value is None else value_in_words(value)
