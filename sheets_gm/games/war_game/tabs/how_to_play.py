"""How to play, by the settings and the tables of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sheets_gm.games.war_game.data.army_lists import MOST_KINDS, SLOTS
from sheets_gm.games.war_game.data.numbers import RAID_BELOW, RAID_SQUAD, RAIDS_A_TURN, RANGE
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import FACTIONS, HOME_TERRAINS, SIDES, SWAMP
from sheets_gm.games.war_game.rules.features import ENEMY_POINTS, HOME_POINTS, MAJORITY, OTHER_POINTS
from sheets_gm.games.war_game.rules.healing import HEALS_AFTER, HEALS_ON_REQUEST
from sheets_gm.games.war_game.rules.newcomers import BATTLES
from sheets_gm.kernel.english import counted, listed
from sheets_gm.sheet.how_to_play import section, value_in_words

Line = tuple[tuple[str | int, str], ...]

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("example", "example_1", "example_2", "example_3", "example_4", "example_5"),
    ("goal", "structures", "killing", "points", "over"),
    ("turn", "resolve_order", "deadline"),
    ("move", "diagonal", "joined", "line", "columns", "mistakes", "missing_order"),
    ("orders", "engage", "engage_empty", "head_on", "replace", "intercept", "intercept_pick", "intercept_named",
     "support", "raid", "transfer", "garrison"),
    ("meeting", "joint", "joint_three", "joint_on_vs", "partial", "portals", "mercenaries"),
    ("battle", "assigned", "strategy", "contingency", "roll", "losses", "bump", "kill", "stratless", "marked", "siege",
     "amended"),
    ("structure", "heal", "change", "destroy", "destroy_counter", "features", "features_pay"),
    ("army", "slots", "slot_match", "colours", "multicolour", "newcomer"),
)  # fmt: skip
"""The heading and the sentences of each section, in the order of the tab."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "resolve_order": ("movement_first", "battles_first"),
    "diagonal": ("step", "none"),
    "missing_order": ("hold", "try"),
    "engage_empty": ("move", "hold"),
    "head_on": ("swap", "battle"),
    "intercept_pick": ("random", "earliest"),
    "intercept_named": ("prefer", "only"),
    "joint_on_vs": ("no", "yes"),
    "destroy_counter": ("army", "side"),
    "slot_match": ("exact", "at_most"),
    "multicolour": ("any", "all"),
}
"""The settings that choose a sentence: the word `name_value` for each of these values."""

WITHOUT_JOINT = {
    "joint": "joint_none",
    "joint_on_vs": "joint_on_vs_no",
    "support": "",
    "bump": "bump_none",
    "amended": "amended_none",
}
"""The sentences of a match without joint battles; "" for those that go."""

ONLY_IF: Mapping[str, Callable[[Settings], bool]] = {
    "joined": lambda settings: bool(_joined(settings)),
    "joint_three": lambda settings: settings.joint_side > 2,
    "destroy_counter": lambda settings: settings.destroy_turns > 1,
    "features_pay": lambda settings: settings.vp_feature > 0,
}
"""When a match has a sentence that not every match has."""


def lines_of(settings: Settings, words: Mapping[str, str]) -> Iterator[Line]:
    """Yield the lines of the tab, each a row of texts with their styles, from the template's *words*."""
    numbers = _numbers(settings)
    for names in SECTIONS:
        yield from ((line,) if line[0] else () for line in section(words, _chosen(settings, names), numbers))
    yield ()
    yield ((words["ranks"], "rule.head"),)
    yield from _ranks(settings, words)


def _chosen(settings: Settings, names: Sequence[str]) -> Iterator[str]:
    """Yield the words of a section for a match with *settings*."""
    for name in names:
        if name not in ONLY_IF or ONLY_IF[name](settings):
            key = f"{name}_{value_in_words(getattr(settings, name))}" if name in CHOICES else name
            yield key if settings.joint_side > 1 else WITHOUT_JOINT.get(name, key)


def _joined(settings: Settings) -> list[str]:
    """Return the planes whose edges are joined (CPW-80)."""
    return [plane.name for plane in settings.world.planes.values() if plane.squares.wrap_columns]


def _numbers(settings: Settings) -> Mapping[str, str | int]:
    """Return the numbers that the sentences name."""
    battle = settings.world.battle
    sizes = listed([f"{float(ratio):g} times +{bonus}" for ratio, bonus in reversed(battle.sizes)])
    losses = listed([f"{loser} and {winner} % from {least} on" for least, loser, winner in reversed(battle.losses)])
    return {
        **{name.replace(" ", "_"): number for name, number in battle.numbers.items()},
        **settings.model_dump(include={
            "vp_target", "vp_feature", "merc_tries", "destroy_turns", "stratless_margin", "joint_side",
        }),
        "vp_battle": settings.vp_battle or "nothing",
        "vp_structure": settings.vp_structure or "nothing",
        "target_points": counted(settings.vp_target, "victory point"),
        "tries": counted(settings.merc_tries, "turn"),
        "destroyed_after": counted(settings.destroy_turns, "turn"),
        "feature_points": counted(settings.vp_feature, "point"),
        "joined_planes": listed(_joined(settings)),
        "range": RANGE,
        "raids": RAIDS_A_TURN,
        "raid_below": f"{RAID_BELOW:,}",
        "raid_squad": RAID_SQUAD,
        "heals_after": HEALS_AFTER,
        "heals_on_request": HEALS_ON_REQUEST,
        "majority": MAJORITY,
        "home": HOME_POINTS,
        "enemy": ENEMY_POINTS,
        "other": OTHER_POINTS,
        "kinds": MOST_KINDS,
        "newcomer_battles": BATTLES,
        "full": listed([f"{size:,}" for size in SLOTS]),
        "terrains": ", ".join(f"{FACTIONS[colour]}: {listed(ground)}" for colour, ground in HOME_TERRAINS.items())
        + f", Phyrexia: {SWAMP}; the primary faction counts",
        "sizes": sizes,
        "loss_table": losses,
    }  # fmt: skip


def _ranks(settings: Settings, words: Mapping[str, str]) -> Iterator[Line]:
    """Yield the ranks with their slots and the points for killing them."""
    first = " · ".join(words[f"ranks.{head}"] for head in ("level", "coalition", "phyrexia"))
    yield ((first, "heading"), *((words[f"ranks.{head}"], "heading") for head in ("slots_of", "kill_points", "may")))
    for rank in settings.world.ranks.values():
        may = [words["ranks.raid"]] if rank.raids else []
        may += [words["ranks.join"]] if rank.joins and settings.joint_side > 1 else []
        names = " · ".join(rank.names[side] for side in SIDES)
        slots = " ".join(f"{size}/{size}" for size in rank.sizes)
        yield (
            (f"{rank.level} · {names}", "rule"), (slots, "rule.value"), (rank.kill_points, "rule.value"),
            (", ".join(may), "rule.value"),
        )  # fmt: skip
